"""The page Lessons: the shelf, a lesson step by step, the teacher's plan, and write your own."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from html import escape
from pathlib import Path
from typing import Any

import streamlit as st

from shutbox.i18n import SOURCE, Language, mark
from shutbox.lesson_parts import (
    Block,
    Case,
    Choice,
    ChoiceQuestion,
    ChoicesQuestion,
    Lesson,
    LessonError,
    NumberQuestion,
    OrderQuestion,
    Part,
    Print,
    Question,
    Say,
    SetsQuestion,
    Step,
    TeacherNote,
    Text,
    TextQuestion,
)
from shutbox.lesson_words import to_html
from shutbox.lessons import LESSONS, LONGEST_FILE, MISCONCEPTIONS, load_lessons, parse_lesson
from shutbox.ui import blocks, controls, state

FOLDER = "SHUTBOX_LESSONS"
"""The environment variable that names another folder of lessons."""

AGES = {"all": mark("All ages"), "5": mark("5 to 7"), "8": mark("8 to 10"), "11": mark("11 and up")}
"""The ages to choose from on the shelf, by the youngest."""

_SPANS = {"5": range(8), "8": range(8, 11), "11": range(11, 100)}
OWN = "own-lesson"
"""The id under which a lesson of one's own is noted, and the name of its file."""

EXAMPLE = """---
id: my-lesson
order: 50
title: Make seven
lang: en
age: [7, 10]
minutes: 10
goal: I can make 7 in more than one way.
topic: addition
misconceptions:
  - only-pairs: Only two tiles can make 7.
facts:
  - ways_to_shut(7, 9) == 5
---

## Play first {#play minutes=4}

Roll the dice. Shut tiles that make your total.

:::{box} warm-up
:tiles: 9
:dice: 2
:::

## Make seven {#seven minutes=6}

:::{question} how-many
:type: number
How many sets of tiles make 7?

= {{ ways_to_shut(7, 9) }} > Yes. Which one has three tiles?
4 {only-pairs} > Can three tiles make 7?
otherwise > Write them down. Which one begins with tile 1?

?> Begin with 7 alone.
:::

:::{teacher} talk
Ask: "How do you know that these are all?"
:::
"""


@st.fragment
def page() -> None:
    """Draw the page: everything on it is changed by a tap."""
    _view(state.language())
    opened = state.lesson_id() or ""
    _device()(
        data={"done": state.all_done(), "at": f"{opened}/{state.step_id(opened)}"},
        key=state.DEVICE,
        on_kept_change=state.take_from_device,
    )


def _view(t: Language) -> None:
    if state.is_on(state.WRITE):
        _write(t)
        return
    try:
        lessons = load_lessons(t.code, Path(os.environ.get(FOLDER, LESSONS)))
    except OSError:
        lessons = ()
    named = state.lesson_id()
    lesson = next((lesson for lesson in lessons if lesson.id == named), None)
    if lesson is None:
        _shelf(t, lessons, is_lost=named is not None)
    elif lesson.errors:
        _broken(t, lesson)
    elif state.is_on(state.TEACHER) and not state.is_on(state.PRESENT):
        _plan(t, lesson)
    else:
        _lesson(t, lesson)


# ---- the shelf ----


def _shelf(t: Language, lessons: Sequence[Lesson], *, is_lost: bool) -> None:
    st.title(t("Lessons"))
    st.write(t("Choose a lesson: play, guess, try it out, and find out why."))
    if is_lost:
        st.warning(t("There is no such lesson here. Choose another one."))
    topics = sorted({lesson.topic for lesson in lessons if lesson.topic})
    with st.container(horizontal=True, vertical_alignment="bottom"):
        age = controls.choose_noted(
            "shelf", "age", t("Age"), {name: t(AGES[name]) for name in AGES}
        )
        topic = controls.choose_noted(
            "shelf", "topic", t("Topic"), {"all": t("All topics"), **{n: n for n in topics}}
        )
    shown = [
        lesson
        for lesson in lessons
        if (age == "all" or set(_SPANS[age]) & set(range(lesson.age[0], lesson.age[1] + 1)))
        and topic in ("all", lesson.topic)
    ]
    st.header(t.plural("{n} lesson", "{n} lessons", len(shown)))
    with st.container(key="lesson-cards"):
        for lesson in shown:
            _card(t, lesson)
    if not shown:
        st.write(t("No lesson is like that. Choose another age or topic."))
    with st.container(horizontal=True, key="lesson-foot"):
        is_teacher = state.is_on(state.TEACHER)
        st.button(
            t("Hide what is for teachers") if is_teacher else t("For teachers"),
            key="lesson-teacher",
            type="tertiary",
            on_click=lambda: state.turn_on(state.TEACHER, on=not is_teacher),
        )
        if is_teacher:
            st.button(
                t("Write your own lesson"),
                key="lesson-write",
                type="tertiary",
                icon=":material/edit:",
                on_click=state.turn_on,
                args=(state.WRITE,),
            )


