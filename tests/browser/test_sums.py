"""The page Dice sums: guess, roll, and watch the bars grow; squares and bars by mouse and keys."""

from __future__ import annotations

from collections import Counter

import pytest

from browser.box_page import BoxPage, eventually, eventually_true
from browser.conftest import OpenPage
from browser.test_axe import check
from shutbox.i18n import PSEUDO, languages
from shutbox.sums import many_totals, race
from shutbox.ui.sums import VIEWS

pytestmark = pytest.mark.browser

ROLLED = "seed=otter&rolls=300&guess=7"
LIT = "[role=gridcell] button[aria-pressed=true]"


def open_sums(box: BoxPage, query: str = "") -> None:
    box.goto(f"/sums?{query}")
    chart = box.page.get_by_test_id("stVegaLiteChart")
    eventually_true(lambda: chart.locator("svg.marks path[role=graphics-symbol]").count())
    box.settle()


def bars(rolls: int, guess: int = 7) -> list[str]:
    """The names of the bars after so many rolls."""
    counts = Counter(many_totals("otter", 2, 6, rolls).tolist())
    names = []
    for total in range(2, 13):
        times = "time" if counts[total] == 1 else "times"
        mine = ", your guess" * (total == guess)
        names.append(f"Total {total}: {counts[total]:,} {times}{mine}")
    return names


def test_a_guess_then_rolls_and_the_bars_grow_in_their_place(box: BoxPage) -> None:
    open_sums(box, "seed=otter")
    assert box.page.get_by_role("button", name="Roll 1", exact=True).count() == 0
    box.page.get_by_role("radio", name="7", exact=True).click()
    eventually(box.bars, bars(0))
    eventually_true(lambda: "your guess" in box.chart_words())
    box.settle()
    box.page.evaluate(_WATCH)
    rolls = 0
    for more in ("1", "10", "100", "1,000", "10,000"):
        rolls += int(more.replace(",", ""))
        box.page.get_by_role("button", name=f"Roll {more}", exact=True).click()
        eventually(box.bars, bars(rolls))
    seen = box.page.evaluate("window.watched")
    assert (seen["blank"], seen["moved"]) == (0, 0)
    assert box.page.evaluate("window.watched.svg.isConnected")
    assert f"rolls={rolls}" in box.page.url
    box.page.reload(wait_until="commit")
    eventually(box.bars, bars(rolls))


_WATCH = """() => {
  const chart = document.querySelector('[data-testid=stVegaLiteChart]');
  const top = () => chart.getBoundingClientRect().top;
  const seen = { svg: chart.querySelector('svg.marks'), blank: 0, moved: 0 };
  const start = top();
  const look = () => {
    if (!chart.querySelector('path[aria-roledescription=bar]')) seen.blank++;
    seen.moved = Math.max(seen.moved, Math.abs(top() - start));
    requestAnimationFrame(look);
  };
  window.watched = seen;
  look();
}"""


def lit(box: BoxPage) -> list[str]:
    return sorted(box.page.locator(LIT).evaluate_all("all => all.map((one) => one.dataset.at)"))


def check_linked(box: BoxPage, total: int) -> None:
    rolls = [(red, total - red) for red in range(1, 7) if 1 <= total - red <= 6]
    eventually(lambda: lit(box), [f"{red}-{blue}" for red, blue in rolls])
    eventually_true(lambda: f"✓ {len(rolls)}" in box.chart_words())
    eventually_true(lambda: f"total={total}" in box.page.url)


def test_squares_bars_and_totals_are_linked(box: BoxPage) -> None:
    open_sums(box, "view=squares&total=7")
    check_linked(box, 7)
    box.page.get_by_role("button", name="Red 6, blue 5: total 11").click()
    check_linked(box, 11)
    box.page.get_by_test_id("stVegaLiteChart").locator('path[aria-label="Total 4: 3 ways"]').click()
    check_linked(box, 4)
    box.page.get_by_role("radio", name="9", exact=True).click()
    check_linked(box, 9)


def test_the_squares_are_reached_and_chosen_by_keys_alone(box: BoxPage) -> None:
    open_sums(box, "view=squares&total=7")
    box.page.get_by_role("button", name="Red 1, blue 1: total 2").focus()
    at = "document.activeElement.shadowRoot.activeElement.dataset.at"
    for key, square in {
        "ArrowDown": "2-1",
        "ArrowRight": "2-2",
        "End": "2-6",
        "ArrowUp": "1-6",
        "Home": "1-1",
        "ArrowLeft": "1-1",
    }.items():
        box.page.keyboard.press(key)
        eventually(lambda: box.page.evaluate(at), square)
    box.page.keyboard.press("Enter")
    check_linked(box, 2)
    assert box.page.evaluate(at) == "1-1"
    tabbed = box.page.locator("[role=gridcell] button[tabindex='0']")
    assert tabbed.count() == 1
    status = box.page.locator("p.line[role=status]")
    eventually(status.inner_text, "Red 1, blue 1: total 2")


def test_a_race_by_keys(box: BoxPage) -> None:
    open_sums(box, "view=race&seed=otter&guess=7")
    box.page.get_by_role("button", name="To the finish").press("Enter")
    rolled = race("otter", 2, 6, 5)
    sentence = f"{rolled[-1]} wins after {len(rolled)} rolls."
    eventually_true(lambda: sentence in box.sentences())


@pytest.mark.parametrize("view", VIEWS)
def test_a_view_is_seen_without_scrolling_by_axe_and_uncut_on_a_phone(
    box: BoxPage, view: str
) -> None:
    open_sums(box, f"view={view}&{ROLLED}&expected=shown")
    seen = [box.page.locator("svg.marks").first]
    if view == "squares":
        seen = [box.page.locator("[role=grid]")]
    for part in seen:
        bounds = part.bounding_box()
        assert bounds is not None
        assert bounds["y"] + bounds["height"] <= 720
    check(box, view)
    box.page.set_viewport_size({"width": 320, "height": 844})
    eventually(box.cut_off_words, [])


def test_on_phones_nothing_scrolls_sideways_and_no_translated_word_is_cut_off(
    new_page: OpenPage,
) -> None:
    box = new_page(width=390, height=844)
    for view in VIEWS:
        open_sums(box, f"view={view}&{ROLLED}&expected=shown&lang={PSEUDO}")
        for width in (390, 320):
            box.page.set_viewport_size({"width": width, "height": 844})
            eventually(box.sideways_scroll, [])
    for code in languages()[1:]:
        for view in VIEWS:
            open_sums(box, f"view={view}&{ROLLED}&lang={code}")
            eventually(box.cut_off_words, [])


def test_axe_on_own_rolls(box: BoxPage) -> None:
    open_sums(box, "guess=7&source=own&own=7.3%2B4.99")
    check(box, "own rolls", briefly=True)
