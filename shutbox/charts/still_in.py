"""How many turns still go on after every roll, a line for best play and one for another player."""

from __future__ import annotations

from collections.abc import Sequence

import altair as alt
import pandas as pd

from shutbox.charts.theme import PALETTES, Mode, dress, role_scale
from shutbox.i18n import Language


def rows(best: Sequence[float], other: Sequence[float], t: Language, roll: int) -> pd.DataFrame:
    """Return what the marks show, one row for each player and number of rolls.

    Args:
        best: the share of turns that go on after 0, 1, 2, ... rolls in best play.
        other: the same for the other player.
        t: the reader's language.
        roll: the number of rolls that is looked at.

    Columns:
        roll (int): after how many rolls.
        share (float): the share of turns that go on.
        kind (str): "best" for best play, "other" for the other player.
        chosen (bool): whether it is the number of rolls that is looked at.
        label (str): the share, for the chosen roll; else empty.
        description (str): the mark in words, for screen readers.
    """
    listed = [
        (k, share, kind, name)
        for kind, shares, name in (
            ("best", best, t("Best play")),
            ("other", other, t("This player")),
        )
        for k, share in enumerate(shares)
    ]
    return pd.DataFrame(
        {
            "roll": [k for k, *_ in listed],
            "share": [share for _, share, _, _ in listed],
            "kind": [kind for _, _, kind, _ in listed],
            "chosen": [k == roll for k, *_ in listed],
            "label": [t.percent(share, 0) if k == roll else "" for k, share, *_ in listed],
            "description": [
                t(
                    "{name}, after {roll}: {share} still in",
                    name=name,
                    roll=t.plural("{n} roll", "{n} rolls", k),
                    share=t.percent(share),
                )
                for k, share, _, name in listed
            ],
        }
    )


def chart(rows: pd.DataFrame, t: Language, mode: Mode) -> alt.LayerChart:
    """Return the chart of `rows`; its specification does not depend on them."""
    base = alt.Chart(rows).encode(
        x=alt.X(
            "roll:Q",
            title=t("After so many rolls"),
            axis=alt.Axis(tickMinStep=1, format="d", grid=False),
        ),
        y=alt.Y(
            "share:Q",
            title=t("Turns still going on"),
            scale=alt.Scale(domain=[0, 1]),
            axis=alt.Axis(format="~%", tickCount=5),
        ),
        color=alt.Color("kind:N", scale=role_scale(mode), legend=None),
    )
    lines = base.mark_line(strokeWidth=3, aria=False).encode(
        strokeDash=alt.StrokeDash(
            "kind:N",
            legend=None,
            scale=alt.Scale(domain=["best", "other"], range=[[1, 0], [6, 4]]),
        )
    )
    points = base.mark_point(filled=True, size=90, opacity=1).encode(
        shape=alt.Shape(
            "kind:N",
            legend=None,
            scale=alt.Scale(domain=["best", "other"], range=["circle", "square"]),
        ),
        description="description:N",
        tooltip=[alt.Tooltip("description:N", title=t("Turns still going on"))],
    )
    at = (
        base.transform_filter("datum.chosen && datum.kind == 'best'")
        .mark_rule(strokeWidth=1, strokeDash=[2, 3], aria=False, color=PALETTES[mode].text)
        .encode(y=alt.YDatum(0, title=t("Turns still going on")), y2=alt.Y2Datum(1))
    )
    labels = base.encode(text="label:N")
    above = labels.transform_filter("datum.kind == 'best'").mark_text(
        align="left", dx=10, dy=-10, fontWeight="bold", aria=False
    )
    below = labels.transform_filter("datum.kind == 'other'").mark_text(
        align="right", dx=-10, dy=10, fontWeight="bold", aria=False
    )
    layers = alt.LayerChart(layer=[at, lines, points, above, below])
    about = t(
        "Two falling lines: the share of the turns that still go on after so many rolls, for best "
        "play and for another player."
    )
    title = t("Who is still in?")
    return dress(layers, t, mode, height=300, title=title, description=about)
