"""What the app calls the things of the game, in sentences for pupils."""

from __future__ import annotations

from shutbox.i18n import Language, mark
from shutbox.notation import NotationError
from shutbox.rules import Refusal, RuleError
from shutbox.solver import Objective
from shutbox.tiles import tiles_in
from shutbox.turn import Turn

VARIANT_NAMES: dict[str, str] = {
    "classic": mark("Standard box"),
    "two-dice": mark("Always two dice"),
    "low-sum": mark("One die for the last 6"),
    "forced": mark("One die once 7, 8 and 9 are shut"),
    "ten": mark("Ten tiles"),
    "twelve": mark("Full house, twelve tiles"),
    "six": mark("Small box, six tiles"),
    "five": mark("Small box, five tiles"),
    "four": mark("Small box, four tiles"),
}

VARIANT_RULES: dict[str, str] = {
    "classic": mark("Tiles 1 to 9, two dice. When 7, 8 and 9 are shut you may roll one die."),
    "two-dice": mark("Tiles 1 to 9. Every roll has two dice."),
    "low-sum": mark(
        "Tiles 1 to 9, two dice. One die is allowed when the open tiles make 6 or less."
    ),
    "forced": mark("Tiles 1 to 9, two dice. When 7, 8 and 9 are shut you roll one die."),
    "ten": mark("Tiles 1 to 10, two dice. When 7 to 10 are shut you may roll one die."),
    "twelve": mark("Tiles 1 to 12, two dice. When 7 to 12 are shut you may roll one die."),
    "six": mark("Tiles 1 to 6, one die."),
    "five": mark("Tiles 1 to 5, one die."),
    "four": mark("Tiles 1 to 4, one die."),
}

REFUSALS: dict[Refusal, str] = {
    Refusal.NO_SUCH_TILE: mark("It shuts a tile that this box does not have."),
    Refusal.TILE_SHUT: mark("It shuts a tile that was shut already."),
    Refusal.NO_TILES: mark("It skips a roll that can be played."),
    Refusal.WRONG_TOTAL: mark("Its tiles do not add up to the roll."),
    Refusal.NOT_ALLOWED: mark("It shuts tiles that these rules do not allow together."),
    Refusal.FIRST_TILE: mark("Its first move does not shut the tile it has to."),
    Refusal.NOT_ROLLED: mark("It shuts tiles before a roll."),
    Refusal.ALREADY_ROLLED: mark("It rolls again before any tile is shut."),
    Refusal.TURN_OVER: mark("It goes on after the end of the turn."),
    Refusal.NO_SUCH_ROLL: mark("It has a roll that these dice cannot show."),
    Refusal.WRONG_NUMBER_OF_DICE: mark("It rolls a number of dice that is not allowed there."),
    Refusal.OTHER_DICE: mark("Its dice are not the dice of this game."),
}

OBJECTIVE_NAMES: dict[Objective, str] = {
    "score": mark("A low score"),
    "shut": mark("Shutting the box"),
}


def variant_name(t: Language, variant_id: str) -> str:
    """Return what pupils call a variant."""
    return t(VARIANT_NAMES[variant_id])


def variant_rules(t: Language, variant_id: str) -> str:
    """Return the rules of a variant in one or two sentences."""
    return t(VARIANT_RULES[variant_id])


def damaged_turn(t: Language, error: NotationError) -> tuple[str, str]:
    """Return where the text of a turn is damaged and why, in two sentences."""
    cause = error.__cause__
    if isinstance(cause, RuleError):
        reason = t(REFUSALS[cause.refusal])
    else:
        reason = t("Part of it is missing or not readable.")
    if error.step:
        where = t("The turn in this link is damaged at step {step}.", step=t.number(error.step))
    else:
        where = t("The turn in this link is damaged.")
    return where, reason


def ending(t: Language, turn: Turn) -> str:
    """Return why a turn ended, and its score, in one or two sentences."""
    if turn.is_shut:
        return t("You shut the box! Score 0.")
    return t(
        "No open tiles make {total}. You are stuck with {tiles}: score {score}.",
        total=t.number(sum(turn.steps[-1].dice)),
        tiles=t.listed(t.number(tile) for tile in tiles_in(turn.open_tiles)),
        score=t.number(turn.score),
    )
