"""The rules of a variant as tables, so that the browser can play without knowing any rule."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from shutbox import rules
from shutbox.dice import odds
from shutbox.tiles import TileSet, tiles_in
from shutbox.variants import Variant

Json = dict[str, Any]


def key(numbers: tuple[int, ...]) -> str:
    """Return numbers as the key of a table: ``(1, 4)`` is ``"1.4"``."""
    return ".".join(map(str, numbers))


@lru_cache(maxsize=64)
def tables(variant: Variant) -> Json:
    """Return everything the browser needs to play a turn of ``variant``, ready for JSON.

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
        ending: the total that ends the turn at once, or None.
        sides: how many sides a die has.
        points: tile -> what it adds to the score, or None where only Python can tell.
    """
    sets: dict[tuple[TileSet, ...], int] = {}

    def rolls(first: bool) -> dict[str, list[int]]:
        table = {}
        for count in _dice_counts(variant):
            for faces in odds(count, variant.dice.sides):
                allowed = rules.move_sets(variant, faces, first)
                index = sets.setdefault(allowed, len(sets))
                table[key(faces)] = [sum(faces), index, *rules.targets(variant, faces)[1:]]
        return table

    later = rolls(first=False)
    first = rolls(first=True) if variant.first_tile is not None else None
    points = rules.tile_points(variant)
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
        "sets": [[list(tiles_in(s)) for s in allowed] for allowed in sets],
        "ending": variant.ending_total,
        "sides": variant.dice.sides,
        "points": None if points is None else {str(k): v for k, v in points.items()},
    }


def _dice_counts(variant: Variant) -> list[int]:
    fewer = rules.fewer_dice_positions(variant)
    counts = {variant.dice.count}.union(*(rules.dice_counts(variant, p) for p in fewer))
    return sorted(counts, reverse=True)
