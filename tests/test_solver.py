from __future__ import annotations

from dataclasses import FrozenInstanceError, replace
from fractions import Fraction
from functools import cache

import numpy as np
import pytest
from boxes import (
    BAG_BOXES,
    BAG_RULES,
    DICE_BOXES,
    OTHER_RULES,
    RULES,
    SMALL_BOXES,
    SOLVED_BOXES,
    Drawings,
    as_frozenset,
    by_id,
    chances,
    from_bag,
    positions,
    rolls,
    slow_bag,
    slow_bag_values,
    slow_box,
    slowly,
    states,
    tiles_to,
)
from slow_solver import Left, SlowBagValues, SlowBox, by_total, legal_sets

from shutbox import (
    OBJECTIVES,
    VARIANTS,
    Dice,
    FewerDice,
    MoveRule,
    Objective,
    Refusal,
    Roll,
    RuleError,
    Scoring,
    Solution,
    TileSet,
    Variant,
    dice_counts,
    legal_moves,
    score,
    solve,
    tile_set,
)
from shutbox.dice import BAGS, Bag
from shutbox.solver import LARGEST_BAG_BOX, LARGEST_EXACT_BOX, can_solve

CLASSIC = VARIANTS["classic"]
EXACT_BOXES = [v for v in DICE_BOXES if len(v.tiles) <= LARGEST_EXACT_BOX]
each_objective = pytest.mark.parametrize("objective", OBJECTIVES)


def close(value: float, expected: float | Fraction) -> bool:
    return abs(value - expected) <= 1e-12 * max(1.0, abs(float(expected)))


def legal(variant: Variant, position: TileSet, dice: Roll) -> tuple[TileSet, ...]:
    return legal_moves(variant, position, dice, first=position == variant.start)


@each_objective
@by_id([*EXACT_BOXES, *OTHER_RULES])
def test_every_position_has_the_value_of_the_slow_solver(
    variant: Variant, objective: Objective
) -> None:
    solution, expected = solve(variant, objective), slowly(variant, objective)
    for tiles in (0, *positions(variant)):
        value = expected(tiles, ())
        assert solution.as_fraction(tiles) == value
        assert close(solution.value(tiles), value)
    assert solution.start_value == solution.value(variant.start)


def draws_that_leave(variant: Variant, box: SlowBox, left: Left) -> Drawings:
    """Draws of single dominoes or cards after which that much is left in the slow box."""
    gone = dict(zip(box.things, (a - b for a, b in zip(box.full, left, strict=True)), strict=True))
    drawn = []
    for item in variant.dice.contents if isinstance(variant.dice, Bag) else ():
        thing = item if item in gone else (sum(item),)
        if gone[thing]:
            gone[thing] -= 1
            drawn.append(item)
    assert not any(gone.values())
    return tuple(drawn)


CARDS_TO_8 = from_bag(
    "cards-to-8",
    Bag("to-8", BAGS["cards"].holds, tuple((face,) for face in tiles_to(8) for _ in range(4))),
    8,
)
"""In place of `cards`, whose 135,550 positions take twelve seconds, for the second objective."""


@pytest.mark.parametrize(
    ("variant", "objective"),
    [
        pytest.param(variant, objective, id=f"{variant.id}-{objective}")
        for objective in OBJECTIVES
        for variant in [*BAG_BOXES, *BAG_RULES, CARDS_TO_8]
        if (variant.id, objective) != ("cards", "shut")
    ],
)
def test_every_position_with_a_bag_has_the_value_of_the_slow_solver(
    variant: Variant, objective: Objective
) -> None:
    """All that can come up; of more than 2000, every tenth, and every hundredth exactly."""
    solution, expected = solve(variant, objective), slow_bag_values(variant, objective)
    box = slow_bag(variant)
    few = len(expected.units) <= 2000
    for number, (tiles, left) in enumerate(expected.units):
        if not few and number % 10:
            continue
        position, drawn = tile_set(tiles), draws_that_leave(variant, box, left)
        assert close(solution.value(position, drawn), expected[tiles, left])
        if few or number % 100 == 0:
            assert solution.as_fraction(position, drawn) == expected[tiles, left]
    exact = solution.as_fraction(variant.start)
    assert exact == expected[box.start, box.full]
    assert close(solution.start_value, exact)


