"""Look back at a turn, step by step, or at many turns at once."""

import streamlit as st

from shutbox.ui import review, state

t = state.language()
st.title(t("Review a turn"))
st.write(t("Look back at a turn: what was luck, what was your choice, what could have happened."))
review.reviewing()
