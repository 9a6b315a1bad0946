"""The page Practise: a round from its first answer to its end, a class, hostile browsers."""

from __future__ import annotations

import json
from functools import cache

import pytest
from apptest import (
    Json,
    component_data,
    fire,
    fire_text,
    fire_together,
    rerun,
    start,
    visible_texts,
)
from exercise_answers import answers, right
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from streamlit.testing.v1 import AppTest
from test_pages import check_runs, escapes

from shutbox import i18n
from shutbox.exercises import EXERCISES, LEVELS, Exercise, Level, Look, Mistake
from shutbox.practice import ROUND, Standing, names_at, read_progress
from shutbox.practice_round import MOST_EXERCISES, format_round, link_round, read_exercise
from shutbox.ui import exercise_words, state
from shutbox.ui.practice_sheet import answer_sheet

EXERCISE = state.EXERCISE
ENGLISH = i18n.language("en")
LEVEL_OF = {
    name: next(level for level in (Level(12, 3), Level(20, 3), *LEVELS) if name in names_at(level))
    for name in EXERCISES
}
each_type = pytest.mark.parametrize("name", EXERCISES)


def link(name: str, count: int = 3, seed: str = "abc") -> dict[str, str]:
    """The query of a link to exercises of one type."""
    return {"types": name, "level": str(LEVEL_OF[name]), "count": str(count), "seed": seed}


def exercises(name: str, count: int = 3, seed: str = "abc") -> list[Exercise]:
    """What that link asks."""
    return [read_exercise(x) for x in link_round(LEVEL_OF[name], seed, count, 0, [name]).asked]


def shown(at: AppTest) -> Json:
    return component_data(check_runs(at), EXERCISE)


def tell(at: AppTest, kind: str, **more: object) -> Json:
    """Send what the browser sends for a tap, and return what it is shown then."""
    held = component_data(at, EXERCISE)
    number = held["heard"] + 1
    fire(at, EXERCISE, message={"id": held["id"], "number": number, "kind": kind, **more})
    data = shown(at)
    assert data["heard"] == number
    return data


def under_way(at: AppTest) -> Exercise:
    """The exercise that the session holds."""
    held = json.loads(at.session_state["practice round"])
    return read_exercise(held["asked"][min(len(held["marks"]), len(held["asked"]) - 1)])


def practised(at: AppTest) -> dict[tuple[int, ...], Standing]:
    progress = read_progress(at.session_state["practised"], state.now()).progress
    return {fact: progress.standing(fact) for fact in progress.memories}


# ---- a round ----


def test_a_round_is_ten_exercises_and_then_another_one() -> None:
    at = start("practise")
    for place in range(ROUND):
        data = shown(at)
        assert (len(data["marks"]), data["count"], data["reply"]) == (place, ROUND, None)
        data = tell(at, "check", answer=right(under_way(at)))
        assert (data["reply"]["isRight"], data["reply"]["isStar"]) == (True, True)
        assert data["marks"] == ["star"] * (place + 1)
        tell(at, "next")
    data = shown(at)
    assert data["kind"] == "end"
    assert data["question"].startswith("You solved 10 exercises. 10 stars")
    assert len(practised(at)) >= 3
    first = data["id"]
    data = tell(at, "again")
    assert (data["kind"] != "end", data["marks"], data["id"] != first) == (True, [], True)


@each_type
def test_wrong_then_helped_then_right(name: str) -> None:
    at = start("practise", **link(name))
    (exercise, *_), data = exercises(name), shown(at)
    assert under_way(at) == exercise
    assert data["question"] == exercise_words.question(ENGLISH, exercise)
    wrong: object = [1] if data["kind"] == "tiles" and name != "find-all-sets" else 99
    if name in ("make-ten", "break-up"):
        wrong = [9, 9]
    if name == "find-all-sets":
        wrong = [[1]]
    if exercise.check(wrong).is_right:
        wrong = [2]
    data = tell(at, "check", answer=wrong)
    assert data["reply"]["isRight"] is False
    assert data["reply"]["text"] == exercise_words.reply(
        ENGLISH, exercise, wrong, exercise.check(wrong)
    )
    for step in range(1, exercise_words.HELP_STEPS + 1):
        data = tell(at, "help")
        assert len(data["helps"]) == step
        assert data["helpIsLeft"] == (step < exercise_words.HELP_STEPS)
    data = tell(at, "check", answer=right(exercise))
    assert (data["reply"]["isRight"], data["reply"]["isStar"]) == (True, False)
    assert data["reply"]["try"] == 2
    data = tell(at, "next")
    assert (data["marks"], data["reply"], data["helps"]) == (["solved"], None, [])


