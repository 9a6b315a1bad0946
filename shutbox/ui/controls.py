"""Controls that more than one page shows."""

from __future__ import annotations

import streamlit as st

from shutbox.i18n import Language
from shutbox.solver import Objective
from shutbox.ui import solving, state, wording
from shutbox.ui.supports import AGES, SUPPORTS
from shutbox.variants import VARIANTS, Variant

_SUPPORT_LABELS = {name: support.label for name, support in SUPPORTS.items()}


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


def choose_supports(t: Language) -> None:
    """Draw the age group and all switches of the box; folded away they cost nothing."""
    panel = st.expander(
        t("Settings of the box"), icon=":material/tune:", key="supports", on_change="rerun"
    )
    if not panel.open:
        return
    with panel:
        st.pills(
            t("Age"),
            list(AGES),
            key=state.support_key(state.AGE),
            format_func=lambda age: t("11 and up") if age == "11" else age.replace("-", "–"),
            on_change=state.choose_age,
        )
        st.write(
            t(
                "An age sets every switch for help anew, also those you moved. "
                "Dice, sound, motion, hand and keys stay as they are."
            )
        )
        for name in SUPPORTS:
            _choose_support(t, name)


def _choose_support(t: Language, name: str) -> None:
    label, choices = t(_SUPPORT_LABELS[name]), SUPPORTS[name].choices
    key = state.support_key(name)
    if SUPPORTS[name].is_toggle:
        st.toggle(label, key=key, on_change=state.choose_support, args=(name,))
    else:
        st.segmented_control(
            label,
            list(choices),
            key=key,
            required=True,
            format_func=lambda choice: t(choices[choice]),
            on_change=state.choose_support,
            args=(name,),
        )


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
