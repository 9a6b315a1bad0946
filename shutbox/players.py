"""Computer players: each chooses how many dice to roll and which tiles to shut."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING

from shutbox.analysis import advice, judged_moves
from shutbox.dice import Roll
from shutbox.rules import dice_counts, legal_moves
from shutbox.solver import Drawn, same_value
from shutbox.tiles import TileSet, tiles_in
from shutbox.turn import Turn
from shutbox.variants import Variant

if TYPE_CHECKING:
    from random import Random


@dataclass(frozen=True, slots=True)
class Position:
    """What a player sees.

    Attributes:
        variant: the rules.
        open_tiles: the tiles that are open.
        drawn: the rolls before, where a bag remembers them; elsewhere a player may not look.
    """

    variant: Variant
    open_tiles: TileSet
    drawn: Drawn = ()


@dataclass(frozen=True, slots=True)
class Player:
    """A computer player, by what it chooses from: one of its choices, each equally likely.

    Attributes:
        name: its name in `PLAYERS`.
        dice: picks out of the numbers of dice that may be rolled.
        moves: picks out of the legal moves for a roll.
    """

    name: str
    dice: Callable[[Position, Sequence[int]], Sequence[int]]
    moves: Callable[[Position, Roll, Sequence[TileSet]], Sequence[TileSet]]

    def dice_choices(self, position: Position) -> Sequence[int]:
        """Return the numbers of dice of which it rolls one; empty when nothing may be rolled."""
        if not position.open_tiles:
            return ()
        counts = dice_counts(position.variant, position.open_tiles, position.drawn)
        return self.dice(position, counts) if counts else ()

    def move_choices(self, position: Position, dice: Roll) -> Sequence[TileSet]:
        """Return the moves of which it plays one; empty when it is stuck."""
        variant, tiles = position.variant, position.open_tiles
        legal = legal_moves(variant, tiles, dice, first=tiles == variant.start)
        return self.moves(position, dice, legal) if legal else ()

    def choose_dice(self, turn: Turn, random: Random) -> int:
        """Return how many dice to roll.

        Args:
            turn: a turn in which dice may be rolled.
            random: where a player takes chance from, so that it can be repeated.

        Raises:
            ValueError: nothing may be rolled now.
        """
        if not turn.dice_counts:
            raise ValueError("nothing may be rolled now")
        return random.choice(self.dice_choices(_position(turn)))

    def choose(self, turn: Turn, random: Random) -> TileSet:
        """Return the move for the roll on the table.

        Raises:
            ValueError: no roll waits for its move.
        """
        if turn.dice is None:
            raise ValueError("no roll waits for a move")
        return random.choice(self.move_choices(_position(turn), turn.dice))


def _position(turn: Turn) -> Position:
    return Position(turn.variant, turn.open_tiles, turn.drawn)


def _any_dice(_position: Position, counts: Sequence[int]) -> Sequence[int]:
    return counts


def _any_move(_position: Position, _dice: Roll, moves: Sequence[TileSet]) -> Sequence[TileSet]:
    return moves


def _one_die_late(position: Position, counts: Sequence[int]) -> Sequence[int]:
    """One die, where it is a choice, once the open tiles add up to 6 or less."""
    late = sum(tiles_in(position.open_tiles)) <= 6
    return (min(counts) if late else max(counts),)


def by_highest_tile(move: TileSet) -> tuple[int, int, tuple[int, ...]]:
    """Return what "highest tile first" prefers the largest of: the highest tile, then few tiles."""
    tiles = tiles_in(move)[::-1]
    return tiles[0], -len(tiles), tiles


def _highest_tile_first(
    _position: Position, _dice: Roll, moves: Sequence[TileSet]
) -> Sequence[TileSet]:
    return (max(moves, key=by_highest_tile),)


def _most_tiles(_position: Position, _dice: Roll, moves: Sequence[TileSet]) -> Sequence[TileSet]:
    return (max(moves, key=lambda move: (move.bit_count(), by_highest_tile(move))),)


def _fewest_tiles(_position: Position, _dice: Roll, moves: Sequence[TileSet]) -> Sequence[TileSet]:
    return (max(moves, key=lambda move: (-move.bit_count(), by_highest_tile(move))),)


def _best_dice(position: Position, counts: Sequence[int]) -> Sequence[int]:
    if len(counts) == 1:
        return counts
    judge = advice(position.variant)
    values = judge.dice_values(position.open_tiles, position.drawn)
    return (next(n for n, value in values.items() if judge.is_best(value, values.values())),)


def _best_move(position: Position, dice: Roll, moves: Sequence[TileSet]) -> Sequence[TileSet]:
    if len(moves) == 1:
        return moves
    judge = advice(position.variant)
    values, _ = judged_moves(judge, position.open_tiles, dice, position.drawn)
    best = judge.best_of(values.values())
    return (next(move for move, value in values.items() if same_value(value, best)),)


PLAYERS: Mapping[str, Player] = MappingProxyType(
    {
        player.name: player
        for player in (
            Player("easy", _any_dice, _any_move),
            Player("medium", _one_die_late, _highest_tile_first),
            Player("hard", _best_dice, _best_move),
        )
    }
)
"""Every computer player by its name, the weakest first."""

PLANS: Mapping[str, Player] = MappingProxyType(
    {
        **PLAYERS,
        "most-tiles": Player("most-tiles", _one_die_late, _most_tiles),
        "fewest-tiles": Player("fewest-tiles", _one_die_late, _fewest_tiles),
    }
)
"""The computer players and two plans that children think of: what lessons may speak of."""
