"""The position editor and the page Best move: what browsers and links say, what pages answer."""

from __future__ import annotations

import json
from fractions import Fraction
from functools import cache
from typing import Any

import pytest
from apptest import (
    charts,
    component_data,
    fire,
    go_to,
    paragraphs,
    pick,
    rerun,
    start,
    tables,
    visible_texts,
)
from boxes import DICE_BOXES
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from streamlit.testing.v1 import AppTest
from test_pages import escapes

from shutbox import (
    OBJECTIVES,
    VARIANTS,
    Variant,
    dice_counts,
    i18n,
    legal_moves,
    score_distribution,
    solve,
    tile_set,
    tiles_in,
)
from shutbox.positions import aims_frame, can_list, choices_frame, openings_frame, positions_frame
from shutbox.ui.box.position import (
    Position,
    checked,
    parse,
    parse_what_is_sound,
    position_data,
    usual_roll,
)
from shutbox.ui.moves import PARTS, from_here

EN = i18n.language("en")
CLASSIC = VARIANTS["classic"]
EDITOR = "position"

each_dice_box = pytest.mark.parametrize("variant", DICE_BOXES, ids=lambda v: v.id)


# ---- positions from outside ----


@each_dice_box
def test_a_position_in_a_link_is_read_back(variant: Variant) -> None:
    tiles = tiles_in(variant.start)
    for some in (tiles, tiles[:1], tiles[1::2], tiles[:3]):
        opened = tile_set(some)
        held = Position(opened, usual_roll(variant, opened))
        assert parse(variant, held.open_text, held.dice_text) == held
    assert Position(0).open_text == "none"
    assert parse(variant, "none", None) == Position(0)


@pytest.mark.parametrize(
    ("open_text", "dice_text"),
    [
        ("", None),
        ("0", None),
        ("10", None),
        ("1.1", None),
        ("-1", None),
        ("1.2,3", None),
        ("1.x", None),
        ("1.\u0665", None),
        ("1" * 5000, None),
        ("1.2", "7.1"),
        ("1.2", "0.1"),
        ("1.2", ""),
        ("1.2", "1.1.1"),
        ("7", "3"),
    ],
)
def test_damaged_texts_name_no_position(open_text: str, dice_text: str | None) -> None:
    with pytest.raises(ValueError):  # noqa: PT011
        parse(CLASSIC, open_text, dice_text)
    held, is_sound = parse_what_is_sound(CLASSIC, open_text, dice_text)
    assert not is_sound
    assert checked(CLASSIC, list(tiles_in(held.open_tiles)), list(held.dice or ())) == held


HOSTILE: st.SearchStrategy[Any] = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.sampled_from(["", "1.2", "<script>", "\ud800", 10**40, [1, 1], [True], [1.0], [None]])
    | st.lists(st.integers(-1, 60), max_size=60),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(["open", "dice", "number", "__proto__"]), inner, max_size=4
        )
    ),
    max_leaves=12,
)


@given(st.sampled_from(DICE_BOXES), HOSTILE, HOSTILE)
def test_only_positions_of_the_box_pass(variant: Variant, opened: object, dice: object) -> None:
    try:
        held = checked(variant, opened, dice)
    except ValueError:
        return
    assert isinstance(opened, list)
    assert sorted(opened) == list(tiles_in(held.open_tiles))
    assert held.open_tiles & ~variant.start == 0
    if dice is None:
        assert held.dice is None
    else:
        assert held.dice == tuple(dice)  # type: ignore[arg-type]
        assert len(held.dice) in dice_counts(variant, held.open_tiles)
        legal_moves(variant, held.open_tiles, held.dice)


@each_dice_box
def test_what_the_browser_gets_is_plain_and_knows_where_fewer_dice_are_allowed(
    variant: Variant,
) -> None:
    data = position_data(
        variant, Position(variant.start, usual_roll(variant, variant.start)), EN, 0
    )
    assert json.loads(json.dumps(data)) == data
    fewer = data["tables"]["fewer"]
    few = tiles_in(variant.start)[:3]
    for some in (few[:1], few[:2], few, tiles_in(variant.start)):
        counts = fewer.get(".".join(map(str, some)), data["tables"]["counts"])
        assert tuple(counts) == dice_counts(variant, tile_set(some))


# ---- the page ----


def held(at: AppTest) -> Position:
    data = component_data(at, EDITOR)
    return Position(tile_set(data["open"]), None if data["dice"] is None else tuple(data["dice"]))


def test_a_link_names_position_and_roll_and_the_chart_has_their_values() -> None:
    at = start("moves", variant="two-dice", open="1.2.5.8", dice="3.5")
    assert held(at) == Position(tile_set([1, 2, 5, 8]), (3, 5))
    (chart,) = charts(at)
    expected = aims_frame(VARIANTS["two-dice"], tile_set([1, 2, 5, 8]), (3, 5))
    for column in ("move", *OBJECTIVES):
        assert chart.rows[column].tolist() == expected[column].tolist()


