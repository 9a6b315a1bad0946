"""The exact solution: the value of every position of a variant under best play.

Positions are solved level by level: a position with k open tiles depends only on positions with
fewer. Within a level all positions and all sets are one NumPy array, a roll's value is the best
over its sets, and a position's value is the average over its rolls. Where the number of dice is a
choice, the better number counts.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, lru_cache
from math import lcm
from typing import Literal

import numpy as np
import numpy.typing as npt

from shutbox import rules
from shutbox.dice import Roll, odds
from shutbox.tiles import TileSet, subsets, tiles_in
from shutbox.variants import Variant

Objective = Literal["score", "shut"]
"""What best play aims at: the least expected score, or the greatest chance to shut the box."""

OBJECTIVES: tuple[Objective, ...] = ("score", "shut")

LARGEST_EXACT_BOX = 12
"""The most tiles of a box for which `Solution.as_fraction` answers."""

LARGEST_BOX = 16
"""The highest tile of a box that `solve` takes."""

TIE = 1e-12
"""Values closer than this, in relation to their size, are the same: rounding parts them.

On all boxes up to 10 tiles the tests compare the ties found this way with the exact ones."""

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Solution:
    """The value of every position: expected score, or chance to shut, under best play.

    Attributes:
        variant: the rules.
        objective: what best play aims at, and what a value is: points, or a probability.
        values: read-only array of shape ``(2 ** highest tile,)``, indexed by position; NaN where
            a position holds a tile that is not open at the start.
    """

    variant: Variant
    objective: Objective
    values: Floats = field(repr=False)

    @property
    def start_value(self) -> float:
        """The value before the first roll."""
        return self.value(self.variant.start)

    def value(self, open_tiles: TileSet) -> float:
        """Return the value of a position before the roll.

        Raises:
            RuleError: the position cannot come up in this variant.
        """
        self._check(open_tiles)
        return float(self.values[open_tiles])

    def final_value(self, open_tiles: TileSet) -> float:
        """Return what the position is worth if the turn ends there."""
        return float(_final(self.variant, self.objective, open_tiles))

    def move_values(self, open_tiles: TileSet, dice: Roll) -> dict[TileSet, float]:
        """Return each legal move with the value of the position after it.

        Raises:
            RuleError: the position or the roll cannot come up in this variant.
        """
        self._check(open_tiles)
        first = open_tiles == self.variant.start
        moves = rules.legal_moves(self.variant, open_tiles, dice, first)
        return {move: float(self.values[open_tiles & ~move]) for move in moves}

    def roll_value(self, open_tiles: TileSet, dice: Roll) -> float:
        """Return the value after ``dice`` are rolled: the best move's, or the end if stuck."""
        values = self.move_values(open_tiles, dice).values()
        return self.best_of(values) if values else self.final_value(open_tiles)

    def best_moves(self, open_tiles: TileSet, dice: Roll) -> tuple[TileSet, ...]:
        """Return all best moves, in the order of `rules.legal_moves`; empty when stuck."""
        values = self.move_values(open_tiles, dice)
        return tuple(move for move, value in values.items() if self.is_best(value, values.values()))

    def dice_values(self, open_tiles: TileSet) -> dict[int, float]:
        """Return the value of rolling each number of dice that the position allows.

        Raises:
            RuleError: the position cannot come up in this variant.
            ValueError: the box is shut, so that nothing is rolled.
        """
        self._check(open_tiles)
        if not open_tiles:
            raise ValueError("the box is shut; nothing is rolled")
        return {
            count: sum(
                weight * self.roll_value(open_tiles, faces)
                for faces, weight in odds(count, self.variant.dice.sides).items()
            )
            / self.variant.dice.sides**count
            for count in rules.dice_counts(self.variant, open_tiles)
        }

    def best_of(self, values: Iterable[float]) -> float:
        """Return the best of some values: the least score, or the greatest chance."""
        return min(values) if self.objective == "score" else max(values)

    def is_best(self, value: float, values: Iterable[float]) -> bool:
        """Return whether ``value`` ties with the best of ``values``."""
        return same_value(value, self.best_of(values))

    def loss(self, value: float, best: float) -> float:
        """Return how much worse ``value`` is than ``best``, never negative."""
        worse = value - best if self.objective == "score" else best - value
        return 0.0 if same_value(value, best) else max(worse, 0.0)

    def as_fraction(self, open_tiles: TileSet) -> Fraction:
        """Return the exact value of a position, for boxes up to 12 tiles.

        Raises:
            RuleError: the position cannot come up in this variant.
            ValueError: the box has more than 12 tiles.
        """
        self._check(open_tiles)
        if len(self.variant.tiles) > LARGEST_EXACT_BOX:
            raise ValueError(f"exact fractions are computed up to {LARGEST_EXACT_BOX} tiles")
        return self._exact.value(open_tiles)

    @cached_property
    def _exact(self) -> _Exact:
        return _Exact(self.variant, self.objective)

    def _check(self, open_tiles: TileSet) -> None:
        rules.check_tiles(self.variant, open_tiles)
        if shut := tiles_in(open_tiles & ~self.variant.start):
            raise rules.RuleError(
                rules.Refusal.TILE_SHUT, f"tile {shut[0]} is shut from the start", tile=shut[0]
            )


def same_value(one: float, other: float) -> bool:
    """Return whether two values differ by rounding only."""
    return abs(one - other) <= TIE * max(1.0, abs(one), abs(other))


