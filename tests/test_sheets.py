"""What lessons have on paper: every kind of sheet, and the pictures of lessons beside it."""

from __future__ import annotations

import re
from html import unescape
from itertools import product
from urllib.parse import unquote

import pytest
from apptest import ROOT, component_data, fire, start, visible_texts
from test_pages import check_runs

from shutbox.i18n import language
from shutbox.lesson_parts import Lesson, Print
from shutbox.lessons import load_lessons, read_lesson
from shutbox.ui import pictures, sheets

EN, FR = language("en"), language("fr")
KINDS = read_lesson(ROOT / "tests/data/every-kind.md")


def prints(lesson: Lesson) -> list[Print]:
    return [part for step in lesson.steps for part in step.parts if isinstance(part, Print)]


EVERY = [
    pytest.param(lesson, block, id=f"{lesson.id}/{block.id}")
    for lesson in (KINDS, *load_lessons())
    for block in prints(lesson)
]


def words(html: str) -> list[str]:
    """What stands on a sheet, cell by cell."""
    body = re.sub(r"<(style|title)>.*?</\1>", "", html, flags=re.DOTALL)
    return [unescape(text) for text in re.split(r"<[^>]*>", body) if text.strip()]


@pytest.mark.parametrize(("lesson", "block"), EVERY)
def test_a_sheet_needs_nothing_but_itself(lesson: Lesson, block: Print) -> None:
    html = sheets.sheet(EN, lesson, block)
    assert "<script" not in html
    sources = re.findall(r"""(?:src|href)\s*=\s*["']?([^"' >]+)""", html)
    assert all(source.startswith("data:image/svg+xml,") for source in sources)
    assert "url(" not in html
    assert "@import" not in html
    assert words(html).count(lesson.title) == block.copies == html.count("</section>")


def test_there_is_a_sheet_of_every_kind() -> None:
    assert {block.what for block in prints(KINDS)} == {
        "text", "board", "tally", "grid", "questions",
    }  # fmt: skip


def sheet(id: str) -> str:
    return sheets.sheet(EN, KINDS, next(block for block in prints(KINDS) if block.id == id))


def test_a_board_has_its_tiles_and_its_text_as_text() -> None:
    found = words(sheet("board-sheet"))
    one = ["Every kind", "Cover 5 < 7 tiles.", *map(str, range(1, 13))]
    assert found == one * 3


def test_the_tally_has_a_row_for_every_total() -> None:
    heads = ["Total", "One stroke for each roll", "How many"]
    assert words(sheet("totals-sheet"))[1:] == [*heads, *map(str, range(2, 13))]
    assert words(sheet("doubles-sheet"))[1:6] == ["Roll", *heads[1:], "Double", "No double"]


def test_the_grid_has_the_total_of_every_roll() -> None:
    found = words(sheet("grid-sheet"))
    rows = [str(red + blue) for blue in range(1, 7) for red in range(1, 7)]
    assert found == ["Every kind", *rows] * 4
    assert re.findall(r'alt="([^"]*)"', sheet("grid-sheet"))[:2] == ["Red die: 1", "Red die: 2"]


def test_slips_ask_what_the_lesson_asks_at_its_end() -> None:
    found = words(sheet("slips"))
    for asked in (question for question in KINDS.questions if question.exit):
        assert found.count(asked.text) >= 8
    assert "7" not in [asked.text for asked in KINDS.questions if asked.id == "first"]
    assert "Which total comes most?" not in found, "no exit question"
    assert "Not twelve. Why?" not in found, "no feedback"


def test_the_words_of_a_sheet_are_those_of_the_reader() -> None:
    block = next(block for block in prints(KINDS) if block.id == "totals-sheet")
    assert "Un trait par lancer" in words(sheets.sheet(FR, KINDS, block))


def test_a_pupil_and_a_teacher_print_and_keep_the_same_sheet() -> None:
    for query in ({"at": "show"}, {"teacher": "1"}):
        at = check_runs(start("lessons", lesson="will-my-roll-fit", **query))
        lesson = next(lesson for lesson in load_lessons() if lesson.id == "will-my-roll-fit")
        (block,) = prints(lesson)
        data = component_data(at, "sheet-will-my-roll-fit-grid-sheet")
        assert data["html"] == sheets.sheet(EN, lesson, block)
        labels = [text for _, text in visible_texts(at)]
        assert {"Print this sheet", "Download the sheet"} <= set(labels)


# ---- the pictures of lessons ----


def alts(html: str) -> list[str]:
    return re.findall(r'alt="([^"]*)"', html)


def test_the_bar_says_what_was_used_and_what_is_left() -> None:
    """The 45 secret: rolls of 4, 8, 9 and 7 leave 17, whatever tiles they shut."""
    assert alts(pictures.bar(EN, [4, 8, 9, 7], 17)) == ["45 = 4 + 8 + 9 + 7 + 17 left"]
    assert alts(pictures.bar(EN, [], 45)) == ["45 left"]
    drawn = unquote(pictures.bar(EN, [5, 25], 15))
    widths = [float(width) for width in re.findall(r'y="3" width="([^"]*)"', drawn)]
    assert widths == [100, 500, 300]


def test_a_box_fills_its_bar_with_the_rolls_it_used() -> None:
    at = start("lessons", lesson="the-45-secret", at="tell")
    key = "box-the-45-secret-check"
    data = component_data(at, key)
    end = data["game"][data["game"].index("#") :]
    fire(at, key, record=f"{data['turn']}_4.6-1.2.3.4_5.6-5.6_2.3-{end}")
    said = [text for _, text in visible_texts(check_runs(at))]
    assert "45 = 10 + 11 + 24 left" in said


