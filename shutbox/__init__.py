"""Shut the Box: the rules, the exact solution, and what a turn was worth.

>>> from shutbox import VARIANTS, solve, tile_set
>>> solution = solve(VARIANTS["two-dice"])
>>> round(solution.start_value, 4)
11.1575
>>> solution.best_moves(solution.variant.start, (6, 4)) == (tile_set([1, 9]),)
True
"""

from shutbox.analysis import (
    Advice,
    StepAnalysis,
    TurnAnalysis,
    advice,
    analyse,
    score_distribution,
)
from shutbox.dice import BAGS, Bag, Dice, Roll, odds, roll, total_odds
from shutbox.estimate import Estimates
from shutbox.notation import (
    NotationError,
    custom_variant,
    format_turn,
    parse_turn,
    parse_variant,
)
from shutbox.players import PLAYERS, Player
from shutbox.rules import Refusal, RuleError, dice_counts, legal_moves, move_sets, score
from shutbox.simulate import Simulation
from shutbox.solver import OBJECTIVES, Objective, Solution, solve
from shutbox.tiles import TileSet, sets_with_sum, tile_set, tiles_in
from shutbox.turn import Step, Turn
from shutbox.variants import (
    VARIANTS,
    Fault,
    FewerDice,
    MoveRule,
    Scoring,
    Variant,
    VariantError,
)

__all__ = [
    "BAGS",
    "OBJECTIVES",
    "PLAYERS",
    "VARIANTS",
    "Advice",
    "Bag",
    "Dice",
    "Estimates",
    "Fault",
    "FewerDice",
    "MoveRule",
    "NotationError",
    "Objective",
    "Player",
    "Refusal",
    "Roll",
    "RuleError",
    "Scoring",
    "Simulation",
    "Solution",
    "Step",
    "StepAnalysis",
    "TileSet",
    "Turn",
    "TurnAnalysis",
    "Variant",
    "VariantError",
    "advice",
    "analyse",
    "custom_variant",
    "dice_counts",
    "format_turn",
    "legal_moves",
    "move_sets",
    "odds",
    "parse_turn",
    "parse_variant",
    "roll",
    "score",
    "score_distribution",
    "sets_with_sum",
    "solve",
    "tile_set",
    "tiles_in",
    "total_odds",
]
