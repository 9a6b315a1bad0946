"""What the app calls the things of the game, in sentences for pupils."""

from __future__ import annotations

from math import floor, log10

from shutbox.dice import Bag, Drawn, Roll
from shutbox.i18n import Language, mark
from shutbox.notation import NotationError, parse_variant
from shutbox.rules import Refusal, RuleError, dice_counts, legal_moves, targets
from shutbox.solver import Objective
from shutbox.strategies import Strategy
from shutbox.tiles import tiles_in
from shutbox.turn import Turn
from shutbox.ui import rule_words
from shutbox.variants import MoveRule, Variant, VariantError

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
    "dice-or-total": mark("Dice or total"),
    "two-tiles": mark("Two tiles at most"),
    "thai": mark("Thai style, one tile"),
    "junior": mark("Junior"),
    "add-or-take-away": mark("Add or take away"),
    "missionary": mark("Missionary"),
    "digits": mark("Say what you see"),
    "two-to-go": mark("2 to go"),
    "three-to-go": mark("3 to go"),
    "three-down-extreme": mark("3 down extreme"),
    "against-all-odds": mark("Against all odds"),
    "even-stevens": mark("Even Stevens"),
    "unlucky-seven": mark("Unlucky 7"),
    "lucky-seven": mark("Lucky 7"),
    "2012": mark("Twelve tiles, one die with 20 sides"),
    "the-300": mark("The 300, four dice"),
    "dominoes": mark("Dominoes"),
    "chinese-dominoes": mark("Chinese dominoes"),
    "cards-as-dice": mark("Cards as dice"),
    "cards": mark("Cards, twelve tiles"),
    "domino-box": mark("Domino box, six dice"),
    "card-box": mark("Card box, nine dice"),
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
    "dice-or-total": mark(
        "Tiles 1 to 9, two dice. Shut the tile of the total, or the two tiles of the dice."
    ),
    "two-tiles": mark("Tiles 1 to 9, two dice. Shut one or two tiles at a time."),
    "thai": mark("Tiles 1 to 9, two dice. Shut one tile: that of the total or of a die."),
    "junior": mark("Tiles 1 to 9, two dice. Shut the total, both dice, or one die."),
    "add-or-take-away": mark(
        "Tiles 1 to 9, two dice. Make the sum of the dice, or their difference."
    ),
    "missionary": mark("Tiles 1 to 9, two dice. Every open tile costs 1 point."),
    "digits": mark("Tiles 1 to 9, two dice. Read the open tiles as one number: the score."),
    "two-to-go": mark("Tiles 1 to 9, two dice. The first move has to shut tile 2."),
    "three-to-go": mark("Tiles 1 to 9, two dice. The first move has to shut tile 3."),
    "three-down-extreme": mark("Tiles 1 to 9, two dice. 1, 2 and 3 are shut from the start."),
    "against-all-odds": mark("Tiles 1 to 9, two dice. Only the odd tiles are open."),
    "even-stevens": mark("Tiles 1 to 9, two dice. Only the even tiles are open."),
    "unlucky-seven": mark("Tiles 1 to 9, two dice. A total of 7 ends the turn."),
    "lucky-seven": mark("Tiles 1 to 9, two dice. Only tile 7 is open."),
    "2012": mark("Tiles 1 to 12. One die with 20 sides."),
    "the-300": mark("Tiles 1 to 24, four dice at every roll. All tiles together make 300."),
    "dominoes": mark("Tiles 1 to 9. Draw a domino instead of rolling dice. It is not put back."),
    "chinese-dominoes": mark("Tiles 1 to 9. Draw a domino of the Chinese set. It is not put back."),
    "cards-as-dice": mark(
        "Tiles 1 to 9. Draw two cards from A to 6. When 7, 8 and 9 are shut you may draw one card."
    ),
    "cards": mark("Tiles 1 to 12. Draw a card: A is 1, J is 11 and Q is 12. It is not put back."),
    "domino-box": mark("Tiles 1 to 36, six dice at every roll."),
    "card-box": mark("Tiles 1 to 54, nine dice at every roll."),
}

RANKS: dict[int, str] = {
    # Note: The letter on a playing card: the ace.
    1: mark("A"),
    # Note: The letter on a playing card: the jack.
    11: mark("J"),
    # Note: The letter on a playing card: the queen.
    12: mark("Q"),
}
"""The cards that show a letter."""

