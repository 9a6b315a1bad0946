"""The parts of the page Rules: a switchboard, and what its switches do to the game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import streamlit as st

from shutbox.analysis import advice
from shutbox.dice import BAGS, Bag, Dice
from shutbox.estimate import Estimates
from shutbox.i18n import Language, mark
from shutbox.notation import HIGHEST_CUSTOM_TILE, custom_variant
from shutbox.solver import OBJECTIVES, Objective, solve
from shutbox.tiles import tile_set, tiles_in
from shutbox.ui import controls, rule_words, solving, state, wording
from shutbox.ui.state import Switch, Switches
from shutbox.variants import VARIANTS, FewerDice, MoveRule, Scoring, Variant

HABITS = {
    "classic": mark("Standard"),
    "dice-or-total": mark("At the pub"),
    "two-tiles": mark("Japan, two tiles"),
    "thai": mark("Thailand"),
    "six": mark("Beginners"),
}
"""Rules by who plays them: a variant and its label."""

_SOURCES = {
    "dice": mark("Dice"),
    "dominoes": mark("Dominoes from a bag"),
    "chinese-dominoes": mark("Chinese dominoes from a bag"),
    "cards-as-dice": mark("Two cards, A to 6"),
    "cards": mark("One card, A to Q"),
}
_FIGURES: dict[Objective, str] = {
    "shut": mark("Chance to shut"),
    "score": mark("Expected score"),
}
_AIMS: dict[Objective, str] = {
    "shut": mark("If you aim at shutting the box and always choose a best move."),
    "score": mark("If you aim at a low score and always choose a best move."),
}
_SIDES = (4, 6, 8, 10, 12, 20)
_MOST_DICE = 6
_NONE = 0


def switches_of(variant: Variant) -> Switches:
    """Return how the switches stand for a variant of tiles up to 12, by their names."""
    dice = variant.dice
    source = dice.id.split("-blank")[0].removesuffix("-one") if isinstance(dice, Bag) else "dice"
    return {
        "highest": variant.tiles[-1],
        "shut": list(tiles_in(variant.start ^ tile_set(range(1, variant.tiles[-1] + 1)))),
        "source": source,
        "count": dice.count if isinstance(dice, Dice) else 2,
        "sides": dice.sides if isinstance(dice, Dice) else 6,
        "blank": isinstance(dice, Bag) and (0, 0) in dice.contents,
        "one": isinstance(dice, Bag) and (0, 1) in dice.contents,
        "fewer": variant.fewer_dice.value,
        "forced": variant.fewer_dice_forced,
        "moves": variant.moves.value,
        "most": variant.most_tiles or _NONE,
        "scoring": variant.scoring.value,
        "first": variant.first_tile or _NONE,
        "ends": variant.ending_total or _NONE,
    }


def variant_of(switches: Switches) -> Variant:
    """Return the variant that the switches make.

    A switch that is out of sight does not count: the choice of one die with dominoes or where
    every roll is one die, the limit of tiles with other ways to shut.

    Raises:
        ValueError: the switches contradict each other.
    """
    held: dict[str, Any] = dict(switches)
    tiles = tuple(range(1, held["highest"] + 1))
    dice = _dice_of(held)
    fewer = FewerDice(held["fewer"]) if _has_fewer_dice(switches) else FewerDice.NEVER
    moves = MoveRule(held["moves"])
    return custom_variant(
        tiles=tiles,
        shut_at_start=tuple(tile for tile in tiles if tile in held["shut"]),
        dice=dice,
        fewer_dice=fewer,
        fewer_dice_forced=held["forced"] and fewer != FewerDice.NEVER,
        moves=moves,
        most_tiles=(held["most"] or None) if moves == MoveRule.ANY_SET else None,
        scoring=Scoring(held["scoring"]),
        first_tile=held["first"] or None,
        ending_total=held["ends"] or None,
    )


def _dice_of(held: dict[str, Any]) -> Dice | Bag:
    if held["source"] == "dice":
        return Dice(held["count"], held["sides"])
    if not _has_dominoes(held):
        return BAGS[held["source"]]
    return BAGS[held["source"] + "-blank" * held["blank"] + "-one" * held["one"]]


def _has_dominoes(switches: Switches) -> bool:
    return str(switches["source"]).endswith("dominoes")


def _has_fewer_dice(switches: Switches) -> bool:
    several = switches["source"] == "dice" and switches["count"] != 1
    return several or switches["source"] == "cards-as-dice"


@st.fragment
def choosing() -> None:
    """Draw everything that a switch changes."""
    t = state.language()
    controls.show_notice()
    state.keep_variant_in_link()
    variant = state.variant()
    _presets(t, variant)
    if variant.tiles[-1] > HIGHEST_CUSTOM_TILE:
        st.header(wording.variant_name(t, variant.id))
        st.write(wording.variant_rules(t, variant.id))
        with st.container(key="rules-figures"):
            is_known = _figures(t, variant)
        if is_known:
            _comparison(t, variant)
        controls.play_link(variant, t("Play with these rules"))
        st.write(t("This box is too large for the switches."))
        return
    switches = state.switches(variant, switches_of)
    with st.container(key="rules-parts"):
        with st.container(key="rules-figures"):
            _figures(t, variant)
        with st.container(key="rules-switches"):
            st.header(t("What does your box say?"))
            _tile_switches(t, switches)
            _dice_switches(t, switches)
            _move_switches(t, switches)
        with st.container(key="rules-words"):
            _words(t, variant)


def _presets(t: Language, variant: Variant) -> None:
    with st.container(horizontal=True, vertical_alignment="bottom"):
        for variant_id in HABITS:
            st.button(
                t(HABITS[variant_id]),
                key=f"habit-{variant_id}",
                icon=":material/check:" if variant.id == variant_id else None,
                on_click=state.choose_variant,
                args=(variant_id,),
                width="content",
            )
        controls.choose_variant(t)


def _switch(name: str, value: Switch) -> dict[str, Any]:
    return {
        "key": state.show_switch(name, value),
        "on_change": state.move_switch,
        "args": (name, variant_of),
    }


def _select(
    switches: Switches,
    name: str,
    label: str,
    options: Sequence[Switch],
    words: Callable[[Any], str],
) -> None:
    st.selectbox(label, options, format_func=words, **_switch(name, switches[name]))


def _tile_switches(t: Language, switches: Switches) -> None:
    highest = int(str(switches["highest"]))
    shut = [tile for tile in range(1, highest + 1) if tile in set(_numbers(switches["shut"]))]
    _select(
        switches,
        "highest",
        t("Tiles"),
        _with(range(3, HIGHEST_CUSTOM_TILE + 1), switches["highest"]),
        lambda n: t("1 to {highest}", highest=t.number(n)),
    )
    st.pills(
        t("Shut from the start"),
        range(1, highest + 1),
        selection_mode="multi",
        format_func=t.number,
        wrap=True,
        **_switch("shut", shut),
    )


def _dice_switches(t: Language, switches: Switches) -> None:
    _select(switches, "source", t("Roll or draw"), list(_SOURCES), lambda name: t(_SOURCES[name]))
    if switches["source"] == "dice":
        with st.container(horizontal=True):
            _select(
                switches,
                "count",
                t("How many dice"),
                _with(range(1, _MOST_DICE + 1), switches["count"]),
                t.number,
            )
            _select(
                switches, "sides", t("Sides of a die"), _with(_SIDES, switches["sides"]), t.number
            )
    if _has_dominoes(switches):
        st.toggle(
            t("The blank 0-0 is in the bag and ends the turn"),
            help=t("A table that draws again after the blank plays as if it were not in the bag."),
            **_switch("blank", switches["blank"]),
        )
        st.toggle(t("0-1 is in the bag, a total of 1"), **_switch("one", switches["one"]))
    if _has_fewer_dice(switches):
        cards = switches["source"] != "dice"
        _select(
            switches,
            "fewer",
            t("When may you draw one card?") if cards else t("When may you roll one die?"),
            list(FewerDice),
            lambda name: t(rule_words.FEWER_DICE_NAMES[FewerDice(name)]),
        )
        if switches["fewer"] != FewerDice.NEVER:
            st.toggle(t("It is a must, not a choice"), **_switch("forced", switches["forced"]))


def _move_switches(t: Language, switches: Switches) -> None:
    _select(
        switches,
        "moves",
        t("Which tiles may you shut?"),
        list(MoveRule),
        lambda name: t(rule_words.MOVE_NAMES[MoveRule(name)]),
    )
    if switches["moves"] == MoveRule.ANY_SET:
        _select(
            switches,
            "most",
            t("How many tiles in a move?"),
            _with((_NONE, 1, 2, 3, 4), switches["most"]),
            lambda n: t.plural("{n} at most", "{n} at most", n) if n else t("Any number"),
        )
    _select(
        switches,
        "first",
        t("Does the first move have to shut a tile?"),
        _with(range(int(str(switches["highest"])) + 1), switches["first"]),
        lambda n: t("No") if n == _NONE else t("Tile {tile}", tile=t.number(n)),
    )
    _select(
        switches,
        "ends",
        t("Does a total end the turn?"),
        _with(range(13), switches["ends"]),
        lambda n: t("No") if n == _NONE else t("A total of {total}", total=t.number(n)),
    )
    _select(
        switches,
        "scoring",
        t("What do open tiles cost?"),
        list(Scoring),
        lambda name: t(rule_words.SCORING_NAMES[Scoring(name)]),
    )


def _numbers(held: Switch) -> list[int]:
    return held if isinstance(held, list) else []


def _with(numbers: Iterable[int], held: Switch) -> list[int]:
    """Return the numbers to choose from, with the one that is chosen now in any case."""
    return sorted({*numbers, *([held] if isinstance(held, int) else [])})


def _figures(t: Language, variant: Variant) -> bool:
    """Draw the chance and the score, and return whether they are known yet."""
    if (fault := state.rules_fault()) is not None:
        st.error(t(rule_words.FAULTS[fault]))
    for objective in OBJECTIVES:
        if solving.progress(variant, objective) is not None:
            controls.show_progress(t, variant, objective)
            return False
    with st.container(horizontal=True):
        for objective in OBJECTIVES[::-1]:
            st.metric(
                t(_FIGURES[objective]),
                _figure(t, variant, objective),
                help=t(_AIMS[objective]),
            )
    return True


def _comparison(t: Language, variant: Variant) -> None:
    for objective in OBJECTIVES[::-1]:
        against = _against_standard(t, variant, objective)
        st.write(t("{name}: {value}", name=t(_FIGURES[objective]), value=against))


def _words(t: Language, variant: Variant) -> None:
    has_fault = state.rules_fault() is not None
    if has_fault:
        st.write(t("These are the figures of the last rules that make a game."))
    _comparison(t, variant)
    controls.play_link(
        variant, t("Play with the last rules") if has_fault else t("Play with these rules")
    )
    st.header(wording.variant_name(t, variant.id))
    st.write(" ".join(rule_words.sentences(t, variant)))
    if st.toggle(t("Exact fractions")):
        for objective in OBJECTIVES[::-1]:
            value = solve(variant, objective).as_fraction(variant.start)
            st.write(
                t(
                    "{name}: {value}",
                    name=t(_FIGURES[objective]),
                    value=str(value).replace("/", " / "),
                )
            )
    with st.expander(t("Link to these rules")):
        st.write(t("Whoever opens this link has these rules."))
        st.code(state.link_to_box(variant), language=None, wrap_lines=True)


def _figure(t: Language, variant: Variant, objective: Objective) -> str:
    judge = advice(variant, objective)
    value = judge.start_value
    if not isinstance(judge, Estimates):
        if objective == "shut":
            return wording.chance(t, value)
        return t.number(value, 0 if variant.scoring == Scoring.DIGITS else 2)
    error = judge.error(variant.start)
    if objective == "shut" and value < error:
        return t("under {figure}", figure=wording.chance(t, value + error, 1))
    figure = wording.chance(t, value, 1) if objective == "shut" else t.number(value)
    return t("about {figure}", figure=figure)


def _against_standard(t: Language, variant: Variant, objective: Objective) -> str:
    """Return what the rules do to a figure, in a sentence."""
    judge, standard = advice(variant, objective), advice(VARIANTS["classic"], objective)
    if isinstance(judge, Estimates):
        error = judge.error(variant.start)
        shown = wording.chance(t, error, 1) if objective == "shut" else t.number(error)
        return t("An estimate, good to about ±{error}.", error=shown)
    if objective == "score" and variant.scoring != standard.variant.scoring:
        return t("Its points are counted in another way than those of the standard box.")
    change = judge.start_value - standard.start_value
    there = _figure(t, standard.variant, objective)
    if _figure(t, variant, objective) == there:
        return t("The same as in the standard box.")
    if objective == "shut":
        difference = t.number(change * 100, 2, signed=True)
        return t(
            "Standard box: {there}. Difference: {difference} percentage points.",
            there=there,
            difference=difference,
        )
    return t(
        "Standard box: {there}. Difference: {difference} points.",
        there=there,
        difference=t.number(change, 2, signed=True),
    )
