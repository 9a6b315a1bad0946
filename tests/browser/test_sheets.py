"""Sheets on paper: the browser prints the sheet alone, on one page, black on white, uncut."""

from __future__ import annotations

import re

import pytest
from apptest import ROOT

from browser.box_page import BoxPage, eventually, eventually_true
from browser.conftest import OpenPage
from browser.test_axe import check as check_axe
from shutbox.i18n import language
from shutbox.lesson_parts import Print
from shutbox.lessons import read_lesson
from shutbox.ui import sheets

pytestmark = pytest.mark.browser

KINDS = read_lesson(ROOT / "tests/data/every-kind.md")
BLOCKS = [part for step in KINDS.steps for part in step.parts if isinstance(part, Print)]
LESSON = "/lessons?lesson=will-my-roll-fit&at=show"

LOOK = """() => {
  const styles = [...document.querySelectorAll("body *")].map((e) => getComputedStyle(e));
  const inside = (part) => {
    const a = part.closest("section").getBoundingClientRect(), b = part.getBoundingClientRect();
    return b.top >= a.top && b.bottom <= a.bottom + 1 && b.left >= a.left && b.right <= a.right + 1;
  };
  const shown = document.querySelectorAll("p, b, th, td, li, img, table");
  return {
    inks: [...new Set(styles.map((style) => style.color))],
    grounds: [...new Set(styles.map((style) => style.backgroundColor))],
    cutOff: [...shown].filter((part) => !inside(part)).map((part) => part.outerHTML.slice(0, 60)),
  };
}"""

OF_WHOLE_PAGES = ("landmark-one-main", "page-has-heading-one", "region")
"""What axe asks of a page that stands alone; a sheet stands in a frame of one."""


def test_every_sheet_is_a_page_black_on_white_and_uncut(new_page: OpenPage) -> None:
    box = new_page()
    page = box.page
    page.emulate_media(media="print", color_scheme="dark")
    for block in BLOCKS:
        page.set_content(sheets.sheet(language("en"), KINDS, block))
        look = page.evaluate(LOOK)
        expected = {"inks": ["rgb(0, 0, 0)"], "grounds": ["rgba(0, 0, 0, 0)"], "cutOff": []}
        assert look == expected, block.id
        found = box.violations({"include": ["html"]})
        assert [(rule, *at) for rule, *at in found if rule not in OF_WHOLE_PAGES] == [], block.id
        assert page.evaluate("getComputedStyle(document.documentElement).backgroundColor") == (
            "rgb(255, 255, 255)"
        )
        for size in ("A4", "Letter"):
            pages = re.findall(rb"/Type\s*/Page\b", page.pdf(format=size))
            # Six questions, eight times, need more than a page; all others fit one.
            assert (len(pages) == 1) == (block.id != "slips"), (block.id, size)


def test_print_prints_the_sheet_alone(box: BoxPage) -> None:
    box.goto(LESSON)
    frame = box.page.locator("iframe[title='The sheet, as it is printed']")
    eventually_true(lambda: frame.content_frame.get_by_text("Colour the squares").count() == 1)
    frame.evaluate(
        """(frame) => {
          window.printed = [];
          window.print = () => window.printed.push("the whole page");
          frame.contentWindow.print = () => window.printed.push(frame.contentDocument.title);
        }"""
    )
    button = box.page.get_by_role("button", name="Print this sheet")
    assert (button.bounding_box() or {})["height"] >= 48
    button.focus()
    box.page.keyboard.press("Enter")
    eventually(lambda: box.page.evaluate("window.printed"), ["Will my roll fit?"])
    with box.page.expect_download() as kept:
        box.page.get_by_role("button", name="Download the sheet").click()
    assert kept.value.suggested_filename == "will-my-roll-fit-grid-sheet.html"
    assert "<!doctype html>" in kept.value.path().read_text("utf-8")


def test_axe_on_a_sheet(box: BoxPage) -> None:
    box.goto(LESSON)
    eventually_true(lambda: box.page.locator("iframe[title]").count() == 1)
    check_axe(box, "a sheet")
    box.page.set_viewport_size({"width": 390, "height": 844})
    eventually(box.sideways_scroll, [])
