"""The best move against the chosen one: a bar for every legal move of a roll."""

from __future__ import annotations

from collections.abc import Mapping
from math import floor, log10
from typing import Any

import altair as alt
import pandas as pd

from shutbox.charts.theme import Mode, dress, role_scale
from shutbox.i18n import SOURCE, Language, language
from shutbox.solver import Objective

MOST_DIGITS = 3
LONGEST_BAR = alt.ExprRef("max(40, width - 150)")
"""In pixels: beside it the longest label has room, however narrow the page."""

TITLE_ABOVE = alt.Axis(
    labelLimit=200, ticks=False, titleAngle=0, titleAlign="left", titleAnchor="start", titleY=-10
)


def digits_to_tell(values: list[float]) -> int:
    """Return how many decimals it takes for different values to look different, 3 at most.

    Where all values are tiny, a decimal counts from their first digit on.
    """
    t = language(SOURCE)
    largest = max(values, default=0)
    zeros = max(0, -floor(log10(largest)) - 1) if largest > 0 else 0

    def shown(digits: int) -> int:
        return len({t.number(value, digits) for value in values})

    most = MOST_DIGITS + zeros
    different = shown(most)
    return next((d for d in range(1 + zeros, most) if shown(d) == different), most)


def rows(moves: pd.DataFrame, t: Language, objective: Objective) -> pd.DataFrame:
    """Return what the marks show, one row a move.

    Args:
        moves: as `frames.moves_frame` makes it.
        t: the reader's language.
        objective: what the values are.

    Columns:
        rank, move, value: as in ``moves``.
        kind (str): "best", "yours" or "other", for the fill.
        chosen (bool): whether the bar has the outline of the chosen move.
        label (str): the value in words, with "best" and "yours".
        description (str): the bar in words, for screen readers.
    """
    columns = {name: moves[name].tolist() for name in ("rank", "move", "value", "best", "chosen")}
    return pd.DataFrame(columns_of(columns, t, objective), index=moves.index)


def columns_of(
    moves: Mapping[str, list[Any]], t: Language, objective: Objective
) -> dict[str, list[Any]]:
    """Return the columns of `rows` as lists, from those of `frames.moves_columns`."""
    percent = objective == "shut"
    values = [value * 100 if percent else value for value in moves["value"]]
    digits = digits_to_tell(values)
    kinds, labels = [], []
    for value, best, chosen in zip(moves["value"], moves["best"], moves["chosen"], strict=True):
        number = t.percent(value, digits) if percent else t.number(value, digits)
        # Note: Marks in the chart of moves, behind a number: the best move, and the child's own.
        if best and chosen:
            number = t("{value}  ★ best, ✓ yours", value=number)
        elif best:
            number = t("{value}  ★ best", value=number)
        elif chosen:
            number = t("{value}  ✓ yours", value=number)
        kinds.append("best" if best else "yours" if chosen else "other")
        labels.append(number)
    descriptions = [
        t("{move}: {value}", move=move, value=label)
        for move, label in zip(moves["move"], labels, strict=True)
    ]
    kept = {name: moves[name] for name in ("rank", "move", "value", "chosen")}
    return {**kept, "kind": kinds, "label": labels, "description": descriptions}


def chart(rows: pd.DataFrame, t: Language, mode: Mode, *, objective: Objective) -> alt.LayerChart:
    """Return the chart of `rows`; its specification does not depend on them."""
    if objective == "score":
        axis = [t("Expected final score"), t("(lower is better)")]
        about = t("A bar for every move: the final score to expect after it. Shorter is better.")
    else:
        axis = [t("Chance to shut the box"), t("(higher is better)")]
        about = t("A bar for every move: the chance to shut the box after it. Longer is better.")
    tiles = t("Tiles to shut")
    order = alt.EncodingSortField("rank", op="min")
    base = alt.Chart(rows).encode(
        y=alt.Y(
            "move:N",
            sort=order,
            title=tiles,
            axis=TITLE_ABOVE,
        ),
        x=alt.X(
            "value:Q",
            title=axis,
            scale=alt.Scale(zero=True, padding=0, nice=False, rangeMax=LONGEST_BAR),
            axis=alt.Axis(
                tickCount=3,
                labelOverlap=True,
                labelSeparation=6,
                format="~%" if objective == "shut" else ",.2~f",
            ),
        ),
    )
    kinds = alt.Color("kind:N", scale=role_scale(mode), legend=None)
    bars = base.mark_bar(cornerRadius=3, height=20).encode(
        color=kinds,
        opacity=alt.condition("datum.kind == 'yours'", alt.value(0.35), alt.value(0.95)),
        description="description:N",
        tooltip=[
            alt.Tooltip("move:N", title=tiles),
            alt.Tooltip("label:N", title=axis[0]),
        ],
    )
    outline = (
        base.transform_filter("datum.chosen")
        .transform_calculate(kind="'yours'")
        .mark_bar(cornerRadius=3, height=22, filled=False, strokeWidth=3, aria=False)
        .encode(color=kinds)
    )
    labels = base.mark_text(align="left", dx=8, aria=False).encode(text="label:N")
    layers = alt.LayerChart(layer=[bars, outline, labels])
    return dress(layers, t, mode, height=alt.Step(30), description=about)
