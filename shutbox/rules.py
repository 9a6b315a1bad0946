"""What the rules allow: how many dice, which sets of tiles, and what the open tiles cost."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from functools import lru_cache
from typing import Any

from shutbox.dice import Bag, Roll
from shutbox.tiles import TileSet, sets_with_sum, subsets, tile_set, tiles_in
from shutbox.variants import FewerDice, MoveRule, Scoring, Variant

_HIGHEST_FACE = 6


class Refusal(StrEnum):
    """Why something is against the rules."""

    NO_SUCH_TILE = "no-such-tile"
    TILE_SHUT = "tile-shut"
    NO_TILES = "no-tiles"
    WRONG_TOTAL = "wrong-total"
    NOT_ALLOWED = "not-allowed"
    FIRST_TILE = "first-tile"
    NOT_ROLLED = "not-rolled"
    ALREADY_ROLLED = "already-rolled"
    TURN_OVER = "turn-over"
    NO_SUCH_ROLL = "no-such-roll"
    WRONG_NUMBER_OF_DICE = "wrong-number-of-dice"
    OTHER_DICE = "other-dice"
    """The seed rolled something else."""
    NOT_IN_BAG = "not-in-bag"
    """It was drawn before, or was never in the bag."""


class RuleError(ValueError):
    """Something against the rules; nothing has changed.

    Attributes:
        refusal: which rule.
        details: the values that the message names, by name.
    """

    def __init__(self, refusal: Refusal, message: str, **details: Any) -> None:
        super().__init__(message)
        self.refusal = refusal
        self.details = details


def dice_counts(
    variant: Variant, open_tiles: TileSet, drawn: Iterable[Roll] = ()
) -> tuple[int, ...]:
    """Return the numbers of dice that may be rolled with these tiles open, the largest first.

    Args:
        variant: the rules.
        open_tiles: the position.
        drawn: what was drawn before, where a bag remembers it. With too little left in the bag,
            a number is left out.
    """
    counts = _allowed_counts(variant, open_tiles)
    if isinstance(variant.dice, Bag):
        left = variant.dice.left(drawn).total() * variant.dice.faces_each
        return tuple(count for count in counts if count <= left)
    return counts


def _allowed_counts(variant: Variant, open_tiles: TileSet) -> tuple[int, ...]:
    every = variant.dice.count
    match variant.fewer_dice:
        case FewerDice.NEVER:
            fewer = False
        case FewerDice.HIGH_TILES_SHUT:
            fewer = open_tiles < 1 << _HIGHEST_FACE
        case FewerDice.LOW_SUM:
            fewer = sum(tiles_in(open_tiles)) <= _HIGHEST_FACE
    if not fewer:
        return (every,)
    return (1,) if variant.fewer_dice_forced else (every, 1)


@lru_cache(maxsize=256)
def fewer_dice_positions(variant: Variant) -> tuple[TileSet, ...]:
    """Return every position with an open tile in which one die may be rolled instead of all."""
    low = variant.start & ((1 << _HIGHEST_FACE) - 1)
    every = (variant.dice.count,)
    return tuple(p for p in subsets(low) if p and dice_counts(variant, p) != every)


@lru_cache(maxsize=65536)
def move_sets(variant: Variant, dice: Roll, first: bool = False) -> tuple[TileSet, ...]:
    """Return the sets that ``dice`` would let one shut if every tile at the start were open.

    Args:
        variant: the rules.
        dice: the faces, for instance ``(3, 5)``; their order does not matter.
        first: whether this is the first move of the turn.

    Returns:
        The sets, fewest tiles first. What can be played is those whose tiles are all open.

    Raises:
        RuleError: the dice of the variant cannot show these faces.
    """
    counts = {variant.dice.count}
    if variant.fewer_dice != FewerDice.NEVER:
        counts.add(1)
    if len(dice) not in counts or tuple(sorted(dice)) not in variant.dice.odds(len(dice)):
        raise RuleError(
            Refusal.NO_SUCH_ROLL, f"{variant.dice} of {variant.id!r} cannot show {dice}", dice=dice
        )
    total = sum(dice)
    if total == variant.ending_total:
        return ()
    sets = {s for s in _candidates(variant, dice) if s & variant.start == s}
    if first and variant.first_tile is not None:
        must = tile_set([variant.first_tile])
        sets = {s for s in sets if s & must}
    return tuple(sorted(sets, key=lambda s: (s.bit_count(), tiles_in(s))))


def targets(variant: Variant, dice: Roll) -> tuple[int, ...]:
    """Return the numbers that the tiles of a move may add up to, the total first.

    Under the rules for single dice these are not all: a move may also take the tile of one die.
    """
    total = sum(dice)
    difference = max(dice) - min(dice)
    if variant.moves == MoveRule.SUM_OR_DIFFERENCE and len(dice) > 1 and 0 < difference < total:
        return (total, difference)
    return (total,)


def _candidates(variant: Variant, dice: Roll) -> set[TileSet]:
    total = sum(dice)
    if total == 0:
        return set()
    if variant.moves == MoveRule.ANY_SET:
        return set(sets_with_sum(variant.start, total, variant.most_tiles))
    if variant.moves == MoveRule.SUM_OR_DIFFERENCE:
        numbers = targets(variant, dice)
        return {s for n in numbers for s in sets_with_sum(variant.start, n)}
    of_total = 1 << (total - 1)
    each = {1 << (face - 1) for face in dice if face}
    both = {sum(each)} if len(each) == len(dice) else set()
    match variant.moves:
        case MoveRule.DICE_OR_TOTAL:
            return {of_total} | both
        case MoveRule.ONE_TILE:
            return {of_total} | each
        case MoveRule.TOTAL_BOTH_OR_ONE:
            return {of_total} | both | each


def legal_moves(
    variant: Variant, open_tiles: TileSet, dice: Roll, first: bool = False
) -> tuple[TileSet, ...]:
    """Return every set of open tiles that ``dice`` lets one shut.

    Args:
        variant: the rules.
        open_tiles: the position.
        dice: the faces, for instance ``(3, 5)``. Whether the position allows this number of dice
            is asked of `dice_counts`, not here.
        first: whether this is the first move of the turn.

    Returns:
        The sets, fewest tiles first, then by their smallest tiles. Empty when stuck.

    Raises:
        RuleError: the box has no such tile, or its dice cannot show these faces.
    """
    check_tiles(variant, open_tiles)
    return tuple(s for s in move_sets(variant, tuple(dice), first) if s & open_tiles == s)


def check_tiles(variant: Variant, tiles: TileSet) -> None:
    """Raise `RuleError` if ``tiles`` holds a tile that the box does not have."""
    if tiles < 0 or tiles & ~variant.box:
        odd = tiles_in(tiles & ~variant.box)[:1] if tiles > 0 else (tiles,)
        raise RuleError(Refusal.NO_SUCH_TILE, f"{variant.id!r} has no tile {odd[0]}", tile=odd[0])


def check_position(variant: Variant, open_tiles: TileSet) -> None:
    """Raise `RuleError` if ``open_tiles`` holds a tile that is never open in this variant."""
    check_tiles(variant, open_tiles)
    if shut := tiles_in(open_tiles & ~variant.start):
        raise RuleError(Refusal.TILE_SHUT, f"tile {shut[0]} is shut from the start", tile=shut[0])


def check_move(
    variant: Variant, open_tiles: TileSet, dice: Roll, move: TileSet, first: bool = False
) -> None:
    """Raise `RuleError`, with the reason, unless ``move`` is one of the `legal_moves`."""
    if move in legal_moves(variant, open_tiles, dice, first):
        return
    check_tiles(variant, move)
    tiles, total = tiles_in(move), sum(dice)
    if not move:
        raise RuleError(Refusal.NO_TILES, f"no tile is chosen, and {total} can be played")
    if shut := tiles_in(move & ~open_tiles):
        raise RuleError(Refusal.TILE_SHUT, f"tile {shut[0]} is shut already", tile=shut[0])
    if sum(tiles) != total:
        raise RuleError(
            Refusal.WRONG_TOTAL,
            f"the tiles add up to {sum(tiles)}, not to {total}",
            sum=sum(tiles),
            total=total,
        )
    if first and variant.first_tile is not None and variant.first_tile not in tiles:
        raise RuleError(
            Refusal.FIRST_TILE,
            f"the first move has to shut tile {variant.first_tile}",
            tile=variant.first_tile,
        )
    raise RuleError(Refusal.NOT_ALLOWED, "the rules of this box do not allow these tiles together")


def score(variant: Variant, open_tiles: TileSet) -> int:
    """Return what the open tiles cost at the end of a turn; 0 when the box is shut.

    Raises:
        RuleError: the box has no such tile.
    """
    check_tiles(variant, open_tiles)
    tiles = tiles_in(open_tiles)
    points = tile_points(variant)
    if points is None:
        return int("".join(map(str, tiles)) or "0")
    return sum(points[tile] for tile in tiles)


def tile_points(variant: Variant) -> dict[int, int] | None:
    """Return what each tile of the box adds to the score, or None where scores are no sums."""
    match variant.scoring:
        case Scoring.SUM:
            return {tile: tile for tile in variant.tiles}
        case Scoring.COUNT:
            return dict.fromkeys(variant.tiles, 1)
        case Scoring.DIGITS:
            return None


@lru_cache(maxsize=1024)
def outcomes(
    variant: Variant, count: int, first: bool = False
) -> tuple[tuple[tuple[TileSet, ...], int], ...]:
    """Return what a first roll of ``count`` dice can lead to: `move_sets` and how often they come.

    Rolls that allow the same sets are one entry. The weights of ``n`` dice add up to
    ``sides ** n``, those of a full bag to the number of draws.
    """
    weights: dict[tuple[TileSet, ...], int] = {}
    for faces, weight in variant.dice.odds(count).items():
        sets = move_sets(variant, faces, first)
        weights[sets] = weights.get(sets, 0) + weight
    return tuple(weights.items())
