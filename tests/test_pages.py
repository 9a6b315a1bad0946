"""The app as it runs: every page, language and box; a whole turn; links; hostile browsers."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from time import monotonic
from typing import Any

import pytest
import streamlit as st
from apptest import (
    APP,
    PAGES,
    ROOT,
    Json,
    charts,
    component_data,
    fire,
    fire_text,
    go_to,
    paragraphs,
    pick,
    registered_pages,
    rerun,
    start,
    tables,
    visible_texts,
)
from babel.messages.catalog import Catalog
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as hypothesis_st
from streamlit.testing.v1 import AppTest

from shutbox import (
    OBJECTIVES,
    VARIANTS,
    FewerDice,
    MoveRule,
    Objective,
    Refusal,
    Turn,
    TurnAnalysis,
    Variant,
    advice,
    analyse,
    format_turn,
    i18n,
    parse_turn,
    parse_variant,
    roll,
    solve,
    tile_set,
)
from shutbox.dice import Bag, Dice, Drawn, Roll
from shutbox.estimate import Estimates
from shutbox.frames import equation, moves_frame, rolls_of, sets_of
from shutbox.lessons import load_lessons
from shutbox.published import PUBLISHED
from shutbox.ui import frame, solving, state, wording
from shutbox.ui import ways as ways_page
from shutbox.ui.blocks import label
from shutbox.ui.ways import MOST_SHOWN

LANGUAGES = [*i18n.languages(), i18n.PSEUDO]
EXAMPLE = "two-dice_5.4-9_6.6-4.8_2.1-3_6.5-5.6_4.4-1.7_3.5-"

WITHOUT_BOX = {"lessons", "practise", "published", "review", "sums"}
"""Pages without a control for the box."""

each_page = pytest.mark.parametrize("page", PAGES)
each_page_with_box = pytest.mark.parametrize("page", [p for p in PAGES if p not in WITHOUT_BOX])
each_variant = pytest.mark.parametrize("variant", VARIANTS.values(), ids=lambda v: v.id)
each_objective = pytest.mark.parametrize("objective", OBJECTIVES)


def check_runs(at: AppTest) -> AppTest:
    assert [error.value for error in at.exception] == []
    assert [error.value for error in at.error] == []
    return at


def turn_of(at: AppTest) -> Turn:
    """The turn that Python has sent to the box."""
    return parse_turn(component_data(at, "box")["turn"])


# ---- turns to show ----


def played(
    variant: Variant, seed: str, choose: Callable[[tuple[int, ...]], int] = lambda moves: moves[0]
) -> list[Turn]:
    """A whole turn, as it is after every roll and after every move."""
    stages = [Turn(variant, seed=seed)]
    while not stages[-1].is_over:
        turn = stages[-1]
        turn = turn.shut(choose(turn.legal_moves)) if turn.dice else turn.roll(turn.seeded_roll())
        stages.append(turn)
    return stages


def shut_box() -> Turn:
    """A turn that ends with a shut box."""
    for n in range(1000):
        turn = played(VARIANTS["four"], f"otter-{n}")[-1]
        if turn.is_shut:
            return turn
    raise AssertionError("no seed shuts the box")


def badly_played(seed: str) -> Turn:
    """A turn of the standard box with the worst number of dice and the worst move at every roll."""
    solution = solve(VARIANTS["classic"])
    turn = Turn(solution.variant, seed=seed)
    while not turn.is_over:
        by_count = solution.dice_values(turn.open_tiles)
        turn = turn.roll(turn.seeded_roll(max(by_count, key=by_count.__getitem__)))
        if turn.dice:
            values = solution.move_values(turn.open_tiles, turn.dice)
            turn = turn.shut(max(values, key=values.__getitem__))
    return turn


def with_bad_dice(one_was_better: bool) -> Turn:
    """A badly played turn in which one die was better than two, or the other way round."""
    for n in range(1000):
        turn = badly_played(f"otter-{n}")
        if any(s.dice_loss and s.best_dice == (2 - one_was_better,) for s in analyse(turn).steps):
            return turn
    raise AssertionError("no seed has such a choice of dice")


BAD_DICE = {one: with_bad_dice(one) for one in (True, False)}


SHOWN = [
    *({"variant": variant_id} for variant_id in VARIANTS),
    *({"turn": format_turn(turn)} for turn in played(VARIANTS["classic"], "otter-7")),
    {"turn": "classic_6.6", "hints": "true"},
    {"turn": "classic_6.6", "hints": "true", "aim": "shut"},
    {"turn": "classic_6.6-3.9", "aim": "shut"},
    {"turn": EXAMPLE},
    {"turn": EXAMPLE, "aim": "shut"},
    {"turn": format_turn(shut_box())},
    {"turn": format_turn(shut_box()), "aim": "shut"},
    *({"turn": format_turn(turn)} for turn in BAD_DICE.values()),
    *({"turn": format_turn(turn), "aim": "shut"} for turn in BAD_DICE.values()),
    {"variant": "nothing"},
    {"turn": "nothing"},
    {"turn": "classic_6.6-4.8_5"},
    {"turn": "classic_6.6-5.6"},
    {"variant": "four", "total": "6"},
    {"variant": "twelve", "total": "2"},
]
"""Links that show everything there is to be shown; every page gets all of them."""


# ---- every page runs, in every language ----


def test_every_page_is_in_the_navigation() -> None:
    assert set(registered_pages(start())) == set(PAGES)


@each_page
def test_pages_are_thin(page: str) -> None:
    assert len((ROOT / f"pages/{page}.py").read_text("utf-8").splitlines()) <= 25


@each_page
@pytest.mark.parametrize("code", i18n.languages())
def test_every_page_runs_with_everything(page: str, code: str) -> None:
    for query in SHOWN:
        check_runs(start(page, lang=code, **query))


@each_page
@each_variant
def test_every_page_runs_in_the_dark(page: str, variant: Variant) -> None:
    check_runs(start(page, variant=variant.id, context={"theme": "dark"}))


@each_page
def test_a_page_begins_with_its_title_and_one_sentence(page: str) -> None:
    at = start(page)
    assert len(at.title) == 1
    shown = [text for where, text in visible_texts(at) if where.endswith(": body")]
    assert shown[0] == at.title[0].value
    assert re.fullmatch(r"[^.!?]+\.", shown[1]), shown[1]


@each_page
def test_headings_come_in_order(page: str) -> None:
    """A title, then headers: no level is left out."""
    at = start(page, turn=EXAMPLE)
    assert len(at.title) == 1
    assert len(at.header) >= 1
    assert len(at.subheader) == 0


@each_page
@pytest.mark.parametrize("code", LANGUAGES)
def test_the_document_is_told_its_language(page: str, code: str) -> None:
    assert component_data(start(page, lang=code), "document") == {"language": code}


# ---- no text escapes translation ----

ACCENTED = {letter for letter in map(chr, range(65, 123)) if i18n.pseudo(letter)[1] != letter}
"""The letters that no text in the pseudo-language can show."""

NAMES_OF_LANGUAGES = {i18n.language(code).name for code in i18n.languages()}
LIST_WORDS = re.compile(r"(?<=\d) (?:and|or) (?=\d)")
"""Lists are written by Babel, not by a catalogue."""


def is_link(text: str) -> bool:
    if text.startswith("?variant="):
        return bool(parse_variant(text.removeprefix("?variant=")))
    return text.startswith("?turn=") and bool(parse_turn(text.removeprefix("?turn=")))


SOURCES = {claim.source for claim in PUBLISHED}
TITLES = {source.title for source in SOURCES}


def is_source(text: str) -> bool:
    """Whether a text is the title, or the address, of a page that somebody has published."""
    return text in TITLES or any(f"({source.address})" in text for source in SOURCES)


LESSONS = load_lessons()
OF_LESSONS = {text for one in LESSONS for text in (one.title, one.goal, one.topic)}
"""What the shelf says of lessons: they are translated as files of their own."""

ENDS_OF_LESSONS = tuple(end for text in OF_LESSONS for end in (f": {label(text)}", f" · {text}"))


def escapes(text: str) -> bool:
    """Whether a text that somebody reads has not come through a catalogue."""
    if text in NAMES_OF_LANGUAGES or is_link(text) or is_source(text) or text in OF_LESSONS:
        return False
    for end in ENDS_OF_LESSONS:
        text = text.removesuffix(end)
    # Numbers in the data of charts may be as tiny as 5.9e-08.
    plain = re.sub(r"\{\w+\}|(?<=\d)e-\d+", "", text)
    words = LIST_WORDS.sub(", ", plain)
    depth, outside = 0, False
    for letter in words:
        depth += (letter == "⟦") - (letter == "⟧")
        outside |= depth == 0 and letter.isalpha()
    return outside or depth != 0 or bool(set(words) & ACCENTED)


@pytest.mark.parametrize(
    "text", ["7", "4 + 5", "5.9e-08", "−0.3 %", "✓ 12", "⟦Ťóťáĺ {total}⟧", "⟦3 and 5⟧"]
)
def test_translated_text_and_numbers_do_not_escape(text: str) -> None:
    assert not escapes(text)


@pytest.mark.parametrize("text", ["Total", "⟦Ťóťáĺ⟧ x", "⟦Ťóťáĺ classic⟧", "⟦Ťóťáĺ", "4 and ⟦ñ⟧"])
def test_untranslated_text_escapes(text: str) -> None:
    assert escapes(text)


@each_page
@pytest.mark.parametrize("query", SHOWN, ids=lambda query: "&".join(query.values())[:60])
def test_no_text_escapes_translation(page: str, query: dict[str, str]) -> None:
    texts = visible_texts(check_runs(start(page, lang=i18n.PSEUDO, **query)))
    assert len(texts) > 10
    assert [(where, text) for where, text in texts if escapes(text)] == []


@each_variant
def test_no_text_of_any_total_escapes_translation(variant: Variant) -> None:
    at = start("ways", lang=i18n.PSEUDO, variant=variant.id)
    for total in totals_to_check(variant):
        rerun(at, lang=i18n.PSEUDO, variant=variant.id, total=str(total))
        assert [text for text in visible_texts(at) if escapes(text[1])] == []


def test_the_navigation_and_the_tab_are_translated(monkeypatch: pytest.MonkeyPatch) -> None:
    titles: list[str] = []
    monkeypatch.setattr(st, "set_page_config", lambda **given: titles.append(given["page_title"]))
    at = start(lang=i18n.PSEUDO)
    titles += [page.title for page in registered_pages(at).values()]
    assert len(titles) == 1 + len(PAGES)
    assert not any(escapes(title) or not title.startswith("⟦") for title in titles)


def test_the_walk_sees_every_kind_of_text() -> None:
    """Labels, options, help, tables, charts, alerts, HTML and blocks, whatever shows them."""

    def page() -> None:
        import altair as alt
        import pandas as pd
        import streamlit as st

        st.selectbox("a label", ["an option"], help="a help", placeholder="a placeholder")
        st.pills("a pill", ["a choice"])
        st.table(pd.DataFrame({"a heading": ["a cell"]}))
        st.dataframe(pd.DataFrame({"a second heading": ["a second cell"]}))
        st.warning("an alert")
        st.html('<p title="a title">a paragraph<img alt="a picture"></p><style>hidden</style>')
        st.metric("a metric", "a value")
        st.tabs(["a tab"])
        st.expander("an expander").button("a button")
        st.popover("a popover").caption("a caption")
        st.sidebar.text("a text")
        rows = pd.DataFrame({"word": ["a bar"], "hidden": ["hidden"]})
        chart = alt.Chart(rows).mark_bar().encode(x=alt.X("word:N", title="an axis"), y="count()")
        st.altair_chart(chart.properties(title=["a first line", "a second line"]))

    shown = {text.strip() for _, text in visible_texts(AppTest.from_function(page).run())}
    for text in (
        *("a label", "an option", "a help", "a placeholder", "a pill", "a choice", "an alert"),
        *("a heading", "a cell", "a second heading", "a second cell", "a title", "a paragraph"),
        *("a picture", "a metric", "a value", "a tab", "an expander", "a button", "a popover"),
        *("a caption", "a text", "a bar", "an axis", "a first line", "a second line"),
    ):
        assert text in shown, text
    assert "hidden" not in shown


# ---- a whole turn ----

Values = Callable[[str], float]


def as_number(text: str) -> float:
    """The number in a cell or a sentence; a percentage counts as a share."""
    share = "%" in text
    return float(text.strip("()%").replace(",", "").replace("−", "-")) / (100 if share else 1)


def same_as_shown(text: str, value: float, objective: Objective, digits: int = 1) -> bool:
    assert ("%" in text) == (objective == "shut"), text
    unit = 10**-digits / (100 if objective == "shut" else 1)
    return abs(as_number(text) - value) <= 0.501 * unit


def check_turn_table(at: AppTest, analysis: TurnAnalysis) -> None:
    table = tables(at)[-1]
    assert len(table) == len(analysis.steps)
    for number, (row, step) in enumerate(
        zip(table.to_dict("records"), analysis.steps, strict=True), start=1
    ):
        assert row["Step"] == str(number)
        column = "Drawn" if isinstance(analysis.turn.variant.dice, Bag) else "Dice"
        faces = [str(face) for face in step.dice]
        if wording.holds(analysis.turn.variant) == Drawn.CARDS:
            faces = [wording.rank(i18n.language("en"), face) for face in step.dice]
        assert row[column].split("\N{NO-BREAK SPACE}+\N{NO-BREAK SPACE}") == faces
        shut = "your move" if step.chosen is None else equation(step.chosen) or "stuck"
        assert row["Tiles shut"] == shut
        for column, value in {
            "Before": step.value_before,
            "After roll": step.value_rolled,
            "After move": step.value_after,
            "Luck": step.luck,
            "Loss": step.loss,
        }.items():
            assert same_as_shown(row[column], value, analysis.objective), (number, column)


NUMBER = r"\(?−?[\d,]+\.\d+%?\)?"


def check_account(at: AppTest, analysis: TurnAnalysis) -> None:
    """The sentence that adds up luck and loss."""
    sentence = next(text for text in paragraphs(at) if text.startswith("Start "))
    start_value, luck, loss, now = re.findall(NUMBER, sentence)
    objective = analysis.objective
    assert same_as_shown(start_value, analysis.start_value, objective)
    assert same_as_shown(luck, analysis.total_luck, objective)
    assert same_as_shown(loss, analysis.total_loss, objective)
    assert same_as_shown(now.rstrip("."), analysis.value, objective)
    assert luck.startswith("(") == ("−" in luck)


def roll_to_show(analysis: TurnAnalysis, hints: bool) -> int | None:
    """The roll whose moves are shown: the one on the table with hints, else the last that was
    played; after the end the move that cost most."""
    turn, steps = analysis.turn, analysis.steps
    if turn.dice is not None and hints:
        return len(steps)
    numbers = [n for n, step in enumerate(steps, start=1) if step.chosen]
    if turn.is_over and analysis.total_loss:
        losses = [step.move_loss if step.is_improvable else 0 for step in steps]
        if max(losses) > 0:
            return max(n for n, loss in enumerate(losses, start=1) if loss == max(losses))
    return numbers[-1] if numbers else None


def check_chart(at: AppTest, analysis: TurnAnalysis, hints: bool) -> None:
    number = roll_to_show(analysis, hints)
    if number is None:
        assert charts(at) == []
        return
    step = analysis.steps[number - 1]
    judge = advice(analysis.turn.variant, analysis.objective)
    moves = moves_frame(judge, step.open_tiles, step.dice, step.chosen, step.drawn)
    shown = moves[(moves["rank"] <= 15) | moves["chosen"]]
    rows = charts(at)[0].rows
    for column in ("rank", "move", "value", "chosen"):
        assert list(rows[column]) == list(shown[column])
    assert ["best" in label for label in rows["label"]] == list(shown["best"])
    assert ["yours" in label for label in rows["label"]] == list(shown["chosen"])
    more = [text for text in paragraphs(at) if "more move" in text]
    assert [int(text.split()[0]) for text in more] == [len(moves) - len(shown)] * bool(more)
    assert bool(more) == (len(moves) > len(shown))

    if len(tables(at)) == 1:
        at.session_state["best-move-table"] = True
        check_runs(at.run())
    table = tables(at)[0]
    assert list(table["Tiles to shut"]) == list(moves["move"])
    value = "Chance to shut" if analysis.objective == "shut" else "Expected score"
    columns = {value: list(moves["value"]), "Loss": list(moves["loss"])}
    digits = 4
    if isinstance(judge, Estimates):
        errors = [judge.error(step.open_tiles & ~move) for move in moves["tiles"]]
        columns = {value: list(moves["value"]), "±": errors}
        digits = 2 if analysis.objective == "shut" else 1
        assert len([box for box in at.info if "±" in box.value]) == 1
    for column, values in columns.items():
        for text, number_shown in zip(table[column], values, strict=True):
            assert same_as_shown(text, number_shown, analysis.objective, digits)

    verdict = next(text for text in paragraphs(at) if text.startswith(f"Roll {number} ("))
    if step.chosen:
        assert equation(step.chosen) in verdict
        assert ("better" in verdict) == (step.chosen not in step.best)
        assert ("only move" in verdict) == (len(moves) == 1)
    if step.chosen and step.chosen not in step.best:
        assert all(equation(tiles) in verdict for tiles in step.best)


def check_everything(at: AppTest, turn: Turn, objective: Objective, hints: bool) -> None:
    if at.get("progress"):
        solving.wait(turn.variant, objective)
        at.run()
    check_runs(at)
    assert turn_of(at) == turn
    analysis = analyse(turn, objective)
    if analysis.steps:
        check_turn_table(at, analysis)
        check_account(at, analysis)
    else:
        assert tables(at) == []
        before = next(text for text in paragraphs(at) if text.startswith("Before the first roll"))
        shown = re.findall(NUMBER, before)[0].rstrip(".")
        assert same_as_shown(shown, analysis.start_value, objective)
    check_chart(at, analysis, hints)
    if turn.is_over:
        assert wording.ending(i18n.language("en"), turn) in paragraphs(at)
        links = [code.value.partition("&")[0] for code in at.code]
        assert f"?turn={format_turn(turn)}" in links
    else:
        assert len(at.code) == 0


LAST: Callable[[tuple[int, ...]], int] = lambda moves: moves[-1]  # noqa: E731


@each_objective
@pytest.mark.parametrize("hints", [False, True])
@pytest.mark.parametrize(
    ("variant", "seed"), [("classic", "otter-7"), ("four", "A"), ("twelve", "b-2"), ("forced", "c")]
)
def test_a_whole_turn(variant: str, seed: str, objective: Objective, hints: bool) -> None:
    stages = played(VARIANTS[variant], seed, LAST)
    query = {"turn": format_turn(stages[0]), "aim": objective, "hints": str(hints).lower()}
    at = start(**query)
    check_everything(at, stages[0], objective, hints)
    for turn in stages[1:]:
        fire(at, "box", record=format_turn(turn))
        check_everything(at, turn, objective, hints)


@each_objective
@each_variant
def test_an_opened_turn_is_judged(variant: Variant, objective: Objective) -> None:
    for seed in ("otter-1", "otter-2"):
        turn = played(variant, seed, LAST)[-1]
        at = start(turn=format_turn(turn), aim=objective)
        check_everything(at, turn, objective, hints=False)


@each_objective
@pytest.mark.parametrize("turn", BAD_DICE.values(), ids=["one die", "two dice"])
def test_choices_that_could_have_been_better(turn: Turn, objective: Objective) -> None:
    at = start(turn=format_turn(turn), aim=objective)
    check_everything(at, turn, objective, hints=False)
    analysis = analyse(turn, objective)
    choices = analysis.improvable_choices
    sentence = next(text for text in paragraphs(at) if "could have been better" in text)
    assert sentence.startswith(f"{choices} choice")
    cost = re.findall(NUMBER, sentence)[0]
    assert same_as_shown(cost, analysis.total_loss, objective)
    for number, step in enumerate(analysis.steps, start=1):
        advised = [text for text in paragraphs(at) if text.startswith(f"Roll {number}: ")]
        assert len(advised) == (step.dice_loss > 0)
        for text in advised:
            assert ("one die was better" in text) == (step.best_dice == (1,))
            assert ("2 dice were better" in text) == (step.best_dice == (2,))
            cost = re.findall(NUMBER, text)[0].rstrip(".")
            assert same_as_shown(cost, step.dice_loss, objective, 2)


def test_the_end_of_an_empty_bag_and_of_a_box_with_many_tiles_in_words() -> None:
    t = i18n.language("en")
    three = Bag("three", Drawn.CARDS, ((1,), (2,), (2,)))
    few = Variant(id="few", dice=three, fewer_dice=FewerDice.NEVER)
    empty = Turn(few).play((1,), tile_set([1])).play((2,), tile_set([2]))
    stuck = empty.roll((2,))
    assert wording.ending(t, stuck).startswith("No open tiles make 2. You are stuck with 3, 4,")
    two = replace(few, dice=replace(three, contents=((1,), (2,))))
    empty = Turn(two).play((1,), tile_set([1])).play((2,), tile_set([2]))
    assert wording.ending(t, empty) == (
        "The bag is empty. You are left with 3, 4, 5, 6, 7, 8 and 9: score 42."
    )
    large = Turn(VARIANTS["the-300"]).play((1,) * 4, tile_set([4])).roll((1,) * 4)
    large = large.shut(tile_set([1, 3])).roll((1,) * 4)
    assert wording.ending(t, large) == ("No open tiles make 4. Tiles still open: 21. Score: 292.")


def test_what_could_have_been_played_where_a_turn_got_stuck() -> None:
    t = i18n.language("en")

    def said(text: str) -> str | None:
        return wording.playable(t, parse_turn(text))

    assert said("classic_6.6-3.9_5.6") is None, "not stuck"
    assert said("classic_6.6-1.2.4.5_4.4-8_6.1-7_3.3-6_1.1-") == (
        "With 3 and 9 open you could play 3, 9 or 12."
    )
    alone = Variant(id="alone", shut_at_start=tuple(range(2, 10)), fewer_dice=FewerDice.NEVER)
    assert wording.playable(t, Turn(alone).roll((1, 2))) == "With 1 open you could play no roll."
    first = Turn(VARIANTS["two-to-go"]).roll((1, 3))
    assert first.is_stuck
    assert wording.playable(t, first) == (
        "With 1, 2, 3, 4, 5, 6, 7, 8 and 9 open you could play 2, 3, 5, 6, 7, 8, 9, 10, 11 or 12."
    )
    single = Variant(id="single", moves=MoveRule.ONE_TILE, shut_at_start=tuple(range(1, 9)))
    assert wording.playable(t, Turn(single).roll((1, 2))) is None, "the rules ask for no total"
    empty_bag = Bag("three", Drawn.CARDS, ((1,), (2,), (2,)))
    few = Variant(id="few", dice=empty_bag, fewer_dice=FewerDice.NEVER)
    stuck = Turn(few).play((2,), tile_set([2])).roll((2,))
    assert wording.playable(t, stuck) == ("With 1, 3, 4, 5, 6, 7, 8 and 9 open you could play 1.")


# ---- hints and the aim ----


def test_hints_show_the_values_before_the_move_and_never_a_choice() -> None:
    turn = Turn(VARIANTS["classic"], seed="otter-7")
    rolled = turn.roll(turn.seeded_roll())
    at = start(turn=format_turn(rolled))
    assert charts(at) == []
    at.toggle(key="hints").set_value(True).run()
    check_everything(at, rolled, "score", hints=True)
    assert not charts(at)[0].rows["chosen"].any()
    at.toggle(key="hints").set_value(False).run()
    check_everything(at, rolled, "score", hints=False)


def test_the_aim_changes_the_unit_of_all_numbers() -> None:
    turn = badly_played("otter-7")
    at = start(turn=format_turn(turn))
    check_everything(at, turn, "score", hints=False)
    at.segmented_control[0].set_value("shut").run()
    check_everything(at, turn, "shut", hints=False)
    assert at.query_params["aim"] == "shut"
    at.segmented_control[0].set_value("score").run()
    check_everything(at, turn, "score", hints=False)


def test_hints_and_aim_outlive_a_visit_to_another_page() -> None:
    at = start(hints="true", aim="shut")
    go_to(at, "ways")
    go_to(at, "play")
    assert at.toggle(key="hints").value is True
    assert at.segmented_control[0].value == "shut"


SEEDED = {"turn": "classic~otter-7", "seed": "otter-7"}


@cache
def texts_of_seeded(page: str) -> list[tuple[str, str]]:
    return visible_texts(check_runs(start(page, **SEEDED)))


@pytest.mark.parametrize("name", ["hints", "aim", "total", "lang"])
@pytest.mark.parametrize("value", ["", "nothing", "<b>", "x" * 5000, "-1", "../..", "é"])
@each_page
def test_nonsense_in_other_parts_of_a_link_counts_as_absent(
    page: str, name: str, value: str
) -> None:
    texts = visible_texts(check_runs(start(page, **SEEDED, **{name: value})))
    assert texts == texts_of_seeded(page)


# ---- play again ----


def test_play_again_sets_up_a_new_turn_of_the_same_box() -> None:
    turn = played(VARIANTS["ten"], "otter-7")[-1]
    at = start(turn=format_turn(turn))
    fire(at, "box", again=format_turn(turn))
    new = turn_of(check_runs(at))
    assert (new.variant, new.steps, new.dice) == (turn.variant, (), None)
    assert new.seed not in (None, turn.seed)
    assert component_data(at, "box")["untouched"] is False
    assert "turn" not in at.query_params
    assert turn_of(at.run()) == new


def test_every_new_turn_has_its_own_dice() -> None:
    seeds = {turn_of(start()).seed for _ in range(5)}
    assert len(seeds) == 5


def test_play_again_also_ends_a_turn_without_dice_of_its_own() -> None:
    at = start(turn="two-dice_5.4-9")
    new = turn_of(fire(at, "box", again="two-dice_5.4-9"))
    assert new.seed is not None
    assert new.steps == ()


def test_play_again_takes_the_last_step_along() -> None:
    """The record of the end was lost; the wish for a new turn carries it."""
    *_, before, end = played(VARIANTS["classic"], "otter-7")
    at = start(turn=format_turn(before))
    new = turn_of(fire(at, "box", again=format_turn(end)))
    assert new.seed != end.seed


@pytest.mark.parametrize("again", ["classic~otter-7", "", "nothing", 5, None, ["classic"], {}])
def test_there_is_no_new_turn_before_the_end(again: object) -> None:
    turn = played(VARIANTS["classic"], "otter-7")[3]
    at = start(turn=format_turn(turn))
    assert turn_of(check_runs(fire(at, "box", again=again))) == turn


# ---- what a browser may send ----

HOSTILE: Sequence[object] = [
    None,
    True,
    0,
    -1,
    1e300,
    "",
    "nothing",
    "classic~otter-7_9.9-9.9",
    "classic~otter-7_1.1-2",
    "classic_5.4-9",
    "four~other",
    "<script>alert(1)</script>",
    "classic~<b>",
    "\0",
    "٥.٤-٩",
    "classic~otter-7" + "_5.4-9" * 2000,
    "x" * 200_000,
    [],
    ["classic~otter-7"],
    [[[[[]]]]],
    {},
    {"turn": "classic~otter-7", "tiles": [-1, 99]},
    list(range(20_000)),
]


def unchanged(at: AppTest) -> tuple[Json, list[tuple[str, str]]]:
    """Everything on the page but the note of what was refused."""
    return {**component_data(at, "box"), "refused": None}, visible_texts(at)


@pytest.mark.parametrize("stage", [0, 3, -1])
def test_nothing_hostile_changes_anything(stage: int) -> None:
    at = start(turn=format_turn(played(VARIANTS["classic"], "otter-7")[stage]))
    before = unchanged(at)
    for record in HOSTILE:
        for name in ("record", "again"):
            fire(at, "box", **{name: record})
            assert unchanged(check_runs(at)) == before, (name, str(record)[:50])
    fire(at, "box", record="nothing", again=["nothing"], other=1)
    assert unchanged(check_runs(at)) == before


JSON_VALUES: hypothesis_st.SearchStrategy[Any] = hypothesis_st.recursive(
    hypothesis_st.none()
    | hypothesis_st.booleans()
    | hypothesis_st.integers()
    | hypothesis_st.floats()
    | hypothesis_st.text(max_size=40),
    lambda inner: (
        hypothesis_st.lists(inner, max_size=4)
        | hypothesis_st.dictionaries(hypothesis_st.text(max_size=8), inner, max_size=4)
    ),
    max_leaves=10,
)


@given(record=JSON_VALUES)
@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
def test_no_message_of_any_shape_changes_anything(record: object) -> None:
    at = start(turn="four~otter-7")
    before = unchanged(at)
    assert unchanged(check_runs(fire(at, "box", record=record))) == before


@pytest.mark.parametrize("trigger", ["", "nothing", "5", "null", "[5]", "{}", '[{"event": ["a"]}]'])
def test_triggers_that_are_none_change_nothing(trigger: str) -> None:
    at = start(turn="four~otter-7")
    before = unchanged(at)
    assert unchanged(check_runs(fire_text(at, "box", trigger))) == before


def test_a_refused_record_is_named_so_that_the_browser_forgets_it() -> None:
    at = start(turn="classic~otter-7")
    assert component_data(at, "box")["refused"] is None
    fire(at, "box", record="classic~otter-7_9.9-9")
    assert component_data(at, "box")["refused"] == "classic~otter-7_9.9-9"
    assert len(component_data(fire(at, "box", record="x" * 10**6), "box")["refused"]) <= 2000


def test_an_old_record_takes_nothing_back() -> None:
    stages = played(VARIANTS["classic"], "otter-7")
    at = start(turn=format_turn(stages[0]))
    fire(at, "box", record=format_turn(stages[4]))
    after = component_data(at, "box"), visible_texts(at)
    for old in stages[:4]:
        fire(at, "box", record=format_turn(old))
        assert (component_data(at, "box"), visible_texts(at)) == after
    assert component_data(at, "box")["refused"] is None


def test_a_kept_turn_takes_the_place_of_an_untouched_box_only() -> None:
    kept = played(VARIANTS["six"], "otter-7")[2]
    at = start()
    assert component_data(at, "box")["untouched"] is True
    assert component_data(at, "box")["anyVariant"] is True
    assert turn_of(fire(at, "box", record=format_turn(kept))) == kept
    assert component_data(at, "box")["untouched"] is False
    other = format_turn(played(VARIANTS["four"], "other")[2])
    assert turn_of(fire(at, "box", record=other)) == kept


def test_a_link_to_a_box_keeps_out_turns_of_other_boxes() -> None:
    data = component_data(start(variant="ten"), "box")
    assert (data["untouched"], data["anyVariant"]) == (True, False)


def test_a_link_to_a_turn_keeps_out_kept_turns() -> None:
    at = start(turn="classic~otter-7")
    assert component_data(at, "box")["untouched"] is False
    kept = format_turn(played(VARIANTS["six"], "other")[2])
    assert turn_of(fire(at, "box", record=kept)) == parse_turn("classic~otter-7")


def test_a_played_turn_survives_the_run_that_follows() -> None:
    stages = played(VARIANTS["classic"], "otter-7")
    at = fire(start(turn=format_turn(stages[0])), "box", record=format_turn(stages[3]))
    assert turn_of(at.run()) == stages[3]
    assert turn_of(go_to(go_to(at, "ways"), "play")) == stages[3]


def test_the_rolls_in_the_box_are_those_of_the_seed() -> None:
    data = component_data(start(turn="ten~otter-7"), "box")
    rolls = [list(roll("otter-7", step, VARIANTS["ten"])) for step in range(len(data["rolls"]))]
    assert data["rolls"] == rolls


# ---- links ----


@each_variant
@each_page_with_box
def test_a_link_names_a_box(page: str, variant: Variant) -> None:
    at = check_runs(start(page, variant=variant.id))
    assert at.selectbox(key="variant-choice").value == variant.id
    assert turn_of(go_to(at, "play")).variant == variant
    assert len(at.warning) == 0


def test_a_link_opens_a_turn() -> None:
    at = start(turn=EXAMPLE)
    assert turn_of(at) == parse_turn(EXAMPLE)
    assert at.selectbox(key="variant-choice").value == "two-dice"
    assert at.query_params == {"turn": EXAMPLE}
    assert "Whoever opens this link sees this turn." in paragraphs(at)


def test_the_link_under_a_turn_opens_the_same_turn() -> None:
    at = start(turn=EXAMPLE)
    query = at.code[0].value.removeprefix("?turn=")
    assert visible_texts(start(turn=query)) == visible_texts(at)


def test_a_turn_in_a_link_counts_more_than_a_box() -> None:
    at = check_runs(start(turn="ten~otter-7", variant="classic"))
    assert turn_of(at) == parse_turn("ten~otter-7")
    assert at.query_params == {"turn": "ten~otter-7"}


def test_another_link_in_the_same_session_opens_its_turn() -> None:
    at = start(turn=EXAMPLE)
    assert turn_of(rerun(at, turn="ten~otter-7")) == parse_turn("ten~otter-7")
    assert turn_of(rerun(at, variant="four")).variant == VARIANTS["four"]


STUCK = "classic_6.5-4.7_6.6-3.9_5.3-8_6.5-5.6_6.6"
"""With 1 and 2 open nothing makes 12, so a hyphen has to follow."""

BAD_LINKS: dict[str, Refusal | None] = {
    "": None,
    "nothing_5.4-9": None,
    "CLASSIC": None,
    " classic": None,
    "classic\0": None,
    "classic~": None,
    "classic~a b": None,
    "classic_a.b-c": None,
    "classic_٥.٤-٩": None,
    "classic_5.4--9": None,
    "classic_4.4-4.4": None,
    "classic" + "_5.4-9" * 1000: None,
    "<img src=x onerror=alert(1)>": None,
    "classic_<b>5.4</b>-9": None,
    "classic_[5](javascript:alert(1))-9": None,
    STUCK: None,
    f"{STUCK}-_1.1-2": Refusal.TURN_OVER,
    "classic_6.6-12": Refusal.NO_SUCH_TILE,
    "classic_5.4-9_5.4-9": Refusal.TILE_SHUT,
    "classic_5.4-": Refusal.NO_TILES,
    "classic_5.4-8": Refusal.WRONG_TOTAL,
    "classic_7.7-9": Refusal.NO_SUCH_ROLL,
    "classic_6-6": Refusal.WRONG_NUMBER_OF_DICE,
    "four_1.2-3": Refusal.WRONG_NUMBER_OF_DICE,
    "classic_5.4_5.4": Refusal.ALREADY_ROLLED,
    "classic~otter-7_1.1-2": Refusal.OTHER_DICE,
}
"""Damaged turns, and the rule they break if it is a rule of the game."""


def check_refused(at: AppTest, *damaged: str) -> None:
    """One plain message, a fresh box, and nothing of what was damaged."""
    check_runs(at)
    messages = [element.value for element in at.warning]
    assert len(messages) == 1
    assert "Here is a fresh box." in messages[0]
    assert not re.search(r"[<>{}]|Error|Traceback|None|~|\bstep \d+:", messages[0])
    assert all(text not in messages[0] for text in damaged if len(text) > 1)
    assert not set(damaged) & set(at.query_params.values())


@each_page_with_box
@pytest.mark.parametrize("text", BAD_LINKS, ids=lambda text: ascii(text)[:40])
def test_a_damaged_turn_gives_a_message_and_a_fresh_box(page: str, text: str) -> None:
    at = start(page, turn=text)
    check_refused(at, text)
    assert "turn" not in at.query_params
    check_refused(at.run(), text)
    fresh = turn_of(go_to(at, "play"))
    assert (fresh.variant.id, fresh.steps, fresh.dice) == ("classic", (), None)
    assert fresh.seed is not None


def test_the_message_names_the_damaged_step() -> None:
    assert "step 2" in start(turn="classic_5.4-9_5.4-9").warning[0].value
    assert "step" not in start(turn="nothing").warning[0].value


@pytest.mark.parametrize(("text", "refusal"), BAD_LINKS.items(), ids=lambda x: ascii(x)[:40])
def test_the_message_says_what_is_wrong(text: str, refusal: Refusal | None) -> None:
    sentence = wording.REFUSALS[refusal] if refusal else "Part of it is missing or not readable."
    assert sentence in start(turn=text).warning[0].value


@each_page_with_box
@pytest.mark.parametrize(
    "name", ["nothing", "", "CLASSIC", "classic ", "<b>classic</b>", "x" * 5000]
)
def test_a_box_that_does_not_exist_gives_a_message_and_a_fresh_box(page: str, name: str) -> None:
    at = start(page, variant=name)
    check_refused(at, name)
    assert "variant" not in at.query_params
    assert turn_of(go_to(at, "play")).variant.id == "classic"


def test_a_good_box_with_a_damaged_turn_keeps_the_box() -> None:
    at = start(variant="ten", turn="ten_6.6-1")
    check_refused(at, "ten_6.6-1")
    assert at.query_params == {"variant": "ten"}
    assert turn_of(at).variant.id == "ten"


def test_a_damaged_box_with_a_damaged_turn_leaves_nothing_in_the_link() -> None:
    at = start(variant="nothing", turn="nothing_5")
    check_refused(at, "nothing", "nothing_5")
    assert at.query_params == {}


def test_a_damaged_box_with_a_good_turn_opens_the_turn() -> None:
    at = check_runs(start(variant="nothing", turn=EXAMPLE))
    assert turn_of(at) == parse_turn(EXAMPLE)
    assert at.query_params == {"turn": EXAMPLE}


def test_the_message_goes_when_another_link_or_box_is_chosen() -> None:
    at = start(turn="nothing")
    assert len(rerun(at, turn=EXAMPLE).warning) == 0
    at = start(turn="nothing")
    at.selectbox(key="variant-choice").set_value("ten").run()
    assert len(at.warning) == 0


# ---- the choice of a box ----


@each_page_with_box
@each_variant
def test_choosing_a_box(page: str, variant: Variant) -> None:
    at = start(page)
    at.selectbox(key="variant-choice").set_value(variant.id).run()
    check_runs(at)
    assert at.selectbox(key="variant-choice").value == variant.id
    assert at.query_params.get("variant", "classic") == variant.id
    rules = at.selectbox(key="variant-choice").help
    assert rules == wording.variant_rules(i18n.language("en"), variant.id)
    assert turn_of(go_to(at, "play")).variant == variant


def test_another_box_is_fresh_and_the_same_box_keeps_its_turn() -> None:
    at = start(turn="classic~otter-7")
    choice = at.selectbox(key="variant-choice")
    choice.set_value("ten").run()
    assert turn_of(at).variant.id == "ten"
    assert turn_of(at).seed != "otter-7"
    ten = turn_of(at)
    assert turn_of(go_to(go_to(at, "ways"), "play")) == ten


def test_all_boxes_are_offered_by_name_in_their_order() -> None:
    t = i18n.language("en")
    names = [wording.variant_name(t, variant_id) for variant_id in VARIANTS]
    for page in set(PAGES) - WITHOUT_BOX:
        assert start(page).selectbox(key="variant-choice").options == names


# ---- the page Ways ----


def ways_shown(at: AppTest) -> tuple[list[str], list[str]]:
    """The sets of tiles and the rolls or draws that are drawn, as text."""
    lists = [html.value for html in at.get("html") if 'role="list"' in html.value]
    drawn: dict[bool, list[str]] = {True: [], False: []}
    for text in lists:
        items = re.findall(r'role="listitem">(.*?)</div>', text)
        if "stb-tile" in text:
            drawn[True] = [" ".join(re.sub(r"<[^>]*>", " ", item).split()) for item in items]
        else:
            drawn[False] = [faces_drawn(item) for item in items]
    return drawn[True], drawn[False]


def faces_drawn(item: str) -> str:
    """The faces of a roll as text, with the number of ways behind it, if any."""
    names = re.findall(r'alt="([^"]*)"', item)
    faces = [face for name in names for face in numbers_in(name)]
    ways = re.search(r"× ([\d,]+)", item)
    return ".".join(faces) + (f" × {ways[1]}" if ways else "")


def numbers_in(name: str) -> list[str]:
    """The faces that a name tells: of a card its worth, of a domino both."""
    return re.findall(r"\d+", name)


def totals_of(variant: Variant) -> dict[int, int]:
    """Every total that a first roll can show, and in how many ways."""
    counts: dict[int, int] = {}
    for faces, ways in variant.dice.odds(variant.dice.count).items():
        counts[sum(faces)] = counts.get(sum(faces), 0) + ways
    return dict(sorted(counts.items()))


def totals_to_check(variant: Variant) -> list[int]:
    """All totals; of more than twenty, the ends, those around the limit, and the middle."""
    totals = list(totals_of(variant))
    if len(totals) <= 20:
        return totals
    return [*totals[:6], *totals[len(totals) // 2 : len(totals) // 2 + 2], *totals[-2:]]


def rolls_drawn(variant: Variant, total: int) -> list[str]:
    """What should be drawn for a total, as `ways_shown` reads it."""
    if not isinstance(variant.dice, Bag):
        return [".".join(map(str, faces)) for faces in rolls_of(variant, total)]
    odds = variant.dice.odds(variant.dice.count)
    return [
        ".".join(map(str, faces)) + (f" × {odds[faces]}" if odds[faces] > 1 else "")
        for faces in rolls_of(variant, total)
    ]


@each_variant
def test_ways_to_make_every_total(variant: Variant) -> None:
    counts, t = totals_of(variant), i18n.language("en")
    verb = "draw" if isinstance(variant.dice, Bag) else "roll"
    at = start("ways", variant=variant.id)
    assert at.pills(key="total-choice").options == [str(total) for total in counts]
    for total in totals_to_check(variant):
        rolls = counts[total]
        at.pills(key="total-choice").set_value(total).run()
        check_runs(at)
        sets = sets_of(variant, total)
        shut, roll_header = (header.value for header in at.header[:2])
        assert shut == f"{t.number(len(sets))} {way(len(sets))} to shut {total}"
        assert roll_header == f"{t.number(rolls)} {way(rolls)} to {verb} {total}"
        drawn_sets, drawn_rolls = ways_shown(at)
        said = " ".join(paragraphs(at))
        assert drawn_sets == [equation(tiles) for tiles in sets[:MOST_SHOWN]]
        assert (f"And {t.number(len(sets) - MOST_SHOWN)} more set" in said) == (
            len(sets) > MOST_SHOWN
        )
        if verb == "roll" and rolls > MOST_SHOWN:
            assert drawn_rolls == []
            assert f"{t.number(rolls)} rolls make {total}, too many to show here." in said
        else:
            assert drawn_rolls == rolls_drawn(variant, total)
            assert len(drawn_rolls) == len(set(drawn_rolls))
        assert ("Tiles have no order" in said) == (variant.dice == Dice(2, 6))
        assert ("The number behind ×" in said) == any("×" in roll for roll in drawn_rolls)
        assert ("No tiles" in said) == (not sets)
        assert at.query_params["total"] == str(total)


def way(count: int) -> str:
    return "way" if count == 1 else "ways"


def test_millions_of_rolls_are_never_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(variant: Variant, total: int) -> list[Roll]:
        raise AssertionError("767,394 rolls are listed")

    monkeypatch.setattr(ways_page, "rolls_of", never)
    check_runs(start("ways", variant="card-box", total="31"))


@each_variant
def test_ways_in_charts_and_table(variant: Variant) -> None:
    at, t = start("ways", variant=variant.id), i18n.language("en")
    counts = totals_of(variant)
    sets = [len(sets_of(variant, total)) for total in counts]
    rolls = list(counts.values())
    for chart, expected in zip(charts(at), (sets, rolls), strict=True):
        assert list(chart.rows["total"]) == list(counts)
        assert list(chart.rows["ways"]) == expected
        assert list(chart.rows["kind"]).count("yours") == 1
    at.session_state["ways-to-shut-table"] = True
    table = tables(at.run())[0]
    verb = "draw" if isinstance(variant.dice, Bag) else "roll"
    assert list(table["Total"]) == [str(total) for total in counts]
    assert list(table["Ways to shut"]) == [t.number(n) for n in sets]
    all_rolls = t.number(sum(rolls))
    assert list(table[f"Ways to {verb}"]) == [f"{t.number(n)} of {all_rolls}" for n in rolls]


def test_a_tap_on_a_bar_chooses_its_total() -> None:
    at = start("ways")
    for key in ("ways-to-shut", "ways-to-roll"):
        for total in (4, 12):
            pick(at, key, {"total": [{"total": total}]})
            check_runs(at)
            assert at.pills(key="total-choice").value == total
            assert at.query_params["total"] == str(total)
            for chart in charts(at):
                marked = chart.rows[chart.rows["kind"] == "yours"]
                assert list(marked["total"]) == [total]


@pytest.mark.parametrize(
    "selection",
    [
        {},
        {"total": []},
        {"total": [{}]},
        {"total": [{"total": "9"}]},
        {"total": [{"total": 99}]},
        {"total": [{"total": -1}]},
        {"total": [{"total": True}]},
        {"total": [{"total": [9]}]},
        {"total": [9]},
        {"total": "nine"},
        {"other": [{"total": 9}]},
    ],
    ids=json.dumps,
)
def test_a_made_up_tap_changes_nothing(selection: object) -> None:
    at = start("ways", total="5")
    before = visible_texts(at)
    assert visible_texts(check_runs(pick(at, "ways-to-shut", selection))) == before
    assert at.query_params == {"total": "5"}


def test_a_choice_of_one_page_is_no_choice_of_another() -> None:
    at = check_runs(start("play", dice="numerals"))
    check_runs(go_to(at, "sums"))
    check_runs(rerun(at, dice="3", guess="7"))
    check_runs(go_to(at, "simulate"))
    assert at.query_params.get("guess", "ask") in ("ask", ["ask"])
    check_runs(go_to(at, "play"))
    assert at.query_params["dice"] in ("numerals", ["numerals"])
    assert component_data(at, "box")["settings"]["dice"] == "numerals"
    check_runs(go_to(at, "sums"))
    assert at.query_params["dice"] in ("3", ["3"])


def test_back_to_a_link_without_a_choice_takes_it_back(monkeypatch: pytest.MonkeyPatch) -> None:
    at = check_runs(start("ways", view="fit"))
    later = monotonic() + 60
    monkeypatch.setattr(state, "monotonic", lambda: later)
    check_runs(rerun(at))
    assert "view" not in at.query_params
    assert at.session_state["choice-view"] == next(iter(ways_page.VIEWS))


def test_the_chosen_total_outlives_a_visit_to_another_page() -> None:
    at = start("ways", total="5")
    go_to(at, "play")
    go_to(at, "ways")
    assert at.pills(key="total-choice").value == 5


def test_a_total_that_another_box_lacks_gives_way_to_the_middle() -> None:
    at = start("ways", total="11")
    at.selectbox(key="variant-choice").set_value("four").run()
    check_runs(at)
    assert at.pills(key="total-choice").value in range(1, 7)


# ---- which language: the link, then the switch, then the browser ----


@pytest.fixture
def welsh_and_esperanto(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Two languages that the app does not have, each with one message."""
    monkeypatch.setattr(i18n, "LOCALES", tmp_path)
    for code, text in (("cy", "Cau'r bocs"), ("eo", "Fermu la skatolon")):
        catalogue = Catalog(locale=code, charset="utf-8")
        catalogue.add("Shut the Box", text)
        i18n.catalogue_path(code).parent.mkdir(parents=True)
        i18n._write(i18n.catalogue_path(code), catalogue)
    i18n.language.cache_clear()
    yield
    i18n.language.cache_clear()


