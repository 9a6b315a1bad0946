"""Play a turn; beside the box, what every choice was worth."""

import streamlit as st

from shutbox.ui import play, state

t = state.language()
st.title(t("Shut the Box"))
st.write(t("Shut tiles that make the total, and see how good each choice was."))
play.playing()
