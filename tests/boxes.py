"""What several test modules share: the boxes to test, positions, rolls, and random turns."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product
from random import Random

import pytest
from slow_solver import SlowBox

from shutbox import (
    VARIANTS,
    Dice,
    FewerDice,
    MoveRule,
    Roll,
    Scoring,
    Step,
    TileSet,
    Turn,
    Variant,
    dice_counts,
    legal_moves,
    roll,
    tiles_in,
)
from shutbox.solver import LARGEST_BOX
from shutbox.tiles import subsets

BOXES = list(VARIANTS.values())
SMALL_BOXES = [v for v in VARIANTS.values() if v.start.bit_count() <= 10]
EXHAUSTIVE_BOXES = [v for v in VARIANTS.values() if v.start.bit_count() <= 12]
SOLVED_BOXES = [v for v in VARIANTS.values() if v.tiles[-1] <= LARGEST_BOX]

OTHER_RULES = [
    Variant(id="any-two", most_tiles=2),
    Variant(id="dice-or-total", moves=MoveRule.DICE_OR_TOTAL),
    Variant(id="one-tile", moves=MoveRule.ONE_TILE, fewer_dice=FewerDice.NEVER),
    Variant(id="total-both-or-one", moves=MoveRule.TOTAL_BOTH_OR_ONE),
    Variant(id="sum-or-difference", moves=MoveRule.SUM_OR_DIFFERENCE, fewer_dice=FewerDice.NEVER),
    Variant(id="difference-one-die", moves=MoveRule.SUM_OR_DIFFERENCE),
    Variant(id="count", scoring=Scoring.COUNT),
    Variant(id="digits", scoring=Scoring.DIGITS),
    Variant(id="digits-past-nine", tiles=(1, 2, 9, 10, 11), scoring=Scoring.DIGITS),
    Variant(id="first-two", first_tile=2),
    Variant(id="first-low", tiles=(1, 2, 3, 4), first_tile=3),
    Variant(id="shut-at-start", shut_at_start=(1, 2, 3)),
    Variant(id="first-of-odd", tiles=(1, 3, 5, 7, 9), first_tile=5, shut_at_start=(1,)),
    Variant(id="even", tiles=(2, 4, 6, 8)),
    Variant(id="only-seven", tiles=(7,)),
    Variant(id="unlucky", ending_total=7),
    Variant(id="unlucky-one", ending_total=1, fewer_dice=FewerDice.LOW_SUM, fewer_dice_forced=True),
    Variant(id="one-d20", dice=Dice(1, 20), fewer_dice=FewerDice.NEVER),
    Variant(id="three-dice", dice=Dice(3, 4), fewer_dice=FewerDice.LOW_SUM),
    Variant(id="one-die-dice-or-total", tiles=(1, 2, 3, 4), moves=MoveRule.DICE_OR_TOTAL),
    Variant(
        id="one-die-one-tile",
        tiles=(1, 2, 3),
        dice=Dice(1, 6),
        fewer_dice=FewerDice.NEVER,
        moves=MoveRule.ONE_TILE,
    ),
]
"""A box for every value of every axis, whether or not a named variant uses it."""

RULES = {variant.id: variant for variant in OTHER_RULES}


def by_id(variants: list[Variant]) -> pytest.MarkDecorator:
    """Run a test for each variant, under its id."""
    return pytest.mark.parametrize("variant", variants, ids=lambda variant: variant.id)


def slow_box(variant: Variant) -> SlowBox:
    """The rules of ``variant`` as the plain data of the slow solver."""
    return SlowBox(
        tiles=tiles_in(variant.start),
        dice=variant.dice.count,
        sides=variant.dice.sides,
        fewer_dice=variant.fewer_dice.value,
        forced=variant.fewer_dice_forced,
        moves=variant.moves.value,
        most_tiles=variant.most_tiles,
        scoring=variant.scoring.value,
        first_tile=variant.first_tile,
        ending_total=variant.ending_total,
    )


def positions(variant: Variant) -> Iterator[TileSet]:
    """Every position with an open tile."""
    return (position for position in subsets(variant.start) if position)


@cache
def rolls(count: int, sides: int) -> dict[Roll, float]:
    """Every roll with its probability, by listing all results."""
    chances: dict[Roll, float] = {}
    for faces in product(range(1, sides + 1), repeat=count):
        key = tuple(sorted(faces))
        chances[key] = chances.get(key, 0) + 1
    return {faces: ways / sides**count for faces, ways in chances.items()}


@cache
def as_frozenset(tiles: TileSet) -> frozenset[int]:
    return frozenset(tiles_in(tiles))


def random_turn(variant: Variant, random: Random, seed: str | None = None) -> Turn:
    """A whole turn of random legal moves with random allowed numbers of dice."""
    steps: list[Step] = []
    position = variant.start
    for _ in variant.tiles:  # a step shuts a tile, so there are no more steps
        count = random.choice(dice_counts(variant, position))
        faces = (
            tuple(random.randint(1, variant.dice.sides) for _ in range(count))
            if seed is None
            else roll(seed, len(steps), variant)[:count]
        )
        moves = legal_moves(variant, position, faces, first=not steps)
        move = random.choice(moves) if moves else 0
        steps.append(Step(faces, move))
        position &= ~move
        if not (move and position):
            break
    return Turn(variant, tuple(steps), seed)


def reachable_turns(variant: Variant) -> dict[TileSet, Turn]:
    """For every position that can come up, one turn that leads to it and waits for a roll."""
    found = {variant.start: Turn(variant)}
    waiting = list(found.values())
    while waiting:
        turn = waiting.pop()
        for count in turn.dice_counts:
            for faces in rolls(count, variant.dice.sides):
                for move in legal_moves(variant, turn.open_tiles, faces, not turn.steps):
                    after = turn.open_tiles & ~move
                    if after not in found:
                        found[after] = turn.play(faces, move)
                        waiting.append(found[after])
    return found


def cut(turn: Turn, steps: int, on_the_table: bool = False) -> Turn:
    """The first steps of a turn, if asked for with the next playable roll on the table."""
    dice = None
    if on_the_table and steps < len(turn.steps) and turn.steps[steps].move:
        dice = turn.steps[steps].dice
    return Turn(turn.variant, turn.steps[:steps], turn.seed, dice)
