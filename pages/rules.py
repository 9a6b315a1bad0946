"""What a box's rules are, and what they do to the chance to shut it and to the score."""

import streamlit as st

from shutbox.ui import rules, state

t = state.language()
st.title(t("Rules"))
st.write(t("Choose the rules of your box, and see what they do to the game."))
rules.choosing()
