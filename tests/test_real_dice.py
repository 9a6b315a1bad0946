"""Real dice and the view for a board, as Python sees them: links, sessions, messages."""

from __future__ import annotations

from typing import Any

import pytest
from apptest import component_data, fire, start, visible_texts
from boxes import BOXES, by_id
from streamlit.testing.v1 import AppTest

from shutbox import VARIANTS, Turn, Variant, format_turn, parse_turn

STUCK = "classic_6.6-3.9_6.5-4.7_5.3-8_6.4-"


def data(at: AppTest) -> Any:
    assert not at.exception
    return component_data(at, "box")


def stamp(at: AppTest, text: str) -> str:
    """The text as the box sends it: with the name of the game behind it."""
    return f"{text}#{data(at)['game'].partition('#')[2]}"


@by_id(BOXES)
def test_a_link_asks_for_real_dice(variant: Variant) -> None:
    held = data(start(variant=variant.id, rolling="real", advice="never"))
    assert (held["turn"], held["untouched"], held["rolls"]) == (variant.id, True, [])
    assert held["pad"]["pieces"]
    assert held["game"].startswith(f"{variant.id}#")


def test_without_a_word_the_app_rolls() -> None:
    held = data(start())
    assert held["pad"] is None
    assert parse_turn(held["turn"]).seed


def test_a_link_with_dice_of_its_own_keeps_them() -> None:
    at = start(turn="classic~otter-7", rolling="real")
    assert (data(at)["pad"], data(at)["turn"]) == (None, "classic~otter-7")


def test_a_link_without_dice_is_only_played_on_with_real_ones() -> None:
    assert data(start(turn="classic_5.4"))["pad"] is None
    assert data(start(turn="classic_5.4", rolling="real"))["pad"] is not None


def test_play_again_is_another_game_with_the_same_text() -> None:
    at = start(rolling="real")
    old = data(at)["game"]
    fire(at, "box", record=stamp(at, STUCK))
    assert (data(at)["turn"], data(at)["game"], data(at)["score"]) == (STUCK, old, 14)
    fire(at, "box", again=stamp(at, STUCK))
    assert (data(at)["turn"], data(at)["score"]) == ("classic", None)
    assert data(at)["game"] != old
    for event in ("record", "again", "rolled"):
        fire(at, "box", **{event: f"{STUCK}#{old.partition('#')[2]}"})
        assert data(at)["turn"] == "classic", "a late message of the game before"


def test_again_ends_no_turn_that_is_under_way() -> None:
    at = start(rolling="real")
    fire(at, "box", record=stamp(at, "classic_5.4-9"))
    fire(at, "box", again=stamp(at, "classic_5.4-9"))
    assert data(at)["turn"] == "classic_5.4-9"


def test_a_new_session_takes_over_what_the_browser_kept() -> None:
    at = start(rolling="real")
    fire(at, "box", record="classic_5.4-9_6.6#of-yesterday")
    assert data(at)["turn"] == "classic_5.4-9_6.6"
    seeded = start(rolling="app")
    before = data(seeded)["turn"]
    fire(seeded, "box", record="classic_5.4-9_6.6")
    assert data(seeded)["turn"] == before


def test_a_roll_whose_sets_the_browser_does_not_have_is_answered() -> None:
    at = start(variant="domino-box", rolling="real", advice="never")
    assert data(at)["tables"]["rolls"] == {}
    text = "domino-box_6.6.6.6.6.6"
    fire(at, "box", rolled=stamp(at, text))
    assert data(at)["turn"] == text
    assert list(data(at)["tables"]["rolls"]) == ["6.6.6.6.6.6"]
    fire(at, "box", rolled=stamp(at, text))
    assert data(at)["turn"] == text


def test_a_stuck_roll_is_answered_with_the_end() -> None:
    turn = Turn(VARIANTS["domino-box"])
    while not turn.is_stuck:
        turn = turn.roll((1, 1, 1, 1, 1, 1))
        turn = turn.shut(turn.legal_moves[0]) if turn.dice else turn
    at = start(variant="domino-box", rolling="real", advice="never")
    fire(at, "box", record=stamp(at, format_turn(Turn(turn.variant, turn.steps[:-1]))))
    fire(at, "box", rolled=stamp(at, format_turn(turn).removesuffix("-")))
    assert data(at)["turn"] == format_turn(turn)
    assert data(at)["score"] == turn.score


def rolling(at: AppTest, value: str) -> AppTest:
    at.session_state["supports"] = True
    at.run()
    control = next(e for e in at.get("button_group") if e.key == "support-rolling")
    return control.set_value(value).run()


def test_the_switch_swaps_two_turns_and_loses_neither() -> None:
    at = start(turn="classic~otter-20_3.6-9")
    rolling(at, "real")
    assert data(at)["turn"] == "classic"
    assert at.query_params["rolling"] in ("real", ["real"])
    fire(at, "box", record=stamp(at, "classic_5.4-9"))
    rolling(at, "app")
    assert data(at)["turn"] == "classic~otter-20_3.6-9"
    rolling(at, "real")
    assert data(at)["turn"] == "classic_5.4-9"


def test_the_age_does_not_say_who_rolls() -> None:
    at = start(rolling="real", turn="classic_5.4-9")
    at.session_state["supports"] = True
    at.run()
    ages = next(e for e in at.get("button_group") if e.key == "support-age")
    ages.set_value("5-6").run()
    assert data(at)["settings"]["rolling"] == "real"
    assert data(at)["pad"] is not None


@pytest.mark.parametrize("query", [{}, {"rolling": "real"}, {"hints": "true", "age": "5-6"}])
def test_the_board_shows_nothing_but_the_box(query: dict[str, str]) -> None:
    at = start(view="board", turn=STUCK, **query)
    assert data(at)["board"] is True
    for kind in ("button", "toggle", "selectbox", "button_group", "expander", "table", "header"):
        shown = [element for element in at.get(kind) if element.key != "language-choice"]
        assert shown == [], kind
    at.run()
    assert data(at)["board"] is True


@pytest.mark.parametrize("view", ["", "page", "BOARD", "<b>"])
def test_other_views_are_the_whole_page(view: str) -> None:
    assert data(start(view=view))["board"] is False


def test_in_and_out_of_the_board() -> None:
    at = start(turn=STUCK)
    next(b for b in at.button if b.key == "enter-board").click().run()
    assert data(at)["board"] is True
    fire(at, "box", leave=1)
    assert data(at)["board"] is False
    assert "view" not in at.query_params
    assert visible_texts(at)
