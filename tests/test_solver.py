from __future__ import annotations

from dataclasses import FrozenInstanceError, replace
from fractions import Fraction
from functools import cache

import numpy as np
import pytest
from boxes import (
    BOXES,
    OTHER_RULES,
    RULES,
    SMALL_BOXES,
    SOLVED_BOXES,
    as_frozenset,
    by_id,
    positions,
    rolls,
    slow_box,
)
from slow_solver import Tiles, legal_sets, slow_values

from shutbox import (
    OBJECTIVES,
    VARIANTS,
    Dice,
    FewerDice,
    Objective,
    Refusal,
    Roll,
    RuleError,
    Scoring,
    TileSet,
    Variant,
    dice_counts,
    legal_moves,
    score,
    solve,
    tile_set,
)
from shutbox.solver import LARGEST_BOX, LARGEST_EXACT_BOX

CLASSIC = VARIANTS["classic"]
EXACT_BOXES = [v for v in BOXES if len(v.tiles) <= LARGEST_EXACT_BOX]
each_objective = pytest.mark.parametrize("objective", OBJECTIVES)


@cache
def slowly(variant: Variant, objective: Objective) -> dict[Tiles, Fraction]:
    return slow_values(slow_box(variant), objective)


def close(value: float, expected: float | Fraction) -> bool:
    return abs(value - expected) <= 1e-12 * max(1.0, abs(float(expected)))


def legal(variant: Variant, position: TileSet, dice: Roll) -> tuple[TileSet, ...]:
    return legal_moves(variant, position, dice, first=position == variant.start)


@each_objective
@by_id([*EXACT_BOXES, *OTHER_RULES])
def test_every_position_has_the_value_of_the_slow_solver(
    variant: Variant, objective: Objective
) -> None:
    solution = solve(variant, objective)
    expected = slowly(variant, objective)
    assert len(expected) == 2 ** variant.start.bit_count()
    for position, value in expected.items():
        tiles = tile_set(position)
        assert solution.as_fraction(tiles) == value
        assert close(solution.value(tiles), value)
    assert solution.start_value == solution.value(variant.start)


@each_objective
@by_id([*SOLVED_BOXES, RULES["first-two"], RULES["difference-one-die"], RULES["digits"]])
def test_a_value_is_the_average_over_rolls_of_the_best_move(
    variant: Variant, objective: Objective
) -> None:
    solution = solve(variant, objective)
    best = min if objective == "score" else max
    for position in positions(variant):
        by_count = {}
        for count in dice_counts(variant, position):
            average = 0.0
            for dice, chance in rolls(count, variant.dice.sides).items():
                values = solution.move_values(position, dice)
                for move, value in values.items():
                    assert value == solution.values[position - move]
                average += chance * best(values.values() or [solution.final_value(position)])
            by_count[count] = average
        assert close(solution.value(position), best(by_count.values()))
        dice_values = solution.dice_values(position)
        assert dice_values.keys() == by_count.keys()
        assert all(close(dice_values[count], by_count[count]) for count in by_count)


@each_objective
@by_id([*SMALL_BOXES, RULES["count"], RULES["digits"], RULES["first-two"]])
def test_ties_are_the_exact_ties(variant: Variant, objective: Objective) -> None:
    solution, exact = solve(variant, objective), slowly(variant, objective)
    best = min if objective == "score" else max
    for position in positions(variant):
        open_tiles = as_frozenset(position)
        for count in dice_counts(variant, position):
            for dice in rolls(count, variant.dice.sides):
                after = {
                    move: exact[open_tiles - as_frozenset(move)]
                    for move in legal(variant, position, dice)
                }
                tied = tuple(m for m, value in after.items() if value == best(after.values()))
                assert solution.best_moves(position, dice) == tied


