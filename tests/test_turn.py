from __future__ import annotations

from dataclasses import FrozenInstanceError, replace
from random import Random
from typing import Any

import pytest
from boxes import (
    BOXES,
    OTHER_RULES,
    as_frozenset,
    by_id,
    random_turn,
    reachable_turns,
    rolls,
    slow_box,
)
from slow_solver import legal_sets

from shutbox import VARIANTS, Refusal, Roll, RuleError, Step, Turn, Variant, roll, tile_set

TWO_DICE = VARIANTS["two-dice"]
CLASSIC = VARIANTS["classic"]
SMALLEST_BOXES = [v for v in [*BOXES, *OTHER_RULES] if v.box < 1 << 5]

EXAMPLE = [
    ((5, 4), [9]),
    ((6, 6), [4, 8]),
    ((2, 1), [3]),
    ((6, 5), [5, 6]),
    ((4, 4), [1, 7]),
    ((3, 5), []),
]
"""The example turn of a rules page: score 2."""


def example(steps: int = 6) -> Turn:
    turn = Turn(TWO_DICE)
    for dice, tiles in EXAMPLE[:steps]:
        turn = turn.play(dice, tile_set(tiles))
    return turn


def refusal(turn: Turn, action: str, *values: Any) -> Refusal:
    """Why ``turn`` refuses the action; checks that the turn is the same afterwards."""
    before = (turn.variant, turn.steps, turn.seed, turn.dice, turn.open_tiles)
    with pytest.raises(RuleError) as error:
        getattr(turn, action)(*values)
    assert (turn.variant, turn.steps, turn.seed, turn.dice, turn.open_tiles) == before
    return error.value.refusal


def test_the_example_turn() -> None:
    turn = example()
    assert turn.is_over
    assert turn.is_stuck
    assert not turn.is_shut
    assert turn.open_tiles == tile_set([2])
    assert turn.score == 2
    assert turn.dice is None
    assert turn.dice_counts == ()
    assert turn.legal_moves == ()
    assert turn.steps[0] == Step((5, 4), tile_set([9]))
    assert turn.steps[-1] == Step((3, 5), 0)


def test_a_shut_box_scores_nothing() -> None:
    turn = example(5)
    assert not turn.is_over
    turn = turn.play((1, 1), tile_set([2]))
    assert turn.is_shut
    assert turn.is_over
    assert not turn.is_stuck
    assert turn.score == 0


def test_a_new_turn() -> None:
    turn = Turn(TWO_DICE)
    assert turn.open_tiles == TWO_DICE.start
    assert turn.score == 45
    assert not turn.is_over
    assert turn.dice_counts == (2,)
    assert turn.legal_moves == ()


def test_playing_leaves_the_old_turn_as_it_was() -> None:
    start = Turn(TWO_DICE)
    rolled = start.roll((5, 4))
    after = rolled.shut(tile_set([9]))
    assert (start.steps, start.dice, start.score) == ((), None, 45)
    assert (rolled.steps, rolled.dice, rolled.score) == ((), (5, 4), 45)
    assert (after.steps, after.dice, after.score) == ((Step((5, 4), tile_set([9])),), None, 36)
    with pytest.raises(FrozenInstanceError):
        after.dice = (1, 1)  # type: ignore[misc]


def test_play_is_roll_then_shut() -> None:
    turn = Turn(TWO_DICE)
    assert turn.play((5, 4), tile_set([9])) == turn.roll((5, 4)).shut(tile_set([9]))


def test_a_roll_that_cannot_be_played_ends_the_turn_at_once() -> None:
    before = example(5)
    for stuck in (before.roll((3, 5)), replace(before, dice=(3, 5)), before.play((3, 5), 0)):
        assert stuck.is_stuck
        assert stuck == example()


def test_dice_as_a_list_become_a_tuple() -> None:
    assert Turn(TWO_DICE).roll([5, 4]) == Turn(TWO_DICE).roll((5, 4))  # type: ignore[arg-type]


