"""What every chart has to be: constant in its specification, in words, and readable by everyone."""

from __future__ import annotations

import inspect
import pkgutil
import re
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from itertools import combinations
from types import ModuleType
from typing import Any, get_args
from xml.etree import ElementTree

import numpy as np
import pandas as pd
import pytest
from apptest import ROOT, encodings, lines

from shutbox import (
    OBJECTIVES,
    VARIANTS,
    Objective,
    analyse,
    charts,
    i18n,
    parse_turn,
    score_distribution,
    solve,
    tile_set,
    tiles_in,
    total_odds,
)
from shutbox.charts import (
    best_move,
    both_aims,
    doubles,
    duel,
    every_position,
    from_here,
    race,
    roll_costs,
    same_dice,
    scores,
    shares,
    still_in,
    tile_worth,
    totals,
    turns,
    two_boxes,
    waterfall,
    ways,
)
from shutbox.charts.best_move import digits_to_tell
from shutbox.charts.theme import PALETTES, ROLES, Mode, role_scale
from shutbox.frames import (
    TurnRow,
    counts_frame,
    doubles_frame,
    mean_frame,
    moves_frame,
    running_frame,
    scores_frame,
    streaks_frame,
    turns_frame,
    waterfall_frame,
    ways_frame,
)
from shutbox.positions import aims_frame, positions_frame, worth_frame
from shutbox.simulate import Simulation
from shutbox.sums import doubles_test, many_totals, streaks
from shutbox.ui.charts import picture

CLASSIC = VARIANTS["classic"]
EN, PSEUDO = i18n.language("en"), i18n.language(i18n.PSEUDO)
MODES: tuple[Mode, ...] = get_args(Mode)

Json = dict[str, Any]


# ---- every chart ----


@dataclass(frozen=True)
class Sample:
    """A chart with options, and the rows it may get."""

    module: ModuleType
    options: dict[str, str]
    rows: Callable[[i18n.Language], pd.DataFrame]

    def __str__(self) -> str:
        return "-".join([self.module.__name__.rpartition(".")[2], *self.options.values()])


def _moves(objective: Objective) -> pd.DataFrame:
    chosen = tile_set([4, 8])
    return moves_frame(solve(CLASSIC, objective), CLASSIC.start, (6, 6), chosen)


def _samples() -> Iterator[Sample]:
    for objective in OBJECTIVES:
        yield Sample(
            best_move,
            {"objective": objective},
            lambda t, objective=objective: best_move.rows(_moves(objective), t, objective),
        )
    for kind in ("shut", "roll", "draw"):
        column = "shut" if kind == "shut" else "roll"
        yield Sample(
            ways,
            {"kind": kind},
            lambda t, column=column: ways.rows(ways_frame(CLASSIC), t, column, 7),
        )
    yield from _review_samples()

    yield from _samples_of_positions()


def _samples_of_positions() -> Iterator[Sample]:
    """The charts of the page Best move."""
    four = VARIANTS["four"]
    for objective in OBJECTIVES:
        yield Sample(
            every_position,
            {"objective": objective},
            lambda t, objective=objective: every_position.rows(
                positions_frame(solve(four, objective)), t, objective, 5
            ),
        )
        yield Sample(
            tile_worth,
            {"objective": objective},
            lambda t, objective=objective: tile_worth.rows(
                worth_frame(solve(CLASSIC, objective), 5), t, objective
            ),
        )
    yield Sample(
        both_aims,
        {},
        lambda t: both_aims.rows(aims_frame(CLASSIC, CLASSIC.start, (6, 6)), t),
    )
    distributions = [score_distribution(solve(four, objective)) for objective in OBJECTIVES]
    yield Sample(two_boxes, {}, lambda t: two_boxes.rows(*distributions, t))