def _card(t: Language, lesson: Lesson) -> None:
    done = [step for step in lesson.steps if step.id in state.done(lesson.id)]
    with st.container(key=f"lesson-card-{lesson.id}"):
        facts = [
            t("Age {from_age} to {to_age}", from_age=lesson.age[0], to_age=lesson.age[1]),
            t.plural("{n} minute", "{n} minutes", lesson.minutes),
            lesson.topic,
        ]
        st.html(
            f'<div class="stb-card-head"><h3 lang="{escape(lesson.lang)}">{escape(lesson.title)}'
            f'</h3><p lang="{escape(lesson.lang)}">{escape(lesson.goal)}</p>'
            f'<p class="stb-facts">{escape(" · ".join(filter(None, facts)))}</p></div>'
        )
        if lesson.errors:
            st.write(t("This lesson has mistakes."))
            words = t("See what is wrong")
        elif done and len(done) == len(lesson.steps):
            st.write(t("✓ Done"))
            words = t("Open again")
        elif done:
            st.write(
                t.plural(
                    "{done} of {n} step done",
                    "{done} of {n} steps done",
                    len(lesson.steps),
                    done=t.number(len(done)),
                )
            )
            words = t("Go on")
        else:
            words = t("Begin")
        if state.is_on(state.TEACHER) and not lesson.errors:
            words = t("Plan")
        st.button(
            f"{words}: {blocks.label(lesson.title)}",
            key=f"open-{lesson.id}",
            on_click=state.open_lesson,
            args=(lesson.id,),
        )


# ---- a lesson with mistakes ----


def _broken(t: Language, lesson: Lesson) -> None:
    st.title(lesson.title or t("A lesson"))
    st.write(t("This lesson cannot be used yet: something in its file is wrong."))
    _errors(t, lesson.errors)
    _back(t)


def _errors(t: Language, errors: Sequence[LessonError]) -> None:
    st.header(t.plural("{n} mistake", "{n} mistakes", len(errors)))
    rows = "".join(_error(t, error) for error in errors)
    st.html(f'<ul class="stb-errors">{rows}</ul>')


def _error(t: Language, error: LessonError) -> str:
    line = escape(t("Line {line}", line=error.line))
    return (
        f"<li><strong>{line}</strong> <code>{escape(error.file)}</code>"
        f"<br>{escape(error.sentence(t))}</li>"
    )


def _back(t: Language) -> None:
    st.button(
        t("All lessons"),
        key="lesson-back",
        icon=":material/arrow_back:",
        type="tertiary",
        on_click=state.open_lesson,
        args=(None,),
    )


# ---- a lesson, step by step ----


def _lesson(t: Language, lesson: Lesson) -> None:
    presents = state.is_on(state.PRESENT)
    ids = [step.id for step in lesson.steps]
    named = state.step_id(lesson.id)
    at = ids.index(named) if named in ids else 0
    step = lesson.steps[at]
    parts = list(_until_guess(lesson, step))
    with st.container(key="lesson-present" if presents else "lesson"):
        if presents:
            st.html('<i class="stb-present"></i>')
            st.title(lesson.title)
        else:
            with st.container(horizontal=True, vertical_alignment="center", key="lesson-top"):
                _back(t)
                st.title(lesson.title, width="content")
                if len(ids) > 1:
                    _step_pills(t, lesson, at)
        if not presents and at == 0:
            if lesson.lang == SOURCE != t.code:
                st.caption(t("This lesson is not in your language yet. Here it is in English."))
            st.write(t("The goal: {goal}", goal=blocks.label(lesson.goal)))
        st.header(step.title)
        if presents:
            _one_thing(t, lesson, at, parts)
            return
        for number, segment in enumerate(_segments(parts)):
            _segment(t, lesson, segment, number)
        if len(parts) < len(step.pupil_parts):
            _look_without_guess(t, lesson, step)
        _onward(t, lesson, at)


