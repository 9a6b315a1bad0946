"""One server and one browser for all browser tests; every page comes without any memory."""

from __future__ import annotations

import os
import shutil
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NoReturn

import pytest
from playwright.sync_api import Browser, BrowserContext, sync_playwright

from browser.app_server import AppServer
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


@pytest.fixture
def own_server(chromium: Browser) -> Iterator[AppServer]:
    """The app, started for this test alone, which may kill it and start it again."""
    app = AppServer()
    app.start()
    yield app
    app.close()


class Contexts:
    """Browser contexts that are lent out again: the files of the app are in their cache by then."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._free: dict[str, list[BrowserContext]] = defaultdict(list)

    def lend(self, **options: Any) -> BrowserContext:
        free = self._free[repr(sorted(options.items()))]
        context = free.pop() if free else self._browser.new_context(**options)
        context.set_default_timeout(20_000)
        return context

    def take_back(self, context: BrowserContext, url: str, **options: Any) -> None:
        """Close the pages and clear all that a page of this address may have kept."""
        first, *others = context.pages or [context.new_page()]
        for page in others:
            page.close()
        first.goto("about:blank")
        context.clear_cookies()
        session = context.new_cdp_session(first)
        session.send("Storage.clearDataForOrigin", {"origin": url, "storageTypes": "all"})
        first.close()
        self._free[repr(sorted(options.items()))].append(context)


@pytest.fixture(scope="package")
def contexts(chromium: Browser) -> Contexts:
    return Contexts(chromium)


@contextmanager
def _lending(request: pytest.FixtureRequest, contexts: Contexts) -> Iterator[OpenPage]:
    """Give a function that makes a blank page as in a browser of its own, without any memory.

    At the end, every page must have been free of errors and of requests to other hosts.
    """
    lent: list[tuple[BoxPage, dict[str, Any]]] = []

    def make(
        *, app: AppServer | None = None, width: int = 1280, height: int = 720, **options: Any
    ) -> BoxPage:
        used: AppServer = app or request.getfixturevalue("server")
        options = {"locale": "en-GB", "reduced_motion": "reduce"} | options
        context = contexts.lend(**options)
        page = context.new_page()
        page.set_viewport_size({"width": width, "height": height})
        box = BoxPage(page, used.url)
        lent.append((box, options))
        return box

    yield make
    faults = [fault for box, _ in lent for fault in box.watch.faults]
    for box, options in lent:
        if box.is_fit_to_lend:
            contexts.take_back(box.page.context, box.url, **options)
        else:
            box.page.context.close()
    assert faults == []


@pytest.fixture
def new_page(request: pytest.FixtureRequest, contexts: Contexts) -> Iterator[OpenPage]:
    """Return a function that makes a page which nobody has used."""
    with _lending(request, contexts) as make:
        yield make


@pytest.fixture(scope="module")
def kept_page(request: pytest.FixtureRequest, contexts: Contexts) -> Iterator[BoxPage]:
    """A page on which one test goes on where the last one ended, without loading the app again."""
    with _lending(request, contexts) as make:
        yield make()


@pytest.fixture
def box(new_page: OpenPage) -> BoxPage:
    """A blank page of a laptop's size, on the common server."""
    return new_page()


@pytest.fixture
def tabs(chromium: Browser, server: AppServer) -> Iterator[tuple[BoxPage, BoxPage]]:
    """Two blank tabs of one browser."""
    context = chromium.new_context(locale="en-GB", reduced_motion="reduce")
    context.set_default_timeout(20_000)
    both = (BoxPage(context.new_page(), server.url), BoxPage(context.new_page(), server.url))
    yield both
    context.close()
    assert [fault for tab in both for fault in tab.watch.faults] == []
