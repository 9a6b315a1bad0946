"""Light and dark, and the languages: the page follows at once, and the turn stays."""

from __future__ import annotations

import pytest

from browser import expected
from browser.box_page import BoxPage, eventually, eventually_true
from browser.conftest import OpenPage
from shutbox import parse_turn
from shutbox.charts.theme import PALETTES
from shutbox.i18n import PSEUDO, language, languages

pytestmark = pytest.mark.browser

MOVED = "classic~otter-20_3.6-9_6.6-1.2.3.6"
FELT = {"light": "rgb(207, 230, 218)", "dark": "rgb(35, 89, 74)"}


def felt(box: BoxPage) -> str:
    colour: str = box.root.locator(".frame").evaluate("node => getComputedStyle(node).background")
    return colour.partition(")")[0] + ")"


def chart_text_colours(box: BoxPage) -> set[str]:
    return set(
        box.page.get_by_test_id("stVegaLiteChart")
        .locator("text[fill]")
        .evaluate_all("texts => texts.map(text => text.getAttribute('fill'))")
    )


def html_language(box: BoxPage) -> str | None:
    return box.page.locator("html").get_attribute("lang")


def test_the_open_page_follows_from_light_to_dark_and_back(box: BoxPage) -> None:
    box.open(f"/?turn={MOVED}")
    eventually_true(box.bars)
    for scheme in ("light", "dark", "light"):
        box.page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        eventually(lambda: felt(box), FELT[scheme])
        eventually(lambda: chart_text_colours(box), {PALETTES[scheme].text})  # type: ignore[index]
        assert box.view() == expected.view(parse_turn(MOVED))


def test_the_page_opens_dark_where_the_system_is_dark(new_page: OpenPage) -> None:
    box = new_page(color_scheme="dark").open(f"/?turn={MOVED}")
    assert felt(box) == FELT["dark"]
    eventually(lambda: chart_text_colours(box), {PALETTES["dark"].text})


def test_a_language_link_sets_the_words_and_the_language_of_the_document(box: BoxPage) -> None:
    box.open("/")
    assert html_language(box) == "en"
    for code in (*languages(), PSEUDO):
        box.open(f"/?lang={code}")
        eventually(lambda: html_language(box), code)
        t = language(code)
        assert box.prompt() == t("Roll the dice to begin.")
        assert t("Shut the Box") in box.headings()


def test_the_language_switch_changes_all_words_and_keeps_the_turn(box: BoxPage) -> None:
    t = language(languages()[1])
    box.open(f"/?turn={MOVED}")
    box.roll()
    before = box.view()
    box.choose_option("Language", t.name)
    rolled = t(
        "You rolled {dice}. Shut tiles that make {total}.",
        dice=t.listed((4, 5)),
        total=9,
    )
    eventually(box.prompt, rolled)
    eventually(lambda: html_language(box), t.code)
    eventually_true(lambda: t("Shut the Box") in box.headings())
    assert (box.view().open, box.view().dimmed) == (before.open, before.dimmed)

    box.page.get_by_role("link", name=t("Rules")).click()
    eventually_true(lambda: t("Rules") in box.headings())
    box.choose_option(t("Language"), "English")
    eventually_true(lambda: "Rules" in box.headings())


def test_a_browser_that_asks_for_a_language_gets_it(new_page: OpenPage) -> None:
    code = languages()[1]
    box = new_page(locale=code).open("/")
    assert box.prompt() == language(code)("Roll the dice to begin.")
    assert html_language(box) == code