def code_of(at: AppTest) -> str:
    code: str = component_data(check_runs(at), "document")["language"]
    assert at.selectbox(key="language-choice").value == code
    return code


@pytest.mark.usefixtures("welsh_and_esperanto")
def test_the_language_of_the_browser() -> None:
    assert code_of(start()) == "en"
    assert code_of(start(context={"locale": "cy-GB"})) == "cy"
    assert code_of(start(context={"locale": "tlh"})) == "en"
    assert start(context={"locale": "eo"}).title[0].value == "Fermu la skatolon"


@pytest.mark.usefixtures("welsh_and_esperanto")
def test_the_switch_counts_more_than_the_browser() -> None:
    at = start(context={"locale": "cy"})
    at.selectbox(key="language-choice").set_value("eo").run()
    assert code_of(at) == "eo"
    assert at.title[0].value == "Fermu la skatolon"
    assert code_of(go_to(at, "ways")) == "eo"
    assert "lang" not in at.query_params


@pytest.mark.usefixtures("welsh_and_esperanto")
def test_a_link_counts_more_than_the_browser_and_than_the_switch_before() -> None:
    assert code_of(start(context={"locale": "cy"}, lang="eo")) == "eo"
    at = start()
    at.selectbox(key="language-choice").set_value("cy").run()
    assert code_of(rerun(at, lang="eo")) == "eo"
    assert code_of(go_to(at, "ways")) == "eo"


