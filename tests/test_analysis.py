from __future__ import annotations

from fractions import Fraction
from math import fsum, isclose
from random import Random

import pytest
from boxes import (
    BAG_BOXES,
    BAG_RULES,
    DICE_BOXES,
    OTHER_RULES,
    RULES,
    SMALL_BOXES,
    SOLVED_BOXES,
    by_id,
    chances,
    cut,
    drawn_before,
    from_bag,
    random_turn,
    reachable_turns,
    states,
)

from shutbox import (
    OBJECTIVES,
    VARIANTS,
    Dice,
    FewerDice,
    Objective,
    Solution,
    Turn,
    TurnAnalysis,
    Variant,
    advice,
    analyse,
    legal_moves,
    parse_turn,
    score_distribution,
    solve,
    tile_set,
)

CLASSIC = VARIANTS["classic"]
DISTRIBUTED_BAGS = [v for v in BAG_RULES if v.start.bit_count() <= 5]
"""With more tiles the distribution takes long: it tells all draws apart."""
DICE_OR_TINY = [
    *(variant for variant in DICE_BOXES if variant.start.bit_count() <= 6),
    *(variant for variant in BAG_RULES if variant.start.bit_count() <= 3),
]
each_objective = pytest.mark.parametrize("objective", OBJECTIVES)


def check_ledger(turn: Turn, analysis: TurnAnalysis) -> None:
    """Start value, luck and losses lead to the value after every step, and to the end."""
    better = -1 if analysis.objective == "score" else 1
    exactness = 1e-9 * max(1, abs(analysis.start_value))
    running = analysis.start_value
    for step in analysis.steps:
        assert abs(step.value_before - running) <= exactness
        assert step.move_loss >= 0
        assert step.dice_loss >= 0
        assert step.loss == step.dice_loss + step.move_loss
        running += better * (step.luck - step.loss)
        assert abs(step.value_after - running) <= exactness
    assert abs(analysis.value - running) <= exactness
    total = analysis.start_value + better * (analysis.total_luck - analysis.total_loss)
    if turn.is_over:
        end = turn.score if analysis.objective == "score" else turn.is_shut
        assert analysis.value == end
        assert abs(total - end) <= exactness


def check_losses(turn: Turn, analysis: TurnAnalysis) -> None:
    """A loss of 0 and a best choice are the same thing."""
    assert len(analysis.steps) == len(turn.steps)
    improvable, position = 0, turn.variant.start
    for step, played in zip(analysis.steps, turn.steps, strict=True):
        assert (step.open_tiles, step.dice, step.chosen) == (position, played.dice, played.move)
        assert step.drawn == turn.drawn[: turn.steps.index(played)]
        assert (step.move_loss == 0) == (step.chosen in (step.best or (0,)))
        assert (step.dice_loss == 0) == (len(step.dice) in step.best_dice)
        improvable += (step.move_loss > 0) + (step.dice_loss > 0)
        position &= ~played.move
    assert analysis.improvable_choices == improvable


@by_id([variant for variant in SOLVED_BOXES if variant in DICE_BOXES])
def test_start_value_minus_luck_plus_loss_is_the_score_of_10_000_turns(variant: Variant) -> None:
    random = Random(variant.id)
    for _ in range(10_000):
        turn = random_turn(variant, random)
        check_ledger(turn, analyse(turn))


@by_id(BAG_BOXES)
def test_start_value_minus_luck_plus_loss_is_the_score_of_1000_turns(variant: Variant) -> None:
    """Of a bag the analysis takes longer: every draw has its own odds."""
    random = Random(variant.id)
    for n in range(1000):
        turn = random_turn(variant, random, f"seed-{n}" if n % 2 else None)
        check_ledger(turn, analyse(turn))


@by_id([*OTHER_RULES, *BAG_RULES])
def test_the_ledger_holds_by_every_other_rule(variant: Variant) -> None:
    random = Random(variant.id)
    for objective in OBJECTIVES:
        for _ in range(60 if variant in BAG_RULES else 200):
            turn = random_turn(variant, random)
            analysis = analyse(turn, objective)
            check_ledger(turn, analysis)
            check_losses(turn, analysis)


