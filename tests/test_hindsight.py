"""Other ways to play the same dice, against every way there is."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from boxes import RULES, by_id, cut, random_turn

from shutbox import PLAYERS, VARIANTS, Player, Turn, Variant, parse_turn, solve
from shutbox.dice import Bag
from shutbox.hindsight import best_with_hindsight, known_rolls, same_dice

BOXES = [*(v for v in VARIANTS.values() if len(v.tiles) <= 9), *RULES.values()]


def every_end(turn: Turn) -> Iterator[Turn]:
    """Every way to play the known rolls of a turn, as far as they go."""
    rolls = known_rolls(turn)
    ways = [Turn(turn.variant, seed=turn.seed)]
    while ways:
        way = ways.pop()
        if way.is_over or len(way.steps) == len(rolls):
            yield way
            continue
        dice = rolls[len(way.steps)]
        for count in way.dice_counts:
            if count > len(dice):
                yield way
                continue
            rolled = way.roll(dice[:count])
            ways += [rolled.shut(move) for move in rolled.legal_moves] or [rolled]


def check_best(turn: Turn) -> None:
    best = best_with_hindsight(turn)
    assert best is not None
    ends = list(every_end(turn))
    assert best in ends
    assert best.score == min(end.score for end in ends)
    if any(end.is_over and end.score == best.score for end in ends):
        assert best.is_over or isinstance(turn.variant.dice, Bag)


@by_id(BOXES)
def test_nobody_could_have_come_lower_with_the_dice_of_a_seed(variant: Variant) -> None:
    for seed in ("otter-1", "otter-2"):
        check_best(Turn(variant, seed=seed))


@by_id(BOXES)
def test_nobody_could_have_come_lower_with_the_rolls_that_came(variant: Variant) -> None:
    random = Random(variant.id)
    for _ in range(3):
        turn = random_turn(variant, random)
        check_best(turn)
        check_best(cut(turn, len(turn.steps) // 2, on_the_table=True))


def test_the_best_in_a_large_box_is_legal_and_not_above_what_the_hard_player_comes_to() -> None:
    turn = Turn(VARIANTS["twelve"], seed="otter-5")
    best = best_with_hindsight(turn)
    assert best is not None
    assert best.is_over
    assert best.score <= same_dice(turn, PLAYERS["hard"], Random(1)).score


def test_where_it_takes_too_long_there_is_no_answer() -> None:
    assert best_with_hindsight(Turn(VARIANTS["card-box"], seed="otter-1")) is None


def test_the_example_of_the_rules_page_could_not_be_played_better() -> None:
    example = parse_turn("two-dice_5.4-9_6.6-4.8_2.1-3_6.5-5.6_4.4-1.7_3.5-")
    best = best_with_hindsight(example)
    assert best is not None
    assert (best.score, best.is_over) == (2, True)


@pytest.mark.parametrize("player", PLAYERS.values(), ids=lambda player: player.name)
def test_a_player_gets_the_same_dice_to_the_end(player: Player) -> None:
    for variant in BOXES:
        turn = Turn(variant, seed="otter-3")
        played = same_dice(turn, player, Random(1))
        assert played.seed == turn.seed
        assert played.is_over or isinstance(variant.dice, Bag)


def test_without_a_seed_the_rolls_run_out() -> None:
    first = parse_turn("classic_6.6-3.9")
    hard = same_dice(first, PLAYERS["hard"], Random(1))
    assert [step.dice for step in hard.steps] == [(6, 6)]
    assert not hard.is_over
    best = solve(first.variant).best_moves(first.variant.start, (6, 6))
    assert hard.steps[0].move in best


def test_a_roll_that_waits_is_known_too() -> None:
    assert known_rolls(parse_turn("classic_6.6-3.9_5.4")) == ((6, 6), (5, 4))
