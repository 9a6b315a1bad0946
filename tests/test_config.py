"""The settings of Streamlit that the app relies on are set, known and honoured."""

from __future__ import annotations

import gc
import tomllib
from collections.abc import Iterator
from typing import Any

import pytest
from apptest import ROOT
from streamlit import config
from streamlit.testing.v1 import AppTest
from streamlit.testing.v1.local_script_runner import LocalScriptRunner

FILE = tomllib.loads((ROOT / ".streamlit/config.toml").read_text("utf-8"))


def settings(section: dict[str, Any], prefix: str = "") -> Iterator[tuple[str, object]]:
    for name, value in section.items():
        if isinstance(value, dict):
            yield from settings(value, f"{prefix}{name}.")
        else:
            yield prefix + name, value


@pytest.fixture(autouse=True)
def our_settings(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Streamlit's settings as they are when the app is started in its own folder."""
    with monkeypatch.context() as inner:
        inner.chdir(ROOT)
        for name, _ in settings(FILE):
            inner.delenv(f"STREAMLIT_{name.upper().replace('.', '_')}", raising=False)
        config.get_config_options(force_reparse=True)
        yield
    config.get_config_options(force_reparse=True)


@pytest.mark.parametrize(("name", "value"), list(settings(FILE)))
def test_streamlit_knows_every_setting_of_the_file(name: str, value: object) -> None:
    assert config.get_option(name) == value
    assert config.get_where_defined(name).endswith("config.toml")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("runner.postScriptGC", False),
        ("runner.magicEnabled", False),
        ("browser.gatherUsageStats", False),
        ("client.showErrorDetails", "none"),
        ("client.toolbarMode", "viewer"),
        ("server.address", "127.0.0.1"),
        ("server.headless", True),
        ("server.fileWatcherType", "none"),
    ],
)
def test_what_the_app_relies_on(name: str, value: object) -> None:
    assert config.get_option(name) == value


def collections(monkeypatch: pytest.MonkeyPatch) -> int:
    """How often a run of a script collects garbage by hand.

    AppTest has an end of a run of its own, which never collects; the server's is put back.
    """
    monkeypatch.delattr(LocalScriptRunner, "_on_script_finished")
    calls: list[tuple[object, ...]] = []
    monkeypatch.setattr(gc, "collect", lambda *args: calls.append(args) or 0)
    script = AppTest.from_string("import streamlit as st\nst.title('Shut the Box')").run()
    assert script.title[0].value == "Shut the Box"
    return len(calls)


def test_no_garbage_is_collected_after_a_run(monkeypatch: pytest.MonkeyPatch) -> None:
    """Thirty children play at once; each collection holds the interpreter."""
    assert collections(monkeypatch) == 0


def test_the_setting_is_what_keeps_it_away(monkeypatch: pytest.MonkeyPatch) -> None:
    config.set_option("runner.postScriptGC", True)
    assert collections(monkeypatch) > 0


@pytest.mark.parametrize("magic", [False, True])
def test_a_stray_expression_is_not_drawn(magic: bool) -> None:
    """Magic would draw the value of an expression that stands alone."""
    if magic:
        config.set_option("runner.magicEnabled", True)
    script = AppTest.from_string("import streamlit as st\n'magic'\nst.write('written')").run()
    drawn = [markdown.value for markdown in script.markdown]
    assert drawn == (["magic", "written"] if magic else ["written"])


def test_light_and_dark_set_the_same_colours() -> None:
    assert set(FILE["theme"]["light"]) == set(FILE["theme"]["dark"])
