"""How long 10,000 pasted turns take to be read, replayed and judged, next to NumPy's import.

Prints, for some boxes: the seconds for all turns in a fresh process, and that as a multiple of
``import numpy`` in the same run. Run ``python tests/benchmarks/many_turns.py``.
"""

from __future__ import annotations

from library import IMPORT, seconds

TURNS = 10_000

JUDGED = """
import time
from random import Random
from shutbox import PLAYERS, VARIANTS, Turn, format_turn
from shutbox.hindsight import same_dice
from shutbox.turn_lists import read_turns
from shutbox.ui.review_turns import judged
variant = VARIANTS[{variant!r}]
boxes = [Turn(variant, seed=f"otter-{{k}}") for k in range({turns})]
turns = [same_dice(box, PLAYERS["easy"], Random(k)) for k, box in enumerate(boxes)]
text = "\\n".join(map(format_turn, turns))
start = time.perf_counter()
numbers, rows, faults = judged(read_turns(text).turns, {objective!r}, lambda share: None)
assert len(rows) == len(turns)
print(time.perf_counter() - start)
"""


def main() -> None:
    numpy = seconds(IMPORT.format(module="numpy"))
    for variant in ("classic", "two-dice", "ten", "twelve", "dominoes"):
        for objective in ("score", "shut"):
            code = JUDGED.format(variant=variant, objective=objective, turns=TURNS)
            time = seconds(code, runs=1)
            print(
                f"{TURNS:,} turns, {variant:9} {objective:5}: {time:5.2f} s,"
                f" {time / numpy:5.1f} times import numpy"
            )


if __name__ == "__main__":
    main()
