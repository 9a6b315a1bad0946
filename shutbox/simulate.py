"""Seeded Monte Carlo: many whole turns of one computer player, counted by final score.

Turn number n (from 0) of the seed ``S`` has the seed ``S-n``: `dice.roll` makes its dice, and
Python's ``Random("S-n")`` makes the player's own choices. So every turn can be looked at again.
A player that draws no chance comes to the same result for ever; others as long as Python's
``Random.choice`` stays what it is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import sqrt
from types import MappingProxyType

from shutbox.dice import Bag, Roll, check_seed, roll
from shutbox.players import Player, Position
from shutbox.rules import score
from shutbox.solver import Drawn
from shutbox.tiles import TileSet
from shutbox.variants import Variant

_REPORTS = 100
_KEPT = 1 << 15


@dataclass(frozen=True, slots=True)
class Simulation:
    """What a number of turns came to.

    Attributes:
        counts: how many turns ended with each final score, ascending by score.
        shut: how many turns shut the box.
    """

    counts: Mapping[int, int]
    shut: int

    @property
    def turns(self) -> int:
        """How many turns were played."""
        return sum(self.counts.values())

    @property
    def mean(self) -> float:
        """The average score, in points."""
        return sum(score * count for score, count in self.counts.items()) / self.turns

    @property
    def standard_error(self) -> float:
        """The standard error of `mean`, in points."""
        turns = self.turns
        total = sum(score * count for score, count in self.counts.items())
        squares = sum(score**2 * count for score, count in self.counts.items())
        return sqrt((turns * squares - total**2) / (turns**2 * (turns - 1)))

    @property
    def shut_share(self) -> float:
        """The share of turns that shut the box."""
        return self.shut / self.turns

    @property
    def shut_error(self) -> float:
        """The standard error of `shut_share`, at least one turn: none of all is not never."""
        share = self.shut_share
        return max(sqrt(share * (1 - share) / (self.turns - 1)), 1 / self.turns)


def simulate(
    variant: Variant,
    player: Player,
    turns: int,
    seed: str,
    progress: Callable[[float], None] | None = None,
) -> Simulation:
    """Play ``turns`` whole turns by the rules of ``variant`` and count how they end.

    Args:
        variant: see `turn_scores`, as the others.
        player: chooses the number of dice and the moves.
        turns: how many turns, at least 2.
        seed: names the dice of all turns.
        progress: called up to a hundred times with the share of the turns played, up to 1.

    Raises:
        ValueError: there are too few turns, or the seed is not one.
    """
    return summary(turn_scores(variant, player, turns, seed, progress))


def summary(scores: Sequence[int]) -> Simulation:
    """Count how often each final score came up."""
    counts = Counter(scores)
    return Simulation(MappingProxyType(dict(sorted(counts.items()))), counts[0])


def turn_scores(
    variant: Variant,
    player: Player,
    turns: int,
    seed: str,
    progress: Callable[[float], None] | None = None,
) -> tuple[int, ...]:
    """Play ``turns`` whole turns and return their final scores, in the order of their seeds.

    Args:
        variant: the rules.
        player: chooses the number of dice and the moves.
        turns: how many turns, at least 2.
        seed: names the dice of all turns; with ``-`` and the number of a turn it has to be one.
        progress: called up to a hundred times with the share of the turns played, up to 1. What
            it raises ends the simulation.

    Raises:
        ValueError: there are too few turns, or the seed is not one.
    """
    if turns < 2:
        raise ValueError(f"{turns} turns: an error takes at least 2")
    check_seed(f"{seed}-{turns - 1}")
    choices = _choices(variant, player)
    scores = []
    for number in range(turns):
        scores.append(score(variant, _play(variant, choices, f"{seed}-{number}")))
        if progress is not None and (number + 1) * _REPORTS // turns > number * _REPORTS // turns:
            progress((number + 1) / turns)
    return tuple(scores)


_Choices = tuple[
    Callable[[TileSet, Drawn], Sequence[int]],
    Callable[[TileSet, Drawn, Roll], Sequence[TileSet]],
]


@lru_cache(maxsize=64)
def _choices(variant: Variant, player: Player) -> _Choices:
    """Return what the player chooses from, of dice and of moves; asked once for each position."""

    @lru_cache(maxsize=_KEPT)
    def dice(tiles: TileSet, drawn: Drawn) -> Sequence[int]:
        return player.dice_choices(Position(variant, tiles, drawn))

    @lru_cache(maxsize=_KEPT)
    def moves(tiles: TileSet, drawn: Drawn, faces: Roll) -> Sequence[TileSet]:
        return player.move_choices(Position(variant, tiles, drawn), faces)

    return dice, moves


def _play(variant: Variant, choices: _Choices, seed: str) -> TileSet:
    """Play one turn and return the tiles left open. `Turn` would do the same, far more slowly."""
    from random import Random  # no module loads it before somebody plays

    random = Random(seed)
    dice_choices, move_choices = choices
    remembers = isinstance(variant.dice, Bag)
    tiles, step = variant.start, 0
    drawn: Drawn = ()
    while counts := dice_choices(tiles, drawn):
        faces = roll(seed, step, variant)[: random.choice(counts)]
        moves = move_choices(tiles, drawn, faces)
        if not moves:
            break
        tiles &= ~random.choice(moves)
        step += 1
        if remembers:
            drawn = tuple(sorted((*drawn, faces)))
    return tiles
