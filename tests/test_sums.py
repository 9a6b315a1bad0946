"""Many rolls, races, streaks and the doubles test, against lists, fractions and known figures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from hashlib import shake_256
from itertools import product
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shutbox import total_odds
from shutbox.sums import (
    BLOCK,
    MOST_HORSES,
    doubles_test,
    longest_race,
    many_rolls,
    many_totals,
    race,
    race_chances,
    race_winners,
    streaks,
)

# ---- rolls ----


def face_by_hand(seed: str, sides: int, die: int, roll: int) -> int:
    """One face, made as the docstring of the module says."""
    block, k = divmod(roll, 1000)
    stream = shake_256(f"shutbox/rolls/1/{seed}/{block}/{die}".encode()).digest(8000)
    return 1 + int.from_bytes(stream[8 * k : 8 * k + 8], "big") % sides


@given(
    st.sampled_from(["otter", "A-1"]),
    st.integers(1, 9),
    st.sampled_from([4, 6, 20]),
    st.integers(0, 2 * BLOCK),
    st.integers(0, 3),
)
def test_rolls_fall_as_written(seed: str, count: int, sides: int, first: int, number: int) -> None:
    rolls = many_rolls(seed, count, sides, number, first)
    assert rolls.tolist() == [
        [face_by_hand(seed, sides, die, roll) for die in range(count)]
        for roll in range(first, first + number)
    ]
    assert many_totals(seed, count, sides, number, first).tolist() == list(map(sum, rolls.tolist()))


def test_the_first_rolls_of_a_seed_stay_for_ever() -> None:
    """Links name seeds: whoever opens one years later has to see the same."""
    assert many_rolls("otter", 2, 6, 5).tolist() == [[4, 2], [3, 3], [4, 5], [3, 3], [5, 3]]


@pytest.mark.parametrize("first", [0, 1, BLOCK - 1, BLOCK, 3 * BLOCK + 7])
def test_more_rolls_continue_the_ones_before(first: int) -> None:
    whole = many_rolls("otter", 3, 8, 6 * BLOCK)
    assert (many_rolls("otter", 3, 8, BLOCK, first) == whole[first : first + BLOCK]).all()


def test_every_total_comes_about_as_often_as_it_should() -> None:
    """Within 4.5 standard deviations; the seed is fixed, so this holds for ever or never."""
    n = 60_000
    seen = Counter(many_totals("badger", 2, 6, n).tolist())
    for total, weight in total_odds(2, 6).items():
        chance = weight / 36
        assert abs(seen[total] - n * chance) < 4.5 * (n * chance * (1 - chance)) ** 0.5


@pytest.mark.parametrize(
    ("seed", "number", "first"),
    [("", 1, 0), ("ü", 1, 0), ("x" * 41, 1, 0), ("a", -1, 0), ("a", 1, -1)],
)
def test_what_is_no_seed_or_no_number_is_refused(seed: str, number: int, first: int) -> None:
    with pytest.raises(ValueError, match=r"seed|rolls"):
        many_rolls(seed, 2, 6, number, first)


# ---- streaks ----


def streaks_by_hand(totals: list[int], total: int, length: int) -> tuple[int, int]:
    """Look back from every roll."""
    after = [
        roll
        for at, roll in enumerate(totals)
        if at >= length and total not in totals[at - length : at]
    ]
    return len(after), after.count(total)


@given(st.lists(st.integers(1, 3), max_size=30), st.integers(0, 6))
def test_streaks_are_counted_roll_by_roll(totals: list[int], longest: int) -> None:
    found = streaks(np.array(totals, np.int64), 1, longest)
    assert [(s.length, s.times, s.came) for s in found] == [
        (length, *streaks_by_hand(totals, 1, length)) for length in range(longest + 1)
    ]


# ---- the doubles test ----


@cache
def at_most(limit: int, n: int, chance: Fraction) -> Fraction:
    return sum(
        (comb(n, k) * chance**k * (1 - chance) ** (n - k) for k in range(limit + 1)), Fraction(0)
    )


def test_the_rule_of_the_lesson() -> None:
    """Teaching notes: in 300 rolls 50 against 86; over 66 doubles, wrong less than 1 % of times."""
    test = doubles_test(6, 300)
    assert (test.ordered, round(test.unordered), test.limit) == (50, 86, 66)
    assert test.wrong < 0.01


@pytest.mark.parametrize(("sides", "rolls"), [(6, 0), (6, 1), (6, 40), (4, 25), (20, 60), (2, 9)])
def test_the_limit_has_the_least_chance_to_be_wrong(sides: int, rolls: int) -> None:
    test = doubles_test(sides, rolls)
    ordered, unordered = Fraction(1, sides), Fraction(sides, sides * (sides + 1) // 2)
    wrong = [
        max(1 - at_most(limit, rolls, ordered), at_most(limit, rolls, unordered))
        for limit in range(rolls + 1)
    ]
    assert test.wrong == pytest.approx(float(min(wrong)))
    assert wrong[test.limit] == min(wrong)
    assert test.ordered == pytest.approx(float(rolls * ordered))
    assert test.unordered == pytest.approx(float(rolls * unordered))
    assert test.ordered_deviation**2 == pytest.approx(float(rolls * ordered * (1 - ordered)))
    assert test.unordered_deviation**2 == pytest.approx(float(rolls * unordered * (1 - unordered)))


def test_a_tiny_chance_to_be_wrong_is_exact_too() -> None:
    rolls = 3000
    test = doubles_test(6, rolls)

    def chance(of: Fraction, counts: range) -> Fraction:
        return sum((comb(rolls, k) * of**k * (1 - of) ** (rolls - k) for k in counts), Fraction())

    def wrong(limit: int) -> float:
        too_many = chance(Fraction(1, 6), range(limit + 1, limit + 200))
        too_few = chance(Fraction(2, 7), range(limit - 200, limit + 1))
        return float(max(too_many, too_few))

    assert test.wrong == pytest.approx(wrong(test.limit), rel=1e-6)
    assert wrong(test.limit - 1) > test.wrong < wrong(test.limit + 1)


def test_dice_of_one_side_have_no_test() -> None:
    with pytest.raises(ValueError, match="one side"):
        doubles_test(1, 10)


# ---- the horse race ----


def chances_by_hand(odds: Mapping[int, int], steps: int) -> dict[int, Fraction]:
    """Go through every state of the race, roll by roll."""
    totals, every = list(odds), sum(odds.values())

    @cache
    def from_here(made: tuple[int, ...]) -> tuple[Fraction, ...]:
        if steps in made:
            return tuple(Fraction(m == steps) for m in made)
        chances = [Fraction(0)] * len(totals)
        for i, total in enumerate(totals):
            after = from_here((*made[:i], made[i] + 1, *made[i + 1 :]))
            for horse, chance in enumerate(after):
                chances[horse] += Fraction(odds[total], every) * chance
        return tuple(chances)

    return dict(zip(totals, from_here((0,) * len(totals)), strict=True))


@pytest.mark.parametrize(
    ("count", "sides", "steps"), [(1, 2, 5), (1, 4, 4), (2, 2, 6), (2, 3, 3), (2, 6, 1), (2, 4, 2)]
)
def test_chances_of_a_race_are_those_of_every_course_it_can_take(
    count: int, sides: int, steps: int
) -> None:
    by_hand = chances_by_hand(total_odds(count, sides), steps)
    assert race_chances(count, sides, steps) == pytest.approx(
        {total: float(chance) for total, chance in by_hand.items()}, abs=1e-12
    )


@pytest.mark.parametrize(("steps", "share"), [(5, 0.32), (10, 0.41), (20, 0.53)])
def test_seven_wins_as_often_as_the_lesson_says(steps: int, share: float) -> None:
    """The shares of the teaching notes were simulated, within 1 %."""
    chances = race_chances(2, 6, steps)
    assert chances[7] == pytest.approx(share, abs=0.01)
    assert sum(chances.values()) == pytest.approx(1)
    assert [chances[total] for total in range(2, 7)] == [chances[14 - t] for t in range(2, 7)]


@pytest.mark.parametrize(("count", "sides", "steps"), [(2, 6, 5), (1, 6, 3), (2, 4, 10)])
def test_a_race_ends_when_its_winner_is_there(count: int, sides: int, steps: int) -> None:
    winners = race_winners("otter", count, sides, steps, 50)
    for number, winner in enumerate(winners.tolist()):
        rolled = race("otter", count, sides, steps, number)
        made = Counter(rolled)
        assert rolled[-1] == winner
        assert made[winner] == steps
        assert all(n < steps for total, n in made.items() if total != winner)
        longest = longest_race(len(total_odds(count, sides)), steps)
        totals = many_totals("otter", count, sides, longest, number * longest)
        assert rolled == totals[: len(rolled)].tolist()


def test_many_races_come_near_the_exact_chances() -> None:
    races = 2000
    won = Counter(race_winners("badger", 2, 6, 5, races).tolist())
    for total, chance in race_chances(2, 6, 5).items():
        assert abs(won[total] - races * chance) < 4.5 * (races * chance * (1 - chance)) ** 0.5 + 1


def test_too_many_horses_are_refused() -> None:
    assert len(total_odds(3, 20)) > MOST_HORSES >= len(total_odds(2, 20))
    with pytest.raises(ValueError, match="horses"):
        race_chances(3, 20, 5)


# ---- the odds of totals ----


@pytest.mark.parametrize(("count", "sides"), [(1, 20), (2, 12), (3, 8), (5, 6), (9, 2)])
def test_the_odds_of_totals_are_counted_roll_by_roll(count: int, sides: int) -> None:
    rolls = product(range(1, sides + 1), repeat=count)
    assert total_odds(count, sides) == dict(sorted(Counter(map(sum, rolls)).items()))


def test_the_odds_of_the_largest_dice() -> None:
    odds = total_odds(9, 20)
    assert sum(odds.values()) == 20**9
    assert [odds[total] for total in (9, 10, 180)] == [1, 9, 1]
    assert all(odds[total] == odds[189 - total] for total in odds)
