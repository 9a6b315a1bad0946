"""Room for every finger and every screen: nothing is too small, nothing scrolls sideways."""

from __future__ import annotations

import pytest
from boxes import ONE_OF_EACH_SHAPE

from browser.box_page import BoxPage, eventually, eventually_true, too_small
from browser.conftest import OpenPage
from shutbox import VARIANTS, Turn, Variant, format_turn, tiles_in
from shutbox.i18n import PSEUDO, languages

pytestmark = pytest.mark.browser

PHONES = (390, 320)


def seeded_turn(variant: Variant, seed: str) -> Turn:
    """A turn of many small tiles at a time: not the best choices, so that tiles are left."""
    turn = Turn(variant, seed=seed)
    while not turn.is_over:
        turn = turn.roll(turn.seeded_roll())
        if not turn.is_over:
            turn = turn.shut(turn.legal_moves[-1])
    return turn


def ended(variant: Variant) -> str:
    """The longest of some turns that end with tiles left."""
    turns = [seeded_turn(variant, f"otter-{k}") for k in range(30)]
    return format_turn(max((t for t in turns if t.is_stuck), key=lambda turn: len(turn.steps)))


def fresh(variant: Variant) -> str:
    """A fresh box whose first roll can be played."""
    turns = (Turn(variant, seed=f"badger-{k}") for k in range(99))
    return format_turn(next(turn for turn in turns if turn.roll(turn.seeded_roll()).dice))


WIDE = {
    "ten": [10],
    "twelve": [12],
    "2012": [12],
    "six": [6],
    "five": [5],
    "four": [4],
    "the-300": [12] * 2,
    "cards": [12],
    "domino-box": [12] * 3,
    "card-box": [12, 12, 12, 12, 6],
}
MOVED = "classic~otter-20_3.6-9_6.6-1.2.3.6"
NARROW = {
    "ten": [5, 5],
    "twelve": [6, 6],
    "2012": [6, 6],
    "six": [3, 3],
    "five": [3, 2],
    "four": [2, 2],
    "the-300": [6] * 4,
    "cards": [6, 6],
    "domino-box": [6] * 6,
    "card-box": [6] * 9,
}


def resize(box: BoxPage, width: int, height: int = 844) -> None:
    box.page.set_viewport_size({"width": width, "height": height})


def check_phones(box: BoxPage, state: str) -> None:
    for width in PHONES:
        resize(box, width)
        eventually(box.sideways_scroll, [])
        assert too_small(box.tile_sizes()) == [], f"{state} at {width}"


def check_variant_on_phones(box: BoxPage, variant: str) -> None:
    """Go from the end of a turn into the next one, and check every state on the way."""
    resize(box, PHONES[0])
    box.open(f"/?turn={ended(VARIANTS[variant])}&lang={PSEUDO}")
    eventually_true(lambda: len(box.headings()) > 3)
    assert box.rows_of_tiles() == NARROW.get(variant, [5, 4]), variant
    check_phones(box, f"{variant}, ended")
    box.main.tap()
    eventually(lambda: box.view().open, tiles_in(VARIANTS[variant].start))
    box.settle()
    check_phones(box, f"{variant}, fresh")
    box.open(f"/?turn={fresh(VARIANTS[variant])}&lang={PSEUDO}")
    box.main.tap()
    check_phones(box, f"{variant}, rolled")
    view = box.view()
    box.tile(next(tile for tile in view.open if tile not in view.dimmed)).tap()
    assert box.view().chosen
    check_phones(box, f"{variant}, chosen")


@pytest.mark.parametrize("variant", [variant.id for variant in ONE_OF_EACH_SHAPE])
def test_on_phones_in_long_words_nothing_scrolls_sideways_and_tiles_fit_a_finger(
    new_page: OpenPage, variant: str
) -> None:
    check_variant_on_phones(new_page(has_touch=True), variant)


OTHER_STATES = {
    "choice of dice": "/?turn=classic~otter-117_3.4-7_3.6-9_6.2-8",
    "hints": "/?turn=twelve~otter-1_2.5&hints=true&aim=shut",
    "won": "/?turn=classic~otter-117_3.4-7_3.6-9_6.2-8_4-4_5.6-5.6_6-1.2.3",
    "damaged link": f"/?turn={'x' * 300}",
}


def test_on_phones_other_states_do_not_scroll_sideways_either(new_page: OpenPage) -> None:
    box = new_page(width=390, height=844)
    for state, path in OTHER_STATES.items():
        resize(box, PHONES[0])
        box.open(f"{path}&lang={PSEUDO}")
        if state in ("hints", "won"):
            eventually_true(box.bars)
        check_phones(box, state)


def test_on_the_smallest_phone_no_word_of_a_chart_is_cut_off(new_page: OpenPage) -> None:
    box = new_page(width=min(PHONES), height=844)
    for code in languages():
        for path in (
            f"/?turn={ended(VARIANTS['twelve'])}",
            f"/?turn={MOVED}",
            f"/?turn={MOVED}&aim=shut",
        ):
            box.open(f"{path}&lang={code}")
            eventually_true(box.bars)
            eventually(box.cut_off_words, [])
        box.goto(f"/ways?total=12&lang={code}")
        eventually_true(lambda: box.bars(0) and box.bars(1))
        eventually(box.cut_off_words, [])