@each_objective
@by_id([v for v in [*SMALL_BOXES, *OTHER_RULES] if len(v.tiles) <= 9])
def test_ties_between_numbers_of_dice_are_the_exact_ties(
    variant: Variant, objective: Objective
) -> None:
    solution, box, exact = (
        solve(variant, objective),
        slow_box(variant),
        slowly(variant, objective),
    )
    best = min if objective == "score" else max
    for position in positions(variant):
        counts = dice_counts(variant, position)
        if len(counts) == 1:
            continue
        open_tiles = as_frozenset(position)
        end = Fraction(box.score(open_tiles) if objective == "score" else 0)
        by_count = {}
        for count in counts:
            first = open_tiles == box.start
            total = sum(
                ways
                * best(
                    [exact[open_tiles - m] for m in legal_sets(box, open_tiles, dice, first)]
                    or [end]
                )
                for dice, ways in box.rolls(count).items()
            )
            by_count[count] = Fraction(total) / box.sides**count
        values = solution.dice_values(position)
        for count, value in by_count.items():
            is_best = solution.is_best(values[count], values.values())
            assert is_best == (value == best(by_count.values()))


@by_id(SOLVED_BOXES)
def test_values_stay_within_what_a_turn_can_end_with(variant: Variant) -> None:
    scores, chances = solve(variant, "score"), solve(variant, "shut")
    for position in positions(variant):
        assert 0 <= chances.value(position) <= 1
        assert 0 <= scores.value(position) <= score(variant, position)
    assert scores.value(0) == 0
    assert chances.value(0) == 1


@each_objective
def test_what_a_turn_is_worth_if_it_ends(objective: Objective) -> None:
    solution = solve(CLASSIC, objective)
    assert solution.final_value(0) == (0 if objective == "score" else 1)
    assert solution.final_value(tile_set([2, 9])) == (11 if objective == "score" else 0)
    assert solution.roll_value(tile_set([2, 9]), (1, 3)) == solution.final_value(tile_set([2, 9]))
    assert solution.best_moves(tile_set([2, 9]), (1, 3)) == ()
    assert solution.move_values(tile_set([2, 9]), (1, 3)) == {}


def test_best_moves_stand_in_the_order_of_legal_moves() -> None:
    seven_open = Variant(id="count", scoring=Scoring.COUNT, fewer_dice=FewerDice.NEVER)
    solution = solve(seven_open)
    for position in positions(seven_open):
        for dice in rolls(2, 6):
            moves = legal(seven_open, position, dice)
            best = solution.best_moves(position, dice)
            assert list(best) == [move for move in moves if move in best]
            assert list(solution.move_values(position, dice)) == list(moves)


def test_best_and_loss_follow_the_objective() -> None:
    score_aim, shut_aim = solve(CLASSIC, "score"), solve(CLASSIC, "shut")
    assert score_aim.best_of([2.0, 3.0]) == 2.0
    assert shut_aim.best_of([0.2, 0.3]) == 0.3
    assert score_aim.loss(3.5, 2.0) == 1.5
    assert shut_aim.loss(0.25, 0.75) == 0.5
    assert score_aim.loss(2.0, 2.0 + 1e-14) == 0
    assert score_aim.loss(1.0, 2.0) == 0
    assert shut_aim.loss(0.9, 0.2) == 0
    assert score_aim.is_best(2.0 + 1e-14, [2.0, 3.0])
    assert not score_aim.is_best(2.0 + 1e-9, [2.0, 3.0])
    assert shut_aim.is_best(0.3, [0.2, 0.3])
    assert not shut_aim.is_best(0.2, [0.2, 0.3])


def test_a_solution_is_computed_once_and_kept() -> None:
    for objective in OBJECTIVES:
        assert solve(CLASSIC, objective) is solve(replace(CLASSIC), objective)
    assert solve(CLASSIC) is solve(CLASSIC, objective="score")
    assert solve(CLASSIC, "score") is not solve(CLASSIC, "shut")


def test_a_solution_cannot_be_changed() -> None:
    solution = solve(CLASSIC)
    with pytest.raises(ValueError, match="read-only"):
        solution.values[0] = 7
    with pytest.raises(FrozenInstanceError):
        solution.objective = "shut"  # type: ignore[misc]


def test_values_of_positions_that_cannot_come_up_are_not_a_number() -> None:
    solution = solve(Variant(id="odd", tiles=(1, 3, 5)))
    assert solution.values.shape == (32,)
    possible = {0, *positions(solution.variant)}
    assert {p for p in range(32) if not np.isnan(solution.values[p])} == possible


