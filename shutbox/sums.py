"""What the totals of many rolls do: shares, streaks, races, and the doubles test.

How these dice fall (fixed for ever; links name them by seed): die ``d`` (from 0) at roll
``1000 * block + k`` shows

    1 + word k of SHAKE-256("shutbox/rolls/1/{seed}/{block}/{d}") mod sides

where a word is eight bytes, read as one big-endian integer. This favours no face by more than one
part in 2**56. `dice.roll` would be as good, but not ten thousand times in a tap.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from hashlib import shake_256
from math import comb, sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from shutbox.dice import check_seed, total_odds

Whole = NDArray[np.integer[Any]]

BLOCK = 1000
"""So many rolls are made at once."""


@lru_cache(maxsize=4096)
def _block(seed: str, sides: int, die: int, block: int) -> Whole:
    text = shake_256(f"shutbox/rolls/1/{seed}/{block}/{die}".encode("ascii"))
    words = np.frombuffer(text.digest(8 * BLOCK), ">u8")
    faces = (words % sides + 1).astype(np.uint8)
    faces.flags.writeable = False
    return faces


def many_rolls(seed: str, count: int, sides: int, number: int, first: int = 0) -> Whole:
    """Return many rolls of dice, one row a roll; the same everywhere, for ever.

    One die shows what the first of two dice would have shown.

    Args:
        seed: names the dice, see `dice.check_seed`.
        count: how many dice.
        sides: how many sides each has, 255 at most.
        number: how many rolls.
        first: the index of the first one, from 0.

    Raises:
        ValueError: the seed is not one, or ``number`` or ``first`` is negative.
    """
    check_seed(seed)
    if number < 0 or first < 0:
        raise ValueError(f"{number} rolls from {first} on: rolls count from 0")
    start, stop = first // BLOCK, -(-(first + number) // BLOCK)
    faces = np.empty((max(0, stop - start) * BLOCK, count), np.uint8)
    for block in range(start, stop):
        rows = slice((block - start) * BLOCK, (block - start + 1) * BLOCK)
        for die in range(count):
            faces[rows, die] = _block(seed, sides, die, block)
    skipped = first - start * BLOCK
    return faces[skipped : skipped + number]


def many_totals(seed: str, count: int, sides: int, number: int, first: int = 0) -> Whole:
    """Return the totals of `many_rolls`."""
    totals: Whole = many_rolls(seed, count, sides, number, first).sum(axis=1, dtype=np.int64)
    return totals


# ---- streaks ----


@dataclass(frozen=True, slots=True)
class Streak:
    """What came after a streak of rolls without one total.

    Attributes:
        length: the total had not come for at least so many rolls.
        times: how many rolls were made after such a streak.
        came: how many of them showed the total.
    """

    length: int
    times: int
    came: int


def streaks(totals: Whole, total: int, longest: int) -> list[Streak]:
    """Return what came after streaks without ``total`` of every length from 0 to ``longest``.

    The rolls before the first one count as no streak, so a streak of 0 is any roll.
    """
    hit = totals == total
    at = np.arange(len(totals))
    last = np.maximum.accumulate(np.where(hit, at, -1))
    before = at - np.concatenate(([-1], last[:-1])) - 1 if len(at) else at
    return [
        Streak(length, int((before >= length).sum()), int((hit & (before >= length)).sum()))
        for length in range(longest + 1)
    ]


# ---- the doubles test ----


@dataclass(frozen=True, slots=True)
class DoublesTest:
    """How many doubles to expect of two dice, if the order of the dice counts and if it did not.

    If it did not, (3, 4) and (4, 3) would be one thing, as likely as (3, 3): of six sides there
    would be 21 things, six of them doubles.

    Attributes:
        rolls: how many rolls.
        ordered, unordered: the number of doubles to expect, order counting or not.
        ordered_deviation, unordered_deviation: their standard deviations.
        limit: more doubles than this speak for "order does not count", up to this many for
            "order counts": the limit with the least chance of being wrong, the worse way round.
        wrong: that chance.
    """

    rolls: int
    ordered: float
    unordered: float
    ordered_deviation: float
    unordered_deviation: float
    limit: int
    wrong: float


@lru_cache(maxsize=1024)
def doubles_test(sides: int, rolls: int) -> DoublesTest:
    """Return the doubles test for ``rolls`` rolls of two dice.

    Raises:
        ValueError: dice of one side show nothing but doubles.
    """
    if sides < 2:
        raise ValueError("dice of one side show nothing but doubles")
    ordered, unordered = 1 / sides, 2 / (sides + 1)
    # Summed from the top: 1 - the rest would lose what is tiny.
    too_many = np.append(np.cumsum(_binomial(rolls, ordered)[:0:-1])[::-1], 0.0)
    too_few = np.cumsum(_binomial(rolls, unordered))
    worse = np.maximum(too_many, too_few)
    limit = int(worse.argmin())
    return DoublesTest(
        rolls,
        rolls * ordered,
        rolls * unordered,
        sqrt(rolls * ordered * (1 - ordered)),
        sqrt(rolls * unordered * (1 - unordered)),
        limit,
        float(worse[limit]),
    )


def _binomial(n: int, chance: float) -> NDArray[np.float64]:
    """Return the chances of 0 to n successes in n trials."""
    k = np.arange(n)
    ways = np.concatenate(([0.0], np.cumsum(np.log((n - k) / (k + 1)))))
    k = np.arange(n + 1)
    chances: NDArray[np.float64] = np.exp(ways + k * np.log(chance) + (n - k) * np.log1p(-chance))
    return chances


# ---- the horse race ----

MOST_HORSES = 40
"""With more totals than this, a race takes too long to compute."""


def longest_race(horses: int, steps: int) -> int:
    """Return after how many rolls a race to ``steps`` is over at the latest."""
    return horses * (steps - 1) + 1


def race(seed: str, count: int, sides: int, steps: int, number: int = 0) -> list[int]:
    """Return the totals of one race, in order: the last one is the winner.

    Every total is a horse; each roll takes its horse one step on; the first one to make ``steps``
    steps has won.

    Args:
        seed: names the dice.
        count: how many dice.
        sides: how many sides each has.
        steps: how long the course is.
        number: which race, from 0: each has rolls of its own.

    Raises:
        ValueError: as `many_rolls`.
    """
    longest = longest_race(len(total_odds(count, sides)), steps)
    rolled = many_totals(seed, count, sides, longest, number * longest)
    made: dict[int, int] = {}
    for n, total in enumerate(rolled.tolist(), 1):
        made[total] = made.get(total, 0) + 1
        if made[total] == steps:
            return list(rolled[:n].tolist())
    raise AssertionError("a race ends")


@lru_cache(maxsize=64)
def race_winners(seed: str, count: int, sides: int, steps: int, races: int) -> Whole:
    """Return the winner of each of the races 0 to ``races`` - 1, see `race`."""
    totals = sorted(total_odds(count, sides))
    longest = longest_race(len(totals), steps)
    rolled = many_totals(seed, count, sides, longest * races).reshape(races, longest)
    arrival = np.full((len(totals), races), longest)
    for row, total in enumerate(totals):
        arrived = np.cumsum(rolled == total, axis=1, dtype=np.int16) == steps
        there = arrived.any(axis=1)
        arrival[row, there] = arrived[there].argmax(axis=1)
    winners: Whole = np.array(totals)[arrival.argmin(axis=0)]
    winners.flags.writeable = False
    return winners


@lru_cache(maxsize=64)
def race_chances(count: int, sides: int, steps: int) -> Mapping[int, float]:
    """Return the exact chance (but for rounding) of every total to win a race to ``steps``.

    Horse i wins with roll n + 1 if the n rolls before showed i ``steps`` - 1 times and no other
    horse more often than that. How likely the others are to share m rolls so, is worked out horse
    by horse.

    Raises:
        ValueError: more than `MOST_HORSES` totals.
    """
    odds = total_odds(count, sides)
    if len(odds) > MOST_HORSES:
        raise ValueError(f"{len(odds)} horses are too many for a race")
    chances = {total: weight / sides**count for total, weight in odds.items()}
    by_chance = {chance: _wins(chances, total, steps) for total, chance in chances.items()}
    return {total: by_chance[chance] for total, chance in chances.items()}


def _wins(chances: Mapping[int, float], horse: int, steps: int) -> float:
    others = np.ones(1)
    for other, chance in chances.items():
        if other != horse:
            others = _one_more(others, chance, steps)
    own = chances[horse]
    return float(
        sum(
            comb(n + steps - 1, n) * own**steps * shared for n, shared in enumerate(others.tolist())
        )
    )


def _one_more(shared: NDArray[np.float64], chance: float, steps: int) -> NDArray[np.float64]:
    """Return how likely n rolls are to be shared by one more horse, none with ``steps`` of them.

    ``shared[n]``: the chance that n rolls are all of the horses so far, each less than ``steps``.
    """
    following = np.zeros(len(shared) + steps - 1)
    n = np.arange(len(following), dtype=np.float64)
    ways = np.ones(len(following))
    for made in range(steps):
        end = made + len(shared)
        following[made:end] += ways[made:end] * chance**made * shared
        ways = ways * (n - made) / (made + 1)
    return following
