"""What a pupil has practised, what comes next, and both as text that a browser keeps.

Facts lie in boxes, as cards do in Leitner's: each box waits longer than the one before. A right
answer moves a fact on, a wrong one back. Time is given by the caller, in whole seconds.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from statistics import median
from typing import Any

from shutbox.analysis import StepAnalysis, TurnAnalysis
from shutbox.dice import Dice, check_seed
from shutbox.exercises import (
    EXERCISES,
    HIGHEST_ADDEND,
    WITHIN,
    AddDice,
    AnotherWay,
    Choices,
    Exercise,
    Fact,
    FindAllSets,
    KeepTotals,
    Level,
    Look,
    MissingTile,
    facts_for,
    facts_of,
    format_fact,
    is_fact,
    make_exercise,
    parse_fact,
    parse_level,
)
from shutbox.tiles import sets_with_sum, tiles_in
from shutbox.variants import MoveRule, Variant

_MINUTE, _DAY = 60, 24 * 60 * 60

WAITS = (0, 10 * _MINUTE, _DAY, 3 * _DAY, 8 * _DAY, 21 * _DAY)
"""How long a fact waits in each box, in seconds."""

FIRST_BOX_OF_KNOWN = 2
"""A fact that is right the first time lies here: it seems to be known."""

FIRST_BOX_OF_SAFE = 3
"""A fact here was right on two days at least."""

ROUND = 10
"""So many exercises are a round."""

MOST_UNSURE = 4
"""No new facts while so many are met but not known, except for the first of a round."""

GAP = 2
"""So many other facts come between an exercise about a fact and the next one."""

TIRING = 4
"""After so many in a row that are not known comes one that is, or a new one."""

MIX = 3
"""Chance picks among so many that are equally near."""

MOST_OF_A_ROUND = 3
"""A fact comes at most so often in a round, if there are others."""


class Standing(StrEnum):
    """How well a fact is known."""

    NEW = "new"
    GROWING = "growing"
    SAFE = "safe"


@dataclass(frozen=True, slots=True)
class Memory:
    """How it went with one fact.

    Attributes:
        box: where it lies, an index of `WAITS`.
        met: how many exercises met it.
        right: how many of these were right at the first try, without help.
        last: when it was last met.
        due: when it should come again.
    """

    box: int
    met: int
    right: int
    last: int
    due: int

    @property
    def standing(self) -> Standing:
        """How well the fact is known."""
        return Standing.SAFE if self.box >= FIRST_BOX_OF_SAFE else Standing.GROWING

    @property
    def seems_known(self) -> bool:
        """Whether a right answer is expected."""
        return self.box >= FIRST_BOX_OF_KNOWN


def _moved(memory: Memory | None, is_right: bool | None, now: int) -> Memory:
    """Return how it stands after an answer; None: the answer said nothing about the fact."""
    was = memory or Memory(0, 0, 0, now, now)
    met = replace(was, met=was.met + 1, last=now)
    if is_right is None:
        return replace(met, due=max(was.due, now + WAITS[was.box]))
    if not is_right:
        box = 1 if was.box > FIRST_BOX_OF_KNOWN else 0
    elif memory is None:
        box = FIRST_BOX_OF_KNOWN
    elif now < was.due:
        return replace(met, right=was.right + 1)  # Too early to show more than last time.
    else:
        box = min(was.box + 1, len(WAITS) - 1)
    return replace(met, box=box, right=was.right + is_right, due=now + WAITS[box])


@dataclass(frozen=True, slots=True)
class Progress:
    """What a pupil has practised. Immutable.

    Attributes:
        memories: by fact; facts that were never met are not in it.
        aside: entries of a saved text that this program knows no fact for, kept as they were.
    """

    memories: Mapping[Fact, Memory] = field(default_factory=dict)
    aside: Mapping[str, tuple[int, ...]] = field(default_factory=dict)

    def standing(self, fact: Fact) -> Standing:
        """Return how well a fact is known."""
        memory = self.memories.get(fact)
        return memory.standing if memory else Standing.NEW

    def seems_known(self, fact: Fact) -> bool:
        """Return whether a right answer to a fact is expected."""
        memory = self.memories.get(fact)
        return bool(memory and memory.seems_known)

    def after(
        self, exercise: Exercise, answer: object, now: int, *, helped: bool = False
    ) -> Progress:
        """Return the progress after the first answer to an exercise.

        Later tries say nothing new: whoever was told what went wrong knows more.

        Args:
            exercise: what was asked.
            answer: what was answered; what is no answer changes nothing.
            now: the time.
            helped: whether help was taken; a right answer then moves nothing.
        """
        if not exercise.shows_facts or not exercise.check(answer).is_read:
            return self
        shown: dict[Fact, bool | None] = {exercise.fact: None, **exercise.evidence(answer)}
        if helped:
            shown = {fact: None if is_right else is_right for fact, is_right in shown.items()}
        moved = {fact: _moved(self.memories.get(fact), shown[fact], now) for fact in shown}
        return replace(self, memories={**self.memories, **moved})

    def merged(self, other: Progress) -> Progress:
        """Return both together; where both know a fact, what was met last counts."""
        memories = dict(self.memories)
        for fact, memory in other.memories.items():
            if fact not in memories or memories[fact].last < memory.last:
                memories[fact] = memory
        return Progress(memories, {**self.aside, **other.aside})


# ---- what comes next ----


@dataclass(frozen=True, slots=True)
class Task:
    """An exercise by its names; ``str`` is a text for links and session state.

    Attributes:
        name: of the type of exercise.
        level, seed, number, fact: see `exercises.make_exercise`.
    """

    name: str
    level: Level
    seed: str
    number: int
    fact: Fact

    def __str__(self) -> str:
        fact = format_fact(self.fact).replace("+", ".")
        return f"{self.name}_{self.level}_{self.seed}_{self.number}_{fact}"

    @property
    def exercise(self) -> Exercise:
        """The exercise, the same for ever.

        Raises:
            ValueError: the names are none of an exercise.
        """
        return make_exercise(self.name, self.level, self.seed, self.number, self.fact)


def parse_task(text: str) -> Task:
    """Return the task that ``str`` of a task names.

    Raises:
        ValueError: it names none.
    """
    found = re.fullmatch(
        r"([a-z-]{1,20})_([a-z0-9-]{1,20})_([A-Za-z0-9-]{1,40})_([0-9]{1,6})_([0-9.]{3,11})",
        text,
        re.ASCII,
    )
    if not found:
        raise ValueError(f"{text[:60]!r} is no exercise")
    name, level, seed, number, fact = found.groups()
    task = Task(name, parse_level(level), seed, int(number), parse_fact(fact.replace(".", "+")))
    _ = task.exercise
    return task


def names_at(level: Level, names: Collection[str] = tuple(EXERCISES)) -> tuple[str, ...]:
    """Return those types of exercise that a level has, in their order.

    Raises:
        ValueError: it has none of them.
    """
    found = [name for name in EXERCISES if name in names]
    found = [name for name in found if facts_for(name, level.within, level.addends)]
    if not found:
        raise ValueError(f"level {level} has no exercise of these types")
    return tuple(found)


def lesson_tasks(
    level: Level, seed: str, count: int = ROUND, names: Collection[str] = tuple(EXERCISES)
) -> tuple[Task, ...]:
    """Return the exercises that a whole class gets: whatever was practised does not matter.

    Raises:
        ValueError: the level has no exercise of these types, or the seed is not one.
    """
    tasks: list[Task] = []
    possible = names_at(level, names)
    for number in range(count):
        choices = _choices(seed, number, level)
        name = choices.one_of(possible)
        tasks.append(_task(choices, name, level, seed, tasks))
    return tuple(tasks)


def _choices(seed: str, number: int, level: Level) -> Choices:
    return Choices(f"shutbox/practice/1/{check_seed(seed)}/{number}/{level.within}-{level.addends}")


def _task(choices: Choices, name: str, level: Level, seed: str, asked: Sequence[Task]) -> Task:
    """Return an exercise of a type about any fact but the last one."""
    facts = choices.shuffled(facts_for(name, level.within, level.addends))
    tasks = [Task(name, level, seed, len(asked), fact) for fact in facts]
    others = (task for task in tasks if not asked or task.fact != asked[-1].fact)
    return next((task for task in others if _is_other(task, asked)), tasks[0])


def next_task(
    progress: Progress,
    level: Level,
    seed: str,
    asked: Sequence[Task],
    now: int,
    names: Collection[str] = tuple(EXERCISES),
) -> Task:
    """Return what to ask next: what is due first, then what is new, then what is least known.

    A round is `ROUND` exercises; its last one is about something that was right before. Nothing
    is asked twice in a row, and no type either, where another one suits. A fact that is not known
    is mostly met where only that is right. New facts enter slowly, half of them the easiest, half
    what only this level has. After `TIRING` in a row that are not known comes something else. One
    of a round is about chances, once two facts are known.

    Args:
        progress: what was practised, this sitting too.
        level: the level.
        seed: names the exercises of the sitting.
        asked: the tasks of the sitting so far, oldest first.
        now: the time.
        names: the types of exercise to choose from.

    Raises:
        ValueError: the level has no exercise of these types, or the seed is not one.
    """
    possible = names_at(level, names)
    about_facts = [name for name in possible if EXERCISES[name].shows_facts]
    about_chances = [name for name in possible if not EXERCISES[name].shows_facts]
    choices = _choices(seed, len(asked), level)
    known = sum(memory.seems_known for memory in progress.memories.values())
    if not about_facts or (about_chances and len(asked) % ROUND == ROUND // 2 and known >= 2):
        return _task(choices, choices.one_of(about_chances), level, seed, asked)
    by_name = {name: facts_for(name, level.within, level.addends) for name in about_facts}
    some = {fact for facts in by_name.values() for fact in facts}
    facts = [fact for fact in facts_of(level.within, level.addends) if fact in some]
    while True:
        fact = _next_fact(progress, level, facts, asked, now, choices)
        facts.remove(fact)
        suited = [name for name in about_facts if fact in by_name[name]]
        if not progress.seems_known(fact):
            if len(asked) % 3 != 2:
                suited = [name for name in suited if EXERCISES[name].asks_fact] or suited
            suited = [name for name in suited if name != FindAllSets.name] or suited
        if asked:
            suited = [name for name in suited if name != asked[-1].name] or suited
        for name in choices.shuffled(suited):
            task = Task(name, level, seed, len(asked), fact)
            if _is_other(task, asked) or not facts:
                return task


def _is_other(task: Task, asked: Sequence[Task]) -> bool:
    """Return whether a task looks different from the last one."""
    return not asked or task.exercise.picture != asked[-1].exercise.picture


def _next_fact(
    progress: Progress,
    level: Level,
    facts: Sequence[Fact],
    asked: Sequence[Task],
    now: int,
    choices: Choices,
) -> Fact:
    place = len(asked) % ROUND
    this_round = Counter(task.fact for task in asked[len(asked) - place :])
    before = [task.fact for task in asked]
    gap = min(GAP, len(facts) - 1)
    free = [fact for fact in facts if fact not in before[len(before) - gap :]]
    free = [fact for fact in free if this_round[fact] < MOST_OF_A_ROUND] or free
    memories = progress.memories

    def is_weak(fact: Fact) -> bool:
        return fact in memories and memories[fact].box == 0

    met = sorted(
        (fact for fact in free if fact in memories),
        key=lambda fact: (progress.seems_known(fact), memories[fact].due, memories[fact].box),
    )
    new = [fact for fact in free if fact not in memories]
    if place == ROUND - 1:
        solved = [fact for fact in met if progress.seems_known(fact)]
        others = [fact for fact in facts if fact in memories and fact != before[-1]]
        solved = solved or [fact for fact in others if memories[fact].box]
        return choices.one_of((solved or free)[:MIX])
    tired = len(before) >= TIRING and all(map(is_weak, before[-TIRING:]))
    if tired:
        met = [fact for fact in met if not is_weak(fact)] or met
    due = [fact for fact in met if memories[fact].due <= now]
    unsure = sum(fact in memories and not progress.seems_known(fact) for fact in facts)
    entered = any(
        fact in memories and memories[fact].met <= times for fact, times in this_round.items()
    )
    room = MOST_UNSURE if not tired else 2 * MOST_UNSURE
    if new and (not met or (unsure < room and not due) or (not entered and place >= TIRING)):
        own = [fact for fact in new if _is_of(fact, level)]
        return choices.one_of(choices.one_of((new, own or new))[:MIX])
    least = due or met
    alike = [fact for fact in least if progress.seems_known(fact) == progress.seems_known(least[0])]
    return choices.one_of(alike[:MIX])


def _is_of(fact: Fact, level: Level) -> bool:
    """Return whether no easier level has a fact."""
    easier = max((within for within in WITHIN if within < level.within), default=0)
    return len(fact) == level.addends and sum(fact) > easier


# ---- what games suggest ----

LARGE_LOSS = {"score": 1.0, "shut": 0.02}
"""From here on a loss is large, in points or as a chance to shut the box."""

MOST_SUGGESTED = 10

SLOW_TIMES, SLOW_SECONDS, PAUSE_SECONDS = 2.5, 8.0, 120.0
"""A sum took long: so many times the median of its turn and so many seconds; yet no pause."""


def unsure_steps(notes: Mapping[int, tuple[int, float | None]]) -> frozenset[int]:
    """Return the steps of a turn whose sum went wrong at least once, or took long.

    Args:
        notes: by the index of the step, how often its sum went wrong, and the seconds from the roll
            to the move; None where nobody knows.
    """
    taken = {
        index: seconds
        for index, (_, seconds) in notes.items()
        if seconds is not None and 0 <= seconds <= PAUSE_SECONDS
    }
    slow = max(SLOW_SECONDS, SLOW_TIMES * median(taken.values())) if taken else 0.0
    return frozenset(
        index for index, (wrongs, _) in notes.items() if wrongs > 0 or taken.get(index, 0.0) > slow
    )


def suits(variant: Variant) -> bool:
    """Return whether the turns of a variant suggest exercises: any set with the total is a move."""
    any_set = variant.moves == MoveRule.ANY_SET and variant.most_tiles is None
    return any_set and variant.tiles[-1] <= HIGHEST_ADDEND


def from_turn(analysis: TurnAnalysis, unsure: Collection[int] = ()) -> tuple[Exercise, ...]:
    """Return the exercises that a turn suggests, the costliest moves first, then unsure sums.

    A move with a large loss asks which move keeps more totals, where that finds the best move; or
    else for another way to make the total. A sum asks for what the dice show, and for a tile of
    the move.

    Args:
        analysis: the turn, judged.
        unsure: the indices of the steps whose sum went wrong at first, or took long.

    Returns:
        `MOST_SUGGESTED` at most; none for rules in which not every set with the total may be shut.
    """
    variant = analysis.turn.variant
    if not suits(variant):
        return ()
    steps = [step for step in analysis.steps[variant.first_tile is not None :] if step.chosen]
    costly = [step for step in steps if step.move_loss >= LARGE_LOSS[analysis.objective]]
    costly.sort(key=lambda step: -step.move_loss)
    two_dice = variant.dice == Dice(2, 6)
    found = [exercise for step in costly for exercise in _better_moves(step, two_dice)]
    for index, step in enumerate(analysis.steps):
        if index in unsure:
            found += _sums(step)
    return tuple(dict.fromkeys(found))[:MOST_SUGGESTED]


def _level(fact: Fact) -> Level:
    within = next(within for within in WITHIN[1:] if sum(fact) <= within)
    return Level(within, len(fact), Look.PIPS)


def _better_moves(step: StepAnalysis, two_dice: bool) -> Iterable[Exercise]:
    chosen, best = tiles_in(step.chosen or 0), [tiles_in(move) for move in step.best]
    every = map(tiles_in, sets_with_sum(step.open_tiles, sum(chosen)))
    others = [tiles for tiles in (*best, *every) if is_fact(tiles) and tiles != chosen]
    sums = [*others, *([chosen] if is_fact(chosen) else [])]
    if not sums:
        return
    exercise = KeepTotals(_level(sums[0]), sums[0], step.open_tiles)
    if two_dice and chosen not in exercise.accepted and set(exercise.accepted) & set(best):
        yield exercise
    elif others:
        yield AnotherWay(_level(others[0]), others[0], step.open_tiles, chosen)


def _sums(step: StepAnalysis) -> Iterable[Exercise]:
    shown, move = tuple(sorted(step.dice)), tiles_in(step.chosen or 0)
    if is_fact(shown) and shown[-1] <= 6:
        yield AddDice(_level(shown), shown, given=step.dice)
    if is_fact(move):
        yield MissingTile(_level(move), move, given=move[:-1])


# ---- summary ----


def addition_table(progress: Progress, highest: int = 9) -> tuple[tuple[Standing, ...], ...]:
    """Return how well 1 + 1 to ``highest`` + ``highest`` are known: one row a first addend."""
    numbers = range(1, highest + 1)
    return tuple(tuple(progress.standing((min(a, b), max(a, b))) for b in numbers) for a in numbers)


def sets_of_number(
    progress: Progress, total: int, highest: int = 9
) -> tuple[tuple[Fact, Standing], ...]:
    """Return every sum of different tiles that makes a total, and how well each is known."""
    sets = map(tiles_in, sets_with_sum((1 << highest) - 1, total))
    return tuple((tiles, progress.standing(tiles)) for tiles in sets if is_fact(tiles))


# ---- saved progress ----

VERSION = 1
_MARK = "shutbox-practice"

MOST_CHARACTERS = 200_000
"""The most of a saved text that is read; all facts that there are need less than a third."""

MOST_ASIDE = 500
"""The most entries that are kept aside."""

_LATEST = 10**11
_MOST_MET = 10**6
_FIELDS = 5
_ENTRY = re.compile(
    r'"(?P<key>[0-9+]{3,40})"\s{0,9}:\s{0,9}'
    r"\[\s{0,9}(?P<numbers>[0-9]{1,12}(?:\s{0,9},\s{0,9}[0-9]{1,12}){4})\s{0,9}\]"
)


class Trouble(StrEnum):
    """What was wrong with a saved text."""

    NOT_OURS = "not-ours"
    """It is no saved progress."""
    TOO_LONG = "too-long"
    """It is too long; its end was not read."""
    DAMAGED = "damaged"
    """Its form is broken; entries that are whole were read."""
    NEWER = "newer"
    """A later program wrote it; what looks familiar was read."""
    BAD_ENTRY = "bad-entry"
    """Entries that make no sense were left out."""
    KEPT_ASIDE = "kept-aside"
    """Entries about sums that this program does not know are kept, and not used."""
    LEFT_OUT = "left-out"
    """Too many of these; the others were left out."""
    FUTURE = "future"
    """Entries met later than now; they count as met now."""


@dataclass(frozen=True, slots=True)
class Loaded:
    """What could be read of a saved text.

    Attributes:
        progress: all that was readable.
        troubles: what was not, by kind: how many entries, or 1 for the text as a whole.
    """

    progress: Progress
    troubles: Mapping[Trouble, int]


def save_progress(progress: Progress) -> str:
    """Return progress as text, JSON on one line."""
    entries = {
        format_fact(fact): [memory.box, memory.met, memory.right, memory.last, memory.due]
        for fact, memory in sorted(progress.memories.items())
    }
    aside = {key: list(entry) for key, entry in progress.aside.items()}
    return json.dumps({_MARK: VERSION, "facts": {**aside, **entries}}, separators=(",", ":"))


def read_progress(text: str, now: int) -> Loaded:
    """Return what is readable of a saved text, whatever it is.

    Args:
        text: of `save_progress`, perhaps damaged, old or of another origin.
        now: the time.
    """
    troubles: Counter[Trouble] = Counter()
    if len(text) > MOST_CHARACTERS:
        troubles[Trouble.TOO_LONG] = 1
        text = text[:MOST_CHARACTERS]
    memories: dict[Fact, Memory] = {}
    aside: dict[str, tuple[int, ...]] = {}
    for key, value in _entries(text, troubles).items():
        entry = _entry(value)
        if entry is None or not 0 < len(key) <= 40 or not key.isprintable():
            troubles[Trouble.BAD_ENTRY] += 1
            continue
        try:
            fact = parse_fact(key)
        except ValueError:
            if len(aside) < MOST_ASIDE:
                aside[key] = entry
                troubles[Trouble.KEPT_ASIDE] += 1
            else:
                troubles[Trouble.LEFT_OUT] += 1
            continue
        box, met, right, last, due = entry
        if last > now:
            troubles[Trouble.FUTURE] += 1
        last = min(last, now)
        memories[fact] = Memory(box, met, right, last, min(due, last + WAITS[box]))
    return Loaded(Progress(memories, aside), dict(troubles))


def _entries(text: str, troubles: Counter[Trouble]) -> Mapping[str, Any]:
    """Return the entries of a text, by name, whatever they hold."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        found = {
            entry["key"]: [int(number) for number in entry["numbers"].split(",")]
            for entry in _ENTRY.finditer(text)
        }
        troubles[Trouble.DAMAGED if found or _MARK in text else Trouble.NOT_OURS] = 1
        return found
    facts = data.get("facts") if isinstance(data, dict) else None
    if not isinstance(facts, dict):
        ours = isinstance(data, dict) and _MARK in data
        troubles[Trouble.DAMAGED if ours else Trouble.NOT_OURS] = 1
        return {}
    version = data.get(_MARK)
    if version != VERSION or isinstance(version, bool):
        newer = type(version) is int and version > VERSION
        troubles[Trouble.NEWER if newer else Trouble.DAMAGED] = 1
    return facts


def _entry(value: object) -> tuple[int, ...] | None:
    """Return the five numbers of an entry, or None if it makes no sense."""
    if not isinstance(value, list) or len(value) != _FIELDS:
        return None
    if not all(type(item) is int and item >= 0 for item in value):
        return None
    box, met, right, last, due = value
    sound = box < len(WAITS) and 1 <= met <= _MOST_MET and right <= met and max(last, due) < _LATEST
    return (box, met, right, last, due) if sound else None
