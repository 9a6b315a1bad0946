"""Two tabs of one browser share its memory; neither takes the other's turn."""

from __future__ import annotations

import json

import pytest

from browser import expected
from browser.box_page import BoxPage, eventually
from shutbox import Turn, parse_turn, tiles_in

pytestmark = pytest.mark.browser


def turn_in(tab: BoxPage) -> Turn:
    """The turn that this tab keeps."""
    kept = tab.page.evaluate("sessionStorage.getItem('shutbox.turns')")
    return parse_turn(json.loads(kept)[0]["text"])


def play(tab: BoxPage, choice: int = 0) -> Turn:
    """Roll, shut, and return the tab's turn."""
    tab.root.locator(".action.main", has_text="Roll").click()
    tab.choose(*tiles_in(turn_in(tab).legal_moves[choice]))
    tab.shut()
    expected.wait_for_judgement(tab, turn_in(tab))
    return turn_in(tab)


def begin_anew(tab: BoxPage) -> None:
    tab.page.get_by_role("button", name="New turn").click()
    tab.page.get_by_role("button", name="Yes, give up").click()
    tab.root.locator(".prompt", has_text="Roll the dice to begin.").wait_for()


def check_reloads(*turns: tuple[BoxPage, Turn]) -> None:
    """Reload every tab twice: each shows its own turn."""
    for tab, turn in (*turns, *turns):
        tab.reload()
        eventually(tab.view, expected.view(turn))
        expected.wait_for_judgement(tab, turn)


@pytest.mark.parametrize("path", ["/", "/?variant=classic"])
def test_each_tab_goes_on_with_its_own_turn(tabs: tuple[BoxPage, BoxPage], path: str) -> None:
    one, other = tabs
    one.open(path)
    other.open(path)
    first, second = play(one), play(other)
    assert first.seed != second.seed
    check_reloads((one, first), (other, second))
    check_reloads((one, play(one)), (other, second))


def test_two_courses_of_the_same_turn_stay_two(tabs: tuple[BoxPage, BoxPage]) -> None:
    one, other = tabs
    for tab in tabs:
        tab.open("/?turn=classic~otter-20")
    first, second = play(one), play(other, -1)
    assert first != second
    check_reloads((one, first), (other, second))


def test_a_new_turn_in_one_tab_leaves_the_other_tab_its_own(tabs: tuple[BoxPage, BoxPage]) -> None:
    one, other = tabs
    for tab in tabs:
        tab.open("/")
    first = play(one)
    play(other)
    begin_anew(other)
    check_reloads((one, first))


def test_a_tab_opened_later_goes_on_with_the_last_turn(tabs: tuple[BoxPage, BoxPage]) -> None:
    one, other = tabs
    one.open("/")
    first = play(one)
    other.open("/")
    eventually(other.view, expected.view(first))
    begin_anew(other)
    check_reloads((other, play(other)), (one, first))