def test_exact_fractions_stand_where_they_are_short() -> None:
    at = start("moves", variant="two-dice", open="2.6", dice="1.1")
    (before,) = [text for text in paragraphs(at) if text.startswith("Before the roll")]
    solution = solve(VARIANTS["two-dice"])
    assert f"({solution.as_fraction(tile_set([2, 6]))})" in before
    assert "967/162" in before
    full = start("moves", variant="two-dice")
    assert not any("/" in text for text in paragraphs(full) if text.startswith("Before"))
    assert Fraction(967, 162) == solution.as_fraction(tile_set([2, 6]))


def test_a_tap_in_the_editor_changes_position_link_and_chart() -> None:
    at = start("moves")
    fire(at, EDITOR, position={"open": [1, 2, 3], "dice": [3], "number": 1})
    assert held(at) == Position(7, (3,))
    assert component_data(at, EDITOR)["number"] == 1
    assert at.query_params["open"] == "1.2.3"
    (chart,) = charts(at)
    assert sorted(chart.rows["move"]) == ["1 + 2", "3"]
    (dice,) = [table for table in tables(at) if "Dice" in table.columns]
    by_count = {n: solve(CLASSIC).dice_values(7)[n] for n in (1, 2)}
    assert [float(value.split()[0]) for value in dice["Expected score"]] == [
        pytest.approx(by_count[n], abs=0.0051) for n in (1, 2)
    ]


def test_the_two_aims_disagree_or_agree_in_words() -> None:
    solutions = {objective: solve(CLASSIC, objective) for objective in OBJECTIVES}
    seen = set()
    for tiles, dice in (
        ((1, 2, 3, 4, 5, 6, 7, 8, 9), "6.6"),
        ((1, 2, 3, 5, 6), "2.6"),
        ((1, 2, 4, 5, 6), "5.4"),
    ):
        at = start("moves", open=".".join(map(str, tiles)), dice=dice)
        faces = tuple(map(int, dice.split(".")))
        best = [set(s.best_moves(tile_set(tiles), faces)) for s in solutions.values()]
        said = " ".join(paragraphs(at))
        assert ("disagree" in said) == (not best[0] & best[1])
        assert ("best for both aims" in said) == bool(best[0] & best[1])
        seen.add(bool(best[0] & best[1]))
    assert seen == {True, False}


@cache
def _page() -> AppTest:
    return start("moves", open="1.2.5.8", dice="3.4")


@given(HOSTILE)
@settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_no_message_of_any_shape_harms_the_page(message: object) -> None:
    at = _page()
    before = held(at)
    fire(at, EDITOR, position=message)
    assert [error.value for error in at.exception] == []
    after = held(at)
    if after != before:
        assert isinstance(message, dict)
        assert after.open_tiles == tile_set(message["open"])
    assert after.open_tiles & ~CLASSIC.start == 0


def test_a_message_that_still_names_the_position_before_takes_no_tap_back() -> None:
    at = start("moves", open="1.2.5.8", dice="3.4")
    fire(at, EDITOR, position={"open": [1, 2, 5], "dice": [4, 4], "number": 1})
    rerun(at, open="1.2.5.8", dice="3.4")
    assert held(at) == Position(tile_set([1, 2, 5]), (4, 4))
    assert dict(at.query_params) == {"open": "1.2.5", "dice": "4.4"}
    rerun(at, open="1.2", dice="4.4")
    assert held(at) == Position(3, (4, 4))


def test_a_damaged_link_says_so_and_a_tap_ends_it() -> None:
    at = start("moves", open="1.99", dice="3.4")
    assert [warning.value for warning in at.warning] == [
        "The link names tiles or dice that this box does not have."
    ]
    assert held(at) == Position(CLASSIC.start, (3, 4))
    fire(at, EDITOR, position={"open": [1, 2, 9], "dice": [3, 4], "number": 1})
    assert not at.warning


def test_a_position_is_kept_on_other_pages_and_in_other_boxes_that_have_it() -> None:
    at = start("moves", open="1.2.5.8", dice="3.4")
    go_to(at, "play")
    go_to(at, "moves")
    assert held(at) == Position(tile_set([1, 2, 5, 8]), (3, 4))
    at.selectbox(key="variant-choice").set_value("two-dice").run()
    assert held(at).open_tiles == tile_set([1, 2, 5, 8])
    at.selectbox(key="variant-choice").set_value("six").run()
    assert held(at) == Position(VARIANTS["six"].start, (3,))
    assert not at.warning
    at.selectbox(key="variant-choice").set_value("ten").run()
    assert held(at).open_tiles == VARIANTS["ten"].start


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("name", ["twelve", "dominoes", "card-box", "2012", "digits", "junior"])
def test_every_part_works_or_says_kindly_what_is_not_there(name: str, part: str) -> None:
    at = start("moves", variant=name, lab=part, lang="fr")
    assert [error.value for error in at.exception] == []
    offered = {
        "moves": name != "dominoes",
        **dict.fromkeys(("positions", "tiles", "highest"), can_list(VARIANTS[name])),
        **dict.fromkeys(("openings", "boxes"), name != "card-box"),
    }[part]
    assert bool(at.info) == (not offered or (name, part) == ("card-box", "moves"))


