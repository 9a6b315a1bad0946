from __future__ import annotations

import re
from random import Random

import pytest
from boxes import BOXES, LARGE_BOXES, as_frozenset, by_id, cut, from_bag, random_turn, slow_box
from hypothesis import given, settings
from hypothesis import strategies as st
from slow_solver import legal_sets

from shutbox import (
    VARIANTS,
    NotationError,
    Refusal,
    Roll,
    RuleError,
    TileSet,
    Turn,
    Variant,
    format_turn,
    notation,
    parse_turn,
    roll,
    tile_set,
    tiles_in,
)
from shutbox.notation import LONGEST_TEXT, continues

EXAMPLE = "two-dice_5.4-9_6.6-4.8_2.1-3_6.5-5.6_4.4-1.7_3.5-"
TWO_DICE = VARIANTS["two-dice"]


def random_texts(variant: Variant) -> list[str]:
    """Texts of random turns: with and without a seed, cut short, with a roll on the table."""
    random, texts = Random(variant.id), []
    for n in range(4 if variant in LARGE_BOXES else 30):
        turn = random_turn(variant, random, seed=f"otter-{n}" if n % 2 else None)
        texts.append(format_turn(turn))
        texts += [
            format_turn(cut(turn, steps, on_the_table=bool(random.randrange(2))))
            for steps in range(len(turn.steps))
        ]
    return texts


TEXTS = [text for variant in BOXES for text in random_texts(variant)]


def test_the_example_of_the_rules_page() -> None:
    turn = parse_turn(EXAMPLE)
    assert turn.variant == TWO_DICE
    assert turn.score == 2
    assert turn.is_stuck
    assert turn.seed is None
    assert [(step.dice, tiles_in(step.move)) for step in turn.steps] == [
        ((5, 4), (9,)),
        ((6, 6), (4, 8)),
        ((2, 1), (3,)),
        ((6, 5), (5, 6)),
        ((4, 4), (1, 7)),
        ((3, 5), ()),
    ]
    assert format_turn(turn) == EXAMPLE


def test_a_turn_that_has_not_begun_is_its_variant() -> None:
    assert parse_turn("classic") == Turn(VARIANTS["classic"])
    assert format_turn(Turn(VARIANTS["classic"], seed="Otter-7")) == "classic~Otter-7"


def test_a_roll_on_the_table_has_no_hyphen() -> None:
    turn = parse_turn("two-dice_5.4-9_6.6")
    assert turn.dice == (6, 6)
    assert len(turn.steps) == 1
    assert format_turn(turn) == "two-dice_5.4-9_6.6"


def test_tiles_may_come_in_any_order_and_are_written_ascending() -> None:
    assert format_turn(parse_turn("two-dice_6.6-8.4")) == "two-dice_6.6-4.8"


def test_dice_keep_their_order() -> None:
    assert format_turn(parse_turn("two-dice_4.5-9")) == "two-dice_4.5-9"
    assert parse_turn("two-dice_4.5-9") != parse_turn("two-dice_5.4-9")


@by_id(BOXES)
def test_texts_are_read_back_and_written_alike(variant: Variant) -> None:
    for text in random_texts(variant):
        turn = parse_turn(text)
        assert format_turn(turn) == text
        assert turn.variant is variant
        assert re.fullmatch(r"[A-Za-z0-9._~-]+", text)
        assert len(text) <= LONGEST_TEXT


@by_id(BOXES)
def test_turns_are_written_and_read_back_equal(variant: Variant) -> None:
    random = Random(5)
    for seed in (None, "A", "2026-11-29"):
        for _ in range(5 if variant in LARGE_BOXES else 40):
            turn = random_turn(variant, random, seed)
            for steps in range(len(turn.steps) + 1):
                for on_the_table in (False, True):
                    part = cut(turn, steps, on_the_table)
                    assert parse_turn(format_turn(part)) == part