@by_id([*BOXES, *OTHER_RULES])
def test_random_turns_follow_the_rules_of_the_slow_solver(variant: Variant) -> None:
    box, random = slow_box(variant), Random(7)
    for _ in range(100):
        turn = random_turn(variant, random)
        replayed, open_tiles = Turn(variant), box.start
        for index, step in enumerate(turn.steps):
            assert not replayed.is_over
            assert replayed.dice_counts == box.dice_counts(open_tiles)
            move = as_frozenset(step.move)
            legal = legal_sets(box, open_tiles, step.dice, index == 0)
            assert move in legal if legal else not move
            replayed, open_tiles = replayed.play(step.dice, step.move), open_tiles - move
            assert as_frozenset(replayed.open_tiles) == open_tiles
        assert replayed == turn
        assert turn.is_over
        assert turn.is_shut == (not open_tiles)
        assert turn.is_stuck == bool(open_tiles)
        assert turn.score == box.score(open_tiles)


@by_id(SMALLEST_BOXES)
def test_play_takes_the_legal_sets_and_refuses_every_other(variant: Variant) -> None:
    box = slow_box(variant)
    every_set = range(2 << variant.box.bit_length())
    for turn in reachable_turns(variant).values():
        if turn.is_over:
            continue
        open_tiles = as_frozenset(turn.open_tiles)
        for count in box.dice_counts(open_tiles):
            for dice in rolls(count, variant.dice.sides):
                legal = legal_sets(box, open_tiles, dice, not turn.steps)
                taken = {tile_set(move) for move in legal} or {0}
                for move in every_set:
                    if move in taken:
                        after = turn.play(dice, move)
                        assert after.open_tiles == turn.open_tiles & ~move
                        assert after.steps == (*turn.steps, Step(dice, move))
                    else:
                        refusal(turn, "play", dice, move)
                        with pytest.raises(RuleError):
                            Turn(variant, (*turn.steps, Step(dice, move)))


@pytest.mark.parametrize(
    ("steps", "dice", "move", "reason"),
    [
        (1, (5, 4), tile_set([9]), Refusal.TILE_SHUT),
        (3, (4, 4), tile_set([3, 5]), Refusal.TILE_SHUT),
        (0, (5, 4), tile_set([8]), Refusal.WRONG_TOTAL),
        (0, (5, 4), tile_set([1, 9]), Refusal.WRONG_TOTAL),
        (0, (5, 4), 0, Refusal.NO_TILES),
        (0, (5, 5), tile_set([10]), Refusal.NO_SUCH_TILE),
        (0, (5, 4), -1, Refusal.NO_SUCH_TILE),
        (0, (5, 4), ~tile_set([9]), Refusal.NO_SUCH_TILE),
        (0, (5, 4), 1 << 5000, Refusal.NO_SUCH_TILE),
        (0, (5, 4), tile_set([9]) | 1 << 40, Refusal.NO_SUCH_TILE),
    ],
)
def test_a_set_that_may_not_be_shut(steps: int, dice: Roll, move: int, reason: Refusal) -> None:
    turn = example(steps)
    assert refusal(turn.roll(dice), "shut", move) == reason
    assert refusal(turn, "play", dice, move) == reason
    with pytest.raises(RuleError) as error:
        replace(turn, steps=(*turn.steps, Step(dice, move)))
    assert error.value.refusal == reason


@pytest.mark.parametrize(
    ("dice", "reason"),
    [
        ((), Refusal.WRONG_NUMBER_OF_DICE),
        ((3,), Refusal.WRONG_NUMBER_OF_DICE),
        ((3, 3, 3), Refusal.WRONG_NUMBER_OF_DICE),
        ((0, 3), Refusal.NO_SUCH_ROLL),
        ((7, 3), Refusal.NO_SUCH_ROLL),
        ((-2, 3), Refusal.NO_SUCH_ROLL),
        ((10**40, 3), Refusal.NO_SUCH_ROLL),
    ],
)
def test_dice_that_cannot_be_rolled(dice: Roll, reason: Refusal) -> None:
    for turn in (Turn(TWO_DICE), Turn(CLASSIC)):
        assert refusal(turn, "roll", dice) == reason
        assert refusal(turn, "play", dice, tile_set([3])) == reason
        with pytest.raises(RuleError) as error:
            Turn(turn.variant, (Step(dice, tile_set([3])),))
        assert error.value.refusal == reason


def test_a_move_before_a_roll() -> None:
    assert refusal(Turn(TWO_DICE), "shut", tile_set([9])) == Refusal.NOT_ROLLED
    assert refusal(example(3), "shut", tile_set([1])) == Refusal.NOT_ROLLED


