"""Luck and loss of a turn as a waterfall: from what was to be expected to what came out."""

from __future__ import annotations

import altair as alt
import pandas as pd

from shutbox.charts.best_move import TITLE_ABOVE
from shutbox.charts.theme import Mode, dress, role_scale
from shutbox.i18n import Language
from shutbox.solver import Objective

ROOM = alt.ExprRef("max(40, width - 120)")
"""In pixels: beside the longest bar its label has room."""


def rows(steps: pd.DataFrame, t: Language, objective: Objective, *, is_over: bool) -> pd.DataFrame:
    """Return what the marks show, one row a bar.

    Args:
        steps: as `frames.waterfall_frame` makes it.
        t: the reader's language.
        objective: what the values are.
        is_over: whether the last value is the final one.

    Columns:
        order (int): the place of the bar from above, from 0.
        name (str): what the bar is, with the number of the roll.
        start, end (float): the value before and after; the bar lies between.
        far (float): the larger of them, where the label stands.
        kind (str): "up" for good luck, "down" for bad, "yours" for a loss, "other" for a value.
        label (str): the amount in words.
        description (str): the bar in words, for screen readers.
    """

    def shown(value: float) -> str:
        return t.percent(value) if objective == "shut" else t.number(value, 1)

    names, kinds, labels = [], [], []
    for number, part, amount in zip(steps["step"], steps["part"], steps["amount"], strict=True):
        size, roll = shown(abs(amount)), t.number(number)
        match part:
            case "start":
                name, kind, label = t("Start"), "other", shown(amount)
            case "now":
                name = t("End") if is_over else t("Now")
                kind, label = "other", shown(amount)
            case "luck" if size == shown(0):
                name, kind = t("Roll {number}", number=roll), "other"
                label = t("no luck either way")
            case "luck":
                name, kind = t("Roll {number}", number=roll), "up" if amount > 0 else "down"
                # Note: In a chart, behind a bar: so much good luck, so much bad luck.
                label = t("▲ {size} lucky", size=size)
                if amount < 0:
                    label = t("▼ {size} unlucky", size=size)
            case "dice":
                name, kind = t("Dice {number}", number=roll), "yours"
                label = t("✓ {size} lost", size=size)
            case _:
                name, kind = t("Move {number}", number=roll), "yours"
                label = t("✓ {size} lost", size=size)
        names.append(name)
        kinds.append(kind)
        labels.append(label)
    return pd.DataFrame(
        {
            "order": range(len(steps)),
            "name": names,
            "start": steps["start"],
            "end": steps["end"],
            "far": steps[["start", "end"]].max(axis=1),
            "kind": kinds,
            "label": labels,
            "description": [
                t("{name}: {amount}", name=name, amount=label)
                for name, label in zip(names, labels, strict=True)
            ],
        }
    )


def chart(rows: pd.DataFrame, t: Language, mode: Mode, *, objective: Objective) -> alt.LayerChart:
    """Return the chart of `rows`; its specification does not depend on them."""
    if objective == "score":
        title = [t("Expected final score"), t("(lower is better)")]
        about = t(
            "A bar for every roll and every move: how its luck or its loss moves the expected "
            "final score from the start of the turn to its end."
        )
    else:
        title = [t("Chance to shut the box"), t("(higher is better)")]
        about = t(
            "A bar for every roll and every move: how its luck or its loss moves the chance to "
            "shut the box from the start of the turn to its end."
        )
    names = t("Step")
    base = alt.Chart(rows).encode(
        y=alt.Y(
            "name:N",
            sort=alt.EncodingSortField("order", op="min"),
            title=names,
            axis=TITLE_ABOVE,
        )
    )
    axis = alt.Axis(tickCount=4, labelOverlap=True, format="~%" if objective == "shut" else ",.2~f")
    scale = alt.Scale(zero=True, nice=False, padding=0, rangeMax=ROOM)
    bars = base.mark_bar(cornerRadius=2, height=18).encode(
        x=alt.X("start:Q", title=title, axis=axis, scale=scale),
        x2="end:Q",
        color=alt.Color("kind:N", scale=role_scale(mode), legend=None),
        description="description:N",
        tooltip=[alt.Tooltip("name:N", title=names), alt.Tooltip("label:N", title=title[0])],
    )
    ends = base.mark_tick(thickness=2, size=24, aria=False).encode(
        x=alt.X("end:Q", title=title),
        color=alt.Color("kind:N", scale=role_scale(mode), legend=None),
    )
    labels = base.mark_text(align="left", dx=8, aria=False).encode(
        x=alt.X("far:Q", title=title), text="label:N"
    )
    layers = alt.LayerChart(layer=[bars, ends, labels])
    return dress(layers, t, mode, height=alt.Step(26), description=about)
