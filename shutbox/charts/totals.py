"""How often each total came, the reader's guess as a line, what to expect as dots."""

from __future__ import annotations

from itertools import product

import altair as alt
import numpy as np
import pandas as pd

from shutbox.charts.theme import PALETTES, Mode, dress, role_scale
from shutbox.charts.ways import MOST_LETTERS
from shutbox.i18n import Language

LEAST_ROOM = 5
"""The highest bar that has room when nothing was counted yet."""


def rows(counts: pd.DataFrame, t: Language, guess: int | None, *, is_shown: bool) -> pd.DataFrame:
    """Return what the marks show, one row a total.

    Args:
        counts: as `frames.counts_frame` makes it.
        t: the reader's language.
        guess: the total that the reader thinks will come most.
        is_shown: whether one sees what to expect.

    Columns:
        total, count (int): the bar.
        expected (float): the dot; 0 while it is hidden.
        shown (bool): whether the dots are shown.
        kind (str): "yours" for the guess, else "other".
        guess (bool): whether the line of the guess stands here.
        mark (str): the word above that line.
        label (str): the count; empty where there are too many, or nothing was counted yet.
        nothing (str): says in the first row that nothing was counted yet.
        top (float): where the label stands: above bar and dot.
        room (int): the end of the scale: a round number, so that bars grow and the scale rests.
        description (str): the bar in words, for screen readers.
    """
    totals = counts["total"].tolist()
    guessed = [total == guess for total in totals]
    labels = [t.number(count) for count in counts["count"]]
    is_crowded = sum(map(len, labels)) > MOST_LETTERS
    is_empty = not counts["count"].any()
    # Note: In an empty chart of what was rolled or won so far.
    nothing = t("Nothing yet") if is_empty else ""
    expected = counts["expected"] if is_shown else counts["expected"] * 0
    tops = np.fmax(counts["count"], expected)
    # Note: Above the line that marks the reader's own guess in a chart.
    yours = t("your guess")
    return counts.assign(
        expected=expected,
        shown=is_shown,
        kind=["yours" if is_guess else "other" for is_guess in guessed],
        guess=guessed,
        mark=yours,
        label=[
            label if not is_empty and (is_guess or not is_crowded) else ""
            for label, is_guess in zip(labels, guessed, strict=True)
        ],
        nothing=[nothing, *[""] * (len(labels) - 1)],
        top=tops,
        room=next(room for room in _rooms() if room >= 1.1 * tops.max()),
        description=[
            _in_words(t, total, count, dot if is_shown else None, is_guess)
            for total, count, dot, is_guess in zip(
                totals, counts["count"], expected, guessed, strict=True
            )
        ],
    )


def _rooms() -> list[int]:
    steps = (10, 12, 15, 20, 25, 30, 40, 50, 60, 80)
    return [LEAST_ROOM, 8, *(step * 10**power for power, step in product(range(8), steps))]


def _in_words(t: Language, total: int, count: int, expected: float | None, is_guess: bool) -> str:
    words = t.plural("Total {total}: {n} time", "Total {total}: {n} times", count, total=total)
    if expected is not None:
        words = t("{bar}, {expected} expected", bar=words, expected=t.number(expected, 1))
    return t("{bar}, your guess", bar=words) if is_guess else words


def chart(rows: pd.DataFrame, t: Language, mode: Mode, *, kind: str) -> alt.LayerChart:
    """Return the chart of `rows`; its specification does not depend on them.

    Args:
        rows: what the marks show.
        t: the reader's language.
        mode: light or dark.
        kind: what was counted: "rolls" or "wins" of races.
    """
    if kind == "rolls":
        title, axis = t("How often each total came"), t("Rolls")
        about = t("A bar for every total: how many of the rolls showed it.")
    else:
        title, axis = t("How often each total won"), t("Races won")
        about = t("A bar for every total: how many of the races it won.")
    x = alt.X("total:O", title=t("Total"), axis=alt.Axis(labelAngle=0, labelOverlap=True))
    y = alt.Y("count:Q", title=axis, axis=alt.Axis(tickMinStep=1, tickCount=5))
    base = alt.Chart(rows).encode(x=x)
    palette = PALETTES[mode]
    bars = base.mark_bar(cornerRadiusEnd=3).encode(
        y=y,
        color=alt.Color("kind:N", scale=role_scale(mode), legend=None),
        description="description:N",
        tooltip=[
            alt.Tooltip("total:O", title=t("Total")),
            alt.Tooltip("count:Q", title=title),
        ],
    )
    top = alt.Y("top:Q", title=axis)
    halo, labels = (
        base.mark_text(baseline="bottom", dy=-6, aria=False, stroke=stroke, strokeWidth=5).encode(
            y=top, text="label:N"
        )
        for stroke in (palette.page, "transparent")
    )
    room = base.mark_point(opacity=0, aria=False).encode(y=alt.Y("room:Q", title=axis))
    shape = (
        base.transform_filter("datum.shown")
        .mark_line(
            color=palette.best,
            strokeWidth=2,
            point=alt.OverlayMarkDef(color=palette.best, size=70, filled=True, aria=False),
            aria=False,
        )
        .encode(y=alt.Y("expected:Q", title=axis))
    )
    guessed = base.transform_filter("datum.guess")
    line = guessed.mark_rule(color=palette.yours, strokeWidth=3, strokeDash=[7, 5], aria=False)
    mark = guessed.mark_text(y=0, baseline="bottom", dy=-4, color=palette.yours, aria=False).encode(
        text="mark:N"
    )
    nothing = (
        alt.Chart(rows)
        .mark_text(
            x=alt.ExprRef("width / 2"),
            y=alt.ExprRef("height / 2"),
            fontSize=18,
            color=palette.other,
            aria=False,
        )
        .encode(text="nothing:N")
    )
    layers = alt.LayerChart(layer=[room, line, bars, shape, halo, labels, mark, nothing])
    return dress(
        layers, t, mode, height=300, title=alt.TitleParams(title, offset=20), description=about
    )
