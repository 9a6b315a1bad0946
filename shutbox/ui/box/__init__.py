"""The playable box: a Streamlit component in which the browser plays and Python judges.

Python sends the tables of the rules, the rolls of the whole turn and all words; the browser plays
by itself, keeps the turn's text, and sends it after every roll and every move until Python has
answered with the same text. See `tables`, `record` and ``box.js``.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import streamlit as st

from shutbox.dice import roll
from shutbox.i18n import Language
from shutbox.notation import format_turn
from shutbox.turn import Turn
from shutbox.ui.box.tables import tables
from shutbox.ui.wording import by_total
from shutbox.variants import Variant

_ASSETS = Path(__file__).parent


def box(
    turn: Turn,
    t: Language,
    *,
    key: str,
    untouched: bool = False,
    any_variant: bool = False,
    refused: str | None = None,
    on_record: Callable[[], None],
    on_again: Callable[[], None],
) -> None:
    """Draw the box of ``turn`` and let the browser play it on.

    The component has two triggers, both carrying the text of a turn: ``record`` after every roll
    and move, ``again`` when a new turn is asked for after this one.

    Args:
        turn: the turn that Python holds.
        t: the reader's language.
        key: the component's key.
        untouched: whether a turn that the browser kept may take the place of this one.
        any_variant: whether that may be a turn of another variant.
        refused: the record that was refused last; the browser forgets it.
        on_record: called when a record came.
        on_again: called when a new turn is asked for.
    """
    _component()(
        key=key,
        data=box_data(turn, t, untouched=untouched, any_variant=any_variant, refused=refused),
        on_record_change=on_record,
        on_again_change=on_again,
    )


def box_data(
    turn: Turn, t: Language, *, untouched: bool, any_variant: bool, refused: str | None
) -> dict[str, Any]:
    """Return what the browser needs to play ``turn``, as plain JSON values."""
    steps = len(turn.variant.tiles)
    rolls = [] if turn.seed is None else [roll(turn.seed, k, turn.variant) for k in range(steps)]
    return {
        "turn": format_turn(turn),
        "untouched": untouched,
        "anyVariant": any_variant,
        "refused": refused,
        "rolls": [list(faces) for faces in rolls],
        "tables": tables(turn.variant),
        "words": words(t, turn.variant),
        "list": t.list_locale,
    }


def words(t: Language, variant: Variant) -> dict[str, str]:
    """Return every text of the box, translated; the browser fills the ``{places}``.

    What a roll asks for depends on the variant: tiles that make a total, or one of a few sets.
    """
    if variant.tiles[-1] < 10:
        keys = t("Keys: digits choose tiles, Enter shuts, Space rolls.")
    else:
        keys = t("Keys: digits choose tiles (0, -, = for 10, 11, 12), Enter shuts, Space rolls.")
    of_a_roll = _words_of_totals(t) if by_total(variant) else _words_of_sets(t)
    return {**_common_words(t), **of_a_roll, "keys": keys}


def _common_words(t: Language) -> dict[str, str]:
    return {
        "box": t("Shut the Box"),
        "tiles": t("Tiles"),
        "roll": t("Roll"),
        "roll1": t("Roll 1 die"),
        "roll2": t("Roll 2 dice"),
        "shut": t("Shut"),
        "again": t("Play again"),
        "start": t("Roll the dice to begin."),
        "choose": t("Roll 2 dice, or only 1."),
        # Note: Tiles are chosen, but more is needed to make the total: "2. You need 5 more."
        "more": t("{tiles}. You need {rest} more."),
        "notyet": t("{tiles}. That does not make {total} yet."),
        # Note: The chosen tiles fit the roll: "2 + 5 = 7. Ready to shut."
        "ready": t("{equation}. Ready to shut."),
        "after": t("Shut: {tiles}. Left: {left}. Roll again."),
        "afterchoose": t("Shut: {tiles}. Left: {left}. Roll 2 dice, or only 1."),
        "ends": t("{total} ends the turn. You are left with {tiles}: score {score}."),
        "endsplain": t("{total} ends the turn. You are left with {tiles}."),
        "first": t("Roll the dice to begin. The first move has to shut tile {tile}."),
        "stuckfirst": t("No move for {dice} shuts tile {tile}. The turn is over: score {score}."),
        "won": t("You shut the box! Score 0."),
        "nodice": t("This turn has no dice of its own, so it ends here."),
        "tileopen": t("Tile {tile}, open"),
        "tileshut": t("Tile {tile}, shut"),
        "tileno": t("Tile {tile}, open, no help for this roll now"),
        "rollfirst": t("Roll the dice first."),
        "isshut": t("Tile {tile} is shut already."),
        "dienone": t("The dice are not rolled yet."),
        "die": t("Die: {face}"),
        "red": t("Red die: {face}"),
        "blue": t("Blue die: {face}"),
        # Note: One letter on the first die, for "red".
        "redletter": t("R"),
        # Note: One letter on the second die, for "blue".
        "blueletter": t("B"),
        "offline": t("No connection. Play on: nothing is lost."),
    }


def _words_of_totals(t: Language) -> dict[str, str]:
    return {
        "rolled": t("You rolled {dice}. Shut tiles that make {total}."),
        "stuck": t("No open tiles make {total}. You are stuck with {tiles}: score {score}."),
        "stuckplain": t("No open tiles make {total}. You are stuck with {tiles}."),
        "help": t("Tile {tile} cannot help to make {total} now."),
        "pickfirst": t("Choose tiles that make {total} first."),
    }


def _words_of_sets(t: Language) -> dict[str, str]:
    return {
        # Note: {sets} is a list of choices: "8, 3 + 5 or 3".
        "rolled": t("You rolled {dice}. Shut {sets}."),
        "stuck": t("No open tiles fit {dice}. You are stuck with {tiles}: score {score}."),
        "stuckplain": t("No open tiles fit {dice}. You are stuck with {tiles}."),
        "help": t("Tile {tile} does not fit {dice} now."),
        "pickfirst": t("First choose {sets}."),
    }


@cache
def _component() -> Any:
    html = (_ASSETS / "box.html").read_text("utf-8")
    return st.components.v2.component("shutbox.box", html=html, css="box.css", js="box.js")
