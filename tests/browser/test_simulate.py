"""The pages Simulate, and Published and ours: by keyboard, for axe, and on a phone."""

from __future__ import annotations

from itertools import product

import pytest

from browser.box_page import BoxPage, eventually, eventually_true

pytestmark = pytest.mark.browser

VIEWS = {
    "/simulate": "How high are the scores of this player?",
    "/simulate?turns=100&guess=20": "How high are the scores of this player?",
    "/simulate?turns=100&view=duel&bet=60": "Who wins, and how much is luck?",
    "/simulate?view=why": "Why 20.43 instead of 11.01?",
    "/published?verdict=differs": "avandekleut, Shut the Box with Dynamic Programming",
}
OF_STREAMLIT = {"exclude": [["[data-testid=stSidebar]"]]}
"""On a phone, the menu of pages with sections is a list of lists, which axe takes amiss."""


def open_view(box: BoxPage, path: str) -> None:
    charts = path.count("guess") + path.count("bet") + 2 * path.count("why")
    box.goto(path)
    eventually_true(lambda: VIEWS[path] in box.headings())
    marks = box.page.locator("[data-testid=stVegaLiteChart] svg path[aria-roledescription]")
    eventually_true(lambda: box.page.get_by_test_id("stVegaLiteChart").count() == charts)
    eventually_true(lambda: bool(marks.count()) == bool(charts))
    box.settle()


@pytest.mark.parametrize("path", VIEWS)
def test_axe_and_a_phone(box: BoxPage, path: str) -> None:
    open_view(box, path)
    found = []
    for scheme, width in product(("light", "dark"), (1280, 390)):
        box.page.set_viewport_size({"width": width, "height": 844})
        box.page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        box.settle()
        found += [(scheme, width, *violation) for violation in box.violations(OF_STREAMLIT)]
        sideways = "main => main.scrollWidth - main.clientWidth"
        assert box.page.get_by_test_id("stMain").evaluate(sideways) <= 0
    assert found == [], found


def test_a_guess_by_keyboard_and_other_dice(box: BoxPage) -> None:
    open_view(box, "/simulate")
    box.page.get_by_role("slider").focus()
    box.page.keyboard.press("ArrowRight")
    eventually(box.page.get_by_role("slider").input_value, "16")
    box.page.get_by_role("button", name="Play and compare").press("Enter")
    eventually_true(lambda: len(box.bars()) > 40)
    eventually_true(lambda: "guess=16" in box.page.evaluate("location.search"))
    assert box.page.get_by_text("Your guess of 16 is 4.4 too low.").is_visible()
    box.settle()
    bars = box.bars()
    box.page.get_by_role("button", name="The same with other dice").click()
    eventually_true(lambda: "series=2" in box.page.evaluate("location.search"))
    eventually_true(lambda: box.bars() not in ([], bars))
    box.page.reload()
    eventually_true(lambda: len(box.bars()) > 40)


def test_links_to_sources_open_beside_the_page(box: BoxPage) -> None:
    open_view(box, "/published?verdict=differs")
    links = box.page.locator("[data-testid=stMarkdown] a[href^=http]")
    assert links.count() >= 3
    assert set(links.evaluate_all("links => links.map(link => link.target)")) == {"_blank"}
