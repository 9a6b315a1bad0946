"""What can be rolled or drawn, with its odds, and seeded rolls that are the same everywhere.

How a die falls (fixed for ever; every shared seed depends on it): the face of die ``d`` (counted
from 0) at step ``k`` (counted from 0) is

    1 + SHA-256("shutbox/1/{seed}/{k}/{d}", read as one big-endian integer) mod sides

The remainder favours no face by more than one part in 2**250. Nothing else enters: not the
variant, not the number of dice, not the tiles. So two boxes with the same seed see the same dice,
one die shows what the first of two dice would have shown, and no move can change a later roll.

How a bag is shuffled (fixed for ever too): its contents, in the order of `Bag.contents`, are
sorted by

    SHA-256("shutbox/1/{seed}/bag/{index}")

and drawn from the front, as many at a step as the bag gives at once. Where one card is chosen
instead of two, the second stays unseen: for whoever plays, that changes no chance.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from hashlib import sha256
from itertools import combinations_with_replacement
from math import comb, factorial, prod
from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from shutbox.variants import Variant

Roll = tuple[int, ...]
"""The faces that one roll (or draw) shows, in the order of the dice."""

SEED_LENGTH = 40
"""The most characters of a seed."""

MOST_ROLLS = 12_000
"""The most different rolls that dice may have, their order aside; 9d6 have 2,002."""

_SEED = re.compile(rf"[A-Za-z0-9-]{{1,{SEED_LENGTH}}}", re.ASCII)


class TooManyRollsError(ValueError):
    """Dice with more different rolls than anything here can list."""


@dataclass(frozen=True, slots=True)
class Dice:
    """``count`` equal dice with faces 1 to ``sides``, written ``2d6`` in messages.

    Raises:
        ValueError: no dice, no sides, more than nine dice or a thousand sides, or more than
            `MOST_ROLLS` different rolls.
    """

    count: int = 2
    sides: int = 6

    def __post_init__(self) -> None:
        if not 1 <= self.count <= 9:
            raise ValueError(f"{self.count} dice: there must be 1 to 9")
        if not 1 <= self.sides <= 1000:
            raise ValueError(f"dice with {self.sides} sides: there must be 1 to 1000")
        if comb(self.sides + self.count - 1, self.count) > MOST_ROLLS:
            raise TooManyRollsError(f"{self} have more than {MOST_ROLLS} different rolls")

    def __str__(self) -> str:
        return f"{self.count}d{self.sides}"

    def odds(self, count: int, drawn: Iterable[Roll] = ()) -> Mapping[Roll, int]:
        """Return the `odds` of ``count`` of these dice. They remember nothing that was rolled."""
        return odds(count, self.sides)


class Drawn(StrEnum):
    """What a bag holds; how many faces each of them shows."""

    DOMINOES = "dominoes"
    CARDS = "cards"


@dataclass(frozen=True, slots=True)
class Bag:
    """Dominoes or cards that are drawn without putting back.

    Attributes:
        id: the name, in links too.
        holds: what is in it: dominoes show two faces each, cards one.
        contents: the faces of everything in the bag, ascending.
        at_once: how many are drawn for one roll.

    Raises:
        ValueError: the bag cannot give a single roll, what it holds is not of its kind, or
            more than one domino comes at once.
    """

    id: str
    holds: Drawn
    contents: tuple[Roll, ...]
    at_once: int = 1

    def __post_init__(self) -> None:
        faces = 2 if self.holds == Drawn.DOMINOES else 1
        if not 1 <= self.at_once <= len(self.contents):
            raise ValueError(f"a bag of {len(self.contents)} cannot give {self.at_once} at once")
        if self.holds == Drawn.DOMINOES and self.at_once > 1:
            raise ValueError("dominoes are drawn one at a time")
        if any(len(item) != faces or min(item) < 0 for item in self.contents):
            raise ValueError(f"in a bag of {self.holds.value} all show {faces} faces from 0 up")
        if list(self.contents) != sorted(tuple(sorted(item)) for item in self.contents):
            raise ValueError("the contents of a bag must ascend")

    def __str__(self) -> str:
        return self.id

    @property
    def faces_each(self) -> int:
        """How many faces one domino or card shows."""
        return len(self.contents[0])

    @property
    def count(self) -> int:
        """How many faces one roll shows."""
        return self.at_once * self.faces_each

    @property
    def sides(self) -> int:
        """The highest face."""
        return max(max(item) for item in self.contents)

    @property
    def rolls(self) -> int:
        """How many whole rolls a full bag gives."""
        return len(self.contents) // self.at_once

    def items(self, dice: Roll) -> tuple[Roll, ...]:
        """Return the dominoes or cards that show ``dice``, each with its faces ascending."""
        step = self.faces_each
        return tuple(tuple(sorted(dice[i : i + step])) for i in range(0, len(dice), step))

    def left(self, drawn: Iterable[Roll] = ()) -> Counter[Roll]:
        """Return what is left in the bag, and how many of each.

        Args:
            drawn: the rolls so far, in any order.

        Raises:
            ValueError: the bag does not hold what was drawn.
        """
        left = Counter(self.contents)
        for item in (item for dice in drawn for item in self.items(dice)):
            if not left[item]:
                raise ValueError(f"{'-'.join(map(str, item))} is not in the bag")
            left[item] -= 1
        return +left

    def odds(self, count: int, drawn: Iterable[Roll] = ()) -> Mapping[Roll, int]:
        """Return how many of the equally likely draws show each set of faces.

        Args:
            count: how many faces are shown: those of one or more whole dominoes or cards.
            drawn: the rolls so far, in any order.

        Returns:
            Faces to weight, as `odds` does; empty when too little is left.
        """
        return _bag_odds(self, count, tuple(sorted(tuple(sorted(dice)) for dice in drawn)))


def _dominoes(id: str, *, chinese: bool = False, blank: bool = False, one: bool = False) -> Bag:
    western = list(combinations_with_replacement(range(1, 7), 2))
    twice = [(1, 1), (1, 3), (1, 5), (1, 6), (2, 2), (3, 3), (4, 4), (4, 6), (5, 5), (5, 6), (6, 6)]
    contents = western + twice * chinese + [(0, 0)] * blank + [(0, 1)] * one
    return Bag(id, Drawn.DOMINOES, tuple(sorted(contents)))


def _cards(id: str, highest: int, at_once: int) -> Bag:
    return Bag(
        id, Drawn.CARDS, tuple((face,) for face in range(1, highest + 1) for _ in range(4)), at_once
    )


BAGS: Mapping[str, Bag] = MappingProxyType(
    {
        bag.id: bag
        for bag in (
            _dominoes("dominoes"),
            _dominoes("dominoes-one", one=True),
            _dominoes("dominoes-blank", blank=True),
            _dominoes("dominoes-blank-one", blank=True, one=True),
            _dominoes("chinese-dominoes", chinese=True),
            _dominoes("chinese-dominoes-one", chinese=True, one=True),
            _dominoes("chinese-dominoes-blank", chinese=True, blank=True),
            _dominoes("chinese-dominoes-blank-one", chinese=True, blank=True, one=True),
            _cards("cards-as-dice", 6, at_once=2),
            _cards("cards", 12, at_once=1),
        )
    }
)
"""Every bag by its id.

