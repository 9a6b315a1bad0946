from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from boxes import EXHAUSTIVE_BOXES, OTHER_RULES, by_id, positions, slow_box
from slow_solver import slow_values

from shutbox import (
    OBJECTIVES,
    VARIANTS,
    Dice,
    FewerDice,
    MoveRule,
    Objective,
    Scoring,
    Variant,
    dice_counts,
    move_sets,
    odds,
    score,
    solve,
    tile_set,
)
from shutbox.large_solver import LARGEST_TABLE, index, solve_large
from shutbox.tiles import subsets

NEVER = FewerDice.NEVER


def up_to(highest: int) -> tuple[int, ...]:
    return tuple(range(1, highest + 1))


FOUR_DICE = Variant(id="four-dice", tiles=up_to(14), dice=Dice(4, 6), fewer_dice=NEVER)
LARGER_RULES = [
    FOUR_DICE,
    Variant(id="forced", tiles=up_to(13), dice=Dice(3, 6), fewer_dice_forced=True),
    Variant(id="low-sum", tiles=up_to(13), fewer_dice=FewerDice.LOW_SUM),
    Variant(id="digits", tiles=up_to(14), scoring=Scoring.DIGITS),
    Variant(id="count", tiles=up_to(13), dice=Dice(3, 6), scoring=Scoring.COUNT),
    replace(FOUR_DICE, id="first-tile", first_tile=3),
    replace(FOUR_DICE, id="first-high-tile", first_tile=14),
    replace(FOUR_DICE, id="ending-total", ending_total=14),
    replace(FOUR_DICE, id="most-tiles", most_tiles=2),
    replace(FOUR_DICE, id="shut-at-start", shut_at_start=(2, 13)),
    Variant(id="nine-dice", tiles=up_to(11), dice=Dice(9, 4), fewer_dice=NEVER),
    Variant(id="d55", tiles=up_to(10), dice=Dice(1, 55), fewer_dice=NEVER),
    Variant(id="always-one", tiles=up_to(10), dice=Dice(9, 1), fewer_dice=NEVER),
    Variant(
        id="with-gaps", tiles=(1, 3, 6, 7, 10, 11, 15), dice=Dice(3, 6), scoring=Scoring.DIGITS
    ),
    Variant(id="difference", tiles=up_to(13), moves=MoveRule.SUM_OR_DIFFERENCE),
    Variant(id="one-tile", tiles=up_to(12), moves=MoveRule.ONE_TILE),
    Variant(id="junior", tiles=up_to(13), moves=MoveRule.TOTAL_BOTH_OR_ONE),
]
THE_300 = VARIANTS["the-300"]
DICE_BOXES = [variant for variant in EXHAUSTIVE_BOXES if isinstance(variant.dice, Dice)]
START_VALUES = {"score": 142.647143182506, "shut": 9.09704166809743e-08}
each_objective = pytest.mark.parametrize("objective", OBJECTIVES)


@each_objective
@by_id([*DICE_BOXES, *OTHER_RULES, *LARGER_RULES])
def test_values_are_those_of_the_solver_however_the_box_is_split(
    variant: Variant, objective: Objective
) -> None:
    in_order = list(subsets(variant.start))
    expected = solve(variant, objective).values[in_order]
    places = [index(variant, position) for position in in_order]
    for low in (0, 4) if len(variant.tiles) <= 9 else (3, 7):
        values = solve_large(variant, objective, low=low)
        assert values.shape == expected.shape
        np.testing.assert_allclose(values[places], expected, rtol=1e-12, atol=0)


@each_objective
@pytest.mark.parametrize("low", [1, 8, 9, 99])
def test_a_box_may_be_all_low_or_nearly_so(objective: Objective, low: int) -> None:
    classic = VARIANTS["classic"]
    expected = solve(classic, objective).values
    values = solve_large(classic, objective, low=low)
    for position in subsets(classic.start):
        assert values[index(classic, position)] == pytest.approx(expected[position], rel=1e-12)


@each_objective
@by_id([v for v in [*OTHER_RULES, *LARGER_RULES] if len(v.tiles) <= 9])
def test_values_are_those_of_the_slow_solver(variant: Variant, objective: Objective) -> None:
    values = solve_large(variant, objective, low=4)
    for tiles, value in slow_values(slow_box(variant), objective).items():
        assert values[index(variant, tile_set(tiles))] == pytest.approx(float(value), rel=1e-12)