def _review_samples() -> Iterator[Sample]:
    turn = parse_turn("classic_5.5-3.7_5.4-9_4.3-1.2.4_2.6-8_4-")
    for objective in OBJECTIVES:
        frame = waterfall_frame(analyse(turn, objective))
        yield Sample(
            waterfall,
            {"objective": objective},
            lambda t, frame=frame, objective=objective: waterfall.rows(
                frame, t, objective, is_over=True
            ),
        )
        many = turns_frame([1, 2, 3], [TurnRow.of(analyse(turn, objective))] * 3)
        for measure in turns.MEASURES:
            yield Sample(
                turns,
                {"measure": measure, "objective": objective},
                lambda t, many=many, measure=measure, objective=objective: turns.rows(
                    many, t, measure, objective
                ),
            )
    yield Sample(
        same_dice,
        {},
        lambda t: same_dice.rows(t, ["a", "b", "c"], [0, 12, 9], ["best", "yours", "other"]),
    )
    ends = score_distribution(solve(CLASSIC), tile_set([1, 2, 9]))
    yield Sample(from_here, {}, lambda t: from_here.rows(ends, t, 9))


def _samples_of_sums() -> Iterator[Sample]:
    chances = {total: ways / 36 for total, ways in total_odds(2, 6).items()}
    rolled = many_totals("otter", 2, 6, 300)
    counts = counts_frame(rolled, chances)
    for kind in ("rolls", "wins"):
        yield Sample(totals, {"kind": kind}, lambda t: totals.rows(counts, t, 7, is_shown=True))
    yield Sample(race, {"steps": "5"}, lambda t: race.rows(counts, t, 7, 5))
    shares_of = {
        "running": running_frame(rolled, 7, 1 / 6),
        "streak": streaks_frame(streaks(rolled, 7, 8), 1 / 6),
        "mean": mean_frame(rolled.tolist(), 7, 2.4),
    }
    for kind, frame in shares_of.items():
        yield Sample(
            shares,
            {"kind": kind},
            lambda t, kind=kind, frame=frame: shares.rows(frame, t, kind),
        )
    frame = doubles_frame(doubles_test(6, 300), 54)
    yield Sample(doubles, {}, lambda t: doubles.rows(frame, t, 6))


def _simulated_samples() -> Iterator[Sample]:
    """The charts of the page Simulate."""
    counts = {0: 3, 5: 20, 9: 40, 45: 1}
    played = Simulation(counts, shut=3)
    chances = {score: count / 64 for score, count in counts.items()}
    for known, exact in (("exact", chances), ("simulated", None)):
        yield Sample(
            scores,
            {"known": known},
            lambda t, exact=exact: scores.rows(scores_frame(played, 45, exact), t, 7.9, 12),
        )
    yield Sample(still_in, {}, lambda t: still_in.rows((1, 0.9, 0.4, 0), (1, 0.5, 0), t, 1))
    yield Sample(roll_costs, {}, lambda t: roll_costs.rows((5.65, 2.6, 0.0), t))
    shares, errors = (0.2, 0.1, 0.7), (0.01, 0.02, 0.03)
    yield Sample(duel, {}, lambda t: duel.rows(("A", "=", "B"), shares, shares, errors, t))


SAMPLES = [*_samples(), *_samples_of_sums(), *_simulated_samples()]
"""A new chart needs a line here; the tests below then hold for it."""

MOST_ROWS = 5000
"""Altair takes no more into a specification."""

each_sample = pytest.mark.parametrize("sample", SAMPLES, ids=str)
each_mode = pytest.mark.parametrize("mode", MODES)


def specification(
    sample: Sample, rows: pd.DataFrame, mode: Mode = "light", t: i18n.Language = EN
) -> Json:
    """The specification apart from its rows."""
    spec: Json = sample.module.chart(rows, t, mode, **sample.options).to_dict()
    del spec["data"]
    spec.pop("datasets", None)
    return spec


def test_every_chart_is_tested() -> None:
    modules = [
        import_module(f"shutbox.charts.{m.name}") for m in pkgutil.iter_modules(charts.__path__)
    ]
    assert {m for m in modules if hasattr(m, "chart")} == {sample.module for sample in SAMPLES}