FULL_BOXES = [
    from_bag("both", "dominoes-blank-one", 9),
    from_bag("first", "chinese-dominoes", 9, first_tile=3),
    from_bag("unlucky", "dominoes", 9, ending_total=7),
    from_bag("digits", "dominoes", 9, scoring=Scoring.DIGITS),
    from_bag("halves", "dominoes", 8, moves=MoveRule.DICE_OR_TOTAL),
]


@each_objective
@by_id(FULL_BOXES)
def test_the_start_of_a_full_box_with_a_bag(variant: Variant, objective: Objective) -> None:
    solution, expected = solve(variant, objective), slowly(variant, objective)
    assert solution.as_fraction(variant.start) == expected(variant.start, ())
    assert close(solution.start_value, expected(variant.start, ()))


@each_objective
@by_id([v for v in BAG_RULES if slow_bag(v) != slow_box(v)])
def test_a_domino_is_worth_its_total_where_any_set_may_be_shut(
    variant: Variant, objective: Objective
) -> None:
    """The slow solver tells two dominoes of one total apart, and finds the same."""
    box = slow_box(variant)
    apart, together = SlowBagValues(box, objective), SlowBagValues(by_total(box), objective)
    start = together.box.start, together.box.full
    assert apart[box.start, box.full] == together[start]


def test_a_table_that_draws_again_for_the_blank_plays_as_if_it_were_not_there() -> None:
    """By hand, in the slow solver: the blank is put aside and the next domino drawn."""
    box = slow_box(from_bag("small", "dominoes", 4))
    with_blank = tuple(sorted([*box.bag, (0, 0)]))

    @cache
    def value(open_tiles: frozenset[int], left: tuple[Roll, ...]) -> Fraction:
        if not open_tiles or not left:
            return Fraction(sum(open_tiles))
        if left == ((0, 0),):
            return value(open_tiles, ())
        total = Fraction(0)
        for domino in left:
            after = tuple(other for other in left if other != domino)
            if domino == (0, 0):
                total += value(open_tiles, after)
                continue
            moves = legal_sets(box, open_tiles, domino, first=False)
            after_moves = [value(open_tiles - move, after) for move in moves]
            total += min(after_moves, default=Fraction(sum(open_tiles)))
        return total / len(left)

    plain = solve(from_bag("small", "dominoes", 4))
    assert value(box.start, with_blank) == plain.as_fraction(plain.variant.start)


@each_objective
@by_id([*SOLVED_BOXES, RULES["first-two"], RULES["difference-one-die"], *BAG_RULES])
def test_a_value_is_the_average_over_rolls_of_the_best_move(
    variant: Variant, objective: Objective
) -> None:
    solution = solve(variant, objective)
    best = min if objective == "score" else max
    for position, drawn in states(variant):
        by_count = {}
        for count in dice_counts(variant, position, drawn):
            average = 0.0
            for dice, chance in chances(variant, count, drawn).items():
                values = solution.move_values(position, dice, drawn)
                for move, value in values.items():
                    assert value == solution.value(position - move, (*drawn, dice))
                average += chance * best(values.values() or [solution.final_value(position)])
            by_count[count] = average
        expected = best(by_count.values()) if by_count else solution.final_value(position)
        assert close(solution.value(position, drawn), expected)
        dice_values = solution.dice_values(position, drawn)
        assert dice_values.keys() == by_count.keys()
        assert all(close(dice_values[count], by_count[count]) for count in by_count)


@each_objective
@by_id([*SMALL_BOXES, RULES["count"], RULES["digits"], RULES["first-two"], *BAG_RULES])
def test_ties_are_the_exact_ties(variant: Variant, objective: Objective) -> None:
    solution, exact = solve(variant, objective), slowly(variant, objective)
    best = min if objective == "score" else max
    for position, drawn in states(variant):
        for count in dice_counts(variant, position, drawn):
            for dice in chances(variant, count, drawn):
                after = {
                    move: exact(position & ~move, (*drawn, dice))
                    for move in legal(variant, position, dice)
                }
                tied = tuple(m for m, value in after.items() if value == best(after.values()))
                assert solution.best_moves(position, dice, drawn) == tied


