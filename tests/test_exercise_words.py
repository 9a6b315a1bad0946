"""What is said about exercises: complete, short, and nothing is given away."""

from __future__ import annotations

import re

import pytest
from exercise_answers import (
    BY_NUMBER,
    HOSTILE,
    exercises,
    gives_away,
    numbers_in,
    replied,
)
from test_exercises import REPLIES

from shutbox.exercises import (
    EXERCISES,
    Exercise,
    FindAllSets,
    KeepTotals,
    Level,
    Look,
    MakeTen,
    Mistake,
    Possible,
    RollsFit,
    make_exercise,
)
from shutbox.i18n import language, languages
from shutbox.lesson_words import sentences, word_list
from shutbox.ui import exercise_words as words

EN = language("en")
each_language = pytest.mark.parametrize("code", languages())

OLDER = ("keep-totals", "rolls-fit")
"""A child of six does not meet these."""


def check_length(exercise: Exercise, text: str, code: str) -> None:
    """At most 12 words a sentence, 25 in all; a quarter more in translation, and for older ones."""
    most = 12 + 3 * (code != "en") + 3 * (exercise.name in OLDER)
    for _, sentence in sentences(text):
        assert len(word_list(sentence)) <= most, sentence
    assert len(word_list(text)) <= 2 * most + 1, text


def test_every_type_and_look_has_a_name() -> None:
    assert list(words.TYPE_NAMES) == list(EXERCISES)
    assert len(set(words.TYPE_NAMES.values())) == len(EXERCISES)
    assert list(words.LOOK_NAMES) == list(Look)


@each_language
def test_a_question_is_short_and_does_not_answer_itself(code: str) -> None:
    t = language(code)
    for exercise in exercises():
        asked = words.question(t, exercise)
        assert asked.endswith(("?", "."))
        assert "{" not in asked
        assert not gives_away(exercise, asked)
        assert not exercise.tells_total or exercise.total in numbers_in(asked)
        check_length(exercise, asked, code)


def test_an_equation_holds_when_it_is_filled_in() -> None:
    for exercise in exercises():
        pieces = words.equation(EN, exercise)
        if not pieces:
            assert exercise.open_tiles
            continue
        (right, *_) = exercise.accepted
        fill = iter([right] if isinstance(right, int) else list(right))
        filled = [next(fill) if piece is None else piece for piece in pieces]
        assert next(fill, None) is None
        if not isinstance(exercise, RollsFit):
            assert eval(" ".join(map(str, filled)).replace("=", "=="))


@each_language
def test_every_mistake_has_a_reply_that_asks_back(code: str) -> None:
    t = language(code)
    assert {mistake for _, _, mistake in replied()} == {None, *Mistake}
    for exercise, answer, mistake in replied():
        said = words.reply(t, exercise, answer, exercise.check(answer))
        assert said
        assert "{" not in said
        assert not re.search(r"\s\s|\.\.|\s\.", said), said
        check_length(exercise, said, code)
        if mistake is not None:
            assert not gives_away(exercise, said, answer), (exercise, answer, said)
            invites = mistake in (Mistake.UNREAD, Mistake.NOTHING) or not exercise.tells_total
            assert invites or "?" in said, said


@pytest.mark.parametrize(
    ("exercise", "answer", "reply"), [case for case in REPLIES if case[2].mistake]
)
def test_a_reply_says_what_the_answer_did(
    exercise: Exercise, answer: object, reply: object
) -> None:
    """The number that was made, the set or the tile stands in it."""
    checked = exercise.check(answer)
    said = words.reply(EN, exercise, answer, checked)
    if checked.is_read:
        made = {checked.made} - {None} if checked.mistake != Mistake.THE_TOTAL else set()
        about = set(checked.tiles[:1]) if checked.mistake in WITH_TILES else made
        assert about <= numbers_in(said), said


WITH_TILES = {
    *(Mistake.TILE_TWICE, Mistake.NO_SUCH_TILE, Mistake.TILE_SHUT, Mistake.SAME_SET),
    Mistake.FOUND_TWICE,
}


def test_no_two_mistakes_get_the_same_words() -> None:
    said: dict[str, set[str]] = {}
    for exercise, answer, mistake in replied():
        reply = exercise.check(answer)
        text = words.reply(EN, exercise, answer, reply) if reply.is_read else str(mistake)
        said.setdefault(re.sub(r"\d[\d ,+]*", "# ", f"{exercise.name} {text}"), set()).add(
            str(mistake)
        )
    assert [text for text, mistakes in said.items() if len(mistakes) > 1] == []


