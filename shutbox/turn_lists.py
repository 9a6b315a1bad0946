"""Many turns as text: plain lines, links, or the CSV file that a page of ours wrote.

Nothing is replayed here; a line may be damaged. `notation.parse_turn` says so, turn by turn.
"""

from __future__ import annotations

import csv
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache

MOST_TURNS = 10_000
"""Further turns of a list are left out."""

MOST_CHARACTERS = 4_000_000
"""What stands behind is left out too; 10,000 long turns need less."""


@dataclass(frozen=True, slots=True)
class ListedTurn:
    """One turn of a list.

    Attributes:
        text: the turn, as it was written.
        line: the number of its line, from 1.
        when: the time that stood beside it, in the form of ISO 8601, or "".
    """

    text: str
    line: int
    when: str = ""


@dataclass(frozen=True, slots=True)
class TurnList:
    """The turns of a text.

    Attributes:
        turns: at most `MOST_TURNS`.
        left_out: how many more lines there were, as far as they were looked at.
    """

    turns: tuple[ListedTurn, ...]
    left_out: int


@lru_cache(maxsize=8)
def read_turns(text: str, headings: Collection[str] = ()) -> TurnList:
    """Return the turns of a text, one a line; empty lines are passed over.

    A line may be a turn, a link that names one (``...?turn=...``), or cells parted by commas,
    semicolons or tabs: then the last one is the turn, and one that is a time tells when.

    Args:
        text: what was pasted, or what stood in a file.
        headings: what may stand above the turns of a table; that line is passed over.
    """
    lines = text[:MOST_CHARACTERS].removeprefix("\N{BYTE ORDER MARK}").splitlines()
    if len(text) > MOST_CHARACTERS:
        lines.pop()  # It may have lost its end.
    turns: list[ListedTurn] = []
    left_out = 0
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        cells = _cells(line)
        if cells[-1] in headings and not turns:
            continue
        if len(turns) == MOST_TURNS:
            left_out += 1
        else:
            turn = cells[-1].rpartition("turn=")[2].partition("&")[0]
            turns.append(ListedTurn(turn, number, next(filter(_is_time, cells[:-1]), "")))
    return TurnList(tuple(turns), left_out)


def _cells(line: str) -> list[str]:
    separator = next((sign for sign in "\t;," if sign in line), None)
    cells = next(csv.reader([line], delimiter=separator)) if separator else [line]
    return [cell.strip().removeprefix("'") for cell in cells]


def _is_time(text: str) -> bool:
    try:
        datetime.fromisoformat(text)
    except ValueError:
        return False
    return "-" in text  # A bare number can be a date too, but here it is a score.
