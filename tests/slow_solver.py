"""A slow second solver, to check the fast one against: plain Python, sets and fractions.

Written from the rules alone. It shares no code with the package, enumerates instead of deriving,
and takes plain data, so a fault would have to be made twice, in two ways, to go unseen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from itertools import combinations, product

Tiles = frozenset[int]
Faces = tuple[int, ...]
Policy = Callable[[Sequence[Tiles]], Sequence[Tiles]]
"""Takes the legal moves, returns those that are played, each equally often."""


@dataclass(frozen=True)
class SlowBox:
    """The rules of a box. ``tiles`` are those open at the start."""

    tiles: tuple[int, ...]
    dice: int = 2
    sides: int = 6
    fewer_dice: str = "never"
    forced: bool = False
    moves: str = "any-set"
    most_tiles: int | None = None
    scoring: str = "sum"
    first_tile: int | None = None
    ending_total: int | None = None

    @cached_property
    def start(self) -> Tiles:
        return frozenset(self.tiles)

    def positions(self) -> Iterator[Tiles]:
        """Every position, those with fewer open tiles first."""
        for size in range(len(self.tiles) + 1):
            yield from map(frozenset, combinations(self.tiles, size))

    def dice_counts(self, open_tiles: Tiles) -> tuple[int, ...]:
        one_die = {
            "never": False,
            "high-tiles-shut": all(tile <= 6 for tile in open_tiles),
            "low-sum": sum(open_tiles) <= 6,
        }[self.fewer_dice]
        if not one_die:
            return (self.dice,)
        return (1,) if self.forced else (self.dice, 1)

    def rolls(self, count: int) -> Counter[Faces]:
        """Every roll of ``count`` dice with how often it falls, faces ascending."""
        faces = range(1, self.sides + 1)
        return Counter(tuple(sorted(roll)) for roll in product(faces, repeat=count))

    def allows(self, faces: Faces, move: Tiles) -> bool:
        """Whether the dice allow these tiles together, were they all open."""
        total = sum(faces)
        two_different = len(faces) == 2 and faces[0] != faces[1]
        both = two_different and move == set(faces)
        one = len(move) == 1 and next(iter(move))
        match self.moves:
            case "any-set":
                few_enough = self.most_tiles is None or len(move) <= self.most_tiles
                return sum(move) == total and few_enough
            case "dice-or-total":
                return one == total or both
            case "one-tile":
                return one in (total, *faces)
            case "total-both-or-one":
                return one in (total, *faces) or both
            case "sum-or-difference":
                return sum(move) in (total, max(faces) - min(faces))
        raise AssertionError(self.moves)

    def sets(self, open_tiles: Tiles) -> list[Tiles]:
        """Every set of open tiles that any roll could make, by trying all of them."""
        tiles, highest_total = sorted(open_tiles), self.dice * self.sides
        return [
            frozenset(chosen)
            for size in range(1, len(tiles) + 1)
            if sum(tiles[:size]) <= highest_total
            for chosen in combinations(tiles, size)
            if sum(chosen) <= highest_total
        ]

    def score(self, open_tiles: Tiles) -> int:
        match self.scoring:
            case "sum":
                return sum(open_tiles)
            case "count":
                return len(open_tiles)
            case "digits":
                return int("".join(str(tile) for tile in sorted(open_tiles)) or 0)
        raise AssertionError(self.scoring)


@cache
def legal_moves_by_roll(
    box: SlowBox, open_tiles: Tiles, count: int, first: bool
) -> dict[Faces, list[Tiles]]:
    """The legal moves of each roll of ``count`` dice, by trying every set of open tiles."""
    sets = box.sets(open_tiles)
    if first and box.first_tile is not None:
        sets = [tiles for tiles in sets if box.first_tile in tiles]
    return {
        faces: []
        if sum(faces) == box.ending_total
        else [tiles for tiles in sets if box.allows(faces, tiles)]
        for faces in box.rolls(count)
    }


def legal_sets(box: SlowBox, open_tiles: Tiles, dice: Faces, first: bool) -> list[Tiles]:
    """The legal moves of one roll."""
    return legal_moves_by_roll(box, open_tiles, len(dice), first)[tuple(sorted(dice))]


def slow_values(box: SlowBox, objective: str) -> dict[Tiles, Fraction]:
    """The exact value of every position under best play, for "score" or "shut"."""
    better = min if objective == "score" else max
    return _values(box, objective, better, better)


def policy_values(box: SlowBox, objective: str, policy: Policy) -> dict[Tiles, Fraction]:
    """The exact value of every position when every move is the policy's."""

    def average(values: Sequence[Fraction]) -> Fraction:
        return sum(values, Fraction(0)) / len(values)

    return _values(box, objective, None, average, policy)


def _values(
    box: SlowBox,
    objective: str,
    better_dice: Callable[[Sequence[Fraction]], Fraction] | None,
    join: Callable[[Sequence[Fraction]], Fraction],
    policy: Policy = lambda moves: moves,
) -> dict[Tiles, Fraction]:
    rolls = {count: box.rolls(count) for count in {box.dice, 1}}
    values: dict[Tiles, Fraction] = {}
    for position in box.positions():
        at_end = Fraction(box.score(position) if objective == "score" else not position)
        if not position:
            values[position] = at_end
            continue
        by_count = []
        for count in box.dice_counts(position):
            moves = legal_moves_by_roll(box, position, count, position == box.start)
            total = Fraction(0)
            for faces, weight in rolls[count].items():
                legal = moves[faces]
                after = [values[position - move] for move in policy(legal)] if legal else [at_end]
                total += weight * join(after)
            by_count.append(total / box.sides**count)
        if better_dice is None:
            assert len(by_count) == 1, "a policy for moves does not say how many dice to roll"
            values[position] = by_count[0]
        else:
            values[position] = better_dice(by_count)
    return values


def highest_tile_first(moves: Sequence[Tiles]) -> Sequence[Tiles]:
    """The move with the highest tile; then the fewest tiles; then the highest of the others.

    The last rule is needed: 5, 4, 1 and 5, 3, 2 both make 10, and published values take 5, 4, 1.
    """
    return [max(moves, key=lambda move: (max(move), -len(move), sorted(move, reverse=True)))]


def random_legal_move(moves: Sequence[Tiles]) -> Sequence[Tiles]:
    """Any legal move, all equally likely."""
    return moves


def count_paths(box: SlowBox, length: int) -> list[int]:
    """How many sequences of (total, move) there are from the start, by length from 1.

    "Perft", as chess programs call it: a wrong move anywhere changes these counts.
    """
    paths: Counter[Tiles] = Counter({box.start: 1})
    counts = []
    for step in range(length):
        following: Counter[Tiles] = Counter()
        for position, ways in paths.items():
            for count in box.dice_counts(position):
                by_total = {sum(faces): faces for faces in box.rolls(count)}
                for faces in by_total.values():
                    for move in legal_sets(box, position, faces, step == 0):
                        following[position - move] += ways
        counts.append(following.total())
        paths = following
    return counts
