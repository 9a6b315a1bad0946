"""Solutions that take seconds: computed once beside the pages, with progress that is true."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest
from apptest import charts, component_data, paragraphs, start, visible_texts

from shutbox import VARIANTS, Dice, FewerDice, Objective, Solution, Variant, format_turn, solve
from shutbox.turn import Turn
from shutbox.ui import solving

THE_300 = VARIANTS["the-300"]
LARGE = Variant(
    id="seventeen", tiles=tuple(range(1, 18)), dice=Dice(2, 6), fewer_dice=FewerDice.NEVER
)


@pytest.fixture(autouse=True)
def no_jobs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solving, "_jobs", {})


class SlowSolve:
    """Stands for `solve`: reports, and waits in the middle until it may go on."""

    def __init__(self) -> None:
        self.reported, self.go_on = threading.Event(), threading.Event()
        self.calls = 0

    def __call__(
        self, variant: Variant, objective: Objective, progress: Callable[[float], None]
    ) -> Solution:
        self.calls += 1
        progress(0.4)
        self.reported.set()
        assert self.go_on.wait(20)
        return solve(variant, objective, progress)


def test_a_small_box_has_no_progress() -> None:
    assert solving.progress(VARIANTS["classic"], "score") is None
    assert solving.progress(VARIANTS["cards"], "score") is None
    assert solving.progress(VARIANTS["card-box"], "score") is None


def test_progress_is_that_of_the_computation_and_everybody_shares_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    slow = SlowSolve()
    monkeypatch.setattr(solving, "solve", slow)
    assert solving.progress(LARGE, "score") is not None
    assert slow.reported.wait(20)
    assert [solving.progress(LARGE, "score") for _ in range(30)] == [0.4] * 30
    slow.go_on.set()
    solving.wait(LARGE, "score")
    assert solving.progress(LARGE, "score") is None
    assert slow.calls == 1


def test_a_failure_is_told_once_and_the_next_question_begins_anew(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(*_: object) -> Solution:
        raise MemoryError("no room")

    with monkeypatch.context() as patched:
        patched.setattr(solving, "solve", fail)
        with pytest.raises(MemoryError, match="no room"):
            solving.wait(LARGE, "shut")
    solving.wait(LARGE, "shut")
    assert solving.progress(LARGE, "shut") is None


@pytest.mark.parametrize("page", ["play", "rules"])
def test_meanwhile_the_page_says_how_far_it_is(page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solving, "progress", lambda _variant, _objective: 0.42)
    at = start(page, variant="the-300")
    assert not at.exception
    (bar,) = at.get("progress")
    assert bar.proto.value == 42
    assert "42%" in bar.proto.text
    assert not charts(at)
    if page == "play":
        assert component_data(at, "box")["tables"]["tiles"] == list(range(1, 25))


def test_the_300_is_judged_exactly() -> None:
    turn = Turn(THE_300, seed="otter")
    turn = turn.roll(turn.seeded_roll())
    turn = turn.shut(turn.legal_moves[-1])
    solving.wait(THE_300, "score")
    at = start(turn=format_turn(turn))
    assert not at.exception
    assert not at.get("progress")
    value = f"{solve(THE_300).start_value:.1f}"
    assert any(text.startswith(f"Start {value}") for text in paragraphs(at))
    (chart,) = charts(at)
    assert 10 < len(chart.rows) <= 16
    assert chart.rows["chosen"].sum() == 1
    assert not any("estimate" in text for _, text in visible_texts(at))


@pytest.mark.parametrize("variant_id", ["domino-box", "card-box"])
@pytest.mark.parametrize("objective", ["score", "shut"])
def test_a_box_too_large_to_solve_is_judged_by_estimates_that_say_so(
    variant_id: str, objective: Objective
) -> None:
    turn = Turn(VARIANTS[variant_id], seed="otter")
    turn = turn.roll(turn.seeded_roll())
    turn = turn.shut(turn.legal_moves[-1])
    at = start(turn=format_turn(turn), aim=objective)
    assert not at.exception
    assert [box.value for box in at.info if "estimate" in box.value and "±" in box.value]
    (chart,) = charts(at)
    assert chart.rows["chosen"].sum() == 1
    at.session_state["best-move-table"] = True
    at.run()
    moves = next(table.value for table in at.table if "±" in table.value.columns)
    assert len(moves) >= 12
