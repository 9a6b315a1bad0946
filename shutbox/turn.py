"""One player's turn as a record that can only hold what the rules allow."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from shutbox import rules
from shutbox.dice import Bag, Roll, check_seed, roll
from shutbox.rules import Refusal, RuleError
from shutbox.tiles import TileSet
from shutbox.variants import Variant


@dataclass(frozen=True, slots=True)
class Step:
    """One roll with its move; ``move`` is 0 when the roll could not be played."""

    dice: Roll
    move: TileSet


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn, under way or over. Immutable: `roll`, `shut` and `play` return a new one.

    Attributes:
        variant: the rules.
        steps: what was played, oldest first. A roll that cannot be played ends the turn and is
            its last step, with the move 0.
        seed: names the dice; with a seed, only its own rolls are accepted. None for real dice.
        dice: the roll on the table that waits for its move, or None.
        open_tiles: the position, computed from the steps.

    Raises:
        RuleError: a step is against the rules; the message says which.
        ValueError: the seed is not one.
    """

    variant: Variant
    steps: tuple[Step, ...] = ()
    seed: str | None = None
    dice: Roll | None = None
    open_tiles: TileSet = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        if self.seed is not None:
            check_seed(self.seed)
        position = self.variant.start
        for index, step in enumerate(self.steps):
            if index and (position == 0 or self.steps[index - 1].move == 0):
                raise RuleError(Refusal.TURN_OVER, f"step {index + 1}: the turn was over")
            self._check_roll(position, index, step.dice)
            playable = rules.legal_moves(self.variant, position, step.dice, index == 0)
            if step.move not in playable and (playable or step.move):
                rules.check_move(self.variant, position, step.dice, step.move, index == 0)
            position &= ~step.move
        object.__setattr__(self, "open_tiles", position)
        if self.dice is not None:
            if self.is_shut or self.is_stuck:
                raise RuleError(Refusal.TURN_OVER, "the turn is over; there are no more rolls")
            self._check_roll(position, len(self.steps), self.dice)
            if not self.legal_moves:
                stuck = Step(self.dice, 0)
                object.__setattr__(self, "steps", (*self.steps, stuck))
                object.__setattr__(self, "dice", None)

    def _drawn(self, index: int) -> Iterator[Roll]:
        return (step.dice for step in self.steps[:index])

    def _possible_counts(self, position: TileSet, index: int) -> tuple[int, ...]:
        return rules.dice_counts(self.variant, position, self._drawn(index))

    def _check_count(self, position: TileSet, index: int, count: int) -> None:
        allowed = self._possible_counts(position, index)
        if not allowed:
            raise RuleError(Refusal.TURN_OVER, f"step {index + 1}: the bag is empty")
        if count not in allowed:
            raise RuleError(
                Refusal.WRONG_NUMBER_OF_DICE,
                f"step {index + 1}: {count} dice, but the rules say {allowed}",
                count=count,
            )

    def _check_roll(self, position: TileSet, index: int, dice: Roll) -> None:
        self._check_count(position, index, len(dice))
        if not all(type(face) is int for face in dice):
            raise RuleError(Refusal.NO_SUCH_ROLL, f"step {index + 1}: faces are whole numbers")
        source = self.variant.dice
        if isinstance(source, Bag):
            left = source.odds(len(dice), self._drawn(index))
            if tuple(sorted(dice)) not in left:
                raise RuleError(
                    Refusal.NOT_IN_BAG,
                    f"step {index + 1}: {dice} is not left in the bag",
                    dice=dice,
                )
        if self.seed is not None and dice != roll(self.seed, index, self.variant)[: len(dice)]:
            raise RuleError(
                Refusal.OTHER_DICE, f"step {index + 1}: the seed does not roll {dice}", dice=dice
            )

    @property
    def is_shut(self) -> bool:
        """Whether the box is shut."""
        return self.open_tiles == 0

    @property
    def is_stuck(self) -> bool:
        """Whether the turn ended with a roll that could not be played."""
        return bool(self.steps) and self.steps[-1].move == 0

    @property
    def is_bag_empty(self) -> bool:
        """Whether tiles are open and too little is left in the bag for another roll."""
        if self.is_shut or self.is_stuck or self.dice is not None:
            return False
        return not self._possible_counts(self.open_tiles, len(self.steps))

    @property
    def is_over(self) -> bool:
        """Whether the turn has ended: shut, stuck, or out of dominoes or cards."""
        return self.is_shut or self.is_stuck or self.is_bag_empty

    @property
    def drawn(self) -> tuple[Roll, ...]:
        """The rolls of all steps, oldest first; what is no longer in the bag."""
        return tuple(self._drawn(len(self.steps)))

    @property
    def score(self) -> int:
        """What the tiles now open cost, in points of the variant's scoring."""
        return rules.score(self.variant, self.open_tiles)

    @property
    def dice_counts(self) -> tuple[int, ...]:
        """The numbers of dice that may be rolled now, largest first; empty when none may."""
        if self.is_over or self.dice is not None:
            return ()
        return self._possible_counts(self.open_tiles, len(self.steps))

    @property
    def legal_moves(self) -> tuple[TileSet, ...]:
        """The sets that may be shut now; empty before a roll and after the end."""
        if self.dice is None:
            return ()
        return rules.legal_moves(self.variant, self.open_tiles, self.dice, not self.steps)

    def seeded_roll(self, count: int | None = None) -> Roll:
        """Return what the seed rolls next, with ``count`` dice (the most allowed by default).

        Raises:
            ValueError: the turn has no seed.
            RuleError: nothing may be rolled now, or not with this number of dice.
        """
        if self.seed is None:
            raise ValueError("a turn without a seed has no dice of its own")
        if not self.dice_counts:
            raise self._no_roll()
        count = self.dice_counts[0] if count is None else count
        self._check_count(self.open_tiles, len(self.steps), count)
        return roll(self.seed, len(self.steps), self.variant)[:count]

    def roll(self, dice: Roll) -> Turn:
        """Return the turn with ``dice`` on the table, or over if they cannot be played.

        Raises:
            RuleError: a roll still waits for its move, the turn is over, or these dice cannot
                be rolled now.
        """
        if self.dice is not None or self.is_over:
            raise self._no_roll()
        return replace(self, dice=tuple(dice))

    def _no_roll(self) -> RuleError:
        if self.is_over:
            return RuleError(Refusal.TURN_OVER, "the turn is over; there are no more rolls")
        return RuleError(Refusal.ALREADY_ROLLED, "the last roll still waits for its move")

    def shut(self, move: TileSet) -> Turn:
        """Return the turn after shutting ``move`` for the roll on the table.

        Raises:
            RuleError: there is no roll on the table, or it does not allow this move.
        """
        if self.is_over:
            raise RuleError(Refusal.TURN_OVER, "the turn is over; no tile can be shut")
        if self.dice is None:
            raise RuleError(Refusal.NOT_ROLLED, "roll first, then shut tiles")
        return replace(self, steps=(*self.steps, Step(self.dice, move)), dice=None)

    def play(self, dice: Roll, move: TileSet) -> Turn:
        """Return the turn after one whole step: `roll`, then `shut`.

        With a roll that cannot be played, ``move`` has to be 0.

        Raises:
            RuleError: as `roll` and `shut` do.
        """
        rolled = self.roll(dice)
        if rolled.is_stuck and move == 0:
            return rolled
        return rolled.shut(move)
