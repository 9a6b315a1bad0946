"""What was practised is kept in the browser, comes back, and can be seen, saved and erased."""

from __future__ import annotations

import json
from typing import Any

import pytest
from apptest import Json, component_data, fire, fire_text, visible_texts
from boxes import BOXES
from streamlit.testing.v1 import AppTest

from shutbox import Turn, analyse, format_turn, i18n, parse_turn
from shutbox.exercises import AddDice, KeepTotals, MissingTile
from shutbox.practice import (
    MOST_CHARACTERS,
    MOST_SUGGESTED,
    Memory,
    Progress,
    Trouble,
    from_turn,
    read_progress,
    save_progress,
    unsure_steps,
)
from shutbox.practice_round import LONGEST_ROUND
from shutbox.ui import practice_kept, state

NOW = 1_800_000_000
DAY = 24 * 60 * 60
KEEPER = state.PRACTICE

SCRIPT = """
from shutbox.ui import practice_kept, state
t = state.language()
practice_kept.telling(t)
practice_kept.managing(t)
practice_kept.keeper(t, "round-1")
"""

OLD = Memory(3, 4, 4, NOW - 5 * DAY, NOW - 2 * DAY)
LATE = Memory(0, 5, 4, NOW - 60, NOW - 60)
KEPT = Progress({(3, 4): OLD, (1, 2, 4): LATE})


@pytest.fixture
def at(monkeypatch: pytest.MonkeyPatch) -> AppTest:
    monkeypatch.setattr(state, "now", lambda: NOW)
    return AppTest.from_string(SCRIPT, default_timeout=60).run()


def data(at: AppTest) -> Json:
    assert [error.value for error in at.exception] == []
    return component_data(at, KEEPER)


def tell(at: AppTest, number: int = 1, **news: object) -> AppTest:
    """What the browser sends."""
    return fire(at, KEEPER, kept={"number": number, "erased": 0, **news})


def held(at: AppTest) -> Progress:
    text = data(at)["facts"]
    return read_progress(text, NOW).progress if text else Progress()


def words(at: AppTest) -> str:
    return " ".join(text for _, text in visible_texts(at))


# ---- the keeper ----


def test_a_new_session_has_nothing_to_keep(at: AppTest) -> None:
    seen = data(at)
    session = seen.pop("session")
    assert seen == {"facts": "", "round": "round-1", "heard": 0, "damaged": 0, "erased": 0}
    assert len(session) >= 16
    assert data(at.run())["session"] == session


def test_what_the_browser_has_kept_comes_back_and_is_heard(at: AppTest) -> None:
    tell(at, 17, kept=save_progress(KEPT))
    assert data(at)["facts"] == save_progress(KEPT)
    assert data(at)["heard"] == 17
    assert data(at)["damaged"] == 0
    assert not at.warning


def test_what_another_tab_has_kept_is_put_together_with_what_is_held(at: AppTest) -> None:
    tell(at, 1, kept=save_progress(KEPT))
    newer = Memory(4, 5, 5, NOW, NOW + 8 * DAY)
    tell(at, 2, kept=save_progress(Progress({(3, 4): newer, (2, 9): OLD})))
    assert held(at).memories == {(3, 4): newer, (1, 2, 4): LATE, (2, 9): OLD}


def test_the_round_of_the_tab_is_given_back(at: AppTest, monkeypatch: pytest.MonkeyPatch) -> None:
    taken: list[str] = []
    monkeypatch.setattr(state, "take_round", taken.append)
    tell(at, 1, round="round-7")
    tell(at, 2, round="x" * (LONGEST_ROUND + 1))
    tell(at, 3, round="\ud800")
    tell(at, 4, round=["round-7"])
    assert taken == ["round-7", "x" * (LONGEST_ROUND + 1), "", ""]
    assert data(at)["heard"] == 4


HOSTILE = [
    *(None, True, 7, "text", [], {}, {"number": True}, {"number": -1}, {"number": 2**60}),
    *({"number": 1, "kept": value} for value in (None, 5, [], {}, "", "\ud800", "<b>", "[" * 9999)),
    {"number": 1, "kept": save_progress(KEPT), "erased": "x", "games": 3, "round": 3},
    {"number": 1, "games": [None, [], ["x"], ["x", []], [3, {}], ["classic", {"0": "a"}]]},
    {"number": 1, "games": [["classic", {"٣": [1, 1], "-1": [1, 1], "0": [1, 2, 3], "1": None}]]},
    {"number": 1, "games": [["x" * 5000, {}]] * 1000},
    {"number": 1, "erased": NOW + 1},
]


@pytest.mark.parametrize("message", HOSTILE, ids=lambda message: repr(message)[:40])
def test_whatever_a_browser_sends_the_page_stays(at: AppTest, message: Any) -> None:
    tell(at, 5, kept=save_progress(Progress({(2, 9): OLD})))
    fire_text(at, KEEPER, json.dumps([{"event": "kept", "value": message}]))
    assert held(at).memories[2, 9] == OLD
    assert data(at)["erased"] == 0