@each_objective
@by_id([v for v in [*SMALL_BOXES, *OTHER_RULES, *BAG_RULES] if len(v.tiles) <= 9])
def test_ties_between_numbers_of_dice_are_the_exact_ties(
    variant: Variant, objective: Objective
) -> None:
    solution, box = solve(variant, objective), slow_box(variant)
    exact = slowly(variant, objective)
    best = min if objective == "score" else max
    for position, drawn in states(variant):
        counts = dice_counts(variant, position, drawn)
        if len(counts) < 2:
            continue
        open_tiles = as_frozenset(position)
        end = Fraction(box.score(open_tiles) if objective == "score" else 0)
        by_count = {}
        for count in counts:
            first = open_tiles == box.start
            ways_of = box.rolls(count, box.left_after(drawn) if box.bag else None)
            total = sum(
                ways
                * best(
                    [
                        exact(position & ~tile_set(move), (*drawn, dice))
                        for move in legal_sets(box, open_tiles, dice, first)
                    ]
                    or [end]
                )
                for dice, ways in ways_of.items()
            )
            by_count[count] = Fraction(total) / ways_of.total()
        values = solution.dice_values(position, drawn)
        for count, value in by_count.items():
            is_best = solution.is_best(values[count], values.values())
            assert is_best == (value == best(by_count.values()))


@by_id(SOLVED_BOXES)
def test_values_stay_within_what_a_turn_can_end_with(variant: Variant) -> None:
    scores, to_shut = solve(variant, "score"), solve(variant, "shut")
    for position, drawn in states(variant):
        assert 0 <= to_shut.value(position, drawn) <= 1
        assert 0 <= scores.value(position, drawn) <= score(variant, position)
    if variant in DICE_BOXES:
        assert scores.value(0) == 0
        assert to_shut.value(0) == 1


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


@pytest.mark.parametrize("id", ["domino-box", "card-box"])
def test_a_box_that_is_too_large_is_refused(id: str) -> None:
    assert not can_solve(VARIANTS[id])
    for objective in OBJECTIVES:
        with pytest.raises(ValueError, match="too many tiles to solve"):
            solve(VARIANTS[id], objective)


@by_id(SOLVED_BOXES)
def test_every_box_that_can_be_solved_says_so(variant: Variant) -> None:
    assert can_solve(variant)


def test_a_bag_with_a_tile_too_high_is_refused() -> None:
    too_high = from_bag("high", "dominoes", LARGEST_BAG_BOX + 1)
    assert not can_solve(too_high)
    with pytest.raises(ValueError, match="too many tiles to solve"):
        solve(too_high)
    largest = Variant(
        id="largest", tiles=(1, LARGEST_BAG_BOX), dice=BAGS["cards"], fewer_dice=FewerDice.NEVER
    )
    assert solve(largest).start_value < LARGEST_BAG_BOX + 1


def test_a_bag_of_too_many_kinds_is_refused() -> None:
    """No key has room for them; nothing is computed wrongly."""
    deck = Bag("deck", BAGS["cards"].holds, tuple((face,) for face in range(60)), 2)
    with pytest.raises(ValueError, match="too many kinds of things in its bag"):
        solve(from_bag("kinds", deck, 9))


def test_a_digits_box_of_54_tiles_ends_with_a_float() -> None:
    box = Variant(id="digits-54", tiles=tiles_to(54), scoring=Scoring.DIGITS)
    solution = Solution(box, "score", np.zeros(0), lambda _open_tiles, _drawn: 0)
    whole = score(box, box.start)
    assert len(str(whole)) == 99
    assert solution.final_value(box.start) == float(whole) > 1e98
    assert solution.final_value(0) == 0.0


