"""Whole turns with the mouse: at every moment the box and the page say what the library says."""

from __future__ import annotations

import pytest

from browser import expected
from browser.box_page import BoxPage, eventually, eventually_true
from shutbox import VARIANTS, Turn, analyse, parse_turn, roll, tile_set, tiles_in

pytestmark = pytest.mark.browser

STUCK = "classic~otter-20_3.6-9_6.6-1.2.3.6_4.5-4.5_2.6-8_5.5-"
"""The second move is a bad one; it ends with 7 open."""
SHUT_BOX = "classic~otter-117_3.4-7_3.6-9_6.2-8_4-4_5.6-5.6_6-1.2.3"
"""From the fourth roll on one die is allowed: one, two, one are rolled, and the box is shut."""


def play(box: BoxPage, text: str) -> None:
    """Play the moves of a turn from a fresh box, and check every moment of it."""
    for turn in expected.moments(text):
        if turn.dice or turn.is_stuck:
            before = box.turn_so_far(), box.bars()
            dice = turn.dice or turn.steps[-1].dice
            choice = len(box.view().buttons) > 1
            box.roll(len(dice) if choice else None)
            assert box.view() == expected.view(turn)
            expected.wait_for_judgement(box, turn)
            if turn.dice:
                assert box.bars() == before[1], "a chart tells about the roll before the move"
        elif turn.steps:
            choose_and_shut(box, parse_turn(text), turn)
            expected.wait_for_judgement(box, turn)
            eventually_true(lambda turn=turn: is_chart_of(box, turn, len(turn.steps) - 1))
        else:
            assert box.view() == expected.view(turn)
            assert box.bars() == []
            assert box.turn_so_far() == []


def choose_and_shut(box: BoxPage, whole: Turn, after: Turn) -> None:
    step = len(after.steps) - 1
    waiting = Turn(whole.variant, whole.steps[:step], whole.seed).roll(whole.steps[step].dice)
    tiles = tiles_in(whole.steps[step].move)
    for count in range(1, len(tiles) + 1):
        box.choose(tiles[count - 1])
        assert box.view() == expected.view(waiting, tiles[:count])
    box.shut()
    assert box.view().open == expected.view(after).open
    assert box.view().buttons == expected.view(after).buttons
    if not after.is_over:
        assert box.view() == expected.view(after)


def is_chart_of(box: BoxPage, turn: Turn, step: int) -> bool:
    """Return whether the chart is about this step; if so, check it."""
    bars = box.bars()
    chosen = expected.addition(tiles_in(turn.steps[step].move))
    if not any(bar.startswith(f"{chosen}: ") and "yours" in bar for bar in bars):
        return False
    expected.check_bars(bars, turn, step)
    assert {bar.partition(": ")[2] for bar in bars} <= set(box.chart_words())
    return True


def test_every_moment_of_a_turn_that_gets_stuck(box: BoxPage) -> None:
    turn = parse_turn(STUCK)
    assert [step.dice for step in turn.steps] == [
        roll("otter-20", k, turn.variant) for k in range(5)
    ]
    assert analyse(turn).improvable_choices == 1
    box.open("/?turn=classic~otter-20")
    play(box, STUCK)

    eventually_true(lambda: "The end of the turn" in box.headings())
    sentences = box.sentences()
    assert "No open tiles make 10. You are stuck with 7: score 7." in sentences
    expected.check_choices(sentences, turn)
    eventually_true(lambda: is_chart_of(box, turn, 1))
    assert expected.step_shown_at_the_end(turn) == 1, "the costliest choice, to talk about"
    assert box.view().dice == "Red die: 5 and Blue die: 5", "the roll that ended it must stay"


def test_the_end_offers_the_link_to_the_turn_and_a_fresh_box_of_the_same_variant(
    box: BoxPage,
) -> None:
    text = "ten~otter-1_2.5-7_2.3-2.3_1.6-1.6_4.3-"
    ended = parse_turn(text)
    box.open(f"/?turn={text}")
    assert box.view() == expected.view(ended)
    box.page.get_by_text("Link to this turn").click()
    eventually_true(lambda: f"?turn={text}" in "".join(box.page.locator("code").all_inner_texts()))

    box.button("Play again").click()
    eventually(box.view, expected.view(Turn(ended.variant, seed="any")))
    eventually(box.turn_so_far, [])
    eventually_true(lambda: "turn=" not in box.page.url)
    box.roll()
    rolled = parse_turn(box.kept_turns()[0]["text"])
    assert rolled.variant == ended.variant
    assert rolled.seed != ended.seed, "the same dice again"
    assert box.view() == expected.view(rolled)


