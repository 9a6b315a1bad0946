"""The page Lessons: the shelf, every step of every lesson, replies, plans, and hostile browsers."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from apptest import ROOT, component_data, fire, start, visible_texts
from lesson_answers import answers, every_answer, replies, right_answer, wrong_answer
from streamlit.testing.v1 import AppTest
from test_pages import check_runs, escapes

from shutbox import format_turn, i18n, parse_turn
from shutbox.lesson_parts import (
    ChoiceQuestion,
    ChoicesQuestion,
    Lesson,
    NumberQuestion,
    OrderQuestion,
    Question,
    Say,
    SetsQuestion,
    TeacherNote,
    Text,
    TextQuestion,
)
from shutbox.lesson_words import to_html, to_plain
from shutbox.lessons import load_lessons, parse_lesson, read_lesson
from shutbox.ui import lessons, state
from shutbox.ui.blocks import label

FILE = ROOT / "tests/data/every-kind.md"
KINDS = read_lesson(FILE)
LESSONS = [lesson for lesson in load_lessons() if lesson.is_sound]
TRANSLATED = [lesson for lesson in load_lessons("fr") if lesson.is_sound and lesson.lang == "fr"]
each_lesson = pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.id)
STEPS = [step.id for step in KINDS.steps]
ALL = ".".join(question.id for question in KINDS.questions)


@pytest.fixture
def kinds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of lessons with one that has every kind of block, and one that is broken."""
    text = FILE.read_text("utf-8")
    for name, content in {
        "01-every-kind": text,
        "02-broken": "## A step\n\n:::{bax} x\n:::\n",
    }.items():
        (tmp_path / name).mkdir()
        (tmp_path / name / "en.md").write_text(content, "utf-8")
    monkeypatch.setenv(lessons.FOLDER, str(tmp_path))
    return tmp_path


def htmls(at: AppTest) -> str:
    return "\n".join(html.value for html in check_runs(at).get("html"))


def answer(at: AppTest, lesson: Lesson, question: Question, value: object) -> str:
    """Answer a question as a pupil does, and return the reply on the page."""
    name = f"{lesson.id}-{question.id}"
    match question:
        case ChoiceQuestion():
            at.button(key=f"answer-{name}-{value}").click().run()
        case ChoicesQuestion():
            for number in range(len(question.choices)):
                at.checkbox(key=f"tick-{name}-{number}").set_value(number in value)  # type: ignore[operator]
            at.button(key=f"check-{name}").click().run()
        case NumberQuestion():
            at.text_input(key=f"number-{name}").set_value(str(value))
            at.button(key=f"check-{name}").click().run()
        case SetsQuestion():
            at.pills(key=f"set-{name}").set_value(value)
            at.button(key=f"check-{name}").click().run()
        case OrderQuestion():
            if any(button.key == f"reorder-{name}" for button in at.button):
                at.button(key=f"reorder-{name}").click().run()
            for number in value:  # type: ignore[attr-defined]
                at.button(key=f"item-{name}-{number}").click().run()
        case TextQuestion():
            at.text_area(key=f"words-{name}").set_value(value)
            at.button(key=f"check-{name}").click().run()
    return htmls(at)


def check_reply(at: AppTest, lesson: Lesson, question: Question, value: object) -> None:
    answer(at, lesson, question, value)
    reply = question.check(value)
    head = "That is right." if reply.is_right else "Not yet. Try again."
    if reply.is_right is None or question.guess:
        head = " is kept."
    said = [html.value for html in at.get("html") if 'class="stb-reply' in html.value]
    assert [text for text in said if head in text and to_html(reply.feedback) in text]


# ---- every lesson ----


@each_lesson
def test_every_step_of_every_lesson_opens(lesson: Lesson) -> None:
    done = ".".join(question.id for question in lesson.questions)
    for step in lesson.steps:
        at = check_runs(start("lessons", lesson=lesson.id, at=step.id, done=done))
        assert at.title[0].value == lesson.title
        assert at.header[0].value == step.title
        shown = htmls(at)
        for part in step.parts:
            text = to_html(getattr(part, "text", ""))
            assert (text in shown) != (isinstance(part, TeacherNote) and bool(text))


