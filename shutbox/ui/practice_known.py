"""Which sums are safe, growing and new: as a picture and in words, for child and grown-up."""

from __future__ import annotations

from collections import Counter
from html import escape
from itertools import groupby

import streamlit as st

from shutbox.exercises import Fact
from shutbox.i18n import Language, mark
from shutbox.practice import Progress, Standing, addition_table, sets_of_number
from shutbox.ui import controls, state
from shutbox.ui.exercise_words import added

TOTALS = range(3, 21)
USUAL_TOTAL = "10"

MOST_NAMED = 3
"""So many sums to talk about are named."""

_NAMES = {
    Standing.SAFE: mark("safe"),
    Standing.GROWING: mark("growing"),
    Standing.NEW: mark("new"),
}
_MEANINGS = {
    Standing.SAFE: mark("Safe: right on two days or more."),
    Standing.GROWING: mark("Growing: you met it, and it comes again."),
    Standing.NEW: mark("New: you have not met it yet."),
}


def knowing(t: Language) -> None:
    """Draw what is known: in words, as the addition table, and as the sets of a number."""
    progress = state.practised()
    with st.container(key="practice-known"):
        st.header(t("What you know"))
        st.write(_words(t, progress))
        st.html(_legend(t))
        with st.container(key="practice-known-parts"):
            with st.container(key="practice-known-table"):
                st.html(_heading(t("The addition table")) + _table(t, progress))
            with st.container(key="practice-known-sets"):
                st.html(_heading(t("The sums of a number")))
                _sets(t, progress)


def _heading(words: str) -> str:
    return f"<h3>{escape(words)}</h3>"


def _words(t: Language, progress: Progress) -> str:
    counts = Counter(memory.standing for memory in progress.memories.values())
    if not counts:
        return t("You have not practised yet. After a round of exercises you see your sums here.")
    said = []
    if safe := counts[Standing.SAFE]:
        said.append(t.plural("Safe: {n} sum.", "Safe: {n} sums.", safe))
    if growing := counts[Standing.GROWING]:
        said.append(t.plural("Growing: {n} sum.", "Growing: {n} sums.", growing))
    least = sorted(
        (memory.box, memory.due, fact)
        for fact, memory in progress.memories.items()
        if memory.standing == Standing.GROWING
    )
    if least:
        sums = t.listed(added(t, fact) for *_, fact in least[:MOST_NAMED])
        onward = t("To talk about next: {sums}. How do you find the answer?", sums=sums)
    else:
        onward = t("All sums that you met are safe. The next level has new ones.")
    return f"{' '.join(said)}  \n{onward}"


def _legend(t: Language) -> str:
    rows = "".join(
        f'<li><span class="stb-standing {standing}"><i class="{standing}"></i></span>'
        f"{escape(t(_MEANINGS[standing]))}</li>"
        for standing in _MEANINGS
    )
    return f'<ul class="stb-known-legend">{rows}</ul>'


def _table(t: Language, progress: Progress) -> str:
    rows = addition_table(progress)
    numbers = range(1, len(rows) + 1)
    head = "".join(f'<th scope="col">{t.number(number)}</th>' for number in numbers)
    body = "".join(
        f'<tr><th scope="row">{t.number(first)}</th>'
        + "".join(
            f'<td class="stb-standing {standing}">{t.number(first + second)}'
            f"{_mark(t, standing)}</td>"
            for second, standing in zip(numbers, row, strict=True)
        )
        + "</tr>"
        for first, row in zip(numbers, rows, strict=True)
    )
    name = escape(t("How well you know each sum of two numbers"))
    return (
        f'<table class="stb-known" aria-label="{name}">'
        f"<thead><tr><td>+</td>{head}</tr></thead><tbody>{body}</tbody></table>"
    )


def _mark(t: Language, standing: Standing) -> str:
    name = escape(t(_NAMES[standing]))
    return f'<i class="{standing}" aria-hidden="true"></i><span class="stb-unseen">{name}</span>'


def _sets(t: Language, progress: Progress) -> None:
    totals = {str(total): t.number(total) for total in TOTALS}
    total = int(controls.choose_noted("practise", "total", t("Total"), totals, USUAL_TOTAL))
    sets = sets_of_number(progress, total)
    st.write(
        t.plural(
            "{n} sum of different tiles makes {total}.",
            "{n} sums of different tiles make {total}.",
            len(sets),
            total=t.number(total),
        )
    )
    for size, same in groupby(sorted(sets, key=_size), _size):
        items = "".join(
            f'<div role="listitem">{_tiles(t, fact, standing)}{_mark(t, standing)}</div>'
            for fact, standing in same
        )
        name = escape(t("Of {count} tiles", count=t.number(size)))
        st.html(f'<div class="stb-known-sets" role="list" aria-label="{name}">{items}</div>')


def _size(item: tuple[Fact, Standing]) -> int:
    return len(item[0])


def _tiles(t: Language, fact: Fact, standing: Standing) -> str:
    tiles = (f'<b class="stb-standing {standing}">{t.number(tile)}</b>' for tile in fact)
    return "<span>+</span>".join(tiles)
