"""Whatever *Help* says of a set of tiles is true, in every position and for every roll."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

import pytest
from boxes import BOXES, RULES, some_rolls

from shutbox import VARIANTS, Variant, dice_counts, legal_moves, tiles_in
from shutbox.strategies import FURTHEST_COUNT, Strategy, strategy
from shutbox.tiles import subsets

Tiles = tuple[int, ...]

IS_TRUE: dict[Strategy, Callable[[Tiles, Tiles], bool]] = {
    Strategy.ITSELF: lambda tiles, dice: tiles == (sum(dice),),
    Strategy.ONE_DIE: lambda tiles, dice: len(tiles) == 1 and tiles[0] in dice,
    Strategy.TAKE_AWAY: lambda tiles, dice: sum(tiles) == max(dice) - min(dice),
    Strategy.MAKE_TEN: lambda tiles, dice: any(
        max(tiles) in pair and sum(pair) == 10 for pair in combinations(tiles, 2)
    ),
    Strategy.NEAR_DOUBLE: lambda tiles, dice: tiles == (tiles[0], tiles[0] + 1),
    Strategy.COUNT_ON: lambda tiles, dice: len(tiles) == 2 and min(tiles) <= FURTHEST_COUNT,
    Strategy.PAIR: lambda tiles, dice: len(tiles) == 2,
    Strategy.TWO_SMALL: lambda tiles, dice: (
        len(tiles) == 3 and all(2 * small <= max(tiles) for small in tiles[:2])
    ),
    Strategy.SEVERAL: lambda tiles, dice: len(tiles) >= 3,
}
"""What each sentence claims of the set that *Help* is about."""


def check(variant: Variant, moves: Tiles, dice: Tiles) -> None:
    for move in moves:
        tiles = tiles_in(move)
        told = strategy(tiles, sum(dice), variant.moves)
        assert IS_TRUE[told](tiles, dice), (variant.id, dice, tiles, told)


@pytest.mark.parametrize("variant", ["classic", "add-or-take-away", "thai", "junior"])
def test_in_every_position_and_for_every_roll(variant: str) -> None:
    box = VARIANTS[variant]
    for position in subsets(box.start):
        for count in dice_counts(box, position) if position else ():
            for dice in some_rolls(box, count):
                check(box, legal_moves(box, position, dice), dice)


@pytest.mark.parametrize("variant", [*BOXES, *RULES.values()], ids=lambda variant: variant.id)
def test_for_every_set_that_a_roll_may_shut(variant: Variant) -> None:
    """The sets of a position are among those of the full box."""
    for dice in some_rolls(variant):
        check(variant, legal_moves(variant, variant.start, dice), dice)
