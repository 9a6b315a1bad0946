"""A laboratory of positions: what every move is worth, for both aims, and why."""

import streamlit as st

from shutbox.ui import moves, state

t = state.language()
st.title(t("Best move"))
st.write(t("Tap tiles and dice to set up any position, and see at once what every move is worth."))
moves.exploring()