The Chinese set has 11 of the 21 dominoes twice. With ``blank`` the domino 0-0 is in the bag; it
makes nothing, so it ends the turn. (A table that puts it aside and draws again plays exactly as if
it were not in the bag.) With ``one`` the domino 0-1 is in it, a total of 1.
"""


@lru_cache(maxsize=4096)
def _bag_odds(bag: Bag, count: int, drawn: tuple[Roll, ...]) -> Mapping[Roll, int]:
    left = bag.left(drawn)
    weights = {}
    for items in combinations_with_replacement(sorted(left), count // bag.faces_each):
        weight = prod(comb(left[item], number) for item, number in Counter(items).items())
        if weight:
            weights[tuple(sorted(face for item in items for face in item))] = weight
    return MappingProxyType(weights)


@lru_cache(maxsize=256)
def odds(count: int, sides: int) -> Mapping[Roll, int]:
    """Return how many of the ``sides ** count`` equally likely results show each set of faces.

    The faces of a key ascend: ``odds(2, 6)`` has 21 keys, ``(3, 4)`` with 2 and ``(3, 3)`` with 1.
    """
    weights = {}
    for faces in combinations_with_replacement(range(1, sides + 1), count):
        orders = factorial(count)
        for face in set(faces):
            orders //= factorial(faces.count(face))
        weights[faces] = orders
    return MappingProxyType(weights)


def total_odds(count: int, sides: int) -> dict[int, int]:
    """Return how many of the ``sides ** count`` equally likely results add up to each total."""
    weights = {0: 1}
    for _ in range(count):
        one_more: dict[int, int] = {}
        for total, weight in weights.items():
            for face in range(1, sides + 1):
                one_more[total + face] = one_more.get(total + face, 0) + weight
        weights = one_more
    return weights


def check_seed(seed: str) -> str:
    """Return ``seed`` if it can be one: 1 to 40 letters (A-Z, a-z), digits and hyphens.

    Raises:
        ValueError: it cannot.
    """
    if not isinstance(seed, str) or not _SEED.fullmatch(seed):
        raise ValueError(f"a seed is 1 to {SEED_LENGTH} letters, digits and hyphens")
    return seed


def roll(seed: str, step: int, variant: Variant) -> Roll:
    """Return the faces of all dice of ``variant`` at ``step``, the same everywhere, for ever.

    Args:
        seed: names the dice, see `check_seed`.
        step: the index of the step in its turn, from 0.
        variant: tells what is rolled or drawn. With one die chosen, the first face counts.

    Raises:
        ValueError: the seed is not one, ``step`` is negative, or the bag is empty by then.
    """
    check_seed(seed)
    if step < 0:
        raise ValueError(f"step {step}: steps count from 0")
    dice = variant.dice
    if isinstance(dice, Bag):
        if step >= dice.rolls:
            raise ValueError(f"step {step}: the bag is empty after {dice.rolls} rolls")
        items = _shuffled(dice, seed)[step * dice.at_once : (step + 1) * dice.at_once]
        return tuple(face for item in items for face in item)
    return tuple(_face(seed, step, die, dice.sides) for die in range(dice.count))


@lru_cache(maxsize=256)
def _shuffled(bag: Bag, seed: str) -> tuple[Roll, ...]:
    def place(index: int) -> bytes:
        return sha256(f"shutbox/1/{seed}/bag/{index}".encode("ascii")).digest()

    return tuple(bag.contents[index] for index in sorted(range(len(bag.contents)), key=place))


def _face(seed: str, step: int, die: int, sides: int) -> int:
    digest = sha256(f"shutbox/1/{seed}/{step}/{die}".encode("ascii")).digest()
    return 1 + int.from_bytes(digest, "big") % sides
