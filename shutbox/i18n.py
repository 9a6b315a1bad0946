"""Texts, plurals, numbers and lists in the reader's language.

English is the source: a message is its own key. Catalogues are gettext ``.po`` files under
``locales/<language>/LC_MESSAGES/``, read once with Babel; nothing compiled is kept. A message that
a catalogue lacks is shown in English.

Messages are found in the source by these calls (``python -m shutbox.i18n`` updates the template
and the catalogues, ``python -m shutbox.i18n nl`` begins a new one):

- ``t("Roll {count} dice", count=2)``, where ``t`` is a `Language`;
- ``t.plural("{n} choice", "{n} choices", n)``;
- ``mark("Standard box")`` for a message in a table, translated later with ``t(...)``.

A comment that begins with ``Note:`` above a message reaches the translator.
"""

from __future__ import annotations

import gettext
import io
import re
import sys
from collections.abc import Iterable, Sequence
from decimal import ROUND_HALF_EVEN, Context, Decimal
from functools import cache
from pathlib import Path
from typing import Any, Literal

from babel import Locale, UnknownLocaleError, negotiate_locale
from babel.lists import format_list
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from babel.numbers import format_decimal, format_percent, get_decimal_symbol, get_group_symbol

SOURCE = "en"
PSEUDO = "en-XA"
"""The code of the generated language: English, accented and lengthened, for tests."""

LOCALES = Path(__file__).parent / "locales"
TEMPLATE = LOCALES / "shutbox.pot"
KEYWORDS: dict[str, tuple[int, ...] | None] = {"t": None, "plural": (1, 2), "mark": None}

_BRITISH = Locale("en", "GB")
"""Lists and numbers in English: 3, 4 and 9, without a comma before the last."""

MINUS = "−"
"""The sign before a negative number; the locales have the shorter hyphen of the keyboard."""

_PRECISE = Context(prec=200)
_PLACEHOLDER = re.compile(r"(\{[^{}]*\})")
_ACCENTED = str.maketrans(
    "abcdefghiklmnoprstuvwyzABCDEFGHIKLMNOPRSTUVWYZ",
    "áƀçđéƒğĥíķĺɱñóƥŕšťúṽŵýžÁɃÇĐÉƑĞĤÍĶĹṀÑÓƤŔŠŤÚṼŴÝŽ",
)


def mark(message: str) -> str:
    """Return ``message`` unchanged; the call marks it as translatable."""
    return message


def pseudo(message: str) -> str:
    """Return ``message`` in brackets, accented and about 40 % longer; placeholders stay."""
    parts = _PLACEHOLDER.split(message)
    accented = "".join(p if p.startswith("{") else p.translate(_ACCENTED) for p in parts)
    return f"⟦{accented}{' ~' * (len(message) // 5)}⟧"


class Language:
    """One language: calling it translates a message.

    Attributes:
        code: the language tag, for instance ``"fr"``; it goes into links and ``<html lang>``.
        name: what the language calls itself.
    """

    def __init__(self, code: str, catalogue: gettext.NullTranslations) -> None:
        self.code = code
        self._catalogue = catalogue
        self._locale = _BRITISH if code in (SOURCE, PSEUDO) else Locale.parse(code, sep="-")
        name = self._locale.get_language_name() or code
        self.name = pseudo(name) if code == PSEUDO else name[0].upper() + name[1:]

    def __call__(self, message: str, /, **values: Any) -> str:
        """Return ``message`` translated, with ``{name}`` replaced by the values."""
        return self._finish(self._catalogue.gettext(message), values)

    def plural(self, one: str, other: str, n: int, /, **values: Any) -> str:
        """Return the form for ``n`` things, translated; ``{n}`` stands for the number."""
        values = {"n": self.number(n), **values}
        return self._finish(self._catalogue.ngettext(one, other, n), values)

    def number(self, value: float, digits: int = 0, *, signed: bool = False) -> str:
        """Return a number with a fixed count of decimals, written as in this language."""
        rounded = _rounded(value, digits)
        pattern = "#,##0" + ("." + "0" * digits if digits else "")
        if signed and rounded:
            pattern = f"+{pattern};-{pattern}"
        text = format_decimal(rounded, format=pattern, locale=self._locale)
        return str(text).replace("-", MINUS)

    def percent(self, share: float, digits: int = 1) -> str:
        """Return a share (0.5) as a percentage (50.0%), written as in this language."""
        pattern = self._locale.percent_formats[None].pattern
        decimals = "." + "0" * digits if digits else ""
        fixed = pattern.replace("#,##0", "#,##0" + decimals)
        rounded = _rounded(share, digits + 2)
        text = format_percent(rounded, format=fixed, locale=self._locale)
        return str(text).replace("-", MINUS)

    def listed(self, items: Iterable[object], style: Literal["and", "or"] = "and") -> str:
        """Return the items as a list in words: 3, 4 and 9."""
        styles: dict[str, Literal["standard", "or"]] = {"and": "standard", "or": "or"}
        words = [str(item) for item in items]
        return str(format_list(words, style=styles[style], locale=self._locale))

    @property
    def chart_numbers(self) -> dict[str, Any]:
        """How a chart writes numbers: a "number" locale of Vega, which has that of d3-format."""
        percent = self._locale.percent_formats[None].pattern.replace("#,##0", "")
        return {
            "decimal": get_decimal_symbol(self._locale),
            "thousands": get_group_symbol(self._locale),
            "grouping": [3],
            "currency": ["", ""],
            "percent": percent,
            "minus": MINUS,
        }

    @property
    def list_locale(self) -> str:
        """The tag with which a browser's ``Intl.ListFormat`` writes lists as `listed` does."""
        return str(self._locale).replace("_", "-")

    @staticmethod
    def _finish(text: str, values: dict[str, Any]) -> str:
        return text.format(**values) if values else text


