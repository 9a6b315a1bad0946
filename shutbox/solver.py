"""The exact solution: the value of every position of a variant under best play.

Positions are solved level by level: a position with k open tiles depends only on positions with
fewer. Within a level all positions and all sets are one NumPy array, a roll's value is the best
over its sets, and a position's value is the average over its rolls. Where the number of dice is a
choice, the better number counts. What is drawn without putting back is solved in `bag_solver`, a
box with a tile above `HIGHEST_DENSE_TILE` in `large_solver`, once: `disk_cache` keeps it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from hashlib import sha256
from math import lcm
from typing import Any, Literal, TypeVar

import numpy as np
import numpy.typing as npt

from shutbox import large_solver, rules
from shutbox.bag_solver import ExactBag, Positions, solve_bag
from shutbox.dice import Bag, Roll
from shutbox.disk_cache import kept
from shutbox.tiles import TileSet, subsets
from shutbox.variants import Variant

Objective = Literal["score", "shut"]
"""What best play aims at: the least expected score, or the greatest chance to shut the box."""

OBJECTIVES: tuple[Objective, ...] = ("score", "shut")

LARGEST_EXACT_BOX = 12
"""The most tiles of a box for which `Solution.as_fraction` answers."""

HIGHEST_DENSE_TILE = 16
"""The highest tile of a box that is solved at every start; larger ones are kept on disk."""

LARGEST_BOX = large_solver.LARGEST_TABLE
"""The most tiles open at the start of a box that `solve` takes."""

LARGEST_BAG_BOX = 12
"""The same where something is drawn from a bag."""

TIE = 1e-12
"""Values closer than this, in relation to their size, are the same: rounding parts them.

