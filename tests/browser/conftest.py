"""One server and one browser for all browser tests; every page comes without any memory."""

from __future__ import annotations

import os
import shutil
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NoReturn

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from browser.app_server import HEALTH, AppServer
from browser.box_page import BoxPage

OpenPage = Callable[..., BoxPage]

BROWSERS = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
)
"""The first that is there: the shell draws the same in half the time, since it has no window."""

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # A page lives for seconds: it is not worth while to compile most of it twice.
    "--js-flags=--invocation-count-for-maglev=4000 --min-semi-space-size=16",
]


def _no_browser() -> NoReturn:
    reason = "no Chromium or Chrome found; install one, or name it in SHUTBOX_CHROMIUM"
    if os.environ.get("SHUTBOX_REQUIRE_BROWSER") == "1":
        pytest.fail(reason)
    pytest.skip(reason)


@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    """The browser, started once. ``SHUTBOX_CHROMIUM`` names another one."""
    named = os.environ.get("SHUTBOX_CHROMIUM")
    path = shutil.which(named) if named else next(filter(None, map(shutil.which, BROWSERS)), None)
    if path is None:
        _no_browser()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="package")
def server(chromium: Browser) -> Iterator[AppServer]:
    """The app, started once, for every test that does not harm it."""
    app = AppServer()
    app.start()
    yield app
    app.close()


@pytest.fixture(scope="package")
def _mortal_server(chromium: Browser) -> Iterator[AppServer]:
    app = AppServer()
    yield app
    app.close()


@pytest.fixture
def own_server(_mortal_server: AppServer) -> Iterator[AppServer]:
    """The app, on a server that this test may kill and start again: nobody else uses it now."""
    if not _mortal_server.is_running:
        _mortal_server.start()
    yield _mortal_server
    _mortal_server.check_log()


MEDIA = {
    "media": "screen",
    "color_scheme": "light",
    "reduced_motion": "reduce",
    "forced_colors": "none",
}
"""How the device of a page is set up, where a test does not want another."""


class Pages:
    """Pages that are lent out again, each from a context of its own.

    The files of the app are in its cache and compiled in its process by then: a page that has
    shown the app before shows it in half the time.
    """

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._free: dict[str, list[BrowserContext]] = defaultdict(list)

    def lend(self, *, is_new: bool, **options: Any) -> Page:
        """Return a page without any memory; if it is new, without any file of the app either."""
        free = self._free[repr(sorted(options.items()))]
        context = (
            free.pop()
            if free and not is_new
            else self._browser.new_context(reduced_motion="reduce", **options)
        )
        context.set_default_timeout(20_000)
        return context.pages[0] if context.pages else context.new_page()

    def take_back(self, box: BoxPage, *, is_new: bool, **options: Any) -> None:
        """Clear all that the page may have kept, or close what cannot be cleared."""
        context = box.page.context
        if is_new or box.keeps == "clock":
            context.close()
            return
        box.watch.forget(box.page)
        for page in context.pages:
            if page is not box.page:
                page.close()
        if box.keeps == "nothing":
            # The memory of a tab can only be cleared from a page of the same address.
            box.page.goto(box.url + HEALTH)
            box.page.evaluate("sessionStorage.clear()")
            box.page.mouse.move(-9, -9)
        else:
            box.page.close()
        context.clear_cookies()
        page = context.pages[0] if context.pages else context.new_page()
        session = context.new_cdp_session(page)
        session.send("Storage.clearDataForOrigin", {"origin": box.url, "storageTypes": "all"})
        session.send("Page.resetNavigationHistory")
        session.detach()
        self._free[repr(sorted(options.items()))].append(context)


@pytest.fixture(scope="package")
def pages(chromium: Browser) -> Pages:
    return Pages(chromium)


@contextmanager
def _lending(request: pytest.FixtureRequest, pages: Pages) -> Iterator[OpenPage]:
    """Give a function that makes a blank page as in a browser of its own, without any memory.

    At the end, every page must have been free of errors and of requests to other hosts.
    """
    lent: list[tuple[BoxPage, dict[str, Any]]] = []

    def make(
        *,
        app: AppServer | None = None,
        width: int = 1280,
        height: int = 720,
        locale: str = "en-GB",
        has_touch: bool = False,
        **media: str,
    ) -> BoxPage:
        used: AppServer = app or request.getfixturevalue("server")
        # A server that may be killed is met by a browser that has fetched nothing from it yet.
        options = {"is_new": app is not None, "locale": locale, "has_touch": has_touch}
        page = pages.lend(**options)
        page.bring_to_front()
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(**MEDIA | media)  # type: ignore[arg-type]
        box = BoxPage(page, used.url)
        lent.append((box, options))
        return box

    yield make
    faults = [fault for box, _ in lent for fault in box.watch.faults]
    for box, options in lent:
        pages.take_back(box, **options)
    assert faults == []


@pytest.fixture
def new_page(request: pytest.FixtureRequest, pages: Pages) -> Iterator[OpenPage]:
    """Return a function that makes a page which nobody has used."""
    with _lending(request, pages) as make:
        yield make


@pytest.fixture(scope="module")
def kept_page(request: pytest.FixtureRequest, pages: Pages) -> Iterator[BoxPage]:
    """A page on which one test goes on where the last one ended, without loading the app again."""
    with _lending(request, pages) as make:
        yield make()


@pytest.fixture
def box(new_page: OpenPage) -> BoxPage:
    """A blank page of a laptop's size, on the common server."""
    return new_page()


@pytest.fixture
def tabs(box: BoxPage) -> Iterator[tuple[BoxPage, BoxPage]]:
    """Two blank tabs of one browser."""
    other = BoxPage(box.page.context.new_page(), box.url)
    yield box, other
    assert other.watch.faults == []
