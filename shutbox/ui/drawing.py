"""Pieces of pictures, as SVG: tiles, bars, ten-frames, dots, a number line, dice, totals.

A picture is a card of parts, one below the other. Colour never tells anything alone.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from html import escape
from itertools import product
from urllib.parse import quote

from shutbox.exercises import TWO_DICE
from shutbox.i18n import Language
from shutbox.ui.pictures import PIPS

_WIDTH, _PAD, _GAP = 600, 22, 18
_IVORY, _INK, WOOD, _DARK, FELT = "#fffdf3", "#2b1a08", "#e0a564", "#6b3d14", "#cfe6da"
_RED, _BLUE, _GREEN = "#c0392b", "#3f6fb5", "#0b6e4f"
_TILE, _TALL, _LYING = 52, 66, 38


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture and what it tells.

    Attributes:
        svg: a whole SVG document.
        alt: the same in a sentence.
    """

    svg: str
    alt: str

    @property
    def source(self) -> str:
        """The picture as an address for ``<img src>``."""
        return f"data:image/svg+xml,{quote(self.svg)}"


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of a picture, drawn from (0, 0)."""

    svg: str
    width: float
    height: float


# ---- parts ----

EMPTY = "?"
Items = Sequence[int | str]
"""A line of tiles: a number is a tile, `EMPTY` one that is not known, other text is itself."""


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar of segments.

    Attributes:
        segments: how long they are.
        fill: their colour.
        rest: an empty part at the end.
        name: what stands before it.
        is_open: whether its length is not told.
    """

    segments: Sequence[int]
    fill: str
    rest: int = 0
    name: str = ""
    is_open: bool = False

    @property
    def length(self) -> int:
        """How long it is."""
        return sum(self.segments) + self.rest


def card(name: str, *parts: Part) -> Picture:
    """Return a picture of parts, one below the other, each in the middle and made to fit."""
    drawn, y, room = [], float(_PAD), _WIDTH - 2 * _PAD
    for part in parts:
        scale = min(1.0, room / part.width)
        x = (_WIDTH - part.width * scale) / 2
        drawn.append(f'<g transform="translate({x:.1f} {y:.1f}) scale({scale:.3f})">{part.svg}</g>')
        y += part.height * scale + _GAP
    height = round(y - _GAP + _PAD)
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" '
        'font-family="system-ui, sans-serif">'
        '<pattern id="h" width="10" height="10" patternUnits="userSpaceOnUse" '
        f'patternTransform="rotate(45)"><rect width="4" height="10" fill="{_RED}" '
        'opacity=".3"/></pattern>'
        f'<rect x="2" y="2" width="{_WIDTH - 4}" height="{height - 4}" rx="20" fill="{_IVORY}" '
        f'stroke="{_DARK}" stroke-width="3"/>{"".join(drawn)}</svg>'
    )
    return Picture(svg, name)


def beside(parts: Sequence[Part], gap: float = _GAP) -> Part:
    """Return parts in a row, each in the middle of its height."""
    height = max(part.height for part in parts)
    drawn, x = [], 0.0
    for part in parts:
        y = (height - part.height) / 2
        drawn.append(f'<g transform="translate({x:.1f} {y:.1f})">{part.svg}</g>')
        x += part.width + gap
    return Part("".join(drawn), x - gap, height)


def in_columns(parts: Sequence[Part]) -> list[Part]:
    """Return parts in two columns if there are more than two."""
    if len(parts) <= 2:
        return list(parts)
    return [beside(parts[at : at + 2], 3 * _GAP) for at in range(0, len(parts), 2)]


def _text(
    shown: str, x: float, y: float, size: int, fill: str = _INK, anchor: str = "middle"
) -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" font-weight="700" fill="{fill}" '
        f'text-anchor="{anchor}">{escape(shown)}</text>'
    )


def _plain(shown: str) -> Part:
    width = 22.0 * len(shown) + 8
    return Part(_text(shown, width / 2, 47, 38), width, _TALL)


def _tick(x: float, y: float) -> str:
    return (
        f'<path d="M{x - 9:.1f} {y:.1f}l7 8 12 -16" fill="none" stroke="{_GREEN}" '
        'stroke-width="5" stroke-linecap="round" stroke-linejoin="round"/>'
    )


def _cross(x: float, y: float, size: float) -> str:
    return (
        f'<path d="M{x - size:.1f} {y - size:.1f}l{2 * size} {2 * size}m0 {-2 * size}'
        f'l{-2 * size} {2 * size}" stroke="{_RED}" stroke-width="5" stroke-linecap="round"/>'
    )


