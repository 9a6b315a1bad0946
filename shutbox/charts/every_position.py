"""The value of every position: one point each, by the sum of its open tiles."""

from __future__ import annotations

import altair as alt
import pandas as pd

from shutbox.charts.theme import PALETTES, Mode, dress, role_scale
from shutbox.frames import equation
from shutbox.i18n import Language
from shutbox.solver import Objective

SELECTION = "position"
"""The name of the chart's selection: the point that was tapped."""

CHANCES = [0, 0.01, 0.05, 0.1, 0.2, 0.4, 0.6, 1]
"""The marks of the axis of chances: its steps shrink upwards."""


def rows(positions: pd.DataFrame, t: Language, objective: Objective, chosen: int) -> pd.DataFrame:
    """Return what the marks show, one row a position.

    Args:
        positions: as `positions.positions_frame` makes it.
        t: the reader's language.
        objective: what the values are.
        chosen: the position that is marked, as a set of tiles.

    Columns:
        tiles (str): the open tiles as a set: a number, as text.
        sum, value: as in ``positions``.
        mark (str): the position that is marked, in every row: with it a point can be tapped twice.
        chosen (bool): whether it is marked.
        kind (str): "yours" for the marked one, else "other".
        label (str): the value with a tick, drawn at the marked one.
        description (str): the point in words, for screen readers.
    """
    numbers = [
        t.percent(value, 2) if objective == "shut" else t.number(value, 2)
        for value in positions["value"]
    ]
    marked = [tiles == chosen for tiles in positions["tiles"]]
    return pd.DataFrame(
        {
            "tiles": [str(tiles) for tiles in positions["tiles"]],
            "sum": positions["sum"],
            "value": positions["value"],
            "mark": str(chosen),
            "chosen": marked,
            "kind": ["yours" if is_marked else "other" for is_marked in marked],
            "label": [f"✓ {number}" for number in numbers],
            "description": [
                t("{tiles} open: {value}", tiles=equation(tiles) or t.number(0), value=number)
                for tiles, number in zip(positions["tiles"].tolist(), numbers, strict=True)
            ],
        }
    )


def chart(rows: pd.DataFrame, t: Language, mode: Mode, *, objective: Objective) -> alt.LayerChart:
    """Return the chart of `rows`; its specification does not depend on them."""
    is_chance = objective == "shut"
    value = t("Chance to shut (steps shrink upwards)") if is_chance else t("Expected final score")
    about = (
        t("A point for every position: across, the sum of its open tiles; up, the chance to shut.")
        if is_chance
        else t("A point for every position: across, the sum of its open tiles; up, the score.")
    )
    base = alt.Chart(rows).encode(
        x=alt.X("sum:Q", title=t("Sum of the open tiles"), axis=alt.Axis(tickMinStep=1)),
        y=alt.Y(
            "value:Q",
            title=value,
            # Almost all chances are small, and that of the shut box is 1.
            scale=alt.Scale(type="sqrt") if is_chance else alt.Scale(),
            axis=alt.Axis(format="~%", values=CHANCES) if is_chance else alt.Axis(format=",.2~f"),
        ),
    )
    picked = alt.selection_point(name=SELECTION, fields=["tiles", "mark"], on="click", clear=False)
    points = (
        base.mark_circle(size=90, opacity=0.5, cursor="pointer", stroke="transparent")
        .encode(
            color=alt.Color("kind:N", scale=role_scale(mode), legend=None),
            description="description:N",
            tooltip=[alt.Tooltip("description:N", title=value)],
            strokeWidth=alt.value(8),
        )
        .add_params(picked)
        .properties(name="points")
    )
    marked = base.transform_filter("datum.chosen")
    ring = marked.mark_point(size=320, strokeWidth=3, aria=False).encode(
        color=alt.Color("kind:N", scale=role_scale(mode), legend=None)
    )
    words = marked.mark_text(
        dy=-18, fontWeight="bold", aria=False, stroke=PALETTES[mode].page, strokeWidth=4
    ).encode(text="label:N")
    text = marked.mark_text(dy=-18, fontWeight="bold", aria=False).encode(text="label:N")
    layers = alt.LayerChart(layer=[points, ring, words, text])
    return dress(layers, t, mode, height=280, description=about)
