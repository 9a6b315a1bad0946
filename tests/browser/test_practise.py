"""The page Practise as a child uses it: every type by mouse, some by keyboard alone, on a phone."""

from __future__ import annotations

import itertools
from functools import cache

import pytest
from exercise_answers import right

from browser.app_server import AppServer
from browser.box_page import BoxPage, eventually, eventually_true, too_small
from browser.conftest import OpenPage
from browser.test_axe import check as check_axe
from shutbox import i18n
from shutbox.exercises import EXERCISES, Exercise, Level, Look
from shutbox.practice_round import Round, link_round, read_exercise
from shutbox.ui import exercise_words

pytestmark = pytest.mark.browser

ENGLISH = i18n.language("en")
LEVEL = Level(20, 3, Look.FRAMES)
PHONE = {"phone": (390, 844)}
EVERY_TYPE, COUNT = tuple(EXERCISES), 13
TILES = ("make-total", "another-way", "possible", "find-all-sets", "keep-totals")


@cache
def round_of(names: tuple[str, ...], count: int) -> Round:
    """The first round of so many exercises in which every one of these types comes."""
    for number in itertools.count():
        held = link_round(LEVEL, f"r{number}", count, 0, names)
        if {read_exercise(text).name for text in held.asked} == set(names):
            return held
    raise AssertionError


def link(held: Round) -> str:
    names = f"&types={'.'.join(held.names)}" if held.names else ""
    return f"/practise?level={held.level}&seed={held.seed}&count={held.count}{names}"


def open_round(box: BoxPage, held: Round) -> list[Exercise]:
    box.goto(link(held))
    exercises = [read_exercise(text) for text in held.asked]
    eventually(lambda: prompt(box), exercise_words.question(ENGLISH, exercises[0]))
    box.settle()
    return exercises


def prompt(box: BoxPage) -> str:
    return box.root.locator(".prompt").inner_text() if box.root.count() else ""


def reply(box: BoxPage) -> str:
    return box.root.locator(".reply .words").inner_text()


def marks(box: BoxPage) -> str:
    names: list[str] = box.root.locator(".marks span").evaluate_all(
        "all => all.map(x => x.className)"
    )
    return " ".join(name for name in names if name in ("star", "solved"))


def wrong_answer(exercise: Exercise) -> object:
    """A wrong answer that a child can give."""
    match exercise.name:
        case "find-all-sets":
            return [list(exercise.accepted[0][0])]  # type: ignore[index, arg-type]
        case "make-ten":
            return [9, 9]
        case "break-up":
            return [1, 1]
        case name if name in TILES:
            return next([n] for n in range(1, 10) if not exercise.check([n]).is_right)
    return exercise.total + 1 if exercise.name != "rolls-fit" else 36


def taps(box: BoxPage, exercise: Exercise, answer: object) -> None:
    """Give an answer by tapping, over whatever was given before."""
    undo = box.root.locator(".undo")
    while undo.get_attribute("aria-disabled") != "true":
        undo.click()
    if exercise.name == "possible" and answer == []:
        box.button("Not possible").click()
        return
    if exercise.name in TILES:
        sets = answer if exercise.name == "find-all-sets" else [answer]
        for tiles in sets:  # type: ignore[attr-defined]
            box.choose(*tiles)
            if exercise.name == "find-all-sets":
                box.button("Add to my list").click()
    else:
        numbers = answer if isinstance(answer, list) else [answer]
        for field, number in zip(box.root.locator(".field").all(), numbers, strict=True):
            field.click()
            for digit in str(number):
                box.root.locator(f'.digit[data-digit="{digit}"]').click()
    box.button("Check").click()


def keys(box: BoxPage, exercise: Exercise, answer: object) -> None:
    """Give an answer with the keyboard, from wherever the focus is."""
    press = box.page.keyboard.press
    if exercise.name == "find-all-sets":
        for tiles in answer:  # type: ignore[attr-defined]
            for tile in tiles:
                press(str(tile))
            press("Enter")
    else:
        numbers = answer if isinstance(answer, list) else [answer]
        for digit in "".join(map(str, numbers)):
            press(digit)
    press("Enter")


def test_every_type_by_mouse_wrong_then_right(box: BoxPage) -> None:
    held = round_of(EVERY_TYPE, COUNT)
    axe_seen = set()
    for place, exercise in enumerate(open_round(box, held)):
        assert prompt(box) == exercise_words.question(ENGLISH, exercise)
        wrong = wrong_answer(exercise)
        taps(box, exercise, wrong)
        said = exercise_words.reply(ENGLISH, exercise, wrong, exercise.check(wrong))
        eventually(lambda: reply(box), said)
        eventually_true(box.root.locator(".reply img").is_visible)
        kind = (exercise.name in TILES, exercise.name in ("make-ten", "find-all-sets"))
        if kind not in axe_seen:
            axe_seen.add(kind)
            box.button("Help").click()
            eventually_true(box.button("More help").is_visible)
            check_axe(box, f"{exercise.name}: wrong, and helped", PHONE)
            assert box.sideways_scroll() == []
        taps(box, exercise, right(exercise))
        eventually_true(box.button("Next").is_visible)
        assert marks(box) == " ".join(["solved"] * (place + 1))
        box.button("Next").click()
        eventually_true(lambda: not reply(box))
    eventually_true(box.button("The same again").is_visible)
    check_axe(box, "the end of a round", PHONE)
    assert prompt(box).startswith(f"You solved {COUNT} exercises.")


