"""Whatever a browser sends in the box's name: nothing changes, nothing frightens, nothing hangs."""

from __future__ import annotations

import json
import time
from functools import cache
from random import Random
from typing import Any

import pytest
from apptest import component, component_data, fire_text, go_to, start, visible_texts
from boxes import BOXES, cut, random_turn
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from streamlit.testing.v1 import AppTest

from shutbox import VARIANTS, Turn, format_turn, parse_turn
from shutbox.notation import LONGEST_TEXT, continues
from shutbox.ui import state
from shutbox.ui.box import MOST_EVENTS
from shutbox.ui.box.record import Verdict, judge

SECONDS = 3.0
"""Far more than any message takes, even on a busy machine."""

WHOLE = max(
    (random_turn(VARIANTS["classic"], Random(n), "otter-7") for n in range(20)),
    key=lambda turn: len(turn.steps),
)
HELD = cut(WHOLE, 2, on_the_table=True)

REAL = parse_turn("classic_5.4-9_6.6")
"""A turn with real dice, without a seed."""

OF_ANOTHER_GAME = [
    f"classic_5.4-9_6.6-{move}#{game}"
    for move in ("4.8", "3.4.5")
    for game in ("", "0", "theirs", "classic", "#", "\ud800")
]
"""They would continue it, but name another game."""

OLD = [format_turn(cut(WHOLE, steps)) for steps in range(3)]
OTHER_COURSE = [
    format_turn(random_turn(VARIANTS["classic"], Random(n), "otter-7")) for n in (20, 21)
]
OTHERS = [format_turn(random_turn(variant, Random(1), "theirs")) for variant in BOXES]
WITHOUT_SEED = [format_turn(random_turn(variant, Random(1))) for variant in VARIANTS.values()]

MARKUP = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "**bold** [link](javascript:alert(1)) :red[x] $x^2$",
    "</style><h1>",
    "{tiles} {0} %s",
]
ODD = ["\0", "\ud800", "\udfff\ud800", "\u202e", "\N{ZERO WIDTH JOINER}" * 50, "٥.٤", "1e5", "-1"]

NUMBER = st.sampled_from(["0", "1", "9", "-1", "-9", "99", "9" * 400, "٩", "", " 1", "1.0", "NaN"])
STEP = st.builds("{}.{}-{}.{}".format, NUMBER, NUMBER, NUMBER, NUMBER)
HEAD = st.sampled_from(["classic~otter-7", "classic", "four~otter-7", "own", format_turn(HELD)])
RULE = st.sampled_from(
    [
        *("tiles-1to24", "tiles-1to54", "tiles-1to99999999", "dice-9d9", "dice-4d20", "dice-2d6"),
        *("shut-1to24", "moves-any-set", "most-99999999999999999999", "first-1", "ends-7"),
        *("bag-cards", "fewer-always", "score-sum", "score-", "-", "", "<b>"),
    ]
)
OWN_BOX = st.lists(RULE, max_size=5).map(lambda rules: ".".join(["own", *rules]))

TEXT = (
    st.sampled_from([*OLD, *OTHER_COURSE, *OTHERS, *WITHOUT_SEED, *OF_ANOTHER_GAME, *MARKUP, *ODD])
    | st.text(max_size=60)
    | st.lists(STEP, max_size=30).flatmap(
        lambda steps: (HEAD | OWN_BOX).map(lambda head: "_".join([head, *steps]))
    )
    | st.integers(1, 200_000).map(lambda length: "classic~otter-7_" + "1" * length)
)
"""Texts that must not become the turn; a sound one is older, of another course or session."""

VALUE: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | TEXT,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(["turn", "event", "value", "record", "length", "__proto__"]) | TEXT,
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)
"""Anything that JSON can say, with NaN and infinities, which Python reads too."""

EVENTS = st.lists(
    st.fixed_dictionaries(
        {"event": st.sampled_from(["record", "again", "rolled"]) | VALUE, "value": VALUE},
        optional={"more": VALUE},
    )
    | VALUE,
    max_size=4,
)

HUGE = {
    "deep": '[{"event": "record", "value": ' + "[" * 300 + "]" * 300 + "}]",
    "long list": json.dumps([{"event": "record", "value": list(range(200_000))}]),
    "long text": json.dumps([{"event": "record", "value": "x" * 2_000_000}]),
    "many events": json.dumps([{"event": "record", "value": "classic~otter-7_1"}] * 300),
    "infinity": '[{"event": "record", "value": 1e999}]',
    "not a number": '[{"event": "record", "value": NaN}]',
    "surrogate": '[{"event": "record", "value": "classic~\\ud800"}]',
    "twice the same": '[{"event": "record", "event": "again", "value": "classic"}]',
    "cut off": '[{"event": "record", "val',
}

UNREADABLE = {
    "long number": '[{"event": "record", "value": ' + "9" * 100_000 + "}]",
    "deep lists": "[" * 100_000 + "]" * 100_000,
    "deep record": '[{"event": "record", "value": ' + "[" * 50_000 + "]" * 50_000 + "}]",
    "deep dicts": '[{"event": "record", "value": ' + '{"a":' * 5_000 + "1" + "}" * 5_000 + "}]",
}
"""What Python's JSON reader refuses: Streamlit fails before any code of ours runs."""


@cache
def page(*, is_real: bool = False) -> AppTest:
    """One session for all messages: what none of them may change."""
    return (
        start(turn=format_turn(REAL), rolling="real") if is_real else start(turn=format_turn(HELD))
    )


