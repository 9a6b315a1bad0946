"""Every legal move of a roll for both aims side by side: expected score, and chance to shut."""

from __future__ import annotations

import altair as alt
import pandas as pd

from shutbox.charts.best_move import TITLE_ABOVE, digits_to_tell
from shutbox.charts.theme import Mode, dress, role_scale
from shutbox.i18n import Language
from shutbox.solver import OBJECTIVES, Objective

NARROW = 400
"""In pixels: in a narrower chart the labels are short."""

LABEL = f"(width < {NARROW} ? 64 : 128)"
"""In pixels: so much room has the label behind a bar."""

GAP = 8
TITLE_Y = -34
"""In pixels: the title of the moves stands above the headings of both halves."""
SHIFT = "(width < 240 ? -12 : 8)"
"""In pixels: where the right half begins, beside the middle; its heading needs the room."""


def rows(moves: pd.DataFrame, t: Language) -> pd.DataFrame:
    """Return what the marks show, one row a move.

    Args:
        moves: as `positions.aims_frame` makes it.
        t: the reader's language.

    Columns:
        rank, move, score, shut: as in ``moves``.
        kind, shut_kind (str): "best" or "other", for the bar of each aim.
        score_label, shut_label (str): the value with "best", or how much worse it is.
        score_short, shut_short (str): the value, with a star for the best.
        description (str): both bars in words, for screen readers.
    """
    score, shut = (_labels(t, moves, objective) for objective in OBJECTIVES)
    return moves[["rank", "move", "score", "shut"]].assign(
        kind=["best" if best else "other" for best in moves["score_best"]],
        shut_kind=["best" if best else "other" for best in moves["shut_best"]],
        score_label=[long for long, _ in score],
        shut_label=[long for long, _ in shut],
        score_short=[short for _, short in score],
        shut_short=[short for _, short in shut],
        description=[
            t(
                "{move}: expected score {score}; chance to shut {chance}",
                move=move,
                score=points,
                chance=chance,
            )
            for move, (points, _), (chance, _) in zip(moves["move"], score, shut, strict=True)
        ],
    )


def _labels(t: Language, moves: pd.DataFrame, objective: Objective) -> list[tuple[str, str]]:
    """Return a long and a short label for the value of every move."""
    percent = objective == "shut"
    unit = 100 if percent else 1
    columns = (moves[objective], moves[f"{objective}_loss"], moves[f"{objective}_best"])
    digits = digits_to_tell([value * unit for value in columns[0]])
    labels = []
    for value, loss, is_best in zip(*columns, strict=True):
        number = t.percent(value, digits) if percent else t.number(value, digits)
        # The loss of a chance is in percentage points: 7.1% and -1.2.
        worse = t.number(loss * unit * (-1 if percent else 1), digits, signed=True)
        if is_best:
            labels.append((t("{value}  ★ best", value=number), f"{number} ★"))
        else:
            labels.append((f"{number}  ({worse})", number))
    return labels


def chart(rows: pd.DataFrame, t: Language, mode: Mode) -> alt.LayerChart:
    """Return the chart of `rows`; its specification does not depend on them."""
    tiles = t("Tiles to shut")
    base = alt.Chart(rows).encode(
        y=alt.Y(
            "move:N",
            sort=alt.EncodingSortField("rank", op="min"),
            title=tiles,
            axis=alt.Axis(**{**TITLE_ABOVE.to_dict(), "titleY": TITLE_Y}),
        )
    )
    left = _bars(
        base,
        mode,
        "score",
        t("Expected score"),
        ("0", f"max(24, width / 2 - {LABEL} - {GAP})"),
    )
    right = _bars(
        base,
        mode,
        "shut",
        t("Chance to shut"),
        (f"width / 2 + {SHIFT}", f"max(width / 2 + {SHIFT} + 24, width - {LABEL})"),
    )
    left[0] = left[0].encode(
        description="description:N",
        tooltip=[
            alt.Tooltip("move:N", title=tiles),
            alt.Tooltip("score_label:N", title=t("Expected score")),
            alt.Tooltip("shut_label:N", title=t("Chance to shut")),
        ],
    )
    layers = alt.LayerChart(layer=[*left, *right]).resolve_scale(x="independent")
    about = t(
        "Two bars for every move: at the left the score to expect after it, shorter is better; at "
        "the right the chance to shut the box, longer is better."
    )
    return dress(layers, t, mode, height=alt.Step(30), description=about)


def _bars(
    base: alt.Chart, mode: Mode, field: str, title: str, ends: tuple[str, str]
) -> list[alt.Chart]:
    kind = "kind:N" if field == "score" else "shut_kind:N"
    start, end = (alt.ExprRef(end) for end in ends)
    heading = alt.Axis(
        orient="top",
        labels=False,
        ticks=False,
        grid=False,
        domain=False,
        titleFontSize=alt.ExprRef(f"width < 240 ? 11 : width < {NARROW} ? 12 : 14"),
        titleAnchor="start",
        titleAlign="left",
    )
    scale = alt.Scale(zero=True, nice=False, padding=0, rangeMin=start, rangeMax=end)
    x = alt.X(f"{field}:Q", title=title, scale=scale)
    label = alt.ExprRef(f"width < {NARROW} ? datum.{field}_short : datum.{field}_label")
    bars = base.mark_bar(cornerRadius=3, height=20, aria=field == "score").encode(
        x=x.axis(heading), color=alt.Color(kind, scale=role_scale(mode), legend=None)
    )
    labels = base.mark_text(align="left", dx=6, aria=False, text=label).encode(x=x.axis(None))
    return [bars, labels]
