"""What a lesson has on paper: a sheet as a page of its own, and its small picture with Print.

A sheet fits A4 and US Letter, is black on white, and needs nothing but itself. The browser prints
the picture itself: it is the sheet in a frame, so that nothing else of the page comes with it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from html import escape
from typing import Any

import streamlit as st

from shutbox.dice import total_odds
from shutbox.i18n import Language
from shutbox.lesson_parts import (
    ChoiceQuestion,
    ChoicesQuestion,
    Lesson,
    OrderQuestion,
    Print,
    Question,
    SetsQuestion,
    TextQuestion,
)
from shutbox.lesson_words import to_html
from shutbox.ui import pictures

_LINES = f'<div class="lines"><div>{"<hr>" * 30}</div></div>'
"""Lines to write on; those that have no room are cut off."""


def show(t: Language, lesson: Lesson, block: Print) -> None:
    """Draw a small picture of a sheet, with a button that prints it and one that keeps it."""
    show_page(t, sheet(t, lesson, block), f"{lesson.id}-{block.id}")


def show_page(t: Language, html: str, name: str) -> None:
    """Draw a small picture of a page, with a button that prints it and one that keeps it.

    Args:
        t: the reader's language.
        html: a whole page, see `page`.
        name: of the file, without its ending.
    """
    key = f"sheet-{name}"
    with st.container(key=f"lesson-{key}", gap="small"):
        _printer()(
            data={
                "html": html,
                "title": t("The sheet, as it is printed"),
                "label": t("Print this sheet"),
            },
            key=key,
        )
        st.download_button(
            t("Download the sheet"),
            html,
            f"{name}.html",
            "text/html",
            key=f"{key}-download",
            icon=":material/download:",
            type="tertiary",
            on_click="ignore",
        )


def sheet(t: Language, lesson: Lesson, block: Print) -> str:
    """Return a sheet as a whole page of HTML that needs nothing else.

    Args:
        t: the reader's language.
        lesson: the lesson, for its title and its exit questions.
        block: what is on the sheet, and how often.
    """
    body = {
        "text": lambda: _LINES,
        "board": lambda: _board(block.tiles) + _LINES,
        "tally": lambda: _tally(t, block.rows),
        "grid": lambda: _grid(t),
        "questions": lambda: "".join(map(_question, _exit_questions(lesson))),
    }[block.what]()
    columns = 2 if block.copies > 2 and block.what != "board" else 1
    rows = -(-block.copies // columns)
    places = f"repeat({rows},minmax(min-content,1fr))/repeat({columns},minmax(0,1fr))"
    text = to_html(block.text)
    copy = f'<section class="{block.what}"><p class="title">{escape(lesson.title)}</p>{text}{body}'
    return page(
        lesson.title,
        f"{copy}</section>" * block.copies,
        lesson.lang,
        f"grid-template:{places};--rows:{rows};--columns:{columns}",
    )


def page(title: str, body: str, lang: str, style: str = "") -> str:
    """Return a whole page of HTML that fits paper, is black on white and needs nothing else.

    Args:
        title: the title, as text.
        body: what is on it: ``section`` elements of HTML.
        lang: the language of the words.
        style: declarations of CSS for the whole page.
    """
    return (
        f'<!doctype html><html lang="{escape(lang)}"><head><meta charset="utf-8">'
        f"<title>{escape(title)}</title><style>{_CSS}</style></head>"
        f'<body style="{style}">{body}</body></html>'
    )


def _board(highest: int) -> str:
    tiles = "".join(f"<b>{tile}</b>" for tile in range(1, highest + 1))
    return f'<div class="box">{tiles}</div>'


def _tally(t: Language, rows: str) -> str:
    if rows == "doubles":
        names = [t("Double"), t("No double")]
    else:
        names = [t.number(total) for total in total_odds(2, 6)]
    heads = "".join(
        f"<th>{escape(head)}</th>"
        for head in (
            t("Roll") if rows == "doubles" else t("Total"),
            t("One stroke for each roll"),
            t("How many"),
        )
    )
    body = "".join(f"<tr><th>{escape(name)}</th><td></td><td></td></tr>" for name in names)
    return f"<table><tr>{heads}</tr>{body}</table>"


def _grid(t: Language) -> str:
    dice = [pictures.two_dice(t, (face, face)) for face in range(1, 7)]
    heads = "".join(f"<th>{red}</th>" for red, _ in dice)
    body = "".join(
        f"<tr><th>{die}</th>"
        + "".join(f"<td>{t.number(red + blue)}</td>" for red in range(1, 7))
        + "</tr>"
        for blue, (_, die) in enumerate(dice, 1)
    )
    return f"<table><tr><td></td>{heads}</tr>{body}</table>"


def _exit_questions(lesson: Lesson) -> Iterator[Question]:
    return (question for question in lesson.questions if question.exit)


def _question(question: Question) -> str:
    asked = to_html(question.text)
    match question:
        case ChoiceQuestion(choices=choices) | ChoicesQuestion(choices=choices):
            items = "".join(f"<li>{to_html(choice.text)}</li>" for choice in choices)
            return f'{asked}<ul class="tick">{items}</ul>'
        case OrderQuestion(items=items, shuffled=shuffled):
            mixed = "".join(f"<li>{to_html(items[n])}</li>" for n in shuffled)
            return f'{asked}<ul class="tick">{mixed}</ul>'
        case SetsQuestion(tiles=tiles):
            boxes = "".join(f"<b>{tile}</b>" for tile in tiles)
            return f'{asked}<div class="box small">{boxes}</div>'
        case TextQuestion():
            return f"{asked}{_LINES}"
    return f'{asked}<hr class="short">'


@cache
def _printer() -> Any:
    return st.components.v2.component("shutbox-sheet", css=_FRAME_CSS, js=_FRAME_JS)


_CSS = """
@page { margin: 12mm; }
* { box-sizing: border-box; margin: 0; color: #000; }
html { background: #fff; color-scheme: light; }
body {
  display: grid;
  width: 186mm;
  min-height: 250mm;
  clip-path: inset(0 1px 1px 0);
  font: 13pt/1.4 "Atkinson Hyperlegible", Verdana, Arial, sans-serif;
}
@media screen { body { margin: 12mm; } }
section {
  display: flex;
  flex-direction: column;
  gap: 3mm;
  padding: 4mm 2mm;
  margin: 0 -1px -1px 0;
  border: dashed #000;
  border-width: 0 1px 1px 0;
  break-inside: avoid;
}
.title { font-size: 10pt; }
.box { display: flex; gap: 1.5mm; padding: 3mm; border: 2px solid #000; border-radius: 3mm; }
.box b {
  display: grid;
  flex: 1;
  place-items: end center;
  height: min(34mm, calc(110mm / var(--rows)));
  padding-bottom: 1mm;
  border: 2px solid #000;
  border-radius: 2mm 2mm 0 0;
  font-size: 22pt;
}
.small { gap: 1mm; padding: 1.5mm; }
.small b { height: 9mm; font-size: 12pt; place-items: center; padding: 0; }
table { width: 100%; flex: 1; border-collapse: collapse; table-layout: fixed; }
th, td { border: 1.5px solid #000; text-align: center; vertical-align: middle; }
.tally :is(th, td):is(:first-child, :last-child) { width: 32mm; }
.tally tr:first-child { height: 14mm; }
.grid { --side: min(calc(178mm / var(--columns)), calc(210mm / var(--rows))); }
.grid table { flex: none; width: var(--side); height: var(--side); }
.grid tr:first-child td:first-child { border: 0; }
.grid td { font-size: 11pt; }
.stb-die { width: calc(var(--side) / 13); }
.lines { position: relative; flex: 1 0 9.5mm; }
.lines div { position: absolute; inset: 0; overflow: hidden; }
hr { height: 9mm; border: 0; border-bottom: 1px solid #000; }
.short { width: 40mm; }
ul { padding: 0; list-style: none; }
.tick li { display: flex; gap: 3mm; align-items: baseline; margin-bottom: 1.5mm; }
.tick li::before {
  content: "";
  flex: none;
  width: 4mm;
  height: 4mm;
  border: 1.5px solid #000;
  align-self: center;
}
.questions { font-size: 11pt; }
.answers { border: 0; }
.answers table { flex: none; table-layout: auto; font-size: 12pt; }
.answers :is(td, th) { padding: 1.5mm 2.5mm; text-align: start; }
.answers tr { break-inside: avoid; }
.answers small { font-size: 9pt; }
.answers td:first-child { text-align: center; }
"""

_FRAME_CSS = """
.paper {
  width: 198px;
  height: 280px;
  overflow: hidden;
  border: 1px solid var(--st-border-color);
  border-radius: 4px;
  background: #fff;
}
iframe {
  width: 794px;
  height: 1123px;
  border: 0;
  transform: scale(0.25);
  transform-origin: 0 0;
  pointer-events: none;
}
button {
  min-height: 48px;
  margin-top: 12px;
  padding: 0 1rem;
  border: 1px solid var(--st-widget-border-color, currentcolor);
  border-radius: var(--st-button-radius);
  background: none;
  color: var(--st-text-color);
  font: 1rem var(--st-font);
  cursor: pointer;
}
button:hover { background: var(--st-secondary-background-color); }
button:focus-visible { outline: 3px solid var(--st-primary-color); outline-offset: 2px; }
"""

# The frame may open the browser's own window for printing, and nothing else: no script runs in it.
_FRAME_JS = """
export default function ({ data, parentElement }) {
  let frame = parentElement.querySelector("iframe");
  if (!frame) {
    const paper = document.createElement("div");
    paper.className = "paper";
    frame = document.createElement("iframe");
    frame.sandbox = "allow-same-origin allow-modals";
    frame.tabIndex = -1;
    paper.append(frame);
    parentElement.append(paper, document.createElement("button"));
  }
  frame.title = data.title;
  if (frame.srcdoc !== data.html) frame.srcdoc = data.html;
  const button = parentElement.querySelector("button");
  button.textContent = data.label;
  button.onkeydown = (event) => event.stopPropagation();
  button.onclick = () => {
    frame.contentWindow.focus();
    frame.contentWindow.print();
  };
}
"""
