"""The box in which an exercise is answered: a Streamlit component that shows and collects.

The browser holds what is typed or chosen and sends an answer when it is complete; Python judges
it, and sends back what there is to say. See ``exercise.js``.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import streamlit as st

from shutbox.exercises import (
    AddDice,
    AnotherWay,
    BreakUp,
    Exercise,
    FindAllSets,
    KeepTotals,
    Look,
    MakeTen,
    MakeTotal,
    Mistake,
    Possible,
    Reply,
    RollsFit,
)
from shutbox.i18n import Language
from shutbox.practice_round import Mark, Origin, Round, read_exercise
from shutbox.supports import OFF, ON
from shutbox.tiles import tiles_in
from shutbox.ui.drawing import Picture
from shutbox.ui.exercise_pictures import help_picture, question_picture, reply_picture
from shutbox.ui.exercise_words import HELP_STEPS, equals, equation, help_step, question, reply

LARGEST_NUMBER = 10**9
"""Numbers of messages above count as no message."""

_CHOOSES_TILES = (MakeTotal, AnotherWay, Possible, KeepTotals, FindAllSets)
_ASSETS = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Message:
    """What the browser sends.

    Attributes:
        id: the exercise that it is about, see `exercise_id`.
        number: that of the message; each is larger than the one before.
        kind: ``check`` with an answer, ``help``, ``next``, or ``again`` at the end of a round.
        answer: for ``check``, what was answered, as it came.
    """

    id: str
    number: int
    kind: str
    answer: object = None


def read_message(value: object) -> Message | None:
    """Return the message that came from outside, or None if it is none."""
    match value:
        case {"id": str(id), "number": int(number), "kind": str(kind), **rest} if (
            not isinstance(number, bool) and 0 < number < LARGEST_NUMBER and len(rest) <= 1
        ):
            return Message(id, number, kind, rest.get("answer"))
    return None


def exercise_id(held: Round) -> str:
    """Return the name of the exercise under way, which no other one of a session has."""
    asked = "" if held.is_over else held.asked[len(held.marks)]
    return f"{held.seed}:{len(held.marks)}:{asked}"


def exercise_box(
    held: Round,
    following: Round | None,
    t: Language,
    *,
    key: str,
    settings: Mapping[str, str],
    heard: int,
    said: Callable[[Round], str],
    on_message: Callable[[], None],
) -> None:
    """Draw the exercise under way, or the end of the round.

    Args:
        held: the round.
        following: the round after this exercise, if that is solved: it is shown without waiting.
        t: the reader's language.
        key: the component's key.
        settings: how the switches of `supports` stand.
        heard: the number of the last message that was heard.
        said: what is said at the end of a round.
        on_message: called when the trigger ``message`` carries a `Message`.
    """
    _component()(
        key=key,
        data=exercise_data(held, following, t, settings=settings, heard=heard, said=said),
        on_message_change=on_message,
    )


def exercise_data(
    held: Round,
    following: Round | None,
    t: Language,
    *,
    settings: Mapping[str, str],
    heard: int,
    said: Callable[[Round], str],
) -> dict[str, Any]:
    """Return what the browser needs to show an exercise, as plain JSON values.

    ``fixed`` is a text of JSON that holds the ``words``; ``following`` is the next exercise.
    """
    return {
        **_shown(held, t, settings, said),
        "following": None if following is None else _shown(following, t, settings, said),
        "heard": heard,
        "list": t.list_locale,
        "fixed": _fixed(t),
    }


def _shown(
    held: Round, t: Language, settings: Mapping[str, str], said: Callable[[Round], str]
) -> dict[str, Any]:
    exercise = held.exercise
    about = {
        "id": exercise_id(held),
        "marks": [mark.value for mark in held.all_marks],
        "count": held.count,
        "origin": t("From my games") if held.origin == Origin.GAMES else "",
        "told": _marks_told(t, held),
        "settings": {**settings, **_look(exercise.level.look)},
    }
    if held.is_over:
        return {
            **about,
            "kind": "end",
            "question": said(held),
            "again": t("The same again") if held.origin == Origin.LINK else t("Another round"),
            "sums": _sums(t, held),
            "reply": None,
            "picture": None,
            "dice": None,
        }
    return {
        **about,
        "kind": "tiles" if isinstance(exercise, _CHOOSES_TILES) else "fields",
        "question": question(t, exercise),
        "picture": _picture(question_picture(t, exercise)),
        "dice": list(exercise.given) if _shows_dice(exercise) else None,
        "equation": _equation(t, exercise),
        "digits": 1 if isinstance(exercise, (MakeTen, BreakUp)) else 2,
        "isOneNumber": not isinstance(exercise, (MakeTen, BreakUp)),
        "tables": {"sides": 6, "tiles": exercise.picture["tiles"]},
        "open": list(tiles_in(exercise.open_tiles)) if _shows_tiles(exercise) else [],
        "lists": isinstance(exercise, FindAllSets),
        "mayBeNone": isinstance(exercise, Possible),
        "nothing": reply(t, exercise, [], Reply(Mistake.NOTHING)),
        "reply": _reply(t, held),
        "helps": [
            {
                "text": help_step(t, exercise, step, held.answer),
                "picture": _picture(help_picture(t, exercise, step, held.answer)),
            }
            for step in range(1, held.steps + 1)
        ],
        "helpIsLeft": held.steps < HELP_STEPS,
    }


def _sums(t: Language, held: Round) -> list[str]:
    """Return the sums that a round was about, each once, as equations."""
    exercises = map(read_exercise, held.asked)
    facts = dict.fromkeys(exercise.fact for exercise in exercises if exercise.shows_facts)
    return [equals(t, fact, sum(fact)) for fact in facts]


def _look(look: Look) -> dict[str, str]:
    """Return the settings of the box that show numbers as a level has them."""
    return {"dice": look.value, "dots": OFF if look == Look.NUMERALS else ON}


def _equation(t: Language, exercise: Exercise) -> list[str | None]:
    """Return the pieces of the line with the fields; dice that show dots are not named there."""
    is_counted = isinstance(exercise, AddDice) and exercise.level.look != Look.NUMERALS
    return ["=", None] if is_counted else list(equation(t, exercise))


def _shows_dice(exercise: Exercise) -> bool:
    return isinstance(exercise, AddDice) and exercise.level.look != Look.FRAMES


def _shows_tiles(exercise: Exercise) -> bool:
    return isinstance(exercise, (*_CHOOSES_TILES, RollsFit))


def _picture(picture: Picture | None) -> dict[str, str] | None:
    return None if picture is None else {"source": picture.source, "alt": picture.alt}


def _reply(t: Language, held: Round) -> dict[str, Any] | None:
    if not held.tries:
        return None
    exercise = held.exercise
    judged = exercise.check(held.answer)
    return {
        "try": held.tries,
        "answer": held.answer,
        "isRight": judged.is_right,
        "text": reply(t, exercise, held.answer, judged),
        "picture": _picture(reply_picture(t, exercise, held.answer, judged)),
        "isStar": held.all_marks[-1:] == (Mark.STAR,) and judged.is_right,
    }


def _marks_told(t: Language, held: Round) -> str:
    stars = held.all_marks.count(Mark.STAR)
    solved = len(held.all_marks)
    if held.is_over:
        return t.plural(
            "{n} exercise solved; with a star: {stars}.",
            "{n} exercises solved; with a star: {stars}.",
            solved,
            stars=t.number(stars),
        )
    return t(
        "Exercise {place} of {count}. Solved: {solved}, with a star: {stars}.",
        place=t.number(len(held.marks) + 1),
        count=t.number(held.count),
        solved=t.number(solved),
        stars=t.number(stars),
    )


@lru_cache(maxsize=16)
def _fixed(t: Language) -> str:
    return json.dumps({"words": words(t)})


def words(t: Language) -> dict[str, str]:
    """Return every text that stays the same; the browser fills the ``{places}``."""
    return {
        "exercise": t("Exercise"),
        "check": t("Check"),
        "next": t("Next"),
        "none": t("Not possible"),
        "add": t("Add to my list"),
        # Note: {set} is a sum of tiles: "Take 3 + 5 off the list".
        "takeoff": t("Take {set} off the list"),
        "listed": t("Your list"),
        "solvedsums": t("The sums of this round"),
        "help": t("Help"),
        "morehelp": t("More help"),
        "star": t("★ First try: a star!"),
        "solved": t("✓ Solved!"),
        "try": t("Try {number}"),
        "tiles": t("Tiles"),
        "tileopen": t("Tile {tile}, open"),
        "tileshut": t("Tile {tile}, shut"),
        "die": t("Die: {face}"),
        "red": t("Red die: {face}"),
        "blue": t("Blue die: {face}"),
        "redletter": t("R"),
        "blueletter": t("B"),
        "digits": t("Digits"),
        "fields": t("Your answer"),
        "field": t("Your answer: {number}"),
        "fieldempty": t("Your answer: empty"),
        # Note: One of several numbers to fill in; {place} is 1, 2, ...
        "part": t("Number {place}: {number}"),
        "partempty": t("Number {place}: empty"),
        "typefirst": t("Type a number first."),
        "undo": t("Undo"),
        "soundon": t("Sound on"),
        "soundoff": t("Sound off"),
        "aloud": t("Read aloud"),
        "keys": t("All keys"),
        "keydigits": t("Digits: type the number"),
        "keytiles": t("Digits: choose tiles; 0, - and = are 10, 11 and 12"),
        "keyadd": t("Enter: put the chosen tiles into the list"),
        "keyenter": t("Enter: check, then go on"),
        "keyundo": t("Backspace: take back"),
        "keyarrows": t("Arrows: go from tile to tile, or from number to number"),
        "keypress": t("Space or Enter: press the button or tile that you are on"),
        "offline": t("The connection is slow. Your answer is kept and sent again."),
    }


@cache
def _component() -> Any:
    html = (_ASSETS / "exercise.html").read_text("utf-8")
    return st.components.v2.component(
        "shutbox.exercise", html=html, css="box.css", js="exercise.js"
    )
