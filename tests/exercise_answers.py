"""Answers to exercises of every type, and whether a text gives a right one away."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from itertools import combinations, product

from shutbox.exercises import (
    EXERCISES,
    LEVELS,
    BreakUp,
    Exercise,
    FindAllSets,
    KeepTotals,
    Look,
    MakeTen,
    Mistake,
    RollsFit,
    facts_for,
    make_exercise,
)
from shutbox.tiles import tiles_in

SETS = [list(chosen) for size in range(1, 5) for chosen in combinations(range(11), size)]
STEPS = [list(pair) for pair in product(range(11), repeat=2)]
BY_NUMBER = ("add-dice", "near-double", "missing-tile", "rolls-fit")
HOSTILE: tuple[object, ...] = (
    *(0, 37, 999, 1000, -1, True, None, "7", 2.5, {}),
    *([], [0], [999], [0, 999], [999, 0], [5] * 50, list(range(50)), [999] * 51, ["7", 1]),
    *([[]], [[999]], [[1, 2]] * 50, [list(range(50))] * 50, [[3], 4]),
)
"""Answers that nobody means."""


def exercises(look: Look = Look.PIPS) -> Iterator[Exercise]:
    """A few exercises of every type at every level."""
    for name, level in product(EXERCISES, LEVELS):
        if level.look == look and facts_for(name, level.within, level.addends):
            yield from (make_exercise(name, level, "words", number) for number in range(2))


def right(exercise: Exercise) -> object:
    """A right answer, as a browser sends it."""
    return json.loads(json.dumps(exercise.accepted[0]))


def answers(exercise: Exercise) -> Iterator[object]:
    if exercise.name in BY_NUMBER:
        yield from range(60)
    elif isinstance(exercise, MakeTen):
        yield from STEPS
    elif isinstance(exercise, FindAllSets):
        sets = [list(tiles) for tiles in exercise.sets]
        yield from ([], sets, sets[:1], [*sets[::-1], sets[0]])
        yield from ([sets[0], tiles] for tiles in SETS)
    else:
        yield from ([], *SETS, *([tile, tile] for tile in range(1, 10)))
    yield None


@cache
def replied(look: Look = Look.PIPS) -> list[tuple[Exercise, object, Mistake | None]]:
    """Exercises with up to two answers for every mistake that can be made in each."""
    found = []
    for exercise in exercises(look):
        seen: list[Mistake | None] = []
        for answer in answers(exercise):
            mistake = exercise.check(answer).mistake
            if seen.count(mistake) < 2:
                seen.append(mistake)
                found.append((exercise, answer, mistake))
    return found


def numbers_in(text: str) -> set[int]:
    return {int(number) for number in re.findall(r"\d+", text)}


def gives_away(exercise: Exercise, text: str, answer: object = ()) -> bool:
    """Whether a text tells a right answer that is neither asked nor answered.

    Of tiles, a sum of two and more is looked for; of numbers, the number itself.
    """
    own = numbers_in(str(answer))
    if isinstance(exercise, MakeTen):
        steps = list(answer) if isinstance(answer, list | tuple) else []
        ten = {exercise.given[0] + step for step in steps}
        known = {*exercise.given, *steps, 10, sum(steps), *ten}
        return bool(numbers_in(str(exercise.accepted)) & numbers_in(text) - known)
    if exercise.name in BY_NUMBER:
        there = sum(exercise.given)
        known = {*exercise.given, *own}
        if isinstance(exercise, RollsFit):
            known |= {*range(1, 13), 36, *tiles_in(exercise.open_tiles)}
        elif exercise.tells_total:
            known |= {there, exercise.total, *(there + number for number in own)}
        return bool(numbers_in(str(exercise.accepted)) & numbers_in(text) - known)
    if isinstance(exercise, KeepTotals) and not answer:
        return False  # Help lists all moves, the right one among them
    rights = exercise.sets if isinstance(exercise, FindAllSets | BreakUp) else exercise.accepted
    sums = [" + ".join(map(str, tiles)) for tiles in rights if len(tiles) > 1]  # type: ignore[arg-type]
    told = re.findall(r"\d+(?: \+ \d+)+", text)
    return any(addition in told for addition in sums if numbers_in(addition) - own)
