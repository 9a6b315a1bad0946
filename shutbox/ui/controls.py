"""Controls that more than one page shows."""

from __future__ import annotations

import streamlit as st

from shutbox.i18n import Language
from shutbox.solver import Objective
from shutbox.ui import solving, state, wording
from shutbox.variants import VARIANTS, Variant


def choose_variant(t: Language) -> Variant:
    """Draw the control for the variant, and return the variant in use."""
    chosen = state.variant()
    st.selectbox(
        t("Box"),
        list(dict.fromkeys([*VARIANTS, chosen.id])),
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


@st.fragment(run_every=0.5)
def show_progress(t: Language, variant: Variant, objective: Objective) -> None:
    """Draw how far the solution of a box has come, and the whole page once it is there."""
    share = solving.progress(variant, objective)
    if share is None:
        st.rerun(scope="app")
        return
    st.progress(
        share,
        text=t(
            "Computing the best moves of this large box, once and for all: {share}. "
            "You can play meanwhile.",
            share=t.percent(share, 0),
        ),
    )
