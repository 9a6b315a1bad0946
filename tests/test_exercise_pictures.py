"""Pictures about exercises: sound, legible, told in words, and nothing is given away."""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache
from itertools import product
from urllib.parse import unquote
from xml.etree import ElementTree

import pytest
from exercise_answers import HOSTILE, exercises, gives_away, replied
from test_exercises import REPLIES

from shutbox.exercises import (
    Exercise,
    FindAllSets,
    KeepTotals,
    Level,
    Look,
    MakeTen,
    MissingTile,
    NearDouble,
    RollsFit,
    make_exercise,
)
from shutbox.i18n import language, languages
from shutbox.ui.drawing import Picture
from shutbox.ui.exercise_pictures import help_picture, question_picture, reply_picture

EN = language("en")
SVG = "{http://www.w3.org/2000/svg}"
RED, FELT, GREEN = "#c0392b", "#cfe6da", "#0b6e4f"


@lru_cache(maxsize=1)
def root(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg)


def elements(picture: Picture, tag: str, **wanted: str) -> list[ElementTree.Element]:
    """The elements of a kind with these attributes."""
    found = root(picture.svg).iter(f"{SVG}{tag}")
    return [each for each in found if wanted.items() <= each.attrib.items()]


def written(picture: Picture) -> str:
    """What stands in a picture; a sum of tiles is a sum."""
    return " ".join(text.text or "" for text in elements(picture, "text"))


def check(picture: Picture) -> None:
    width, height = map(int, root(picture.svg).attrib["viewBox"].split()[2:])
    assert (width, 80 <= height <= 370) == (600, True), height
    assert all(int(text.attrib["font-size"]) >= 26 for text in elements(picture, "text"))
    scales = [float(scale) for scale in re.findall(r"scale\((0?\.\d+)", picture.svg)]
    assert min(scales, default=1) >= 0.5
    assert len(picture.svg) < 20_000
    assert picture.alt.endswith((".", "?"))
    assert "{" not in picture.alt
    assert unquote(picture.source) == f"data:image/svg+xml,{picture.svg}"


@pytest.mark.parametrize(("look", "code"), list(product(Look, languages())))
def test_every_picture_is_sound_and_gives_nothing_away(look: Look, code: str) -> None:
    t = language(code)
    for exercise in exercises(look):
        before = [question_picture(t, exercise), *(help_picture(t, exercise, at) for at in (1, 2))]
        pictures = [picture for picture in before if picture is not None]
        first = (10 - exercise.given[0],) if isinstance(exercise, MakeTen) else ()
        for picture in pictures:
            assert not gives_away(exercise, picture.alt, first), (exercise, picture.alt)
            assert not gives_away(exercise, written(picture), first), exercise
        last = help_picture(t, exercise, 3)
        assert last is not None
        for picture in (*pictures, last):
            check(picture)


@pytest.mark.parametrize("code", languages())
def test_every_mistake_has_a_picture(code: str) -> None:
    t = language(code)
    counts: Counter[tuple[str, str]] = Counter()
    for exercise, answer, mistake in replied():
        counts[exercise.name, str(mistake)] += 1
        if counts[exercise.name, str(mistake)] > 6:
            continue
        reply = exercise.check(answer)
        picture = reply_picture(t, exercise, answer, reply)
        assert (picture is not None) == reply.is_read
        if picture is not None:
            check(picture)
            if not reply.is_right:
                assert not gives_away(exercise, picture.alt, answer), (exercise, answer)
                assert not gives_away(exercise, written(picture), answer), (exercise, answer)


@pytest.mark.parametrize("answer", HOSTILE, ids=repr)
def test_a_picture_of_anything_is_bounded(answer: object) -> None:
    for exercise in dict.fromkeys(exercise for exercise, _, _ in REPLIES):
        picture = reply_picture(EN, exercise, answer, exercise.check(answer))
        shown = (picture, *(help_picture(EN, exercise, step, answer) for step in (1, 2, 3)))
        for each in filter(None, shown):
            check(each)


@pytest.mark.parametrize(
    ("name", "with_picture"),
    [
        ("add-dice", {Look.FRAMES}),
        ("near-double", {Look.PIPS, Look.FRAMES}),
        ("make-ten", {Look.PIPS, Look.FRAMES}),
        ("missing-tile", {Look.PIPS, Look.FRAMES}),
        ("break-up", {Look.PIPS, Look.FRAMES}),
        ("make-total", set()),
        ("keep-totals", set()),
        ("rolls-fit", set()),
    ],
)
def test_what_stands_beside_a_question(name: str, with_picture: set[Look]) -> None:
    for look in Look:
        exercise = make_exercise(name, Level(20, 3, look), "a", 0)
        assert (question_picture(EN, exercise) is not None) == (look in with_picture)


