"""A reader on the way through a lesson, with a finger or with the keyboard alone."""

from __future__ import annotations

from playwright.sync_api import Locator, ViewportSize

from browser.box_page import BoxPage, eventually, plain
from browser.test_axe import OURS
from shutbox.i18n import Language, language
from shutbox.lesson_parts import (
    Box,
    ChoiceQuestion,
    ChoicesQuestion,
    Lesson,
    NumberQuestion,
    OrderQuestion,
    Question,
    SetsQuestion,
    Step,
)
from shutbox.lesson_words import to_plain
from shutbox.tiles import sets_with_sum, tile_set, tiles_in

PHONE: ViewportSize = {"width": 390, "height": 844}
MOST_TABS = 150
MOST_SETS = 4


class Finger:
    """Reaches the controls of a page by tapping."""

    def __init__(self, box: BoxPage) -> None:
        self.page = box.page

    def press(self, control: Locator) -> None:
        control.click()

    def write(self, field: Locator, text: str) -> None:
        field.fill(text)
        field.press("Control+Enter")


class Keys(Finger):
    """Reaches them by Tab, arrows, space bar and Enter only."""

    def reach(self, control: Locator) -> None:
        control.wait_for()
        for _ in range(MOST_TABS):
            if control.evaluate(_HAS_FOCUS):
                return
            is_beside = control.evaluate(_IN_BAR_OF_FOCUS)
            self.page.keyboard.press("ArrowRight" if is_beside else "Tab")
        raise AssertionError(f"Tab does not come to {control}")

    def press(self, control: Locator) -> None:
        self.reach(control)
        self.page.keyboard.press("Space")

    def write(self, field: Locator, text: str) -> None:
        self.reach(field)
        self.page.keyboard.press("Control+a")
        self.page.keyboard.type(text)
        self.page.keyboard.press("Control+Enter")


_IN_BAR_OF_FOCUS = "node => !!node.closest('[role=toolbar]')?.contains(document.activeElement)"
"""Streamlit's pills are one stop of Tab; arrows go from one to the next."""

_HAS_FOCUS = "node => node.getRootNode().activeElement === node"


