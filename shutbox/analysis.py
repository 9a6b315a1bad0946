"""Luck and loss of a turn: what the dice gave, and what the choices cost.

Before a roll a position is worth V. The dice move that to the value of the roll, R: their luck. A
move moves it to the value of the position after: its loss. Choosing a number of dice that is not
the best costs something too, before the dice fall. Everything adds up, exactly:

    score:  start value - luck + loss = value now (the final score, at the end)
    shut:   start value + luck - loss = value now (1 or 0, at the end)

The idea of parting luck from skill this way is that of GNU Backgammon.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import fsum

import numpy as np

from shutbox import rules
from shutbox.dice import Bag, Roll
from shutbox.estimate import Estimates, estimate
from shutbox.solver import (
    TIE,
    Drawn,
    Objective,
    Solution,
    can_solve,
    is_large,
    same_value,
    solve,
)
from shutbox.tiles import TileSet, subsets
from shutbox.turn import Turn
from shutbox.variants import Variant

Advice = Solution | Estimates
"""What judges a turn: the exact solution, or estimates of a box that is too large for one."""


@dataclass(frozen=True, slots=True)
class StepAnalysis:
    """One step, or a roll that still waits for its move, judged by the solution or an estimate.

    All values are in the objective's unit: points, or a probability.

    Attributes:
        open_tiles: the position before the roll.
        drawn: the rolls before it.
        dice: what was rolled.
        best: all best moves; empty when stuck.
        chosen: the move, 0 when stuck, None while the roll waits for it.
        best_dice: the best numbers of dice to roll, one unless they tie.
        value_before: the value before the choice of dice.
        value_rolled: the value after the roll, under best play.
        value_after: the value after the move; ``value_rolled`` while the roll waits.
        luck: how much better the roll was than the average roll of these dice.
        dice_loss: what the chosen number of dice cost.
        move_loss: what the move cost.
    """

    open_tiles: TileSet
    drawn: Drawn
    dice: Roll
    best: tuple[TileSet, ...]
    chosen: TileSet | None
    best_dice: tuple[int, ...]
    value_before: float
    value_rolled: float
    value_after: float
    luck: float
    dice_loss: float
    move_loss: float

    @property
    def loss(self) -> float:
        """What the choices of the step cost: the number of dice and the move."""
        return self.dice_loss + self.move_loss

    @property
    def is_improvable(self) -> bool:
        """Whether another move was better; by an estimate, better by more than its error."""
        return self.move_loss > 0 and self.chosen not in self.best


@dataclass(frozen=True, slots=True)
class TurnAnalysis:
    """A turn judged by the exact solution, or by estimates.

    Attributes:
        turn: the turn.
        objective: the unit of all values.
        steps: one for every step, and one more for a roll that waits for its move.
        start_value: the value before the first roll.
    """

    turn: Turn
    objective: Objective
    steps: tuple[StepAnalysis, ...]
    start_value: float

    @property
    def value(self) -> float:
        """The value now; the final score (or 1 or 0) when the turn is over."""
        return self.steps[-1].value_after if self.steps else self.start_value

    @property
    def total_luck(self) -> float:
        """The luck of all rolls."""
        return fsum(step.luck for step in self.steps)

    @property
    def total_loss(self) -> float:
        """The loss of all choices."""
        return fsum(step.loss for step in self.steps)

    @property
    def luck_adjusted(self) -> float:
        """The value now without the luck of the rolls: score + luck, or result - luck.

        So it is the start value and the losses alone, as if every roll had been an average one.
        Backgammon players (GNU Backgammon) take the luck out of a result in the same way.
        """
        sign = 1 if self.objective == "score" else -1
        return self.value + sign * self.total_luck

    @property
    def best_share(self) -> float | None:
        """The share of best ones among the moves that were played; None before the first."""
        played = [step for step in self.steps if step.chosen]
        if not played:
            return None
        return sum(not step.is_improvable for step in played) / len(played)

    @property
    def costliest(self) -> int | None:
        """The index of the step whose move cost most; None if every move was a best one."""
        costs = [(step.move_loss, -i) for i, step in enumerate(self.steps) if step.is_improvable]
        return -max(costs)[1] if costs else None

    @property
    def improvable_choices(self) -> int:
        """How many choices, of a move or of a number of dice, could have been better."""
        return sum(step.is_improvable + (step.dice_loss > 0) for step in self.steps)


def advice(variant: Variant, objective: Objective = "score") -> Advice:
    """Return the exact solution of a box, or estimates where it is too large to be solved.

    Raises:
        ValueError: the objective is unknown.
    """
    if can_solve(variant):
        return solve(variant, objective)
    return estimate(variant, objective)


def analyse(turn: Turn, objective: Objective = "score") -> TurnAnalysis:
    """Return the luck and the loss of every step of ``turn``, over or under way.

    Where the box is too large to be solved, the values are estimates; the sum of them all is the
    value now all the same, since every position has one value.

    Raises:
        ValueError: the objective is unknown.
    """
    judge = advice(turn.variant, objective)
    steps = []
    position = turn.variant.start
    drawn = turn.drawn
    for index, step in enumerate(turn.steps):
        steps.append(_analyse_step(judge, position, drawn[:index], step.dice, step.move))
        position &= ~step.move
    if turn.dice is not None:
        steps.append(_analyse_step(judge, position, drawn, turn.dice, None))
    return TurnAnalysis(turn, objective, tuple(steps), judge.start_value)


def judged_moves(
    judge: Advice, open_tiles: TileSet, dice: Roll, drawn: Drawn = (), played: TileSet | None = None
) -> tuple[dict[TileSet, float], tuple[TileSet, ...]]:
    """Return the moves for a roll with the value after each, and the best of them.

    Args:
        judge: the solution, which knows all moves, or estimates, which look at the promising ones.
        open_tiles: the position.
        dice: the roll.
        drawn: the rolls before it.
        played: the move that was played, if any; it is among the moves in any case.

    Raises:
        RuleError: the position or the roll cannot come up, or the move is against the rules.
    """
    if isinstance(judge, Estimates):
        also = [played] if played else []
        values = judge.move_values(open_tiles, dice, also)
        return values, judge.best_moves(open_tiles, dice, also)
    values = judge.move_values(open_tiles, dice, drawn)
    best = judge.best_of(values.values()) if values else 0.0
    return values, tuple(move for move, value in values.items() if same_value(value, best))


@lru_cache(maxsize=16_384)
def _analyse_step(
    judge: Advice, position: TileSet, drawn: Drawn, dice: Roll, move: TileSet | None
) -> StepAnalysis:
    before = judge.value(position, drawn)
    best_dice: tuple[int, ...]
    if rules.dice_counts(judge.variant, position, drawn) == (len(dice),):
        chosen_dice, best_dice = before, (len(dice),)
    else:
        by_count = judge.dice_values(position, drawn)
        chosen_dice = by_count[len(dice)]
        best_dice = tuple(
            count for count, value in by_count.items() if judge.is_best(value, by_count.values())
        )
    values, best = judged_moves(judge, position, dice, drawn, move)
    rolled = judge.best_of(values.values()) if values else judge.final_value(position)
    after = values[move] if move else rolled
    gain = chosen_dice - rolled if judge.objective == "score" else rolled - chosen_dice
    return StepAnalysis(
        open_tiles=position,
        drawn=drawn,
        dice=dice,
        best=best,
        chosen=move,
        best_dice=best_dice,
        value_before=before,
        value_rolled=rolled,
        value_after=after,
        luck=gain,
        dice_loss=judge.loss(chosen_dice, before),
        move_loss=judge.loss(after, rolled),
    )


def score_distribution(
    solution: Solution, open_tiles: TileSet | None = None, drawn: Drawn = ()
) -> dict[int, float]:
    """Return the probability of every final score under best play from a position on.

    Of tied best choices, each is taken equally often.

    Args:
        solution: tells what best play is.
        open_tiles: the position, by default the start.
        drawn: the rolls before it, where a bag remembers them.

    Returns:
        Score to probability, ascending by score; the probabilities add up to 1.
    """
    variant = solution.variant
    if not isinstance(variant.dice, Bag) and not is_large(variant):
        return _dice_distribution(solution, variant.start if open_tiles is None else open_tiles)

    known: dict[int, dict[int, float]] = {}

    def distribution(position: TileSet, drawn: Drawn) -> dict[int, float]:
        index = solution.index(position, drawn)
        if index not in known:
            known[index] = computed(position, drawn)
        return known[index]

    def computed(position: TileSet, drawn: Drawn) -> dict[int, float]:
        by_count = solution.dice_values(position, drawn) if position else {}
        if not by_count:
            return {rules.score(variant, position): 1.0}
        shares: dict[int, float] = {}
        best = [n for n, value in by_count.items() if solution.is_best(value, by_count.values())]
        for count in best:
            odds = variant.dice.odds(count, drawn)
            for faces, weight in odds.items():
                chance = weight / sum(odds.values()) / len(best)
                moves = solution.best_moves(position, faces, drawn)
                ends = [distribution(position & ~move, (*drawn, faces)) for move in moves] or [
                    {rules.score(variant, position): 1.0}
                ]
                for end in ends:
                    for score, probability in end.items():
                        share = chance * probability / len(ends)
                        shares[score] = shares.get(score, 0.0) + share
        return shares

    result = distribution(variant.start if open_tiles is None else open_tiles, tuple(drawn))
    return dict(sorted(result.items()))


def _dice_distribution(solution: Solution, start: TileSet) -> dict[int, float]:
    """The same for a box that is solved at once: all positions with as many open tiles together."""
    rules.check_position(solution.variant, start)
    variant = solution.variant
    costs = solution.values if solution.objective == "score" else -solution.values
    positions = np.fromiter(subsets(start), np.int64)
    open_count = np.bitwise_count(positions)
    reached, ended = np.zeros(start + 1), np.zeros(start + 1)
    reached[start] = 1.0
    for k in range(start.bit_count(), 0, -1):
        level = positions[(open_count == k) & (reached[positions] > 0)]
        for count, shares in _counts_rolled(solution, level.tolist()).items():
            rolled = np.array(list(shares), np.int64)
            chance = reached[rolled] * np.array(list(shares.values())) / variant.dice.sides**count
            for sets, weight in rules.outcomes(variant, count, bool(level[-1] == variant.start)):
                moves = np.array(sets, np.int64)
                held = (rolled[:, np.newaxis] & moves) == moves
                after = np.where(held, rolled[:, np.newaxis] ^ moves, 0)
                values = np.where(held, costs[after], np.inf)
                best = values.min(axis=1, initial=np.inf, keepdims=True)
                tied = held & (values <= best + TIE * abs(best))
                ways = tied.sum(axis=1)
                part = weight * chance / np.maximum(ways, 1)
                np.add.at(
                    reached, after[tied], np.broadcast_to(part[:, np.newaxis], tied.shape)[tied]
                )
                ended[rolled] += np.where(ways == 0, part, 0.0)
    ended[0] += reached[0]
    result: dict[int, float] = {}
    for position in np.flatnonzero(ended).tolist():
        score = rules.score(variant, position)
        result[score] = result.get(score, 0.0) + float(ended[position])
    return dict(sorted(result.items()))


def _counts_rolled(solution: Solution, positions: list[TileSet]) -> dict[int, dict[TileSet, float]]:
    """Return by number of dice how often best play rolls it in each of the positions."""
    shares: dict[int, dict[TileSet, float]] = {}
    for position in positions:
        counts: tuple[int, ...] = rules.dice_counts(solution.variant, position)
        if len(counts) > 1:
            values = solution.dice_values(position)
            counts = tuple(n for n, v in values.items() if solution.is_best(v, values.values()))
        for count in counts:
            shares.setdefault(count, {})[position] = 1 / len(counts)
    return shares
