"""Seeded Monte Carlo: many whole turns of one computer player, counted by final score.

Turn number n (from 0) of the seed ``S`` has the seed ``S-n``: `dice.roll` makes its dice, and
Python's ``Random("S-n")`` makes the player's own choices. So every turn can be looked at again.
A player that draws no chance comes to the same result for ever; others as long as Python's
``Random.choice`` stays what it is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import sqrt
from types import MappingProxyType
from typing import TYPE_CHECKING

from shutbox.dice import check_seed
from shutbox.players import Player
from shutbox.turn import Turn
from shutbox.variants import Variant

if TYPE_CHECKING:
    from random import Random

_REPORTS = 100


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
        variant: the rules.
        player: chooses the number of dice and the moves.
        turns: how many turns, at least 2.
        seed: names the dice of all turns; with ``-`` and the number of a turn it has to be one.
        progress: called up to a hundred times with the share of the turns played, up to 1.

    Raises:
        ValueError: there are too few turns, or the seed is not one.
    """
    from random import Random  # no module loads it before somebody plays

    if turns < 2:
        raise ValueError(f"{turns} turns: an error takes at least 2")
    check_seed(f"{seed}-{turns - 1}")
    counts: Counter[int] = Counter()
    shut = 0
    for number in range(turns):
        name = f"{seed}-{number}"
        turn = _play(Turn(variant, seed=name), player, Random(name))
        counts[turn.score] += 1
        shut += turn.is_shut
        if progress is not None and (number + 1) * _REPORTS // turns > number * _REPORTS // turns:
            progress((number + 1) / turns)
    return Simulation(MappingProxyType(dict(sorted(counts.items()))), shut)


def _play(turn: Turn, player: Player, random: Random) -> Turn:
    while not turn.is_over:
        turn = turn.roll(turn.seeded_roll(player.choose_dice(turn, random)))
        if not turn.is_over:
            turn = turn.shut(player.choose(turn, random))
    return turn
