"""What comes next, for simulated learners; and progress that survives whatever happens to it."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from hashlib import sha256
from itertools import pairwise
from statistics import fmean

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from shutbox import analyse, parse_turn, tile_set
from shutbox.exercises import (
    EXERCISES,
    LEVELS,
    AddDice,
    Exercise,
    Fact,
    KeepTotals,
    Level,
    Look,
    MakeTotal,
    MissingTile,
    facts_for,
    facts_of,
)
from shutbox.practice import (
    FIRST_BOX_OF_KNOWN,
    MOST_ASIDE,
    MOST_CHARACTERS,
    ROUND,
    WAITS,
    Memory,
    Progress,
    Standing,
    Task,
    Trouble,
    addition_table,
    from_turn,
    lesson_tasks,
    names_at,
    next_task,
    parse_task,
    read_progress,
    save_progress,
    sets_of_number,
)

NOW = 1_800_000_000
DAY = 86_400
SECONDS = 18
"""A round of ten takes about three minutes."""

PIPS = [level for level in LEVELS if level.look == Look.PIPS]


# ---- learners ----


def chance(*parts: object) -> float:
    """A number from 0 to 1, the same for the same parts."""
    digest = sha256(repr(parts).encode()).digest()
    return int.from_bytes(digest[:8], "big") / 2**64


def as_json(answer: object) -> object:
    return [as_json(item) for item in answer] if isinstance(answer, tuple) else answer


def wrong(exercise: Exercise) -> object:
    """A wrong answer that can be read: too many, or the one tile or set that is not right."""
    right = exercise.accepted[0]
    if isinstance(right, int):
        return right + 2
    if exercise.name == "make-ten":
        return [1, 1] if right != (1, 1) else [2, 2]
    tile = next(tile for tile in range(1, 12) if (tile,) not in exercise.accepted)
    return [[11]] if exercise.name == "find-all-sets" else [tile]


class Learner:
    """Knows some facts of a level; what it is told of the others, it forgets at once.

    Of a hundred answers three are slips. Of several sets it gives one that it knows.
    """

    def __init__(self, seed: int, level: Level) -> None:
        self.seed = seed
        self.level = level
        self.answers = 0

    def knows(self, fact: Fact) -> bool:
        return len(fact) == 1 or chance(self.seed, fact) < 0.5

    def answer(self, exercise: Exercise) -> object:
        self.answers += 1
        slips = chance(self.seed, self.answers, "slip") < 0.03
        if not exercise.shows_facts:
            return as_json(exercise.accepted[0])
        if exercise.name == "find-all-sets":
            found = [s for s in exercise.accepted[0] if self.knows(s)]  # type: ignore[union-attr, arg-type]
            return as_json(tuple(found)) if found and not slips else wrong(exercise)
        if exercise.asks_fact:
            knows = all(map(self.knows, exercise.facts))
            return as_json(exercise.accepted[0]) if knows != slips else wrong(exercise)
        known = [s for s in exercise.accepted if s == () or self.knows(s)]  # type: ignore[arg-type]
        if slips or not known:
            return wrong(exercise)
        return as_json(known[int(chance(self.seed, self.answers) * len(known))])


def practise(
    answer: Callable[[Exercise], object],
    level: Level,
    count: int,
    names: tuple[str, ...] = tuple(EXERCISES),
    seed: str = "s",
) -> tuple[list[Task], list[Progress]]:
    """Practise a round a day; return the tasks, the progress before each and at the end."""
    tasks: list[Task] = []
    history = [Progress()]
    now = NOW
    for number in range(count):
        task = next_task(history[-1], level, seed, tasks, now, names)
        history.append(history[-1].after(task.exercise, answer(task.exercise), now))
        tasks.append(task)
        now += SECONDS if (number + 1) % ROUND else DAY
    return tasks, history


def right(exercise: Exercise) -> object:
    return as_json(exercise.accepted[0])


@pytest.mark.parametrize("level", [Level(10, 2), Level(12, 3), Level(20, 4)], ids=str)
def test_what_is_not_known_comes_at_least_twice_as_often(level: Level) -> None:
    """And within 100 exercises the schedule believes what the learner knows."""
    meetings = {True: 0, False: 0}
    met_facts = {True: 0, False: 0}
    agreement = []
    for seed in range(12):
        learner = Learner(seed, level)
        tasks, history = practise(learner.answer, level, 100, seed=f"seed-{seed}")
        counts = Counter(task.fact for task in tasks if EXERCISES[task.name].shows_facts)
        for fact, count in counts.items():
            meetings[learner.knows(fact)] += count
            met_facts[learner.knows(fact)] += 1
        progress = history[-1]
        beliefs = [progress.seems_known(f) == learner.knows(f) for f in progress.memories]
        assert len(beliefs) >= 10
        agreement.append(fmean(beliefs))
    assert meetings[False] >= 2 * meetings[True]
    assert meetings[False] / met_facts[False] >= 2 * meetings[True] / met_facts[True]
    assert fmean(agreement) >= 0.95
    assert min(agreement) >= 0.85


@pytest.mark.parametrize("level", [Level(5, 2), Level(10, 2), Level(20, 4)], ids=str)
def test_a_round_ends_with_something_that_was_right_before(level: Level) -> None:
    learner = Learner(3, level)
    tasks, history = practise(learner.answer, level, 100)
    for end in range(2 * ROUND - 1, 100, ROUND):
        memory = history[end].memories[tasks[end].fact]
        assert memory.right
        assert memory.box


def test_new_facts_enter_slowly_where_nothing_is_known() -> None:
    tasks, history = practise(wrong, Level(20, 4), 100)
    for number, progress in enumerate(history):
        assert len(progress.memories) <= 9 + number // ROUND
    assert len(history[-1].memories) >= 10
    assert max(Counter(task.fact for task in tasks[-ROUND:]).values()) <= 3


def test_few_facts_are_unsure_at_a_time_where_one_mistake_is_enough_to_learn() -> None:
    told: set[Fact] = set()

    def answer(exercise: Exercise) -> object:
        is_told = exercise.fact in told or not exercise.shows_facts
        told.add(exercise.fact)
        return right(exercise) if is_told else wrong(exercise)

    _, history = practise(answer, Level(10, 2), 60)
    unsure = [sum(not memory.seems_known for memory in p.memories.values()) for p in history]
    assert max(unsure) <= 5
    assert len(history[-1].memories) >= 12


def test_new_facts_enter_fast_where_all_is_known() -> None:
    _, history = practise(right, Level(10, 2), 100, ("add-dice", "missing-tile"))
    assert set(history[-1].memories) == set(facts_of(10, 2))
    assert all(history[-1].seems_known(fact) for fact in facts_of(10, 2))


ALONE = [(name, level) for name in EXERCISES for level in PIPS if name in names_at(level)]


@pytest.mark.parametrize(("name", "level"), ALONE)
@pytest.mark.parametrize("answer", [right, wrong])
def test_no_loop_and_nothing_twice_in_a_row(
    name: str, level: Level, answer: Callable[[Exercise], object]
) -> None:
    tasks, _ = practise(answer, level, 60, (name,))
    pictures = [task.exercise.picture for task in tasks]
    assert all(one != two for one, two in pairwise(pictures))
    possible = len(facts_for(name, level.within, level.addends))
    if possible > 2 and EXERCISES[name].shows_facts:
        facts = [task.fact for task in tasks]
        assert all(len(set(facts[at : at + 3])) == 3 for at in range(58))
    assert len({task.fact for task in tasks}) >= min(possible, 8)


def test_what_is_due_comes_first() -> None:
    facts = facts_of(10, 2)
    waiting = Memory(3, 3, 3, NOW - DAY, NOW + 2 * DAY)
    due = {(2, 3): Memory(2, 1, 1, NOW - 2 * DAY, NOW - DAY)}
    progress = Progress(dict.fromkeys(facts, waiting) | due)
    assert next_task(progress, Level(10, 2), "s", [], NOW).fact == (2, 3)


def test_one_of_a_round_is_about_chances_once_something_is_known() -> None:
    tasks, _ = practise(right, Level(12, 3), 5 * ROUND)
    for start in range(0, 5 * ROUND, ROUND):
        of_round = tasks[start : start + ROUND]
        assert sum(not EXERCISES[task.name].shows_facts for task in of_round) == 1


def test_the_same_seed_gives_the_same_exercises_for_ever() -> None:
    level = Level(12, 3)
    tasks = lesson_tasks(level, "class-4b")
    assert tasks == lesson_tasks(level, "class-4b", 30)[:ROUND]
    assert tasks != lesson_tasks(level, "class-4c")
    assert [str(task) for task in tasks[:4]] == PINNED


PINNED = [
    "add-dice_12-3-pips_class-4b_0_3.4.5",
    "make-total_12-3-pips_class-4b_1_2.4",
    "possible_12-3-pips_class-4b_2_1.4",
    "add-dice_12-3-pips_class-4b_3_2.6",
]


@pytest.mark.parametrize(("name", "level"), ALONE)
def test_a_class_gets_nothing_twice_in_a_row(name: str, level: Level) -> None:
    pictures = [task.exercise.picture for task in lesson_tasks(level, "a", 20, {name})]
    assert all(one != two for one, two in pairwise(pictures))


def test_tasks_are_read_back() -> None:
    for level in LEVELS:
        for task in lesson_tasks(level, "read-back", 5):
            assert parse_task(str(task)) == task


@pytest.mark.parametrize(
    "text",
    [
        "",
        "add-dice_10-2-pips_a_0",
        "add-dice_10-2-pips_a_0_3.4.5",
        "add-dice_10-2-pips_a_-1_3.4",
        "add-dice_10-2-pips_a b_0_3.4",
        "guess_10-2-pips_a_0_3.4",
        "add-dice_11-2-pips_a_0_3.4",
        "add-dice_10-2-pips_a_0_3.8",
        "add-dice_10-2-pips_a_0_3.4\n",
    ],
)
def test_what_is_no_task_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"no exercise|no such exercise|no level|no type|no sum"):
        parse_task(text)


def test_a_level_without_the_wanted_types_is_refused() -> None:
    with pytest.raises(ValueError, match="has no exercise of these types"):
        next_task(Progress(), Level(5, 2), "a", [], NOW, {"make-ten", "guess"})


# ---- one fact ----

ADD = AddDice(Level(10, 2), (3, 4), given=(4, 3))


def box_after(*answers: tuple[object, int]) -> int:
    progress = Progress()
    for answer, when in answers:
        progress = progress.after(ADD, answer, when)
    return progress.memories[3, 4].box


@pytest.mark.parametrize(
    ("answers", "box"),
    [
        ([(7, 0)], 2),
        ([(8, 0)], 0),
        ([(8, 0), (7, 60)], 1),
        ([(8, 0), (7, 60), (7, 120)], 1),  # too early to show more
        ([(8, 0), (7, 60), (7, 60 + WAITS[1])], 2),
        ([(7, 0), (7, DAY)], 3),
        ([(7, 0), (7, DAY), (8, 4 * DAY)], 1),  # a slip
        ([(7, 0), (8, DAY)], 0),
        ([(7, when * 60 * DAY) for when in range(9)], 5),
    ],
)
def test_a_right_answer_moves_on_and_a_wrong_one_back(
    answers: list[tuple[object, int]], box: int
) -> None:
    assert box_after(*answers) == box


def test_help_costs_nothing_and_shows_nothing() -> None:
    known = Progress().after(ADD, 7, NOW)
    helped = known.after(ADD, 7, NOW + 2 * DAY, helped=True).memories[3, 4]
    assert (helped.box, helped.met, helped.right) == (2, 2, 1)
    assert Progress().after(ADD, 7, NOW, helped=True).memories[3, 4].box == 0


def test_what_is_no_answer_changes_nothing() -> None:
    assert Progress().after(ADD, "seven", NOW) == Progress()
    keep = KeepTotals(Level(12, 3), (1, 2), tile_set([1, 2, 3, 4]))
    assert Progress().after(keep, [3], NOW) == Progress()


def test_another_set_than_the_one_asked_for_is_what_is_known() -> None:
    make = MakeTotal(Level(10, 2), (3, 5), tile_set([1, 3, 5, 7]))
    memories = Progress().after(make, [1, 7], NOW).memories
    assert memories[1, 7].box == FIRST_BOX_OF_KNOWN
    assert memories[3, 5] == Memory(0, 1, 0, NOW, NOW)


# ---- from games ----


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "two-dice_5.4-4.5_6.6-1.2.9_4.3-7",
            [("another-way", 9, (4, 5)), ("keep-totals", 12, ())],
        ),
        ("two-dice_5.5-1.2.3.4_2.1-", [("keep-totals", 10, ())]),
        ("six_5-1.4_6-6", [("another-way", 5, (1, 4))]),  # one die: totals of two say nothing
        ("two-dice_5.4-9_6.6-4.8_2.1-3", []),  # all best
    ],
)
def test_a_costly_move_asks_which_keeps_more_or_for_another_way(
    text: str, expected: list[tuple[str, int, tuple[int, ...]]]
) -> None:
    analysis = analyse(parse_turn(text))
    suggested = from_turn(analysis)
    assert [(e.name, e.total, e.given) for e in suggested] == expected
    best = {step.open_tiles: step.best for step in analysis.steps}
    for exercise in suggested:
        right_sets = {tile_set(tiles) for tiles in exercise.accepted}  # type: ignore[arg-type]
        assert right_sets & set(best[exercise.open_tiles])
        assert exercise.fact != exercise.given


def test_sums_that_went_wrong_come_back() -> None:
    analysis = analyse(parse_turn("two-dice_5.4-9_6.6-4.8_2.1-3"))
    add, missing, *rest = from_turn(analysis, unsure={1})
    assert isinstance(add, AddDice)
    assert (add.fact, add.given) == ((6, 6), (6, 6))
    assert isinstance(missing, MissingTile)
    assert (missing.fact, missing.given) == ((4, 8), (4,))
    assert rest == []
    assert from_turn(analysis) == ()


@pytest.mark.parametrize("text", ["thai_5.4-9", "two-tiles_6.6-3.9", "classic"])
def test_other_rules_suggest_nothing(text: str) -> None:
    assert from_turn(analyse(parse_turn(text)), unsure=range(9)) == ()


# ---- summary ----


def test_the_summary_shows_what_is_safe_growing_and_new() -> None:
    safe, growing = Memory(3, 4, 4, NOW, NOW), Memory(2, 1, 1, NOW, NOW)
    progress = Progress({(3, 4): safe, (2, 2): growing, (1, 2, 4): growing})
    table = addition_table(progress)
    assert [len(row) for row in table] == [9] * 9
    assert table[2][3] == table[3][2] == Standing.SAFE
    assert table[1][1] == Standing.GROWING
    assert Counter(cell for row in table for cell in row)[Standing.NEW] == 81 - 3
    assert sets_of_number(progress, 7) == (
        ((1, 6), Standing.NEW),
        ((2, 5), Standing.NEW),
        ((3, 4), Standing.SAFE),
        ((1, 2, 4), Standing.GROWING),
    )


# ---- saved progress ----

GOOD = [2, 1, 1, 5, 5]


def saved(facts: object, version: object = 1) -> str:
    return json.dumps({"shutbox-practice": version, "facts": facts}, separators=(",", ":"))


memories = st.builds(
    lambda box, right, wrong, last, due: Memory(box, right + wrong + 1, right, last, due),
    st.integers(0, 5),
    st.integers(0, 50),
    st.integers(0, 50),
    st.integers(0, NOW),
    st.integers(0, 0),
)
progresses = st.builds(
    Progress, st.dictionaries(st.sampled_from(facts_of(20, 4)), memories, max_size=12)
)


@given(progress=progresses)
def test_saved_progress_is_read_back(progress: Progress) -> None:
    loaded = read_progress(save_progress(progress), NOW)
    assert loaded.progress == progress
    assert loaded.troubles == {}


@given(progress=progresses, cut=st.floats(0, 1))
def test_of_a_text_that_was_cut_off_every_whole_entry_is_kept(
    progress: Progress, cut: float
) -> None:
    text = save_progress(progress)
    text = text[: int(cut * len(text))]
    loaded = read_progress(text, NOW)
    assert len(loaded.progress.memories) == text.count("]")
    assert loaded.progress.memories.items() <= progress.memories.items()
    assert loaded.troubles or text == save_progress(progress)


def damaged(text: str, start: int, length: int, put: str) -> str:
    start %= len(text)
    return text[:start] + put + text[start + length :]


junk = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda items: (
        st.lists(items, max_size=5)
        | st.dictionaries(st.text(max_size=5) | st.just("3+4"), items, max_size=4)
    ),
    max_leaves=12,
)
texts = (
    st.text(max_size=200)
    | st.builds(
        damaged,
        progresses.map(save_progress),
        st.integers(0),
        st.integers(0, 20),
        st.text(max_size=10) | st.text('0123456789+[]{},:"', max_size=10),
    )
    | junk.map(json.dumps)
    | st.builds(saved, junk, junk)
)


@settings(deadline=None)
@given(text=texts)
@example("[" * 100_000)
@example('{"shutbox-practice":1,"facts":' + "{" * 60_000)
@example("9" * 5_000)
@example('{"shutbox-practice":1,"facts":{"3+4":[' + "9" * 199_000)
@example(('"3+4":[' + "1" * 60) * 2_900)
@example("\ud800")
def test_whatever_the_text_the_page_goes_on(text: str) -> None:
    loaded = read_progress(text, NOW)
    progress = loaded.progress
    for memory in progress.memories.values():
        assert 0 <= memory.box < len(WAITS)
        assert 0 <= memory.right <= memory.met
        assert memory.last <= NOW
        assert memory.due <= NOW + WAITS[-1]
    next_task(progress, Level(10, 2), "a", [], NOW)
    again = read_progress(save_progress(progress), NOW)
    assert again.progress == progress
    assert set(again.troubles) <= {Trouble.KEPT_ASIDE}


@pytest.mark.parametrize(
    ("text", "kept", "troubles"),
    [
        ("", 0, {Trouble.NOT_OURS: 1}),
        ("[1, 2]", 0, {Trouble.NOT_OURS: 1}),
        ('{"facts": 3}', 0, {Trouble.NOT_OURS: 1}),
        (saved(3), 0, {Trouble.DAMAGED: 1}),
        (saved({"3+4": GOOD})[:-1], 1, {Trouble.DAMAGED: 1}),
        (json.dumps({"facts": {"3+4": GOOD}}), 1, {Trouble.DAMAGED: 1}),
        (saved({"3+4": GOOD}, 2), 1, {Trouble.NEWER: 1}),
        (saved({"3+4": GOOD}, True), 1, {Trouble.DAMAGED: 1}),
        (
            saved({"3+4": GOOD, "2+2": [9, 1, 1, 5, 5], "1+2": [1], "1+3": None}),
            1,
            {Trouble.BAD_ENTRY: 3},
        ),
        (saved({"3+4": GOOD, "3*4": GOOD, "30+40": GOOD}), 1, {Trouble.KEPT_ASIDE: 2}),
        (saved({"3+4": [2, 1, 1, NOW + 1, NOW + 1]}), 1, {Trouble.FUTURE: 1}),
    ],
)
def test_what_is_readable_is_kept_and_the_rest_is_told(
    text: str, kept: int, troubles: dict[Trouble, int]
) -> None:
    loaded = read_progress(text, NOW)
    assert len(loaded.progress.memories) == kept
    assert loaded.troubles == troubles


@pytest.mark.parametrize(
    ("entry", "last", "due"),
    [
        ([2, 1, 1, 5, 5], 5, 5),
        ([2, 1, 1, 5, 10**10], 5, 5 + DAY),
        ([0, 1, 0, NOW + 7, NOW + 7], NOW, NOW),
    ],
)
def test_no_clock_that_was_wrong_keeps_a_fact_away(entry: list[int], last: int, due: int) -> None:
    memory = read_progress(saved({"3+4": entry}), NOW).progress.memories[3, 4]
    assert (memory.last, memory.due) == (last, due)


def test_what_is_unknown_today_is_saved_again() -> None:
    text = saved({"3*4": GOOD})
    assert save_progress(read_progress(text, NOW).progress) == text


def test_a_text_is_bounded() -> None:
    every = Progress({fact: Memory(5, 10**6, 10**6, NOW, NOW) for fact in facts_of(20, 4)})
    text = save_progress(every)
    assert 3 * len(text) < MOST_CHARACTERS
    loaded = read_progress(text + " " * MOST_CHARACTERS, NOW)
    assert loaded.progress == every
    assert loaded.troubles == {Trouble.TOO_LONG: 1}
    many = {f"x{number}": [0, 1, 0, 0, 0] for number in range(MOST_ASIDE + 3)}
    loaded = read_progress(saved(many), NOW)
    assert loaded.troubles == {Trouble.KEPT_ASIDE: MOST_ASIDE, Trouble.LEFT_OUT: 3}


def test_two_devices_are_put_together() -> None:
    early, late = Memory(1, 2, 1, 10, 10), Memory(3, 4, 4, 20, 20)
    one = Progress({(3, 4): early, (2, 2): late}, {"3*4": (0, 1, 0, 0, 0)})
    two = Progress({(3, 4): late, (2, 2): early, (1, 1): early})
    both = Progress({(3, 4): late, (2, 2): late, (1, 1): early}, {"3*4": (0, 1, 0, 0, 0)})
    assert one.merged(two) == two.merged(one) == both
