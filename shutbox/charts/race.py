"""A race of totals: every total is a horse, every roll takes one of them a step on."""

from __future__ import annotations

import altair as alt
import pandas as pd

from shutbox.charts.theme import PALETTES, Mode, dress, role_scale
from shutbox.i18n import Language


def rows(counts: pd.DataFrame, t: Language, guess: int | None, steps: int) -> pd.DataFrame:
    """Return what the marks show, one row a horse.

    Args:
        counts: the steps made, as `frames.counts_frame` makes it.
        t: the reader's language.
        guess: the horse that the reader thinks will win.
        steps: how long the course is.

    Columns:
        total, count (int): the horse and its steps.
        kind (str): "yours" for the guess, else "other".
        label (str): a horse with its steps, if any, a star if it has won, a tick if guessed.
        description (str): the same in words, for screen readers.
    """
    labels, descriptions = [], []
    for total, count in zip(counts["total"], counts["count"], strict=True):
        words = t.plural("Horse {total}: {n} step", "Horse {total}: {n} steps", count, total=total)
        label = f"♞ {t.number(count)}" if count else "♞"
        if total == guess:
            label, words = f"{label} ✓", t("{bar}, your guess", bar=words)
        if count == steps:
            label, words = f"{label} ★", t("{bar}, the winner", bar=words)
        labels.append(label)
        descriptions.append(words)
    return counts[["total", "count"]].assign(
        kind=["yours" if total == guess else "other" for total in counts["total"]],
        label=labels,
        description=descriptions,
    )


def chart(rows: pd.DataFrame, t: Language, mode: Mode, *, steps: str) -> alt.LayerChart:
    """Return the chart of `rows`; its specification does not depend on them.

    Args:
        rows: what the marks show.
        t: the reader's language.
        mode: light or dark.
        steps: how long the course is.
    """
    palette = PALETTES[mode]
    base = alt.Chart(rows).encode(
        y=alt.Y("total:O", title=t("Horse"), axis=alt.Axis(ticks=False)),
    )
    x = alt.X(
        "count:Q",
        title=t("Steps"),
        scale=alt.Scale(domain=[0, int(steps) * 1.15], nice=False),
        axis=alt.Axis(values=list(range(0, int(steps) + 1, max(1, int(steps) // 5))), format="d"),
    )
    bars = base.mark_bar(cornerRadiusEnd=3, height={"band": 0.7}).encode(
        x=x,
        color=alt.Color("kind:N", scale=role_scale(mode), legend=None),
        description="description:N",
        tooltip=[
            alt.Tooltip("total:O", title=t("Horse")),
            alt.Tooltip("count:Q", title=t("Steps")),
        ],
    )
    labels = base.mark_text(align="left", dx=6, fontSize=18, aria=False).encode(x=x, text="label:N")
    finish = (
        alt.Chart(rows)
        .mark_rule(color=palette.text, strokeWidth=3, strokeDash=[4, 4], aria=False)
        .encode(x=alt.X(datum=int(steps), title=t("Steps")))
    )
    layers = alt.LayerChart(layer=[finish, bars, labels])
    about = t("A bar for every total: how many steps it has made towards the finish.")
    return dress(
        layers,
        t,
        mode,
        height=alt.Step(23),
        title=t("Who is first at the line?"),
        description=about,
    )
