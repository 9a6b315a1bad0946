"""The judge of what a browser sends: which turn Python holds afterwards."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from boxes import BOXES, by_id, cut, random_turn
from hypothesis import given, settings
from hypothesis import strategies as st

from shutbox import VARIANTS, Turn, Variant, format_turn, parse_turn
from shutbox.notation import LONGEST_TEXT, continues
from shutbox.ui.box.record import Verdict, judge

CLASSIC = VARIANTS["classic"]


def seeded_turn(variant: Variant, seed: str, choices: int = 0) -> Turn:
    """A whole turn of a seed; ``choices`` picks the moves."""
    return random_turn(variant, Random(choices), seed)


def stages(turn: Turn) -> list[Turn]:
    """The turn as it was after every roll and every move, from the fresh box on."""
    found = []
    for steps in range(len(turn.steps) + 1):
        found.append(cut(turn, steps))
        rolled = cut(turn, steps, on_the_table=True)
        if rolled.dice is not None:
            found.append(rolled)
    return found


def is_small(variant: Variant) -> bool:
    """Return whether a turn of the box is replayed in no time."""
    return variant.tiles[-1] <= 12


def kept(held: Turn) -> Verdict:
    return Verdict(held, accepted=False, refused=False)


def refused(held: Turn) -> Verdict:
    return Verdict(held, accepted=False, refused=True)


def accepted(turn: Turn) -> Verdict:
    return Verdict(turn, accepted=True, refused=False)


@by_id(BOXES)
def test_the_same_turn_played_on_is_accepted_and_an_older_one_takes_nothing_back(
    variant: Variant,
) -> None:
    for choices in range(10 if is_small(variant) else 1):
        course = stages(seeded_turn(variant, "otter-7", choices))
        for before, held in enumerate(course):
            for after, record in enumerate(course):
                verdict = judge(held, False, format_turn(record))
                assert verdict == (accepted(record) if after >= before else kept(held))


@by_id(BOXES)
def test_another_course_of_the_same_turn_is_refused(variant: Variant) -> None:
    found = 0
    for choices in range(60 if is_small(variant) else 2):
        seed = f"otter-{choices % 6}"
        one = seeded_turn(variant, seed, choices)
        other = seeded_turn(variant, seed, choices + 6)
        for held in stages(one):
            for record in stages(other):
                if not continues(held, record) and not continues(record, held):
                    found += 1
                    assert judge(held, False, format_turn(record)) == refused(held)
    assert found or variant.start.bit_count() == 1  # with one tile there is never a choice


@by_id(BOXES)
def test_another_game_is_left_alone_unless_the_held_box_is_untouched(variant: Variant) -> None:
    held = Turn(CLASSIC, seed="mine")
    for record in stages(seeded_turn(variant, "theirs")):
        assert judge(held, False, format_turn(record)) == kept(held)
        assert judge(held, True, format_turn(record)) == accepted(record)


def test_the_same_seed_in_another_box_is_another_game() -> None:
    held = Turn(CLASSIC, seed="otter-7")
    record = seeded_turn(VARIANTS["two-dice"], "otter-7")
    assert judge(held, False, format_turn(record)) == kept(held)


@by_id(BOXES)
def test_an_untouched_box_does_not_give_way_to_a_turn_without_a_seed(variant: Variant) -> None:
    """Such a turn could hold any dice its writer likes."""
    held = Turn(CLASSIC, seed="mine")
    for record in stages(random_turn(variant, Random(1))):
        for untouched in (True, False):
            verdict = judge(held, untouched, format_turn(record))
            assert (verdict.turn, verdict.accepted) == (held, False)


@by_id(BOXES)
def test_an_untouched_box_with_real_dice_gives_way_to_a_turn_with_real_dice(
    variant: Variant,
) -> None:
    held = Turn(CLASSIC)
    for record in stages(random_turn(variant, Random(1))):
        assert judge(held, True, format_turn(record)) == accepted(record)
    for record in stages(seeded_turn(variant, "theirs")):
        assert judge(held, True, format_turn(record)) == refused(held)


def test_a_turn_from_a_link_without_a_seed_can_be_played_on() -> None:
    held = parse_turn("two-dice_5.4-9_6.6")
    record = parse_turn("two-dice_5.4-9_6.6-4.8")
    assert judge(held, False, format_turn(record)) == accepted(record)


def test_a_roll_on_the_table_is_not_exchanged() -> None:
    held = parse_turn("two-dice_5.4-9_6.6")
    assert judge(held, False, "two-dice_5.4-9_6.5") == refused(held)
    assert judge(held, False, "two-dice_5.4-9_6.5-5.6") == refused(held)


def test_one_die_does_not_become_two() -> None:
    """Both numbers of dice are allowed here; whichever was chosen stays chosen."""
    played = "classic_6.6-3.9_6.5-4.7_5.3-8"
    one, two = f"{played}_6", f"{played}_6.1"
    assert judge(parse_turn(one), False, two).refused
    assert judge(parse_turn(two), False, one).refused


DAMAGED = [
    "",
    " ",
    "classic ",
    "nothing",
    "classic~",
    "classic~a b",
    "classic~otter-7_",
    "classic~otter-7_1",
    "classic~otter-7_1.1-2",
    "classic_9.9",
    "classic_5.4-9_5.4-9",
    "classic_5.4-4.4",
    "classic_5.4--9",
    "classic_5.4-",
    "classic_5.4-9_5.4_3.3",
    "classic_5.4-9\n",
    "classic_٥.٤-٩",
    "classic_5.4-9<script>",
    "<b>classic</b>",
    "../../etc/passwd",
    "classic" + "_5.4-9" * 1000,
    "x" * (LONGEST_TEXT + 1),
]


@pytest.mark.parametrize("record", DAMAGED)
@pytest.mark.parametrize("untouched", [True, False])
def test_damaged_text_is_refused(record: str, untouched: bool) -> None:
    held = Turn(CLASSIC, seed="mine")
    assert judge(held, untouched, record) == refused(held)


ANYTHING: st.SearchStrategy[Any] = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.binary(max_size=50)
    | st.text(max_size=100)
    | st.sampled_from(DAMAGED),
    lambda inner: (
        st.lists(inner, max_size=5)
        | st.dictionaries(st.text(max_size=10), inner, max_size=5)
        | st.tuples(inner)
    ),
    max_leaves=20,
)
"""What a hostile browser might send."""

HELD = [
    (turn, untouched)
    for turn in stages(seeded_turn(CLASSIC, "otter-7"))
    for untouched in (True, False)
]


@given(held=st.sampled_from(HELD), record=ANYTHING)
@settings(max_examples=500, deadline=None)
def test_nothing_hostile_changes_the_turn(held: tuple[Turn, bool], record: object) -> None:
    assert judge(*held, record) == refused(held[0])


@pytest.mark.parametrize(
    "record",
    [["classic~mine"], {"turn": "classic~mine"}, b"classic~mine", [0] * 100_000, float("nan")],
    ids=["list", "dict", "bytes", "huge", "nan"],
)
def test_only_text_is_a_record(record: object) -> None:
    held = Turn(CLASSIC, seed="mine")
    assert judge(held, True, record) == refused(held)


TURN_LETTERS = st.text("0123456789.-_~clasitwo", max_size=60)


@given(held=st.sampled_from(HELD), tail=TURN_LETTERS)
@settings(max_examples=500, deadline=None)
def test_whatever_is_accepted_continues_the_turn_or_replaces_an_untouched_box(
    held: tuple[Turn, bool], tail: str
) -> None:
    turn, untouched = held
    for record in (tail, format_turn(turn) + tail, f"classic~otter-7{tail}"):
        verdict = judge(turn, untouched, record)
        assert not (verdict.accepted and verdict.refused)
        if verdict.accepted:
            assert verdict.turn == parse_turn(record)
            assert continues(verdict.turn, turn) or untouched
        else:
            assert verdict.turn == turn


REAL = [
    (turn, untouched)
    for turn in stages(random_turn(CLASSIC, Random(7)))
    for untouched in (True, False)
]


@given(held=st.sampled_from(REAL), tail=st.text("0123456789.-_~clasitwo#", max_size=60))
@settings(max_examples=500, deadline=None)
def test_real_dice_accept_only_what_continues_them_unless_untouched(
    held: tuple[Turn, bool], tail: str
) -> None:
    turn, untouched = held
    for record in (tail, format_turn(turn) + tail, f"classic{tail}", f"classic~otter-7{tail}"):
        verdict = judge(turn, untouched, record)
        if verdict.accepted:
            assert verdict.turn == parse_turn(record)
            assert verdict.turn.seed is None
            assert continues(verdict.turn, turn) or untouched
        else:
            assert verdict.turn == turn


@given(held=st.sampled_from(REAL), record=ANYTHING)
@settings(max_examples=300, deadline=None)
def test_nothing_hostile_changes_a_turn_with_real_dice(
    held: tuple[Turn, bool], record: object
) -> None:
    assert judge(*held, record) == refused(held[0])
