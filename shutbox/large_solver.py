"""Exact values of large boxes, in one array over all positions.

The box is split into its low and its high tiles. A row of the array is one set of open low tiles,
a column one set of open high tiles. A row is computed for all columns at once, from the rows of
its subsets. Only moves of high tiles alone stay within a row: there a column depends on columns
with fewer tiles, so a row is finished level by level, by the number of open high tiles.

Costs are what best play makes small: the score, or the chance to shut the box with a minus sign.
Ending the turn never costs less than any move, so it can stand beside the moves of every roll.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import accumulate

import numpy as np
import numpy.typing as npt

from shutbox import rules
from shutbox.dice import Bag
from shutbox.tiles import TileSet, tiles_in
from shutbox.variants import MoveRule, Scoring, Variant

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

LARGEST_TABLE = 24
"""The most tiles open at the start that `solve_large` takes: 128 MiB of values."""

LOW_TILES = 11
"""How many tiles are low. With 24 tiles, no roll of four dice takes two of the others."""

MOST_SETS = 100_000
"""The most sets of tiles that `solve_large` takes for all rolls together: about a minute."""

VERSION = 1
"""Changes with anything that changes the array, so that what is kept on disk is made anew."""

_REPORTS = 100


def index(variant: Variant, open_tiles: TileSet) -> int:
    """Return where the array of `solve_large` holds a position.

    The highest tile that is open at the start has bit 0, the next lower one bit 1 and so on, so
    the shut box comes first and the start last.
    """
    # A move with a high tile works on runs as long as the tile's bit says. Fewest moves hold the
    # highest tile, so it has the bit with the shortest runs.
    highest_first = reversed(tiles_in(variant.start))
    return sum((open_tiles >> (tile - 1) & 1) << bit for bit, tile in enumerate(highest_first))


def solve_large(
    variant: Variant,
    objective: str = "score",
    progress: Callable[[float], None] | None = None,
    low: int = LOW_TILES,
) -> Floats:
    """Return the value of every position under best play.

    Args:
        variant: the rules, with at most `LARGEST_TABLE` tiles open at the start.
        objective: ``"score"`` for the least expected score in points, ``"shut"`` for the greatest
            chance to shut the box.
        progress: called about a hundred times with the share of the work done, up to 1.
        low: how many tiles are low. It changes the time, and the values by rounding only.

    Returns:
        Array of shape ``(2 ** tiles open at the start,)``; `index` tells where a position is.

    Raises:
        ValueError: the objective is neither, the box or its dice are too large, it draws from a
            bag, or ``low`` is negative.
    """
    if isinstance(variant.dice, Bag):
        raise ValueError(f"{variant.id!r} draws from a bag, which is solved in another way")
    tiles = variant.start.bit_count()
    if objective not in ("score", "shut"):
        raise ValueError(f"objective {objective!r}: it is one of score, shut")
    if tiles > LARGEST_TABLE:
        raise ValueError(f"{variant.id!r} has more than {LARGEST_TABLE} tiles, too many to solve")
    if (sets := _most_sets(variant)) > MOST_SETS:
        raise ValueError(f"{variant.id!r} allows {sets} sets of tiles, too many to solve")
    if low < 0:
        raise ValueError(f"{low} low tiles: there cannot be fewer than none")
    high = max(tiles - low, 0)
    costs = np.empty(1 << tiles)
    rows = costs.reshape(-1, 1 << high)
    solver = _RowSolver(variant, objective, high, rows)
    work = [solver.work(row) for row in range(len(rows))]
    total, reported = sum(work), 0
    for row, done in enumerate(accumulate(work)):
        solver.solve(row)
        if progress is not None and done * _REPORTS // total > reported:
            reported = done * _REPORTS // total
            progress(done / total)
    if variant.first_tile is not None:
        costs[-1] = _best_roll(
            variant, objective, variant.start, lambda p: float(costs[index(variant, p)]), first=True
        )
    return costs if objective == "score" else np.subtract(0.0, costs, out=costs)


def _most_sets(variant: Variant) -> int:
    """Return how many sets of tiles add up to at most the highest roll, without listing them."""
    if variant.moves not in (MoveRule.ANY_SET, MoveRule.SUM_OR_DIFFERENCE):
        return 0
    highest = variant.dice.count * variant.dice.sides
    most = variant.most_tiles or len(variant.tiles)
    ways = Counter({(0, 0): 1})
    for tile in tiles_in(variant.start):
        for (total, size), number in list(ways.items()):
            if total + tile <= highest and size < most:
                ways[total + tile, size + 1] += number
    return ways.total()


def _best_roll(
    variant: Variant,
    objective: str,
    position: TileSet,
    cost_of: Callable[[TileSet], float],
    first: bool = False,
) -> float:
    """Return the expected cost of rolling the best number of dice at one position."""
    end = float(rules.score(variant, position)) if objective == "score" else 0.0
    expected: list[float] = []
    for count in rules.dice_counts(variant, position):
        total = 0.0
        for sets, weight in rules.outcomes(variant, count, first):
            after = [cost_of(position ^ s) for s in sets if s & position == s]
            total += weight * min(after, default=end)
        expected.append(total / variant.dice.sides**count)
    return min(expected)


def _costs_of_few_tiles(variant: Variant, objective: str) -> dict[TileSet, float]:
    """Return the costs of the shut box and of the positions where one die may be rolled.

    These come first: whatever can follow such a position is one of them too.
    """
    costs = {0: 0.0 if objective == "score" else -1.0}
    for position in rules.fewer_dice_positions(variant):
        costs[position] = _best_roll(variant, objective, position, costs.__getitem__)
    return costs


@dataclass(frozen=True)
class _Level:
    """The columns with the same number of tiles.

    Attributes:
        part: where they are when columns are sorted by number of tiles.
        after: arrays of shape ``(outcomes, columns)``, with up to one move of high tiles alone
            for each of the first outcomes: the place of the column after it.
    """

    part: slice
    after: list[Ints]


class _RowSolver:
    """Fills the rows of ``costs`` one after the other, in ascending order.

    A family is the low parts of all sets that have the same outcome and the same high part. Many
    outcomes share a family, since what counts is the rest of the total. So each family's best
    costs are found once, and then looked at from all columns that hold one of the high parts.
    """

    def __init__(self, variant: Variant, objective: str, high: int, costs: Floats) -> None:
        columns = 1 << high
        self.rows = list(costs)
        self.final = _final_costs(variant, objective, high)
        outcomes = [
            (_split(variant, sets, columns), weight)
            for sets, weight in rules.outcomes(variant, variant.dice.count)
        ]
        outcomes.sort(key=lambda outcome: -len(_alone(outcome[0])))
        self.odds = np.array([weight for _, weight in outcomes], float)
        self.odds /= variant.dice.sides**variant.dice.count
        self.best = np.empty((len(outcomes), columns))
        self.after = np.empty(columns)
        families: dict[tuple[int, ...], list[tuple[Floats, Floats]]] = {}
        for best, (parts, _) in zip(self.best, outcomes, strict=True):
            for high_part, low_parts in parts.items():
                if family := tuple(part for part in low_parts if part):
                    views = (_columns(best, high_part, 1), _columns(self.after, high_part, 0))
                    families.setdefault(family, []).append(views)
        self.families = list(families.items())

        alone = [moves for parts, _ in outcomes if (moves := _alone(parts))]
        self.order, self.levels = _levels(alone, high)
        self.place = np.argsort(self.order)
        self.sorted_best = np.empty((len(alone), columns))
        self.sorted_costs = np.full(columns + 1, np.inf)
        self.known: dict[int, list[tuple[int, float]]] = {}
        for position, cost in _costs_of_few_tiles(variant, objective).items():
            row, column = divmod(index(variant, position), columns)
            self.known.setdefault(row, []).append((column, cost))

    def work(self, row: int) -> int:
        """Return about how long `solve` takes, in operations on a row."""
        moves = sum(len(_held(family, row)) for family, _ in self.families)
        return moves + 4 * len(self.best)

    def solve(self, row: int) -> None:
        """Fill a row, from the rows before it."""
        self.best[:] = self.final(row)
        for family, views in self.families:
            if held := _held(family, row):
                np.copyto(self.after, self.rows[row ^ held[0]])
                for part in held[1:]:
                    np.minimum(self.after, self.rows[row ^ part], out=self.after)
                for best, after in views:
                    np.minimum(best, after, out=best)

        alone, costs = len(self.sorted_best), self.sorted_costs
        np.take(self.best[:alone], self.order, axis=1, out=self.sorted_best, mode="clip")
        others = (self.odds[alone:] @ self.best[alone:])[self.order]
        for tiles, level in enumerate(self.levels):
            level_best = self.sorted_best[:, level.part]
            for places in level.after:
                best = level_best[: len(places)]
                np.minimum(best, costs.take(places), out=best)
            costs[level.part] = self.odds[:alone] @ level_best + others[level.part]
            for column, cost in self.known.get(row, ()):
                if column.bit_count() == tiles:
                    costs[self.place[column]] = cost
        self.rows[row][self.order] = costs[:-1]


def _held(family: tuple[int, ...], row: int) -> list[int]:
    return [low for low in family if low & row == low]


def _alone(parts: dict[int, list[int]]) -> list[int]:
    """Return the high parts that are a set by themselves."""
    return [high_part for high_part, low_parts in parts.items() if 0 in low_parts]


def _split(variant: Variant, sets: Iterable[TileSet], columns: int) -> dict[int, list[int]]:
    """Return the low parts of the sets by their high part, as rows and columns."""
    parts: dict[int, list[int]] = {}
    for row, column in sorted(divmod(index(variant, s), columns) for s in sets):
        parts.setdefault(column, []).append(row)
    return parts


def _columns(by_column: Floats, tiles: int, is_open: int) -> Floats:
    """Return a view of the columns in which all of ``tiles`` are open (1), or are shut (0)."""
    shape, top = [], by_column.size
    for bit in reversed(tiles_in(tiles)):
        shape += [top >> bit, 2]
        top = 1 << (bit - 1)
    return by_column.reshape(*shape, top)[(slice(None), is_open) * (len(shape) // 2)]


def _levels(alone: list[list[int]], high: int) -> tuple[Ints, list[_Level]]:
    """Return the columns by number of tiles, and their levels; ``alone``: moves by outcome."""
    columns = np.arange(1 << high)
    count = np.bitwise_count(columns)
    order = np.argsort(count, kind="stable")
    place = np.argsort(order)
    levels = []
    for tiles in range(high + 1):
        start, stop = np.searchsorted(count[order], [tiles, tiles + 1])
        level = order[start:stop]
        after = []
        for i in range(max(map(len, alone), default=0)):
            moves = np.array([[move[i]] for move in alone if len(move) > i])
            held = (level & moves) == moves
            after.append(np.where(held, place[np.where(held, level ^ moves, 0)], columns.size))
        levels.append(_Level(slice(int(start), int(stop)), after))
    return order, levels


def _final_costs(variant: Variant, objective: str, high: int) -> Callable[[int], Floats | float]:
    """Return a function from a row to what its positions cost if the turn ends there."""
    if objective == "shut":
        return lambda row: 0.0
    tiles = tiles_in(variant.start)
    low_points = [float(p) for p in _scores(variant, tiles[: len(tiles) - high])]
    high_points = _scores(variant, tiles[len(tiles) - high :])
    points = np.array(high_points, float)
    if variant.scoring != Scoring.DIGITS:
        return lambda row: low_points[row] + points
    digits = [len(str(p)) if p else 0 for p in high_points]
    factor = np.array([10**d for d in digits], float)
    return lambda row: low_points[row] * factor + points


def _scores(variant: Variant, tiles: tuple[int, ...]) -> list[int]:
    """Return the score of every set of ``tiles``, the highest tile having bit 0."""
    sets = [0]
    for tile in reversed(tiles):
        sets += [s | 1 << (tile - 1) for s in sets]
    return [rules.score(variant, s) for s in sets]
