"""What can be rolled, with its odds, and seeded rolls that are the same everywhere.

How a die falls (fixed for ever; every shared seed depends on it): the face of die ``d`` (counted
from 0) at step ``k`` (counted from 0) is

    1 + SHA-256("shutbox/1/{seed}/{k}/{d}", read as one big-endian integer) mod sides

The remainder favours no face by more than one part in 2**250. Nothing else enters: not the
variant, not the number of dice, not the tiles. So two boxes with the same seed see the same dice,
one die shows what the first of two dice would have shown, and no move can change a later roll.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from itertools import combinations_with_replacement
from math import factorial
from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from shutbox.variants import Variant

Roll = tuple[int, ...]
"""The faces that one roll shows, in the order of the dice."""

SEED_LENGTH = 40
"""The most characters of a seed."""

_SEED = re.compile(rf"[A-Za-z0-9-]{{1,{SEED_LENGTH}}}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Dice:
    """``count`` equal dice with faces 1 to ``sides``, written ``2d6`` in messages.

    Raises:
        ValueError: no dice, no sides, or more than nine dice or a thousand sides.
    """

    count: int = 2
    sides: int = 6

    def __post_init__(self) -> None:
        if not 1 <= self.count <= 9:
            raise ValueError(f"{self.count} dice: there must be 1 to 9")
        if not 1 <= self.sides <= 1000:
            raise ValueError(f"dice with {self.sides} sides: there must be 1 to 1000")

    def __str__(self) -> str:
        return f"{self.count}d{self.sides}"


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
    weights: dict[int, int] = {}
    for faces, weight in odds(count, sides).items():
        weights[sum(faces)] = weights.get(sum(faces), 0) + weight
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
        variant: tells how many dice there are and how many sides they have. With one die
            chosen, the first face counts.

    Raises:
        ValueError: the seed is not one, or ``step`` is negative.
    """
    check_seed(seed)
    if step < 0:
        raise ValueError(f"step {step}: steps count from 0")
    dice = variant.dice
    return tuple(_face(seed, step, die, dice.sides) for die in range(dice.count))


def _face(seed: str, step: int, die: int, sides: int) -> int:
    digest = sha256(f"shutbox/1/{seed}/{step}/{die}".encode("ascii")).digest()
    return 1 + int.from_bytes(digest, "big") % sides
