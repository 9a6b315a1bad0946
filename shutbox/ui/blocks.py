"""The parts of a lesson on a page: texts, boxes to play in, tasks, questions with their replies."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from html import escape
from typing import Any

import streamlit as st

from shutbox.dice import Roll, roll
from shutbox.frames import equation
from shutbox.i18n import Language
from shutbox.lesson_parts import (
    Block,
    Box,
    Chart,
    ChoiceQuestion,
    ChoicesQuestion,
    Lesson,
    NumberQuestion,
    OrderQuestion,
    Part,
    Print,
    Question,
    Reply,
    Say,
    SetsQuestion,
    Text,
    TextQuestion,
)
from shutbox.lesson_words import to_html, to_plain
from shutbox.rules import score
from shutbox.solver import can_solve, solve
from shutbox.supports import REAL, ROLLING, SUPPORTS, setting
from shutbox.tiles import sets_with_sum, tile_set, tiles_in
from shutbox.turn import Turn
from shutbox.ui import lesson_charts, pictures, sheets, state, ways
from shutbox.ui.box import box
from shutbox.ui.moves import from_here
from shutbox.ui.pictures import Place
from shutbox.variants import Variant, VariantError

LONGEST_ANSWER = 2000
"""So many characters of an answer in words are kept."""

ROLLS_AFTER = 20
"""Behind the listed rolls of a box come so many others, so that its turn can end."""


def is_media(part: Part) -> bool:
    """Return whether a part stays beside the text: a box or a chart."""
    return isinstance(part, Box | Chart)


def show(t: Language, lesson: Lesson, part: Part) -> None:
    """Draw a part of a lesson for a pupil."""
    match part:
        case Text():
            text(t, lesson, part.text, f"text-{part.line}")
        case Say():
            text(t, lesson, part.text, part.id, "stb-say")
        case Print():
            _text_above(lesson, part)
            sheets.show(t, lesson, part)
        case Box():
            _box(t, lesson, part)
        case Chart():
            _text_above(lesson, part)
            lesson_charts.show(t, lesson, part)
        case Question():
            _question(t, lesson, part)


# ---- texts ----


def html(lesson: Lesson, markdown: str, style: str = "") -> None:
    """Draw a text of a lesson."""
    classes = f"stb-lesson {style}".strip()
    st.html(
        f'<div class="{classes}" lang="{escape(lesson.lang)}">{to_html(markdown)}</div>',
        width="content",
    )


def text(t: Language, lesson: Lesson, markdown: str, name: str, style: str = "") -> None:
    """Draw a text of a lesson, with a button that reads it aloud."""
    with st.container(horizontal=True, gap="small", key=f"lesson-text-{lesson.id}-{name}"):
        html(lesson, markdown, style)
        _aloud()(
            data={"text": to_plain(markdown), "lang": lesson.lang, "label": t("Read aloud")},
            key=f"aloud-{lesson.id}-{name}",
            width="content",
        )


def _text_above(lesson: Lesson, block: Block) -> None:
    if block.text:
        html(lesson, block.text)


def label(markdown: str) -> str:
    """Return a text of a lesson as the label of a control: nothing in it is markup."""
    plain = re.sub(r"([\\`*_\[\]$:<>~#|{}])", r"\\\1", to_plain(markdown))
    return re.sub(r"^(\d*)([-+.)])", r"\1\\\2", plain)


@cache
def _aloud() -> Any:
    return st.components.v2.component("shutbox-aloud", css=_ALOUD_CSS, js=_ALOUD_JS)


_ALOUD_CSS = """
button {
  width: 48px;
  height: 48px;
  border: 0;
  border-radius: 12px;
  background: none;
  color: var(--st-text-color);
  cursor: pointer;
}
button:hover { background: var(--st-secondary-background-color); }
button:focus-visible { outline: 3px solid var(--st-primary-color); }
svg { width: 28px; height: 28px; fill: none; stroke: currentcolor; stroke-width: 2; }
"""

_ALOUD_JS = """
const ICON = `<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M4 10v4h3l5 4V6l-5 4z"/>
<path d="M16 9a4 4 0 0 1 0 6M18.5 6.5a8 8 0 0 1 0 11"/></svg>`;
export default function ({ data, parentElement }) {
  let button = parentElement.querySelector("button");
  if (!button) {
    button = document.createElement("button");
    button.innerHTML = ICON;
    parentElement.append(button);
  }
  const speech = window.speechSynthesis;
  button.hidden = !speech || !window.SpeechSynthesisUtterance;
  button.ariaLabel = data.label;
  button.title = data.label;
  button.onkeydown = (event) => event.stopPropagation();
  button.onclick = () => {
    if (speech.speaking) return speech.cancel();
    const words = new SpeechSynthesisUtterance(data.text);
    words.lang = data.lang;
    speech.speak(words);
  };
}
"""


# ---- boxes ----


def _box(t: Language, lesson: Lesson, block: Box) -> None:
    _text_above(lesson, block)
    if block.task in ("find-all-sets", "make-total"):
        _find_sets(t, lesson, block)
    else:
        _play(t, lesson, block)


def variant_of(block: Box) -> Variant:
    """Return the rules of a box in which the tiles of the block are open at the start."""
    rules = block.variant
    try:
        return from_here(rules, tile_set(block.open_tiles)) or rules
    except VariantError:
        return rules


def _rolls(block: Box, variant: Variant) -> tuple[Roll, ...]:
    """Return the rolls that the lesson lists, and others behind them; none if it lists none."""
    listed = (block.roll,) if block.roll is not None else block.listed
    if not listed or block.roll is not None:
        return listed
    more = min(ROLLS_AFTER, len(variant.tiles))
    return (*listed, *(roll(f"after-{block.id}"[:40], step, variant) for step in range(more)))


def _play(t: Language, lesson: Lesson, block: Box) -> None:
    key = f"box-{lesson.id}-{block.id}"
    variant = variant_of(block)
    listed = _rolls(block, variant)
    settings = {name: setting(name, block.age, block.supports) for name in SUPPORTS}

    def fresh(number: int) -> Turn:
        if block.roll is not None:
            return Turn(variant, dice=block.roll)
        if listed or settings[ROLLING] == REAL:
            return Turn(variant)
        if block.rolls == "own":
            return Turn(variant, seed=f"{state.own_seed(key)}-{number}")
        of_all = block.seed or _name(state.today(), lesson.id, block.id)
        return Turn(variant, seed=(f"{of_all[:34]}-{number}" if number else of_all))

    turn, game, refused = state.lesson_turn(key, fresh)
    box(
        turn,
        t,
        key=key,
        settings=settings,
        refused=refused,
        game=game,
        apart=True,
        listed=listed,
        on_record=lambda: state.take_lesson_record(key, fresh, listed),
        on_again=lambda: state.take_lesson_again(key, fresh, listed),
        on_rolled=lambda: None,
        on_leave=lambda: None,
    )
    if block.task == "best-move" and turn.steps:
        st.write(_worth(t, turn))
    if block.record == "totals" and turn.steps:
        totals = [t.number(sum(step.dice)) for step in turn.steps]
        st.write(t("Your totals: {totals}.", totals=", ".join(totals)))
    if block.record == "bar":
        used = [sum(step.dice) for step in turn.steps if step.move]
        st.html(pictures.bar(t, used, sum(tiles_in(turn.open_tiles))))


def _name(*parts: str) -> str:
    return sha256("/".join(parts).encode()).hexdigest()[:8]


def _worth(t: Language, turn: Turn) -> str:
    """Return what the first move was worth, beside the best one."""
    variant, step = turn.variant, turn.steps[0]
    if not step.move or not can_solve(variant):
        return ""
    solution = solve(variant)
    values = solution.move_values(variant.start, step.dice)
    best = solution.best_moves(variant.start, step.dice)
    if step.move in best:
        return t("{set} is the best move.", set=equation(step.move))
    return t(
        "{best} is better: it saves {points} points on average.",
        best=equation(best[0]),
        points=t.number(values[step.move] - values[best[0]], 1),
    )


def _find_sets(t: Language, lesson: Lesson, block: Box) -> None:
    total = block.target or score(block.variant, tile_set(block.open_tiles))
    sets = ways.in_order(sets_with_sum(tile_set(block.open_tiles), total, block.variant.most_tiles))
    held = f"found {block.id}"
    found = ways.read_sets(state.note(lesson.id, held), sets)
    missing = [chosen for chosen in sets if chosen not in found]
    key = f"pick-{lesson.id}-{block.id}"
    said = f"picked {block.id}"

    def take() -> None:
        picked = _tiles(state.field(key), block.open_tiles)
        state.keep_note(lesson.id, said, ".".join(map(str, picked)))
        if tile_set(picked) in missing:
            state.keep_note(lesson.id, held, ways.written([*found, tile_set(picked)]))
            state.keep_note(lesson.id, said, "")
            state.set_field(key, [])
            if block.task == "make-total" or len(missing) == 1:
                state.keep_done(lesson.id, [block.id])

    if missing:
        with st.container(key=f"lesson-tiles-{block.id}"):
            st.pills(
                t("Tap tiles that make {total}.", total=t.number(total)),
                block.open_tiles,
                selection_mode="multi",
                key=key,
                format_func=t.number,
                on_change=take,
                wrap=True,
            )
    picked = [int(tile) for tile in state.note(lesson.id, said).split(".") if tile]
    if block.task == "make-total":
        if found and not picked:
            st.write(t("{set} = {total}", set=equation(found[-1]), total=t.number(total)))
        elif picked:
            st.write(ways.answer(t, picked, total, found, (), missing))
        if found:
            st.html(pictures.tile_sets(found))
        return
    st.write(ways.answer(t, picked, total, found, (), missing))
    st.write(ways.found_so_far(t, len(found), len(sets), total))
    if block.order == "small-first":
        shown = {one: Place.FOUND if one in found else Place.EMPTY for one in sets}
        st.html(pictures.places(t, ways.set_rows(t, shown)))
    elif found:
        st.html(pictures.tile_sets(found))


def _tiles(value: object, allowed: Sequence[int]) -> list[int]:
    chosen = value if isinstance(value, list | tuple) else ()
    return sorted({tile for tile in chosen if tile in allowed})


# ---- questions ----


def tries(lesson: Lesson, question: Question) -> list[Any]:
    """Return the answers to a question so far, the last one last."""
    kept: list[Any] = json.loads(state.note(lesson.id, f"tries {question.id}", "[]"))
    return kept


def is_done(lesson: Lesson, question: Question) -> bool:
    """Return whether a question needs no more answer."""
    return question.id in state.done(lesson.id)


def _answer(lesson: Lesson, question: Question, answer: object) -> None:
    before = tries(lesson, question)
    if before[-1:] == [answer]:
        return
    state.keep_note(lesson.id, f"tries {question.id}", json.dumps([*before, answer][-20:]))
    reply = question.check(answer)
    if reply.is_read and (reply.is_right is not False or question.guess):
        state.keep_done(lesson.id, [question.id])


def _question(t: Language, lesson: Lesson, question: Question) -> None:
    with st.container(key=f"lesson-question-{question.id}"):
        text(t, lesson, question.text, question.id, "stb-asked")
        answers = tries(lesson, question)
        _FIELDS[type(question)](t, lesson, question, answers)
        if answers:
            _reply(t, lesson, question, question.check(answers[-1]))
        elif is_done(lesson, question):
            st.write(t("You have answered this already. You can answer again."))
        _hints(t, lesson, question)


def _reply(t: Language, lesson: Lesson, question: Question, reply: Reply) -> None:
    if not reply.is_read:
        words, style = t("This could not be read. Try again."), "stb-unread"
        st.html(f'<div class="stb-reply {style}" role="status"><p>{escape(words)}</p></div>')
        return
    is_judged = reply.is_right is not None and not question.guess
    style = ("stb-right" if reply.is_right else "stb-wrong") if is_judged else "stb-kept"
    if is_judged:
        head = t("That is right.") if reply.is_right else t("Not yet. Try again.")
    else:
        head = t("Your guess is kept.") if question.guess else t("Your answer is kept.")
    mark = {"stb-right": "✓", "stb-wrong": "↻"}.get(style, "●")
    st.html(
        f'<div class="stb-reply {style}" role="status"><strong><span aria-hidden="true">{mark}'
        f'</span> {escape(head)}</strong><div lang="{escape(lesson.lang)}">'
        f"{to_html(reply.feedback)}</div></div>"
    )


def _hints(t: Language, lesson: Lesson, question: Question) -> None:
    name = f"hints {question.id}"
    shown = min(int(state.note(lesson.id, name, "0")), len(question.hints))
    for number, hint in enumerate(question.hints[:shown]):
        text(t, lesson, hint, f"{question.id}-hint-{number}", "stb-hint")
    if shown < len(question.hints) and not is_done(lesson, question):
        st.button(
            t("Another hint") if shown else t("Hint"),
            key=f"hint-{lesson.id}-{question.id}",
            icon=":material/lightbulb:",
            type="tertiary",
            on_click=state.keep_note,
            args=(lesson.id, name, str(shown + 1)),
        )


def _choice(t: Language, lesson: Lesson, question: ChoiceQuestion, answers: list[Any]) -> None:
    for number, choice in enumerate(question.choices):
        is_tried, is_last = number in answers, answers[-1:] == [number]
        icon = None
        if is_tried and not question.guess:
            icon = ":material/check_circle:" if choice.is_right else ":material/replay:"
        elif is_last:
            icon = ":material/radio_button_checked:"
        st.button(
            label(choice.text),
            key=f"answer-{lesson.id}-{question.id}-{number}",
            icon=icon,
            type="primary" if is_last and (choice.is_right or question.guess) else "secondary",
            on_click=_answer,
            args=(lesson, question, number),
            width="stretch",
        )


def _choices(t: Language, lesson: Lesson, question: ChoicesQuestion, answers: list[Any]) -> None:
    keys = [f"tick-{lesson.id}-{question.id}-{n}" for n in range(len(question.choices))]
    for key, choice in zip(keys, question.choices, strict=True):
        st.checkbox(label(choice.text), key=key)

    def answer() -> None:
        if chosen := [n for n, key in enumerate(keys) if state.field(key)]:
            _answer(lesson, question, chosen)

    _check_button(t, lesson, question, answer)


def _number(t: Language, lesson: Lesson, question: NumberQuestion, answers: list[Any]) -> None:
    key = f"number-{lesson.id}-{question.id}"

    def answer() -> None:
        if written := str(state.field(key) or "").strip():
            _answer(lesson, question, written[:40])

    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        st.text_input(
            t("Your answer, in {unit}", unit=to_plain(question.unit))
            if question.unit
            else t("Your answer"),
            key=key,
            max_chars=40,
            on_change=answer,
            width=180,
        )
        _check_button(t, lesson, question, answer)


def _sets(t: Language, lesson: Lesson, question: SetsQuestion, answers: list[Any]) -> None:
    key = f"set-{lesson.id}-{question.id}"
    with st.container(key=f"lesson-tiles-{question.id}"):
        st.pills(
            t("Tiles"),
            question.tiles,
            selection_mode="multi",
            key=key,
            format_func=t.number,
            label_visibility="collapsed",
            wrap=True,
        )

    def answer() -> None:
        if chosen := _tiles(state.field(key), question.tiles):
            _answer(lesson, question, chosen)

    _check_button(t, lesson, question, answer)


def _order(t: Language, lesson: Lesson, question: OrderQuestion, answers: list[Any]) -> None:
    name = f"order {question.id}"
    placed = [int(n) for n in state.note(lesson.id, name).split(".") if n]

    def place(number: int) -> None:
        state.keep_note(lesson.id, name, ".".join(map(str, [*placed, number])))
        if len(placed) + 1 == len(question.items):
            _answer(lesson, question, [*placed, number])

    if placed:
        items = "".join(f"<li>{escape(to_plain(question.items[n]))}</li>" for n in placed)
        st.html(f'<ol class="stb-order" lang="{escape(lesson.lang)}">{items}</ol>')
    if len(placed) < len(question.items):
        st.write(t("Tap what comes first, then what comes next."))
    with st.container(horizontal=True, gap="small"):
        for number in question.shuffled:
            if number not in placed:
                st.button(
                    label(question.items[number]),
                    key=f"item-{lesson.id}-{question.id}-{number}",
                    on_click=place,
                    args=(number,),
                )
        if placed:
            st.button(
                t("Start again"),
                key=f"reorder-{lesson.id}-{question.id}",
                icon=":material/replay:",
                type="tertiary",
                on_click=state.keep_note,
                args=(lesson.id, name, ""),
            )


def _words(t: Language, lesson: Lesson, question: TextQuestion, answers: list[Any]) -> None:
    key = f"words-{lesson.id}-{question.id}"

    def answer() -> None:
        if written := str(state.field(key) or "").strip():
            _answer(lesson, question, written[:LONGEST_ANSWER])

    st.text_area(t("Your answer"), key=key, max_chars=LONGEST_ANSWER, height=110, on_change=answer)
    _check_button(t, lesson, question, answer, t("Done"))


def _check_button(
    t: Language, lesson: Lesson, question: Question, answer: Any, label: str | None = None
) -> None:
    st.button(
        t("Check") if label is None else label,
        key=f"check-{lesson.id}-{question.id}",
        on_click=answer,
    )


_FIELDS: dict[type[Question], Any] = {
    ChoiceQuestion: _choice,
    ChoicesQuestion: _choices,
    NumberQuestion: _number,
    SetsQuestion: _sets,
    OrderQuestion: _order,
    TextQuestion: _words,
}
