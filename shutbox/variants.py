"""The rules a box can be played by, as data: `Variant`, and every named one in `VARIANTS`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType

from shutbox.dice import Dice
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Variant:
    """One set of rules. Every axis of the game is a field; nothing is a subclass.

    Attributes:
        id: the name in links and in the text of a turn: lower-case letters, digits, hyphens.
        tiles: the tiles of the box, ascending.
        shut_at_start: tiles of the box that are shut before the first roll, ascending.
        dice: what is rolled.
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
        ValueError: the rules make no game or contradict each other; the message says which.
    """

    id: str
    tiles: tuple[int, ...] = tuple(range(1, 10))
    shut_at_start: tuple[int, ...] = ()
    dice: Dice = _TWO_DICE
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
        fewest = self.dice.count if self.fewer_dice == FewerDice.NEVER else 1
        faults = {
            "the box has no tiles": not self.tiles,
            "the tiles must ascend": list(self.tiles) != sorted(self.tiles),
            "a tile shut at the start is not in the box": bool(shut & ~box),
            "no tile is open at the start": shut == box,
            "with one die there are no fewer dice": one_die and self.fewer_dice != FewerDice.NEVER,
            "fewer dice are forced but never allowed": self.fewer_dice_forced
            and self.fewer_dice == FewerDice.NEVER,
            "this move rule needs two dice": self.moves != MoveRule.ANY_SET
            and self.dice.count != 2
            and not (one_die and self.moves != MoveRule.SUM_OR_DIFFERENCE),
            "a move must be allowed at least one tile": self.most_tiles is not None
            and self.most_tiles < 1,
            "only moves of any set can be limited to a number of tiles": self.most_tiles is not None
            and self.moves != MoveRule.ANY_SET,
            "the first tile is not open at the start": self.first_tile is not None
            and self.first_tile not in set(self.tiles) - set(self.shut_at_start),
            "the dice never show the ending total": self.ending_total is not None
            and not fewest <= self.ending_total <= self.dice.count * self.dice.sides,
        }
        for fault, present in faults.items():
            if present:
                raise ValueError(f"variant {self.id!r}: {fault}")
        object.__setattr__(self, "box", box)
        object.__setattr__(self, "start", box & ~shut)


def _up_to(highest: int) -> tuple[int, ...]:
    return tuple(range(1, highest + 1))


def _small(id: str, highest: int) -> Variant:
    return Variant(id=id, tiles=_up_to(highest), dice=Dice(1, 6), fewer_dice=FewerDice.NEVER)


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
        )
    }
)
"""Every named variant by its id, in the order in which a page offers them."""
