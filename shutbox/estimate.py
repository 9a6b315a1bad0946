"""Advice for boxes too large to solve: estimates by playing turns to their end, many times.

A position is worth what a plain player reaches from it on average over `GAMES` seeded turns. That
player goes down a list: of the sets that fit, it shuts the one with the fewest tiles, and of those
the one whose tiles are least likely to fit a roll by themselves. Advice is the best of a short
list of moves by these values, and plays much better than the player inside. On 24 tiles with four
dice a turn costs 70 points if played at random, 3 to 4 with the highest tile first, 1 by the list,
and about 0.1 by the advice (``tests/benchmarks/estimates.py``).

Every position is played with the same rolls, so that comparing two moves is far more certain than
either value, and values are the same everywhere, whatever was asked before. Positions of low tiles
only have their exact values.

The player inside is not perfect, so an expected score is a little too high (1 in 143 at the start
of the 24 tiles), and a chance to shut the box too low; `Estimates.error` allows for it. Scores by
digits are so uneven (one rare bad turn outweighs all others) that their errors mean little.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import accumulate
from math import exp, fsum, sqrt

import numpy as np
import numpy.typing as npt

from shutbox import rules
from shutbox.dice import Bag, Roll, total_odds
from shutbox.solver import (
    OBJECTIVES,
    Drawn,
    Floats,
    Ints,
    Judge,
    Objective,
    Solution,
    same_value,
    scores_of,
    solve,
)
from shutbox.tiles import TileSet, tile_set, tiles_in
from shutbox.variants import MoveRule, Variant

GAMES = 4096
"""How many turns the value of a position is the average of."""

SHORTLIST = 12
"""How many moves of a roll are looked at, if nobody names more.

On 24 tiles with four dice the best move was always among the first 8."""

LOW_TILES = 10
"""Positions with no tile above this one have exact values."""

TIED_ERRORS = 2.0
"""Moves whose values differ by no more than this many standard errors count as equally good."""

WEAKNESS = 0.08
"""How far the player inside may be from best play, in standard deviations of its final values.

