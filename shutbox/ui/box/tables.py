"""The rules of a variant as tables, so that the browser can play without knowing any rule."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from shutbox import rules
from shutbox.dice import Bag, Roll, roll
from shutbox.strategies import strategy
from shutbox.tiles import TileSet, tiles_in
from shutbox.turn import Turn
from shutbox.variants import Variant

Json = dict[str, Any]

LARGEST_WHOLE_BOX = 24
"""The highest tile of a box whose tables are sent as a whole. Those of 36 tiles have 4,968 sets,
those of 54 tiles 51,075; there the browser gets the tables of the next rolls only."""

LOOKAHEAD = 4
"""So many rolls it then gets: the browser plays on that far without the server."""


def key(numbers: tuple[int, ...]) -> str:
    """Return numbers as the key of a table: ``(1, 4)`` is ``"1.4"``."""
    return ".".join(map(str, numbers))


def is_stepwise(variant: Variant) -> bool:
    """Return whether the browser gets only the next rolls of a turn, and their tables."""
    return variant.tiles[-1] > LARGEST_WHOLE_BOX


def rolls_of(turn: Turn) -> tuple[list[Roll], bool]:
    """Return the rolls of a turn's seed, and whether there are more than the browser may know.

    A step shuts a tile or ends the turn, so there are no more rolls than tiles.
    """
    variant = turn.variant
    if turn.seed is None:
        return [], False
    most = len(variant.tiles)
    if isinstance(variant.dice, Bag):
        most = min(most, variant.dice.rolls)
    known = min(most, len(turn.steps) + LOOKAHEAD) if is_stepwise(variant) else most
    return [roll(turn.seed, step, variant) for step in range(known)], known < most


def tables(turn: Turn) -> Json:
    """Return everything the browser needs to play on from ``turn``, ready for JSON.

    Of a box whose tables are too large, ``rolls`` are only the next ones of the turn, the one on
    the table and the one it is stuck with, and ``sets`` only those whose tiles are all open now.

    Keys:
        tiles: the numbers of all tiles of the box.
        start: those open before the first roll.
        counts: the numbers of dice that may be rolled, unless ``fewer`` says otherwise.
        fewer: position (its tiles joined by ``.``) -> numbers of dice that may be rolled there.
        rolls: roll (its faces ascending, joined by ``.``) -> ``[total, index into sets]``, and
            behind that any other number that its tiles may make.
        first: the same for the first roll of a turn, where that differs, or None.
        firstTile: the tile that the first move has to shut, or None.
        sets: lists of sets of tiles that may be shut if all their tiles are open.
        strategies: for each of these lists the letters of its sets' `Strategy`.
        weights: roll -> how many of the equally likely results show it; None where a bag remembers
            what was drawn, and where the browser does not get all rolls.
        ending: the total that ends the turn at once, or None.
        sides: how many sides a die has.
        holds: what is drawn from a bag, "dominoes" or "cards", or None where dice are rolled.
        draws: how many rolls the bag gives, or None.
        points: tile -> what it adds to the score, or None where only Python can tell.
    """
    variant = turn.variant
    if is_stepwise(variant):
        return _tables_of(variant, _next_rolls(turn), turn.open_tiles)
    return _whole(variant)


def pad(variant: Variant) -> Json:
    """Return what can be entered where real dice are rolled, or real dominoes or cards drawn.

    Keys:
        pieces: the faces of everything that can show: of a die, a domino or a card.
        copies: how many of each the bag holds, or None where dice are rolled.
        asks: whether the browser has to ask for the sets of a roll: it does not have all tables.
    """
    dice = variant.dice
    bag = dice.left() if isinstance(dice, Bag) else None
    pieces = [(face,) for face in range(1, dice.sides + 1)] if bag is None else sorted(bag)
    return {
        "pieces": [list(piece) for piece in pieces],
        "copies": None if bag is None else [bag[piece] for piece in pieces],
        "asks": is_stepwise(variant),
    }


@lru_cache(maxsize=64)
def _whole(variant: Variant) -> Json:
    counts = _dice_counts(variant)
    rolls = (faces for count in counts for faces in variant.dice.odds(count))
    return {**_tables_of(variant, rolls, variant.start), "weights": _weights(variant)}


def _weights(variant: Variant) -> dict[str, int] | None:
    if isinstance(variant.dice, Bag):
        return None
    odds = [variant.dice.odds(count) for count in _dice_counts(variant)]
    return {key(faces): weight for of in odds for faces, weight in of.items()}


def _tables_of(variant: Variant, faces_of_rolls: Iterable[Roll], open_tiles: TileSet) -> Json:
    every_roll = tuple(faces_of_rolls)
    sets: dict[tuple[tuple[TileSet, ...], str], int] = {}

    def rolls(first: bool) -> dict[str, list[int]]:
        table = {}
        for faces in every_roll:
            allowed = rules.legal_moves(variant, open_tiles, faces, first)
            found_by = (strategy(tiles_in(s), sum(faces), variant.moves) for s in allowed)
            index = sets.setdefault((allowed, "".join(found_by)), len(sets))
            table[key(faces)] = [sum(faces), index, *rules.targets(variant, faces)[1:]]
        return table

    later = rolls(first=False)
    first = rolls(first=True) if variant.first_tile is not None else None
    points = rules.tile_points(variant)
    bag = variant.dice if isinstance(variant.dice, Bag) else None
    return {
        "tiles": list(variant.tiles),
        "start": list(tiles_in(variant.start)),
        "counts": [variant.dice.count],
        "fewer": {
            key(tiles_in(position)): list(rules.dice_counts(variant, position))
            for position in rules.fewer_dice_positions(variant)
        },
        "rolls": later,
        "first": first,
        "firstTile": variant.first_tile,
        "sets": [[list(tiles_in(s)) for s in allowed] for allowed, _ in sets],
        "strategies": [letters for _, letters in sets],
        "weights": None,
        "ending": variant.ending_total,
        "sides": variant.dice.sides,
        "holds": None if bag is None else bag.holds.value,
        "draws": None if bag is None else bag.rolls,
        "points": None if points is None else {str(k): v for k, v in points.items()},
    }


def _next_rolls(turn: Turn) -> list[Roll]:
    """Return the rolls that the browser has to know at ``turn``, each with ascending faces."""
    shown = [turn.steps[-1].dice] if turn.is_stuck else []
    if turn.dice is not None:
        shown.append(turn.dice)
    ahead = [] if turn.is_over else rolls_of(turn)[0][len(turn.steps) :]
    counts = _dice_counts(turn.variant)
    shown += [faces[:count] for faces in ahead for count in counts]
    return sorted({tuple(sorted(faces)) for faces in shown})


def _dice_counts(variant: Variant) -> list[int]:
    fewer = rules.fewer_dice_positions(variant)
    counts = {variant.dice.count}.union(*(rules.dice_counts(variant, p) for p in fewer))
    return sorted(counts, reverse=True)