def _until_guess(lesson: Lesson, step: Step) -> Iterator[Part]:
    """Yield the parts of a step up to a guess that nobody has made yet."""
    for part in step.pupil_parts:
        yield part
        if isinstance(part, Question) and part.guess and not blocks.is_done(lesson, part):
            return


def _segments(parts: Sequence[Part]) -> list[list[Part]]:
    """Return the parts in runs that have one box or chart at most, or two with no text between."""
    runs: list[list[Part]] = [[]]
    for part in parts:
        media = [one for one in runs[-1] if blocks.is_media(one)]
        if blocks.is_media(part) and media and runs[-1][-1:] != media:
            runs.append([])
        runs[-1].append(part)
    return runs


def _segment(t: Language, lesson: Lesson, parts: Sequence[Part], number: int) -> None:
    """Draw a run of parts; where there is room, its box or chart beside the others or its pair."""
    at = [n for n, part in enumerate(parts) if blocks.is_media(part)] or [len(parts)]
    before, media, after = parts[: at[0]], parts[at[0] : at[-1] + 1], parts[at[-1] + 1 :]
    runs = [("before", before), *(("media", [part]) for part in media), ("after", after)]
    kind = "pair" if len(media) == 2 else "both" if media and (before or after) else "one"
    with st.container(key=f"lesson-run-{kind}-{number}"):
        for place, (name, run) in enumerate(runs):
            if run:
                with st.container(key=f"lesson-{name}-{number}-{place}"):
                    for part in run:
                        blocks.show(t, lesson, part)


def _look_without_guess(t: Language, lesson: Lesson, step: Step) -> None:
    guess = next(q for q in step.questions if q.guess and not blocks.is_done(lesson, q))
    with st.container(key="lesson-held"):
        st.write(t("Guess first. Then you see more."))
        st.button(
            t("Look without a guess"),
            key=f"look-{lesson.id}-{guess.id}",
            type="tertiary",
            on_click=state.keep_done,
            args=(lesson.id, [guess.id]),
        )


def _step_pills(t: Language, lesson: Lesson, at: int) -> None:
    done = state.done(lesson.id)
    names = {
        step.id: f"{t.number(n)} ✓" if step.id in done else t.number(n)
        for n, step in enumerate(lesson.steps, 1)
    }
    key = f"steps-{lesson.id}"
    state.set_field(key, lesson.steps[at].id)
    st.pills(
        t("Steps"),
        list(names),
        key=key,
        required=True,
        format_func=names.__getitem__,
        on_change=lambda: state.go_to_step(str(state.field(key))),
        label_visibility="collapsed",
        wrap=True,
    )


def _onward(t: Language, lesson: Lesson, at: int) -> None:
    step, is_last = lesson.steps[at], at + 1 == len(lesson.steps)
    is_ready = all(blocks.is_done(lesson, question) for question in step.questions)

    def onward() -> None:
        state.keep_done(lesson.id, [step.id])
        if is_last:
            state.open_lesson(None)
        else:
            state.go_to_step(lesson.steps[at + 1].id)

    with st.container(horizontal=True, key="lesson-onward"):
        if at:
            st.button(
                t("Back"),
                key="lesson-previous",
                on_click=state.go_to_step,
                args=(lesson.steps[at - 1].id,),
            )
        st.button(
            t("Finish") if is_last else t("Next"),
            key="lesson-next",
            type="primary" if is_ready else "secondary",
            on_click=onward,
        )


# ---- for the projector: one thing at a time ----


def _things(parts: Sequence[Part]) -> list[list[Part]]:
    """Return what is shown at one time: a box, chart, question or sheet with the text before it."""
    things: list[list[Part]] = []
    is_open = False
    for part in parts:
        if not is_open:
            things.append([])
        things[-1].append(part)
        is_open = isinstance(part, Text | Say)
    return things