@by_id(SOLVED_BOXES)
def test_start_value_plus_luck_minus_loss_is_whether_the_box_was_shut(variant: Variant) -> None:
    random = Random(variant.id)
    shut = 0
    for _ in range(1000):
        turn = random_turn(variant, random)
        check_ledger(turn, analyse(turn, "shut"))
        shut += turn.is_shut
    assert shut > 0 or solve(variant, "shut").start_value < 0.01


@each_objective
@by_id(SOLVED_BOXES)
def test_no_loss_is_a_best_choice(variant: Variant, objective: Objective) -> None:
    random = Random(variant.id)
    for _ in range(500):
        turn = random_turn(variant, random)
        check_losses(turn, analyse(turn, objective))


@each_objective
@by_id(SOLVED_BOXES)
def test_a_step_is_judged_by_the_solution(variant: Variant, objective: Objective) -> None:
    random, solution = Random(variant.id), solve(variant, objective)
    better = -1 if objective == "score" else 1
    for _ in range(60):
        turn = random_turn(variant, random)
        for step in analyse(turn, objective).steps:
            by_count = solution.dice_values(step.open_tiles, step.drawn)
            average = by_count[len(step.dice)]
            rolled = solution.roll_value(step.open_tiles, step.dice, step.drawn)
            assert step.best == solution.best_moves(step.open_tiles, step.dice, step.drawn)
            assert step.value_before == solution.value(step.open_tiles, step.drawn)
            assert step.value_rolled == rolled
            assert isclose(step.luck, better * (rolled - average), rel_tol=1e-9, abs_tol=1e-12)
            assert step.best_dice == tuple(
                count
                for count, value in by_count.items()
                if solution.is_best(value, by_count.values())
            )
            best_count = solution.best_of(by_count.values())
            loss = better * (best_count - average)
            assert isclose(step.dice_loss, loss, rel_tol=1e-9, abs_tol=1e-11)


@each_objective
@by_id(SOLVED_BOXES)
def test_a_turn_under_way_is_judged_so_far(variant: Variant, objective: Objective) -> None:
    random = Random(variant.id)
    for _ in range(100):
        turn = random_turn(variant, random)
        whole = analyse(turn, objective)
        for steps in range(len(turn.steps)):
            so_far = analyse(cut(turn, steps), objective)
            assert so_far.steps == whole.steps[:steps]
            check_ledger(cut(turn, steps), so_far)
            rolled = cut(turn, steps, on_the_table=True)
            if rolled.dice is None:
                continue
            waiting = analyse(rolled, objective)
            assert waiting.steps[:-1] == whole.steps[:steps]
            last, judged = waiting.steps[-1], whole.steps[steps]
            assert last.chosen is None
            assert last.move_loss == 0
            assert last.value_after == last.value_rolled == waiting.value
            assert (last.luck, last.best, last.dice_loss) == (
                judged.luck,
                judged.best,
                judged.dice_loss,
            )
            check_ledger(rolled, waiting)


@each_objective
@by_id([CLASSIC, *DICE_OR_TINY])
def test_luck_averages_to_nothing(variant: Variant, objective: Objective) -> None:
    for turn in reachable_turns(variant):
        for count in turn.dice_counts:
            luck = []
            for dice, chance in chances(variant, count, drawn_before(variant, turn)).items():
                last = analyse(turn.roll(dice), objective).steps[-1]
                luck.append(chance * last.luck)
            assert abs(fsum(luck)) < 1e-12 * 45


def test_a_turn_that_has_not_begun() -> None:
    analysis = analyse(Turn(CLASSIC))
    assert analysis.steps == ()
    assert analysis.value == analysis.start_value == solve(CLASSIC).start_value
    assert analysis.total_luck == analysis.total_loss == 0
    assert analysis.improvable_choices == 0


