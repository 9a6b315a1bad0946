"""A round of exercises under way: what is asked, what was answered, and both as text."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from typing import Any

from shutbox.dice import check_seed
from shutbox.exercises import (
    EXERCISES,
    Exercise,
    Level,
    format_exercise,
    parse_exercise,
    parse_level,
)
from shutbox.practice import (
    ROUND,
    Progress,
    lesson_tasks,
    names_at,
    next_task,
    parse_task,
)

MOST_EXERCISES = 30
"""The most exercises of a round."""

LONGEST_ROUND = 4_000
"""The most characters of a round as text."""

MOST_TRIES = 999
"""Tries are counted up to here."""


class Origin(StrEnum):
    """Where the exercises of a round come from."""

    OWN = "own"
    """What the pupil needs next."""
    LINK = "link"
    """A link names them: the same for everybody."""
    GAMES = "games"
    """The turns that were played."""


class Mark(StrEnum):
    """How an exercise was solved."""

    STAR = "star"
    """At the first try, without help."""
    SOLVED = "solved"


@dataclass(frozen=True, slots=True)
class Round:
    """A round under way. Immutable.

    Attributes:
        origin: where its exercises come from.
        level: of its own exercises.
        seed: names it, and no other round.
        names: the types of exercise to choose from; none: all.
        asked: its exercises so far, as text; those of a link or of games are all there at once.
        marks: how each one that was left was solved; the next one is under way.
        tries: how many answers the one under way has had.
        answer: the last of these, or None.
        steps: how much help was taken for it, in steps.
        began: when the round began, in seconds.
        ended: when its last exercise was left, or None.
    """

    origin: Origin
    level: Level
    seed: str
    names: tuple[str, ...]
    asked: tuple[str, ...]
    marks: tuple[Mark, ...] = ()
    tries: int = 0
    answer: object = None
    steps: int = 0
    began: int = 0
    ended: int | None = None

    @property
    def count(self) -> int:
        """How many exercises the round has."""
        return ROUND if self.origin == Origin.OWN else len(self.asked)

    @property
    def is_over(self) -> bool:
        """Whether all exercises are solved and left."""
        return len(self.marks) == self.count

    @property
    def is_fresh(self) -> bool:
        """Whether nothing has been done in it."""
        return not (self.marks or self.tries or self.steps)

    @property
    def exercise(self) -> Exercise:
        """The exercise under way; after the end the last one."""
        return read_exercise(self.asked[min(len(self.marks), len(self.asked) - 1)])

    @property
    def is_solved(self) -> bool:
        """Whether the last answer to the exercise under way is right."""
        return self.tries > 0 and self.exercise.check(self.answer).is_right

    @property
    def all_marks(self) -> tuple[Mark, ...]:
        """The marks, with that of the exercise under way if it is solved."""
        if self.is_over or not self.is_solved:
            return self.marks
        return (*self.marks, Mark.STAR if self.tries == 1 and not self.steps else Mark.SOLVED)

    def answered(self, answer: object) -> Round:
        """Return the round after an answer; what is none, or comes too late, changes nothing."""
        if self.is_over or self.is_solved or not self.exercise.check(answer).is_read:
            return self
        return replace(self, answer=answer, tries=min(self.tries + 1, MOST_TRIES))

    def helped(self, most: int) -> Round:
        """Return the round after one more step of help, ``most`` at most."""
        if self.is_over or self.is_solved:
            return self
        return replace(self, steps=min(self.steps + 1, most))

    def next(self, progress: Progress, now: int) -> Round:
        """Return the round with the next exercise under way, once this one is solved."""
        if self.is_over or not self.is_solved:
            return self
        left = replace(self, marks=self.all_marks, tries=0, answer=None, steps=0)
        if left.is_over:
            return replace(left, ended=now)
        if left.origin == Origin.OWN:
            asked = [parse_task(text) for text in left.asked]
            task = next_task(progress, left.level, left.seed, asked, now, left.names or _ALL)
            left = replace(left, asked=(*left.asked, str(task)))
        return left


_ALL = tuple(EXERCISES)


def own_round(
    progress: Progress, level: Level, seed: str, now: int, names: Sequence[str] = ()
) -> Round:
    """Return a round of what the pupil needs.

    Raises:
        ValueError: the level has no exercise of these types, or the seed is not one.
    """
    first = next_task(progress, level, seed, (), now, names or _ALL)
    return Round(Origin.OWN, level, seed, tuple(names), (str(first),), began=now)


def link_round(level: Level, seed: str, count: int, now: int, names: Sequence[str] = ()) -> Round:
    """Return the round that a link names: the same for everybody.

    Raises:
        ValueError: the level has no exercise of these types, the seed is not one, or there are
            too many exercises.
    """
    if not 1 <= count <= MOST_EXERCISES:
        raise ValueError(f"a round has 1 to {MOST_EXERCISES} exercises, not {count}")
    tasks = lesson_tasks(level, seed, count, names or _ALL)
    return Round(Origin.LINK, level, seed, tuple(names), tuple(map(str, tasks)), began=now)


def games_round(exercises: Sequence[Exercise], level: Level, seed: str, now: int) -> Round:
    """Return a round of exercises that games suggest.

    Raises:
        ValueError: there is none.
    """
    if not exercises:
        raise ValueError("the games suggest no exercise")
    asked = tuple(format_exercise(exercise) for exercise in exercises[:MOST_EXERCISES])
    return Round(Origin.GAMES, level, check_seed(seed), (), asked, began=now)


@lru_cache(maxsize=4096)
def read_exercise(text: str) -> Exercise:
    """Return the exercise that stands in a round: a task, or an exercise with all that it holds.

    Raises:
        ValueError: it is neither.
    """
    try:
        return parse_task(text).exercise
    except ValueError:
        return parse_exercise(text)


# ---- a round as text ----


def format_round(held: Round) -> str:
    """Return a round as text, JSON on one line."""
    return json.dumps(
        {
            "origin": held.origin,
            "level": str(held.level),
            "seed": held.seed,
            "names": held.names,
            "asked": held.asked,
            "marks": held.marks,
            "tries": held.tries,
            "answer": held.answer,
            "steps": held.steps,
            "began": held.began,
            "ended": held.ended,
        },
        separators=(",", ":"),
    )


def parse_round(text: str) -> Round:
    """Return the round that `format_round` has written.

    Raises:
        ValueError: the text holds none.
    """
    if len(text) > LONGEST_ROUND:
        raise ValueError("this is no round: it is too long")
    try:
        return _checked(json.loads(text))
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise ValueError(f"this is no round: {error}") from error


def _checked(data: Mapping[str, Any]) -> Round:
    held = Round(
        Origin(data["origin"]),
        parse_level(data["level"]),
        check_seed(data["seed"]),
        tuple(data["names"]),
        tuple(data["asked"]),
        tuple(map(Mark, data["marks"])),
        _number(data["tries"], MOST_TRIES),
        data["answer"],
        _number(data["steps"], MOST_TRIES),
        _number(data["began"]),
        None if data["ended"] is None else _number(data["ended"]),
    )
    names_at(held.level, held.names or _ALL)
    for exercise in held.asked:
        read_exercise(exercise)
    left = len(held.marks)
    is_sound = (
        set(held.names) <= set(_ALL)
        and 1 <= len(held.asked) <= MOST_EXERCISES
        and (held.origin != Origin.OWN or len(held.asked) == min(left + 1, ROUND))
        and left <= held.count
        and (held.tries > 0) == (held.answer is not None)
        and (held.tries == 0 or (left < held.count and held.exercise.check(held.answer).is_read))
    )
    if not is_sound:
        raise ValueError("its parts do not fit together")
    return held


def _number(value: object, most: int = 10**11) -> int:
    if type(value) is not int or not 0 <= value <= most:
        raise ValueError(f"{value!r} is no number of a round")
    return value