@each_objective
def test_what_was_not_drawn_is_no_position(objective: Objective) -> None:
    """Solution.value and all that asks it, for open tiles and draws that do not fit."""
    solution = solve(VARIANTS["dominoes"], objective)
    start = solution.variant.start
    after_five = start & ~tile_set([1, 4, 5])
    for position, drawn in (
        (start, ((1, 1),)),  # something must have been shut
        (start & ~tile_set([2]), ()),
        (start & ~tile_set([2]), ((1, 2),)),
        (start & ~tile_set([2]), ((0, 2),)),  # no such domino
        (start & ~tile_set([2]), ((2,),)),
        (after_five, ((1, 4), (1, 4))),  # 1-4 and 2-3 make 5, but there is one of each
        (after_five, ((1, 4), (4, 1))),
        (0, ()),
    ):
        for ask in (
            lambda: solution.value(position, drawn),  # noqa: B023
            lambda: solution.as_fraction(position, drawn),  # noqa: B023
            lambda: solution.dice_values(position, drawn),  # noqa: B023
            lambda: solution.move_values(position, (6, 6), drawn),  # noqa: B023
            lambda: solution.move_values(position, (1, 1), drawn),  # noqa: B023
            lambda: solution.roll_value(position, (5, 5), drawn),  # noqa: B023
            lambda: solution.best_moves(position, (2, 2), drawn),  # noqa: B023
        ):
            with pytest.raises(RuleError) as error:
                ask()
            assert error.value.refusal == Refusal.NOT_IN_BAG, (position, drawn)
    assert solution.value(after_five, ((1, 4), (2, 3))) == solution.value(
        after_five, ((3, 2), (4, 1))
    )


def test_a_roll_that_is_not_left_is_refused_whether_or_not_it_could_be_played() -> None:
    solution = solve(VARIANTS["dominoes"])
    full = solution.variant.start
    for position, drawn, dice in (
        (full & ~tile_set([3, 9]), ((6, 6),), (6, 6)),
        (full & ~tile_set([2, 3, 9]), ((1, 1), (6, 6)), (1, 1)),
        (full & ~tile_set([2, 3, 9]), ((6, 6), (1, 1)), (1, 1)),
    ):
        for ask in (solution.move_values, solution.roll_value, solution.best_moves):
            with pytest.raises(RuleError) as error:
                ask(position, dice, drawn)
            assert error.value.refusal == Refusal.NOT_IN_BAG
    stuck = full & ~tile_set([2, 3, 9]), (1, 2), ((6, 6), (1, 1))
    assert solution.move_values(*stuck) == {}
    assert solution.roll_value(*stuck) == 31


def test_dice_do_not_look_at_what_was_drawn() -> None:
    solution, position = solve(CLASSIC), tile_set([1, 2, 5])
    drawn = ((6, 6), (6, 6), (9, 9))
    assert solution.value(position, drawn) == solution.value(position)
    assert solution.dice_values(position, drawn) == solution.dice_values(position)
    assert solution.best_moves(position, (1, 4), drawn) == solution.best_moves(position, (1, 4))
    assert solution.as_fraction(position, drawn) == solution.as_fraction(position)


def test_nothing_is_rolled_from_an_empty_bag() -> None:
    for objective in OBJECTIVES:
        solution = solve(RULES["two-dominoes"], objective)
        position, drawn = tile_set([2, 4]), ((0, 1), (1, 2))
        assert solution.dice_values(position, drawn) == {}
        assert solution.value(position, drawn) == solution.final_value(position)
        assert solution.value(position, drawn) == (6 if objective == "score" else 0)


def test_a_bag_by_hand() -> None:
    """Tiles 1 to 3, dominoes 0-1 and 1-2, both shut what they can: 1 and 3, or 3 and 1."""
    three = solve(replace(RULES["two-dominoes"], tiles=(1, 2, 3)))
    # 0-1 shuts 1; then 1-2 shuts 3: tile 2 is left. 1-2 may shut 3, then 0-1 shuts 1: 2 again;
    # or it shuts 1 and 2, and 0-1 is stuck: 3.
    assert three.as_fraction(three.variant.start) == 2
    assert three.best_moves(three.variant.start, (1, 2)) == (tile_set([3]),)
    two = solve(replace(RULES["two-dominoes"], tiles=(1, 2)), "shut")
    # 0-1 first leaves 2, which 1-2 cannot shut; 1-2 first shuts both.
    assert two.as_fraction(two.variant.start) == Fraction(1, 2)


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
        for position, drawn in states(variant):
            for count in dice_counts(variant, position, drawn):
                for dice in chances(variant, count, drawn):
                    if position in legal(variant, position, dice):
                        assert solution.best_moves(position, dice, drawn) == (position,)
