"""How many ways there are to make each total, one bar a total, the chosen total marked."""

from __future__ import annotations

import altair as alt
import pandas as pd

from shutbox.charts.theme import Mode, dress, role_scale
from shutbox.i18n import Language

SELECTION = "total"
"""The name of the chart's selection: the bar that was tapped."""

MOST_LETTERS = 60
"""With more letters above the bars of a chart, they run into each other."""


def rows(ways: pd.DataFrame, t: Language, column: str, chosen: int) -> pd.DataFrame:
    """Return what the marks show, one row a total.

    Args:
        ways: as `frames.ways_frame` makes it.
        t: the reader's language.
        column: "shut" or "roll".
        chosen: the total that is marked.

    Columns:
        total, ways (int): the bar.
        chosen (int): the chosen total, in every row: with it a bar can be picked twice.
        kind (str): "yours" for the chosen total, else "other".
        label (str): the number of ways, with a tick for the chosen total; crowded ones are empty.
        description (str): the bar in words, for screen readers.
    """
    counts = ways[column].tolist()
    totals = ways["total"].tolist()
    labels = [t.number(count) for count in counts]
    is_crowded = sum(map(len, labels)) > MOST_LETTERS
    return pd.DataFrame(
        {
            "total": totals,
            "ways": counts,
            "kind": ["yours" if total == chosen else "other" for total in totals],
            "chosen": chosen,
            "label": [
                f"✓ {label}" if total == chosen else "" if is_crowded else label
                for total, label in zip(totals, labels, strict=True)
            ],
            "description": [
                t.plural("Total {total}: {n} way", "Total {total}: {n} ways", count, total=total)
                for total, count in zip(totals, counts, strict=True)
            ],
        }
    )


def chart(rows: pd.DataFrame, t: Language, mode: Mode, *, kind: str) -> alt.LayerChart:
    """Return the chart of `rows`; its specification does not depend on them.

    Args:
        rows: what the marks show.
        t: the reader's language.
        mode: light or dark.
        kind: what the ways are for: "shut", "roll" or "draw".
    """
    if kind == "shut":
        title, axis = t("Ways to shut"), t("Sets of tiles")
        about = t("A bar for every total: how many sets of tiles make it.")
    elif kind == "draw":
        title, axis = t("Ways to draw"), t("Draws")
        about = t("A bar for every total: how many draws show it.")
    else:
        title, axis = t("Ways to roll"), t("Rolls")
        about = t("A bar for every total: how many rolls of the dice show it.")
    base = alt.Chart(rows).encode(
        x=alt.X("total:O", title=t("Total"), axis=alt.Axis(labelAngle=0, labelOverlap=True)),
        y=alt.Y("ways:Q", title=axis, axis=alt.Axis(tickMinStep=1, tickCount=4)),
    )
    picked = alt.selection_point(
        name=SELECTION, fields=["total", "chosen"], on="click", clear=False
    )
    bars = (
        base.mark_bar(cornerRadiusEnd=3, cursor="pointer")
        .encode(
            color=alt.Color("kind:N", scale=role_scale(mode), legend=None),
            description="description:N",
            tooltip=[
                alt.Tooltip("total:O", title=t("Total")),
                alt.Tooltip("ways:Q", title=title),
            ],
        )
        .add_params(picked)
        .properties(name="bars")
    )
    labels = base.mark_text(baseline="bottom", dy=-4, aria=False).encode(text="label:N")
    layers = alt.LayerChart(layer=[bars, labels])
    return dress(layers, t, mode, height=300, title=title, description=about)