def test_a_turn_by_hand() -> None:
    """Tiles 1 and 2, two-sided dice: every value can be found on paper."""
    variant = Variant(id="coins", tiles=(1, 2), dice=Dice(2, 2))
    # One die: 1 or 2, and then the other tile by one die of two, else it stays.
    # Two dice: 1+1 shuts tile 2 and 1+2 shuts both, 2+2 ends the turn.
    one_tile_1, one_tile_2 = Fraction(1, 2), Fraction(2, 2)
    two_dice = (one_tile_1 + 3) / 4
    one_die = (one_tile_1 + one_tile_2) / 2
    start = min(two_dice, one_die)
    assert start == one_die == Fraction(3, 4)

    first, second = analyse(Turn(variant).play((1, 1), tile_set([2])).roll((2,))).steps
    assert first.value_before == start
    assert first.dice_loss == two_dice - one_die == Fraction(1, 8)
    assert first.best_dice == (1,)
    assert first.luck == two_dice - one_tile_1 == Fraction(3, 8)
    assert first.move_loss == 0
    assert second.luck == one_tile_1 - 1
    assert second.chosen == 0
    assert second.best == ()
    assert second.value_after == 1


def test_the_example_turn() -> None:
    analysis = analyse(parse_turn("two-dice_5.4-9_6.6-4.8_2.1-3_6.5-5.6_4.4-1.7_3.5-"))
    solution = solve(analysis.turn.variant)
    start = solution.as_fraction(solution.variant.start)
    assert start == Fraction(27323400707, 2448880128)
    exact_loss = Fraction(0)
    for step in analysis.steps[:-1]:
        values = [
            solution.as_fraction(step.open_tiles & ~move)
            for move in legal_moves(solution.variant, step.open_tiles, step.dice)
        ]
        assert step.chosen is not None
        loss = solution.as_fraction(step.open_tiles & ~step.chosen) - min(values)
        assert isclose(step.loss, loss, abs_tol=1e-12)
        exact_loss += loss
    assert isclose(analysis.total_loss, exact_loss, abs_tol=1e-12)
    assert isclose(analysis.total_luck, start + exact_loss - 2, abs_tol=1e-12)


def test_an_unknown_objective_is_refused() -> None:
    with pytest.raises(ValueError, match="objective"):
        analyse(Turn(CLASSIC), "win")  # type: ignore[arg-type]


@pytest.mark.parametrize("objective", OBJECTIVES)
@pytest.mark.parametrize("id", ["the-300", "domino-box", "card-box"])
def test_luck_and_loss_of_a_large_box_add_up(id: str, objective: Objective) -> None:
    """Exactly in the 300; in the two others of estimates, since each position has one value."""
    for n in range(2):
        turn = random_turn(VARIANTS[id], Random(n), seed=f"otter-{n}")
        analysis = analyse(turn, objective)
        sign = 1 if objective == "score" else -1
        total = analysis.start_value - sign * (analysis.total_luck - analysis.total_loss)
        end = turn.score if objective == "score" else float(turn.is_shut)
        assert total == pytest.approx(end, rel=1e-9, abs=1e-9)
        assert analysis.value == end
        assert all(step.loss >= 0 for step in analysis.steps)
        assert isinstance(advice(VARIANTS[id]), Solution) == (id == "the-300")


def test_an_empty_bag_is_judged_by_what_is_left_open() -> None:
    turn = Turn(RULES["two-dominoes"]).play((0, 1), tile_set([1])).play((2, 1), tile_set([3]))
    assert turn.is_bag_empty
    for objective in OBJECTIVES:
        analysis = analyse(turn, objective)
        check_ledger(turn, analysis)
        check_losses(turn, analysis)
    assert analyse(turn).value == 6
    assert analyse(turn, "shut").value == 0


def test_a_turn_with_a_bag_by_hand() -> None:
    """Tiles 1 to 3, dominoes 0-1 and 1-2: first 1-2, then 0-1."""
    variant = from_bag("by-hand", RULES["two-dominoes"].dice, 3)  # type: ignore[arg-type]
    best = analyse(Turn(variant).play((1, 2), tile_set([3])).play((0, 1), tile_set([1])))
    assert [(step.luck, step.loss) for step in best.steps] == [(0, 0), (0, 0)]
    assert best.steps[1].drawn == ((1, 2),)
    worse = analyse(Turn(variant).play((1, 2), tile_set([1, 2])).roll((0, 1)))
    assert [(step.luck, step.loss) for step in worse.steps] == [(0, 1), (0, 0)]
    assert worse.steps[1].best == ()
    assert worse.value == 3


