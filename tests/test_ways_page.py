"""The page Ways: sets in order, find them all, and which rolls a position accepts."""

from __future__ import annotations

import re
from itertools import combinations

import pytest
from apptest import component_data, paragraphs, start, visible_texts
from streamlit.testing.v1 import AppTest
from test_pages import check_runs, escapes

from shutbox import VARIANTS, Variant, i18n, parse_variant, sets_with_sum, tile_set, tiles_in
from shutbox.frames import equation
from shutbox.tiles import TileSet
from shutbox.ui.ways import MOST_SHOWN, VIEWS, in_order, read_sets, written

CLASSIC = VARIANTS["classic"]
each_view = pytest.mark.parametrize("view", VIEWS)
each_variant = pytest.mark.parametrize("variant", VARIANTS.values(), ids=lambda v: v.id)


def said(at: AppTest) -> str:
    return " ".join(paragraphs(check_runs(at)))


def places(at: AppTest) -> list[str]:
    """What stands in the places for sets, in order: an addition, or ? for a missing one."""
    (html,) = (html.value for html in at.get("html") if 'class="stb-row"' in html.value)
    items = re.findall(r'role="listitem">(.*?)</div>', html)
    return [" ".join(re.sub(r"<[^>]*>", " ", item).split()) for item in items]


@each_view
@each_variant
def test_every_view_of_every_box_is_translated(view: str, variant: Variant) -> None:
    at = check_runs(start("ways", lang=i18n.PSEUDO, variant=variant.id, view=view))
    assert [text for text in visible_texts(at) if escapes(text[1])] == []


# ---- sets in order ----


def by_hand(variant: Variant, total: int) -> list[TileSet]:
    """All sets of tiles, the smallest tile first, then the second smallest, and so on."""
    tiles = tiles_in(variant.start)
    chosen = (c for n in range(1, len(tiles) + 1) for c in combinations(tiles, n))
    return [tile_set(c) for c in sorted(c for c in chosen if sum(c) == total)]


@pytest.mark.parametrize("total", [1, 9, 12, 23, 44, 45])
def test_the_sets_of_any_total_stand_in_order(total: int) -> None:
    at = start("ways", view="sets", total=str(total))
    sets = by_hand(CLASSIC, total)
    assert places(check_runs(at)) == [equation(tiles) for tiles in sets]
    assert at.header[0].value.startswith(f"{len(sets)} way")


def test_the_rows_of_the_list_are_headed_by_their_smallest_tile() -> None:
    at = start("ways", view="sets", total="12")
    (html,) = (html.value for html in at.get("html") if 'class="stb-row"' in html.value)
    for row in html.split('<div class="stb-row">')[1:]:
        head = re.search(r"Smallest tile: (\d+)", row)
        firsts = re.findall(r'listitem"><span class="stb-tile">(\d+)', row)
        assert head is not None
        assert set(firsts) == {head[1]}


@pytest.mark.parametrize(
    ("filters", "wanted"),
    [
        ({"size": "2"}, lambda tiles: len(tiles) == 2),
        ({"with": "1"}, lambda tiles: 1 in tiles),
        ({"without": "1"}, lambda tiles: 1 not in tiles),
        (
            {"size": "3", "with": "2", "without": "4"},
            lambda s: len(s) == 3 and 2 in s and 4 not in s,
        ),
        ({"with": "9", "without": "9"}, lambda tiles: False),
        ({"size": "12", "with": "x"}, lambda tiles: True),
    ],
)
def test_filters_leave_what_they_say(filters: dict[str, str], wanted: object) -> None:
    at = start("ways", view="sets", total="15", **filters)
    every = by_hand(CLASSIC, 15)
    left = [equation(s) for s in every if wanted(tiles_in(s))]  # type: ignore[operator]
    assert (places(check_runs(at)) if left else []) == left
    if len(left) < len(every):
        assert at.header[0].value == f"{len(left)} of {len(every)} ways to shut 15"


def test_a_box_whose_rules_do_not_take_any_sum_keeps_to_the_totals_of_its_dice() -> None:
    at = check_runs(start("ways", view="sets", variant="thai", total="9"))
    assert not at.number_input
    assert places(at) == ["9"]


def test_a_limit_of_tiles_holds_for_totals_that_no_dice_show_too() -> None:
    at = check_runs(start("ways", view="sets", variant="two-tiles", total="17"))
    assert places(at) == ["8 + 9"]


# ---- find them all ----