On all boxes up to 10 tiles the tests compare the ties found this way with the exact ones."""

Drawn = tuple[Roll, ...]
"""The rolls of a turn so far, in any order."""

Number = TypeVar("Number", int, float)

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]


class Judge:
    """What values of an objective mean; `Solution` and `estimate.Estimates` are two kinds.

    Attributes:
        variant: the rules.
        objective: what best play aims at, and what a value is: points, or a probability.
    """

    variant: Variant
    objective: Objective

    def final_value(self, open_tiles: TileSet) -> float:
        """Return what the position is worth if the turn ends there."""
        return float(_final(self.variant, self.objective, open_tiles))

    def best_of(self, values: Iterable[Number]) -> Number:
        """Return the best of some values: the least score, or the greatest chance."""
        return min(values) if self.objective == "score" else max(values)

    def is_best(self, value: float, values: Iterable[float]) -> bool:
        """Return whether ``value`` ties with the best of ``values``."""
        return same_value(value, self.best_of(values))

    def loss(self, value: float, best: float) -> float:
        """Return how much worse ``value`` is than ``best``, never negative."""
        worse = value - best if self.objective == "score" else best - value
        return 0.0 if same_value(value, best) else max(worse, 0.0)


@dataclass(frozen=True, eq=False)
class Solution(Judge):
    """The value of every position: expected score, or chance to shut, under best play.

    Where a bag remembers what was drawn, that is a part of the position: ``drawn`` is then the
    rolls so far, in any order. Dice remember nothing, and ``drawn`` is not looked at.

    Attributes:
        variant: the rules.
        objective: what best play aims at, and what a value is: points, or a probability.
        values: read-only array, shape ``(positions,)``.
        index: tells where in ``values`` that of a position stands, from the open tiles and
            ``drawn``. ``KeyError``: the position cannot come up.
    """

    variant: Variant
    objective: Objective
    values: Floats = field(repr=False)
    index: Callable[[TileSet, Drawn], int] = field(repr=False)

    @property
    def start_value(self) -> float:
        """The value before the first roll."""
        return self.value(self.variant.start)

    def value(self, open_tiles: TileSet, drawn: Drawn = ()) -> float:
        """Return the value of a position before the roll.

        Raises:
            RuleError: the position cannot come up in this variant.
        """
        rules.check_position(self.variant, open_tiles)
        try:
            return float(self.values[self.index(open_tiles, drawn)])
        except KeyError:
            raise rules.RuleError(
                rules.Refusal.NOT_IN_BAG, f"no turn with the draws {drawn} leads to this position"
            ) from None

    def move_values(
        self, open_tiles: TileSet, dice: Roll, drawn: Drawn = ()
    ) -> dict[TileSet, float]:
        """Return each legal move with the value of the position after it.

        Raises:
            RuleError: the position or the roll cannot come up in this variant.
        """
        self.value(open_tiles, drawn)
        first = open_tiles == self.variant.start
        moves = rules.legal_moves(self.variant, open_tiles, dice, first)
        if not moves and tuple(sorted(dice)) not in self.variant.dice.odds(len(dice), drawn):
            raise rules.RuleError(
                rules.Refusal.NOT_IN_BAG, f"{dice} is not left in the bag", dice=dice
            )
        after = (*drawn, tuple(dice))
        return {move: self.value(open_tiles & ~move, after) for move in moves}

    def roll_value(self, open_tiles: TileSet, dice: Roll, drawn: Drawn = ()) -> float:
        """Return the value after ``dice`` are rolled: the best move's, or the end if stuck."""
        values = self.move_values(open_tiles, dice, drawn).values()
        return self.best_of(values) if values else self.final_value(open_tiles)

    def best_moves(self, open_tiles: TileSet, dice: Roll, drawn: Drawn = ()) -> tuple[TileSet, ...]:
        """Return all best moves, in the order of `rules.legal_moves`; empty when stuck."""
        values = self.move_values(open_tiles, dice, drawn)
        return tuple(move for move, value in values.items() if self.is_best(value, values.values()))

    def dice_values(self, open_tiles: TileSet, drawn: Drawn = ()) -> dict[int, float]:
        """Return the value of rolling each number of dice that the position allows.

        Where too little is left in the bag for a roll, there is none.

        Raises:
            RuleError: the position cannot come up in this variant.
            ValueError: the box is shut, so that nothing is rolled.
        """
        self.value(open_tiles, drawn)
        if not open_tiles:
            raise ValueError("the box is shut; nothing is rolled")
        by_count = {}
        for count in rules.dice_counts(self.variant, open_tiles, drawn):
            odds = self.variant.dice.odds(count, drawn)
            values = (
                weight * self.roll_value(open_tiles, faces, drawn) for faces, weight in odds.items()
            )
            by_count[count] = sum(values) / sum(odds.values())
        return by_count

    def as_fraction(self, open_tiles: TileSet, drawn: Drawn = ()) -> Fraction:
        """Return the exact value of a position, for boxes up to 12 tiles.

        Raises:
            RuleError: the position cannot come up in this variant.
            ValueError: the box has more than 12 tiles.
        """
        self.value(open_tiles, drawn)
        if len(self.variant.tiles) > LARGEST_EXACT_BOX:
            raise ValueError(f"exact fractions are computed up to {LARGEST_EXACT_BOX} tiles")
        return self._exact(open_tiles, drawn)

    @cached_property
    def _exact(self) -> Callable[[TileSet, Drawn], Fraction]:
        if not isinstance(self.variant.dice, Bag):
            exact = _Exact(self.variant, self.objective)
            return lambda open_tiles, _drawn: exact.value(open_tiles)

        def final(open_tiles: TileSet) -> int:
            return _final(self.variant, self.objective, open_tiles)

        return ExactBag(Positions(self.variant), final, self.best_of).value


def same_value(one: float, other: float) -> bool:
    """Return whether two values differ by rounding only."""
    return abs(one - other) <= TIE * max(abs(one), abs(other))


