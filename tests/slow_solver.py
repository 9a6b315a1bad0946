"""A slow second solver, to check the fast one against: plain Python, sets and fractions.

Written from the rules alone. It shares no code with the package, enumerates instead of deriving,
and takes plain data, so a fault would have to be made twice, in two ways, to go unseen.

Where dominoes or cards are drawn without putting back, a position is the open tiles and what is
left in the bag: how many of each of `SlowBox.things`. A roll is drawn one thing after the other,
each of those left equally likely.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, cached_property, lru_cache
from itertools import combinations, combinations_with_replacement, product
from math import prod

Tiles = frozenset[int]
Faces = tuple[int, ...]
Left = tuple[int, ...]
"""How many of each thing are left in the bag, in the order of `SlowBox.things`."""
Policy = Callable[[Sequence[Tiles]], Sequence[Tiles]]
"""Takes the legal moves, returns those that are played, each equally often."""


@dataclass(frozen=True)
class SlowBox:
    """The rules of a box. ``tiles`` are those open at the start.

    With a ``bag``, all that is in it, ``dice`` is how many faces one draw of ``at_once`` shows.
    """

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
    bag: tuple[Faces, ...] = ()
    at_once: int = 1

    def __hash__(self) -> int:
        return self.start_hash

    @cached_property
    def start_hash(self) -> int:
        """Equal boxes have equal tiles; hashing a whole bag at every look-up takes long."""
        return hash((self.tiles, self.dice, self.moves, self.scoring, len(self.bag)))

    @cached_property
    def start(self) -> Tiles:
        return frozenset(self.tiles)

    @cached_property
    def things(self) -> tuple[Faces, ...]:
        """Every different domino or card of the bag."""
        return tuple(sorted(set(self.bag)))

    @cached_property
    def full(self) -> Left:
        return tuple(self.bag.count(thing) for thing in self.things)

    def left_after(self, drawn: Iterable[Faces]) -> Left:
        """What is left in the bag after these rolls."""
        faces = len(self.bag[0]) if self.bag else 1
        left = list(self.full)
        for dice in drawn if self.bag else ():
            for thing in zip(*[iter(dice)] * faces, strict=True):
                left[self.things.index(tuple(sorted(thing)))] -= 1
        assert min(left, default=0) >= 0, "this cannot have been drawn"
        return tuple(left)

    def positions(self) -> Iterator[Tiles]:
        """Every position, those with fewer open tiles first."""
        for size in range(len(self.tiles) + 1):
            yield from map(frozenset, combinations(self.tiles, size))

    def dice_counts(self, open_tiles: Tiles, left: Left | None = None) -> tuple[int, ...]:
        """How many faces may be rolled or drawn; none when the bag has too little left."""
        counts = self._dice_counts(open_tiles)
        if not self.bag:
            return counts
        number = sum(self.full if left is None else left)
        return tuple(count for count in counts if count * self.at_once <= number * self.dice)

    def _dice_counts(self, open_tiles: Tiles) -> tuple[int, ...]:
        one_die = {
            "never": False,
            "high-tiles-shut": all(tile <= 6 for tile in open_tiles),
            "low-sum": sum(open_tiles) <= 6,
        }[self.fewer_dice]
        if not one_die:
            return (self.dice,)
        return (1,) if self.forced else (self.dice, 1)

    def rolls(self, count: int, left: Left | None = None) -> Counter[Faces]:
        """Every roll of ``count`` dice with how often it falls, faces ascending."""
        if self.bag:
            rolls: Counter[Faces] = Counter()
            for faces, _, ways in self.draws(count, self.full if left is None else left):
                rolls[faces] += ways
            return rolls
        faces = range(1, self.sides + 1)
        return Counter(tuple(sorted(roll)) for roll in product(faces, repeat=count))

    def draws(self, count: int, left: Left) -> list[tuple[Faces, Left, int]]:
        """Every draw of ``count`` faces, one thing after the other: what is shown, then left, ways.

        Of two cards, first a 2 and then a 3, and first a 3 and then a 2, are two draws.
        """
        drawn: list[tuple[Faces, Left, int]] = [((), left, 1)]
        for _ in range(count * self.at_once // self.dice):
            drawn = [
                (tuple(sorted(faces + thing)), (*rest[:i], rest[i] - 1, *rest[i + 1 :]), ways * n)
                for faces, rest, ways in drawn
                for i, (thing, n) in enumerate(zip(self.things, rest, strict=True))
                if n
            ]
        return drawn

    def allows(self, faces: Faces, move: Tiles) -> bool:
        """Whether the dice allow these tiles together, were they all open."""
        total = sum(faces)
        if total == 0:  # the blank domino makes nothing
            return False
        two_different = len(faces) == 2 and faces[0] != faces[1]
        both = two_different and move == set(faces)
        one = next(iter(move)) if len(move) == 1 else None
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
        """Every set of open tiles that any roll could make, by trying all of them.

        Up to 12 tiles. Of more, sets grow tile by tile, as far as any roll could reach.
        """
        tiles, highest_total = sorted(open_tiles), self.dice * self.sides
        if len(tiles) > 12:
            return [chosen for sets in grown_sets(open_tiles, highest_total)[1:] for chosen in sets]
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


@lru_cache(maxsize=8)
def grown_sets(tiles: Tiles, highest_total: int) -> list[list[Tiles]]:
    """Every set of the tiles by its sum, up to a sum. A tile is added to all sets before it."""
    by_sum: list[list[Tiles]] = [[frozenset()], *([] for _ in range(highest_total))]
    for tile in sorted(tiles):
        for total in range(highest_total, tile - 1, -1):
            by_sum[total] += [smaller | {tile} for smaller in by_sum[total - tile]]
    return by_sum


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
    if box.sides**box.dice <= 500 or box.bag:
        return legal_moves_by_roll(box, open_tiles, len(dice), first)[tuple(sorted(dice))]
    assert (box.moves, box.first_tile, box.ending_total) == ("any-set", None, None)
    sets = grown_sets(open_tiles, sum(dice))[-1]
    return [tiles for tiles in sets if box.allows(dice, tiles)]


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


def by_total(box: SlowBox) -> SlowBox:
    """The same box with every domino replaced by a card of its total.

    Where any set may be shut that makes the total, nothing else about a domino matters.
    """
    assert box.moves == "any-set"
    assert box.at_once == 1
    cards = tuple(sorted((sum(domino),) for domino in box.bag))
    return replace(box, bag=cards, dice=1, sides=max(cards)[0])


class SlowBagValues:
    """The exact value of every position of a box with a bag that can come up.

    A step divides by the number of things left, then by one less, and so on down; each number once
    at most, for a step shuts a tile. So every value is a whole number of 1 / ``unit``.
    """

    def __init__(self, box: SlowBox, objective: str) -> None:
        self.box = box
        self.objective = objective
        self.better: Callable[[Iterable[int]], int] = min if objective == "score" else max
        things = len(box.bag)
        most = min(things, box.at_once * len(box.tiles))
        self.unit = prod(range(things - most + 1, things + 1))
        self.units: dict[tuple[Tiles, Left], int] = {}
        """Every position that can come up: its value in ``unit``."""
        self._value(box.start, box.full)

    def __getitem__(self, position: tuple[Tiles, Left]) -> Fraction:
        return Fraction(self.units[position], self.unit)

    def _value(self, open_tiles: Tiles, left: Left) -> int:
        known = self.units.get((open_tiles, left))
        if known is not None:
            return known
        box = self.box
        counts = box.dice_counts(open_tiles, left) if open_tiles else ()
        by_count = [self.by_count(open_tiles, left, count) for count in counts]
        value = self.better(by_count) if by_count else self._end(open_tiles)
        self.units[open_tiles, left] = value
        return value

    def _end(self, open_tiles: Tiles) -> int:
        points = self.box.score(open_tiles) if self.objective == "score" else int(not open_tiles)
        return points * self.unit

    def by_count(self, open_tiles: Tiles, left: Left, count: int) -> int:
        """The value of drawing ``count`` faces, in ``unit``."""
        moves = legal_moves_by_roll(self.box, open_tiles, count, open_tiles == self.box.start)
        total = ways_in_all = 0
        for faces, after, ways in self.box.draws(count, left):
            values = [self._value(open_tiles - move, after) for move in moves[faces]]
            total += ways * (self.better(values) if values else self._end(open_tiles))
            ways_in_all += ways
        value, rest = divmod(total, ways_in_all)
        assert rest == 0, "the unit is too large"
        return value


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


def count_paths_by_faces(box: SlowBox, length: int) -> list[int]:
    """How many sequences of (faces, move) there are from the start, by length from 1.

    Faces ascend; what is drawn is put aside.
    """
    paths: Counter[tuple[Tiles, Left]] = Counter({(box.start, box.full): 1})
    counts = []
    for step in range(length):
        following: Counter[tuple[Tiles, Left]] = Counter()
        for (position, left), ways in paths.items():
            for count in box.dice_counts(position, left) if position else ():
                for faces, after in _different_rolls(box, count, left):
                    for move in legal_sets(box, position, faces, step == 0):
                        following[position - move, after] += ways
        counts.append(following.total())
        paths = following
    return counts


def _different_rolls(box: SlowBox, count: int, left: Left) -> set[tuple[Faces, Left]]:
    if box.bag:
        return {(faces, after) for faces, after, _ in box.draws(count, left)}
    faces = range(1, box.sides + 1)
    return {(dice, left) for dice in combinations_with_replacement(faces, count)}
