"""How a share or an average settles: what was seen, what is exact, how far chance strays."""

from __future__ import annotations

import altair as alt
import pandas as pd

from shutbox.charts.theme import PALETTES, Mode, dress
from shutbox.i18n import Language


def rows(shares: pd.DataFrame, t: Language, kind: str) -> pd.DataFrame:
    """Return what the marks show, one row a share.

    Args:
        shares: as `frames.running_frame`, `frames.streaks_frame` or `frames.mean_frame` makes it.
        t: the reader's language.
        kind: "running", "streak" or "mean".

    Columns:
        at, times, came, share, exact, low, high: as in ``shares``.
        kind (str): "yours": all of it was rolled by the reader.
        label (str): the exact share or average in words, at the first row; else empty.
        description (str): the point in words, for screen readers.
    """
    if kind == "mean":
        descriptions = [
            t.plural("{n} turn: {mean} points", "{n} turns: {mean} points", at, mean=t.number(m, 1))
            for at, m in zip(shares["at"], shares["share"], strict=True)
        ]
        exact = [t("exact: {mean}", mean=t.number(mean, 1)) for mean in shares["exact"][:1]]
    else:
        points = zip(shares["at"], shares["times"], shares["came"], shares["share"], strict=True)
        descriptions = [_in_words(t, kind, *point) for point in points]
        exact = [t("exact: {share}", share=t.percent(share)) for share in shares["exact"][:1]]
    return shares.assign(
        kind="yours",
        label=exact + [""] * (len(shares) - len(exact)),
        description=descriptions,
    )


def _in_words(t: Language, kind: str, at: int, times: int, came: int, share: float) -> str:
    values = {"came": t.number(came), "times": t.number(times), "share": t.percent(share)}
    if kind == "running":
        return t("{came} of the first {times} rolls: {share}", **values)
    return t.plural(
        "After {n} roll without it, it came {came} of {times} times: {share}",
        "After {n} rolls without it, it came {came} of {times} times: {share}",
        at,
        **values,
    )


def chart(rows: pd.DataFrame, t: Language, mode: Mode, *, kind: str) -> alt.LayerChart:
    """Return the chart of `rows`; its specification does not depend on them.

    Args:
        rows: what the marks show.
        t: the reader's language.
        mode: light or dark.
        kind: "running" for the share in the first rolls, "streak" for that after streaks, "mean"
            for the average of the first turns.
    """
    axis, values, tooltip = t("Share of rolls"), "~%", ".1%"
    if kind == "mean":
        title, across = t("The average score so far"), t("Turns so far")
        about = t(
            "A line: the average score of the first turns. A dashed line: the exact average. "
            "A band around it: how far chance usually strays."
        )
        scale, ticks = alt.Scale(type="log", nice=False), alt.Axis(tickCount=4, format=",d")
        axis, values, tooltip = t("Average score"), "~f", ".1f"
    elif kind == "running":
        title, across = t("The share of this total so far"), t("Rolls so far")
        about = t(
            "A line: the share of the total in the first rolls. A dashed line: the exact share. "
            "A band around it: how far chance usually strays."
        )
        scale, ticks = alt.Scale(type="log", nice=False), alt.Axis(tickCount=4, format=",d")
    else:
        title, across = t("How often it came next"), t("Rolls without it before, or more")
        about = t(
            "A dot for every length of streak: how often the total came next. A dashed line: the "
            "exact share. A band around it: how far chance usually strays."
        )
        scale, ticks = alt.Scale(nice=False, padding=12), alt.Axis(tickMinStep=1, format="d")
    palette = PALETTES[mode]
    numbers = alt.Axis(format=values, tickCount=5)
    base = alt.Chart(rows).encode(x=alt.X("at:Q", title=across, scale=scale, axis=ticks))
    band = base.mark_area(color=palette.best, opacity=0.2, aria=False).encode(
        y=alt.Y("low:Q", title=axis, axis=numbers), y2="high:Q"
    )
    exact = base.mark_line(color=palette.best, strokeWidth=2, strokeDash=[7, 5], aria=False).encode(
        y=alt.Y("exact:Q", title=axis)
    )
    y = alt.Y("share:Q", title=axis)
    line = base.mark_line(color=palette.yours, strokeWidth=2, aria=False).encode(y=y)
    points = base.mark_point(
        color=palette.yours, filled=True, size=45, opacity=1, strokeWidth=0
    ).encode(
        y=y,
        description="description:N",
        tooltip=[
            alt.Tooltip("at:Q", title=across, format=",d"),
            alt.Tooltip("share:Q", title=axis, format=tooltip),
        ],
    )
    # The first average is far off, and more often far above: its label is below the line.
    dy = 12 if kind == "mean" else -10
    label = base.mark_text(color=palette.best, align="left", dx=4, dy=dy, aria=False).encode(
        y=alt.Y("exact:Q", title=axis), text="label:N"
    )
    layers = alt.LayerChart(layer=[band, exact, line, points, label])
    return dress(layers, t, mode, height=300, title=title, description=about)
