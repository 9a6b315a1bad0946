from __future__ import annotations

from collections import Counter
from dataclasses import replace
from hashlib import sha256
from itertools import chain, combinations, pairwise, product
from random import Random
from typing import Any

import pytest
from boxes import (
    BAG_BOXES,
    BAG_RULES,
    DICE_BOXES,
    RULES,
    by_id,
    drawn_before,
    random_turn,
    things_left,
)

from shutbox import (
    VARIANTS,
    Dice,
    FewerDice,
    Roll,
    Turn,
    Variant,
    odds,
    roll,
    tile_set,
    total_odds,
)
from shutbox.dice import BAGS, MOST_ROLLS, Bag, Drawn

TWO_DICE = VARIANTS["two-dice"]
ONE_DIE = VARIANTS["six"]
D20 = Variant(id="d20", tiles=(1, 2), dice=Dice(1, 20), fewer_dice=FewerDice.NEVER)
NINE_DICE = Variant(id="nine-dice", tiles=(1, 2), dice=Dice(9, 6))

CRITICAL = {5: 20.515, 19: 43.820, 20: 45.315, 35: 66.619}
"""Upper critical values of chi-square for a chance of 0.001, by degrees of freedom.

NIST/SEMATECH e-Handbook of Statistical Methods, section 1.3.6.7.4."""

SEEDS = [f"seed-{n}" for n in range(7200)]

# Faces that shared links depend on. They may never change.
FOR_EVER = {
    "otter-7": ((4, 3), (6, 4), (6, 4), (4, 4), (4, 4), (3, 5), (5, 6), (4, 1)),
    "2018-04-13": ((6, 4), (5, 3), (2, 1), (2, 6), (4, 3), (6, 6), (5, 6), (1, 3)),
    "A": ((6, 4), (5, 5), (5, 4), (1, 3), (1, 1), (3, 4), (5, 2), (4, 1)),
}


def chi_square(counts: Counter[Any], cells: int) -> float:
    expected = counts.total() / cells
    missing = cells - len(counts)
    return sum((n - expected) ** 2 for n in counts.values()) / expected + missing * expected


@pytest.mark.parametrize("seed", FOR_EVER)
def test_a_seed_rolls_the_same_faces_for_ever(seed: str) -> None:
    rolled = tuple(roll(seed, step, TWO_DICE) for step in range(8))
    assert rolled == FOR_EVER[seed]


def test_more_sides_and_more_dice_for_ever() -> None:
    assert [roll("otter-7", step, D20) for step in range(5)] == [(12,), (14,), (8,), (4,), (8,)]
    assert roll("otter-7", 3, NINE_DICE) == (4, 4, 6, 5, 6, 2, 4, 5, 2)


def test_a_face_by_hand() -> None:
    digest = sha256(b"shutbox/1/otter-7/2/1").hexdigest()
    assert roll("otter-7", 2, TWO_DICE)[1] == int(digest, 16) % 6 + 1
    assert roll("otter-7", 2, NINE_DICE)[1] == int(digest, 16) % 6 + 1


def test_one_die_shows_the_first_face() -> None:
    for seed in SEEDS[:100]:
        for step in range(9):
            assert roll(seed, step, ONE_DIE) == roll(seed, step, TWO_DICE)[:1]
            assert roll(seed, step, NINE_DICE)[:2] == roll(seed, step, TWO_DICE)


@by_id(DICE_BOXES)
def test_the_variant_changes_no_face(variant: Variant) -> None:
    count = 9 if variant.dice.sides == 6 else 3
    sides_only = Variant(id="x", tiles=(1,), dice=Dice(count, variant.dice.sides))
    for seed in SEEDS[:50]:
        faces = roll(seed, 4, variant)
        assert faces == roll(seed, 4, sides_only)[: variant.dice.count]
        assert all(1 <= face <= variant.dice.sides for face in faces)


def test_the_next_roll_does_not_depend_on_the_move() -> None:
    compared = 0
    for seed in SEEDS[:200]:
        turn = Turn(VARIANTS["classic"], seed=seed)
        rolled = turn.roll(turn.seeded_roll())
        after = [rolled.shut(move) for move in rolled.legal_moves]
        following = {turn.seeded_roll(turn.dice_counts[0]) for turn in after}
        assert following == {roll(seed, 1, TWO_DICE)}
        compared += len(after)
    assert compared > 1000


