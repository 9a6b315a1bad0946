"""What several test modules share: the boxes to test, positions, rolls, and random turns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import chain, combinations, product
from random import Random
from typing import Any

import pytest
from slow_solver import SlowBagValues, SlowBox, by_total, slow_values

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
from shutbox.dice import BAGS, Bag, Drawn
from shutbox.tiles import subsets

BOXES = list(VARIANTS.values())
SMALL_BOXES = [v for v in VARIANTS.values() if v.start.bit_count() <= 10]
EXHAUSTIVE_BOXES = [v for v in VARIANTS.values() if v.start.bit_count() <= 12]
"""Every position and every roll of them can be tried; of the larger boxes seeded samples are."""
LARGE_BOXES = [v for v in VARIANTS.values() if v not in EXHAUSTIVE_BOXES]
SOLVED_BOXES = EXHAUSTIVE_BOXES
"""Solved in less than a second. (The solution of 24 tiles takes long, and has its own tests.)"""
DICE_BOXES = [v for v in VARIANTS.values() if not isinstance(v.dice, Bag)]
ONE_OF_EACH_SHAPE = list(
    {(len(v.tiles), v.tiles[-1], v.dice, v.moves): v for v in reversed(VARIANTS.values())}.values()
)
"""Boxes that look different: how many tiles, what is rolled or drawn, and what is said of it."""
BAG_BOXES = [v for v in VARIANTS.values() if isinstance(v.dice, Bag)]

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


def tiles_to(highest: int) -> tuple[int, ...]:
    return tuple(range(1, highest + 1))


def tiny_bag(id: str, holds: Drawn, *contents: Roll, at_once: int = 1) -> Bag:
    return Bag(id, holds, contents, at_once)


def from_bag(id: str, bag: str | Bag, highest: int, **rules: Any) -> Variant:
    """A box that draws from a bag; by default always all of a draw."""
    dice = BAGS[bag] if isinstance(bag, str) else bag
    return Variant(
        id=id, tiles=tiles_to(highest), dice=dice, **{"fewer_dice": FewerDice.NEVER, **rules}
    )


LATE = {"fewer_dice": FewerDice.HIGH_TILES_SHUT}
DECK_1_TO_4 = tuple((face,) for face in (1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4))

BAG_RULES = [
    from_bag("blank", "dominoes-blank", 5),
    from_bag("zero-one", "dominoes-one", 5),
    from_bag("blank-zero-one", "dominoes-blank-one", 5),
    from_bag("chinese-blank", "chinese-dominoes-blank", 5),
    from_bag("chinese-zero-one", "chinese-dominoes-one", 5),
    from_bag("chinese-blank-zero-one", "chinese-dominoes-blank-one", 5),
    from_bag("domino-halves", "dominoes-blank-one", 6, moves=MoveRule.DICE_OR_TOTAL),
    from_bag("domino-one-tile", "dominoes-blank-one", 4, moves=MoveRule.ONE_TILE),
    from_bag("domino-both-or-one", "chinese-dominoes", 4, moves=MoveRule.TOTAL_BOTH_OR_ONE),
    from_bag("domino-difference", "dominoes-blank-one", 4, moves=MoveRule.SUM_OR_DIFFERENCE),
    from_bag("domino-two-tiles", "chinese-dominoes", 6, most_tiles=2),
    from_bag("domino-first", "dominoes", 6, first_tile=2),
    from_bag("domino-unlucky", "dominoes", 6, ending_total=7),
    from_bag("domino-digits", "dominoes-one", 6, scoring=Scoring.DIGITS),
    from_bag("domino-count", "dominoes", 6, scoring=Scoring.COUNT),
    from_bag("domino-shut-at-start", "dominoes", 6, shut_at_start=(2, 3)),
    from_bag("card-tile", "cards", 4, moves=MoveRule.ONE_TILE),
    from_bag("card-first", "cards", 5, first_tile=4),
    from_bag("card-unlucky", "cards", 5, ending_total=3),
    from_bag("card-digits", "cards", 6, scoring=Scoring.DIGITS),
    from_bag("two-cards", "cards-as-dice", 5),
    from_bag("one-card-late", "cards-as-dice", 7, **LATE),
    from_bag("one-card-low-sum", "cards-as-dice", 5, fewer_dice=FewerDice.LOW_SUM),
    from_bag("one-card-forced", "cards-as-dice", 7, **LATE, fewer_dice_forced=True),
    from_bag("card-halves", "cards-as-dice", 6, **LATE, moves=MoveRule.DICE_OR_TOTAL),
    from_bag("card-one-tile", "cards-as-dice", 4, **LATE, moves=MoveRule.ONE_TILE),
    from_bag("card-both-or-one", "cards-as-dice", 4, **LATE, moves=MoveRule.TOTAL_BOTH_OR_ONE),
    from_bag("card-difference", "cards-as-dice", 4, **LATE, moves=MoveRule.SUM_OR_DIFFERENCE),
    from_bag("card-unlucky-one", "cards-as-dice", 4, **LATE, ending_total=1),
    from_bag("card-two-tiles", "cards-as-dice", 5, most_tiles=2, scoring=Scoring.COUNT),
    from_bag("three-cards", Bag("deck", Drawn.CARDS, DECK_1_TO_4, 3), 5, **LATE),
    # These bags run empty.
    from_bag("two-dominoes", tiny_bag("two", Drawn.DOMINOES, (0, 1), (1, 2)), 4),
    from_bag("three-ones", tiny_bag("ones", Drawn.CARDS, (1,), (1,), (2,), (4,)), 7),
    from_bag("one-domino", tiny_bag("one", Drawn.DOMINOES, (1, 1)), 3),
    from_bag("only-blank", tiny_bag("blank", Drawn.DOMINOES, (0, 0)), 2),
    from_bag(
        "odd-card-out",
        tiny_bag("five", Drawn.CARDS, (1,), (1,), (2,), (2,), (3,), at_once=2),
        8,
    ),
    from_bag(
        "nought-card",
        tiny_bag("nought", Drawn.CARDS, (0,), (0,), (1,), (2,), (3,), (5,), at_once=2),
        6,
    ),
    from_bag(
        "barely-enough",
        tiny_bag("six", Drawn.CARDS, (1,), (1,), (1,), (2,), (2,), (3,), at_once=2),
        3,
        **LATE,
    ),
]
"""Boxes that draw from a bag, for every value of every axis. All positions can be tried."""

RULES = {variant.id: variant for variant in [*OTHER_RULES, *BAG_RULES]}


def by_id(variants: list[Variant]) -> pytest.MarkDecorator:
    """Run a test for each variant, under its id."""
    return pytest.mark.parametrize("variant", variants, ids=lambda variant: variant.id)


def slow_box(variant: Variant) -> SlowBox:
    """The rules of ``variant`` as the plain data of the slow solver."""
    bag = variant.dice if isinstance(variant.dice, Bag) else None
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
        bag=bag.contents if bag else (),
        at_once=bag.at_once if bag else 1,
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


Drawings = tuple[Roll, ...]
"""The rolls so far, where a bag remembers them; else none."""


def things_left(variant: Variant, drawn: Drawings) -> list[Roll]:
    """Every single domino or card that is left in the bag of a variant."""
    assert isinstance(variant.dice, Bag)
    left = list(variant.dice.contents)
    size = len(left[0])
    for dice in drawn:
        for i in range(0, len(dice), size):
            left.remove(tuple(sorted(dice[i : i + size])))
    return left


def chances(variant: Variant, count: int, drawn: Drawings = ()) -> dict[Roll, float]:
    """Every roll that can come next with its probability, by listing all results."""
    if not isinstance(variant.dice, Bag):
        return rolls(count, variant.dice.sides)
    left = things_left(variant, drawn)
    draws = list(combinations(left, count // len(left[0]) if left else 1))
    ways = Counter(tuple(sorted(chain(*things))) for things in draws)
    return {faces: number / len(draws) for faces, number in ways.items()}


def some_rolls(variant: Variant, count: int | None = None) -> list[Roll]:
    """Every first roll, faces ascending; of more than 1,000 results a seeded sample of 200.

    (Nine dice have ten million.)
    """
    count = variant.dice.count if count is None else count
    if isinstance(variant.dice, Bag) or variant.dice.sides**count <= 1000:
        return list(chances(variant, count))
    random = Random(variant.id)
    return [random_roll(variant, count, (), random) for _ in range(200)]


def random_roll(variant: Variant, count: int, drawn: Drawings, random: Random) -> Roll:
    """A roll, or a draw from what is left in the bag. A domino shows its halves in any order."""
    if not isinstance(variant.dice, Bag):
        return tuple(random.randint(1, variant.dice.sides) for _ in range(count))
    left = things_left(variant, drawn)
    things = random.sample(left, count // len(left[0]))
    return tuple(face for thing in things for face in random.sample(thing, len(thing)))


@cache
def as_frozenset(tiles: TileSet) -> frozenset[int]:
    return frozenset(tiles_in(tiles))


def random_turn(variant: Variant, random: Random, seed: str | None = None) -> Turn:
    """A whole turn of random legal moves with random allowed numbers of dice."""
    steps: list[Step] = []
    position = variant.start
    for _ in variant.tiles:  # a step shuts a tile, so there are no more steps
        drawn = tuple(step.dice for step in steps)
        counts = dice_counts(variant, position, drawn)
        if not counts:  # the bag is empty
            break
        count = random.choice(counts)
        faces = (
            random_roll(variant, count, drawn, random)
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


def drawn_before(variant: Variant, turn: Turn, steps: int | None = None) -> Drawings:
    """What a bag remembers after some steps of a turn; of dice nothing."""
    if not isinstance(variant.dice, Bag):
        return ()
    return tuple(step.dice for step in turn.steps[:steps])


def in_order(drawn: Drawings) -> Drawings:
    """The same draws, ascending: whoever drew the same stands in the same position."""
    return tuple(sorted(tuple(sorted(dice)) for dice in drawn))


def states(variant: Variant, turns: int = 20) -> Iterator[tuple[TileSet, Drawings]]:
    """Positions with an open tile, and what was drawn before them.

    With dice every position; with a bag those that some seeded random turns went through.
    """
    if not isinstance(variant.dice, Bag):
        yield from ((position, ()) for position in positions(variant))
        return
    random, seen = Random(variant.id), set()
    for _ in range(turns):
        turn = random_turn(variant, random)
        for steps in range(len(turn.steps) + 1):
            before = cut(turn, steps)
            drawn = in_order(before.drawn)
            if not (before.is_shut or before.is_stuck or (before.open_tiles, drawn) in seen):
                seen.add((before.open_tiles, drawn))
                yield before.open_tiles, before.drawn


def reachable_turns(variant: Variant) -> list[Turn]:
    """For every position that can come up, one turn that leads to it and waits for a roll."""
    found = {(variant.start, ()): Turn(variant)}
    waiting = list(found.values())
    while waiting:
        turn = waiting.pop()
        for count in turn.dice_counts:
            for faces in chances(variant, count, drawn_before(variant, turn)):
                for move in legal_moves(variant, turn.open_tiles, faces, not turn.steps):
                    after = turn.play(faces, move)
                    key = after.open_tiles, in_order(drawn_before(variant, after))
                    if key not in found:
                        found[key] = after
                        waiting.append(after)
    return list(found.values())


def slow_bag(variant: Variant) -> SlowBox:
    """The slow box of a variant with a bag; where nothing else matters, a domino is its total."""
    box = slow_box(variant)
    return by_total(box) if box.moves == "any-set" and box.at_once == 1 else box


@cache
def slow_bag_values(variant: Variant, objective: str) -> SlowBagValues:
    return SlowBagValues(slow_bag(variant), objective)


@cache
def slowly(variant: Variant, objective: str) -> Callable[[TileSet, Drawings], Fraction]:
    """The exact value of the open tiles and what was drawn, by the slow solver."""
    if not isinstance(variant.dice, Bag):
        of_tiles = slow_values(slow_box(variant), objective)
        return lambda tiles, _drawn: of_tiles[as_frozenset(tiles)]
    values = slow_bag_values(variant, objective)

    def value(tiles: TileSet, drawn: Drawings) -> Fraction:
        if len(values.box.bag[0]) < len(variant.dice.contents[0]):
            drawn = tuple((sum(domino),) for domino in drawn)
        return values[as_frozenset(tiles), values.box.left_after(drawn)]

    return value


def cut(turn: Turn, steps: int, on_the_table: bool = False) -> Turn:
    """The first steps of a turn, if asked for with the next playable roll on the table."""
    dice = None
    if on_the_table and steps < len(turn.steps) and turn.steps[steps].move:
        dice = turn.steps[steps].dice
    return Turn(turn.variant, turn.steps[:steps], turn.seed, dice)
