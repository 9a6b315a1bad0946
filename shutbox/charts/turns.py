"""Many turns one after the other: a point a turn, and the average so far as a line."""

from __future__ import annotations

from typing import Literal

import altair as alt
import pandas as pd

from shutbox.charts.theme import PALETTES, Mode, dress, role_scale
from shutbox.i18n import Language
from shutbox.solver import Objective

Measure = Literal["score", "adjusted", "best_share"]

MEASURES: tuple[Measure, ...] = ("score", "adjusted", "best_share")
"""What may be drawn."""

MOST_POINTS = 200
"""With more turns, a point stands for the average of several."""


def measure_name(t: Language, measure: Measure, objective: Objective) -> str:
    """Return what is drawn, in words."""
    if measure == "score":
        return t("Score")
    if measure == "best_share":
        return t("Best moves")
    return t("Chance without luck") if objective == "shut" else t("Score without luck")


def _is_share(measure: Measure, objective: Objective) -> bool:
    return measure == "best_share" or (measure == "adjusted" and objective == "shut")


def rows(turns: pd.DataFrame, t: Language, measure: Measure, objective: Objective) -> pd.DataFrame:
    """Return what the marks show, one row a turn, or a group of turns one after the other.

    Args:
        turns: as `frames.turns_frame` makes it.
        t: the reader's language.
        measure: the column that is drawn; where it is missing there is no point.
        objective: what luck was reckoned in.

    Columns:
        first, last (int): the numbers of the turns; the same for a single one.
        value (float): the measure, or its average.
        mean (float): the average of all turns so far.
        kind (str): "yours".
        description (str): the point in words, for screen readers.
    """
    known = turns.loc[turns[measure].notna(), ["number", measure]].reset_index(drop=True)
    size = -(-len(known) // MOST_POINTS) or 1
    groups = known.groupby(known.index // size)
    frame = pd.DataFrame(
        {
            "first": groups["number"].first(),
            "last": groups["number"].last(),
            "value": groups[measure].mean(),
            "mean": known[measure].expanding().mean().groupby(known.index // size).last(),
        }
    )
    share = _is_share(measure, objective)
    words = []
    for first, last, value in zip(frame["first"], frame["last"], frame["value"], strict=True):
        shown = t.percent(value) if share else t.number(value, 1)
        places = {"first": t.number(first), "last": t.number(last), "value": shown}
        if first == last:
            words.append(t("Turn {first}: {value}", **places))
        else:
            words.append(t("Turns {first} to {last}: {value} on average", **places))
    return frame.assign(kind="yours", description=words)


def chart(
    rows: pd.DataFrame, t: Language, mode: Mode, *, measure: Measure, objective: Objective
) -> alt.LayerChart:
    """Return the chart of `rows`; its specification does not depend on them."""
    turn, value = t("Turn"), measure_name(t, measure, objective)
    percent = _is_share(measure, objective)
    axis = alt.Axis(tickCount=4, format="~%" if percent else ",.2~f")
    base = alt.Chart(rows).encode(
        x=alt.X("first:Q", title=turn, axis=alt.Axis(tickMinStep=1, labelOverlap=True))
    )
    points = base.mark_point(filled=True, size=70, opacity=1).encode(
        y=alt.Y("value:Q", title=value, axis=axis, scale=alt.Scale(zero=True)),
        color=alt.Color("kind:N", scale=role_scale(mode), legend=None),
        description="description:N",
        tooltip=[alt.Tooltip("description:N", title=value)],
    )
    line = base.mark_line(color=PALETTES[mode].text, strokeWidth=2, aria=False).encode(
        y=alt.Y("mean:Q", title=value)
    )
    about = t("A point for every turn in order, and a line for the average of all turns so far.")
    return dress(alt.LayerChart(layer=[line, points]), t, mode, height=260, description=about)
