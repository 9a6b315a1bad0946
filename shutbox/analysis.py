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
from functools import cache
from math import fsum

from shutbox import rules
from shutbox.dice import Roll, odds
from shutbox.solver import Objective, Solution, solve
from shutbox.tiles import TileSet
from shutbox.turn import Turn


@dataclass(frozen=True, slots=True)
class StepAnalysis:
    """One step, or a roll that still waits for its move, judged by the exact solution.

    All values are in the objective's unit: points, or a probability.

    Attributes:
        open_tiles: the position before the roll.
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


@dataclass(frozen=True, slots=True)
class TurnAnalysis:
    """A turn judged by the exact solution.

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
    def improvable_choices(self) -> int:
        """How many choices, of a move or of a number of dice, could have been better."""
        return sum((step.move_loss > 0) + (step.dice_loss > 0) for step in self.steps)


def analyse(turn: Turn, objective: Objective = "score") -> TurnAnalysis:
    """Return the luck and the loss of every step of ``turn``, over or under way.

    Raises:
        ValueError: the objective is unknown, or the box is too large to solve.
    """
    solution = solve(turn.variant, objective)
    steps = []
    position = turn.variant.start
    for step in turn.steps:
        steps.append(_analyse_step(solution, position, step.dice, step.move))
        position &= ~step.move
    if turn.dice is not None:
        steps.append(_analyse_step(solution, position, turn.dice, None))
    return TurnAnalysis(turn, objective, tuple(steps), solution.start_value)


def _analyse_step(
    solution: Solution, position: TileSet, dice: Roll, move: TileSet | None
) -> StepAnalysis:
    before = solution.value(position)
    best_dice: tuple[int, ...]
    if rules.dice_counts(solution.variant, position) == (len(dice),):
        chosen_dice, best_dice = before, (len(dice),)
    else:
        by_count = solution.dice_values(position)
        chosen_dice = by_count[len(dice)]
        best_dice = tuple(
            count for count, value in by_count.items() if solution.is_best(value, by_count.values())
        )
    rolled = solution.roll_value(position, dice)
    if move is None:
        after = rolled
    elif move:
        after = solution.value(position & ~move)
    else:
        after = solution.final_value(position)
    gain = chosen_dice - rolled if solution.objective == "score" else rolled - chosen_dice
    return StepAnalysis(
        open_tiles=position,
        dice=dice,
        best=solution.best_moves(position, dice),
        chosen=move,
        best_dice=best_dice,
        value_before=before,
        value_rolled=rolled,
        value_after=after,
        luck=gain,
        dice_loss=solution.loss(chosen_dice, before),
        move_loss=solution.loss(after, rolled),
    )


def score_distribution(solution: Solution, open_tiles: TileSet | None = None) -> dict[int, float]:
    """Return the probability of every final score under best play from a position on.

    Of tied best choices, each is taken equally often.

    Args:
        solution: tells what best play is.
        open_tiles: the position, by default the start.

    Returns:
        Score to probability, ascending by score; the probabilities add up to 1.
    """
    variant = solution.variant

    @cache
    def distribution(position: TileSet) -> dict[int, float]:
        if not position:
            return {0: 1.0}
        shares: dict[int, float] = {}
        by_count = solution.dice_values(position)
        best = [n for n, value in by_count.items() if solution.is_best(value, by_count.values())]
        for count in best:
            for faces, weight in odds(count, variant.dice.sides).items():
                chance = weight / variant.dice.sides**count / len(best)
                moves = solution.best_moves(position, faces)
                ends = [distribution(position & ~move) for move in moves] or [
                    {rules.score(variant, position): 1.0}
                ]
                for end in ends:
                    for score, probability in end.items():
                        share = chance * probability / len(ends)
                        shares[score] = shares.get(score, 0.0) + share
        return shares

    result = distribution(variant.start if open_tiles is None else open_tiles)
    return dict(sorted(result.items()))