@each_lesson
def test_every_question_of_every_lesson_gives_its_hints_and_replies(lesson: Lesson) -> None:
    for step in lesson.steps:
        if not step.questions:
            continue
        at = start("lessons", lesson=lesson.id, at=step.id)
        for question in step.questions:
            for hint in question.hints:
                at.button(key=f"hint-{lesson.id}-{question.id}").click().run()
                assert to_html(hint) in htmls(at)
            for value in wrong_answer(question), right_answer(question):
                if value is not None:
                    check_reply(at, lesson, question, value)
        held = at.session_state[f"lesson {lesson.id} done"].split(".")
        assert {question.id for question in step.questions} <= set(held)


@pytest.mark.parametrize(
    "lesson", LESSONS + TRANSLATED, ids=lambda lesson: f"{lesson.id}-{lesson.lang}"
)
def test_every_reply_of_every_lesson_is_reached_by_an_answer(lesson: Lesson) -> None:
    for question in lesson.questions:
        said = {
            part
            for value in every_answer(question)
            for part in question.check(value).feedback.split("\n\n")
        }
        named = {part for reply in replies(question) for part in reply.split("\n\n")}
        if {"less", "more"} <= {case.what for case in getattr(question, "cases", ())}:
            # Nothing but less and more is wrong, and the format wants "otherwise" all the same.
            named -= {case.feedback for case in question.cases if case.what == "otherwise"}  # type: ignore[attr-defined]
        assert named - said == set(), question.id


@each_lesson
def test_the_plan_shows_what_pupils_never_see(lesson: Lesson) -> None:
    shown = htmls(start("lessons", lesson=lesson.id, teacher="1"))
    notes = [part for step in lesson.steps for part in step.parts if isinstance(part, TeacherNote)]
    assert notes
    for note in notes:
        assert to_html(note.text) in shown


# ---- every kind of block ----


def test_the_lesson_for_these_tests_is_sound() -> None:
    assert KINDS.errors == ()


@pytest.mark.parametrize("question", KINDS.questions, ids=lambda question: question.id)
def test_every_kind_of_question_replies_to_every_answer(kinds: Path, question: Question) -> None:
    step = next(step for step in KINDS.steps if question in step.questions)
    at = start("lessons", lesson="every-kind", at=step.id)
    for value in answers(question):
        check_reply(at, KINDS, question, value)


def test_what_is_no_number_is_asked_again(kinds: Path) -> None:
    at = start("lessons", lesson="every-kind", at="answers")
    question = next(q for q in KINDS.questions if q.id == "number")
    assert "This could not be read. Try again." in answer(at, KINDS, question, "many")


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("code", [*i18n.languages(), i18n.PSEUDO])
def test_all_words_but_the_lesson_are_translated(kinds: Path, step: str, code: str) -> None:
    at = start("lessons", lang=code, lesson="every-kind", at=step, done=ALL)
    texts = visible_texts(check_runs(at))
    if code == i18n.PSEUDO:
        own = to_plain(FILE.read_text("utf-8")) + KINDS.title
        texts = [(w, text.replace(KINDS.goal, "7").replace(" tiles ", " 7 ")) for w, text in texts]
        left = [(where, text) for where, text in texts if text != "nan" and escapes(text)]
        assert [one for one in left if one[1].replace("\\", "") not in own] == []


def test_what_comes_after_a_guess_is_held_back_until_it_is_made(kinds: Path) -> None:
    at = check_runs(start("lessons", lesson="every-kind"))
    assert "Listed rolls." not in htmls(at)
    at.button(key="answer-every-kind-first-1").click().run()
    assert "Listed rolls." in htmls(at)
    at = start("lessons", lesson="every-kind")
    at.button(key="look-every-kind-first").click().run()
    assert "Listed rolls." in htmls(at)


