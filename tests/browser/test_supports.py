"""The supports of the box, each by its switch: what a pupil sees, hears and can do with them."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from browser import expected
from browser.box_page import BoxPage, eventually, eventually_true, too_small
from browser.conftest import OpenPage
from browser.test_axe import check as check_axe
from shutbox import (
    VARIANTS,
    Turn,
    Variant,
    dice_counts,
    format_turn,
    legal_moves,
    parse_turn,
    tiles_in,
)
from shutbox.dice import Bag
from shutbox.i18n import PSEUDO
from shutbox.supports import AGES

pytestmark = pytest.mark.browser

NINE = "classic~otter-20_3.6"
"""Red 3 and blue 6: a total of 9."""
ALL_ON = "dots=on&line=on&equation=on&ways=on&fit=on&help=on"


def text(box: BoxPage, part: str) -> str:
    found: str = box.root.locator(f".{part}").text_content() or ""
    return found


def press(box: BoxPage, *keys: object) -> None:
    for key in keys:
        box.page.keyboard.press(str(key))


def dots(box: BoxPage) -> list[int]:
    counts: list[int] = box.root.locator(".tile").evaluate_all(
        "tiles => tiles.map(tile => tile.querySelectorAll('.flap .dots circle').length)"
    )
    return counts


# ---- pictures ----


def test_every_tile_shows_its_number_in_dots(box: BoxPage) -> None:
    box.open("/?variant=twelve&dots=on")
    assert dots(box) == list(range(1, 13))
    box.open("/?variant=twelve&dots=off")
    assert dots(box) == [0] * 12


def test_dots_stay_inside_their_tile_on_the_smallest_phone(new_page: OpenPage) -> None:
    box = new_page(width=320, height=700)
    box.open("/?variant=twelve&dots=on")
    outside = box.root.locator(".flap").evaluate_all(
        """flaps => flaps.filter((flap) => {
          const edge = flap.getBoundingClientRect();
          return [...flap.querySelectorAll('circle')].some((dot) => {
            const at = dot.getBoundingClientRect();
            return at.left < edge.left || at.right > edge.right || at.bottom > edge.bottom
              || at.width < 4;
          });
        }).map((flap) => flap.textContent)"""
    )
    assert outside == []
    assert too_small(box.tile_sizes()) == []


def test_dice_as_numbers_and_as_ten_frames(box: BoxPage) -> None:
    dice = box.root.locator(".faces .die")
    box.open(f"/?turn={NINE}&dice=numerals")
    assert dice.locator(".numeral").all_text_contents() == ["3", "6"]
    assert dice.locator(".pip").count() == 0
    box.open(f"/?turn={NINE}&dice=frames")
    assert [dice.nth(k).locator(".cell").count() for k in (0, 1)] == [10, 10]
    assert [dice.nth(k).locator(".pip").count() for k in (0, 1)] == [3, 6]
    assert box.view().dice == "Red die: 3 and Blue die: 6"


def test_the_bar_fills_up_to_the_total(box: BoxPage) -> None:
    box.open(f"/?turn={NINE}&line=on")
    line = box.root.locator(".line")
    assert line.get_attribute("aria-label") == "Bar up to 9, empty"
    assert text(box, "goal") == "9"
    box.choose(2, 3)
    assert box.root.locator(".segment").all_text_contents() == ["2", "3"]
    widths = box.root.locator(".track span").evaluate_all(
        "spans => spans.map(span => span.getBoundingClientRect().width)"
    )
    assert [round(width * 9 / sum(widths), 1) for width in widths] == [2, 3, 4]
    assert line.get_attribute("aria-label") == "Bar up to 9: 2 and 3, together 5"
    box.choose(4)
    assert box.root.locator(".rest").count() == 0


def test_the_equation_grows_and_is_never_wrong(box: BoxPage) -> None:
    box.open(f"/?turn={NINE}&equation=on")
    assert text(box, "equation") == "3 + 6 = 9"
    box.choose(1)
    assert text(box, "equation") == "3 + 6 = 9 = 1 + …"
    box.choose(8)
    assert text(box, "equation") == "3 + 6 = 9 = 1 + 8"
    for link, tile, shown in (
        ("thai_3.5", 3, "3 + 5 = 8 · 3"),
        ("add-or-take-away_3.5", 2, "3 + 5 = 8 · 2"),
        ("six_5", 2, "5 = 2 + …"),
    ):
        box.open(f"/?turn={link}&equation=on")
        box.choose(tile)
        assert text(box, "equation") == shown


# ---- ways and chances ----


def test_how_many_sets_are_possible(box: BoxPage) -> None:
    for link in (NINE, "twelve_6.6", "classic_3.6-9_6.6-1.2.3.6_4.5", "dominoes_3.6", "thai_3.5"):
        box.open(f"/?turn={link}&ways=on")
        turn = parse_turn(link)
        assert text(box, "ways") == f"Possible sets: {len(turn.legal_moves)}"


def fit_sentence(variant: Variant, left: int) -> str:
    if not left:
        return ""
    shares = []
    for count in dice_counts(variant, left):
        throws = list(product(range(1, variant.dice.sides + 1), repeat=count))
        shares.append((sum(bool(legal_moves(variant, left, t)) for t in throws), len(throws)))
    (some, every), *one = shares
    rest = f"; with one die in {one[0][0]} of {one[0][1]}" if one else ""
    return f"With these shut, the next roll fits in {some} of {every} rolls{rest}."


def seedless(random: Random, variant: Variant, steps: int) -> Turn:
    """A turn without a seed, at a roll."""
    while True:
        turn = Turn(variant)
        for step in range(steps + 1):
            count = random.choice(turn.dice_counts)
            turn = turn.roll(tuple(random.choices(range(1, variant.dice.sides + 1), k=count)))
            if turn.is_over:
                break
            if step < steps:
                turn = turn.shut(random.choice(turn.legal_moves))
                if turn.is_over:
                    break
        else:
            return turn


@pytest.mark.parametrize("variant", ["classic", "forced", "add-or-take-away", "unlucky-seven"])
def test_the_chance_of_the_next_roll_is_exact(box: BoxPage, variant: str) -> None:
    random = Random(variant)
    for steps in (0, 1, 2, 3):
        turn = seedless(random, VARIANTS[variant], steps)
        box.open(f"/?turn={format_turn(turn)}&fit=on")
        for move in random.sample(turn.legal_moves, k=min(3, len(turn.legal_moves))):
            assert text(box, "fit") == ""
            box.choose(*tiles_in(move))
            assert text(box, "fit") == fit_sentence(turn.variant, turn.open_tiles & ~move)
            box.root.locator(".tile.chosen").first.focus()
            press(box, "Escape")


def next_fit_sentence(variant: Variant, left: int) -> str:
    return fit_sentence(variant, left).replace("With these shut, the", "The")


def test_after_the_move_the_chance_of_the_next_roll_stays(box: BoxPage) -> None:
    turn = parse_turn(NINE)
    box.open(f"/?turn={NINE}&fit=on")
    box.choose(9)
    box.shut()
    turn = turn.shut(1 << 8)
    assert text(box, "fit") == next_fit_sentence(turn.variant, turn.open_tiles)
    box.open("/?turn=classic~otter-117_3.4-7_3.6-9_6.2-8&fit=on")
    assert text(box, "fit") == next_fit_sentence(turn.variant, 0b111111)
    for over in ("classic~otter-21", "classic_3.6-9", "four~otter-2_3-3_4-4_1-1_4-"):
        box.open(f"/?turn={over}&fit=on")
        assert text(box, "fit") == "", "nothing to tell before a turn, or where no roll comes"


def test_no_chance_is_told_where_a_bag_remembers(box: BoxPage) -> None:
    for variant in ("dominoes", "cards", "card-box"):
        box.open(f"/?turn={variant}~otter-1&fit=on")
        box.main.click()
        useful = [tile for tile in box.view().open if tile not in box.view().dimmed]
        box.choose(useful[0])
        assert not box.root.locator(".facts").is_visible()
        assert isinstance(VARIANTS[variant].dice, Bag) or variant == "card-box"


# ---- the sum ----


def test_with_the_sum_hidden_nothing_gives_it_away(box: BoxPage) -> None:
    box.open(f"/?turn={NINE}&sum=hidden")
    before = box.view()
    assert before.buttons == (("Shut", False),)
    for tiles in ((1,), (1, 8)):
        box.choose(tiles[-1])
        view = box.view()
        assert view.sum == " + ".join(map(str, tiles))
        assert view.buttons == (("Shut", True),)
        assert view.dimmed == before.dimmed
        chosen = " and ".join(map(str, tiles))
        assert view.prompt == f"You chose {chosen}. Press Shut when that makes 9."
    box.choose(5)
    wrong = box.view()
    assert wrong.chosen == (1, 5, 8), "a tile too many may be chosen"
    box.shut()
    assert box.prompt() == "That does not make 9 yet."
    assert box.view().chosen == (1, 5, 8), "nothing is lost"
    assert box.view().open == tuple(range(1, 10))
    box.choose(5)
    box.shut()
    assert box.view().open == (2, 3, 4, 5, 6, 7, 9)


_READ_ALL = """root => [...root.querySelectorAll('.shutbox, .shutbox *')].flatMap((node) => [
  node.children.length ? '' : node.textContent,
  node.getAttribute('aria-label') ?? '', node.title ?? '', node.ariaDisabled ?? '',
  `${node.className.baseVal ?? node.className}`, node.hidden ? 'hidden' : '',
].map((text) => `${node.tagName}: ${text}`))"""


def all_that_is_told(box: BoxPage, tiles: tuple[int, ...]) -> list[str]:
    """Every word and mark of the box, sight and screen reader, but not which tiles are chosen."""
    told: list[str] = box.root.locator("..").evaluate(_READ_ALL)
    chosen = [expected.listed(tiles), expected.addition(tiles)]
    for place, tile in enumerate(tiles):
        box_tiles = [line for line in told if line.startswith("BUTTON: tile")]
        assert len(box_tiles) == len(box.tile_sizes()), place
        assert "chosen" in box_tiles[tile - 1]
    told = [line.replace(" chosen", "") for line in told]
    for words in chosen:
        told = [line.replace(words, "…") if len(tiles) > 1 else line for line in told]
    return told


def take_back(box: BoxPage) -> None:
    box.choose(*box.view().chosen)
    assert box.view().chosen == ()


@pytest.mark.parametrize("asks", ["hidden", "asked"])
def test_no_word_or_mark_depends_on_the_sum_that_a_child_should_find(
    box: BoxPage, asks: str
) -> None:
    """2 + 4 is too little, 4 + 5 is right and 7 + 8 too much, and all are told alike."""
    rolled = "classic_3.6-9_6.6-1.2.3.6_4.5"
    told = []
    box.open(f"/?turn={rolled}&{ALL_ON}&sum={asks}&fall=on")
    for tiles in ((4, 7), (4, 5), (5, 4), (5, 7)):
        for tile in tiles:
            box.tile(tile).click(force=True)
        chosen = box.view().chosen
        box.tap_anyway(box.tile(8))
        assert box.prompt() == "Tile 8 cannot help to make 9 now."
        told.append((chosen, all_that_is_told(box, chosen)))
        take_back(box)
    assert told[1] == told[2]
    for link in (NINE, "twelve_6.6"):
        alike = []
        box.open(f"/?turn={link}&{ALL_ON}&sum={asks}&fall=on")
        for tiles in ((2, 3), (1, 8), (3, 9), (4, 8)):
            box.choose(*tiles)
            alike.append(all_that_is_told(box, tiles))
            take_back(box)
        assert alike == [alike[0]] * 4


@pytest.mark.parametrize("asks", ["hidden", "asked"])
def test_the_chance_of_the_next_roll_does_not_tell_that_the_sum_fits(
    box: BoxPage, asks: str
) -> None:
    box.open(f"/?turn={NINE}&fit=on&sum={asks}")
    for tile in (9, 8, 1):
        box.choose(tile)
        assert text(box, "fit") == ""
    box.choose(8, 1)
    box.shut()
    assert text(box, "fit") == next_fit_sentence(VARIANTS["classic"], 0b11111111)


def test_with_the_sum_hidden_the_keys_do_the_same(box: BoxPage) -> None:
    box.open(f"/?turn={NINE}&sum=hidden")
    box.tile(1).focus()
    press(box, "1", "5", "Enter")
    assert box.prompt() == "That does not make 9 yet."
    press(box, "5", "8", "Enter")
    assert box.view().open == (2, 3, 4, 5, 6, 7, 9)
    assert box.focus() == "action Roll"


def test_the_sum_is_asked_for_until_it_is_right(box: BoxPage) -> None:
    box.open(f"/?turn={NINE}&sum=asked")
    box.choose(1, 8)
    assert box.view().sum == "1 + 8"
    box.shut()
    assert box.prompt() == "How much is 1 + 8?"
    assert box.focus() == "answer 1"
    box.button("7").click()
    assert box.prompt() == "It is not 7. Try again: how much is 1 + 8?"
    assert box.view().open == tuple(range(1, 10))
    assert box.button("7").get_attribute("aria-disabled") == "true"
    box.button("10").click()
    assert box.prompt() == "It is not 10. Try again: how much is 1 + 8?"
    box.button("9").click()
    assert box.view().open == (2, 3, 4, 5, 6, 7, 9)
    assert box.focus() == "action Roll"
    expected.wait_for_judgement(box, parse_turn(f"{NINE}-1.8"))


def test_a_single_tile_is_not_asked_for(box: BoxPage) -> None:
    box.open(f"/?turn={NINE}&sum=asked")
    box.choose(9)
    box.shut()
    assert box.view().open == tuple(range(1, 9))


def test_a_right_answer_to_a_sum_that_does_not_fit(box: BoxPage) -> None:
    box.open(f"/?turn={NINE}&sum=asked")
    box.choose(2, 3)
    box.shut()
    box.button("5").click()
    assert box.prompt() == "Right: 2 + 3 = 5. You need 9."
    assert box.view().chosen == (2, 3)
    assert not box.root.locator(".ask").is_visible()
    box.choose(4)
    box.shut()
    assert box.prompt() == "How much is 2 + 3 + 4?"


def test_the_answer_can_be_typed(box: BoxPage) -> None:
    box.open("/?turn=twelve_5.6&sum=asked")
    box.tile(1).focus()
    press(box, "5", "6", "Enter")
    assert box.prompt() == "How much is 5 + 6?"
    press(box, "1", "Backspace", "1", "2")
    assert box.prompt() == "It is not 12. Try again: how much is 5 + 6?"
    press(box, "Escape")
    assert box.view().chosen == (5, 6), "Escape only goes back"
    assert box.focus() == "action Shut"
    press(box, "Enter", "1", "1")
    assert box.view().open == (1, 2, 3, 4, 7, 8, 9, 10, 11, 12)


@pytest.mark.parametrize("key", ["Space", "Enter"])
def test_space_and_enter_confirm_the_digit_that_was_typed(box: BoxPage, key: str) -> None:
    box.open("/?turn=twelve_5.6&sum=asked")
    box.tile(5).click()
    box.tile(6).click()
    box.shut()
    assert box.focus().startswith("answer")
    press(box, "1", key)
    assert box.prompt() == "It is not 1. Try again: how much is 5 + 6?"
    box.button("7").focus()
    press(box, key)
    assert box.prompt() == "It is not 7. Try again: how much is 5 + 6?", "nothing typed: the button"
    press(box, "Backspace", "9", "Backspace", "1", "1")
    assert box.view().open == (1, 2, 3, 4, 7, 8, 9, 10, 11, 12)


def test_back_to_the_tiles(box: BoxPage) -> None:
    box.open(f"/?turn={NINE}&sum=asked")
    box.choose(1, 7)
    box.shut()
    box.button("Back to the tiles").click()
    assert not box.root.locator(".ask").is_visible()
    assert box.view().chosen == (1, 7)
    box.shut()
    box.choose(7)
    assert not box.root.locator(".ask").is_visible(), "another choice ends the question"


def test_the_answers_hold_the_right_one_in_every_box(box: BoxPage) -> None:
    for link, tiles in (("the-300_6.6.6.6", (11, 13)), ("domino-box_6.6.6.6.6.6", (17, 19))):
        box.open(f"/?turn={link}&sum=asked")
        box.choose(*tiles)
        box.shut()
        assert str(sum(tiles)) in box.root.locator(".answer").all_text_contents()
        box.button(str(sum(tiles))).click()
        assert not set(tiles) & set(box.view().open)


def test_the_question_outlives_the_answers_of_the_server(box: BoxPage) -> None:
    box.open("/?turn=classic~otter-20&sum=asked")
    box.roll()
    box.choose(1, 8)
    box.shut()
    press(box, "Tab")
    box.page.wait_for_timeout(3500)
    assert box.prompt() == "How much is 1 + 8?"
    assert box.focus() == "answer 2"


# ---- help ----


def test_help_in_three_steps_costs_nothing(box: BoxPage) -> None:
    box.open(f"/?turn={NINE}&help=on")
    helper = box.button("Help")
    for said in ("Use the number itself.", "You need only one tile.", "Try 9.", "Try 9."):
        helper.click()
        assert box.prompt() == said
    assert box.view().chosen == ()
    assert box.view().open == tuple(range(1, 10))
    box.choose(4)
    assert box.prompt() == "4. You need 5 more."
    helper.click()
    assert box.prompt() == "Try 4 + 5.", "help goes on from what is chosen"
    box.choose(5)
    box.shut()
    assert helper.get_attribute("aria-disabled") == "true"


@pytest.mark.parametrize(
    ("link", "said"),
    [
        ("classic_5.5", ["Make ten: 9 and what?", "One of the tiles is 9.", "Try 1 + 9."]),
        ("classic_5.6", ["Count on from 9.", "One of the tiles is 9.", "Try 2 + 9."]),
        ("add-or-take-away_4.5-9_6.3", ["Take away: how far apart are the dice?"]),
        ("thai_4.5-9_3.6", ["Use the number of one die.", "You need only one tile.", "Try 3."]),
    ],
)
def test_help_is_named_by_strategy(box: BoxPage, link: str, said: list[str]) -> None:
    box.open(f"/?turn={link}&help=on")
    box.button("Help").focus()
    for sentence in said:
        press(box, "Enter")
        assert box.prompt() == sentence


@pytest.mark.parametrize("asks", ["hidden", "asked"])
def test_help_says_to_take_one_back_where_the_chosen_tiles_fit_nothing(
    box: BoxPage, asks: str
) -> None:
    box.open(f"/?turn={NINE}&help=on&sum={asks}")
    box.choose(5, 8)
    for _ in range(2):
        box.button("Help").click()
        assert box.prompt() == "These tiles do not fit. Take one back."
    box.choose(8)
    for said in ("Near double: 4 and its neighbour.", "One of the tiles is 4.", "Try 4 + 5."):
        box.button("Help").click()
        assert box.prompt() == said


@pytest.mark.parametrize(
    ("link", "tiles", "said"),
    [
        ("classic_5.6", (4, 6), "Make ten: 6 and what?"),
        ("classic_5.6", (9,), "Count on from 9."),
        ("twelve_6.6-12_6.6", (5,), "Two tiles: 7 and what?"),
    ],
)
def test_the_strategy_is_about_the_largest_tile_also_when_that_is_chosen(
    box: BoxPage, link: str, tiles: tuple[int, ...], said: str
) -> None:
    box.open(f"/?turn={link}&help=on")
    box.choose(*tiles)
    box.button("Help").click()
    assert box.prompt() == said


def test_help_begins_anew_with_every_roll(box: BoxPage) -> None:
    box.open("/?turn=classic~otter-20&help=on")
    assert box.button("Help").get_attribute("aria-disabled") == "true"
    box.roll()
    box.button("Help").click()
    box.button("Help").click()
    box.choose(9)
    box.shut()
    box.roll()
    box.button("Help").click()
    assert box.prompt() == "Two tiles: 8 and what?", "6 and 6 were rolled, and 9 is shut"


# ---- all together ----


def test_without_supports_the_box_is_as_it_was(box: BoxPage) -> None:
    box.open(f"/?turn={NINE}")
    for part in ("aids", "ask"):
        assert not box.root.locator(f".{part}").is_visible()


def frame_heights(box: BoxPage) -> list[int]:
    """The height of the box on a phone, on a tablet and on a laptop."""
    heights = []
    for width in (390, 900, 1280):
        box.page.set_viewport_size({"width": width, "height": 900})
        bounds = box.root.locator(".frame").bounding_box()
        assert bounds is not None
        heights.append(round(bounds["height"]))
    return heights


@pytest.mark.parametrize("asks", ["shown", "hidden", "asked"])
def test_nothing_jumps_when_tiles_are_chosen_and_asked_for(box: BoxPage, asks: str) -> None:
    box.open(f"/?turn=classic~otter-20&{ALL_ON}&sum={asks}")
    heights = frame_heights(box)
    box.roll()
    assert frame_heights(box) == heights, "rolled"
    for tile in (1, 8):
        box.choose(tile)
        assert frame_heights(box) == heights, f"{tile} chosen"
    box.button("Help").click()
    assert frame_heights(box) == heights, "helped"
    if asks == "asked":
        box.shut()
        assert frame_heights(box) == heights, "asked"
        box.button("2").click()
        assert frame_heights(box) == heights, "answered"


def test_on_phones_supports_fit_a_finger_and_nothing_scrolls_sideways(new_page: OpenPage) -> None:
    box = new_page(width=320, height=844, has_touch=True)
    for variant in ("classic", "twelve", "the-300"):
        roll = "6.6.6.6" if variant == "the-300" else "6.6"
        query = f"{ALL_ON}&dice=frames&sum=asked&advice=never&lang={PSEUDO}"
        box.open(f"/?turn={variant}_{roll}&{query}")
        for tile in (3, 4, 5):
            box.tile(tile).tap()
        for width in (390, 320):
            box.page.set_viewport_size({"width": width, "height": 844})
            eventually(box.sideways_scroll, [])
        box.main.tap()
        assert box.root.locator(".ask").is_visible()
        for width in (320, 390):
            box.page.set_viewport_size({"width": width, "height": 844})
            eventually(box.sideways_scroll, [])
            sizes = box.root.locator(".answer, .back, .helper").evaluate_all(
                "all => all.map(b => b.getBoundingClientRect()).map(b => [b.width, b.height])"
            )
            assert len(sizes) == 14
            assert too_small(sizes, 48) == []


def test_axe_on_all_supports(box: BoxPage) -> None:
    box.open(f"/?turn={NINE}&{ALL_ON}&dice=frames&sum=asked")
    check_axe(box, "rolled")
    box.choose(1, 8)
    check_axe(box, "chosen", briefly=True)
    box.shut()
    box.button("2").click()
    check_axe(box, "asked, one answer tried")
    box.open(f"/?turn={NINE}&{ALL_ON}&dice=numerals")
    box.choose(1, 8)
    check_axe(box, "ready", briefly=True)


@pytest.mark.parametrize("age", AGES)
def test_a_whole_turn_at_every_age(box: BoxPage, age: str) -> None:
    turn = parse_turn("classic~otter-20_3.6-9_6.6-1.2.3.6_4.5-4.5_2.6-8_5.5-")
    box.open(f"/?turn=classic~otter-20&age={age}")
    for step in turn.steps:
        box.roll(len(step.dice) if len(box.view().buttons) > 1 else None)
        if step.move:
            box.choose(*tiles_in(step.move))
            box.shut()
    assert "You are stuck with 7: score 7." in box.prompt()
    eventually_true(lambda: "The end of the turn" in box.headings())
    if AGES[age].get("advice") == "never":
        assert box.bars() == []
    else:
        eventually_true(box.bars)
