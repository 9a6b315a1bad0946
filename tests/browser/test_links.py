"""What a link names is what opens; a damaged link gives a plain message and a fresh box."""

from __future__ import annotations

from urllib.parse import quote

import pytest

from browser import expected
from browser.box_page import BoxPage, eventually, eventually_true, plain
from shutbox import VARIANTS, Turn, parse_turn, tiles_in

pytestmark = pytest.mark.browser

STUCK = "classic~otter-20_3.6-9_6.6-1.2.3.6_4.5-4.5_2.6-8_5.5-"
MARKUP = "<img src=x onerror=window.hacked=1><script>window.hacked=1</script>"
FRESH = expected.view(Turn(VARIANTS["classic"], seed="any"))


def alerts(box: BoxPage) -> list[str]:
    return plain(box.page.get_by_test_id("stAlert").all_inner_texts())


def test_a_variant_link_opens_a_fresh_box_of_that_variant(box: BoxPage) -> None:
    for name in ("twelve", "six"):
        box.open(f"/?variant={name}")
        assert box.view() == expected.view(Turn(VARIANTS[name], seed="any"))
        assert alerts(box) == []


TURNS = (
    STUCK,
    "classic~otter-20_3.6-9_6.6",
    "classic~otter-20_3.6-9_6.6-1.2.3.6",
    "twelve~otter-1_2.5-7",
    "two-dice_5.4-9_6.6-4.8_2.1-3_6.5-5.6_4.4-1.7_3.5-",
)
"""Finished, rolled, moved, of another box, finished without a seed."""


def test_a_turn_link_opens_that_very_turn(box: BoxPage) -> None:
    for text in TURNS:
        turn = parse_turn(text)
        box.open(f"/?turn={text}")
        assert box.view() == expected.view(turn)
        expected.wait_for_judgement(box, turn)
        assert ("The end of the turn" in box.headings()) == turn.is_over
        assert alerts(box) == []


def test_a_turn_link_wins_over_a_turn_in_the_browser_s_memory(box: BoxPage) -> None:
    box.open("/")
    box.roll()
    box.open("/?turn=classic~otter-20_3.6-9")
    assert box.view() == expected.view(parse_turn("classic~otter-20_3.6-9"))
    box.roll()
    eventually(box.turn_so_far, expected.turn_so_far(parse_turn("classic~otter-20_3.6-9_6.6")))


def test_a_turn_without_seed_can_be_played_as_far_as_its_dice_go(box: BoxPage) -> None:
    turn = parse_turn("classic_3.6-9_6.6")
    box.open("/?turn=classic_3.6-9_6.6")
    assert box.view() == expected.view(turn)
    box.choose(4, 8)
    box.shut()
    turn = turn.shut(0b10001000)
    assert box.view().open == tiles_in(turn.open_tiles)
    expected.wait_for_judgement(box, turn)
    box.button("Play again").click()
    eventually(box.view, FRESH)


HERE_IS = "Here is a fresh box."
DAMAGED = {
    "/?turn=otter": "The turn in this link is damaged. Part of it is missing or not readable.",
    "/?turn=": "The turn in this link is damaged. Part of it is missing or not readable.",
    "/?turn=classic~otter-20_3.6-9_6.": (
        "The turn in this link is damaged at step 2. Part of it is missing or not readable."
    ),
    "/?turn=classic~otter-20_3.6-8": (
        "The turn in this link is damaged at step 1. Its tiles do not add up to the roll."
    ),
    "/?turn=classic~otter-20_1.1": (
        "The turn in this link is damaged at step 1. Its dice are not the dice of this game."
    ),
    f"/?turn={quote(MARKUP)}": "The turn in this link is damaged.",
    f"/?turn=classic_{quote(MARKUP)}": "The turn in this link is damaged at step 1.",
    f"/?turn=classic~{'otter' * 2000}": "The turn in this link is damaged.",
    "/?variant=eleven": "This link names a box that does not exist.",
    f"/?variant={quote(MARKUP)}": "This link names a box that does not exist.",
}


def test_a_damaged_link_gives_a_plain_message_and_a_fresh_box(box: BoxPage) -> None:
    for path, words in DAMAGED.items():
        box.open(path)
        eventually(lambda: len(alerts(box)), 1)
        (message,) = alerts(box)
        assert message.startswith(words)
        assert message.endswith(HERE_IS)
        assert "<" not in message
        assert box.view() == FRESH
        assert box.page.evaluate("window.hacked") is None
        assert box.page.locator("[onerror]").count() == 0
        assert "Traceback" not in box.page.inner_text("body")
        box.roll()
        expected.wait_for_judgement(box, parse_turn(box.kept_turns()[0]["text"]))


@pytest.mark.parametrize("value", ["nonsense", MARKUP])
def test_nonsense_in_other_parts_of_a_link_is_ignored(box: BoxPage, value: str) -> None:
    names = ("lang", "aim", "hints", "total", "other")
    box.open("/?" + "&".join(f"{name}={quote(value)}" for name in names))
    assert box.view() == FRESH
    assert box.page.locator("html").get_attribute("lang") == "en"
    assert box.page.evaluate("window.hacked") is None
    eventually_true(lambda: "Best move" in box.headings())