# ---- what cannot be read ----


def test_of_a_damaged_text_the_whole_entries_are_kept_and_the_rest_is_told(at: AppTest) -> None:
    tell(at, 8, kept=save_progress(KEPT)[:-30])
    assert held(at).memories.items() < KEPT.memories.items()
    assert data(at)["damaged"] == 8
    (warning,) = at.warning
    assert "damaged" in warning.value
    assert "keeps the old text aside" in warning.value
    at.run()
    assert at.warning
    at.button(key="practice-seen").click().run()
    assert not at.warning


def test_what_this_program_does_not_know_stays_and_is_not_told_every_day(at: AppTest) -> None:
    text = '{"shutbox-practice":1,"facts":{"13+40":[1,2,1,5,5]}}'
    tell(at, 1, kept=text)
    assert data(at)["facts"] == text
    assert data(at)["damaged"] == 0
    assert not at.warning


def test_a_date_that_is_still_to_come_counts_as_now(at: AppTest) -> None:
    tell(at, 1, kept=save_progress(Progress({(3, 4): Memory(2, 1, 1, NOW + 9, NOW + 9)})))
    assert held(at).memories[3, 4].last == NOW
    assert "1 sum has a date that is still to come" in at.warning[0].value
    assert data(at)["damaged"] == 0


@pytest.mark.parametrize("code", i18n.languages())
@pytest.mark.parametrize("count", [1, 2, 1000])
def test_every_trouble_has_a_sentence_of_its_own(code: str, count: int) -> None:
    t = i18n.language(code)
    sentences = {practice_kept.trouble(t, kind, count) for kind in Trouble}
    assert len(sentences) == len(Trouble)
    assert all("{" not in sentence for sentence in sentences)


# ---- see, save, bring back, erase ----


def unfold(at: AppTest) -> AppTest:
    at.session_state["practice-managing"] = True
    return at.run()


def erase(at: AppTest) -> AppTest:
    at.session_state[state.ERASE] = True
    return at.run().button(key="practice-erase-yes").click().run()


def test_folded_away_nothing_of_it_is_drawn(at: AppTest) -> None:
    assert not at.get("download_button")
    assert not at.file_uploader


def test_everything_that_is_kept_can_be_seen(at: AppTest) -> None:
    tell(at, 1, kept=save_progress(KEPT))
    seen = words(unfold(at))
    assert "It keeps 2 sums." in seen
    assert "1 + 2 + 4 5 4 now" in seen
    assert "3 + 4 4 4 now" in seen
    tell(at, 2, kept=save_progress(Progress({(3, 4): Memory(5, 5, 5, NOW, NOW + 21 * DAY)})))
    assert "3 + 4 5 5 in 21 days" in words(at)


def test_with_nothing_kept_there_is_nothing_to_save(at: AppTest) -> None:
    unfold(at)
    assert "It keeps nothing yet." in words(at)
    assert at.get("download_button")[0].proto.disabled


def bring(at: AppTest, content: bytes) -> AppTest:
    at.file_uploader[0].set_value(("kept.json", content, "application/json"))
    return at.run()


def test_a_saved_file_brings_back_what_was_kept_and_loses_nothing(at: AppTest) -> None:
    tell(at, 1, kept=save_progress(Progress({(2, 9): OLD, (3, 4): LATE})))
    bring(unfold(at), save_progress(KEPT).encode("utf-8-sig"))
    assert held(at).memories == {(2, 9): OLD, (3, 4): LATE, (1, 2, 4): LATE}
    assert "2 sums came from the file." in at.success[0].value
    bring(at, save_progress(Progress({(1, 1): OLD})).encode("utf-16"))
    assert (1, 1) in held(at).memories
    assert "1 sum came from the file." in at.success[0].value


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "is not from Practise"),
        (b"\xff\xfe\x00", "is not from Practise"),
        (b"name,score\nAnna,3", "is not from Practise"),
        (save_progress(KEPT)[:-30].encode(), "is damaged"),
        (b'{"shutbox-practice":2,"facts":{}}', "A newer"),
        (b'{"shutbox-practice":1,"facts":{"3+4":[9,1,1,1,1]}}', "1 sum was damaged"),
        (b" " * (MOST_CHARACTERS + 1), "too long"),
    ],
    ids=repr,
)
def test_of_a_bad_file_is_said_what_was_wrong(at: AppTest, content: bytes, said: str) -> None:
    tell(at, 1, kept=save_progress(KEPT))
    bring(unfold(at), content)
    assert said in at.warning[0].value
    assert held(at) == KEPT


def test_erasing_asks_first(at: AppTest) -> None:
    tell(at, 1, kept=save_progress(KEPT))
    unfold(at)
    at.session_state[state.ERASE] = True
    at.run().button(key="practice-erase-no").click().run()
    assert held(at) == KEPT
    assert not at.session_state[state.ERASE]


