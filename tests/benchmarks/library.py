"""How fast the library is, next to other things in the same run.

Prints: the first solution of a box in a fresh process, next to the slow solver of the tests; and
``import shutbox`` next to ``import numpy``. Run ``python tests/benchmarks/library.py``.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from statistics import median

RUNS = 9
TESTS = Path(__file__).parents[1]

FIRST_SOLUTION = """
import time
from shutbox import VARIANTS, solve
start = time.perf_counter()
solve(VARIANTS[{variant!r}], {objective!r})
print(time.perf_counter() - start)
"""

SLOW_SOLUTION = """
import time
from slow_solver import SlowBox, slow_values
start = time.perf_counter()
slow_values(SlowBox(tuple(range(1, {tiles} + 1)), fewer_dice="high-tiles-shut"), {objective!r})
print(time.perf_counter() - start)
"""

IMPORT = """
import time
start = time.perf_counter()
import {module}
print(time.perf_counter() - start)
"""


def seconds(code: str, runs: int = RUNS) -> float:
    """Return the median of what ``code`` prints, each run in a fresh process."""
    times = []
    for _ in range(runs):
        done = subprocess.run(
            [sys.executable, "-c", code], cwd=TESTS, check=True, capture_output=True, text=True
        )
        times.append(float(done.stdout))
    return median(times)


def main() -> None:
    for variant, tiles in (("classic", 9), ("ten", 10), ("twelve", 12)):
        for objective in ("score", "shut"):
            ours = seconds(FIRST_SOLUTION.format(variant=variant, objective=objective))
            slow = seconds(SLOW_SOLUTION.format(tiles=tiles, objective=objective), runs=1)
            print(
                f"first solution, {tiles:2} tiles, {objective:5}: {ours * 1e3:6.1f} ms,"
                f" the slow solver {slow * 1e3:8.0f} ms: {slow / ours:6.0f} times"
            )
    numpy, shutbox = (seconds(IMPORT.format(module=name)) for name in ("numpy", "shutbox"))
    print(
        f"import numpy {numpy * 1e3:.0f} ms, import shutbox {shutbox * 1e3:.0f} ms:"
        f" {shutbox / numpy:.2f} times"
    )


if __name__ == "__main__":
    main()
