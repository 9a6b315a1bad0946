"""The page Practise: rounds of exercises, what is known by now, and the same round for a class."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import streamlit as st

from shutbox.exercises import LEVELS, WITHIN, Look
from shutbox.i18n import Language, mark
from shutbox.practice import names_at
from shutbox.practice_round import Mark, Origin, Round, format_round
from shutbox.supports import OFF, ON
from shutbox.ui import controls, practice_kept, practice_known, practice_sheet, state
from shutbox.ui.box.exercise import exercise_box
from shutbox.ui.exercise_words import LOOK_NAMES, TYPE_NAMES, level_name

_PARTS = {
    "exercises": mark("Exercises"),
    "known": mark("What I know"),
    "class": mark("For a class"),
}


@st.fragment
def practising() -> None:
    """Draw the page: here what an answer leaves as it is."""
    t = state.language()
    settings = state.settings()
    practice_kept.telling(t)
    if state.is_practice_link_damaged():
        st.warning(
            t("This link is damaged, so these may be other exercises. Ask for the link again.")
        )
    with st.container(horizontal=True, vertical_alignment="bottom", key="practice-top"):
        part = controls.choose(
            "show",
            t("What to see"),
            {name: t(_PARTS[name]) for name in _PARTS},
            label_visibility="collapsed",
        )
        if part != "known":
            _choose_level(t)
    match part:
        case "known":
            practice_known.knowing(t)
            practice_kept.managing(t)
            practice_kept.keeper(t, _round_text())
        case "class":
            practice_sheet.for_class(t)
            practice_kept.keeper(t, _round_text())
        case _:
            _exercise(t, settings, _told())
            _other_rounds(t)


def _round_text() -> str:
    return format_round(state.practice_round())


def _told() -> tuple[object, ...]:
    """Return what the browser has told and stands around the exercise."""
    return state.troubles(), practice_kept.from_games()


@st.fragment
def _exercise(t: Language, settings: Mapping[str, str], told: tuple[object, ...]) -> None:
    """Draw what an answer changes."""
    if told != _told():
        st.rerun()
    held = state.practice_round()
    exercise_box(
        held,
        state.following_round(held),
        t,
        key=state.EXERCISE,
        settings=settings,
        heard=state.heard(),
        said=lambda ended: _said(t, ended),
        on_message=state.take_message,
    )
    practice_kept.keeper(t, format_round(held))


def _said(t: Language, held: Round) -> str:
    """Return what is said at the end of a round."""
    stars = held.marks.count(Mark.STAR)
    sentences = [
        t.plural("You solved {n} exercise.", "You solved {n} exercises.", held.count),
        t.plural("{n} star for a first try.", "{n} stars for a first try.", stars)
        if stars
        else t("You kept on until each one was right."),
    ]
    if state.tells_time() and held.ended is not None:
        sentences.append(t("This round took you {time}.", time=_time(t, held.ended - held.began)))
        if (before := state.time_before(held)) is not None:
            sentences.append(t("The one before took {time}.", time=_time(t, before)))
    return " ".join(sentences)


def _time(t: Language, seconds: int) -> str:
    minutes, rest = divmod(seconds, 60)
    if not minutes:
        return t("{seconds} s", seconds=t.number(rest))
    return t("{minutes} min {seconds} s", minutes=t.number(minutes), seconds=t.number(rest))


# ---- what is practised ----


def _choose_level(t: Language) -> None:
    """Draw what is practised, folded into one button that names it."""
    level = state.practice_level()
    with st.popover(level_name(t, level), icon=":material/tune:", key="practice-level"):
        _choose("within", t("Totals up to"), WITHIN, level.within, t.number)
        addends = [addends for addends in (2, 3, 4) if _is_level(level.within, addends)]
        _choose("addends", t("Numbers in a sum, at most"), addends, level.addends, t.number)
        _choose(
            "look",
            t("Numbers are shown as"),
            list(Look),
            level.look,
            lambda look: t(LOOK_NAMES[look]),
        )
        state.set_field(_key("types"), list(state.practice_types(level)))
        st.pills(
            t("Kinds of exercise; none chosen stands for all"),
            names_at(level),
            key=_key("types"),
            selection_mode="multi",
            format_func=lambda name: t(TYPE_NAMES[name]),
            on_change=_take_level,
        )
        controls.choose(
            state.TIMER,
            t("Tell how long a round took"),
            {OFF: t("No"), ON: t("Yes, beside the round before")},
        )


def _key(name: str) -> str:
    return f"practice-{name}"


def _choose(
    name: str,
    label: str,
    choices: Sequence[Any],
    chosen: Any,
    shown: Callable[[Any], str],
) -> None:
    state.set_field(_key(name), chosen)
    st.segmented_control(
        label,
        choices,
        key=_key(name),
        required=True,
        format_func=shown,
        on_change=_take_level,
    )


def _take_level() -> None:
    """Take over the level and the types; a level that is too low for so many numbers has fewer."""
    within, addends, look, types = map(
        state.field, map(_key, ("within", "addends", "look", "types"))
    )
    level = next(
        level
        for level in reversed(LEVELS)
        if level.within == within and level.look == look and level.addends <= int(str(addends))
    )
    chosen = types if isinstance(types, list) else []
    state.keep_practice(level, [name for name in names_at(level) if name in chosen])


def _is_level(within: int, addends: int) -> bool:
    return any((level.within, level.addends) == (within, addends) for level in LEVELS)


# ---- other rounds ----


def _other_rounds(t: Language) -> None:
    """Offer what else can be practised: one's own exercises after a link, or those of games."""
    st.header(t("More to practise"))
    exercises = practice_kept.from_games()
    is_under_way = state.practice_round().origin == Origin.GAMES
    if not exercises:
        st.write(t("Play a turn: sums that are hard there become exercises here."))
    with st.container(horizontal=True, key="practice-others"):
        if exercises and not is_under_way:
            st.button(
                t.plural(
                    "{n} exercise from my games", "{n} exercises from my games", len(exercises)
                ),
                key="practice-games",
                icon=":material/casino:",
                help=t("Sums that were hard and moves that cost a lot, from your last turns."),
                on_click=state.practise_games,
                args=(exercises,),
            )
        elif not exercises:
            controls.play_link(state.variant(), t("Play a turn"))
        if state.practice_seed():
            st.button(
                t("Practise on my own"),
                key="practice-alone",
                help=t("Everybody with this link gets these exercises. Then choose your own."),
                on_click=state.practise_alone,
            )