def seen(at: AppTest) -> tuple[Any, ...]:
    """Everything on the page but the note of what was refused."""
    texts = [text for text in visible_texts(at) if not text[0].endswith(" box: refused")]
    return {**component_data(at, "box"), "refused": None}, texts


def check_nothing_happens(trigger: str, *, is_real: bool = False) -> None:
    at = page(is_real=is_real)
    before = seen(at)
    begin = time.perf_counter()
    fire_text(at, "box", trigger)
    took = time.perf_counter() - begin
    assert [error.value for error in (*at.exception, *at.error, *at.warning)] == []
    assert seen(at) == before
    assert len(component_data(at, "box")["refused"] or "") <= LONGEST_TEXT
    assert took < SECONDS


@given(events=EVENTS, is_real=st.booleans())
@settings(max_examples=200, deadline=None, suppress_health_check=list(HealthCheck))
def test_no_message_changes_or_frightens(events: object, is_real: bool) -> None:
    check_nothing_happens(json.dumps(events), is_real=is_real)


@pytest.mark.parametrize("record", OF_ANOTHER_GAME)
@pytest.mark.parametrize("event", ["record", "again", "rolled"])
def test_a_record_of_another_game_without_a_seed_changes_nothing(event: str, record: str) -> None:
    check_nothing_happens(json.dumps([{"event": event, "value": record}]), is_real=True)


@pytest.mark.parametrize("trigger", HUGE.values(), ids=HUGE)
def test_no_huge_or_broken_message_changes_or_frightens(trigger: str) -> None:
    check_nothing_happens(trigger)


@pytest.mark.parametrize("trigger", UNREADABLE.values(), ids=UNREADABLE)
def test_after_an_unreadable_message_everything_is_as_it_was(trigger: str) -> None:
    """Whoever sent it gets the plain sentence of `frame.show_error`, which AppTest leaves out."""
    at = start(turn=format_turn(HELD))
    before = seen(at)
    fire_text(at, "box", trigger)
    at.run()
    assert not at.exception
    assert seen(at) == before


@given(record=VALUE, untouched=st.booleans())
@settings(max_examples=400, deadline=None, suppress_health_check=list(HealthCheck))
def test_the_judge_takes_nothing_but_a_sound_turn(record: object, untouched: bool) -> None:
    begin = time.perf_counter()
    verdict = judge(HELD, untouched, record)
    assert time.perf_counter() - begin < SECONDS
    if verdict.accepted:
        assert isinstance(record, str)
        assert verdict.turn.seed is not None
        assert untouched or continues(verdict.turn, HELD)
    else:
        assert verdict.turn == HELD


def test_a_list_of_events_is_judged_one_by_one() -> None:
    """Hostile ones beside a sound one do not keep it out."""
    at = start(turn=format_turn(HELD))
    after = HELD.shut(HELD.legal_moves[0])
    events = [{"event": "record", "value": value} for value in (None, "x", format_turn(after))]
    fire_text(at, "box", json.dumps(events))
    assert not at.exception
    assert component_data(at, "box")["turn"] == format_turn(after)


@pytest.mark.parametrize("other", ["ways", "rules"])
def test_a_message_for_a_box_that_has_left_the_page_is_no_error(other: str) -> None:
    """The box sends again while the reader goes to another page."""
    at = start(turn=format_turn(HELD))
    box = component(at, "box")
    record = format_turn(HELD.shut(HELD.legal_moves[0]))
    for page_shown in (other, other, "play"):
        go_to(at, page_shown)
        states = at._tree.get_widget_states()
        widget = states.widgets.add()
        widget.id = f"$$STREAMLIT_INTERNAL_KEY_{box.proto.id}__events"
        widget.json_trigger_value = json.dumps([{"event": "record", "value": record}])
        at._run(states)
        assert [error.value for error in (*at.exception, *at.error)] == []


def test_a_fresh_session_with_a_message_at_once_is_no_error() -> None:
    """A server that was started anew hears of a box that it has not drawn yet."""
    at = start(turn=format_turn(HELD))
    record = json.dumps([{"event": "record", "value": format_turn(Turn(HELD.variant, seed="a"))}])
    new = start("ways")
    states = new._tree.get_widget_states()
    widget = states.widgets.add()
    widget.id = f"$$STREAMLIT_INTERNAL_KEY_{component(at, 'box').proto.id}__events"
    widget.json_trigger_value = record
    new._run(states)
    assert [error.value for error in (*new.exception, *new.error)] == []


@pytest.mark.parametrize("events", [["record"], ["again"], ["record", "again"]])
def test_a_message_of_thousands_of_events_is_judged_a_few_times(
    monkeypatch: pytest.MonkeyPatch, events: list[str]
) -> None:
    at = start(turn=format_turn(HELD))
    judged: list[object] = []

    def counted(held: Turn, untouched: bool, record: object) -> Verdict:
        judged.append(record)
        return judge(held, untouched, record)

    monkeypatch.setattr(state, "judge", counted)
    after = format_turn(HELD.shut(HELD.legal_moves[0]))
    for _ in range(2):
        judged.clear()
        many = [{"event": event, "value": after} for event in events * 3000]
        fire_text(at, "box", json.dumps(many))
        assert 1 <= len(judged) <= MOST_EVENTS
        assert not at.exception
        assert component_data(at, "box")["turn"] == after
