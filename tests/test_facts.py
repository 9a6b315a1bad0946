"""The small safe language of lessons: what it computes, and what it refuses."""

from __future__ import annotations

import builtins
import re
from fractions import Fraction
from itertools import combinations, product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shutbox.facts import FUNCTIONS, LONGEST_SHOWN, WRITERS, Calculator, FactError, Value
from shutbox.i18n import language

EN, FR = language("en"), language("fr")
REFERENCE = (Path(__file__).parent / "data" / "reference.toml").read_text("utf-8")


def value(expression: str) -> Value:
    return Calculator(EN).value(expression)


def refused(expression: str) -> str:
    with pytest.raises(FactError) as caught:
        Calculator(EN).text(expression)
    error = caught.value
    assert EN(error.message, **error.values) == str(error)
    assert len(str(error)) < 1200
    assert "\n" not in str(error)
    return str(error)


# ---- what it computes ----


@pytest.mark.parametrize(
    ("expression", "result"),
    [
        ("7", 7),
        ("0.1 + 0.2", Fraction(3, 10)),
        ("1/3 + 1/6", Fraction(1, 2)),
        ("-(2 - 5) * 4", 12),
        ("6/36 == 1/6", True),
        ("2 < 3 <= 3", True),
        ("2 < 3 < 3", False),
        ("not 1 == 2 and (1 == 1 or 2 == 3)", True),
        ("[1, 2] == (1, 2)", True),
        ("7 in [6, 7, 8]", True),
        ('"a" != "b"', True),
        ("round(2/3, 2)", Fraction(67, 100)),
        ("round(7.6)", 8),
        ("sum([1, 2, 3]) == tiles_sum(3)", True),
        ("max([1, 5, 3]) - min([4, 2])", 3),
        ("count(sets(10))", 9),
    ],
)
def test_arithmetic_is_exact(expression: str, result: Value) -> None:
    assert value(expression) == result


ALL_SETS = [set(c) for size in range(1, 10) for c in combinations(range(1, 10), size)]
ROLLS = list(product(range(1, 7), repeat=2))


def fitting(tiles: set[int]) -> int:
    return sum(any(s <= tiles and sum(s) == sum(roll) for s in ALL_SETS) for roll in ROLLS)


@pytest.mark.parametrize("total", range(2, 13))
def test_ways_are_counted_as_by_hand(total: int) -> None:
    assert value(f"ways_to_shut({total})") == sum(sum(s) == total for s in ALL_SETS)
    assert value(f"ways_to_roll({total})") == sum(sum(roll) == total for roll in ROLLS)
    assert value(f"chance_to_roll({total}) * total_ways()") == value(f"ways_to_roll({total})")


@pytest.mark.parametrize("tiles", [[1], [3, 4, 5], [4, 5, 8, 9], [1, 2, 4, 5], [7, 8], [9]])
def test_fits_are_counted_as_by_hand(tiles: list[int]) -> None:
    assert value(f"fits({tiles})") == fitting(set(tiles))
    assert value(f"fits({tiles}, 1)") == sum(
        any(s <= set(tiles) and sum(s) == face for s in ALL_SETS) for face in range(1, 7)
    )


def test_sets_of_a_size_are_counted_as_by_hand() -> None:
    pairs = [fitting(set(pair)) for pair in combinations(range(1, 10), 2)]
    fours = [fitting(set(four)) for four in combinations(range(1, 10), 4)]
    assert value("most_fits(2)") == max(pairs) == 11
    assert value("always_fit(4)") == fours.count(36) == 9


