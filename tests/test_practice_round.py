"""A round of exercises: what is asked next, what is noted, and both as text."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache

import pytest
from exercise_answers import right
from hypothesis import given, settings
from hypothesis import strategies as st

from shutbox.exercises import (
    EXERCISES,
    LEVELS,
    Level,
    Look,
    facts_for,
    format_exercise,
    make_exercise,
    parse_exercise,
)
from shutbox.practice import ROUND, Progress, names_at, parse_task
from shutbox.practice_round import (
    LONGEST_ROUND,
    MOST_EXERCISES,
    Mark,
    Round,
    format_round,
    games_round,
    link_round,
    own_round,
    parse_round,
    read_exercise,
)

NOW = 1_800_000_000
PIPS = [level for level in LEVELS if level.look == Look.PIPS]


def solved(held: Round) -> Round:
    return held.answered(right(held.exercise))


def fresh(level: Level = PIPS[1]) -> Round:
    return own_round(Progress(), level, "abc", NOW)


# ---- an exercise as text ----


@pytest.mark.parametrize("name", EXERCISES)
def test_every_exercise_is_read_back_from_its_text(name: str) -> None:
    for level in LEVELS:
        if facts_for(name, level.within, level.addends):
            for number in range(20):
                exercise = make_exercise(name, level, "abc", number)
                assert exercise.is_sound
                assert parse_exercise(format_exercise(exercise)) == exercise


@pytest.mark.parametrize(
    "text",
    [
        "",
        "add-dice_10-2-pips_3.4__",  # no dice
        "add-dice_10-2-pips_3.4__3.5",
        "add-dice_20-2-pips_3.7__3.7",  # a die has no 7
        "missing-tile_10-2-pips_3.4__5",
        "missing-tile_10-2-pips_3.4__3.4",
        "make-ten_20-2-pips_5.8__5.8",
        "make-total_10-2-pips_3.4_1.2.3_",  # impossible
        "make-total_10-2-pips_3.4__",
        "make-total_10-2-pips_3.4_3.3.4_",
        "make-total_10-2-pips_3.4_3.4.13_",
        "make-total_10-2-pips_3.4_3.4_3",
        "break-up_10-2-pips_3.4_1.2_",
        "another-way_10-2-pips_3.4_1.3.4.6_2.5",
        "keep-totals_10-2-pips_3.4_3.4_",
        "rolls-fit_12-2-pips_3.4__",
        "find-all-sets_10-2-pips_4.3_3.4_",
        "guess_10-2-pips_3.4_3.4_",
        "add-dice_10-2-pips_3.4__3.04",
        "add-dice_10-2-pips_3.4__3..4",
        "add-dice_10-9-pips_3.4__3.4",
    ],
)
def test_a_text_that_holds_no_exercise_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"is no|are no|is used twice"):
        parse_exercise(text)


# ---- a round ----


@pytest.mark.parametrize("level", PIPS, ids=str)
def test_a_round_of_ones_own_has_ten_exercises_and_ends(level: Level) -> None:
    held, progress = fresh(level), Progress()
    for place in range(ROUND):
        assert (len(held.asked), len(held.marks), held.is_over) == (place + 1, place, False)
        assert held.next(progress, NOW) == held, "an exercise that is not solved cannot be left"
        progress = progress.after(held.exercise, right(held.exercise), NOW)
        held = solved(held)
        assert held.all_marks == (Mark.STAR,) * (place + 1)
        assert held.answered(right(held.exercise)) == held.helped(3) == held
        held = held.next(progress, NOW + 20 * place)
    assert held.is_over
    assert (held.marks, held.ended) == ((Mark.STAR,) * ROUND, NOW + 180)
    assert held.next(progress, NOW) == held.answered(1) == held.helped(3) == held
    assert len({parse_task(text).fact for text in held.asked}) >= 3


def test_a_star_is_only_for_the_first_try_without_help() -> None:
    held = fresh()
    wrong = next(n for n in range(99) if not held.exercise.check(n).is_right)
    twice = solved(held.answered(wrong))
    assert (twice.tries, twice.all_marks) == (2, (Mark.SOLVED,))
    assert solved(held.helped(3)).all_marks == (Mark.SOLVED,)
    assert solved(held).all_marks == (Mark.STAR,)
    assert held.answered(wrong).all_marks == ()
    assert held.answered("?") == held.answered(None) == held, "what is no answer is no try"


def test_help_has_no_more_steps_than_there_are() -> None:
    held = fresh()
    for step in (1, 2, 3, 3, 3):
        held = held.helped(3)
        assert held.steps == step
    assert held.exercise == fresh().exercise


def test_everybody_with_a_link_gets_the_same_exercises_whatever_was_practised() -> None:
    level = Level(12, 3)
    one, other = (link_round(level, "abc", 12, now) for now in (NOW, NOW + 99))
    assert one.asked == other.asked
    assert one.count == len(one.asked) == 12
    assert one.asked != link_round(level, "abd", 12, NOW).asked
    assert one.asked[:5] == link_round(level, "abc", 5, NOW).asked
    for _ in range(12):
        one = solved(one).next(Progress(), NOW)
    assert one.is_over
    assert one.asked == other.asked
    some = link_round(level, "abc", 12, NOW, ["make-ten", "possible"])
    assert {read_exercise(text).name for text in some.asked} == {"make-ten", "possible"}


@pytest.mark.parametrize("count", [0, -1, MOST_EXERCISES + 1, 10**9])
def test_a_link_cannot_ask_for_any_number_of_exercises(count: int) -> None:
    with pytest.raises(ValueError, match="a round has 1 to 30"):
        link_round(Level(), "abc", count, NOW)


def test_games_make_a_round_of_their_exercises() -> None:
    exercises = [make_exercise(name, Level(12, 3), "s", 1) for name in names_at(Level(12, 3))]
    held = games_round(exercises, Level(), "abc", NOW)
    for exercise in exercises:
        assert held.exercise == exercise
        held = solved(held).next(Progress(), NOW)
    assert held.is_over
    with pytest.raises(ValueError, match="no exercise"):
        games_round([], Level(), "abc", NOW)


# ---- a round as text ----


@cache
def rounds() -> list[Round]:
    held = fresh(Level(12, 3))
    link = link_round(Level(20, 4), "xyz", MOST_EXERCISES, NOW, ["break-up", "find-all-sets"])
    over = link_round(Level(), "abc", 2, NOW)
    for _ in range(2):
        over = solved(over).next(Progress(), NOW + 5)
    games = games_round([read_exercise(text) for text in link.asked[:10]], Level(), "g", NOW)
    return [held, held.answered(99), held.helped(3), solved(held), link, solved(link), over, games]


@pytest.mark.parametrize("held", rounds(), ids=str)
def test_a_round_is_read_back_from_its_text(held: Round) -> None:
    text = format_round(held)
    assert parse_round(text) == held
    assert len(text) <= LONGEST_ROUND


@settings(max_examples=200, deadline=None)
@given(
    place=st.integers(0, len(rounds()) - 1),
    name=st.sampled_from(list(json.loads(format_round(fresh())))),
    value=st.one_of(
        st.none(),
        st.integers(-3, 10**12),
        st.text(max_size=9),
        st.lists(st.one_of(st.integers(0, 12), st.text(max_size=9)), max_size=3),
        st.dictionaries(st.text(max_size=3), st.integers(), max_size=2),
        st.booleans(),
    ),
)
def test_a_damaged_round_is_refused_or_sound(place: int, name: str, value: object) -> None:
    data = {**json.loads(format_round(rounds()[place])), name: value}
    try:
        held = parse_round(json.dumps(data))
    except ValueError:
        return
    assert parse_round(format_round(held)) == held
    assert held.is_over or solved(replace(held, tries=0, answer=None)).is_solved


@pytest.mark.parametrize("text", ["", "[]", "{}", "null", "[" * 4000, "9" * 5000, '{"origin":1}'])
def test_what_is_no_round_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="this is no round"):
        parse_round(text)
