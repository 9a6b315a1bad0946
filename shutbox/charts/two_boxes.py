"""Final scores of two boxes under best play: one upwards, the other downwards."""

from __future__ import annotations

from collections.abc import Mapping

import altair as alt
import pandas as pd

from shutbox.charts.theme import Mode, dress, role_scale
from shutbox.i18n import Language


def rows(this: Mapping[int, float], other: Mapping[int, float], t: Language) -> pd.DataFrame:
    """Return what the marks show, one row a final score of each box.

    Args:
        this: score to probability, as `analysis.score_distribution` makes it.
        other: the same of the other box.
        t: the reader's language.

    Columns:
        score (int): the final score.
        share (float): its probability; negative, so downwards, for the other box.
        kind (str): "yours" for this box, "other" for the other one.
        description (str): the bar in words, for screen readers.
    """
    shares = [(score, share, "yours") for score, share in this.items()]
    shares += [(score, -share, "other") for score, share in other.items()]
    places = [
        {"score": t.number(score), "share": t.percent(abs(share), 2)} for score, share, _ in shares
    ]
    return pd.DataFrame(
        {
            "score": [score for score, _, _ in shares],
            "share": [share for _, share, _ in shares],
            "kind": [kind for _, _, kind in shares],
            "description": [
                t("This box, score {score}: {share} of turns", **place)
                if kind == "yours"
                else t("Other box, score {score}: {share} of turns", **place)
                for (_, _, kind), place in zip(shares, places, strict=True)
            ],
        }
    )


def chart(rows: pd.DataFrame, t: Language, mode: Mode) -> alt.LayerChart:
    """Return the chart of `rows`; its specification does not depend on them."""
    share = t("Share of turns")
    bars = (
        alt.Chart(rows)
        .mark_bar()
        .encode(
            x=alt.X(
                "score:O",
                title=t("Final score"),
                scale=alt.Scale(paddingOuter=1),
                axis=alt.Axis(
                    labelAngle=0,
                    labelOverlap=True,
                    labelSeparation=6,
                    orient="bottom",
                ),
            ),
            y=alt.Y(
                "share:Q",
                title=share,
                axis=alt.Axis(tickCount=6, labelExpr="format(abs(datum['value']), '~%')"),
            ),
            color=alt.Color("kind:N", scale=role_scale(mode), legend=None),
            description="description:N",
            tooltip=[
                alt.Tooltip("score:O", title=t("Final score")),
                alt.Tooltip("description:N", title=share),
            ],
        )
    )
    about = t("Bars for every final score: up how often this box ends with it, down the other one.")
    layers = alt.LayerChart(layer=[bars])
    return dress(layers, t, mode, height=300, title=t("↑ This box, ↓ other box"), description=about)