@pytest.mark.parametrize(("first", "second"), [(1, 4), (2, 3), (6, 6), (1, 1), (11, 1)])
def test_a_split_number_has_as_many_dots(first: int, second: int) -> None:
    shown = pictures.split(EN, first, second)
    assert alts(shown) == [f"{first + second} is {first} and {second}."]
    assert shown.count("cy%3D%22206%22") == first + second


def test_a_number_is_split_in_every_way() -> None:
    at = start("lessons", lesson="break-it-up", at="gone")
    key = "noted-chart-break-it-up-split-five-first"
    for first in ("1", "2", "3", "4"):
        at.pills(key=key).set_value(first).run()
        said = [text for _, text in visible_texts(check_runs(at))]
        assert f"5 = {first} + {5 - int(first)}" in said
        assert f"5 is {first} and {5 - int(first)}." in said
    assert not [text for text in said if "only once" in text]


@pytest.mark.parametrize("faces", [*product(range(1, 7), repeat=2)], ids=str)
def test_joined_dice_count_on_from_the_larger(faces: tuple[int, int]) -> None:
    def pips(html: str) -> int:
        return unquote(html).count('r="9"')

    large, small = max(faces), min(faces)
    apart = pictures.join(EN, faces, is_joined=False)
    names = [f"Red die: {faces[0]}", f"Blue die: {faces[1]}"]
    assert alts(apart) == (names if faces[0] >= faces[1] else names[::-1])
    assert pips(apart) == large + small

    joined = pictures.join(EN, faces, is_joined=True)
    assert (pips(joined), joined.count("<i ")) == (large, small)
    counted = [str(number) for number in range(large, large + small + 1)]
    assert words(joined) == [*counted, f"{large} + {small} = {large + small}."]
    assert f'aria-label="{large}, then {", ".join(counted[1:])}."' in joined
    assert ("#3f6fb5" in joined) == (faces[0] >= faces[1])


def test_dice_slide_together_and_others_come() -> None:
    key = "chart-meet-the-box-slide"
    at = start("lessons", lesson="meet-the-box", at="count-on", done="how-many")

    def press(button: str) -> list[str]:
        at.button(key=f"{key}-join{button}").click().run()
        return [text for _, text in visible_texts(check_runs(at))]

    assert {"5, then 6, 7, 8.", "5 + 3 = 8."} <= set(press(""))
    assert not {"5, then 6, 7, 8.", "5 + 3 = 8."} & set(press(""))
    before = {3, 5}
    for _ in range(5):
        shown = " ".join(press("-other"))
        faces = [int(re.search(rf"{die} die: (\d)", shown)[1]) for die in ("Red", "Blue")]  # type: ignore[index]
        assert set(faces) != before
        before = set(faces)
        total = f"{max(faces)} + {min(faces)} = {sum(faces)}."
        assert total not in shown
        assert total in press("")


@pytest.mark.parametrize("dice", ["", "-1", "x", "²", "9" * 40, "999999", "<b>"])
def test_a_damaged_note_shows_two_dice_all_the_same(dice: str) -> None:
    at = start("lessons", lesson="meet-the-box", at="count-on", done="how-many")
    name = "lesson chart-meet-the-box-slide"
    at.session_state[f"{name} dice"] = dice
    at.session_state[f"{name} joined"] = dice
    shown = [text for _, text in visible_texts(check_runs(at.run()))]
    assert sum(bool(re.fullmatch(r"(Red|Blue) die: [1-6]", text)) for text in shown) == 2


def test_tiles_light_the_rolls_that_fit() -> None:
    """Nine sets of four tiles accept every roll, 1, 2, 4 and 5 among them (teaching notes, 9)."""
    at = start("lessons", lesson="will-my-roll-fit", at="which")
    key = "chart-will-my-roll-fit-grid-all"
    for tiles, fit in (([1, 2, 4, 5], 36), ([3, 4, 5], 25), ([4, 5, 8, 9], 17), ([], 0)):
        at.pills(key=f"{key}-tiles").set_value(tiles).run()
        assert len(component_data(check_runs(at), key)["lit"]) == fit
        assert f"{fit} of 36 rolls fit." in [text for _, text in visible_texts(at)]


def test_robots_play_as_many_games_as_the_lesson_says() -> None:
    at = start("lessons", lesson="big-or-small", at="third")
    at.button(key="chart-big-or-small-third-duel-play").click().run()
    seen = []
    for _ in range(2):
        htmls = [html.value for html in check_runs(at).get("html")]
        (shown,) = [html for html in htmls if html.startswith('<div class="stb-counts"')]
        won = [int(number) for number in re.findall(r"<b>(\d+)</b>", shown)]
        assert sum(won) == 100
        assert won[0] < won[2], "shutting most tiles is worse than any tiles"
        seen.append(won)
        at.button(key="chart-big-or-small-third-duel-other").click().run()
    assert seen[0] != seen[1]


def test_the_average_settles_where_the_engine_says() -> None:
    at = start("lessons", lesson="the-long-run", at="line")
    for number, more in ((1, 1), (11, 10), (111, 100)):
        at.button(key=f"chart-the-long-run-mean-roll-{more}").click().run()
        said = [text for _, text in visible_texts(check_runs(at))]
        assert [text for text in said if text.startswith(f"The average of {number} turn")]
    assert [text for text in said if text.startswith("111 turns: ")]


@pytest.mark.parametrize(("lang", "is_noted"), [("en", False), ("fr", True)])
def test_a_reader_is_told_that_a_lesson_is_not_translated(
    lang: str, is_noted: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shutbox.ui.lessons.load_lessons", lambda *_: (KINDS,))
    at = check_runs(start("lessons", lesson="every-kind", lang=lang))
    note = language(lang)("This lesson is not in your language yet. Here it is in English.")
    assert (note in [text for _, text in visible_texts(at)]) == is_noted