def _rounded(value: float, digits: int) -> Decimal:
    """Round as Babel does, before it can turn a small negative number into a minus zero."""
    rounded = Decimal(str(value)).quantize(Decimal(1).scaleb(-digits), ROUND_HALF_EVEN, _PRECISE)
    return abs(rounded) if rounded == 0 else rounded


class _Pseudo(gettext.NullTranslations):
    def gettext(self, message: str) -> str:
        return pseudo(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return pseudo(msgid1 if n == 1 else msgid2)


def languages() -> tuple[str, ...]:
    """Return the codes of all languages a reader can choose, English first."""
    return _languages_in(LOCALES)


@cache
def _languages_in(folder: Path) -> tuple[str, ...]:
    found = sorted(path.parent.parent.name for path in folder.glob("*/LC_MESSAGES/shutbox.po"))
    return (SOURCE, *found)


def catalogue_path(code: str) -> Path:
    """Return where the catalogue of a language lies."""
    return LOCALES / code / "LC_MESSAGES" / "shutbox.po"


def read_catalogue(code: str) -> Catalog:
    """Return the catalogue of a language as Babel reads it.

    Raises:
        OSError: there is none.
    """
    with catalogue_path(code).open("rb") as file:
        return read_po(file, locale=code.replace("-", "_"), abort_invalid=True)


@cache
def language(code: str) -> Language:
    """Return a language by its code.

    Raises:
        LookupError: there is no such language.
    """
    if code == SOURCE:
        return Language(code, gettext.NullTranslations())
    if code == PSEUDO:
        return Language(code, _Pseudo())
    if code not in languages():
        raise LookupError(f"there is no language {code!r}")
    compiled = io.BytesIO()
    write_mo(compiled, read_catalogue(code))
    compiled.seek(0)
    return Language(code, gettext.GNUTranslations(compiled))


def best_language(*wishes: str | None) -> str:
    """Return the first of the wishes (``fr``, ``fr-BE``, ``fr_BE``) that there is, or English.

    The pseudo-language is only ever found by its own code.
    """
    for wish in wishes:
        if not wish:
            continue
        if wish == PSEUDO:
            return PSEUDO
        try:
            wished = str(Locale.parse(wish.replace("_", "-"), sep="-"))
        except (ValueError, UnknownLocaleError, TypeError):
            continue
        codes = {code.replace("-", "_"): code for code in languages()}
        if found := negotiate_locale([wished], codes):
            return codes[found]
    return SOURCE


def extract_template(roots: Sequence[Path] | None = None) -> Catalog:
    """Return every message of the source as a catalogue without translations.

    Args:
        roots: the folders and files to read, by default the whole app.
    """
    top = Path(__file__).parent.parent
    template = Catalog(project="shutbox", charset="utf-8")
    for root in roots or (top / "app.py", top / "pages", top / "shutbox"):
        folder, mask = (root.parent, [(root.name, "python")]) if root.is_file() else (root, None)
        for name, _line, message, comments, _context in extract_from_dir(
            folder,
            method_map=mask or [("**.py", "python")],
            keywords=KEYWORDS,
            comment_tags=("Note:",),
            strip_comment_tags=True,
            directory_filter=(lambda _: False) if mask else None,
        ):
            where = (folder / name).relative_to(top).as_posix()
            template.add(message, locations=[(where, 0)], auto_comments=comments)
    return template


def update_catalogues(*new: str) -> None:
    """Write the template anew and bring every catalogue up to it; translations are kept.

    Args:
        new: codes of languages to begin.
    """
    template = extract_template()
    _write(TEMPLATE, template)
    for code in new:
        if not catalogue_path(code).exists():
            catalogue_path(code).parent.mkdir(parents=True)
            _write(catalogue_path(code), _begin_catalogue(code))
    _languages_in.cache_clear()
    for code in languages()[1:]:
        catalogue = read_catalogue(code)
        catalogue.update(template, no_fuzzy_matching=True, update_creation_date=False)
        _write(catalogue_path(code), catalogue)


def _begin_catalogue(code: str) -> Catalog:
    return Catalog(
        locale=code.replace("-", "_"),
        header_comment=f"# The texts of Shutbox in {Locale.parse(code, sep='-').english_name}.",
        project="shutbox",
        version="1",
        msgid_bugs_address="none",
        last_translator="The Shutbox maintainers",
        language_team="none",
        charset="utf-8",
        fuzzy=False,
    )


def _write(path: Path, catalogue: Catalog) -> None:
    text = io.BytesIO()
    write_po(
        text,
        catalogue,
        width=100,
        sort_output=True,
        omit_header=catalogue.locale is None,
        include_lineno=False,
        ignore_obsolete=True,
    )
    path.write_bytes(text.getvalue())


if __name__ == "__main__":
    update_catalogues(*sys.argv[1:])
