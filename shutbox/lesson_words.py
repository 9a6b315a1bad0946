"""The texts of lessons: Markdown to HTML and to plain text, and how hard they are to read."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType

from markdown_it import MarkdownIt
from markdown_it.token import Token

from shutbox.i18n import SOURCE

AVOID: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "en": {
            "flap": "tile",
            "flaps": "tiles",
            "throw": "roll",
            "throws": "rolls",
            "closed": "shut",
            "remaining": "left",
            "combination": "set",
            "combinations": "sets",
            "outcome": "roll",
            "outcomes": "rolls",
        },
        "fr": {
            "tuile": "clapet",
            "tuiles": "clapets",
            "volet": "clapet",
            "volets": "clapets",
            "jet": "lancer",
            "jets": "lancers",
            "combinaison": "ensemble",
            "combinaisons": "ensembles",
            "coincé": "bloqué",
            "coincée": "bloquée",
            "issue": "lancer",
            "issues": "lancers",
        },
    }
)
"""By language: words that pupils do not read, and ours for them."""


class SafeMarkdown(MarkdownIt):
    """Markdown whose links lead to the web or to a place in the app only."""

    def validateLink(self, url: str) -> bool:  # noqa: N802  # the name is the library's
        """Return whether a link may be active: to the web, or to a place in the app."""
        return is_link(url)


def is_link(url: str) -> bool:
    """Return whether a link may be active: to the web, or to a place in the app."""
    is_web = re.match(r"https?://[^/]", url, re.IGNORECASE)
    return bool(is_web) or not re.match(r"[^/?#]*:|[/\\]{2}", url)


_TEXT = SafeMarkdown("commonmark", {"html": False}).enable("table").disable("image")
_NO_LISTS = SafeMarkdown("commonmark", {"html": False}).enable("table").disable(["image", "list"])


def _tokens(markdown: str) -> list[Token]:
    """Read a text. A list of one entry is none: it is a sentence that begins with a number."""
    tokens = _TEXT.parse(markdown)
    types = [token.type for token in tokens]
    lists = types.count("ordered_list_open") + types.count("bullet_list_open")
    return _NO_LISTS.parse(markdown) if lists == types.count("list_item_open") > 0 else tokens


@lru_cache(maxsize=2048)
def to_html(markdown: str) -> str:
    """Return a text of a lesson as HTML. Tags in it are shown as text, pictures as links."""
    tokens = _tokens(markdown)
    for child in (child for token in tokens for child in token.children or ()):
        if child.type == "link_open":
            child.attrSet("target", "_blank")
            child.attrSet("rel", "noopener noreferrer")
    return str(_TEXT.renderer.render(tokens, _TEXT.options, {}))


def to_plain(markdown: str) -> str:
    """Return a text of a lesson without its marks, a line a paragraph: to be read aloud."""
    return "\n".join(text for _, text in _paragraphs(markdown))


def _paragraphs(markdown: str) -> Iterator[tuple[int, str]]:
    """Yield the plain text of each paragraph, with the line in the text where it begins."""
    for token in _tokens(markdown):
        if token.type == "inline":
            words = "".join(
                " " if child.type in ("softbreak", "hardbreak") else child.content
                for child in token.children or ()
            )
            yield (token.map or [0])[0], words


# ---- readability ----

_SENTENCE = re.compile(r"(?<=[.!?…:;])[”\"’')*]*\s+")
_NUMBER = r"\d(?:[\d.,/%]*[\d%])?"
_WORD = re.compile(rf"{_NUMBER}(?:\s*[-+−=×·,]\s*{_NUMBER})*|[^\W\d_]+(?:['’-][^\W\d_]+)*")


def most_words(age: tuple[int, int], lang: str) -> int:
    """Return how many words a sentence may have for the youngest; a quarter more in translation."""
    return _in(lang, 8 if age[0] <= 8 else 12)


def most_on_screen(lang: str) -> int:
    """Return how many words one may see at once; a quarter more in translation."""
    return _in(lang, 40)


def _in(lang: str, most: int) -> int:
    return most if lang == SOURCE else most * 5 // 4


def asks(markdown: str) -> bool:
    """Return whether there is a question in a text."""
    return "?" in markdown or "？" in markdown  # Japanese has its own


def sentences(markdown: str) -> Iterator[tuple[int, str]]:
    """Yield the sentences of a text, each with the line in it where its paragraph begins."""
    for line, paragraph in _paragraphs(markdown):
        yield from ((line, sentence) for sentence in _SENTENCE.split(paragraph) if sentence)


def word_list(sentence: str) -> list[str]:
    """Return the words of a sentence; a number is one, and so is a sum of numbers."""
    return _WORD.findall(sentence)
