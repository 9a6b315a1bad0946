"""The pages Simulate, and Published and ours: every number on them is the library's."""

from __future__ import annotations

from collections import Counter
from math import fsum
from threading import Event

import pytest
from apptest import charts, paragraphs, start, tables
from streamlit.testing.v1 import AppTest

from shutbox import PLAYERS, VARIANTS, i18n
from shutbox.exact_play import duel, play_exactly, roll_costs
from shutbox.frames import scores_frame
from shutbox.published import PUBLISHED, Verdict
from shutbox.simulate import Simulation, simulate, summary, turn_scores
from shutbox.ui import simulating
from shutbox.ui.simulating import Job

TWO_DICE = VARIANTS["two-dice"]
EN = i18n.language("en")


def simulate_page(**query: str) -> AppTest:
    """The page, with everything that was begun done."""
    query = {"variant": "two-dice", "turns": "100", **query}
    variant = VARIANTS[query["variant"]]
    for name, player in PLAYERS.items():
        if not {"guess", "bet"} & query.keys() and query.get("view") != "why":
            break
        if variant.id != "cards" and name in {*query.values(), "easy", "hard"}:
            simulating.exact(variant, player).result()
        if query.get("view") != "why":
            seed = f"series-{query.get('series', '1')}"
            simulating.scores(variant, player, int(query["turns"]), seed).result()
    at = start("simulate", **query)
    assert [error.value for error in at.exception] == []
    return at


def metrics(at: AppTest) -> dict[str, str]:
    return {metric.label: metric.value for metric in at.metric}


def test_nothing_is_shown_before_a_guess() -> None:
    for view in ("scores", "duel"):
        at = simulate_page(view=view)
        assert charts(at) == []
        assert len(at.slider) == 1


def test_the_guess_goes_into_the_chart_and_the_link() -> None:
    at = simulate_page()
    simulate_page(guess="17")
    at.slider[0].set_value(17).run()
    at.button(key="guess-play").click().run()
    assert at.query_params["guess"] == "17"
    rows = charts(at)[0].rows
    assert list(rows[rows["kind"] == "yours"]["middle"]) == [17]
    assert any("17 is 3.4 too low" in info.value for info in at.info)
    at.button(key="again").click().run()
    assert charts(at) == []


@pytest.mark.parametrize("player", PLAYERS)
@pytest.mark.parametrize("series", ["1", "7"])
def test_the_scores_of_a_player(player: str, series: str) -> None:
    at = simulate_page(guess="none", player=player, series=series)
    played = simulate(TWO_DICE, PLAYERS[player], 100, f"series-{series}")
    exact = play_exactly(TWO_DICE, PLAYERS[player])
    rows = charts(at)[0].rows
    bars = rows[rows["part"] == "score"]
    assert fsum(bars["share"]) == pytest.approx(1)
    assert list(bars["share"]) == [played.counts.get(s, 0) / 100 for s in exact.scores]
    assert list(bars["exact"]) == pytest.approx(list(exact.scores.values()))
    shown = metrics(at)
    assert shown["Average score, exactly"] == EN.number(exact.mean, 2)
    assert shown["Box shut, exactly"] == EN.percent(exact.shut, 2)
    error = EN.number(2 * played.standard_error, 1)
    assert shown["Average score"] == f"{EN.number(played.mean, 1)} ± {error}"


def test_other_dice_are_the_next_series() -> None:
    at = simulate_page(guess="none", series="1")
    simulate_page(guess="none", series="2")
    at.button(key="other-dice").click().run()
    assert at.query_params["series"] == "2"
    rows = charts(at)[0].rows
    again = simulate_page(guess="none", series="2")
    assert charts(again)[0].rows.equals(rows)


def test_a_box_with_cards_is_simulated_only() -> None:
    at = simulate_page(variant="cards", guess="none")
    assert set(metrics(at)) == {"Average score", "Box shut"}
    assert charts(at)[0].rows["exact"].isna().all()
    assert charts(simulate_page(variant="cards", view="why")) == []


def test_a_box_that_is_too_large_says_so() -> None:
    at = start("simulate", variant="the-300", guess="none")
    assert [header.value for header in at.header] == ["Too many tiles"]


def test_a_duel() -> None:
    at = simulate_page(view="duel", bet="60")
    easy, hard = (PLAYERS[name] for name in ("easy", "hard"))
    own = duel(*(play_exactly(TWO_DICE, player).scores for player in (easy, hard)))
    one, other = (turn_scores(TWO_DICE, player, 100, "series-1") for player in (easy, hard))
    pairs = Counter((a > b) - (a < b) for a, b in zip(one, other, strict=True))
    rows = charts(at)[0].rows
    exact, same = (list(rows[rows["dice"] == dice]["share"]) for dice in (0, 1))
    assert exact == pytest.approx([own.first, own.tie, own.second])
    assert sum(exact) == pytest.approx(1)
    assert same == [pairs[-1] / 100, pairs[0] / 100, pairs[1] / 100]


