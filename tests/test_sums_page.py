"""The page Dice sums: every view, its link, a guess, rolls of one's own; against the library."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest
from apptest import (
    charts,
    component_data,
    fire,
    go_to,
    paragraphs,
    pick,
    rerun,
    start,
    tables,
    visible_texts,
)
from streamlit.testing.v1 import AppTest
from test_pages import check_runs, escapes

from shutbox import i18n, total_odds
from shutbox.sums import (
    doubles_test,
    many_rolls,
    many_totals,
    race,
    race_chances,
    race_winners,
)
from shutbox.ui.sums import MOST_DICE, MOST_ROLLS, SIDES, VIEWS, Sums, fraction, own_roll

SEED = "otter"
ROLLED = {"guess": "7", "seed": SEED, "rolls": "300"}
LINKS: list[dict[str, str]] = [
    {},
    {"guess": "7"},
    {"guess": "none"},
    *({"view": view, **ROLLED} for view in VIEWS),
    *({"view": view, **ROLLED, "dice": "1", "total": "1"} for view in VIEWS),
    *({"view": view, "dice": "9", "sides": "20", "guess": "100"} for view in VIEWS),
    {"view": "race", **ROLLED, "step": "500"},
    {"view": "race", **ROLLED, "races": "100", "expected": "shown"},
    {**ROLLED, "expected": "shown"},
    {"view": "doubles", **ROLLED, "source": "own", "own": "7.3+4.99.5-5"},
    {"view": "doubles", "seed": SEED, "rolls": "10"},
]
each_link = pytest.mark.parametrize("query", LINKS, ids=str)


def said(at: AppTest) -> str:
    return " ".join(paragraphs(check_runs(at)))


@each_link
def test_every_link_opens_in_words_that_are_translated(query: dict[str, str]) -> None:
    at = check_runs(start("sums", lang=i18n.PSEUDO, **query))
    assert [text for text in visible_texts(at) if escapes(text[1])] == []
    assert len(at.header) == 1


@pytest.mark.parametrize(
    "query",
    [
        {"dice": "0", "sides": "7", "view": "x", "total": "99", "guess": "13"},
        {"rolls": "-1", "seed": "ü", "step": "½", "races": "5"},
        {"rolls": "9" * 50, "own": "." * 500, "source": "own", "guess": "2"},
        {"own": "0-0.-7.7-.+.1+2+3.٣", "source": "own", "guess": "2"},
    ],
    ids=str,
)
def test_a_made_up_link_is_read_as_far_as_it_makes_sense(query: dict[str, str]) -> None:
    check_runs(start("sums", **query))


# ---- roll ----


def test_nothing_is_shown_before_a_guess() -> None:
    at = start("sums", seed=SEED, rolls="300", expected="shown")
    (chart,) = charts(check_runs(at))
    assert set(chart.rows["count"]) == {0}
    assert set(chart.rows["expected"]) == {0}
    assert "roll-1" not in [button.key for button in at.button]
    at.pills(key="choice-guess").set_value("8").run()
    assert at.query_params["guess"] == "8"
    (chart,) = charts(check_runs(at))
    assert chart.rows["count"].sum() == 300
    assert list(chart.rows["total"][chart.rows["guess"]]) == [8]


def test_who_will_not_guess_may_look() -> None:
    at = start("sums", seed=SEED, rolls="300")
    next(b for b in at.button if b.label == "Look without a guess").click().run()
    (chart,) = charts(check_runs(at))
    assert (chart.rows["count"].sum(), chart.rows["guess"].any()) == (300, False)


@pytest.mark.parametrize("more", [1, 10, 100, 1_000, 10_000])
def test_rolls_are_those_of_the_seed_and_the_link_repeats_them(more: int) -> None:
    at = start("sums", guess="7", seed=SEED, rolls="300")
    at.button(key=f"roll-{more}").click().run()
    counts = Counter(many_totals(SEED, 2, 6, 300 + more).tolist())
    for page in (at, start("sums", **{name: at.query_params[name] for name in ROLLED})):
        (chart,) = charts(check_runs(page))
        assert dict(zip(chart.rows["total"], chart.rows["count"], strict=True)) == {
            total: counts[total] for total in range(2, 13)
        }
    most = max(counts.values())
    winners = i18n.language("en").listed(t for t in range(2, 13) if counts[t] == most)
    assert f"{winners} came most: {most:,} of {300 + more:,} rolls." in said(at)
    assert f"Your guess, 7, came {counts[7]:,} times." in said(at)


def test_the_same_again_are_other_dice() -> None:
    at = start("sums", **ROLLED)
    next(b for b in at.button if b.label == "Same again").click().run()
    assert at.query_params["seed"] != SEED
    (chart,) = charts(check_runs(at))
    assert chart.rows["count"].sum() == 300
    assert list(chart.rows["count"]) != [
        Counter(many_totals(SEED, 2, 6, 300).tolist())[total] for total in range(2, 13)
    ]


def test_there_is_an_end_to_rolling() -> None:
    at = start("sums", guess="7", rolls=str(MOST_ROLLS - 5))
    at.button(key="roll-100").click().run()
    assert at.query_params["rolls"] == str(MOST_ROLLS)
    assert at.button(key="roll-1").disabled


def test_what_to_expect_is_the_exact_chance_of_every_total() -> None:
    at = start("sums", **ROLLED, expected="shown")
    (chart,) = charts(at)
    assert list(chart.rows["expected"]) == pytest.approx(
        [300 * n / 36 for n in (1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1)]
    )


def test_everything_outlives_a_visit_to_another_page() -> None:
    at = start("sums", **ROLLED)
    go_to(go_to(at, "play"), "sums")
    (chart,) = charts(check_runs(at))
    assert chart.rows["count"].sum() == 300
    assert at.query_params["seed"] == SEED


# ---- one's own rolls ----


@pytest.mark.parametrize(
    ("text", "dice", "roll"),
    [
        ("7", (2, 6), (7, None)),
        ("3+4", (2, 6), (7, (3, 4))),
        ("3-4", (2, 6), (7, (3, 4))),
        ("4", (1, 6), (4, (4,))),
        ("1+2+3", (3, 6), (6, (1, 2, 3))),
    ],
)
def test_rolls_of_ones_own(text: str, dice: tuple[int, int], roll: object) -> None:
    assert own_roll(text, Sums(*dice)) == roll


@pytest.mark.parametrize("text", ["1", "13", "x", "", "0+7", "7+0", "1+2+3", "-7", "7-", "3.5"])
def test_what_two_dice_cannot_show_is_no_roll(text: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - says what is wrong in several ways
        own_roll(text, Sums(2, 6))


def test_own_rolls_are_counted_and_faults_are_named_and_kept() -> None:
    at = start("sums", guess="7", source="own")
    at.text_area(key="choice-own").set_value("7 3+4, 12;x 99\n2").run()
    assert at.query_params["own"] == "7.3+4.12.x.99.2"
    (chart,) = charts(check_runs(at))
    assert dict(zip(chart.rows["total"], chart.rows["count"], strict=True)) == {
        total: {7: 2, 12: 1, 2: 1}.get(total, 0) for total in range(2, 13)
    }
    (warning,) = at.warning
    assert "“x”, “99”" in warning.value
    at.button(key="own-5").click().run()
    assert at.text_area(key="choice-own").value == "7 3+4 12 x 99 2 5"
    next(b for b in at.button if b.label == "Take the last one back").click().run()
    assert at.text_area(key="choice-own").value == "7 3+4 12 x 99 2"


# ---- all rolls ----


@pytest.mark.parametrize("sides", SIDES)
@pytest.mark.parametrize("count", [1, 2, 3, MOST_DICE])
def test_bars_and_fractions_are_exact(count: int, sides: int) -> None:
    odds = total_odds(count, sides)
    at = start("sums", view="squares", dice=str(count), sides=str(sides))
    (chart,) = charts(check_runs(at))
    assert dict(zip(chart.rows["total"], chart.rows["ways"], strict=True)) == odds
    for total in (min(odds), list(odds)[len(odds) // 2]):
        at = rerun(at, view="squares", dice=str(count), sides=str(sides), total=str(total))
        exact = Fraction(odds[total], sides**count)
        assert f"{odds[total]:,} of {sides**count:,} rolls: " in said(at)
        assert f"{exact.numerator}/{exact.denominator}, or" in said(at)


@pytest.mark.parametrize(
    ("some", "of", "text"), [(6, 36, "6/36 = 1/6"), (1, 36, "1/36"), (36, 36, "36/36 = 1/1")]
)
def test_a_fraction_and_its_lowest_terms(some: int, of: int, text: str) -> None:
    assert fraction(some, of) == text


def test_squares_and_bars_light_up_together() -> None:
    at = start("sums", view="squares")
    for total in (7, 2, 11):
        roll = (1, total - 1) if total < 8 else (total - 6, 6)
        fire(at, "sums-grid", pick=f"{roll[0]}-{roll[1]}")
        check_linked(at, total)
    pick(at, "sums-ways", {"total": [{"total": 9}]})
    check_linked(at, 9)
    at.pills(key="choice-total").set_value("4").run()
    check_linked(at, 4)


def check_linked(at: AppTest, total: int) -> None:
    data = component_data(check_runs(at), "sums-grid")
    assert sorted(data["lit"]) == [
        f"{red}-{blue}" for red in range(1, 7) for blue in range(1, 7) if red + blue == total
    ]
    (chart,) = charts(at)
    assert list(chart.rows["total"][chart.rows["kind"] == "yours"]) == [total]
    assert at.query_params["total"] == str(total)


def test_every_square_says_its_total_and_has_a_name() -> None:
    data = component_data(start("sums", view="squares"), "sums-grid")
    for red in range(1, 7):
        for blue in range(1, 7):
            at = f"{red}-{blue}"
            assert data["squares"][at] == str(red + blue)
            assert data["words"][at] == f"Red {red}, blue {blue}: total {red + blue}"


@pytest.mark.parametrize("sent", [None, 7, "7", "9-9", "x-y", ["1-2"], "1-2-3", "٣-٣", "-1-3"])
def test_a_made_up_square_changes_nothing(sent: object) -> None:
    at = start("sums", view="squares", total="5")
    fire(at, "sums-grid", pick=sent)
    check_linked(at, 5)


# ---- long run, doubles, race, streaks ----


def test_the_share_is_that_of_the_rolls_and_the_exact_one_stands_beside_it() -> None:
    at = start("sums", view="share", total="6", **ROLLED)
    came = many_totals(SEED, 2, 6, 300).tolist().count(6)
    share = i18n.language("en").percent(came / 300)
    assert f"{came} of 300 rolls: {share}. Exact: 5/36, 13.9%." in said(at)
    last = charts(at)[0].rows.iloc[-1]
    assert (last["at"], last["came"]) == (300, came)


@pytest.mark.parametrize("seed", ["otter", "badger"])
def test_doubles_are_counted_and_judged_by_the_rule(seed: str) -> None:
    at = start("sums", view="doubles", seed=seed, rolls="300")
    doubles = sum(red == blue for red, blue in many_rolls(seed, 2, 6, 300).tolist())
    assert doubles <= doubles_test(6, 300).limit
    assert f"Rolls: 300. Doubles: {doubles}." in said(at)
    assert "more than 66 doubles would mean that order does not count" in said(at)
    assert "So the order counts" in said(at)


def test_too_many_doubles_and_too_few_rolls_are_not_judged_so() -> None:
    own = ".".join(["1-1"] * 150 + ["1-2"] * 150)
    assert "So many doubles are rare" in said(start("sums", view="doubles", source="own", own=own))
    few = said(start("sums", view="doubles", seed=SEED, rolls="30"))
    assert "So few rolls cannot tell" in few
    assert "The rule" not in few


def test_a_race_is_run_step_by_step() -> None:
    at = start("sums", view="race", seed=SEED, guess="7")
    rolled = race(SEED, 2, 6, 5)
    for made in (1, 2, 3):
        at.button(key="race-next").click().run()
        steps = Counter(rolled[:made])
        rows = charts(check_runs(at))[0].rows
        assert dict(zip(rows["total"], rows["count"], strict=True)) == {
            total: steps[total] for total in range(2, 13)
        }
    at.button(key="race-finish").click().run()
    assert f"{rolled[-1]} wins after {len(rolled)} rolls." in said(at)
    assert at.button(key="race-next").disabled
    next(b for b in at.button if b.label == "New race").click().run()
    assert set(charts(check_runs(at))[0].rows["count"]) == {0}


def test_many_races_beside_their_exact_chances() -> None:
    at = start("sums", view="race", seed=SEED, guess="7", races="100", steps="10", expected="shown")
    won = Counter(race_winners(SEED, 2, 6, 10, 100).tolist())
    chances = race_chances(2, 6, 10)
    rows = charts(check_runs(at))[0].rows
    assert list(rows["count"]) == [won[total] for total in range(2, 13)]
    assert list(rows["expected"]) == pytest.approx([100 * chances[t] for t in range(2, 13)])
    assert "Exact: 7 wins 41.5% of all races to 10 steps." in said(at)


def test_after_every_streak_the_chance_is_the_same() -> None:
    at = start("sums", view="streaks", dice="1", total="1", seed=SEED, rolls="1000")
    rows = charts(check_runs(at))[0].rows
    rolled = many_totals(SEED, 1, 6, 1000).tolist()
    assert rows["came"][0] == rolled.count(1)
    assert set(rows["exact"]) == {1 / 6}
    after_two = [face for i, face in enumerate(rolled[2:], 2) if 1 not in rolled[i - 2 : i]]
    assert (rows["times"][2], rows["came"][2]) == (len(after_two), after_two.count(1))
    assert "1 comes next with the same chance: 1/6, 16.7%." in said(at)


CHARTS = {
    "rolls": "rolls",
    "squares": "ways",
    "share": "running",
    "doubles": "doubles",
    "race": "race",
    "streaks": "streak",
}


@pytest.mark.parametrize("view", VIEWS)
def test_the_table_has_a_row_for_every_mark(view: str) -> None:
    at = start("sums", view=view, **ROLLED)
    key = f"sums-{CHARTS[view]}"
    at.session_state[f"{key}-table"] = True
    at.run()
    (table,) = tables(check_runs(at))
    assert len(table) == len(charts(at)[0].rows)
