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
    page = st.navigation(page_table(t), position="top")
    page.run()
    _language_switch(t)
    _page_language()(data={"language": t.code}, key="page-language")


def page_table(t: Language) -> list[st.Page]:
    """Return every page, in the order of the navigation."""
    return [
        st.Page(
            PAGES / "play.py", title=t("Play"), icon=":material/casino:", default=True
        ),
        st.Page(PAGES / "ways.py", title=t("Ways"), icon=":material/call_split:"),
    ]


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
def _page_language() -> Any:
    """A component without a face that tells browser and screen reader the page's language."""
    return st.components.v2.component(
        "shutbox-language",
        js="export default ({ data }) => { document.documentElement.lang = data.language; };",
    )


def show_error(_error: Exception) -> bool:
    """Say in plain words that something failed, instead of a traceback."""
    t = state.language()
    st.error(t("Something went wrong on our side. Please reload the page. Your turn is kept."))
    return True
