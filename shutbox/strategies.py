"""What a pupil may think of to find a set of tiles: the first step of *Help*."""

from __future__ import annotations

from enum import StrEnum

from shutbox.variants import MoveRule


class Strategy(StrEnum):
    """A way to find a set; its one letter is what the browser gets."""

    ITSELF = "i"
    ONE_DIE = "o"
    TAKE_AWAY = "a"
    MAKE_TEN = "t"
    NEAR_DOUBLE = "n"
    COUNT_ON = "c"
    PAIR = "p"
    TWO_SMALL = "s"
    SEVERAL = "m"


FURTHEST_COUNT = 3
"""Counting on is easy up to here."""


def strategy(tiles: tuple[int, ...], total: int, moves: MoveRule) -> Strategy:
    """Return by which strategy a set of tiles is found most easily.

    Args:
        tiles: the set, ascending.
        total: what the roll adds up to.
        moves: which sets a roll allows: with some rules a set need not make the total.
    """
    small, large = tiles[0], tiles[-1]
    if sum(tiles) != total:
        return Strategy.TAKE_AWAY if moves == MoveRule.SUM_OR_DIFFERENCE else Strategy.ONE_DIE
    if len(tiles) == 1:
        return Strategy.ITSELF
    if 10 - large in tiles[:-1]:
        return Strategy.MAKE_TEN
    if len(tiles) == 2:
        if large - small == 1:
            return Strategy.NEAR_DOUBLE
        return Strategy.COUNT_ON if small <= FURTHEST_COUNT else Strategy.PAIR
    if len(tiles) == 3 and 2 * tiles[1] <= large:
        return Strategy.TWO_SMALL
    return Strategy.SEVERAL
