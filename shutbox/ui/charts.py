"""Charts on a page: the specification is built once, only the rows travel with a rerun."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import lru_cache, partial
from typing import Any

import altair as alt
import pandas as pd
import pyarrow as pa
import streamlit as st

from shutbox import i18n
from shutbox.charts.theme import PALETTES, Mode
from shutbox.i18n import Language
from shutbox.ui import state

ChartFunction = Callable[..., alt.LayerChart]


@lru_cache(maxsize=256)
def _specification(
    chart: ChartFunction,
    code: str,
    mode: Mode,
    columns: tuple[str, ...],
    options: tuple[tuple[str, str], ...],
) -> dict[str, Any]:
    empty = pd.DataFrame(columns=list(columns))
    spec: dict[str, Any] = chart(empty, i18n.language(code), mode, **dict(options)).to_dict()
    for name in ("data", "datasets", "$schema"):
        spec.pop(name, None)
    return spec


def _large(spec: dict[str, Any]) -> dict[str, Any]:
    """Return a specification with letters for the projector."""
    config = spec.get("config", {})
    sizes = {
        "axis": {"labelFontSize": 18, "titleFontSize": 18},
        "text": {"fontSize": 18},
        "title": {"fontSize": 22},
    }
    large = {name: {**config.get(name, {}), **size} for name, size in sizes.items()}
    return {**spec, "config": {**config, **large}}


EXPORT_WIDTH = 720
"""The width of a chart in a file, in pixels, where the chart has none of its own."""

PICTURES = {"SVG": "image/svg+xml", "PNG": "image/png"}


def figure(
    chart: ChartFunction,
    rows: pd.DataFrame | pa.Table,
    table: Callable[[], pd.DataFrame],
    t: Language,
    *,
    key: str,
    on_select: Callable[[], None] | None = None,
    **options: str,
) -> None:
    """Draw a chart as `show` does and, folded away below it, its numbers and pictures.

    Args:
        chart: see `show`.
        rows: see `show`.
        table: makes the numbers of the chart as words; called only when the table is opened.
        t: the reader's language.
        key: the key of the chart; also the name of its pictures.
        on_select: see `show`.
        **options: see `show`.
    """
    show(chart, rows, t, key=key, on_select=on_select, **options)
    panel = st.expander(t("Table and pictures"), key=f"{key}-table", on_change="rerun")
    if not panel.open:
        return
    with panel:
        st.table(table(), hide_index=True)
        mode = state.mode()
        spec = _specification(chart, t.code, mode, _names(rows), _sorted(options))
        with st.container(horizontal=True):
            for name, kind in PICTURES.items():
                st.download_button(
                    t("Chart as {kind}", kind=name),
                    partial(picture, spec, rows, name, mode),
                    f"{key}.{name.lower()}",
                    kind,
                    key=f"{key}-{name}",
                    on_click="ignore",
                )


def picture(
    spec: dict[str, Any], rows: pd.DataFrame | pa.Table, kind: str, mode: Mode = "light"
) -> bytes:
    """Return a chart as a file, drawn without any network.

    Args:
        spec: its Vega-Lite specification without data.
        rows: its data.
        kind: "SVG" or "PNG".
        mode: the colours of ``spec``.
    """
    import vl_convert  # 30 MB of code that only a download needs

    frame = rows.to_pandas() if isinstance(rows, pa.Table) else rows
    whole = {
        "background": PALETTES[mode].page,
        "padding": 16,
        "width": EXPORT_WIDTH,
        **spec,
        "data": {"values": json.loads(frame.to_json(orient="records"))},
    }
    if kind == "PNG":
        png: bytes = vl_convert.vegalite_to_png(whole, scale=2)
        return png
    return vl_convert.vegalite_to_svg(whole).encode()


def _names(rows: pd.DataFrame | pa.Table) -> tuple[str, ...]:
    return tuple(rows.column_names if isinstance(rows, pa.Table) else rows.columns)


def _sorted(options: dict[str, str]) -> tuple[tuple[str, str], ...]:
    return tuple(sorted(options.items()))


def show(
    chart: ChartFunction,
    rows: pd.DataFrame | pa.Table,
    t: Language,
    *,
    key: str,
    on_select: Callable[[], None] | None = None,
    **options: str,
) -> None:
    """Draw ``chart`` with ``rows``; an unchanged specification is patched in place, not redrawn.

    Args:
        chart: a function of `shutbox.charts`, called as ``chart(rows, t, mode, **options)``.
            What it returns may depend on everything but the rows.
        rows: what the marks show.
        t: the reader's language.
        key: the key of the chart.
        on_select: called when a mark is picked.
        **options: passed on to ``chart``.
    """
    spec = _specification(chart, t.code, state.mode(), _names(rows), _sorted(options))
    if state.is_on(state.PRESENT):
        spec = _large(spec)
    st.vega_lite_chart(
        rows,
        spec,
        key=key,
        on_select="ignore" if on_select is None else on_select,
        width="stretch",
    )
