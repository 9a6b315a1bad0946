"""What the browser tests stand on: every test begins with a page that remembers nothing."""

from __future__ import annotations

import pytest

from browser.box_page import BoxPage

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("who", ["one reader", "the next"])
def test_a_page_that_is_lent_again_remembers_nothing(box: BoxPage, who: str) -> None:
    box.goto("/_stcore/health")
    cookie = "document.cookie.match(/who=.*/)?.[0]"
    memory = f"[localStorage.who, sessionStorage.who, {cookie}].filter(Boolean)"
    assert box.page.evaluate(memory) == []
    box.page.evaluate(
        "who => { localStorage.who = sessionStorage.who = who; document.cookie = 'who=me'; }", who
    )
    assert len(box.page.evaluate(memory)) == 3
