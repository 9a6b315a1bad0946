"""What the same dice came to in other hands: a bar for each of them."""

from __future__ import annotations

from collections.abc import Sequence

import altair as alt
import pandas as pd

from shutbox.charts.best_move import TITLE_ABOVE
from shutbox.charts.theme import Mode, dress, role_scale
from shutbox.i18n import Language

ROOM = alt.ExprRef("max(40, width - 190)")
"""In pixels: beside the longest bar its label has room."""


def rows(
    t: Language, names: Sequence[str], scores: Sequence[int], kinds: Sequence[str]
) -> pd.DataFrame:
    """Return what the marks show, one row a player.

    Args:
        t: the reader's language.
        names: who played, in the reader's words.
        scores: what each came to.
        kinds: "yours", "best" (with hindsight) or "other".

    Columns:
        order (int): the place of the bar from above, from 0.
        name (str): who played.
        score (int): the length of the bar.
        kind (str): as given.
        label (str): the score, with a mark for the reader's own and the best.
        description (str): the bar in words, for screen readers.
    """
    labels = []
    for score, kind in zip(scores, kinds, strict=True):
        label = t.number(score)
        if score == 0:
            label = t("{score}  box shut", score=label)
        if kind == "yours":
            label = t("{value}  ✓ yours", value=label)
        elif kind == "best":
            label = t("{value}  ★ best", value=label)
        labels.append(label)
    return pd.DataFrame(
        {
            "order": range(len(names)),
            "name": names,
            "score": scores,
            "kind": kinds,
            "label": labels,
            "description": [
                t("{name}: {amount}", name=name, amount=label)
                for name, label in zip(names, labels, strict=True)
            ],
        }
    )


def chart(rows: pd.DataFrame, t: Language, mode: Mode) -> alt.LayerChart:
    """Return the chart of `rows`; its specification does not depend on them."""
    who, score = t("Player"), [t("Score"), t("(lower is better)")]
    base = alt.Chart(rows).encode(
        y=alt.Y(
            "name:N", sort=alt.EncodingSortField("order", op="min"), title=who, axis=TITLE_ABOVE
        ),
        x=alt.X(
            "score:Q",
            title=score,
            scale=alt.Scale(zero=True, nice=False, padding=0, rangeMax=ROOM),
            axis=alt.Axis(tickCount=4, tickMinStep=1, labelOverlap=True),
        ),
    )
    bars = base.mark_bar(cornerRadius=3, height=22).encode(
        color=alt.Color("kind:N", scale=role_scale(mode), legend=None),
        description="description:N",
        tooltip=[alt.Tooltip("name:N", title=who), alt.Tooltip("label:N", title=score[0])],
    )
    labels = base.mark_text(align="left", dx=8, aria=False).encode(text="label:N")
    about = t("A bar for every player: the score with the same dice. Shorter is better.")
    return dress(
        alt.LayerChart(layer=[bars, labels]), t, mode, height=alt.Step(32), description=about
    )
