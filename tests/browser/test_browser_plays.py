"""The browser plays: taps need no server, and a turn goes on when the server is gone."""

from __future__ import annotations

import pytest

from browser import expected
from browser.app_server import AppServer
from browser.box_page import BoxPage, eventually, eventually_true
from browser.conftest import OpenPage
from shutbox import Turn, parse_turn, solve, tiles_in

pytestmark = pytest.mark.browser

NOTE_ALARMS = """
window.alarms = [];
new MutationObserver(() => {
  const box = document.querySelector('[data-testid=stBidiComponentIsolated]');
  for (const node of [document.querySelector('[role=dialog]'), box?.closest('[inert]')]) {
    if (node) window.alarms.push(node.outerHTML.slice(0, 200));
  }
}).observe(document, {subtree: true, childList: true, attributeFilter: ['role', 'inert']});
"""
"""Notes every dialog, and every time the box could not be used."""


def play_step(box: BoxPage, turn: Turn) -> Turn:
    """Roll and shut a best move; check the box on the way; return the turn after it."""
    box.roll(2 if len(turn.dice_counts) > 1 else None)
    turn = turn.roll(turn.seeded_roll())
    assert box.view() == expected.view(turn)
    if turn.is_over:
        return turn
    assert turn.dice
    move = solve(turn.variant).best_moves(turn.open_tiles, turn.dice)[0]
    box.choose(*tiles_in(move))
    assert box.view() == expected.view(turn, tiles_in(move))
    box.shut()
    return turn.shut(move)


def test_tapping_tiles_sends_nothing_to_the_server(box: BoxPage) -> None:
    box.open("/?turn=classic~otter-20_3.6-9")
    box.roll()
    expected.wait_for_judgement(box, parse_turn("classic~otter-20_3.6-9_6.6"))
    box.settle()
    before = box.frames_sent()
    assert before > 0
    box.choose(1, 2, 3, 6, 6, 3, 4, 5)
    assert box.view().chosen == (1, 2, 4, 5)
    box.page.wait_for_timeout(300)
    assert box.frames_sent() == before
    box.shut()
    eventually_true(lambda: box.frames_sent() > before)


def test_a_tap_is_visible_in_the_next_picture_the_browser_draws(box: BoxPage) -> None:
    box.open("/?turn=classic~otter-20_3.6-9_6.6")
    box.page.evaluate(
        """() => {
          window.drawn = [];
          addEventListener('pointerup', (event) => {
            const tile = event.composedPath()[0].closest('.tile');
            addEventListener('click', () => requestAnimationFrame(() =>
              window.drawn.push(tile.className)), { once: true, capture: true });
          }, { capture: true });
        }"""
    )
    box.choose(1, 2, 1)
    eventually(
        lambda: box.page.evaluate("window.drawn.map((names) => names.includes('chosen'))"),
        [True, True, False],
    )


@pytest.mark.parametrize("path", ["/?turn=classic~otter-20", "/"], ids=["link", "fresh box"])
def test_a_turn_goes_on_without_server_and_is_judged_when_it_is_back(
    own_server: AppServer, new_page: OpenPage, path: str
) -> None:
    box = new_page(app=own_server)
    box.watch.loses_connection = True
    box.begin_with(NOTE_ALARMS)
    box.open(path)
    box.roll()
    turn = parse_turn(box.kept_turns()[0]["text"])
    assert turn.dice
    expected.wait_for_judgement(box, turn)
    assert box.offline_sign.inner_text() == ""

    own_server.kill()
    move = turn.legal_moves[-1]
    box.choose(*tiles_in(move))
    box.shut()
    turn = turn.shut(move)
    assert box.view() == expected.view(turn)
    eventually(box.offline_sign.inner_text, "No connection. Play on: nothing is lost.")
    while not turn.is_over:
        turn = play_step(box, turn)
    assert box.view().open == tiles_in(turn.open_tiles)
    assert box.view().buttons == (("Play again", True),)

    own_server.start()
    expected.wait_for_judgement(box, turn)
    eventually(box.offline_sign.inner_text, "")
    assert "The end of the turn" in box.headings()
    expected.check_choices(box.sentences(), turn)
    assert box.view().open == tiles_in(turn.open_tiles)
    assert box.page.evaluate("window.alarms") == []


def test_a_server_restart_before_the_first_roll_harms_nothing(
    own_server: AppServer, new_page: OpenPage
) -> None:
    box = new_page(app=own_server)
    box.watch.loses_connection = True
    box.open("/")
    own_server.kill()
    own_server.start()
    box.roll()
    turn = parse_turn(box.kept_turns()[0]["text"])
    assert box.view() == expected.view(turn)
    expected.wait_for_judgement(box, turn)
    assert box.view() == expected.view(turn)


def test_play_again_pressed_without_server_comes_when_it_is_back(
    own_server: AppServer, new_page: OpenPage
) -> None:
    box = new_page(app=own_server)
    box.watch.loses_connection = True
    box.open("/?turn=four~otter-2_3-3_4-4")
    own_server.kill()
    box.roll()
    ended = box.view()
    box.button("Play again").click()
    assert box.view().open == ended.open
    own_server.start()
    eventually(box.view, expected.view(Turn(parse_turn("four").variant, seed="any")))
    box.settle()
    box.roll()
    expected.wait_for_judgement(box, parse_turn(box.kept_turns()[0]["text"]))
