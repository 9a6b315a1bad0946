"""What is known is shown as it is: every sum of the table, every set of a number, in words."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from itertools import combinations

import pytest
from apptest import paragraphs
from streamlit.testing.v1 import AppTest

from shutbox.practice import Memory, Progress, save_progress

SCRIPT = """
from shutbox.ui import practice_known, state
practice_known.knowing(state.language())
"""

NOW = 1_700_000_000
STANDINGS = ["growing"] * 3 + ["safe"] * 3
"""Of a memory, by its box: it is safe from the fourth on (see `practice.WAITS`)."""


def memory(box: int) -> Memory:
    return Memory(box, 4, 3, NOW, NOW)


PRACTISED = {
    (3, 4): memory(3),
    (4, 4): memory(0),
    (1, 9): memory(5),
    (8, 9): memory(2),
    (1, 2, 7): memory(4),
    (1, 2, 3, 4): memory(1),
    (3, 12): memory(2),
}


def shown(practised: dict[tuple[int, ...], Memory]) -> AppTest:
    at = AppTest.from_string(SCRIPT, default_timeout=60)
    at.session_state["practised"] = save_progress(Progress(practised)) if practised else ""
    at.run()
    assert [error.value for error in at.exception] == []
    return at


class Reader(HTMLParser):
    """Reads the text of every item, without what is there for the eye alone."""

    def __init__(self, html: str, tag: str, **attributes: str) -> None:
        super().__init__()
        self._tag = tag
        self._attributes = attributes.items()
        self._depth = 0
        self.items: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if self._depth or (tag == self._tag and self._attributes <= dict(attrs).items()):
            if not self._depth:
                self.items.append("")
            self._depth += 1

    def handle_endtag(self, tag: str) -> None:
        self._depth -= bool(self._depth)

    def handle_data(self, data: str) -> None:
        if self._depth:
            self.items[-1] += f"{data} "


def pages_html(at: AppTest) -> str:
    return "".join(element.proto.body for element in at.get("html"))


def test_every_sum_of_the_addition_table_has_its_standing() -> None:
    cells = Reader(pages_html(shown(PRACTISED)).split("<tbody>")[1], "td").items
    expected = []
    for first in range(1, 10):
        for second in range(1, 10):
            known = PRACTISED.get((min(first, second), max(first, second)))
            expected.append(f"{first + second} {STANDINGS[known.box] if known else 'new'} ")
    assert cells == expected


@pytest.mark.parametrize("total", [3, 10, 20])
def test_every_set_of_a_number_has_its_standing(total: int) -> None:
    at = shown(PRACTISED)
    at.button_group(key="noted-practise-total").set_value(str(total)).run()
    items = Reader(pages_html(at), "div", role="listitem").items
    sets = [
        tiles
        for size in (2, 3, 4)
        for tiles in combinations(range(1, 10), size)
        if sum(tiles) == total
    ]
    expected = []
    for tiles in sets:
        known = PRACTISED.get(tiles)
        standing = STANDINGS[known.box] if known else "new"
        expected.append(f"{' + '.join(map(str, tiles))} {standing} ")
    assert items == expected
    assert any(text.startswith(f"{len(sets)} sum") for text in paragraphs(at))


def test_the_words_name_what_is_safe_what_grows_and_what_comes_next() -> None:
    words = paragraphs(shown(PRACTISED))[0]
    assert words.startswith("Safe: 3 sums. Growing: 4 sums.")
    assert "To talk about next: 4 + 4, 1 + 2 + 3 + 4 and 3 + 12." in words


def test_with_everything_safe_a_way_on_is_named() -> None:
    words = paragraphs(shown({(3, 4): memory(3)}))[0]
    assert re.split(r"\s+", words)[:3] == ["Safe:", "1", "sum."]
    assert "Growing" not in words
    assert "next level" in words


def test_before_the_first_round_the_next_step_is_named() -> None:
    at = shown({})
    assert paragraphs(at)[0].startswith("You have not practised yet.")
    assert set(Reader(pages_html(at).split("<tbody>")[1], "td").items) >= {"2 new ", "18 new "}


def test_there_are_no_marks_and_no_shares() -> None:
    at = shown(PRACTISED)
    seen = pages_html(at) + " ".join(paragraphs(at))
    assert "%" not in seen
    assert "/10" not in seen