def _one_thing(t: Language, lesson: Lesson, at: int, parts: Sequence[Part]) -> None:
    step = lesson.steps[at]
    name = f"thing {step.id}"
    things = _things(parts)
    number = min(int(state.note(lesson.id, name, "0")), len(things) - 1)
    for part in things[number] if things else ():
        blocks.show(t, lesson, part)
    is_last = number + 1 >= len(_things(step.pupil_parts))

    def show(at: int, number: int) -> None:
        state.keep_note(lesson.id, f"thing {lesson.steps[at].id}", str(number))
        state.go_to_step(lesson.steps[at].id)

    def onward() -> None:
        if not is_last:
            guess = things[number][-1]
            if isinstance(guess, Question) and guess.guess:
                state.keep_done(lesson.id, [guess.id])
            show(at, number + 1)
        elif at + 1 < len(lesson.steps):
            show(at + 1, 0)

    def back() -> None:
        if number:
            show(at, number - 1)
        else:
            show(at - 1, len(_things(lesson.steps[at - 1].pupil_parts)) - 1)

    with st.container(horizontal=True, key="lesson-onward"):
        st.button(t("Back"), key="present-back", on_click=back, disabled=not number and not at)
        st.button(
            t("Next"),
            key="present-next",
            type="primary",
            on_click=onward,
            disabled=is_last and at + 1 == len(lesson.steps),
        )
        st.button(
            t("Leave"),
            key="present-leave",
            type="tertiary",
            on_click=lambda: state.turn_on(state.PRESENT, on=False),
        )


# ---- the teacher's plan ----


def _plan(t: Language, lesson: Lesson) -> None:
    with st.container(key="lesson-plan"):
        _back(t)
        st.title(lesson.title)
        st.write(t("The plan for teachers: pupils do not see this page."))
        with st.container(horizontal=True):
            st.button(
                t("See it as pupils do"),
                key="plan-pupils",
                on_click=lambda: state.turn_on(state.TEACHER, on=False),
            )
            st.button(
                t("Present"),
                key="plan-present",
                icon=":material/present_to_all:",
                on_click=state.turn_on,
                args=(state.PRESENT,),
            )
        about = {
            t("Goal"): lesson.goal,
            t("Age"): t("{from_age} to {to_age}", from_age=lesson.age[0], to_age=lesson.age[1]),
            t("Time"): t.plural("{n} minute", "{n} minutes", lesson.minutes),
            t("You need"): lesson.you_need,
            t("Curriculum"): ", ".join(lesson.standards),
        }
        st.html(
            '<dl class="stb-about">'
            + "".join(
                f"<dt>{escape(name)}</dt><dd>{escape(text)}</dd>"
                for name, text in about.items()
                if text
            )
            + "</dl>"
        )
        st.write(t("This link opens the lesson for pupils:"))
        st.code(f"?{state.LESSON}={lesson.id}", language=None)
        if lesson.misconceptions:
            st.header(t("What pupils may think"))
            said = "".join(
                f"<li>{escape(_said(t, tag, sentence))} <code>{escape(tag)}</code></li>"
                for tag, sentence in lesson.misconceptions.items()
            )
            st.html(f'<ul class="stb-errors">{said}</ul>')
        for step in lesson.steps:
            _step_of_plan(t, lesson, step)


def _said(t: Language, tag: str, sentence: str) -> str:
    return t(MISCONCEPTIONS[tag]) if MISCONCEPTIONS.get(tag) == sentence else sentence


def _step_of_plan(t: Language, lesson: Lesson, step: Step) -> None:
    minutes = t.plural("{n} minute", "{n} minutes", step.minutes)
    st.header(t("{step}, {minutes}", step=step.title, minutes=minutes))
    for part in step.parts:
        if isinstance(part, TeacherNote):
            blocks.html(lesson, part.text, "stb-note")
        elif isinstance(part, Question):
            blocks.html(lesson, part.text, "stb-asked")
            _answers(t, lesson, part)
        elif isinstance(part, Print):
            blocks.show(t, lesson, part)
        elif isinstance(part, Block) and part.text:
            blocks.html(lesson, part.text)


def _answers(t: Language, lesson: Lesson, question: Question) -> None:
    rows = "".join(
        f"<li>{'✓' if is_right else '✗'} <strong>{answer}</strong>"
        f"{f' <code>{escape(tag)}</code>' if tag else ''}<div>{to_html(feedback)}</div></li>"
        for answer, is_right, tag, feedback in _expected(t, question)
    )
    st.html(f'<ul class="stb-errors" lang="{escape(lesson.lang)}">{rows}</ul>')


def _expected(t: Language, question: Question) -> Iterator[tuple[str, bool, str | None, str]]:
    """Yield the answers a lesson speaks of: as HTML, whether right, the tag, and the reply."""
    match question:
        case ChoiceQuestion() | ChoicesQuestion():
            for choice in question.choices:
                yield _of_choice(choice)
        case NumberQuestion() | SetsQuestion():
            for case in question.cases:
                yield _of_case(t, case)
        case OrderQuestion():
            yield escape(" → ".join(question.items)), True, None, ""
        case TextQuestion() if question.reply:
            yield escape(t("Any answer")), True, None, question.reply


