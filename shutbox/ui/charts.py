"""Charts on a page: the specification is built once, only the rows travel with a rerun."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import altair as alt
import pandas as pd
import pyarrow as pa
import streamlit as st

from shutbox import i18n
from shutbox.charts.theme import Mode
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
    mode = state.mode()
    columns = rows.column_names if isinstance(rows, pa.Table) else rows.columns
    spec = _specification(chart, t.code, mode, tuple(columns), tuple(sorted(options.items())))
    st.vega_lite_chart(
        rows,
        spec,
        key=key,
        on_select="ignore" if on_select is None else on_select,
        width="stretch",
    )
