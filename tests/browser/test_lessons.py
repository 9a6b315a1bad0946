"""The page Lessons: what is done is kept, a box plays apart from Play, axe looks at all views."""

from __future__ import annotations

import json
from urllib.parse import urlsplit

import pytest

from browser.box_page import BoxPage, eventually, eventually_true
from browser.test_axe import check as check_axe

pytestmark = pytest.mark.browser

LESSON = "/lessons?lesson=two-kinds-of-ways"


def tab_to(box: BoxPage, name: str) -> None:
    """Go by Tab to the control with this name, and see that it can be reached."""
    for _ in range(60):
        box.page.keyboard.press("Tab")
        words = box.page.evaluate(_FOCUSED)
        if words.startswith(name) or words.endswith(name):
            return
    raise AssertionError(f"{name} cannot be reached by Tab")


_FOCUSED = """() => {
  let at = document.activeElement;
  while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
  return (at?.ariaLabel || at?.innerText || "").trim();
}"""


def press(box: BoxPage, name: str) -> None:
    tab_to(box, name)
    box.page.keyboard.press("Enter")
    box.settle()


def test_what_is_done_is_kept_on_the_device(box: BoxPage) -> None:
    box.open(LESSON)
    press(box, "Next")
    eventually_true(lambda: "Ways to shut" in box.headings())
    box.goto("/lessons")
    eventually_true(lambda: box.page.get_by_text("1 of 5 steps done").count() == 1)
    box.page.evaluate("localStorage.setItem('shutbox-lessons', '[7')")
    box.goto("/lessons")
    eventually_true(lambda: "Lessons" in box.headings())


@pytest.mark.parametrize("path", ["/", "/lessons", "/lessons?lesson=which-total-wins&at=class"])
def test_a_page_finds_its_server_at_once_and_is_run_once(box: BoxPage, path: str) -> None:
    """Each other place where Streamlit looks for its server costs 100 ms, another run as much."""
    asked: list[str] = []
    box.page.on("request", lambda request: asked.append(urlsplit(request.url).path))
    box.goto(path)
    eventually_true(box.headings)
    box.settle()
    looked_for = sorted(path for path in asked if "/_stcore/h" in path)
    assert looked_for == ["/_stcore/health", "/_stcore/host-config"]
    assert box.watch.frames_sent == 1


def test_a_box_in_a_lesson_plays_and_leaves_the_page_play_alone(box: BoxPage) -> None:
    box.open(LESSON)
    box.roll()
    eventually_true(lambda: box.page.get_by_text("Your totals:").count() == 0 and box.view())
    assert json.loads(box.page.evaluate("localStorage.getItem('shutbox.turns') ?? '[]'")) == []


def test_axe_on_lessons(box: BoxPage) -> None:
    phone, laptop = {"phone": (390, 844)}, {"laptop": (1280, 720)}
    for query, heading, sizes in (
        ("/lessons", "Lessons", phone),
        (f"{LESSON}&at=shut", "Ways to shut", phone),
        (f"{LESSON}&at=roll", "Ways to roll", laptop),
        (f"{LESSON}&teacher=1", "What pupils may think", laptop),
        (f"{LESSON}&at=roll&present=1", "Ways to roll", laptop),
        ("/lessons?write=1", "Make seven", phone),
    ):
        box.goto(query)
        eventually_true(lambda heading=heading: heading in box.headings())
        check_axe(box, query, sizes)
        box.page.set_viewport_size({"width": 390, "height": 844})
        # A chart takes the new width a moment later.
        eventually(box.sideways_scroll, [])