@pytest.mark.parametrize("answer", HOSTILE, ids=repr)
def test_a_reply_to_anything_is_bounded(answer: object) -> None:
    for exercise in dict.fromkeys(exercise for exercise, _, _ in REPLIES):
        said = words.reply(EN, exercise, answer, exercise.check(answer))
        assert 5 < len(said) < 200
        for step in range(1, words.HELP_STEPS + 1):
            assert 5 < len(words.help_step(EN, exercise, step, answer)) < 200


@each_language
def test_help_gives_the_answer_in_its_last_step_only(code: str) -> None:
    t = language(code)
    for exercise in exercises():
        *before, last = (
            words.help_step(t, exercise, step) for step in range(1, words.HELP_STEPS + 1)
        )
        for said in (*before, last):
            assert said
            assert "{" not in said
            check_length(exercise, said, code)
        first = (10 - exercise.given[0],) if isinstance(exercise, MakeTen) else ()
        assert not gives_away(exercise, before[0])
        assert not gives_away(exercise, before[1], first), (exercise, before)
        assert len({*before, last}) == words.HELP_STEPS
        (right, *_) = exercise.accepted
        if isinstance(exercise, Possible) and not exercise.is_possible:
            assert last != words.help_step(t, exercise, 2)
        elif exercise.name in BY_NUMBER or isinstance(exercise, MakeTen):
            assert numbers_in(str(right)) <= numbers_in(last)
        else:
            sets = exercise.sets if isinstance(exercise, FindAllSets) else exercise.accepted
            told = tuple(sorted(map(int, re.findall(r"\d+", last.split("=")[-1].split(".")[0]))))
            assert told in sets, (exercise, last)


def test_help_of_a_possible_total_begins_as_that_of_an_impossible_one() -> None:
    shapes: dict[bool, set[str]] = {True: set(), False: set()}
    for number in range(40):
        exercise = make_exercise("possible", Level(10, 3), "half", number)
        assert isinstance(exercise, Possible)
        said = " ".join(words.help_step(EN, exercise, step) for step in (1, 2))
        shapes[exercise.is_possible].add(re.sub(r"\d+", "#", said))
    assert shapes[True] == shapes[False]
    assert len(shapes[True]) == 1


def test_help_leads_to_every_set_that_is_not_found() -> None:
    exercise = make_exercise("find-all-sets", Level(12, 4), "all", 3)
    assert isinstance(exercise, FindAllSets)
    found: list[list[int]] = []
    for _ in exercise.sets:
        last = words.help_step(EN, exercise, 3, found)
        tiles = sorted(numbers_in(last))
        assert tiles not in found
        found.append(tiles)
    assert exercise.check(found).is_right
    for step in range(1, words.HELP_STEPS + 1):
        assert words.help_step(EN, exercise, step, found).startswith("You have every way")


@each_language
def test_a_solution_has_every_right_answer(code: str) -> None:
    t = language(code)
    for exercise in exercises():
        line = words.solution(t, exercise)
        told = re.findall(r"\d+(?: \+ \d+)*", line)
        if isinstance(exercise, MakeTen):
            assert told == [
                f"{exercise.given[0]} + {10 - exercise.given[0]} + {exercise.total - 10}"
            ]
        elif isinstance(exercise, Possible) and not exercise.is_possible:
            assert not told
        else:
            rights = exercise.sets if isinstance(exercise, FindAllSets) else exercise.accepted
            assert told == [
                str(right) if isinstance(right, int) else " + ".join(map(str, right))
                for right in rights
            ]


@pytest.mark.parametrize(
    ("exercise", "said"),
    [
        (
            make_exercise("make-ten", Level(20, 2), "a", 8),
            "Yes: 9 + 6 = 15. First to ten, then 5 more.",
        ),
        (
            make_exercise("near-double", Level(5, 2), "a", 7),
            "Yes: 3 + 2 = 5. Double 2 is 4, and 1 more.",
        ),
        (make_exercise("add-dice", Level(10, 2), "a", 0), "Yes: 2 + 2 = 4. That is double 2."),
        (make_exercise("missing-tile", Level(12, 4), "a", 2), "Yes: 12 = 1 + 8 + 3."),
    ],
)
def test_what_is_said_to_a_right_answer(exercise: Exercise, said: str) -> None:
    right = exercise.accepted[0]
    answer = list(right) if isinstance(right, tuple) else right
    assert words.reply(EN, exercise, answer, exercise.check(answer)) == said


def test_the_totals_after_each_move_are_those_of_the_exercise() -> None:
    for exercise in exercises():
        if isinstance(exercise, KeepTotals):
            for move, totals in exercise.kept.items():
                said = words.reply(EN, exercise, list(move), exercise.check(list(move)))
                assert re.search(rf"after .*, {len(totals)} total", said, re.IGNORECASE)
