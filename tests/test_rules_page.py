"""The page Rules: every switch, what it does to the figures, and what makes no game."""

from __future__ import annotations

from itertools import product

import pytest
from apptest import go_to, paragraphs, rerun, start
from streamlit.testing.v1 import AppTest

from shutbox import BAGS, OBJECTIVES, VARIANTS, Dice, Fault, Variant, i18n, parse_variant, solve
from shutbox.solver import can_solve
from shutbox.ui import rule_words, rules, solving, state, wording
from shutbox.variants import FewerDice, MoveRule, Scoring

EN = i18n.language("en")
ON_THE_SWITCHES = [v for v in VARIANTS.values() if v.tiles[-1] <= 12]


def switch(at: AppTest, kind: str, name: str) -> object:
    return next(widget for widget in at.get(kind) if widget.key == f"rule-{name}")


def choose(at: AppTest, name: str, value: object) -> AppTest:
    """Move a switch that is a list of choices."""
    switch(at, "selectbox", name).select(value).run()  # type: ignore[attr-defined]
    return at


def figures(at: AppTest) -> dict[str, str]:
    return {metric.label: metric.value for metric in at.metric}


def expected_figures(variant: Variant) -> dict[str, str]:
    return {
        "Chance to shut": EN.percent(solve(variant, "shut").start_value, 2),
        "Expected score": EN.number(
            solve(variant, "score").start_value, 0 if variant.scoring == Scoring.DIGITS else 2
        ),
    }


@pytest.mark.parametrize("variant", ON_THE_SWITCHES, ids=lambda v: v.id)
def test_the_switches_make_the_variant_that_set_them(variant: Variant) -> None:
    assert rules.variant_of(rules.switches_of(variant)) is variant


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=lambda v: v.id)
def test_every_box_opens_with_its_figures_and_a_way_to_play_it(variant: Variant) -> None:
    at = start("rules", variant=variant.id)
    assert not at.exception
    assert wording.variant_name(EN, variant.id) in [header.value for header in at.header]
    for objective in OBJECTIVES:
        solving.wait(variant, objective)
    at.run()
    (link,) = [link for link in at.get("page_link") if link.proto.label == "Play with these rules"]
    assert link.proto.query_string == f"variant={variant.id}"
    if variant in ON_THE_SWITCHES:
        assert figures(at) == expected_figures(variant)
        assert at.code[0].value == f"?variant={variant.id}"
    else:
        assert len(at.metric) == 2
        assert all(
            ("about" in m.value or "under" in m.value) != can_solve(variant) for m in at.metric
        )


def test_the_figures_of_the_standard_box_are_the_published_ones() -> None:
    assert figures(start("rules")) == {"Chance to shut": "9.76%", "Expected score": "11.01"}


def test_a_switch_changes_the_figures_and_the_link() -> None:
    at = choose(start("rules"), "most", 3)
    variant = parse_variant("custom.most-3")
    assert at.query_params["variant"] == "custom.most-3"
    assert figures(at) == expected_figures(variant)
    change = solve(variant).start_value - solve(VARIANTS["classic"]).start_value
    difference = EN.number(change, 2, signed=True)
    compared = f"Expected score: Standard box: 11.01. Difference: {difference} points."
    assert compared in paragraphs(at)


def test_several_switches_add_up() -> None:
    at = choose(choose(choose(start("rules"), "highest", 10), "count", 3), "fewer", "never")
    assert at.query_params["variant"] == "custom.tiles-1to10.dice-3d6.fewer-never"


def test_a_smaller_box_forgets_what_was_shut_beyond_it() -> None:
    at = choose(start("rules", variant="custom.shut-1-9"), "highest", 6)
    assert at.query_params["variant"] == "custom.tiles-1to6.shut-1"
    assert choose(at, "highest", 9).query_params["variant"] == "custom.shut-1-9"


def test_rules_with_a_name_get_it_back() -> None:
    at = choose(choose(start("rules"), "most", 3), "most", 2)
    assert at.query_params["variant"] == "two-tiles"
    assert "Two tiles at most" in [header.value for header in at.header]


def test_dominoes_offer_their_own_switches() -> None:
    at = choose(start("rules"), "source", "chinese-dominoes")
    assert at.query_params["variant"] == "chinese-dominoes"
    assert all(box.key not in ("rule-fewer", "rule-count") for box in at.selectbox)
    switch(at, "toggle", "blank").set_value(True).run()  # type: ignore[attr-defined]
    assert at.query_params["variant"] == "custom.bag-chinese-dominoes-blank.fewer-never"
    assert figures(at) == expected_figures(parse_variant(at.query_params["variant"]))


def test_a_contradiction_says_why_and_keeps_the_last_game() -> None:
    at = choose(start("rules", variant="thai"), "count", 3)
    assert [error.value for error in at.error] == [rule_words.FAULTS[Fault.NEEDS_TWO_DICE]]
    assert figures(at) == expected_figures(VARIANTS["thai"])
    assert at.query_params["variant"] == "thai"
    assert [link.proto.label for link in at.get("page_link")] == ["Play with the last rules"]
    choose(at, "moves", "any-set")
    assert not at.error
    assert at.query_params["variant"] == "custom.dice-3d6.fewer-never"


def test_nothing_open_says_so() -> None:
    at = start("rules")
    pills = next(group for group in at.get("button_group") if group.key == "rule-shut")
    pills.set_value(list(range(1, 10))).run()
    assert [error.value for error in at.error] == [rule_words.FAULTS[Fault.NOTHING_OPEN]]


