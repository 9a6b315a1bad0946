"""Boxes that are not played with one or two dice: dominoes, cards, and very many tiles."""

from __future__ import annotations

import pytest

from browser import expected
from browser.app_server import AppServer
from browser.box_page import BoxPage, eventually
from browser.conftest import OpenPage
from browser.test_turn_by_keyboard import press, tab_into
from shutbox import VARIANTS, Turn, format_turn, parse_turn, tiles_in
from shutbox.ui.box.tables import LOOKAHEAD

pytestmark = pytest.mark.browser

WAIT = "One moment, the next roll is on its way."
NOTE_SLOW_TAPS = """() => {
  window.taps = [];
  addEventListener('click', () => window.tapped = performance.now(), { capture: true });
  addEventListener('click', () => window.taps.push(performance.now() - window.tapped));
}"""
"""Notes how long every tap keeps the browser busy."""


def step(box: BoxPage, turn: Turn, count: int | None = None, move: int = -1) -> Turn:
    """Roll or draw, and shut one of the moves; check the box at every moment."""
    box.button(expected.roll_button(turn, count)).click()
    turn = turn.roll(turn.seeded_roll(count))
    assert box.view() == expected.view(turn)
    if turn.dice:
        tiles = tiles_in(turn.legal_moves[move])
        for n in range(1, len(tiles) + 1):
            box.choose(tiles[n - 1])
            assert box.view() == expected.view(turn, tiles[:n])
        box.shut()
        turn = turn.shut(turn.legal_moves[move])
    return turn


def play_on(box: BoxPage, turn: Turn, most: int = 99) -> Turn:
    for _ in range(most):
        if turn.is_over:
            break
        assert box.view() == expected.view(turn)
        turn = step(box, turn)
    assert box.view() == expected.view(turn)
    return turn


def wait_until_known(box: BoxPage, turn: Turn) -> None:
    """Wait until the server holds this turn and has told the box so."""
    eventually(lambda: box.root.evaluate("root => root.shutbox.held"), format_turn(turn))


@pytest.mark.parametrize("variant", ["dominoes", "chinese-dominoes", "cards", "the-300"])
def test_a_whole_turn(box: BoxPage, variant: str) -> None:
    turn = Turn(VARIANTS[variant], seed="otter-7")
    box.open(f"/?turn={format_turn(turn)}")
    ended = play_on(box, turn)
    assert len(ended.steps) > 2
    wait_until_known(box, ended)
    box.reload()
    assert box.view() == expected.view(ended)


ONE_CARD = "cards-as-dice"


def before_the_choice_of_one_card() -> Turn:
    """A turn in which 7, 8 and 9 are shut, and one card may be drawn and played."""
    for number in range(2000):
        turn = Turn(VARIANTS[ONE_CARD], seed=f"otter-{number}")
        while len(turn.dice_counts) == 1:
            turn = turn.roll(turn.seeded_roll())
            if turn.dice:
                turn = turn.shut(turn.legal_moves[0])
        if turn.dice_counts == (2, 1) and turn.roll(turn.seeded_roll(1)).dice:
            return turn
    raise AssertionError("no seed comes that far")


def test_one_card_or_two(box: BoxPage) -> None:
    turn = before_the_choice_of_one_card()
    box.open(f"/?turn={format_turn(turn)}")
    assert box.view() == expected.view(turn)
    assert box.view().buttons == (("Draw 2 cards", True), ("Draw 1 card", True))
    assert box.view().prompt.endswith("Draw 2 cards, or only 1.")
    turn = step(box, turn, 1)
    assert len(turn.steps[-1].dice) == 1
    play_on(box, turn)


def test_what_is_not_drawn_yet_lies_face_down(box: BoxPage) -> None:
    for variant, pieces in (("dominoes", 1), ("cards", 1), (ONE_CARD, 2), ("card-box", 9)):
        box.open(f"/?turn={variant}~otter-1")
        assert box.root.locator(".die").count() == pieces
        down = box.root.locator(".die.waiting, .die.down")
        assert down.count() == pieces
        box.tap_anyway(box.tile(1))
        assert "first." in box.prompt()
        box.main.click()
        eventually(down.count, 0)
        assert box.root.locator(".die").count() == pieces