def test_a_round_by_keyboard_alone(box: BoxPage) -> None:
    names = ("add-dice", "make-ten", "make-total", "find-all-sets", "break-up")
    exercises = open_round(box, round_of(names, 6))
    box.main.focus()
    for place, exercise in enumerate(exercises):
        eventually(box.focus, "action Check")
        assert marks(box) == " ".join(["star"] * place)
        assert prompt(box) == exercise_words.question(ENGLISH, exercise)
        keys(box, exercise, right(exercise))
        eventually(box.focus, "action Next")
        assert (
            box.root.locator(".reply[role=status] .verdict").inner_text() == "★ First try: a star!"
        )
        box.page.keyboard.press("Enter")
    eventually(box.focus, "action The same again")
    assert marks(box) == " ".join(["star"] * 6)


def test_a_reload_goes_on_with_the_round(box: BoxPage) -> None:
    exercises = open_round(box, link_round(LEVEL, "abc", 3, 0, ["near-double"]))
    taps(box, exercises[0], right(exercises[0]))
    box.button("Next").click()
    eventually(lambda: prompt(box), exercise_words.question(ENGLISH, exercises[1]))
    taps(box, exercises[1], 40)
    eventually_true(lambda: reply(box))
    said = reply(box)
    box.page.reload(wait_until="commit")
    eventually(lambda: reply(box) if box.root.count() else "", said)
    assert marks(box) == "star"
    assert box.root.locator(".field").inner_text() == "40"


def test_a_server_that_starts_anew_loses_no_answer(
    own_server: AppServer, new_page: OpenPage
) -> None:
    box = new_page(app=own_server)
    exercises = open_round(box, link_round(LEVEL, "abc", 3, 0, ["near-double"]))
    taps(box, exercises[0], right(exercises[0]))
    box.button("Next").click()
    eventually(lambda: prompt(box), exercise_words.question(ENGLISH, exercises[1]))
    box.settle()
    box.page.keyboard.press("1")
    box.watch.loses_connection = True
    own_server.kill()
    own_server.start()
    box.page.locator("[data-test-connection-state=CONNECTED]").wait_for(timeout=45_000)
    box.settle()
    assert (marks(box), prompt(box)) == ("star", exercise_words.question(ENGLISH, exercises[1]))
    assert box.root.locator(".field").inner_text() == "1", "what was typed stays"
    taps(box, exercises[1], right(exercises[1]))
    eventually_true(box.button("Next").is_visible, 45)
    assert marks(box) == "star star"


def is_in_sight(box: BoxPage, selector: str) -> bool:
    """Whether all of it is within the window."""
    return bool(
        box.root.locator(selector).evaluate(
            "node => [node.getBoundingClientRect()].every("
            "({ top, bottom }) => top >= 0 && bottom <= innerHeight)"
        )
    )


def test_the_whole_exercise_is_seen_without_scrolling(box: BoxPage) -> None:
    for exercise in open_round(box, round_of(EVERY_TYPE, COUNT)):
        assert is_in_sight(box, ".main"), exercise.name
        assert box.page.locator("[data-testid=stMain]").evaluate("main => main.scrollTop") == 0
        taps(box, exercise, right(exercise))
        box.button("Next").click()
        eventually_true(lambda: not reply(box))


def test_nothing_is_too_small_or_too_wide_on_a_phone(box: BoxPage) -> None:
    box.page.set_viewport_size({"width": 390, "height": 844})
    for exercise in open_round(box, round_of(EVERY_TYPE, COUNT))[:3]:
        buttons = box.root.locator("button:visible")
        sizes = buttons.evaluate_all(
            "all => all.map(b => b.getBoundingClientRect()).map(b => [b.width, b.height])"
        )
        assert too_small(sizes, 44) == []
        assert box.sideways_scroll() == []
        taps(box, exercise, wrong_answer(exercise))
        eventually_true(lambda: reply(box) and is_in_sight(box, ".reply .words"))
        taps(box, exercise, right(exercise))
        box.button("Next").click()
        eventually_true(lambda: not reply(box) and is_in_sight(box, ".prompt"))


def test_buttons_stay_where_they_are_whatever_is_said(box: BoxPage) -> None:
    (exercise, *_) = open_round(box, link_round(LEVEL, "abc", 3, 0, ["make-ten"]))

    def place() -> list[float]:
        tops: list[float] = box.root.locator(".frame, .main").evaluate_all(
            "all => all.map(node => node.getBoundingClientRect().top)"
        )
        return [top - tops[0] for top in tops]

    before = place()
    taps(box, exercise, [9, 9])
    eventually_true(lambda: reply(box))
    for _ in range(3):
        box.root.locator(".helper").click()
        box.settle()
    assert place() == before


def test_what_is_asked_and_said_is_read_aloud(box: BoxPage) -> None:
    (exercise, *_) = open_round(box, link_round(LEVEL, "abc", 3, 0, ["near-double"]))
    box.page.evaluate(
        "() => { window.heard = []; speechSynthesis.speak = (words) => heard.push(words.text); }"
    )
    taps(box, exercise, 40)
    eventually_true(lambda: reply(box))
    box.button("Read aloud").click()
    assert box.page.evaluate("heard") == [f"{prompt(box)} {reply(box)}"]


def test_games_of_this_browser_become_exercises_at_once(box: BoxPage) -> None:
    box.open("/?turn=classic~otter-20&sum=asked")
    box.roll()
    box.choose(3, 6)
    box.shut()
    box.button("10").click()
    box.button("9").click()
    box.settle()
    box.goto("/practise")
    offer = box.page.locator(".st-key-practice-games button").first
    offer.wait_for()
    box.settle()
    offer.click()
    eventually(lambda: box.root.locator(".origin").inner_text(), "From my games")
    eventually_true(lambda: is_in_sight(box, ".prompt"))
    eventually(offer.count, 0)
    assert prompt(box) == "Make 9 another way than 3 + 6.", "9 alone was the better move"
