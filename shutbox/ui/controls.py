"""Controls that more than one page shows."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

import streamlit as st

from shutbox.i18n import Language
from shutbox.solver import OBJECTIVES, Objective
from shutbox.supports import AGES, SUPPORTS
from shutbox.ui import solving, state, wording
from shutbox.ui.simulating import Job
from shutbox.variants import VARIANTS, Variant

_PLAY = Path(__file__).parents[2] / "pages" / "play.py"
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


def choose_aim(t: Language) -> Objective:
    """Draw the control for what advice aims at, and return the chosen aim."""
    objective = state.aim()
    st.segmented_control(
        t("Best means"),
        OBJECTIVES,
        key=state.AIM,
        required=True,
        format_func=lambda name: t(wording.OBJECTIVE_NAMES[name]),
        on_change=state.choose_aim,
    )
    return objective


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


def choose(
    name: str,
    label: str,
    choices: Mapping[str, str],
    default: str | None = None,
    *,
    label_visibility: Literal["visible", "collapsed"] = "visible",
) -> str:
    """Draw a choice of a few, side by side, and return what is chosen.

    Args:
        name: the name in links.
        label: what is chosen.
        choices: how they stand in links, and their labels.
        default: see `state.choice`.
        label_visibility: whether the label is seen; it is read aloud in any case.
    """
    chosen = state.choice(name, list(choices), default)
    st.segmented_control(
        label,
        list(choices),
        key=state.choice_key(name),
        required=True,
        format_func=choices.__getitem__,
        on_change=state.take_choice,
        args=(name,),
        label_visibility=label_visibility,
        wrap=True,
    )
    return chosen


def select(
    name: str,
    label: str,
    choices: Mapping[str, str],
    default: str | None = None,
    *,
    width: int | Literal["stretch"] = "stretch",
    placeholder: str | None = None,
    take: Callable[[str], None] = state.take_choice,
) -> str:
    """Draw a choice of many, unfolded by a tap, and return what is chosen.

    Args:
        name: the name in links.
        label: what is chosen.
        choices: how they stand in links, and their labels.
        default: see `state.choice`.
        width: in pixels.
        placeholder: what stands there while nothing is chosen.
        take: called with the name when something is chosen.
    """
    chosen = state.choice(name, list(choices), default)
    st.selectbox(
        label,
        list(choices),
        key=state.choice_key(name),
        format_func=choices.__getitem__,
        on_change=take,
        args=(name,),
        placeholder=placeholder,
        width=width,
    )
    return chosen


def choose_noted(
    of: str, name: str, label: str, choices: Mapping[str, str], default: str | None = None
) -> str:
    """Draw a choice of a few that is noted, not in the link, and return what is chosen.

    Args:
        of: what it belongs to, see `state.note`.
        name: its name there.
        label: what is chosen.
        choices: how they are noted, and their labels.
        default: the usual one, by default the first.
    """
    held, key = state.note(of, name), f"noted-{of}-{name}"
    chosen = held if held in choices else default or next(iter(choices))
    state.set_field(key, chosen)
    st.pills(
        label,
        list(choices),
        key=key,
        required=True,
        format_func=choices.__getitem__,
        on_change=lambda: state.keep_note(of, name, str(state.field(key))),
        wrap=True,
    )
    return chosen


def play_link(variant: Variant, label: str) -> None:
    """Draw a link that plays a box."""
    st.page_link(
        _PLAY,
        label=label,
        icon=":material/casino:",
        query_params={"variant": variant.id},
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


def are_ready(
    t: Language, jobs: Sequence[Job[Any]], on_stop: Callable[[], None] | None = None
) -> bool:
    """Return whether all the work is done; while it is not, draw how far it has come.

    Args:
        t: the reader's language.
        jobs: the work.
        on_stop: called when a reader stops the work; without it, there is no button to stop.
    """
    if all(job.progress() is None for job in jobs):
        return True
    _show_jobs(t, jobs, on_stop)
    return False


@st.fragment(run_every=0.5)
def _show_jobs(t: Language, jobs: Sequence[Job[Any]], on_stop: Callable[[], None] | None) -> None:
    if any(job.is_stopped for job in jobs):
        st.rerun(scope="app")
        return
    shares = [job.progress() for job in jobs]
    if all(share is None for share in shares):
        st.rerun(scope="app")
        return
    done = sum(1.0 if share is None else share for share in shares) / len(shares)
    st.progress(done, text=t("Playing: {share} is done", share=t.percent(done, 0)))
    if on_stop is not None:
        st.button(
            t("Stop"), key="stop", icon=":material/stop:", on_click=_stop, args=(jobs, on_stop)
        )


def _stop(jobs: Sequence[Job[Any]], on_stop: Callable[[], None]) -> None:
    for job in jobs:
        job.stop()
    on_stop()


def race_buttons(
    t: Language,
    made: int,
    length: int,
    *,
    key: str,
    take: Callable[[int], None],
    new: Callable[[], None],
) -> None:
    """Draw the buttons that roll on in a race of totals, and begin another one.

    Args:
        t: the reader's language.
        made: how many of its rolls are made.
        length: how many rolls the race has.
        key: begins the keys of the buttons.
        take: takes over how many rolls are made.
        new: begins another race.
    """
    with st.container(horizontal=True, gap="small"):
        for name, label, number in (
            ("next", t("Next roll"), made + 1),
            ("finish", t("To the finish"), length),
        ):
            st.button(
                label,
                key=f"{key}-{name}",
                on_click=take,
                args=(number,),
                disabled=made == length,
            )
        st.button(t("New race"), key=f"{key}-new", icon=":material/replay:", on_click=new)