On 14 boxes with known values it is 0.08 on average (root mean square): 0.04 on 24 tiles with four
dice, 0.13 with scores by count, 0.18 at most. Comparisons of moves are much less affected."""

_BELL = 1.7
_MOST_SETS = 2_000_000
_END = np.uint64(1 << 63)
_BITS = 53
_SEED = 1

Masks = npt.NDArray[np.uint64]


@dataclass(frozen=True, eq=False)
class Estimates(Judge):
    """Estimated values of positions: it answers what `Solution` answers, but not for certain.

    Attributes:
        variant: the rules.
        objective: what play aims at, and what a value is: points, or a probability.
        games: how many turns are played from a position.
    """

    variant: Variant
    objective: Objective
    games: int
    _low: _Low = field(repr=False)
    _usual: _List = field(repr=False)
    _first: _List = field(repr=False)

    @property
    def start_value(self) -> float:
        """The value before the first roll."""
        return self.value(self.variant.start)

    def value(self, open_tiles: TileSet, drawn: Drawn = ()) -> float:
        """Return the value of a position before the roll, the same at every call.

        ``drawn`` is there as it is in `Solution`; dice remember nothing.

        Raises:
            RuleError: the position cannot come up in this variant.
        """
        rules.check_position(self.variant, open_tiles)
        return _play(self, open_tiles).mean

    def error(self, open_tiles: TileSet) -> float:
        """Return the standard error of `value`, 0 where the value is exact.

        It holds the error of the sample and, by `WEAKNESS`, that of the player inside.

        Raises:
            RuleError: the position cannot come up in this variant.
        """
        rules.check_position(self.variant, open_tiles)
        played = _play(self, open_tiles)
        if played.is_exact:
            return 0.0
        sample = _error(played.values, self._floor)
        return sample * sqrt(1 + self.games * WEAKNESS**2)

    def error_of_difference(self, one: TileSet, other: TileSet) -> float:
        """Return the standard error of the difference between the values of two positions.

        Both are played with the same rolls, so it is mostly far less than either `error`.

        Raises:
            RuleError: a position cannot come up in this variant.
        """
        rules.check_position(self.variant, one)
        rules.check_position(self.variant, other)
        played, others = _play(self, one), _play(self, other)
        if one == other or (played.is_exact and others.is_exact):
            return 0.0
        return _error(played.values - others.values, self._floor)

    def move_values(
        self, open_tiles: TileSet, dice: Roll, also: Iterable[TileSet] = ()
    ) -> dict[TileSet, float]:
        """Return moves with the value of the position after each, in the order of the rules.

        Args:
            open_tiles: the position.
            dice: the roll.
            also: legal moves to look at in any case, for instance the one that was played. Of the
                others only the `SHORTLIST` most promising are looked at; the rest is left out.

        Raises:
            RuleError: the position or the roll cannot come up, or a move is against the rules.
        """
        return {
            move: self.value(open_tiles & ~move) for move in self._moves(open_tiles, dice, also)
        }

    def roll_value(self, open_tiles: TileSet, dice: Roll, also: Iterable[TileSet] = ()) -> float:
        """Return the best of `move_values`, or the value of the end if stuck."""
        values = self.move_values(open_tiles, dice, also).values()
        return self.best_of(values) if values else self.final_value(open_tiles)

    def best_moves(
        self, open_tiles: TileSet, dice: Roll, also: Iterable[TileSet] = ()
    ) -> tuple[TileSet, ...]:
        """Return all moves of `move_values` that may be the best; empty when stuck.

        These are the one with the best value, and those whose value on the same rolls is within
        `TIED_ERRORS` standard errors of it. Among moves equally likely to shut the box, the
        expected score decides in the same way, unless the values are exact.
        """
        moves = self._moves(open_tiles, dice, also)
        if moves and self._low.holds(open_tiles):
            return self._low.solutions[self.objective].best_moves(open_tiles, dice)
        played = {move: _play(self, open_tiles & ~move) for move in moves}
        if self.objective == "shut":
            likely = _tied({move: -games.values for move, games in played.items()}, self._floor)
            played = {move: played[move] for move in likely}
        return _tied({move: games.scores for move, games in played.items()}, 0.0)

    def dice_values(self, open_tiles: TileSet, drawn: Drawn = ()) -> dict[int, float]:
        """Return the value of rolling each number of dice that the position allows.

        Raises:
            RuleError: the position cannot come up in this variant.
            ValueError: the box is shut, so that nothing is rolled.
        """
        rules.check_position(self.variant, open_tiles)
        if not open_tiles:
            raise ValueError("the box is shut; nothing is rolled")
        if self._low.holds(open_tiles):
            return self._low.solutions[self.objective].dice_values(open_tiles)
        (count,) = rules.dice_counts(self.variant, open_tiles)
        return {count: self.value(open_tiles)}

    def _moves(
        self, open_tiles: TileSet, dice: Roll, also: Iterable[TileSet]
    ) -> tuple[TileSet, ...]:
        rules.check_position(self.variant, open_tiles)
        first = open_tiles == self.variant.start
        moves = rules.legal_moves(self.variant, open_tiles, dice, first)
        wanted = set(also)
        for move in wanted.difference(moves):
            rules.check_move(self.variant, open_tiles, dice, move, first)
        if len(moves) > SHORTLIST and not self._low.holds(open_tiles):
            ranked = _ranked(self.variant, np.array(moves, np.uint64))
            wanted.update(ranked[:SHORTLIST].tolist())
            moves = tuple(move for move in moves if move in wanted)
        return moves

    @property
    def _floor(self) -> float:
        """The least error of a share of the games: none of them is not never."""
        return 1 / self.games if self.objective == "shut" else 0.0


def estimate(variant: Variant, objective: Objective = "score", games: int = GAMES) -> Estimates:
    """Return the estimates of ``variant``. They are kept, and so are the positions played last.

    Args:
        variant: the rules, of any size.
        objective: ``"score"`` for the least expected score, ``"shut"`` for the greatest chance
            to shut the box.
        games: how many turns the value of a position is the average of, at least 2.

    Raises:
        ValueError: the objective is neither, there are too few games, the box draws from a bag,
            or its rolls allow more sets than can be listed.
    """
    if objective not in OBJECTIVES:
        raise ValueError(f"objective {objective!r}: it is one of {', '.join(OBJECTIVES)}")
    if isinstance(variant.dice, Bag):
        raise ValueError(f"{variant.id!r} draws from a bag; estimates are for dice")
    if games < 2:
        raise ValueError(f"{games} games: an error takes at least 2")
    return _estimate(variant, objective, games)


@lru_cache(maxsize=8)
def _estimate(variant: Variant, objective: Objective, games: int) -> Estimates:
    # Only the bits of the generator are used: NumPy keeps those for ever, but no distribution.
    steps = variant.start.bit_count()
    bits = np.random.PCG64(_SEED).random_raw(steps * games) >> np.uint64(64 - _BITS)
    bits = bits.reshape(steps, games)
    usual = _List.of(variant, bits, first=False)
    first = usual if variant.first_tile is None else _List.of(variant, bits[:1], first=True)
    return Estimates(variant, objective, games, _Low.of(variant, objective), usual, first)


@dataclass(frozen=True, eq=False)
class _Low:
    """Exact values of the positions that hold no tile above `LOW_TILES`."""

    solutions: dict[Objective, Solution]

    @staticmethod
    def of(variant: Variant, objective: Objective) -> _Low:
        low = tile_set(range(1, LOW_TILES + 1))
        if not variant.start & low:
            return _Low({})
        part = replace(
            variant,
            tiles=tiles_in(variant.box & low),
            shut_at_start=tiles_in(variant.box & ~variant.start & low),
            first_tile=None if variant.start & ~low else variant.first_tile,
        )
        goals: tuple[Objective, ...] = ("score", objective)
        return _Low({goal: solve(part, goal) for goal in goals})

    def holds(self, open_tiles: TileSet) -> bool:
        """Return whether this position, which can come up, has an exact value."""
        return open_tiles < 1 << LOW_TILES

    def values(self, objective: Objective, positions: Masks) -> Floats:
        if not self.solutions:
            return np.full(positions.shape, float(objective == "shut"))
        values: Floats = self.solutions[objective].values[positions.astype(np.int64)]
        return values


@dataclass(frozen=True, eq=False)
class _List:
    """The list that the player inside goes down, and the rolls of all its games.

    The sets of outcome i begin at ``starts[i]``, the best first, and `_END` follows the last.
    ``rolls`` are outcomes, of shape ``(steps, games)``.
    """

    sets: Masks
    starts: Ints
    rolls: Ints

    @staticmethod
    def of(variant: Variant, bits: Masks, first: bool) -> _List:
        outcomes = _outcomes(variant, first)
        ranked = [_ranked(variant, sets) for sets, _ in outcomes]
        weights = [weight for _, weight in outcomes]
        limits = [(total << _BITS) // sum(weights) for total in accumulate(weights)]
        return _List(
            np.concatenate([part for sets in ranked for part in (sets, np.array([_END]))]),
            np.array([0, *accumulate(sets.size + 1 for sets in ranked[:-1])], np.int64),
            np.searchsorted(np.array(limits, np.uint64), bits, side="right"),
        )

    def choose(self, positions: Masks, outcomes: Ints) -> Masks:
        """Return, for each position with its outcome, the first set that fits, or 0 if stuck."""
        chosen = np.zeros(positions.shape, np.uint64)
        shut = ~(positions | _END)
        left, at, width = np.arange(positions.size), self.starts[outcomes], 8
        while left.size:
            sets = self.sets.take(at[:, np.newaxis] + np.arange(width), mode="clip")
            fits = (sets & shut[left, np.newaxis]) == 0
            rows, place = np.arange(left.size), fits.argmax(axis=1)
            found = fits[rows, place]
            chosen[left[found]] = sets[rows, place][found]
            left, at = left[~found], at[~found] + width
            width = min(2 * width, 256)
        return chosen & ~_END


def _outcomes(variant: Variant, first: bool) -> list[tuple[Masks, int]]:
    """Return what all dice can lead to: sets of tiles, and how often they come."""
    if variant.moves != MoveRule.ANY_SET:
        found = rules.outcomes(variant, variant.dice.count, first)
        return [(np.array(sets, np.uint64), weight) for sets, weight in found]
    odds = total_odds(variant.dice.count, variant.dice.sides)
    sums = _sets_by_sum(variant, max(odds))
    result = []
    for total, weight in sorted(odds.items()):
        sets = sums[total]
        if total == variant.ending_total:
            sets = sets[:0]
        if variant.most_tiles is not None:
            sets = sets[np.bitwise_count(sets) <= variant.most_tiles]
        if first and variant.first_tile is not None:
            sets = sets[sets & np.uint64(tile_set([variant.first_tile])) != 0]
        result.append((sets, weight))
    return result


def _sets_by_sum(variant: Variant, highest: int) -> list[Masks]:
    """Return all sets of tiles open at the start that add up to 0, 1, ... ``highest``.

    `rules.move_sets` gives the same sets one roll at a time: too slow for a first answer.
    """
    sums = [np.zeros(int(total == 0), np.uint64) for total in range(highest + 1)]
    for tile in tiles_in(variant.start):
        bit = np.uint64(tile_set([tile]))
        for total in range(highest, tile - 1, -1):
            sums[total] = np.concatenate([sums[total], sums[total - tile] | bit])
        if sum(sets.size for sets in sums) > _MOST_SETS:
            raise ValueError(f"the rolls of {variant.id!r} allow too many sets of tiles to list")
    return sums


def _ranked(variant: Variant, sets: Masks) -> Masks:
    """Return the sets in the order of the list.

    The largest sum first, where a roll allows several; then the fewest tiles. Then a tile is the
    dearer, the closer it is to the average total: it fits likely rolls by itself. The bell is
    wider than that of the totals, since the tiles next to it are worth keeping, too; on the boxes
    tried (16 to 54 tiles), 1.4 to 2.2 times as wide was best.
    """
    dice = variant.dice
    average = dice.count * (dice.sides + 1) / 2
    width = _BELL * sqrt(max(1.0, dice.count * (dice.sides**2 - 1) / 12))
    costs, sums = np.zeros((2, sets.size), np.int64)
    for tile in tiles_in(variant.start):
        price = 10_000 + round(1000 * exp(-(((tile - average) / width) ** 2) / 2))
        held = (sets >> np.uint64(tile - 1) & np.uint64(1)).astype(np.int64)
        costs += price * held
        sums += tile * held
    return sets[np.lexsort((sets, costs, -sums))]


@dataclass(frozen=True, eq=False)
class _Games:
    """What all games from one position came to: in the objective's unit, and in points."""

    values: Floats
    scores: Floats
    mean: float
    is_exact: bool


