from __future__ import annotations

from collections import Counter
from hashlib import sha256
from itertools import pairwise, product
from typing import Any

import pytest
from boxes import BOXES, by_id

from shutbox import VARIANTS, Dice, FewerDice, Turn, Variant, odds, roll, tile_set, total_odds

TWO_DICE = VARIANTS["two-dice"]
ONE_DIE = VARIANTS["six"]
D20 = Variant(id="d20", tiles=(1, 2), dice=Dice(1, 20), fewer_dice=FewerDice.NEVER)
NINE_DICE = Variant(id="nine-dice", tiles=(1, 2), dice=Dice(9, 6))

CRITICAL = {5: 20.515, 19: 43.820, 35: 66.619}
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


@by_id(BOXES)
def test_the_variant_changes_no_face(variant: Variant) -> None:
    sides_only = Variant(id="x", tiles=(1,), dice=Dice(9, variant.dice.sides))
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