@each_objective
@pytest.mark.parametrize("first_tile", [None, 4])
def test_a_large_box_against_the_definition_at_some_positions(
    objective: Objective, first_tile: int | None
) -> None:
    """A value is the average over rolls of the best value after a move, or of the end."""
    variant = Variant(id="eighteen", tiles=up_to(18), dice=Dice(3, 6), first_tile=first_tile)
    values = solve_large(variant, objective)
    sample = np.random.default_rng(18).integers(1, 1 << 18, 150).tolist()
    for position in [variant.start, *subsets(0b111111), *sample]:
        if not position:
            continue
        end = score(variant, position) if objective == "score" else 0
        best = min if objective == "score" else max
        by_count = []
        for count in dice_counts(variant, position):
            average = 0.0
            for faces, ways in odds(count, 6).items():
                moves = move_sets(variant, faces, first=position == variant.start)
                after = [values[index(variant, position ^ m)] for m in moves if m & position == m]
                average += ways / 6**count * best(after, default=end)
            by_count.append(average)
        assert values[index(variant, position)] == pytest.approx(best(by_count), rel=1e-12)


def test_index_puts_the_shut_box_first_and_the_start_last() -> None:
    for variant in (THE_300, VARIANTS["classic"], VARIANTS["even-stevens"]):
        assert index(variant, 0) == 0
        assert index(variant, variant.start) == (1 << variant.start.bit_count()) - 1
        assert index(variant, variant.start & -variant.start) == 1 << variant.start.bit_count() - 1
    classic = VARIANTS["classic"]
    assert sorted(index(classic, position) for position in positions(classic)) == [*range(1, 512)]


@each_objective
def test_progress_tells_the_share_of_the_work(objective: Objective) -> None:
    told: list[float] = []
    solve_large(FOUR_DICE, objective, progress=told.append)
    assert told == sorted(set(told))
    assert 50 <= len(told) <= 100
    assert 0 < told[0] < 0.05
    assert told[-1] == 1


def test_progress_is_told_for_a_single_row_too() -> None:
    told: list[float] = []
    solve_large(VARIANTS["four"], progress=told.append, low=0)
    assert told == [1]


def test_an_error_in_progress_stops_the_work() -> None:
    def stop(share: float) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        solve_large(FOUR_DICE, progress=stop)


def test_what_cannot_be_solved_is_refused() -> None:
    with pytest.raises(ValueError, match="objective"):
        solve_large(FOUR_DICE, "win")
    with pytest.raises(ValueError, match="low"):
        solve_large(FOUR_DICE, low=-1)
    too_many = Variant(id="large", tiles=up_to(LARGEST_TABLE + 1))
    with pytest.raises(ValueError, match="more than 24 tiles"):
        solve_large(too_many)
    one_less = replace(too_many, shut_at_start=up_to(12))
    assert solve_large(one_less).shape == (1 << 13,)
    with pytest.raises(ValueError, match="sets of tiles"):
        solve_large(replace(THE_300, dice=Dice(1, 300)))


@pytest.mark.skipif(sys.platform != "linux", reason="reads the peak of memory from /proc")
@each_objective
def test_the_300_is_solved_within_its_time_and_memory(objective: Objective) -> None:
    """The limits are 12 s and 300 MB on one core; it should take 2 s and 170 MB."""
    script = f"""
import time
from pathlib import Path
from shutbox.large_solver import solve_large
from test_large_solver import THE_300
def peak():
    return int(Path("/proc/self/status").read_text().split("VmHWM:")[1].split()[0]) / 1024
before, start = peak(), time.process_time()
value = solve_large(THE_300, {objective!r})[-1]
print(float(value), time.process_time() - start, peak() - before)
"""
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=Path(__file__).parent,
        check=True,
        capture_output=True,
        text=True,
    )
    value, seconds, mebibytes = map(float, done.stdout.split())
    assert value == pytest.approx(START_VALUES[objective], rel=1e-12)
    assert seconds < 12
    assert 127 < mebibytes < 145


def test_a_bag_is_refused() -> None:
    with pytest.raises(ValueError, match="draws from a bag"):
        solve_large(VARIANTS["dominoes"])
