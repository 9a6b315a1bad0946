"""Numbers, lists and texts in every language; catalogues that are complete and up to date."""

from __future__ import annotations

import ast
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from apptest import ROOT
from babel.messages.catalog import Catalog, Message
from babel.messages.plurals import get_plural
from hypothesis import example, given, settings
from hypothesis import strategies as st

from shutbox import OBJECTIVES, VARIANTS, Refusal, i18n
from shutbox.i18n import PSEUDO, Language, best_language, language, languages, pseudo
from shutbox.ui import wording

EN = language("en")
TRANSLATED = languages()[1:]
ALL = [*languages(), PSEUDO]
each_language = pytest.mark.parametrize("code", ALL)
each_catalogue = pytest.mark.parametrize("code", TRANSLATED)

NARROW = "\u202f"
"""The narrow no-break space."""


# ---- numbers ----


@pytest.mark.parametrize(
    ("value", "digits", "text"),
    [
        (0, 0, "0"),
        (7, 0, "7"),
        (-3, 0, "−3"),
        (1234, 0, "1,234"),
        (16777216, 0, "16,777,216"),
        (11.1575, 1, "11.2"),
        (11.1575, 4, "11.1575"),
        (2, 1, "2.0"),
        (-2.04, 1, "−2.0"),
        (1234.5, 1, "1,234.5"),
    ],
)
def test_numbers_in_english(value: float, digits: int, text: str) -> None:
    assert EN.number(value, digits) == text


@pytest.mark.parametrize(
    ("value", "text"), [(1.25, "+1.2"), (-0.9, "−0.9"), (0, "0.0"), (0.04, "0.0"), (-0.04, "0.0")]
)
def test_numbers_with_a_sign(value: float, text: str) -> None:
    assert EN.number(value, 1, signed=True) == text


@pytest.mark.parametrize(
    ("share", "digits", "text"),
    [(0, 1, "0.0%"), (0.0714, 1, "7.1%"), (0.5, 0, "50%"), (1, 1, "100.0%"), (-0.25, 1, "−25.0%")],
)
def test_percentages_in_english(share: float, digits: int, text: str) -> None:
    assert EN.percent(share, digits) == text


def test_numbers_in_french() -> None:
    french = language("fr")
    assert french.number(1234.5, 1) == f"1{NARROW}234,5"
    assert french.number(-2.5, 1) == "−2,5"
    assert re.fullmatch(f"7,1[\u00a0{NARROW}]%", french.percent(0.0714))
    assert french.listed([3, 4, 9]) == "3, 4 et 9"
    assert french.listed([3, 4], "or") == "3 ou 4"


@each_language
def test_a_negative_number_has_a_minus_sign_and_no_hyphen(code: str) -> None:
    t = language(code)
    for text in (t.number(-3), t.number(-1234.5, 1, signed=True), t.percent(-0.25)):
        assert re.search(r"−\d", text)
        assert "-" not in text
    assert t.chart_numbers["minus"] == "−"


def digits_of(text: str) -> str:
    return re.sub(r"\D", "", text)


@each_language
@pytest.mark.parametrize("digits", [0, 1, 2, 3, 4])
def test_nothing_is_ever_minus_zero(code: str, digits: int) -> None:
    t = language(code)
    for n in range(-300, 1):
        for value in (n / 100_000, n / 1000, n / 100):
            for text in (
                t.number(value, digits),
                t.number(value, digits, signed=True),
                t.percent(value, digits),
            ):
                is_zero = set(digits_of(text)) == {"0"}
                assert not (is_zero and set(text) & set("-−+")), (value, text)


@each_language
def test_numbers_keep_their_digits_in_every_language(code: str) -> None:
    for n in range(0, 100_000, 37):
        assert digits_of(language(code).number(n)) == str(n)


# ---- lists ----


def test_lists_in_english_have_no_comma_before_the_last() -> None:
    assert EN.listed([]) == ""
    assert EN.listed([3]) == "3"
    assert EN.listed([3, 4]) == "3 and 4"
    assert EN.listed([3, 4, 9]) == "3, 4 and 9"
    assert EN.listed(["1 + 8", "9"], "or") == "1 + 8 or 9"
    assert EN.listed(n for n in (1, 2, 3, 4)) == "1, 2, 3 and 4"


@each_language
def test_the_browser_is_told_a_locale_for_its_lists(code: str) -> None:
    assert re.fullmatch(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8})*", language(code).list_locale)


# ---- plural forms ----


