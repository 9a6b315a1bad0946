"""What was practised is kept in the reader's browser: the keeper, and what a reader can do with it.

Also what the browser keeps of Play, as exercises.
"""

from __future__ import annotations

from functools import cache, lru_cache
from html import escape
from itertools import zip_longest
from pathlib import Path
from typing import Any

import streamlit as st

from shutbox.analysis import analyse
from shutbox.dice import Dice
from shutbox.exercises import Exercise
from shutbox.i18n import Language, mark
from shutbox.notation import parse_turn
from shutbox.practice import (
    MOST_SUGGESTED,
    Memory,
    Progress,
    Trouble,
    from_turn,
    save_progress,
    suits,
)
from shutbox.ui import state
from shutbox.ui.exercise_words import added

FILE_NAME = "shutbox-practice.json"

_DAY = 24 * 60 * 60

_TROUBLES = {
    Trouble.NOT_OURS: mark("What was saved is not from Practise. Nothing could be read."),
    Trouble.TOO_LONG: mark("What was saved is too long. Its end was not read."),
    Trouble.DAMAGED: mark("What was saved is damaged. All that is whole was read."),
    Trouble.NEWER: mark("A newer Shut the Box saved this. What it shares with this one was read."),
}
"""What is said of a text as a whole."""


# ---- the keeper ----


def keeper(t: Language, round: str = "") -> None:
    """Draw the component without a face that keeps in the browser what was practised.

    It tells `state` once a session what the browser has kept: of exercises, of the round of this
    tab, and of Play. Another run follows only if there is something.

    Args:
        t: the reader's language.
        round: the round under way, to go on with after a reload; "" for none.
    """
    _component()(
        data={**state.for_keeper(), "round": round},
        key=state.PRACTICE,
        on_kept_change=state.take_kept,
    )


@cache
def _component() -> Any:
    script = Path(__file__).with_name("practice_kept.js").read_text("utf-8")
    return st.components.v2.component("shutbox-practice-kept", js=script)


def telling(t: Language) -> None:
    """Say what could not be read of what the browser has kept, until the reader knows."""
    troubles = state.troubles()
    if not troubles:
        return
    sentences = [trouble(t, kind, count) for kind, count in troubles.items()]
    if state.LOSSES & troubles.keys():
        sentences.append(t("This browser keeps the old text aside. You can go on."))
    with st.container(key="practice-troubles"):
        st.warning("  \n".join(sentences))
        st.button(t("I see"), key="practice-seen", on_click=state.forget_troubles)


def trouble(t: Language, kind: Trouble, count: int) -> str:
    """Return what is said of something that could not be read.

    Args:
        t: the reader's language.
        kind: what was wrong.
        count: how many sums it concerns; where it concerns the whole, it does not matter.
    """
    match kind:
        case Trouble.BAD_ENTRY:
            return t.plural(
                "{n} sum was damaged and is left out.",
                "{n} sums were damaged and are left out.",
                count,
            )
        case Trouble.KEPT_ASIDE:
            return t.plural(
                "{n} sum is not practised here. It is kept for later.",
                "{n} sums are not practised here. They are kept for later.",
                count,
            )
        case Trouble.LEFT_OUT:
            return t.plural(
                "{n} unknown sum was too many and is left out.",
                "{n} unknown sums were too many and are left out.",
                count,
            )
        case Trouble.FUTURE:
            return t.plural(
                "{n} sum has a date that is still to come. It counts as met now.",
                "{n} sums have a date that is still to come. They count as met now.",
                count,
            )
    return t(_TROUBLES[kind])


# ---- see, save, bring back, erase ----


