"""What would have happened: the dice of a turn in the hands of others, and of one who knew them.

The dice of a turn with a seed go on for ever, so another way to play them can be played to its
end. Of a turn without a seed only the rolls that came are known: who outlives them is still under
way when they run out, and the turn returned is not over. So is one that would roll dice which
nobody has seen fall: two, where only one was rolled.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from shutbox import rules
from shutbox.dice import Bag, Roll, roll
from shutbox.players import Player
from shutbox.solver import scores_of
from shutbox.turn import Step, Turn
from shutbox.variants import Variant

if TYPE_CHECKING:
    from random import Random

Ints = npt.NDArray[np.int64]

MOST_LOOKS = 20_000_000
"""So many times a set of tiles is held against a position; then the search is given up."""


def known_rolls(turn: Turn) -> tuple[Roll, ...]:
    """Return every roll that a turn with these dice can meet, as far as they are known."""
    if turn.seed is None:
        return turn.drawn if turn.dice is None else (*turn.drawn, turn.dice)
    most = turn.variant.start.bit_count()
    if isinstance(turn.variant.dice, Bag):
        most = min(most, turn.variant.dice.rolls)
    return tuple(roll(turn.seed, step, turn.variant) for step in range(most))


def same_dice(turn: Turn, player: Player, random: Random) -> Turn:
    """Return the turn of a computer player with the dice of ``turn``.

    Args:
        turn: whose dice are played.
        player: who plays them.
        random: where the player takes chance from.

    Returns:
        The turn of the player; not over if the known rolls ran out.
    """
    replay = Turn(turn.variant, seed=turn.seed)
    for dice in known_rolls(turn):
        if replay.is_over:
            break
        count = player.choose_dice(replay, random)
        if count > len(dice):
            break
        replay = replay.roll(dice[:count])
        if not replay.is_over:
            replay = replay.shut(player.choose(replay, random))
    return replay


def best_with_hindsight(turn: Turn) -> Turn | None:
    """Return a turn with the dice of ``turn`` and the least score that anybody could reach.

    Looks at every position that the known rolls can lead to. A shut box costs nothing in every
    scoring, so the turn is best for both objectives. A position where the known rolls run out
    counts with the tiles that are open there; of equal scores, a turn that is over comes first.

    Returns:
        The turn, or None where that would take more than `MOST_LOOKS`.
    """
    variant, rolls = turn.variant, known_rolls(turn)
    layers, looks = [_Layer.start(variant)], 0
    ends: list[tuple[float, bool, int, int, Roll]] = []  # score, under way, layer, place, last roll

    def end(places: Ints, last: Roll, *, under_way: bool) -> None:
        if places.size:
            scores = scores_of(variant, layers[-1].positions[places])
            best = int(np.argmin(scores))
            level = len(layers) - 1
            ends.append((float(scores[best]), under_way, level, int(places[best]), last))

    for number, dice in enumerate(rolls):
        here = layers[-1]
        end(np.flatnonzero(here.positions == 0), (), under_way=False)
        following = []
        for count, places in here.dice_choices(variant):
            if count > len(dice):
                end(places, (), under_way=True)
                continue
            shown = dice[:count]
            stuck = np.ones(places.size, dtype=bool)
            sets = rules.move_sets(variant, shown, number == 0)
            looks += places.size * len(sets)
            if looks > MOST_LOOKS:
                return None
            for move in sets:
                fits = (here.positions[places] & move) == move
                stuck &= ~fits
                following.append(here.after(places[fits], move, count))
            end(places[stuck], shown, under_way=False)
        layers.append(_Layer.joined(following))
    over = turn.seed is not None  # with a seed, the rolls end with the bag or with the tiles
    last = layers[-1].positions
    end(np.flatnonzero(last == 0), (), under_way=False)
    end(np.flatnonzero(last != 0), (), under_way=not over)

    _, _, level, place, stuck_with = min(ends)
    steps = [Step(stuck_with, 0)] if stuck_with else []
    for number in range(level, 0, -1):
        layer = layers[number]
        dice = rolls[number - 1][: int(layer.counts[place])]
        steps.append(Step(dice, int(layer.moves[place])))
        place = int(layer.parents[place])
    return Turn(variant, tuple(reversed(steps)), turn.seed)


class _Layer:
    """The positions that can be reached after some rolls, each with one way to it.

    Attributes:
        positions: the open tiles; shape ``(n,)``, as all of them.
        parents: where the position before stands in the layer before.
        moves: the tiles shut last.
        counts: how many dice were rolled last.
    """

    def __init__(self, positions: Ints, parents: Ints, moves: Ints, counts: Ints) -> None:
        self.positions, self.parents, self.moves, self.counts = positions, parents, moves, counts

    @classmethod
    def start(cls, variant: Variant) -> _Layer:
        nothing = np.zeros(1, np.int64)
        return cls(np.array([variant.start], np.int64), nothing, nothing, nothing)

    @classmethod
    def joined(cls, parts: list[_Layer]) -> _Layer:
        def all_of(name: str) -> Ints:
            arrays: list[Any] = [getattr(part, name) for part in parts]
            return np.concatenate([np.zeros(0, np.int64), *arrays])

        positions, first = np.unique(all_of("positions"), return_index=True)
        others = (all_of(name)[first] for name in ("parents", "moves", "counts"))
        return cls(positions, *others)

    def after(self, places: Ints, move: int, count: int) -> _Layer:
        """Return the positions at ``places`` after a move."""
        same = np.ones_like(places)
        return _Layer(self.positions[places] ^ move, places, same * move, same * count)

    def dice_choices(self, variant: Variant) -> Iterator[tuple[int, Ints]]:
        """Yield each number of dice with the places of the positions that may roll it."""
        fewer = np.isin(self.positions, rules.fewer_dice_positions(variant))
        every = np.flatnonzero((self.positions != 0) & ~(fewer & variant.fewer_dice_forced))
        for count, places in ((variant.dice.count, every), (1, np.flatnonzero(fewer))):
            if places.size:
                yield count, places
