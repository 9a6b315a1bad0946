"""How the box feels: sound, motion, tiles that fall, Undo, keys, reading aloud, the left hand."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator

from browser import expected
from browser.box_page import BoxPage, eventually, eventually_true
from browser.conftest import OpenPage
from shutbox import Turn, parse_turn
from shutbox.i18n import PSEUDO

pytestmark = pytest.mark.browser

ROLLED = "classic~otter-20_3.6"
MOVED = "classic~otter-20_3.6-9_6.6"
ALMOST_SHUT = "classic~otter-117_3.4-7_3.6-9_6.2-8_4-4_5.6-5.6_6"
ALMOST_STUCK = "classic~otter-20_3.6-9_6.6-1.2.3.6_4.5-4.5_2.6-8"

AUDIO = """
window.heard = { contexts: 0, noises: 0, tones: [] };
class Quiet {
  constructor() {
    heard.contexts += 1;
    this.currentTime = 0;
    this.sampleRate = 44100;
    this.state = 'running';
    this.destination = {};
  }
  createGain() {
    const gain = { setValueAtTime() {}, exponentialRampToValueAtTime() {} };
    return { gain, connect() {} };
  }
  createBiquadFilter() { return { frequency: {}, Q: {}, connect() {} }; }
  createBuffer(_channels, length) { return { getChannelData: () => new Float32Array(length) }; }
  createBufferSource() { return { connect() {}, start() { heard.noises += 1; } }; }
  createOscillator() {
    const frequency = {};
    return { frequency, connect() {}, stop() {}, start() { heard.tones.push(frequency.value); } };
  }
}
window.AudioContext = Quiet;
"""
"""An AudioContext that makes no sound and counts what would be heard."""

SPEECH = """
window.spoken = [];
Object.defineProperty(window, 'speechSynthesis', { value: {
  speaking: false,
  speak(words) { spoken.push([words.text, words.lang]); },
  cancel() {},
} });
window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
"""


def tool(box: BoxPage, name: str) -> Locator:
    return box.root.get_by_role("button", name=name, exact=True)


# ---- sound ----


def noises(box: BoxPage) -> int:
    """How many knocks on wood were heard since the last call."""
    count: int = box.page.evaluate("heard.noises")
    box.page.evaluate("Object.assign(heard, { noises: 0, tones: [] })")
    return count


def with_audio(new_page: OpenPage) -> BoxPage:
    box = new_page()
    box.begin_with(AUDIO)
    return box


def test_tiles_clack_dice_rattle_and_a_shut_box_has_a_chord(new_page: OpenPage) -> None:
    box = with_audio(new_page)
    box.open(f"/?turn={ALMOST_SHUT}")
    assert box.page.evaluate("heard.contexts") == 0, "nothing before the first tap"
    box.choose(1, 2, 3)
    assert noises(box) == 0, "choosing is silent"
    box.shut()
    tones: list[float] = box.page.evaluate("heard.tones")
    low, chord = tones[:3], tones[3:]
    assert low == sorted(low, reverse=True), "the higher the number, the lower the clack"
    assert len(chord) == 4
    assert noises(box) == 3, "one clack a tile"
    assert box.page.evaluate("heard.contexts") == 1


def test_being_stuck_sounds_like_any_roll(new_page: OpenPage) -> None:
    box = with_audio(new_page)
    heard = []
    for text in ("classic~otter-20", ALMOST_STUCK):
        box.open(f"/?turn={text}")
        box.roll()
        heard.append(noises(box))
    assert parse_turn(f"{ALMOST_STUCK}_5.5-").is_stuck
    assert "You are stuck" in box.prompt()
    assert heard[0] == heard[1] > 2


def test_one_tap_changes_the_sound_and_this_device_remembers(new_page: OpenPage) -> None:
    box = with_audio(new_page)
    box.open("/?turn=classic~otter-20")
    button = tool(box, "Sound on")
    assert button.get_attribute("aria-pressed") == "true"
    width = button.bounding_box()
    button.click()
    assert tool(box, "Sound off").get_attribute("aria-pressed") == "false"
    assert tool(box, "Sound off").bounding_box() == width, "nothing moves"
    box.roll()
    box.choose(9)
    box.shut()
    assert noises(box) == 0
    box.reload()
    assert tool(box, "Sound off").count() == 1
    tool(box, "Sound off").click()
    box.roll()
    assert noises(box) > 0


_REMEMBER_SOUND = """device => {
  localStorage.clear();
  sessionStorage.clear();
  if (device) localStorage.setItem('shutbox.sound', device);
}"""


def test_the_button_tells_what_is_heard_however_settings_and_device_stand(
    new_page: OpenPage,
) -> None:
    box = with_audio(new_page)
    for link in ("on", "off"):
        for device in ("on", "off", None):
            box.goto("/_stcore/health")
            box.page.evaluate(_REMEMBER_SOUND, device)
            box.open(f"/?turn=classic~otter-20&sound={link}")
            is_on = link == "on" and device != "off"
            assert tool(box, "Sound on" if is_on else "Sound off").is_visible()
            box.roll()
            assert (noises(box) > 0) == is_on


def test_a_link_for_a_class_begins_silent_whatever_the_device_remembers(
    new_page: OpenPage,
) -> None:
    box = with_audio(new_page)
    box.begin_with("localStorage.setItem('shutbox.sound', 'on')")
    box.open("/?turn=classic~otter-20&sound=off")
    box.roll()
    assert noises(box) == 0
    assert box.page.evaluate("heard.contexts") == 0
    tool(box, "Sound off").click()
    box.choose(9)
    box.shut()
    assert noises(box) == 1


@pytest.mark.parametrize(
    "script",
    [
        "window.AudioContext = window.webkitAudioContext = undefined",
        "window.AudioContext = class { constructor() { throw new Error('no sound') } }",
        "window.AudioContext = class {}",
    ],
)
def test_without_webaudio_everything_works(new_page: OpenPage, script: str) -> None:
    box = new_page()
    box.begin_with(script)
    box.open("/?turn=classic~otter-20")
    box.roll()
    box.choose(9)
    box.shut()
    assert box.view() == expected.view(parse_turn("classic~otter-20_3.6-9"))


# ---- motion ----

MOVING = """root => {
  const of = (name, what) => [...root.querySelectorAll(name)]
    .map((node) => getComputedStyle(node)[what]);
  return {
    dice: of('.die', 'animationName'),
    tiles: of('.flap', 'transitionDuration'),
    ripples: of('.lying', 'animationName'),
  };
}"""


@pytest.mark.parametrize("still", ["switch", "system"])
def test_without_motion_dice_appear_and_nothing_flips_or_ripples(
    new_page: OpenPage, still: str
) -> None:
    system = "reduce" if still == "system" else "no-preference"
    query = "&motion=off" if still == "switch" else ""
    box = new_page(reduced_motion=system)
    box.open(f"/?turn=classic~otter-20{query}")
    box.roll()
    moving = box.root.evaluate(MOVING)
    assert set(moving["dice"]) == {"none"}
    assert set(moving["tiles"]) == {"0s"}
    box.open(f"/?turn={ALMOST_SHUT}-1.2.3{query}")
    moving = box.root.evaluate(MOVING)
    assert set(moving["ripples"]) == {"none"}
    assert set(moving["tiles"]) == {"0s"}


def test_with_motion_dice_tumble_until_a_tap_and_a_shut_box_ripples_once(
    new_page: OpenPage,
) -> None:
    box = new_page(reduced_motion="no-preference")
    box.open("/?turn=classic~otter-20")
    # Long enough for the test to see them.
    box.root.evaluate(
        "root => root.append(Object.assign(document.createElement('style'), "
        "{ textContent: '.shutbox .die { animation-duration: 20s !important }' }))"
    )
    box.roll()
    assert box.root.evaluate(MOVING)["dice"] == ["tumble", "tumble"]
    box.root.locator(".prompt").click()
    assert box.root.evaluate(MOVING)["dice"] == ["none", "none"]

    box.open(f"/?turn={ALMOST_SHUT}")
    tumble = "root => getComputedStyle(root.querySelector('.die')).animationDuration"
    assert box.root.evaluate(tumble) == "0s"
    box.choose(1, 2, 3)
    box.shut()
    moving = box.root.evaluate(MOVING)
    assert set(moving["ripples"]) == {"ripple"}
    count = "root => getComputedStyle(root.querySelector('.lying')).animationIterationCount"
    assert box.root.evaluate(count) == "1"


def test_a_roll_tumbles_at_most_600_ms_and_a_tile_falls_in_180(new_page: OpenPage) -> None:
    box = new_page(reduced_motion="no-preference")
    box.open("/?turn=classic~otter-20")
    duration = """(root, [name, what]) =>
      parseFloat(getComputedStyle(root.querySelector(name))[what])"""
    box.roll()
    assert 0 < box.root.evaluate(duration, [".die", "animationDuration"]) <= 0.6
    assert box.root.evaluate(duration, [".flap", "transitionDuration"]) == 0.18


# ---- tiles that fall by themselves ----


def test_tiles_fall_by_themselves_when_they_fit(box: BoxPage) -> None:
    turn = parse_turn(ROLLED)
    box.open(f"/?turn={ROLLED}&fall=on")
    box.choose(4)
    assert box.view() == expected.view(turn, [4])
    box.choose(5)
    assert box.view() == expected.view(turn.shut(0b11000))
    assert box.focus() == "action Roll"
    expected.wait_for_judgement(box, turn.shut(0b11000))


def test_there_is_a_moment_to_see_the_sum_and_undo_takes_it_back(new_page: OpenPage) -> None:
    box = new_page(reduced_motion="no-preference")
    turn = parse_turn(ROLLED)
    box.open_with_clock(f"/?turn={ROLLED}&fall=on")
    box.choose(9)
    assert box.view() == expected.view(turn, [9])
    tool(box, "Undo").click()
    box.page.clock.run_for(1000)
    assert box.view() == expected.view(turn)
    box.choose(9)
    box.page.clock.run_for(1000)
    assert box.view() == expected.view(turn.shut(1 << 8))


def test_tiles_wait_while_a_larger_set_contains_them(box: BoxPage) -> None:
    """6 and 2 may be shut for 6 + 2 or for one of them."""
    text = "junior~otter-1"
    turn = parse_turn(text)
    turn = turn.roll(turn.seeded_roll())
    first, second = turn.dice or (0, 0)
    assert first != second
    box.open(f"/?turn={text}&fall=on")
    box.roll()
    box.choose(first)
    assert box.view().chosen == (first,)
    assert box.view().buttons == (("Shut", True),)
    box.choose(second)
    assert box.view().buttons[0][0] == "Roll"


# ---- taking back, and why a tile does not help ----


def test_undo_takes_back_the_tile_that_was_chosen_last(box: BoxPage) -> None:
    turn = parse_turn(MOVED)
    box.open(f"/?turn={MOVED}")
    undo = tool(box, "Undo")
    assert undo.get_attribute("aria-disabled") == "true"
    box.choose(8, 3, 1)
    undo.click()
    assert box.view() == expected.view(turn, [3, 8])
    undo.click()
    assert box.view() == expected.view(turn, [8])
    box.page.keyboard.press("Backspace")
    assert box.view() == expected.view(turn)
    box.tap_anyway(undo)
    assert box.view() == expected.view(turn)
    box.choose(4, 8)
    box.shut()
    assert undo.count() == 0, "what was shut stays shut"


def test_a_dimmed_tile_says_why(box: BoxPage) -> None:
    box.open(f"/?turn={ROLLED}")
    box.choose(8)
    for tile, why in ((7, "With the 7 you pass 9."), (2, "With the 2 you pass 9.")):
        box.tap_anyway(box.tile(tile))
        assert box.prompt() == why
    box.open("/?turn=classic~otter-20_3.6-9_6.6-1.2.3.6_4.5")
    box.choose(5)
    assert 4 not in box.view().dimmed
    box.open("/?turn=thai_3.6")
    box.tap_anyway(box.tile(8))
    assert box.prompt() == "Tile 8 does not fit 3 and 6 now."


# ---- giving up, and the end ----


def test_a_turn_under_way_is_given_up_only_after_a_question(box: BoxPage) -> None:
    turn = parse_turn(MOVED)
    box.open(f"/?turn={MOVED}")
    question = box.page.get_by_text("Give up this turn and begin a new one?")
    new_turn = box.page.get_by_role("button", name="New turn")
    new_turn.click()
    question.wait_for()
    box.page.get_by_role("button", name="No, play on").click()
    question.wait_for(state="hidden")
    assert box.view() == expected.view(turn)
    new_turn.click()
    box.page.get_by_role("button", name="Yes, give up").click()
    eventually(box.view, expected.view(Turn(turn.variant, seed="any")))
    question.wait_for(state="hidden")
    eventually(new_turn.count, 0)
    box.roll()
    new_turn.wait_for()
    box.settle()
    assert not question.is_visible()


@pytest.mark.parametrize("way", ["mouse", "keyboard"])
def test_after_giving_up_the_focus_is_on_roll(box: BoxPage, way: str) -> None:
    box.open(f"/?turn={MOVED}")
    for name in ("New turn", "Yes, give up"):
        button = box.page.get_by_role("button", name=name)
        if way == "mouse":
            button.click()
        else:
            button.focus()
            box.page.keyboard.press("Enter")
    eventually(box.view, expected.view(Turn(parse_turn(MOVED).variant, seed="any")))
    eventually(box.focus, "action Roll")
    box.settle()
    box.page.keyboard.press("Space")
    assert box.view().buttons[0][0] == "Shut" or box.view().buttons[0][0] == "Play again"


def test_after_the_end_a_new_turn_beside_the_box_puts_the_focus_on_roll(box: BoxPage) -> None:
    box.open("/?turn=classic~otter-20_3.6-9_6.6-1.2.3.6_4.5-4.5_2.6-8_5.5-")
    box.page.get_by_role("button", name="New turn").click()
    eventually(box.focus, "action Roll")


def test_who_plays_on_keeps_the_focus_on_the_question(box: BoxPage) -> None:
    box.open(f"/?turn={MOVED}")
    new_turn = box.page.get_by_role("button", name="New turn")
    new_turn.click()
    box.page.get_by_role("button", name="No, play on").click()
    box.page.get_by_text("Give up this turn").wait_for(state="hidden")
    eventually_true(lambda: box.page.evaluate("document.activeElement.tagName") != "BODY")


def test_another_box_leaves_the_focus_in_its_list(box: BoxPage) -> None:
    box.open(f"/?turn={MOVED}")
    box.choose_option("Box", "Ten tiles")
    eventually(lambda: len(box.view().open), 10)
    box.settle()
    assert box.focus() == "outside"


def test_the_end_of_a_stuck_turn_says_what_could_have_been_played(box: BoxPage) -> None:
    box.open("/?turn=ten~otter-1_2.5-7_2.3-2.3_1.6-1.6_4.3-")
    could = "With 4, 5, 8, 9 and 10 open you could play 4, 5, 8, 9, 10 or 12."
    eventually_true(lambda: could in box.sentences())


# ---- the left hand ----


def left_edge(target: Locator) -> float:
    bounds = target.bounding_box()
    assert bounds is not None
    return bounds["x"]


def test_the_left_hand_has_its_buttons_at_the_left(box: BoxPage) -> None:
    for hand, is_left in (("left", True), ("right", False)):
        box.open(f"/?turn={MOVED}&hand={hand}")
        dice = box.root.locator(".dice")
        assert (left_edge(box.main) < left_edge(dice)) == is_left
        assert (left_edge(tool(box, "Undo")) < left_edge(box.main)) == is_left


# ---- keys ----


def test_switched_off_keys_do_only_what_buttons_do(box: BoxPage) -> None:
    turn = parse_turn(ROLLED)
    box.open(f"/?turn={ROLLED}&keys=off")
    box.tile(1).focus()
    for key in ("9", "4", "Backspace"):
        box.page.keyboard.press(key)
    assert box.view() == expected.view(turn), "digits do nothing"
    for _ in range(8):
        box.page.keyboard.press("ArrowRight")
    assert box.focus() == "tile 9"
    box.page.keyboard.press("Enter")
    assert box.view() == expected.view(turn, [9]), "Enter presses the tile, as any button"
    box.page.keyboard.press("Enter")
    assert box.view() == expected.view(turn), "and does not shut"
    box.page.keyboard.press("Space")
    box.main.focus()
    box.page.keyboard.press("Enter")
    turn = turn.shut(1 << 8)
    assert box.view() == expected.view(turn)
    box.root.locator(".prompt").focus()
    box.page.keyboard.press("Space")
    assert box.view() == expected.view(turn), "Space rolls only with the focus on Roll"


def rows_of_keys(box: BoxPage) -> list[str]:
    rows = box.root.locator(".keys li")
    return [row.inner_text() for row in rows.all() if row.is_visible()]


def test_a_question_mark_opens_the_list_of_all_keys(box: BoxPage) -> None:
    box.open("/?turn=twelve~otter-1")
    button = tool(box, "All keys")
    assert rows_of_keys(box) == []
    button.click()
    assert button.get_attribute("aria-expanded") == "true"
    assert rows_of_keys(box)[:3] == [
        "Digits: choose tiles; 0, - and = are 10, 11 and 12",
        "Enter: shut the chosen tiles",
        "Space: roll",
    ]
    box.page.keyboard.press("Escape")
    assert rows_of_keys(box) == []
    assert button.get_attribute("aria-expanded") == "false"
    box.open("/?turn=twelve~otter-1&keys=off")
    button.click()
    assert [row.partition(":")[0] for row in rows_of_keys(box)] == [
        "Escape",
        "Arrows",
        "Space or Enter",
    ]


def test_enter_and_space_press_the_small_buttons_and_never_roll_or_shut(box: BoxPage) -> None:
    box.open("/?turn=classic~otter-20")
    tool(box, "Sound on").focus()
    box.page.keyboard.press("Space")
    tool(box, "Sound off").focus()
    box.page.keyboard.press("Enter")
    assert tool(box, "Sound on").count() == 1
    assert box.view() == expected.view(parse_turn("classic~otter-20"))


def test_no_key_pressed_on_the_small_buttons_reaches_streamlit(box: BoxPage) -> None:
    for query in ("", "&keys=off"):
        box.open(f"/?turn={ROLLED}{query}")
        box.root.locator(".keyhelp").focus()
        before = box.frames_sent()
        for key in ("r", "c", "Backspace"):
            box.page.keyboard.press(key)
        box.page.wait_for_timeout(300)
        assert box.frames_sent() == before
        assert box.page.get_by_role("dialog").count() == 0


# ---- reading aloud ----


def test_read_aloud_speaks_the_sentence_in_the_language_of_the_page(new_page: OpenPage) -> None:
    box = new_page()
    box.begin_with(SPEECH)
    box.open(f"/?turn={ROLLED}")
    assert box.page.evaluate("spoken") == [], "nothing is spoken by itself"
    tool(box, "Read aloud").click()
    assert box.page.evaluate("spoken") == [["You rolled 3 and 6. Shut tiles that make 9.", "en-GB"]]
    box.open(f"/?turn={ROLLED}&lang=fr")
    french = box.prompt()
    box.root.locator(".aloud").click()
    (words, code), *others = box.page.evaluate("spoken")
    assert (words, code.partition("-")[0], others) == (french, "fr", [])


def test_where_the_browser_cannot_speak_there_is_no_such_button(new_page: OpenPage) -> None:
    box = new_page()
    box.begin_with("Object.defineProperty(window, 'speechSynthesis', { value: undefined })")
    box.open("/?turn=classic~otter-20")
    assert not box.root.locator(".aloud").is_visible()


# ---- room and colours ----


def test_at_400_percent_the_buttons_are_large_enough_and_nothing_scrolls(
    new_page: OpenPage,
) -> None:
    box = new_page(width=320, height=256)
    for query in ("", "&hand=left", f"&lang={PSEUDO}"):
        box.open(f"/?turn={MOVED}{query}")
        box.root.locator(".keyhelp").click()
        box.choose(8)
        for forced in ("active", "none"):
            box.page.emulate_media(forced_colors=forced)  # type: ignore[arg-type]
            assert box.sideways_scroll() == []
            for button in box.root.locator(".tool:visible, .action:visible").all():
                bounds = button.bounding_box()
                assert bounds is not None
                assert min(bounds["width"], bounds["height"]) >= 48
                assert bounds["x"] >= 0
                assert bounds["x"] + bounds["width"] <= 320


def test_in_forced_colours_every_button_has_an_edge(new_page: OpenPage) -> None:
    box = new_page(forced_colors="active")
    box.open(f"/?turn={MOVED}")
    for button in box.root.locator(".tool:visible, .action:visible").all():
        style = button.evaluate(
            "node => [getComputedStyle(node).borderTopWidth, getComputedStyle(node).borderTopColor,"
            " getComputedStyle(node).backgroundColor]"
        )
        assert float(style[0].removesuffix("px")) >= 2
        assert style[1] != style[2]


@pytest.mark.parametrize("text", [MOVED, "the-300~otter-1_2.5.5.2"])
def test_choosing_tiles_moves_nothing(new_page: OpenPage, text: str) -> None:
    box = new_page()
    box.open(f"/?turn={text}&lang=fr")
    tiles = (1, 2, 3, 6) if text == MOVED else (1, 2, 3, 8)
    for width in (320, 390, 480, 520, 640, 700, 900, 1280):
        box.page.set_viewport_size({"width": width, "height": 800})
        places = []
        for _ in range(2):
            parts = [box.root.locator(name) for name in (".frame", ".main", ".undo")]
            box.page.evaluate("document.querySelector('[data-testid=stMain]').scrollTo(0, 0)")
            boxes = [part.bounding_box() or {} for part in parts]
            places.append([value for bounds in boxes for value in bounds.values()])
            box.choose(*tiles)
        assert box.view().chosen == ()
        main, undo = (box.root.locator(name).bounding_box() for name in (".main", ".undo"))
        assert main is not None
        assert undo is not None
        assert main["y"] == pytest.approx(undo["y"], abs=1), f"Undo beside Shut at {width}"
        assert places[0] == pytest.approx(places[1], abs=1), width


LOOKS = """root => Object.fromEntries([...root.querySelectorAll('.tile')].map((tile) => {
  const [flap, lying] = [...tile.querySelectorAll('.flap, .lying')]
    .sort((part) => (part.matches('.flap') ? -1 : 1))
    .map((part) => getComputedStyle(part));
  const look = [flap.visibility, flap.outlineStyle, flap.borderStyle, lying.opacity];
  return [tile.dataset.tile, look.join(' ')];
}))"""


def test_in_forced_colours_open_shut_chosen_and_useless_tiles_differ(new_page: OpenPage) -> None:
    box = new_page(reduced_motion="reduce")
    box.page.emulate_media(forced_colors="active")
    box.open("/?turn=classic~otter-20_3.6-9_6.6")
    box.choose(8)
    looks = box.root.evaluate(LOOKS)
    assert 7 in box.view().dimmed
    assert 4 not in box.view().dimmed
    assert len({looks["4"], looks["8"], looks["7"], looks["9"]}) == 4, "open, chosen, useless, shut"


# ---- what was sent ----


def test_nothing_is_sent_again_while_its_answer_may_be_on_its_way(new_page: OpenPage) -> None:
    box = new_page()
    box.open_with_clock("/?turn=classic~otter-20")
    box.root.evaluate(
        "root => { window.sent = []; root.shutbox.trigger = (...all) => sent.push(all.join(' ')); }"
    )
    box.page.clock.run_for(1400)
    box.roll()
    first = "record classic~otter-20_3.6"
    assert box.page.evaluate("sent") == [first]
    box.page.clock.run_for(1450)
    assert box.page.evaluate("sent") == [first], "its time is not over, though the timer has run"
    box.page.clock.run_for(1500)
    assert box.page.evaluate("sent") == [first, first]
    box.choose(9)
    box.shut()
    box.page.clock.run_for(1450)
    assert len(box.page.evaluate("sent")) == 3, "a newer step is sent at once, and once"