@each_sample
def test_a_chart_is_called_in_the_common_way(sample: Sample) -> None:
    """So that `shutbox.ui.charts.show` can build the specification once."""
    parameters = inspect.signature(sample.module.chart).parameters
    assert list(parameters)[:3] == ["rows", "t", "mode"]
    options = [p for p in parameters.values() if p.kind == p.KEYWORD_ONLY]
    assert {p.name for p in options} == set(sample.options)
    assert len(parameters) == 3 + len(options)


@each_mode
@each_sample
def test_the_specification_does_not_depend_on_the_rows(sample: Sample, mode: Mode) -> None:
    rows = sample.rows(EN)
    few = specification(sample, rows.head(2), mode)
    assert specification(sample, pd.DataFrame(columns=list(rows.columns)), mode) == few
    assert specification(sample, rows.head(0), mode) == few
    if mode == MODES[0]:
        many = pd.concat([rows] * (MOST_ROWS // len(rows)), ignore_index=True)
        assert specification(sample, many, mode) == few


@each_sample
def test_every_column_that_a_chart_shows_is_in_its_rows(sample: Sample) -> None:
    rows = sample.rows(EN)
    spec = specification(sample, rows)
    fields = {d["field"] for _, d in encodings(spec) if isinstance(d.get("field"), str)}
    assert fields <= set(rows.columns)
    assert re.findall(r"datum\.(\w+)", str(spec)) == [
        name for name in re.findall(r"datum\.(\w+)", str(spec)) if name in rows.columns
    ]


@each_sample
def test_the_documented_columns_are_there(sample: Sample) -> None:
    lines = (sample.module.rows.__doc__ or "").partition("Columns:")[2].splitlines()
    named = [re.sub(r" \([^)]*\)", "", line).partition(":")[0] for line in lines]
    documented = [name.strip() for line in named if line.strip() for name in line.split(",")]
    assert set(sample.rows(EN).columns) == set(documented)


@each_sample
def test_every_axis_and_the_whole_chart_have_words(sample: Sample) -> None:
    spec = specification(sample, sample.rows(EN))
    assert len(spec["description"].split()) >= 5
    for channel, definition in encodings(spec):
        if channel in ("x", "y", "tooltip"):
            assert all(line.strip() for line in lines(definition["title"])), definition
            assert lines(definition["title"]), definition


@each_sample
def test_every_word_of_a_chart_is_translated(sample: Sample) -> None:
    spec = specification(sample, sample.rows(PSEUDO), t=PSEUDO)
    titles = [spec.get("title"), *(d.get("title") for _, d in encodings(spec))]
    words = [spec["description"], *(line for title in titles for line in lines(title))]
    assert all(word == f"⟦{word.strip('⟦⟧')}⟧" for word in words)


@each_sample
def test_every_mark_has_a_description_and_a_role(sample: Sample) -> None:
    rows = sample.rows(EN)
    assert rows["description"].str.strip().ne("").all()
    assert rows["description"].is_unique
    assert set(rows["kind"]) <= set(ROLES)


@each_sample
def test_every_layer_is_read_aloud_once(sample: Sample) -> None:
    """One layer carries the descriptions; the others are hidden from screen readers."""
    layers = specification(sample, sample.rows(EN))["layer"]
    spoken = [layer for layer in layers if layer["mark"].get("aria") is not False]
    assert len(spoken) == 1
    assert spoken[0]["encoding"]["description"]["field"] == "description"


@each_sample
def test_a_chart_is_drawn_without_any_network(sample: Sample) -> None:
    rows = sample.rows(EN)
    spec = specification(sample, rows)
    drawn = [picture(spec, rows, "SVG") for _ in range(2)]
    # Vega numbers its clip paths on and on.
    one, other = (re.sub(rb"clip\d+", b"clip", svg) for svg in drawn)
    assert one == other
    root = ElementTree.fromstring(one)
    text = " ".join(root.itertext())
    for line in lines(spec.get("title", [])):
        assert line in text
    marks = {"path", "rect", "circle", "line", "text"}
    assert sum(node.tag.rpartition("}")[2] in marks for node in root.iter()) >= len(rows)
    assert picture(spec, rows, "PNG").startswith(b"\x89PNG")


# ---- the chart of moves ----


@pytest.mark.parametrize("objective", OBJECTIVES)
def test_best_and_own_moves_are_marked_by_word_and_sign(objective: Objective) -> None:
    for chosen in _moves(objective)["tiles"]:
        moves = moves_frame(solve(CLASSIC, objective), CLASSIC.start, (6, 6), chosen)
        rows = best_move.rows(moves, EN, objective)
        for best, own, label, description in zip(
            moves["best"], moves["chosen"], rows["label"], rows["description"], strict=True
        ):
            for text in (label, description):
                assert (("best" in text), ("★" in text)) == (best, best)
                assert (("yours" in text), ("✓" in text)) == (own, own)


def test_the_kinds_of_moves() -> None:
    moves = moves_frame(solve(CLASSIC), CLASSIC.start, (6, 6), tile_set([4, 8]))
    rows = best_move.rows(moves, EN, "score")
    kinds = dict(zip(moves["tiles"], rows["kind"], strict=True))
    assert [move for move, kind in kinds.items() if kind == "yours"] == [tile_set([4, 8])]
    assert [move for move, kind in kinds.items() if kind == "best"] == list(
        solve(CLASSIC).best_moves(CLASSIC.start, (6, 6))
    )


def test_a_best_move_that_is_chosen_counts_as_best_and_keeps_its_outline() -> None:
    best = solve(CLASSIC).best_moves(CLASSIC.start, (6, 6))[0]
    rows = best_move.rows(moves_frame(solve(CLASSIC), CLASSIC.start, (6, 6), best), EN, "score")
    assert (rows["kind"][0], bool(rows["chosen"][0])) == ("best", True)


def test_labels_are_values_in_the_unit_of_the_objective() -> None:
    points = best_move.rows(_moves("score"), EN, "score")
    chances = best_move.rows(_moves("shut"), EN, "shut")
    for label, value in zip(points["label"], points["value"], strict=True):
        assert float(label.split()[0]) == pytest.approx(value, abs=0.0501)
    for label, value in zip(chances["label"], chances["value"], strict=True):
        assert float(label.split()[0].removesuffix("%")) == pytest.approx(value * 100, abs=0.0501)


# ---- how many decimals ----


@pytest.mark.parametrize(
    ("values", "digits"),
    [
        ([], 1),
        ([1.0], 1),
        ([1.0, 2.0, 3.0], 1),
        ([1.0, 1.0], 1),
        ([1.01, 1.02], 2),
        ([1.011, 1.012], 3),
        ([1.0, 1.0004], 1),
        ([1.0111, 1.0112], 1),
        ([5.5, 1.011, 1.012], 3),
    ],
)
def test_as_many_decimals_as_it_takes(values: list[float], digits: int) -> None:
    assert digits_to_tell(values) == digits


def test_different_values_look_different() -> None:
    """All pairs from 0 to 2 in steps of 0.005; the labels are rounded as `digits_to_tell` does."""
    values = [n / 200 for n in range(401)]
    shown = {digits: [EN.number(value, digits) for value in values] for digits in (1, 2, 3)}
    for one, other in combinations(range(len(values)), 2):
        digits = digits_to_tell([values[one], values[other]])
        assert shown[digits][one] != shown[digits][other], (values[one], values[other])


# ---- the chart of ways ----


@pytest.mark.parametrize("column", ["shut", "roll"])
def test_the_chosen_total_is_marked_by_colour_and_sign(column: str) -> None:
    frame = ways_frame(CLASSIC)
    for chosen in frame["total"]:
        rows = ways.rows(frame, EN, column, chosen)
        marked = [total == chosen for total in rows["total"]]
        assert [kind == "yours" for kind in rows["kind"]] == marked
        assert ["✓" in label for label in rows["label"]] == marked
        assert list(rows["ways"]) == list(frame[column])


def test_where_the_numbers_of_ways_are_crowded_only_the_chosen_total_has_one() -> None:
    rows = ways.rows(ways_frame(VARIANTS["card-box"]), EN, "roll", 30)
    assert [label for label in rows["label"] if label] == ["✓ 740,619"]
    assert rows["description"][0] == "Total 9: 1 way"


def test_a_bar_of_ways_in_words() -> None:
    rows = ways.rows(ways_frame(CLASSIC), EN, "roll", 7)
    assert rows["description"][0] == "Total 2: 1 way"
    assert rows["description"][5] == "Total 7: 6 ways"


# ---- the charts of dice sums ----


def test_what_to_expect_is_not_even_in_the_rows_while_it_is_hidden() -> None:
    counts = counts_frame(many_totals("otter", 1, 6, 60), dict.fromkeys(range(1, 7), 1 / 6))
    hidden, shown = (totals.rows(counts, EN, None, is_shown=is_shown) for is_shown in (False, True))
    assert set(hidden["expected"]) == {0}
    assert not hidden["shown"].any()
    assert list(shown["expected"]) == pytest.approx([10] * 6)
    assert not any("expected" in text for text in hidden["description"])
    assert all("10.0 expected" in text for text in shown["description"])
    assert not hidden["guess"].any()
    assert set(hidden["kind"]) == {"other"}


def test_a_guess_has_a_colour_a_line_and_a_word() -> None:
    counts = counts_frame(many_totals("otter", 1, 6, 60), dict.fromkeys(range(1, 7), 1 / 6))
    rows = totals.rows(counts, EN, 4, is_shown=False)
    for total, kind, guess, text in zip(
        rows["total"], rows["kind"], rows["guess"], rows["description"], strict=True
    ):
        assert [kind == "yours", guess, "your guess" in text] == [total == 4] * 3


@pytest.mark.parametrize("number", [0, 1, 9, 10, 99, 5_000, 10_000, 10**8])
def test_the_scale_has_room_for_the_highest_bar_and_its_number(number: int) -> None:
    counts = pd.DataFrame({"total": [1, 2], "count": [number, 0], "expected": [0.0, number / 2]})
    rooms = set(totals.rows(counts, EN, None, is_shown=True)["room"])
    assert len(rooms) == 1
    assert 1.1 * number <= rooms.pop() <= max(5, 1.7 * number)


def test_the_horse_that_is_there_has_a_star() -> None:
    counts = pd.DataFrame({"total": [6, 7, 8], "count": [2, 5, 1], "expected": [0.0] * 3})
    rows = race.rows(counts, EN, 8, 5)
    assert list(rows["label"]) == ["♞ 2", "♞ 5 ★", "♞ 1 ✓"]
    assert list(rows["description"]) == [
        "Horse 6: 2 steps",
        "Horse 7: 5 steps, the winner",
        "Horse 8: 1 step, your guess",
    ]


def test_the_bars_of_the_doubles_test_in_words() -> None:
    rows = doubles.rows(doubles_frame(doubles_test(6, 300), 54), EN, 6)
    assert list(rows["description"]) == [
        "Expected if order counts (6 of 36): 50.0",
        "Doubles that came: 54",
        "Expected if it did not (6 of 21): 85.7",
    ]


def test_shares_in_words() -> None:
    rolled = np.array([7, 2, 3, 7, 5, 6, 7, 8, 9, 10])
    running = shares.rows(running_frame(rolled, 7, 1 / 6), EN, "running")
    assert list(running["description"]) == ["3 of the first 10 rolls: 30.0%"]
    assert list(running["label"]) == ["exact: 16.7%"]
    after = shares.rows(streaks_frame(streaks(rolled, 7, 2), 1 / 6), EN, "streak")
    assert list(after["description"]) == [
        "After 0 rolls without it, it came 3 of 10 times: 30.0%",
        "After 1 roll without it, it came 2 of 6 times: 33.3%",
        "After 2 rolls without it, it came 2 of 3 times: 66.7%",
    ]
    means = shares.rows(mean_frame([10, 3], 11.16, 9), EN, "mean")
    assert list(means["description"]) == ["1 turn: 10.0 points", "2 turns: 6.5 points"]
    assert list(means["label"]) == ["exact: 11.2", ""]


# ---- the charts of the page Best move ----


@pytest.mark.parametrize("objective", OBJECTIVES)
def test_the_bars_of_both_aims_tell_the_best_and_what_the_others_lose(objective: Objective) -> None:
    moves = aims_frame(CLASSIC, CLASSIC.start, (6, 6))
    rows = both_aims.rows(moves, EN)
    kind = "kind" if objective == "score" else "shut_kind"
    assert rows[objective].tolist() == moves[objective].tolist()
    unit, sign = (1, 1) if objective == "score" else (100, -1)
    for row, move in zip(rows.to_dict("records"), moves.to_dict("records"), strict=True):
        label = row[f"{objective}_label"].replace("−", "-")
        assert (row[kind] == "best") == ("★ best" in label) == move[f"{objective}_best"]
        value, _, rest = label.replace("%", "").partition("  ")
        assert float(value) == pytest.approx(move[objective] * unit, abs=0.051)
        assert row[f"{objective}_short"].startswith(value)
        if row[kind] != "best":
            loss = sign * move[f"{objective}_loss"] * unit
            assert float(rest.strip("()")) == pytest.approx(loss, abs=0.051)


def test_the_position_of_the_editor_is_marked_among_all() -> None:
    frame = positions_frame(solve(CLASSIC))
    rows = every_position.rows(frame, EN, "score", tile_set([2, 6]))
    (marked,) = rows[rows["chosen"]].to_dict("records")
    assert (marked["tiles"], marked["sum"], marked["kind"]) == ("34", 8, "yours")
    assert rows["kind"].value_counts()["yours"] == 1
    assert rows["value"].tolist() == frame["value"].tolist()


def test_worths_of_tiles_are_in_points_or_percentage_points() -> None:
    for objective, unit in (("score", 1), ("shut", 100)):
        worth = worth_frame(solve(CLASSIC, objective), 5)  # type: ignore[arg-type]
        rows = tile_worth.rows(worth, EN, objective)  # type: ignore[arg-type]
        assert rows["here"].tolist() == pytest.approx([v * unit for v in worth["here"]])
        assert rows["average"].tolist() == pytest.approx([v * unit for v in worth["average"]])
        opened = [
            tile for tile, kind in zip(rows["tile"], rows["kind"], strict=True) if kind == "yours"
        ]
        assert tuple(opened) == tiles_in(5)


def test_one_box_stands_up_and_the_other_hangs_down() -> None:
    this, that = {0: 0.25, 3: 0.75}, {0: 0.5, 4: 0.5}
    rows = two_boxes.rows(this, that, EN)
    up, down = rows[rows["kind"] == "yours"], rows[rows["kind"] == "other"]
    assert dict(zip(up["score"], up["share"], strict=True)) == this
    assert dict(zip(down["score"], -down["share"], strict=True)) == that


# ---- colours (WCAG 2.2, 1.4.3 and 1.4.11) ----

THEME = tomllib.loads((ROOT / ".streamlit/config.toml").read_text("utf-8"))["theme"]
BAR_OPACITY = 0.95
"""Of the marks of `best_move`; the fill of the chosen move is lighter, its outline is not."""


def channels(colour: str) -> tuple[float, ...]:
    return tuple(int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))


def blended(colour: str, page: str, opacity: float) -> tuple[float, ...]:
    pairs = zip(channels(colour), channels(page), strict=True)
    return tuple(opacity * mark + (1 - opacity) * ground for mark, ground in pairs)


def luminance(rgb: tuple[float, ...]) -> float:
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in rgb]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: tuple[float, ...], other: tuple[float, ...]) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_the_formula_of_contrast() -> None:
    assert contrast(channels("#000000"), channels("#ffffff")) == pytest.approx(21)
    assert contrast(channels("#777777"), channels("#ffffff")) == pytest.approx(4.48, abs=0.005)