# tiles


def _tile(name: str, width: float = _TILE) -> str:
    return (
        f'<rect x="2" y="2" width="{width - 4}" height="{_TALL - 4}" rx="9" fill="{WOOD}" '
        f'stroke="{_DARK}" stroke-width="3"/>'
        f'<path d="M8 {_TALL - 9}h{width - 16}" stroke="#c98a45" stroke-width="6"/>'
        + _text(name, width / 2, 46, 36)
    )


def _empty_tile(name: str, width: float = _TILE) -> str:
    return (
        f'<rect x="3" y="3" width="{width - 6}" height="{_TALL - 6}" rx="9" fill="#fff" '
        f'stroke="{_DARK}" stroke-width="3" stroke-dasharray="7 6"/>'
        + _text(name, width / 2, 46, 36, _DARK)
    )


def _lying_tile(name: str, width: float = _TILE) -> str:
    y = _TALL - _LYING
    return (
        f'<rect x="2" y="{y}" width="{width - 4}" height="{_LYING - 2}" rx="8" fill="{_DARK}"/>'
        + _text(name, width / 2, y + 28, 27, "#f6e3c3")
    )


def line_of_tiles(t: Language, items: Items) -> Part:
    """Return tiles and what stands between them."""
    parts = []
    for item in items:
        if item == EMPTY:
            parts.append(Part(_empty_tile(EMPTY), _TILE, _TALL))
        elif isinstance(item, int):
            width = _TILE + 20 * max(0, len(str(item)) - 2)
            parts.append(Part(_tile(t.number(item), width), width, _TALL))
        else:
            parts.append(_plain(item))
    return beside(parts, 8)


def with_plus(numbers: Iterable[int | str]) -> tuple[int | str, ...]:
    """Return a sum as items of a line of tiles."""
    return tuple(item for number in numbers for item in ("+", number))[1:]


def row_of_tiles(
    t: Language,
    tiles: Iterable[int],
    open_tiles: Collection[int],
    ringed: Collection[int] = (),
    *,
    absent: bool = False,
) -> Part:
    """Return tiles side by side, open or lying down; some have a ring; absent ones a cross."""
    parts = []
    for tile in tiles:
        name = t.number(tile)
        width = _TILE + 18.0 * max(0, len(name) - 2)
        if absent:
            svg = _empty_tile(name, width) + _cross(width - 3, 5, 8)
        else:
            svg = (_tile if tile in open_tiles else _lying_tile)(name, width)
        if tile in ringed:
            top = 0 if tile in open_tiles else _TALL - _LYING - 4
            svg += (
                f'<rect x="-1" y="{top - 1}" width="{width + 2}" height="{_TALL - top + 2}" '
                'rx="11" '
                f'fill="none" stroke="{_RED}" stroke-width="6"/>'
            )
        parts.append(Part(svg, width, _TALL))
    return beside(parts, 8)


# bars

_BAR, _HIGH = 400, 54
_MOST_UNITS = 45


def bars(t: Language, *bars: Bar, asked: int) -> Part:
    """Return bars on one scale; behind each stands its length, before it what it is.

    What a bar is too short stays hatched. One that is far too long is cut off, with a tear.

    Args:
        t: the reader's language.
        bars: from above.
        asked: how long they should be.
    """
    longest = max(bar.length for bar in bars)
    scale = min(longest, 2 * asked + 4)
    names = [bar.name for bar in bars]
    ends = ["" if bar.is_open else t.number(bar.length) for bar in bars]
    left = 19.5 * max(map(len, names)) + 4 if any(names) else 0.0
    drawn = []
    for row, (bar, end) in enumerate(zip(bars, ends, strict=True)):
        drawn.append(
            f'<g transform="translate(0 {row * (_HIGH + 16)})">'
            + _text(bar.name, 0, 36, 26, anchor="start")
            + f'<g transform="translate({left:.1f} 0)">{_bar(t, bar, scale, longest)}</g>'
            + _text(end, left + _BAR + 14, 38, 32, anchor="start")
            + "</g>"
        )
    width = left + _BAR + 24 + 20 * max(map(len, ends))
    return Part("".join(drawn), width, len(bars) * (_HIGH + 16) - 16)


