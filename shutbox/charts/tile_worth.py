"""What each tile is worth: how much better it is to have it shut, here and on average."""

from __future__ import annotations

import altair as alt
import pandas as pd

from shutbox.charts.theme import PALETTES, Mode, dress, role_scale
from shutbox.i18n import Language
from shutbox.solver import Objective

LABEL_ROOM = 24
"""In pixels: so much is free above the highest bar."""


def rows(worth: pd.DataFrame, t: Language, objective: Objective) -> pd.DataFrame:
    """Return what the marks show, one row a tile.

    Args:
        worth: as `positions.worth_frame` makes it.
        t: the reader's language.
        objective: what the values are.

    Columns:
        tile, here, average: as in ``worth``; a chance in percentage points.
        kind (str): "yours" for a tile that is open in the position, else "other".
        top (float): where the label stands.
        label (str): the worth in the position.
        description (str): the bar in words, for screen readers.
    """
    unit = 100 if objective == "shut" else 1
    here = [value * unit for value in worth["here"]]
    average = [value * unit for value in worth["average"]]
    labels = [t.number(value, 1, signed=True) for value in here]
    return pd.DataFrame(
        {
            "tile": worth["tile"],
            "here": here,
            "average": average,
            "kind": ["yours" if is_open else "other" for is_open in worth["open"]],
            "top": [max(0.0, one, other) for one, other in zip(here, average, strict=True)],
            "label": labels,
            "description": [
                t(
                    "Tile {tile}: {here} here, {average} on average",
                    tile=tile,
                    here=one,
                    average=mean,
                )
                for tile, one, mean in zip(
                    (t.number(tile) for tile in worth["tile"]),
                    labels,
                    (t.number(value, 1, signed=True) for value in average),
                    strict=True,
                )
            ],
        }
    )


def chart(rows: pd.DataFrame, t: Language, mode: Mode, *, objective: Objective) -> alt.LayerChart:
    """Return the chart of `rows`; its specification does not depend on them."""
    if objective == "shut":
        title = t("Percentage points gained")
        about = t("A bar for every tile: how much more likely the box is shut when the tile is.")
    else:
        title = t("Points saved")
        about = t("A bar for every tile: how much lower the expected score is when it is shut.")
    base = alt.Chart(rows).encode(
        x=alt.X("tile:O", title=t("Tile"), axis=alt.Axis(labelAngle=0)),
    )
    bars = base.mark_bar(cornerRadius=3).encode(
        y=alt.Y(
            "here:Q", title=title, axis=alt.Axis(tickCount=5), scale=alt.Scale(padding=LABEL_ROOM)
        ),
        color=alt.Color("kind:N", scale=role_scale(mode), legend=None),
        description="description:N",
        tooltip=[
            alt.Tooltip("tile:O", title=t("Tile")),
            alt.Tooltip("description:N", title=title),
        ],
    )
    ticks = base.mark_tick(thickness=4, color=PALETTES[mode].text, aria=False).encode(
        y=alt.Y("average:Q", title=title)
    )
    labels = base.mark_text(baseline="bottom", dy=-6, aria=False).encode(
        y=alt.Y("top:Q", title=title), text="label:N"
    )
    layers = alt.LayerChart(layer=[bars, ticks, labels])
    return dress(layers, t, mode, height=260, description=about)
