"""Run the app without a browser, and read what it shows. The only tests' code that knows how
Streamlit's `AppTest` works inside."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pandas as pd
from google.protobuf.message import Message
from streamlit.components.v2.component_manager import BidiComponentManager
from streamlit.dataframe_util import convert_arrow_bytes_to_pandas_df
from streamlit.runtime.pages_manager import PagesManager
from streamlit.testing.v1 import AppTest, app_test

from shutbox.ui import server

ROOT = Path(__file__).parents[1]
APP = ROOT / "app.py"
SECONDS = 60.0

Json = dict[str, Any]


class _Pages(PagesManager):
    """The pages as our server sets them up; AppTest alone would run a page without its frame."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        server.prepare()
        super().__init__(*args, **kwargs)


app_test.PagesManager = _Pages  # type: ignore[misc]


# ---- pages ----

PAGES = tuple(sorted(path.stem for path in (ROOT / "pages").glob("*.py")))
"""The names of all pages. A test asks that these are the ones in the navigation."""


@dataclass(frozen=True)
class RegisteredPage:
    """A page of the navigation: its name (that of its file), its hash, and its title."""

    name: str
    hash: str
    title: str


def registered_pages(at: AppTest) -> dict[str, RegisteredPage]:
    """The pages that the last run put into the navigation, by name."""
    pages = {}
    for page_hash, page in at._registered_pages.items():
        name = Path(str(page["script_path"])).stem
        pages[name] = RegisteredPage(name, page_hash, str(page["page_name"]))
    return pages


@cache
def _first_pages() -> dict[str, RegisteredPage]:
    return registered_pages(AppTest.from_file(APP, default_timeout=SECONDS).run())


@cache
def _components() -> BidiComponentManager:
    """The installed components, looked for once: that takes longer than a run of a page."""
    manager = BidiComponentManager()
    manager.discover_and_register_components(start_file_watching=False)
    return manager


def start(page: str = "play", *, context: Mapping[str, str] | None = None, **query: str) -> AppTest:
    """Open a link to a page in a new session, as a browser does.

    Args:
        page: the name of the page.
        context: what the browser tells, for instance its ``locale``.
        **query: the query parameters of the link.
    """
    at = AppTest.from_file(APP, default_timeout=SECONDS)
    at._bidi_component_manager = _components()
    at._page_hash = _first_pages()[page].hash
    at.context.update(context or {})
    at.query_params.update(query)
    return at.run()


def rerun(at: AppTest, **query: str) -> AppTest:
    """Open another link to the same page in the same session."""
    at.query_params = dict(query)
    return at.run()


def go_to(at: AppTest, page: str) -> AppTest:
    """Go to another page by the navigation: the query parameters are gone."""
    at._page_hash = _first_pages()[page].hash
    return rerun(at)


# ---- components ----


def component(at: AppTest, key: str) -> Any:
    """The element of the component with this key."""
    return next(element for element in at.get("bidi_component") if element.key == key)


def component_data(at: AppTest, key: str) -> Json:
    """What Python sends to the component, with what it sends as text in its place."""
    return unpacked(json.loads(component(at, key).proto.json))


def unpacked(data: Json) -> Json:
    """What the browser makes of the data of a box: what came as text is in its place."""
    fixed = json.loads(data.pop("fixed", "{}"))
    return {**data, **fixed}


def fire(at: AppTest, key: str, **events: object) -> AppTest:
    """Run the app as if the component had set triggers: ``fire(at, "box", record="classic")``."""
    return fire_together(at, {key: events})


def fire_together(at: AppTest, events: Mapping[str, Mapping[str, object]]) -> AppTest:
    """Run the app once as if several components had set triggers: key to triggers."""
    triggers = {
        key: json.dumps([{"event": name, "value": value} for name, value in of_one.items()])
        for key, of_one in events.items()
    }
    return _fire(at, triggers)


def fire_text(at: AppTest, key: str, trigger: str) -> AppTest:
    """Run the app with the JSON of a component's triggers."""
    return _fire(at, {key: trigger})


