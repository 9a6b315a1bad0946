"""The colours and the dress of all charts, for light and for dark pages.

Contrast against the page is at least 4.5 for words and 3 for marks (``shared/look.md``). A colour
never says anything alone: a word or a mark goes with it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import altair as alt

from shutbox.i18n import Language

Mode = Literal["light", "dark"]


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours of the roles."""

    page: str
    text: str
    grid: str
    best: str
    yours: str
    other: str
    up: str
    down: str


PALETTES: dict[Mode, Palette] = {
    "light": Palette(
        page="#fff8ec",
        text="#2b1a08",
        grid="#e3d8c4",
        best="#0b6e4f",
        yours="#a6421f",
        other="#5a5a5a",
        up="#1f5f9e",
        down="#7a3f9d",
    ),
    "dark": Palette(
        page="#1b1f1d",
        text="#f3ede2",
        grid="#3c4440",
        best="#7fd1ae",
        yours="#ff9d76",
        other="#b9b4ab",
        up="#8cbcf2",
        down="#d0a6f5",
    ),
}

ROLES = ("best", "yours", "other", "up", "down")
"""What a mark stands for: a best move (or what is exact), the reader's own choice, anything else,
luck upwards, luck downwards."""


def role_scale(mode: Mode, roles: Sequence[str] = ROLES) -> alt.Scale:
    """Return the colour scale whose values are the names of roles."""
    palette = PALETTES[mode]
    return alt.Scale(domain=list(roles), range=[getattr(palette, role) for role in roles])


def dress(chart: alt.LayerChart, t: Language, mode: Mode, **properties: Any) -> alt.LayerChart:
    """Return ``chart`` with its own properties and the common fonts, colours and numbers."""
    text, grid = PALETTES[mode].text, PALETTES[mode].grid
    dressed: alt.LayerChart = (
        chart.properties(**properties)
        .configure(
            font="system-ui, 'Segoe UI', 'Noto Sans', sans-serif",
            locale={"number": t.chart_numbers},
        )
        .configure_axis(
            labelColor=text, titleColor=text, labelFontSize=14, titleFontSize=14, gridColor=grid
        )
        .configure_title(color=text, fontSize=16, anchor="start")
        .configure_text(color=text, fontSize=14)
        .configure_view(stroke=None)
    )
    return dressed
