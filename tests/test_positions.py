"""Every position at once: tile worth, choices, openings, both aims; against counting by hand."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations
from statistics import fmean

import pytest
from boxes import as_frozenset, slow_box
from slow_solver import SlowBox, Tiles, highest_tile_first, legal_sets, slow_values
from test_frames import documented_columns
from test_reference import REFERENCE

from shutbox import OBJECTIVES, VARIANTS, Objective, Variant, solve, tile_set, tiles_in
from shutbox.positions import (
    aims_frame,
    backward_steps,
    can_list,
    choices_frame,
    openings_frame,
    positions_frame,
    worth_frame,
)

FEW = [VARIANTS[name] for name in ("six", "five", "forced", "thai", "three-to-go", "missionary")]
SMALL = [
    *FEW[:2],
    Variant(id="seven", tiles=tuple(range(1, 8))),
    Variant(id="first", tiles=tuple(range(1, 8)), first_tile=3),
    Variant(id="forced", tiles=tuple(range(1, 8)), fewer_dice_forced=True),
    VARIANTS["against-all-odds"],
    VARIANTS["even-stevens"],
]
each_small = pytest.mark.parametrize("variant", SMALL, ids=lambda v: v.id)
each_objective = pytest.mark.parametrize("objective", OBJECTIVES)


@cache
def slowly(variant: Variant, objective: Objective) -> dict[Tiles, float]:
    return {k: float(v) for k, v in slow_values(slow_box(variant), objective).items()}


def test_which_boxes_are_looked_at_as_a_whole() -> None:
    assert [v.id for v in VARIANTS.values() if not can_list(v)] == [
        *("the-300", "dominoes", "chinese-dominoes", "cards-as-dice", "cards"),
        *("domino-box", "card-box"),
    ]


@pytest.mark.parametrize(
    ("function", "arguments"),
    [
        (positions_frame, (solve(VARIANTS["six"]),)),
        (worth_frame, (solve(VARIANTS["six"]), 5)),
        (choices_frame, (solve(VARIANTS["six"]),)),
        (openings_frame, (VARIANTS["six"],)),
        (aims_frame, (VARIANTS["six"], 5, (3,))),
    ],
)
def test_the_documented_columns_are_there(function, arguments) -> None:  # type: ignore[no-untyped-def]
    assert set(function(*arguments).columns) == set(documented_columns(function))


@each_objective
@each_small
def test_every_position_has_its_value(variant: Variant, objective: Objective) -> None:
    frame = positions_frame(solve(variant, objective))
    expected = slowly(variant, objective)
    assert len(frame) == len(expected)
    for row in frame.itertuples():
        tiles = as_frozenset(row.tiles)
        assert (row.open, row.sum) == (len(tiles), sum(tiles))
        assert row.value == pytest.approx(expected[tiles], abs=1e-12)


@each_objective
@each_small
def test_what_a_tile_is_worth(variant: Variant, objective: Objective) -> None:
    expected = slowly(variant, objective)
    sign = 1 if objective == "score" else -1
    box = tiles_in(variant.start)
    others = {
        tile: [
            frozenset(rest)
            for size in range(len(box))
            for rest in combinations([k for k in box if k != tile], size)
        ]
        for tile in box
    }
    for position in (variant.start, tile_set(box[:2]), 0):
        frame = worth_frame(solve(variant, objective), position)
        assert frame["tile"].tolist() == list(box)
        for row in frame.itertuples():
            here = as_frozenset(position) - {row.tile}
            worth = {
                rest: sign * (expected[rest | {row.tile}] - expected[rest])
                for rest in others[row.tile]
            }
            assert row.open == (row.tile in as_frozenset(position))
            assert row.here == pytest.approx(worth[here], abs=1e-12)
            assert row.average == pytest.approx(fmean(worth.values()), abs=1e-12)


def real_choices(box: SlowBox) -> Iterator[tuple[Tiles, int, list[Tiles]]]:
    """Every position, total and moves with more than one move, each once."""
    for position in box.positions():
        seen = set()
        for count in box.dice_counts(position) if position else ():
            for faces in box.rolls(count):
                moves = legal_sets(box, position, faces, position == box.start)
                asked = sum(faces), frozenset(moves)
                if len(moves) > 1 and asked not in seen:
                    seen.add(asked)
                    yield position, sum(faces), moves


@each_objective
@each_small
def test_every_real_choice_and_what_highest_tile_first_costs(
    variant: Variant, objective: Objective
) -> None:
    frame = choices_frame(solve(variant, objective))
    values, box = slowly(variant, objective), slow_box(variant)
    expected = sorted(
        (tile_set(position), total, tile_set(highest_tile_first(moves)[0]))
        for position, total, moves in real_choices(box)
    )
    assert sorted(zip(frame["tiles"], frame["total"], frame["highest"], strict=True)) == expected
    assert frame["loss"].is_monotonic_decreasing
    for row in frame.itertuples():
        tiles = as_frozenset(row.tiles)
        moves = legal_sets(box, tiles, row.dice, tiles == box.start)
        after = {move: values[tiles - move] for move in moves}
        least = min(after.values()) if objective == "score" else max(after.values())
        assert len(row.dice) in box.dice_counts(tiles)
        assert sum(row.dice) == row.total
        assert after[as_frozenset(row.best)] == pytest.approx(least, abs=1e-12)
        loss = abs(after[as_frozenset(row.highest)] - least)
        assert row.loss == pytest.approx(loss, abs=1e-12)
        assert (row.best == row.highest) == (row.loss == 0)


def test_how_often_highest_tile_first_is_wrong() -> None:
    """[facts]: best in 88.2 % of the 1774 pairs of position and total with a real choice."""
    frame = choices_frame(solve(VARIANTS["two-dice"]))
    assert len(frame) == 1774
    assert round(100 * (frame["loss"] == 0).mean(), 1) == 88.2


def test_published_first_moves() -> None:
    """[two_dice_9] best_first_move_for_P and P_after_best_first_move: Durango Bill's tables."""
    frame = openings_frame(VARIANTS["two-dice"]).set_index("total")
    published = REFERENCE["two_dice_9"]
    assert {str(n): [list(tiles_in(m)) for m in moves] for n, moves in frame["shut"].items()} == {
        total: [tiles] for total, tiles in published["best_first_move_for_P"].items()
    }
    for total, chance in published["P_after_best_first_move"].items():
        assert frame["shut_after"][int(total)] == pytest.approx(chance, abs=0.51e-6)


