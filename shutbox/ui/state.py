"""What a session remembers. The only code that touches session state and query parameters.

Session state holds text (the turn's line, codes), never objects; links hold whatever a teacher
may want to hand out. See the table "State" in ``shutbox/README.md``.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from math import inf
from time import monotonic, time
from typing import Literal, TypeGuard, TypeVar

import streamlit as st

from shutbox import i18n
from shutbox.charts.theme import Mode
from shutbox.dice import Roll, check_seed
from shutbox.exercises import LEVELS, Exercise, Level, parse_level
from shutbox.i18n import Language
from shutbox.notation import (
    LONGEST_TEXT,
    NotationError,
    continues,
    format_turn,
    parse_turn,
    parse_variant,
)
from shutbox.practice import (
    MOST_CHARACTERS,
    ROUND,
    Progress,
    Trouble,
    names_at,
    read_progress,
    save_progress,
    unsure_steps,
)
from shutbox.practice_round import (
    MOST_EXERCISES,
    Origin,
    Round,
    format_round,
    games_round,
    link_round,
    own_round,
    parse_round,
)
from shutbox.solver import OBJECTIVES, Objective
from shutbox.supports import (
    AGES,
    OFF,
    ON,
    REAL,
    ROLLING,
    SET_BY_AGE,
    SUPPORTS,
    age_group,
    setting,
)
from shutbox.turn import Turn
from shutbox.ui import wording
from shutbox.ui.box.exercise import exercise_id, read_message
from shutbox.ui.box.position import Position, checked, parse_what_is_sound
from shutbox.ui.box.record import judge
from shutbox.ui.exercise_words import HELP_STEPS
from shutbox.variants import Fault, Variant, VariantError

DEFAULT_VARIANT = "classic"
BOX, VARIANT, LANGUAGE = "box", "variant-choice", "language-choice"
AIM, TOTAL, HINTS = "aim-choice", "total-choice", "hints"
"""Keys of widgets; the last was also its name in links."""

LEFT_LINK_SECONDS = 4.0
"""So long may a message still name the link that was left; later it is the browser's Back."""

LEAVE = "leave-turn"
"""The key of the question whether to give up a turn."""

AGE = "age"
"""The name of the age group in links."""

GAME = "#"
"""What stands between a record without a seed and the name of its game."""

Chosen = TypeVar("Chosen")


# ---- language: the link first, then the switch, then the browser ----


def language() -> Language:
    """Return the reader's language."""
    wish = st.query_params.get("lang")
    if wish and i18n.best_language(wish, None) == wish:
        st.session_state["language"] = wish
    chosen = st.session_state.get("language")
    return i18n.language(i18n.best_language(chosen, st.context.locale))


def choose_language() -> None:
    """Take over the language of the switch, also into the link if it names one."""
    code = st.session_state[LANGUAGE]
    st.session_state["language"] = code
    if "lang" in st.query_params:
        st.query_params["lang"] = code


def show_language(code: str) -> None:
    """Let the switch show a language; before the switch is drawn."""
    st.session_state[LANGUAGE] = code if code in i18n.languages() else i18n.SOURCE


def mode() -> Mode:
    """Return whether the page was light or dark when this run began."""
    return "dark" if st.context.theme.type == "dark" else "light"


# ---- the box and its turn ----


@dataclass(frozen=True, slots=True)
class Play:
    """What the Play page holds.

    Attributes:
        turn: the turn under way.
        untouched: whether Python set it up by itself and nobody has played it: it gives way to
            a turn that the browser has kept.
        any_variant: whether that may be a turn of any variant.
        refused: the record that was refused last, or None.
        damaged: whether the reader is told that the link that was opened is damaged.
        game: a name that no other turn has, also where real dice leave it without a seed.
    """

    turn: Turn
    untouched: bool
    any_variant: bool
    refused: str | None
    damaged: bool
    game: str


def variant() -> Variant:
    """Return the variant that the link names, or else the one in use."""
    _read_link()
    chosen = _variant_in_use()
    st.session_state[VARIANT] = chosen.id
    return chosen


def _variant_in_use() -> Variant:
    return parse_variant(st.session_state.get("variant", DEFAULT_VARIANT))


def choose_variant(variant_id: str | None = None) -> None:
    """Take over a variant, by default that of the control, also into the link."""
    chosen = st.session_state[VARIANT] if variant_id is None else variant_id
    st.session_state["variant"] = chosen
    _set_link(variant=chosen, turn=None)


def play() -> Play:
    """Return the turn under way: that of a new link, or the session's, or a fresh box."""
    _read_link()
    chosen = _variant_in_use()
    held = _held() if "turn" in st.session_state else None
    if held is None or held.variant != chosen:
        held = _fresh(chosen)
        _hold(held, untouched=True)
    return Play(
        turn=held,
        untouched=st.session_state["untouched"],
        any_variant="variant" not in st.query_params,
        refused=st.session_state["refused"],
        damaged="damaged" in st.session_state,
        game=st.session_state["game"],
    )


def _read_link() -> None:
    """Take over what a link names that has not been read yet; damaged parts are taken out."""
    named, text = st.query_params.get("variant"), st.query_params.get("turn")
    left = st.session_state.get("left link")
    if monotonic() - st.session_state.get("left at", 0.0) > LEFT_LINK_SECONDS:
        left = None
    read = (st.session_state.get("link", [None, None]), left)
    if [named, text] in read:
        return
    _set_link(variant=named, turn=text)
    if (known := _known_variant(named)) is not None:
        st.session_state["variant"] = known.id
    if text is not None:
        try:
            turn = parse_turn(text)
        except NotationError:
            _refuse_link("turn", text)
        else:
            st.session_state["variant"] = turn.variant.id
            _hold(turn)
            if named is not None and known != turn.variant:
                _set_link(variant=None, turn=text)
    elif named is not None and known is None:
        _refuse_link("variant", named)


def _known_variant(text: str | None) -> Variant | None:
    try:
        return None if text is None else parse_variant(text)
    except ValueError:
        return None


def _refuse_link(name: str, text: str) -> None:
    known = _known_variant(st.query_params.get("variant"))
    _set_link(variant=None if known is None else known.id, turn=None)
    st.session_state["damaged"] = [name, text]
    _hold(_fresh(_variant_in_use()))


def _set_link(*, variant: str | None, turn: str | None) -> None:
    # What the browser sent before it heard of the change still names the link that is left.
    before = [st.query_params.get("variant"), st.query_params.get("turn")]
    if before != [variant, turn]:
        st.session_state["left link"] = before
        st.session_state["left at"] = monotonic()
        st.session_state["link is new"] = True
    for name, value in (("variant", variant), ("turn", turn)):
        if value is None:
            st.query_params.pop(name, None)
        elif st.query_params.get(name) != value:
            st.query_params[name] = value
    st.session_state["link"] = [variant, turn]
    st.session_state.pop("damaged", None)