@each_mode
def test_words_of_charts_can_be_read(mode: Mode) -> None:
    page = channels(THEME[mode]["backgroundColor"])
    assert contrast(channels(PALETTES[mode].text), page) >= 4.5


@each_mode
@pytest.mark.parametrize("role", ROLES)
def test_marks_can_be_seen(mode: Mode, role: str) -> None:
    page, mark = THEME[mode]["backgroundColor"], getattr(PALETTES[mode], role)
    assert contrast(channels(mark), channels(page)) >= 3
    assert contrast(blended(mark, page, BAR_OPACITY), channels(page)) >= 3


@each_mode
def test_words_of_the_page_can_be_read(mode: Mode) -> None:
    theme = THEME[mode]
    for ground in ("backgroundColor", "secondaryBackgroundColor"):
        for words in ("textColor", "linkColor", "primaryColor"):
            assert contrast(channels(theme[words]), channels(theme[ground])) >= 4.5, (words, ground)
        assert contrast(channels(theme["borderColor"]), channels(theme[ground])) >= 3, ground


@each_mode
def test_the_roles_have_their_colours_in_order(mode: Mode) -> None:
    scale = role_scale(mode).to_dict()
    assert scale["domain"] == list(ROLES)
    assert scale["range"] == [getattr(PALETTES[mode], role) for role in ROLES]
    assert len(set(scale["range"])) == len(ROLES)