@pytest.mark.usefixtures("welsh_and_esperanto")
def test_the_switch_also_changes_the_link() -> None:
    at = start(lang="eo")
    at.selectbox(key="language-choice").set_value("cy").run()
    assert code_of(at) == "cy"
    assert at.query_params["lang"] == "cy"
    assert code_of(at.run()) == "cy"


@pytest.mark.usefixtures("welsh_and_esperanto")
def test_the_switch_offers_every_language_by_its_own_name() -> None:
    options = start().selectbox(key="language-choice").options
    assert options == ["English", "Cymraeg", "Esperanto"]


def test_a_change_of_language_keeps_the_turn() -> None:
    at = start(turn=EXAMPLE)
    assert turn_of(rerun(at, turn=EXAMPLE, lang=i18n.PSEUDO)) == parse_turn(EXAMPLE)
    assert component_data(at, "box")["words"]["roll"] == i18n.pseudo("Roll")


# ---- when something fails ----


def test_a_failure_is_told_in_plain_words() -> None:
    def page() -> None:
        from shutbox.ui import frame

        assert frame.show_error(ValueError("a secret")) is True

    at = AppTest.from_function(page).run()
    assert len(at.exception) == 0
    assert [error.value for error in at.error] == [
        "Something went wrong on our side. Please reload the page. Your turn is kept."
    ]