@pytest.mark.parametrize(
    "fact",
    [
        # Published values, in tests/data/reference.toml.
        "round(chance_to_shut('two-dice') - 466473281/6530347008, 12) == 0",
        "round(expected_score('two-dice') - 27323400707/2448880128, 12) == 0",
        "round(player_shuts('medium'), 6) == 0.069583",
        "round(player_score('easy'), 6) == 20.418812",
        "round(score_chance(0), 5) == 0.07089",
        "round(expected_score('two-dice', [2, 6]), 6) == 5.969136",
        "best_moves('two-dice', 9, [5, 6], 'shut') == [[2, 9]]",
        "best_move('two-dice', 9, [6, 6]) == [3, 9]",
        "rolls_to_shut('two-dice') == [4, 8]",
        # The figures of the plan of lessons (simulated ones to their accuracy).
        "max_ways_to_roll() == 7",
        "mean_roll() == 7",
        "round(player_shuts('most-tiles'), 3) == 0.010",
        "round(player_score('most-tiles'), 1) == 24.2",
        "round(player_shuts('fewest-tiles'), 3) == 0.070",
        "round(player_score('fewest-tiles'), 1) == 11.3",
        "likeliest_score() == 0",
        "round(still_in(5), 2) == 0.62",
        "round(race_chance(7, 5), 2) == 0.32",
        "round(race_chance(7, 20), 2) == 0.53",
        "round(top_chance(7, 36), 2) == 0.30",
        "round(top_chance(7, 300), 2) == 0.67",
        "doubles_limit(300) == 66",
        "doubles_wrong(300) < 0.01",
        "round(at_least_once(chance_to_shut('two-dice'), 30), 2) == 0.89",
        "round(share_spread(1/6, 300), 3) == 0.022",
    ],
)
def test_figures_that_others_computed(fact: str) -> None:
    Calculator(EN).check(fact)


def test_alone_on_top_is_counted_as_by_hand() -> None:
    """Three rolls of two dice with two sides: every one of the 64 results."""
    rolls = [sum(faces) for faces in product((1, 2), repeat=2)]
    results = list(product(rolls, repeat=3))
    for total in (2, 3, 4):
        alone = sum(
            all(r.count(total) > r.count(other) for other in {2, 3, 4} - {total}) for r in results
        )
        assert float(value(f"top_chance({total}, 3, 2, 2)")) == pytest.approx(alone / 64)  # type: ignore[arg-type]


@pytest.mark.parametrize("function", FUNCTIONS.values(), ids=list(FUNCTIONS))
def test_every_example_runs_and_is_explained(function: Any) -> None:
    assert value(function.example) is not None
    assert function.about.endswith(".")


@pytest.mark.parametrize("example", [row[3] for row in WRITERS.values()])
def test_every_example_of_writing_runs(example: str) -> None:
    assert Calculator(EN).text(example)


@pytest.mark.parametrize("name", [*FUNCTIONS, *WRITERS])
def test_the_readme_for_teachers_has_every_function(name: str) -> None:
    readme = Path(__file__).parents[1] / "lessons" / "README.md"
    assert re.search(rf"^\| `{name}\(", readme.read_text("utf-8"), re.MULTILINE)


@pytest.mark.parametrize(
    ("expression", "english", "french"),
    [
        ("1234", "1,234", "1\u202f234"),
        ("percent(1/6, 1)", "16.7%", "16,7\u202f%"),
        ("number(11.1575, 1)", "11.2", "11,2"),
        ("11/36", "11/36", "11/36"),
        ("fraction(6/36)", "1/6", "1/6"),
        ("listed([3, 4, 9])", "3, 4 and 9", "3, 4 et 9"),
        ("sets(5)", "5, 1 + 4, 2 + 3", "5, 1 + 4, 2 + 3"),
        ("equation([4, 6])", "4 + 6", "4 + 6"),
        ('"text"', "text", "text"),
    ],
)
def test_values_are_written_in_the_language(expression: str, english: str, french: str) -> None:
    assert Calculator(EN).text(expression) == english
    assert Calculator(FR).text(expression).replace("\xa0", "\u202f") == french


# ---- what it refuses ----