def managing(t: Language) -> None:
    """Draw what a reader can do with what is kept; folded away it costs nothing."""
    panel = st.expander(
        t("What this browser keeps"),
        icon=":material/inventory_2:",
        key="practice-managing",
        on_change="rerun",
    )
    if not panel.open:
        return
    progress = state.practised()
    count = len(progress.memories)
    with panel:
        st.write(
            t(
                "Only in this browser: which sums you met, how it went, when they come again, and "
                "which sums of your last games were hard. No name, no account."
            )
        )
        if count:
            st.write(t.plural("It keeps {n} sum.", "It keeps {n} sums.", count))
            st.html(_kept_table(t, progress, state.now()))
        else:
            st.write(t("It keeps nothing yet. It begins with your first exercise."))
        with st.container(horizontal=True):
            st.download_button(
                t("Save as a file"),
                save_progress(progress),
                FILE_NAME,
                "application/json",
                key="practice-download",
                icon=":material/download:",
                on_click="ignore",
                disabled=not state.practised_text(),
            )
            _erasing(t)
        st.file_uploader(
            t("Bring back from a file. What you have stays too."),
            type=["json"],
            key=state.practice_file_key(),
            on_change=state.take_practice_file,
            max_upload_size=1,
        )
        _tell_of_file(t)


def _erasing(t: Language) -> None:
    question = st.popover(
        t("Erase"),
        icon=":material/delete:",
        key=state.ERASE,
        on_change="rerun",
    )
    if question.open:
        with question:
            st.write(t("Erase all that was practised in this browser? It cannot be undone."))
            with st.container(horizontal=True):
                st.button(t("Yes, erase"), key="practice-erase-yes", on_click=state.erase_practised)
                st.button(t("No, keep it"), key="practice-erase-no", on_click=state.keep_erasing)


def _tell_of_file(t: Language) -> None:
    read = state.practice_file()
    if read is None:
        return
    count, troubles = read
    sentences = [trouble(t, kind, n) for kind, n in troubles.items()]
    if count or not troubles:
        came = t.plural("{n} sum came from the file.", "{n} sums came from the file.", count)
        sentences.insert(0, came)
    show = st.warning if state.LOSSES & troubles.keys() else st.success
    show("  \n".join(sentences))


def _kept_table(t: Language, progress: Progress, now: int) -> str:
    heads = (t("Sum"), t("Met"), t("Right at once"), t("Comes again"))
    head = "".join(f'<th scope="col">{escape(name)}</th>' for name in heads)
    rows = "".join(
        f'<tr><th scope="row">{added(t, fact)}</th>'
        f"<td>{t.number(memory.met)}</td><td>{t.number(memory.right)}</td>"
        f"<td>{escape(_when(t, memory, now))}</td></tr>"
        for fact, memory in sorted(progress.memories.items(), key=lambda item: item[1].due)
    )
    name = escape(t("What this browser keeps"))
    return (
        f'<div class="stb-kept" role="region" tabindex="0" aria-label="{name}"><table>'
        f"<thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>"
    )


def _when(t: Language, memory: Memory, now: int) -> str:
    if memory.due <= now:
        return t("now")
    days = -(-(memory.due - now) // _DAY)
    return t.plural("within a day", "in {n} days", days)


# ---- from Play ----


def from_games() -> tuple[Exercise, ...]:
    """Return the exercises that the last games on Play suggest, those of the last game first."""
    return _suggested(tuple(state.games()))


@lru_cache(maxsize=128)
def _suggested(games: tuple[tuple[str, frozenset[int]], ...]) -> tuple[Exercise, ...]:
    by_game = [_from_game(text, unsure) for text, unsure in games]
    mixed = [exercise for each in zip_longest(*by_game) for exercise in each if exercise]
    return tuple(dict.fromkeys(mixed))[:MOST_SUGGESTED]


@lru_cache(maxsize=512)
def _from_game(text: str, unsure: frozenset[int]) -> tuple[Exercise, ...]:
    try:
        turn = parse_turn(text)
    except ValueError:
        return ()
    dice = turn.variant.dice
    is_quick = isinstance(dice, Dice) and dice.count <= 2
    return from_turn(analyse(turn), unsure) if is_quick and suits(turn.variant) else ()
