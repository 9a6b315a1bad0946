"""Shut the Box: the rules, the exact solution, and what a turn was worth.

>>> from shutbox import VARIANTS, solve, tile_set
>>> solution = solve(VARIANTS["two-dice"])
>>> round(solution.start_value, 4)
11.1575
>>> solution.best_moves(solution.variant.start, (6, 4)) == (tile_set([1, 9]),)
True
"""

from shutbox.analysis import StepAnalysis, TurnAnalysis, analyse, score_distribution
from shutbox.dice import Dice, Roll, odds, roll, total_odds
from shutbox.notation import NotationError, format_turn, parse_turn
from shutbox.players import PLAYERS, Player
from shutbox.rules import Refusal, RuleError, dice_counts, legal_moves, move_sets, score
from shutbox.solver import OBJECTIVES, Objective, Solution, solve
from shutbox.tiles import TileSet, sets_with_sum, tile_set, tiles_in
from shutbox.turn import Step, Turn
from shutbox.variants import VARIANTS, FewerDice, MoveRule, Scoring, Variant

__all__ = [
    "OBJECTIVES",
    "PLAYERS",
    "VARIANTS",
    "Dice",
    "FewerDice",
    "MoveRule",
    "NotationError",
    "Objective",
    "Player",
    "Refusal",
    "Roll",
    "RuleError",
    "Scoring",
    "Solution",
    "Step",
    "StepAnalysis",
    "TileSet",
    "Turn",
    "TurnAnalysis",
    "Variant",
    "analyse",
    "dice_counts",
    "format_turn",
    "legal_moves",
    "move_sets",
    "odds",
    "parse_turn",
    "roll",
    "score",
    "score_distribution",
    "sets_with_sum",
    "solve",
    "tile_set",
    "tiles_in",
    "total_odds",
]
