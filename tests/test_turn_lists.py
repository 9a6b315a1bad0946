"""Turns from pasted text and files, line by line."""

from __future__ import annotations

import pytest

from shutbox.turn_lists import MOST_CHARACTERS, MOST_TURNS, ListedTurn, read_turns

ONE, OTHER = "classic_6.6-3.9", "two-dice~otter_5.4-9"
TIME = "2026-11-30T10:20:30+00:00"


@pytest.mark.parametrize(
    ("text", "turns"),
    [
        ("", []),
        ("\n \n", []),
        (ONE, [ListedTurn(ONE, 1)]),
        (f"  {ONE}\r\n\r\n{OTHER}\n", [ListedTurn(ONE, 1), ListedTurn(OTHER, 3)]),
        (f"https://box.school/?lang=fr&turn={ONE}&aim=shut", [ListedTurn(ONE, 1)]),
        (f"?turn={ONE}", [ListedTurn(ONE, 1)]),
        (f"{TIME}\t{ONE}", [ListedTurn(ONE, 1, TIME)]),
        (f"\ufeffTurn,Time,Line\n1,{TIME},{ONE}", [ListedTurn(ONE, 2, TIME)]),
        (f'7;"a; b";{TIME};{ONE}', [ListedTurn(ONE, 1, TIME)]),
        (f"20261130,{ONE}", [ListedTurn(ONE, 1)]),
        ("otter", [ListedTurn("otter", 1)]),
        (f"{ONE}\nLine", [ListedTurn(ONE, 1), ListedTurn("Line", 2)]),
        (f"'=1+1,{ONE}", [ListedTurn(ONE, 1)]),
        ('"never closed', [ListedTurn('"never closed', 1)]),
        ('a,"never closed', [ListedTurn("never closed", 1)]),
    ],
)
def test_turns_of_a_text(text: str, turns: list[ListedTurn]) -> None:
    assert read_turns(text, frozenset({"Line"})).turns == tuple(turns)


def test_a_list_that_is_too_long_is_cut_and_says_so() -> None:
    found = read_turns("\n".join([ONE] * (MOST_TURNS + 3)))
    assert len(found.turns) == MOST_TURNS
    assert found.left_out == 3


def test_a_text_that_is_too_long_loses_its_last_line_not_a_part_of_one() -> None:
    found = read_turns(f"{ONE}\n" + "x" * MOST_CHARACTERS)
    assert found.turns == (ListedTurn(ONE, 1),)
