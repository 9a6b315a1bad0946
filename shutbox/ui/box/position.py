"""The position editor: a Streamlit component in which tiles are opened and shut and dice turned.

The browser shows every tap at once and sends the position; Python checks it. See ``position.js``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import streamlit as st

from shutbox.dice import Roll
from shutbox.i18n import Language
from shutbox.rules import check_position, dice_counts, fewer_dice_positions
from shutbox.tiles import TileSet, tile_set, tiles_in
from shutbox.ui.box.tables import key as joined
from shutbox.variants import Variant

NO_TILES = "none"
"""How a link names the position of a shut box."""

_ASSETS = Path(__file__).parent
_MOST_LETTERS = 200


@dataclass(frozen=True, slots=True)
class Position:
    """Open tiles and, where one is asked for, a roll that can come there.

    Attributes:
        open_tiles: the open tiles.
        dice: the faces, or None.
    """

    open_tiles: TileSet
    dice: Roll | None = None

    @property
    def open_text(self) -> str:
        """The open tiles as they stand in links: ``1.2.5.8``."""
        return joined(tiles_in(self.open_tiles)) or NO_TILES

    @property
    def dice_text(self) -> str | None:
        """The roll as it stands in links: ``3.4``."""
        return None if self.dice is None else joined(self.dice)


def usual_roll(variant: Variant, open_tiles: TileSet) -> Roll:
    """Return a middling roll that can come in a position: 3 and 4 with two dice."""
    count = dice_counts(variant, open_tiles)[0]
    middle = (variant.dice.sides + 1) // 2
    return tuple(min(middle + place % 2, variant.dice.sides) for place in range(count))


def checked(variant: Variant, open_tiles: object, dice: object) -> Position:
    """Return the position that numbers from outside name.

    Args:
        variant: the rules; dice are rolled, not drawn from a bag.
        open_tiles: the numbers of the open tiles.
        dice: the faces, or None.

    Raises:
        ValueError: they are no position of this variant, or no roll that can come there.
    """
    tiles = tile_set(_numbers(open_tiles))
    check_position(variant, tiles)
    if dice is None:
        return Position(tiles)
    faces = tuple(_numbers(dice))
    if len(faces) not in dice_counts(variant, tiles):
        raise ValueError(f"{len(faces)} dice may not be rolled there")
    if tuple(sorted(faces)) not in variant.dice.odds(len(faces)):
        raise ValueError(f"the dice cannot show {faces}")
    return Position(tiles, faces)


def _numbers(value: object) -> list[int]:
    if not isinstance(value, list) or len(value) > _MOST_LETTERS:
        raise ValueError("this is no list of numbers")
    if not all(type(number) is int for number in value):
        raise ValueError("not all of these are whole numbers")
    return value


def parse(variant: Variant, open_text: str, dice_text: str | None) -> Position:
    """Return the position that a link names.

    Raises:
        ValueError: the texts name none of this variant.
    """
    tiles = [] if open_text == NO_TILES else _read(open_text)
    return checked(variant, tiles, None if dice_text is None else _read(dice_text))


def parse_what_is_sound(
    variant: Variant, open_text: str | None, dice_text: str | None
) -> tuple[Position, bool]:
    """Return the position that texts name, with usual parts for damaged or missing ones.

    Returns:
        The position with a roll, and whether no part was damaged.
    """
    held, is_sound = Position(variant.start), True
    if open_text is not None:
        try:
            held = parse(variant, open_text, None)
        except ValueError:
            is_sound = False
    if dice_text is not None:
        try:
            return parse(variant, held.open_text, dice_text), is_sound
        except ValueError:
            is_sound = False
    return Position(held.open_tiles, usual_roll(variant, held.open_tiles)), is_sound


def _read(text: str) -> list[int]:
    if len(text) > _MOST_LETTERS or not text.isascii():
        raise ValueError("this is no list of numbers")
    return [int(part) for part in text.split(".")]


def position(
    variant: Variant,
    held: Position,
    t: Language,
    *,
    key: str,
    number: int,
    on_change: Callable[[], None],
) -> None:
    """Draw the editor of a position of dice.

    The component has one trigger, ``position``: ``{"open": [1, 2], "dice": [3, 4], "number": 7}``
    after every tap, again and again until Python has answered with this number.

    Args:
        variant: the rules.
        held: the position that Python holds; without a roll, no dice are shown.
        t: the reader's language.
        key: the component's key.
        number: that of the last message that was heard.
        on_change: called when a position came.
    """
    _component()(
        key=key, data=position_data(variant, held, t, number), on_position_change=on_change
    )


def position_data(variant: Variant, held: Position, t: Language, number: int) -> dict[str, Any]:
    """Return what the browser needs to edit a position, as plain JSON values."""
    return {
        "open": list(tiles_in(held.open_tiles)),
        "dice": None if held.dice is None else list(held.dice),
        "number": number,
        "tables": {
            "tiles": list(variant.tiles),
            "start": list(tiles_in(variant.start)),
            "sides": variant.dice.sides,
            "counts": [variant.dice.count],
            "fewer": {
                joined(tiles_in(tiles)): list(dice_counts(variant, tiles))
                for tiles in (*fewer_dice_positions(variant), 0)
            },
        },
        "settings": {"dice": "pips"},
        "words": {
            "editor": t("Your position"),
            "tiles": t("Tiles"),
            "dice": t("Dice"),
            "tileopen": t("Tile {tile}, open"),
            "tileshut": t("Tile {tile}, shut"),
            "die": t("Die: {face}"),
            "red": t("Red die: {face}"),
            "blue": t("Blue die: {face}"),
            "redletter": t("R"),
            "blueletter": t("B"),
            "one": t("Only one die"),
            "every": t("All dice"),
            "all": t("Open all"),
            # Note: {sum} is what the open tiles add up to.
            "open": t("Open tiles: {count}, sum {sum}."),
            "none": t("The box is shut."),
            "rolled": t("Roll: {total}."),
        },
    }


@cache
def _component() -> Any:
    html = (_ASSETS / "position.html").read_text("utf-8")
    return st.components.v2.component(
        "shutbox.position", html=html, css="box.css", js="position.js"
    )
