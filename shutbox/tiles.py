"""Sets of tiles as bitmasks: tile k is in the set when bit k - 1 is set."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

TileSet = int
"""A set of tiles in one integer. The empty set is 0; ``0b101`` holds tiles 1 and 3."""

HIGHEST_TILE = 54
"""The highest number a tile can have (the card box)."""


def tile_set(tiles: Iterable[int]) -> TileSet:
    """Return the set of the given tiles.

    Raises:
        ValueError: a tile stands twice, or is not a whole number from 1 to `HIGHEST_TILE`.
    """
    result = 0
    for tile in tiles:
        if isinstance(tile, bool) or not isinstance(tile, int) or not 1 <= tile <= HIGHEST_TILE:
            raise ValueError(f"{tile!r} is not a tile: tiles are whole numbers from 1 to 54")
        bit = 1 << (tile - 1)
        if result & bit:
            raise ValueError(f"tile {tile} is used twice")
        result |= bit
    return result


@lru_cache(maxsize=16384)
def tiles_in(tiles: TileSet) -> tuple[int, ...]:
    """Return the numbers of the tiles in the set, ascending."""
    return tuple(k for k in range(1, tiles.bit_length() + 1) if tiles >> (k - 1) & 1)


def subsets(tiles: TileSet) -> Iterator[TileSet]:
    """Yield every subset of ``tiles``, in ascending order of the integers, so 0 comes first."""
    subset = 0
    while True:
        yield subset
        if subset == tiles:
            return
        subset = (subset - tiles) & tiles


@lru_cache(maxsize=4096)
def sets_with_sum(tiles: TileSet, total: int, most: int | None = None) -> tuple[TileSet, ...]:
    """Return every set of different tiles out of ``tiles`` that adds up to ``total``.

    Args:
        tiles: the tiles that may be used.
        total: what the tiles of a set have to add up to; nothing adds up to less than 1.
        most: the largest number of tiles in a set, or None for any number.

    Returns:
        The sets, fewest tiles first, then by their smallest tile, next smallest and so on.
    """
    numbers = tiles_in(tiles)
    found: list[tuple[int, ...]] = []

    def extend(chosen: tuple[int, ...], rest: int, start: int) -> None:
        if rest == 0:
            found.append(chosen)
            return
        if most is not None and len(chosen) == most:
            return
        for i in range(start, len(numbers)):
            if numbers[i] > rest:
                return
            extend((*chosen, numbers[i]), rest - numbers[i], i + 1)

    if total > 0:
        extend((), total, 0)
    return tuple(tile_set(chosen) for chosen in sorted(found, key=lambda c: (len(c), c)))
