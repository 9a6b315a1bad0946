"""Answers to the questions of lessons, for tests."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import combinations

from shutbox.lesson_parts import (
    ChoiceQuestion,
    ChoicesQuestion,
    NumberQuestion,
    OrderQuestion,
    Question,
    SetsQuestion,
    TextQuestion,
)


def answers(question: Question) -> Iterator[object]:
    """What a pupil may answer: whatever the lesson speaks of, and more."""
    match question:
        case ChoiceQuestion():
            yield from range(len(question.choices))
        case ChoicesQuestion():
            right = [n for n, choice in enumerate(question.choices) if choice.is_right]
            yield from ([n] for n in range(len(question.choices)))
            yield right
        case NumberQuestion():
            yield "999"
            yield from (str(case.low) for case in question.cases if case.low is not None)
        case SetsQuestion():
            yield [question.tiles[0]]
            yield list(question.tiles)
            yield from (list(case.tiles) for case in question.cases if case.tiles)
            yield list(question.right_sets[0])
        case OrderQuestion():
            numbers = list(range(len(question.items)))
            yield numbers[::-1]
            yield numbers
        case TextQuestion():
            yield "Because."


def wrong_answer(question: Question) -> object | None:
    """A wrong answer, with a reply of its own if there is one; None if no answer is wrong."""
    wrong = [value for value in answers(question) if question.check(value).is_right is False]
    tagged = [value for value in wrong if question.check(value).tag]
    return next(iter(tagged + wrong), None)


def right_answer(question: Question) -> object:
    """An answer that is right, or that is not judged."""
    given = [value for value in answers(question) if question.check(value).is_right is not False]
    return given[-1]


def every_answer(question: Question) -> Iterator[object]:
    """Answers that come to every reply: all choices or sets, and numbers around those it names."""
    match question:
        case ChoicesQuestion():
            yield from _subsets(range(len(question.choices)))
        case SetsQuestion():
            yield from _subsets(question.tiles)
        case NumberQuestion():
            named = {end for case in question.cases for end in (case.low, case.high) if end}
            for number in named:
                yield from (str(number + step) for step in (-1, Fraction(-1, 99), 0, 1))
            yield "999"
            yield "0"
        case _:
            yield from answers(question)


def _subsets(items: Iterable[int]) -> Iterator[list[int]]:
    held = list(items)
    for size in range(1, len(held) + 1):
        yield from map(list, combinations(held, size))


def replies(question: Question) -> set[str]:
    """Every reply that the lesson names."""
    match question:
        case ChoiceQuestion() | ChoicesQuestion():
            return {choice.feedback for choice in question.choices} | (
                {question.missing} if isinstance(question, ChoicesQuestion) else set()
            )
        case NumberQuestion() | SetsQuestion() | OrderQuestion():
            return {case.feedback for case in question.cases}
        case TextQuestion():
            return {question.reply}
    raise TypeError(question)
