"""The view for a board: only the box, as large as the screen, and nothing to scroll."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from boxes import ONE_OF_EACH_SHAPE, random_turn

from browser import expected
from browser.box_page import BoxPage, eventually, eventually_true, too_small
from browser.conftest import OpenPage
from browser.test_axe import check
from browser.test_real_dice import BEGIN, ascending, tap_faces
from browser.test_turn_by_keyboard import press
from shutbox import Turn, Variant, format_turn, parse_turn, tiles_in

pytestmark = pytest.mark.browser

PHONE = (844, 390)
UPRIGHT = [(768, 1024), (390, 844)]
SCREENS = [(1280, 720), (1366, 768), (1920, 1080), (1024, 768), PHONE, *UPRIGHT]
EVERY_SUPPORT = "sum=asked&line=on&equation=on&help=on&ways=on&fit=on&dots=on&dice=frames"
STUCK = "classic~otter-20_3.6-9_6.6-1.2.3.6_4.5-4.5_2.6-8_5.5-"
ROLLED = "classic~otter-20_3.6"

_MEASURE = """root => {
  const main = document.querySelector('[data-testid=stMain]');
  const scrolling = [document.documentElement, main]
    .filter((n) => n.scrollWidth > n.clientWidth || n.scrollHeight > n.clientHeight)
    .map((n) => n.tagName);
  const isShown = (node) => node.checkVisibility({ visibilityProperty: true });
  const name = (node) => node.className.baseVal ?? node.className;
  const parts = [...root.querySelectorAll(
    '.frame, .prompt, .tile, .aids > *, .tray > *, button, .die, .total, .result b'
  )].filter((node) => isShown(node) && node.getBoundingClientRect().width > 1);
  const outside = parts.filter((node) => {
    const { left, top, right, bottom } = node.getBoundingClientRect();
    return left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1;
  });
  const blocks = [...root.querySelectorAll('.frame > *')].filter(isShown)
    .map((node) => node.getBoundingClientRect());
  const edge = root.querySelector('.frame').getBoundingClientRect().bottom;
  const over = blocks.filter((b, n) => b.bottom > (blocks[n + 1]?.top ?? edge) + 1).length;
  const tray = [...root.querySelectorAll('.tray > *')].filter(isShown)
    .map((node) => node.getBoundingClientRect()).filter((b) => b.width > 0);
  const crossed = tray.filter((a) => tray.some((b) => a !== b && a.left < b.right - 1 &&
    b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1)).length;
  return { scrolling, outside: outside.map(name), over, crossed };
}"""
FITS: dict[str, Any] = {"scrolling": [], "outside": [], "over": 0, "crossed": 0}


def resize(box: BoxPage, size: tuple[int, int]) -> None:
    box.page.set_viewport_size({"width": size[0], "height": size[1]})


def check_fits(box: BoxPage, state: str, screens: list[tuple[int, int]] = SCREENS) -> None:
    for size in screens:
        resize(box, size)
        assert box.root.evaluate(_MEASURE) == FITS, (state, size)
    resize(box, screens[0])


@pytest.mark.parametrize("variant", ONE_OF_EACH_SHAPE, ids=lambda variant: variant.id)
def test_every_box_fits_every_screen_with_real_dice(box: BoxPage, variant: Variant) -> None:
    whole = next(t for k in range(99) if (t := random_turn(variant, Random(k))).steps[0].move)
    step = ascending(whole).steps[0]
    box.open(f"/?variant={variant.id}&rolling=real&view=board")
    check_fits(box, "entering")
    tap_faces(box, variant, step.dice)
    check_fits(box, "entered")
    box.main.click()
    turn = Turn(variant).roll(step.dice)
    eventually(lambda: box.view().prompt.startswith("You "), True)
    assert box.view().dice == expected.dice_name(variant, step.dice)
    check_fits(box, "rolled")
    box.choose(*tiles_in(step.move))
    check_fits(box, "chosen")
    assert too_small(box.tile_sizes(), 44 if len(variant.tiles) <= 12 else 36) == []
    box.shut()
    after = format_turn(turn.shut(step.move))
    eventually(lambda: box.root.evaluate("root => root.shutbox.held"), after)
    check_fits(box, "shut")


@pytest.mark.parametrize("path", ["turn=twelve~otter-1_2.5", f"turn={ROLLED}&age=5-6"])
def test_every_support_fits(box: BoxPage, path: str) -> None:
    supports = "" if "age" in path else f"&{EVERY_SUPPORT}"
    box.open(f"/?view=board&{path}{supports}")
    screens = [(1280, 720), (1366, 768), (1920, 1080), (1024, 768)]
    check_fits(box, "rolled", screens)
    box.choose(*((3, 4) if supports else (9,)))
    if supports:
        box.main.click()
        check_fits(box, "asked", screens)
        box.root.get_by_role("button", name="7", exact=True).click()
    else:
        box.root.locator(".helper").click()
        check_fits(box, "helped", screens)


def size_of(box: BoxPage, selector: str) -> float:
    size: str = box.root.locator(selector).first.evaluate("n => getComputedStyle(n).fontSize")
    return float(size.removesuffix("px"))


def test_it_can_be_read_from_the_last_row(new_page: OpenPage) -> None:
    """Of a class room of eight metres: text of 40 px, the total of 120 px on a full HD screen."""
    box = new_page(width=1920, height=1080)
    box.open(f"/?view=board&{EVERY_SUPPORT}&turn=classic~otter-20_3.6-9_6.6")
    assert size_of(box, ".total") >= 120
    box.choose(1, 2)
    for part in (".prompt", ".action.main", ".sum", ".equation", ".ways", ".helper", ".flap"):
        assert size_of(box, part) >= 40, part
    box.open(f"/?view=board&turn={STUCK}")
    assert box.root.locator(".result").inner_text().split() == ["Score", "7"]
    assert size_of(box, ".result b") >= 120
    assert size_of(box, ".prompt") >= 40


def test_there_is_nothing_but_the_box(box: BoxPage) -> None:
    box.open(f"/?view=board&turn={STUCK}&hints=true")
    shown = box.page.locator("h2, table, [role=combobox], header, nav, [data-testid=stExpander]")
    assert [node for node in shown.all() if node.is_visible()] == []
    box.root.focus()
    for _ in range(12):
        press(box, "Tab")
        on = box.page.evaluate("document.activeElement.outerHTML.slice(0, 150)")
        assert on.startswith("<body") or "stMain" in on or box.focus() != "outside", on


def test_going_in_and_out(box: BoxPage) -> None:
    box.open("/?turn=classic~otter-20")
    box.roll()
    box.choose(9)
    rolled = box.view()
    expected.wait_for_judgement(box, parse_turn(ROLLED))
    box.page.get_by_role("button", name="Board view").click()
    leave = box.root.get_by_role("button", name="Back to the whole page")
    leave.wait_for()
    assert box.view() == rolled, "nothing changes, not even the chosen tile"
    assert "view=board" in box.page.url
    press(box, "Escape")
    assert box.view().chosen == ()
    assert leave.is_visible(), "Escape took back the tile"
    press(box, "Escape")
    eventually_true(lambda: "Best move" in box.headings())
    assert "view" not in box.page.url
    box.page.get_by_role("button", name="Board view").click()
    leave.click()
    eventually_true(lambda: "Best move" in box.headings())


def test_it_stays_for_the_next_turn_and_after_a_reload(box: BoxPage) -> None:
    box.open(f"/?view=board&turn={STUCK}&lang=en")
    box.button("Play again").click()
    eventually(lambda: box.view().prompt, "Roll the dice to begin.")
    box.reload()
    assert "view=board" in box.page.url
    box.root.get_by_role("button", name="Back to the whole page").wait_for()


def test_a_teacher_throws_wooden_dice_and_taps_the_board(new_page: OpenPage) -> None:
    box = new_page(width=1920, height=1080, has_touch=True)
    box.open("/?view=board&rolling=real&variant=two-dice")
    assert box.prompt() == BEGIN
    for place, face in enumerate((5, 4)):
        box.root.locator(".entry .row").nth(place).locator(".face").nth(face - 1).tap()
    box.main.tap()
    assert box.prompt() == "You rolled 5 and 4. Shut tiles that make 9."
    box.tile(9).tap()
    box.main.tap()
    assert box.prompt() == "Shut: 9. Left: 1, 2, 3, 4, 5, 6, 7 and 8. " + BEGIN
    faces = box.root.locator(".face").evaluate_all(
        "faces => faces.map((f) => f.getBoundingClientRect()).map((b) => [b.width, b.height])"
    )
    assert too_small(faces, 120) == []


def test_full_screen(box: BoxPage) -> None:
    box.open("/?view=board")
    box.root.get_by_role("button", name="Full screen").click()
    eventually_true(lambda: box.page.evaluate("Boolean(document.fullscreenElement)"))
    box.root.get_by_role("button", name="Full screen").click()
    eventually(lambda: box.page.evaluate("Boolean(document.fullscreenElement)"), False)


def test_a_damaged_link_is_told_on_the_board_too(box: BoxPage) -> None:
    box.open("/?view=board&turn=otter")
    assert "Here is a fresh box." in box.page.get_by_test_id("stAlert").inner_text()
    box.roll()
    eventually(box.page.get_by_test_id("stAlert").count, 0)


@pytest.mark.parametrize("query", [f"turn={ROLLED}", "rolling=real", f"turn={STUCK}"])
def test_axe_on_the_board(box: BoxPage, query: str) -> None:
    box.open(f"/?view=board&{query}")
    check(box, f"board, {query}", {"screen": (1920, 1080)})