def test_one_die_chosen_sees_the_first_face_of_both() -> None:
    turn = Turn(Variant(id="low-tiles", tiles=(1, 2, 3, 4, 5, 6)), seed="otter-7")
    assert turn.dice_counts == (2, 1)
    assert turn.seeded_roll(1) == turn.seeded_roll(2)[:1] == turn.seeded_roll()[:1]


def test_the_seed_rolls_no_number_of_dice_that_the_rules_do_not_allow() -> None:
    for count in (1, 3):
        with pytest.raises(ValueError, match="dice"):
            Turn(TWO_DICE, seed="otter-7").seeded_roll(count)


@pytest.mark.parametrize("step", range(9))
@pytest.mark.parametrize("die", [0, 1])
def test_every_face_is_equally_likely(step: int, die: int) -> None:
    counts = Counter(roll(seed, step, TWO_DICE)[die] for seed in SEEDS)
    assert chi_square(counts, 6) < CRITICAL[5]


@pytest.mark.parametrize("step", range(3))
def test_every_face_of_a_twenty_sided_die_is_equally_likely(step: int) -> None:
    counts = Counter(roll(seed, step, D20)[0] for seed in SEEDS)
    assert chi_square(counts, 20) < CRITICAL[19]


@pytest.mark.parametrize("step", range(3))
def test_two_dice_are_independent(step: int) -> None:
    pairs = Counter(roll(seed, step, TWO_DICE) for seed in SEEDS)
    assert chi_square(pairs, 36) < CRITICAL[35]


@pytest.mark.parametrize("die", [0, 1])
@pytest.mark.parametrize("step", range(3))
def test_consecutive_rolls_are_independent(step: int, die: int) -> None:
    pairs = Counter(
        (roll(seed, step, TWO_DICE)[die], roll(seed, step + 1, TWO_DICE)[die]) for seed in SEEDS
    )
    assert chi_square(pairs, 36) < CRITICAL[35]


def test_neighbouring_seeds_are_independent() -> None:
    faces = [roll(seed, 0, TWO_DICE)[0] for seed in SEEDS]
    pairs = Counter(pairwise(faces))
    assert chi_square(pairs, 36) < CRITICAL[35]


def test_one_seed_rolls_fairly_along_its_steps() -> None:
    pairs = Counter(roll("otter-7", step, TWO_DICE) for step in range(7200))
    assert chi_square(pairs, 36) < CRITICAL[35]


def test_the_chi_square_would_notice_a_slightly_loaded_die() -> None:
    loaded = Counter({1: 1080, 2: 1200, 3: 1200, 4: 1200, 5: 1200, 6: 1320})
    assert chi_square(loaded, 6) > CRITICAL[5]


@pytest.mark.parametrize(
    ("count", "sides"), [(1, 1), (1, 6), (1, 20), (2, 4), (2, 6), (3, 4), (3, 6), (4, 6), (5, 3)]
)
def test_odds_count_every_result(count: int, sides: int) -> None:
    results = list(product(range(1, sides + 1), repeat=count))
    assert dict(odds(count, sides)) == Counter(tuple(sorted(faces)) for faces in results)
    assert total_odds(count, sides) == Counter(map(sum, results))


def test_odds_cannot_be_changed() -> None:
    with pytest.raises(TypeError):
        odds(2, 6)[1, 1] = 7  # type: ignore[index]
    assert odds(2, 6)[1, 1] == 1


@pytest.mark.parametrize(("count", "sides"), [(0, 6), (-1, 6), (10, 6), (2, 0), (2, -6), (2, 1001)])
def test_dice_that_cannot_be(count: int, sides: int) -> None:
    with pytest.raises(ValueError, match="there must be 1 to"):
        Dice(count, sides)


@pytest.mark.parametrize(("count", "sides"), [(9, 9), (2, 155), (3, 42), (4, 23), (9, 1000)])
def test_dice_with_too_many_different_rolls_are_refused(count: int, sides: int) -> None:
    with pytest.raises(ValueError, match=f"^{count}d{sides} have more than 12000 different rolls"):
        Dice(count, sides)


@pytest.mark.parametrize(("count", "sides"), [(9, 8), (2, 154), (3, 40), (1, 1000)])
def test_dice_with_many_different_rolls(count: int, sides: int) -> None:
    assert len(odds(Dice(count, sides).count, sides)) <= MOST_ROLLS


def test_dice_remember_nothing() -> None:
    dice = Dice(2, 6)
    assert dice.odds(2) == dice.odds(2, ((3, 4), (3, 4))) == odds(2, 6)
    assert dice.odds(1, ((3, 4),)) == odds(1, 6)


