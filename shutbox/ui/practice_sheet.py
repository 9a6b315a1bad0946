"""The same round for a class: its link, what it asks, and the answers on one sheet to print."""

from __future__ import annotations

from html import escape

import streamlit as st

from shutbox.exercises import AddDice, BreakUp, Exercise, RollsFit
from shutbox.i18n import Language
from shutbox.practice_round import MOST_EXERCISES, Round, link_round, read_exercise
from shutbox.tiles import tiles_in
from shutbox.ui import sheets, state
from shutbox.ui.exercise_words import TYPE_NAMES, level_name, question, solution


def for_class(t: Language) -> None:
    """Draw what a teacher needs to give a whole class the same exercises."""
    st.write(
        t(
            "Everybody who opens the link gets the same exercises, in the same order. "
            "Choose above what they practise."
        )
    )
    seed = state.practice_seed()
    with st.container(horizontal=True, vertical_alignment="bottom"):
        state.set_field(_COUNT_KEY, state.practice_count())
        st.number_input(
            t("How many exercises"),
            1,
            MOST_EXERCISES,
            key=_COUNT_KEY,
            on_change=lambda: state.keep_text(state.COUNT, str(state.field(_COUNT_KEY))),
            width=200,
        )
        st.button(
            t("Other exercises") if seed else t("Make a link"),
            key="practice-together",
            icon=":material/casino:" if seed else ":material/link:",
            on_click=state.practise_together,
        )
    if not seed:
        return
    level = state.practice_level()
    held = link_round(level, seed, state.practice_count(), 0, state.practice_types(level))
    st.write(t("The link for everybody:"))
    st.code(state.address() + state.link_to_practice(), language=None, wrap_lines=True)
    st.header(t("What it asks, and the answers"))
    sheets.show_page(t, answer_sheet(t, held), f"practice-{seed}")


_COUNT_KEY = "practice-count"


def answer_sheet(t: Language, held: Round) -> str:
    """Return the exercises of a round and their answers as a whole page of HTML.

    Args:
        t: the reader's language.
        held: a round whose exercises are all there.
    """
    heads = (t("Exercise"), t("What is asked"), t("Right answers"))
    head = "".join(f"<th>{escape(name)}</th>" for name in heads)
    rows = []
    for number, text in enumerate(held.asked, 1):
        exercise = read_exercise(text)
        rows.append(
            f"<tr><td>{t.number(number)}</td>"
            f"<td><small>{escape(t(TYPE_NAMES[exercise.name]))}</small><br>"
            f"{escape(question(t, exercise) + _box(t, exercise))}</td>"
            f"<td><b>{escape(solution(t, exercise))}</b></td></tr>"
        )
    title = t("Practise: answers for the teacher")
    heading = " · ".join([title, level_name(t, held.level), held.seed])
    body = (
        f'<section class="answers"><p class="title">{escape(heading)}</p>'
        f"<table><tr>{head}</tr>{''.join(rows)}</table></section>"
    )
    return sheets.page(title, body, t.code)


def _box(t: Language, exercise: Exercise) -> str:
    """Return what the question does not say and its picture shows: dice, or open tiles."""
    if isinstance(exercise, AddDice):
        return " " + t("Dice: {faces}.", faces=t.listed(map(t.number, exercise.given)))
    if exercise.open_tiles and not isinstance(exercise, BreakUp | RollsFit):
        tiles = t.listed(map(t.number, tiles_in(exercise.open_tiles)))
        return " " + t("Open: {tiles}.", tiles=tiles)
    return ""
