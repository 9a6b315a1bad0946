"""The format of lessons: what is read, every error with its line, and damaged files."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shutbox import lesson_blocks, lessons
from shutbox.i18n import language
from shutbox.lesson_blocks import CHARTS
from shutbox.lesson_parts import (
    Box,
    Chart,
    ChoiceQuestion,
    ChoicesQuestion,
    Lesson,
    NumberQuestion,
    OrderQuestion,
    Question,
    SetsQuestion,
    TeacherNote,
    Text,
    TextQuestion,
    read_number,
)
from shutbox.lesson_words import sentences, word_list
from shutbox.lessons import LESSONS, load_lessons, parse_lesson, to_html, to_plain

README = (LESSONS / "README.md").read_text("utf-8")
EXAMPLE = re.search(r"^```markdown\n(.*?)^```$", README, re.DOTALL | re.MULTILINE)[1]  # type: ignore[index]

FILES = [path for files in lessons.lesson_files().values() for path in files.values()]
REAL = (LESSONS / "08-two-kinds-of-ways" / "en.md").read_text("utf-8")

HEAD = """---
id: small
order: 90
title: Small
lang: en
age: [9, 12]
minutes: 5
goal: I can add.
topic: addition
misconceptions: [due]
facts:
  - ways_to_shut(12, 9) == 12
---

## Play {#play minutes=5}

"""
TAGGED = """
:::{question} tagged
What?

- [x] This
  > Yes.
- [ ] That {due}
  > Why?