def test_plural_forms_in_english() -> None:
    def ways(n: int) -> str:
        return EN.plural("{n} way to roll {total}", "{n} ways to roll {total}", n, total=7)

    assert ways(0) == "0 ways to roll 7"
    assert ways(1) == "1 way to roll 7"
    assert ways(1234) == "1,234 ways to roll 7"


def test_zero_is_singular_in_french() -> None:
    one, other = "{n} way to roll {total}", "{n} ways to roll {total}"
    form = language("fr").plural(one, other, 0, total=7)
    assert form == language("fr").plural(one, other, 1, total=7).replace("1", "0")
    assert form != language("fr").plural(one, other, 2, total=7).replace("2", "0")


# ---- which language ----

CODES = ("en", "fr", "pt-BR", "zh-Hant")


@pytest.fixture
def catalogues(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of our own with catalogues that translate one message."""
    language.cache_clear()
    monkeypatch.setattr(i18n, "LOCALES", tmp_path)
    for code in CODES[1:]:
        write_catalogue(code, {"Play": f"Play in {code}"})
    yield tmp_path
    language.cache_clear()


def write_catalogue(code: str, texts: dict[str, str]) -> None:
    catalogue = Catalog(locale=code.replace("-", "_"), charset="utf-8")
    for message, text in texts.items():
        catalogue.add(message, text)
    i18n.catalogue_path(code).parent.mkdir(parents=True)
    i18n._write(i18n.catalogue_path(code), catalogue)


@pytest.mark.parametrize(
    ("wishes", "found"),
    [
        ((), "en"),
        ((None,), "en"),
        (("",), "en"),
        (("fr",), "fr"),
        (("fr-BE",), "fr"),
        (("fr_BE",), "fr"),
        (("FR",), "fr"),
        (("de", "fr"), "fr"),
        ((None, "fr-CA"), "fr"),
        (("en-US", "fr"), "en"),
        (("pt-BR",), "pt-BR"),
        (("pt_BR",), "pt-BR"),
        (("zh-Hant",), "zh-Hant"),
        (("de",), "en"),
        ((PSEUDO,), PSEUDO),
        (("en-xa",), "en"),
    ],
)
def test_the_first_language_that_there_is(
    catalogues: Path, wishes: tuple[str | None, ...], found: str
) -> None:
    assert languages() == CODES
    assert best_language(*wishes) == found


@pytest.mark.parametrize("code", CODES[1:])
def test_every_language_there_is_can_be_loaded(catalogues: Path, code: str) -> None:
    t = language(best_language(code))
    assert t.code == code
    assert t("Play") == f"Play in {code}"
    assert t.name


def test_a_message_that_a_catalogue_lacks_is_in_english(catalogues: Path) -> None:
    french = language("fr")
    assert french("Ways to make a total") == "Ways to make a total"
    assert french("Roll {count} dice", count=2) == "Roll 2 dice"
    assert french.plural("{n} choice", "{n} choices", 0) == "0 choices"


def test_an_empty_or_doubtful_translation_is_in_english(catalogues: Path) -> None:
    catalogue = Catalog(locale="fr", charset="utf-8")
    catalogue.add("Play", "")
    catalogue.add("Ways", "Façons", flags=["fuzzy"])
    i18n._write(i18n.catalogue_path("fr"), catalogue)
    assert language("fr")("Play") == "Play"
    assert language("fr")("Ways") == "Ways"


HOSTILE = [
    "x" * 100_000,
    "fr-" * 10_000,
    "../..",
    "../../etc/passwd",
    "..\\..\\fr",
    "fr/../en",
    "fr\0",
    "\0",
    "\ud800",
    "é",
    "🎲",
    "法语",
    "<b>fr</b>",
    "__",
    "-",
    "root",
    "C",
    "und",
    "i-klingon",
    "fr-FR-x-private",
    "fr@euro",
]


@pytest.mark.parametrize("wish", HOSTILE, ids=ascii)
def test_hostile_tags_are_no_language(wish: str) -> None:
    assert best_language(wish) in languages()


@given(st.text(max_size=30) | st.text("frenptBRXA-_@./", max_size=12))
@settings(max_examples=500, deadline=None)
@example("fr-")
def test_any_text_finds_a_language(wish: str) -> None:
    found = best_language(wish, "x")
    assert found in languages() or wish == found == PSEUDO


@pytest.mark.parametrize("code", ["", "xx", "../..", "fr/..", "EN", "en-GB", "en\0"])
def test_there_is_no_other_language(code: str) -> None:
    with pytest.raises(LookupError):
        language(code)


@each_language
def test_a_language_knows_its_name(code: str) -> None:
    assert language(code).code == code
    assert language(code).name[0] == language(code).name[0].upper()


# ---- the pseudo-language ----

SOURCE_MESSAGES = [message for message in i18n.extract_template() if message.id]


def forms(message: Message) -> list[str]:
    return [message.id] if isinstance(message.id, str) else list(message.id)


SOURCES = [text for message in SOURCE_MESSAGES for text in forms(message)]


def places(text: str) -> list[str]:
    return sorted(re.findall(r"\{[^{}]*\}", text))


@pytest.mark.parametrize("text", SOURCES)
def test_pseudo_text_is_bracketed_accented_longer_and_keeps_its_places(text: str) -> None:
    shown = pseudo(text)
    assert shown == f"⟦{shown[1:-1]}⟧"
    assert places(shown) == places(text)
    assert len(shown) > len(text)
    words = re.sub(r"\{[^{}]*\}", "", text)
    assert not set(re.sub(r"\{[^{}]*\}", "", shown)) & set(words) & set("aeiounrstAEIOUNRST")


def test_the_pseudo_language_fills_places() -> None:
    t = language(PSEUDO)
    assert "{total}" in t("Total {total}")
    assert "12" in t("Total {total}", total=12)
    assert t.plural("{n} way", "{n} ways", 1).startswith("⟦1 ")


# ---- the messages of the source ----


def test_the_extraction_finds_all_kinds_of_messages() -> None:
    found = {message.id for message in SOURCE_MESSAGES}
    assert "Shut the Box" in found  # a call, in a page
    assert "Standard box" in found  # marked in a table
    assert ("{n} way to roll {total}", "{n} ways to roll {total}") in found  # a plural
    assert any(message.auto_comments for message in SOURCE_MESSAGES)


@pytest.fixture
def copied_locales(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The template and the catalogues as they lie in the repository, to be updated."""
    copy = tmp_path / "locales"
    shutil.copytree(i18n.LOCALES, copy)
    monkeypatch.setattr(i18n, "LOCALES", copy)
    monkeypatch.setattr(i18n, "TEMPLATE", copy / i18n.TEMPLATE.name)
    return copy


def test_template_and_catalogues_are_up_to_date(copied_locales: Path) -> None:
    """Run ``python -m shutbox.i18n`` if this fails."""
    kept = ROOT / "shutbox/locales"
    before = {p.relative_to(kept): p.read_text("utf-8") for p in kept.rglob("*.po*")}
    i18n.update_catalogues()
    after = {
        p.relative_to(copied_locales): p.read_text("utf-8") for p in copied_locales.rglob("*.po*")
    }
    assert Path("shutbox.pot") in before
    assert before == after


SOURCE_FILES = [
    path
    for path in [ROOT / "app.py", *(ROOT / "pages").glob("*.py"), *(ROOT / "shutbox").rglob("*.py")]
    if path.name != "i18n.py"
]
BOX_WORDS = {
    ROOT / "shutbox/ui/box" / name for name in ("__init__.py", "exercise.py", "position.py")
}
"""Here the browser fills the places."""


def calls(path: Path) -> Iterator[tuple[ast.Call, list[str]]]:
    """Every call that translates a literal, with the forms of its message.

    A message that is marked in a call, to be translated later, gets its values from that call.
    """
    tree = ast.parse(path.read_text("utf-8"))
    outer = {
        id(arg): node for node in ast.walk(tree) if isinstance(node, ast.Call) for arg in node.args
    }
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        texts = [a.value for a in node.args if isinstance(a, ast.Constant)]
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        is_plural = isinstance(node.func, ast.Attribute) and node.func.attr == "plural"
        if texts and (name in ("t", "mark") or is_plural):
            valued = outer.get(id(node), node) if name == "mark" else node
            yield valued, [text for text in texts if isinstance(text, str)]


@pytest.mark.parametrize("path", SOURCE_FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_place_of_a_message_gets_its_value(path: Path) -> None:
    for node, texts in calls(path):
        given_values = {keyword.arg for keyword in node.keywords}
        if None in given_values or (path in BOX_WORDS and not given_values):
            continue
        expected = {place for text in texts for place in places(text)}
        plural = isinstance(node.func, ast.Attribute) and node.func.attr == "plural"
        values = {f"{{{name}}}" for name in given_values} | ({"{n}"} if plural else set())
        assert values == expected, f"line {node.lineno}: {texts[0]}"


@pytest.mark.parametrize("path", SOURCE_FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_message_is_extracted(path: Path) -> None:
    """Babel does not look into f-strings, and takes ``t`` within ``t.plural`` for the message."""
    singular = {str(m.id) for m in SOURCE_MESSAGES if isinstance(m.id, str)}
    plural = {m.id for m in SOURCE_MESSAGES if isinstance(m.id, tuple)}
    for node, texts in calls(path):
        is_plural = isinstance(node.func, ast.Attribute) and node.func.attr == "plural"
        found = tuple(texts[:2]) in plural if is_plural else set(texts) <= singular
        assert found, f"line {node.lineno}: {texts[0]}"


def test_no_message_is_put_together() -> None:
    """A message has to be a literal, or it is not found; names of things come from tables."""
    for path in SOURCE_FILES:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            is_message = isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
            if is_message and node.func.id in ("t", "mark") and node.args:
                literal = isinstance(node.args[0], ast.Constant)
                from_a_table = isinstance(node.args[0], ast.Subscript) and node.func.id == "t"
                assert literal or from_a_table, f"{path.name}, line {node.lineno}"


# ---- the catalogues ----


def messages(code: str) -> list[Message]:
    return [message for message in i18n.read_catalogue(code) if message.id]


def translations(message: Message) -> list[str]:
    return [message.string] if isinstance(message.string, str) else list(message.string)


@each_catalogue
def test_a_catalogue_has_every_message_and_no_other(code: str) -> None:
    assert {m.id for m in messages(code)} == {m.id for m in SOURCE_MESSAGES}
    assert not i18n.read_catalogue(code).obsolete


@each_catalogue
def test_every_message_is_translated_and_none_is_doubtful(code: str) -> None:
    for message in messages(code):
        assert all(text.strip() for text in translations(message)), message.id
        assert not message.fuzzy, message.id


@each_catalogue
def test_translations_fill_the_places_of_the_source(code: str) -> None:
    """In every plural form; the singular may write the number as a word, so {n} can be missing."""
    for message in messages(code):
        expected = places(forms(message)[-1])
        for number, text in enumerate(translations(message)):
            assert places(text) in (
                [expected]
                if number or len(translations(message)) == 1
                else [expected, [place for place in expected if place != "{n}"]]
            ), message.id


@each_catalogue
def test_a_catalogue_has_the_plural_forms_of_its_language(code: str) -> None:
    plural = get_plural(code.replace("-", "_"))
    catalogue = i18n.read_catalogue(code)
    assert catalogue.num_plurals == plural.num_plurals
    assert catalogue.plural_expr == plural.plural_expr
    for message in messages(code):
        if message.pluralizable:
            assert len(translations(message)) == plural.num_plurals, message.id


@each_catalogue
def test_translations_begin_and_end_like_their_source(code: str) -> None:
    """No space is lost at an end, and a sentence stays a sentence."""
    for message in messages(code):
        for text in translations(message):
            assert text == text.strip() != "", message.id
            ends = [form[-1] in ".!?:" for form in forms(message)]
            assert (text[-1] in ".!?:。！？") in ends, message.id


@each_catalogue
def test_every_message_can_be_shown(code: str) -> None:
    """Whatever the translators wrote, filling the places does not fail."""
    t = language(code)
    for message in SOURCE_MESSAGES:
        values = {place.strip("{}"): "7" for text in forms(message) for place in places(text)}
        if isinstance(message.id, str):
            assert "{" not in t(message.id, **values) or not values
        else:
            for n in (0, 1, 2, 5, 11, 100):
                shown = t.plural(*message.id, n, **{k: v for k, v in values.items() if k != "n"})
                assert "{" not in shown


# ---- names for the things of the game ----


def test_every_variant_has_a_name_and_rules() -> None:
    assert list(wording.VARIANT_NAMES) == list(VARIANTS)
    assert list(wording.VARIANT_RULES) == list(VARIANTS)
    assert len(set(wording.VARIANT_NAMES.values())) == len(VARIANTS)
    assert all(rules.endswith(".") for rules in wording.VARIANT_RULES.values())


def test_every_refusal_has_a_sentence() -> None:
    assert set(wording.REFUSALS) == set(Refusal)
    assert all(sentence.endswith(".") for sentence in wording.REFUSALS.values())
    assert len(set(wording.REFUSALS.values())) == len(Refusal)


def test_every_objective_has_a_name() -> None:
    assert list(wording.OBJECTIVE_NAMES) == list(OBJECTIVES)


@each_language
def test_the_rules_of_a_variant_name_its_tiles(code: str) -> None:
    t: Language = language(code)
    for variant in VARIANTS.values():
        text = wording.variant_rules(t, variant.id)
        if variant.tiles == tuple(range(1, len(variant.tiles) + 1)):
            assert re.search(rf"\b1\D+{len(variant.tiles)}\b", text), variant.id
        assert wording.variant_name(t, variant.id)
