"""How good and how fast the advice is for boxes too large to solve.

Prints: on 24 tiles with four dice, where the exact values are known, the points that a turn and a
move cost by advice, by the list inside, with the highest tile first and at random; how far values
are from the exact ones; and the seconds of a first advice on the domino box and the card box in a
fresh process, imports not counted. Run ``python tests/benchmarks/estimates.py [turns]``; the exact
values (128 MiB) take about half a minute.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from math import fsum, sqrt
from random import Random
from statistics import median, stdev

import numpy as np

from shutbox import Dice, FewerDice, Variant, legal_moves, roll, tiles_in
from shutbox.estimate import _ranked, estimate
from shutbox.large_solver import index, solve_large
from shutbox.tiles import TileSet

RUNS = 5

FIRST_ADVICE = """
import time
from shutbox import Dice, FewerDice, Variant
from shutbox.estimate import estimate
variant = Variant(id="x", tiles=tuple(range(1, {tiles} + 1)), dice=Dice({dice}, 6),
                  fewer_dice=FewerDice.NEVER)
start = time.perf_counter()
estimate(variant).best_moves(variant.start, ((3, 4) * {dice})[:{dice}])
print(time.perf_counter() - start)
"""

Choice = Callable[[TileSet, tuple[int, ...], tuple[TileSet, ...]], TileSet]


def main() -> None:
    turns = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    variant = Variant(
        id="x", tiles=tuple(range(1, 25)), dice=Dice(4, 6), fewer_dice=FewerDice.NEVER
    )
    table = solve_large(variant)
    guess = estimate(variant)
    random = Random("estimates")

    def exact(position: TileSet) -> float:
        return float(table[index(variant, position)])

    def by_advice(position: TileSet, dice: tuple[int, ...], moves: tuple[TileSet, ...]) -> TileSet:
        values = guess.move_values(position, dice)
        return min(values, key=values.__getitem__)

    def by_list(_p: TileSet, _dice: tuple[int, ...], moves: tuple[TileSet, ...]) -> TileSet:
        return int(_ranked(variant, np.array(moves, np.uint64))[0])

    def highest(_p: TileSet, _dice: tuple[int, ...], moves: tuple[TileSet, ...]) -> TileSet:
        return max(moves, key=lambda move: (tiles_in(move)[-1], -move.bit_count()))

    def at_random(_p: TileSet, _dice: tuple[int, ...], moves: tuple[TileSet, ...]) -> TileSet:
        return random.choice(moves)

    def losses(choose: Choice, number: int) -> list[float]:
        position, found = variant.start, []
        while True:
            dice = roll(f"e-{number}", len(found), variant)
            if not (moves := legal_moves(variant, position, dice)):
                return found
            move = choose(position, dice, moves)
            found.append(exact(position ^ move) - min(exact(position ^ m) for m in moves))
            position ^= move
            if choose is by_advice:
                offsets.append(guess.value(position) - exact(position))

    offsets: list[float] = []
    print(f"24 tiles, four dice, {turns} turns; points lost")
    for name, choose in (
        ("advice", by_advice),
        ("the list inside", by_list),
        ("highest tile first", highest),
        ("at random", at_random),
    ):
        played = [losses(choose, number) for number in range(turns)]
        by_turn = [fsum(one) for one in played]
        by_move = fsum(by_turn) / sum(map(len, played))
        print(
            f"  {name:18}: a turn {fsum(by_turn) / turns:7.3f}"
            f" +- {stdev(by_turn) / sqrt(turns):.3f}, a move {by_move:8.4f}"
        )
    print(
        f"  start value {guess.start_value:.2f}, exact {exact(variant.start):.2f}, stated error"
        f" {guess.error(variant.start):.2f}; after moves on average"
        f" {fsum(offsets) / len(offsets):.2f} too high"
    )
    for name, tiles, dice in (("domino box", 36, 6), ("card box", 54, 9)):
        code = FIRST_ADVICE.format(tiles=tiles, dice=dice)
        done = [
            subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
            for _ in range(RUNS)
        ]
        print(f"first advice, {name}: {median(float(one.stdout) for one in done):.2f} s")


if __name__ == "__main__":
    main()
