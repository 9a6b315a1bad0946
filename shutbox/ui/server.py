"""The web server around the pages: what Streamlit's own start-up does not let one configure."""

from __future__ import annotations

import gc
import json
from collections.abc import Callable
from functools import cache, wraps
from importlib import import_module
from typing import Any

import pyarrow as pa
from starlette.middleware import Middleware
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from streamlit.runtime import app_session
from streamlit.runtime.pages_manager import PagesManager

from shutbox.ui.frame import PAGES

HOST_CONFIG = "/_stcore/host-config"
COMPONENTS = "/_stcore/bidi-components/"
SERVER_IS_HERE = (
    b'<script>window.__streamlit = { BACKEND_BASE_URL: new URL(".", location).href }</script>'
)
"""Where Streamlit's own script finds the server: beside the page, as the files it comes with."""

NOT_PASSED_ON = (b"accept-encoding", b"if-none-match", b"if-modified-since", b"range")
"""What a browser may ask of a document, but not of one that is changed on its way."""

OF_THE_OLD_BODY = (b"content-length", b"etag", b"last-modified")
"""What does not hold for an answer that was changed on its way."""


class QuietConnectionLoss:
    """Keep Streamlit's error dialog away: it makes the page inert, and a turn can be played on.

    Sets ``blockErrorDialogs`` in the answer to ``/_stcore/host-config``; the box itself shows that
    the connection is gone. Also lets browsers ask for the files of the box anew after an upgrade,
    since Streamlit sends them without a date or a tag.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on the request, with the answer changed where it has to be."""
        path = scope.get("path", "")
        if path.endswith(HOST_CONFIG):
            await self.app(scope, receive, _rewritten(send, _without_dialogs))
        elif COMPONENTS in path:
            await self.app(scope, receive, _no_cache(send))
        else:
            await self.app(scope, receive, send)


class ServerIsNamed:
    """Spare a browser the search for the server.

    On every page but the main one, Streamlit's script first looks for it below the page
    (``/lessons/_stcore/health``), and pauses 100 ms before it looks beside it. Here the document
    of the page says where it is.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on the request, with the document of a page changed."""
        if scope.get("method") == "GET" and scope["path"].rpartition("/")[2] in _page_names():
            headers = [(k, v) for k, v in scope["headers"] if k.lower() not in NOT_PASSED_ON]
            await self.app({**scope, "headers": headers}, receive, _rewritten(send, _naming_server))
        else:
            await self.app(scope, receive, send)


def _rewritten(send: Send, rewrite: Callable[[bytes], bytes]) -> Send:
    start: Message = {}
    body = b""

    async def changed(message: Message) -> None:
        nonlocal start, body
        if message["type"] == "http.response.start":
            start = message
            return
        body += message.get("body", b"")
        if message.get("more_body"):
            return
        answer = rewrite(body)
        headers = [(k, v) for k, v in start["headers"] if k.lower() not in OF_THE_OLD_BODY]
        headers.append((b"content-length", str(len(answer)).encode()))
        await send({**start, "headers": headers})
        await send({"type": "http.response.body", "body": answer})

    return changed


def _without_dialogs(body: bytes) -> bytes:
    try:
        config: Any = json.loads(body)
    except ValueError:
        return body
    if not isinstance(config, dict):
        return body
    return json.dumps({**config, "blockErrorDialogs": True}).encode()


@cache
def _page_names() -> frozenset[str]:
    return frozenset(page.stem for page in PAGES.glob("*.py"))


def _naming_server(document: bytes) -> bytes:
    return document.replace(b"</head>", SERVER_IS_HERE + b"</head>", 1)


def _no_cache(send: Send) -> Send:
    async def changed(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = [(k, v) for k, v in message["headers"] if k.lower() != b"cache-control"]
            message = {**message, "headers": [*headers, (b"cache-control", b"no-cache")]}
        await send(message)

    return changed


MIDDLEWARE = [Middleware(QuietConnectionLoss), Middleware(ServerIsNamed)]
"""What stands in front of Streamlit, for ``st.App``."""


def prepare() -> None:
    """Set up what has to hold before the first reader comes.

    As long as nobody has opened the main page, Streamlit takes the folder ``pages/`` for its older
    kind of app, and a link to another page opens without our navigation.
    """
    PagesManager.uses_pages_directory = False
    if not hasattr(app_session._populate_theme_msg, "__wrapped__"):
        app_session._populate_theme_msg = _once(app_session._populate_theme_msg)
    for page in sorted(PAGES.glob("*.py")):
        import_module(f"{__package__}.{page.stem}")
    _calm_memory()


def _calm_memory() -> None:
    """Set Python and Arrow to what suits many short threads, one for every rerun.

    A collection of all garbage holds the interpreter for 160 ms with 300 players: what is loaded
    at the start need not be searched, and young objects seldom get old. Arrow's own memory pools
    set up a heap for every thread.
    """
    gc.freeze()
    gc.set_threshold(10_000, 10, 20)
    pa.set_memory_pool(pa.system_memory_pool())


def _once(populate: Callable[..., None]) -> Callable[..., None]:
    """Return what does the same as Streamlit's ``populate``, from memory after the first time.

    Before every rerun Streamlit puts together anew what the configuration says of the theme, from
    all its options, six times. That takes a millisecond, more than all of a small rerun else.
    """
    made: dict[str, Any] = {}

    @wraps(populate)
    def populated(theme: Any, section: str = "theme") -> None:
        if section not in made:
            fresh = type(theme)()
            populate(fresh, section)
            made[section] = fresh
        if made[section].ByteSize():
            theme.MergeFrom(made[section])

    return populated