def test_a_face_may_be_0(monkeypatch: pytest.MonkeyPatch) -> None:
    """No named variant has a blank half yet, so one is named here."""
    variant = from_bag("with-blanks", "dominoes-blank-one", 9)
    monkeypatch.setattr(notation, "VARIANTS", {**VARIANTS, variant.id: variant})
    for text in (
        "with-blanks_0.1-1_5.4-9_0.0-",
        "with-blanks_1.0-1",
        "with-blanks_0.1",
        "with-blanks_0.0-",
    ):
        assert format_turn(parse_turn(text)) == text
    assert parse_turn("with-blanks_0.1-1_0.0-").is_stuck
    random = Random(0)
    for _ in range(200):
        turn = random_turn(variant, random)
        assert parse_turn(format_turn(turn)) == turn
    for text in ("with-blanks_0.0", "with-blanks_0.1-0", "with-blanks_00.1-1", "with-blanks_0-1"):
        with pytest.raises(NotationError):
            parse_turn(text)


def test_no_turn_is_too_long_for_its_text() -> None:
    """Nine dice at every step, each step shutting one tile, with the longest seed."""
    steps, tiles = 54, "".join(map(str, range(1, 55)))
    longest = len("chinese-dominoes~" + "a" * 40) + steps * len("_1.1.1.1.1.1.1.1.1-") + len(tiles)
    assert longest < LONGEST_TEXT


@pytest.mark.parametrize(
    ("text", "step", "message"),
    [
        ("", 0, "no variant ''"),
        ("classical", 0, "no variant 'classical'"),
        ("Classic", 0, "no variant"),
        (" classic", 0, "no variant"),
        ("_5.4-9", 0, "no variant"),
        ("classic~", 0, "a seed is"),
        ("classic~a~b", 0, "a seed is"),
        ("classic~" + "a" * 41, 0, "a seed is"),
        ("classic_", 1, "not a list of numbers"),
        ("classic__5.4-9", 1, "not a list of numbers"),
        ("classic_5.4-9_", 2, "not a list of numbers"),
        ("classic_-9", 1, "not a list of numbers"),
        ("classic_5.4-9.", 1, "not a list of numbers"),
        ("classic_5.4--9", 1, "not a list of numbers"),
        ("classic_5.4-9-1", 1, "not a list of numbers"),
        ("classic_05.4-9", 1, "not a list of numbers"),
        ("classic_5.4-09", 1, "not a list of numbers"),
        ("classic_5.4-+9", 1, "not a list of numbers"),
        ("classic_5.4- 9", 1, "not a list of numbers"),
        ("classic_5.4-9\n", 1, "not a list of numbers"),
        ("classic_5,4-9", 1, "not a list of numbers"),
        ("classic_٥.٤-٩", 1, "not a list of numbers"),
        ("classic_5.4-⁹", 1, "not a list of numbers"),
        ("classic_5.4-９", 1, "not a list of numbers"),
        ("classic_5.4-1_0", 1, "add up to 1, not to 9"),
        ("classic_5.4-99999", 1, "not a list of numbers"),
        ("classic_5.4-" + "9" * 1900, 1, "not a list of numbers"),
        ("classic_5.4-0", 1, "0 is not a tile"),
        ("classic_0.4-4", 1, "cannot show"),
        ("classic_00.4-4", 1, "not a list of numbers"),
        ("dominoes_0.1-1", 1, "is not left in the bag"),
        ("dominoes_5.4-9_4.5-1.8", 2, "is not left in the bag"),
        ("dominoes_7.1-8", 1, "is not left in the bag"),
        ("dominoes_5-5", 1, "1 dice"),
        ("dominoes_5.4.3-5.7", 1, "3 dice"),
        ("cards_13-1.12", 1, "is not left in the bag"),
        ("cards-as-dice_1.1-2_1.2-3_1.3-4_1.4-5", 4, "is not left in the bag"),
        ("card-box_6.6.6.6.6.6.6.6.6-55", 1, "55 is not a tile"),
        ("the-300_6.6.6-18", 1, "3 dice"),
        ("classic_5.4-9999", 1, "9999 is not a tile"),
        ("classic_5.4-55", 1, "55 is not a tile"),
        ("classic_5.4-10", 1, "no tile 10"),
        ("classic_4.4-4.4", 1, "tile 4 is used twice"),
        ("classic_5.4-8", 1, "add up to 8, not to 9"),
        ("classic_5.4-", 1, "no tile is chosen"),
        ("classic_5-5", 1, "1 dice"),
        ("classic_1.2.6-9", 1, "3 dice"),
        ("classic_7.2-9", 1, "cannot show"),
        ("classic_9999.2-9", 1, "cannot show"),
        ("classic_5.4-9_6.3-9", 2, "tile 9 is shut already"),
        ("classic_5.4_5.4-9", 2, "still waits"),
        ("classic_5.4_5.4", 2, "still waits"),
        (EXAMPLE + "_1.1-2", 7, "over"),
        (EXAMPLE + "_1.1", 7, "over"),
        (EXAMPLE + "_", 7, "not a list of numbers"),
        (EXAMPLE[:-1], 6, "'-' must follow"),
        (EXAMPLE + "2", 6, "over"),
        ("four_4-4_4-1.3_4", 3, "'-' must follow"),
        ("classic" + "_1.1-2" * 400, 0, "longer than"),
        ("9" * 10**6, 0, "longer than"),
        ("_" * 10**6, 0, "longer than"),
        ("classic_" + "1." * 900 + "1-1", 1, "901 dice"),
    ],
    ids=lambda value: repr(value)[:40],
)
def test_what_is_wrong_and_where(text: str, step: int, message: str) -> None:
    with pytest.raises(NotationError) as error:
        parse_turn(text)
    assert error.value.step == step
    assert message in str(error.value)
    assert str(error.value).startswith(f"step {step}: ") == (step > 0)
    assert len(str(error.value)) < 8000