def test_what_was_erased_does_not_come_back(at: AppTest, monkeypatch: pytest.MonkeyPatch) -> None:
    rounds: list[str] = []
    monkeypatch.setattr(state, "take_round", rounds.append)
    tell(at, 1, kept=save_progress(KEPT))
    erase(unfold(at))
    assert held(at) == Progress()
    assert data(at)["erased"] == NOW
    assert rounds == [""]
    tell(at, 2, kept=save_progress(KEPT), round="old")
    assert (held(at), data(at)["heard"], rounds) == (Progress(), 2, [""])
    bring(at, save_progress(Progress({(2, 9): OLD})).encode())
    assert held(at).memories == {(2, 9): OLD}
    erase(at)
    assert (held(at), data(at)["erased"]) == (Progress(), NOW + 1)


def test_another_tab_forgets_what_was_erased_in_the_first(at: AppTest) -> None:
    since = Memory(0, 1, 0, NOW - 10, NOW - 10)
    tell(at, 1, kept=save_progress(Progress({(3, 4): OLD, (2, 2): since})))
    fire(at, KEEPER, kept={"number": 2, "erased": NOW - 60})
    assert held(at).memories == {(2, 2): since}
    fire(at, KEEPER, kept={"number": 3, "erased": NOW - 60, "kept": save_progress(KEPT)})
    assert held(at).memories == {(2, 2): since, **KEPT.memories}


# ---- from Play ----


@pytest.mark.parametrize(
    ("notes", "unsure"),
    [
        ({}, set()),
        ({0: (0, 3.0), 1: (1, 3.0), 2: (2, None)}, {1, 2}),
        ({0: (0, 3.0), 1: (0, 3.2), 2: (0, 8.1)}, {2}),
        ({0: (0, 3.0), 1: (0, 3.2), 2: (0, 8.0)}, set()),
        ({0: (0, 9.0), 1: (0, 10.0), 2: (0, 24.0)}, set()),
        ({0: (0, 9.0), 1: (0, 10.0), 2: (0, 25.1)}, {2}),
        ({0: (0, 3.0), 1: (0, 3.2), 2: (0, 500.0)}, set()),
        ({0: (0, float("nan")), 1: (0, -1.0), 2: (0, float("inf"))}, set()),
        ({0: (0, 100.0)}, set()),
    ],
)
def test_a_sum_is_unsure_if_it_went_wrong_or_took_long(
    notes: dict[int, tuple[int, float | None]], unsure: set[int]
) -> None:
    assert unsure_steps(notes) == unsure


COSTLY = "two-dice_6.6-1.2.4.5_2.1-3"
"""3 + 9 for the first 12 is best (see the README); four small tiles cost much."""
PLAYED = "two-dice_5.4-4.5_6.6-3.9_2.1-1.2"


def suggested(monkeypatch: pytest.MonkeyPatch, *games: tuple[str, set[int]]) -> tuple[Any, ...]:
    monkeypatch.setattr(state, "games", lambda: [(text, frozenset(at)) for text, at in games])
    return practice_kept.from_games()


def test_costly_moves_and_unsure_sums_become_exercises(monkeypatch: pytest.MonkeyPatch) -> None:
    (keep,) = suggested(monkeypatch, (COSTLY, set()))
    assert isinstance(keep, KeepTotals)
    assert keep.total == 12
    costly, *sums = suggested(monkeypatch, (COSTLY, set()), (PLAYED, {0, 1}))
    assert costly == keep
    assert {(type(exercise), exercise.fact) for exercise in sums} >= {
        (AddDice, (4, 5)),
        (MissingTile, (4, 5)),
        (AddDice, (6, 6)),
        (MissingTile, (3, 9)),
    }


def test_games_take_turns_and_damaged_ones_are_passed_over(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    others = [(format_turn(Turn(variant)), {0}) for variant in BOXES]
    found = suggested(
        monkeypatch, ("damaged", {0}), (PLAYED, {0, 1, 2}), *others, ("", {1}), (COSTLY, set())
    )
    first = from_turn(analyse(parse_turn(PLAYED)), {0, 1, 2})
    second = from_turn(analyse(parse_turn(COSTLY)))
    assert found[:3] == (first[0], second[0], first[1])
    assert set(found) == set(first) | set(second)
    assert len(found) <= MOST_SUGGESTED


def test_what_the_browser_keeps_of_play_is_taken_over(
    at: AppTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    notes = {"0": [0, 2.0], "1": [1, 2.5], "2": [0, None]}
    tell(at, 1, games=[[PLAYED, notes], [COSTLY, {}]])
    assert at.session_state["games"] == [[PLAYED, [1]], [COSTLY, []]]
    tell(at, 2)
    assert at.session_state["games"] == [[PLAYED, [1]], [COSTLY, []]]
    tell(at, 3, games=[[PLAYED, {}]] * 100)
    assert len(at.session_state["games"]) == state.MOST_GAMES
