"""Published figures about the game, each beside the exact one."""

import streamlit as st

from shutbox.ui import published, state

t = state.language()
st.title(t("Published and ours"))
st.write(t("See what others have computed about the game, beside the exact values."))
published.comparing()