def test_in_a_large_box_the_number_of_a_tile_is_typed(box: BoxPage) -> None:
    turn = parse_turn("the-300_6.6.6.3")
    box.open("/?turn=the-300_6.6.6.3")
    tab_into(box)
    press(box, "1", "7")
    assert box.focus() == "tile 17"
    assert box.view() == expected.view(turn), "a number alone chooses nothing"
    press(box, "Space", "4")
    assert box.focus() == "tile 4", "the number before has been used"
    press(box, "Space")
    assert box.view() == expected.view(turn, [4, 17])
    press(box, "2", "5")
    assert box.focus() == "tile 5", "there is no tile 25"
    press(box, "ArrowDown")
    assert box.focus() == "tile 17"
    press(box, "ArrowUp", "ArrowUp", "ArrowLeft")
    assert box.focus() == "tile 4"
    press(box, "Enter")
    assert box.view().open == tuple(k for k in range(1, 25) if k not in (4, 17))


def test_a_tap_is_fast_where_thousands_of_sets_fit(box: BoxPage) -> None:
    box.open("/?turn=card-box_6.6.6.6.6.6.6.6.6")
    box.page.evaluate(NOTE_SLOW_TAPS)
    box.choose(1, 2, 3, 3, 5)
    taps = sorted(box.page.evaluate("window.taps"))
    assert taps[len(taps) // 2] < 30


def test_a_large_box_goes_on_for_some_rolls_without_server_then_waits(
    own_server: AppServer, new_page: OpenPage
) -> None:
    box = new_page(app=own_server)
    box.watch.loses_connection = True
    turn = Turn(VARIANTS["card-box"], seed="otter-5")
    box.open(f"/?turn={format_turn(turn)}")
    own_server.kill()
    for _ in range(LOOKAHEAD):
        assert box.view() == expected.view(turn)
        turn = step(box, turn)
    assert not turn.is_over
    assert box.view().buttons == ()
    assert box.prompt() == WAIT
    assert box.focus() == f"prompt {WAIT}"
    eventually(
        box.offline_sign.inner_text,
        "No connection. The next roll comes when it is back: nothing is lost.",
    )
    own_server.start()
    # Streamlit tries to connect again after longer and longer pauses, and so does the box.
    eventually(box.view, expected.view(turn), 45)
    assert box.focus() == "action Roll"
    eventually(box.offline_sign.inner_text, "")
    turn = play_on(box, turn, LOOKAHEAD - 1)
    wait_until_known(box, turn)
    box.reload()
    assert box.view() == expected.view(turn)
    ended = play_to_the_end(box, turn)
    assert ended.is_over


def play_to_the_end(box: BoxPage, turn: Turn) -> Turn:
    """Play on, waiting for the next rolls where the browser has to."""
    while not turn.is_over:
        eventually(box.view, expected.view(turn))
        turn = step(box, turn)
    assert box.view() == expected.view(turn)
    return turn


def test_an_empty_bag_ends_the_turn(own_server: AppServer, new_page: OpenPage) -> None:
    """No box can use its bag up, so this one is told that it has two dominoes."""
    box = new_page(app=own_server)
    box.watch.loses_connection = True
    turn = Turn(VARIANTS["dominoes"], seed="otter-7")
    box.open(f"/?turn={format_turn(turn)}")
    own_server.kill()
    box.root.evaluate("root => { root.shutbox.data.tables.draws = 2; }")
    for _ in range(2):
        assert box.view() == expected.view(turn)
        turn = step(box, turn)
    left = expected.listed(tiles_in(turn.open_tiles))
    assert box.prompt() == f"The bag is empty. You are left with {left}: score {turn.score}."
    assert box.view().buttons == (("Play again", True),)
    assert box.focus() == f"prompt {box.prompt()}"
    own_server.start()


def test_a_restart_takes_no_known_roll_away(own_server: AppServer, new_page: OpenPage) -> None:
    """The link names an older step of the turn, which the new server holds at first."""
    box = new_page(app=own_server)
    box.watch.loses_connection = True
    turn = Turn(VARIANTS["domino-box"], seed="otter-2")
    box.open(f"/?turn={format_turn(turn)}")
    for _ in range(LOOKAHEAD + 1):
        turn = step(box, turn)
        eventually(box.view, expected.view(turn))
        wait_until_known(box, turn)
    own_server.kill()
    turn = step(box, turn)
    own_server.start()
    play_to_the_end(box, turn)