def test_dice_are_written_the_usual_way() -> None:
    assert str(Dice(2, 6)) == "2d6"


@pytest.mark.parametrize(
    "seed", ["", "a" * 41, "a b", "a_b", "a.b", "a~b", "ä", "1\n", "٣", None, 7]
)
def test_what_is_no_seed_is_refused(seed: object) -> None:
    with pytest.raises(ValueError, match="a seed is"):
        roll(seed, 0, TWO_DICE)  # type: ignore[arg-type]
    if seed is not None:
        with pytest.raises(ValueError, match="a seed is"):
            Turn(TWO_DICE, seed=seed)  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", ["a", "A", "0", "-", "a" * 40, "2026-11-29"])
def test_what_can_be_a_seed(seed: str) -> None:
    assert len(roll(seed, 0, TWO_DICE)) == 2


def test_capitals_matter_in_a_seed() -> None:
    assert [roll("a", k, TWO_DICE) for k in range(5)] != [roll("A", k, TWO_DICE) for k in range(5)]


def test_steps_count_from_zero() -> None:
    with pytest.raises(ValueError, match="steps count from 0"):
        roll("otter-7", -1, TWO_DICE)


def test_a_turn_without_a_seed_has_no_dice_of_its_own() -> None:
    with pytest.raises(ValueError, match="without a seed"):
        Turn(TWO_DICE).seeded_roll()


def test_a_turn_takes_the_rolls_of_its_seed_in_order() -> None:
    turn = Turn(TWO_DICE, seed="otter-7")
    for step in range(9):
        if turn.is_over:
            break
        assert turn.seeded_roll() == roll("otter-7", step, TWO_DICE)
        turn = turn.roll(turn.seeded_roll())
        if turn.dice is not None:
            turn = turn.shut(turn.legal_moves[0])
    assert turn.is_over
    assert len(turn.steps) > 2
    assert turn.open_tiles != tile_set(TWO_DICE.tiles)


# ---- bags ----

WESTERN = {(low, high) for low in range(1, 7) for high in range(low, 7)}
TWICE = {(1, 1), (1, 3), (1, 5), (1, 6), (2, 2), (3, 3), (4, 4), (4, 6), (5, 5), (5, 6), (6, 6)}

# The first draws that shared links depend on, and the last. They may never change.
DRAWN_FOR_EVER: dict[tuple[str, str], tuple[tuple[Roll, ...], Roll]] = {
    ("dominoes", "otter"): (((1, 6), (1, 4), (3, 5), (1, 3)), (4, 5)),
    ("dominoes", "2026-11-29"): (((1, 6), (4, 5), (2, 2), (4, 4)), (3, 4)),
    ("chinese-dominoes", "otter"): (((1, 4), (1, 3), (2, 4), (6, 6)), (4, 6)),
    ("chinese-dominoes", "2026-11-29"): (((1, 4), (3, 3), (1, 5), (2, 6)), (2, 3)),
    ("cards-as-dice", "otter"): (((2, 1), (4, 1), (6, 2), (3, 5)), (4, 5)),
    ("cards-as-dice", "2026-11-29"): (((2, 5), (2, 4), (5, 6), (1, 5)), (2, 4)),
    ("cards", "otter"): (((2,), (10,), (1,), (4,)), (12,)),
    ("cards", "2026-11-29"): (((12,), (12,), (2,), (11,)), (4,)),
}

each_bag = pytest.mark.parametrize("bag", BAGS.values(), ids=BAGS)


def test_what_is_in_the_bags() -> None:
    assert len(WESTERN) == 21
    assert Counter(BAGS["dominoes"].contents) == Counter(WESTERN)
    chinese = Counter(WESTERN) + Counter(TWICE)
    assert Counter(BAGS["chinese-dominoes"].contents) == chinese
    assert chinese.total() == 32
    assert BAGS["cards-as-dice"].contents == tuple((n,) for n in range(1, 7) for _ in range(4))
    assert BAGS["cards"].contents == tuple((n,) for n in range(1, 13) for _ in range(4))


@pytest.mark.parametrize("name", ["dominoes", "chinese-dominoes"])
def test_the_options_add_one_domino_each(name: str) -> None:
    plain = Counter(BAGS[name].contents)
    assert Counter(BAGS[f"{name}-blank"].contents) == plain + Counter([(0, 0)])
    assert Counter(BAGS[f"{name}-one"].contents) == plain + Counter([(0, 1)])
    assert Counter(BAGS[f"{name}-blank-one"].contents) == plain + Counter([(0, 0), (0, 1)])


