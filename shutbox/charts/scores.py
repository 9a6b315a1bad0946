"""How often simulated turns end with each score, beside the exact probabilities."""

from __future__ import annotations

import altair as alt
import pandas as pd

from shutbox.charts.theme import PALETTES, Mode, dress, role_scale
from shutbox.i18n import Language

BAR = (-0.44, 0.12)
"""Where a bar begins and ends, of the width of a score, from its middle."""

EXACT_AT = 0.3
"""Where the exact value stands beside it."""

ABOVE = 1.06
"""Lines of averages reach above the highest bar, for their words."""


def rows(scores: pd.DataFrame, t: Language, mean: float, guess: int | None = None) -> pd.DataFrame:
    """Return what the marks show: a row a score, then one a line.

    Args:
        scores: as `frames.scores_frame` makes it.
        t: the reader's language.
        mean: the average score that is marked by a line.
        guess: the reader's guess of it, another line.

    Columns:
        part (str): "score" or "line".
        left, right (float): the edges of the bar, in points; of a line its place, twice.
        middle (float): where the exact value stands beside it.
        share, exact, low, high (float): as in ``scores``; of a line ``high`` is its top.
        kind (str): "other" for a bar and the average, "yours" for the guess.
        label (str): the words at a line.
        description (str): the bar or line in words, for screen readers.
    """
    width = scores["last"] - scores["first"] + 1
    middle = (scores["first"] + scores["last"]) / 2
    bars = pd.DataFrame(
        {
            "part": "score",
            "left": middle + BAR[0] * width,
            "right": middle + BAR[1] * width,
            "middle": middle + EXACT_AT * width,
            "share": scores["share"],
            "exact": scores["exact"],
            "low": scores["low"],
            "high": scores["high"],
            "kind": "other",
            "label": "",
            "description": [_description(t, row) for row in scores.itertuples(index=False)],
        }
    )
    top = max(scores["high"].max(), scores["share"].max())
    # Note: At a line in the chart of scores.
    lines = [(mean, t("average {score}", score=t.number(mean, 1)), "other", top * ABOVE)]
    if guess is not None:
        # Note: At a line in the chart of scores.
        words = t("✎ your guess {score}", score=t.number(guess))
        lines.append((float(guess), words, "yours", top * ABOVE**2.5))
    marks = pd.DataFrame(
        {
            "part": "line",
            "left": [at for at, *_ in lines],
            "right": [at for at, *_ in lines],
            "middle": [at for at, *_ in lines],
            "share": 0.0,
            "exact": float("nan"),
            "low": 0.0,
            "high": [height for *_, height in lines],
            "kind": [kind for _, _, kind, _ in lines],
            "label": [label for _, label, _, _ in lines],
            "description": [label for _, label, _, _ in lines],
        }
    )
    return pd.concat([bars, marks], ignore_index=True)


def span(t: Language, first: int, last: int) -> str:
    """Return a score, or the first and the last of several, in words."""
    if first == last:
        return t.number(first)
    return t("{first} to {last}", first=t.number(first), last=t.number(last))


def _description(t: Language, row: object) -> str:
    score = span(t, row.first, row.last)  # type: ignore[attr-defined]
    share = t.percent(row.share)  # type: ignore[attr-defined]
    exact: float = row.exact  # type: ignore[attr-defined]
    if exact != exact:
        return t("Score {score}: {share} of the turns", score=score, share=share)
    return t(
        "Score {score}: {share} of the turns, exactly {exact}",
        score=score,
        share=share,
        exact=t.percent(exact),
    )


def chart(rows: pd.DataFrame, t: Language, mode: Mode, *, known: str) -> alt.LayerChart:
    """Return the chart of `rows`; its specification does not depend on them.

    Args:
        rows: what the marks show.
        t: the reader's language.
        mode: light or dark.
        known: "exact" where the exact values are known, else "simulated".
    """
    about = (
        t(
            "A bar for every score: the share of the turns that ended with it. Diamonds show the "
            "exact chances, with a line of two standard errors up and down."
        )
        if known == "exact"
        else t(
            "A bar for every score: the share of the turns that ended with it, with a line of two "
            "standard errors up and down."
        )
    )
    base = alt.Chart(rows)
    kinds = alt.Color("kind:N", scale=role_scale(mode), legend=None)
    score, share = t("Final score"), t("Share of the turns")
    middle = alt.X("middle:Q", title=score)
    bars = (
        base.transform_filter("datum.part == 'score'")
        .mark_bar(cornerRadiusEnd=2)
        .encode(
            x=alt.X(
                "left:Q",
                title=score,
                scale=alt.Scale(zero=False, nice=False, padding=6),
                axis=alt.Axis(grid=False, tickMinStep=1, labelOverlap=True),
            ),
            x2="right:Q",
            y=alt.Y("share:Q", title=share, axis=alt.Axis(format="~%", tickCount=4)),
            y2=alt.Y2Datum(0),
            color=kinds,
            description="description:N",
            tooltip=[
                alt.Tooltip("description:N", title=share),
            ],
        )
    )
    ink = PALETTES[mode].best if known == "exact" else PALETTES[mode].text
    errors = (
        base.transform_filter("datum.part == 'score'")
        .mark_rule(strokeWidth=2, color=ink, aria=False)
        .encode(x=middle, y=alt.Y("low:Q", title=share), y2="high:Q")
    )
    exact = (
        base.transform_filter("datum.part == 'score' && isValid(datum.exact)")
        .mark_point(shape="diamond", filled=True, size=44, opacity=1, color=ink, aria=False)
        .encode(x=middle, y=alt.Y("exact:Q", title=share))
    )
    lines = base.transform_filter("datum.part == 'line'")
    rules = lines.mark_rule(strokeWidth=2, strokeDash=[6, 4], aria=False).encode(
        x=middle, y=alt.Y("low:Q", title=share), y2="high:Q", color=kinds
    )
    labels = lines.mark_text(align="left", dx=4, dy=4, aria=False).encode(
        x=middle, y=alt.Y("high:Q", title=share), text="label:N"
    )
    layers = alt.LayerChart(layer=[bars, errors, exact, rules, labels])
    title = t("How the scores fall")
    return dress(layers, t, mode, height=320, title=title, description=about)
