"""What the browser tests stand on: every test begins with a page that remembers nothing."""

from __future__ import annotations

import pytest

from browser.app_server import HEALTH
from browser.box_page import BoxPage

pytestmark = pytest.mark.browser

readers = pytest.mark.parametrize("who", ["one reader", "the next"])


@readers
def test_a_page_that_is_lent_again_remembers_nothing(box: BoxPage, who: str) -> None:
    box.goto(HEALTH)
    cookie = "document.cookie.match(/who=.*/)?.[0]"
    memory = f"[localStorage.who, sessionStorage.who, {cookie}].filter(Boolean)"
    assert box.page.evaluate(memory) == []
    box.page.evaluate(
        "who => { localStorage.who = sessionStorage.who = who; document.cookie = 'who=me'; }", who
    )
    assert len(box.page.evaluate(memory)) == 3


@readers
def test_what_was_set_up_for_one_is_gone_for_the_next(box: BoxPage, who: str) -> None:
    is_dark = "matchMedia('(prefers-color-scheme: dark)').matches"
    box.goto(HEALTH)
    assert box.page.evaluate(f"[typeof window.who, {is_dark}]") == ["undefined", False]
    box.begin_with(f"window.who = '{who}'")
    box.page.emulate_media(color_scheme="dark")
    box.goto(HEALTH)
    assert box.page.evaluate(f"[window.who, {is_dark}]") == [who, True]
