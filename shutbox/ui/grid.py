"""The squares of two dice: every roll one square, the first die red, the second blue."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import streamlit as st

from shutbox.dice import Roll
from shutbox.i18n import Language

_HERE = Path(__file__).parent

MOST_SIDES = 12
"""With more sides than this, a square is too small for a finger."""


def show(
    t: Language,
    sides: int,
    lit: Collection[Roll],
    *,
    key: str,
    notes: Mapping[Roll, str] | None = None,
    on_pick: Callable[[], None] | None = None,
) -> None:
    """Draw the squares.

    Args:
        t: the reader's language.
        sides: of both dice.
        lit: the rolls whose squares are lit.
        key: the key of the component.
        notes: what stands below the grid when a square was touched, beside its name.
        on_pick: called when a square was tapped; without it they cannot be picked.
    """
    _component()(
        key=key,
        data=grid_data(t, sides, lit, notes or {}, picks=on_pick is not None),
        on_pick_change=on_pick or (lambda: None),
    )


def grid_data(
    t: Language, sides: int, lit: Collection[Roll], notes: Mapping[Roll, str], *, picks: bool
) -> dict[str, Any]:
    """Return what the browser needs to draw the squares, as plain JSON values."""
    squares = rolls(sides)
    names = {
        roll: t(
            "Red {red}, blue {blue}: total {total}",
            red=t.number(roll[0]),
            blue=t.number(roll[1]),
            total=t.number(sum(roll)),
        )
        for roll in squares
    }
    return {
        "sides": sides,
        "picks": picks,
        "lit": [_at(roll) for roll in squares if roll in lit],
        "squares": {_at(roll): t.number(sum(roll)) for roll in squares},
        "words": {
            "grid": t("Every roll of a red and a blue die"),
            "red": t("R"),
            "blue": t("B"),
            **{
                _at(roll): t("{roll}. {note}", roll=names[roll], note=notes[roll])
                if roll in notes
                else names[roll]
                for roll in squares
            },
        },
    }


def rolls(sides: int) -> list[Roll]:
    """Return every roll of two dice, row by row."""
    return [(red, blue) for red in range(1, sides + 1) for blue in range(1, sides + 1)]


def picked(sent: object, sides: int) -> Roll | None:
    """Return the roll whose square was tapped, or None where the browser sent no square."""
    return next((roll for roll in rolls(sides) if _at(roll) == sent), None)


def _at(roll: Roll) -> str:
    return "-".join(map(str, roll))


@cache
def _component() -> Any:
    return st.components.v2.component(
        "shutbox-grid",
        css=(_HERE / "grid.css").read_text("utf-8"),
        js=(_HERE / "grid.js").read_text("utf-8"),
    )
