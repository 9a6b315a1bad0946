"""The solution where dominoes or cards are drawn without putting back.

What can come depends on what has come, so a position is the open tiles and what is left in the
bag. All positions that can come up are found from the start on, those with more open tiles first;
their values are then computed the other way round. A position is one integer, its key: the open
tiles in the low bits, and above them, for every kind of thing in the bag, how many were drawn.
Things that allow the same moves are one kind: 1-4 and 2-3 both make 5.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations_with_replacement
from math import comb, factorial

import numpy as np
import numpy.typing as npt

from shutbox import rules
from shutbox.dice import Bag, Roll
from shutbox.tiles import TileSet
from shutbox.variants import Variant

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

_KEY_BITS = 63


@dataclass(frozen=True)
class _Draw:
    """One thing that a roll can be: how many of each kind, and the sets that it lets one shut."""

    kinds: tuple[tuple[int, int], ...]
    sets: tuple[TileSet, ...]
    first_sets: tuple[TileSet, ...]


class Positions:
    """The keys of the positions of a variant that draws from a bag.

    Raises:
        ValueError: the bag holds so many different things that no key has room for them.
    """

    def __init__(self, variant: Variant) -> None:
        assert isinstance(variant.dice, Bag)
        self.variant = variant
        self.bag = variant.dice
        kinds: dict[object, int] = {}
        self._kind: dict[Roll, int] = {}
        self._contents = Counter(self.bag.contents)
        for item in sorted(self._contents):
            moves: object = item
            if self.bag.at_once == 1:
                moves = tuple(rules.move_sets(variant, item, first) for first in (False, True))
            self._kind[item] = kinds.setdefault(moves, len(kinds))
        self.numbers = Counter(self._kind[item] for item in self.bag.contents)
        self.shifts = []
        shift = variant.box.bit_length()
        for kind in range(len(kinds)):
            self.shifts.append(shift)
            shift += self.numbers[kind].bit_length()
        if shift > _KEY_BITS:
            raise ValueError(f"{variant.id!r} has too many kinds of things in its bag to solve")

    def key(self, open_tiles: TileSet, drawn: Iterable[Roll]) -> int:
        """Return the key of a position after some draws.

        Raises:
            KeyError: this cannot have been drawn.
        """
        key = open_tiles
        items = Counter(item for dice in drawn for item in self.bag.items(dice))
        for item, number in items.items():
            if number > self._contents[item]:
                raise KeyError(item)
            key += number << self.shifts[self._kind[item]]
        return key

    def kinds(self, drawn: Iterable[Roll]) -> Iterator[int]:
        """Yield the kind of everything drawn."""
        return (self._kind[item] for dice in drawn for item in self.bag.items(dice))

    def drawn(self, keys: Ints, kind: int) -> Ints:
        """Return how many of a kind were drawn before each of some positions."""
        mask = (1 << self.numbers[kind].bit_length()) - 1
        return keys >> self.shifts[kind] & mask

    def open_tiles(self, keys: Ints) -> Ints:
        """Return the open tiles of some positions."""
        return keys & ((1 << self.variant.box.bit_length()) - 1)

    def added(self, draw: _Draw) -> int:
        """Return what a draw adds to the key."""
        return sum(number << self.shifts[kind] for kind, number in draw.kinds)

    @cached_property
    def draws(self) -> dict[int, list[_Draw]]:
        """Every draw from a full bag, by the number of faces that it shows."""
        each = self.bag.faces_each
        counts = {self.bag.count} | {
            count
            for position in rules.fewer_dice_positions(self.variant)
            for count in rules.dice_counts(self.variant, position)
        }
        return {count: self._draws(count // each) for count in sorted(counts, reverse=True)}

    def _draws(self, items: int) -> list[_Draw]:
        example = {kind: item for item, kind in self._kind.items()}
        draws = []
        for kinds in combinations_with_replacement(sorted(example), items):
            dice = tuple(face for kind in kinds for face in example[kind])
            counted = tuple(Counter(kinds).items())
            if all(number <= self.numbers[kind] for kind, number in counted):
                sets = rules.move_sets(self.variant, dice)
                draws.append(_Draw(counted, sets, rules.move_sets(self.variant, dice, first=True)))
        return draws

    def sets(self, draw: _Draw, tiles: TileSet) -> tuple[TileSet, ...]:
        """Return the sets that a draw lets one shut, with the tiles of the start or fewer."""
        return draw.first_sets if tiles == self.variant.start else draw.sets


def solve_bag(
    variant: Variant, final_costs: Callable[[Ints], Floats]
) -> tuple[Positions, Ints, Floats]:
    """Return the cost of every position that can come up, under best play.

    Args:
        variant: the rules; its dice are a bag.
        final_costs: what it costs to end with some open tiles; play makes it as little as it can.

    Returns:
        The meaning of keys, all keys ascending, and the cost of each.
    """
    positions = Positions(variant)
    levels = _reachable(positions)
    costs: list[Floats] = []
    for keys in levels:
        costs.append(_level_costs(positions, keys, levels, costs, final_costs))
    keys = np.concatenate(levels)
    order = np.argsort(keys)
    return positions, keys[order], np.concatenate(costs)[order]


def _reachable(positions: Positions) -> list[Ints]:
    """Return the keys of all positions that can come up, by the number of open tiles."""
    start = positions.variant.start
    found: list[list[Ints]] = [[] for _ in range(start.bit_count() + 1)]
    found[-1].append(np.array([start], np.int64))
    levels: list[Ints] = []
    for size in range(start.bit_count(), 0, -1):
        level = np.unique(np.concatenate([np.empty(0, np.int64), *found[size]]))
        levels.append(level)
        for count, part in _by_counts(positions, level):
            for draw in positions.draws[count]:
                possible = part[_ways(positions, part, draw) > 0]
                for tiles in positions.sets(draw, start if size == start.bit_count() else 0):
                    after = possible[possible & tiles == tiles] - tiles + positions.added(draw)
                    found[size - tiles.bit_count()].append(after)
    levels.append(np.unique(np.concatenate([np.empty(0, np.int64), *found[0]])))
    return levels[::-1]


def _by_counts(positions: Positions, level: Ints) -> list[tuple[int, Ints]]:
    """Return the parts of a level in which each number of faces may be drawn."""
    fewer = np.isin(
        positions.open_tiles(level), list(rules.fewer_dice_positions(positions.variant))
    )
    every = positions.bag.count
    forced = positions.variant.fewer_dice_forced
    parts = {count: level[fewer] for count in positions.draws if count != every}
    parts[every] = level[~fewer] if forced else level
    return list(parts.items())


def _left(positions: Positions, keys: Ints) -> Ints:
    drawn = sum(positions.drawn(keys, kind) for kind in positions.numbers)
    return len(positions.bag.contents) - np.asarray(drawn)


def _ways(positions: Positions, keys: Ints, draw: _Draw) -> Floats:
    """Return in how many ways a draw can come at each of some positions."""
    ways = np.ones(keys.shape)
    for kind, number in draw.kinds:
        full = positions.numbers[kind]
        choices = np.array([comb(full - drawn, number) for drawn in range(full + 1)], float)
        ways *= choices[positions.drawn(keys, kind)]
    return ways


def _level_costs(
    positions: Positions,
    keys: Ints,
    levels: list[Ints],
    costs: list[Floats],
    final_costs: Callable[[Ints], Floats],
) -> Floats:
    final = final_costs(positions.open_tiles(keys))
    best = final.copy()
    if not costs:
        return best
    whole = len(costs) == len(levels) - 1
    expected = np.full(keys.shape, np.inf)
    for count, part in _by_counts(positions, keys):
        at = np.searchsorted(keys, part)
        items = count // positions.bag.faces_each
        left = _left(positions, part)
        draws_left = np.array([comb(n, items) for n in range(int(left.max(initial=0)) + 1)], float)
        total = np.zeros(part.shape)
        for draw in positions.draws[count]:
            ways = _ways(positions, part, draw)
            after = np.full(part.shape, np.inf)
            for tiles in positions.sets(draw, positions.variant.start if whole else 0):
                held = np.flatnonzero((part & tiles == tiles) & (ways > 0))
                if not held.size:
                    continue
                level = len(costs) - tiles.bit_count()
                following = part[held] - tiles + positions.added(draw)
                value = costs[level][np.searchsorted(levels[level], following)]
                after[held] = np.minimum(after[held], value)
            total += ways * np.where(np.isinf(after), final[at], after)
        enough = draws_left[left] > 0
        total[enough] /= draws_left[left][enough]
        total[~enough] = np.inf
        expected[at] = np.minimum(expected[at], total)
    return np.where(np.isinf(expected), final, expected)


class ExactBag:
    """Exact values in whole numbers: with ``n`` things left, the denominator is ``n!``."""

    def __init__(
        self,
        positions: Positions,
        final: Callable[[TileSet], int],
        best: Callable[[Iterable[int]], int],
    ) -> None:
        self.positions = positions
        self.final = final
        self.best = best
        self.numerators: dict[int, int] = {}

    def value(self, open_tiles: TileSet, drawn: Iterable[Roll]) -> Fraction:
        """Return the exact value of a position after some draws."""
        kinds = Counter(self.positions.kinds(drawn))
        counted = tuple(kinds[kind] for kind in sorted(self.positions.numbers))
        left = len(self.positions.bag.contents) - kinds.total()
        return Fraction(self._numerator(open_tiles, counted, left), factorial(left))

    def _numerator(self, open_tiles: TileSet, drawn: tuple[int, ...], left: int) -> int:
        """Return the value of a position times ``left!``.

        Args:
            open_tiles: the position.
            drawn: how many of each kind were drawn.
            left: how many things are left in the bag.
        """
        positions = self.positions
        key = open_tiles + sum(n << s for n, s in zip(drawn, positions.shifts, strict=True))
        if key in self.numerators:
            return self.numerators[key]
        end = self.final(open_tiles) * factorial(left)
        each = positions.bag.faces_each
        possible = [
            count // each
            for count in rules.dice_counts(positions.variant, open_tiles)
            if open_tiles and count // each <= left
        ]
        values = [self._drawn(open_tiles, drawn, left, items) for items in possible]
        result = self.best(values) if values else end
        self.numerators[key] = result
        return result

    def _drawn(self, open_tiles: TileSet, drawn: tuple[int, ...], left: int, items: int) -> int:
        positions = self.positions
        stuck = self.final(open_tiles) * factorial(left - items)
        total = 0
        for draw in positions.draws[items * positions.bag.faces_each]:
            ways = 1
            after_draw = list(drawn)
            for kind, number in draw.kinds:
                ways *= comb(positions.numbers[kind] - drawn[kind], number)
                after_draw[kind] += number
            if not ways:
                continue
            after = [
                self._numerator(open_tiles ^ tiles, tuple(after_draw), left - items)
                for tiles in positions.sets(draw, open_tiles)
                if tiles & open_tiles == tiles
            ]
            total += ways * (self.best(after) if after else stuck)
        return total * factorial(items)