def solve(
    variant: Variant,
    objective: Objective = "score",
    progress: Callable[[float], None] | None = None,
) -> Solution:
    """Return the exact solution of ``variant``. It is computed once and kept.

    Args:
        variant: the rules, with up to `LARGEST_BOX` tiles, or `LARGEST_BAG_BOX` if they draw from
            a bag.
        objective: ``"score"`` for the least expected score, ``"shut"`` for the greatest chance
            to shut the box.
        progress: called with the share of the work done, from 0 to 1, where that takes seconds:
            on the first use of a box with a tile above `HIGHEST_DENSE_TILE`.

    Raises:
        ValueError: the objective is neither, or the box is too large.
    """
    if objective not in OBJECTIVES:
        raise ValueError(f"objective {objective!r}: it is one of {', '.join(OBJECTIVES)}")
    if not can_solve(variant):
        raise ValueError(f"{variant.id!r} has too many tiles to solve")
    if is_large(variant):
        return _solve_large(variant, objective, progress)
    return _solve_small(variant, objective)


def can_solve(variant: Variant) -> bool:
    """Return whether the box is small enough for `solve`."""
    largest = LARGEST_BAG_BOX if isinstance(variant.dice, Bag) else LARGEST_BOX
    return variant.start.bit_count() <= largest


def is_large(variant: Variant) -> bool:
    """Return whether the first `solve` takes seconds, and its result is kept on disk."""
    dense = isinstance(variant.dice, Bag) or variant.tiles[-1] <= HIGHEST_DENSE_TILE
    return can_solve(variant) and not dense


@lru_cache(maxsize=128)
def _solve_small(variant: Variant, objective: Objective) -> Solution:
    if isinstance(variant.dice, Bag):
        return _solve_bag(variant, objective)
    return _solve_dense(variant, objective)


_large_solutions: dict[tuple[Variant, Objective], Solution] = {}
_MOST_LARGE = 4


def _solve_large(
    variant: Variant, objective: Objective, progress: Callable[[float], None] | None
) -> Solution:
    if (known := _large_solutions.get((variant, objective))) is not None:
        return known
    rule_text = repr(replace(variant, id="")).encode()
    values = kept(
        f"{objective}-{sha256(rule_text).hexdigest()[:20]}-{large_solver.VERSION}",
        (1 << variant.start.bit_count(),),
        lambda: large_solver.solve_large(variant, objective, progress),
    )
    solution = Solution(
        variant, objective, values, lambda tiles, _drawn: large_solver.index(variant, tiles)
    )
    _large_solutions[variant, objective] = solution
    if len(_large_solutions) > _MOST_LARGE:
        _large_solutions.pop(next(iter(_large_solutions)))
    return solution


def _solve_bag(variant: Variant, objective: Objective) -> Solution:
    positions, keys, costs = solve_bag(
        variant, lambda tiles: _final_costs(variant, objective, tiles)
    )

    def index(open_tiles: TileSet, drawn: Drawn) -> int:
        key = positions.key(open_tiles, drawn)
        place = int(np.searchsorted(keys, key))
        if place == keys.size or keys[place] != key:
            raise KeyError(key)
        return place

    values = _values(costs, objective)
    values.flags.writeable = False
    return Solution(variant, objective, values, index)


def _solve_dense(variant: Variant, objective: Objective) -> Solution:
    never = 1 << variant.box.bit_length()
    positions = np.fromiter(subsets(variant.start), np.int64)
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
    values[positions] = _values(costs[positions], objective)
    values.flags.writeable = False
    return Solution(variant, objective, values, lambda open_tiles, _drawn: open_tiles)


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
    return scores_of(variant, positions)


def scores_of(variant: Variant, positions: npt.NDArray[np.integer[Any]]) -> Floats:
    """Return the score of each position, in points, as `rules.score` does for one."""
    points = rules.tile_points(variant)
    if points is None:
        different, places = np.unique(positions, return_inverse=True)
        scores = [float(rules.score(variant, position)) for position in different.tolist()]
        return np.array(scores)[places]
    costs = np.zeros(positions.shape)
    for tile, value in points.items():
        costs += (positions >> (tile - 1) & 1) * value
    return costs


def _values(costs: Floats, objective: Objective) -> Floats:
    # 0 - 0 is 0, where -0 would be shown with its sign.
    return costs if objective == "score" else 0.0 - costs


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