MOST_LISTED = 12
"""A sentence lists at most so many open tiles; more are counted."""

HIGHEST_TILE_OF_TOTALS = 24
"""In larger boxes nobody looks for every total that could be played."""

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
    Refusal.NOT_IN_BAG: mark("It draws something that is not in the bag any more."),
}

OBJECTIVE_NAMES: dict[Objective, str] = {
    "score": mark("A low score"),
    "shut": mark("Shutting the box"),
}

PLAYER_NAMES: dict[str, str] = {
    "easy": mark("Easy (any move)"),
    "medium": mark("Medium (highest tile first)"),
    "hard": mark("Hard (least expected score)"),
}

PLAN_NAMES: dict[str, str] = {
    **PLAYER_NAMES,
    "most-tiles": mark("Many (most tiles first)"),
    "fewest-tiles": mark("Few (fewest tiles first)"),
}
"""What `players.PLANS` are called."""


def variant_name(t: Language, variant_id: str) -> str:
    """Return what pupils call a variant."""
    if variant_id not in VARIANT_NAMES:
        return t("Your own rules")
    return t(VARIANT_NAMES[variant_id])


def variant_rules(t: Language, variant_id: str) -> str:
    """Return the rules of a variant in a few sentences."""
    if variant_id not in VARIANT_RULES:
        return " ".join(rule_words.sentences(t, parse_variant(variant_id)))
    return t(VARIANT_RULES[variant_id])


def damaged_variant(t: Language, text: str) -> tuple[str, ...]:
    """Return why a link names no box, in sentences."""
    try:
        parse_variant(text)
    except VariantError as error:
        return (t("The rules in this link make no game."), t(rule_words.FAULTS[error.fault]))
    except ValueError:
        pass
    return (t("This link names a box that does not exist."),)


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


def by_total(variant: Variant) -> bool:
    """Return whether a roll asks for tiles that make a total, not for one of a few sets."""
    return variant.moves in (MoveRule.ANY_SET, MoveRule.SUM_OR_DIFFERENCE)


def holds(variant: Variant) -> Drawn | None:
    """Return what is drawn from a bag, or None where dice are rolled."""
    return variant.dice.holds if isinstance(variant.dice, Bag) else None


def rank(t: Language, face: int) -> str:
    """Return what stands on a card: a letter or the number."""
    return t(RANKS[face]) if face in RANKS else t.number(face)


def faces(t: Language, variant: Variant, dice: Roll) -> list[str]:
    """Return what dice, dominoes or cards show, as it is written on them."""
    is_card = holds(variant) == Drawn.CARDS
    return [rank(t, face) if is_card else t.number(face) for face in dice]


def card_name(t: Language, face: int) -> str:
    """Return what a card shows, in words."""
    if face in RANKS:
        return t("Card: {rank}, worth {value}", rank=rank(t, face), value=t.number(face))
    return t("Card: {rank}", rank=rank(t, face))


def domino_name(t: Language, first: int, second: int) -> str:
    """Return what a domino shows, in words."""
    return t("Domino: {first} and {second}", first=t.number(first), second=t.number(second))


def ending(t: Language, turn: Turn) -> str:
    """Return why a turn ended, and its score, in one or two sentences."""
    if turn.is_shut:
        return t("You shut the box! Score 0.")
    variant, dice = turn.variant, turn.steps[-1].dice
    open_tiles = tiles_in(turn.open_tiles)
    places = {
        "dice": t.listed(faces(t, variant, dice)),
        "total": t.listed((t.number(n) for n in targets(variant, dice)), "or"),
        "tiles": t.listed(t.number(tile) for tile in open_tiles),
        "count": t.number(len(open_tiles)),
        "score": t.number(turn.score),
    }
    if turn.is_bag_empty:
        return t("The bag is empty. You are left with {tiles}: score {score}.", **places)
    if sum(dice) == 0:
        return t("The blank ends the turn. You are left with {tiles}: score {score}.", **places)
    if sum(dice) == variant.ending_total:
        places["total"] = t.number(sum(dice))
        return t("{total} ends the turn. You are left with {tiles}: score {score}.", **places)
    if len(turn.steps) == 1 and variant.first_tile is not None:
        return t(
            "No move for {dice} shuts tile {tile}. The turn is over: score {score}.",
            tile=t.number(variant.first_tile),
            **places,
        )
    many = len(open_tiles) > MOST_LISTED
    if by_total(variant) and many:
        return t("No open tiles make {total}. Tiles still open: {count}. Score: {score}.", **places)
    if by_total(variant):
        return t("No open tiles make {total}. You are stuck with {tiles}: score {score}.", **places)
    if many:
        return t("No open tiles fit {dice}. Tiles still open: {count}. Score: {score}.", **places)
    return t("No open tiles fit {dice}. You are stuck with {tiles}: score {score}.", **places)


