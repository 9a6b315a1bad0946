"""Lessons are read to their end by the keyboard alone, and in every language; and presented."""

from __future__ import annotations

import pytest
from lesson_answers import right_answer

from browser.box_page import BoxPage, eventually, plain
from browser.lesson_walk import PHONE, Finger, Keys, Walk, named
from shutbox.i18n import SOURCE, languages
from shutbox.lesson_parts import Lesson
from shutbox.lessons import load_lessons

pytestmark = pytest.mark.browser

LESSONS = load_lessons()
TRANSLATED = [
    lesson
    for code in languages()
    if code != SOURCE
    for lesson in load_lessons(code)
    if lesson.lang == code
]
BY_KEYBOARD = ("break-it-up", "red-three-blue-four")
"""One for the youngest, and one with charts: together they have every kind of question."""


def read_to_the_end(walk: Walk) -> None:
    """Go through a lesson with the right answer to every question."""
    walk.open()
    for step in walk.lesson.steps:
        walk.look_at(step)
        for question in step.questions:
            walk.answer(question, right_answer(question))
        walk.check_page()
        walk.onward()
    walk.finish()


@pytest.mark.parametrize("lesson", TRANSLATED, ids=named)
def test_a_translated_lesson_is_walked(kept_page: BoxPage, lesson: Lesson) -> None:
    kept_page.page.set_viewport_size(PHONE)
    read_to_the_end(Walk(kept_page, lesson, Finger(kept_page)))


def test_the_keyboard_meets_every_kind_of_question() -> None:
    walked = {q.kind for lesson in LESSONS if lesson.id in BY_KEYBOARD for q in lesson.questions}
    assert walked == {question.kind for lesson in LESSONS for question in lesson.questions}


@pytest.mark.parametrize("id", BY_KEYBOARD)
def test_a_lesson_is_walked_by_the_keyboard_alone(box: BoxPage, id: str) -> None:
    lesson = next(lesson for lesson in LESSONS if lesson.id == id)
    read_to_the_end(Walk(box, lesson, Keys(box)))


def test_a_clicker_turns_the_pages_but_not_while_one_writes(box: BoxPage) -> None:
    box.goto("/lessons?lesson=the-45-secret&at=all&present=1")
    field = box.page.get_by_label("Your answer")
    field.focus()
    box.page.keyboard.press("PageDown")
    box.page.get_by_role("button", name="Check").focus()
    assert field.is_visible()
    for key, heading in (("PageUp", "Two boxes"), ("PageDown", "All nine tiles")):
        box.page.keyboard.press(key)
        eventually(lambda: plain(box.page.locator("main h2").all_inner_texts()), [heading])
