"""The doubles that were rolled, between those that two ideas expect."""

from __future__ import annotations

import altair as alt
import pandas as pd

from shutbox.charts.theme import PALETTES, Mode, dress, role_scale
from shutbox.i18n import Language


def rows(doubles: pd.DataFrame, t: Language, sides: int) -> pd.DataFrame:
    """Return what the marks show, one row a bar.

    Args:
        doubles: as `frames.doubles_frame` makes it.
        t: the reader's language.
        sides: of both dice.

    Columns:
        idea, count, low, high: as in ``doubles``.
        name (str): what the bar is, in words.
        kind (str): "yours" for the doubles that were seen, else "other".
        label (str): the number.
        description (str): the bar in words, for screen readers.
    """
    things = sides * (sides + 1) // 2
    names = {
        "ordered": t("Expected if order counts ({some} of {all})", some=sides, all=sides * sides),
        "seen": t("Doubles that came"),
        "unordered": t("Expected if it did not ({some} of {all})", some=sides, all=things),
    }
    labels = [
        t.number(count, 0 if idea == "seen" else 1)
        for idea, count in zip(doubles["idea"], doubles["count"], strict=True)
    ]
    return doubles.assign(
        name=[names[idea] for idea in doubles["idea"]],
        kind=["yours" if idea == "seen" else "other" for idea in doubles["idea"]],
        label=labels,
        description=[
            t("{name}: {value}", name=names[idea], value=label)
            for idea, label in zip(doubles["idea"], labels, strict=True)
        ],
    )


def chart(rows: pd.DataFrame, t: Language, mode: Mode) -> alt.LayerChart:
    """Return the chart of `rows`; its specification does not depend on them."""
    palette = PALETTES[mode]
    axis, idea = t("Doubles"), t("What is counted")
    x = alt.X("count:Q", title=axis, axis=alt.Axis(tickMinStep=1, tickCount=4))
    base = alt.Chart(rows).encode(y=alt.Y("name:N", sort=None, title=idea, axis=None))
    bars = base.mark_bar(cornerRadiusEnd=3, height=22).encode(
        x=x,
        color=alt.Color("kind:N", scale=role_scale(mode), legend=None),
        description="description:N",
        tooltip=[alt.Tooltip("name:N", title=idea), alt.Tooltip("label:N", title=axis)],
    )
    strays = base.mark_rule(color=palette.text, strokeWidth=3, aria=False).encode(
        x=alt.X("low:Q", title=axis), x2="high:Q"
    )
    names = base.mark_text(x=2, align="left", baseline="bottom", dy=-15, aria=False).encode(
        text="description:N"
    )
    about = t(
        "A bar for the doubles that came, between bars for those to expect if the order of the "
        "dice counts and if it did not. A line on a bar: how far chance usually strays."
    )
    layers = alt.LayerChart(layer=[bars, strays, names])
    return dress(
        layers, t, mode, height=alt.Step(66), title=t("How many doubles?"), description=about
    )