@pytest.mark.parametrize(("name", "look"), list(product(("near-double", "make-ten"), Look)))
def test_as_many_dots_as_numbers_say(name: str, look: Look) -> None:
    """Those of the first number are full and red, those of the second are rings."""
    exercise = make_exercise(name, Level(20, 2, look), "dots", 4)
    picture = question_picture(EN, exercise)
    if picture is None:
        assert look == Look.NUMERALS
        return
    full = len(elements(picture, "circle", fill=RED))
    rings = len(elements(picture, "circle")) - full
    assert (full, rings) == exercise.given


def test_places_to_be_filled_are_as_many_as_are_missing() -> None:
    exercise = make_exercise("missing-tile", Level(20, 3, Look.FRAMES), "places", 1)
    assert isinstance(exercise, MissingTile)
    picture = question_picture(EN, exercise)
    assert picture is not None
    assert len(elements(picture, "circle", **{"stroke-dasharray": "5 5"})) == exercise.missing


def test_a_line_has_a_hop_for_every_step() -> None:
    exercise = make_exercise("missing-tile", Level(20, 3), "line", 1)
    assert isinstance(exercise, MissingTile)
    picture = help_picture(EN, exercise, 2)
    assert picture is not None
    assert picture.svg.count("C") == exercise.missing
    assert written(picture).split() == [str(sum(exercise.given)), str(exercise.total)]


def lengths(picture: Picture, fill: str) -> float:
    return sum(float(rect.attrib["width"]) for rect in elements(picture, "rect", fill=fill))


@pytest.mark.parametrize(
    ("exercise", "answer", "made", "asked"),
    [
        (exercise, answer, reply.made, reply.wanted)
        for exercise, answer, reply in REPLIES
        if reply.made and reply.wanted and not isinstance(exercise, RollsFit | MissingTile)
        and reply.mistake and reply.mistake.value
        not in ("number-of-parts", "sets-missing", "fewer-totals")
    ],
)  # fmt: skip
def test_bars_are_as_long_as_their_numbers(
    exercise: Exercise, answer: object, made: int, asked: int
) -> None:
    picture = reply_picture(EN, exercise, answer, exercise.check(answer))
    assert picture is not None
    assert lengths(picture, "#e0a564") / lengths(picture, FELT) == pytest.approx(
        made / asked, abs=0.01
    )


def test_the_totals_that_fit_are_filled_and_ticked() -> None:
    for exercise in exercises():
        if isinstance(exercise, KeepTotals):
            for move, totals in exercise.kept.items():
                picture = reply_picture(EN, exercise, list(move), exercise.check(list(move)))
                assert picture is not None
                assert len(elements(picture, "circle", fill=FELT)) == len(totals)
                assert len(elements(picture, "path", stroke=GREEN)) == len(totals)


def test_the_rolls_that_fit_are_as_many_as_are_asked_for() -> None:
    for exercise in exercises():
        if isinstance(exercise, RollsFit):
            (count,) = exercise.accepted
            picture = reply_picture(EN, exercise, count, exercise.check(count))
            assert picture is not None
            assert len(elements(picture, "rect", fill=FELT)) == count
            others = reply_picture(EN, exercise, 36 - count, exercise.check(36 - count))  # type: ignore[operator]
            assert others is not None
            crosses = elements(others, "path", stroke=RED)
            assert len(crosses) in (0, 36 - count)  # type: ignore[operator]


def test_a_list_that_is_not_complete_has_a_place_for_each_missing_way() -> None:
    exercise = make_exercise("find-all-sets", Level(12, 4), "all", 3)
    assert isinstance(exercise, FindAllSets)
    answer = [list(exercise.sets[0])]
    picture = reply_picture(EN, exercise, answer, exercise.check(answer))
    assert picture is not None
    assert written(picture).count("?") == len(exercise.sets) - 1


def test_the_one_more_of_a_near_double_is_ringed() -> None:
    exercise = make_exercise("near-double", Level(20, 2), "one-more", 2)
    assert isinstance(exercise, NearDouble)
    picture = help_picture(EN, exercise, 2)
    assert picture is not None
    assert len(elements(picture, "circle", fill="none")) == 1
