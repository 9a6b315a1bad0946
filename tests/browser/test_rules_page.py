"""The page Rules: a switch moved in the browser, figures that stay in sight, and on to the game."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator

from browser.box_page import BoxPage, eventually, eventually_true
from browser.conftest import OpenPage
from browser.test_axe import check
from shutbox import i18n, parse_variant, solve
from shutbox.ui import wording

pytestmark = pytest.mark.browser

EN = i18n.language("en")


def figures(box: BoxPage) -> list[str]:
    return box.page.get_by_test_id("stMetricValue").all_inner_texts()


def expected_figures(name: str) -> list[str]:
    variant = parse_variant(name)
    return [
        wording.chance(EN, solve(variant, "shut").start_value),
        EN.number(solve(variant).start_value, 2),
    ]


def open_rules(box: BoxPage, name: str) -> None:
    box.goto(f"/rules?variant={name}")
    eventually(lambda: figures(box), expected_figures(name))
    box.settle()


def test_a_switch_changes_the_figures_and_the_game_is_played_by_them(box: BoxPage) -> None:
    open_rules(box, "classic")
    box.choose_option("How many tiles in a move?", "3 at most")
    eventually(lambda: figures(box), expected_figures("custom.most-3"))
    box.page.get_by_role("link", name="Play with these rules").click()
    box.wait()
    eventually_true(lambda: "variant=custom.most-3" in box.page.url)
    box.roll()
    eventually_true(lambda: box.kept_turns()[0]["text"].startswith("custom.most-3~"))


def test_a_contradiction_says_why_and_axe_has_nothing_to_say(box: BoxPage) -> None:
    open_rules(box, "thai")
    check(box, "rules")
    box.choose_option("How many dice", "3")
    alert = box.page.get_by_role("alert")
    eventually_true(lambda: alert.count() == 1)
    assert "exactly two dice" in alert.inner_text()
    assert figures(box) == expected_figures("thai")
    check(box, "rules that make no game", briefly=True)


def ground(part: Locator) -> str:
    colour: str = part.evaluate("node => getComputedStyle(node).backgroundColor")
    return colour


def test_figures_that_stay_in_sight_cover_what_is_under_them(new_page: OpenPage) -> None:
    box = new_page(width=390, height=844)
    open_rules(box, "classic")
    wrapper = box.page.locator('[data-testid="stLayoutWrapper"]:has(> .st-key-rules-figures)').first
    app = box.page.locator(".stApp")
    light = ground(app)
    assert ground(wrapper) == light
    box.page.emulate_media(color_scheme="dark")
    eventually_true(lambda: ground(wrapper) == ground(app) != light)
    assert box.sideways_scroll() == []
    box.page.mouse.move(190, 600)
    box.page.mouse.wheel(0, 500)
    eventually_true(lambda: box.page.get_by_test_id("stMetric").first.is_visible())
    eventually_true(lambda: (wrapper.bounding_box() or {"y": 999})["y"] < 100)


def test_a_narrow_screen_does_not_scroll_sideways(new_page: OpenPage) -> None:
    box = new_page(width=320, height=640)
    open_rules(box, "custom.tiles-1to12.shut-3-5.bag-cards-as-dice.fewer-low-sum")
    assert box.sideways_scroll() == []
