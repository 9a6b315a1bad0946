"""How fast the pages Play and Practise are in Chromium, next to a page with one button.

Prints medians and 95th percentiles: a roll, and a tap on a tile, until they are on the screen (no
server); a move until its judgement is on the screen (round trip with solution, chart and table);
the next exercise of Practise until it is on the screen; the one button; and the first load of both
pages, and of the one button with a chart. Run ``python tests/benchmarks/page_times.py``.
"""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median, quantiles

from load import APP, BARE, served
from playwright.sync_api import Browser, Page, sync_playwright

from shutbox.exercises import Level
from shutbox.practice_round import MOST_EXERCISES, link_round, read_exercise

CHART = Path(__file__).with_name("chart_page.py")
TURNS = 8
LOADS = 7
STEPS = ".st-key-turn-so-far [data-testid=stTable]"
MARK = "[data-testid=stVegaLiteChart] svg .mark-rect path"
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

CLICK_UNTIL_PAINTED = """
(node, [selector, before]) => new Promise((resolve) => {
  const start = performance.now();
  const painted = () => requestAnimationFrame(() => resolve(performance.now() - start));
  const look = () => {
    const now = document.querySelector(selector)?.innerText;
    if (now !== undefined && now !== before) { observer.disconnect(); painted(); }
  };
  const observer = new MutationObserver(look);
  observer.observe(document.body, { subtree: true, childList: true, characterData: true });
  node.click();
})
"""

TAP_UNTIL_PAINTED = """
(node) => new Promise((resolve, reject) => {
  const start = performance.now();
  node.click();
  if (!node.classList.contains("chosen")) reject(new Error("the tile is not chosen"));
  requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - start)));
})
"""

ROLL_UNTIL_PAINTED = """
(node) => new Promise((resolve, reject) => {
  const dice = node.closest(".shutbox").querySelector(".dice");
  const before = dice.ariaLabel;
  const start = performance.now();
  node.click();
  if (dice.ariaLabel === before) reject(new Error("nothing was rolled"));
  requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - start)));
})
"""


NEXT_UNTIL_PAINTED = """
(node) => new Promise((resolve) => {
  const start = performance.now();
  const box = node.closest(".shutbox");
  const painted = () => requestAnimationFrame(() => resolve(performance.now() - start));
  const look = () => {
    if (box.querySelector(".reply .words").textContent === "") { observer.disconnect(); painted(); }
  };
  const observer = new MutationObserver(look);
  observer.observe(box, { subtree: true, childList: true, characterData: true });
  node.click();
})
"""

IS_SEEN = """
(selector) => {
  const hosts = document.querySelectorAll("[data-testid^=stBidiComponent]");
  const roots = [document, ...Array.from(hosts, (host) => host.shadowRoot).filter(Boolean)];
  return roots.some((root) => root.querySelector(selector)?.getBoundingClientRect().width);
}
"""


def show(name: str, times: list[float]) -> float:
    """Print a line of figures in milliseconds; return the median."""
    p95 = quantiles(times, n=20)[-1]
    print(f"{name:52} p50 {median(times):7.1f} ms   p95 {p95:7.1f} ms   n {len(times)}")
    return median(times)


def play_turns(page: Page, address: str) -> tuple[list[float], list[float], list[float]]:
    """Play turns, highest tiles first; return the times of rolls, of taps, of judged moves."""
    rolls, taps, moves = [], [], []
    for turn in range(TURNS):
        page.goto(f"{address}/?turn=classic~benchmark-{turn}")
        page.wait_for_selector(".tile")
        page.wait_for_selector("text=Before the first roll")
        while True:
            rolls.append(float(page.locator(".action.main").evaluate(ROLL_UNTIL_PAINTED)))
            if page.inner_text(".action.main") != "Shut":
                break
            page.wait_for_selector(STEPS)
            while page.get_attribute(".action.main", "aria-disabled") == "true":
                tile = page.locator(".tile.open:not(.useless):not(.chosen)").last
                taps.append(float(tile.evaluate(TAP_UNTIL_PAINTED)))
            page.wait_for_function("document.body.innerText.includes('your move')")
            arguments = [STEPS, page.inner_text(STEPS)]
            button = page.locator(".action.main")
            moves.append(float(button.evaluate(CLICK_UNTIL_PAINTED, arguments)))
            if page.inner_text(".action.main") == "Play again":
                break
    return rolls, taps, moves


