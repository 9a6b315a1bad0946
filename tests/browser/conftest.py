"""One server and one browser for all browser tests; a new browser context for every page."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
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


@pytest.fixture
def new_page(request: pytest.FixtureRequest, chromium: Browser) -> Iterator[OpenPage]:
    """Return a function that makes a blank page in a browser of its own, without any memory.

    At the end, every page must have been free of errors and of requests to other hosts.
    """
    contexts: list[BrowserContext] = []
    boxes: list[BoxPage] = []

    def make(
        *, app: AppServer | None = None, width: int = 1280, height: int = 720, **options: Any
    ) -> BoxPage:
        used: AppServer = app or request.getfixturevalue("server")
        options = {"locale": "en-GB", "reduced_motion": "reduce"} | options
        context = chromium.new_context(viewport={"width": width, "height": height}, **options)
        context.set_default_timeout(20_000)
        contexts.append(context)
        boxes.append(BoxPage(context.new_page(), used.url))
        return boxes[-1]

    yield make
    faults = [fault for box in boxes for fault in box.watch.faults]
    for context in contexts:
        context.close()
    assert faults == []


@pytest.fixture
def box(new_page: OpenPage) -> BoxPage:
    """A blank page of a laptop's size, on the common server."""
    return new_page()
