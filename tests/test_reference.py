"""Published and independently computed values: everything in tests/data/reference.toml."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from fractions import Fraction
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from boxes import as_frozenset, random_turn, rolls, slow_box
from slow_solver import (
    Policy,
    count_paths,
    highest_tile_first,
    policy_values,
    random_legal_move,
)

from shutbox import (
    VARIANTS,
    FewerDice,
    Roll,
    TileSet,
    Turn,
    Variant,
    legal_moves,
    move_sets,
    score,
    score_distribution,
    sets_with_sum,
    solve,
    tile_set,
    tiles_in,
    total_odds,
)
from shutbox.tiles import subsets

REFERENCE: dict[str, Any] = tomllib.loads(
    (Path(__file__).parent / "data" / "reference.toml").read_text("utf-8")
)
TWO_DICE = VARIANTS["two-dice"]
CLASSIC = VARIANTS["classic"]

BOX_OF_SECTION: dict[str, Variant] = {
    "two_dice_9": TWO_DICE,
    "classic_9": CLASSIC,
    "forced_9": VARIANTS["forced"],
    "low_sum_9": VARIANTS["low-sum"],
    "ten_two_dice": replace(VARIANTS["ten"], fewer_dice=FewerDice.NEVER),
    "twelve_two_dice": replace(VARIANTS["twelve"], fewer_dice=FewerDice.NEVER),
    "twelve_classic": VARIANTS["twelve"],
    "six_tiles_one_die": VARIANTS["six"],
}
OBJECTIVE_OF = {"P": "shut", "E": "score"}
OPTIMA = [
    pytest.param(section, key, REFERENCE[section][key], id=f"{section}-{key}")
    for section in BOX_OF_SECTION
    for key in ("P", "E")
    if key in REFERENCE[section]
]
PUBLISHED_DIGITS = 0.51e-6
"""Published decimals are rounded to the sixth."""

ROLL_OF_TOTAL: dict[int, Roll] = {sum(dice): dice for dice in rolls(2, 6)}


def test_no_section_is_forgotten() -> None:
    assert set(REFERENCE) == {*BOX_OF_SECTION, "ways", "paths", "facts"}
    assert len(OPTIMA) == 15


@pytest.mark.parametrize(("section", "key", "expected"), OPTIMA)
def test_optimum(section: str, key: str, expected: str | float) -> None:
    """Durango Bill, FiveThirtyEight's Riddler and Fiddler; see the comments of each section."""
    solution = solve(BOX_OF_SECTION[section], OBJECTIVE_OF[key])  # type: ignore[arg-type]
    exact = solution.as_fraction(solution.variant.start)
    if isinstance(expected, str):
        assert exact == Fraction(expected)
        assert abs(solution.start_value - Fraction(expected)) < 1e-12
    else:
        assert abs(exact - expected) < 0.51e-9
        assert abs(solution.start_value - expected) < 0.51e-9


@pytest.mark.parametrize(("name", "highest"), [("nine", 9), ("ten", 10), ("twelve", 12)])
def test_number_of_sets_by_total(name: str, highest: int) -> None:
    """[ways]: sets of different tiles, by total."""
    box = Variant(id=name, tiles=tuple(range(1, highest + 1)))
    ways = REFERENCE["ways"][name]
    assert [len(sets_with_sum(box.start, total)) for total in range(2, 13)] == ways
    assert [len(move_sets(box, ROLL_OF_TOTAL[total])) for total in range(2, 13)] == ways


def test_sets_in_all_of_nine_and_twelve_tiles() -> None:
    """[ways]: 62 and 68 in all."""
    assert [sum(REFERENCE["ways"][name]) for name in ("nine", "twelve")] == [62, 68]


def test_odds_of_two_dice() -> None:
    """[ways] dice."""
    assert [total_odds(2, 6)[total] for total in range(2, 13)] == REFERENCE["ways"]["dice"]


def test_number_of_paths() -> None:
    """[paths]: different (total, move) sequences from the full box, by length."""
    expected = REFERENCE["paths"]["nine"]
    paths, counts = {TWO_DICE.start: 1}, []
    for _ in expected:
        following: dict[TileSet, int] = {}
        for position, ways in paths.items():
            for dice in ROLL_OF_TOTAL.values():
                for move in legal_moves(TWO_DICE, position, dice):
                    after = position & ~move
                    following[after] = following.get(after, 0) + ways
        counts.append(sum(following.values()))
        paths = following
    assert counts == expected
    assert count_paths(slow_box(TWO_DICE), len(expected)) == expected


def policy_value(objective: str, policy: Policy) -> Fraction:
    """The value of the full box by a fixed policy, over the library's legal moves."""
    values: dict[TileSet, Fraction] = {}
    for position in subsets(TWO_DICE.start):
        end = Fraction(score(TWO_DICE, position) if objective == "score" else position == 0)
        values[position] = Fraction(0) if position else end
        for total, ways in total_odds(2, 6).items() if position else ():
            moves = legal_moves(TWO_DICE, position, ROLL_OF_TOTAL[total])
            chosen = policy([as_frozenset(move) for move in moves]) if moves else ()
            after = [values[position & ~tile_set(move)] for move in chosen] or [end]
            values[position] += Fraction(ways, 36) * sum(after) / len(after)
    return values[TWO_DICE.start]