@each_objective
@by_id(
    [
        *(variant for variant in SMALL_BOXES if variant in DICE_BOXES),
        RULES["first-two"],
        RULES["digits-past-nine"],
        RULES["three-dice"],
        *DISTRIBUTED_BAGS,
    ]
)
def test_the_distribution_of_scores_has_the_value_as_its_mean(
    variant: Variant, objective: Objective
) -> None:
    solution = solve(variant, objective)
    distribution = score_distribution(solution)
    assert list(distribution) == sorted(distribution)
    assert all(0 < chance <= 1 for chance in distribution.values())
    assert isclose(fsum(distribution.values()), 1, rel_tol=1e-12)
    if objective == "score":
        mean = fsum(points * chance for points, chance in distribution.items())
        assert isclose(mean, solution.start_value, rel_tol=1e-12)
    else:
        assert isclose(distribution.get(0, 0), solution.start_value, rel_tol=1e-12)


@each_objective
@by_id(DICE_OR_TINY)
def test_the_distribution_from_every_position(variant: Variant, objective: Objective) -> None:
    solution = solve(variant, objective)
    for position, drawn in states(variant, turns=5):
        distribution = score_distribution(solution, position, drawn)
        assert isclose(fsum(distribution.values()), 1, rel_tol=1e-12)
        if objective == "score":
            value = fsum(points * chance for points, chance in distribution.items())
        else:
            value = distribution.get(0, 0.0)
        assert isclose(value, solution.value(position, drawn), rel_tol=1e-12)
    if variant in DICE_BOXES:
        assert score_distribution(solution, 0) == {0: 1.0}


def test_tied_moves_are_taken_equally_often() -> None:
    """Tile 9 is never shut by one die of three sides, so no move is better for shutting."""
    variant = Variant(id="never", tiles=(1, 2, 3, 9), dice=Dice(1, 3), fewer_dice=FewerDice.NEVER)
    solution = solve(variant, "shut")
    assert solution.best_moves(variant.start, (3,)) == (tile_set([3]), tile_set([1, 2]))
    # On paper: 1 leaves 2, 3, 9; 2 leaves 1, 3, 9; 3 leaves 1, 2, 9 or 3, 9, each half the time.
    by_hand = {9: 8 / 27, 10: 3 / 27, 11: 3 / 27, 12: 7 / 27, 13: 3 / 27, 14: 3 / 27}
    assert score_distribution(solution) == pytest.approx(by_hand, rel=1e-12)


def test_tied_numbers_of_dice_are_rolled_equally_often() -> None:
    """Tile 6 is never shut by two-sided dice; tile 1 is shut by one die, half the time."""
    variant = Variant(id="never", tiles=(1, 6), dice=Dice(2, 2))
    assert score_distribution(solve(variant, "shut")) == {6: 0.25, 7: 0.75}
    assert score_distribution(solve(variant, "score")) == {6: 0.5, 7: 0.5}


# ---- what many turns are compared by ----


@each_objective
@by_id(SMALL_BOXES)
def test_without_luck_a_turn_comes_to_its_start_value_and_its_losses(
    variant: Variant, objective: Objective
) -> None:
    for seed in range(10):
        analysis = analyse(random_turn(variant, Random(seed)), objective)
        sign = 1 if objective == "score" else -1
        without = analysis.start_value + sign * analysis.total_loss
        assert analysis.luck_adjusted == pytest.approx(without, abs=1e-9)


def test_the_share_of_best_moves_and_the_costliest_one_counted_by_hand() -> None:
    judge = solve(CLASSIC)
    worst = max(judge.move_values(CLASSIC.start, (6, 6)).items(), key=lambda item: item[1])[0]
    turn = Turn(CLASSIC).play((6, 6), worst)
    best = judge.best_moves(turn.open_tiles, (4, 5))[0]
    analysis = analyse(turn.play((4, 5), best))
    assert analysis.best_share == 1 / 2
    assert analysis.costliest == 0
    assert analyse(Turn(CLASSIC)).best_share is None
    assert analyse(Turn(CLASSIC)).costliest is None


@each_objective
def test_the_costliest_move_is_the_first_with_the_greatest_loss(objective: Objective) -> None:
    for seed in range(50):
        analysis = analyse(random_turn(CLASSIC, Random(seed)), objective)
        losses = [step.move_loss for step in analysis.steps]
        if max(losses) > 0:
            assert analysis.costliest == losses.index(max(losses))
        else:
            assert analysis.costliest is None
