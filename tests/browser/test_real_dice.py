"""Real dice on the table: what they show is entered, corrected, taken, judged, and never lost."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from boxes import random_turn

from browser import expected
from browser.app_server import AppServer
from browser.box_page import BoxPage, eventually, eventually_true
from browser.conftest import OpenPage
from browser.test_axe import check
from browser.test_turn_by_keyboard import press, tab_into
from shutbox import VARIANTS, Turn, Variant, format_turn, parse_turn, tiles_in
from shutbox.dice import Bag, Roll
from shutbox.ui.box.tables import pad

pytestmark = pytest.mark.browser

STUCK = parse_turn("two-dice_5.4-9_6.6-4.8_2.1-3_6.5-5.6_4.4-1.7_3.5-")
BEGIN = "Roll your dice and tap what they show."


def tap_faces(box: BoxPage, variant: Variant, dice: Roll) -> None:
    """Tap what lies on the table: in a row of its own for each of two dice, else in the pad."""
    bag = variant.dice if isinstance(variant.dice, Bag) else None
    pieces = [tuple(piece) for piece in pad(variant)["pieces"]]
    shown = [(face,) for face in dice] if bag is None else list(bag.items(dice))
    in_rows = bag is None and variant.dice.count <= 2
    for place, piece in enumerate(shown):
        row = box.root.locator(".entry .row").nth(place if in_rows else 0)
        row.locator(f'[data-piece="{pieces.index(piece)}"]').click()


def held(box: BoxPage) -> str:
    text: str = box.root.evaluate("root => root.shutbox.held")
    return text


def take(box: BoxPage, turn: Turn, dice: Roll) -> Turn:
    """Enter a roll and take it; the box shows what Python makes of it."""
    tap_faces(box, turn.variant, dice)
    box.main.click()
    turn = turn.roll(dice)
    eventually(lambda: box.view().prompt, expected.view(turn).prompt)
    assert box.view() == expected.view(turn)
    return turn


def shut(box: BoxPage, turn: Turn, move: int) -> Turn:
    box.choose(*tiles_in(move))
    box.shut()
    turn = turn.shut(move)
    assert box.view().open == tiles_in(turn.open_tiles)
    return turn


def ascending(turn: Turn) -> Turn:
    """The turn with the faces of every roll as the pad shows dominoes."""
    steps = tuple(replace(step, dice=tuple(sorted(step.dice))) for step in turn.steps)
    return Turn(turn.variant, steps)


def play(box: BoxPage, whole: Turn, most: int = 99) -> Turn:
    turn = Turn(whole.variant)
    for step in whole.steps[:most]:
        turn = take(box, turn, step.dice)
        if step.move:
            turn = shut(box, turn, step.move)
    return turn


def test_a_whole_turn_is_judged_and_shown_as_a_link_and_the_next_has_real_dice_too(
    box: BoxPage,
) -> None:
    box.open("/?variant=two-dice&rolling=real")
    assert box.prompt() == BEGIN
    play(box, STUCK)
    expected.wait_for_judgement(box, STUCK)
    box.page.get_by_text("Link to this turn").click()
    link = f"?turn={format_turn(STUCK)}&rolling=real"
    eventually(lambda: box.page.locator("code").inner_text(), link)
    box.button("Play again").click()
    eventually(box.prompt, BEGIN)
    assert box.view().open == tiles_in(STUCK.variant.start)
    # The same first roll again is another game: a reload brings this one back, not the old one.
    turn = take(box, Turn(STUCK.variant), (5, 4))
    box.reload()
    eventually(box.view, expected.view(turn))
    box.page.get_by_role("button", name="New turn").click()
    box.page.get_by_role("button", name="Yes, give up").click()
    eventually(box.prompt, BEGIN)


@pytest.mark.parametrize("variant", ["dominoes", "cards", "the-300", "card-box"])
def test_a_whole_turn_of_other_boxes(box: BoxPage, variant: str) -> None:
    box.open(f"/?variant={variant}&rolling=real&advice=never")
    most = 3 if variant == "card-box" else 99
    turn = play(box, ascending(random_turn(VARIANTS[variant], Random(1))), most)
    eventually(lambda: held(box), format_turn(turn))


def test_a_stuck_roll_that_only_python_knows_ends_the_turn(box: BoxPage) -> None:
    turn = parse_turn("domino-box_1.1.1.1.1.2-7")
    while not turn.is_stuck and turn.open_tiles & 0b111111111111:
        turn = turn.roll((1, 1, 1, 1, 1, 1))
        if turn.dice:
            turn = turn.shut(turn.legal_moves[0])
    start = Turn(turn.variant, turn.steps[:-1])
    assert turn.is_stuck
    box.open(f"/?turn={format_turn(start)}&rolling=real&advice=never")
    assert take(box, start, (1, 1, 1, 1, 1, 1)).is_over
    assert box.view().buttons == (("Play again", True),)


def test_a_domino_that_was_drawn_is_gone(box: BoxPage) -> None:
    box.open("/?turn=dominoes_1.5-6&rolling=real")
    gone = box.root.get_by_role("button", name="Domino: 1 and 5")
    assert gone.get_attribute("aria-disabled") == "true"
    box.tap_anyway(gone)
    assert box.prompt() == "None of these is left in the bag."
    assert box.view().buttons == (("Take it", False),)


def test_what_is_entered_can_be_corrected(new_page: OpenPage) -> None:
    box = new_page(has_touch=True)
    box.open("/?rolling=real")
    red, blue = (box.root.locator(".entry .row").nth(n).locator(".face") for n in (0, 1))
    red.nth(2).tap()
    assert box.prompt() == "3 so far. What does the next die show?"
    box.tap_anyway(box.main)
    assert box.prompt() == "First tap what every die shows."
    red.nth(4).tap()
    blue.nth(3).tap()
    assert box.prompt() == "5 and 4. Is that right? Then take it."
    assert box.view().buttons == (("Take 5 and 4", True),)
    pressed = box.root.locator('.face[aria-pressed="true"]')
    names = pressed.evaluate_all("faces => faces.map(face => face.ariaLabel)")
    assert names == ["Red die: 5", "Blue die: 4"]
    blue.nth(3).tap()
    assert box.view().buttons == (("Take 5", False),)
    box.button("Undo").tap()
    assert box.view().buttons == (("Take it", False),)
    box.tap_anyway(box.tile(9))
    assert box.prompt() == "First tap what your dice show."
    tap_faces(box, VARIANTS["classic"], (5, 4))
    box.main.tap()
    assert box.view() == expected.view(parse_turn("classic_5.4"))


def test_many_dice_fill_one_after_the_other_and_each_can_be_taken_back(box: BoxPage) -> None:
    box.open("/?variant=the-300&rolling=real")
    tap_faces(box, VARIANTS["the-300"], (6, 1, 3, 2))
    slots = box.root.locator(".slot")
    assert slots.count() == 4
    slots.nth(1).click()
    assert slots.count() == 3
    assert box.focus().startswith("face"), "a button that is gone hands its focus on"
    tap_faces(box, VARIANTS["the-300"], (5,))
    box.main.click()
    assert box.view() == expected.view(parse_turn("the-300_6.5.3.2"))


def test_the_keyboard_alone(box: BoxPage) -> None:
    box.open("/?variant=two-dice&rolling=real")
    tab_into(box)
    press(box, "3", "Backspace", "5", "4")
    assert box.view().buttons == (("Take 5 and 4", True),)
    press(box, "Escape")
    assert box.view().buttons == (("Take it", False),)
    press(box, "5", "4", "Enter")
    turn = parse_turn("two-dice_5.4")
    assert box.view() == expected.view(turn)
    press(box, "9", "Enter")
    eventually_true(lambda: box.focus().startswith("face"))
    press(box, "ArrowRight", "ArrowRight", "Space", "ArrowDown", "Space")
    assert box.view().buttons == (("Take 3 and 3", True),)
    press(box, "Enter")
    assert box.view() == expected.view(parse_turn("two-dice_5.4-9_3.3"))
    box.root.locator(".keyhelp").click()
    keys = box.root.locator(".keys li").all_inner_texts()
    assert {"Digits: what the dice show", "Enter: take what is entered"} <= set(keys)
    assert "Space: roll" not in keys


def test_typed_numbers_of_other_pieces(box: BoxPage) -> None:
    for variant, keys, dice in (
        ("2012", ("1", "7"), (17,)),
        ("dominoes", ("5", "2"), (2, 5)),
        ("cards", ("="), (12,)),
        ("cards-as-dice", ("6", "6"), (6, 6)),
    ):
        box.open(f"/?variant={variant}&rolling=real&advice=never")
        box.root.locator(".face").first.focus()
        press(box, *keys, "Enter")
        turn = Turn(VARIANTS[variant]).roll(dice)
        assert box.root.evaluate("root => root.shutbox.text") == format_turn(turn)


ONE_OR_TWO = "classic_6.6-3.9_6.5-4.7_5.3-8"


def test_one_die_or_two(box: BoxPage) -> None:
    turn = parse_turn(ONE_OR_TWO)
    box.open(f"/?turn={ONE_OR_TWO}&rolling=real")
    assert box.prompt() == (
        "Shut: 8. Left: 1, 2, 5 and 6. Roll 2 dice, or only 1, and tap what you see."
    )
    tap_faces(box, turn.variant, (6,))
    assert box.prompt() == "6. Take it, or tap the other die too."
    assert box.view().buttons == (("Take 6", True),)
    tap_faces(box, turn.variant, (6, 1)[1:])
    tap_faces(box, turn.variant, (6,))
    box.root.locator(".entry .row").nth(1).locator(".face").first.click()
    assert box.view().buttons == (("Take 6 and 1", True),)
    box.button("Undo").click()
    box.main.click()
    assert box.view() == expected.view(turn.roll((6,)))


def test_a_server_restart_and_a_lost_connection_lose_nothing(
    own_server: AppServer, new_page: OpenPage
) -> None:
    box = new_page(app=own_server)
    box.watch.loses_connection = True
    box.open("/?variant=two-dice&rolling=real")
    turn = take(box, Turn(STUCK.variant), (5, 4))
    # By then the browser has fetched the code of the table, which it does not ask for twice.
    eventually(box.turn_so_far, expected.turn_so_far(turn, "score"))
    own_server.kill()
    turn = shut(box, turn, turn.legal_moves[0])
    turn = take(box, turn, (6, 6))
    own_server.start()
    eventually(box.turn_so_far, expected.turn_so_far(turn, "score"))
    box.reload()
    eventually(box.view, expected.view(turn))
    own_server.kill()
    own_server.start()
    box.reload()
    eventually(box.view, expected.view(turn))


def test_two_tabs_keep_their_own(box: BoxPage) -> None:
    other = BoxPage(box.page.context.new_page(), box.url)
    turns = {}
    for tab, dice in ((box, (5, 4)), (other, (2, 1))):
        tab.open("/?rolling=real")
        if tab is other:
            eventually(tab.view, expected.view(turns[box]))
            tab.page.get_by_role("button", name="New turn").click()
            tab.page.get_by_role("button", name="Yes, give up").click()
            eventually(tab.prompt, BEGIN)
        turns[tab] = take(tab, Turn(VARIANTS["classic"]), dice)
    for tab, turn in [*turns.items(), *turns.items()]:
        tab.reload()
        eventually(tab.view, expected.view(turn))


def test_the_switch_gives_either_way_of_rolling_a_turn_of_its_own(box: BoxPage) -> None:
    box.open("/")
    box.roll()
    by_app = parse_turn(box.kept_turns()[0]["text"])
    eventually(lambda: held(box), format_turn(by_app))
    box.page.get_by_text("Settings of the box").click()
    box.page.get_by_text("Real dice on the table").click()
    eventually(box.prompt, BEGIN)
    real = take(box, Turn(by_app.variant), (5, 4))
    eventually(lambda: held(box), format_turn(real))
    box.page.get_by_text("The app", exact=True).click()
    eventually(box.view, expected.view(by_app))
    box.page.get_by_text("Real dice on the table").click()
    eventually(box.view, expected.view(real))
    box.reload()
    eventually(box.view, expected.view(real))
    box.page.get_by_text("Settings of the box").click()
    box.page.get_by_text("The app", exact=True).click()
    eventually(box.view, expected.view(by_app))


def test_the_live_region_through_a_roll(box: BoxPage) -> None:
    box.open("/?rolling=real")
    box.root.evaluate(
        """root => {
          window.heard = [];
          const region = root.querySelector('[role=status].prompt');
          new MutationObserver(() => window.heard.push(region.textContent))
            .observe(region, { childList: true, characterData: true, subtree: true });
        }"""
    )
    take(box, Turn(VARIANTS["classic"]), (5, 4))
    assert box.page.evaluate("window.heard") == [
        "5 so far. What does the next die show?",
        "5 and 4. Is that right? Then take it.",
        "You rolled 5 and 4. Shut tiles that make 9.",
    ]


@pytest.mark.parametrize("variant", ["classic", "the-300", "dominoes"])
def test_axe_on_entering(box: BoxPage, variant: str) -> None:
    box.open(f"/?variant={variant}&rolling=real")
    box.root.locator(".face").nth(2).click()
    check(box, f"{variant}, entering", briefly=variant != "classic")
