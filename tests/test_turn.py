from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import FrozenInstanceError, replace
from itertools import combinations_with_replacement
from random import Random
from typing import Any

import pytest
from boxes import (
    BAG_BOXES,
    BAG_RULES,
    BOXES,
    LARGE_BOXES,
    OTHER_RULES,
    RULES,
    as_frozenset,
    by_id,
    chances,
    cut,
    drawn_before,
    random_roll,
    random_turn,
    reachable_turns,
    rolls,
    slow_box,
    some_rolls,
    things_left,
)
from slow_solver import count_paths_by_faces, grown_sets, legal_sets

from shutbox import (
    VARIANTS,
    Refusal,
    Roll,
    RuleError,
    Step,
    TileSet,
    Turn,
    Variant,
    dice_counts,
    legal_moves,
    roll,
    tile_set,
)
from shutbox.dice import Bag
from shutbox.tiles import subsets

TWO_DICE = VARIANTS["two-dice"]
CLASSIC = VARIANTS["classic"]
EVERY_BOX = [*BOXES, *OTHER_RULES, *BAG_RULES]
SMALLEST_BOXES = [v for v in [*BOXES, *OTHER_RULES] if v.box < 1 << 5]
PATH_LENGTH = 3

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


@by_id(EVERY_BOX)
def test_random_turns_follow_the_rules_of_the_slow_solver(variant: Variant) -> None:
    box, random = slow_box(variant), Random(7)
    for _ in range(15 if variant in LARGE_BOXES else 100):
        turn = random_turn(variant, random)
        replayed, open_tiles = Turn(variant), box.start
        for index, step in enumerate(turn.steps):
            assert not replayed.is_over
            left = box.left_after(turn.drawn[:index])
            assert replayed.dice_counts == box.dice_counts(open_tiles, left)
            move = as_frozenset(step.move)
            legal = legal_sets(box, open_tiles, step.dice, index == 0)
            assert move in legal if legal else not move
            replayed, open_tiles = replayed.play(step.dice, step.move), open_tiles - move
            assert as_frozenset(replayed.open_tiles) == open_tiles
            assert replayed.drawn == turn.drawn[: index + 1]
        assert replayed == turn
        assert turn.is_over
        assert turn.is_shut == (not open_tiles)
        stuck, left = turn.steps and not turn.steps[-1].move, box.left_after(turn.drawn)
        empty = bool(open_tiles) and not stuck and not box.dice_counts(open_tiles, left)
        assert turn.is_bag_empty == empty
        assert turn.is_stuck == (bool(open_tiles) and not empty)
        assert turn.score == box.score(open_tiles)


def every_roll(turn: Turn) -> Iterator[tuple[Roll, set[TileSet]]]:
    """Every roll that can come now, with its legal moves by the slow solver."""
    box, open_tiles = slow_box(turn.variant), as_frozenset(turn.open_tiles)
    drawn = drawn_before(turn.variant, turn)
    for count in box.dice_counts(open_tiles, box.left_after(drawn)):
        for dice in chances(turn.variant, count, drawn):
            legal = legal_sets(box, open_tiles, dice, not turn.steps)
            yield dice, {tile_set(move) for move in legal}


@by_id(SMALLEST_BOXES)
def test_play_takes_the_legal_sets_and_refuses_every_other(variant: Variant) -> None:
    every_set = range(2 << variant.box.bit_length())
    for turn in reachable_turns(variant):
        for dice, legal in every_roll(turn) if not turn.is_over else ():
            for move in every_set:
                if move in (legal or {0}):
                    after = turn.play(dice, move)
                    assert after.open_tiles == turn.open_tiles & ~move
                    assert after.steps == (*turn.steps, Step(dice, move))
                else:
                    refusal(turn, "play", dice, move)
                    with pytest.raises(RuleError):
                        Turn(variant, (*turn.steps, Step(dice, move)))


def takes(rolled: Turn, move: TileSet) -> bool:
    try:
        rolled.shut(move)
    except RuleError:
        return False
    return True