@pytest.mark.parametrize(
    "expression",
    [
        "__import__('os')",
        "open('/etc/passwd')",
        "eval('1')",
        "exec('1')",
        "().__class__",
        "(1).real",
        "'a'.join(['b'])",
        "[x for x in [1]]",
        "{1: 2}",
        "{1}",
        "lambda: 1",
        "(lambda: 1)()",
        "1 if 1 == 1 else 2",
        "2 ** 9",
        "9 // 2",
        "9 % 2",
        "1 << 9",
        "~1",
        "+1",
        "'a' * 9",
        "'a' + 'b'",
        "[1] * 9",
        "[1] + [2]",
        "[1, 2][0]",
        "f'{1}'",
        "b'a'",
        "1j",
        "1e400",
        "None",
        "...",
        "x",
        "count",
        "(x := 1)",
        "*[1]",
        "count(*[[1]])",
        "count(items=[1])",
        "await 1",
        "yield 1",
        "1; 2",
        "import os",
        "1\n2",
        "'\\x41'",
        "1 is 1",
        "1 == '1'",
        "1 < '2'",
        "True + 1",
        "1 and 2",
        "not 1",
        "1 / 0",
        "",
        "(",
        "1 +",
        "#",
        "\x00",
        "1" * 400,
        "(" * 150 + "1" + ")" * 150,
        "-" * 60 + "1",
        "999999999999999 * 999999999999999",
        "[" + "1," * 149 + "1]" + " == 1",
        "ways_to_shut()",
        "ways_to_shut(1, 2, 3)",
        "ways_to_shut(12, 40)",
        "ways_to_shut(99999999)",
        "ways_to_shut(1.5)",
        "ways_to_shut('12')",
        "ways_to_shut(True)",
        "ways_to_shut(3, [1, 1])",
        "ways_to_shut(3, [[1]])",
        "ways_to_roll(7, 99)",
        "total_ways(9, 99)",
        "max_ways_to_roll(1)",
        "fits([1], 9)",
        "most_fits(0)",
        "chance_to_shut('the-300')",
        "chance_to_shut('card-box')",
        "chance_to_shut('dominoes')",
        "chance_to_shut('nine')",
        "chance_to_shut('custom.tiles-1to12.dice-9d6.fewer-never')",
        "chance_to_shut(9)",
        "chance_to_shut('six', [9])",
        "best_moves('six', 6, [3, 4])",
        "best_moves('six', 6, 3)",
        "best_moves('six', 6, [3], 'luck')",
        "player_score('me')",
        "player_score('easy', 'twelve')",
        "race_chance(7, 999)",
        "race_chance(7, 5, 9, 20)",
        "top_chance(7, 99999)",
        "at_least_once(2, 3)",
        "at_least_once(1/2, 999999999)",
        "doubles_limit(999999999)",
        "round(1/3, 99)",
        "number(1, 99)",
        "percent('a')",
        "fraction(chance_to_shut())",
        "chance_to_shut()",
        "listed(3)",
        "1 == 1",
        "sum(['a'])",
        "sets(30, 12)",
        f'"{"a" * 250}"',
    ],
)
def test_what_is_not_the_language_is_refused(expression: str) -> None:
    assert refused(expression).endswith((".", "12", ")"))


def test_nothing_of_python_is_reached(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_: object, **__: object) -> None:
        raise AssertionError("this must not be called")

    for name in ("eval", "exec", "open", "__import__"):
        with monkeypatch.context() as patched:
            patched.setattr(builtins, name, never)
            try:
                Calculator(EN).value(f"{name}('1')")
            except FactError:
                continue
            raise AssertionError(name)


def test_false_facts_say_what_is_true() -> None:
    with pytest.raises(FactError, match=r"is not true\. The engine says: 12\."):
        Calculator(EN).check("ways_to_shut(12) == 13")
    with pytest.raises(FactError, match="is not true or false"):
        Calculator(EN).check("ways_to_shut(12)")
    with pytest.raises(FactError, match="is not true"):
        Calculator(EN).check("1 > 2")


def test_a_lesson_cannot_ask_for_too_much() -> None:
    calculator = Calculator(EN)
    asked = [f"top_chance({total}, {rolls})" for rolls in (5, 6) for total in range(2, 13)]
    with pytest.raises(FactError, match="too much"):
        list(map(calculator.value, asked))
    with pytest.raises(FactError, match="too much"):
        calculator.value("1")


def test_what_is_known_costs_little() -> None:
    calculator = Calculator(EN)
    for rolls in range(20):
        calculator.value(f"still_in({rolls}, 'easy') + player_score('easy')")
    for _ in range(50):
        calculator.value("top_chance(7, 36)")


WORDS = [
    *FUNCTIONS,
    *WRITERS,
    *[
        "(",
        ")",
        "[",
        "]",
        ",",
        "+",
        "*",
        "/",
        "==",
        "<",
        "not",
        "and",
        "'",
        "7",
        "0.5",
        "in",
        ".",
        "x",
        "for",
    ],
]


@settings(max_examples=200, deadline=None)
@given(st.one_of(st.text(max_size=60), st.lists(st.sampled_from(WORDS), max_size=12).map(" ".join)))
def test_any_text_is_computed_or_refused(text: str) -> None:
    try:
        shown = Calculator(EN).text(text)
    except FactError:
        return
    assert len(shown) <= LONGEST_SHOWN
    assert "\n" not in shown