def test_hints_come_one_by_one(kinds: Path) -> None:
    at = start("lessons", lesson="every-kind", at="answers")
    for number, more in enumerate(["Hint", "Another hint"]):
        button = at.button(key="hint-every-kind-one")
        assert button.label == more
        button.click().run()
        assert ("The second hint." in htmls(at)) == (number == 1)
    assert not [button for button in at.button if button.key == "hint-every-kind-one"]


def test_progress_stands_in_the_link_and_on_the_shelf(kinds: Path) -> None:
    at = start("lessons", lesson="every-kind")
    at.button(key="lesson-next").click().run()
    assert at.query_params["at"] == "answers"
    assert at.query_params["done"] == "guess"
    at.button(key="lesson-back").click().run()
    assert "lesson" not in at.query_params
    assert "1 of 5 steps done" in [text for _, text in visible_texts(at)]
    at.button(key="open-every-kind").click().run()
    assert at.header[0].value == "Answers"
    for _ in STEPS[1:]:
        at.button(key="lesson-next").click().run()
    assert "✓ Done" in [text for _, text in visible_texts(check_runs(at))]


# ---- boxes ----


def held(at: AppTest, box: str) -> str:
    text: str = component_data(at, f"box-every-kind-{box}")["turn"]
    return text


def test_a_box_with_listed_rolls_takes_these_and_no_others(kinds: Path) -> None:
    at = start("lessons", lesson="every-kind", done=ALL)
    data = component_data(at, "box-every-kind-hidden-box")
    assert data["rolls"][:2] == [[1, 2], [4, 5]]
    assert data["apart"]
    game, begun = data["game"], data["turn"]
    end = game[game.index("#") :]
    for turn in (f"{begun}_6.6", f"{begun}_1.2-9", "rubbish", "classic_1.2", "x" * 10_000):
        fire(at, "box-every-kind-hidden-box", record=turn + end)
        assert held(check_runs(at), "hidden-box") == begun
    played = f"{begun}_1.2-3_4.5"
    fire(at, "box-every-kind-hidden-box", record=played + end)
    assert held(check_runs(at), "hidden-box") == played
    assert "Your totals: 3." in [text for _, text in visible_texts(at)]


def test_a_seeded_box_begins_with_its_dice_and_then_has_others(kinds: Path) -> None:
    at = start("lessons", lesson="every-kind", at="boxes")
    assert held(at, "seeded").endswith("~toad")
    turn = parse_turn(held(at, "seeded"))
    while not turn.is_over:
        turn = turn.shut(turn.legal_moves[0]) if turn.dice else turn.roll(turn.seeded_roll())
    fire(at, "box-every-kind-seeded", again=format_turn(turn))
    assert held(check_runs(at), "seeded").endswith("~toad-1")


def test_a_move_is_compared_with_the_best_one(kinds: Path) -> None:
    """Tile 7 is the best for 3 and 4 where 3, 4, 5 and 7 are open (the lesson of fitting rolls)."""
    for move, said in (("7", "7 is the best move."), ("3.4", "7 is better: it saves ")):
        at = start("lessons", lesson="every-kind", at="boxes")
        data = component_data(at, "box-every-kind-best")
        end = data["game"][data["game"].index("#") :]
        fire(at, "box-every-kind-best", record=f"{data['turn']}-{move}{end}")
        assert [text for _, text in visible_texts(check_runs(at)) if text.startswith(said)]


def test_found_sets_fill_their_places(kinds: Path) -> None:
    at = start("lessons", lesson="every-kind", at="boxes")
    pills = at.pills(key="pick-every-kind-find")
    pills.set_value([4]).run()
    pills = at.pills(key="pick-every-kind-find")
    pills.set_value([1, 3]).run()
    assert "That is every set. The list is complete." in [text for _, text in visible_texts(at)]
    assert "find" in at.query_params["done"].split(".")