def _fire(at: AppTest, triggers: Mapping[str, str]) -> AppTest:
    states = at._tree.get_widget_states()
    for key, trigger in triggers.items():
        widget = states.widgets.add()
        widget.id = f"$$STREAMLIT_INTERNAL_KEY_{component(at, key).proto.id}__events"
        widget.json_trigger_value = trigger
    return at._run(states)


def pick(at: AppTest, key: str, selection: object) -> AppTest:
    """Run the app as if marks of a chart had been picked, its selection being this."""
    chart = next(element for element in at.get("vega_lite_chart") if element.key == key)
    states = at._tree.get_widget_states()
    widget = states.widgets.add()
    widget.id = chart.proto.id
    widget.string_value = json.dumps({"selection": selection})
    return at._run(states)


# ---- charts and tables ----


@dataclass(frozen=True)
class Chart:
    """A chart on a page: its specification, and the rows that its marks show."""

    spec: Json
    rows: pd.DataFrame


def charts(at: AppTest) -> list[Chart]:
    """All charts, in the order in which they are drawn."""
    return [_chart(element.proto) for element in at.get("vega_lite_chart")]


def _chart(proto: Any) -> Chart:
    data = [proto.data.data] if proto.HasField("data") else [d.data.data for d in proto.datasets]
    rows = [convert_arrow_bytes_to_pandas_df(part) for part in data]
    return Chart(json.loads(proto.spec), pd.concat(rows) if rows else pd.DataFrame())


def tables(at: AppTest) -> list[pd.DataFrame]:
    """All tables."""
    return [table.value for table in at.table]


def paragraphs(at: AppTest) -> list[str]:
    """All paragraphs of plain text."""
    return [markdown.value for markdown in at.markdown]


# ---- all words that somebody sees or hears ----

TECHNICAL = {
    *("id", "form_id", "query_param_key", "element_id", "uuid", "key", "source_id"),
    *("component_name", "js_content", "js_source_path", "css_content", "css_source_path"),
    *("tag", "anchor", "divider", "icon", "content_icon", "styles", "theme", "gap", "type"),
    *("url", "page_script_hash", "query_string", "page", "format", "language", "selection_mode"),
    *("column_order", "autocomplete", "validate_regex", "file_type", "deferred_file_id"),
}
"""Text fields of Streamlit's messages that are never shown. What is not named here is shown."""

SHOWN_CHANNELS = {"x", "y", "text", "description", "tooltip", "row", "column", "facet", "href"}
"""Channels of a chart whose values are words on the screen or in a screen reader."""

LEGENDS = {"color", "shape", "size", "fill", "stroke"}
"""Channels that have a legend unless told otherwise."""

Text = tuple[str, str]
"""Where a text stands, and the text."""


def visible_texts(at: AppTest) -> list[Text]:
    """Every text of the page, whatever kind of element shows it."""
    texts = (text for node in _nodes(at._tree) for text in _texts_of(node))
    return [(where, text) for where, text in texts if text.strip()]


def _nodes(block: Any) -> Iterator[Any]:
    for child in block.children.values():
        yield child
        if hasattr(child, "children"):
            yield from _nodes(child)


def _texts_of(node: Any) -> Iterator[Text]:
    proto = getattr(node, "proto", None)
    if not isinstance(proto, Message):
        return
    where = f"{node.type} {getattr(node, 'key', None) or ''}".strip()
    if node.type == "vega_lite_chart":
        yield from ((f"{where}: {place}", text) for place, text in _chart_texts(_chart(proto)))
        return
    if node.type == "bidi_component":
        texts = _component_texts(unpacked(json.loads(proto.json or "{}")))
        yield from ((f"{where}: {place}", text) for place, text in texts)
    if node.type in ("table", "dataframe"):
        yield from ((f"{where}: {place}", text) for place, text in _table_texts(node.value))
    for place, text in _strings(proto):
        if place in ("body", "html_content") and "<" in text:
            yield from ((f"{where}: {part}", inner) for part, inner in _html_texts(text))
        else:
            yield f"{where}: {place}", re.sub(r":material/\w+:", "", text)