:::
"""


def question(body: str, *options: str) -> str:
    lines = "".join(f":{option}\n" for option in options)
    return f":::{{question}} q\n{lines}What is it?\n\n{body}\n:::\n"


def box(*options: str) -> str:
    return ":::{box} b\n" + "".join(f":{option}\n" for option in options) + ":::\n"


def chart(*options: str) -> str:
    return ":::{chart} c\n" + "".join(f":{option}\n" for option in options) + ":::\n"


def lesson(body: str, head: str = HEAD) -> Lesson:
    return parse_lesson(head + body + TAGGED)


def read(body: str) -> Question:
    """The one question of a sound lesson."""
    found = lesson(body)
    assert not found.errors, [str(error) for error in found.errors]
    return found.questions[0]


def says(found: Lesson) -> list[tuple[int, str]]:
    return [(error.line, error.sentence(language("en"))) for error in found.errors]


# ---- what is read ----


@pytest.mark.parametrize("path", FILES, ids=[f"{p.parent.name}/{p.stem}" for p in FILES])
def test_every_lesson_is_clean(path: Path) -> None:
    assert [str(error) for error in lessons.check(path)[0]] == []


def test_the_folder_is_clean() -> None:
    errors, files = lessons.check()
    assert [str(error) for error in errors] == []
    assert files == len(FILES) > 0


def test_the_example_of_the_readme_is_a_sound_lesson() -> None:
    found = parse_lesson(EXAMPLE)
    assert says(found) == []
    assert [step.id for step in found.steps] == ["play", "make"]
    assert found.questions[0].check(3).feedback == "Yes: 5, 1 + 4, 2 + 3."
    assert found.questions[0].check(4).tag == "same-tile-twice"


@pytest.mark.parametrize("name", [*lessons.MISCONCEPTIONS, *lesson_blocks.BLOCKS, *CHARTS])
def test_the_readme_names_everything(name: str) -> None:
    assert name in README


def test_a_lesson_is_read_in_full() -> None:
    found = parse_lesson(REAL)
    assert (found.id, found.order, found.age, found.minutes) == (
        "two-kinds-of-ways", 8, (9, 12), 35,
    )  # fmt: skip
    assert [(step.id, step.minutes) for step in found.steps] == [
        ("play", 6), ("shut", 8), ("roll", 10), ("test", 7), ("tell", 4),
    ]  # fmt: skip
    kinds = [type(part) for part in found.steps[0].parts]
    assert kinds == [Text, Box, ChoiceQuestion, TeacherNote]
    assert TeacherNote not in [type(part) for part in found.steps[0].pupil_parts]
    first = found.steps[0].parts[1]
    assert isinstance(first, Box)
    assert (first.variant.id, first.rolls, first.record) == ("two-dice", "class", "totals")
    grid = found.steps[2].parts[1]
    assert isinstance(grid, Chart)
    assert grid.options["link"] == "total-bars"
    assert found.step("roll") is found.steps[2]
    assert found.step("none") is None
    assert found.steps[2].line == REAL.split("\n").index("## Ways to roll {#roll minutes=10}") + 1


def test_lines_end_in_any_way() -> None:
    crlf = parse_lesson("\ufeff" + REAL.replace("\n", "\r\n"))
    assert crlf.steps == parse_lesson(REAL).steps


def test_values_come_from_the_engine_in_the_language_of_the_lesson() -> None:
    body = "{{ percent(1/6, 1) }}: {{ sets(5) }}\n"
    head = HEAD.replace("lang: en", "lang: fr")
    assert lesson(body).steps[0].parts[0].text == "16.7%: 5, 1 + 4, 2 + 3"  # type: ignore[attr-defined]
    assert lesson(body, head).steps[0].parts[0].text.startswith("16,7")  # type: ignore[attr-defined]


# ---- questions ----


def test_a_choice_replies_to_each_answer() -> None:
    asked = read(question("- [x] One\n  > Yes.\n- [ ] Two\n  words {due}\n  > Why?\n  > Look."))
    assert isinstance(asked, ChoiceQuestion)
    assert (asked.check(0).is_right, asked.check(0).feedback) == (True, "Yes.")
    wrong = asked.check(1)
    assert (wrong.is_right, wrong.tag, wrong.feedback) == (False, "due", "Why?\nLook.")
    assert asked.choices[1].text == "Two words"


def test_several_choices_need_all_right_ones() -> None:
    body = "- [x] A\n  > Yes A.\n- [x] B\n  > Yes B.\n- [ ] C {due}\n  > Not C?"
    asked = read(question(body, "type: choices", "missing: One more?"))
    assert isinstance(asked, ChoicesQuestion)
    assert asked.check([1, 0]).is_right
    assert asked.check([0]) == replace(asked.check([1]), feedback="One more?")
    assert asked.check([0, 2]).tag == "due"
    assert not asked.check([]).is_read


NUMBER = "= 11/36 > Yes.\n18..23 {due} > Count?\nless > More?\notherwise > Look?"


@pytest.mark.parametrize(
    ("answer", "is_right", "feedback"),
    [
        ("11/36", True, "Yes."),
        ("22/72", True, "Yes."),
        (" 11 / 36 ", True, "Yes."),
        (18, False, "Count?"),
        ("20.5", False, "Count?"),
        ("20,5", False, "Count?"),
        (23.0, False, "Count?"),
        ("1/36", False, "More?"),
        ("24", False, "Look?"),
        ("50 %", False, "Look?"),
    ],
)
def test_a_number_is_the_same_however_written(
    answer: object, is_right: bool, feedback: str
) -> None:
    reply = read(question(NUMBER, "type: number")).check(answer)
    assert (reply.is_right, reply.feedback, reply.is_read) == (is_right, feedback, True)


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("7", Fraction(7)), ("0.5", Fraction(1, 2)), ("0,5", Fraction(1, 2)),
        ("1 1/2", Fraction(3, 2)), ("1,296", Fraction(1296)), ("1\u202f296", Fraction(1296)),
        ("1.296", Fraction(1296, 1000)), ("0,125", Fraction(1, 8)),
        ("16,7\xa0%", Fraction(167, 1000)),
        ("½", Fraction(1, 2)), ("-3", Fraction(-3)), ("−3", Fraction(-3)), ("25%", Fraction(1, 4)),
        ("７", Fraction(7)), ("1/0", None), ("", None), ("seven", None), ("1e9", None),
        ("9" * 50, None), (True, None), (None, None), ([1], None), (float("nan"), None),
        (float("inf"), None), ("1/2/3", None),
    ],
)  # fmt: skip
def test_numbers_are_read(text: object, number: Fraction | None) -> None:
    assert read_number(text) == number


def test_a_range_can_be_right() -> None:
    asked = read(
        question("= 18..23 > Yes.\nless > Up?\nmore > Down?\notherwise > No?", "type: number")
    )
    assert isinstance(asked, NumberQuestion)
    assert [asked.check(n).feedback for n in (17, 18, 23, 24)] == ["Up?", "Yes.", "Yes.", "Down?"]


def test_every_set_that_makes_the_target_is_right() -> None:
    body = "4+5 {due} > Add again?\nright > Yes.\nless > More?\nmore > Fewer?"
    asked = read(question(body, "type: sets", "tiles: 9", "target: 10"))
    assert isinstance(asked, SetsQuestion)
    assert len(asked.right_sets) == 9
    assert all(asked.check(list(tiles)).is_right for tiles in asked.right_sets)
    assert asked.check([6, 4]).feedback == "Yes."
    assert asked.check([5, 4]).tag == "due"
    assert asked.check([9]).feedback == "More?"
    assert asked.check([9, 8]).feedback == "Fewer?"
    assert not asked.check([10]).is_read
    assert not asked.check([5, 5]).is_right


def test_one_set_can_be_the_right_one() -> None:
    body = "= 1+9 > Yes.\n4+6 {due} > Right total?\notherwise > No?"
    asked = read(question(body, "type: sets", "start: 1, 4, 6, 9", "target: 10"))
    assert isinstance(asked, SetsQuestion)
    assert asked.right_sets == ((1, 9),)
    assert [asked.check(a).is_right for a in ([9, 1], [4, 6])] == [True, False]
    assert asked.check([4]).feedback == "No?"


def test_an_order_is_shown_mixed() -> None:
    body = "1. First\n2. Second\n3. Third\n\nright > Yes.\notherwise {due} > Look?"
    asked = read(question(body, "type: order"))
    assert isinstance(asked, OrderQuestion)
    assert sorted(asked.shuffled) == [0, 1, 2] != list(asked.shuffled)
    assert asked.check([0, 1, 2]).is_right
    assert asked.check([1, 0, 2]).tag == "due"
    assert not asked.check([0, 1]).is_read


def test_a_text_is_never_judged() -> None:
    asked = read(question("> Thank you.\n\n?> A hint.", "type: text", "exit: true"))
    assert isinstance(asked, TextQuestion)
    assert asked.check("anything") == replace(asked.check("else"), is_right=None)
    assert (asked.check("x").feedback, asked.hints, asked.exit) == (
        "Thank you.",
        ("A hint.",),
        True,
    )
    assert not asked.check("  ").is_read


@pytest.mark.parametrize(
    "answer", [None, True, -1, 99, 1.5, "x" * 99, {}, [None], [[1]], [True], {"a": 1}]
)
@pytest.mark.parametrize(
    "body",
    [
        question("- [x] A\n  > Y.\n- [ ] B {due}\n  > N?"),
        question("- [x] A\n  > Y.\n- [ ] B {due}\n  > N?", "type: choices", "missing: M?"),
        question("= 7 > Y.\notherwise > N?", "type: number"),
        question("right > Y.\notherwise > N?", "type: sets", "target: 7"),
        question("1. A\n2. B\nright > Y.\notherwise > N?", "type: order"),
        question("> Y.", "type: text"),
    ],
)  # fmt: skip
def test_no_answer_is_ever_right_by_mistake(body: str, answer: object) -> None:
    assert read(body).check(answer).is_right is not True


# ---- every error ----

LINE = HEAD.count("\n") + 1
"""The line in which the body begins."""

CHOICE = "- [x] A\n  > Y.\n- [ ] B {due}\n  > N?"
WRONG_BODIES: list[tuple[str, int, str]] = [
    # blocks
    (":::{box} b\n:tiles: 9\n", 0, "This block has no end"),
    (":::{box} b\n\n:::{say} s\nHello.\n:::\n", 0, "This block has no end"),
    (":::\n", 0, "This ::: closes nothing"),
    (":::box b\n", 0, "A block begins like this: :::{box} my-box"),
    (":::{picture} b\n:::\n", 0, "There is no block “picture”"),
    (":::{box}\n:::\n", 0, "This needs a name"),
    (":::{say} tagged\nHello.\n:::\n", 4, "The name “tagged” is taken: it stands in line"),
    ("> :::{box} b\n> :::\n", 0, "cannot stand in a list"),
    (":::{say} s\n:::\n", 0, "This block is empty"),
    (":::{teacher}\n:::\n", 0, "This block is empty"),
    (":::{print} p\n:what: cake\n:::\n", 1, "Write one of these: text, board"),
    (":::{print} p\n:what: tally\n:tiles: 9\n:::\n", 2, "“tiles” does nothing on this sheet"),
    (":::{print} p\n:rows: doubles\n:::\n", 1, "“rows” does nothing on this sheet"),
    (":::{print} p\n:what: questions\n:::\n", 0, "This sheet is empty"),
    (chart("kind: split", "total: 13"), 2, "Write a whole number from 2 to 12"),
    (chart("kind: backward", "tiles: 5"), 2, "Write a whole number from 2 to 4"),
    (chart("kind: backward", "variant: four"), 2, "There is no option “variant” here"),
    (chart("kind: join", "roll: 5+7"), 2, "These dice cannot show “5+7”"),
    (chart("kind: join", "roll: 4+3+1"), 2, "These dice cannot show “4+3+1”"),
    (chart("kind: duel", "players: easy, tiger"), 2, "Write one of these: easy, medium"),
    # steps
    ("# Big\n", 0, "A step begins with ##"),
    ("## Next\n", 0, "This needs a name"),
    ("## Next {#next hours=1}\n", 0, "“hours=1” means nothing here"),
    ("Play.\n\n## Next {#next}\n\n## More {#more}\n", 2, "This step is empty"),
    ("## {#next}\n", 0, "This step has no title"),
    ("## Next {#next minutes=2}\n", -9, "The steps take 7 minutes together, but here stands 5"),
    # options
    (box("colour: red"), 1, "There is no option “colour” here"),
    (box("tiles: 9", "tiles: 9"), 2, "“tiles” stands here twice"),
    (box("tiles: 40"), 1, "Write a whole number from 1 to 12"),
    (box("dice: many"), 1, "Write a whole number from 1 to 3"),
    (box("task: win"), 1, "Write one of these: play"),
    (box("variant: nine"), 1, "There is no such box"),
    (box("variant: ten", "tiles: 9"), 2, "The variant says this already"),
    (box("rolls: mine"), 1, "Write own, class, seed:"),
    (box("rolls: seed:ö"), 1, "Write own, class, seed:"),
    (box("rolls: list:7, 13"), 1, "These dice cannot show “13”"),
    (box("rolls: list:7+1"), 1, "These dice cannot show “7+1”"),
    (box("one_die: high-shut", "dice: 1"), 1, "With one die at every roll"),
    (box("start: 1, 1"), 1, "Write each tile once"),
    (box("start: 1, 12"), 1, "This box does not have all these tiles"),
    (box("sum: secret"), 1, "Write one of these: shown, hidden, asked"),
    (box("age: 40"), 1, "Write one of these: 5-6"),
    (box("show: [total, sun]"), 1, "Write one of these: total"),
    (box("target: 12"), 1, "“target” does nothing with this task"),
    (box("task: find-all-sets"), 0, "This task needs a number"),
    (box("task: make-total", "target: 60"), 2, "No open tiles make 60"),
    (box("task: find-all-sets", "target: 12", "goal_count: 11"), 3, "sets that make 12 is 12"),
    (box("task: best-move"), 0, "These dice cannot show “”"),
    (box("task: best-move", "start: 1", "roll: 3+4"), 3, "No open tiles make this roll"),
    (chart("source: own"), 0, "A chart needs a line “:kind: …”"),
    (chart("kind: pie"), 1, "A chart needs a line “:kind: …”"),
    (chart("kind: race", "colours: red"), 2, "There is no option “colours” here"),
    (chart("kind: race", "source: list:7"), 2, "Write own, class, or sim:"),
    (chart("kind: total-bars", "link: moon"), 2, "Write one of these: total-bars"),
    (chart("kind: duel", "players: easy"), 2, "Two players play a duel"),
    (chart("kind: total-bars", "overlay_hidden: yes"), 2, "Write one of these: true, false"),
    (chart("kind: total-bars", "total: 13"), 2, "These dice never show that total"),
    (chart("kind: score-bars", "variant: card-box"), 2, "This chart needs a box with dice"),
    (box("rolls: class", "one_die: sum6"), 1, "One die cannot be a choice"),
    # questions
    (question(CHOICE, "type: riddle"), 1, "Write one of these: choice, choices"),
    (":::{question} q\n- [x] A\n  > Y.\n- [ ] B {due}\n  > N?\n:::\n", 0, "Nothing is asked here"),
    (question("- [x] A\n  > Y."), 0, "This question needs two answers or more"),
    (question(CHOICE.replace("[x]", "[ ]").replace("A\n", "A {due}\n")), 0, "0 answers have an x"),
    (question(CHOICE.replace("[ ] B {due}", "[x] B")), 0, "2 answers have an x"),
    (question(CHOICE.replace("  > N?", "")), 5, "This answer has no feedback. Put a line"),
    (question(CHOICE.replace(" {due}", "")), 5, "This wrong answer has no tag"),
    (question(CHOICE.replace("N?", "N.")), 6, "The reply to a wrong answer asks back"),
    (question(CHOICE.replace("- [ ]", "- [x] C\n  > Y.\n- [ ]"), "type: choices", "missing: M."), 2,
     "The reply to a wrong answer asks back"),
    (question("= 7 > Y.\n8 {due} > N?\nless > L.\notherwise > N?", "type: number"), 6,
     "The reply to a wrong answer asks back"),
    (question(CHOICE.replace("{due}", "{hot}")), 5, "The tag “hot” is not at the top"),
    (question(CHOICE.replace("A\n", "A {due}\n")), 3, "A right answer has no tag"),
    (question(CHOICE.replace("A\n", "\n")), 3, "This answer is empty"),
    (question(CHOICE + "\n- [ ] C {due}\n  > N?" * 7), 19, "There are more than 8 answers"),
    (question(CHOICE + "\nWhat now?"), 7, "This is no answer, no feedback and no hint"),
    (question("  > Y.\n" + CHOICE), 3, "This feedback belongs to no answer"),
    (question(CHOICE + "\n?> 1\n?> 2\n?> 3\n?> 4"), 10, "There are more than 3 hints"),
    (question(CHOICE + "\n?>"), 7, "This hint is empty"),
    (question(CHOICE, "type: choices"), 0, "Say what a pupil hears who found only some"),
    (question(CHOICE.replace("[x] A", "[ ] A {due}"), "type: choices", "missing: M?"), 0,
     "No answer is right"),
    (question("less > L.\notherwise > N?", "type: number"), 0, "No answer is right"),
    (question("= 7 > Y.", "type: number"), 0, "a line “otherwise > …”"),
    (question("= 7\notherwise > N?", "type: number"), 4, "This answer has no feedback"),
    (question("= 7 > Y.\n8 > N?\notherwise > N?", "type: number"), 5, "wrong answer has no tag"),
    (question("= 9..7 > Y.\notherwise > N?", "type: number"), 4, "This answer cannot be read"),
    (question("= 7/0 > Y.\notherwise > N?", "type: number"), 4, "This answer cannot be read"),
    (question("= 5..9 > Y.\n6 {due} > N?\notherwise > N?", "type: number"), 5, "never reached"),
    (question("= 7 > Y.\nright > Y.\notherwise > N?", "type: number"), 5, "“right” does nothing"),
    (question("otherwise > N?\n= 7 > Y.", "type: number"), 5, "never reached"),
    (question("less > A.\nless > B.\n= 7 > Y.\notherwise > N?", "type: number"), 5, "reached"),
    (question("= less > Y.\n= 7 > Y.\notherwise > N?", "type: number"), 4, "= stands before"),
    (question("right > Y.\notherwise > N?", "type: sets"), 0, "This task needs a number"),
    (question("right > Y.\notherwise > N?", "type: sets", "target: 50"), 2, "No open tiles make"),
    (question("otherwise > N?", "type: sets", "target: 5"), 0, "a line “right > …”"),
    (question("right > Y.\nless > L.", "type: sets", "target: 5"), 0, "a line “otherwise > …”"),
    (question("= 4+5 > Y.\notherwise > N?", "type: sets", "target: 10"), 5, "do not make 10"),
    (question("4+6 {due} > N?\nright > Y.\notherwise > N?", "type: sets", "target: 10"), 5,
     "These tiles do make 10"),
    (question("= 5+5 > Y.\notherwise > N?", "type: sets", "target: 10"), 5, "cannot be read"),
    (question("right > Y.\notherwise > N?", "type: sets", "target: 5", "start: 5, 20"), 3,
     "This box does not have all these tiles"),
    (question("1. A\nright > Y.\notherwise > N?", "type: order"), 0, "Write 2 to 8 different"),
    (question("1. A\n2. A\nright > Y.\notherwise > N?", "type: order"), 0, "Write 2 to 8"),
    (question("1. A\n2. B\nright > Y.", "type: order"), 0, "a line “otherwise > …”"),
    (question("1. A\n  > no\n2. B\nright > Y.\notherwise > N?", "type: order"), 4,
     "Feedback stands behind “right >”"),
    (question("> T.\n\nMore words.", "type: text"), 6, "only text, a reply and hints"),
    # values
    ("It is {{ ways_to_shut(12 }}.\n", 0, "cannot be read"),
    ("It is {{ ways_to_shut(12).\n", 0, "Here {{ is not closed"),
    ("It is {{ nonsense(1) }}.\n", 0, "There is no function “nonsense”"),
    ("{{ 1 }} " * 60 + "\n" + "{{ 1 }}\n\n" * 150, 281, "There are too many {{ }}"),
    # markup and words
    ("Look <b>here</b>.\n", 0, "HTML does nothing here"),
    ("![A cat](cat.png)\n", 0, "There are no pictures in lessons"),
    ("[Go](javascript:alert(1))\n", 0, "A link begins with https://"),
    ("[Go](//example.org)\n", 0, "A link begins with https://"),
    ("One two three four five six seven eight nine ten eleven twelve thirteen.\n", 0,
     "This sentence has 13 words; 12 are the most for this age"),
    ("Shut a flap.\n", 0, "Pupils read “tile” here, not “flap”"),
    ("x" * 1200 + "\n", 0, "This line is too long"),
    ("Some words.\n" * 400, 250, "This paragraph is too long"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("body", "line", "start"),
    WRONG_BODIES,
    ids=[re.sub(r"\W+", "-", s) for _, _, s in WRONG_BODIES],
)
def test_an_error_says_where_and_what(body: str, line: int, start: str) -> None:
    found = lesson(body)
    expected = 7 if line == -9 else LINE + line
    if "is taken" in start:
        expected = LINE + 4
    assert [at for at, sentence in says(found) if start in sentence] == [expected], says(found)
    assert found.steps, "it is shown as far as it goes"


@pytest.mark.parametrize(
    ("old", "new", "line", "start"),
    [
        ("---\nid", "id", 1, "A lesson begins with a line ---"),
        ("id: small\n", "", 1, "“id” is missing at the top"),
        ("topic: addition\n", "", 1, "“topic” is missing at the top"),
        ("id: small", "id: Not Small", 2, "“id:” is a name of small letters"),
        ("order: 90", "order: last", 3, "Behind “order:” stands a whole number from 0 to 999"),
        ("title: Small", "title: ''", 4, "Behind “title:” stands a text"),
        ("title: Small", "title: [a]", 4, "Behind “title:” stands a text"),
        ("title: Small", "title: Small: or not", 4, "This cannot be read"),
        ("title: Small", "title: " + "[" * 3000, 4, ""),
        ("title: Small", "title: Small\ntitle: Big", 5, "“title” stands here twice"),
        ("title: Small", "colour: red\ntitle: Small", 4, "“colour” means nothing here"),
        ("lang: en", "lang: english", 5, "Behind “lang:” stands the code of a language"),
        ("age: [9, 12]", "age: [12, 9]", 6, "Behind “age:” stand two ages"),
        ("age: [9, 12]", "age: 9", 6, "Below “age:” stand at most 2 lines"),
        ("minutes: 5\n", "minutes: 6\n", 7, "The steps take 5 minutes together"),
        ("minutes: 5\n", "minutes: long\n", 7, "Behind “minutes:” stands a whole number"),
        ("[due]", "due", 10, "Behind “misconceptions:” stand tags"),
        ("[due]", "[due, mine]", 10, "The tag “mine” is not known"),
        ("[due]", "[due, Mine!]", 10, "A tag is a name of small letters"),
        ("[due]", "[due, equal-sums]", 10, "No answer has the tag “equal-sums”"),
        ("12, 9) == 12", "12, 9) == 13", 12, "is not true. The engine says: 12."),
        ("12, 9) == 12", "12, 9)", 12, "is not true or false"),
        ("12, 9) == 12", "12, 90) == 12", 12, "90 cannot stand there"),
        ("== 12\n---\n", "== 12\n---\nText above.\n", 14, "This stands before the first step"),
    ],
)  # fmt: skip
def test_an_error_at_the_top_says_where_and_what(old: str, new: str, line: int, start: str) -> None:
    assert old in HEAD
    found = lesson("", HEAD.replace(old, new, 1))
    assert line in [at for at, sentence in says(found) if start in sentence], says(found)


def test_the_base_of_these_tests_is_sound() -> None:
    assert says(lesson("")) == []


def test_own_misconceptions_have_a_sentence() -> None:
    for text in ("\n  - due\n  - mine: I say this.", "\n  due: I say that.\n  mine: I say this."):
        body = question("- [x] A\n  > Y.\n- [ ] B {mine}\n  > N?")
        found = lesson(body, HEAD.replace(" [due]", text))
        assert says(found) == []
        assert found.misconceptions["mine"] == "I say this."


def test_nothing_and_anything_is_a_lesson_with_errors() -> None:
    for text in ("", "---", "---\n---", "\x00", "# Hello", ":::", "{{", "---\n- a\n---\n", "﻿"):
        found = parse_lesson(text)
        assert found.errors
        assert all(error.line >= 1 for error in found.errors)


def test_limits_hold() -> None:
    steps = "".join(f"## Step {{#s{n}}}\n\nText.\n\n" for n in range(60))
    assert len(lesson(steps).steps) == lessons.MOST_STEPS
    assert len(lesson(steps).steps[-1].parts) == 1
    assert not lesson(steps).questions
    assert "There are more than 30 steps." in [sentence for _, sentence in says(lesson(steps))]
    blocks = "".join(f":::{{say}} s{n}\nHello.\n:::\n" for n in range(200))
    assert "There are more than 80 blocks." in [sentence for _, sentence in says(lesson(blocks))]
    huge = lesson("word " * 8 + ".\n" + "Text.\n\n" * 20_000)
    assert any("This lesson is too long" in sentence for _, sentence in says(huge))
    many = lesson(":::{picture} p\n:::\n" * 79)
    assert len(many.errors) <= lesson_blocks.MOST_ERRORS


# ---- one changed figure ----


def fact_changes() -> list[tuple[str, str]]:
    """Every lesson with one figure that a fact states, right of the comparison, one larger.

    What the engine is asked on the right is not stated: another question may have the same answer.
    """
    changed = []
    for path in FILES:
        text = path.read_text("utf-8")
        for fact in parse_lesson(text).facts:
            left, _, right = fact.rpartition("==")
            states = left and "(" not in right
            for digits in re.finditer(r"\d+", right) if states else ():
                other = f"{right[: digits.start()]}{int(digits[0]) + 1}{right[digits.end() :]}"
                changed.append((text.replace(fact, f"{left}=={other}", 1), f"{left}=={other}"))
    return changed


@pytest.mark.parametrize(("text", "fact"), [pytest.param(t, f, id=f) for t, f in fact_changes()])
def test_one_changed_figure_is_an_error(text: str, fact: str) -> None:
    assert any("is not true" in sentence for _, sentence in says(parse_lesson(text))), fact


# ---- damage ----

SOURCES = [REAL, EXAMPLE]


@st.composite
def damaged(draw: st.DrawFn) -> str:
    lines = draw(st.sampled_from(SOURCES)).split("\n")
    for _ in range(draw(st.integers(1, 6))):
        at = draw(st.integers(0, len(lines) - 1))
        other = draw(st.integers(0, len(lines) - 1))
        match draw(st.sampled_from(["drop", "double", "swap", "cut", "junk", "end"])):
            case "drop":
                del lines[at]
            case "double":
                lines.insert(other, lines[at])
            case "swap":
                lines[at], lines[other] = lines[other], lines[at]
            case "cut":
                lines[at] = lines[at][: draw(st.integers(0, len(lines[at])))]
            case "junk":
                lines[at] += draw(st.text("#:{}[]()`>-?=*x7\x00\t\u2028é'\"\\&|!", max_size=12))
            case "end":
                lines = lines[: at + 1]
        lines = lines or [""]
    return "\n".join(lines)


@settings(max_examples=150, deadline=None)
@given(damaged())
def test_a_damaged_lesson_has_errors_with_lines_or_is_sound(text: str) -> None:
    found = parse_lesson(text)
    assert len(found.errors) <= lesson_blocks.MOST_ERRORS
    assert all(1 <= error.line <= text.count("\n") + 2 for error in found.errors)
    assert all(error.sentence(language("en")) and str(error) for error in found.errors)
    for asked in found.questions:
        asked.check(0)
        asked.check([1])
    if not found.errors:
        assert found.steps
        assert found.minutes == sum(step.minutes for step in found.steps)


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=300))
def test_any_text_gives_a_lesson(text: str) -> None:
    assert parse_lesson(text).errors
    assert parse_lesson(HEAD + text).lang == "en"


@pytest.mark.parametrize(
    "piece", ["[", "> ", "- ", "*a ", "`", "![", "<a", "{{", ":::{", "#", "&amp;", "|"]
)
def test_a_hostile_text_is_read_in_bounded_steps(piece: str) -> None:
    """It ends; a hang would stop the tests."""
    for joined in (piece * 300, "\n".join([piece * 300] * 60), "\n".join([piece] * 9000)):
        assert parse_lesson(HEAD + joined).file == "lesson"
        to_html(joined[:2000])


# ---- markup ----


@pytest.mark.parametrize(
    ("text", "absent"),
    [
        ("<script>alert(1)</script>", "<script"),
        ("<img src=x onerror=alert(1)>", "<img"),
        ("[x](javascript:alert(1))", "href"),
        ("[x](JaVaScRiPt&#58;alert(1))", "href"),
        ("[x](data:text/html,a)", "href"),
        ("[x](//example.org)", "href"),
        ("<javascript:alert(1)>", "href"),
        ("![x](https://example.org/a.png)", "<img"),
        ('[x](https://a.org "\\"><script>")', "<script"),
    ],
)
def test_markup_is_text(text: str, absent: str) -> None:
    assert absent not in to_html(text)


def test_good_links_are_links() -> None:
    assert 'href="https://nrich.maths.org/"' in to_html("[NRICH](https://nrich.maths.org/)")
    assert 'href="/sums?view=race"' in to_html("[Race](/sums?view=race)")


def test_plain_text_is_read_aloud() -> None:
    assert (
        to_plain("**Roll** the\n*dice*.\n\n- Look [here](https://a.org).\n- Go.")
        == "Roll the dice.\nLook here.\nGo."
    )


@pytest.mark.parametrize(
    "text",
    ["12. It has the most sets.", "7) is right", "- 3", "+ 4 makes 9", "Is it?\n\n5. It is."],
)
def test_a_sentence_that_begins_with_a_number_is_no_list(text: str) -> None:
    assert to_plain(text) == text.replace("\n\n", "\n")
    assert "<li>" not in to_html(text)
    assert to_html("1. One\n2. Two").count("<li>") == 2


def test_a_number_and_a_sum_are_one_word() -> None:
    assert word_list("Red 4 + 6 = 10 isn't 3, 4, 5.") == ["Red", "4 + 6 = 10", "isn't", "3, 4, 5"]
    assert [s for _, s in sentences('He says, "It is 7." Is it? Yes')] == [
        'He says, "It is 7.', "Is it?", "Yes",
    ]  # fmt: skip


UNSEEN = """
:::{teacher}
Only you read this.
:::