def playable(t: Language, turn: Turn) -> str | None:
    """Return which totals could have been played where a turn got stuck, in a sentence.

    None where the turn is not stuck, the rules do not ask for totals, or there are too many tiles.
    """
    variant = turn.variant
    highest, count = variant.tiles[-1], turn.open_tiles.bit_count()
    too_many = highest > HIGHEST_TILE_OF_TOTALS or count > MOST_LISTED
    if not turn.is_stuck or not by_total(variant) or too_many:
        return None
    before = turn.drawn[:-1]
    totals = {
        sum(tiles_in(move))
        for count in dice_counts(variant, turn.open_tiles, before)
        for dice in variant.dice.odds(count, before)
        for move in legal_moves(variant, turn.open_tiles, dice, first=not before)
    }
    tiles = t.listed(t.number(tile) for tile in tiles_in(turn.open_tiles))
    if not totals:
        return t("With {tiles} open you could play no roll.", tiles=tiles)
    could = t.listed((t.number(total) for total in sorted(totals)), "or")
    return t("With {tiles} open you could play {totals}.", tiles=tiles, totals=could)


def race_winner(t: Language, total: int, rolls: int) -> str:
    """Say which total has won a race, and after how many rolls."""
    return t.plural(
        "{winner} wins after {n} roll.",
        "{winner} wins after {n} rolls.",
        rolls,
        winner=t.number(total),
    )


def amount(t: Language, objective: Objective, value: float, digits: int = 1) -> str:
    """Return a value in the unit of an objective: points, or a percentage."""
    return t.percent(value, digits) if objective == "shut" else t.number(value, digits)


def chance(t: Language, share: float, digits: int = 2) -> str:
    """Return a chance as a percentage, with more decimals where it is tiny."""
    if not 0 < share < 10 ** -(digits + 2):
        return t.percent(share, digits)
    return t.percent(share, 1 - floor(log10(share * 100)))


def strategy_hint(
    t: Language,
    strategy: Strategy,
    *,
    small: str,
    large: str,
    count: str,
    drawn: Drawn | None = None,
) -> str:
    """Return how a set of tiles may be found, in a few words: the first step of *Help*.

    Args:
        t: the reader's language.
        strategy: by which it is found most easily.
        small: its smallest tile.
        large: its largest tile.
        count: how many tiles it has.
        drawn: what is drawn from a bag; None where dice are rolled.
    """
    match strategy:
        case Strategy.ITSELF:
            return t("Use the number itself.")
        case Strategy.ONE_DIE:
            return _one_item(t, drawn)
        case Strategy.TAKE_AWAY:
            return _apart(t, drawn)
        case Strategy.MAKE_TEN:
            # Note: {large} is a tile; the other one makes it ten: "Make ten: 6 and what?"
            return t("Make ten: {large} and what?", large=large)
        case Strategy.NEAR_DOUBLE:
            # Note: {small} is a tile, for instance 4; with its neighbour 5 it is almost double 4.
            return t("Near double: {small} and its neighbour.", small=small)
        case Strategy.COUNT_ON:
            return t("Count on from {large}.", large=large)
        case Strategy.PAIR:
            return t("Two tiles: {large} and what?", large=large)
        case Strategy.TWO_SMALL:
            return t("Two small ones and a big one.")
        case Strategy.SEVERAL:
            # Note: {count} is three or more.
            return t("Put {count} tiles together.", count=count)


def _one_item(t: Language, drawn: Drawn | None) -> str:
    match drawn:
        case None:
            return t("Use the number of one die.")
        case Drawn.DOMINOES:
            return t("Use the number of one half.")
        case Drawn.CARDS:
            return t("Use the number of one card.")


def _apart(t: Language, drawn: Drawn | None) -> str:
    match drawn:
        case None:
            return t("Take away: how far apart are the dice?")
        case Drawn.DOMINOES:
            return t("Take away: how far apart are the halves?")
        case Drawn.CARDS:
            return t("Take away: how far apart are the cards?")
