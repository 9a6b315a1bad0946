"""Short rounds of exercises on making and breaking numbers; what is hard comes back."""

import streamlit as st

from shutbox.ui import practise, state

t = state.language()
st.title(t("Practise"))
st.write(t("Make and break numbers: what is hard for you comes back."))
practise.practising()