@pytest.mark.parametrize("name", ["classic", "ten", "twelve"])
def test_the_points_are_all_positions_or_those_with_as_many_open_tiles(name: str) -> None:
    variant = VARIANTS[name]
    for objective in OBJECTIVES:
        at = start("moves", variant=name, lab="positions", aim=objective, open="1.2.9")
        (chart,) = charts(at)
        frame = positions_frame(solve(variant, objective))
        if len(frame) > 1024:
            frame = frame[frame["open"] == 3]
        assert chart.rows["tiles"].tolist() == [str(tiles) for tiles in frame["tiles"]]
        assert chart.rows["value"].tolist() == frame["value"].tolist()
        assert len(chart.rows) <= 1024


def test_a_tap_on_a_point_sets_it_up_and_nonsense_does_not() -> None:
    at = start("moves", lab="positions")
    for nonsense in ("x", "-1", "512", "99999", "", None, 5, [1], "٣"):
        pick(at, "every-position", {"position": [{"tiles": nonsense}]})
        assert held(at).open_tiles == CLASSIC.start
    pick(at, "every-position", {"position": [{"tiles": "34", "mark": "511"}]})
    assert held(at) == Position(tile_set([2, 6]))


@pytest.mark.parametrize("objective", OBJECTIVES)
def test_the_mistakes_of_highest_tile_first_are_listed_by_cost(objective: str) -> None:
    solution = solve(VARIANTS["two-dice"], objective)  # type: ignore[arg-type]
    choices = choices_frame(solution)
    wrong = choices[choices["loss"] > 0]
    at = start("moves", variant="two-dice", lab="highest", aim=objective)
    said = " ".join(paragraphs(at))
    assert "1,774 choices" in said
    assert f"wrong in {len(wrong)}" in said
    listed = [b for b in at.button if b.key and b.key.startswith("mistake-")]
    assert len(listed) == 25
    first = ", ".join(map(str, tiles_in(wrong["tiles"].tolist()[0])))
    assert listed[0].label.startswith(f"Open: {first}. For ")
    listed[3].click().run()
    row = wrong.iloc[3]
    assert held(at) == Position(int(row["tiles"]), row["dice"])
    next(b for b in at.button if b.key == "more-mistakes").click().run()
    assert sum(bool(b.key and b.key.startswith("mistake-")) for b in at.button) == 50
    nine = start("moves", variant="two-dice", lab="highest", aim=objective, mistakes="9")
    count = sum(bool(b.key and b.key.startswith("mistake-")) for b in nine.button)
    assert count == min(25, len(wrong[wrong["total"] == 9]))


def test_the_first_moves_are_those_of_the_solution() -> None:
    (table,) = tables(start("moves", variant="two-dice", lab="openings"))
    frame = openings_frame(VARIANTS["two-dice"])
    assert table["Total"].tolist() == [str(total) for total in frame["total"]]
    assert table["To shut the box"].tolist()[-3:] == ["1 + 9", "2 + 9", "3 + 9"]
    assert table["Expected score"].tolist() == [EN.number(v, 3) for v in frame["score_after"]]


@pytest.mark.parametrize("objective", OBJECTIVES)
def test_two_boxes_side_by_side(objective: str) -> None:
    at = start("moves", lab="boxes", variant="two-tiles", against="two-dice", aim=objective)
    (chart,) = charts(at)
    for name, kind, sign in (("two-tiles", "yours", 1), ("two-dice", "other", -1)):
        rows = chart.rows[chart.rows["kind"] == kind]
        expected = score_distribution(solve(VARIANTS[name], objective))  # type: ignore[arg-type]
        shown = dict(zip(rows["score"].tolist(), (rows["share"] * sign).tolist(), strict=True))
        assert shown == expected
    values = tables(at)[0]
    assert [float(v) for v in values["Expected score"]] == [
        pytest.approx(solve(VARIANTS[name]).start_value, abs=0.00051)
        for name in ("two-tiles", "two-dice")
    ]


@each_dice_box
def test_play_from_here_has_the_same_values(variant: Variant) -> None:
    position = tile_set(tiles_in(variant.start)[::2])
    there = from_here(variant, position)
    if variant.tiles[-1] > 12:
        assert there is None
        return
    assert there is not None
    assert there.start == position
    if position != variant.start:
        for objective in OBJECTIVES:
            expected = solve(variant, objective).value(position)
            assert solve(there, objective).start_value == pytest.approx(expected, abs=1e-12)
    assert from_here(variant, 0) is None


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("name", ["classic", "thai", "dominoes", "card-box"])
def test_no_text_escapes_translation(name: str, part: str) -> None:
    at = start("moves", variant=name, lab=part, lang=i18n.PSEUDO, open="1.2.3", against="junior")
    assert [(where, text) for where, text in visible_texts(at) if escapes(text)] == []
