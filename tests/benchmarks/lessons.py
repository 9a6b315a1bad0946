"""How long all lessons take to be read, and how long one takes to open in Chromium.

Reading stands next to rendering the same text with markdown-it alone. Each run is a fresh process:
first the imports, then a reading that asks the engine for every fact and value, then one that only
parses. Opening a lesson stands next to opening Play, by turns in one run, each time in a new
browser context. Run ``python tests/benchmarks/lessons.py``.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from statistics import median

from load import APP, served
from page_times import chromium, first_load, show

from shutbox.lessons import load_lessons

RUNS = 5
LOADS = 7
OPENED = {
    "Play": ("/", ".tile"),
    **{lesson.id: (f"/lessons?lesson={lesson.id}", ".tile") for lesson in load_lessons()},
    "the step of a lesson with a chart": (
        "/lessons?lesson=which-total-wins&at=class",
        "[data-testid=stVegaLiteChart] svg",
    ),
    "the shelf": ("/lessons", ".st-key-lesson-cards button"),
}
"""What is opened: its address, and what is then there. Every lesson begins with a box."""

ROOT = Path(__file__).parents[2]

READ = """
import time
begun = time.perf_counter()
from markdown_it import MarkdownIt
from shutbox import lessons
imports = time.perf_counter() - begun
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
print(imports, first, again, kept, alone, len(texts))
"""


def reading() -> None:
    """Print how long reading takes."""
    rows = []
    for _ in range(RUNS):
        done = subprocess.run(
            [sys.executable, "-c", READ], cwd=ROOT, check=True, capture_output=True, text=True
        )
        rows.append([float(number) for number in done.stdout.split()])
    imports, first, again, kept, alone, number = (
        median(column) for column in zip(*rows, strict=True)
    )
    print(
        f"{number:.0f} lessons: imports {imports * 1e3:.1f} ms, then {first * 1e3:.1f} ms with the"
        f" engine, {again * 1e3:.1f} ms once it knows, {kept * 1e3:.2f} ms unchanged; markdown-it"
        f" alone {alone * 1e3:.1f} ms: {first / alone:.1f}, {again / alone:.1f} and"
        f" {kept / alone:.2f} times"
    )


def opening() -> None:
    """Print how long it takes to open a lesson, next to Play."""
    with served(APP) as server, chromium() as browser:
        times: dict[str, list[float]] = {name: [] for name in OPENED}
        for number in range(LOADS + 1):
            for name, (path, selector) in OPENED.items():
                taken = first_load(browser, f"http://{server.address}{path}", selector)
                if number:  # the first time, the server reads and computes
                    times[name].append(taken)
    medians = {name: show(f"{name}: first load", taken) for name, taken in times.items()}
    for name, taken in medians.items():
        if name != "Play":
            print(f"{name} takes {taken / medians['Play']:.2f} times what Play takes")


def main() -> None:
    reading()
    opening()


if __name__ == "__main__":
    main()
