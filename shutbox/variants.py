"""The rules a box can be played by, as data: `Variant`, and every named one in `VARIANTS`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType

from shutbox.dice import BAGS, Bag, Dice, Drawn
from shutbox.tiles import TileSet, tile_set

_TWO_DICE = Dice(2, 6)


class FewerDice(StrEnum):
    """When one die may (or must) be rolled instead of all of them."""

    NEVER = "never"
    HIGH_TILES_SHUT = "high-tiles-shut"
    """Every open tile is 6 or lower."""
    LOW_SUM = "low-sum"
    """The open tiles add up to 6 or less."""


class MoveRule(StrEnum):
    """Which sets of open tiles a roll lets one shut."""

    ANY_SET = "any-set"
    """Any set that adds up to the total."""
    DICE_OR_TOTAL = "dice-or-total"
    """The total's tile, or the tiles of the two dice; with a double, the total only."""
    ONE_TILE = "one-tile"
    """Exactly one tile: the total's or a die's."""
    TOTAL_BOTH_OR_ONE = "total-both-or-one"
    """The total's tile, the tiles of both dice, or the tile of one die."""
    SUM_OR_DIFFERENCE = "sum-or-difference"
    """Any set that adds up to the sum or to the difference of the two dice."""


class Scoring(StrEnum):
    """What the open tiles cost at the end of a turn."""

    SUM = "sum"
    COUNT = "count"
    DIGITS = "digits"
    """The open tiles, ascending, read as one number: 2, 3 and 7 cost 237."""


class Fault(StrEnum):
    """Why rules make no game, or none that can be judged at once."""

    NO_TILES = "the box has no tiles"
    TILES_DESCEND = "the tiles must ascend"
    SHUT_NOT_IN_BOX = "a tile shut at the start is not in the box"
    NOTHING_OPEN = "no tile is open at the start"
    ONE_DIE_FEWER = "with one die there are no fewer dice"
    DOMINO_HALVED = "a domino shows both its halves"
    BAG_TOO_SMALL = "the bag is too small to draw fewer cards"
    FORCED_NEVER = "fewer dice are forced but never allowed"
    NEEDS_TWO_DICE = "this move rule needs two dice"
    NO_TILE_A_MOVE = "a move must be allowed at least one tile"
    MOST_OF_OTHER_MOVES = "only moves of any set can be limited to a number of tiles"
    FIRST_TILE_SHUT = "the first tile is not open at the start"
    ENDING_NEVER_SHOWN = "the dice never show the ending total"
    TOO_MANY_TILES = "a box of one's own has tiles up to 12"
    TOO_MANY_ROLLS = "the dice have too many different rolls"
    TOO_MUCH_DRAWN = "with this move rule, too much can have been drawn from the bag"


class VariantError(ValueError):
    """Rules that make no game.

    Attributes:
        fault: why.
    """

    def __init__(self, id: str, fault: Fault) -> None:
        super().__init__(f"variant {id!r}: {fault}")
        self.fault = fault


@dataclass(frozen=True, slots=True, kw_only=True)
class Variant:
    """One set of rules. Every axis of the game is a field; nothing is a subclass.

    Attributes:
        id: the name in links and in the text of a turn: lower-case letters, digits, hyphens.
        tiles: the tiles of the box, ascending.
        shut_at_start: tiles of the box that are shut before the first roll, ascending.
        dice: what is rolled, or drawn from a bag.
        fewer_dice: when a single die may be rolled.
        fewer_dice_forced: whether the single die is then the rule rather than a choice.
        moves: which sets a roll lets one shut.
        most_tiles: the largest number of tiles in a move, or None for any number.
        scoring: what the open tiles cost at the end.
        first_tile: a tile the first move has to shut, or None.
        ending_total: a total that ends the turn at once, or None.
        box: all tiles of the box as a set, computed.
        start: the tiles that are open before the first roll, computed.

    Raises:
        ValueError: a number is no tile, or stands twice.
        VariantError: a ``ValueError``; the rules make no game or contradict each other.
    """

    id: str
    tiles: tuple[int, ...] = tuple(range(1, 10))
    shut_at_start: tuple[int, ...] = ()
    dice: Dice | Bag = _TWO_DICE
    fewer_dice: FewerDice = FewerDice.HIGH_TILES_SHUT
    fewer_dice_forced: bool = False
    moves: MoveRule = MoveRule.ANY_SET
    most_tiles: int | None = None
    scoring: Scoring = Scoring.SUM
    first_tile: int | None = None
    ending_total: int | None = None
    box: TileSet = field(init=False, repr=False, compare=False)
    start: TileSet = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        box, shut = tile_set(self.tiles), tile_set(self.shut_at_start)
        one_die = self.dice.count == 1
        bag = self.dice if isinstance(self.dice, Bag) else None
        fewer = self.fewer_dice != FewerDice.NEVER
        counts = {self.dice.count, 1 if fewer else self.dice.count}
        faults = {
            Fault.NO_TILES: not self.tiles,
            Fault.TILES_DESCEND: list(self.tiles) != sorted(self.tiles),
            Fault.SHUT_NOT_IN_BOX: bool(shut & ~box),
            Fault.NOTHING_OPEN: shut == box,
            Fault.ONE_DIE_FEWER: one_die and fewer,
            Fault.DOMINO_HALVED: fewer and bag is not None and bag.holds == Drawn.DOMINOES,
            Fault.BAG_TOO_SMALL: fewer and bag is not None and bag.rolls < len(self.tiles),
            Fault.FORCED_NEVER: self.fewer_dice_forced and not fewer,
            Fault.NEEDS_TWO_DICE: self.moves != MoveRule.ANY_SET
            and self.dice.count != 2
            and not (one_die and self.moves != MoveRule.SUM_OR_DIFFERENCE),
            Fault.NO_TILE_A_MOVE: self.most_tiles is not None and self.most_tiles < 1,
            Fault.MOST_OF_OTHER_MOVES: self.most_tiles is not None
            and self.moves != MoveRule.ANY_SET,
            Fault.FIRST_TILE_SHUT: self.first_tile is not None
            and self.first_tile not in set(self.tiles) - set(self.shut_at_start),
            Fault.ENDING_NEVER_SHOWN: self.ending_total is not None
            and self.ending_total
            not in {sum(faces) for count in counts for faces in self.dice.odds(count)},
        }
        if present := [fault for fault, is_so in faults.items() if is_so]:
            raise VariantError(self.id, present[0])
        object.__setattr__(self, "box", box)
        object.__setattr__(self, "start", box & ~shut)