def _forget_left_link() -> None:
    """Once a run: forget the link that was left when the browser has sent the new one."""
    if st.session_state.pop("link is new", False):
        return
    link = [st.query_params.get("variant"), st.query_params.get("turn")]
    if link == st.session_state.get("link"):
        st.session_state.pop("left link", None)


def notice() -> tuple[str, ...]:
    """Return what the reader should know about the link that was opened, in sentences."""
    _read_link()
    _forget_left_link()
    name, text = st.session_state.get("damaged", (None, ""))
    t = language()
    if name == "variant":
        return (*wording.damaged_variant(t, text), t("Here is a fresh box."))
    if name == "turn":
        try:
            parse_turn(text)
        except NotationError as error:
            return (*wording.damaged_turn(t, error), t("Here is a fresh box."))
    return ()


def take_record() -> None:
    """Judge the record that the box has sent, and hold what can be vouched for."""
    _judge(_of_this_game("record"))
    _forget_left_link()


def take_again() -> None:
    """Set up a new turn after the one that the box names, if that has ended."""
    text = _of_this_game("again")
    _judge(text)
    held = _held()
    may_end = held.is_over or (held.seed is None and not _rolls_real_dice())
    if text == st.session_state["turn"] and may_end:
        _hold(_fresh(held.variant))
        _set_link(variant=st.query_params.get("variant"), turn=None)


def new_turn() -> None:
    """Set up a new turn although the one under way has not ended."""
    stay()
    _hold(_fresh(_held().variant))
    _set_link(variant=st.query_params.get("variant"), turn=None)


def is_leaving() -> bool:
    """Return whether the question whether to give up a turn is open."""
    return bool(st.session_state.get(LEAVE))


def stay() -> None:
    """Close the question whether to give up a turn."""
    st.session_state[LEAVE] = False


def _trigger(name: str) -> object:
    return sent(BOX, name)


def sent(key: str, name: str) -> object:
    """Return what a component with this key has sent under a name, or None."""
    # The component is gone when the reader has left its page while it sent.
    value: object = st.session_state.get(key, {}).get(name)
    return value


def _judge(record: object) -> bool:
    verdict = judge(_held(), st.session_state["untouched"], record)
    if verdict.accepted:
        st.session_state["variant"] = verdict.turn.variant.id
        st.session_state.pop("damaged", None)
        _hold(verdict.turn)
        _remember(verdict.turn)
    elif verdict.refused and isinstance(record, str):
        st.session_state["refused"] = record[:LONGEST_TEXT]
    return verdict.accepted


def _held() -> Turn:
    return parse_turn(st.session_state["turn"])


def _hold(turn: Turn, *, untouched: bool = False) -> None:
    if "turn" not in st.session_state or not continues(turn, _held()):
        name = turn.variant.id
        st.session_state["game"] = (
            f"{name}{GAME}{secrets.token_hex(4)}" if turn.seed is None else f"{name}~{turn.seed}"
        )
    st.session_state["turn"] = format_turn(turn)
    st.session_state["untouched"] = untouched
    st.session_state["refused"] = None


def _fresh(variant: Variant) -> Turn:
    return Turn(variant, seed=None if _rolls_real_dice() else secrets.token_hex(4))


def link_to(turn: Turn) -> str:
    """Return the query of a link that opens ``turn``, with the settings that were chosen."""
    return f"?turn={format_turn(turn)}{_settings_in_link()}"


def link_to_box(variant: Variant) -> str:
    """Return the query of a link that opens a box, with the settings that were chosen."""
    return f"?variant={variant.id}{_settings_in_link()}"


def _settings_in_link() -> str:
    chosen = {name: st.session_state.get(name) for name in (AGE, *SUPPORTS)}
    return "".join(f"&{name}={value}" for name, value in chosen.items() if value is not None)


# ---- real dice: a turn without a seed, so its text alone does not tell it from another one ----


def _rolls_real_dice() -> bool:
    """Return whether new turns are rolled on the table: what the link says, or else the switch."""
    held = st.session_state.get(ROLLING, "")
    return setting(ROLLING, None, {ROLLING: st.query_params.get(ROLLING, held)}) == REAL


def _of_this_game(name: str) -> object:
    """Return the record that the box has sent; None if it names another game than the held one.

    Where a turn has no seed, the name of its game stands behind the record.
    """
    record = _trigger(name)
    if not isinstance(record, str) or GAME not in record:
        return record
    text, _, game = record.partition(GAME)
    is_held = st.session_state["game"].endswith(f"{GAME}{game}")
    return text if is_held or st.session_state["untouched"] else None


def take_roll() -> None:
    """Take over a roll of real dice whose sets the browser does not know; it may be stuck."""
    text = _of_this_game("rolled")
    if isinstance(text, str) and not _judge(text):
        _judge(f"{text}-")


def _change_rolling() -> None:
    """Let the app roll, or real dice: either has a turn of its own, as every box has."""
    left, other = _held(), st.session_state.pop("other turn", None)
    if not st.session_state["untouched"]:
        st.session_state["other turn"] = st.session_state["turn"]
    _set_link(variant=st.query_params.get("variant"), turn=None)
    turn = _fresh(left.variant) if other is None else parse_turn(other)
    if turn.variant == left.variant and (turn.seed is None) == _rolls_real_dice():
        _hold(turn, untouched=other is None)
    else:
        _hold(_fresh(left.variant), untouched=True)


# ---- the view for a board: only the box, as large as the screen ----


def is_board() -> bool:
    """Return whether the link asks for the view for a board."""
    return st.query_params.get("view") == "board"


def enter_board() -> None:
    """Show nothing but the box, also after a reload."""
    st.query_params["view"] = "board"


def leave_board() -> None:
    """Show the whole page again."""
    st.query_params.pop("view", None)


# ---- the switches of the page Rules: what is held is plain values, by the name of the switch ----

Switch = str | int | bool | list[int] | None
Switches = dict[str, Switch]


def _switch_key(name: str) -> str:
    return f"rule-{name}"


def switches(chosen: Variant, of: Callable[[Variant], Switches]) -> Switches:
    """Return where the switches stand: those of the variant in use, until one was moved.

    Args:
        chosen: the variant in use.
        of: tells how a variant sets the switches.
    """
    if st.session_state.get("switches of") != chosen.id:
        st.session_state["switches"] = of(chosen)
        st.session_state["switches of"] = chosen.id
        st.session_state.pop("rules fault", None)
    held: Switches = st.session_state["switches"]
    return held