def test_charts_of_rolls_roll_on(kinds: Path) -> None:
    at = start("lessons", lesson="every-kind", at="rolls")
    for key in ("share-roll-100", "streaks-roll-100", "one-race-finish", "races-run"):
        at.button(key=f"chart-every-kind-{key}").click().run()
        check_runs(at)
    at.button(key="chart-every-kind-total-bars-expected").click().run()
    fire(at, "chart-every-kind-squares", pick="3-4")
    assert len(component_data(check_runs(at), "chart-every-kind-squares")["lit"]) == 6
    fire(at, "chart-every-kind-squares", pick="9-9")
    assert len(component_data(check_runs(at), "chart-every-kind-squares")["lit"]) == 6
    assert len(component_data(at, "chart-every-kind-fitting-squares")["lit"]) == 11


FROM_THE_END = "chart-every-kind-from-the-end"


def test_a_box_is_worked_out_from_its_end(kinds: Path) -> None:
    """The box 1, 2 with one die, by hand: 5/6 for tile 1, 10/6 for tile 2.

    For both, 1 leaves 2, 2 leaves 1, and 3 to 6 score 3, 0, 3, 3 and 3: 23/12.
    """
    at = start("lessons", lesson="every-kind", at="rolls")
    values = ["5/6 ≈\xa00.83", "5/3 ≈\xa01.67", "23/12 ≈\xa01.92"]
    for number, value in enumerate(values):
        shown = htmls(at)
        assert f"Position {number + 2} of 4" in shown
        assert shown.count("<td>?</td>") == 3 - number
        assert value not in shown
        at.button(key=f"{FROM_THE_END}-step").click().run()
        assert f"÷ 6 = {value}</p>" in htmls(at)
        if number < 2:
            at.button(key=f"{FROM_THE_END}-step").click().run()
    shown = htmls(at)
    assert "<td>?</td>" not in shown
    assert f"Its own value here: {values[-1]}" in shown
    assert at.button(key=f"{FROM_THE_END}-step").disabled
    at.button(key=f"{FROM_THE_END}-again").click().run()
    assert htmls(at).count("<td>?</td>") == 3
    at.button(key=f"{FROM_THE_END}-all").click().run()
    assert "Its own value here" in htmls(at)


@pytest.mark.parametrize(
    ("guess", "kept", "said"),
    [
        ("5/6", "Your guess is kept.", "Your guess is right."),
        ("0,83", "Your guess is kept.", "Your guess is right."),
        ("1", "Your guess is kept.", "Your guess is 0.17 too high."),
        ("-1", "Your guess is kept.", "Your guess is 1.83 too low."),
        ("9" * 9, "Your guess is kept.", "too high."),
        ("9" * 40, "This could not be read. Try again.", "÷ 6 = 5/6"),
        ("1/0", "This could not be read. Try again.", "÷ 6 = 5/6"),
        ("<img src=x>", "This could not be read. Try again.", "÷ 6 = 5/6"),
    ],
)
def test_a_guess_is_kept_and_compared(kinds: Path, guess: str, kept: str, said: str) -> None:
    at = start("lessons", lesson="every-kind", at="rolls")
    at.text_input(key=f"{FROM_THE_END}-guess-1").set_value(guess).run()
    assert f'<p role="status">{kept}</p>' in htmls(at)
    at.button(key=f"{FROM_THE_END}-step").click().run()
    assert said in htmls(at)
    assert "<img src=x" not in htmls(at)
    at.button(key=f"{FROM_THE_END}-all").click().run()
    assert "Your guess" not in htmls(at)


@pytest.mark.parametrize("number", ["-7", "99999"])
def test_no_number_of_taps_leaves_the_box(kinds: Path, number: str) -> None:
    at = start("lessons", lesson="every-kind", at="rolls")
    at.session_state[f"lesson {FROM_THE_END} number"] = number
    shown = htmls(at.run())
    assert f"Position {4 if number == '99999' else 2} of 4" in shown


# ---- broken lessons, damaged links, hostile browsers ----