@pytest.mark.parametrize("text", [None, 7, b"classic", ["classic"]])
def test_only_text_is_a_turn(text: object) -> None:
    with pytest.raises(NotationError, match="written as text"):
        parse_turn(text)  # type: ignore[arg-type]


def test_the_rule_behind_a_damaged_step_is_kept() -> None:
    with pytest.raises(NotationError) as error:
        parse_turn("classic_5.4-9_6.3-9")
    cause = error.value.__cause__
    assert isinstance(cause, RuleError)
    assert cause.refusal == Refusal.TILE_SHUT


def test_a_roll_that_the_seed_does_not_give() -> None:
    right = roll("otter-7", 0, TWO_DICE)
    for wrong in ((1, 1), (6, 6), right[::-1]):
        assert wrong != right
        text = f"two-dice~otter-7_{wrong[0]}.{wrong[1]}"
        with pytest.raises(NotationError, match="the seed does not roll") as error:
            parse_turn(text)
        assert error.value.step == 1


def read(text: str) -> Turn | NotationError:
    try:
        return parse_turn(text)
    except NotationError as error:
        return error


def check_text(text: str) -> None:
    """Either the text is refused, with a step that it has, or it is a turn by the rules."""
    turn = read(text)
    if isinstance(turn, NotationError):
        assert 0 <= turn.step <= text.count("_")
        return
    assert parse_turn(format_turn(turn)) == turn
    box = slow_box(turn.variant)
    open_tiles = box.start
    rolled: list[tuple[Roll, TileSet | None]] = [(step.dice, step.move) for step in turn.steps]
    if turn.dice is not None:
        rolled.append((turn.dice, None))
    for index, (dice, move) in enumerate(rolled):
        assert open_tiles
        drawn = [earlier for earlier, _ in rolled[:index]]
        assert len(dice) in box.dice_counts(open_tiles, box.left_after(drawn))
        box.left_after([*drawn, dice])
        if turn.seed is not None:
            assert dice == roll(turn.seed, index, turn.variant)[: len(dice)]
        legal = legal_sets(box, open_tiles, dice, index == 0)
        if move is not None:
            assert as_frozenset(move) in legal or not (move or legal)
            open_tiles -= as_frozenset(move)
        else:
            assert legal
    assert as_frozenset(turn.open_tiles) == open_tiles


