"""An empty page with one button: what Streamlit itself costs, for ``browser.py``."""

import streamlit as st

count = st.session_state.setdefault("count", 0)
if st.button("Roll"):
    st.session_state["count"] = count = count + 1
st.write(f"Rolled {count} times")
