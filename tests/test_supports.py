"""The switches of the box: in links, by age, beside the box; what they do to the page."""

from __future__ import annotations

from random import Random
from typing import Any
from urllib.parse import parse_qsl

import pytest
from apptest import charts, component_data, go_to, paragraphs, rerun, start, tables
from hypothesis import given
from hypothesis import strategies as st
from streamlit.testing.v1 import AppTest

from shutbox import i18n
from shutbox.supports import AGES, SUPPORTS, age_group, setting

USUAL = {name: support.usual for name, support in SUPPORTS.items()}
STUCK = "classic~otter-20_3.6-9_6.6-1.2.3.6_4.5-4.5_2.6-8_5.5-"
ROLLED = "classic~otter-20_3.6"


def of_the_box(at: AppTest) -> dict[str, str]:
    assert not at.exception
    found: dict[str, str] = component_data(at, "box")["settings"]
    return found


def by_age(age: str) -> dict[str, str]:
    return {**USUAL, **AGES[age]}


# ---- the table ----


def test_the_usual_box_is_as_it_always_was() -> None:
    assert USUAL == {
        "rolling": "app",
        "dots": "off",
        "dice": "pips",
        "sum": "shown",
        "line": "off",
        "equation": "off",
        "ways": "off",
        "fit": "off",
        "help": "off",
        "advice": "after",
        "fall": "off",
        "sound": "on",
        "motion": "on",
        "hand": "right",
        "keys": "on",
    }


@pytest.mark.parametrize("age", AGES)
def test_an_age_group_names_settings_that_there_are(age: str) -> None:
    for name, value in AGES[age].items():
        assert value in SUPPORTS[name].choices
        assert value != SUPPORTS[name].usual


def test_help_goes_from_pictures_to_numbers() -> None:
    assert {age for age in AGES if by_age(age)["dots"] == "on"} == {"5-6"}
    assert {age for age in AGES if by_age(age)["line"] == "on"} == {"5-6", "7-8"}
    assert {age for age in AGES if by_age(age)["sum"] == "shown"} == {"5-6", "7-8"}
    assert {age for age in AGES if by_age(age)["fit"] == "on"} == {"11"}
    assert {age for age in AGES if by_age(age)["advice"] == "never"} == {"5-6"}


@given(
    st.sampled_from([*AGES, None, "", "4", "5-6 ", "11+"]),
    st.dictionaries(
        st.sampled_from([*SUPPORTS, "age", "lang"]),
        st.one_of(st.text(), st.sampled_from(["on", "off", "hidden", "asked", "never", "left"])),
    ),
)
def test_every_combination_is_a_setting(age: str | None, chosen: dict[str, str]) -> None:
    for name, support in SUPPORTS.items():
        stands = setting(name, age, chosen)
        assert stands in support.choices
        if chosen.get(name) in support.choices:
            assert stands == chosen[name]
        else:
            assert stands == AGES.get(age or "", {}).get(name, support.usual)


# ---- links ----


def test_without_a_word_in_the_link_all_is_as_usual() -> None:
    assert of_the_box(start()) == USUAL


@pytest.mark.parametrize("age", AGES)
def test_a_link_names_an_age(age: str) -> None:
    assert of_the_box(start(age=age)) == by_age(age)


CHOICES = [
    (name, choice)
    for name in SUPPORTS
    for choice in SUPPORTS[name].choices
    if choice != USUAL[name]
]


@pytest.mark.parametrize(("name", "choice"), CHOICES)
def test_a_link_names_a_switch(name: str, choice: str) -> None:
    assert of_the_box(start(**{name: choice})) == {**USUAL, name: choice}


def test_a_switch_in_a_link_is_stronger_than_the_age() -> None:
    at = start(age="5-6", dots="off", sum="asked")
    assert of_the_box(at) == {**by_age("5-6"), "dots": "off", "sum": "asked"}


@pytest.mark.parametrize("wrong", ["", "yes", "ON", "<b>on</b>", "on" * 3000, "shown;hidden"])
def test_what_is_no_setting_does_not_count(wrong: str) -> None:
    at = start(age=wrong, **dict.fromkeys(SUPPORTS, wrong))
    assert of_the_box(at) == USUAL
    assert wrong == "" or wrong not in str(paragraphs(at))


