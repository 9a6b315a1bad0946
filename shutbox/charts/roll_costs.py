"""What a player's choices cost at every roll, on average."""

from __future__ import annotations

from collections.abc import Sequence

import altair as alt
import pandas as pd

from shutbox.charts.theme import Mode, dress, role_scale
from shutbox.i18n import Language


def rows(costs: Sequence[float], t: Language) -> pd.DataFrame:
    """Return what the marks show, one row a roll.

    Args:
        costs: the cost of the first, second, ... roll, in points; see `exact_play.roll_costs`.
        t: the reader's language.

    Columns:
        roll (int): from 1.
        cost (float): in points.
        kind (str): "yours", the colour of what choices cost.
        label (str): the cost.
        description (str): the bar in words, for screen readers.
    """
    digits = 1 if max(costs) >= 1 else 2
    return pd.DataFrame(
        {
            "roll": range(1, len(costs) + 1),
            "cost": list(costs),
            "kind": "yours",
            "label": [t.number(cost, digits) for cost in costs],
            "description": [
                t("Roll {roll}: {cost} points", roll=t.number(k), cost=t.number(cost, 2))
                for k, cost in enumerate(costs, start=1)
            ],
        }
    )


def chart(rows: pd.DataFrame, t: Language, mode: Mode) -> alt.LayerChart:
    """Return the chart of `rows`; its specification does not depend on them."""
    base = alt.Chart(rows).encode(
        x=alt.X("roll:O", title=t("Roll"), axis=alt.Axis(labelAngle=0)),
        y=alt.Y("cost:Q", title=t("Points given away"), axis=alt.Axis(tickCount=4)),
    )
    bars = base.mark_bar(cornerRadiusEnd=3).encode(
        color=alt.Color("kind:N", scale=role_scale(mode), legend=None),
        description="description:N",
        tooltip=[alt.Tooltip("description:N", title=t("Points given away"))],
    )
    labels = base.mark_text(baseline="bottom", dy=-4, aria=False).encode(text="label:N")
    about = t("A bar for every roll: how many points the choices give away there, on average.")
    layers = alt.LayerChart(layer=[bars, labels])
    title = t("What each roll costs")
    return dress(layers, t, mode, height=300, title=title, description=about)
