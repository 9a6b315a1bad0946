"""The middleware in front of Streamlit, called as a server calls it, and the start-up."""

from __future__ import annotations

import asyncio
import gc
import json
import runpy
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pyarrow as pa
import pytest
import streamlit as st
from apptest import APP, start
from starlette.applications import Starlette
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from streamlit import file_util
from streamlit.proto.NewSession_pb2 import CustomThemeConfig
from streamlit.runtime import app_session
from streamlit.runtime.pages_manager import PagesManager
from streamlit.web.server.starlette.starlette_routes import create_host_config_routes

from shutbox.ui import server
from shutbox.ui.box import _component
from shutbox.ui.frame import PAGES
from shutbox.ui.server import SERVER_IS_HERE, QuietConnectionLoss, ServerIsNamed

HOST_CONFIG = "/_stcore/host-config"
Headers = list[tuple[bytes, bytes]]


@dataclass(frozen=True)
class Answer:
    """What came back, message by message."""

    messages: list[Message]

    @property
    def status(self) -> int:
        status: int = self.messages[0]["status"]
        return status

    @property
    def body(self) -> bytes:
        return b"".join(message.get("body", b"") for message in self.messages[1:])

    def header(self, name: str) -> list[str]:
        """Every value of a header."""
        headers = self.messages[0]["headers"]
        return [v.decode() for k, v in headers if k.decode().lower() == name]


@dataclass(frozen=True)
class Backend:
    """An app that answers every request in the same way, its body in given chunks."""

    chunks: tuple[bytes, ...]
    headers: tuple[tuple[bytes, bytes], ...] = ()
    status: int = 200

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        length = str(sum(map(len, self.chunks))).encode()
        headers = [(b"Content-Length", length), *self.headers]
        await send({"type": "http.response.start", "status": self.status, "headers": headers})
        for number, chunk in enumerate(self.chunks, start=1):
            more = number < len(self.chunks)
            await send({"type": "http.response.body", "body": chunk, "more_body": more})


def get(app: ASGIApp, path: str, headers: Headers | None = None, method: str = "GET") -> Answer:
    messages: list[Message] = []

    async def receive() -> Message:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Message) -> None:
        messages.append(message)

    scope = {
        "type": "http",
        "method": method,
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "headers": headers or [],
    }
    asyncio.run(app(scope, receive, send))
    return Answer(messages)


CONFIG = {"allowedOrigins": ["é"], "blockErrorDialogs": False, "metricsUrl": ""}
TEXT = json.dumps(CONFIG, ensure_ascii=False).encode()


@pytest.mark.parametrize(
    "chunks",
    [
        (TEXT,),
        (TEXT[:20], TEXT[20:]),
        tuple(TEXT[n : n + 1] for n in range(len(TEXT))),
        (TEXT, b""),
    ],
    ids=["whole", "two", "bytes", "empty-end"],
)
@pytest.mark.parametrize("prefix", ["", "/school/box"])
def test_error_dialogs_are_blocked(chunks: tuple[bytes, ...], prefix: str) -> None:
    answer = get(QuietConnectionLoss(Backend(chunks)), prefix + HOST_CONFIG)
    assert json.loads(answer.body) == {**CONFIG, "blockErrorDialogs": True}
    assert answer.header("content-length") == [str(len(answer.body))]
    assert answer.status == 200
    assert len(answer.messages) == 2


def test_the_answer_of_streamlit_itself_is_changed() -> None:
    """Streamlit has this switch, off, under this name and path."""
    app = Starlette(routes=create_host_config_routes(None))
    plain = get(app, HOST_CONFIG)
    changed = get(QuietConnectionLoss(app), HOST_CONFIG)
    assert json.loads(plain.body)["blockErrorDialogs"] is False
    assert json.loads(changed.body) == {**json.loads(plain.body), "blockErrorDialogs": True}
    assert changed.header("cache-control") == plain.header("cache-control")
    assert changed.header("content-length") == [str(len(changed.body))]


@pytest.mark.parametrize(
    "body", [b"", b"not found", b"[1, 2]", b"null", b"\xff\xfe", b'{"open": ', b"<html></html>"]
)
def test_what_is_no_configuration_passes_unchanged(body: bytes) -> None:
    headers = ((b"X-Kept", b"1"),)
    answer = get(QuietConnectionLoss(Backend((body,), headers, status=404)), HOST_CONFIG)
    assert answer.body == body
    assert answer.header("content-length") == [str(len(body))]
    assert answer.header("x-kept") == ["1"]
    assert answer.status == 404


OTHER_PATHS = [
    "/",
    "/ways",
    "/_stcore/health",
    "/_stcore/host-config/more",
    "/_stcore/host-configs",
    "/static/js/main.js",
    "/media/picture.png",
]


@pytest.mark.parametrize("path", OTHER_PATHS)
def test_other_answers_pass_untouched(path: str) -> None:
    backend = Backend((TEXT[:10], TEXT[10:]), ((b"Cache-Control", b"public"),))
    assert get(QuietConnectionLoss(backend), path).messages == get(backend, path).messages


@pytest.mark.parametrize(
    "headers", [(), ((b"cache-control", b"public"),), ((b"Cache-Control", b""),)]
)
@pytest.mark.parametrize("prefix", ["", "/school/box"])
def test_browsers_ask_anew_for_the_files_of_the_box(headers: Headers, prefix: str) -> None:
    backend = Backend((b"export", b" default"), (*headers, (b"Content-Type", b"text/javascript")))
    path = f"{prefix}/_stcore/bidi-components/shutbox.box/box.js"
    answer = get(QuietConnectionLoss(backend), path)
    assert answer.header("cache-control") == ["no-cache"]
    assert answer.header("content-type") == ["text/javascript"]
    assert answer.body == b"export default"


