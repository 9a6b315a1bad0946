from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb
from random import Random

import pytest
from boxes import (
    BAG_BOXES,
    BAG_RULES,
    BOXES,
    EXHAUSTIVE_BOXES,
    LARGE_BOXES,
    OTHER_RULES,
    RULES,
    as_frozenset,
    by_id,
    chances,
    positions,
    random_roll,
    random_turn,
    rolls,
    slow_box,
    some_rolls,
    states,
)
from slow_solver import (
    Tiles,
    grown_sets,
    legal_moves_by_roll,
    legal_sets,
)

from shutbox import (
    VARIANTS,
    Dice,
    FewerDice,
    MoveRule,
    Refusal,
    Roll,
    RuleError,
    Scoring,
    TileSet,
    Variant,
    dice_counts,
    legal_moves,
    move_sets,
    score,
    tile_set,
    tiles_in,
)
from shutbox.dice import BAGS, Bag
from shutbox.rules import check_move, fewer_dice_positions, outcomes, targets

CLASSIC = VARIANTS["classic"]
EVERY_BOX = [*BOXES, *OTHER_RULES, *BAG_RULES]
TRIED_BOXES = [*EXHAUSTIVE_BOXES, *OTHER_RULES, *BAG_RULES]
TINY_BOXES = [v for v in [*BOXES, *OTHER_RULES] if v.box < 1 << 6]
TINY_BAG_BOXES = [v for v in BAG_RULES if v.box < 1 << 5]


def numbers_of_dice(variant: Variant) -> set[int]:
    fewer = variant.fewer_dice != FewerDice.NEVER
    return {variant.dice.count} | ({1} if fewer else set())


