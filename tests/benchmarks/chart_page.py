"""The page with one button and one Altair chart, for ``browser.py``."""

import altair as alt
import pandas as pd
import streamlit as st

count = st.session_state.setdefault("count", 0)
if st.button("Roll"):
    st.session_state["count"] = count = count + 1
st.write(f"Rolled {count} times")
rows = pd.DataFrame({"total": range(2, 13), "ways": [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]})
st.altair_chart(alt.Chart(rows).mark_bar().encode(x="total:O", y="ways"))