@each_sample
def test_no_bar_but_the_outlined_one_is_pale(sample: Sample) -> None:
    """The opacity by which `test_marks_can_be_seen` reckons is the one of the charts."""
    for layer in specification(sample, sample.rows(EN))["layer"]:
        opacity = layer["encoding"].get("opacity", {"value": 1})
        assert opacity["value"] >= BAR_OPACITY
        condition = opacity.get("condition", {"value": 1})
        assert condition["value"] >= BAR_OPACITY or "yours" in condition["test"]


# ---- luck and loss, other hands, endings, many turns ----


def test_the_waterfall_calls_good_luck_up_bad_luck_down_and_a_loss_yours() -> None:
    for objective in OBJECTIVES:
        analysis = analyse(parse_turn("classic_5.5-3.7_5.4-9_4.3-1.2.4_2.6-8_4-"), objective)
        frame = waterfall_frame(analysis)
        rows = waterfall.rows(frame, EN, objective, is_over=True)
        for part, amount, kind, label in zip(
            frame["part"], frame["amount"], rows["kind"], rows["label"], strict=True
        ):
            shown = EN.percent(abs(amount)) if objective == "shut" else EN.number(abs(amount), 1)
            if part in ("start", "now"):
                assert (kind, label) == ("other", shown)
            elif part == "luck" and float(shown.rstrip("%")):
                sign, word = ("▲", "lucky") if amount > 0 else ("▼", "unlucky")
                assert kind == ("up" if amount > 0 else "down")
                assert label == f"{sign} {shown} {word}"
            elif part != "luck":
                assert (kind, label) == ("yours", f"✓ {shown} lost")


def test_the_actual_score_has_a_bar_even_where_best_play_never_ends_there() -> None:
    rows = from_here.rows({0: 0.25, 3: 0.75}, EN, 7)
    assert list(rows["score"]) == [0, 3, 7]
    assert list(rows["kind"]) == ["other", "other", "yours"]
    assert list(rows["label"]) == ["", "", "✓ yours: 0.0%"]
    assert from_here.rows({0: 1.0}, EN, None)["kind"].tolist() == ["other"]


def test_many_turns_share_points_and_the_line_is_the_average_so_far() -> None:
    scores = list(range(1000))
    many = turns_frame(range(1, 1001), [TurnRow("classic", score, True) for score in scores])
    rows = turns.rows(many, EN, "score", "score")
    assert len(rows) == turns.MOST_POINTS
    assert rows.iloc[1][["first", "last", "value"]].tolist() == [6, 10, 7.0]
    assert rows["mean"].iloc[1] == sum(scores[:10]) / 10
    assert rows["description"].iloc[1] == "Turns 6 to 10: 7.0 on average"
    assert turns.rows(many, EN, "adjusted", "score").empty