def _bar(t: Language, bar: Bar, scale: int, longest: int) -> str:
    unit = _BAR / scale
    pieces = [(segment, bar.fill, "") for segment in bar.segments if segment]
    if bar.rest:
        pieces.append((bar.rest, "#fff", 'stroke-dasharray="7 6"'))
    drawn, x = [], 0
    for length, fill, dashed in pieces:
        units = min(length, scale - x)
        if units <= 0:
            break
        width = units * unit
        drawn.append(
            f'<rect x="{x * unit:.1f}" y="2" width="{width:.1f}" height="{_HIGH - 4}" '
            f'fill="{fill}" stroke="{_DARK}" stroke-width="3" {dashed}/>'
        )
        if scale <= _MOST_UNITS:
            drawn += [
                f'<path d="M{(x + k) * unit:.1f} {_HIGH - 14}v12" stroke="{_DARK}" '
                'stroke-width="2"/>'
                for k in range(1, units)
            ]
        shown = EMPTY if dashed else t.number(length)
        if len(pieces) > 1 and width >= 15 * len(shown) + 4:
            drawn.append(_text(shown, x * unit + width / 2, 36, 28))
        x += length
    if x > scale:
        steps = "".join(f"l{-9 if k % 2 else 9} {_HIGH / 6:.1f}" for k in range(6))
        drawn += [
            f'<path d="M{_BAR - 9} 0{steps}" fill="none" stroke="{colour}" stroke-width="{width}"/>'
            for colour, width in ((_IVORY, 9), (_DARK, 3))
        ]
    elif x < scale == longest:
        drawn.append(
            f'<rect x="{x * unit:.1f}" y="2" width="{(scale - x) * unit:.1f}" '
            f'height="{_HIGH - 4}" fill="url(#h)" stroke="{_RED}" stroke-width="2" '
            'stroke-dasharray="3 5"/>'
        )
    return "".join(drawn)


# dots and frames

_CELL = 46


def _dot(x: float, y: float, kind: str, radius: float = 16) -> str:
    """Return a dot: of the first kind full and red, of the second a blue ring."""
    if kind == "a":
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius}" fill="{_RED}"/>'
    return (
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius - 4}" fill="#fff" stroke="{_BLUE}" '
        'stroke-width="8"/>'
    )


def frames(frames: Sequence[str]) -> Part:
    """Return ten-frames; a mark is a kind of dot, or ``?`` for a place that is to be filled."""
    return beside([_frame(marks) for marks in frames], 1.5 * _GAP)


def _frame(marks: str) -> Part:
    drawn = []
    for at in range(10):
        x, y = at % 5 * _CELL, at // 5 * _CELL
        mark = marks[at] if at < len(marks) else ""
        fill = "#fff" if mark == "?" else "#fbf1dc" if not mark else "#fff"
        drawn.append(
            f'<rect x="{x + 2}" y="{y + 2}" width="{_CELL}" height="{_CELL}" fill="{fill}" '
            f'stroke="{_DARK}" stroke-width="3"/>'
        )
        if mark == "?":
            drawn.append(
                f'<circle cx="{x + 2 + _CELL / 2}" cy="{y + 2 + _CELL / 2}" r="14" fill="none" '
                f'stroke="{_DARK}" stroke-width="3" stroke-dasharray="5 5"/>'
            )
        elif mark:
            drawn.append(_dot(x + 2 + _CELL / 2, y + 2 + _CELL / 2, mark))
    return Part("".join(drawn), 5 * _CELL + 4, 2 * _CELL + 4)