@cache
def mistakes() -> dict[tuple[str, Mistake], tuple[int, object]]:
    """For every type and mistake an exercise of its link, and an answer that makes the mistake."""
    found: dict[tuple[str, Mistake], tuple[int, object]] = {}
    for name in EXERCISES:
        for place, exercise in enumerate(exercises(name, MOST_EXERCISES)):
            for answer in answers(exercise):
                mistake = exercise.check(answer).mistake
                if mistake and exercise.check(answer).is_read:
                    found.setdefault((name, mistake), (place, answer))
    return found


def test_every_mistake_can_be_made() -> None:
    unread = {Mistake.UNREAD, Mistake.NOTHING}
    assert {mistake for _, mistake in mistakes()} == set(Mistake) - unread


@each_type
def test_every_wrong_answer_gets_its_own_reply_and_picture(name: str) -> None:
    at = start("practise", **link(name, MOST_EXERCISES))
    wanted = sorted((p, str(m), a) for (n, m), (p, a) in mistakes().items() if n == name)
    assert wanted
    at_place = 0
    for place, mistake, answer in wanted:
        while at_place < place:
            tell(at, "check", answer=right(under_way(at)))
            tell(at, "next")
            at_place += 1
        reply = tell(at, "check", answer=answer)["reply"]
        assert under_way(at).check(answer).mistake == mistake
        assert reply["isRight"] is False
        assert len(reply["text"]) > 20
        assert reply["picture"]["source"].startswith("data:image/svg+xml,")
        assert len(reply["picture"]["alt"]) > 5


@each_type
def test_no_text_of_an_exercise_escapes_translation(name: str) -> None:
    at = start("practise", lang=i18n.PSEUDO, **link(name))
    tell(at, "check", answer=[1] if shown(at)["kind"] == "tiles" else 40)
    for _ in range(3):
        tell(at, "help")
    assert [text for text in visible_texts(at) if escapes(text[1])] == []
    assert len([text for where, text in visible_texts(at) if "bidi" in where]) > 20


# ---- what is noted ----


def test_only_the_first_answer_counts_and_help_moves_nothing() -> None:
    at = start("practise", **link("add-dice"))
    one, other, _ = exercises("add-dice")
    tell(at, "check", answer=99)
    tell(at, "check", answer=right(one))
    tell(at, "next")
    tell(at, "help")
    tell(at, "check", answer=right(other))
    memories = read_progress(at.session_state["practised"], state.now()).progress.memories
    assert (memories[one.fact].met, memories[one.fact].right, memories[one.fact].box) == (1, 0, 0)
    assert (memories[other.fact].met, memories[other.fact].right) == (1, 0)


def test_what_was_practised_decides_what_comes() -> None:
    """A fact that went wrong comes again within the round; one that was right does not."""
    at = start("practise", level="10-2-numerals", types="add-dice")
    tell(at, "check", answer=44)
    hard = under_way(at).fact
    tell(at, "check", answer=right(under_way(at)))
    facts = []
    for _ in range(8):
        tell(at, "next")
        facts.append(under_way(at).fact)
        tell(at, "check", answer=right(under_way(at)))
    assert hard in facts


# ---- what is practised ----