def test_why_the_scores_differ() -> None:
    at = simulate_page(view="why", roll="5")
    play, best = (play_exactly(TWO_DICE, PLAYERS[name]) for name in ("easy", "hard"))
    assert [header.value for header in at.header] == ["Why 20.42 instead of 11.16?"]
    survival, costs = (chart.rows for chart in charts(at))
    for kind, shares in (("other", play.still_in), ("best", best.still_in)):
        assert list(survival[survival["kind"] == kind]["share"]) == list(shares)
    assert list(costs["cost"]) == list(roll_costs(TWO_DICE, PLAYERS["easy"]))
    assert fsum(costs["cost"]) == pytest.approx(play.mean - best.mean)
    assert any("62 still go on in best play (●) and 18 " in text for text in paragraphs(at))


@pytest.mark.parametrize("name", ["view", "player", "against", "turns", "series", "guess", "roll"])
@pytest.mark.parametrize("value", ["", "nothing", "<b>", "-1", "99999999", "é"])
def test_nonsense_in_a_link_counts_as_absent(name: str, value: str) -> None:
    at = start("simulate", **{name: value})
    assert len(at.exception) == 0
    assert len(at.slider) == 1


def test_scores_of_a_large_range_are_taken_together() -> None:
    played = Simulation({0: 1, 1: 2, 119: 1}, shut=1)
    frame = scores_frame(played, 119, {0: 0.5, 1: 0.25, 119: 0.25})
    assert frame[["first", "last", "turns"]].to_numpy().tolist() == [[0, 1, 3], [118, 119, 1]]
    assert list(frame["exact"]) == [0.75, 0.25]
    assert summary((0, 1, 1, 119)) == played


# ---- work beside the page ----


def finish(job: Job[int]) -> None:
    while job.progress() is not None:
        pass


def test_work_that_is_stopped_begins_anew_for_whoever_asks() -> None:
    begun, stopped = [], Event()

    def work(report: object) -> int:
        begun.append(None)
        if len(begun) == 1:
            stopped.wait(10)
            report(0.5)  # type: ignore[operator]
        return len(begun)

    job = Job(work)
    assert job.progress() == 0
    job.stop()
    stopped.set()
    finish(job)
    assert job.result() == 2


def test_work_that_fails_says_so_and_begins_anew() -> None:
    attempts: list[None] = []

    def work(_report: object) -> int:
        attempts.append(None)
        if len(attempts) == 1:
            raise OSError("no disk")
        return 5

    job = Job(work)
    with pytest.raises(OSError, match="no disk"):
        finish(job)
    finish(job)
    assert job.result() == 5


def test_a_bar_of_progress_stands_for_work_under_way(monkeypatch: pytest.MonkeyPatch) -> None:
    done = Event()
    waiting = Job(lambda _report: done.wait(20) and (1, 2))
    monkeypatch.setattr(simulating, "scores", lambda *_: waiting)
    try:
        at = start("simulate", variant="two-dice", turns="100", guess="none")
        assert charts(at) == []
        assert [button.label for button in at.button] == ["Stop"]
        at.button(key="stop").click().run()
        assert at.query_params["guess"] == "ask"
        assert len(at.slider) == 1
    finally:
        done.set()


# ---- Published and ours ----


def test_every_published_figure_is_shown_with_its_source() -> None:
    at = start("published")
    text = "\n".join(paragraphs(at))
    for claim in PUBLISHED:
        assert f"({claim.source.address})" in text
    assert text.count("Published  \n") == len(PUBLISHED)
    assert "**7.14316%**" in text


@pytest.mark.parametrize("verdict", Verdict)
def test_figures_by_verdict(verdict: Verdict) -> None:
    text = "\n".join(paragraphs(start("published", verdict=verdict.value)))
    shown = sum(claim.verdict == verdict for claim in PUBLISHED)
    assert text.count("Published  \n") == shown > 0


def test_the_numbers_of_a_chart_as_a_table() -> None:
    at = simulate_page(view="why")
    at.session_state["roll-costs-table"] = True
    at.run()
    costs = roll_costs(TWO_DICE, PLAYERS["easy"])
    assert list(tables(at)[0]["Points given away"]) == [EN.number(cost, 3) for cost in costs]