def press_button(page: Page, address: str) -> list[float]:
    """Press the button of the bare page; return the times until the count is on the screen."""
    page.goto(address)
    words = "[data-testid=stMarkdownContainer]:not(button *)"
    page.wait_for_selector("text=Rolled 0 times")
    times = []
    for _ in range(5 * TURNS):
        before = page.locator(words).last.inner_text()
        arguments = ["[data-testid=stMarkdown]", before]
        times.append(float(page.locator("button").last.evaluate(CLICK_UNTIL_PAINTED, arguments)))
    return times


def practise(page: Page, address: str) -> list[float]:
    """Solve exercises that are typed or tapped; return the times until the next one is there."""
    names = ("add-dice", "make-total", "missing-tile", "near-double", "possible", "keep-totals")
    level = Level(12, 3)
    asked = link_round(level, "benchmark", MOST_EXERCISES, 0, names).asked
    query = f"level={level}&seed=benchmark&count={len(asked)}&types={'.'.join(names)}"
    page.goto(f"{address}/practise?{query}")
    page.wait_for_selector(".exercise .main")
    times = []
    for text in asked:
        right = read_exercise(text).accepted[0]
        page.locator(".exercise .main").focus()
        for digit in "".join(map(str, [right] if isinstance(right, int) else right)):
            page.keyboard.press(digit)
        page.click(".exercise .other" if right == () else ".exercise .main")
        page.wait_for_selector(".exercise .reply.right")
        times.append(float(page.locator(".exercise .main").evaluate(NEXT_UNTIL_PAINTED)))
    return times


@contextmanager
def chromium() -> Iterator[Browser]:
    """Start the browser; ``SHUTBOX_CHROMIUM`` names another one."""
    binary = os.environ.get("SHUTBOX_CHROMIUM") or next(
        filter(None, map(shutil.which, ("chromium-headless-shell", "chromium"))), None
    )
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=binary, args=FLAGS)
        yield browser
        browser.close()


def first_load(browser: Browser, address: str, selector: str) -> float:
    """Return the milliseconds until ``selector`` is seen, in a new context.

    The page looks at every frame. Playwright's ``wait_for_selector`` would look 0, 20, 70, 170, 270
    and then every 500 ms after the page has loaded, and could turn 10 ms into 500.
    """
    context = browser.new_context()
    page = context.new_page()
    start = time.perf_counter()
    page.goto(address, wait_until="commit")
    page.wait_for_function(IS_SEEN, arg=selector)
    taken = (time.perf_counter() - start) * 1e3
    context.close()
    return taken


def main() -> None:
    with (
        served(APP) as app_server,
        served(BARE) as bare_server,
        served(CHART) as chart_server,
        chromium() as browser,
    ):
        app, bare, chart = (
            f"http://{server.address}" for server in (app_server, bare_server, chart_server)
        )
        page = browser.new_page(viewport={"width": 1280, "height": 720})
        button = show("bare page: button, round trip", press_button(page, bare))
        rolls, taps, moves = play_turns(page, app)
        roll = show("Play: roll until painted, no server", rolls)
        show("Play: tap on a tile until painted, no server", taps)
        move = show("Play: move until judged, with chart and table", moves)
        exercise = show("Practise: next exercise until painted", practise(page, app))
        bare_load = show(
            "bare page: first load", [first_load(browser, bare, "button") for _ in range(LOADS)]
        )
        chart_load = show(
            "bare page with a chart: first load",
            [first_load(browser, chart, MARK) for _ in range(LOADS)],
        )
        play_load = show(
            "Play: first load until the box stands",
            [first_load(browser, app, ".tile") for _ in range(LOADS)],
        )
        print(f"a roll takes {roll / button:.2f} times the bare button's round trip")
        print(f"a judged move takes {move / button:.2f} times the bare button's round trip")
        print(f"the next exercise takes {exercise / button:.2f} times the bare button's round trip")
        print(f"the first load takes {play_load / bare_load:.2f} times the bare page's,")
        print(f"{play_load / chart_load:.2f} times that of the bare page with a chart")


if __name__ == "__main__":
    main()
