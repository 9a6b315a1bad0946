"""How fast and how small the solution of the largest box is: 24 tiles, four dice.

Prints for each aim: the first solution in a fresh process, with the memory that the whole process
takes at its peak; and the second, from the file that the first has left, in another fresh process.
Linux only. Run ``python tests/benchmarks/the_300.py``.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

SOLUTION = """
import time
from pathlib import Path
import shutbox
start = time.perf_counter()
solution = shutbox.solve(shutbox.VARIANTS["the-300"], {objective!r})
seconds = time.perf_counter() - start
peak = Path("/proc/self/status").read_text().split("VmHWM:")[1].split()[0]
print(seconds, int(peak) * 1024 / 1e6, solution.start_value)
"""


def run(objective: str, folder: str) -> tuple[float, float, float]:
    """Return seconds, megabytes and the value of the start, of a fresh process."""
    done = subprocess.run(
        [sys.executable, "-c", SOLUTION.format(objective=objective)],
        env={**os.environ, "SHUTBOX_CACHE_DIR": folder, "OPENBLAS_NUM_THREADS": "1"},
        cwd=Path(__file__).parents[2],
        check=True,
        capture_output=True,
        text=True,
    )
    seconds, megabytes, value = map(float, done.stdout.split())
    return seconds, megabytes, value


def main() -> None:
    for objective in ("score", "shut"):
        with TemporaryDirectory() as folder:
            for what in ("first solution", "from the disk"):
                seconds, megabytes, value = run(objective, folder)
                print(
                    f"the 300, {objective:5}, {what}: {seconds:5.2f} s, {megabytes:3.0f} MB,"
                    f" start value {value:.12g}"
                )


if __name__ == "__main__":
    main()