def _strings(message: Message) -> Iterator[Text]:
    """Every string of a message that is shown; the message of a block holds no children."""
    is_component = "component_name" in message.DESCRIPTOR.fields_by_name
    for field, value in message.ListFields():
        if field.name in TECHNICAL or (is_component and field.name == "json"):
            continue
        for item in value if field.is_repeated else [value]:
            if isinstance(item, str):
                yield field.name, item
            elif isinstance(item, Message):
                yield from ((f"{field.name}.{name}", text) for name, text in _strings(item))


def _component_texts(data: Json) -> Iterator[Text]:
    """The words of a component; all other text that it gets has to be codes, without a space."""
    for name, text in data.get("words", {}).items():
        yield f"words.{name}", text
    for name, value in data.items():
        if name == "html":
            yield from _html_texts(value)
        elif name != "words":
            yield from ((name, text) for text in _json_strings(value) if " " in text.strip())


def _json_strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield key
            yield from _json_strings(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _json_strings(inner)


def _table_texts(frame: pd.DataFrame) -> Iterator[Text]:
    for column in frame.columns:
        yield "heading", str(column)
        yield from (("cell", str(cell)) for cell in frame[column])


def _chart_texts(chart: Chart) -> Iterator[Text]:
    yield from _titles(chart.spec)
    shown: set[str] = set()
    for channel, definition in encodings(chart.spec):
        if "field" not in definition:
            continue
        has_legend = channel in LEGENDS and definition.get("legend", {}) is not None
        if channel in SHOWN_CHANNELS or has_legend:
            shown.add(definition["field"])
        if (channel in ("x", "y", "tooltip") or has_legend) and "title" not in definition:
            # Vega-Lite then shows the name of the column.
            yield f"{channel} without a title", definition["field"]
    for column in sorted(shown & set(chart.rows.columns)):
        yield from ((f"column {column}", str(value)) for value in chart.rows[column])


def _titles(spec: object) -> Iterator[Text]:
    if isinstance(spec, dict):
        for key, value in spec.items():
            if key in ("title", "subtitle", "description", "text") and lines(value):
                yield from ((key, line) for line in lines(value))
            elif key != "config":
                yield from _titles(value)
    elif isinstance(spec, list):
        for value in spec:
            yield from _titles(value)


def lines(title: object) -> list[str]:
    """The lines of a title: Vega-Lite takes a text or a list of texts."""
    if isinstance(title, str):
        return [title]
    is_list = isinstance(title, list) and all(isinstance(line, str) for line in title)
    return list(title) if is_list else []  # type: ignore[call-overload]


def encodings(spec: object) -> Iterator[tuple[str, Json]]:
    """Every channel of a chart's specification with its definition, in all layers."""
    if isinstance(spec, dict):
        for channel, definitions in spec.get("encoding", {}).items():
            for definition in definitions if isinstance(definitions, list) else [definitions]:
                yield channel, definition
        for key, value in spec.items():
            if key != "encoding":
                yield from encodings(value)
    elif isinstance(spec, list):
        for value in spec:
            yield from encodings(value)


def _html_texts(html: str) -> list[Text]:
    reader = _Reader()
    reader.feed(html)
    return reader.texts


class _Reader(HTMLParser):
    """Reads the text of HTML, the words of its attributes, and the pictures inside it."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[Text] = []
        self._silent = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._silent += tag in ("style", "script")
        for name, value in attrs:
            if name in ("alt", "title", "aria-label", "placeholder") and value:
                self.texts.append((f"{tag} {name}", value))
            if name == "src" and value and value.startswith("data:image/svg+xml,"):
                self.texts += _html_texts(unquote(value.partition(",")[2]))

    def handle_endtag(self, tag: str) -> None:
        self._silent -= tag in ("style", "script")

    def handle_data(self, data: str) -> None:
        if not self._silent:
            self.texts.append(("html", data))
