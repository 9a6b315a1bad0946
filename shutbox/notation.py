"""A turn as one line of URL-safe text, and back.

    two-dice_5.4-9_6.6-4.8_2.1-3_6.5-5.6_4.4-1.7_3.5-

The variant's id, then the steps, joined by ``_``. A step is its dice, ``-`` and the tiles shut,
joined by ``.``; a last step without tiles is the roll that could not be played. A seed stands
behind the id after ``~``; dice without ``-`` at the end wait for their move:

    classic~otter-7_5.4-9_6.6

Rules without a name of their own are written as what parts them from the standard box:

    custom.tiles-1to12.dice-3d6.fewer-never.most-2~otter-7_6.3.2-11

Everything else (position, score, advice) is computed from this, so the text is what is kept in
links, sessions and browsers. Text from outside is never trusted: `parse_turn` replays it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

from shutbox.dice import BAGS, Bag, Dice, Drawn, Roll, TooManyRollsError
from shutbox.rules import RuleError
from shutbox.tiles import HIGHEST_TILE, tile_set, tiles_in
from shutbox.turn import Step, Turn
from shutbox.variants import (
    VARIANTS,
    Fault,
    FewerDice,
    MoveRule,
    Scoring,
    Variant,
    VariantError,
)

LONGEST_TEXT = 2000
"""Longer text is refused unread. 54 steps of nine dice need far less."""

CUSTOM = "custom"
"""How the name of rules begins that have no other name."""

_STANDARD = VARIANTS["classic"]
_NAMED = {replace(variant, id=CUSTOM): variant for variant in VARIANTS.values()}
_NUMBER = r"(?:0|[1-9][0-9]{0,3})"
_NUMBERS = re.compile(rf"{_NUMBER}(?:\.{_NUMBER})*", re.ASCII)


HIGHEST_CUSTOM_TILE = 12
"""The highest tile in rules from outside: every such box is solved at once and kept small."""

HIGHEST_CUSTOM_FACE = 20
"""The most sides of a die in rules from outside."""

MOST_CUSTOM_ROLLS = 2002
"""The most different rolls in rules from outside; nine six-sided dice have as many."""


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
        ValueError: the text would not be read back as this variant.
    """
    if parse_variant(turn.variant.id) != turn.variant:
        raise ValueError(f"{turn.variant.id!r} is not the name of this variant")
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
    return _replayed(text)


@lru_cache(maxsize=1024)
def _replayed(text: str) -> Turn:
    head, *parts = text.split("_")
    variant, seed = _parse_head(head)
    try:
        return _at_once(variant, seed, parts)
    except ValueError:
        pass  # Step by step it shows where the fault is.
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


def _at_once(variant: Variant, seed: str | None, parts: list[str]) -> Turn:
    """Return the turn, every step checked once; a ``ValueError`` does not say where it fails."""
    played = parts if parts and "-" in parts[-1] else parts[:-1]
    turn = Turn(variant, tuple(map(_step, played)), seed)
    return turn if len(played) == len(parts) else _parse_step(turn, parts[-1])


def _step(part: str) -> Step:
    dice_text, dash, move_text = part.partition("-")
    if not dash:
        raise ValueError(f"{part[:40]!r} is no whole step")
    return Step(_numbers(dice_text), tile_set(_numbers(move_text)) if move_text else 0)


def _parse_head(head: str) -> tuple[Variant, str | None]:
    name, tilde, seed = head.partition("~")
    try:
        return parse_variant(name), seed if tilde else None
    except ValueError as error:
        raise NotationError(0, str(error)) from None


def _parse_step(turn: Turn, part: str) -> Turn:
    if "-" in part:
        step = _step(part)
        return turn.play(step.dice, step.move)
    rolled = turn.roll(_numbers(part))
    if rolled.is_over:
        raise ValueError(f"no open tiles make {part}, so '-' must follow the dice")
    return rolled


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


# ---- variants ----


def custom_variant(
    *,
    tiles: tuple[int, ...] = _STANDARD.tiles,
    shut_at_start: tuple[int, ...] = (),
    dice: Dice | Bag = _STANDARD.dice,
    fewer_dice: FewerDice = _STANDARD.fewer_dice,
    fewer_dice_forced: bool = False,
    moves: MoveRule = _STANDARD.moves,
    most_tiles: int | None = None,
    scoring: Scoring = _STANDARD.scoring,
    first_tile: int | None = None,
    ending_total: int | None = None,
) -> Variant:
    """Return the variant with these rules, each as in `Variant`, the standard box's by default.

    It is the one of `VARIANTS` that has the same rules, or else one whose id is its own text, so
    that links and turns can name it.

    Raises:
        VariantError: the rules contradict each other, or are too large for a box of one's own.
    """
    variant = Variant(
        id=CUSTOM,
        tiles=tiles,
        shut_at_start=shut_at_start,
        dice=dice,
        fewer_dice=fewer_dice,
        fewer_dice_forced=fewer_dice_forced,
        moves=moves,
        most_tiles=most_tiles,
        scoring=scoring,
        first_tile=first_tile,
        ending_total=ending_total,
    )
    if (named := _NAMED.get(variant)) is not None:
        return named
    if tiles[-1] > HIGHEST_CUSTOM_TILE:
        raise VariantError(CUSTOM, Fault.TOO_MANY_TILES)
    if dice.sides > HIGHEST_CUSTOM_FACE or len(dice.odds(dice.count)) > MOST_CUSTOM_ROLLS:
        raise VariantError(CUSTOM, Fault.TOO_MANY_ROLLS)
    if _remembers_too_much(variant):
        raise VariantError(CUSTOM, Fault.TOO_MUCH_DRAWN)
    return replace(variant, id=_custom_id(variant))