def test_found_sets_fill_their_places_and_missing_ones_are_shown_on_request() -> None:
    at = start("ways", view="find", total="10")
    sets = by_hand(CLASSIC, 10)
    assert places(check_runs(at)) == ["?"] * 9
    pick(at, 1)
    assert "1 = 1. You need 9 more." in said(at)
    pick(at, 1, 8)
    pick(at, 1, 8, 9)
    assert "1 + 8 + 9 = 18. That is 8 too many." in said(at)
    pick(at, 1, 9)
    assert "You found 1 + 9." in said(at)
    assert at.pills(key="choice-pick").value == []
    assert places(at) == [equation(s) if s == tile_set([1, 9]) else "?" for s in sets]
    pick(at, 9, 1)
    assert "You have this set already" in said(at)
    button(at, "Show me one")
    shown = next(s for s in sets if s != tile_set([1, 9]))
    assert places(at)[0] == f"{equation(shown)} shown"
    assert at.header[0].value == "You have 1 of 9 ways to shut 10"
    link = {name: at.query_params[name] for name in ("view", "total", "found", "given")}
    assert places(check_runs(start("ways", **link))) == places(at)
    for _ in range(7):
        button(at, "Show me one")
    assert "The list is complete." in said(at)
    assert not [pills for pills in at.pills if pills.key == "choice-pick"]
    button(at, "Start again")
    assert places(at) == ["?"] * 9


def pick(at: AppTest, *tiles: int) -> None:
    at.pills(key="choice-pick").set_value(list(tiles)).run()
    check_runs(at)


def button(at: AppTest, label: str) -> None:
    next(b for b in at.button if b.label == label).click().run()
    check_runs(at)


def test_a_set_that_was_shown_can_still_be_found() -> None:
    at = start("ways", view="find", total="9", given="9")
    assert places(check_runs(at))[-1] == "9 shown"
    pick(at, 9)
    assert places(at)[-1] == "9"


def test_sets_of_another_total_take_no_place() -> None:
    at = start("ways", view="find", total="9", found="1-9.x.9.9-.1-8.1-8", given="4-6")
    assert at.header[0].value == "You have 2 of 8 ways to shut 9"


def test_what_the_rules_do_not_allow_is_said() -> None:
    at = start("ways", view="find", variant="two-tiles", total="9", pick="2.3.4")
    assert "The rules of this box do not let you shut these together." in said(at)


def test_too_many_sets_are_not_to_be_found() -> None:
    sets = sets_with_sum(VARIANTS["twelve"].start, 39)
    assert len(sets) > MOST_SHOWN
    assert "too many to find" in said(start("ways", view="find", variant="twelve", total="39"))


@pytest.mark.parametrize("total", [3, 9, 12])
def test_sets_as_text_and_back(total: int) -> None:
    sets = in_order(sets_with_sum(CLASSIC.start, total))
    assert read_sets(written(sets), sets) == sets
    assert read_sets(written(sets[::-1]), sets) == sets[::-1]


# ---- which rolls fit ----


@pytest.mark.parametrize(
    ("tiles", "fits"), [("3.5", "11 of 36"), ("3.4.5", "25 of 36"), ("1.2.4.5", "36 of 36")]
)
def test_the_rolls_that_fit_are_counted_and_lit(tiles: str, fits: str) -> None:
    """The numbers are those of lesson 9 in the teaching notes."""
    at = start("ways", view="fit", open=tiles)
    assert f"With 2 dice, **{fits}** rolls fit" in said(at)
    data = component_data(at, "ways-grid")
    assert len(data["lit"]) == int(fits.split()[0])
    numbers = [int(tile) for tile in tiles.split(".")]
    sums = {sum(c) for n in range(1, 5) for c in combinations(numbers, n)}
    assert {data["squares"][square] for square in data["lit"]} == {
        str(total) for total in sums if 2 <= total <= 12
    }
    assert ("The rule of 11" in said(at)) == (tiles == "3.5")


def test_a_square_says_what_fits() -> None:
    words = component_data(start("ways", view="fit", open="3.4.7"), "ways-grid")["words"]
    assert words["3-4"] == "Red 3, blue 4: total 7. Fits: 7 or 3 + 4."
    assert words["1-1"] == "Red 1, blue 1: total 2. Does not fit."


def test_one_die_has_its_own_chance_where_it_may_be_rolled() -> None:
    at = start("ways", view="fit", open="5")
    assert "With 2 dice, **4 of 36** rolls fit" in said(at)
    assert "With 1 die, **1 of 6** rolls fit: 16.7% of all rolls. Totals that fit: 5." in said(at)


def test_a_position_is_chosen_by_tapping_and_can_be_played() -> None:
    at = start("ways", view="fit")
    at.pills(key="choice-open").set_value([9, 2, 7]).run()
    assert at.query_params["open"] == "2.7.9"
    (link,) = (e.proto for e in at.get("page_link") if "Play from here" in e.proto.label)
    box = parse_variant(link.query_string.partition("variant=")[2])
    assert tiles_in(box.start) == (2, 7, 9)
    at.pills(key="choice-open").set_value([]).run()
    assert at.query_params["open"] == "none"
    assert at.header[0].value == "The box is shut"


@pytest.mark.parametrize("text", ["", "x", "99", "1.1.1", "0.-1", "1..9", "1" * 5000])
def test_a_made_up_position_is_read_as_far_as_it_makes_sense(text: str) -> None:
    check_runs(start("ways", view="fit", open=text))
