"""Estimates agree with exact solutions, repeat themselves, and answer as solutions do."""

from __future__ import annotations

from dataclasses import replace
from math import fsum

import pytest
from boxes import EXHAUSTIVE_BOXES, by_id

import shutbox.estimate as estimate_module
from shutbox import (
    OBJECTIVES,
    VARIANTS,
    Dice,
    FewerDice,
    MoveRule,
    RuleError,
    Scoring,
    Variant,
    legal_moves,
    move_sets,
    roll,
    solve,
    tile_set,
    total_odds,
)
from shutbox.estimate import SHORTLIST, Estimates, _outcomes, estimate

ERRORS = 4.5


def box(tiles: int, dice: int, **rules: object) -> Variant:
    settings = {"fewer_dice": FewerDice.NEVER, **rules}
    return Variant(id="x", tiles=tuple(range(1, tiles + 1)), dice=Dice(dice, 6), **settings)


DOMINO_BOX, CARD_BOX = box(36, 6), box(54, 9)
KNOWN = {
    "12/2": box(12, 2),
    "12/3": box(12, 3),
    "16/3": box(16, 3),
    "16/4": box(16, 4),
    "16/2 fewer": box(16, 2, fewer_dice=FewerDice.HIGH_TILES_SHUT),
    "15/3 low sum": box(15, 3, fewer_dice=FewerDice.LOW_SUM, fewer_dice_forced=True),
    "14/3 two tiles": box(14, 3, most_tiles=2),
    "14/3 count": box(14, 3, scoring=Scoring.COUNT),
    "14/3 first": box(14, 3, first_tile=3, ending_total=10),
    "12 thai": box(12, 2, moves=MoveRule.ONE_TILE),
    "12 junior": box(12, 2, moves=MoveRule.TOTAL_BOTH_OR_ONE),
    "12 differences": box(12, 2, moves=MoveRule.SUM_OR_DIFFERENCE),
    "high tiles": Variant(
        id="x", tiles=tuple(range(11, 17)), dice=Dice(3, 6), fewer_dice=FewerDice.NEVER
    ),
}
each_known = pytest.mark.parametrize("variant", KNOWN.values(), ids=KNOWN)


def turn(variant: Variant, seed: str, choose) -> list[tuple[int, tuple[int, ...], int]]:
    """Positions, rolls and moves of a turn; the move is 0 where it is stuck."""
    position, steps = variant.start, []
    while position and (not steps or steps[-1][2]):
        dice = roll(seed, len(steps), variant)
        moves = legal_moves(variant, position, dice, not steps)
        move = choose(position, dice, moves) if moves else 0
        steps.append((position, dice, move))
        position &= ~move
    return steps


@each_known
@pytest.mark.parametrize("objective", OBJECTIVES)
def test_values_are_right_within_their_errors(variant, objective):
    exact, guess = solve(variant, objective), estimate(variant, objective)
    steps = turn(variant, "values", lambda position, dice, moves: moves[0])
    for position in {variant.start, *(step[0] for step in steps)}:
        distance = abs(guess.value(position) - exact.value(position))
        assert distance <= ERRORS * guess.error(position) + 1e-9


@each_known
def test_advice_is_near_best_play(variant):
    exact, guess = solve(variant), estimate(variant, games=1024)
    losses, worst = [], []
    for number in range(8):
        steps = turn(
            variant,
            f"advice-{number}",
            lambda position, dice, moves: guess.best_moves(position, dice)[0],
        )
        for position, dice, move in steps:
            if move:
                values = exact.move_values(position, dice)
                losses.append(values[move] - min(values.values()))
                worst.append(max(values.values()) - min(values.values()))
    assert fsum(losses) <= 0.03 * fsum(worst) + 1e-9


@pytest.mark.parametrize("objective", OBJECTIVES)
def test_low_positions_are_exact(objective):
    variant = replace(box(16, 2), fewer_dice=FewerDice.HIGH_TILES_SHUT)
    exact, guess = solve(variant, objective), estimate(variant, objective)
    position = tile_set([1, 2, 3, 5, 6])
    assert guess.error(position) == 0
    assert guess.value(position) == pytest.approx(exact.value(position))
    assert guess.dice_values(position) == pytest.approx(exact.dice_values(position))
    assert guess.move_values(position, (2, 4)) == pytest.approx(exact.move_values(position, (2, 4)))
    assert guess.best_moves(position, (2, 4)) == exact.best_moves(position, (2, 4))
    assert guess.roll_value(position, (6, 6)) == pytest.approx(exact.roll_value(position, (6, 6)))
    assert guess.roll_value(1, (6, 6)) == guess.final_value(1) == exact.final_value(1)


@by_id([v for v in EXHAUSTIVE_BOXES if isinstance(v.dice, Dice)])
def test_small_named_boxes_are_right(variant):
    exact, guess = solve(variant), estimate(variant, games=512)
    error = guess.error(variant.start)
    assert abs(guess.start_value - exact.start_value) <= ERRORS * error + 1e-9
    assert (error == 0) == (variant.start < 1 << 10)


