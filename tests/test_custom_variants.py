"""Rules without a name of their own: their text, and what is refused in it."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shutbox import (
    BAGS,
    VARIANTS,
    Dice,
    Fault,
    FewerDice,
    MoveRule,
    Scoring,
    Turn,
    Variant,
    VariantError,
    custom_variant,
    format_turn,
    parse_turn,
    parse_variant,
    tiles_in,
)
from shutbox.notation import HIGHEST_CUSTOM_TILE, LONGEST_TEXT

AXES: dict[str, tuple[dict[str, Any], str]] = {
    "tiles": ({"tiles": (1, 2, 3, 4, 7, 9)}, "custom.tiles-1to4-7-9"),
    "shut_at_start": ({"shut_at_start": (1, 2, 9)}, "custom.shut-1to2-9"),
    "dice": ({"dice": Dice(3, 6)}, "custom.dice-3d6"),
    "bag": (
        {"dice": BAGS["dominoes-blank-one"], "fewer_dice": FewerDice.NEVER},
        "custom.bag-dominoes-blank-one.fewer-never",
    ),
    "fewer_dice": (
        {"fewer_dice": FewerDice.LOW_SUM, "most_tiles": 3},
        "custom.fewer-low-sum.most-3",
    ),
    "fewer_dice_forced": (
        {"fewer_dice_forced": True, "first_tile": 1},
        "custom.forced-yes.first-1",
    ),
    "moves": ({"moves": MoveRule.ONE_TILE}, "custom.moves-one-tile"),
    "most_tiles": ({"most_tiles": 1}, "custom.most-1"),
    "scoring": ({"scoring": Scoring.COUNT, "ending_total": 7}, "custom.score-count.ends-7"),
    "first_tile": ({"first_tile": 9}, "custom.first-9"),
    "ending_total": ({"ending_total": 12}, "custom.ends-12"),
}


@pytest.mark.parametrize("axis", AXES)
def test_every_axis_has_a_word(axis: str) -> None:
    fields, text = AXES[axis]
    variant = custom_variant(**fields)
    assert variant.id == text
    assert parse_variant(text) == variant
    assert variant == Variant(id=text, **fields)


def test_no_axis_is_forgotten() -> None:
    fields = set(Variant.__dataclass_fields__) - {"id", "box", "start"}
    assert fields == set(AXES) - {"bag"}


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=lambda variant: variant.id)
def test_rules_with_a_name_are_called_by_it(variant: Variant) -> None:
    assert parse_variant(variant.id) is variant
    axes = set(Variant.__dataclass_fields__) - {"id", "box", "start"}
    assert custom_variant(**{axis: getattr(variant, axis) for axis in axes}) is variant


def test_words_may_come_in_any_order_and_are_written_in_one() -> None:
    variant = parse_variant("custom.most-3.tiles-1to10")
    assert variant.id == "custom.tiles-1to10.most-3"
    turn = parse_turn("custom.most-3.tiles-1to10~otter")
    assert format_turn(turn) == "custom.tiles-1to10.most-3~otter"


def test_the_standard_rules_spelled_out_are_the_standard_box() -> None:
    assert parse_variant("custom") is VARIANTS["classic"]
    assert parse_variant("custom.tiles-1to9.dice-2d6") is VARIANTS["classic"]


@st.composite
def variants(draw: st.DrawFn) -> Variant | None:
    tiles = draw(st.sets(st.integers(1, HIGHEST_CUSTOM_TILE), min_size=1))
    fields: dict[str, Any] = {
        "tiles": tuple(sorted(tiles)),
        "shut_at_start": tuple(sorted(draw(st.sets(st.sampled_from(sorted(tiles)))))),
        "dice": draw(
            st.builds(Dice, st.integers(1, 4), st.integers(1, 10))
            | st.sampled_from(list(BAGS.values()))
        ),
        "fewer_dice": draw(st.sampled_from(FewerDice)),
        "fewer_dice_forced": draw(st.booleans()),
        "moves": draw(st.sampled_from(MoveRule)),
        "most_tiles": draw(st.none() | st.integers(1, 5)),
        "scoring": draw(st.sampled_from(Scoring)),
        "first_tile": draw(st.none() | st.integers(1, 12)),
        "ending_total": draw(st.none() | st.integers(1, 40)),
    }
    try:
        return custom_variant(**fields)
    except VariantError:
        return None


@given(variants())
def test_any_rules_are_written_and_read_back(variant: Variant | None) -> None:
    if variant is None:
        return
    assert parse_variant(variant.id) == variant
    assert re.fullmatch(r"[a-z0-9.-]+", variant.id)
    assert len(variant.id) < LONGEST_TEXT / 4
    turn = Turn(variant, seed="otter")
    if turn.dice_counts:
        turn = turn.roll(turn.seeded_roll())
    assert parse_turn(format_turn(turn)) == turn


@given(st.text("custom.-tilesdcemo0123456789", max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    for candidate in (text, f"custom.{text}"):
        try:
            variant = parse_variant(candidate)
        except ValueError:
            continue
        assert parse_variant(variant.id) == variant


REFUSED = {
    "custom.": "'' is no rule",
    "custom.colour-red": "'colour-red' is no rule",
    "custom.most-2.most-3": "says again",
    "custom.bag-cards.dice-2d6": "says again",
    "custom.tiles-": "'' is not a number",
    "custom.tiles-0": "0 is not a tile",
    "custom.tiles-1-1": "tile 1 is used twice",
    "custom.tiles-5to3": "'5to3' does not ascend",
    "custom.tiles-1to9999": "tiles up to 12",
    "custom.tiles-1to99999": "'99999' is not a number",
    "custom.tiles-1to13": "tiles up to 12",
    "custom.tiles-54": "tiles up to 12",
    "custom.tiles-\u0661to\u0669": "is not a number",
    "custom.dice-2d0": "0 sides",
    "custom.dice-0d6": "0 dice",
    "custom.dice-9d9": "different rolls",
    "custom.dice-1d21.fewer-never": "different rolls",
    "custom.dice-2d9999": "different rolls",
    "custom.dice-4d20": "too many different rolls",
    "custom.bag-dominoes.fewer-never.moves-one-tile": "too much can have been drawn",
    "custom.tiles-1to10.bag-cards-as-dice.moves-sum-or-difference": "too much can have been drawn",
    "custom.dice-2": "'' is not a number",
    "custom.bag-marbles": "no bag 'marbles'",
    "custom.bag-dominoes": "both its halves",
    "custom.forced": "'' should be 'yes'",
    "custom.fewer-never.forced-yes": "never allowed",
    "custom.moves-all": "not a valid MoveRule",
    "custom.most-2.moves-one-tile": "only moves of any set",
    "custom.shut-1to9": "no tile is open",
    "custom.first-10": "not open at the start",
    "custom.ends-13": "never show",
    "Custom": "no variant",
    "classic.most-2": "no variant",
}


@pytest.mark.parametrize("text", REFUSED, ids=ascii)
def test_what_is_no_rule_is_named(text: str) -> None:
    with pytest.raises(ValueError, match=re.escape(REFUSED[text])):
        parse_variant(text)
    with pytest.raises(ValueError, match=re.escape(REFUSED[text])):
        parse_turn(f"{text}~otter")


def test_a_fault_can_be_told_from_another() -> None:
    with pytest.raises(VariantError) as error:
        parse_variant("custom.most-2.moves-one-tile")
    assert error.value.fault == Fault.MOST_OF_OTHER_MOVES


def test_a_name_belongs_to_one_set_of_rules() -> None:
    for wrong in (
        replace(VARIANTS["classic"], most_tiles=2),
        Variant(id="my-own"),
        Variant(id="custom.most-3", most_tiles=4),
    ):
        with pytest.raises(ValueError):  # noqa: PT011 - says what is wrong in several ways
            format_turn(Turn(wrong))


def test_gaps_in_a_box_are_kept() -> None:
    assert tiles_in(parse_variant("custom.tiles-1-3-5to7").box) == (1, 3, 5, 6, 7)
