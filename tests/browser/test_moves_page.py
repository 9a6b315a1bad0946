"""The page Best move: the position editor by touch and keyboard, and what follows it."""

from __future__ import annotations

import pytest

from browser.box_page import BoxPage, eventually, eventually_true, too_small
from browser.test_axe import check
from shutbox import VARIANTS, TileSet, solve, tile_set, tiles_in
from shutbox.frames import equation
from shutbox.positions import choices_frame

pytestmark = pytest.mark.browser

TWO_DICE = VARIANTS["two-dice"]


def open_lab(box: BoxPage, query: str = "") -> None:
    box.goto(f"/moves?{query}")
    box.root.locator(".tile").first.wait_for()
    eventually_true(lambda: box.page.get_by_test_id("stVegaLiteChart").count())
    box.settle()


def opened(box: BoxPage) -> tuple[int, ...]:
    tiles: list[str] = box.root.locator(".tile[aria-pressed=true]").evaluate_all(
        "tiles => tiles.map(tile => tile.dataset.tile)"
    )
    return tuple(map(int, tiles))


def dice(box: BoxPage) -> list[str]:
    names: list[str] = box.root.locator(".turn").evaluate_all("dice => dice.map(d => d.ariaLabel)")
    return names


def check_moves(box: BoxPage, position: TileSet, roll: tuple[int, ...]) -> None:
    """Wait until the chart has the moves of this position, best first."""
    values = solve(TWO_DICE).move_values(position, roll)
    moves = [equation(move) for move in sorted(values, key=values.__getitem__)]
    eventually(lambda: [bar.partition(":")[0] for bar in box.bars()], moves)


def test_tiles_and_dice_are_tapped_and_everything_follows(box: BoxPage) -> None:
    open_lab(box, "variant=two-dice")
    check_moves(box, TWO_DICE.start, (3, 4))
    box.page.locator("svg.marks").first.evaluate("node => { node.dataset.same = 'yes'; }")
    for tile in (3, 4, 7):
        box.tile(tile).click()
    assert opened(box) == (1, 2, 5, 6, 8, 9)
    box.root.locator(".turn").nth(1).click()
    assert dice(box) == ["Red die: 3", "Blue die: 5"]
    assert box.root.locator(".prompt").inner_text() == "Open tiles: 6, sum 31. Roll: 8."
    check_moves(box, tile_set([1, 2, 5, 6, 8, 9]), (3, 5))
    eventually_true(lambda: "open=1.2.5.6.8.9&dice=3.5" in box.page.url)
    # The chart was changed in its place, not drawn anew.
    assert box.page.locator("svg.marks").first.evaluate("node => node.dataset.same") == "yes"
    box.page.reload(wait_until="commit")
    check_moves(box, tile_set([1, 2, 5, 6, 8, 9]), (3, 5))
    eventually(lambda: opened(box), (1, 2, 5, 6, 8, 9))


def test_a_tap_is_shown_without_waiting_for_the_server(box: BoxPage) -> None:
    open_lab(box)
    shown = box.root.evaluate(
        """root => {
          root.querySelector('[data-tile="9"]').click();
          root.querySelector('.turn').click();
          return [root.querySelector('.prompt').textContent,
            root.querySelectorAll('.tile.open').length];
        }"""
    )
    assert shown == ["Open tiles: 8, sum 36. Roll: 8.", 8]


def test_the_keyboard_reaches_and_changes_everything(box: BoxPage) -> None:
    open_lab(box)
    box.tile(1).focus()
    for key in ("ArrowRight", "ArrowRight", "Enter", "ArrowLeft", " ", "9", "8", "7"):
        box.page.keyboard.press(key)
    assert opened(box) == (1, 4, 5, 6)
    box.page.keyboard.press("Tab")
    for key in ("5", "ArrowUp", "ArrowUp", "c", "r"):
        box.page.keyboard.press(key)
    assert dice(box) == ["Red die: 1", "Blue die: 4"]
    box.page.keyboard.press("Tab")
    box.page.keyboard.press("Tab")
    assert box.focus() == "tool Only one die"
    box.page.keyboard.press("Enter")
    assert dice(box) == ["Die: 1"]
    # Playwright does not hear of every change of the address.
    eventually(lambda: box.page.evaluate("location.search"), "?open=1.4.5.6&dice=1")
    box.button("Open all").click()
    assert opened(box) == tuple(range(1, 10))
    assert dice(box) == ["Red die: 1", "Blue die: 4"]
    assert box.page.get_by_role("dialog").count() == 0


def test_a_point_and_a_line_of_the_list_set_up_their_position(box: BoxPage) -> None:
    open_lab(box, "variant=six&lab=positions&open=1.2.3")
    point = box.page.locator('path[aria-label^="2 + 3 + 4 + 5 + 6 open: "]')
    point.click(force=True)
    eventually(lambda: opened(box), (2, 3, 4, 5, 6))
    choices = choices_frame(solve(TWO_DICE))
    row = choices.iloc[1]
    open_lab(box, "variant=two-dice&lab=highest")
    best = f"{equation(int(row['best']))}, not {equation(int(row['highest']))}"
    box.page.get_by_role("button").filter(has_text=best).first.click()
    eventually(lambda: opened(box), tiles_in(int(row["tiles"])))
    check_moves(box, int(row["tiles"]), row["dice"])


def test_the_moves_are_in_sight_on_a_laptop(box: BoxPage) -> None:
    open_lab(box)
    bottom = box.page.locator("path[aria-roledescription=bar]").last.bounding_box()
    frame = box.root.bounding_box()
    assert bottom
    assert frame
    assert max(bottom["y"] + bottom["height"], frame["y"] + frame["height"]) <= 720


def test_on_phones_everything_fits_a_finger_and_nothing_scrolls_sideways(box: BoxPage) -> None:
    for query in (
        "open=1.2.3.4.5.6",
        "variant=twelve&lang=fr",
        "variant=2012",
        "lab=tiles",
        "lab=boxes",
    ):
        box.page.set_viewport_size({"width": 320, "height": 844})
        box.goto(f"/moves?{query}")
        eventually_true(lambda: box.page.get_by_test_id("stVegaLiteChart").count())
        box.settle()
        for width in (320, 390):
            box.page.set_viewport_size({"width": width, "height": 844})
            eventually(box.sideways_scroll, [])
            eventually(box.cut_off_words, [])
            sizes = box.root.locator(".turn:visible, .tool:visible").evaluate_all(
                "all => all.map(n => n.getBoundingClientRect()).map(b => [b.width, b.height])"
            )
            assert too_small(sizes, 48.0) == []
            assert too_small(box.tile_sizes()) == []


@pytest.mark.parametrize("part", ["moves", "highest"])
def test_axe_on_the_laboratory(box: BoxPage, part: str) -> None:
    open_lab(box, f"lab={part}&open=1.2.4.5.6&dice=5.4")
    check(box, part)