def test_a_level_and_types_are_chosen_and_stand_in_the_link() -> None:
    at = start("practise")
    before = at.session_state["practice round"]
    at.button_group(key="practice-within").set_value(20).run()
    assert at.query_params["level"] == "20-2-pips"
    at.button_group(key="practice-addends").set_value(4).run()
    at.button_group(key="practice-look").set_value(Look.NUMERALS).run()
    at.button_group(key="practice-types").set_value(["make-ten"]).run()
    check_runs(at)
    assert at.query_params["level"] == "20-4-numerals"
    assert at.query_params["types"] == "make-ten"
    assert under_way(at).name == "make-ten"
    assert at.session_state["practice round"] != before
    at.button_group(key="practice-within").set_value(5).run()
    assert at.query_params["level"] == "5-2-numerals", "within 5 there are no three addends"
    assert under_way(at).name != "make-ten"


@pytest.mark.parametrize("level", LEVELS, ids=str)
def test_every_level_has_exercises(level: Level) -> None:
    data = shown(start("practise", level=str(level)))
    assert data["settings"]["dice"] == level.look
    assert data["question"]


@pytest.mark.parametrize(
    "query",
    [
        {"seed": ""},
        {"seed": "abc", "count": "2.5"},
        {"level": "99-9-x"},
        {"level": "<b>"},
        {"types": "nothing.make-ten"},
        {"types": "." * 5000},
        {"seed": "a b"},
        {"seed": "x" * 500},
        {"seed": "abc", "count": "0"},
        {"seed": "abc", "count": "999999"},
        {"seed": "abc", "count": "-3"},
        {"seed": "abc", "types": "make-ten", "level": "5-2-pips"},
    ],
)
def test_a_damaged_link_opens_exercises_and_says_so(query: dict[str, str]) -> None:
    at = start("practise", **query)
    data = shown(at)
    assert data["question"]
    assert 1 <= data["count"] <= MOST_EXERCISES
    assert [warning.value for warning in at.warning] == [
        "This link is damaged, so these may be other exercises. Ask for the link again."
    ]


@pytest.mark.parametrize("query", [{}, {"show": "nothing"}, {"timer": "x"}, link("make-ten", 30)])
def test_a_sound_link_is_no_reason_to_worry(query: dict[str, str]) -> None:
    at = start("practise", **query)
    assert shown(at)["question"]
    assert list(at.warning) == []


# ---- a class ----


@each_type
def test_everybody_with_the_link_gets_the_same(name: str) -> None:
    first, second = start("practise", **link(name)), start("practise", **link(name))
    for exercise in exercises(name):
        for at in (first, second):
            assert under_way(at) == exercise
            tell(at, "check", answer=right(exercise))
            tell(at, "next")
    assert shown(first)["kind"] == shown(second)["kind"] == "end"
    assert tell(first, "again")["marks"] == []
    assert under_way(first) == exercises(name)[0]


def test_a_teacher_makes_a_link_and_sees_the_answers() -> None:
    at = start("practise", show="class", level="12-3-pips", dots="on")
    at.button(key="practice-together").click().run()
    check_runs(at)
    at.number_input(key="practice-count").set_value(7).run()
    (code,) = [block.value for block in at.code]
    query = dict(part.split("=") for part in code.partition("?")[2].split("&"))
    assert query == {
        "level": "12-3-pips",
        "count": "7",
        "seed": at.query_params["seed"],
        "dots": "on",
    }
    pupil = start("practise", **query)
    asked = link_round(Level(12, 3), query["seed"], 7, 0).asked
    sheet = answer_sheet(ENGLISH, link_round(Level(12, 3), query["seed"], 7, 0))
    data = component_data(at, f"sheet-practice-{query['seed']}")
    assert data["html"] == sheet
    for text in asked:
        exercise = read_exercise(text)
        assert under_way(pupil) == exercise
        assert exercise_words.question(ENGLISH, exercise) in sheet
        assert f"<b>{exercise_words.solution(ENGLISH, exercise)}</b>" in sheet
        tell(pupil, "check", answer=right(exercise))
        tell(pupil, "next")
    assert shown(pupil)["kind"] == "end"
    pupil.button(key="practice-alone").click().run()
    assert "seed" not in check_runs(pupil).query_params
    assert (shown(pupil)["kind"] != "end", shown(pupil)["count"]) == (True, ROUND)