def solve(variant: Variant, objective: Objective = "score") -> Solution:
    """Return the exact solution of ``variant``. It is computed once and kept.

    Args:
        variant: the rules, with tiles up to `LARGEST_BOX`.
        objective: ``"score"`` for the least expected score, ``"shut"`` for the greatest chance
            to shut the box.

    Raises:
        ValueError: the objective is neither, or the box is too large.
    """
    if objective not in OBJECTIVES:
        raise ValueError(f"objective {objective!r}: it is one of {', '.join(OBJECTIVES)}")
    if variant.tiles[-1] > LARGEST_BOX:
        raise ValueError(f"{variant.id!r} has more than {LARGEST_BOX} tiles, too many to solve")
    return _solve(variant, objective)


@lru_cache(maxsize=128)
def _solve(variant: Variant, objective: Objective) -> Solution:
    never = 1 << variant.box.bit_length()
    positions = np.fromiter(subsets(variant.start), np.int64)
    sign = 1.0 if objective == "score" else -1.0
    costs = np.full(never, np.inf)
    costs[positions] = _final_costs(variant, objective, positions)
    final_costs = costs.copy()
    fewer = np.zeros(never, dtype=bool)
    fewer[list(rules.fewer_dice_positions(variant))] = True

    def best_roll(level: Ints, counts: tuple[int, ...], first: bool) -> Floats:
        expected = [
            _expected(level, costs, final_costs[level], _Table.of(variant, count, first, never))
            for count in counts
        ]
        best: Floats = np.minimum.reduce(expected)
        return best

    every = (variant.dice.count,)
    fewer_counts = (1,) if variant.fewer_dice_forced else (*every, 1)
    open_count = np.bitwise_count(positions)
    for k in range(1, int(open_count.max()) + 1):
        level = positions[open_count == k]
        for counts, part in ((every, level[~fewer[level]]), (fewer_counts, level[fewer[level]])):
            if part.size:
                costs[part] = best_roll(part, counts, first=False)
    if variant.first_tile is not None:
        start = np.array([variant.start])
        costs[start] = best_roll(start, rules.dice_counts(variant, variant.start), first=True)

    values = np.full(never, np.nan)
    values[positions] = sign * costs[positions]
    values.flags.writeable = False
    return Solution(variant, objective, values)


@dataclass(frozen=True, eq=False)
class _Table:
    """The outcomes of one number of dice, flat: the sets of outcome i begin at ``starts[i]``."""

    sets: Ints
    starts: Ints
    odds: Floats

    @staticmethod
    @lru_cache(maxsize=256)
    def of(variant: Variant, count: int, first: bool, never: TileSet) -> _Table:
        """Each outcome begins with ``never``, a set that no position holds: no run is empty."""
        sets: list[TileSet] = []
        starts, weights = [], []
        for allowed, weight in rules.outcomes(variant, count, first):
            starts.append(len(sets))
            sets += (never, *allowed)
            weights.append(weight)
        return _Table(
            np.array(sets, np.int64),
            np.array(starts, np.int64),
            np.array(weights) / variant.dice.sides**count,
        )


def _expected(level: Ints, costs: Floats, final: Floats, table: _Table) -> Floats:
    """Return the expected cost of rolling at each position of ``level``; shape ``(level,)``."""
    positions = level[:, np.newaxis]
    held = (positions & table.sets) == table.sets
    after = np.where(held, costs[np.where(held, positions ^ table.sets, 0)], np.inf)
    best = np.minimum.reduceat(after, table.starts, axis=1)
    stuck = np.isinf(best)
    result: Floats = np.where(stuck, final[:, np.newaxis], best) @ table.odds
    return result


def _final(variant: Variant, objective: Objective, open_tiles: TileSet) -> int:
    if objective == "score":
        return rules.score(variant, open_tiles)
    return int(open_tiles == 0)


def _final_costs(variant: Variant, objective: Objective, positions: Ints) -> Floats:
    if objective == "shut":
        return np.where(positions == 0, -1.0, 0.0)
    points = rules.tile_points(variant)
    if points is None:
        return np.array([rules.score(variant, p) for p in positions.tolist()], float)
    costs = np.zeros(positions.shape)
    for tile, value in points.items():
        costs += (positions >> (tile - 1) & 1) * value
    return costs


class _Exact:
    """Exact values in whole numbers: a position with k open tiles has the denominator base**k."""

    def __init__(self, variant: Variant, objective: Objective) -> None:
        self.variant = variant
        self.objective = objective
        sides = variant.dice.sides
        self.base = lcm(sides, sides**variant.dice.count)
        self.numerators: dict[TileSet, int] = {}

    def value(self, open_tiles: TileSet) -> Fraction:
        for position in subsets(open_tiles):
            if position not in self.numerators:
                self.numerators[position] = self._numerator(position)
        return Fraction(self.numerators[open_tiles], self.base ** open_tiles.bit_count())

    def _numerator(self, position: TileSet) -> int:
        final = _final(self.variant, self.objective, position)
        if not position:
            return final
        stuck = final * self.base ** (position.bit_count() - 1)
        best_of = min if self.objective == "score" else max
        first = position == self.variant.start
        expected: list[int] = []
        for count in rules.dice_counts(self.variant, position):
            total: int = 0
            for sets, weight in rules.outcomes(self.variant, count, first):
                after = [
                    self.numerators[position ^ s] * self.base ** (s.bit_count() - 1)
                    for s in sets
                    if s & position == s
                ]
                total += weight * (best_of(after) if after else stuck)
            expected.append(total * self.base // self.variant.dice.sides**count)
        return best_of(expected)
