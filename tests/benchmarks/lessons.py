"""How long all lessons take to be read, next to rendering the same text with markdown-it alone.

Each run is a fresh process: the first reading asks the engine for every fact and value, the second
only parses. Run ``python tests/benchmarks/lessons.py``.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from statistics import median

RUNS = 5
ROOT = Path(__file__).parents[2]

READ = """
import time
from markdown_it import MarkdownIt
from shutbox import lessons
def timed(run):
    start = time.perf_counter()
    run()
    return time.perf_counter() - start
first = timed(lessons.load_lessons)
lessons.parse_lesson.cache_clear()
again = timed(lessons.load_lessons)
kept = timed(lessons.load_lessons)
texts = [files["en"].read_text("utf-8") for files in lessons.lesson_files().values()]
markdown = MarkdownIt("commonmark", {"html": False})
alone = timed(lambda: [markdown.render(text) for text in texts])
print(first, again, kept, alone, len(texts))
"""


def main() -> None:
    rows = []
    for _ in range(RUNS):
        done = subprocess.run(
            [sys.executable, "-c", READ], cwd=ROOT, check=True, capture_output=True, text=True
        )
        rows.append([float(number) for number in done.stdout.split()])
    first, again, kept, alone, number = (median(column) for column in zip(*rows, strict=True))
    print(
        f"{number:.0f} lessons: {first * 1e3:.1f} ms with the engine, {again * 1e3:.1f} ms once it"
        f" knows, {kept * 1e3:.2f} ms unchanged; markdown-it alone {alone * 1e3:.1f} ms:"
        f" {first / alone:.1f}, {again / alone:.1f} and {kept / alone:.2f} times"
    )


if __name__ == "__main__":
    main()