def test_dominoes_and_single_tiles_are_too_much_to_remember() -> None:
    at = choose(choose(start("rules"), "source", "dominoes"), "moves", "one-tile")
    assert [error.value for error in at.error] == [rule_words.FAULTS[Fault.TOO_MUCH_DRAWN]]


def test_too_many_dice_say_so() -> None:
    at = choose(choose(start("rules"), "count", 6), "sides", 20)
    assert [error.value for error in at.error] == [rule_words.FAULTS[Fault.TOO_MANY_ROLLS]]


@pytest.mark.parametrize("variant_id", rules.HABITS)
def test_a_habit_sets_all_switches(variant_id: str) -> None:
    at = choose(start("rules"), "most", 3)
    at.button(key=f"habit-{variant_id}").click().run()
    assert at.query_params["variant"] == variant_id
    assert figures(at) == expected_figures(VARIANTS[variant_id])
    assert not at.error


def test_exact_fractions_are_the_reference() -> None:
    at = start("rules", variant="two-dice")
    next(box for box in at.toggle if box.label == "Exact fractions").set_value(True).run()
    assert "Chance to shut: 466473281 / 6530347008" in paragraphs(at)
    assert "Expected score: 27323400707 / 2448880128" in paragraphs(at)


@pytest.mark.parametrize(
    "text", ["custom.most-2.moves-one-tile", "custom.x-y", "custom.tiles-0", "<b>"]
)
def test_a_damaged_link_gives_a_message_and_the_standard_box(text: str) -> None:
    at = start("rules", variant=text)
    assert not at.exception
    assert len(at.warning) == 1
    assert text not in at.warning[0].value
    assert "variant" not in at.query_params
    assert figures(at) == expected_figures(VARIANTS["classic"])


def test_a_link_that_contradicts_itself_says_why() -> None:
    at = start("rules", variant="custom.most-2.moves-one-tile")
    assert rule_words.FAULTS[Fault.MOST_OF_OTHER_MOVES] in at.warning[0].value


def test_every_choice_and_every_fault_has_words() -> None:
    assert set(rule_words.FAULTS) == set(Fault)
    assert set(rule_words.FEWER_DICE_NAMES) == set(FewerDice)
    assert set(rule_words.MOVE_NAMES) == set(MoveRule)
    assert set(rule_words.SCORING_NAMES) == set(Scoring)


@pytest.mark.parametrize("code", i18n.languages())
def test_any_rules_can_be_said(code: str) -> None:
    t = i18n.language(code)
    said = set()
    for dice, fewer, moves, scoring in product(
        (Dice(1, 6), Dice(2, 6), Dice(3, 8), *BAGS.values()), FewerDice, MoveRule, Scoring
    ):
        try:
            variant = Variant(id="x", dice=dice, fewer_dice=fewer, moves=moves, scoring=scoring)
        except ValueError:
            continue
        sentences = rule_words.sentences(t, variant)
        assert all(sentence and "{" not in sentence for sentence in sentences)
        said.add((*sentences, len(variant.dice.odds(variant.dice.count))))
    assert len(said) > 100


def test_rules_in_words_name_what_is_special() -> None:
    text = "custom.tiles-1to10.shut-1to2.dice-2d8.fewer-low-sum.forced-yes.most-3.first-4.ends-7"
    assert rule_words.sentences(EN, parse_variant(text)) == [
        "The box has tiles 1 to 10.",
        "Tiles 1 and 2 are shut from the start.",
        "Roll 2 dice with 8 sides.",
        "Once the open tiles add up to 6 or less, you roll one die.",
        "Shut open tiles that make the total, 3 at most.",
        "The first move has to shut tile 4.",
        "A total of 7 ends the turn.",
    ]


@pytest.mark.parametrize(
    ("text", "name", "value"),
    [
        ("custom.tiles-1to12.dice-9d6.fewer-never", "count", 9),
        ("custom.dice-2d7", "sides", 7),
        ("custom.tiles-1to2.dice-1d6.fewer-never", "highest", 2),
        ("custom.most-7", "most", 7),
        ("custom.first-9", "first", 9),
        ("custom.ends-11", "ends", 11),
        ("classic", "first", 0),
        ("classic", "ends", 0),
    ],
)
def test_a_switch_shows_what_the_link_says(text: str, name: str, value: int) -> None:
    at = start("rules", variant=text)
    assert switch(at, "selectbox", name).value == value  # type: ignore[attr-defined]
    assert figures(at) == expected_figures(parse_variant(text))


def test_rules_of_ones_own_come_back_after_the_menu_and_a_reload() -> None:
    at = choose(start("rules"), "count", 3)
    chosen = at.query_params["variant"]
    go_to(go_to(at, "play"), "rules")
    assert at.query_params["variant"] == chosen
    assert figures(at) == expected_figures(parse_variant(chosen))


def test_the_way_back_is_taken_and_a_late_message_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [100.0]
    monkeypatch.setattr(state, "monotonic", lambda: clock[0])
    at = start("rules", variant="custom.dice-3d6")
    choose(at, "sides", 8)
    rerun(at, variant="custom.dice-3d6")
    assert figures(at) == expected_figures(parse_variant("custom.dice-3d8"))
    clock[0] += state.LEFT_LINK_SECONDS + 1
    rerun(at, variant="custom.dice-3d6")
    assert figures(at) == expected_figures(parse_variant("custom.dice-3d6"))