def test_a_second_roll() -> None:
    rolled = Turn(TWO_DICE).roll((5, 4))
    assert refusal(rolled, "roll", (5, 4)) == Refusal.ALREADY_ROLLED
    assert refusal(rolled, "roll", (6, 6)) == Refusal.ALREADY_ROLLED
    assert refusal(rolled, "play", (5, 4), tile_set([9])) == Refusal.ALREADY_ROLLED
    seeded = Turn(TWO_DICE, seed="otter-7")
    assert refusal(seeded.roll(seeded.seeded_roll()), "seeded_roll") == Refusal.ALREADY_ROLLED


@pytest.mark.parametrize("over", [example(), example(5).play((1, 1), tile_set([2]))])
def test_nothing_comes_after_the_end(over: Turn) -> None:
    assert refusal(over, "roll", (1, 1)) == Refusal.TURN_OVER
    assert refusal(over, "shut", tile_set([2])) == Refusal.TURN_OVER
    assert refusal(over, "play", (1, 1), tile_set([2])) == Refusal.TURN_OVER
    for later in ({"steps": (*over.steps, Step((1, 1), tile_set([2])))}, {"dice": (1, 1)}):
        with pytest.raises(RuleError) as error:
            replace(over, **later)
        assert error.value.refusal == Refusal.TURN_OVER


def test_a_forced_single_die() -> None:
    high_tiles_shut = Turn(VARIANTS["forced"])
    for dice, tiles in (((4, 5), [9]), ((4, 4), [8]), ((3, 4), [7])):
        high_tiles_shut = high_tiles_shut.play(dice, tile_set(tiles))
    assert high_tiles_shut.dice_counts == (1,)
    assert refusal(high_tiles_shut, "roll", (3, 3)) == Refusal.WRONG_NUMBER_OF_DICE
    assert high_tiles_shut.play((6,), tile_set([6])).score == 15


def test_only_the_dice_of_the_seed_are_taken() -> None:
    turn = Turn(TWO_DICE, seed="otter-7")
    faces = roll("otter-7", 0, TWO_DICE)
    for dice in rolls(2, 6):
        for order in (dice, dice[::-1]):
            if order != faces:
                assert refusal(turn, "roll", order) == Refusal.OTHER_DICE
    assert turn.roll(faces).dice == faces
    assert refusal(turn, "roll", (7, 7)) == Refusal.OTHER_DICE


def test_a_replayed_turn_is_held_to_its_seed() -> None:
    turn = random_turn(CLASSIC, Random(3), seed="otter-7")
    assert Turn(CLASSIC, turn.steps, "otter-7") == turn
    with pytest.raises(RuleError) as error:
        Turn(CLASSIC, turn.steps, "otter-8")
    assert error.value.refusal == Refusal.OTHER_DICE


def test_a_seed_cannot_be_rolled_on_after_the_end() -> None:
    over = random_turn(CLASSIC, Random(3), seed="otter-7")
    assert refusal(over, "seeded_roll") == Refusal.TURN_OVER


def test_the_first_move_that_cannot_be_made_ends_the_turn() -> None:
    to_go = Variant(id="two-to-go", first_tile=2)
    assert refusal(Turn(to_go), "play", (1, 4), tile_set([5])) == Refusal.FIRST_TILE
    after = Turn(to_go).play((1, 4), tile_set([2, 3]))
    assert after.play((1, 4), tile_set([5])).open_tiles == tile_set([1, 4, 6, 7, 8, 9])
    three_to_go = Variant(id="three-to-go", first_tile=3)
    assert Turn(three_to_go).roll((1, 1)).is_stuck
    assert Turn(three_to_go).roll((1, 1)).score == 45


def test_an_ending_total_ends_the_turn() -> None:
    turn = Turn(Variant(id="unlucky", ending_total=7)).play((4, 5), tile_set([9]))
    assert turn.roll((3, 4)).is_stuck
    assert turn.roll((3, 4)).score == 36


def test_turns_are_equal_by_what_was_played() -> None:
    assert example() == example()
    assert hash(example()) == hash(example())
    assert example(3) != example(4)
    assert Turn(TWO_DICE) != Turn(TWO_DICE, seed="a")