@by_id([variant for variant in EVERY_BOX if variant.start.bit_count() <= 10])
def test_the_legal_sets_may_be_shut_and_no_other(variant: Variant) -> None:
    """Every set of a box up to ten tiles: at the start and along one seeded random turn."""
    random = Random(variant.id)
    longest = max((random_turn(variant, random) for _ in range(20)), key=lambda t: len(t.steps))
    for turn in {cut(longest, steps) for steps in (0, len(longest.steps) // 2)}:
        for dice, legal in every_roll(turn) if not turn.is_over else ():
            rolled = turn.roll(dice)
            assert rolled.is_stuck == (not legal)
            possible = turn.open_tiles if turn.steps else variant.box
            taken = {move for move in subsets(possible) if takes(rolled, move)}
            assert taken == legal


# ---- paths ----


def count_paths(variant: Variant, length: int) -> list[int]:
    """How many sequences of (faces, move) there are from the start, by the rules of the package."""
    paths: dict[tuple[TileSet, tuple[Roll, ...]], int] = {(variant.start, ()): 1}
    counts = []
    for step in range(length):
        following: Counter[tuple[TileSet, tuple[Roll, ...]]] = Counter()
        for (position, drawn), ways in paths.items():
            for count in dice_counts(variant, position, drawn) if position else ():
                for dice in variant.dice.odds(count, drawn):
                    after = tuple(sorted((*drawn, dice))) if isinstance(variant.dice, Bag) else ()
                    for move in legal_moves(variant, position, dice, step == 0):
                        following[position & ~move, after] += ways
        counts.append(following.total())
        paths = following
    return counts


@by_id([variant for variant in EVERY_BOX if variant not in LARGE_BOXES])
def test_the_number_of_paths(variant: Variant) -> None:
    """Sequences of (faces, move) to depth 3: all of them, in both solvers."""
    assert count_paths(variant, PATH_LENGTH) == count_paths_by_faces(slow_box(variant), PATH_LENGTH)


@by_id(LARGE_BOXES)
def test_the_number_of_first_steps_of_a_large_box(variant: Variant) -> None:
    """All first rolls with all their moves: as many as there are sets with their totals."""
    count, sides = variant.dice.count, variant.dice.sides
    by_total = grown_sets(as_frozenset(variant.start), count * sides)
    rolled = Counter(map(sum, combinations_with_replacement(range(1, sides + 1), count)))
    assert len(variant.dice.odds(count)) == rolled.total()
    one_roll = {sum(dice): dice for dice in variant.dice.odds(count)}
    assert Counter(map(sum, variant.dice.odds(count))) == rolled
    for total, dice in one_roll.items():
        assert len(legal_moves(variant, variant.start, dice, True)) == len(by_total[total])
    with_moves = [dice for dice in some_rolls(variant) if Turn(variant).roll(dice).dice]
    paths = sum(len(Turn(variant).roll(dice).legal_moves) for dice in with_moves)
    assert paths == sum(len(by_total[sum(dice)]) for dice in some_rolls(variant))


@by_id(LARGE_BOXES)
def test_the_number_of_steps_along_turns_of_a_large_box(variant: Variant) -> None:
    """Deeper than the first step there are too many paths: along seeded random turns."""
    box, random = slow_box(variant), Random(variant.id)
    deepest = 0
    for _ in range(4):
        turn = random_turn(variant, random)
        for index in range(len(turn.steps)):
            before = cut(turn, index)
            dice = random_roll(variant, variant.dice.count, (), random)
            moves = before.roll(dice).legal_moves
            slow = legal_sets(box, as_frozenset(before.open_tiles), dice, index == 0)
            assert len(moves) == len(slow)
            assert set(map(as_frozenset, moves)) == set(slow)
            deepest = max(deepest, index)
    assert deepest >= 3


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


# ---- what is drawn ----


def test_a_turn_with_dominoes() -> None:
    turn = Turn(VARIANTS["dominoes"])
    assert turn.dice_counts == (2,)
    assert turn.drawn == ()
    turn = turn.play((6, 5), tile_set([2, 9])).play((3, 5), tile_set([8]))
    assert turn.drawn == ((6, 5), (3, 5))
    assert turn.open_tiles == tile_set([1, 3, 4, 5, 6, 7])
    rolled = turn.roll((1, 1))
    assert rolled.is_stuck
    assert rolled.drawn == ((6, 5), (3, 5), (1, 1))
    assert not rolled.is_bag_empty


@by_id([*BAG_BOXES, *BAG_RULES])
def test_only_what_is_left_in_the_bag_can_be_drawn(variant: Variant) -> None:
    """Along seeded random turns, every roll of the faces 0 to 7, in both orders."""
    random, refused = Random(variant.id), 0
    for _ in range(3):
        turn = random_turn(variant, random)
        for steps in range(len(turn.steps)):
            before = cut(turn, steps)
            for count in before.dice_counts:
                possible = chances(variant, count, before.drawn)
                for dice in combinations_with_replacement(range(8), count):
                    for order in {dice, dice[::-1]}:
                        if dice in possible:
                            assert before.roll(order).drawn[:steps] == before.drawn
                            continue
                        assert refusal(before, "roll", order) == Refusal.NOT_IN_BAG
                        refused += 1
    assert refused > 0


def test_a_domino_comes_once_and_a_chinese_one_twice_where_the_set_has_two() -> None:
    once = Turn(VARIANTS["dominoes"]).play((1, 3), tile_set([4]))
    assert refusal(once, "roll", (1, 3)) == Refusal.NOT_IN_BAG
    assert refusal(once, "roll", (3, 1)) == Refusal.NOT_IN_BAG
    assert once.roll((2, 2)).is_stuck is False
    chinese = Turn(VARIANTS["chinese-dominoes"])
    twice = chinese.play((1, 3), tile_set([4])).play((3, 1), tile_set([1, 3]))
    assert refusal(twice, "roll", (1, 3)) == Refusal.NOT_IN_BAG
    assert refusal(chinese.play((1, 2), tile_set([3])), "roll", (2, 1)) == Refusal.NOT_IN_BAG
    with pytest.raises(RuleError) as error:
        Turn(VARIANTS["dominoes"], (Step((1, 3), 8), Step((3, 1), 5)))
    assert error.value.refusal == Refusal.NOT_IN_BAG
    assert error.value.details == {"dice": (3, 1)}


def test_cards_come_four_times() -> None:
    turn = Turn(VARIANTS["cards-as-dice"])
    turn = turn.play((1, 1), tile_set([2])).play((1, 6), tile_set([7])).play((1, 2), tile_set([3]))
    assert refusal(turn, "roll", (1, 5)) == Refusal.NOT_IN_BAG
    assert turn.roll((5, 5)).is_stuck is False


def test_both_of_two_like_cards_must_be_left() -> None:
    turn = Turn(VARIANTS["cards-as-dice"])
    turn = turn.play((2, 2), tile_set([4])).play((2, 1), tile_set([3]))
    assert refusal(turn, "roll", (2, 2)) == Refusal.NOT_IN_BAG
    assert turn.roll((2, 4)).dice == (2, 4)


@pytest.mark.parametrize("dice", [(0, 3), (7, 3), (-2, 3), (10**40, 3), (True, 3), (2.0, 3)])
def test_dominoes_that_are_none(dice: Any) -> None:
    reason = refusal(Turn(VARIANTS["dominoes"]), "roll", dice)
    whole = all(type(face) is int for face in dice)
    assert reason == (Refusal.NOT_IN_BAG if whole else Refusal.NO_SUCH_ROLL)


@pytest.mark.parametrize("dice", [(), (3,), (3, 3, 3)])
def test_a_domino_shows_both_its_halves(dice: Roll) -> None:
    assert refusal(Turn(VARIANTS["dominoes"]), "roll", dice) == Refusal.WRONG_NUMBER_OF_DICE


def emptied() -> Turn:
    """A turn whose bag of 0-1 and 1-2 is empty with two tiles open."""
    return Turn(RULES["two-dominoes"]).play((0, 1), tile_set([1])).play((2, 1), tile_set([3]))


def test_an_empty_bag_ends_the_turn() -> None:
    turn = emptied()
    assert turn.is_over
    assert turn.is_bag_empty
    assert not turn.is_stuck
    assert not turn.is_shut
    assert turn.score == 6
    assert turn.dice_counts == ()
    assert turn.legal_moves == ()
    assert refusal(turn, "roll", (0, 1)) == Refusal.TURN_OVER
    assert refusal(turn, "shut", tile_set([2])) == Refusal.TURN_OVER
    assert refusal(turn, "play", (1, 1), tile_set([2])) == Refusal.TURN_OVER
    for later in ({"steps": (*turn.steps, Step((1, 1), tile_set([2])))}, {"dice": (1, 1)}):
        with pytest.raises(RuleError) as error:
            replace(turn, **later)
        assert error.value.refusal == Refusal.TURN_OVER


def test_the_last_draw_is_played_before_the_bag_counts_as_empty() -> None:
    last = Turn(RULES["two-dominoes"]).play((0, 1), tile_set([1])).roll((2, 1))
    assert not last.is_bag_empty
    assert not last.is_over
    assert last.shut(tile_set([3])) == emptied()


def test_a_box_shut_with_the_last_draw_is_shut_and_no_bag_is_empty() -> None:
    turn = Turn(replace(RULES["two-dominoes"], tiles=(1, 3)))
    turn = turn.play((0, 1), tile_set([1])).play((2, 1), tile_set([3]))
    assert turn.is_shut
    assert not turn.is_bag_empty


def test_a_last_draw_that_cannot_be_played_is_stuck_and_no_bag_is_empty() -> None:
    turn = Turn(RULES["one-domino"]).play((1, 1), tile_set([2]))
    assert turn.is_bag_empty
    stuck = Turn(replace(RULES["one-domino"], tiles=(1, 3))).roll((1, 1))
    assert stuck.is_stuck
    assert not stuck.is_bag_empty


def test_a_last_card_that_is_too_few_is_not_drawn() -> None:
    turn = Turn(RULES["odd-card-out"]).play((1, 2), tile_set([3])).play((2, 3), tile_set([5]))
    assert things_left(turn.variant, turn.drawn) == [(1,)]
    assert turn.is_bag_empty
    assert refusal(turn, "roll", (1,)) == Refusal.TURN_OVER


def test_a_forced_single_card() -> None:
    turn = Turn(RULES["one-card-forced"])
    assert turn.dice_counts == (2,)
    assert refusal(turn, "roll", (3,)) == Refusal.WRONG_NUMBER_OF_DICE
    turn = turn.play((3, 4), tile_set([7]))
    assert turn.dice_counts == (1,)
    assert refusal(turn, "roll", (3, 3)) == Refusal.WRONG_NUMBER_OF_DICE
    turn = turn.play((3,), tile_set([3]))
    assert turn.drawn == ((3, 4), (3,))


@by_id([*BAG_BOXES, *BAG_RULES])
def test_a_seed_draws_to_the_end_of_every_turn(variant: Variant) -> None:
    """It never runs out before the turn is over, however few cards are chosen."""
    for n in range(100):
        turn, random = Turn(variant, seed=f"seed-{n}"), Random(n)
        while not turn.is_over:
            count = random.choice(turn.dice_counts)
            dice = turn.seeded_roll(count)
            assert dice == roll(f"seed-{n}", len(turn.steps), variant)[:count]
            turn = turn.roll(dice)
            if turn.dice is not None:
                turn = turn.shut(random.choice(turn.legal_moves))
        assert refusal(turn, "seeded_roll") == Refusal.TURN_OVER


def test_only_the_draws_of_the_seed_are_taken() -> None:
    turn = Turn(VARIANTS["dominoes"], seed="otter")
    assert turn.seeded_roll() == (1, 6)
    assert refusal(turn, "roll", (6, 1)) == Refusal.OTHER_DICE
    assert refusal(turn, "roll", (1, 1)) == Refusal.OTHER_DICE
    assert refusal(turn, "roll", (0, 0)) == Refusal.NOT_IN_BAG
    assert turn.roll((1, 6)).dice == (1, 6)
