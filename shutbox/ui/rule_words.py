"""What the rules of a box are called: the choices of the page Rules, and rules in sentences."""

from __future__ import annotations

from shutbox.dice import Bag, Drawn
from shutbox.i18n import Language, mark
from shutbox.variants import Fault, FewerDice, MoveRule, Scoring, Variant

FEWER_DICE_NAMES: dict[FewerDice, str] = {
    FewerDice.NEVER: mark("Never"),
    FewerDice.HIGH_TILES_SHUT: mark("Once every open tile is 6 or lower"),
    FewerDice.LOW_SUM: mark("Once the open tiles add up to 6 or less"),
}

MOVE_NAMES: dict[MoveRule, str] = {
    MoveRule.ANY_SET: mark("Any tiles that make the total"),
    MoveRule.DICE_OR_TOTAL: mark("The tile of the total, or of both numbers"),
    MoveRule.ONE_TILE: mark("One tile: of the total, or of one number"),
    MoveRule.TOTAL_BOTH_OR_ONE: mark("The tile of the total, of both numbers, or of one"),
    MoveRule.SUM_OR_DIFFERENCE: mark("Any tiles that make the sum or the difference"),
}

SCORING_NAMES: dict[Scoring, str] = {
    Scoring.SUM: mark("Add up the open tiles"),
    Scoring.COUNT: mark("1 point for every open tile"),
    Scoring.DIGITS: mark("Read the open tiles as one number"),
}

FAULTS: dict[Fault, str] = {
    Fault.NO_TILES: mark("A box needs at least one tile."),
    Fault.TILES_DESCEND: mark("The tiles must go up, each number once."),
    Fault.SHUT_NOT_IN_BOX: mark("A tile that is not in the box cannot be shut from the start."),
    Fault.NOTHING_OPEN: mark("No tile is open at the start. Open at least one."),
    Fault.ONE_DIE_FEWER: mark("With one die or card at a time, there is no fewer to choose."),
    Fault.DOMINO_HALVED: mark("A domino always shows both halves. It cannot count as one die."),
    Fault.BAG_TOO_SMALL: mark("There are too few cards to draw one or two at a time."),
    Fault.FORCED_NEVER: mark("One die is never allowed, so it cannot be a must."),
    Fault.NEEDS_TWO_DICE: mark("This way to shut tiles needs exactly two dice."),
    Fault.NO_TILE_A_MOVE: mark("A move must be allowed to shut at least one tile."),
    Fault.MOST_OF_OTHER_MOVES: mark(
        "A limit to the number of tiles goes only with any tiles that make the total."
    ),
    Fault.FIRST_TILE_SHUT: mark("The first move cannot shut a tile that is not open."),
    Fault.ENDING_NEVER_SHOWN: mark("This total can never come up, so it cannot end the turn."),
    Fault.TOO_MANY_TILES: mark("A box of your own has tiles up to 12."),
    Fault.TOO_MANY_ROLLS: mark(
        "These dice have too many different rolls. Take fewer dice, or fewer sides."
    ),
    Fault.TOO_MUCH_DRAWN: mark(
        "We cannot work this out with dominoes or cards. Take dice, or tiles that make the total."
    ),
}


def sentences(t: Language, variant: Variant) -> list[str]:
    """Return the rules of any variant, a sentence for everything that is worth one."""
    found = [_tiles(t, variant)]
    if variant.shut_at_start:
        shut = t.listed(t.number(tile) for tile in variant.shut_at_start)
        if len(variant.shut_at_start) == 1:
            found.append(t("Tile {tile} is shut from the start.", tile=shut))
        else:
            found.append(t("Tiles {tiles} are shut from the start.", tiles=shut))
    found.append(_dice(t, variant))
    found += _fewer_dice(t, variant)
    found += _moves(t, variant)
    if variant.first_tile is not None:
        found.append(
            t("The first move has to shut tile {tile}.", tile=t.number(variant.first_tile))
        )
    if variant.ending_total is not None:
        found.append(t("A total of {total} ends the turn.", total=t.number(variant.ending_total)))
    if variant.scoring == Scoring.COUNT:
        found.append(t("Every open tile costs 1 point."))
    if variant.scoring == Scoring.DIGITS:
        found.append(t("Read the open tiles as one number: the score."))
    return found


