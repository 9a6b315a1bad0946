"""How often one player beats another: each with dice of its own, and both with the same dice."""

from __future__ import annotations

from collections.abc import Sequence

import altair as alt
import pandas as pd

from shutbox.charts.best_move import TITLE_ABOVE
from shutbox.charts.theme import PALETTES, Mode, dress, role_scale
from shutbox.i18n import Language

LONGEST_BAR = alt.ExprRef("max(40, width - 130)")
"""In pixels: beside it the longest label has room."""


def rows(
    outcomes: Sequence[str],
    own: Sequence[float] | None,
    same: Sequence[float],
    errors: Sequence[float],
    t: Language,
) -> pd.DataFrame:
    """Return what the marks show, a row for each outcome and kind of dice.

    Args:
        outcomes: what can happen, in words.
        own: the exact chance of each, with dice of their own, or None if it is not known.
        same: the simulated share of each, with the same dice.
        errors: two standard errors of those.
        t: the reader's language.

    Columns:
        outcome (str): what happens.
        rank (int): its place, from the top.
        dice (int): 0 for dice of their own, 1 for the same dice.
        share, low, high (float): the bar and two standard errors around it.
        kind (str): "best", which is also what is exact, or "other".
        label (str): the share and whose dice.
        description (str): the bar in words, for screen readers.
    """
    listed = []
    for rank, outcome in enumerate(outcomes):
        if own is not None:
            share = own[rank]
            # Note: A bar of a duel in which each player rolls its own dice.
            label = t("{share} own", share=t.percent(share))
            listed.append((outcome, rank, 0, share, share, share, "best", label))
        share, error = same[rank], errors[rank]
        # Note: A bar of a duel in which both players have the same dice.
        label = t("{share} ± {error} same", share=t.percent(share), error=t.number(100 * error, 1))
        low = max(share - error, 0.0)
        listed.append((outcome, rank, 1, share, low, share + error, "other", label))
    columns = ["outcome", "rank", "dice", "share", "low", "high", "kind", "label"]
    frame = pd.DataFrame(listed, columns=columns)
    words = zip(frame["outcome"], frame["label"], strict=True)
    return frame.assign(
        description=[t("{name}: {value}", name=name, value=label) for name, label in words]
    )


def chart(rows: pd.DataFrame, t: Language, mode: Mode) -> alt.LayerChart:
    """Return the chart of `rows`; its specification does not depend on them."""
    title = t("Share of the turns")
    base = alt.Chart(rows).encode(
        y=alt.Y(
            "outcome:N",
            sort=alt.EncodingSortField("rank", op="min"),
            title=t("Who has the lower score?"),
            axis=TITLE_ABOVE,
            scale=alt.Scale(paddingInner=0.3),
        ),
        yOffset=alt.YOffset("dice:O", scale=alt.Scale(domain=[0, 1], paddingInner=0.1)),
        x=alt.X(
            "share:Q",
            title=title,
            scale=alt.Scale(zero=True, nice=False, padding=0, rangeMax=LONGEST_BAR),
            axis=alt.Axis(format="~%", tickCount=3, labelOverlap=True),
        ),
    )
    bars = base.mark_bar(cornerRadiusEnd=3).encode(
        color=alt.Color("kind:N", scale=role_scale(mode), legend=None),
        description="description:N",
        tooltip=[alt.Tooltip("description:N", title=title)],
    )
    errors = base.mark_rule(strokeWidth=2, color=PALETTES[mode].text, aria=False).encode(
        x=alt.X("low:Q", title=title), x2="high:Q"
    )
    labels = base.mark_text(align="left", dx=8, aria=False).encode(
        x=alt.X("high:Q", title=title), text="label:N"
    )
    about = t("Bars for win, tie and loss: with dice of their own, and with the same dice.")
    layers = alt.LayerChart(layer=[bars, errors, labels])
    heading = t("Own dice and the same dice")
    return dress(layers, t, mode, height=alt.Step(30), title=heading, description=about)