@lru_cache(maxsize=256)
def _play(estimates: Estimates, open_tiles: TileSet) -> _Games:
    variant, low, objective = estimates.variant, estimates._low, estimates.objective
    ends = np.full(estimates.games, open_tiles, np.uint64)
    under_way = np.arange(0 if low.holds(open_tiles) else estimates.games)
    moves = estimates._first if open_tiles == variant.start else estimates._usual
    for step in range(open_tiles.bit_count()):
        if not under_way.size:
            break
        chosen = moves.choose(ends[under_way], moves.rolls[step, under_way])
        ends[under_way] ^= chosen
        under_way = under_way[(chosen != 0) & (ends[under_way] >= 1 << LOW_TILES)]
        moves = estimates._usual
    is_low = ends < 1 << LOW_TILES
    scores = np.empty(ends.shape)
    scores[is_low] = low.values("score", ends[is_low])
    scores[~is_low] = scores_of(variant, ends[~is_low])
    values = scores
    if objective == "shut":
        values = np.zeros(ends.shape)
        values[is_low] = low.values("shut", ends[is_low])
    return _Games(values, scores, fsum(values) / values.size, low.holds(open_tiles))


def _error(values: Floats, floor: float) -> float:
    return max(float(values.std(ddof=1)), sqrt(values.size) * floor) / sqrt(values.size)


def _tied(costs: dict[TileSet, Floats], floor: float) -> tuple[TileSet, ...]:
    """Return the moves whose mean cost cannot be told from the least."""
    means = {move: fsum(games) / games.size for move, games in costs.items()}
    best = min(means, key=means.__getitem__, default=0)
    return tuple(
        move
        for move, games in costs.items()
        if same_value(means[move], means[best])
        or means[move] - means[best] <= TIED_ERRORS * _error(games - costs[best], floor)
    )
