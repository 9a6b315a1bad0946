from __future__ import annotations

import re
from dataclasses import FrozenInstanceError, replace
from typing import Any

import pytest
from boxes import BOXES, by_id, tiles_to

from shutbox import VARIANTS, Dice, FewerDice, MoveRule, Scoring, Variant, tile_set, tiles_in
from shutbox.dice import BAGS, Bag, Drawn

ONE_DIE = {"dice": Dice(1, 6), "fewer_dice": FewerDice.NEVER}
DOMINOES = {"dice": BAGS["dominoes"], "fewer_dice": FewerDice.NEVER}
FEW_CARDS = Bag("few", Drawn.CARDS, ((1,), (2,), (3,), (4,), (5,)), 2)

# The table of named variants, by what differs from the standard box.
NAMED: dict[str, dict[str, Any]] = {
    "classic": {},
    "two-dice": {"fewer_dice": FewerDice.NEVER},
    "low-sum": {"fewer_dice": FewerDice.LOW_SUM},
    "forced": {"fewer_dice_forced": True},
    "ten": {"tiles": (1, 2, 3, 4, 5, 6, 7, 8, 9, 10)},
    "twelve": {"tiles": (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12)},
    "six": {"tiles": (1, 2, 3, 4, 5, 6), **ONE_DIE},
    "five": {"tiles": (1, 2, 3, 4, 5), **ONE_DIE},
    "four": {"tiles": (1, 2, 3, 4), **ONE_DIE},
    "dice-or-total": {"moves": MoveRule.DICE_OR_TOTAL},
    "two-tiles": {"most_tiles": 2},
    "thai": {"moves": MoveRule.ONE_TILE, "fewer_dice": FewerDice.NEVER},
    "junior": {"moves": MoveRule.TOTAL_BOTH_OR_ONE},
    "add-or-take-away": {"moves": MoveRule.SUM_OR_DIFFERENCE, "fewer_dice": FewerDice.NEVER},
    "missionary": {"scoring": Scoring.COUNT},
    "digits": {"scoring": Scoring.DIGITS},
    "two-to-go": {"first_tile": 2},
    "three-to-go": {"first_tile": 3},
    "three-down-extreme": {"shut_at_start": (1, 2, 3)},
    "against-all-odds": {"shut_at_start": (2, 4, 6, 8)},
    "even-stevens": {"shut_at_start": (1, 3, 5, 7, 9)},
    "unlucky-seven": {"ending_total": 7},
    "lucky-seven": {"shut_at_start": (1, 2, 3, 4, 5, 6, 8, 9)},
    "2012": {
        "tiles": (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12),
        "dice": Dice(1, 20),
        "fewer_dice": FewerDice.NEVER,
    },
    "the-300": {"tiles": tiles_to(24), "dice": Dice(4, 6), "fewer_dice": FewerDice.NEVER},
    "dominoes": {"dice": BAGS["dominoes"], "fewer_dice": FewerDice.NEVER},
    "chinese-dominoes": {"dice": BAGS["chinese-dominoes"], "fewer_dice": FewerDice.NEVER},
    "cards-as-dice": {"dice": BAGS["cards-as-dice"]},
    "cards": {
        "tiles": (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12),
        "dice": BAGS["cards"],
        "fewer_dice": FewerDice.NEVER,
    },
    "domino-box": {"tiles": tiles_to(36), "dice": Dice(6, 6), "fewer_dice": FewerDice.NEVER},
    "card-box": {"tiles": tiles_to(54), "dice": Dice(9, 6), "fewer_dice": FewerDice.NEVER},
}

CONTRADICTIONS: dict[str, dict[str, Any]] = {
    "the box has no tiles": {"tiles": ()},
    "the tiles must ascend": {"tiles": (1, 3, 2)},
    "a tile shut at the start is not in the box": {"shut_at_start": (10,)},
    "no tile is open at the start": {"tiles": (1, 2), "shut_at_start": (1, 2)},
    "with one die there are no fewer dice": {"dice": Dice(1, 6)},
    "a domino shows both its halves": {"dice": BAGS["dominoes"]},
    "the bag is too small to draw fewer cards": {"dice": FEW_CARDS, "tiles": (1, 2, 3)},
    "fewer dice are forced but never allowed": {
        "fewer_dice": FewerDice.NEVER,
        "fewer_dice_forced": True,
    },
    "this move rule needs two dice": {"moves": MoveRule.DICE_OR_TOTAL, "dice": Dice(3, 6)},
    "a move must be allowed at least one tile": {"most_tiles": 0},
    "only moves of any set can be limited to a number of tiles": {
        "most_tiles": 2,
        "moves": MoveRule.ONE_TILE,
    },
    "the first tile is not open at the start": {"first_tile": 10},
    "the dice never show the ending total": {"ending_total": 13},
}


def test_the_table_names_them_all() -> None:
    assert list(NAMED) == list(VARIANTS)


@pytest.mark.parametrize("id", NAMED)
def test_a_named_variant_is_what_the_rules_say(id: str) -> None:
    assert VARIANTS[id] == Variant(id=id, **NAMED[id])


def test_the_standard_box() -> None:
    assert Variant(id="standard") == Variant(
        id="standard",
        tiles=(1, 2, 3, 4, 5, 6, 7, 8, 9),
        shut_at_start=(),
        dice=Dice(2, 6),
        fewer_dice=FewerDice.HIGH_TILES_SHUT,
        fewer_dice_forced=False,
        moves=MoveRule.ANY_SET,
        most_tiles=None,
        scoring=Scoring.SUM,
        first_tile=None,
        ending_total=None,
    )


