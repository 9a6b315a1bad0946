from __future__ import annotations

from itertools import combinations

import pytest

from shutbox import sets_with_sum, tile_set, tiles_in
from shutbox.tiles import HIGHEST_TILE, subsets

NINE = range(1, 10)
EVERY_SET_OF_NINE = [c for size in range(10) for c in combinations(NINE, size)]


def test_tile_k_is_bit_k_minus_one() -> None:
    assert tile_set([]) == 0
    assert tile_set([1]) == 1
    assert tile_set([1, 3]) == 0b101
    assert tile_set([HIGHEST_TILE]) == 2**53


def test_tiles_in_reads_back_what_tile_set_wrote() -> None:
    for tiles in EVERY_SET_OF_NINE:
        assert tiles_in(tile_set(tiles)) == tiles
        assert tile_set(reversed(tiles)) == tile_set(tiles)
    assert {tile_set(tiles) for tiles in EVERY_SET_OF_NINE} == set(range(512))


@pytest.mark.parametrize("wrong", [0, -1, HIGHEST_TILE + 1, 10**30, True, 1.0, "1", None])
def test_what_is_no_tile_is_named(wrong: object) -> None:
    with pytest.raises(ValueError, match="is not a tile") as error:
        tile_set([2, wrong])  # type: ignore[list-item]
    assert repr(wrong) in str(error.value)


def test_a_tile_counts_once() -> None:
    with pytest.raises(ValueError, match="tile 4 is used twice"):
        tile_set([4, 8, 4])


def test_subsets_are_all_subsets_in_ascending_order() -> None:
    for tiles in EVERY_SET_OF_NINE[:256]:
        expected = sorted(
            tile_set(chosen) for size in range(10) for chosen in combinations(tiles, size)
        )
        assert list(subsets(tile_set(tiles))) == expected


@pytest.mark.parametrize("most", [None, 1, 2, 3])
def test_sets_with_sum_finds_every_set_and_no_other(most: int | None) -> None:
    size_limit = 9 if most is None else most
    for open_tiles in EVERY_SET_OF_NINE:
        by_sum: dict[int, list[tuple[int, ...]]] = {}
        for size in range(1, size_limit + 1):
            for chosen in combinations(open_tiles, size):
                by_sum.setdefault(sum(chosen), []).append(chosen)
        for total in range(-1, 20):
            found = [tiles_in(s) for s in sets_with_sum(tile_set(open_tiles), total, most)]
            assert found == by_sum.get(total, []), (open_tiles, total)


def test_sets_with_sum_lists_fewest_tiles_first_then_by_the_smallest_tile() -> None:
    found = [tiles_in(s) for s in sets_with_sum(tile_set(NINE), 8)]
    assert found == [(8,), (1, 7), (2, 6), (3, 5), (1, 2, 5), (1, 3, 4)]


def test_a_roll_of_eight_is_not_four_and_four() -> None:
    assert sets_with_sum(tile_set([4, 9]), 8) == ()