def test_the_app_shows_failures_in_this_way() -> None:
    assert "on_script_error=frame.show_error" in APP.read_text("utf-8")
    assert callable(frame.show_error)


def test_tiles_are_drawn_as_sets() -> None:
    """The reader of drawn sets, which other tests rely on, sees what is drawn."""
    sets, rolls = ways_shown(start("ways", total="3"))
    assert sets == [equation(tile_set([3])), equation(tile_set([1, 2]))]
    assert rolls == ["1.2", "2.1"]


def test_a_message_that_still_names_the_link_that_was_left_brings_nothing_back() -> None:
    """The browser may send once more before it hears that the turn is out of the link."""
    linked = "two-dice~q1_2.6-8_4.1-5_2.3-1.4"
    at = start("play", turn=linked)
    ended = parse_turn(linked)
    ended = ended.roll(ended.seeded_roll())
    assert ended.is_stuck
    at = fire(at, "box", again=format_turn(ended))
    fresh = component_data(at, "box")["turn"]
    assert parse_turn(fresh) == Turn(VARIANTS["two-dice"], seed=parse_turn(fresh).seed)
    assert "turn" not in at.query_params
    at.query_params["turn"] = linked
    at = fire(at, "box", record=format_turn(ended))
    assert component_data(at, "box")["turn"] == fresh
    at = rerun(at)
    assert component_data(at, "box")["turn"] == fresh
    at = rerun(at, turn=linked)
    assert component_data(at, "box")["turn"] == linked, "opened anew, the link counts again"


