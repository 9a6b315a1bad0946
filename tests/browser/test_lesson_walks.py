"""Every lesson in the folder is walked to its end on a phone, and axe looks at every step.

Boxes are played; at every question a wrong answer comes first, then a right one, and the page has
to say what the file of the lesson says.
"""

from __future__ import annotations

import pytest
from lesson_answers import right_answer, wrong_answer

from browser.box_page import BoxPage
from browser.lesson_walk import PHONE, Finger, Walk, named
from shutbox.lesson_parts import Box, Lesson, Question
from shutbox.lessons import load_lessons

pytestmark = pytest.mark.browser

DARK = "red-three-blue-four"
"""The lesson that is walked in the dark."""


@pytest.mark.parametrize("lesson", load_lessons(), ids=named)
def test_a_lesson_is_walked_on_a_phone(kept_page: BoxPage, lesson: Lesson) -> None:
    box = kept_page
    box.page.set_viewport_size(PHONE)
    box.page.emulate_media(color_scheme="dark" if lesson.id == DARK else "light")
    walk = Walk(box, lesson, Finger(box))
    walk.open()
    for step in lesson.steps:
        walk.look_at(step)
        for part in step.pupil_parts:
            if isinstance(part, Box):
                walk.play(part)
            if isinstance(part, Question):
                wrong = wrong_answer(part)
                if wrong is not None:
                    walk.answer(part, wrong)
                walk.answer(part, right_answer(part))
        box.settle()
        walk.check_page()
        walk.check_axe()
        walk.onward()
    walk.finish()