@each_bag
def test_a_bag_knows_what_one_roll_shows(bag: Bag) -> None:
    assert BAGS[bag.id] is bag
    assert str(bag) == bag.id
    at_once = 2 if bag.id == "cards-as-dice" else 1
    assert bag.at_once == at_once
    assert bag.count == (1 if bag.id == "cards" else 2)
    assert bag.sides == (12 if bag.id == "cards" else 6)
    assert bag.rolls == len(bag.contents) // at_once


@by_id([*BAG_BOXES, *BAG_RULES])
def test_the_odds_of_a_bag_are_those_of_listing_every_draw(variant: Variant) -> None:
    """After the draws of random turns, with the halves of dominoes in any order."""
    bag, random = variant.dice, Random(variant.id)
    assert isinstance(bag, Bag)
    compared = 0
    for _ in range(12):
        turn = random_turn(variant, random)
        for steps in range(len(turn.steps) + 1):
            drawn = drawn_before(variant, turn, steps)
            left = things_left(variant, drawn)
            assert bag.left(drawn) == Counter(left)
            assert all(bag.left(drawn).values())
            for number in {bag.at_once, 1}:
                draws = combinations(left, number)
                expected = Counter(tuple(sorted(chain(*draw))) for draw in draws)
                count = number * len(bag.contents[0])
                assert bag.odds(count, drawn) == expected
                assert bag.odds(count, random.sample(drawn, len(drawn))) == expected
                compared += len(expected)
    assert compared > 0


def test_the_odds_of_two_cards_by_hand() -> None:
    """Of 24 cards there are 276 pairs: 6 of two aces, 16 of an ace and a 2."""
    full = BAGS["cards-as-dice"].odds(2)
    assert (full[1, 1], full[1, 2], sum(full.values())) == (6, 16, 276)
    later = BAGS["cards-as-dice"].odds(2, ((1, 1), (1, 2)))
    assert (1, 1) not in later
    assert (later[1, 2], later[2, 2], later[1, 6], sum(later.values())) == (3, 3, 4, 190)
    assert BAGS["cards-as-dice"].odds(1, ((1, 1), (1,)))[1,] == 1


def test_the_odds_of_a_bag_cannot_be_changed() -> None:
    with pytest.raises(TypeError):
        BAGS["dominoes"].odds(2)[1, 1] = 7  # type: ignore[index]
    BAGS["dominoes"].left()[1, 1] = 7
    assert BAGS["dominoes"].left()[1, 1] == BAGS["dominoes"].odds(2)[1, 1] == 1


def test_nothing_can_be_drawn_from_an_empty_bag() -> None:
    every_domino = BAGS["dominoes"].contents
    assert not BAGS["dominoes"].left(every_domino)
    assert not BAGS["dominoes"].odds(2, every_domino)
    assert list(BAGS["dominoes"].odds(2, every_domino[1:])) == [(1, 1)]
    one_left = BAGS["cards-as-dice"].contents[1:]
    assert not BAGS["cards-as-dice"].odds(2, one_left)
    assert list(BAGS["cards-as-dice"].odds(1, one_left)) == [(1,)]


@pytest.mark.parametrize(
    ("bag", "drawn", "named"),
    [
        ("dominoes", ((3, 4), (4, 3)), "3-4"),
        ("dominoes", ((0, 0),), "0-0"),
        ("dominoes", ((6, 7),), "6-7"),
        ("dominoes", ((3,),), "3"),
        ("chinese-dominoes", ((1, 1), (1, 1), (1, 1)), "1-1"),
        ("cards", ((12,),) * 5, "12"),
        ("cards-as-dice", ((2, 2), (2, 2), (1, 2)), "2"),
    ],
)
def test_what_is_not_in_the_bag_is_named(bag: str, drawn: tuple[Roll, ...], named: str) -> None:
    for ask in (BAGS[bag].left, lambda rolls: BAGS[bag].odds(BAGS[bag].count, rolls)):
        with pytest.raises(ValueError, match=f"^{named} is not in the bag$"):
            ask(drawn)