def show_switch(name: str, value: Switch) -> str:
    """Let the widget of a switch show a value, before it is drawn, and return its key."""
    st.session_state[_switch_key(name)] = value
    return _switch_key(name)


def move_switch(name: str, build: Callable[[Switches], Variant]) -> None:
    """Take over a switch; the variant in use follows where the switches make a game.

    Args:
        name: the switch.
        build: makes a variant of switches, or raises a ``ValueError``.
    """
    held = {**st.session_state["switches"], name: st.session_state[_switch_key(name)]}
    st.session_state["switches"] = held
    try:
        made = build(held)
    except ValueError as error:
        # Dice with too many different rolls cannot even be made.
        fault = error.fault if isinstance(error, VariantError) else Fault.TOO_MANY_ROLLS
        st.session_state["rules fault"] = fault.name
        return
    st.session_state.pop("rules fault", None)
    st.session_state["switches of"] = made.id
    choose_variant(made.id)


def keep_variant_in_link() -> None:
    """Let the link name the variant in use, unless it is the usual one: a reload keeps it.

    Once a visit, so that the browser's Back leads on.
    """
    chosen = _variant_in_use().id
    written = st.session_state["in link"]
    if not {"variant"} & {*st.query_params, *written} and chosen != DEFAULT_VARIANT:
        _set_link(variant=chosen, turn=st.query_params.get("turn"))
        written["variant"] = monotonic()


def rules_fault() -> Fault | None:
    """Return why the switches make no game, or None if they do."""
    name = st.session_state.get("rules fault")
    return None if name is None else Fault[name]


# ---- choices that a link may name, with a control beside them ----


def aim() -> Objective:
    """Return what advice aims at: what the link names, or else the control."""
    objective = _choice("aim", {name: name for name in OBJECTIVES}, "score")
    st.session_state[AIM] = objective
    return objective


def choose_aim() -> None:
    """Take over the aim of the control, also into the link."""
    st.session_state["aim"] = st.query_params["aim"] = st.session_state[AIM]


