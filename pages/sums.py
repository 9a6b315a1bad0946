"""The totals of dice: every roll, many rolls, races and streaks."""

import streamlit as st

from shutbox.ui import state, sums

t = state.language()
st.title(t("Dice sums"))
st.write(t("Guess which total comes most often, roll thousands of times, and find out why."))
sums.looking()