def test_a_setting_stays_when_the_link_no_longer_names_it() -> None:
    at = start(line="on")
    assert of_the_box(rerun(at))["line"] == "on"


def test_any_combination_of_switches_can_be_opened() -> None:
    random = Random(4)
    for _ in range(12):
        query = {name: random.choice(list(SUPPORTS[name].choices)) for name in SUPPORTS}
        assert of_the_box(start(turn=ROLLED, **query)) == query


# ---- the controls ----


def unfolded(at: AppTest) -> AppTest:
    at.session_state["supports"] = True
    return at.run()


def control(at: AppTest, name: str) -> Any:
    return next(e for kind in ("toggle", "button_group") for e in at.get(kind) if e.key == name)


@pytest.mark.parametrize("code", [*i18n.languages(), i18n.PSEUDO])
def test_every_switch_has_a_control_in_every_language(code: str) -> None:
    at = unfolded(start(lang=code))
    assert not at.exception
    t = i18n.language(code)
    labels = [e.label for kind in ("toggle", "button_group") for e in at.get(kind)]
    for support in SUPPORTS.values():
        assert t(support.label) in labels


def test_a_control_moves_the_box_and_the_link() -> None:
    at = unfolded(start())
    control(at, "support-dots").set_value(True).run()
    assert of_the_box(at) == {**USUAL, "dots": "on"}
    assert at.query_params["dots"] == "on"
    control(at, "support-dots").set_value(False).run()
    assert of_the_box(at) == USUAL
    assert at.query_params["dots"] == "off"


# ---- advice ----


def words_on(at: AppTest) -> str:
    return " ".join([*paragraphs(at), *(header.value for header in at.header)])


@pytest.mark.parametrize("turn", ["classic~otter-20", ROLLED, f"{ROLLED}-9", f"{ROLLED}-9_6.6"])
def test_without_advice_nothing_is_judged_during_the_turn(turn: str) -> None:
    at = start(turn=turn, advice="never", hints="true")
    assert of_the_box(at)["advice"] == "never"
    assert of_the_box(start(turn=turn, age="5-6", hints="true"))["advice"] == "never"
    assert (charts(at), tables(at), at.header.values) == ([], [], [])
    assert [toggle.label for toggle in at.toggle] == []


def test_without_advice_the_end_tells_the_score_and_nothing_else() -> None:
    at = start(turn=STUCK, advice="never")
    assert (charts(at), tables(at)) == ([], [])
    assert at.header.values == ["The end of the turn"]
    assert "You are stuck with 7: score 7." in words_on(at)
    for verdict in ("best", "better", "ucky", "points", "Luck", "Loss"):
        assert verdict not in words_on(at)
    assert at.code[0].value == f"?turn={STUCK}&advice=never"


def test_with_advice_the_end_tells_what_the_choices_were_worth() -> None:
    at = start(turn=STUCK)
    assert charts(at)
    assert tables(at)
    assert "could have been better" in words_on(at)


@pytest.mark.parametrize("variant", ["the-300", "card-box", "dominoes"])
def test_large_boxes_can_be_played_without_advice(variant: str) -> None:
    at = start(variant=variant, advice="never", age="5-6")
    assert of_the_box(at) == by_age("5-6")
    assert charts(at) == []


def settings_of(at: AppTest) -> Any:
    return component_data(at, "box")["settings"]


@pytest.mark.parametrize(
    ("text", "group"),
    [("4", "5-6"), ("6", "5-6"), ("7", "7-8"), ("10", "9-10"), ("11", "11"), ("45", "11")],
)
def test_an_age_in_years_is_taken_for_its_group(text: str, group: str) -> None:
    assert age_group(text) == group
    assert settings_of(start(age=text)) == settings_of(start(age=group))


@pytest.mark.parametrize("text", ["0", "-6", "six", "", "100", "5–6"])
def test_other_ages_count_for_nothing(text: str) -> None:
    assert settings_of(start(age=text)) == settings_of(start())


