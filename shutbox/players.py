"""Computer players: each chooses how many dice to roll and which tiles to shut."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING

from shutbox.analysis import advice, judged_moves
from shutbox.tiles import TileSet, tiles_in
from shutbox.turn import Turn

if TYPE_CHECKING:
    from random import Random


@dataclass(frozen=True, slots=True)
class Player:
    """A computer player.

    Attributes:
        name: its name in `PLAYERS`.
        dice: chooses one of ``turn.dice_counts``.
        move: chooses one of ``turn.legal_moves``.
    """

    name: str
    dice: Callable[[Turn, Random], int]
    move: Callable[[Turn, Random], TileSet]

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
        return self.dice(turn, random)

    def choose(self, turn: Turn, random: Random) -> TileSet:
        """Return the move for the roll on the table.

        Raises:
            ValueError: no roll waits for its move.
        """
        if not turn.legal_moves:
            raise ValueError("no roll waits for a move")
        return self.move(turn, random)


def _any_dice(turn: Turn, random: Random) -> int:
    return random.choice(turn.dice_counts)


def _any_move(turn: Turn, random: Random) -> TileSet:
    return random.choice(turn.legal_moves)


def _one_die_late(turn: Turn, _random: Random) -> int:
    """One die, where it is a choice, once the open tiles add up to 6 or less."""
    late = sum(tiles_in(turn.open_tiles)) <= 6
    return min(turn.dice_counts) if late else max(turn.dice_counts)


def _highest_tile_first(turn: Turn, _random: Random) -> TileSet:
    def preference(move: TileSet) -> tuple[int, int, tuple[int, ...]]:
        tiles = tiles_in(move)[::-1]
        return tiles[0], -len(tiles), tiles

    return max(turn.legal_moves, key=preference)


def _best_dice(turn: Turn, _random: Random) -> int:
    if len(turn.dice_counts) == 1:
        return turn.dice_counts[0]
    judge = advice(turn.variant)
    values = judge.dice_values(turn.open_tiles, turn.drawn)
    return next(n for n, value in values.items() if judge.is_best(value, values.values()))


def _best_move(turn: Turn, _random: Random) -> TileSet:
    assert turn.dice is not None
    judge = advice(turn.variant)
    values, _ = judged_moves(judge, turn.open_tiles, turn.dice, turn.drawn)
    return next(move for move, value in values.items() if judge.is_best(value, values.values()))


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
