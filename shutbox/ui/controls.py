"""Controls that more than one page shows."""

from __future__ import annotations

import streamlit as st

from shutbox.i18n import Language
from shutbox.ui import state, wording
from shutbox.variants import VARIANTS, Variant


def choose_variant(t: Language) -> Variant:
    """Draw the control for the variant, and return the variant in use."""
    chosen = state.variant()
    st.selectbox(
        t("Box"),
        list(VARIANTS),
        key=state.VARIANT,
        format_func=lambda variant_id: wording.variant_name(t, variant_id),
        on_change=state.choose_variant,
        help=wording.variant_rules(t, chosen.id),
    )
    return chosen


def show_notice() -> None:
    """Say what was wrong with the link that was opened, if anything was."""
    if sentences := state.notice():
        st.warning("  \n".join(sentences))
