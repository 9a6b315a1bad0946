"""Whole turns with the keyboard alone: nothing needs a mouse, and the focus never gets lost."""

from __future__ import annotations

import pytest

from browser import expected
from browser.box_page import BoxPage, eventually, eventually_true
from shutbox import Turn, parse_turn, tiles_in

pytestmark = pytest.mark.browser

STUCK = "classic~otter-20_3.6-9_6.6-1.2.3.6_4.5-4.5_2.6-8_5.5-"
MOST_TABS = 40


def press(box: BoxPage, *keys: object) -> None:
    for key in keys:
        box.page.keyboard.press(str(key))


def tab_into(box: BoxPage) -> None:
    box.page.locator("h1").click()
    for _ in range(MOST_TABS):
        press(box, "Tab")
        if box.focus() != "outside":
            return
    raise AssertionError(f"the box is not reached within {MOST_TABS} presses of Tab")


def first_helpful(turn: Turn) -> str:
    return f"tile {tiles_in(expected.union(turn.legal_moves))[0]}"


def test_a_whole_turn_with_tab_space_digits_and_enter(box: BoxPage) -> None:
    whole = parse_turn(STUCK)
    turn = Turn(whole.variant, seed=whole.seed)
    box.open("/?turn=classic~otter-20")
    tab_into(box)
    assert box.focus() == "tile 1"
    for step in whole.steps:
        press(box, "Space")
        turn = turn.roll(step.dice)
        assert box.view() == expected.view(turn)
        if turn.is_over:
            break
        assert box.focus() == first_helpful(turn), "after Roll: the first tile that helps"
        tiles = tiles_in(step.move)
        press(box, *tiles)
        assert box.view() == expected.view(turn, tiles)
        press(box, "Enter")
        turn = turn.shut(step.move)
        assert box.view() == expected.view(turn)
        assert box.focus() == "action Roll", "after Shut: the Roll button"
    expected.wait_for_judgement(box, turn)
    result = f"prompt {box.prompt()}"
    assert "You are stuck with 7: score 7." in result
    assert box.focus() == result, "after the end: the result"
    press(box, "Enter")
    eventually(box.view, expected.view(Turn(whole.variant, seed="any")))
    assert box.focus() != "outside"


def test_the_focus_stays_while_the_server_answers(box: BoxPage) -> None:
    box.open("/?turn=classic~otter-20&hints=true")
    tab_into(box)
    press(box, "Space")
    turn = parse_turn("classic~otter-20_3.6")
    assert box.focus() == first_helpful(turn)
    expected.wait_for_judgement(box, turn)
    box.settle()
    assert box.focus() == first_helpful(turn)
    press(box, "ArrowRight", "9", "Enter")
    expected.wait_for_judgement(box, turn.shut(turn.legal_moves[0]))
    box.settle()
    assert box.focus() == "action Roll"


def test_the_tiles_are_one_tab_stop_and_arrows_walk_along_them(box: BoxPage) -> None:
    turn = parse_turn("classic~otter-20_3.6-9_6.6")
    box.open("/?turn=classic~otter-20_3.6-9_6.6")
    tab_into(box)
    assert box.focus() == first_helpful(turn)
    press(box, "Tab")
    assert box.focus() == "action Shut"
    others = 0
    while box.focus() != "outside":
        press(box, "Tab")
        others += 1
    assert others == 5, "Undo and the three small buttons"
    press(box, *["Shift+Tab"] * (others + 1))
    assert box.focus() == first_helpful(turn)

    press(box, "ArrowRight", "ArrowRight")
    assert box.focus() == "tile 3"
    press(box, "ArrowLeft")
    assert box.focus() == "tile 2"
    press(box, "ArrowLeft", "ArrowLeft")
    assert box.focus() == "tile 9"
    press(box, "ArrowRight", "ArrowDown")
    assert box.focus() == "tile 2"
    press(box, "Space")
    assert box.view() == expected.view(turn, [2]), "Space chooses the tile with the focus"
    press(box, "Tab", "Shift+Tab")
    assert box.focus() == "tile 2", "coming back, the focus is where it was"

    press(box, "4", "6", "Escape")
    assert box.view() == expected.view(turn), "Escape clears"
    press(box, "4", "8", "4")
    assert box.view() == expected.view(turn, [8]), "a digit pressed again takes back"
    press(box, "Enter")
    assert box.view().open == tiles_in(turn.open_tiles), "Enter shuts only what fits the roll"


def test_both_numbers_of_dice_can_be_rolled_with_the_keyboard(box: BoxPage) -> None:
    text = "classic~otter-117_3.4-7_3.6-9_6.2-8"
    turn = parse_turn(text)
    box.open(f"/?turn={text}")
    tab_into(box)
    press(box, "Tab")
    assert box.focus() == "action Roll 2 dice"
    press(box, "Tab")
    assert box.focus() == "action Roll 1 die"
    press(box, "Space")
    turn = turn.roll(turn.seeded_roll(1))
    assert box.view() == expected.view(turn)
    assert box.focus() == first_helpful(turn)
    press(box, "4", "Enter")
    assert box.focus() == "action Roll 2 dice"
    press(box, "Enter")
    turn = turn.shut(0b1000)
    assert box.view() == expected.view(turn.roll(turn.seeded_roll(2)))


