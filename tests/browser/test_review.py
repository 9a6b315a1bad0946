"""The page Review in the browser: from Play to the cards, the exercise, many turns and the file."""

from __future__ import annotations

from pathlib import Path

import pytest

from browser.box_page import BoxPage, eventually, eventually_true
from shutbox import analyse, parse_turn, tiles_in
from shutbox.frames import equation
from shutbox.i18n import PSEUDO
from shutbox.ui.review import EXAMPLE

pytestmark = pytest.mark.browser

TURN = "classic~b-2_1.4-5_1.5-2.4_1.3-1.3_2.4-6_5.4-9_2.6-8_1.4-"
QUESTIONS = ("moves", "luck", "dice", "ahead", "better")


def open_review(box: BoxPage, query: str = "") -> None:
    box.goto(f"/review{query}")
    eventually_true(lambda: box.page.locator(".stb-box").count())
    box.settle()


def chosen(box: BoxPage) -> list[str]:
    steps = box.page.locator(".st-key-review-steps [data-testid=stBaseButton-primary]")
    return steps.all_inner_texts()


def test_a_turn_that_ended_on_play_is_one_tap_away(box: BoxPage) -> None:
    box.open(f"/?turn={TURN}")
    box.page.get_by_role("link", name="Review this turn").click()
    eventually(box.page.locator(".stb-box").count, 7)
    eventually_true(lambda: "/review" in box.page.url)
    heading = "No open tiles make 5. You are stuck with 7: score 7."
    eventually_true(lambda: heading in box.headings())


def test_the_whole_timeline_is_visible_on_a_laptop(box: BoxPage) -> None:
    for query in ("", f"?turn={TURN}"):
        open_review(box, query)
        for card in box.page.locator("[class*=st-key-review-step-]").all():
            bounds = card.bounding_box()
            assert bounds is not None
            assert bounds["y"] + bounds["height"] <= 720
        assert box.sideways_scroll() == []


def test_a_card_is_chosen_by_tapping_its_picture_and_by_keyboard(box: BoxPage) -> None:
    open_review(box, f"?turn={TURN}")
    eventually(lambda: chosen(box), ["Roll 2"])
    picture = box.page.locator(".stb-box").nth(3).bounding_box()
    assert picture is not None
    box.page.mouse.click(picture["x"] + 20, picture["y"] + 20)
    eventually(lambda: chosen(box), ["Roll 4"])
    eventually_true(lambda: "step=4" in box.page.url)
    button = box.page.get_by_role("button", name="Roll 1")
    button.focus()
    box.page.keyboard.press("Enter")
    eventually(lambda: chosen(box), ["Roll 1"])
    box.page.reload(wait_until="commit")
    eventually_true(lambda: box.page.locator(".stb-box").count() == 7)
    eventually(lambda: chosen(box), ["Roll 1"])


def test_a_better_move_is_found(box: BoxPage) -> None:
    analysis = analyse(parse_turn(TURN))
    assert analysis.costliest is not None
    best = analysis.steps[analysis.costliest].best[0]
    open_review(box, f"?turn={TURN}&question=better")
    tiles = box.page.locator(".st-key-review-tiles-row")
    tiles.get_by_role("button", name="9", exact=True).click()
    box.page.get_by_role("button", name="Is this better?").click()
    reply = box.page.locator(".st-key-review-reply")
    eventually_true(lambda: "Try again" in reply.inner_text())
    tiles.get_by_role("button", name="9", exact=True).click()
    for tile in tiles_in(best):
        tiles.get_by_role("button", name=str(tile), exact=True).click()
    box.settle()
    box.page.get_by_role("button", name="Is this better?").click()
    eventually_true(lambda: f"Yes! {equation(best)} is best" in reply.inner_text())
    size = tiles.get_by_role("button", name="9", exact=True).bounding_box()
    assert size is not None
    assert min(size["width"], size["height"]) >= 48


def test_pasted_turns_become_a_table_and_a_file(box: BoxPage, tmp_path: Path) -> None:
    open_review(box)
    box.page.get_by_role("button", name="Other turns").click()
    box.page.locator("textarea").fill(f"{TURN}\notter\n{EXAMPLE}")
    box.page.get_by_role("button", name="Review these turns").click()
    box.page.get_by_text("Line 2 is no turn.").wait_for()
    box.page.keyboard.press("Escape")
    with box.page.expect_download() as download:
        box.page.get_by_role("button", name="All turns as a CSV file").click()
    assert download.value.suggested_filename == "stb_turns.csv"
    download.value.save_as(tmp_path / "turns.csv")
    lines = (tmp_path / "turns.csv").read_text("utf-8-sig").splitlines()
    assert [line.rpartition(",")[2] for line in lines] == ["Turn as text", TURN, EXAMPLE]


def test_on_phones_nothing_scrolls_sideways(box: BoxPage) -> None:
    for query in (
        *(f"turn={TURN}&question={question}" for question in QUESTIONS),
        f"turn={TURN}&question=luck&verdicts=figures&aim=shut&lang={PSEUDO}",
        f"turn={TURN}&question=better&lang={PSEUDO}",
        "turn=the-300~otter-1",
        "turn=otter",
    ):
        box.page.set_viewport_size({"width": 320, "height": 844})
        box.goto(f"/review?{query}")
        box.page.get_by_test_id("stSelectbox").wait_for()
        box.settle()
        for width in (320, 390):
            box.page.set_viewport_size({"width": width, "height": 844})
            eventually(box.sideways_scroll, [])