@pytest.mark.parametrize("variant", [DOMINO_BOX, CARD_BOX], ids=["domino", "card"])
@pytest.mark.parametrize("objective", OBJECTIVES)
def test_luck_and_loss_add_up_to_the_score(variant, objective):
    guess = estimate(variant, objective, games=128)
    sign = 1 if objective == "score" else -1
    lucks, losses = [], []
    for position, dice, move in turn(variant, "sum", lambda position, dice, moves: moves[-1]):
        best = guess.roll_value(position, dice, also=(move,) if move else ())
        after = guess.value(position & ~move) if move else guess.final_value(position)
        losses.append(guess.loss(after, best))
        lucks.append(sign * (guess.value(position) - best))
        assert losses[-1] == pytest.approx(sign * (after - best), abs=1e-9)
    end = position & ~move
    total = guess.start_value + sign * (fsum(losses) - fsum(lucks))
    final = guess.final_value(end)
    assert total == pytest.approx(final, abs=1e-6)


def test_only_a_shortlist_and_the_named_moves_are_looked_at():
    guess = estimate(CARD_BOX, games=64)
    dice = (6, 6, 6, 6, 6, 5, 5, 5, 5)
    odd = tile_set([1, 2, 3, 4, 5, 6, 7, 22])
    plain = guess.move_values(CARD_BOX.start, dice)
    named = guess.move_values(CARD_BOX.start, dice, also=[odd])
    assert len(plain) == SHORTLIST
    assert named == {**plain, odd: guess.value(CARD_BOX.start ^ odd)}
    assert odd not in guess.best_moves(CARD_BOX.start, dice, also=[odd])
    with pytest.raises(RuleError):
        guess.move_values(CARD_BOX.start, dice, also=[tile_set([1, 2])])


def test_moves_within_the_error_are_all_best():
    guess = estimate(box(16, 3), games=256)
    for number in range(20):
        for position, dice, move in turn(guess.variant, f"t{number}", lambda p, d, m: m[0]):
            values, best = guess.move_values(position, dice), guess.best_moves(position, dice)
            assert bool(best) == bool(move)
            if best:
                least = min(values, key=values.__getitem__)
                assert least in best
                for one in values:
                    error = guess.error_of_difference(position & ~one, position & ~least)
                    if one not in best:
                        assert values[one] - values[least] > 2 * error
                    elif not error:
                        assert guess.is_best(values[one], values.values())


def test_where_the_box_is_never_shut_the_score_decides():
    dice = (6, 5, 4, 3, 2, 1)
    shut, points = estimate(DOMINO_BOX, "shut", games=256), estimate(DOMINO_BOX, games=256)
    assert set(shut.move_values(DOMINO_BOX.start, dice).values()) == {0.0}
    assert shut.error(DOMINO_BOX.start) > 0
    assert shut.best_moves(DOMINO_BOX.start, dice) == points.best_moves(DOMINO_BOX.start, dice)


def test_values_do_not_depend_on_what_was_asked_before():
    position = DOMINO_BOX.start & ~tile_set([21, 3, 7])
    first = estimate(DOMINO_BOX, games=100).value(position)
    estimate_module._play.cache_clear()
    estimate_module._estimate.cache_clear()
    guess = estimate(DOMINO_BOX, games=100)
    guess.best_moves(DOMINO_BOX.start, (1, 2, 3, 4, 5, 6))
    assert guess.value(position) == first == 344.57


def test_outcomes_are_those_of_the_rules():
    for variant in (box(17, 4), box(12, 3, most_tiles=2, ending_total=8, first_tile=4)):
        odds = total_odds(variant.dice.count, 6)
        for first in (False, True):
            found = _outcomes(variant, first)
            assert [weight for _, weight in found] == [odds[total] for total in sorted(odds)]
            for (sets, _), total in zip(found, sorted(odds), strict=True):
                count, rest = divmod(total - variant.dice.count, 5)
                faces = [6] * count + [1] * (variant.dice.count - count)
                if count < variant.dice.count:
                    faces[-1] += rest
                allowed = move_sets(variant, tuple(faces), first)
                assert set(sets.tolist()) == set(allowed)


def test_digits_of_54_tiles_are_floats():
    guess: Estimates = estimate(replace(CARD_BOX, scoring=Scoring.DIGITS), games=64)
    assert 1e30 < guess.start_value < guess.final_value(CARD_BOX.start) < 1e100


def test_refuses():
    guess = estimate(box(17, 3, shut_at_start=(17,)), games=16)
    with pytest.raises(ValueError, match="objective"):
        estimate(CARD_BOX, "points")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="games"):
        estimate(CARD_BOX, games=1)
    with pytest.raises(ValueError, match="too many sets"):
        estimate(replace(CARD_BOX, dice=Dice(3, 40)))
    with pytest.raises(ValueError, match="draws from a bag"):
        estimate(VARIANTS["dominoes"])
    with pytest.raises(RuleError):
        guess.value(tile_set([17]))
    with pytest.raises(RuleError):
        guess.value(tile_set([18]))
    with pytest.raises(RuleError):
        guess.move_values(guess.variant.start, (1, 1))
    with pytest.raises(ValueError, match="shut"):
        guess.dice_values(0)