def _remembers_too_much(variant: Variant) -> bool:
    """Return whether millions of positions can come up: solving them takes 4 seconds or more.

    Where tiles make the total, what was drawn adds up to what is shut. Where they need not, far
    more can have been drawn before a position.
    """
    if not isinstance(variant.dice, Bag) or variant.dice.count == 1:
        return False
    few = variant.dice.holds == Drawn.CARDS and variant.tiles[-1] <= _STANDARD.tiles[-1]
    return variant.moves not in (MoveRule.ANY_SET, MoveRule.DICE_OR_TOTAL) and not few


@lru_cache(maxsize=1024)
def parse_variant(text: str) -> Variant:
    """Return the variant that ``text`` names: an id of `VARIANTS`, or rules spelled out.

    Raises:
        ValueError: it names none; the message says why.
    """
    if text in VARIANTS:
        return VARIANTS[text]
    head, *parts = text.split(".")
    if head != CUSTOM:
        raise ValueError(f"there is no variant {text[:40]!r}")
    fields: dict[str, Any] = {}
    for part in parts:
        name, _, value = part.partition("-")
        if name not in _PARTS:
            raise ValueError(f"{part[:40]!r} is no rule")
        field, parse = _PARTS[name]
        if field in fields:
            raise ValueError(f"{part[:40]!r} says again what was said before")
        fields[field] = parse(value)
    return custom_variant(**fields)


def _custom_id(variant: Variant) -> str:
    dice, fewer = variant.dice, variant.fewer_dice
    parts = {
        "tiles": variant.tiles != _STANDARD.tiles and _format_ranges(variant.tiles),
        "shut": variant.shut_at_start and _format_ranges(variant.shut_at_start),
        "bag": isinstance(dice, Bag) and str(dice),
        "dice": isinstance(dice, Dice) and dice != _STANDARD.dice and str(dice),
        "fewer": fewer != _STANDARD.fewer_dice and fewer.value,
        "forced": variant.fewer_dice_forced and "yes",
        "moves": variant.moves != _STANDARD.moves and variant.moves.value,
        "most": variant.most_tiles,
        "score": variant.scoring != _STANDARD.scoring and variant.scoring.value,
        "first": variant.first_tile,
        "ends": variant.ending_total,
    }
    return ".".join([CUSTOM, *(f"{name}-{value}" for name, value in parts.items() if value)])


def _format_ranges(numbers: tuple[int, ...]) -> str:
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return "-".join(str(run[0]) if len(run) == 1 else f"{run[0]}to{run[-1]}" for run in runs)


def _parse_ranges(text: str) -> tuple[int, ...]:
    numbers: list[int] = []
    for part in text.split("-"):
        first, to, last = part.partition("to")
        start, end = _parse_number(first), _parse_number(last if to else first)
        if end > HIGHEST_TILE:
            raise VariantError(CUSTOM, Fault.TOO_MANY_TILES)
        if start > end:
            raise ValueError(f"{part!r} does not ascend")
        numbers += range(start, end + 1)
    return tuple(numbers)


def _parse_number(text: str) -> int:
    if not re.fullmatch(_NUMBER, text, re.ASCII):
        raise ValueError(f"{text[:40]!r} is not a number")
    return int(text)


def _parse_dice(text: str) -> Dice:
    count, _, sides = text.partition("d")
    if _parse_number(sides) > HIGHEST_CUSTOM_FACE:
        raise VariantError(CUSTOM, Fault.TOO_MANY_ROLLS)
    try:
        return Dice(_parse_number(count), _parse_number(sides))
    except TooManyRollsError:
        raise VariantError(CUSTOM, Fault.TOO_MANY_ROLLS) from None


def _parse_bag(text: str) -> Bag:
    if text not in BAGS:
        raise ValueError(f"there is no bag {text[:40]!r}")
    return BAGS[text]


def _parse_yes(text: str) -> bool:
    if text != "yes":
        raise ValueError(f"{text[:40]!r} should be 'yes'")
    return True


_PARTS: Mapping[str, tuple[str, Callable[[str], object]]] = {
    "tiles": ("tiles", _parse_ranges),
    "shut": ("shut_at_start", _parse_ranges),
    "bag": ("dice", _parse_bag),
    "dice": ("dice", _parse_dice),
    "fewer": ("fewer_dice", FewerDice),
    "forced": ("fewer_dice_forced", _parse_yes),
    "moves": ("moves", MoveRule),
    "most": ("most_tiles", _parse_number),
    "score": ("scoring", Scoring),
    "first": ("first_tile", _parse_number),
    "ends": ("ending_total", _parse_number),
}
