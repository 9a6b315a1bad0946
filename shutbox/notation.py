"""A turn as one line of URL-safe text, and back.

    two-dice_5.4-9_6.6-4.8_2.1-3_6.5-5.6_4.4-1.7_3.5-

The variant's id, then the steps, joined by ``_``. A step is its dice, ``-`` and the tiles shut,
joined by ``.``; a last step without tiles is the roll that could not be played. A seed stands
behind the id after ``~``; dice without ``-`` at the end wait for their move:

    classic~otter-7_5.4-9_6.6

Everything else (position, score, advice) is computed from this, so the text is what is kept in
links, sessions and browsers. Text from outside is never trusted: `parse_turn` replays it.
"""

from __future__ import annotations

import re

from shutbox.dice import Roll
from shutbox.rules import RuleError
from shutbox.tiles import TileSet, tile_set, tiles_in
from shutbox.turn import Turn
from shutbox.variants import VARIANTS, Variant

LONGEST_TEXT = 2000
"""Longer text is refused unread. 54 steps of nine dice need far less."""

_NUMBERS = re.compile(r"[1-9][0-9]{0,3}(?:\.[1-9][0-9]{0,3})*", re.ASCII)


class NotationError(ValueError):
    """Text that is no turn.

    Attributes:
        step: the number of the damaged step, from 1, or 0 for what stands before the steps.
    """

    def __init__(self, step: int, message: str) -> None:
        super().__init__(f"step {step}: {message}" if step else message)
        self.step = step


def format_turn(turn: Turn) -> str:
    """Return ``turn`` as one line of letters, digits and ``- . _ ~``.

    Raises:
        ValueError: the variant is none of `VARIANTS`, so that no text could name it.
    """
    if VARIANTS.get(turn.variant.id) != turn.variant:
        raise ValueError(f"{turn.variant.id!r} is not the variant registered under this name")
    parts = [turn.variant.id if turn.seed is None else f"{turn.variant.id}~{turn.seed}"]
    parts += [f"{_join(step.dice)}-{_join(tiles_in(step.move))}" for step in turn.steps]
    if turn.dice is not None:
        parts.append(_join(turn.dice))
    return "_".join(parts)


def parse_turn(text: str) -> Turn:
    """Return the turn that ``text`` records, after replaying it by the rules.

    Raises:
        NotationError: a ``ValueError`` that says what is wrong and in which step.
    """
    if not isinstance(text, str):
        raise NotationError(0, "a turn is written as text")
    if len(text) > LONGEST_TEXT:
        raise NotationError(0, f"longer than {LONGEST_TEXT} characters")
    head, *parts = text.split("_")
    variant, seed = _parse_head(head)
    try:
        turn = Turn(variant, seed=seed)
    except ValueError as error:
        raise NotationError(0, str(error)) from None
    for number, part in enumerate(parts, start=1):
        try:
            turn = _parse_step(turn, part)
        except RuleError as error:
            raise NotationError(number, str(error)) from error
        except ValueError as error:
            raise NotationError(number, str(error)) from None
    return turn


def _parse_head(head: str) -> tuple[Variant, str | None]:
    name, tilde, seed = head.partition("~")
    if name not in VARIANTS:
        raise NotationError(0, f"there is no variant {name[:40]!r}")
    return VARIANTS[name], seed if tilde else None


def _parse_step(turn: Turn, part: str) -> Turn:
    dice_text, dash, move_text = part.partition("-")
    dice = _numbers(dice_text)
    if not dash:
        rolled = turn.roll(dice)
        if rolled.is_over:
            raise ValueError(f"no open tiles make {dice_text}, so '-' must follow the dice")
        return rolled
    move: TileSet = tile_set(_numbers(move_text)) if move_text else 0
    return turn.play(dice, move)


def _numbers(text: str) -> Roll:
    if not _NUMBERS.fullmatch(text):
        raise ValueError(f"{text[:40]!r} is not a list of numbers joined by '.'")
    return tuple(map(int, text.split(".")))


def _join(numbers: tuple[int, ...]) -> str:
    return ".".join(map(str, numbers))


def continues(longer: Turn, shorter: Turn) -> bool:
    """Return whether ``longer`` is ``shorter``, or ``shorter`` played on."""
    if (longer.variant, longer.seed) != (shorter.variant, shorter.seed):
        return False
    played = len(shorter.steps)
    if longer.steps[:played] != shorter.steps:
        return False
    if shorter.dice is None:
        return True
    following = longer.steps[played].dice if len(longer.steps) > played else longer.dice
    return following == shorter.dice
