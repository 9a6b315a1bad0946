"""Every set of tiles and every roll that makes a total, side by side."""

import streamlit as st

from shutbox.ui import state, ways

t = state.language()
st.title(t("Ways to make a total"))
st.write(
    t("Choose a total and see every set of tiles that makes it, and every roll that shows it.")
)
ways.counting()
