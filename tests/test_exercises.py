"""Exercises against brute force, for every type, level and many seeds; and every reply."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shutbox import tile_set
from shutbox.exercises import (
    EXERCISES,
    LEVELS,
    AddDice,
    AnotherWay,
    BreakUp,
    Exercise,
    FindAllSets,
    KeepTotals,
    Level,
    Look,
    MakeTen,
    MakeTotal,
    MissingTile,
    Mistake,
    NearDouble,
    Possible,
    Reply,
    RollsFit,
    facts_for,
    facts_of,
    format_fact,
    is_fact,
    make_exercise,
    parse_fact,
    parse_level,
)
from shutbox.strategies import Strategy

PLACES = [
    (name, level)
    for name in EXERCISES
    for level in LEVELS
    if facts_for(name, level.within, level.addends)
]
"""Every type at every level that has it."""


# ---- brute force: from the picture alone, without the engine ----


@cache
def sets_of(tiles: tuple[int, ...]) -> Mapping[int, tuple[tuple[int, ...], ...]]:
    """Every set of the tiles by its sum."""
    found: dict[int, tuple[tuple[int, ...], ...]] = {}
    for size in range(1, len(tiles) + 1):
        for chosen in combinations(tiles, size):
            found[sum(chosen)] = (*found.get(sum(chosen), ()), chosen)
    return found


@cache
def rolls_that_fit(tiles: tuple[int, ...]) -> int:
    return sum(red + blue in sets_of(tiles) for red, blue in product(range(1, 7), repeat=2))


def totals_left(tiles: tuple[int, ...], move: tuple[int, ...]) -> int:
    left = tuple(tile for tile in tiles if tile not in move)
    return sum(total in sets_of(left) for total in range(2, 13))


def brute_force(picture: Mapping[str, object]) -> list[object]:
    total, given, tiles = picture["total"], picture["given"], tuple(picture["open"])  # type: ignore[arg-type, call-overload]
    assert isinstance(given, list)
    sets = list(sets_of(tiles).get(total, ())) if isinstance(total, int) else []
    match picture["type"]:
        case "add-dice" | "near-double":
            return [sum(given)]
        case "missing-tile":
            return [tile for tile in range(1, 10) if tile + sum(given) == total]
        case "make-ten":
            pairs = product(range(1, 10), repeat=2)
            return [(a, b) for a, b in pairs if given[0] + a == 10 and a + b == given[1]]
        case "make-total":
            return [*sets]
        case "another-way":
            return [chosen for chosen in sets if list(chosen) != given]
        case "break-up":
            return [chosen for chosen in sets if len(chosen) == picture["parts"]]
        case "possible":
            return [*sets] or [()]
        case "find-all-sets":
            return [tuple(sets)]
        case "keep-totals":
            most = max(totals_left(tiles, move) for move in sets)
            return [move for move in sets if totals_left(tiles, move) == most]
        case "rolls-fit":
            return [rolls_that_fit(tiles)]
    raise AssertionError(f"there is no brute force for {picture['type']}")


def as_json(answer: object) -> object:
    return [as_json(item) for item in answer] if isinstance(answer, tuple) else answer


def test_every_exercise_has_exactly_the_answers_of_brute_force() -> None:
    """20,000 exercises, over all types, levels and seeds."""
    each = -(-20_000 // len(PLACES))
    for name, level in PLACES:
        for number in range(each):
            exercise = make_exercise(name, level, f"brute-{number % 7}", number)
            expected = brute_force(exercise.picture)
            assert sorted(map(repr, exercise.accepted)) == sorted(map(repr, expected)), exercise
            assert expected
            for answer in expected:
                assert exercise.check(as_json(answer)).is_right, (exercise, answer)


@pytest.mark.parametrize("name", EXERCISES)
def test_nothing_else_is_accepted(name: str) -> None:
    """Every number, and every set of tiles, pair of steps or list of sets that is not right."""
    for level in (level for other, level in PLACES if other == name and level.look == Look.PIPS):
        for number in range(6):
            exercise = make_exercise(name, level, "else", number)
            right = {repr(as_json(answer)) for answer in brute_force(exercise.picture)}
            sets = [list(c) for size in range(5) for c in combinations(range(11), size)]
            steps = [list(pair) for pair in product(range(11), repeat=2)]
            lists: list[object] = [sets[:1], [as_json(s) for s in sets[20:22]], [[1], [1, 2]]]
            answers = [*range(60), *(steps if name == "make-ten" else sets), *lists]
            for answer in answers:
                reply = exercise.check(answer)
                assert reply.is_right == (repr(answer) in right), (exercise, answer)


@pytest.mark.parametrize("name", EXERCISES)
def test_a_level_is_kept(name: str) -> None:
    for level in (level for other, level in PLACES if other == name):
        for number in range(30):
            exercise = make_exercise(name, level, "level", number)
            assert exercise.total <= level.within
            assert exercise.fact in facts_of(level.within, level.addends)
            assert exercise.facts[0] == exercise.fact
            assert name != "another-way" or exercise.given != exercise.fact
            assert all(is_fact(fact) for fact in exercise.facts)
            assert exercise.open_tiles < 1 << level.tiles
            assert exercise.picture["look"] == level.look
            if name == "find-all-sets":
                assert all(len(tiles) <= level.addends for tiles in exercise.accepted[0])  # type: ignore[arg-type, union-attr]


def test_possible_and_impossible_come_about_equally_often() -> None:
    exercises = [make_exercise("possible", Level(10, 3), "half", number) for number in range(400)]
    impossible = sum(exercise.accepted == ((),) for exercise in exercises)
    assert 160 <= impossible <= 240


def test_what_tiles_look_like_does_not_change_the_exercise() -> None:
    for name, level in PLACES:
        other = Level(level.within, level.addends, Look.NUMERALS)
        one, two = (make_exercise(name, each, "look", 3) for each in (level, other))
        assert {**one.picture, "look": ""} == {**two.picture, "look": ""}
        assert one.accepted == two.accepted


PINNED = {
    ("add-dice", Level(10, 2), 0): ((2, 2), (), (2, 2)),
    ("make-total", Level(10, 3), 1): ((3, 5), (3, 5, 7, 9), ()),
    ("missing-tile", Level(12, 4), 2): ((1, 3, 8), (), (1, 8)),
    ("break-up", Level(20, 3), 3): ((2, 5, 8), (1, 2, 3, 4, 5, 6, 7, 8, 9), ()),
    ("another-way", Level(12, 3), 4): ((2, 4), (1, 2, 4, 6, 7, 8, 9), (6,)),
    ("possible", Level(10, 2), 5): ((4, 5), (4, 6, 8), ()),
    ("find-all-sets", Level(12, 3), 6): ((2, 7), (2, 5, 6, 7, 9), ()),
    ("near-double", Level(5, 2), 7): ((2, 3), (), (3, 2)),
    ("make-ten", Level(20, 2), 8): ((6, 9), (), (9, 6)),
    ("keep-totals", Level(10, 2), 9): ((2, 7), (2, 3, 5, 6, 7), ()),
    ("rolls-fit", Level(12, 4), 10): ((1, 2, 8), (1, 2, 8), ()),
}


@pytest.mark.parametrize(("name", "level", "number"), PINNED)
def test_a_seed_gives_the_same_exercise_for_ever(name: str, level: Level, number: int) -> None:
    exercise = make_exercise(name, level, "a", number)
    fact, tiles, shown = PINNED[name, level, number]
    assert (exercise.fact, exercise.open_tiles, exercise.given) == (fact, tile_set(tiles), shown)


# ---- replies ----

THREE = Level(12, 3)
ADD = AddDice(THREE, (2, 3, 6), given=(3, 6, 2))
MAKE = MakeTotal(THREE, (3, 5), tile_set([1, 3, 4, 5, 7]))
OTHER = AnotherWay(THREE, (3, 5), tile_set([1, 3, 4, 5, 7]), (1, 7))
BREAK = BreakUp(THREE, (2, 7), tile_set(range(1, 10)))
CAN = Possible(THREE, (3, 5), tile_set([2, 3, 5, 9]))
CANNOT = Possible(THREE, (3, 5), tile_set([3, 4, 7]))
ALL = FindAllSets(THREE, (3, 5), tile_set([1, 3, 4, 5, 7]))
MISSING = MissingTile(THREE, (3, 4), given=(3,))
TWO_KNOWN = MissingTile(THREE, (2, 3, 4), given=(2, 3))
TEN = MakeTen(Level(20, 2), (5, 8), given=(8, 5))
NEAR = NearDouble(Level(20, 2), (6, 7), given=(7, 6))
KEEP = KeepTotals(THREE, (1, 2), tile_set([1, 2, 3, 4]))
FIT = RollsFit(THREE, (3, 4, 5), tile_set([3, 4, 5]))
FIT_TWO = RollsFit(THREE, (2, 6), tile_set([2, 6]))

REPLIES: list[tuple[Exercise, object, Reply]] = [
    (ADD, 11, Reply()),
    (ADD, "11", Reply(Mistake.UNREAD)),
    (ADD, 12, Reply(Mistake.ONE_OFF, 12, 11)),
    (ADD, 10, Reply(Mistake.ONE_OFF, 10, 11)),
    (ADD, 22, Reply(Mistake.TOTAL_TWICE, 22, 11)),
    (ADD, 9, Reply(Mistake.LEFT_OUT, 9, 11, (2,))),
    (ADD, 6, Reply(Mistake.LEFT_OUT, 6, 11, (2, 3))),
    (ADD, 7, Reply(Mistake.TOO_FEW, 7, 11)),
    (ADD, 14, Reply(Mistake.TOO_MANY, 14, 11)),
    (MAKE, [5, 3], Reply()),
    (MAKE, [], Reply(Mistake.NOTHING)),
    (MAKE, [4, 4], Reply(Mistake.TILE_TWICE, tiles=(4,))),
    (MAKE, [12], Reply(Mistake.NO_SUCH_TILE, tiles=(12,))),
    (MAKE, [2, 6], Reply(Mistake.TILE_SHUT, tiles=(2, 6))),
    (MAKE, [4, 5], Reply(Mistake.ONE_OFF, 9, 8)),
    (MAKE, [4, 3], Reply(Mistake.LEFT_OUT, 7, 8, (1,))),
    (MAKE, [5], Reply(Mistake.LEFT_OUT, 5, 8, (3,))),
    (MAKE, [4, 5, 7], Reply(Mistake.TOTAL_TWICE, 16, 8)),
    (MAKE, [5, 7], Reply(Mistake.OTHER_TOTAL, 12, 8)),
    (OTHER, [3, 5], Reply()),
    (OTHER, [7, 1], Reply(Mistake.SAME_SET, tiles=(1, 7))),
    (OTHER, [1], Reply(Mistake.LEFT_OUT, 1, 8, (3, 4))),
    (OTHER, [7], Reply(Mistake.ONE_OFF, 7, 8)),
    (BREAK, [4, 5], Reply()),
    (BREAK, [2, 3, 4], Reply(Mistake.NUMBER_OF_PARTS, 3, 2)),
    (BREAK, [9], Reply(Mistake.NUMBER_OF_PARTS, 1, 2)),
    (CAN, [3, 5], Reply()),
    (CAN, [], Reply(Mistake.IS_POSSIBLE, tiles=(3, 5))),
    (CANNOT, [], Reply()),
    (CANNOT, [4, 3], Reply(Mistake.ONE_OFF, 7, 8)),
    (ALL, [[1, 7], [5, 3], [4, 3, 1]], Reply()),
    (ALL, [[1, 7], [3, 5], [5, 3]], Reply(Mistake.FOUND_TWICE, tiles=(3, 5))),
    (ALL, [[3, 5]], Reply(Mistake.SETS_MISSING, 1, 3)),
    (ALL, [[3, 5], [4, 4]], Reply(Mistake.TILE_TWICE, tiles=(4,))),
    (ALL, [], Reply(Mistake.NOTHING)),
    (ALL, [3, 5], Reply(Mistake.UNREAD)),
    (MISSING, 4, Reply()),
    (MISSING, 7, Reply(Mistake.THE_TOTAL, 7, 4)),
    (MISSING, 10, Reply(Mistake.ADDED_ALL, 10, 4)),
    (MISSING, 3, Reply(Mistake.GIVEN_AGAIN, 3, 4)),
    (MISSING, 5, Reply(Mistake.ONE_OFF, 5, 4)),
    (TWO_KNOWN, 2, Reply(Mistake.GIVEN_AGAIN, 2, 4)),
    (TEN, [2, 3], Reply()),
    (TEN, [3, 2], Reply(Mistake.NOT_TEN, 11, 10)),
    (TEN, [2, 4], Reply(Mistake.OTHER_REST, 6, 5)),
    (TEN, [2], Reply(Mistake.UNREAD)),
    (NEAR, 13, Reply()),
    (NEAR, 12, Reply(Mistake.ONLY_DOUBLE, 12, 13, (6, 6))),
    (NEAR, 14, Reply(Mistake.ONLY_DOUBLE, 14, 13, (7, 7))),
    (KEEP, [3], Reply()),
    (KEEP, [1, 2], Reply(Mistake.FEWER_TOTALS, 3, 6, (1, 2))),
    (FIT, 25, Reply()),
    (FIT, 11, Reply(Mistake.THE_OTHERS, 11, 25)),
    (FIT, 7, Reply(Mistake.EQUAL_SUMS, 7, 25)),
    (FIT, 9, Reply(Mistake.SINGLE_TILES, 9, 25)),
    (FIT, 14, Reply(Mistake.ORDER_IGNORED, 14, 25)),
    (FIT, 26, Reply(Mistake.ONE_OFF, 26, 25)),
    (FIT_TWO, 11, Reply()),
]


@pytest.mark.parametrize(("exercise", "answer", "reply"), REPLIES)
def test_a_mistake_is_named(exercise: Exercise, answer: object, reply: Reply) -> None:
    assert exercise.check(answer) == reply


def test_every_mistake_is_reached() -> None:
    assert {reply.mistake for _, _, reply in REPLIES} == {None, *Mistake}
    assert {exercise.name for exercise, _, _ in REPLIES} == set(EXERCISES)


junk = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda items: st.lists(items, max_size=4) | st.dictionaries(st.text(max_size=3), items),
    max_leaves=8,
)


@given(answer=junk)
def test_whatever_is_answered_gets_a_reply(answer: object) -> None:
    for exercise in dict.fromkeys(exercise for exercise, _, _ in REPLIES):
        reply = exercise.check(answer)
        evidence = exercise.evidence(answer)
        assert reply.is_read or not evidence
        assert all(is_fact(fact) for fact in evidence)


# ---- what an answer shows, and what is exercised ----


@pytest.mark.parametrize(
    ("exercise", "answer", "shown"),
    [
        (ADD, 11, {(2, 3, 6): True}),
        (ADD, 12, {(2, 3, 6): False}),
        (ADD, None, {}),
        (MAKE, [7, 1], {(1, 7): True}),
        (MAKE, [7], {(3, 5): False}),
        (MAKE, [], {}),
        (ALL, [], {}),
        (CANNOT, [], {}),
        (CANNOT, [4], {}),
        (CAN, [], {(3, 5): False}),
        (ALL, [[1, 7], [1, 3, 4]], {(1, 7): True, (1, 3, 4): True, (3, 5): False}),
        (TEN, [2, 3], {(5, 8): True, (2, 8): True}),
        (NEAR, 13, {(6, 7): True, (6, 6): True}),
        (NEAR, 12, {(6, 7): False, (6, 6): True}),
        (NEAR, 14, {(6, 7): False}),
        (KEEP, [3], {}),
        (FIT, 25, {}),
    ],
)
def test_what_an_answer_shows(exercise: Exercise, answer: object, shown: object) -> None:
    assert exercise.evidence(answer) == shown


@pytest.mark.parametrize(
    ("exercise", "expected"),
    [
        (TEN, Strategy.MAKE_TEN),
        (NEAR, Strategy.NEAR_DOUBLE),
        (MISSING, Strategy.NEAR_DOUBLE),
        (AddDice(THREE, (2, 5), given=(2, 5)), Strategy.COUNT_ON),
        (KEEP, None),
        (FIT, None),
    ],
)
def test_the_strategy(exercise: Exercise, expected: Strategy | None) -> None:
    assert exercise.strategy == expected


# ---- names in links ----


def test_levels_and_facts_are_read_back() -> None:
    assert [parse_level(str(level)) for level in LEVELS] == list(LEVELS)
    for fact in facts_of(20, 4):
        assert is_fact(fact)
        assert parse_fact(format_fact(fact)) == fact
    assert len(facts_of(5, 2)) == 6
    assert facts_of(10, 2)[0] == (1, 1)


@pytest.mark.parametrize(
    "text", ["", "3", "4+3", "1+1+2", "0+3", "3+", "13+1", "9+12", "1+2+3+4+5", "٣+4", "3+4" * 99]
)
def test_what_is_no_fact_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="no sum"):
        parse_fact(text)


def test_what_does_not_exist_is_refused() -> None:
    with pytest.raises(ValueError, match="no level has 3 addends within 5"):
        Level(5, 3)
    with pytest.raises(ValueError, match="is no level"):
        parse_level("10-2-wood")
    for wrong in (
        {"name": "guess"},
        {"name": "make-ten"},
        {"seed": "a/b"},
        {"number": -1},
        {"fact": (5, 6)},
    ):
        asked = {"name": "add-dice", "level": Level(10, 2), "seed": "a", "number": 0} | wrong
        with pytest.raises(ValueError, match=r"exercise|seed"):
            make_exercise(**asked)  # type: ignore[arg-type]
