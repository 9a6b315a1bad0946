"""Axe finds nothing to object to: both pages, every state, light and dark, laptop and phone."""

from __future__ import annotations

from collections.abc import Callable
from itertools import cycle, product

import pytest

from browser import expected
from browser.box_page import BoxPage, eventually_true
from shutbox import parse_turn

pytestmark = pytest.mark.browser

BOX = ".st-key-board"
OURS = {"exclude": [["[data-testid=stSidebarNavItems]"]]}
"""All but Streamlit's list of pages on phones: it has the names of sections between its items."""

SCHEMES = ("light", "dark")
SIZES = {"laptop": (1280, 720), "phone": (390, 844)}
MOVED = "classic~otter-20_3.6-9_6.6-1.2.3.6_4.5-4.5"
ROLLED_LAST = "classic~otter-117_3.4-7_3.6-9_6.2-8_4-4_5.6-5.6_6"


def check(
    box: BoxPage,
    state: str,
    sizes: dict[str, tuple[int, int]] = SIZES,
    context: object = OURS,
    *,
    briefly: bool = False,
) -> None:
    """Let axe look at the page in both colour schemes and all sizes.

    Briefly, it sees every size in one scheme and both schemes: for a variation of a page that is
    looked at in every combination elsewhere.
    """
    found = []
    looks = list(zip(cycle(SCHEMES), sizes, strict=False)) if briefly else product(SCHEMES, sizes)
    for scheme, size in looks:
        width, height = sizes[size]
        box.page.set_viewport_size({"width": width, "height": height})
        box.page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        box.page.locator("html").evaluate(
            "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
        )
        box.settle()
        found += [(state, scheme, size, *violation) for violation in box.violations(context)]
    box.page.set_viewport_size({"width": 1280, "height": 720})
    assert found == []


def test_axe_on_play_from_before_a_roll_to_the_end(box: BoxPage) -> None:
    box.open(f"/?turn={MOVED}")
    eventually_true(box.bars)
    check(box, "before a roll, with the chart of the last move")
    box.roll()
    expected.wait_for_judgement(box, parse_turn(f"{MOVED}_2.6"))
    check(box, "rolled")
    box.choose(8)
    check(box, "selected")
    box.turn_on_hints()
    eventually_true(lambda: [bar for bar in box.bars() if bar.startswith("8: ")])
    check(box, "hints")
    box.shut()
    box.roll()
    expected.wait_for_judgement(box, parse_turn(f"{MOVED}_2.6-8_5.5-"))
    eventually_true(lambda: "The end of the turn" in box.headings())
    box.page.get_by_text("Table and pictures").first.click()
    box.page.get_by_text("Link to this turn").click()
    eventually_true(lambda: box.table("Loss") and box.page.locator("code").count())
    check(box, "stuck, with everything unfolded")


def test_axe_on_play_with_a_fresh_box(box: BoxPage) -> None:
    box.open("/")
    check(box, "fresh")


def test_axe_on_play_with_the_small_things_open(box: BoxPage) -> None:
    box.open(f"/?turn={MOVED}&hand=left&sound=off")
    box.root.locator(".keyhelp").click()
    check(box, "list of keys")
    box.roll()
    box.page.get_by_role("button", name="New turn").click()
    box.page.get_by_role("button", name="No, play on").wait_for()
    check(box, "the question whether to give up")


def test_axe_on_play_with_a_damaged_link(box: BoxPage) -> None:
    box.open("/?turn=otter")
    check(box, "damaged link", briefly=True)


def test_axe_on_play_with_the_box_shut(box: BoxPage) -> None:
    box.open(f"/?turn={ROLLED_LAST}&aim=shut")
    box.choose(1, 2, 3)
    box.shut()
    eventually_true(lambda: "The end of the turn" in box.headings())
    check(box, "won")


@pytest.mark.parametrize("variant", ["dominoes", "cards-as-dice", "cards", "the-300", "card-box"])
def test_axe_on_boxes_that_are_not_played_with_two_dice(box: BoxPage, variant: str) -> None:
    box.open(f"/?turn={variant}~otter-1")
    box.main.click()
    box.settle()
    check(box, f"{variant}, rolled", briefly=True)
    box.goto(f"/ways?variant={variant}")
    eventually_true(lambda: box.bars(0) and box.bars(1))
    box.settle()
    check(box, f"{variant}, ways", briefly=True)


def test_axe_on_ways(box: BoxPage) -> None:
    box.goto("/ways?total=9")
    eventually_true(lambda: box.bars(0) and box.bars(1))
    box.page.get_by_text("Table and pictures").first.click()
    eventually_true(lambda: box.table("Total"))
    check(box, "ways")


WIDTHS = (390, 768, 1280, 1920)


def at_a_sum(box: BoxPage) -> None:
    box.choose(1, 8)
    box.shut()


STATES: dict[str, tuple[str, Callable[[BoxPage], None]]] = {
    "before the roll": ("classic~otter-20", lambda box: None),
    "rolled": ("classic~otter-20_3.6", lambda box: None),
    "selected": ("classic~otter-20_3.6", lambda box: box.choose(1)),
    "asked for the sum": ("classic~otter-20_3.6&sum=asked", at_a_sum),
    "stuck": (f"{MOVED}_2.6-8_5.5-", lambda box: None),
    "shut": (f"{ROLLED_LAST}-1.2.3", lambda box: None),
}


@pytest.mark.parametrize("state", STATES)
def test_axe_on_a_state_of_the_box_at_every_width(box: BoxPage, state: str) -> None:
    """The box alone: the page around it is looked at above."""
    link, act = STATES[state]
    box.open(f"/?turn={link}&advice=never&line=on&equation=on&help=on&dots=on")
    act(box)
    check(box, state, {str(width): (width, 900) for width in WIDTHS}, BOX)


@pytest.mark.parametrize("question", ["moves", "luck", "dice", "ahead", "better"])
def test_axe_on_review(box: BoxPage, question: str) -> None:
    turn = "classic~b-2_1.4-5_1.5-2.4_1.3-1.3_2.4-6_5.4-9_2.6-8_1.4-"
    box.goto(f"/review?turn={turn}&question={question}")
    eventually_true(lambda: box.page.locator(".stb-box").count())
    box.settle()
    check(box, f"review, {question}", briefly=question != "moves")


def test_axe_on_review_of_many_turns_and_of_a_damaged_one(box: BoxPage) -> None:
    box.goto("/review?turn=otter")
    box.page.get_by_text("Line 1 is no turn.").wait_for()
    check(box, "review, damaged", briefly=True)
    box.page.get_by_role("button", name="Other turns").click()
    box.page.locator("textarea").fill(f"{MOVED}\notter\n{ROLLED_LAST}")
    box.page.get_by_role("button", name="Review these turns").click()
    box.page.get_by_text("Line 2 is no turn.").wait_for()
    box.page.keyboard.press("Escape")
    eventually_true(lambda: box.table("Box"))
    check(box, "review, many")