def test_a_broken_lesson_says_what_is_wrong_and_the_others_stay(kinds: Path) -> None:
    at = check_runs(start("lessons"))
    assert "This lesson has mistakes." in [text for _, text in visible_texts(at)]
    at.button(key="open-lesson").click().run()
    shown = htmls(at)
    assert "02-broken/en.md" in shown
    assert "Line 3" in shown
    assert "There is no block “bax”." in shown


@pytest.mark.parametrize(
    "query",
    [
        {"lesson": "none"},
        {"lesson": "../../etc/passwd"},
        {"lesson": "<script>"},
        {"lesson": "every-kind", "at": "none"},
        {"lesson": "every-kind", "at": "x" * 9000},
        {"lesson": "every-kind", "done": "x" * 90_000},
        {"lesson": "every-kind", "done": "..\x00.<b>.guess.first"},
        {"lesson": "every-kind", "present": "2", "teacher": "yes", "write": "on"},
        {"lesson": "", "at": "", "done": "", "present": "1"},
        {"lesson": "lesson", "teacher": "1", "present": "1"},
    ],
    ids=lambda query: str(query)[:50],
)
def test_a_damaged_link_opens_something(kinds: Path, query: dict[str, str]) -> None:
    at = check_runs(start("lessons", **query))
    assert at.title[0].value in ("Lessons", "Every kind", "A lesson")
    check_runs(at.run())


@pytest.mark.parametrize(
    "kept",
    [
        None, 7, "x", [], ["a"], {"every-kind": 7}, {"every-kind": ["guess"]}, {"../x": "guess"},
        {"every-kind": "x" * 90_000}, {f"lesson-{n}": "a" for n in range(1000)}, {"": ""},
    ],
    ids=lambda kept: str(kept)[:40],
)  # fmt: skip
def test_what_a_device_has_kept_is_a_claim(kinds: Path, kept: object) -> None:
    at = fire(start("lessons"), state.DEVICE, kept=kept)
    assert len(json.dumps(component_data(check_runs(at), state.DEVICE))) < 10_000


def test_what_a_device_has_kept_is_shown(kinds: Path) -> None:
    at = fire(start("lessons"), state.DEVICE, kept={"every-kind": "guess.answers"})
    assert "2 of 5 steps done" in [text for _, text in visible_texts(check_runs(at))]


def test_labels_hold_no_markup() -> None:
    assert label("12. It is *large*.") == "12\\. It is large."
    assert label("5 $ and :red[x]") == "5 \\$ and \\:red\\[x\\]"
    assert label("# <b>") == "\\# \\<b\\>" or label("# <b>").startswith("\\<")


# ---- for the projector; write your own ----


def test_the_projector_shows_one_thing_at_a_time_and_comes_to_the_end(kinds: Path) -> None:
    at = start("lessons", lesson="every-kind", present="1")
    seen = []
    for _ in range(100):
        seen.append(htmls(at))
        if at.button(key="present-next").disabled:
            break
        at.button(key="present-next").click().run()
    # A text is shown with what stands under it.
    assert len(seen) == sum(
        not isinstance(part, Text | Say) or part is step.pupil_parts[-1]
        for step in KINDS.steps
        for part in step.pupil_parts
    )
    assert "Only teachers read this sentence." not in "".join(seen)
    at.button(key="present-back").click().run()
    assert htmls(at) == seen[-2]
    at.button(key="present-leave").click().run()
    assert "present" not in at.query_params


def test_a_lesson_is_written_and_seen() -> None:
    assert parse_lesson(lessons.EXAMPLE).errors == ()
    at = check_runs(start("lessons", write="1"))
    assert [header.value for header in at.header] == ["Make seven"]
    at.text_area(key="lesson-text").set_value(lessons.EXAMPLE.replace("== 5", "== 6")).run()
    assert "is not true. The engine says: 5." in htmls(at)
    at.text_area(key="lesson-text").set_value("<script>alert(1)</script>").run()
    assert "<script>" not in htmls(at)
    assert at.text_area(key="lesson-text").value == "<script>alert(1)</script>"