# ---- the document of a page ----

ASKED: Headers = [(b"Accept-Encoding", b"gzip"), (b"If-None-Match", b"*"), (b"Range", b"bytes=0-9")]


@pytest.mark.parametrize("page", sorted(path.stem for path in PAGES.glob("*.py")))
def test_the_document_of_a_page_says_where_the_server_is(page: str) -> None:
    """Streamlit's own document, which it would compress or leave out if it were asked to."""
    document = Path(file_util.get_static_dir(), "index.html").read_bytes()
    asked: list[Headers] = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        asked.append(scope["headers"])
        await Backend((document[:900], document[900:]), ((b"ETag", b"1"),))(scope, receive, send)

    answer = get(ServerIsNamed(app), f"/{page}", [*ASKED, (b"Cookie", b"kept=1")])
    head, hint, rest = answer.body.partition(SERVER_IS_HERE)
    assert (head + rest, hint) == (document, SERVER_IS_HERE)
    assert rest.startswith(b"</head>")
    assert answer.header("content-length") == [str(len(answer.body))]
    assert answer.header("etag") == []
    assert asked == [[(b"Cookie", b"kept=1")]]


@pytest.mark.parametrize("path", ["/", "/static/js/main.js", "/media/lessons.html", "/lesson"])
def test_other_documents_pass_as_they_are(path: str) -> None:
    backend = Backend((b"<head></head>",), ((b"ETag", b"1"),))
    assert get(ServerIsNamed(backend), path).messages == get(backend, path).messages


@pytest.mark.parametrize("body", [b"", b"not found", b"<html></html>"])
def test_an_answer_that_is_no_document_keeps_its_body(body: bytes) -> None:
    answer = get(ServerIsNamed(Backend((body[:3], body[3:]), status=404)), "/lessons")
    assert (answer.status, answer.body) == (404, body)


def test_a_question_without_an_answer_s_body_passes() -> None:
    backend = Backend((b"",), ((b"ETag", b"1"),))
    answer = get(ServerIsNamed(backend), "/lessons", method="HEAD")
    assert answer.messages == get(backend, "/lessons").messages


@pytest.mark.parametrize("middleware", [QuietConnectionLoss, ServerIsNamed])
def test_what_is_no_request_of_a_page_passes(middleware: Callable[[ASGIApp], ASGIApp]) -> None:
    """A server also sends the start of its life, which has no path, and websockets."""
    seen: list[Scope] = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        seen.append(scope)

    async def receive() -> Message:
        return {"type": "lifespan.startup"}

    async def send(message: Message) -> None:
        raise AssertionError(message)

    scopes = [{"type": "lifespan"}, {"type": "websocket", "path": "/lessons"}]
    for scope in scopes:
        asyncio.run(middleware(app)(scope, receive, send))
    assert seen == scopes


def test_two_requests_do_not_mix() -> None:
    app = QuietConnectionLoss(Backend((TEXT[:20], TEXT[20:])))
    assert get(app, HOST_CONFIG).body == get(app, HOST_CONFIG).body


# ---- start-up ----


@pytest.fixture
def older_kind_of_app(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PagesManager, "uses_pages_directory", True)


@pytest.mark.usefixtures("older_kind_of_app")
def test_the_folder_of_pages_is_not_taken_for_an_older_kind_of_app() -> None:
    server.prepare()
    assert PagesManager.uses_pages_directory is False
    PagesManager(str(APP))
    assert PagesManager.uses_pages_directory is False


def test_streamlit_would_take_it_for_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """The reason for `prepare`; when this fails, Streamlit has given up the older kind."""
    monkeypatch.setattr(PagesManager, "uses_pages_directory", None)
    PagesManager(str(APP))
    assert PagesManager.uses_pages_directory is True


def test_what_is_loaded_at_the_start_is_out_of_the_sight_of_the_collector() -> None:
    """With 300 players a collection that searched it all held the interpreter for 160 ms."""
    gc.unfreeze()
    server.prepare()
    assert gc.get_freeze_count() > 50_000
    assert pa.default_memory_pool().backend_name == "system"
    assert all(f"shutbox.ui.{page.stem}" in sys.modules for page in PAGES.glob("*.py"))


@pytest.mark.usefixtures("older_kind_of_app")
def test_the_file_of_the_app_is_also_its_server() -> None:
    app = runpy.run_path(str(APP))["app"]
    assert isinstance(app, st.App)
    assert PagesManager.uses_pages_directory is False
    assert [entry.cls for entry in server.MIDDLEWARE] == [QuietConnectionLoss, ServerIsNamed]


def test_the_component_can_be_made_without_a_server() -> None:
    start()
    assert _component() is _component()


def test_what_the_theme_says_is_put_together_once() -> None:
    asked: list[str] = []

    def populate(theme: CustomThemeConfig, section: str = "theme") -> None:
        asked.append(section)
        app_session._populate_theme_msg(theme, section)

    remembered = server._once(populate)
    sections = ["theme", "theme.light", "theme.dark", "theme.sidebar"]
    for section in sections:
        expected = CustomThemeConfig()
        app_session._populate_theme_msg(expected, section)
        assert bool(expected.ByteSize()) == (section != "theme.sidebar")
        for _ in range(2):
            theme = CustomThemeConfig()
            remembered(theme, section)
            assert theme == expected
    assert asked == sections