def test_settings_come_back_into_the_link_after_the_menu() -> None:
    at = start(age="5-6", sum="asked")
    before = settings_of(at)
    go_to(go_to(at, "rules"), "play")
    assert at.query_params == {"age": "5-6", "sum": "asked"}
    assert settings_of(at) == before


# ---- advice before the move, as a setting and as the toggle of hints ----


def advice_of(at: AppTest) -> tuple[str, bool, bool]:
    """The setting, the toggle, and whether the chart of the roll on the table is there."""
    setting = of_the_box(at)["advice"]
    assert control(unfolded(at), "support-advice").value == setting
    toggles = [toggle.value for toggle in at.toggle if toggle.key == "hints"]
    return setting, toggles == [True], bool(charts(at))


BEFORE, AFTER, NEVER = ("before", True, True), ("after", False, False), ("never", False, False)


def test_a_link_asks_for_advice_before_the_move_by_its_new_and_its_old_name() -> None:
    for query in ({"advice": "before"}, {"hints": "true"}):
        at = start(turn=ROLLED, **query)
        assert advice_of(at) == BEFORE
        assert at.query_params == {"turn": ROLLED, "advice": "before"}
    for query in ({}, {"hints": "false"}, {"hints": "true", "advice": "after"}):
        assert advice_of(start(turn=ROLLED, **query)) == AFTER
    assert advice_of(start(turn=ROLLED, advice="never")) == NEVER


def test_an_old_link_opened_later_counts_too() -> None:
    at = start(turn=ROLLED, advice="after")
    assert advice_of(rerun(at, turn=ROLLED, hints="true")) == BEFORE


def test_toggle_and_setting_are_one_and_the_same() -> None:
    at = start(turn=ROLLED)
    at.toggle(key="hints").set_value(True).run()
    assert advice_of(at) == BEFORE
    assert at.query_params["advice"] == "before"
    control(at, "support-advice").set_value("after").run()
    assert advice_of(at) == AFTER
    control(at, "support-advice").set_value("before").run()
    assert advice_of(at) == BEFORE
    at.toggle(key="hints").set_value(False).run()
    assert advice_of(at) == AFTER
    assert at.query_params["advice"] == "after"
    control(at, "support-advice").set_value("never").run()
    assert advice_of(at) == NEVER


# ---- an age ----


def test_an_age_sets_help_anew_and_leaves_hand_ear_and_device_alone() -> None:
    own = {"hand": "left", "sound": "off", "motion": "off", "keys": "off", "dice": "numerals"}
    at = unfolded(start(**own, fall="on", dots="on", advice="before"))
    for age in ("9-10", "5-6"):
        control(at, "support-age").set_value(age).run()
        kept = {**own, "fall": "on"}
        assert of_the_box(at) == {**by_age(age), **kept}
        assert at.query_params == {"age": age, **kept}
    assert any("An age sets every switch for help anew" in text for text in paragraphs(at))
    control(at, "support-age").set_value(None).run()
    assert of_the_box(at) == {**USUAL, **kept}


# ---- links to hand on ----


@pytest.mark.parametrize(
    "query",
    [{}, {"age": "9-10"}, {"age": "5-6", "sum": "asked", "hand": "left"}, {"hints": "true"}],
)
def test_the_link_to_a_turn_and_to_rules_carries_the_settings(query: dict[str, str]) -> None:
    at = start(turn=STUCK, **query)
    link = dict(parse_qsl(at.code[0].value.removeprefix("?")))
    assert link.pop("turn") == STUCK
    there = start(turn=STUCK, **link)
    assert of_the_box(there) == of_the_box(at)
    assert there.code[0].value == at.code[0].value
    rules = dict(parse_qsl(go_to(at, "rules").code[0].value.removeprefix("?")))
    assert rules == {"variant": "classic", **link}
    assert link.keys() >= query.keys() - {"hints"}


def test_the_sound_has_no_switch_that_could_contradict_its_button() -> None:
    at = unfolded(start(sound="off"))
    sound = control(at, "support-sound")
    assert (sound.label, sound.value) == ("Sound at the start", "off")
    sound.set_value("on").run()
    assert of_the_box(at)["sound"] == "on"
