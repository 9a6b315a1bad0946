"""The page as a pupil uses it: look at the box, press its buttons, read what stands beside it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeVar
from urllib.parse import urlsplit

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import ConsoleMessage, Error, Locator, Page, Request, WebSocket

T = TypeVar("T")

PATIENCE_SECONDS = 15.0


def eventually(read: Callable[[], T], expected: T, seconds: float = PATIENCE_SECONDS) -> None:
    """Wait until ``read()`` gives what is expected; at the end, fail with the difference."""
    deadline = time.monotonic() + seconds
    pause = 0.02
    while (seen := read()) != expected and time.monotonic() < deadline:
        time.sleep(pause)
        # Looking costs the browser time that it needs to get there.
        pause = min(pause * 1.5, 0.1)
    assert seen == expected


def eventually_true(read: Callable[[], object], seconds: float = PATIENCE_SECONDS) -> None:
    """Wait until ``read()`` gives something true."""
    eventually(lambda: bool(read()), True, seconds)


def plain(texts: Iterable[str]) -> list[str]:
    """Return texts with every space, line end or run of them as one ordinary space."""
    return [" ".join(text.split()) for text in texts]


@dataclass(frozen=True)
class View:
    """What the box shows at one moment, as a pupil with or without a screen reader gets it.

    Attributes:
        prompt: the sentence at the top.
        dice: the name of the dice.
        open: the tiles that stand.
        dimmed: those of them that cannot help now.
        chosen: those of them that are selected.
        sum: the running sum.
        buttons: label and whether it can be pressed, of every button.
    """

    prompt: str
    dice: str
    open: tuple[int, ...]
    dimmed: tuple[int, ...]
    chosen: tuple[int, ...]
    sum: str
    buttons: tuple[tuple[str, bool], ...]


_READ_VIEW = """root => {
  const text = (name) => root.querySelector(name).textContent;
  const tiles = (test) =>
    [...root.querySelectorAll('.tile')].filter(test).map((tile) => Number(tile.dataset.tile));
  return {
    prompt: text('.prompt'),
    dice: root.querySelector('.dice').ariaLabel,
    open: tiles((tile) => tile.classList.contains('open')),
    dimmed: tiles((tile) => tile.classList.contains('useless')),
    chosen: tiles((tile) => tile.ariaPressed === 'true'),
    sum: text('.sum'),
    buttons: [...root.querySelectorAll('.action')]
      .filter((button) => !button.hidden)
      .map((button) => [button.textContent, button.ariaDisabled !== 'true']),
  };
}"""

_READ_FOCUS = """() => {
  let node = document.activeElement;
  while (node?.shadowRoot?.activeElement) node = node.shadowRoot.activeElement;
  if (!node?.closest('.shutbox')) return 'outside';
  return `${node.className.split(' ')[0]} ${node.dataset.tile ?? node.textContent}`;
}"""

_AXE = """async (context) => {
  const options = { resultTypes: ["violations"], iframes: false };
  const { violations } = await axe.run(context, options);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, html }) => [id, target.join(" "), html.slice(0, 150)]));
}"""

_READ_TABLE = "table => [...table.rows].map(row => [...row.cells].map(cell => cell.innerText))"


@dataclass
class Watch:
    """Listens to a page for what must never happen, and counts what it sends.

    Attributes:
        loses_connection: set by a test that kills the server: lost requests are no faults then.
        faults: errors in the console or the page, and requests to other hosts.
        frames_sent: messages sent over the websocket.
    """

    loses_connection: bool = False
    faults: list[str] = field(default_factory=list)
    frames_sent: int = 0

    def listen(self, page: Page) -> None:
        page.on("console", self._on_console)
        page.on("pageerror", self._on_page_error)
        page.on("request", self._on_request)
        page.on("websocket", self._on_websocket)

    def forget(self, page: Page) -> None:
        page.remove_listener("console", self._on_console)
        page.remove_listener("pageerror", self._on_page_error)
        page.remove_listener("request", self._on_request)
        page.remove_listener("websocket", self._on_websocket)

    def _on_page_error(self, error: Error) -> None:
        self.faults.append(f"page error: {error}")

    def _on_console(self, message: ConsoleMessage) -> None:
        if message.type != "error":
            return
        if self.loses_connection and _is_lost_connection(message.text):
            return
        url = message.location.get("url", "")
        self.faults.append(f"console: {message.text} ({url})")

    def _on_request(self, request: Request) -> None:
        address = urlsplit(request.url)
        if address.scheme not in ("data", "blob") and address.hostname != "127.0.0.1":
            self.faults.append(f"request to another host: {request.url}")

    def _on_websocket(self, socket: WebSocket) -> None:
        if urlsplit(socket.url).hostname != "127.0.0.1":
            self.faults.append(f"websocket to another host: {socket.url}")

        def count(_payload: object) -> None:
            self.frames_sent += 1

        socket.on("framesent", count)


def _is_lost_connection(text: str) -> bool:
    signs = (
        "net::ERR_",
        "WebSocket connection to",
        "Cannot send rerun backMessage when disconnected",
        "Client Error in reaching server endpoint",
        "Streamlit server is not responding",
        "Failed to fetch dynamically imported module",
    )
    return any(sign in text for sign in signs)


class BoxPage:
    """One tab of a browser with the app in it."""

    def __init__(self, page: Page, url: str) -> None:
        self.page = page
        self.url = url
        self.watch = Watch()
        self.watch.listen(page)
        self.root: Locator = page.locator(".shutbox")
        self.main: Locator = self.root.locator(".action.main")
        self.offline_sign: Locator = self.root.locator(".offline")
        self.keeps: Literal["nothing", "scripts", "clock"] = "nothing"
        """What the page or its context will not give up before it is lent to the next test."""

    # ---- coming and going ----

    def open_with_clock(self, path: str) -> None:
        """Open the page Play and stop its clock, that of every later page of the context, too."""
        self.keeps = "clock"
        self.page.clock.install()
        self.open(path)
        self.page.clock.pause_at(self.page.evaluate("Date.now() / 1000 + 5"))

    def begin_with(self, script: str) -> None:
        """Run a script before every page that is opened from now on in this tab."""
        self.keeps = "scripts"
        self.page.add_init_script(script)

    def goto(self, path: str = "/") -> BoxPage:
        """Open a page of the app, without waiting for more than its document."""
        self.page.goto(self.url + path, wait_until="commit")
        return self

    def open(self, path: str = "/") -> BoxPage:
        """Open the page Play and wait until the box can be played."""
        self.goto(path)
        return self.wait()

    def reload(self) -> BoxPage:
        self.page.reload(wait_until="commit")
        return self.wait()

    def wait(self) -> BoxPage:
        """Wait until the box can be played and the page has nothing more to draw."""
        self.root.locator(".tile").first.wait_for()
        self.page.locator(".shutbox[aria-busy=false]").wait_for()
        return self.settle()

    def settle(self) -> BoxPage:
        """Wait until the server is heard and no script runs."""
        self.page.locator(
            "[data-testid=stApp][data-test-connection-state=CONNECTED]"
            "[data-test-script-state=notRunning]"
        ).wait_for()
        return self

    # ---- the box ----

    def view(self) -> View:
        seen: dict[str, Any] = self.root.evaluate(_READ_VIEW)
        buttons = tuple((label, enabled) for label, enabled in seen.pop("buttons"))
        return View(
            buttons=buttons,
            **{name: tuple(v) if isinstance(v, list) else v for name, v in seen.items()},
        )

    def tile(self, number: int) -> Locator:
        return self.root.locator(f'[data-tile="{number}"]')

    def button(self, label: str) -> Locator:
        return self.root.get_by_role("button", name=label, exact=True)

    def roll(self, dice: int | None = None) -> None:
        """Press Roll, or the button for this number of dice where there is a choice."""
        self.button({None: "Roll", 1: "Roll 1 die", 2: "Roll 2 dice"}[dice]).click()

    def choose(self, *tiles: int) -> None:
        for tile in tiles:
            self.tile(tile).click()

    def tap_anyway(self, target: Locator) -> None:
        """Tap where nothing should happen (Playwright would wait for it to be enabled)."""
        target.click(force=True)

    def shut(self) -> None:
        self.button("Shut").click()

    def prompt(self) -> str:
        return self.view().prompt

    def focus(self) -> str:
        """Return what has the focus: ``tile 4``, ``action Roll``, ``prompt ...``, ``outside``."""
        name: str = self.page.evaluate(_READ_FOCUS)
        return name

    def frames_sent(self) -> int:
        """Return how many messages the page has sent to the server so far."""
        self.page.evaluate("0")  # lets Playwright tell what has happened
        return self.watch.frames_sent

    def kept_turns(self) -> list[dict[str, Any]]:
        """Return the turns that this browser keeps."""
        kept: list[dict[str, Any]] = self.page.evaluate(
            "JSON.parse(localStorage.getItem('shutbox.turns') ?? '[]')"
        )
        return kept

    # ---- beside the box ----

    def bars(self, chart: int = 0) -> list[str]:
        """Return the name of every bar of a chart, in the chart's order; empty without a chart."""
        bars = (
            self.page.get_by_test_id("stVegaLiteChart")
            .nth(chart)
            .locator("path[aria-roledescription=bar]")
        )
        return plain(bars.evaluate_all("bars => bars.map(bar => bar.ariaLabel)"))

    def chart_words(self) -> list[str]:
        """Return every text that is drawn in charts."""
        texts = self.page.get_by_test_id("stVegaLiteChart").locator("text")
        return plain(texts.all_text_contents())

    def cut_off_words(self) -> list[str]:
        """Return every text of a chart that reaches over the chart's edge, where it is cut off.

        The bounds of a text are some pixels larger than its letters, above and below them most.
        """
        words: list[str] = self.page.locator("svg.marks").evaluate_all(
            """charts => charts.flatMap((chart) => {
              const edge = chart.getBoundingClientRect();
              return [...chart.querySelectorAll('text')]
                .filter((text) => text.getBoundingClientRect().right > edge.right + 1
                  || text.getBoundingClientRect().left < edge.left - 4)
                .map((text) => text.textContent);
            })"""
        )
        return plain(words)

    def table(self, heading: str) -> list[list[str]]:
        """Return the rows of the table with this heading in its first row, without that row."""
        tables: list[list[list[str]]] = self.page.locator("table").evaluate_all(
            f"tables => tables.map({_READ_TABLE})"
        )
        read = ([plain(row) for row in rows] for rows in tables)
        return next((rows[1:] for rows in read if heading in rows[0]), [])

    def turn_so_far(self) -> list[list[str]]:
        return self.table("After roll")

    def sentences(self) -> list[str]:
        """Return every paragraph that stands on the page beside the box."""
        return plain(self.page.locator("main [data-testid=stMarkdown] p").all_inner_texts())

    def headings(self) -> list[str]:
        return plain(self.page.locator("main h1, main h2, main h3").all_inner_texts())

    def turn_on_hints(self) -> None:
        self.page.get_by_text("Hints", exact=True).click()

    def choose_option(self, label: str, option: str) -> None:
        """Choose an option of one of Streamlit's selection boxes."""
        control = self.page.get_by_role("combobox", name=label)
        choice = self.page.get_by_role("option", name=option, exact=True)

        def is_unfolded() -> bool:
            if control.get_attribute("aria-expanded") != "true":
                control.click()
            return choice.is_visible()

        # Its list folds up again while the page scrolls to it.
        control.scroll_into_view_if_needed()
        eventually_true(is_unfolded)
        choice.click()

    def sideways_scroll(self) -> list[str]:
        """Return what is wider than the window lets it be."""
        wide: list[str] = self.page.evaluate(
            """() => [document.documentElement, document.querySelector('[data-testid=stMain]')]
              .filter((node) => node.scrollWidth > node.clientWidth)
              .map((node) => `${node.dataset.testid ?? node.tagName}: ${node.scrollWidth}`
                + ` in ${node.clientWidth}`)"""
        )
        return wide

    def violations(self, context: object) -> list[tuple[str, ...]]:
        """Return what axe objects to: the rule, and the element with its place.

        It cannot look into the frame of a sheet, where no script may run: `test_sheets` looks.
        """
        if not self.page.evaluate("'axe' in window"):
            self.page.evaluate(AXE_SCRIPT)
        return [tuple(found) for found in self.page.evaluate(_AXE, context)]

    def rows_of_tiles(self) -> list[int]:
        """Return how many tiles stand in every row, from the top."""
        tops: list[float] = self.root.locator(".tile").evaluate_all(
            "tiles => tiles.map(tile => Math.round(tile.getBoundingClientRect().top))"
        )
        return [tops.count(top) for top in sorted(set(tops))]

    def tile_sizes(self) -> list[tuple[float, float]]:
        sizes: list[list[float]] = self.root.locator(".tile").evaluate_all(
            "tiles => tiles.map(t => t.getBoundingClientRect()).map(b => [b.width, b.height])"
        )
        return [(width, height) for width, height in sizes]


def too_small(sizes: Iterable[Sequence[float]], least: float = 44.0) -> list[Sequence[float]]:
    """Return the sizes that are below ``least`` CSS pixels in a direction."""
    return [size for size in sizes if min(size) < least - 0.01]
