"""Every position of a box at once, as tidy DataFrames.

What tiles are worth, how to open, and where "highest tile first" is wrong.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import numpy.typing as npt
import pandas as pd

from shutbox import rules
from shutbox.analysis import advice
from shutbox.dice import Bag, Dice, Roll
from shutbox.frames import moves_frame
from shutbox.players import by_highest_tile
from shutbox.solver import OBJECTIVES, TIE, Objective, Solution, solve
from shutbox.tiles import TileSet, subsets, tiles_in
from shutbox.variants import Variant

MOST_TILES = 12
"""The most tiles of a box whose every position is looked at; 12 have 4,096."""

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]


def can_list(variant: Variant) -> bool:
    """Return whether all positions of a box can be looked at, and each has one value.

    What is drawn from a bag is a part of the position, so that open tiles alone have no value.
    """
    return not isinstance(variant.dice, Bag) and variant.start.bit_count() <= MOST_TILES


def positions_frame(solution: Solution) -> pd.DataFrame:
    """Return every position of a box that `can_list` takes.

    Columns:
        tiles (int): the open tiles as a set.
        open (int): how many they are.
        sum (int): what they add up to.
        value (float): the value before the roll, in the solution's unit.
    """
    positions = list(subsets(solution.variant.start))
    return pd.DataFrame(
        {
            "tiles": positions,
            "open": [tiles.bit_count() for tiles in positions],
            "sum": [sum(tiles_in(tiles)) for tiles in positions],
            "value": [solution.value(tiles) for tiles in positions],
        }
    )


def worth_frame(solution: Solution, open_tiles: TileSet) -> pd.DataFrame:
    """Return how much better it is to have a tile shut than open, all other tiles the same.

    A negative worth: the tile is more help than burden while it is open.

    Columns:
        tile (int): ascending; those that are open at the start.
        open (bool): whether it is open in the position.
        here (float): its worth in the position ``open_tiles``, in the solution's unit.
        average (float): the average worth over all sets of other open tiles, each counted once.
    """
    positions, values = _values(solution)
    sign = 1 if solution.objective == "score" else -1
    tiles = tiles_in(solution.variant.start)
    gains = [sign * (values[without | bit] - values[without]) for without, bit in _pairs(positions)]
    here = [
        sign * (values[open_tiles | 1 << tile - 1] - values[open_tiles & ~(1 << tile - 1)])
        for tile in tiles
    ]
    return pd.DataFrame(
        {
            "tile": tiles,
            "open": [bool(open_tiles >> tile - 1 & 1) for tile in tiles],
            "here": here,
            "average": [float(gain.mean()) for gain in gains],
        }
    )


def _pairs(positions: Ints) -> Iterator[tuple[Ints, int]]:
    """Yield, for every tile, the positions without it, and the tile alone as a set."""
    for tile in tiles_in(int(positions[-1])):
        bit = 1 << tile - 1
        yield positions[positions & bit == 0], bit


def _values(solution: Solution) -> tuple[Ints, Floats]:
    """Return all positions, ascending, and an array that holds the value of each at its place."""
    positions = np.fromiter(subsets(solution.variant.start), np.int64)
    values = np.full(int(positions[-1]) + 1, np.nan)
    values[positions] = [solution.value(tiles) for tiles in positions.tolist()]
    return positions, values


def choices_frame(solution: Solution) -> pd.DataFrame:
    """Return every real choice of a move: each position and roll with more than one legal move.

    Rolls of the same total that allow the same moves are one choice. The costliest mistake of
    "highest tile first" stands first.

    Columns:
        tiles (int): the open tiles as a set.
        total (int): of the roll.
        dice (tuple[int, ...]): a roll that asks for the choice.
        highest (int): the move that `players.by_highest_tile` prefers.
        best (int): a best move; ``highest`` where that is one.
        loss (float): how much worse ``highest`` is, in the solution's unit; 0 where it is best.
    """
    positions, values = _values(solution)
    costs = values if solution.objective == "score" else -values
    parts = [
        _choices(costs, where, total, sets)
        for total, sets, where in _questions(solution.variant, positions)
    ]
    frame = pd.concat(parts, ignore_index=True)
    return frame.sort_values(
        ["loss", "total", "tiles"], ascending=[False, True, True], ignore_index=True
    )


def _questions(
    variant: Variant, positions: Ints
) -> Iterator[tuple[int, tuple[TileSet, ...], dict[TileSet, Roll]]]:
    """Yield a total, the sets it allows, and the positions where it comes, each with a roll."""
    every = {tiles: rules.dice_counts(variant, tiles) for tiles in positions[1:].tolist()}
    firsts = {variant.start} if variant.first_tile is not None else set()
    for first, asked in ((False, every.keys() - firsts), (True, firsts)):
        places: dict[tuple[int, tuple[TileSet, ...]], dict[TileSet, Roll]] = {}
        for count in sorted({n for tiles in asked for n in every[tiles]}, reverse=True):
            rolled = [tiles for tiles in asked if count in every[tiles]]
            for dice in variant.dice.odds(count):
                question = sum(dice), rules.move_sets(variant, dice, first)
                known = places.setdefault(question, {})
                places[question] = dict.fromkeys(rolled, dice) | known
        for (total, sets), where in places.items():
            yield total, sets, where


def _choices(
    costs: Floats, where: dict[TileSet, Roll], total: int, sets: tuple[TileSet, ...]
) -> pd.DataFrame:
    positions = np.array(list(where), np.int64)
    preferred = np.array(sorted(sets, key=by_highest_tile, reverse=True), np.int64)
    held = (positions[:, np.newaxis] & preferred) == preferred
    real = held.sum(axis=1) > 1
    positions, held = positions[real], held[real]
    moves = np.where(held, preferred, 0)
    after = np.where(held, costs[positions[:, np.newaxis] ^ moves], np.inf)
    rows = np.arange(len(positions))
    highest = held.argmax(axis=1) if len(positions) else rows
    best = after.argmin(axis=1) if len(positions) else rows
    played, least = after[rows, highest], after[rows, best]
    tied = played <= least + TIE * abs(least)
    return pd.DataFrame(
        {
            "tiles": positions,
            "total": total,
            "dice": [where[tiles] for tiles in positions.tolist()],
            "highest": preferred[highest],
            "best": preferred[np.where(tied, highest, best)],
            "loss": np.where(tied, 0.0, played - least),
        }
    )


def openings_frame(variant: Variant) -> pd.DataFrame:
    """Return the best first moves of a box for both aims, by total.

    Rolls of the same total with the same best moves are one row.

    Columns:
        total (int): ascending.
        dice (tuple[tuple[int, ...], ...]): the rolls of the row.
        score, shut (tuple[int, ...]): all best moves for each aim, none where the turn is over.
        score_after, shut_after (float): the value after the best move, on average over the rolls.
    """
    solutions = {objective: solve(variant, objective) for objective in OBJECTIVES}
    found: dict[tuple[int, tuple[TileSet, ...], tuple[TileSet, ...]], dict[Roll, int]] = {}
    for count in rules.dice_counts(variant, variant.start):
        for dice, weight in variant.dice.odds(count).items():
            score, shut = (
                solutions[objective].best_moves(variant.start, dice) for objective in OBJECTIVES
            )
            found.setdefault((sum(dice), score, shut), {})[dice] = weight

    def after(objective: Objective, rolls: dict[Roll, int]) -> float:
        values = (
            solutions[objective].roll_value(variant.start, dice) * rolls[dice] for dice in rolls
        )
        return sum(values) / sum(rolls.values())

    rows = sorted(found.items(), key=lambda row: (row[0][0], sorted(row[1])))
    return pd.DataFrame(
        {
            "total": [key[0] for key, _ in rows],
            "dice": [tuple(sorted(rolls)) for _, rolls in rows],
            "score": [key[1] for key, _ in rows],
            "shut": [key[2] for key, _ in rows],
            "score_after": [after("score", rolls) for _, rolls in rows],
            "shut_after": [after("shut", rolls) for _, rolls in rows],
        }
    )


def aims_frame(variant: Variant, open_tiles: TileSet, dice: Roll) -> pd.DataFrame:
    """Return the moves of `frames.moves_frame` for both aims side by side, least score first.

    Columns:
        rank, tiles, move: as there.
        score, shut (float): expected score, and chance to shut the box, after the move; each under
            best play for that aim.
        score_loss, shut_loss (float): how much worse than the best move for that aim.
        score_best, shut_best (bool): whether it ties with that.
    """
    score, shut = (
        moves_frame(advice(variant, objective), open_tiles, dice)
        .rename(columns={"value": objective, "loss": f"{objective}_loss"})
        .rename(columns={"best": f"{objective}_best"})
        .drop(columns="chosen")
        for objective in OBJECTIVES
    )
    return score.merge(shut.drop(columns=["rank", "move"]), on="tiles")


@dataclass(frozen=True, slots=True)
class BackwardStep:
    """A position whose value follows from those of the positions before it.

    Attributes:
        open_tiles: the position.
        moves: the best move for each face of the die, or 0 where the turn ends.
        worths: the expected score after each face, in points: that of the position after the best
            move, or the score of this one.
        value: their average, the expected score of the position; 0 if the box is shut.
    """

    open_tiles: TileSet
    moves: tuple[TileSet, ...]
    worths: tuple[Fraction, ...]
    value: Fraction


def backward_steps(variant: Variant) -> tuple[BackwardStep, ...]:
    """Work out every position of a box from the end, as a pupil does by hand.

    Returns:
        the positions in an order in which each needs earlier ones only, by what they score: the
        shut box first, all that is open at the start last.

    Raises:
        ValueError: something else than one die is rolled.
    """
    if not isinstance(variant.dice, Dice) or variant.dice.count != 1:
        raise ValueError(f"{variant.id!r} is not played with one die")
    values: dict[TileSet, Fraction] = {}
    steps = []
    positions = sorted(
        subsets(variant.start),
        key=lambda tiles: (rules.score(variant, tiles), tiles.bit_count(), tiles),
    )
    for tiles in positions:
        moves, worths = [], []
        for face in range(1, variant.dice.sides + 1) if tiles else ():
            allowed = rules.legal_moves(variant, tiles, (face,), tiles == variant.start)
            best = min(allowed, key=lambda move: values[tiles & ~move], default=0)
            moves.append(best)
            worths.append(values[tiles & ~best] if best else Fraction(rules.score(variant, tiles)))
        values[tiles] = sum(worths, Fraction()) / max(len(worths), 1)
        steps.append(BackwardStep(tiles, tuple(moves), tuple(worths), values[tiles]))
    return tuple(steps)
