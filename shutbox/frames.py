"""Results as tidy DataFrames: one row a thing, documented columns, no words for readers."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import nan, sqrt
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from shutbox.analysis import Advice, TurnAnalysis, judged_moves
from shutbox.dice import Bag, Roll
from shutbox.rules import legal_moves, move_sets
from shutbox.simulate import Simulation
from shutbox.solver import Drawn
from shutbox.sums import DoublesTest, Streak, Whole
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


def waterfall_frame(analysis: TurnAnalysis) -> pd.DataFrame:
    """Return the way from the start value to the value now, one row for everything that moves it.

    A loss of nothing has no row.

    Columns:
        step (int): the number of the roll, from 1; 0 for the start, and one past the last roll
            for the value now.
        part (str): "start", "dice" (what the number of dice cost), "luck", "move" (what the move
            cost) or "now".
        start, end (float): the value before and after; of "start" and "now" from 0.
        amount (float): the luck or the loss; of "start" and "now" the value.
    """
    score = analysis.objective == "score"
    rows = [(0, "start", 0.0, analysis.start_value, analysis.start_value)]
    for number, step in enumerate(analysis.steps, start=1):
        after_dice = step.value_rolled + step.luck if score else step.value_rolled - step.luck
        if step.dice_loss > 0:
            rows.append((number, "dice", step.value_before, after_dice, step.dice_loss))
        rows.append((number, "luck", after_dice, step.value_rolled, step.luck))
        if step.move_loss > 0:
            rows.append((number, "move", step.value_rolled, step.value_after, step.move_loss))
    rows.append((len(analysis.steps) + 1, "now", 0.0, analysis.value, analysis.value))
    return pd.DataFrame(rows, columns=["step", "part", "start", "end", "amount"])


class TurnRow(NamedTuple):
    """What many turns are compared by; columns of `turns_frame`.

    Attributes:
        box: the id of the variant.
        score: what the open tiles cost.
        is_over: whether the turn has ended.
        luck, loss, adjusted: as in `analysis.TurnAnalysis`, or None if it was not judged.
        best_share: the share of best moves, or None.
    """

    box: str
    score: int
    is_over: bool
    luck: float | None = None
    loss: float | None = None
    adjusted: float | None = None
    best_share: float | None = None

    @classmethod
    def of(cls, analysis: TurnAnalysis) -> TurnRow:
        """Return the row of a judged turn."""
        turn = analysis.turn
        return cls(
            turn.variant.id,
            turn.score,
            turn.is_over,
            analysis.total_luck,
            analysis.total_loss,
            analysis.luck_adjusted,
            analysis.best_share,
        )


def turns_frame(numbers: Sequence[int], rows: Sequence[TurnRow]) -> pd.DataFrame:
    """Return many turns, one row each, in the order given.

    Columns:
        number (int): the number of the turn, ascending: its line in a list.
        box, score, is_over, luck, loss, adjusted, best_share: as in `TurnRow`; what was not judged
            is missing.
    """
    frame = pd.DataFrame(rows, columns=list(TurnRow._fields))
    measures = ["luck", "loss", "adjusted", "best_share"]
    frame[measures] = frame[measures].astype(float)
    frame.insert(0, "number", numbers)
    return frame


def csv_bytes(frame: pd.DataFrame) -> bytes:
    """Return a table as a CSV file that spreadsheets open as it is meant.

    UTF-8 with a byte order mark; numbers stay numbers, missing ones are empty. A text that a
    spreadsheet would take for a formula (it begins with = + - @, a tab or a line end) gets an
    apostrophe before it (OWASP, "CSV Injection").
    """
    harmless = frame.rename(columns=_harmless)
    for column in harmless.select_dtypes(exclude="number"):
        harmless[column] = harmless[column].map(_harmless, na_action="ignore")
    return harmless.to_csv(index=False, lineterminator="\r\n").encode("utf-8-sig")


def _harmless(cell: object) -> object:
    is_formula = isinstance(cell, str) and cell.startswith(("=", "+", "-", "@", "\t", "\r", "\n"))
    return f"'{cell}" if is_formula else cell


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


def fit_frame(variant: Variant, open_tiles: TileSet, count: int) -> pd.DataFrame:
    """Return which totals of a roll can be played in a position, and by how many rolls.

    Args:
        variant: the rules.
        open_tiles: the position.
        count: how many dice are rolled, or faces drawn from a full bag.

    Raises:
        RuleError: the box has no such tile.

    Columns:
        total (int): ascending.
        roll (int): how many of the equally likely rolls (or draws) show it.
        fit (int): how many of these let one shut open tiles.
    """
    rolls: dict[int, int] = {}
    fits: dict[int, int] = {}
    for faces, weight in variant.dice.odds(count).items():
        total = sum(faces)
        rolls[total] = rolls.get(total, 0) + weight
        if legal_moves(variant, open_tiles, faces):
            fits[total] = fits.get(total, 0) + weight
    return pd.DataFrame(
        {
            "total": sorted(rolls),
            "roll": [rolls[total] for total in sorted(rolls)],
            "fit": [fits.get(total, 0) for total in sorted(rolls)],
        }
    )


# ---- the totals of many rolls ----

FIRST_SHARE = 10
"""A share of fewer rolls than this says nothing."""

MOST_SHARES = 60
"""At most so many shares of a growing number of rolls are looked at."""


def counts_frame(seen: Whole, chances: Mapping[int, float]) -> pd.DataFrame:
    """Return how often each total was seen: of rolls, of steps in a race, of races won.

    Columns:
        total (int): as in ``chances``.
        count (int): how often it was seen.
        expected (float): how often one sees it on average in so many.
    """
    counts = np.bincount(seen, minlength=max(chances) + 1)
    return pd.DataFrame(
        {
            "total": list(chances),
            "count": counts[list(chances)],
            "expected": [chance * len(seen) for chance in chances.values()],
        }
    )


def running_frame(totals: Whole, total: int, chance: float) -> pd.DataFrame:
    """Return the share of one total in the first rolls, for growing numbers of them.

    Args:
        totals: of all rolls, in order.
        total: the one that is counted.
        chance: its chance in a roll.

    Columns:
        at (int): how many rolls, from `FIRST_SHARE` on.
        times (int): the same.
        came (int): how many of them showed the total.
        share (float): came / times.
        exact (float): ``chance``.
        low, high (float): the chance less and plus two standard deviations, from 0 to 1.
    """
    stops = _stops(FIRST_SHARE, len(totals))
    came = np.cumsum(totals == total)[stops - 1]
    return _shares(stops, stops, came, chance)


def _stops(first: int, last: int) -> Whole:
    stops = np.geomspace(first, max(first, last), MOST_SHARES).round().astype(np.int64)
    return np.unique(stops[stops <= last])


def mean_frame(scores: Sequence[int], mean: float, deviation: float) -> pd.DataFrame:
    """Return the average of the first scores, for growing numbers of them.

    Args:
        scores: of all turns, in order.
        mean: the exact average of a turn, in points.
        deviation: the standard deviation of a turn, in points.

    Columns:
        at (int): how many turns, from 1 on.
        times (int): the same.
        came (int): their scores together.
        share (float): came / times, their average score.
        exact (float): ``mean``.
        low, high (float): ``mean`` less and plus two standard deviations of such an average.
    """
    stops = _stops(1, len(scores))
    strays = 2 * deviation / np.sqrt(stops)
    came = np.cumsum(np.array(scores, np.int64))[stops - 1]
    return pd.DataFrame(
        {
            "at": stops,
            "times": stops,
            "came": came,
            "share": came / stops,
            "exact": mean,
            "low": np.maximum(mean - strays, 0),
            "high": mean + strays,
        }
    )


def streaks_frame(streaks: list[Streak], chance: float) -> pd.DataFrame:
    """Return how often a total came next, after streaks without it; none that never was.

    Args:
        streaks: as `sums.streaks` counts them.
        chance: of the total in a roll.

    Columns:
        at (int): the length of the streak.
        times (int): how many rolls were made after such a streak, or a longer one.
        came (int): how many of them showed the total.
        share (float): came / times.
        exact (float): ``chance``.
        low, high (float): the chance less and plus two standard deviations, from 0 to 1.
    """
    met = [streak for streak in streaks if streak.times]
    return _shares(
        np.array([streak.length for streak in met], int),
        np.array([streak.times for streak in met], int),
        np.array([streak.came for streak in met], int),
        chance,
    )


def _shares(at: Whole, times: Whole, came: Whole, chance: float) -> pd.DataFrame:
    deviation = np.sqrt(chance * (1 - chance) / times)
    return pd.DataFrame(
        {
            "at": at,
            "times": times,
            "came": came,
            "share": came / times,
            "exact": chance,
            "low": np.clip(chance - 2 * deviation, 0, 1),
            "high": np.clip(chance + 2 * deviation, 0, 1),
        }
    )


def doubles_frame(test: DoublesTest, seen: int) -> pd.DataFrame:
    """Return the doubles that were seen between those that two ideas expect.

    Columns:
        idea (str): "ordered", "seen" or "unordered".
        count (float): the doubles expected, or seen.
        low, high (float): two standard deviations less and more; of those seen, as many.
    """
    ideas = {
        "ordered": (test.ordered, test.ordered_deviation),
        "seen": (float(seen), 0.0),
        "unordered": (test.unordered, test.unordered_deviation),
    }
    return pd.DataFrame(
        {
            "idea": list(ideas),
            "count": [count for count, _ in ideas.values()],
            "low": [max(0.0, count - 2 * deviation) for count, deviation in ideas.values()],
            "high": [
                min(float(test.rolls), count + 2 * deviation) for count, deviation in ideas.values()
            ],
        }
    )


# ---- simulated turns beside exact ones ----

MOST_SCORES = 60
"""A chart has room for so many scores; more are taken together."""


def scores_frame(
    played: Simulation, highest: int, exact: Mapping[int, float] | None = None
) -> pd.DataFrame:
    """Return how often simulated turns ended with each score, or with each few scores in a row.

    Args:
        played: the turns.
        highest: the score of the full box.
        exact: the probability of every final score, where it is known.

    Columns:
        first, last (int): the scores of the row, one score or several in a row.
        turns (int): how many turns ended so.
        share (float): their share of all turns.
        exact (float): the probability to end so; not a number where it is not known.
        low, high (float): two standard errors around ``exact``, or else around ``share``.
    """
    width = max(1, -(-(highest + 1) // MOST_SCORES))
    turns: defaultdict[int, int] = defaultdict(int)
    chances: defaultdict[int, float] = defaultdict(float)
    for score, count in played.counts.items():
        turns[score // width] += count
    for score, chance in (exact or {}).items():
        chances[score // width] += chance
    places = sorted({*turns, *chances})
    shares = [turns[place] / played.turns for place in places]
    centres = shares if exact is None else [chances[place] for place in places]
    errors = [2 * sqrt(centre * (1 - centre) / played.turns) for centre in centres]
    return pd.DataFrame(
        {
            "first": [place * width for place in places],
            "last": [min(place * width + width - 1, highest) for place in places],
            "turns": [turns[place] for place in places],
            "share": shares,
            "exact": [nan] * len(places) if exact is None else centres,
            "low": [max(c - error, 0.0) for c, error in zip(centres, errors, strict=True)],
            "high": [c + error for c, error in zip(centres, errors, strict=True)],
        }
    )