@by_id(BOXES)
def test_a_registered_variant_is_found_by_its_id(variant: Variant) -> None:
    assert VARIANTS[variant.id] is variant
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", variant.id)


@by_id(BOXES)
def test_box_and_start_are_the_tiles(variant: Variant) -> None:
    assert tiles_in(variant.box) == variant.tiles
    assert set(tiles_in(variant.start)) == set(variant.tiles) - set(variant.shut_at_start)


def test_no_two_variants_have_the_same_rules() -> None:
    assert len({replace(variant, id="same") for variant in BOXES}) == len(BOXES)


def test_variants_cannot_be_changed() -> None:
    with pytest.raises(TypeError):
        VARIANTS["classic"] = VARIANTS["ten"]  # type: ignore[index]
    with pytest.raises(FrozenInstanceError):
        VARIANTS["classic"].tiles = (1,)  # type: ignore[misc]


@pytest.mark.parametrize("fault", CONTRADICTIONS)
def test_a_contradiction_is_named(fault: str) -> None:
    with pytest.raises(ValueError, match=fault) as error:
        Variant(id="odd", **CONTRADICTIONS[fault])
    assert str(error.value) == f"variant 'odd': {fault}"


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"tiles": (0, 1)}, "0 is not a tile"),
        ({"tiles": (-1, 1)}, "-1 is not a tile"),
        ({"tiles": (1, 55)}, "55 is not a tile"),
        ({"tiles": (True, 2)}, "True is not a tile"),
        ({"tiles": (None,)}, "None is not a tile"),
        ({"tiles": (1, 2, 2)}, "tile 2 is used twice"),
        ({"shut_at_start": (3, 3)}, "tile 3 is used twice"),
        ({"shut_at_start": (0,)}, "0 is not a tile"),
        ({"first_tile": 2, "shut_at_start": (2,)}, "first tile is not open"),
        ({"first_tile": 0}, "first tile is not open"),
        ({"most_tiles": -1}, "at least one tile"),
        ({"ending_total": 0}, "never show the ending total"),
        ({"ending_total": -7}, "never show the ending total"),
        ({"ending_total": 7, **ONE_DIE}, "never show the ending total"),
        # One of two dice is never rolled alone here, so nothing shows a 1.
        ({"ending_total": 1, "fewer_dice": FewerDice.NEVER}, "never show the ending total"),
        ({"moves": MoveRule.SUM_OR_DIFFERENCE, **ONE_DIE}, "this move rule needs two dice"),
        ({"moves": MoveRule.TOTAL_BOTH_OR_ONE, "dice": Dice(3, 6)}, "needs two dice"),
        ({"fewer_dice": FewerDice.LOW_SUM, "dice": Dice(1, 20)}, "no fewer dice"),
        ({"fewer_dice": FewerDice.LOW_SUM, "dice": BAGS["cards"]}, "no fewer dice"),
        ({"fewer_dice": FewerDice.LOW_SUM, "dice": BAGS["dominoes"]}, "both its halves"),
        ({"ending_total": 1, **DOMINOES}, "never show the ending total"),
        ({"ending_total": 13, **DOMINOES}, "never show the ending total"),
        ({"ending_total": 0, **DOMINOES}, "never show the ending total"),
        # Twice the ace would make 2, but the deck has it once.
        (
            {"ending_total": 2, "dice": FEW_CARDS, "fewer_dice": FewerDice.NEVER},
            "never show the ending total",
        ),
        (
            {"moves": MoveRule.SUM_OR_DIFFERENCE, **DOMINOES, "dice": BAGS["cards"]},
            "this move rule needs two dice",
        ),
    ],
    ids=lambda value: str(value)[:80],
)
def test_rules_that_make_no_game_are_refused(fields: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Variant(id="odd", **fields)


@pytest.mark.parametrize(
    "fields",
    [
        {"ending_total": 1},
        {"ending_total": 12},
        {"moves": MoveRule.ONE_TILE, **ONE_DIE},
        {"moves": MoveRule.DICE_OR_TOTAL, **ONE_DIE},
        {"tiles": (7,)},
        {"tiles": (1, 54)},
        {"first_tile": 9, "shut_at_start": (1,)},
        {"dice": Dice(4, 6), "tiles": tuple(range(1, 25))},
        {"dice": FEW_CARDS, "tiles": (1, 2)},
        {"dice": FEW_CARDS, "tiles": (1, 2, 3), "fewer_dice": FewerDice.NEVER},
        {"dice": BAGS["cards-as-dice"], "ending_total": 1},
        {**DOMINOES, "dice": BAGS["dominoes-blank"], "ending_total": 0},
        {**DOMINOES, "dice": BAGS["dominoes-one"], "ending_total": 1},
        {**DOMINOES, "moves": MoveRule.SUM_OR_DIFFERENCE},
        {**DOMINOES, "dice": BAGS["cards"], "moves": MoveRule.ONE_TILE},
        {**DOMINOES, "tiles": tuple(range(1, 55))},
    ],
    ids=lambda value: str(value)[:80],
)
def test_unusual_rules_that_make_a_game_are_taken(fields: dict[str, Any]) -> None:
    variant = Variant(id="odd", **fields)
    assert variant.start == tile_set(variant.tiles) & ~tile_set(variant.shut_at_start)
