"""Computer players over many turns: what they come to by chance, and exactly."""

import streamlit as st

from shutbox.ui import simulate, state

t = state.language()
st.title(t("Simulate"))
st.write(t("Let computer players play thousands of turns and see what chance and choice do."))
simulate.simulating_turns()
