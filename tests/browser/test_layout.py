"""Room for every finger and every screen: nothing is too small, nothing scrolls sideways."""

from __future__ import annotations

import pytest

from browser.box_page import BoxPage, eventually, eventually_true, too_small
from browser.conftest import OpenPage
from shutbox import VARIANTS
from shutbox.i18n import PSEUDO, languages

pytestmark = pytest.mark.browser

PHONES = (390, 320)
ENDED = {
    "classic": "classic~otter-1_2.5-7_2.3-2.3_1.6-1.6_4.3-",
    "two-dice": "two-dice~otter-1_2.5-7_2.3-2.3_1.6-1.6_4.3-",
    "low-sum": "low-sum~otter-1_2.5-7_2.3-2.3_1.6-1.6_4.3-",
    "forced": "forced~otter-1_2.5-7_2.3-2.3_1.6-1.6_4.3-",
    "ten": "ten~otter-1_2.5-7_2.3-2.3_1.6-1.6_4.3-",
    "twelve": "twelve~otter-1_2.5-7_2.3-1.4_1.6-2.5_4.3-",
    "six": "six~otter-2_3-3_4-4_5-5_4-",
    "five": "five~otter-2_3-3_4-4_5-5_4-",
    "four": "four~otter-2_3-3_4-4_5-",
}
"""A turn of every variant that ends with a bad choice made and tiles left."""

WIDE = {"ten": [10], "twelve": [12], "six": [6], "five": [5], "four": [4]}
MOVED = "classic~otter-20_3.6-9_6.6-1.2.3.6"
NARROW = {"ten": [5, 5], "twelve": [6, 6], "six": [3, 3], "five": [3, 2], "four": [2, 2]}


def resize(box: BoxPage, width: int, height: int = 844) -> None:
    box.page.set_viewport_size({"width": width, "height": height})


def check_phones(box: BoxPage, state: str) -> None:
    for width in PHONES:
        resize(box, width)
        eventually(box.sideways_scroll, [], 5)
        assert too_small(box.tile_sizes()) == [], f"{state} at {width}"


def test_every_variant_has_a_turn_here() -> None:
    assert set(ENDED) == set(VARIANTS)


def check_variant_on_phones(box: BoxPage, variant: str) -> None:
    """Go from the end of a turn into the next one, and check every state on the way."""
    resize(box, PHONES[0])
    box.open(f"/?turn={ENDED[variant]}&lang={PSEUDO}")
    eventually_true(lambda: len(box.headings()) > 3)
    assert box.rows_of_tiles() == NARROW.get(variant, [5, 4]), variant
    check_phones(box, f"{variant}, ended")
    box.main.tap()
    eventually(lambda: box.view().open, VARIANTS[variant].tiles)
    box.settle()
    check_phones(box, f"{variant}, fresh")
    box.main.tap()
    check_phones(box, f"{variant}, rolled")
    view = box.view()
    box.tile(next(tile for tile in view.open if tile not in view.dimmed)).tap()
    assert box.view().chosen
    check_phones(box, f"{variant}, chosen")


@pytest.mark.parametrize(
    "variants", ["classic two-dice low-sum forced", "ten twelve six five four"]
)
def test_on_phones_in_long_words_nothing_scrolls_sideways_and_tiles_fit_a_finger(
    new_page: OpenPage, variants: str
) -> None:
    box = new_page(has_touch=True)
    for variant in variants.split():
        check_variant_on_phones(box, variant)


OTHER_STATES = {
    "choice of dice": "/?turn=classic~otter-117_3.4-7_3.6-9_6.2-8",
    "hints": "/?turn=twelve~otter-1_2.5&hints=true&aim=shut",
    "won": "/?turn=classic~otter-117_3.4-7_3.6-9_6.2-8_4-4_5.6-5.6_6-1.2.3",
    "damaged link": f"/?turn={'x' * 300}",
}


def test_on_phones_other_states_do_not_scroll_sideways_either(new_page: OpenPage) -> None:
    box = new_page(width=390, height=844)
    for state, path in OTHER_STATES.items():
        resize(box, PHONES[0])
        box.open(f"{path}&lang={PSEUDO}")
        if state in ("hints", "won"):
            eventually_true(box.bars)
        check_phones(box, state)


def test_on_the_smallest_phone_no_word_of_a_chart_is_cut_off(new_page: OpenPage) -> None:
    box = new_page(width=min(PHONES), height=844)
    for code in languages():
        for path in (f"/?turn={ENDED['twelve']}", f"/?turn={MOVED}", f"/?turn={MOVED}&aim=shut"):
            box.open(f"{path}&lang={code}")
            eventually_true(box.bars)
            eventually(box.cut_off_words, [], 5)
        box.goto(f"/ways?total=12&lang={code}")
        eventually_true(lambda: box.bars(0) and box.bars(1))
        eventually(box.cut_off_words, [], 5)


@pytest.mark.parametrize("width", PHONES)
def test_on_phones_the_ways_do_not_scroll_sideways(new_page: OpenPage, width: int) -> None:
    box = new_page(width=width, height=844)
    for query in ("total=12&variant=twelve", f"total=12&variant=twelve&lang={PSEUDO}"):
        box.goto(f"/ways?{query}")
        eventually_true(lambda: box.bars(0) and box.bars(1))
        box.settle()
        eventually(box.sideways_scroll, [], 5)


def test_on_a_laptop_every_box_is_visible_as_a_whole_and_in_one_row(box: BoxPage) -> None:
    box.open("/")
    box.page.get_by_role("combobox", name="Box").click()
    options = box.page.get_by_role("option").all_inner_texts()
    box.page.keyboard.press("Escape")
    assert len(options) == len(VARIANTS)
    for option, variant in zip(options, VARIANTS.values(), strict=True):
        if variant.id != "classic":
            box.choose_option("Box", option.strip())
        eventually(lambda: box.view().open, variant.tiles)
        box.settle()
        box.page.evaluate("document.querySelector('[data-testid=stMain]').scrollTo(0, 0)")
        for state in ("fresh", "rolled"):
            bounds = box.root.locator(".frame").bounding_box()
            assert bounds is not None
            assert bounds["y"] >= 0, (variant.id, state)
            assert bounds["y"] + bounds["height"] <= 720, (variant.id, state)
            assert box.rows_of_tiles() == WIDE.get(variant.id, [9]), (variant.id, state)
            assert too_small(box.tile_sizes()) == [], (variant.id, state)
            assert box.sideways_scroll() == []
            if state == "fresh":
                box.roll()
