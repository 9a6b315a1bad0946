"""Reloading, coming back and server restarts lose no turn; damaged memory breaks no page."""

from __future__ import annotations

import json

import pytest

from browser import expected
from browser.app_server import AppServer
from browser.box_page import BoxPage, eventually, eventually_true
from browser.conftest import OpenPage
from browser.test_browser_plays import play_step
from shutbox import VARIANTS, Turn, format_turn, parse_turn, tiles_in

pytestmark = pytest.mark.browser

FRESH = expected.view(Turn(VARIANTS["classic"], seed="any"))


def kept(box: BoxPage) -> Turn:
    """Return the turn that the browser kept last."""
    return parse_turn(box.kept_turns()[0]["text"])


def shut_first_move(box: BoxPage, turn: Turn) -> Turn:
    move = turn.legal_moves[0]
    box.choose(*tiles_in(move))
    box.shut()
    return turn.shut(move)


def check_reload(box: BoxPage, turn: Turn) -> None:
    """Reload, and see the same turn on both sides."""
    assert box.view() == expected.view(turn)
    box.reload()
    assert box.view() == expected.view(turn)
    expected.wait_for_judgement(box, turn)


@pytest.mark.parametrize("path", ["/", "/?variant=ten", "/?turn=classic~otter-20"])
def test_a_reload_in_mid_turn_changes_nothing(box: BoxPage, path: str) -> None:
    box.open(path)
    box.roll()
    rolled = kept(box)
    check_reload(box, rolled)  # at once, maybe before the server has heard of the roll
    moved = shut_first_move(box, rolled)
    check_reload(box, moved)
    box.roll()
    assert kept(box) == moved.roll(moved.seeded_roll()), "the same dice as without a reload"


def test_a_reload_at_the_end_shows_the_end(box: BoxPage) -> None:
    box.open("/")
    turn = Turn(VARIANTS["classic"], seed=None)
    box.roll()
    turn = shut_first_move(box, kept(box))
    while not turn.is_over:
        turn = play_step(box, turn)
    box.reload()
    expected.wait_for_judgement(box, turn)
    assert box.view().open == tiles_in(turn.open_tiles)
    assert box.view().buttons == (("Play again", True),)
    eventually_true(lambda: "The end of the turn" in box.headings())


@pytest.mark.parametrize("path", ["/", "/?variant=ten", "/?turn=classic~otter-20"])
def test_a_server_restart_and_a_reload_in_mid_turn_change_nothing(
    own_server: AppServer, new_page: OpenPage, path: str
) -> None:
    box = new_page(app=own_server)
    box.watch.loses_connection = True
    box.open(path)
    box.roll()
    turn = shut_first_move(box, kept(box))
    box.roll()
    turn = turn.roll(turn.seeded_roll())
    own_server.kill()
    own_server.start()
    check_reload(box, turn)


def test_every_variant_keeps_its_own_unfinished_turn(box: BoxPage) -> None:
    box.open("/?variant=classic")
    box.roll()
    classic = shut_first_move(box, kept(box))
    box.open("/?variant=ten")
    assert box.view() == expected.view(Turn(VARIANTS["ten"], seed="any"))
    box.roll()
    ten = kept(box)
    assert ten.variant == VARIANTS["ten"]

    box.open("/?variant=classic")
    assert box.view() == expected.view(classic)
    box.choose_option("Box", "Ten tiles")
    eventually(box.view, expected.view(ten))
    expected.wait_for_judgement(box, ten)
    box.choose_option("Box", "Standard box")
    eventually(box.view, expected.view(classic))
    expected.wait_for_judgement(box, classic)
    box.open("/")
    assert box.view() == expected.view(classic), "without a wish, the last one played"


def stored(*texts: object) -> str:
    return json.dumps([{"text": text, "over": False} for text in texts])


DAMAGED = {
    "no JSON": "{[",
    "null": "null",
    "object": '{"text": "classic~otter-20_3.6", "over": false}',
    "wrong types": '[1, null, "text", [], {}, {"text": 5}, {"over": true}, {"text": null}]',
    "no turn": stored("", "_", "~", "-.-", "turn"),
    "unknown variant": stored("eleven~otter-20_3.6"),
    "illegal move": stored("classic~otter-20_3.6-8"),
    "other dice": stored("classic~otter-20_1.1"),
    "markup": stored("classic~<img src=x onerror=window.hacked=1>_3.6"),
    "endless": stored("classic~" + "otter" * 20_000),
    "many": stored(*(f"classic~otter-{k}_1.1-9" for k in range(200))),
}


def remember(box: BoxPage, memory: str) -> None:
    """Put this into the memory of browser and tab, and come back to the page."""
    for storage in ("localStorage", "sessionStorage"):
        box.page.evaluate(f"text => {storage}.setItem('shutbox.turns', text)", memory)
    box.reload()


def test_a_damaged_memory_gives_a_fresh_box_that_can_be_played(box: BoxPage) -> None:
    box.open("/")
    for damage, memory in DAMAGED.items():
        remember(box, memory)
        assert box.view() == FRESH, damage
        assert box.page.evaluate("window.hacked") is None, damage
        assert "Something went wrong" not in box.page.inner_text("main"), damage
        box.roll()
        turn = kept(box)
        assert box.view() == expected.view(turn), damage
        expected.wait_for_judgement(box, turn)


def test_damaged_turns_in_memory_do_not_hide_a_sound_one(box: BoxPage) -> None:
    sound = parse_turn("classic~otter-20_3.6-9_6.6")
    box.open("/")
    damaged = ("eleven~x_1", "classic~otter-20_3.6-8", 7, "classic~" + "otter" * 20_000)
    remember(box, stored(*damaged, format_turn(sound)))
    eventually(box.view, expected.view(sound))


def test_a_forbidden_memory_breaks_nothing(box: BoxPage) -> None:
    box.begin_with(
        "Storage.prototype.setItem = Storage.prototype.getItem = () => { throw Error('full'); }"
    )
    box.open("/?turn=classic~otter-20")
    box.roll()
    box.choose(9)
    box.shut()
    expected.wait_for_judgement(box, parse_turn("classic~otter-20_3.6-9"))