@given(st.text() | st.text(alphabet="0123456789.-_~ ²٣a", max_size=60).map("four_".__add__))
@settings(deadline=None, max_examples=500, derandomize=True)
def test_any_text_is_refused_or_a_turn(text: str) -> None:
    check_text(text)


@given(st.text(alphabet="12.-_", max_size=30))
@settings(deadline=None, max_examples=500, derandomize=True)
def test_nearly_a_turn_is_refused_or_a_turn(text: str) -> None:
    check_text("four_1-1_" + text)


Mutation = tuple[str, int, int, str]


def mutate(text: str, mutations: list[Mutation]) -> str:
    for kind, first, second, char in mutations:
        if not text:
            break
        i, j = sorted((first % len(text), second % len(text)))
        match kind:
            case "drop":
                text = text[:i] + text[i + 1 :]
            case "double":
                text = text[:i] + text[i:j] * 2 + text[j:]
            case "swap":
                text = text[:i] + text[j] + text[i + 1 : j] + text[i:j][:1] + text[j + 1 :]
            case "cut":
                text = text[:j]
            case "replace":
                text = text[:i] + char + text[i + 1 :]
            case "insert":
                text = text[:i] + char + text[i:]
    return text


mutations = st.lists(
    st.tuples(
        st.sampled_from(["drop", "double", "swap", "cut", "replace", "insert"]),
        st.integers(0, 80),
        st.integers(0, 80),
        st.sampled_from("0123456789.-_~") | st.characters(),
    ),
    min_size=1,
    max_size=3,
)


@given(st.sampled_from(TEXTS), mutations)
@settings(deadline=None, max_examples=1000, derandomize=True)
def test_damaged_text_is_refused_or_a_turn(text: str, damage: list[Mutation]) -> None:
    check_text(mutate(text, damage))


def test_one_damaged_character_anywhere_is_refused_or_a_turn() -> None:
    for text in (EXAMPLE, "four_4-4_3-1.2_2-"):
        for i in range(len(text)):
            for char in "0123456789.-_~²":
                check_text(text[:i] + char + text[i + 1 :])
                check_text(text[:i] + char + text[i:])
            check_text(text[:i] + text[i + 1 :])
            check_text(text[:i])


def prefixes(turn: Turn) -> list[Turn]:
    """Every state that the turn went through, from its start to its end."""
    states = []
    for steps in range(len(turn.steps)):
        states += [cut(turn, steps), cut(turn, steps, on_the_table=True)]
    states.append(turn)
    return list(dict.fromkeys(states))


@by_id(BOXES)
def test_a_turn_continues_what_it_went_through_and_nothing_later(variant: Variant) -> None:
    random = Random(11)
    for seed in (None, "otter-7"):
        for _ in range(4 if variant in LARGE_BOXES else 20):
            states = prefixes(random_turn(variant, random, seed))
            for i, earlier in enumerate(states):
                for j, later in enumerate(states):
                    assert continues(later, earlier) == (i <= j)


def test_turns_that_parted_do_not_continue_each_other() -> None:
    one = parse_turn("two-dice_5.4-9_6.6-4.8")
    for text in (
        "two-dice_4.5-9",
        "two-dice_5.4-9_6.6-5.7",
        "two-dice_5.4-9_6.5",
        "two-dice_5.4-1.8",
        "two-dice_1.1",
        "classic_5.4-9",
        "classic",
        "two-dice~otter-7",
    ):
        other = parse_turn(text)
        assert not continues(one, other)
        assert not continues(other, one)


def test_a_roll_on_the_table_is_continued_by_its_move() -> None:
    table = parse_turn("two-dice_5.4-9_6.6")
    assert continues(parse_turn("two-dice_5.4-9_6.6-4.8"), table)
    assert continues(table, parse_turn("two-dice_5.4-9"))
    assert not continues(parse_turn("two-dice_5.4-9"), table)
    assert continues(table, table)
    assert parse_turn(EXAMPLE).open_tiles == tile_set([2])