:::{print} sheet
This is on paper.
:::
"""


def test_a_pupil_reads_40_words_on_a_screen_at_most() -> None:
    """The tagged question has three words, its answers included; replies come later."""
    most = "One two three four five six seven eight nine ten.\n" * 3 + "One two three four.\n"
    body = question("> Thank you.\n\n?> A hint.", "type: text").replace("What", most + "What")
    assert says(lesson(body + UNSEEN)) == []
    french = HEAD.replace("lang: en", "lang: fr")
    for more, head, count in (("Ten.\n", HEAD, 41), ("Ten.\n" * 10, french, 0)):
        found = says(lesson(more + body + UNSEEN, head))
        start = f"A pupil reads {count} words in this step"
        assert [line for line, sentence in found] == [LINE - 2] * bool(count)
        assert all(sentence.startswith(start) for _, sentence in found)


def test_younger_readers_get_shorter_sentences() -> None:
    nine = "One two three four five six seven eight nine.\n"
    assert says(lesson(nine)) == []
    young = lesson(nine, HEAD.replace("[9, 12]", "[8, 12]"))
    assert [s for _, s in says(young) if "This sentence has 9 words; 8 are the most" in s]


def test_a_translation_has_its_own_words_and_a_quarter_more_of_them() -> None:
    french = HEAD.replace("lang: en", "lang: fr")
    words = "Un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze"
    assert says(lesson(f"{words}.\n", french)) == []
    assert [s for _, s in says(lesson(f"{words} seize.\n", french)) if "has 16 words; 15 are" in s]
    assert says(lesson("Ferme une tuile.\n", french)) == [
        (LINE, "Pupils read “clapet” here, not “tuile”.")
    ]
    assert says(lesson("Shut a tuile.\n")) == []


# ---- files ----


def write(folder: Path, files: Mapping[str, str]) -> Path:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return folder


SMALL = HEAD + TAGGED
FRENCH = SMALL.replace("lang: en", "lang: fr").replace("title: Small", "title: Petite")


def test_lessons_are_loaded_in_order_and_fall_back_to_english(tmp_path: Path) -> None:
    second = SMALL.replace("id: small", "id: other").replace("order: 90", "order: 91")
    folder = write(
        tmp_path,
        {
            "91-other/en.md": second,
            "90-small/en.md": SMALL,
            "90-small/fr.md": FRENCH,
            "README.md": "",
        },
    )
    assert [lesson.id for lesson in load_lessons("en", folder)] == ["small", "other"]
    assert [(lesson.id, lesson.lang) for lesson in load_lessons("fr", folder)] == [
        ("small", "fr"), ("other", "en"),
    ]  # fmt: skip
    assert lessons.check(folder) == ([], 3)
    write(tmp_path, {"90-small/en.md": SMALL.replace("title: Small", "title: New")})
    assert load_lessons("en", folder)[0].title == "New"
    assert load_lessons("en", tmp_path / "nothing") == ()


@pytest.mark.parametrize(
    ("old", "new", "name"),
    [
        ("#play", "#jouer", "jouer"),
        ("- [x] This\n  > Yes.\n- [ ] That {due}", "- [ ] This {due}\n  > Yes.\n- [x] That",
         "tagged"),
        (":::\n", "\n?> A hint.\n:::\n", "tagged"),
        ("== 12", "== 12\n  - ways_to_roll(7) == 6", "facts"),
        ("order: 90", "order: 91", "order"),
        ("\n:::{question} tagged", "\n:::{box} more\n:::\n\n:::{question} tagged", "more"),
    ],
)  # fmt: skip
def test_a_translation_is_built_like_the_original(old: str, new: str, name: str) -> None:
    original = parse_lesson(SMALL)
    assert lessons.translation_errors(parse_lesson(FRENCH), original) == ()
    assert old in FRENCH
    errors = lessons.translation_errors(parse_lesson(FRENCH.replace(old, new, 1)), original)
    assert [error.values["name"] for error in errors] == [name]


@pytest.mark.parametrize(
    ("files", "start"),
    [
        ({"90-small/fr.md": FRENCH}, "There is no en.md beside it"),
        ({"90-small/en.md": FRENCH}, "Its name says en, but “lang:” says fr"),
        ({"80-small/en.md": SMALL}, "The folder is 80-small"),
        ({"90-small/en.md": SMALL, "91-small/en.md": SMALL}, "The id “small” is taken"),
    ],
)
def test_a_file_in_the_wrong_place(tmp_path: Path, files: dict[str, str], start: str) -> None:
    errors, _ = lessons.check(write(tmp_path, files))
    assert any(start in error.sentence(language("en")) for error in errors)


def test_a_file_that_is_no_text(tmp_path: Path) -> None:
    path = tmp_path / "en.md"
    path.write_bytes(SMALL.encode("latin-1") + b"\xe9\n")
    assert "UTF-8" in str(lessons.read_lesson(path).errors[0])


def test_the_command_prints_errors_and_fails(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert lessons.main(["check"]) == 0
    folder = write(tmp_path, {"90-small/en.md": SMALL.replace("== 12", "== 13")})
    assert lessons.main(["check", str(folder)]) == 1
    assert (
        "90-small/en.md: Line 12: “ways_to_shut(12, 9) == 13” is not true."
        in capsys.readouterr().out
    )
    assert lessons.main(["check", str(tmp_path / "none")]) == 2
    assert lessons.main([]) == 2