def test_the_round_goes_on_after_a_look_at_the_other_parts() -> None:
    at = start("practise")
    tell(at, "check", answer=right(under_way(at)))
    held = at.session_state["practice round"]
    for part in ("known", "class", "exercises"):
        check_runs(rerun(at, show=part))
    assert at.session_state["practice round"] == held


def test_time_is_only_told_if_that_is_switched_on(monkeypatch: pytest.MonkeyPatch) -> None:
    now = state.now()
    monkeypatch.setattr(state, "now", lambda: now)
    at = start("practise", **link("add-dice", 1))
    now += 75
    tell(at, "check", answer=right(under_way(at)))
    assert "took" not in tell(at, "next")["question"]
    at.query_params["timer"] = "on"
    assert "This round took you 1 min 15 s." in shown(at.run())["question"]
    tell(at, "again")
    now += 61
    tell(at, "check", answer=right(under_way(at)))
    assert tell(at, "next")["question"].endswith(
        "This round took you 1 min 1 s. The one before took 1 min 15 s."
    )


# ---- hostile browsers ----

JUNK = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=20)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4), st.dictionaries(st.text(max_size=6), inner, max_size=4)
    ),
    max_leaves=12,
)
MESSAGES = st.one_of(
    JUNK,
    st.fixed_dictionaries(
        {
            "id": st.one_of(st.just("here"), JUNK),
            "number": st.one_of(st.integers(1, 10**6), JUNK),
            "kind": st.one_of(st.sampled_from(["check", "help", "next", "again", "x"]), JUNK),
        },
        optional={"answer": JUNK, "more": JUNK},
    ),
)


@cache
def one_session() -> AppTest:
    return start("practise", **link("find-all-sets", MOST_EXERCISES))


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(message=MESSAGES)
def test_whatever_a_browser_sends_the_round_goes_on(message: object) -> None:
    at = one_session()
    held = component_data(at, EXERCISE)
    if isinstance(message, dict) and message.get("id") == "here":
        message["id"] = held["id"]
    fire_text(at, EXERCISE, json.dumps([{"event": "message", "value": message}]))
    data = shown(at)
    assert data["question"]
    assert data["heard"] >= held["heard"]
    assert [text for text in visible_texts(at) if "Traceback" in text[1]] == []


def test_a_message_that_was_heard_or_is_about_another_exercise_changes_nothing() -> None:
    at = start("practise", **link("add-dice"))
    first = shown(at)["id"]
    answer = {"id": first, "number": 1, "kind": "check", "answer": right(under_way(at))}
    fire(at, EXERCISE, message=answer)
    fire(at, EXERCISE, message={**answer, "answer": 99})
    assert shown(at)["reply"]["try"] == 1
    tell(at, "next")
    fire(at, EXERCISE, message={**answer, "number": 50})
    data = shown(at)
    assert (data["reply"], data["heard"]) == (None, 50)


def test_an_answer_that_comes_with_what_the_browser_has_kept_is_judged() -> None:
    at = start("practise", **link("add-dice"))
    first = shown(at)["id"]
    answer = {"id": first, "number": 1, "kind": "check", "answer": right(under_way(at))}
    kept = {"number": 1, "kept": "{}", "round": ""}
    fire_together(at, {state.PRACTICE: {"kept": kept}, EXERCISE: {"message": answer}})
    assert shown(at)["reply"]["isRight"]


def test_the_words_of_a_level_name_it() -> None:
    assert exercise_words.level_name(ENGLISH, Level(20, 3, Look.FRAMES)) == (
        "Up to 20 · 3 numbers · Ten-frames"
    )


def test_a_round_of_the_largest_size_fits_what_the_browser_keeps() -> None:
    for level in LEVELS:
        text = format_round(link_round(level, "x" * 20, MOST_EXERCISES, 0))
        assert len(text) < 4000