def test_a_new_turn_can_be_begun_in_the_middle_of_one() -> None:
    at = start("play", turn="ten~otter-7_4.3-7")
    at.session_state["leave-turn"] = True
    at.run()
    button = next(button for button in at.button if button.label == "Yes, give up")
    at = button.click().run()
    turn = parse_turn(component_data(at, "box")["turn"])
    assert turn == Turn(VARIANTS["ten"], seed=turn.seed)
    assert turn.seed != "otter-7"
    assert not component_data(at, "box")["untouched"]
    assert not {"New turn", "Yes, give up"} & {button.label for button in at.button}


def test_the_end_by_a_blank_or_a_total_says_which() -> None:
    t = i18n.language("en")
    blank = parse_turn("custom.bag-dominoes-blank.fewer-never_0.0-")
    assert wording.ending(t, blank).startswith("The blank ends the turn. You are left with 1, 2,")
    seven = parse_turn("custom.moves-sum-or-difference.ends-7_1.6-")
    assert wording.ending(t, seven).startswith("7 ends the turn.")


def test_one_die_instead_of_three_is_said_so() -> None:
    at = start(turn="custom.tiles-1to6.dice-3d6_3.4.5-1.5.6_6.6.6-")
    assert [text for text in paragraphs(at) if "one die was better than 3" in text]