def number_of_rolls(variant: Variant, count: int) -> int:
    """How many equally likely first rolls there are."""
    if isinstance(variant.dice, Bag):
        things = variant.dice.contents
        return comb(len(things), count // len(things[0]))
    return variant.dice.sides**count


def legal(variant: Variant, open_tiles: list[int], dice: Roll, first: bool = False) -> set[Tiles]:
    return {as_frozenset(m) for m in legal_moves(variant, tile_set(open_tiles), dice, first)}


def sets(*moves: set[int]) -> set[Tiles]:
    return set(map(frozenset, moves))


@by_id(TRIED_BOXES)
def test_legal_moves_are_those_found_by_trying_every_set(variant: Variant) -> None:
    box = slow_box(variant)
    for position in (0, *positions(variant)):
        for first in {False, position == variant.start}:
            for count in numbers_of_dice(variant):
                by_roll = legal_moves_by_roll(box, as_frozenset(position), count, first)
                for dice, expected in by_roll.items():
                    found = legal_moves(variant, position, dice, first)
                    order = sorted(expected, key=lambda move: (len(move), sorted(move)))
                    assert [as_frozenset(move) for move in found] == order, (position, dice)


@by_id(EVERY_BOX)
def test_the_order_of_the_dice_does_not_matter(variant: Variant) -> None:
    for dice in some_rolls(variant):
        assert move_sets(variant, dice) == move_sets(variant, dice[::-1])


def test_example_moves() -> None:
    assert legal(CLASSIC, [1, 2, 3, 4, 5, 6, 7, 8, 9], (3, 5)) == sets(
        {8}, {1, 7}, {2, 6}, {3, 5}, {1, 2, 5}, {1, 3, 4}
    )
    assert legal(CLASSIC, [2, 4, 9], (6, 2)) == set()
    assert legal(CLASSIC, [1, 2, 3], (6,)) == sets({1, 2, 3})


def test_at_most_two_tiles() -> None:
    assert legal(RULES["any-two"], [1, 2, 3, 5, 8], (3, 5)) == sets({8}, {3, 5})


def test_dice_or_total() -> None:
    variant = RULES["dice-or-total"]
    every_tile = list(range(1, 10))
    assert legal(variant, every_tile, (2, 5)) == sets({7}, {2, 5})
    assert legal(variant, [2, 3, 4, 5], (2, 5)) == sets({2, 5})
    assert legal(variant, [2, 7], (2, 5)) == sets({7})
    assert legal(variant, [2, 3, 4], (2, 5)) == set()
    assert legal(variant, every_tile, (4, 4)) == sets({8})
    assert legal(variant, every_tile, (6, 6)) == set()
    assert legal(variant, every_tile, (5, 6)) == sets({5, 6})
    assert legal(variant, [1, 2, 3], (3,)) == sets({3})


def test_one_tile() -> None:
    variant = RULES["one-tile"]
    assert legal(variant, list(range(1, 10)), (2, 5)) == sets({2}, {5}, {7})
    assert legal(variant, list(range(1, 10)), (3, 3)) == sets({3}, {6})
    assert legal(variant, [1, 9], (4, 6)) == set()


def test_total_both_or_one() -> None:
    variant = RULES["total-both-or-one"]
    assert legal(variant, list(range(1, 10)), (2, 5)) == sets({7}, {2, 5}, {2}, {5})
    assert legal(variant, list(range(1, 10)), (3, 3)) == sets({3}, {6})
    assert legal(variant, [5, 9], (2, 5)) == sets({5})


def test_sum_or_difference() -> None:
    variant = RULES["sum-or-difference"]
    assert legal(variant, [1, 2, 3, 4, 8], (2, 6)) == sets({8}, {1, 3, 4}, {4}, {1, 3})
    assert legal(variant, [1, 2, 3], (6, 6)) == set()
    assert legal(variant, [1, 9], (6, 5)) == sets({1})


def test_the_blank_domino_makes_nothing() -> None:
    every_tile = list(range(1, 10))
    for moves in MoveRule:
        variant = Variant(
            id="blank", dice=BAGS["dominoes-blank-one"], fewer_dice=FewerDice.NEVER, moves=moves
        )
        assert legal(variant, every_tile, (0, 0)) == set()
        assert legal(variant, every_tile, (0, 1)) == legal(variant, [1], (1, 0)) == sets({1})
        assert legal(variant, every_tile[1:], (0, 1)) == set()
        assert targets(variant, (0, 1)) == (1,)
        assert targets(variant, (0, 0)) == (0,)


def test_a_domino_is_played_as_two_dice_are() -> None:
    for moves in MoveRule:
        domino, dice = (
            Variant(id="x", dice=kind, fewer_dice=FewerDice.NEVER, moves=moves)
            for kind in (BAGS["dominoes"], Dice(2, 6))
        )
        for faces in rolls(2, 6):
            assert move_sets(domino, faces) == move_sets(dice, faces)
            assert targets(domino, faces) == targets(dice, faces)


@pytest.mark.parametrize(
    ("bag", "dice"),
    [
        ("dominoes", (0, 0)),
        ("dominoes", (0, 1)),
        ("dominoes-blank", (0, 1)),
        ("dominoes", (3,)),
        ("dominoes", (1, 2, 3)),
        ("dominoes", ()),
        ("cards", (13,)),
        ("cards", (0,)),
        ("cards", (3, 4)),
        ("cards-as-dice", (7, 1)),
        ("cards-as-dice", (3,)),
    ],
)
def test_faces_that_a_bag_does_not_hold(bag: str, dice: Roll) -> None:
    variant = Variant(id="bag", dice=BAGS[bag], fewer_dice=FewerDice.NEVER)
    with pytest.raises(RuleError) as error:
        move_sets(variant, dice)
    assert error.value.refusal == Refusal.NO_SUCH_ROLL


def test_the_first_move_has_to_shut_its_tile() -> None:
    variant = RULES["first-two"]
    every_tile = list(range(1, 10))
    assert legal(variant, every_tile, (1, 4), first=True) == sets({2, 3})
    assert legal(variant, every_tile, (1, 1), first=True) == sets({2})
    assert legal(variant, every_tile, (1, 4)) == sets({5}, {1, 4}, {2, 3})
    cannot = Variant(id="three-first", first_tile=3)
    assert legal(cannot, every_tile, (1, 1), first=True) == set()


def test_a_total_that_ends_the_turn_lets_nothing_be_shut() -> None:
    every_tile = list(range(1, 10))
    assert legal(RULES["unlucky"], every_tile, (3, 4)) == set()
    assert legal(RULES["unlucky"], every_tile, (3, 3)) == legal(CLASSIC, every_tile, (3, 3))


def test_tiles_shut_at_the_start_are_never_shut_again() -> None:
    assert {as_frozenset(s) for s in move_sets(RULES["shut-at-start"], (4, 5))} == sets({9}, {4, 5})


@pytest.mark.parametrize("id", ["classic", "two-dice", "low-sum", "forced"])
def test_a_full_nine_tile_box_is_never_stuck_on_its_first_roll(id: str) -> None:
    variant = VARIANTS[id]
    assert all(legal_moves(variant, variant.start, dice, True) for dice in rolls(2, 6))


@by_id([variant for variant in BOXES if variant.moves == MoveRule.ANY_SET])
def test_any_set_is_a_set_of_the_total(variant: Variant) -> None:
    for dice in some_rolls(variant):
        assert {sum(tiles_in(move)) for move in move_sets(variant, dice)} <= {sum(dice)}


@by_id(TRIED_BOXES)
def test_the_number_of_dice_is_what_the_rules_say(variant: Variant) -> None:
    box = slow_box(variant)
    for position in positions(variant):
        assert dice_counts(variant, position) == box.dice_counts(as_frozenset(position))


@by_id([*BAG_BOXES, *BAG_RULES])
def test_no_more_is_drawn_than_is_left_in_the_bag(variant: Variant) -> None:
    """Along random turns, and with nearly everything drawn."""
    box, bag = slow_box(variant), variant.dice
    assert isinstance(bag, Bag)
    for position, drawn in states(variant):
        counts = box.dice_counts(as_frozenset(position), box.left_after(drawn))
        assert dice_counts(variant, position, drawn) == counts
    for drawn_items in range(max(0, len(bag.contents) - 4), len(bag.contents) + 1):
        drawn = bag.contents[:drawn_items]
        for position, _ in [*states(variant, turns=3), (1 & variant.start or variant.start, ())]:
            counts = box.dice_counts(as_frozenset(position), box.left_after(drawn))
            assert dice_counts(variant, position, drawn) == counts
    assert dice_counts(variant, variant.start, bag.contents) == ()


@by_id(LARGE_BOXES)
def test_a_large_box_always_rolls_all_dice(variant: Variant) -> None:
    """Checked along random turns: they have too many positions to try."""
    random = Random(variant.id)
    for _ in range(50):
        turn = random_turn(variant, random)
        assert dice_counts(variant, turn.open_tiles) == (variant.dice.count,)
    assert fewer_dice_positions(variant) == ()


@by_id(LARGE_BOXES)
def test_legal_moves_of_a_large_box_are_those_that_grow_tile_by_tile(variant: Variant) -> None:
    """At a seeded sample of positions and rolls."""
    box, random = slow_box(variant), Random(variant.id)
    for first in (True, *[False] * 12):
        position = variant.start if first else random.getrandbits(54) & variant.start
        for _ in range(4):
            dice = random_roll(variant, variant.dice.count, (), random)
            expected = legal_sets(box, as_frozenset(position), dice, first)
            found = legal_moves(variant, position, dice, first)
            order = sorted(expected, key=lambda move: (len(move), sorted(move)))
            assert [as_frozenset(move) for move in found] == order, (position, dice)


@by_id(LARGE_BOXES)
def test_sets_are_judged_in_a_large_box(variant: Variant) -> None:
    """At a seeded sample of positions and rolls: legal sets, and those one tile away from them."""
    random, refused = Random(variant.id), Counter()
    for _ in range(10):
        position = random.getrandbits(54) & variant.start
        dice = random_roll(variant, variant.dice.count, (), random)
        legal_now = set(legal_moves(variant, position, dice))
        for move in random.sample(sorted(legal_now), min(len(legal_now), 20)):
            check_move(variant, position, dice, move)
            for tile in range(1, 55):
                other = move ^ tile_set([tile])
                assert other not in legal_now
                with pytest.raises(RuleError) as error:
                    check_move(variant, position, dice, other)
                reason = expected_refusal(variant, position, dice, other, first=False)
                assert error.value.refusal == reason, (position, dice, other)
                refused[reason] += 1
    assert refused[Refusal.TILE_SHUT] > 100
    assert refused[Refusal.WRONG_TOTAL] > 100


def test_sets_grow_to_those_found_by_trying_every_set() -> None:
    """The large boxes are checked this way, so this way is checked on a box of twelve."""
    tiles = frozenset(range(1, 13))
    for total, grown in enumerate(grown_sets(tiles, 80)):
        tried = {
            frozenset(chosen)
            for size in range(13)
            for chosen in combinations(tiles, size)
            if sum(chosen) == total
        }
        assert len(grown) == len(tried)
        assert set(grown) == tried


@by_id(TRIED_BOXES)
def test_fewer_dice_positions_are_all_positions_with_one_die(variant: Variant) -> None:
    asked = {p for p in positions(variant) if dice_counts(variant, p) != (variant.dice.count,)}
    listed = fewer_dice_positions(variant)
    assert set(listed) == asked
    assert len(listed) == len(asked)


@pytest.mark.parametrize(
    ("id", "open_tiles", "counts"),
    [
        ("classic", [6, 7], (2,)),
        ("classic", [1, 2, 3, 4, 5, 6], (2, 1)),
        ("two-dice", [1], (2,)),
        ("forced", [1, 7], (2,)),
        ("forced", [5, 6], (1,)),
        ("low-sum", [1, 6], (2,)),
        ("low-sum", [1, 5], (2, 1)),
        ("low-sum", [6], (2, 1)),
        ("ten", [1, 10], (2,)),
        ("twelve", [12], (2,)),
        ("six", [6], (1,)),
    ],
)
def test_examples_of_fewer_dice(id: str, open_tiles: list[int], counts: tuple[int, ...]) -> None:
    assert dice_counts(VARIANTS[id], tile_set(open_tiles)) == counts


@by_id(TRIED_BOXES)
def test_outcomes_are_the_rolls_gathered_by_what_they_allow(variant: Variant) -> None:
    for count in numbers_of_dice(variant):
        for first in (False, True):
            by_sets: Counter[tuple[TileSet, ...]] = Counter()
            for dice, ways in slow_box(variant).rolls(count).items():
                by_sets[move_sets(variant, dice, first)] += ways
            found = outcomes(variant, count, first)
            weights = sum(weight for _, weight in found)
            assert weights == number_of_rolls(variant, count)
            ways = by_sets.total()
            assert {sets: Fraction(weight, weights) for sets, weight in found} == {
                sets: Fraction(number, ways) for sets, number in by_sets.items()
            }
            assert len(found) == len(by_sets)


@by_id(TRIED_BOXES)
def test_the_score_of_every_position(variant: Variant) -> None:
    box = slow_box(variant)
    for position in (0, *positions(variant)):
        assert score(variant, position) == box.score(as_frozenset(position))


def test_examples_of_scores() -> None:
    open_tiles = tile_set([2, 3, 7])
    assert score(CLASSIC, open_tiles) == 12
    assert score(RULES["count"], open_tiles) == 3
    assert score(RULES["digits"], open_tiles) == 237
    twelve = Variant(id="digits", tiles=tuple(range(1, 13)), scoring=Scoring.DIGITS)
    assert score(twelve, tile_set([1, 12])) == 112
    assert score(twelve, twelve.start) == 123456789101112
    assert score(twelve, 0) == score(RULES["count"], 0) == score(CLASSIC, 0) == 0


def test_digits_never_overflow() -> None:
    every_tile = range(1, 55)
    box = Variant(id="digits-54", tiles=tuple(every_tile), scoring=Scoring.DIGITS)
    assert score(box, box.start) == int("".join(map(str, every_tile)))
    assert score(box, tile_set([1, 54])) == 154
    random, slow = Random(54), slow_box(box)
    for _ in range(100):
        position = random.getrandbits(54)
        assert score(box, position) == slow.score(as_frozenset(position))


@by_id(LARGE_BOXES)
def test_the_score_of_some_positions_of_a_large_box(variant: Variant) -> None:
    random, box = Random(variant.id), slow_box(variant)
    for position in (0, variant.start, *(random.getrandbits(54) for _ in range(100))):
        tiles = position & variant.start
        assert score(variant, tiles) == box.score(as_frozenset(tiles))


def expected_refusal(
    variant: Variant, open_tiles: TileSet, dice: Roll, move: TileSet, first: bool
) -> Refusal:
    tiles = as_frozenset(move) if move > 0 else frozenset()
    if move < 0 or tiles - set(variant.tiles):
        return Refusal.NO_SUCH_TILE
    if not tiles:
        return Refusal.NO_TILES
    if tiles - as_frozenset(open_tiles):
        return Refusal.TILE_SHUT
    if sum(tiles) != sum(dice):
        return Refusal.WRONG_TOTAL
    if first and variant.first_tile is not None and variant.first_tile not in tiles:
        return Refusal.FIRST_TILE
    return Refusal.NOT_ALLOWED


def check_every_set(variant: Variant, position: TileSet, moves: list[TileSet]) -> int:
    """Ask for every set at every roll; return how many were refused."""
    box, refused = slow_box(variant), 0
    first = position == variant.start
    for count in numbers_of_dice(variant):
        for dice in chances(variant, count):
            legal = legal_sets(box, as_frozenset(position), dice, first)
            allowed = {tile_set(move) for move in legal}
            for move in moves:
                if move in allowed:
                    check_move(variant, position, dice, move, first)
                    continue
                with pytest.raises(RuleError) as error:
                    check_move(variant, position, dice, move, first)
                reason = expected_refusal(variant, position, dice, move, first)
                assert error.value.refusal == reason, (position, dice, move)
                refused += 1
    return refused


@by_id([*TINY_BOXES, *TINY_BAG_BOXES])
def test_every_set_is_judged_in_every_position_of_a_tiny_box(variant: Variant) -> None:
    every_set = [-1, -(2**70), *range(2 << variant.box.bit_length()), 2**54, 2**5000]
    assert sum(check_every_set(variant, p, every_set) for p in positions(variant)) > 0


@by_id([variant for variant in [*BOXES, *OTHER_RULES] if variant.box == CLASSIC.box])
def test_every_set_is_judged_in_a_nine_tile_box(variant: Variant) -> None:
    every_set = [*range(1 << 9), tile_set([10]), tile_set([1, 9, 10])]
    assert check_every_set(variant, variant.start & ~tile_set([3, 7, 8]), every_set) > 1000


def test_what_a_refusal_tells() -> None:
    full = CLASSIC.start
    with pytest.raises(RuleError, match="add up to 7, not to 8") as error:
        check_move(CLASSIC, full, (3, 5), tile_set([3, 4]))
    assert error.value.details == {"sum": 7, "total": 8}
    with pytest.raises(RuleError, match="tile 5 is shut already") as error:
        check_move(CLASSIC, full & ~tile_set([5, 6]), (3, 5), tile_set([3, 5]))
    assert error.value.details == {"tile": 5}
    with pytest.raises(RuleError, match="has no tile 10") as error:
        check_move(CLASSIC, full, (5, 5), tile_set([10]))
    assert error.value.details == {"tile": 10}
    with pytest.raises(RuleError, match="first move has to shut tile 2") as error:
        check_move(RULES["first-two"], full, (3, 5), tile_set([8]), first=True)
    assert error.value.details == {"tile": 2}


@pytest.mark.parametrize("dice", [(), (0, 1), (7, 1), (-1, 3), (1, 2, 3), (10**30, 1)])
def test_faces_that_the_dice_do_not_have(dice: Roll) -> None:
    for ask in (move_sets, lambda v, d: legal_moves(v, v.start, d)):
        with pytest.raises(RuleError) as error:
            ask(CLASSIC, dice)
        assert error.value.refusal == Refusal.NO_SUCH_ROLL
        assert error.value.details == {"dice": dice}


def test_one_die_where_the_rules_never_allow_it() -> None:
    with pytest.raises(RuleError) as error:
        move_sets(VARIANTS["two-dice"], (3,))
    assert error.value.refusal == Refusal.NO_SUCH_ROLL
    three_dice = Variant(id="three", dice=Dice(3, 6))
    assert move_sets(three_dice, (3,)) == (tile_set([3]), tile_set([1, 2]))
    with pytest.raises(RuleError):
        move_sets(three_dice, (3, 3))


@pytest.mark.parametrize("position", [-1, 1 << 9, 1 << 5000, -(2**5000)])
def test_positions_with_tiles_that_the_box_does_not_have(position: TileSet) -> None:
    with pytest.raises(RuleError) as error:
        legal_moves(CLASSIC, position, (3, 5))
    assert error.value.refusal == Refusal.NO_SUCH_TILE
    with pytest.raises(RuleError) as error:
        score(CLASSIC, position)
    assert error.value.refusal == Refusal.NO_SUCH_TILE