@pytest.mark.parametrize(
    ("position", "reason"),
    [
        (-1, Refusal.NO_SUCH_TILE),
        (1 << 9, Refusal.NO_SUCH_TILE),
        (1 << 5000, Refusal.NO_SUCH_TILE),
        (1, Refusal.TILE_SHUT),
        (0b1111, Refusal.TILE_SHUT),
    ],
)
def test_positions_that_cannot_come_up_are_refused(position: TileSet, reason: Refusal) -> None:
    solution = solve(Variant(id="three-down", shut_at_start=(1, 2, 3)))
    for ask in (
        solution.value,
        solution.as_fraction,
        solution.dice_values,
        lambda p: solution.move_values(p, (1, 1)),
        lambda p: solution.best_moves(p, (1, 1)),
        lambda p: solution.roll_value(p, (1, 1)),
    ):
        with pytest.raises(RuleError) as error:
            ask(position)
        assert error.value.refusal == reason


def test_rolls_that_cannot_come_up_are_refused() -> None:
    solution = solve(VARIANTS["two-dice"])
    for dice in ((1,), (7, 1), (1, 2, 3), ()):
        with pytest.raises(RuleError) as error:
            solution.move_values(3, dice)
        assert error.value.refusal == Refusal.NO_SUCH_ROLL


def test_no_dice_are_rolled_in_a_shut_box() -> None:
    with pytest.raises(ValueError, match="the box is shut"):
        solve(CLASSIC).dice_values(0)


@pytest.mark.parametrize("objective", ["", "Score", "shut-the-box", None, 7])
def test_an_unknown_objective_is_refused(objective: object) -> None:
    with pytest.raises(ValueError, match="objective"):
        solve(CLASSIC, objective)  # type: ignore[arg-type]


def test_a_box_that_is_too_large_is_refused() -> None:
    too_large = Variant(id="large", tiles=(1, 2, LARGEST_BOX + 1))
    with pytest.raises(ValueError, match="too many to solve"):
        solve(too_large)
    assert solve(Variant(id="largest", tiles=(1, 2, LARGEST_BOX))).start_value > LARGEST_BOX


def test_fractions_of_more_than_twelve_tiles_are_refused() -> None:
    thirteen = Variant(id="thirteen", tiles=tuple(range(1, 14)))
    with pytest.raises(ValueError, match="up to 12 tiles"):
        solve(thirteen).as_fraction(1)
    assert solve(thirteen).value(1) > 0


def test_the_first_move_differs_only_at_the_start() -> None:
    plain, to_go = Variant(id="plain"), Variant(id="to-go", first_tile=2)
    for objective in OBJECTIVES:
        same, other = solve(plain, objective), solve(to_go, objective)
        differ = {p for p in positions(plain) if same.values[p] != other.values[p]}
        assert differ == {plain.start}


def test_a_value_by_hand() -> None:
    """One tile, one die: it is shut by one face of six. Two tiles: by hand on paper."""
    box = Variant(id="two", tiles=(1, 2), dice=Dice(1, 6), fewer_dice=FewerDice.NEVER)
    chances, scores = solve(box, "shut"), solve(box, "score")
    assert chances.as_fraction(tile_set([2])) == Fraction(1, 6)
    assert scores.as_fraction(tile_set([2])) == Fraction(10, 6)
    # 1 leaves tile 2, 2 leaves tile 1, 3 shuts both, 4 to 6 end the turn with 3 points.
    assert chances.as_fraction(tile_set([1, 2])) == Fraction(1 + 1 + 6, 36)
    assert scores.as_fraction(tile_set([1, 2])) == Fraction(10 + 5 + 18 * 3, 36)


@by_id(SMALL_BOXES)
def test_aims_agree_on_shutting_at_once(variant: Variant) -> None:
    """A move that shuts the box is the only best one, whatever the aim."""
    for objective in OBJECTIVES:
        solution = solve(variant, objective)
        for position in positions(variant):
            for count in dice_counts(variant, position):
                for dice in rolls(count, variant.dice.sides):
                    if position in legal(variant, position, dice):
                        assert solution.best_moves(position, dice) == (position,)