@pytest.mark.parametrize(("id", "seed"), DRAWN_FOR_EVER)
def test_a_seed_draws_the_same_for_ever(id: str, seed: str) -> None:
    first, last = DRAWN_FOR_EVER[id, seed]
    variant = VARIANTS[id]
    assert tuple(roll(seed, step, variant) for step in range(4)) == first
    assert roll(seed, len(things_left(variant, ())) // BAGS[id].at_once - 1, variant) == last


def test_a_draw_by_hand() -> None:
    """The third domino is the one whose number in the bag has the third smallest hash."""
    hashes = {sha256(b"shutbox/1/otter/bag/%d" % n).hexdigest(): n for n in range(21)}
    assert roll("otter", 2, VARIANTS["dominoes"]) == sorted(WESTERN)[hashes[sorted(hashes)[2]]]


@by_id([*BAG_BOXES, *BAG_RULES])
def test_a_shuffle_is_all_that_is_in_the_bag_in_some_order(variant: Variant) -> None:
    bag = variant.dice
    assert isinstance(bag, Bag)
    orders = set()
    for seed in SEEDS[:60]:
        rolled = [roll(seed, step, variant) for step in range(bag.rolls)]
        assert all(len(dice) == bag.count for dice in rolled)
        unseen = bag.left(rolled)
        assert unseen.total() == len(bag.contents) % bag.at_once
        orders.add(tuple(rolled))
        for step in (bag.rolls, bag.rolls + 1, 10**6):
            with pytest.raises(ValueError, match=f"^step {step}: the bag is empty"):
                roll(seed, step, variant)
        with pytest.raises(ValueError, match="steps count from 0"):
            roll(seed, -1, variant)
    assert len(orders) > (50 if len(bag.contents) > 6 else 0)


@pytest.mark.parametrize("step", [0, 1, 10, 20])
def test_every_domino_is_equally_likely_at_every_step(step: int) -> None:
    drawn = Counter(roll(seed, step, VARIANTS["dominoes"]) for seed in SEEDS)
    assert chi_square(drawn, 21) < CRITICAL[20]


def test_two_cards_come_together_as_often_as_their_odds_say() -> None:
    expected = BAGS["cards-as-dice"].odds(2)
    drawn = Counter(tuple(sorted(roll(s, 3, VARIANTS["cards-as-dice"]))) for s in SEEDS)
    each = len(SEEDS) / 276
    square = sum((drawn[dice] - n * each) ** 2 / (n * each) for dice, n in expected.items())
    assert square < CRITICAL[20]


def test_one_card_chosen_never_repeats_a_card_more_often_than_it_is_in_the_deck() -> None:
    """The card that was not looked at stays unseen."""
    low = replace(VARIANTS["cards-as-dice"], shut_at_start=(7, 8, 9))
    for variant in (low, RULES["one-card-forced"], RULES["three-cards"]):
        random, single, most = Random(variant.id), 0, 0
        for seed in SEEDS[:400]:
            turn = random_turn(variant, random, seed)
            seen = Counter(face for step in turn.steps for face in step.dice)
            most = max(most, *seen.values())
            single += sum(len(step.dice) == 1 for step in turn.steps)
            for index, step in enumerate(turn.steps):
                assert step.dice == roll(seed, index, variant)[: len(step.dice)]
        assert single > 50
        assert 3 <= most <= 4


@pytest.mark.parametrize(
    ("holds", "contents", "at_once", "message"),
    [
        (Drawn.CARDS, (), 1, "a bag of 0 cannot give 1 at once"),
        (Drawn.CARDS, ((1,), (2,)), 3, "a bag of 2 cannot give 3 at once"),
        (Drawn.CARDS, ((1,), (2,)), 0, "a bag of 2 cannot give 0 at once"),
        (Drawn.DOMINOES, ((1, 1), (1, 2)), 2, "dominoes are drawn one at a time"),
        (Drawn.DOMINOES, ((1,), (2,)), 1, "in a bag of dominoes all show 2 faces from 0 up"),
        (Drawn.CARDS, ((1,), (1, 2)), 1, "in a bag of cards all show 1 faces from 0 up"),
        (Drawn.CARDS, ((-1,), (2,)), 1, "in a bag of cards all show 1 faces from 0 up"),
        (Drawn.CARDS, ((2,), (1,)), 1, "the contents of a bag must ascend"),
        (Drawn.DOMINOES, ((1, 2), (1, 1)), 1, "the contents of a bag must ascend"),
        (Drawn.DOMINOES, ((2, 1), (2, 2)), 1, "the contents of a bag must ascend"),
    ],
)
def test_a_bag_that_cannot_be(
    holds: Drawn, contents: tuple[Roll, ...], at_once: int, message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        Bag("odd", holds, contents, at_once)