@pytest.mark.parametrize("variant", [*FEW, VARIANTS["dominoes"]], ids=lambda v: v.id)
def test_openings_are_those_of_the_solution(variant: Variant) -> None:
    frame = openings_frame(variant)
    rolls = [dice for row in frame["dice"] for dice in row]
    assert sorted(rolls) == sorted(variant.dice.odds(variant.dice.count))
    for objective in OBJECTIVES:
        solution = solve(variant, objective)
        for row in frame.to_dict("records"):
            assert {solution.best_moves(variant.start, dice) for dice in row["dice"]} == {
                row[objective]
            }
            assert {sum(dice) for dice in row["dice"]} == {row["total"]}
            values = [solution.roll_value(variant.start, dice) for dice in row["dice"]]
            assert min(values) - 1e-12 <= row[f"{objective}_after"] <= max(values) + 1e-12


@each_small
def test_both_aims_side_by_side(variant: Variant) -> None:
    box = slow_box(variant)
    values = {objective: slowly(variant, objective) for objective in OBJECTIVES}
    for position, _total, moves in [*real_choices(box)][::7]:
        dice = next(
            faces
            for count in box.dice_counts(position)
            for faces in box.rolls(count)
            if set(legal_sets(box, position, faces, position == box.start)) == set(moves)
        )
        frame = aims_frame(variant, tile_set(position), dice)
        assert sorted(frame["tiles"]) == sorted(map(tile_set, moves))
        assert frame["score"].round(9).is_monotonic_increasing
        for objective in OBJECTIVES:
            after = [values[objective][position - as_frozenset(m)] for m in frame["tiles"]]
            best = min(after) if objective == "score" else max(after)
            assert frame[objective].tolist() == pytest.approx(after, abs=1e-12)
            losses = [abs(value - best) for value in after]
            assert frame[f"{objective}_loss"].tolist() == pytest.approx(losses, abs=1e-12)
            assert frame[f"{objective}_best"].tolist() == [loss < 1e-12 for loss in losses]


@cache
def by_hand(tiles: frozenset[int]) -> Fraction:
    """The expected score of open tiles with one die, from nothing but the rules of the game."""
    total = Fraction(0)
    for face in range(1, 7):
        sets = (s for n in range(1, 5) for s in combinations(tiles, n) if sum(s) == face)
        total += min((by_hand(tiles - set(s)) for s in sets), default=Fraction(sum(tiles)))
    return total / 6 if tiles else Fraction(0)


@pytest.mark.parametrize("name", ["four", "five", "six"])
def test_a_box_worked_out_from_its_end(name: str) -> None:
    variant = VARIANTS[name]
    steps = backward_steps(variant)
    known = dict[int, Fraction]()
    assert len(steps) == 2 ** len(variant.tiles)
    assert (steps[0].open_tiles, steps[0].moves, steps[0].value) == (0, (), 0)
    for step in steps:
        tiles = frozenset(tiles_in(step.open_tiles))
        for face, (move, worth) in enumerate(zip(step.moves, step.worths, strict=True), 1):
            assert sum(tiles_in(move)) in (0, face)
            assert move & ~step.open_tiles == 0
            assert worth == (known[step.open_tiles & ~move] if move else sum(tiles))
        assert step.value == by_hand(tiles)
        assert float(step.value) == pytest.approx(solve(variant).value(step.open_tiles))
        known[step.open_tiles] = step.value
    assert steps[-1].open_tiles == variant.start


@pytest.mark.parametrize("name", ["classic", "the-300", "cards"])
def test_only_one_die_is_worked_out_from_the_end(name: str) -> None:
    with pytest.raises(ValueError, match="one die"):
        backward_steps(VARIANTS[name])
