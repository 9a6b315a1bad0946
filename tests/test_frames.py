"""Every documented column is there and means what is written, against counting by hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from io import BytesIO
from itertools import chain, combinations, pairwise, product
from random import Random

import numpy as np
import pandas as pd
import pytest
from boxes import (
    BAG_RULES,
    EXHAUSTIVE_BOXES,
    LARGE_BOXES,
    OTHER_RULES,
    SOLVED_BOXES,
    Drawings,
    by_id,
    chances,
    cut,
    positions,
    random_turn,
    rolls,
    slow_box,
    states,
)

from shutbox import (
    OBJECTIVES,
    VARIANTS,
    Objective,
    Roll,
    Solution,
    TileSet,
    Turn,
    Variant,
    analyse,
    dice_counts,
    legal_moves,
    parse_turn,
    solve,
    tile_set,
    tiles_in,
)
from shutbox.dice import Bag
from shutbox.frames import (
    FIRST_SHARE,
    MOST_SHARES,
    TurnRow,
    counts_frame,
    csv_bytes,
    doubles_frame,
    equation,
    fit_frame,
    mean_frame,
    moves_frame,
    rolls_of,
    running_frame,
    steps_frame,
    streaks_frame,
    turns_frame,
    waterfall_frame,
    ways_frame,
)
from shutbox.solver import same_value
from shutbox.sums import Streak, doubles_test, many_totals

each_objective = pytest.mark.parametrize("objective", OBJECTIVES)


def documented_columns(function: Callable[..., object]) -> list[str]:
    """The names before the colons under ``Columns:`` of a docstring."""
    lines = (function.__doc__ or "").partition("Columns:")[2].splitlines()
    named = [
        line.partition(" (")[0].partition(":")[0] for line in lines if line.startswith(" " * 8)
    ]
    return [
        name.strip() for line in named if not line.startswith(" " * 9) for name in line.split(",")
    ]


def situations(variant: Variant) -> list[tuple[TileSet, Roll, Drawings]]:
    """Positions with rolls that they allow: all of a small box, 150 of a larger one."""
    every = [
        (position, faces, drawn)
        for position, drawn in states(variant)
        for count in dice_counts(variant, position, drawn)
        for faces in chances(variant, count, drawn)
    ]
    return every if len(every) <= 200 else Random(variant.id).sample(every, 150)


# ---- equations ----


def test_an_equation_is_an_addition() -> None:
    assert equation(tile_set([9, 1, 4])) == "1 + 4 + 9"
    assert equation(tile_set([12])) == "12"
    assert equation(0) == ""


# ---- the moves of a roll ----


def check_moves(solution: Solution, position: TileSet, dice: Roll, drawn: Drawings = ()) -> None:
    moves = legal_moves(solution.variant, position, dice, first=position == solution.variant.start)
    chosen = moves[-1] if moves else None
    frame = moves_frame(solution, position, dice, chosen, drawn)
    values = {move: solution.value(position & ~move, (*drawn, dice)) for move in moves}
    best = solution.best_moves(position, dice, drawn)

    assert list(frame.columns) == documented_columns(moves_frame)
    assert list(frame["rank"]) == list(range(1, len(moves) + 1))
    assert sorted(frame["tiles"]) == sorted(moves)
    assert list(frame["move"]) == [equation(move) for move in frame["tiles"]]
    assert list(frame["value"]) == [values[move] for move in frame["tiles"]]
    assert list(frame["best"]) == [move in best for move in frame["tiles"]]
    assert list(frame["chosen"]) == [move == chosen for move in frame["tiles"]]
    sign = 1 if solution.objective == "score" else -1
    for loss, value, is_best in zip(frame["loss"], frame["value"], frame["best"], strict=True):
        assert loss == pytest.approx(sign * (value - values[best[0]]), abs=1e-9)
        assert (loss == 0) == is_best
    check_order(list(frame["tiles"]), list(frame["loss"]), values, moves)


def check_order(
    order: list[TileSet],
    losses: list[float],
    values: dict[TileSet, float],
    moves: tuple[TileSet, ...],
) -> None:
    """Best first; where values tie, in the order of the rules."""
    assert losses == pytest.approx(sorted(losses), rel=1e-9)
    for upper, lower in pairwise(order):
        if same_value(values[upper], values[lower]):
            assert moves.index(upper) < moves.index(lower), (equation(upper), equation(lower))


@each_objective
@by_id(SOLVED_BOXES)
def test_the_moves_of_a_roll(variant: Variant, objective: Objective) -> None:
    solution = solve(variant, objective)
    for position, dice, drawn in situations(variant):
        check_moves(solution, position, dice, drawn)


@by_id([*OTHER_RULES, *BAG_RULES])
def test_the_moves_of_a_roll_under_other_rules(variant: Variant) -> None:
    solution = solve(variant)
    for position, dice, drawn in situations(variant)[:60]:
        check_moves(solution, position, dice, drawn)


def test_ties_keep_the_order_of_the_rules() -> None:
    """All positions and rolls of a box in which many moves tie."""
    solution = solve(VARIANTS["classic"], "shut")
    for position in positions(solution.variant):
        for dice in rolls(2, 6):
            values = solution.move_values(position, dice)
            tied = len(values) > len({round(v, 12) for v in values.values()})
            if tied and position.bit_count() > 6:
                frame = moves_frame(solution, position, dice)
                moves = legal_moves(solution.variant, position, dice)
                check_order(list(frame["tiles"]), list(frame["loss"]), values, moves)


def test_without_a_legal_move_there_are_columns_and_no_row() -> None:
    frame = moves_frame(solve(VARIANTS["classic"]), tile_set([1]), (6, 6))
    assert list(frame.columns) == documented_columns(moves_frame)
    assert len(frame) == 0


def test_no_move_is_chosen_while_the_roll_waits() -> None:
    assert not moves_frame(solve(VARIANTS["classic"]), tile_set([3, 4, 7]), (3, 4))["chosen"].any()


# ---- the steps of a turn ----


def turns(variant: Variant) -> list[Turn]:
    """Random turns, over and cut short, with and without a roll on the table."""
    random = Random(variant.id)
    whole = [random_turn(variant, random) for _ in range(8)]
    short = [
        cut(turn, len(turn.steps) // 2, on_the_table=n % 2 == 0) for n, turn in enumerate(whole)
    ]
    return [*whole, *short]


@each_objective
@by_id(SOLVED_BOXES)
def test_the_steps_of_a_turn(variant: Variant, objective: Objective) -> None:
    for turn in turns(variant):
        analysis = analyse(turn, objective)
        rows = steps_frame(analysis).to_dict("records")
        assert [row["step"] for row in rows] == list(range(1, len(rows) + 1))
        for row, step in zip(rows, analysis.steps, strict=True):
            assert row["dice"] == step.dice
            assert (row["before"], row["rolled"]) == (step.value_before, step.value_rolled)
            assert (row["after"], row["luck"]) == (step.value_after, step.luck)
            assert (row["dice_loss"], row["move_loss"]) == (step.dice_loss, step.move_loss)
            assert row["loss"] == row["dice_loss"] + row["move_loss"]


def test_a_move_is_a_set_of_tiles_0_when_stuck_and_none_while_the_roll_waits() -> None:
    played = Turn(VARIANTS["two-dice"]).play((6, 6), tile_set([3, 9]))
    waits = steps_frame(analyse(played.roll((5, 4))))["move"]
    assert waits[0] == tile_set([3, 9])
    assert waits[1] is None
    stuck = steps_frame(analyse(parse_turn("two-dice_6.6-1.2.9_6.5-5.6_5.3-8_6.6-")))["move"]
    assert stuck.tolist() == [tile_set([1, 2, 9]), tile_set([5, 6]), tile_set([8]), 0]


@pytest.mark.parametrize("rolled", [False, True])
def test_the_columns_of_the_steps_are_there_from_the_first_roll_on(rolled: bool) -> None:
    turn = Turn(VARIANTS["classic"])
    frame = steps_frame(analyse(turn.roll((6, 6)) if rolled else turn))
    assert list(frame.columns) == documented_columns(steps_frame)


# ---- ways ----


def sets_by_hand(variant: Variant, total: int) -> int:
    tiles, box = tiles_in(variant.start), slow_box(variant)
    sets = chain.from_iterable(combinations(tiles, size) for size in range(1, len(tiles) + 1))
    rolls = [] if total == variant.ending_total else rolls_by_hand(variant, total)
    return sum(
        sum(chosen) == total and any(box.allows(faces, frozenset(chosen)) for faces in rolls)
        for chosen in sets
    )


def every_roll(variant: Variant) -> list[Roll]:
    """Every equally likely first roll, dice told apart; of a bag every pick of single things."""
    if isinstance(variant.dice, Bag):
        picks = combinations(variant.dice.contents, variant.dice.at_once)
        return [tuple(chain(*pick)) for pick in picks]
    return list(product(range(1, variant.dice.sides + 1), repeat=variant.dice.count))


def rolls_by_hand(variant: Variant, total: int) -> list[Roll]:
    return [dice for dice in every_roll(variant) if sum(dice) == total]


def totals(variant: Variant) -> list[int]:
    return sorted(set(map(sum, every_roll(variant))))


countable = by_id([*EXHAUSTIVE_BOXES, *OTHER_RULES, *BAG_RULES])


@countable
def test_the_ways_to_every_total(variant: Variant) -> None:
    frame = ways_frame(variant)
    assert list(frame.columns) == documented_columns(ways_frame)
    assert list(frame["total"]) == totals(variant)
    assert list(frame["shut"]) == [sets_by_hand(variant, total) for total in totals(variant)]
    assert list(frame["roll"]) == [len(rolls_by_hand(variant, total)) for total in totals(variant)]
    assert frame["roll"].sum() == len(every_roll(variant))


@by_id(LARGE_BOXES)
def test_the_ways_of_a_large_box(variant: Variant) -> None:
    """Too many rolls to list: they are counted die by die, sets tile by tile."""
    count, sides = variant.dice.count, variant.dice.sides
    ways, sets = Counter({0: 1}), Counter({0: 1})
    for _ in range(count):
        following: Counter[int] = Counter()
        for total, number in ways.items():
            for face in range(1, sides + 1):
                following[total + face] += number
        ways = following
    for tile in variant.tiles:
        sets += Counter({total + tile: n for total, n in sets.items()})
    frame = ways_frame(variant)
    assert dict(zip(frame["total"], frame["roll"], strict=True)) == ways
    assert list(frame["shut"]) == [sets[total] for total in frame["total"]]
    assert frame["roll"].sum() == sides**count


@countable
def test_the_rolls_of_every_total(variant: Variant) -> None:
    for total in totals(variant):
        found = rolls_of(variant, total)
        if isinstance(variant.dice, Bag):
            assert found == sorted({tuple(sorted(d)) for d in rolls_by_hand(variant, total)})
        else:
            assert found == rolls_by_hand(variant, total)


@countable
def test_a_total_that_the_dice_cannot_show_has_no_roll(variant: Variant) -> None:
    for total in (-1, totals(variant)[0] - 1, totals(variant)[-1] + 1):
        assert rolls_of(variant, total) == []


# ---- which rolls fit ----


@by_id([*EXHAUSTIVE_BOXES[:4], *OTHER_RULES])
def test_the_rolls_that_fit_are_those_with_a_move(variant: Variant) -> None:
    box = slow_box(variant)
    every = sorted(positions(variant))
    for position in Random(variant.id).sample(every, min(20, len(every))):
        tiles = frozenset(tiles_in(position))
        frame = fit_frame(variant, position, variant.dice.count)
        assert list(frame.columns) == documented_columns(fit_frame)
        fits: Counter[int] = Counter()
        for dice in every_roll(variant):
            can_move = sum(dice) != variant.ending_total and any(
                box.allows(dice, frozenset(chosen))
                for size in range(1, len(tiles) + 1)
                for chosen in combinations(tiles, size)
            )
            fits[sum(dice)] += can_move
        assert list(frame["total"]) == totals(variant)
        assert list(frame["fit"]) == [fits[total] for total in totals(variant)]
        assert frame["roll"].sum() == len(every_roll(variant))


def fitting(*tiles: int) -> int:
    return int(fit_frame(VARIANTS["two-dice"], tile_set(tiles), 2)["fit"].sum())


def test_the_rule_of_eleven_and_what_else_the_lesson_says() -> None:
    """Teaching notes, lesson 9: any two tiles up to 7 that make 7 or more fit 11 of 36 rolls."""
    pairs = {pair: fitting(*pair) for pair in combinations(range(1, 10), 2)}
    eleven = {pair for pair in pairs if max(pair) <= 7 <= sum(pair)}
    assert {pairs[pair] for pair in eleven} == {11}
    assert pairs[7, 8] == 11
    assert max(pairs.values()) == 11
    assert [fitting(1), fitting(3, 4, 5), fitting(4, 5, 8, 9)] == [0, 25, 17]
    fours = [tiles for tiles in combinations(range(1, 10), 4) if fitting(*tiles) == 36]
    assert len(fours) == 9
    assert (1, 2, 4, 5) in fours
    for tile in range(2, 7):
        assert fitting(tile) == tile - 1
        one_die = fit_frame(VARIANTS["classic"], tile_set([tile]), 1)
        assert (one_die["fit"].sum(), one_die["roll"].sum()) == (1, 6)


# ---- the totals of many rolls ----


def test_counts_are_counts_and_what_to_expect_is_the_chance_of_all() -> None:
    rolled = many_totals("otter", 2, 6, 720)
    chances = {total: len(rolls_of(VARIANTS["classic"], total)) / 36 for total in range(2, 13)}
    frame = counts_frame(rolled, chances)
    seen = Counter(rolled.tolist())
    assert list(frame.columns) == documented_columns(counts_frame)
    assert dict(zip(frame["total"], frame["count"], strict=True)) == {t: seen[t] for t in chances}
    assert list(frame["expected"]) == pytest.approx([20, 40, 60, 80, 100, 120, 100, 80, 60, 40, 20])


@pytest.mark.parametrize("number", [0, 1, FIRST_SHARE - 1, FIRST_SHARE, 11, 250, 10_000])
def test_running_shares_are_those_of_the_first_rolls(number: int) -> None:
    rolled = many_totals("otter", 2, 6, number)
    frame = running_frame(rolled, 7, 1 / 6)
    assert list(frame.columns) == documented_columns(running_frame)
    assert len(frame) <= MOST_SHARES
    assert frame["at"].is_unique
    assert frame.empty == (number < FIRST_SHARE)
    assert set(frame["at"][-1:]) <= {number}
    for row in frame.to_dict("records"):
        first = rolled[: row["at"]].tolist()
        assert row["came"] == first.count(7)
        assert row["share"] == pytest.approx(first.count(7) / len(first))
        deviation = (1 / 6 * 5 / 6 / len(first)) ** 0.5
        assert row["low"] == pytest.approx(max(0, 1 / 6 - 2 * deviation))
        assert row["high"] == pytest.approx(1 / 6 + 2 * deviation)


@pytest.mark.parametrize("number", [0, 1, 2, 250, 3_000])
def test_averages_are_those_of_the_first_turns(number: int) -> None:
    scores = many_totals("otter", 2, 6, number).tolist()
    frame = mean_frame(scores, 7, 2.4)
    assert list(frame.columns) == documented_columns(mean_frame)
    assert len(frame) <= MOST_SHARES
    assert frame["at"].is_unique
    assert [list(frame["at"][:1]), list(frame["at"][-1:])] == [
        [1] * bool(number),
        [number][:number],
    ]
    for row in frame.to_dict("records"):
        first = scores[: row["at"]]
        assert row["share"] == pytest.approx(sum(first) / len(first))
        assert row["high"] - row["exact"] == pytest.approx(4.8 / len(first) ** 0.5)
        assert row["low"] == pytest.approx(14 - row["high"])


def test_the_band_is_as_wide_as_the_lesson_says() -> None:
    """Teaching notes, lesson 10: one standard deviation is 6.2 % at 36 rolls, 0.4 % at 10,000."""
    for number, deviation in ((36, 0.062), (300, 0.022), (10_000, 0.004)):
        last = running_frame(np.full(number, 7), 7, 1 / 6).iloc[-1]
        assert (last["high"] - 1 / 6) / 2 == pytest.approx(deviation, abs=0.0005)


def test_streaks_that_never_were_have_no_share() -> None:
    frame = streaks_frame([Streak(0, 8, 2), Streak(1, 4, 1), Streak(2, 0, 0)], 0.25)
    assert list(frame.columns) == documented_columns(streaks_frame)
    assert frame[["at", "times", "came", "share", "exact"]].to_numpy().tolist() == [
        [0, 8, 2, 0.25, 0.25],
        [1, 4, 1, 0.25, 0.25],
    ]
    assert streaks_frame([Streak(0, 0, 0)], 0.25).empty


def test_the_doubles_that_two_ideas_expect() -> None:
    frame = doubles_frame(doubles_test(6, 300), 54)
    assert list(frame.columns) == documented_columns(doubles_frame)
    assert list(frame["idea"]) == ["ordered", "seen", "unordered"]
    assert list(frame["count"]) == pytest.approx([50, 54, 600 / 7])
    assert list(frame["low"]) == pytest.approx([37.09, 54, 70.07], abs=0.01)
    assert list(frame["high"]) == pytest.approx([62.91, 54, 101.36], abs=0.01)
    assert frame["low"].between(0, 300).all()


def test_frames_hold_numbers_as_numbers() -> None:
    """Charts read these types: a number that has become an object is drawn as a word."""
    moves = moves_frame(solve(VARIANTS["classic"]), VARIANTS["classic"].start, (6, 6))
    assert all(pd.api.types.is_integer_dtype(moves[name]) for name in ("rank", "tiles"))
    assert all(pd.api.types.is_float_dtype(moves[name]) for name in ("value", "loss"))
    assert all(pd.api.types.is_bool_dtype(moves[name]) for name in ("best", "chosen"))
    assert all(map(pd.api.types.is_integer_dtype, ways_frame(VARIANTS["classic"]).dtypes))


# ---- a turn as a waterfall ----


@pytest.mark.parametrize("objective", OBJECTIVES)
@by_id(SOLVED_BOXES)
def test_the_waterfall_goes_from_the_start_value_to_the_value_now_without_a_gap(
    variant: Variant, objective: Objective
) -> None:
    better = -1 if objective == "score" else 1
    for seed in range(3):
        analysis = analyse(random_turn(variant, Random(seed)), objective)
        frame = waterfall_frame(analysis)
        assert (frame["part"].iloc[0], frame["part"].iloc[-1]) == ("start", "now")
        assert frame["end"].iloc[0] == analysis.start_value
        assert frame["end"].iloc[-1] == analysis.value
        near = pytest.approx
        bars = list(frame.itertuples())
        for before, bar in pairwise(bars[:-1]):
            assert bar.start == near(before.end, abs=1e-9)
            change = better * bar.amount if bar.part == "luck" else -better * bar.amount
            assert bar.end - bar.start == near(change, abs=1e-9)
        assert bars[-2].end == near(analysis.value, abs=1e-9)
        sums = frame.groupby("part")["amount"].sum()
        assert sums.get("luck", 0) == near(analysis.total_luck, abs=1e-9)
        assert sums.get("dice", 0) + sums.get("move", 0) == near(analysis.total_loss, abs=1e-9)
        luck = frame[frame["part"] == "luck"]
        assert list(luck["step"]) == list(range(1, len(analysis.steps) + 1))


# ---- many turns, and files of them ----


def test_many_turns_have_the_numbers_of_their_analyses() -> None:
    turns = [random_turn(VARIANTS["classic"], Random(seed)) for seed in range(5)]
    analyses = [analyse(turn, "shut") for turn in turns]
    rows = [TurnRow.of(analysis) for analysis in analyses]
    frame = turns_frame([2, 3, 5, 7, 9, 11], [*rows, TurnRow("card-box", 40, False)])
    assert list(frame["number"]) == [2, 3, 5, 7, 9, 11]
    for row, analysis in zip(frame.itertuples(), analyses, strict=False):
        assert (row.box, row.score, row.is_over) == ("classic", analysis.turn.score, True)
        assert (row.luck, row.loss) == (analysis.total_luck, analysis.total_loss)
        assert (row.adjusted, row.best_share) == (analysis.luck_adjusted, analysis.best_share)
    assert frame.iloc[-1][["luck", "loss", "adjusted", "best_share"]].isna().all()


def test_a_csv_file_is_read_back_as_it_was_and_numbers_are_numbers() -> None:
    frame = pd.DataFrame(
        {"name": ["a", "b, c", 'd "e"', "é\nf"], "n": [-3, 0, 12, 7], "x": [-0.5, 1.25, None, 3.0]}
    )
    data = csv_bytes(frame)
    assert data.startswith(b"\xef\xbb\xbf")
    assert b"-0.5" in data
    assert b"'-" not in data
    pd.testing.assert_frame_equal(pd.read_csv(BytesIO(data), encoding="utf-8-sig"), frame)


@pytest.mark.parametrize("sign", ["=", "+", "-", "@", "\t", "\r", "\n"])
def test_no_cell_or_heading_of_a_csv_file_is_a_formula(sign: str) -> None:
    data = csv_bytes(pd.DataFrame({f"{sign}heading": [f"{sign}1+1", f"1{sign}1"]}))
    back = pd.read_csv(BytesIO(data), encoding="utf-8-sig", dtype=str, lineterminator=None)
    assert list(back.columns) == [f"'{sign}heading"]
    assert list(back.iloc[:, 0]) == [f"'{sign}1+1", f"1{sign}1"]
