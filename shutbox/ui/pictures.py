"""Small still pictures of tiles, dice, dominoes and cards, as HTML; each can be read as text.

They are for ``st.html``; their classes are dressed by ``page.css``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from html import escape
from urllib.parse import quote

from shutbox.dice import Bag, Drawn, Roll
from shutbox.i18n import Language
from shutbox.tiles import TileSet, tile_set, tiles_in
from shutbox.ui.wording import card_name, domino_name, rank
from shutbox.variants import Variant

PIPS = {
    0: [],
    1: [(50, 50)],
    2: [(28, 28), (72, 72)],
    3: [(28, 28), (50, 50), (72, 72)],
    4: [(28, 28), (72, 28), (28, 72), (72, 72)],
    5: [(28, 28), (72, 28), (50, 50), (28, 72), (72, 72)],
    6: [(28, 26), (72, 26), (28, 50), (72, 50), (28, 74), (72, 74)],
}
"""Where the dots of a face are, in a square of 100."""

_IVORY, _WOOD, _INK = "#fffdf3", "#6b3d14", "#2b1a08"
_EDGES = ("#c0392b", "#3f6fb5")
_CENTRED = 'text-anchor="middle" font-weight="700"'


class Place(Enum):
    """How much is seen of a set in its place: nothing yet, what was found, what was given away."""

    EMPTY = "empty"
    FOUND = "found"
    GIVEN = "given"


def tile_sets(sets: Iterable[TileSet]) -> str:
    """Return a list of sets of tiles, each drawn as an addition of tiles."""
    return _list(map(_set_of_tiles, sets))


def _set_of_tiles(tiles: TileSet) -> str:
    plus = '<span aria-hidden="true">+</span>'
    return plus.join(f'<span class="stb-tile">{tile}</span>' for tile in tiles_in(tiles))


def open_tiles(t: Language, tiles: TileSet) -> str:
    """Return the open tiles of a position in a row, or words if the box is shut."""
    if not tiles:
        return escape(t("Box shut"))
    row = "".join(f'<span class="stb-tile">{tile}</span> ' for tile in tiles_in(tiles))
    return f'<span class="stb-tiles">{row}</span>'


def places(t: Language, rows: Mapping[str, Mapping[TileSet, Place]]) -> str:
    """Return places for sets of tiles, in rows with a heading; what is not known yet is empty.

    Args:
        t: the reader's language.
        rows: heading to sets, each with how much of it can be seen.
    """
    return "".join(
        f'<div class="stb-row"><p>{escape(heading)}</p>'
        + _list(_place(t, tiles, place) for tiles, place in sets.items())
        + "</div>"
        for heading, sets in rows.items()
    )


def _place(t: Language, tiles: TileSet, place: Place) -> str:
    if place == Place.EMPTY:
        name = escape(t("A set that is still missing"))
        return f'<span class="stb-place" role="img" aria-label="{name}">?</span>'
    shown = _set_of_tiles(tiles)
    if place == Place.GIVEN:
        word = escape(t("shown"))
        return f'<span class="stb-given">{shown}<small>{word}</small></span>'
    return shown


def rolls(t: Language, variant: Variant, rolls: Mapping[Roll, int]) -> str:
    """Return a list of rolls: dice, dominoes or cards, as the variant has them.

    Of two dice, the first has a red edge and R, the second a blue one and B.

    Args:
        t: the reader's language.
        variant: tells what is rolled or drawn.
        rolls: each with the number of ways in which it can come; written behind it if not one.
    """
    return _list(
        "".join(_roll(t, variant, dice)) + (f"<span>× {t.number(ways)}</span>" if ways > 1 else "")
        for dice, ways in rolls.items()
    )


def dice(t: Language, faces: Roll) -> str:
    """Return one roll of dice as pictures."""
    return _list(["".join(_dice(t, faces))])


def two_dice(t: Language, faces: Roll) -> tuple[str, str]:
    """Return a red and a blue die as pictures."""
    red, blue = _dice(t, faces)
    return red, blue


def roll(t: Language, variant: Variant, dice: Roll) -> str:
    """Return one roll as pictures in a row."""
    return f'<span class="stb-roll">{"".join(_roll(t, variant, dice))}</span>'


def box(t: Language, variant: Variant, open_tiles: TileSet, move: TileSet = 0) -> str:
    """Return a box as a picture with a name: open tiles, those shut just now, and shut ones.

    Args:
        t: the reader's language.
        variant: tells which tiles there are.
        open_tiles: the tiles that are open before the move.
        move: those of them that the move shuts; they get a ring and a tick.
    """
    columns = 5 if len(variant.tiles) <= 10 else 6 if len(variant.tiles) <= 36 else 9
    parts = []
    for place, tile in enumerate(variant.tiles):
        x, y = place % columns * 44 + 6, place // columns * 56 + 6
        bit = tile_set([tile])
        is_open, is_moved = bool(open_tiles & bit), bool(move & bit)
        fill, ink = ("#e0a564", _INK) if is_open else (_WOOD, "#e8d3b4")
        ring = 'stroke="#fffdf3" stroke-width="5"' if is_moved else 'stroke="#3b2109"'
        parts.append(
            f'<rect x="{x}" y="{y}" width="38" height="50" rx="7" fill="{fill}" {ring}/>'
            f'<text x="{x + 19}" y="{y + (29 if is_moved else 34)}" font-size="25" '
            f'fill="{ink}" {_CENTRED}>{tile}</text>'
        )
        if is_moved:
            parts.append(_text("✓", x + 19, y + 47, 17))
    width, height = columns * 44 + 6, -(-len(variant.tiles) // columns) * 56 + 6
    felt = f'<rect width="{width}" height="{height}" rx="10" fill="#23594a"/>'
    left = t.listed(t.number(tile) for tile in tiles_in(open_tiles & ~move))
    name = t("Open: {tiles}.", tiles=left) if left else t("No tile is open.")
    if move:
        shut = t("Shut now: {tiles}.", tiles=t.listed(t.number(tile) for tile in tiles_in(move)))
        name = f"{shut} {name}"
    return _picture("stb-box", f"0 0 {width} {height}", felt + "".join(parts), name)


def counts(t: Language, counts: Mapping[str, int]) -> str:
    """Return how often each of a few things was, as bars with their names and numbers."""
    most = max(counts.values())
    rows = "".join(
        f'<div role="listitem"><span>{escape(name)}</span>'
        f'<i style="width:{60 * count / most:.1f}%"></i><b>{t.number(count)}</b></div>'
        for name, count in counts.items()
    )
    return f'<div class="stb-counts" role="list">{rows}</div>'


def bar(t: Language, used: Sequence[int], left: int) -> str:
    """Return the sum of a box as a bar: a piece for each roll that was used, and what is left.

    Args:
        t: the reader's language.
        used: the totals of the rolls, in order.
        left: what the open tiles add up to.
    """
    whole = sum(used) + left
    parts, x = [], 3.0
    for number, piece in enumerate([*used, left]):
        width = 900 * piece / whole
        fill = "#e0a564" if number == len(used) else ("#cfe6da", _IVORY)[number % 2]
        if piece:
            parts.append(
                f'<rect x="{x:.1f}" y="3" width="{width:.1f}" height="74" fill="{fill}" '
                f'stroke="{_WOOD}" stroke-width="4"/>'
                + _text(t.number(piece), round(x + width / 2), 52, 34)
            )
        x += width
    sizes = {"whole": t.number(whole), "left": t.number(left)}
    pieces = " + ".join(map(t.number, used))
    name = (
        t("{whole} = {pieces} + {left} left", pieces=pieces, **sizes)
        if used
        else t("{left} left", left=sizes["left"])
    )
    return _picture("stb-bar", "0 0 906 80", "".join(parts), name)


def split(t: Language, first: int, second: int) -> str:
    """Return a number that is split into two: the number above its parts, and its dots in two."""
    whole = first + second
    names = [t.number(number) for number in (whole, first, second)]
    places = ((200, 42), (110, 132), (290, 132))
    lines = "".join(
        f'<line x1="200" y1="42" x2="{x}" y2="{y}" stroke="{_WOOD}" stroke-width="5"/>'
        for x, y in places[1:]
    )
    circles = "".join(
        f'<circle cx="{x}" cy="{y}" r="36" {_body(edge, 5)}/>{_text(name, x, y + 13, 38)}'
        for (x, y), edge, name in zip(places, (_WOOD, *_EDGES), names, strict=True)
    )
    step = min(34, 330 // whole)
    left = 200 - step * whole / 2  # the two groups stand apart by one dot
    dots = "".join(
        f'<circle cx="{left + step * (at + (at >= first)):.0f}" cy="206" r="{step * 0.36:.0f}" '
        f'fill="{_EDGES[0] if at < first else _IVORY}" stroke="{_EDGES[at >= first]}" '
        'stroke-width="4"/>'
        for at in range(whole)
    )
    alt = t("{whole} is {first} and {second}.", whole=names[0], first=names[1], second=names[2])
    return _picture("stb-split", "0 0 400 230", lines + circles + dots, alt)


def join(t: Language, faces: Roll, *, is_joined: bool) -> str:
    """Return two dice, the larger first; joined, the other one's dots follow it in a row.

    Under the larger die stands its number, under each dot that follows the next one, and below
    the sum. ``page.css`` moves the dots from where they are on their die.

    Args:
        t: the reader's language.
        faces: what the red and the blue die show.
        is_joined: whether the dots of the smaller one are in the row.
    """
    (large, stays), (small, slides) = sorted(
        zip(faces, two_dice(t, faces), strict=True), key=lambda die: -die[0]
    )
    if not is_joined:
        return f'<div class="stb-join">{stays}{slides}</div><p class="stb-told">&nbsp;</p>'
    count_on = [t.number(large + more) for more in range(1, small + 1)]
    dots = "".join(
        f'<i style="--at:{at};--x:{x / 100};--y:{y / 100}"></i>'
        for at, (x, y) in enumerate(sorted(PIPS[small]))
    )
    numerals = "".join(f'<b style="--at:{at}">{name}</b>' for at, name in enumerate(count_on))
    first = t.number(large)
    name = t("{first}, then {more}.", first=first, more=", ".join(count_on))
    told = t(
        "{first} + {second} = {whole}.", first=first, second=t.number(small), whole=count_on[-1]
    )
    edge = _EDGES[faces[0] >= faces[1]]
    return (
        f'<div class="stb-join" role="img" aria-label="{escape(name)}">{stays}'
        f'<div style="--dots:{small};border-color:{edge}">{dots}</div>'
        f'<b>{first}</b>{numerals}</div><p class="stb-told" role="status">{escape(told)}</p>'
    )


def _list(items: Iterable[str]) -> str:
    rows = "".join(f'<div role="listitem">{item}</div>' for item in items)
    return f'<div class="stb-list" role="list">{rows}</div>'


def _roll(t: Language, variant: Variant, dice: Roll) -> Iterable[str]:
    if not isinstance(variant.dice, Bag):
        return _dice(t, dice)
    items = variant.dice.items(dice)
    match variant.dice.holds:
        case Drawn.DOMINOES:
            return (domino(first, second, domino_name(t, first, second)) for first, second in items)
        case Drawn.CARDS:
            return (card(face, rank(t, face), card_name(t, face)) for (face,) in items)


def _dice(t: Language, dice: Roll) -> Iterable[str]:
    if len(dice) != 2:
        names, letters = [t("Die: {face}", face=t.number(face)) for face in dice], [""] * len(dice)
        edges = [_WOOD] * len(dice)
    else:
        red, blue = (t.number(face) for face in dice)
        names = [t("Red die: {face}", face=red), t("Blue die: {face}", face=blue)]
        letters, edges = [t("R"), t("B")], list(_EDGES)
    for face, name, letter, edge in zip(dice, names, letters, edges, strict=True):
        yield die(face, name, letter, edge)


def die(face: int, name: str, letter: str, edge: str) -> str:
    """Return one die as a picture with a name; faces above 6 are numerals."""
    marks = _pips(face) if face in PIPS else _text(face, 50, 66, 44)
    body = f'<rect x="4" y="4" width="92" height="92" rx="20" {_body(edge, 7)}/>'
    return _picture("stb-die", "0 0 100 100", body + marks + _text(letter, 50, 95, 18), name)


def domino(first: int, second: int, name: str) -> str:
    """Return one domino as a picture with a name."""
    body = f'<rect x="3" y="3" width="194" height="94" rx="18" {_body(_WOOD, 5)}/>'
    middle = f'<line x1="100" x2="100" y1="14" y2="86" stroke="{_WOOD}" stroke-width="4"/>'
    pin = f'<circle cx="100" cy="50" r="6" fill="#d9a441" stroke="{_WOOD}" stroke-width="2"/>'
    marks = middle + pin + _pips(first) + _pips(second, 100)
    return _picture("stb-domino", "0 0 200 100", body + marks, name)


def card(face: int, shown: str, name: str) -> str:
    """Return one card as a picture with a name: ``shown`` in the corners, its worth large."""
    body = f'<rect x="3" y="3" width="94" height="134" rx="14" {_body(_WOOD, 5)}/>'
    medal = '<circle cx="50" cy="70" r="31" fill="#cfe6da" stroke="#0b6e4f" stroke-width="2"/>'
    corner = _text(shown, 21, 34, 28)
    other = f'<g transform="rotate(180 50 70)">{corner}</g>'
    marks = medal + _text(face, 50, 87, 48) + corner + other
    return _picture("stb-card", "0 0 100 140", body + marks, name)


def _body(edge: str, width: int) -> str:
    return f'fill="{_IVORY}" stroke="{edge}" stroke-width="{width}"'


def _pips(face: int, left: int = 0) -> str:
    return "".join(f'<circle cx="{x + left}" cy="{y}" r="9" fill="{_INK}"/>' for x, y in PIPS[face])


def _text(text: object, x: int, y: int, size: int) -> str:
    shown = escape(str(text))
    return f'<text x="{x}" y="{y}" font-size="{size}" fill="{_INK}" {_CENTRED}>{shown}</text>'


def _picture(kind: str, view_box: str, content: str, name: str) -> str:
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view_box}" font-family="sans-serif">'
        f"{content}</svg>"
    )
    # Streamlit takes SVG out of HTML, but leaves pictures in.
    return f'<img class="{kind}" src="data:image/svg+xml,{quote(svg)}" alt="{escape(name)}">'