def test_keys_for_the_tiles_ten_eleven_and_twelve(box: BoxPage) -> None:
    turn = parse_turn("twelve_6.6")
    box.open("/?turn=twelve_6.6")
    tab_into(box)
    for key, tile in (("0", 10), ("-", 11), ("=", 12)):
        press(box, key)
        assert box.view() == expected.view(turn, [tile])
        press(box, "Escape")
    press(box, "=", "Enter")
    assert box.view().open == tuple(range(1, 12))


def test_no_key_pressed_in_the_box_reaches_streamlit(box: BoxPage) -> None:
    box.open("/?turn=classic~otter-20_3.6")
    box.page.locator("h1").click()
    before = box.frames_sent()
    press(box, "r")
    eventually_true(lambda: box.frames_sent() > before)  # outside the box, r does rerun
    box.settle()

    tab_into(box)
    before = box.frames_sent()
    press(box, "r", "c", "0", "ArrowRight", "r", "c", "Tab", "r", "c")
    assert box.focus() == "action Shut"
    box.page.wait_for_timeout(300)
    assert box.frames_sent() == before
    assert box.page.get_by_role("dialog").count() == 0


def test_the_keys_work_on_a_page_just_opened(box: BoxPage) -> None:
    turn = parse_turn("classic~otter-20")
    box.open("/?turn=classic~otter-20")
    press(box, "Space")
    turn = turn.roll(turn.seeded_roll())
    assert box.view() == expected.view(turn)
    press(box, "9", "Enter")
    assert box.view() == expected.view(turn.shut(0b1_0000_0000))


def test_a_key_held_down_does_not_skip_the_end_of_a_turn(box: BoxPage) -> None:
    turn = parse_turn("four~otter-2_3-3_4-4")
    box.open("/?turn=four~otter-2_3-3_4-4")
    box.page.keyboard.down("Space")
    for _ in range(5):
        box.page.keyboard.down("Space")
    box.page.keyboard.up("Space")
    turn = turn.roll(turn.seeded_roll())
    assert turn.is_stuck
    expected.wait_for_judgement(box, turn)
    assert box.view() == expected.view(turn)


def test_digits_are_found_by_their_place_on_the_keyboard(box: BoxPage) -> None:
    """On a French keyboard the key of 5 writes ( without Shift."""
    turn = parse_turn("classic~otter-20_3.6")
    box.open("/?turn=classic~otter-20_3.6")
    for code, key in (("Digit4", "'"), ("Digit5", "("), ("Numpad4", "4")):
        box.root.evaluate(
            "(root, [code, key]) => root.dispatchEvent("
            "new KeyboardEvent('keydown', { code, key, bubbles: true, composed: true }))",
            [code, key],
        )
    assert box.view() == expected.view(turn, [5])


LISTEN = """root => {
  const live = root.querySelector('[aria-live=polite]');
  window.said = [];
  new MutationObserver(() => window.said.push(live.textContent))
    .observe(live, { childList: true, characterData: true, subtree: true });
}"""


SAID = {
    "Space 9 Enter": [
        "You rolled 3 and 6. Shut tiles that make 9.",
        "9. Ready to shut.",
        "Shut: 9. Left: 1, 2, 3, 4, 5, 6, 7 and 8. Roll again.",
    ],
    "Space 1 2 3 6 Enter": [
        "You rolled 6 and 6. Shut tiles that make 12.",
        "1. You need 11 more.",
        "1 and 2. You need 9 more.",
        "1, 2 and 3. You need 6 more.",
        "1 + 2 + 3 + 6 = 12. Ready to shut.",
        "Shut: 1, 2, 3 and 6. Left: 4, 5, 7 and 8. Roll again.",
    ],
    "Space 8 4 9 5 Enter": [
        "You rolled 4 and 5. Shut tiles that make 9.",
        "Tile 8 cannot help to make 9 now.",
        "4. You need 5 more.",
        "Tile 9 is shut already.",
        "4 + 5 = 9. Ready to shut.",
        "Shut: 4 and 5. Left: 7 and 8. Roll again.",
    ],
    "Space 8 Enter": [
        "You rolled 2 and 6. Shut tiles that make 8.",
        "8. Ready to shut.",
        "Shut: 8. Left: 7. Roll again.",
    ],
    "Space": ["No open tiles make 10. You are stuck with 7: score 7."],
}
"""What is pressed, and what the live region then says."""


def test_the_live_region_says_a_whole_turn_in_sentences(box: BoxPage) -> None:
    """What teaching.md asks for: rolled and total, what is chosen and missing, what is left, why
    it ends."""
    box.open("/?turn=classic~otter-20")
    assert box.root.locator("[aria-live]").count() == 1
    box.root.evaluate(LISTEN)
    tab_into(box)
    for keys, sentences in SAID.items():
        press(box, *keys.split())
        assert box.page.evaluate("said.splice(0)") == sentences