@pytest.mark.parametrize("key", ["P", "E"])
@pytest.mark.parametrize("policy", [highest_tile_first, random_legal_move])
def test_fixed_policy(policy: Policy, key: str) -> None:
    """[two_dice_9] highest_tile_first and random_legal_move: values of play without a plan."""
    value = policy_value(OBJECTIVE_OF[key], policy)
    expected = REFERENCE["two_dice_9"][policy.__name__][key]
    assert abs(value - expected) < PUBLISHED_DIGITS
    slowly = policy_values(slow_box(TWO_DICE), OBJECTIVE_OF[key], policy)
    assert slowly[frozenset(TWO_DICE.tiles)] == value


def test_best_first_moves() -> None:
    """[two_dice_9] best_first_move_for_P: Durango Bill's table."""
    solution = solve(TWO_DICE, "shut")
    expected = REFERENCE["two_dice_9"]["best_first_move_for_P"]
    assert set(expected) == {str(total) for total in ROLL_OF_TOTAL}
    for total, tiles in expected.items():
        best = solution.best_moves(TWO_DICE.start, ROLL_OF_TOTAL[int(total)])
        assert best == (tile_set(tiles),), total


def test_chances_after_the_best_first_move() -> None:
    """[two_dice_9] P_after_best_first_move: Durango Bill's table."""
    solution = solve(TWO_DICE, "shut")
    for total, chance in REFERENCE["two_dice_9"]["P_after_best_first_move"].items():
        rolled = solution.roll_value(TWO_DICE.start, ROLL_OF_TOTAL[int(total)])
        assert abs(rolled - chance) < PUBLISHED_DIGITS


def test_expected_score_of_a_few_open_tiles() -> None:
    """[two_dice_9] E_of_open: a published blog table."""
    solution = solve(TWO_DICE)
    for tiles, expected in REFERENCE["two_dice_9"]["E_of_open"].items():
        position = tile_set(map(int, tiles.split(",")))
        assert abs(solution.value(position) - expected) < PUBLISHED_DIGITS


def test_distribution_of_scores_under_best_play() -> None:
    """[two_dice_9] best_E_distribution."""
    distribution = score_distribution(solve(TWO_DICE))

    def at_most(limit: int) -> float:
        return sum(chance for points, chance in distribution.items() if points <= limit)

    expected = REFERENCE["two_dice_9"]["best_E_distribution"]
    for key, limit in (("score_0", 0), ("at_most_5", 5), ("at_most_10", 10)):
        assert abs(at_most(limit) - expected[key]) < 0.51e-5


def real_choices(variant: Variant) -> list[tuple[TileSet, Roll, tuple[TileSet, ...]]]:
    """Every (position, total) with more than one legal move of two dice."""
    asked = product(subsets(variant.start), ROLL_OF_TOTAL.values())
    choices = ((p, dice, legal_moves(variant, p, dice)) for p, dice in asked)
    return [choice for choice in choices if len(choice[2]) > 1]


def test_how_often_the_highest_tile_first_is_best() -> None:
    """[facts]: 88.2 % of the 1774 pairs of position and total with a real choice."""
    solution, choices = solve(TWO_DICE), real_choices(TWO_DICE)
    assert len(choices) == 1774
    best = 0
    for position, dice, moves in choices:
        (chosen,) = highest_tile_first([as_frozenset(move) for move in moves])
        best += tile_set(chosen) in solution.best_moves(position, dice)
    assert round(100 * best / len(choices), 1) == 88.2


def test_how_often_moves_tie() -> None:
    """[facts]: for the chance to shut with two dice, 39 pairs have more than one best move."""
    solution = solve(TWO_DICE, "shut")
    tied = [c for c in real_choices(TWO_DICE) if len(solution.best_moves(c[0], c[1])) > 1]
    assert len(tied) == 39


def test_when_one_die_is_better() -> None:
    """[facts]: with 7, 8, 9 shut, exactly when the open tiles add up to 6 or less."""
    solution = solve(CLASSIC, "shut")
    for position in subsets(tile_set(range(1, 7))):
        if position:
            by_count = solution.dice_values(position)
            one_die_is_better = by_count[1] - by_count[2] > 1e-12
            assert one_die_is_better == (sum(tiles_in(position)) <= 6)
            assert abs(by_count[1] - by_count[2]) > 1e-6


def test_low_sum_and_classic_have_the_same_chance() -> None:
    """[low_sum_9]: an exact coincidence of optimal play."""
    chances = [
        solve(VARIANTS[name], "shut").as_fraction(CLASSIC.start) for name in ("classic", "low-sum")
    ]
    assert chances[0] == chances[1]


def test_equal_rolls_leave_equal_totals() -> None:
    """[facts]: everyone still playing has 45 - rolls used left."""
    random, compared = Random(45), 0
    for n in range(300):
        seed = f"class-{n}"
        turns = [random_turn(TWO_DICE, random, seed) for _ in range(5)]
        for steps in range(1, 6):
            playing = [
                Turn(TWO_DICE, turn.steps[:steps], seed)
                for turn in turns
                if len(turn.steps) >= steps and turn.steps[steps - 1].move
            ]
            for turn in playing:
                used = sum(sum(step.dice) for step in turn.steps)
                assert turn.score == 45 - used
                compared += 1
    assert compared > 3000


def test_how_many_rolls_shut_the_box() -> None:
    """[facts]: shutting nine tiles with two dice takes 4 to 8 rolls."""
    lengths: dict[TileSet, set[int]] = {0: {0}}
    for position in subsets(TWO_DICE.start):
        if position:
            lengths[position] = {
                1 + length
                for dice in ROLL_OF_TOTAL.values()
                for move in legal_moves(TWO_DICE, position, dice)
                for length in lengths[position & ~move]
            }
    assert lengths[TWO_DICE.start] == {4, 5, 6, 7, 8}
