"""What a computer player comes to, exactly: every way its turn can go, with its probability.

Where `solver` knows best play only, this follows any player: from the start, roll by roll, through
all positions that it can come to. Nothing is left to chance.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from types import MappingProxyType
from typing import Generic, TypeVar

from shutbox import rules
from shutbox.dice import Bag
from shutbox.players import Player, Position
from shutbox.solver import LARGEST_EXACT_BOX, solve
from shutbox.tiles import TileSet
from shutbox.variants import Variant

Number = TypeVar("Number", float, Fraction)


@dataclass(frozen=True, slots=True)
class ExactPlay(Generic[Number]):
    """How the turns of a player go.

    Attributes:
        scores: every final score that can come up to its probability, ascending by score.
        still_in: the probability that a turn goes on after k rolls, neither stuck nor shut, for k
            from 0; the last one is 0.
    """

    scores: Mapping[int, Number]
    still_in: tuple[Number, ...]

    @property
    def mean(self) -> Number:
        """The expected final score, in points."""
        return _sum(score * chance for score, chance in self.scores.items())

    @property
    def shut(self) -> Number:
        """The probability to shut the box."""
        return _sum(chance for score, chance in self.scores.items() if score == 0)


@dataclass(frozen=True, slots=True)
class Duel(Generic[Number]):
    """How often the first of two players has the lower score, both the same, or the second.

    Attributes:
        first, tie, second: the shares; they add up to 1.
    """

    first: Number
    tie: Number
    second: Number


def _sum(numbers: Iterable[Number]) -> Number:
    return sum(numbers)  # type: ignore[return-value]  # of nothing it is 0, a whole number


def can_play_exactly(variant: Variant) -> bool:
    """Return whether `play_exactly` takes a box: with dice, and at most 12 tiles."""
    return not isinstance(variant.dice, Bag) and len(variant.tiles) <= LARGEST_EXACT_BOX


@lru_cache(maxsize=256)
def play_exactly(variant: Variant, player: Player) -> ExactPlay[float]:
    """Return how the turns of ``player`` go; computed once and kept.

    Raises:
        ValueError: not for this box, see `can_play_exactly`.
    """
    return _play(variant, player, 1.0)


def play_in_fractions(variant: Variant, player: Player) -> ExactPlay[Fraction]:
    """Return the same in fractions, which takes much longer.

    Raises:
        ValueError: not for this box, see `can_play_exactly`.
    """
    return _play(variant, player, Fraction(1))


@lru_cache(maxsize=256)
def roll_costs(variant: Variant, player: Player) -> tuple[float, ...]:
    """Return what the choices at the first, second, ... roll of a turn cost, in points.

    On average over all turns, also those that have ended by then. They add up to the expected
    score of ``player`` less that of best play.

    Raises:
        ValueError: not for this box, see `can_play_exactly`.
    """
    solution = solve(variant)

    def cost(tiles: TileSet, follows: _Follows[float]) -> float:
        after = sum(chance * solution.value(t) for t, chance in follows.after.items())
        stuck = follows.stuck * rules.score(variant, tiles)
        # A cost is never negative: less than nothing is rounding.
        return max(stuck + after - solution.value(tiles), 0.0)

    return tuple(
        sum(chance * cost(tiles, follows) for tiles, chance, follows in roll)
        for roll in _rolls(variant, player, 1.0)
    )


def duel(first: Mapping[int, Number], second: Mapping[int, Number]) -> Duel[Number]:
    """Return how two players compare, each with dice of its own.

    Args:
        first: every final score to its probability, as in `ExactPlay`.
        second: those of the other player.
    """
    pairs = [(a, b, p * q) for a, p in first.items() for b, q in second.items()]
    return Duel(
        _sum(chance for a, b, chance in pairs if a < b),
        _sum(chance for a, b, chance in pairs if a == b),
        _sum(chance for a, b, chance in pairs if a > b),
    )


@dataclass(frozen=True, slots=True)
class _Follows(Generic[Number]):
    """What the next roll leads to: the probability to be stuck, and of each position after it."""

    stuck: Number
    after: Mapping[TileSet, Number]


def _play(variant: Variant, player: Player, one: Number) -> ExactPlay[Number]:
    scores: dict[int, Number] = {}
    still_in: list[Number] = []
    for roll in _rolls(variant, player, one):
        still_in.append(_sum(chance for _, chance, _ in roll))
        for tiles, chance, follows in roll:
            for end, share in ((tiles, follows.stuck), (0, follows.after.get(0))):
                if share:
                    score = rules.score(variant, end)
                    scores[score] = scores.get(score, one * 0) + chance * share
    still_in.append(one * 0)
    return ExactPlay(MappingProxyType(dict(sorted(scores.items()))), tuple(still_in))


def _rolls(
    variant: Variant, player: Player, one: Number
) -> Iterator[list[tuple[TileSet, Number, _Follows[Number]]]]:
    """Yield, roll by roll, each position before it with its probability and what follows."""
    if not can_play_exactly(variant):
        raise ValueError(f"{variant.id!r} is too large to follow every turn, or draws from a bag")
    known: dict[TileSet, _Follows[Number]] = {}
    chances = {variant.start: one}
    while chances:
        for tiles in chances.keys() - known.keys():
            known[tiles] = _follows(Position(variant, tiles), player, one)
        yield [(tiles, chance, known[tiles]) for tiles, chance in chances.items()]
        following: defaultdict[TileSet, Number] = defaultdict(lambda: one * 0)
        for tiles, chance in chances.items():
            for after, share in known[tiles].after.items():
                if after:
                    following[after] += chance * share
        chances = following


def _follows(position: Position, player: Player, one: Number) -> _Follows[Number]:
    stuck = one * 0
    after: defaultdict[TileSet, Number] = defaultdict(lambda: one * 0)
    counts = player.dice_choices(position)
    for count in counts:
        odds = position.variant.dice.odds(count)
        every = sum(odds.values()) * len(counts)
        for faces, weight in odds.items():
            chance = one * weight / every
            moves = player.move_choices(position, faces)
            for move in moves:
                after[position.open_tiles & ~move] += chance / len(moves)
            if not moves:
                stuck += chance
    return _Follows(stuck, after)