def _of_choice(choice: Choice) -> tuple[str, bool, str | None, str]:
    words = to_html(choice.text).removeprefix("<p>").removesuffix("</p>\n")
    return words, choice.is_right, choice.tag, choice.feedback


_CASES = {
    "less": mark("less"),
    "more": mark("more"),
    "right": mark("any right answer"),
    "otherwise": mark("anything else"),
}


def _of_case(t: Language, case: Case) -> tuple[str, bool, str | None, str]:
    if case.what in _CASES:
        words = t(_CASES[case.what])
    elif case.tiles:
        words = " + ".join(map(str, case.tiles))
    elif case.low == case.high:
        words = str(case.low)
    else:
        words = t("{low} to {high}", low=case.low, high=case.high)
    return escape(words), case.is_right, case.tag, case.feedback


# ---- write your own ----


def _write(t: Language) -> None:
    st.title(t("Write your own lesson"))
    st.write(t("Write a lesson on the left: on the right you see it, and what is wrong with it."))
    st.button(
        t("All lessons"),
        key="lesson-back",
        icon=":material/arrow_back:",
        type="tertiary",
        on_click=lambda: state.turn_on(state.WRITE, on=False),
    )
    key = "lesson-text"
    written = state.note(OWN, "text", EXAMPLE)
    state.set_field(key, written)
    left, right = st.columns(2, gap="large")
    with left:
        st.text_area(
            t("Your lesson"),
            key=key,
            height=560,
            max_chars=LONGEST_FILE,
            on_change=lambda: state.keep_note(OWN, "text", str(state.field(key))),
        )
        with st.container(horizontal=True):
            st.button(t("Show it"), key="lesson-show", type="primary")
            st.download_button(
                t("Download"),
                written,
                f"{t.code if t.code in ('en', 'fr') else 'en'}.md",
                "text/markdown",
                key="lesson-download",
                on_click="ignore",
            )
    lesson = replace(parse_lesson(written, t("your lesson")), id=OWN)
    with right:
        if lesson.errors:
            _errors(t, lesson.errors)
            return
        st.header(lesson.title)
        for step in lesson.steps:
            st.html(f"<h3>{escape(step.title)}</h3>")
            for part in step.pupil_parts:
                blocks.show(t, lesson, part)


# ---- what is done, kept on the device; and the top of each new step ----


@cache
def _device() -> Any:
    return st.components.v2.component("shutbox-lessons", js=_DEVICE_JS)


_DEVICE_JS = """
const KEY = "shutbox-lessons";
const read = () => {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return kept && typeof kept === "object" && !Array.isArray(kept) ? kept : {};
  } catch {
    return {};
  }
};
// A presenter's clicker sends these keys. The box keeps its own keys to itself.
const present = (event) => {
  const name = { PageDown: "next", PageUp: "back" }[event.key];
  const isWriting = event.composedPath()[0].closest?.("input, textarea, [role=combobox]");
  if (!name || isWriting || event.repeat || event.ctrlKey || event.altKey || event.metaKey) return;
  const button = document.querySelector(`.st-key-present-${name} button:not(:disabled)`);
  if (!button) return;
  event.preventDefault();
  button.click();
};
export default function ({ data, parentElement, setTriggerValue }) {
  const host = parentElement.host ?? parentElement;
  const kept = read();
  const ids = (text) => (text ?? "").split(".").filter(Boolean);
  const union = (a, b) => [...new Set([...ids(a), ...ids(b)])].join(".");
  const all = { ...kept };
  for (const lesson of Object.keys(data.done)) all[lesson] = union(kept[lesson], data.done[lesson]);
  try {
    localStorage.setItem(KEY, JSON.stringify(all));
  } catch {}
  const news = Object.keys(kept).some((k) => union(data.done[k], kept[k]) !== union(data.done[k]));
  if (news && !host.shutboxTold) setTriggerValue("kept", kept);
  host.shutboxTold = true;
  if (host.shutboxAt !== undefined && host.shutboxAt !== data.at) {
    document.querySelector("[data-testid=stMain]")?.scrollTo(0, 0);
    const heading = document.querySelector(data.at[0] === "/" ? "main h1" : "main h2");
    heading?.setAttribute("tabindex", "-1");
    heading?.focus({ preventScroll: true });
  }
  host.shutboxAt = data.at;
  document.shutboxPresents ??= !document.addEventListener("keydown", present);
}
"""