def total(totals: Sequence[int], default: int | None = None) -> int:
    """Return the total that the link names, or else the chosen one, or the default.

    Args:
        totals: all that can be chosen.
        default: by default the one in the middle.
    """
    by_text = {str(total): total for total in totals}
    chosen = _choice("total", by_text, totals[len(totals) // 2] if default is None else default)
    st.session_state[TOTAL] = chosen
    return chosen


def choose_total(total: int | None = None) -> None:
    """Take over a total, by default that of the control, also into the link."""
    text = str(st.session_state[TOTAL] if total is None else total)
    st.session_state["total"] = st.query_params["total"] = text


def settings() -> dict[str, str]:
    """Return how the switches of the box stand: the link first, then the controls, then the age."""
    # Links had a toggle of their own for advice before the move.
    hints = st.query_params.pop(HINTS, None) == "true" and "advice" not in st.query_params
    for name in (AGE, *SUPPORTS):
        named = st.query_params.get(name)
        if name == AGE:
            named = age_group(named)
        if named in (AGES if name == AGE else SUPPORTS[name].choices):
            st.session_state[name] = named
        elif st.session_state.get(name) is not None:
            # The menu drops what a link says; a reload should not.
            st.query_params[name] = st.session_state[name]
    standing = _standing()
    if hints and standing["advice"] == "after":
        _set_support("advice", "before")
        standing = _standing()
    st.session_state[HINTS] = standing["advice"] == "before"
    st.session_state[support_key(AGE)] = st.session_state.get(AGE)
    for name, value in standing.items():
        on_or_off = value == ON if SUPPORTS[name].is_toggle else value
        st.session_state[support_key(name)] = on_or_off
    return standing


def _standing() -> dict[str, str]:
    chosen = {name: st.session_state[name] for name in SUPPORTS if name in st.session_state}
    return {name: setting(name, st.session_state.get(AGE), chosen) for name in SUPPORTS}


def support_key(name: str) -> str:
    """Return the key of the control of a switch of the box, or of the age group."""
    return f"support-{name}"


def choose_support(name: str) -> None:
    """Take over a switch of the box, also into the link."""
    value = st.session_state[support_key(name)]
    _set_support(name, {True: ON, False: OFF}.get(value, value))


def choose_hints() -> None:
    """Take over the toggle of hints: advice before or after the move, also into the link."""
    _set_support("advice", "before" if st.session_state[HINTS] else "after")


def _set_support(name: str, text: str) -> None:
    st.session_state[name] = st.query_params[name] = text
    if name == ROLLING:
        _change_rolling()


def choose_age() -> None:
    """Take over the age group: what it sets stands as it has it, until a switch is moved."""
    for name in SET_BY_AGE:
        st.session_state.pop(name, None)
        st.query_params.pop(name, None)
    age = st.session_state[support_key(AGE)]
    st.session_state[AGE] = age
    if age is None:
        st.query_params.pop(AGE, None)
    else:
        st.query_params[AGE] = age


# ---- what is chosen on one page, in the link too; another page may use the same name ----


def enter_page(path: str) -> None:
    """Note which page is shown, before anything is drawn on it."""
    if st.session_state.get("page") != path:
        st.session_state["page"] = path
        st.session_state["in link"] = {}


def _held_as(name: str) -> str:
    return f"{st.session_state['page']}/{name}"


def _follow_link(name: str, is_valid: Callable[[str], bool]) -> None:
    """Take over what the link says, or, where the reader went Back to a link without it, nothing.

    A link may also lack it because the menu was used, or because the browser has not heard of it.
    """
    named = st.query_params.get(name)
    written: dict[str, float] = st.session_state["in link"]
    if named is not None and is_valid(named):
        st.session_state[_held_as(name)] = named
    elif named is None and monotonic() - written.get(name, inf) > LEFT_LINK_SECONDS:
        st.session_state.pop(_held_as(name), None)
        del written[name]


def _put_in_link(name: str, text: str) -> None:
    if st.query_params.get(name) != text:
        st.query_params[name] = text
    st.session_state["in link"].setdefault(name, monotonic())


def choice(name: str, choices: Sequence[str], default: str | None = None) -> str:
    """Return what stands chosen under a name, and let its control show it; before it is drawn.

    The link counts first, then the session, then the default. What is no choice does not count.

    Args:
        name: the name in links; the control's key is ``choice_key(name)``, its callback
            `take_choice` with the name.
        choices: all choices, as they stand in links.
        default: where nobody chose, by default the first; with "" the control shows no choice.
    """
    _follow_link(name, choices.__contains__)
    chosen: str = st.session_state.get(_held_as(name), "")
    if chosen in choices:
        # The menu drops what a link says; the address should say what is shown.
        _put_in_link(name, chosen)
    else:
        chosen = choices[0] if default is None else default
    st.session_state[choice_key(name)] = chosen or None
    return chosen


def choice_key(name: str) -> str:
    """Return the key of the control of a choice."""
    return f"choice-{name}"


def take_choice(name: str, text: str | None = None) -> None:
    """Take over a choice, by default that of its control, also into the link."""
    chosen = str(st.session_state[choice_key(name)] if text is None else text)
    st.session_state[_held_as(name)] = chosen
    _put_in_link(name, chosen)


def forget_choice(name: str) -> None:
    """Let nothing stand chosen under a name, nor in the link."""
    st.session_state.pop(_held_as(name), None)
    st.query_params.pop(name, None)


def _choice(name: str, by_text: Mapping[str, Chosen], default: Chosen) -> Chosen:
    """Return what link or session chose, the link first; what is no choice does not count."""
    named = st.query_params.get(name)
    if named in by_text:
        st.session_state[name] = named
    return by_text.get(st.session_state.get(name, ""), default)


# ---- a position that is set by hand (the page Best move), in the link as open= and dice= ----

POSITION = "position"
"""The key of the position editor."""

_POSITION_TEXTS = ("open", "dice")


def position(chosen: Variant) -> Position:
    """Return the position and roll that the link names, or else the ones set before.

    Damaged parts give way to usual ones; then `is_position_damaged`. A full box stays full when
    another box is chosen.
    """
    held: dict[str, str] = st.session_state.get("position held", {})
    named = {name: _named_newly(name) for name in _POSITION_TEXTS}
    is_new = any(text is not None and text != held.get(name) for name, text in named.items())
    if not is_new and held.get("full") and held["full"] != chosen.id:
        held = {}
        named = dict.fromkeys(_POSITION_TEXTS)
    found, is_sound = parse_what_is_sound(
        chosen, *(named[name] or held.get(name) for name in _POSITION_TEXTS)
    )
    if is_new:
        st.session_state["position damaged"] = not is_sound
    _hold_position(chosen, found)
    return found


def _named_newly(name: str) -> str | None:
    """Return what the link says, but not what the browser still says of a tap before the last."""
    text = st.query_params.get(name)
    left: dict[str, float] = st.session_state.get("position left", {})
    is_old = monotonic() - left.get(f"{name}={text}", -LEFT_LINK_SECONDS) < LEFT_LINK_SECONDS
    return None if is_old else text


def is_position_damaged() -> bool:
    """Return whether the link named a position or a roll that the box does not have."""
    return bool(st.session_state.get("position damaged"))


def position_number() -> int:
    """Return the number of the last message of the position editor."""
    number: int = st.session_state.get("position number", 0)
    return number


def take_position() -> None:
    """Take over what the position editor has sent, if this box can come to it."""
    sent: object = st.session_state.get(POSITION, {}).get("position")
    if not isinstance(sent, dict):
        return
    number = sent.get("number")
    if type(number) is int and 0 <= number < 2**31:
        st.session_state["position number"] = number
    try:
        set_position(checked(_variant_in_use(), sent.get("open"), sent.get("dice")))
    except ValueError:
        return


def set_position(chosen: Position) -> None:
    """Take over a position of the variant in use; without a roll, the one before stays."""
    st.session_state["position damaged"] = False
    _hold_position(_variant_in_use(), chosen)


def _hold_position(variant: Variant, chosen: Position) -> None:
    held: dict[str, str] = dict(st.session_state.get("position held", {}))
    held["open"] = chosen.open_text
    if chosen.dice_text is not None:
        held["dice"] = chosen.dice_text
    held["full"] = variant.id if chosen.open_tiles == variant.start else ""
    before: dict[str, str] = st.session_state.get("position held", {})
    now = monotonic()
    left: dict[str, float] = st.session_state.get("position left", {})
    left = {text: at for text, at in left.items() if now - at < LEFT_LINK_SECONDS}
    for name in _POSITION_TEXTS:
        if name in before and before[name] != held.get(name):
            left[f"{name}={before[name]}"] = now
        left.pop(f"{name}={held.get(name)}", None)
    st.session_state["position left"] = left
    st.session_state["position held"] = held


def keep_position_in_link() -> None:
    """Let the link name the position."""
    held: dict[str, str] = st.session_state.get("position held", {})
    for name in _POSITION_TEXTS:
        if name in held and st.query_params.get(name) != held[name]:
            st.query_params[name] = held[name]


def shown(name: str, step: int) -> int:
    """Return how many items of a list are shown: ``step``, and as many again for each more."""
    count: int = st.session_state.get(f"shown {name}", step)
    return count


def show_more(name: str, step: int) -> None:
    """Show ``step`` more items of a list."""
    st.session_state[f"shown {name}"] = shown(name, step) + step


def picked(chart_key: str, selection: str, field: str) -> object:
    """Return the value of ``field`` that was picked last in a chart, or None."""
    try:
        value: object = st.session_state[chart_key]["selection"][selection][0][field]
    except (KeyError, IndexError, TypeError):
        return None
    return value


# ---- the pages Dice sums and Ways: what was rolled, and what was found ----

SEED, ROLLS, OWN_ROLLS = "seed", "rolls", "own"
"""Names in links: the seed of many rolls, how many, and the reader's own rolls."""

NO_TILES = "none"
"""What stands in a link where no tile is chosen."""

MOST_OWN_ROLLS = 1000
"""At most so many of a reader's own rolls are kept."""


def text_of(name: str, is_valid: Callable[[str], bool], default: str = "") -> str:
    """Return the text that stands under a name: the link first, then the session.

    Args:
        name: the name in links.
        is_valid: what is not valid does not count.
        default: where there is none.
    """
    _follow_link(name, is_valid)
    held: str = st.session_state.get(_held_as(name), default)
    if not is_valid(held):
        return default
    if held != default:
        _put_in_link(name, held)
    return held


def keep_text(name: str, text: str) -> None:
    """Let a text stand under a name, in the link too; an empty one leaves the link."""
    st.session_state[_held_as(name)] = text
    if text:
        _put_in_link(name, text)
    else:
        st.query_params.pop(name, None)


def number_of(name: str, most: int) -> int:
    """Return the number from 0 to ``most`` that stands under a name, as `text_of`; else 0."""

    def is_valid(text: str) -> bool:
        return text.isdecimal() and len(text) <= len(str(most)) and int(text) <= most

    return int(text_of(name, is_valid, "0"))


def dice_seed() -> str:
    """Return the seed of many rolls: that of the link, or one of this session's own."""
    seed = text_of(SEED, _is_seed)
    if not seed:
        seed = st.session_state[_held_as(SEED)] = secrets.token_hex(3)
    return seed


def _is_seed(text: str) -> bool:
    try:
        check_seed(text)
    except ValueError:
        return False
    return True


def roll_on(number: int) -> None:
    """Let there be ``number`` rolls of the seed in use, and the link name both."""
    keep_text(ROLLS, str(number))
    keep_text(SEED, dice_seed())


def new_dice() -> None:
    """Take other dice, and as many rolls of them."""
    keep_text(SEED, secrets.token_hex(3))


def own_rolls() -> list[str]:
    """Return the reader's own rolls as they were written, and let their field show them."""
    written = text_of(OWN_ROLLS, lambda text: True).split(".")
    rolls = [roll for roll in written if roll][:MOST_OWN_ROLLS]
    st.session_state[choice_key(OWN_ROLLS)] = " ".join(rolls)
    return rolls


def take_own_rolls() -> None:
    """Take over what was written into the field of one's own rolls."""
    _keep_own_rolls(re.split(r"[\s.,;]+", st.session_state[choice_key(OWN_ROLLS)]))


def add_own_roll(roll: str) -> None:
    """Put one roll behind one's own."""
    _keep_own_rolls([*own_rolls(), roll])


def take_back_own_roll() -> None:
    """Take the last of one's own rolls away."""
    _keep_own_rolls(own_rolls()[:-1])


def _keep_own_rolls(rolls: Sequence[str]) -> None:
    keep_text(OWN_ROLLS, ".".join([roll for roll in rolls if roll][:MOST_OWN_ROLLS]))


def tiles_of(name: str, tiles: Sequence[int], default: Sequence[int] = ()) -> tuple[int, ...]:
    """Return the tiles that stand chosen under a name, as `choice`, and let their control show it.

    Args:
        name: the name in links; tiles stand there as ``1.4.5``.
        tiles: all that can be chosen; others do not count.
        default: where nobody chose.
    """
    by_text = {str(tile): tile for tile in tiles}
    text = text_of(name, lambda text: len(text) <= LONGEST_TEXT)
    named = set(text.split("."))
    chosen = tuple(by_text[tile] for tile in by_text if tile in named) if text else tuple(default)
    st.session_state[choice_key(name)] = list(chosen)
    return chosen


def take_tiles(name: str, tiles: Sequence[int] | None = None) -> None:
    """Take over a choice of tiles, by default that of its control, also into the link."""
    chosen = st.session_state[choice_key(name)] if tiles is None else tiles
    keep_text(name, ".".join(str(tile) for tile in sorted(chosen)) or NO_TILES)


# ---- turns to review: text as it came, from a link, from Play, or pasted ----

PASTED, FILE, NUMBER, TILES = "review-pasted", "review-file", "review-number", "review-tiles"
"""Keys of widgets of the page Review."""

MOST_REMEMBERED = 500
"""So many ended turns a session remembers, the latest."""

Source = Literal["given", "played", "example"]


def _remember(turn: Turn) -> None:
    """Note an ended turn and the time, once."""
    played: list[list[str]] = st.session_state.get("played", [])
    text = format_turn(turn)
    if turn.is_over and text not in (known for _, known in played):
        now = datetime.now(UTC).isoformat(timespec="seconds")
        st.session_state["played"] = [*played, [now, text]][-MOST_REMEMBERED:]


def review(example: str) -> tuple[str, Source]:
    """Return the turns to review, one a line, and where they come from.

    A new link comes first, then what was given, then what was played, then the example.
    """
    link = st.query_params.get("turn")
    left_long_ago = monotonic() - st.session_state.get("review left", 0.0) > LEFT_LINK_SECONDS
    if link is None and left_long_ago:
        st.session_state.pop("review link", None)
    elif link is not None and link != st.session_state.get("review link"):
        _give(link)
        st.session_state["review link"] = link
    if "review" in st.session_state:
        return st.session_state["review"], "given"
    played = [f"{when}\t{text}" for when, text in st.session_state.get("played", [])]
    if "turn" in st.session_state:
        held = _held()
        ended = {line.partition("\t")[2] for line in played}
        is_begun = bool(held.steps) or held.dice is not None
        if is_begun and st.session_state["turn"] not in ended:
            played.append(st.session_state["turn"])
    return ("\n".join(played), "played") if played else (example, "example")


def _give(text: str) -> None:
    st.session_state["review"] = text
    st.session_state.pop("review number", None)
    st.session_state.pop(_held_as("step"), None)


def _leave_link() -> None:
    st.session_state["review left"] = monotonic()
    for name in ("turn", "step"):
        st.query_params.pop(name, None)


def review_text(text: str) -> None:
    """Review these turns, one a line."""
    _leave_link()
    _give(text)
    take_choice("question", "all" if text.strip().count("\n") else "moves")


def review_pasted() -> None:
    """Review what was pasted; nothing changes if that is nothing."""
    text = st.session_state[PASTED]
    if text.strip():
        review_text(text)


def review_file(most_bytes: int) -> None:
    """Review the turns of the chosen file, or of its beginning if it is too long."""
    text = _file_text(FILE, most_bytes)
    if text is not None:
        review_text(text)


def _file_text(key: str, most_bytes: int) -> str | None:
    """Return the text of the file that was chosen, or of its beginning, or None."""
    file = st.session_state[key]
    if file is None:
        return None
    data: bytes = file.getvalue()[:most_bytes]
    encoding = "utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    return data.decode(encoding, "replace")


def review_played() -> None:
    """Review what was played in this session, or the example."""
    _leave_link()
    _give("")
    del st.session_state["review"]
    take_choice("question", "moves")


def turn_number(count: int, default: int) -> int:
    """Return which of so many turns is looked at, from 1, and let the control show it."""
    chosen: int = min(max(st.session_state.get("review number", default), 1), count)
    st.session_state[NUMBER] = chosen
    return chosen


def choose_turn_number() -> None:
    """Take over the number of the turn; its first question is asked again."""
    st.session_state["review number"] = st.session_state[NUMBER]
    forget_choice("step")
    if st.session_state.get(_held_as("question")) == "all":
        forget_choice("question")


def tried(exercise: str) -> list[list[int]]:
    """Return the sets of tiles that were tried for an exercise, the last one last."""
    held = st.session_state.get("review tried", ["", []])
    return held[1] if held[0] == exercise else []


def try_tiles(exercise: str) -> None:
    """Take over the tiles that are chosen as a try."""
    tiles = sorted(st.session_state[TILES])
    st.session_state["review tried"] = [exercise, [*tried(exercise), tiles]]


def give_up(exercise: str) -> None:
    """Note that the answer is wanted: a try without tiles."""
    st.session_state["review tried"] = [exercise, [*tried(exercise), []]]


def try_again() -> None:
    """Begin the exercise anew."""
    st.session_state.pop("review tried", None)
    st.session_state[TILES] = []


# ---- the page Lessons: what is noted of a lesson is text, by the lesson's id and a name ----

LESSON, STEP, DONE, PRESENT, TEACHER, WRITE = "lesson", "at", "done", "present", "teacher", "write"
"""Names in links: the lesson, its step, the steps and questions that are done, and three views."""

DEVICE = "lessons-on-this-device"
"""The key of the component that keeps on the device what is done."""

LONGEST_DONE = 4000
MOST_LESSONS_KEPT = 100
"""At most so much is kept, or taken from a link or a browser."""

_ID = re.compile(r"[a-z0-9-]{1,40}", re.ASCII)


def is_on(name: str) -> bool:
    """Return whether a view is on: ``present=1`` in the link."""
    return st.query_params.get(name) == "1"


def turn_on(name: str, *, on: bool = True) -> None:
    """Turn a view on or off, in the link."""
    if on:
        st.query_params[name] = "1"
    else:
        st.query_params.pop(name, None)


def lesson_id() -> str | None:
    """Return what the link names as the lesson, or None; a new one brings what the link says."""
    named = st.query_params.get(LESSON)
    if named is None or not _ID.fullmatch(named):
        return None
    if st.session_state.get("lesson read") != named:
        st.session_state["lesson read"] = named
        keep_done(named, st.query_params.get(DONE, "")[:LONGEST_DONE].split("."))
    return named


def open_lesson(lesson: str | None) -> None:
    """Open a lesson at the step that was looked at last, or the shelf."""
    for name in (LESSON, STEP, DONE, PRESENT):
        st.query_params.pop(name, None)
    st.session_state.pop("lesson read", None)
    if lesson is not None:
        st.query_params[LESSON] = lesson
        st.session_state["lesson read"] = lesson
        go_to_step(note(lesson, STEP))
        keep_done(lesson, ())


def step_id(lesson: str) -> str:
    """Return the step that the link names, or that was looked at last, or ""."""
    named = st.query_params.get(STEP, "")
    return named if _ID.fullmatch(named) else note(lesson, STEP)


def go_to_step(step: str) -> None:
    """Go to a step of the open lesson, in the link too."""
    lesson = st.query_params.get(LESSON, "")
    if step:
        keep_note(lesson, STEP, step)
        st.query_params[STEP] = step


def note(lesson: str, name: str, default: str = "") -> str:
    """Return what is noted of a lesson under a name."""
    text: str = st.session_state.get(f"lesson {lesson} {name}", default)
    return text


def keep_note(lesson: str, name: str, text: str) -> None:
    """Note something of a lesson."""
    st.session_state[f"lesson {lesson} {name}"] = text


def done(lesson: str) -> list[str]:
    """Return the ids of the steps and questions of a lesson that are done."""
    return [name for name in note(lesson, DONE).split(".") if name]


def keep_done(lesson: str, names: Sequence[str]) -> None:
    """Note more steps and questions as done, in the link too if it names the lesson."""
    more = [name for name in names if _ID.fullmatch(name)]
    text = ".".join(dict.fromkeys([*done(lesson), *more]))[:LONGEST_DONE]
    keep_note(lesson, DONE, text)
    if text and st.query_params.get(LESSON) == lesson:
        st.query_params[DONE] = text


def all_done() -> dict[str, str]:
    """Return what is done of every lesson, to be kept on the device."""
    names = (str(name).split(" ") for name in st.session_state)
    lessons = [name[1] for name in names if name[0] == "lesson" and name[2:] == [DONE]]
    return {lesson: note(lesson, DONE) for lesson in sorted(lessons) if note(lesson, DONE)}


def take_from_device() -> None:
    """Take over what the device has kept; what is none is left out."""
    kept = sent(DEVICE, "kept")
    for lesson, text in list(kept.items())[:MOST_LESSONS_KEPT] if isinstance(kept, dict) else ():
        if isinstance(lesson, str) and _ID.fullmatch(lesson) and isinstance(text, str):
            keep_done(lesson, text[:LONGEST_DONE].split("."))


def field(key: str) -> object:
    """Return what a control holds, or None."""
    value: object = st.session_state.get(key)
    return value


def set_field(key: str, value: object) -> None:
    """Let a control hold something; before it is drawn."""
    st.session_state[key] = value


def lesson_turn(key: str, fresh: Callable[[int], Turn]) -> tuple[Turn, str, str | None]:
    """Return the turn of a box in a lesson, the name of its game, and the record last refused.

    Args:
        key: the key of the box.
        fresh: makes its first turn, its second one, and so on, from 0.
    """
    number = int(note(key, "number", "0"))
    text = note(key, "turn")
    turn = parse_turn(text) if text else fresh(number)
    if turn.variant != fresh(number).variant:
        turn = fresh(number)
    game = f"{turn.variant.id}{GAME}{number}" if turn.seed is None else format_turn(fresh(number))
    return turn, game, note(key, "refused") or None


def take_lesson_record(key: str, fresh: Callable[[int], Turn], listed: Sequence[Roll]) -> None:
    """Judge what the box of a lesson has sent, and hold what can be vouched for."""
    _judge_in_lesson(key, fresh, listed, sent(key, "record"))


def take_lesson_again(key: str, fresh: Callable[[int], Turn], listed: Sequence[Roll]) -> None:
    """Set up the next turn of a box in a lesson, if the one under way has ended."""
    _judge_in_lesson(key, fresh, listed, sent(key, "again"))
    turn, _, _ = lesson_turn(key, fresh)
    if turn.is_over or (listed and len(turn.steps) >= len(listed)):
        keep_note(key, "number", str(int(note(key, "number", "0")) + 1))
        keep_note(key, "turn", "")


def _judge_in_lesson(
    key: str, fresh: Callable[[int], Turn], listed: Sequence[Roll], record: object
) -> None:
    held, game, _ = lesson_turn(key, fresh)
    if isinstance(record, str) and GAME in record:
        record, _, name = record.partition(GAME)
        if not game.endswith(f"{GAME}{name}"):
            return
    verdict = judge(held, untouched=False, record=record)
    rolls = [step.dice for step in verdict.turn.steps] + [verdict.turn.dice]
    as_listed = all(
        dice in (None, tuple(faces), tuple(faces)[:1])
        for dice, faces in zip(rolls, listed, strict=False)
    )
    if verdict.accepted and as_listed and (not listed or len(rolls) <= len(listed) + 1):
        keep_note(key, "turn", format_turn(verdict.turn))
        keep_note(key, "refused", "")
    elif isinstance(record, str) and (verdict.refused or verdict.accepted):
        keep_note(key, "refused", record[:LONGEST_TEXT])


def own_seed(key: str) -> str:
    """Return a seed of this session's own for a block of a lesson."""
    if not note(key, SEED):
        keep_note(key, SEED, secrets.token_hex(3))
    return note(key, SEED)


def today() -> str:
    """Return the date by which a class has the same dice."""
    return datetime.now(UTC).date().isoformat()


# ---- what was practised, as text; the browser keeps it ----

PRACTICE, ERASE = "practice-kept", "practice-erase"
"""The key of the component that keeps what was practised, and of the question whether to erase."""

MOST_GAMES = 8
MOST_STEPS = 60
"""At most so many games are taken from a browser, and steps of a game."""

LOSSES = frozenset(Trouble) - {Trouble.KEPT_ASIDE, Trouble.FUTURE}
"""Troubles with a saved text that loses something when it is written anew."""


def now() -> int:
    """Return the time in whole seconds since 1970, UTC."""
    return int(time())


def practised() -> Progress:
    """Return what was practised in this session, and before as far as the browser has told."""
    return _progress(practised_text())


def practised_text() -> str:
    """Return what was practised as text; "" for nothing."""
    text: str = st.session_state.get("practised", "")
    return text


@lru_cache(maxsize=64)
def _progress(text: str) -> Progress:
    # It was checked when it came, and at no time since can it have become the future.
    return read_progress(text, 2**62).progress if text else Progress()


def keep_practised(progress: Progress) -> None:
    """Hold what was practised; the browser keeps it when the keeper is drawn."""
    is_empty = not (progress.memories or progress.aside)
    st.session_state["practised"] = "" if is_empty else save_progress(progress)


def for_keeper() -> dict[str, str | int]:
    """Return what the keeper in the browser has to know of this session."""
    if "practice session" not in st.session_state:
        st.session_state["practice session"] = secrets.token_hex(8)
    return {
        "session": st.session_state["practice session"],
        "facts": practised_text(),
        **{name: _practice_number(name) for name in ("heard", "damaged", "erased")},
    }


def _practice_number(name: str) -> int:
    number: int = st.session_state.get(f"practice {name}", 0)
    return number


def take_kept() -> None:
    """Put what the browser has kept together with what is held; none of it is trusted."""
    message = sent(PRACTICE, "kept")
    if not isinstance(message, dict) or not _is_count(message.get("number")):
        return
    st.session_state["practice heard"] = message["number"]
    held, erased = _practice_number("erased"), message.get("erased")
    if not _is_count(erased) or erased > now():
        erased = held
    if erased < held:
        return  # Sent before this browser heard that everything is erased.
    if erased > held:
        _forget_until(erased)
    if isinstance(text := message.get("kept"), str):
        loaded = read_progress(text, now())
        keep_practised(practised().merged(loaded.progress))
        if LOSSES & loaded.troubles.keys():
            st.session_state["practice damaged"] = message["number"]
        # What is kept aside stays as it is: that is told where a file brings it.
        told = _as_text(loaded.troubles)
        told.pop(Trouble.KEPT_ASIDE, None)
        if told:
            st.session_state["practice troubles"] = told
    if isinstance(games := message.get("games"), list):
        st.session_state["games"] = [*filter(None, map(_game, games[:MOST_GAMES]))]
    text = message.get("round")
    take_round(text if isinstance(text, str) and text.isascii() else "")


def _is_count(value: object) -> TypeGuard[int]:
    return type(value) is int and 0 <= value < 2**53


def _as_text(troubles: Mapping[Trouble, int]) -> dict[str, int]:
    return {str(kind): count for kind, count in troubles.items()}


def _forget_until(erased: int) -> None:
    """Forget what was practised before another tab erased everything."""
    st.session_state["practice erased"] = erased
    later = {fact: m for fact, m in practised().memories.items() if m.last > erased}
    keep_practised(Progress(later))


def troubles() -> dict[Trouble, int]:
    """Return what could not be read of what the browser has kept, until that was told."""
    held: dict[str, int] = st.session_state.get("practice troubles", {})
    return {Trouble(kind): count for kind, count in held.items()}


def forget_troubles() -> None:
    """Note that the reader knows what could not be read."""
    st.session_state.pop("practice troubles", None)


def erase_practised() -> None:
    """Forget everything that was practised; the keeper erases it in the browser."""
    for name in ("practised", "practice troubles", "practice file", "games"):
        st.session_state.pop(name, None)
    st.session_state["practice erased"] = max(now(), _practice_number("erased") + 1)
    new_round()
    keep_erasing()


def keep_erasing() -> None:
    """Close the question whether to erase what was practised."""
    st.session_state[ERASE] = False


def practice_file_key() -> str:
    """Return the key of the control for a file with what was practised; another for each file."""
    return f"practice-file-{_practice_number('files')}"


def take_practice_file() -> None:
    """Put what a file holds together with what was practised."""
    text = _file_text(practice_file_key(), 4 * MOST_CHARACTERS)
    if text is None:
        return
    loaded = read_progress(text, now())
    keep_practised(practised().merged(loaded.progress))
    count = len(loaded.progress.memories)
    st.session_state["practice file"] = [count, _as_text(loaded.troubles)]
    st.session_state["practice files"] = _practice_number("files") + 1


def practice_file() -> tuple[int, dict[Trouble, int]] | None:
    """Return how many sums the last file had, and what could not be read; None without one."""
    held = st.session_state.get("practice file")
    return None if held is None else (held[0], {Trouble(kind): n for kind, n in held[1].items()})


def games() -> list[tuple[str, frozenset[int]]]:
    """Return the turns that this browser keeps of Play, and the steps whose sum was unsure."""
    return [(text, frozenset(unsure)) for text, unsure in st.session_state.get("games", [])]


def _game(value: object) -> list[object] | None:
    match value:
        case [str(text), dict(notes)] if len(text) <= LONGEST_TEXT:
            return [text, sorted(unsure_steps(_notes(notes)))]
    return None


def _notes(notes: Mapping[object, object]) -> dict[int, tuple[int, float | None]]:
    """Return what the browser has noted of the steps of a turn, as far as it makes sense."""
    found: dict[int, tuple[int, float | None]] = {}
    for index, note in list(notes.items())[:MOST_STEPS]:
        match index, note:
            case str(), [int(wrongs), int() | float() | None as seconds] if re.fullmatch(
                "[0-9]{1,2}", index, re.ASCII
            ):
                found[int(index)] = (wrongs, seconds)
    return found


# ---- the page Practise: the round under way, as text ----

EXERCISE = "exercise"
"""The key of the box in which exercises are answered."""

LEVEL, TYPES, COUNT, TIMER = "level", "types", "count", "timer"
"""Names in links: what is practised, how many exercises a class gets, and whether time is taken."""


def practice_level() -> Level:
    """Return the level that the link names, or else the chosen one."""
    return parse_level(text_of(LEVEL, _is_level, str(Level())))


def _is_level(text: str) -> bool:
    return text in {str(level) for level in LEVELS}


def practice_types(level: Level) -> tuple[str, ...]:
    """Return the chosen types of exercise; none stands for all that the level has."""
    chosen = text_of(TYPES, lambda text: len(text) <= LONGEST_TEXT).split(".")
    return tuple(name for name in names_at(level) if name in chosen)


def keep_practice(level: Level, types: Sequence[str]) -> None:
    """Take over what is to be practised, also into the link; a round of it begins."""
    keep_text(LEVEL, str(level))
    keep_text(TYPES, ".".join(types))
    new_round()


def practice_count() -> int:
    """Return how many exercises a class gets: what the link names, or ten."""
    return number_of(COUNT, MOST_EXERCISES) or ROUND


def practice_seed() -> str:
    """Return the seed that the link names, with which everybody gets the same, or ""."""
    return text_of(SEED, _is_seed)


def is_practice_link_damaged() -> bool:
    """Return whether the link that was opened names exercises that there are not."""
    named = st.query_params
    seed, count = named.get(SEED), named.get(COUNT, "1")
    level, types = named.get(LEVEL, str(Level())), named.get(TYPES)
    if not _is_level(level):
        return True
    is_count = re.fullmatch("[1-9][0-9]?", count, re.ASCII) and int(count) <= MOST_EXERCISES
    is_type = types is None or set(types.split(".")) <= set(names_at(parse_level(level)))
    return (seed is not None and not _is_seed(seed)) or not is_count or not is_type


def practice_round() -> Round:
    """Return the round under way, or a fresh one of what the link names or the reader needs."""
    held = _held_round()
    level, seed = practice_level(), practice_seed()
    types = practice_types(level)
    if held is not None and held.origin == Origin.LINK:
        named = (level, types, seed, practice_count())
        held = held if named == (held.level, held.names, held.seed, held.count) else None
    elif held is not None and held.origin == Origin.OWN:
        held = held if not seed and (level, types) == (held.level, held.names) else None
    if held is None:
        held = (
            link_round(level, seed, practice_count(), now(), types)
            if seed
            else own_round(practised(), level, secrets.token_hex(4), now(), types)
        )
        _hold_round(held)
    return held


def _held_round() -> Round | None:
    text = st.session_state.get("practice round")
    return None if text is None else parse_round(text)


def _hold_round(held: Round) -> None:
    st.session_state["practice round"] = format_round(held)


def new_round() -> None:
    """Begin another round: the same one where a link names it, or else what is needed next."""
    st.session_state.pop("practice round", None)


def practise_alone() -> None:
    """Begin a round of one's own after that of a link."""
    keep_text(SEED, "")
    new_round()


def practise_together() -> None:
    """Let the link name the exercises, so that everybody gets the same; another seed each time."""
    keep_text(SEED, secrets.token_hex(3))
    keep_text(COUNT, str(practice_count()))
    new_round()


def practise_games(exercises: Sequence[Exercise]) -> None:
    """Begin a round of exercises that games suggest."""
    keep_text(SEED, "")
    _hold_round(games_round(exercises, practice_level(), secrets.token_hex(4), now()))


def heard() -> int:
    """Return the number of the last message of the exercise that was heard."""
    number: int = st.session_state.get("exercise heard", 0)
    return number


def take_message() -> None:
    """Judge an answer, help or go on, as the exercise under way has asked for."""
    message = read_message(sent(EXERCISE, "message"))
    if message is None or message.number <= heard():
        return
    st.session_state["exercise heard"] = message.number
    held = practice_round()
    following = following_round(held)
    if following is not None and message.id == exercise_id(following):
        held = following
    elif message.id != exercise_id(held):
        return
    match message.kind:
        case "check":
            if held.tries == 0 and not held.is_over:
                helped = held.steps > 0
                after = practised().after(held.exercise, message.answer, now(), helped=helped)
                keep_practised(after)
            held = held.answered(message.answer)
        case "help":
            held = held.helped(HELP_STEPS)
        case "next":
            held = following or held
        case "again" if held.is_over:
            new_round()
            return
    _hold_round(held)


def take_round(text: str) -> None:
    """Go on with the round that this tab has kept, unless one is under way.

    One that nobody has begun is chosen anew: by now it is known what was practised before.
    """
    held = _held_round()
    if held is None or held.is_fresh:
        new_round()
        with suppress(ValueError):
            _hold_round(parse_round(text))


def following_round(held: Round) -> Round | None:
    """Return the round after this exercise, the same each time; None before it is solved."""
    if held.is_over or not held.is_solved:
        return None
    before = format_round(held)
    of, text = st.session_state.get("following round", ("", ""))
    if of != before:
        text = format_round(held.next(practised(), now()))
        st.session_state["following round"] = [before, text]
    return parse_round(text)


def time_before(held: Round) -> int | None:
    """Return how long the round before this ended one took in this session, in seconds, or None."""
    if held.ended is None:
        return None
    times: dict[str, int] = st.session_state.get("round times", {})
    others = {began: taken for began, taken in times.items() if began != str(held.began)}
    before = dict([*others.items()][-1:])
    st.session_state["round times"] = {**before, str(held.began): held.ended - held.began}
    return next(iter(before.values()), None)


def address() -> str:
    """Return the address of the page as the reader's browser knows it, without what it names."""
    return str(st.context.url or "").partition("?")[0]


def link_to_practice() -> str:
    """Return the query of a link that opens the exercises of the class, with the settings."""
    level = practice_level()
    named = {
        LEVEL: str(level),
        TYPES: ".".join(practice_types(level)),
        COUNT: str(practice_count()),
        SEED: practice_seed(),
    }
    query = "&".join(f"{name}={value}" for name, value in named.items() if value)
    return f"?{query}{_settings_in_link()}"


def tells_time() -> bool:
    """Return whether a round's time is told at its end."""
    return text_of(TIMER, lambda text: text in (ON, OFF), OFF) == ON