def _up_to(highest: int) -> tuple[int, ...]:
    return tuple(range(1, highest + 1))


def _small(id: str, highest: int) -> Variant:
    return Variant(id=id, tiles=_up_to(highest), dice=Dice(1, 6), fewer_dice=FewerDice.NEVER)


def _large(id: str, highest: int, dice: Dice) -> Variant:
    return Variant(id=id, tiles=_up_to(highest), dice=dice, fewer_dice=FewerDice.NEVER)


def _drawn(id: str, highest: int) -> Variant:
    return Variant(id=id, tiles=_up_to(highest), dice=BAGS[id], fewer_dice=FewerDice.NEVER)


VARIANTS: Mapping[str, Variant] = MappingProxyType(
    {
        variant.id: variant
        for variant in (
            Variant(id="classic"),
            Variant(id="two-dice", fewer_dice=FewerDice.NEVER),
            Variant(id="low-sum", fewer_dice=FewerDice.LOW_SUM),
            Variant(id="forced", fewer_dice_forced=True),
            Variant(id="ten", tiles=_up_to(10)),
            Variant(id="twelve", tiles=_up_to(12)),
            _small("six", 6),
            _small("five", 5),
            _small("four", 4),
            Variant(id="dice-or-total", moves=MoveRule.DICE_OR_TOTAL),
            Variant(id="two-tiles", most_tiles=2),
            Variant(id="thai", moves=MoveRule.ONE_TILE, fewer_dice=FewerDice.NEVER),
            Variant(id="junior", moves=MoveRule.TOTAL_BOTH_OR_ONE),
            Variant(
                id="add-or-take-away",
                moves=MoveRule.SUM_OR_DIFFERENCE,
                fewer_dice=FewerDice.NEVER,
            ),
            Variant(id="missionary", scoring=Scoring.COUNT),
            Variant(id="digits", scoring=Scoring.DIGITS),
            Variant(id="two-to-go", first_tile=2),
            Variant(id="three-to-go", first_tile=3),
            Variant(id="three-down-extreme", shut_at_start=(1, 2, 3)),
            Variant(id="against-all-odds", shut_at_start=(2, 4, 6, 8)),
            Variant(id="even-stevens", shut_at_start=(1, 3, 5, 7, 9)),
            Variant(id="unlucky-seven", ending_total=7),
            Variant(id="lucky-seven", shut_at_start=(1, 2, 3, 4, 5, 6, 8, 9)),
            Variant(id="2012", tiles=_up_to(12), dice=Dice(1, 20), fewer_dice=FewerDice.NEVER),
            _large("the-300", 24, Dice(4, 6)),
            _drawn("dominoes", 9),
            _drawn("chinese-dominoes", 9),
            Variant(id="cards-as-dice", dice=BAGS["cards-as-dice"]),
            _drawn("cards", 12),
            _large("domino-box", 36, Dice(6, 6)),
            _large("card-box", 54, Dice(9, 6)),
        )
    }
)
"""Every named variant by its id, in the order in which a page offers them."""
