"""The page Ways: a total is chosen by tapping a bar, by the control or by a link."""

from __future__ import annotations

from itertools import product

import pytest
from playwright.sync_api import Locator

from browser.app_server import AppServer
from browser.box_page import BoxPage, eventually, eventually_true
from browser.conftest import OpenPage
from browser.test_axe import check as check_axe
from shutbox import VARIANTS, Variant, sets_with_sum, tiles_in
from shutbox.i18n import PSEUDO

pytestmark = pytest.mark.browser


def open_ways(box: BoxPage, query: str = "") -> None:
    box.goto(f"/ways{query}")
    eventually_true(lambda: box.bars(0) and box.bars(1))
    box.settle()


def shown_sets(box: BoxPage) -> list[tuple[int, ...]]:
    """Return the sets of tiles on the page, as drawn."""
    sets: list[list[str]] = box.page.locator("[role=listitem]:has(.stb-tile)").evaluate_all(
        "items => items.map(item => [...item.querySelectorAll('.stb-tile')]"
        ".map(tile => tile.textContent))"
    )
    return [tuple(map(int, tiles)) for tiles in sets]


def shown_rolls(box: BoxPage) -> list[tuple[int, ...]]:
    """Return the rolls on the page, by the names of their dice."""
    rolls: list[list[str]] = box.page.locator("[role=listitem]:has(.stb-die)").evaluate_all(
        "items => items.map(item => [...item.querySelectorAll('.stb-die')].map(die => die.alt))"
    )
    return [tuple(int(name.rpartition(": ")[2]) for name in names) for names in rolls]


def ways(count: int, kind: str, total: int) -> str:
    return f"{count} {'way' if count == 1 else 'ways'} to {kind} {total}"


def check(box: BoxPage, variant: Variant, total: int) -> None:
    """Wait until the page shows every set and every roll that makes the total, and no other."""
    sets = [tiles_in(tiles) for tiles in sets_with_sum(variant.start, total)]
    faces = range(1, variant.dice.sides + 1)
    rolls = [roll for roll in product(faces, repeat=variant.dice.count) if sum(roll) == total]
    eventually(
        box.headings,
        [
            "Ways to make a total",
            ways(len(sets), "shut", total),
            ways(len(rolls), "roll", total),
        ],
    )
    eventually(lambda: sorted(shown_sets(box)), sorted(sets))
    eventually(lambda: sorted(shown_rolls(box)), rolls)
    eventually(chosen(box).all_inner_texts, [str(total)])


def chosen(box: BoxPage) -> Locator:
    return box.page.get_by_role("radiogroup", name="Total").locator("[aria-checked=true]")


def test_a_total_is_chosen_by_a_bar_by_the_control_and_by_a_link(box: BoxPage) -> None:
    classic = VARIANTS["classic"]
    open_ways(box, "?total=9")
    check(box, classic, 9)

    bars = box.page.get_by_test_id("stVegaLiteChart").nth(0)
    count = len(sets_with_sum(classic.start, 12))
    bars.locator(f'path[aria-label="Total 12: {count} ways"]').click()
    check(box, classic, 12)
    eventually_true(lambda: "total=12" in box.page.url)

    rolls = box.page.get_by_test_id("stVegaLiteChart").nth(1)
    rolls.locator('path[aria-label="Total 6: 5 ways"]').click()
    check(box, classic, 6)
    bars.locator(f'path[aria-label="Total 12: {count} ways"]').click()
    check(box, classic, 12)  # the same bar as before must work again

    box.page.get_by_role("radio", name="2", exact=True).click()
    check(box, classic, 2)
    eventually_true(lambda: "total=2" in box.page.url)
    box.page.reload(wait_until="commit")
    check(box, classic, 2)


def test_the_marked_bar_is_the_chosen_total(box: BoxPage) -> None:
    open_ways(box, "?total=9&variant=ten")
    sets = len(sets_with_sum(VARIANTS["ten"].start, 9))
    for words in (f"✓ {sets}", "✓ 4"):
        eventually_true(lambda words=words: words in box.chart_words())
    assert sum(word.startswith("✓") for word in box.chart_words()) == 2


def test_another_box_has_other_ways_and_the_play_page_takes_it_over(box: BoxPage) -> None:
    open_ways(box, "?total=3")
    box.choose_option("Box", "Small box, six tiles")
    check(box, VARIANTS["six"], 3)
    box.page.get_by_test_id("stTopNav").get_by_role("link", name="Play").click()
    box.wait()
    assert box.view().open == tuple(range(1, 7))


def test_a_total_that_no_dice_show_is_ignored(box: BoxPage) -> None:
    open_ways(box, "?total=13&variant=ten")
    eventually(chosen(box).count, 1)


def test_a_deep_link_as_the_very_first_request_has_our_navigation(
    own_server: AppServer, new_page: OpenPage
) -> None:
    own_server.kill()
    own_server.start()
    box = new_page(app=own_server)
    open_ways(box, "?total=9&variant=ten")
    check(box, VARIANTS["ten"], 9)
    links = box.page.get_by_test_id("stTopNav").get_by_role("link")
    names = ["Play", "Practise", "Lessons", "Review", "Rules"]
    eventually(lambda: [text.split("\n")[-1] for text in links.all_inner_texts()], names)
    assert box.page.get_by_test_id("stSidebarNav").count() == 0
    assert box.page.get_by_test_id("stSidebar").count() == 0


# ---- find them all, and does it fit ----


def open_view(box: BoxPage, query: str) -> None:
    box.goto(f"/ways?{query}")
    eventually_true(lambda: len(box.headings()) > 1)
    box.settle()


def tap(box: BoxPage, tile: int) -> None:
    box.page.get_by_role("button", name=str(tile), exact=True).click()


def test_sets_are_found_by_tapping_tiles(box: BoxPage) -> None:
    open_view(box, "view=find&total=10")
    tap(box, 3)
    eventually_true(lambda: "3 = 3. You need 7 more." in box.sentences())
    tap(box, 7)
    eventually_true(lambda: "You have 1 of 9 ways to shut 10" in box.headings())
    eventually(lambda: shown_sets(box), [(3, 7)])
    missing = box.page.get_by_role("img", name="A set that is still missing")
    assert missing.count() == 8
    box.page.get_by_role("button", name="Show me one").click()
    eventually(missing.count, 7)
    eventually_true(lambda: "found=3-7" in box.page.url)
    box.page.reload(wait_until="commit")
    eventually(missing.count, 7)


def test_the_squares_follow_the_tiles(box: BoxPage) -> None:
    open_view(box, "view=fit&open=3.5")
    lit = box.page.locator("[role=gridcell][aria-selected=true]")
    eventually(lit.count, 11)
    tap(box, 4)
    eventually(lit.count, 25)
    eventually_true(lambda: "open=3.4.5" in box.page.url)
    box.page.get_by_role("link", name="Play from here").click()
    box.wait()
    assert box.view().open == (3, 4, 5)


VIEWS = ("view=sets&total=12", "view=find&total=10&found=3-7&given=1-9", "view=fit&open=3.5")


@pytest.mark.parametrize("query", VIEWS)
def test_axe_and_phones(box: BoxPage, query: str) -> None:
    open_view(box, query)
    check_axe(box, query)
    open_view(box, f"{query}&lang={PSEUDO}")
    for width in (390, 320):
        box.page.set_viewport_size({"width": width, "height": 844})
        eventually(box.sideways_scroll, [])
