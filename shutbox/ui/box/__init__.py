"""The playable box: a Streamlit component in which the browser plays and Python judges.

Python sends the tables of the rules, the rolls of the whole turn and all words; the browser plays
by itself, keeps the turn's text, and sends it after every roll and every move until Python has
answered with the same text. See `tables`, `record` and ``box.js``.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import streamlit as st

from shutbox.dice import Drawn, Roll
from shutbox.i18n import Language
from shutbox.notation import format_turn
from shutbox.strategies import Strategy
from shutbox.supports import REAL, ROLLING
from shutbox.turn import Turn
from shutbox.ui.box.tables import is_stepwise, pad, rolls_of, tables
from shutbox.ui.wording import MOST_LISTED, RANKS, by_total, holds, strategy_hint
from shutbox.variants import Variant

HIGHEST_TILE_WITH_A_KEY = 12
"""Up to here every tile has a key of its own; in larger boxes its number is typed."""

MOST_EVENTS = 4
"""So many events are taken each time the box is drawn; its own messages hold one or two."""

_ASSETS = Path(__file__).parent


def box(
    turn: Turn,
    t: Language,
    *,
    key: str,
    settings: Mapping[str, str],
    untouched: bool = False,
    any_variant: bool = False,
    refused: str | None = None,
    leaving: bool = False,
    game: str = "",
    board: bool = False,
    apart: bool = False,
    listed: Sequence[Roll] = (),
    on_record: Callable[[], None],
    on_again: Callable[[], None],
    on_rolled: Callable[[], None],
    on_leave: Callable[[], None],
) -> None:
    """Draw the box of ``turn`` and let the browser play it on.

    The component has three triggers that carry the text of a turn: ``record`` after every roll
    and move, ``again`` when a new turn is asked for after this one, ``rolled`` with a roll of real
    dice whose sets the browser does not have. Behind a turn without a seed stands its ``game``.
    A fourth one, ``leave``, asks for the whole page again.

    Args:
        turn: the turn that Python holds.
        t: the reader's language.
        key: the component's key.
        settings: how the switches of `supports` stand.
        untouched: whether a turn that the browser kept may take the place of this one.
        any_variant: whether that may be a turn of another variant.
        refused: the record that was refused last; the browser forgets it.
        leaving: whether the reader is being asked to give up the turn.
        game: a name that no other turn has.
        board: whether the box fills the screen.
        apart: whether it is one of several on a page: the browser does not keep its turn, and it
            does not take the focus by itself.
        listed: the rolls of a turn that has no seed and no real dice.
        on_record: called when a record came.
        on_again: called when a new turn is asked for.
        on_rolled: called when a roll of real dice came that the browser has no sets for.
        on_leave: called when the view for a board is left.
    """
    record, again, rolled = _bounded(on_record, on_again, on_rolled)
    _component()(
        key=key,
        data=box_data(
            turn,
            t,
            settings=settings,
            untouched=untouched,
            any_variant=any_variant,
            refused=refused,
            leaving=leaving,
            game=game,
            board=board,
            apart=apart,
            listed=listed,
        ),
        on_record_change=record,
        on_again_change=again,
        on_rolled_change=rolled,
        on_leave_change=on_leave,
    )


def _bounded(*callbacks: Callable[[], None]) -> list[Callable[[], None]]:
    """Return callbacks that do nothing any more after `MOST_EVENTS` calls of any of them.

    Streamlit calls one for every event of a message, and each reads the whole message.
    """
    left = iter(range(MOST_EVENTS))

    def bounded(callback: Callable[[], None]) -> Callable[[], None]:
        return lambda: None if next(left, None) is None else callback()

    return [bounded(callback) for callback in callbacks]


def box_data(
    turn: Turn,
    t: Language,
    *,
    settings: Mapping[str, str],
    untouched: bool,
    any_variant: bool,
    refused: str | None,
    leaving: bool = False,
    game: str = "",
    board: bool = False,
    apart: bool = False,
    listed: Sequence[Roll] = (),
) -> dict[str, Any]:
    """Return what the browser needs to play ``turn``, as plain JSON values.

    ``fixed`` is a text of JSON that holds the ``tables`` and the ``words``.
    """
    rolls, more_rolls = (list(listed), False) if listed else rolls_of(turn)
    is_real = turn.seed is None and settings.get(ROLLING) == REAL
    return {
        "turn": format_turn(turn),
        "settings": dict(settings),
        "untouched": untouched,
        "anyVariant": any_variant,
        "refused": refused,
        "leaving": leaving,
        "rolls": [list(faces) for faces in rolls],
        "moreRolls": more_rolls,
        "fixed": _fixed(turn, t, is_real=is_real),
        "pad": pad(turn.variant) if is_real else None,
        "game": game,
        "board": board,
        "apart": apart,
        "score": turn.score if turn.is_over else None,
        "list": t.list_locale,
        "mostListed": MOST_LISTED,
        "typesNumbers": _types_numbers(turn.variant),
    }


def _fixed(turn: Turn, t: Language, *, is_real: bool) -> str:
    """Return the tables and the words as one text of JSON.

    Streamlit walks twice through whatever it sends, and these are most of it.
    """
    if is_stepwise(turn.variant):
        return _as_text(tables(turn), words(t, turn.variant, is_real=is_real))
    return _fixed_of(turn.variant, t, is_real)


@lru_cache(maxsize=256)
def _fixed_of(variant: Variant, t: Language, is_real: bool) -> str:
    return _as_text(tables(Turn(variant)), words(t, variant, is_real=is_real))


def _as_text(tables_of_box: Mapping[str, Any], words_of_box: Mapping[str, str]) -> str:
    return json.dumps({"tables": tables_of_box, "words": words_of_box})


@lru_cache(maxsize=256)
def words(t: Language, variant: Variant, *, is_real: bool = False) -> Mapping[str, str]:
    """Return every text of the box, translated; the browser fills the ``{places}``.

    What a roll asks for depends on the variant: tiles that make a total, or one of a few sets.
    So does what is rolled: dice, or dominoes or cards that are drawn. With ``is_real`` they lie on
    the table, and what they show is entered.
    """
    of_a_roll = _words_of_totals if by_total(variant) else _words_of_sets
    return {
        **_common_words(t),
        **_words_of_what_is_rolled(t, variant),
        **of_a_roll(t, is_drawn=holds(variant) is not None),
        **{f"rank{face}": t(RANKS[face]) for face in RANKS},
        **_words_of_supports(t, holds(variant)),
        **_words_of_feeling(t),
        **_words_of_keys(t, variant),
        **_words_of_entering(t, variant),
        **(_words_of_real_dice(t, variant) if is_real else {}),
        **_words_of_the_board(t),
    }


def _words_of_the_board(t: Language) -> dict[str, str]:
    return {
        "scored": t("Score"),
        "fullscreen": t("Full screen"),
        "leave": t("Back to the whole page"),
        "keyleave": t("Escape once more: back to the whole page"),
    }


def _words_of_entering(t: Language, variant: Variant) -> dict[str, str]:
    """Return what is said while the faces of real dice, dominoes or cards are entered."""
    complete = t("{dice}. Is that right? Then take it.")
    match holds(variant):
        case None:
            of_kind = {
                "sofar": t("{dice} so far. What does the next die show?"),
                "enough": t("{dice}. Take it, or tap the other die too."),
                "entertwo": t("First tap what every die shows."),
                "pad": t("What the dice show"),
                "keyface": t("Digits: what the dice show"),
            }
        case Drawn.DOMINOES:
            of_kind = {
                "sofar": complete,
                "enough": complete,
                "entertwo": t("First tap your domino."),
                "pad": t("The dominoes that are left"),
                "keyface": t("Digits: the two halves of your domino"),
            }
        case Drawn.CARDS:
            of_kind = {
                "sofar": t("{dice} so far. What is on the next card?"),
                "enough": t("{dice}. Take it, or tap the other card too."),
                "entertwo": t("First tap all your cards."),
                "pad": t("The cards that are left"),
                "keyface": (
                    t("Digits: your card; 0, - and = are 10, 11 and 12")
                    if variant.dice.sides > 9
                    else t("Digits: your cards")
                ),
            }
    return {
        **of_kind,
        "complete": complete,
        # Note: A button that takes over what the real dice show: "Take 5 and 4".
        "take": t("Take {dice}"),
        # Note: The same button, where nothing is entered yet or too much to list.
        "takenothing": t("Take it"),
        "reddie": t("Red die"),
        "bluedie": t("Blue die"),
        # Note: {piece} is "Die: 5", "Domino: 5 and 4" or "Card: 5".
        "takeback": t("Take back: {piece}"),
        "gone": t("None of these is left in the bag."),
        "keytake": t("Enter: take what is entered"),
    }


def _words_of_real_dice(t: Language, variant: Variant) -> dict[str, str]:
    """Return the words that are other ones where dice, dominoes or cards lie on the table."""
    match holds(variant):
        case None if variant.dice.count == 1:
            return {
                "start": t("Roll your die and tap what it shows."),
                "first": t(
                    "Roll your die and tap what it shows. The first move has to shut tile {tile}."
                ),
                "after": t("Shut: {tiles}. Left: {left}. Roll your die and tap what it shows."),
                "aftermany": t(
                    "Shut: {tiles}. Tiles still open: {count}. Roll your die and tap what it shows."
                ),
                "rollfirst": t("First tap what your die shows."),
            }
        case None:
            return {
                "start": t("Roll your dice and tap what they show."),
                "choose": t("Roll 2 dice, or only 1, and tap what you see."),
                "first": t(
                    "Roll your dice and tap what they show. The first move has to shut tile {tile}."
                ),
                "after": t("Shut: {tiles}. Left: {left}. Roll your dice and tap what they show."),
                "aftermany": t(
                    "Shut: {tiles}. Tiles still open: {count}. "
                    "Roll your dice and tap what they show."
                ),
                "afterchoose": t(
                    "Shut: {tiles}. Left: {left}. Roll 2 dice, or only 1, and tap what you see."
                ),
                "rollfirst": t("First tap what your dice show."),
                "wait": t("One moment: which tiles fit this roll?"),
            }
        case Drawn.DOMINOES:
            return {
                "start": t("Draw a domino and tap the same one here."),
                "first": t(
                    "Draw a domino and tap the same one here. "
                    "The first move has to shut tile {tile}."
                ),
                "after": t("Shut: {tiles}. Left: {left}. Draw a domino and tap it here."),
                "aftermany": t(
                    "Shut: {tiles}. Tiles still open: {count}. Draw a domino and tap it here."
                ),
                "rollfirst": t("First tap your domino."),
            }
        case Drawn.CARDS if variant.dice.count == 1:
            return {
                "start": t("Draw a card and tap the same one here."),
                "first": t(
                    "Draw a card and tap the same one here. The first move has to shut tile {tile}."
                ),
                "after": t("Shut: {tiles}. Left: {left}. Draw a card and tap it here."),
                "aftermany": t(
                    "Shut: {tiles}. Tiles still open: {count}. Draw a card and tap it here."
                ),
                "rollfirst": t("First tap your card."),
            }
        case Drawn.CARDS:
            return {
                "start": t("Draw your cards and tap the same ones here."),
                "choose": t("Draw 2 cards, or only 1, and tap the same here."),
                "first": t(
                    "Draw your cards and tap the same ones here. "
                    "The first move has to shut tile {tile}."
                ),
                "after": t("Shut: {tiles}. Left: {left}. Draw your cards and tap them here."),
                "aftermany": t(
                    "Shut: {tiles}. Tiles still open: {count}. Draw your cards and tap them here."
                ),
                "afterchoose": t(
                    "Shut: {tiles}. Left: {left}. Draw 2 cards, or only 1, and tap the same here."
                ),
                "rollfirst": t("First tap your cards."),
            }


def _words_of_feeling(t: Language) -> dict[str, str]:
    return {
        "undo": t("Undo"),
        "soundon": t("Sound on"),
        "soundoff": t("Sound off"),
        "aloud": t("Read aloud"),
    }


def _words_of_keys(t: Language, variant: Variant) -> dict[str, str]:
    is_drawn = holds(variant) is not None
    return {
        "keys": t("All keys"),
        "keytiles": _keys_of_tiles(t, variant),
        "keyshut": t("Enter: shut the chosen tiles"),
        "keyroll": t("Space: draw") if is_drawn else t("Space: roll"),
        "keyundo": t("Backspace: take back the last tile"),
        "keyescape": t("Escape: take back all tiles"),
        "keyarrows": t("Arrows: go from tile to tile"),
        "keypress": t("Space or Enter: press the button or tile that you are on"),
    }


def _keys_of_tiles(t: Language, variant: Variant) -> str:
    if _types_numbers(variant):
        return t("Digits: type the number of a tile to go there")
    if variant.tiles[-1] > 9:
        return t("Digits: choose tiles; 0, - and = are 10, 11 and 12")
    return t("Digits: choose tiles")


def _types_numbers(variant: Variant) -> bool:
    return variant.tiles[-1] > HIGHEST_TILE_WITH_A_KEY


def _common_words(t: Language) -> dict[str, str]:
    return {
        "box": t("Shut the Box"),
        "tiles": t("Tiles"),
        "shut": t("Shut"),
        "again": t("Play again"),
        # Note: Tiles are chosen, but more is needed to make the total: "2. You need 5 more."
        "more": t("{tiles}. You need {rest} more."),
        "notyet": t("{tiles}. That does not make {total} yet."),
        # Note: The chosen tiles fit the roll: "2 + 5 = 7. Ready to shut."
        "ready": t("{equation}. Ready to shut."),
        "blank": t("The blank ends the turn. You are left with {tiles}: score {score}."),
        "blankplain": t("The blank ends the turn. You are left with {tiles}."),
        "ends": t("{total} ends the turn. You are left with {tiles}: score {score}."),
        "endsplain": t("{total} ends the turn. You are left with {tiles}."),
        "empty": t("The bag is empty. You are left with {tiles}: score {score}."),
        "emptyplain": t("The bag is empty. You are left with {tiles}."),
        "stuckfirst": t("No move for {dice} shuts tile {tile}. The turn is over: score {score}."),
        "won": t("You shut the box! Score 0."),
        "nodice": t("This turn has no dice of its own, so it ends here."),
        "wait": t("One moment, the next roll is on its way."),
        "tileopen": t("Tile {tile}, open"),
        "tileshut": t("Tile {tile}, shut"),
        "tileno": t("Tile {tile}, open, no help for this roll now"),
        "isshut": t("Tile {tile} is shut already."),
        "die": t("Die: {face}"),
        "red": t("Red die: {face}"),
        "blue": t("Blue die: {face}"),
        # Note: One letter on the first die, for "red".
        "redletter": t("R"),
        # Note: One letter on the second die, for "blue".
        "blueletter": t("B"),
        "domino": t("Domino: {first} and {second}"),
        "card": t("Card: {rank}"),
        "cardworth": t("Card: {rank}, worth {value}"),
        "offline": t("No connection. Play on: nothing is lost."),
        "offlinewait": t("No connection. The next roll comes when it is back: nothing is lost."),
    }


def _words_of_supports(t: Language, drawn: Drawn | None) -> dict[str, str]:
    return {
        "bar": t("Bar up to {total}, empty"),
        # Note: The name of a picture: "Bar up to 9: 3 and 5, together 8".
        "barfilled": t("Bar up to {total}: {tiles}, together {sum}"),
        "ways": t("Possible sets: {count}"),
        # Note: Of all rolls that may come next: "With these shut, the next roll fits in 31 of 36
        # rolls."
        "fit": t("With these shut, the next roll fits in {some} of {all} rolls."),
        "fitchoose": t(
            "With these shut, the next roll fits in {some} of {all} rolls; "
            "with one die in {few} of {whole}."
        ),
        "fitnext": t("The next roll fits in {some} of {all} rolls."),
        "fitnextchoose": t(
            "The next roll fits in {some} of {all} rolls; with one die in {few} of {whole}."
        ),
        "helpme": t("Help"),
        **_words_of_strategies(t, drawn),
        "nofit": t("These tiles do not fit. Take one back."),
        "onlyone": t("You need only one tile."),
        "lookfor": t("One of the tiles is {large}."),
        # Note: {set} is a sum of tiles: "Try 3 + 5."
        "tryset": t("Try {set}."),
        # Note: {addition} is a sum of tiles: "How much is 3 + 5?"
        "howmuch": t("How much is {addition}?"),
        "notsum": t("It is not {answer}. Try again: how much is {addition}?"),
        "answers": t("Answers"),
        "back": t("Back to the tiles"),
    }


def _words_of_strategies(t: Language, drawn: Drawn | None) -> dict[str, str]:
    """Return the first step of *Help*; the browser fills in the tiles of a set."""
    places = {place: f"{{{place}}}" for place in ("small", "large", "count")}
    return {f"hint{each}": strategy_hint(t, each, drawn=drawn, **places) for each in Strategy}


def _words_of_what_is_rolled(t: Language, variant: Variant) -> dict[str, str]:
    match holds(variant):
        case None:
            return _words_of_dice(t)
        case Drawn.DOMINOES:
            return {**_words_of_drawing(t), **_words_of_dominoes(t)}
        case Drawn.CARDS if variant.dice.count == 1:
            return {**_words_of_drawing(t), **_words_of_one_card(t)}
        case Drawn.CARDS:
            return {**_words_of_drawing(t), **_words_of_two_cards(t)}


def _words_of_dice(t: Language) -> dict[str, str]:
    return {
        "roll": t("Roll"),
        "roll1": t("Roll 1 die"),
        "roll2": t("Roll 2 dice"),
        "start": t("Roll the dice to begin."),
        "choose": t("Roll 2 dice, or only 1."),
        "first": t("Roll the dice to begin. The first move has to shut tile {tile}."),
        "after": t("Shut: {tiles}. Left: {left}. Roll again."),
        # Note: {count} is a number above twelve.
        "aftermany": t("Shut: {tiles}. Tiles still open: {count}. Roll again."),
        "afterchoose": t("Shut: {tiles}. Left: {left}. Roll 2 dice, or only 1."),
        "rollfirst": t("Roll the dice first."),
        "dienone": t("The dice are not rolled yet."),
    }


def _words_of_drawing(t: Language) -> dict[str, str]:
    """Return what is said of dominoes and of cards alike."""
    return {
        "roll1": t("Draw 1 card"),
        "roll2": t("Draw 2 cards"),
        "choose": t("Draw 2 cards, or only 1."),
        # Note: Dominoes or cards are drawn.
        "first": t("Draw to begin. The first move has to shut tile {tile}."),
        "after": t("Shut: {tiles}. Left: {left}. Draw again."),
        "aftermany": t("Shut: {tiles}. Tiles still open: {count}. Draw again."),
        "afterchoose": t("Shut: {tiles}. Left: {left}. Draw 2 cards, or only 1."),
    }


def _words_of_dominoes(t: Language) -> dict[str, str]:
    return {
        "roll": t("Draw a domino"),
        "start": t("Draw a domino to begin."),
        "rollfirst": t("Draw a domino first."),
        "dienone": t("No domino is drawn yet."),
    }


def _words_of_one_card(t: Language) -> dict[str, str]:
    return {
        "roll": t("Draw a card"),
        "start": t("Draw a card to begin."),
        "rollfirst": t("Draw a card first."),
        "dienone": t("No card is drawn yet."),
    }


def _words_of_two_cards(t: Language) -> dict[str, str]:
    return {
        "roll": t("Draw 2 cards"),
        "start": t("Draw 2 cards to begin."),
        "rollfirst": t("Draw 2 cards first."),
        "dienone": t("No card is drawn yet."),
    }


def _words_of_totals(t: Language, *, is_drawn: bool) -> dict[str, str]:
    rolled = (
        t("You drew {dice}. Shut tiles that make {total}.")
        if is_drawn
        else t("You rolled {dice}. Shut tiles that make {total}.")
    )
    return {
        "rolled": rolled,
        "stuck": t("No open tiles make {total}. You are stuck with {tiles}: score {score}."),
        "stuckplain": t("No open tiles make {total}. You are stuck with {tiles}."),
        # Note: {count} is a number above twelve.
        "stuckmany": t("No open tiles make {total}. Tiles still open: {count}. Score: {score}."),
        "help": t("Tile {tile} cannot help to make {total} now."),
        # Note: The chosen tiles and this one together are more than the roll.
        "pass": t("With the {tile} you pass {total}."),
        "pickfirst": t("Choose tiles that make {total} first."),
        "picked": t("You chose {tiles}. Press Shut when that makes {total}."),
        "notthese": t("That does not make {total} yet."),
        # Note: {equation} is right, but not what the roll asks for: "Right: 3 + 5 = 8. You need 9."
        "rightbut": t("Right: {equation}. You need {total}."),
    }


def _words_of_sets(t: Language, *, is_drawn: bool) -> dict[str, str]:
    # Note: {sets} is a list of choices: "8, 3 + 5 or 3".
    rolled = (
        t("You drew {dice}. Shut {sets}.") if is_drawn else t("You rolled {dice}. Shut {sets}.")
    )
    return {
        "rolled": rolled,
        "stuck": t("No open tiles fit {dice}. You are stuck with {tiles}: score {score}."),
        "stuckplain": t("No open tiles fit {dice}. You are stuck with {tiles}."),
        "stuckmany": t("No open tiles fit {dice}. Tiles still open: {count}. Score: {score}."),
        "help": t("Tile {tile} does not fit {dice} now."),
        "pass": t("Tile {tile} does not fit {dice} now."),
        "pickfirst": t("First choose {sets}."),
        "picked": t("You chose {tiles}. Press Shut when that fits."),
        "notthese": t("These tiles do not fit yet."),
        "rightbut": t("Right: {equation}. These tiles do not fit yet."),
    }


@cache
def _component() -> Any:
    html = (_ASSETS / "box.html").read_text("utf-8")
    return st.components.v2.component("shutbox.box", html=html, css="box.css", js="box.js")