def test_every_moment_of_a_turn_that_shuts_the_box_with_one_die_and_two(box: BoxPage) -> None:
    turn = parse_turn(SHUT_BOX)
    assert turn.is_shut
    assert [len(step.dice) for step in turn.steps][3:] == [1, 2, 1]
    box.open("/?turn=classic~otter-117")
    play(box, SHUT_BOX)

    assert box.prompt() == "You shut the box! Score 0."
    assert box.view().buttons == (("Play again", True),)
    eventually_true(lambda: "The end of the turn" in box.headings())
    expected.check_choices(box.sentences(), turn)
    cost = analyse(turn).steps[3].dice_loss
    advice = f"Roll 4: 2 dice were better than one, by {cost:.2f}."
    assert advice in box.sentences()


def test_hints_show_the_chart_before_the_move_and_the_aim_changes_its_unit(box: BoxPage) -> None:
    box.open("/?turn=classic~otter-20")
    box.turn_on_hints()
    box.settle()
    assert box.bars() == []
    box.roll()
    turn = parse_turn("classic~otter-20_3.6")
    eventually_true(box.bars)
    expected.check_bars(box.bars(), turn, 0)
    assert not any("yours" in bar for bar in box.bars())

    box.page.get_by_text("Shutting the box", exact=True).click()
    eventually_true(lambda: all("%" in bar for bar in box.bars()))
    expected.check_bars(box.bars(), turn, 0, "shut")
    expected.wait_for_judgement(box, turn, "shut")
    assert box.view() == expected.view(turn), "controls beside the box must not touch the turn"


def test_taps_that_cannot_help_change_nothing_and_say_why(box: BoxPage) -> None:
    turn = parse_turn("classic~otter-20_3.6-9")
    box.open("/?turn=classic~otter-20_3.6-9")

    def tap(number: int) -> str:
        chosen = box.view().chosen
        box.tap_anyway(box.tile(number))
        assert box.view().chosen == chosen
        return box.prompt()

    assert tap(1) == "Roll the dice first."
    assert tap(9) == "Tile 9 is shut already."
    box.roll()
    turn = turn.roll((6, 6))
    assert tap(9) == "Tile 9 is shut already."
    box.choose(8)
    assert box.view() == expected.view(turn, [8])
    assert 7 in box.view().dimmed
    assert tap(7) == "With the 7 you pass 12."
    assert tap(2) == "Tile 2 cannot help to make 12 now."
    box.tap_anyway(box.main)
    assert box.prompt() == "Choose tiles that make 12 first."
    assert [box.tile(number).get_attribute("aria-label") for number in (9, 8, 7, 4)] == [
        "Tile 9, shut",
        "Tile 8, open",
        "Tile 7, open, no help for this roll now",
        "Tile 4, open",
    ]
    assert [box.tile(number).get_attribute("aria-pressed") for number in (9, 8, 4)] == [
        None,
        "true",
        "false",
    ]
    box.choose(8)
    assert box.view() == expected.view(turn), "a second tap takes the tile back"


def test_a_double_click_does_not_skip_the_end_of_a_turn(box: BoxPage) -> None:
    turn = parse_turn("four~otter-2_3-3_4-4")
    box.open("/?turn=four~otter-2_3-3_4-4")
    box.main.dblclick()
    turn = turn.roll(turn.seeded_roll())
    assert turn.is_stuck
    expected.wait_for_judgement(box, turn)
    assert box.view() == expected.view(turn)


def test_the_second_half_of_a_double_click_presses_nothing(box: BoxPage) -> None:
    turn = parse_turn("classic~otter-20")
    box.open("/?turn=classic~otter-20")
    box.main.dblclick()
    turn = turn.roll(turn.seeded_roll())
    assert box.view() == expected.view(turn)
    box.choose(9)
    box.main.dblclick()
    assert box.view() == expected.view(turn.shut(tile_set([9])))


def test_a_new_turn_in_the_middle_of_one(box: BoxPage) -> None:
    box.open("/?variant=ten")
    box.roll()
    box.page.get_by_role("button", name="New turn").click()
    box.page.get_by_role("button", name="Yes, give up").click()
    fresh = expected.view(Turn(VARIANTS["ten"], seed="any"))
    eventually(box.view, fresh)
    box.reload()
    assert box.view() == fresh, "the turn that was left is not gone back to"