class Walk:
    """One reader on the way through one lesson."""

    def __init__(self, box: BoxPage, lesson: Lesson, hand: Finger) -> None:
        self.box, self.lesson, self.hand = box, lesson, hand
        self.t: Language = language(lesson.lang)

    def keyed(self, *names: object) -> Locator:
        """What stands under this key."""
        return self.box.page.locator(f".st-key-{'-'.join(map(str, names))}")

    def open(self) -> None:
        """Come from the shelf: where the last lesson has ended, or by its address."""
        button = self.keyed("open", self.lesson.id).locator("button")
        is_there = self.box.page.locator(f"html[lang={self.lesson.lang}]").count()
        if not (is_there and button.count()):
            self.box.goto(f"/lessons?lang={self.lesson.lang}")
        self.hand.press(button)

    def onward(self) -> None:
        self.hand.press(self.keyed("lesson-next").locator("button"))

    def look_at(self, step: Step) -> None:
        """See that a step has come, and that the focus came along."""
        eventually(
            lambda: plain(self.box.page.locator("main h2").all_inner_texts())[:1],
            plain([step.title]),
        )
        if step is not self.lesson.steps[0]:
            focused = self.box.page.locator("main h2:focus")
            eventually(lambda: plain(focused.all_inner_texts()), plain([step.title]))

    def answer(self, question: Question, value: object) -> None:
        """Give an answer, and read what is said to it."""
        name = f"{self.lesson.id}-{question.id}"
        press = self.hand.press
        check = self.keyed("check", name).locator("button")
        match question:
            case ChoiceQuestion():
                press(self.keyed("answer", name, value).locator("button"))
            case ChoicesQuestion():
                for number in range(len(question.choices)):
                    tick = self.keyed("tick", name, number)
                    if tick.locator("input").is_checked() != (number in value):  # type: ignore[operator]
                        press(tick.locator(self.tick))
                press(check)
            case SetsQuestion():
                self.choose(self.keyed("set", name), value)  # type: ignore[arg-type]
                press(check)
            case OrderQuestion():
                again = self.keyed("reorder", name).locator("button")
                if again.count():
                    press(again)
                    again.wait_for(state="detached")
                for number in value:  # type: ignore[attr-defined]
                    press(self.keyed("item", name, number).locator("button"))
                    self.keyed("item", name, number).wait_for(state="detached")
            case NumberQuestion():
                self.hand.write(self.keyed("number", name).locator("input"), str(value))
            case _:
                self.hand.write(self.keyed("words", name).locator("textarea"), str(value))
        self.read_reply(question, value)

    @property
    def tick(self) -> str:
        """What is pressed to tick an answer: the field is hidden behind its label for a finger."""
        return "input" if isinstance(self.hand, Keys) else "label"

    def read_reply(self, question: Question, value: object) -> None:
        reply, t = question.check(value), self.t
        if question.guess:
            head = t("Your guess is kept.")
        elif reply.is_right is None:
            head = t("Your answer is kept.")
        else:
            head = t("That is right.") if reply.is_right else t("Not yet. Try again.")
        said = self.keyed("lesson-question", question.id).locator(".stb-reply")
        eventually(
            lambda: plain(" ".join(text.split()[1:]) for text in said.all_inner_texts()),
            plain([f"{head} {to_plain(reply.feedback)}"]),
        )

    def choose(self, pills: Locator, tiles: list[int]) -> None:
        """Choose exactly these tiles."""
        for button in pills.locator("button").all():
            is_wanted = int(button.inner_text()) in tiles
            if (button.get_attribute("aria-pressed") == "true") != is_wanted:
                self.hand.press(button)
                pressed = str(is_wanted).lower()
                eventually(lambda b=button, p=pressed: b.get_attribute("aria-pressed") == p, True)
                self.box.settle()

    def play(self, block: Box) -> None:
        """Do what the box asks for: find the sets, or play the first roll."""
        if block.task in ("find-all-sets", "make-total"):
            total = block.target or sum(block.open_tiles)
            sets = sets_with_sum(tile_set(block.open_tiles), total, block.variant.most_tiles)
            pills = self.keyed("pick", self.lesson.id, block.id)
            for tiles in sets[: 1 if block.task == "make-total" else MOST_SETS]:
                *before, last = tiles_in(tiles)
                self.choose(pills, before)
                # A set that is found is laid down at once.
                self.hand.press(pills.get_by_role("button", name=str(last), exact=True))
                pills.locator("[aria-pressed=true]").first.wait_for(state="detached")
                self.box.settle()
            return
        box = self.keyed("box", self.lesson.id, block.id).locator(".shutbox")
        main = box.locator(".action.main")
        if block.roll is None:
            self.hand.press(main)
        for _ in block.open_tiles:
            helpful = box.locator(".tile.open:not(.useless):not([aria-pressed=true])")
            if main.get_attribute("aria-disabled") != "true" or not helpful.count():
                break
            self.hand.press(helpful.last)
        if box.locator(".tile[aria-pressed=true]").count():
            self.hand.press(main)
        self.box.settle()

    def check_page(self) -> None:
        """See what every step has to hold."""
        assert self.box.page.locator("[data-testid=stException]").count() == 0
        words = self.box.page.locator("main").inner_text()
        assert "{" not in words
        eventually(self.box.sideways_scroll, [])

    def check_axe(self) -> None:
        assert self.box.violations(OURS) == []

    def finish(self) -> None:
        """Come back to the shelf, where the lesson is done."""
        card = self.keyed("lesson-card", self.lesson.id)
        card.get_by_text(self.t("✓ Done"), exact=True).wait_for()


def named(lesson: Lesson) -> str:
    return f"{lesson.id}-{lesson.lang}"
