"""Results as tidy DataFrames: one row a thing, documented columns, no words for readers."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import pandas as pd

from shutbox.analysis import Advice, TurnAnalysis, judged_moves
from shutbox.dice import Bag, Roll
from shutbox.rules import move_sets
from shutbox.solver import Drawn
from shutbox.tiles import TileSet, tiles_in
from shutbox.variants import Variant


def equation(tiles: TileSet) -> str:
    """Return the tiles of a set as an addition: ``4 + 5``."""
    return " + ".join(str(tile) for tile in tiles_in(tiles))


def moves_frame(
    judge: Advice,
    open_tiles: TileSet,
    dice: Roll,
    chosen: TileSet | None = None,
    drawn: Drawn = (),
) -> pd.DataFrame:
    """Return every legal move for a roll, best first; of many, those that an estimate looks at.

    Columns:
        rank (int): 1 for the first row; ties keep the order of the rules.
        tiles (int): the move as a set of tiles.
        move (str): the move as an addition.
        value (float): the value of the position after the move, in the solution's unit.
        loss (float): how much worse than the best move.
        best (bool): whether it ties with the best.
        chosen (bool): whether it is the move ``chosen``.
    """
    return pd.DataFrame(moves_columns(judge, open_tiles, dice, chosen, drawn))


def moves_columns(
    judge: Advice,
    open_tiles: TileSet,
    dice: Roll,
    chosen: TileSet | None = None,
    drawn: Drawn = (),
) -> dict[str, list[Any]]:
    """Return the columns of `moves_frame` as lists, which takes a fifth of the time."""
    values, tied = judged_moves(judge, open_tiles, dice, drawn, chosen)
    sign = 1 if judge.objective == "score" else -1
    best = judge.best_of(values.values()) if values else 0.0
    rows = sorted(values.items(), key=lambda item: sign * float(f"{item[1]:.11e}"))
    return {
        "rank": list(range(1, len(rows) + 1)),
        "tiles": [move for move, _ in rows],
        "move": [equation(move) for move, _ in rows],
        "value": [value for _, value in rows],
        "loss": [judge.loss(value, best) for _, value in rows],
        "best": [move in tied for move, _ in rows],
        "chosen": [move == chosen for move, _ in rows],
    }


def steps_frame(analysis: TurnAnalysis) -> pd.DataFrame:
    """Return the steps of a turn with luck and loss, oldest first.

    Columns:
        step (int): from 1.
        dice (tuple[int, ...]): the faces.
        move (int | None): the set of tiles shut, 0 when stuck, None while the roll waits.
        before (float): the value before the roll.
        rolled (float): the value after the roll.
        after (float): the value after the move.
        luck, dice_loss, move_loss, loss (float): as in `analysis.StepAnalysis`.
    """
    steps = analysis.steps
    return pd.DataFrame(
        {
            "step": range(1, len(steps) + 1),
            "dice": [step.dice for step in steps],
            "move": pd.Series([step.chosen for step in steps], dtype=object),
            "before": [step.value_before for step in steps],
            "rolled": [step.value_rolled for step in steps],
            "after": [step.value_after for step in steps],
            "luck": [step.luck for step in steps],
            "dice_loss": [step.dice_loss for step in steps],
            "move_loss": [step.move_loss for step in steps],
            "loss": [step.loss for step in steps],
        }
    )


def ways_frame(variant: Variant) -> pd.DataFrame:
    """Return, for every total that a first roll can show, the ways to shut and to roll it.

    Columns:
        total (int): ascending.
        shut (int): how many sets of tiles of the full box make it, see `sets_of`.
        roll (int): how many of the equally likely rolls (or draws) show it.
    """
    rolls: dict[int, int] = {}
    for faces, weight in variant.dice.odds(variant.dice.count).items():
        rolls[sum(faces)] = rolls.get(sum(faces), 0) + weight
    return pd.DataFrame(
        {
            "total": sorted(rolls),
            "shut": [len(sets_of(variant, total)) for total in sorted(rolls)],
            "roll": [rolls[total] for total in sorted(rolls)],
        }
    )


@lru_cache(maxsize=1024)
def sets_of(variant: Variant, total: int) -> tuple[TileSet, ...]:
    """Return every set of tiles that adds up to ``total`` and that a roll of it lets one shut.

    Fewest tiles first, then by their smallest tiles.
    """
    rolls = variant.dice.odds(variant.dice.count)
    allowed = {
        tiles
        for faces in rolls
        if sum(faces) == total
        for tiles in move_sets(variant, faces)
        if sum(tiles_in(tiles)) == total
    }
    return tuple(sorted(allowed, key=lambda tiles: (tiles.bit_count(), tiles_in(tiles))))


def rolls_of(variant: Variant, total: int) -> list[Roll]:
    """Return every roll of all dice that adds up to ``total``, dice told apart, in order.

    Of a bag: every different draw once.
    """
    if isinstance(variant.dice, Bag):
        draws = variant.dice.odds(variant.dice.count)
        return sorted(faces for faces in draws if sum(faces) == total)
    count, sides = variant.dice.count, variant.dice.sides
    rolls: list[Roll] = [()]
    for left in range(count - 1, -1, -1):
        rolls = [
            (*faces, face)
            for faces in rolls
            for face in range(1, sides + 1)
            if left <= total - sum(faces) - face <= left * sides
        ]
    return rolls
