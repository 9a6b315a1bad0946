"""How turns end from a position on under best play, with the score that came out marked."""

from __future__ import annotations

from collections.abc import Mapping

import altair as alt
import pandas as pd

from shutbox.charts.theme import Mode, dress, role_scale
from shutbox.i18n import Language


def rows(distribution: Mapping[int, float], t: Language, actual: int | None) -> pd.DataFrame:
    """Return what the marks show, one row a score.

    Args:
        distribution: as `analysis.score_distribution` returns it.
        t: the reader's language.
        actual: the score of the turn, if it is over; it has a bar even where its chance is 0.

    Columns:
        score (int): the final score.
        chance (float): its probability.
        kind (str): "yours" for the actual score, else "other".
        label (str): a tick and the chance over the actual score, else "".
        description (str): the bar in words, for screen readers.
    """
    own = {} if actual is None else {actual: 0.0}
    chances = dict(sorted((own | dict(distribution)).items()))
    shares = {score: t.percent(chance) for score, chance in chances.items()}
    return pd.DataFrame(
        {
            "score": list(chances),
            "chance": list(chances.values()),
            "kind": ["yours" if score == actual else "other" for score in chances],
            "label": [
                t("✓ yours: {share}", share=share) if score == actual else ""
                for score, share in shares.items()
            ],
            "description": [
                t("Score {score}, yours: {share}", score=t.number(score), share=share)
                if score == actual
                else t("Score {score}: {share}", score=t.number(score), share=share)
                for score, share in shares.items()
            ],
        }
    )


def chart(rows: pd.DataFrame, t: Language, mode: Mode) -> alt.LayerChart:
    """Return the chart of `rows`; its specification does not depend on them."""
    score, chance = t("Final score"), t("Share of turns")
    base = alt.Chart(rows).encode(
        x=alt.X("score:O", title=score, axis=alt.Axis(labelAngle=0, labelOverlap=True)),
        y=alt.Y("chance:Q", title=chance, axis=alt.Axis(tickCount=4, format="~%")),
    )
    bars = base.mark_bar(cornerRadiusEnd=3).encode(
        color=alt.Color("kind:N", scale=role_scale(mode), legend=None),
        description="description:N",
        tooltip=[
            alt.Tooltip("score:O", title=score),
            alt.Tooltip("chance:Q", title=chance, format=".2%"),
        ],
    )
    labels = base.mark_text(baseline="bottom", dy=-4, aria=False).encode(text="label:N")
    about = t("A bar for every final score: its share of the turns that are played best from here.")
    return dress(alt.LayerChart(layer=[bars, labels]), t, mode, height=260, description=about)