def _tiles(t: Language, variant: Variant) -> str:
    first, last, number = variant.tiles[0], variant.tiles[-1], len(variant.tiles)
    if number > 2 and last - first == number - 1:
        return t("The box has tiles {first} to {last}.", first=t.number(first), last=t.number(last))
    if number == 1:
        return t("The box has one tile: {tile}.", tile=t.number(first))
    return t("The box has tiles {tiles}.", tiles=t.listed(t.number(tile) for tile in variant.tiles))


def _dice(t: Language, variant: Variant) -> str:
    dice = variant.dice
    if not isinstance(dice, Bag):
        if dice.sides == 6:
            return t.plural("Roll {n} die.", "Roll {n} dice.", dice.count)
        return t.plural(
            "Roll {n} die with {sides} sides.",
            "Roll {n} dice with {sides} sides.",
            dice.count,
            sides=t.number(dice.sides),
        )
    if dice.holds == Drawn.CARDS:
        return t.plural(
            "Draw {n} card from A to {highest}, without putting it back.",
            "Draw {n} cards from A to {highest}, without putting them back.",
            dice.at_once,
            highest=t("Q") if dice.sides == 12 else t.number(dice.sides),
        )
    number = t.number(len(dice.contents))
    if (0, 0) in dice.contents:
        return t(
            "Draw from {number} dominoes, without putting back. The blank 0-0 ends the turn.",
            number=number,
        )
    return t("Draw from {number} dominoes, without putting back.", number=number)


def _fewer_dice(t: Language, variant: Variant) -> list[str]:
    cards = isinstance(variant.dice, Bag)
    match variant.fewer_dice, variant.fewer_dice_forced, cards:
        case FewerDice.HIGH_TILES_SHUT, False, False:
            return [t("Once every open tile is 6 or lower, you may roll one die.")]
        case FewerDice.HIGH_TILES_SHUT, True, False:
            return [t("Once every open tile is 6 or lower, you roll one die.")]
        case FewerDice.LOW_SUM, False, False:
            return [t("Once the open tiles add up to 6 or less, you may roll one die.")]
        case FewerDice.LOW_SUM, True, False:
            return [t("Once the open tiles add up to 6 or less, you roll one die.")]
        case FewerDice.HIGH_TILES_SHUT, False, True:
            return [t("Once every open tile is 6 or lower, you may draw one card.")]
        case FewerDice.HIGH_TILES_SHUT, True, True:
            return [t("Once every open tile is 6 or lower, you draw one card.")]
        case FewerDice.LOW_SUM, False, True:
            return [t("Once the open tiles add up to 6 or less, you may draw one card.")]
        case FewerDice.LOW_SUM, True, True:
            return [t("Once the open tiles add up to 6 or less, you draw one card.")]
    return []


def _moves(t: Language, variant: Variant) -> list[str]:
    if variant.dice.count == 1 and variant.moves != MoveRule.ANY_SET:
        return [t("Shut the tile of the total.")]
    match variant.moves:
        case MoveRule.ANY_SET:
            if variant.most_tiles is None:
                return [t("Shut any open tiles that make the total.")]
            return [
                t.plural(
                    "Shut {n} tile that makes the total.",
                    "Shut open tiles that make the total, {n} at most.",
                    variant.most_tiles,
                )
            ]
        case MoveRule.DICE_OR_TOTAL:
            return [t("Shut the tile of the total, or the tiles of both numbers.")]
        case MoveRule.ONE_TILE:
            return [t("Shut one tile: that of the total, or of one number.")]
        case MoveRule.TOTAL_BOTH_OR_ONE:
            return [t("Shut the tile of the total, of both numbers, or of one.")]
        case MoveRule.SUM_OR_DIFFERENCE:
            return [t("Shut tiles that make the sum or the difference of the two numbers.")]