def test_on_phones_the_ways_do_not_scroll_sideways(box: BoxPage) -> None:
    for query in (
        "total=12&variant=twelve",
        f"total=12&variant=twelve&lang={PSEUDO}",
        "total=54&variant=card-box",
        "total=7&variant=cards-as-dice",
        "total=8&variant=chinese-dominoes",
    ):
        resize(box, min(PHONES))
        box.goto(f"/ways?{query}")
        eventually_true(lambda: box.bars(0) and box.bars(1))
        box.settle()
        for width in sorted(PHONES):
            resize(box, width)
            eventually(box.sideways_scroll, [])


def test_on_a_laptop_every_box_is_visible_as_a_whole_and_in_one_row(box: BoxPage) -> None:
    for variant in ONE_OF_EACH_SHAPE:
        box.open(f"/?turn={fresh(variant)}")
        eventually(lambda: box.view().open, tiles_in(variant.start))
        box.settle()
        box.page.evaluate("document.querySelector('[data-testid=stMain]').scrollTo(0, 0)")
        for state in ("fresh", "rolled"):
            bounds = box.root.locator(".frame").bounding_box()
            assert bounds is not None
            assert bounds["y"] >= 0, (variant.id, state)
            assert bounds["y"] + bounds["height"] <= 720, (variant.id, state)
            assert box.rows_of_tiles() == WIDE.get(variant.id, [9]), (variant.id, state)
            assert too_small(box.tile_sizes()) == [], (variant.id, state)
            assert box.sideways_scroll() == []
            if state == "fresh":
                box.main.click()


PLACES_DURING_A_TURN = """async (root, [widths, supports]) => {
  const s = root.shutbox;
  const main = root.querySelector('.action.main');
  const pause = () => new Promise((done) => setTimeout(done, 10));
  const seen = widths.map(() => new Map());
  const frames = widths.map(() => new Set());
  const look = () => {
    widths.forEach((width, n) => {
      root.style.width = `${width}px`;
      const top = root.getBoundingClientRect().top;
      const places = [...root.querySelectorAll('.tile')].map((tile) => {
        const at = tile.getBoundingClientRect();
        return [at.left, at.top - top, at.width, at.height].map(Math.round).join();
      });
      const { height } = root.querySelector('.frame').getBoundingClientRect();
      const isFixed = !supports && width >= 350 && !main.hidden;
      const key = places.join(' ');
      if (isFixed) frames[n].add(Math.round(height));
      if (!seen[n].has(key)) seen[n].set(key, root.querySelector('.prompt').textContent);
      const prompt = root.querySelector('.prompt').getBoundingClientRect();
      for (const flap of root.querySelectorAll('.chosen .flap')) {
        if (flap.getBoundingClientRect().top - 3 < prompt.bottom) seen[n].set('touched', width);
      }
    });
    root.style.width = '';
  };
  look();
  for (let roll = 0; roll < 99; roll++) {
    for (let wait = 0; main.hidden && wait < 500; wait++) await pause();
    main.click();
    look();
    if (!s.turn.dice) break;
    const { sets } = s.playable;
    for (const tile of sets.at(roll % 2 ? -1 : 0)) {
      root.querySelector(`[data-tile="${tile}"]`).click();
      look();
    }
    main.click();
    look();
    if (root.classList.contains('won')) break;
  }
  frames.forEach((heights, n) => heights.size > 1 && seen[n].set('heights', [...heights].join()));
  return seen.map((places) => [...places]);
}"""
"""Plays a turn, and after every tap notes where the tiles are in boxes of these widths.

Without supports the frame keeps its height too.
"""

BOX_WIDTHS = [288, 358, 448, 560, 704, 736, 960]
"""Those on windows of 320, 390, 480, 592, 1280, 768 and, without advice, 1280 pixels."""


@pytest.mark.parametrize("code", ["en", "fr"])
@pytest.mark.parametrize("variant", ["classic", "twelve", "the-300", "domino-box"])
def test_no_tile_moves_during_a_whole_turn(new_page: OpenPage, variant: str, code: str) -> None:
    box = new_page(width=1280, height=900)
    for supports in ("", "&line=on&equation=on&ways=on&fit=on&help=on"):
        seed = f"otter-{len(supports)}"
        box.open(f"/?turn={variant}~{seed}&lang={code}&advice=never{supports}")
        seen = box.root.evaluate(PLACES_DURING_A_TURN, [BOX_WIDTHS, supports])
        moved = {width: p for width, p in zip(BOX_WIDTHS, seen, strict=True) if len(p) > 1}
        assert moved == {}


def test_the_box_stays_where_it_is_on_the_page(box: BoxPage) -> None:
    def top(width: int) -> float:
        resize(box, width, 900)
        bounds = box.root.evaluate(
            "root => root.getBoundingClientRect().top"
            " + document.querySelector('[data-testid=stMain]').scrollTop"
        )
        return round(float(bounds))

    widths = (390, 768, 1280)
    for code in languages():
        box.open(f"/?turn=classic~otter-{code}&lang={code}")
        before = [top(width) for width in widths]
        box.main.click()
        box.page.locator(".st-key-leave-turn").wait_for()
        box.settle()
        assert [top(width) for width in widths] == before


@pytest.mark.parametrize("code", languages())
def test_at_400_percent_no_page_scrolls_sideways(new_page: OpenPage, code: str) -> None:
    """A window of 1280 x 1024 pixels, four times as large."""
    box = new_page(width=320, height=256)
    for path in (f"?turn={MOVED}", f"?turn={ended(VARIANTS['twelve'])}", "ways?total=9", "rules"):
        box.goto(f"/{path}{'&' if '?' in path else '?'}lang={code}")
        eventually_true(box.headings)
        box.settle()
        eventually(box.sideways_scroll, [])