def dot_rows(t: Language, rows: Sequence[int], *, extra: bool = False) -> Part:
    """Return a row of dots for each number, in groups of five; ``extra`` rings the last dot."""
    drawn = []
    for row, count in enumerate(rows):
        y = 24 + row * 52
        drawn.append(_text(t.number(count), 26, y + 12, 34, anchor="end"))
        for at in range(count):
            x = 72 + at * 42 + at // 5 * 16
            drawn.append(_dot(x, y, "ab"[row % 2]))
            if extra and row and at == count - 1:
                drawn.append(
                    f'<circle cx="{x}" cy="{y}" r="22" fill="none" stroke="{_INK}" '
                    'stroke-width="4" stroke-dasharray="6 5"/>'
                )
    most = max(rows)
    return Part("".join(drawn), 96 + (most - 1) * 42 + (most - 1) // 5 * 16, 52 * len(rows) - 4)


# the number line


def number_line(t: Language, start: int, end: int, last: str) -> Part:
    """Return a line from one number to another with a hop for every step between."""
    step = min(84.0, 520 / (end - start))
    drawn = [
        f'<path d="M4 70H{step * (end - start) + 44:.1f}" stroke="{_DARK}" stroke-width="5" '
        'stroke-linecap="round"/>'
    ]
    for at in range(end - start + 1):
        x = 24 + at * step
        drawn.append(f'<path d="M{x:.1f} 58v24" stroke="{_DARK}" stroke-width="4"/>')
        if at:
            drawn.append(
                f'<path d="M{x - step:.1f} 54C{x - 0.8 * step:.1f} 6 {x - 0.2 * step:.1f} 6 '
                f'{x:.1f} 50" fill="none" stroke="{_BLUE}" stroke-width="5"/>'
                f'<path d="M{x - 9:.1f} 38L{x:.1f} 52l4 -16" fill="none" stroke="{_BLUE}" '
                'stroke-width="5" stroke-linecap="round" stroke-linejoin="round"/>'
            )
    drawn += [
        _text(t.number(start), 24, 116, 34),
        _text(last, 24 + step * (end - start), 116, 34),
    ]
    return Part("".join(drawn), step * (end - start) + 48, 122)


# dice and their totals


def _die(face: int, edge: str, letter: str) -> Part:
    pips = "".join(f'<circle cx="{x}" cy="{y}" r="9" fill="{_INK}"/>' for x, y in PIPS[face])
    body = (
        f'<rect x="4" y="4" width="92" height="92" rx="20" fill="{_IVORY}" stroke="{edge}" '
        f'stroke-width="7"/>{pips}{_text(letter, 50, 134, 28, edge)}'
    )
    return Part(f'<g transform="scale(.8)">{body}</g>', 80, 110)


def dice_rolls(t: Language, rolls: Sequence[tuple[int, int]]) -> Part:
    """Return rolls of a red and a blue die side by side."""
    pairs = [beside([_die(red, _RED, t("R")), _die(blue, _BLUE, t("B"))], 6) for red, blue in rolls]
    return beside(pairs, 2.5 * _GAP)


def circled(shown: str) -> Part:
    """Return a number in a circle: a total."""
    circle = f'<circle cx="30" cy="30" r="27" fill="#fff" stroke="{_DARK}" stroke-width="4"/>'
    return Part(circle + _text(shown, 30, 42, 36), 60, 60)


def row_of_totals(t: Language, fitting: Collection[int]) -> Part:
    """Return the totals of two dice in a row; those that fit are filled and have a tick."""
    drawn = []
    for at, total in enumerate(TWO_DICE):
        x, fits = 26 + at * 50, total in fitting
        style = (
            f'fill="{FELT}" stroke="{_GREEN}" stroke-width="4"'
            if fits
            else 'fill="#fff" stroke="#8a8378" stroke-width="2" stroke-dasharray="5 5"'
        )
        drawn.append(f'<circle cx="{x}" cy="52" r="22" {style}/>')
        drawn.append(_text(t.number(total), x, 62, 28, _INK if fits else "#6a6459"))
        if fits:
            drawn.append(_tick(x, 14))
    return Part("".join(drawn), 552, 78)


def grid(t: Language, fitting: Collection[int], crossed: Collection[int]) -> Part:
    """Return the 36 rolls of two dice with their totals: some are filled, some crossed out."""
    wide, high = 62, 31
    drawn = [
        _text(t("R"), 30, 24, 26, _RED),
        *(_text(t.number(face), 30, 32 + face * high - 5, 26, _RED) for face in range(1, 7)),
        *(_text(t.number(face), 24 + face * wide, 24, 26, _BLUE) for face in range(1, 7)),
        _text(t("B"), 24 + 7 * wide - 20, 24, 26, _BLUE),
    ]
    for red, blue in product(range(1, 7), repeat=2):
        x, y, total = blue * wide - 7, red * high + 2, red + blue
        fill = FELT if total in fitting else "#fff"
        edge = f'stroke="{_GREEN}" stroke-width="3"' if total in fitting else 'stroke="#b9ad96"'
        drawn.append(
            f'<rect x="{x + 2}" y="{y + 2}" width="{wide - 4}" height="{high - 4}" rx="6" '
            f'fill="{fill}" {edge}/>'
        )
        drawn.append(
            _text(
                t.number(total), x + wide / 2, y + 25, 26, "#8a8378" if total in crossed else _INK
            )
        )
        if total in crossed:
            drawn.append(
                f'<path d="M{x + 6} {y + 5}l{wide - 12} {high - 10}m0 {10 - high}'
                f'l{12 - wide} {high - 10}" stroke="{_RED}" stroke-width="4"/>'
            )
    return Part("".join(drawn), 24 + 7 * wide, 6 * high + 34)
