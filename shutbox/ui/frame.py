"""What every page has around it: the navigation, the language switch, the page's language."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import streamlit as st

from shutbox import i18n
from shutbox.i18n import Language
from shutbox.ui import state

PAGES = Path(__file__).parents[2] / "pages"


def run_page() -> None:
    """Draw the chosen page within its frame."""
    t = state.language()
    st.set_page_config(page_title=t("Shut the Box"), page_icon="🎲", layout="wide")
    st.html(f"<style>{_style()}</style>")
    page = st.navigation(page_table(t), position="top")
    state.enter_page(page.url_path)
    page.run()
    _language_switch(t)
    _document()(data={"language": t.code}, key="document", on_rerun_change=lambda: None)


@cache
def _style() -> str:
    return Path(__file__).with_name("page.css").read_text("utf-8")


def page_table(t: Language) -> dict[str, list[st.Page]]:
    """Return every page by its section, in the order of the navigation."""
    return {
        "": [
            st.Page(PAGES / "play.py", title=t("Play"), icon=":material/casino:", default=True),
            st.Page(PAGES / "practise.py", title=t("Practise"), icon=":material/exercise:"),
            st.Page(PAGES / "lessons.py", title=t("Lessons"), icon=":material/school:"),
            st.Page(PAGES / "review.py", title=t("Review"), icon=":material/history:"),
            st.Page(PAGES / "rules.py", title=t("Rules"), icon=":material/tune:"),
        ],
        t("Explore"): [
            st.Page(PAGES / "sums.py", title=t("Dice sums"), icon=":material/bar_chart:"),
            st.Page(PAGES / "ways.py", title=t("Ways"), icon=":material/call_split:"),
            st.Page(PAGES / "moves.py", title=t("Best move"), icon=":material/star:"),
            st.Page(PAGES / "simulate.py", title=t("Simulate"), icon=":material/replay:"),
            st.Page(
                PAGES / "published.py", title=t("Published and ours"), icon=":material/fact_check:"
            ),
        ],
    }


def _language_switch(t: Language) -> None:
    state.show_language(t.code)
    st.selectbox(
        t("Language"),
        i18n.languages(),
        key=state.LANGUAGE,
        format_func=lambda code: i18n.language(code).name,
        on_change=state.choose_language,
        width=240,
    )


@cache
def _document() -> Any:
    """A component without a face that looks after the document around the page.

    It tells browser and screen reader the page's language, and asks for a rerun of the whole page
    when the reader turns it from light to dark or back (Streamlit's own parts follow by
    themselves, the words and marks of charts do not), and when the box asks for one.
    """
    return st.components.v2.component("shutbox-document", js=_DOCUMENT_JS)


_DOCUMENT_JS = """
export default function ({ data, parentElement, setTriggerValue }) {
  document.documentElement.lang = data.language;
  const host = parentElement.host ?? parentElement;
  const scheme = getComputedStyle(host).colorScheme;
  const before = host.shutboxScheme ?? scheme;
  host.shutboxScheme = scheme;
  window.shutboxRerun = () => setTriggerValue("rerun", Date.now());
  if (before !== scheme) window.shutboxRerun();
}
"""


def show_error(_error: Exception) -> bool:
    """Say in plain words that something failed, instead of a traceback."""
    t = state.language()
    st.error(t("Something went wrong on our side. Please reload the page. Your turn is kept."))
    return True
