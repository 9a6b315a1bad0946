"""Small still pictures of tiles and dice, as HTML for ``st.html``; each can be read as text.

Their classes are dressed by ``page.css``.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from urllib.parse import quote

from shutbox.dice import Roll
from shutbox.i18n import Language
from shutbox.tiles import TileSet, tiles_in

_PIPS = {
    1: [(50, 50)],
    2: [(28, 28), (72, 72)],
    3: [(28, 28), (50, 50), (72, 72)],
    4: [(28, 28), (72, 28), (28, 72), (72, 72)],
    5: [(28, 28), (72, 28), (50, 50), (28, 72), (72, 72)],
    6: [(28, 26), (72, 26), (28, 50), (72, 50), (28, 74), (72, 74)],
}
_EDGES = ("#c0392b", "#3f6fb5")


def tile_sets(sets: Iterable[TileSet]) -> str:
    """Return a list of sets of tiles, each drawn as an addition of tiles."""
    plus = '<span aria-hidden="true">+</span>'
    items = (
        plus.join(f'<span class="stb-tile">{tile}</span>' for tile in tiles_in(tiles))
        for tiles in sets
    )
    return _list(items)


def rolls(t: Language, rolls: Iterable[Roll]) -> str:
    """Return a list of rolls, the first die with a red edge and R, the second blue with B."""
    return _list("".join(_dice(t, dice)) for dice in rolls)


def _list(items: Iterable[str]) -> str:
    rows = "".join(f'<div role="listitem">{item}</div>' for item in items)
    return f'<div class="stb-list" role="list">{rows}</div>'


def _dice(t: Language, dice: Roll) -> Iterable[str]:
    if len(dice) != 2:
        names, letters = [t("Die: {face}", face=t.number(face)) for face in dice], [""] * len(dice)
        edges = ["#6b3d14"] * len(dice)
    else:
        red, blue = (t.number(face) for face in dice)
        names = [t("Red die: {face}", face=red), t("Blue die: {face}", face=blue)]
        letters, edges = [t("R"), t("B")], list(_EDGES)
    for face, name, letter, edge in zip(dice, names, letters, edges, strict=True):
        yield die(face, name, letter, edge)


def die(face: int, name: str, letter: str, edge: str) -> str:
    """Return one die as a picture with a name; faces above 6 are numerals."""
    marks = (
        "".join(f'<circle cx="{x}" cy="{y}" r="9" fill="#2b1a08"/>' for x, y in _PIPS.get(face, []))
        or f'<text x="50" y="66" text-anchor="middle" font-size="44">{face}</text>'
    )
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" font-family="sans-serif">'
        f'<rect x="4" y="4" width="92" height="92" rx="20" fill="#fffdf3" stroke="{edge}"'
        f' stroke-width="7"/>{marks}'
        '<text x="50" y="95" text-anchor="middle" font-size="18" font-weight="700">'
        f"{escape(letter)}</text></svg>"
    )
    # Streamlit takes SVG out of HTML, but leaves pictures in.
    return f'<img class="stb-die" src="data:image/svg+xml,{quote(svg)}" alt="{escape(name)}">'
