"""What the browser gets: tables that say the same as the rules, the rolls, and the words."""

from __future__ import annotations

import json
import re
from collections import Counter
from functools import cache
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from apptest import unpacked
from boxes import BOXES, EXHAUSTIVE_BOXES, OTHER_RULES, by_id, cut, positions, random_turn

from shutbox import (
    VARIANTS,
    Dice,
    FewerDice,
    MoveRule,
    Roll,
    TileSet,
    Turn,
    Variant,
    dice_counts,
    i18n,
    legal_moves,
    move_sets,
    roll,
    score,
    tile_set,
    tiles_in,
)
from shutbox.dice import BAGS, Bag, Drawn
from shutbox.rules import fewer_dice_positions, targets
from shutbox.strategies import Strategy, strategy
from shutbox.ui import box as box_module
from shutbox.ui.box import box_data, words
from shutbox.ui.box.tables import LOOKAHEAD, is_stepwise, key, pad, rolls_of, tables

Json = dict[str, Any]

THREE_CARDS = Bag("three-cards", Drawn.CARDS, ((1,), (2,), (2,)))
"""It is empty before the box can be shut."""

ALL_RULES = [
    *BOXES,
    *OTHER_RULES,
    Variant(id="two-of-three-dice", dice=Dice(3, 6), fewer_dice=FewerDice.NEVER, most_tiles=2),
    Variant(id="forced-low-sum", fewer_dice=FewerDice.LOW_SUM, fewer_dice_forced=True),
    Variant(id="blank", dice=BAGS["dominoes-blank-one"], fewer_dice=FewerDice.NEVER),
    Variant(id="three-cards", dice=THREE_CARDS, fewer_dice=FewerDice.NEVER, first_tile=2),
    Variant(id="large-first", tiles=(1, 2, 3, 5, 8, 13, 21, 34), first_tile=2),
]
WHOLE = [variant for variant in ALL_RULES if not is_stepwise(variant)]
STEPWISE = [variant for variant in ALL_RULES if is_stepwise(variant)]
LARGEST_BYTES = 20_000
LARGEST_BYTES_AHEAD = 150_000
SCRIPT = (Path(box_module.__file__).parent / "box.js").read_text("utf-8")


# ---- the tables against the rules ----


def as_the_browser_reads(of: Variant | Turn) -> Json:
    turn = Turn(of) if isinstance(of, Variant) else of
    data: Json = json.loads(json.dumps(tables(turn)))
    return data


def allowed_by(table: Json, open_tiles: TileSet, faces: Roll, first: bool) -> tuple[TileSet, ...]:
    """What ``playableSets`` in box.js finds."""
    rolls = table["first"] if first and table["first"] else table["rolls"]
    sets = table["sets"][rolls[key(tuple(sorted(faces)))][1]]
    return tuple(tile_set(s) for s in sets if all(open_tiles >> (tile - 1) & 1 for tile in s))


def counts_by(table: Json, open_tiles: TileSet) -> tuple[int, ...]:
    """What ``diceCounts`` in box.js finds."""
    return tuple(table["fewer"].get(key(tiles_in(open_tiles)), table["counts"]))


def possible_counts(variant: Variant) -> set[int]:
    fewer = fewer_dice_positions(variant)
    return {variant.dice.count}.union(*(dice_counts(variant, p) for p in fewer))


def possible_rolls(variant: Variant) -> list[Roll]:
    return [faces for count in possible_counts(variant) for faces in variant.dice.odds(count)]


def positions_to_check(variant: Variant) -> list[TileSet]:
    """Every position with an open tile; of boxes past 12 tiles, 300 of them."""
    if variant.start.bit_count() <= 12:
        return list(positions(variant))
    random = Random(variant.id)
    return [variant.start, *(variant.start & random.getrandbits(54) | 1 for _ in range(300))]


@by_id(WHOLE)
def test_the_tables_allow_what_the_rules_allow(variant: Variant) -> None:
    table = as_the_browser_reads(variant)
    for faces in possible_rolls(variant):
        assert allowed_by(table, variant.start, faces, first=True) == legal_moves(
            variant, variant.start, faces, first=True
        )
        for position in positions_to_check(variant):
            allowed = allowed_by(table, position, faces, first=False)
            assert allowed == legal_moves(variant, position, faces), (tiles_in(position), faces)


@by_id(WHOLE)
def test_the_tables_hold_no_roll_and_no_set_too_many(variant: Variant) -> None:
    table = as_the_browser_reads(variant)
    rolls = {key(faces) for faces in possible_rolls(variant)}
    assert set(table["rolls"]) == rolls
    assert table["first"] is None or set(table["first"]) == rolls
    used = [at for which in ("rolls", "first") for _, at, *_ in (table[which] or {}).values()]
    assert set(used) == set(range(len(table["sets"])))


@by_id(ALL_RULES)
def test_the_tables_allow_the_numbers_of_dice_of_the_rules(variant: Variant) -> None:
    table = as_the_browser_reads(variant)
    for position in positions_to_check(variant):
        assert counts_by(table, position) == dice_counts(variant, position), tiles_in(position)


@by_id(ALL_RULES)
def test_the_tables_know_the_total_of_every_roll(variant: Variant) -> None:
    table = as_the_browser_reads(Turn(variant, seed="otter"))
    assert table["rolls"]
    for which in ("rolls", "first"):
        for faces, (total, _, *others) in (table[which] or {}).items():
            dice = tuple(map(int, faces.split(".")))
            assert total == sum(dice)
            assert (total, *others) == targets(variant, dice)


@by_id(ALL_RULES)
def test_the_tables_know_the_tiles(variant: Variant) -> None:
    table = as_the_browser_reads(variant)
    assert tuple(table["tiles"]) == variant.tiles
    assert tile_set(table["start"]) == variant.start


@by_id([v for v in ALL_RULES if v.scoring != "digits"])
def test_the_points_add_up_to_the_score(variant: Variant) -> None:
    points = as_the_browser_reads(variant)["points"]
    for position in positions_to_check(variant):
        assert sum(points[str(k)] for k in tiles_in(position)) == score(variant, position)


@by_id([v for v in ALL_RULES if v.scoring == "digits"])
def test_scores_that_are_no_sums_are_left_to_python(variant: Variant) -> None:
    assert as_the_browser_reads(variant)["points"] is None


@by_id(ALL_RULES)
def test_the_tables_know_what_is_drawn_and_how_often(variant: Variant) -> None:
    table = as_the_browser_reads(variant)
    if isinstance(variant.dice, Bag):
        assert table["holds"] == variant.dice.holds
        assert table["draws"] == variant.dice.rolls
    else:
        assert (table["holds"], table["draws"]) == (None, None)


# ---- what supports look up ----


@by_id([v for v in WHOLE if not isinstance(v.dice, Bag)])
def test_the_weights_are_the_odds_of_every_roll(variant: Variant) -> None:
    weights = as_the_browser_reads(variant)["weights"]
    for count in possible_counts(variant):
        sides = variant.dice.sides
        found = {roll: n for roll, n in weights.items() if len(roll.split(".")) == count}
        assert sum(found.values()) == sides**count
        if sides**count <= 1296:
            throws = product(range(1, sides + 1), repeat=count)
            assert found == Counter(key(tuple(sorted(faces))) for faces in throws)
    assert set(weights) == set(as_the_browser_reads(variant)["rolls"])


@by_id([v for v in ALL_RULES if isinstance(v.dice, Bag) or is_stepwise(v)])
def test_no_weights_where_the_tables_cannot_tell_the_next_roll(variant: Variant) -> None:
    assert as_the_browser_reads(Turn(variant, seed="otter"))["weights"] is None


def chance_by(table: Json, left: TileSet, count: int) -> tuple[int, int]:
    """What ``chancesAfter`` in box.js finds."""
    rolls = {faces: n for faces, n in table["weights"].items() if len(faces.split(".")) == count}
    some = sum(
        n
        for faces, n in rolls.items()
        if any(
            all(left >> (tile - 1) & 1 for tile in s)
            for s in table["sets"][table["rolls"][faces][1]]
        )
    )
    return some, sum(rolls.values())


@by_id([v for v in EXHAUSTIVE_BOXES if not isinstance(v.dice, Bag)])
def test_the_chance_that_the_next_roll_fits_is_exact(variant: Variant) -> None:
    """Every roll is thrown one by one, and the library asked for its moves."""
    table, random = as_the_browser_reads(variant), Random(variant.id)
    every = positions_to_check(variant)
    for left in random.sample(every, k=min(60, len(every))):
        for count in dice_counts(variant, left):
            throws = list(product(range(1, variant.dice.sides + 1), repeat=count))
            fitting = sum(bool(legal_moves(variant, left, faces)) for faces in throws)
            assert chance_by(table, left, count) == (fitting, len(throws)), tiles_in(left)


@by_id(ALL_RULES)
def test_every_set_has_a_strategy(variant: Variant) -> None:
    table = as_the_browser_reads(Turn(variant, seed="otter"))
    assert len(table["strategies"]) == len(table["sets"])
    for which in ("rolls", "first"):
        for total, at, *_ in (table[which] or {}).values():
            found = [strategy(tuple(s), total, variant.moves) for s in table["sets"][at]]
            assert table["strategies"][at] == "".join(found)


@pytest.mark.parametrize(
    ("tiles", "total", "expected"),
    [
        ((9,), 9, Strategy.ITSELF),
        ((4, 6), 10, Strategy.MAKE_TEN),
        ((1, 9), 10, Strategy.MAKE_TEN),
        ((2, 4, 6), 12, Strategy.MAKE_TEN),
        ((4, 5), 9, Strategy.NEAR_DOUBLE),
        ((1, 2), 3, Strategy.NEAR_DOUBLE),
        ((2, 9), 11, Strategy.COUNT_ON),
        ((1, 7), 8, Strategy.COUNT_ON),
        ((4, 7), 11, Strategy.PAIR),
        ((1, 2, 6), 9, Strategy.TWO_SMALL),
        ((1, 2, 3), 6, Strategy.SEVERAL),
        ((2, 3, 4), 9, Strategy.SEVERAL),
        ((1, 2, 3, 5), 11, Strategy.SEVERAL),
    ],
)
def test_a_set_is_found_by_the_easiest_strategy(
    tiles: tuple[int, ...], total: int, expected: Strategy
) -> None:
    for moves in MoveRule:
        assert strategy(tiles, total, moves) == expected


def test_sets_that_do_not_make_the_total_have_strategies_of_their_own() -> None:
    assert strategy((3,), 8, MoveRule.ONE_TILE) == Strategy.ONE_DIE
    assert strategy((2,), 8, MoveRule.SUM_OR_DIFFERENCE) == Strategy.TAKE_AWAY
    assert strategy((1, 2), 7, MoveRule.SUM_OR_DIFFERENCE) == Strategy.TAKE_AWAY


# ---- where the browser gets the next rolls only ----


def turns_under_way(variant: Variant) -> list[Turn]:
    """Every moment of some seeded turns, and of some without a seed."""
    found = []
    for number in range(4):
        for seed in (None, f"otter-{number}"):
            turn = random_turn(variant, Random(number), seed)
            found += [cut(turn, steps) for steps in range(len(turn.steps) + 1)]
            found += [cut(turn, steps, on_the_table=True) for steps in range(len(turn.steps))]
    return found


@by_id(STEPWISE)
def test_the_next_rolls_can_be_played_by_the_tables_alone(variant: Variant) -> None:
    """However the browser plays on, it may do what the rules allow, four rolls ahead."""
    random = Random(variant.id)
    for turn in turns_under_way(variant):
        table, (rolls, _) = as_the_browser_reads(turn), rolls_of(turn)
        while turn.dice or (not turn.is_over and len(turn.steps) < len(rolls)):
            index = len(turn.steps)
            if turn.dice is None:
                turn = turn.roll(rolls[index][: random.choice(turn.dice_counts)])
            faces = turn.dice or turn.steps[-1].dice
            moves = allowed_by(table, turn.open_tiles, faces, index == 0)
            assert moves == turn.legal_moves
            if turn.dice:
                turn = turn.shut(random.choice(moves))
        assert turn.is_over or len(turn.steps) >= len(rolls)


@by_id(STEPWISE)
def test_the_tables_hold_the_roll_that_is_shown(variant: Variant) -> None:
    for turn in turns_under_way(variant):
        table = as_the_browser_reads(turn)
        if turn.dice:
            moves = allowed_by(table, turn.open_tiles, turn.dice, not turn.steps)
            assert moves == turn.legal_moves
        if turn.is_stuck:
            faces = turn.steps[-1].dice
            assert table["rolls"][key(tuple(sorted(faces)))][0] == sum(faces)
            assert allowed_by(table, turn.open_tiles, faces, len(turn.steps) == 1) == ()


@by_id(STEPWISE)
def test_only_the_next_rolls_are_sent(variant: Variant) -> None:
    for turn in turns_under_way(variant):
        rolls, more = rolls_of(turn)
        if turn.seed is None:
            assert (rolls, more) == ([], False)
        else:
            most = len(variant.tiles)
            assert len(rolls) == min(most, len(turn.steps) + LOOKAHEAD)
            assert more == (len(rolls) < most)
        most_counts = len(possible_counts(variant))
        assert len(tables(turn)["rolls"]) <= LOOKAHEAD * most_counts + 1
        sets = {tile_set(s) for allowed in tables(turn)["sets"] for s in allowed}
        assert all(s & turn.open_tiles == s for s in sets)


@by_id(STEPWISE)
def test_what_is_sent_ahead_is_not_too_large(variant: Variant) -> None:
    sizes = [len(json.dumps(tables(turn))) for turn in turns_under_way(variant)]
    assert max(sizes) < LARGEST_BYTES_AHEAD


@by_id(WHOLE)
def test_all_rolls_of_other_boxes_are_sent_at_once(variant: Variant) -> None:
    rolls, more = rolls_of(Turn(variant, seed="otter"))
    bag = variant.dice if isinstance(variant.dice, Bag) else None
    assert len(rolls) == min(len(variant.tiles), bag.rolls if bag else 99)
    assert not more


def types_in(value: object) -> set[type]:
    inner: list[object] = []
    if isinstance(value, dict):
        inner = [*value.keys(), *value.values()]
    elif isinstance(value, list | tuple | set):
        inner = list(value)
    return {type(value)}.union(*(types_in(part) for part in inner))


PLAIN = {dict, list, str, int, bool, type(None)}


@by_id(ALL_RULES)
def test_tables_are_plain_json(variant: Variant) -> None:
    table = tables(Turn(variant, seed="otter"))
    assert types_in(table) <= PLAIN
    assert json.loads(json.dumps(table)) == table


@by_id(WHOLE)
def test_tables_are_small(variant: Variant) -> None:
    assert len(json.dumps(tables(Turn(variant)))) < LARGEST_BYTES


# ---- the data of a turn ----


def data_of(turn: Turn) -> Json:
    data = box_data(
        turn,
        i18n.language("en"),
        settings={"sum": "shown"},
        untouched=True,
        any_variant=False,
        refused="classic~other",
    )
    return unpacked(json.loads(json.dumps(data)))


def longest_turn(variant: Variant) -> int:
    """The most rolls that a turn of this box can have, over all dice and all choices."""
    every_set = {
        move
        for count in possible_counts(variant)
        for faces in variant.dice.odds(count)
        for move in move_sets(variant, faces)
    }

    @cache
    def rolls_from(position: TileSet) -> int:
        after = [rolls_from(position & ~s) for s in every_set if s & position == s and s]
        return 1 + max(after, default=0) if position else 0

    return rolls_from(variant.start)


@by_id(EXHAUSTIVE_BOXES)
def test_there_are_rolls_for_the_longest_turn(variant: Variant) -> None:
    assert len(data_of(Turn(variant, seed="otter"))["rolls"]) >= longest_turn(variant)


@by_id(BOXES)
def test_the_rolls_are_those_of_the_seed(variant: Variant) -> None:
    for seed in ("otter", "otter-7", "A"):
        rolls = data_of(Turn(variant, seed=seed))["rolls"]
        assert rolls == [list(roll(seed, step, variant)) for step in range(len(rolls))]


def test_a_turn_without_a_seed_has_no_rolls() -> None:
    assert data_of(Turn(VARIANTS["classic"]))["rolls"] == []


@by_id(BOXES)
def test_the_data_is_plain_json_and_holds_the_turn(variant: Variant) -> None:
    turn = Turn(variant, seed="otter-7")
    data = data_of(turn)
    assert types_in(data) <= PLAIN
    assert data["turn"] == f"{variant.id}~otter-7"
    assert data["tables"] == tables(turn)
    assert data["moreRolls"] == is_stepwise(variant)
    assert (data["untouched"], data["anyVariant"]) == (True, False)
    assert data["refused"] == "classic~other"


# ---- real dice ----


@by_id(ALL_RULES)
def test_the_pad_holds_what_can_show_and_how_much_of_it(variant: Variant) -> None:
    holds = pad(variant)
    pieces = [tuple(piece) for piece in holds["pieces"]]
    assert json.loads(json.dumps(holds)) == holds
    assert pieces == sorted(set(pieces))
    faces = {face for roll in variant.dice.odds(variant.dice.count) for face in roll}
    assert {face for piece in pieces for face in piece} == faces
    if isinstance(variant.dice, Bag):
        in_bag = [piece for piece, n in zip(pieces, holds["copies"], strict=True) for _ in range(n)]
        assert sorted(in_bag) == sorted(variant.dice.contents)
    else:
        assert holds["copies"] is None
    assert holds["asks"] == is_stepwise(variant)


@by_id(BOXES)
def test_every_roll_of_real_dice_is_in_the_tables_or_asked_for(variant: Variant) -> None:
    turn = random_turn(variant, Random(2))
    for at in range(len(turn.steps)):
        before, rolled = cut(turn, at), cut(turn, at + 1)
        table = tables(before)
        if pad(variant)["asks"]:
            assert table["rolls"] == {}
            on_table = cut(turn, at, on_the_table=True)
            table = tables(on_table if on_table.dice else rolled)
        assert key(tuple(sorted(turn.steps[at].dice))) in table["rolls"]


# ---- the words, against what box.js says ----


def arguments(call_from: int) -> list[str]:
    """The arguments of the call whose first bracket stands at this place of the script."""
    depth, parts, begin = 0, [], call_from + 1
    for at in range(call_from, len(SCRIPT)):
        if SCRIPT[at] in "([{":
            depth += 1
        elif SCRIPT[at] in ")]}":
            depth -= 1
        if depth == 0 or (depth == 1 and SCRIPT[at] == ","):
            parts.append(SCRIPT[begin:at].strip())
            begin = at + 1
        if depth == 0:
            return [part for part in parts if part]
    raise AssertionError("a bracket is not closed")


def named_by(expression: str, known: set[str]) -> set[str]:
    """The words that an expression of the script can name: ``"roll"`` or ``roll${count}``."""
    fixed = set(re.findall(r'"(\w+)"', expression))
    patterns = [
        re.sub(r"\$\{(\w+)\}", lambda place: r"\d" if place[1] == "count" else r"\w+", template)
        for template in re.findall(r"`([^`]*)`", expression)
    ]
    return fixed | {name for name in known for p in patterns if re.fullmatch(p, name)}


def places_of(expression: str) -> set[str]:
    """The places that an object of the script fills, also by way of a constant."""
    expression = expression.strip()
    if expression == "here" or expression.startswith("places("):
        function = SCRIPT.index("return {", SCRIPT.index("function places("))
        return places_of(SCRIPT[function + len("return ") : SCRIPT.index("};", function) + 1])
    if re.fullmatch(r"\w+", expression):
        constant = re.search(rf"const {expression} = (\{{)", SCRIPT)
        assert constant, f"no constant {expression} in box.js"
        return {name for part in arguments(constant.start(1)) for name in places_of_entry(part)}
    begin = SCRIPT.index(expression)
    return {name for part in arguments(begin) for name in places_of_entry(part)}


def places_of_entry(entry: str) -> set[str]:
    if entry.startswith("..."):
        return places_of(entry.removeprefix("..."))
    return {entry.partition(":")[0].strip()}


def said() -> list[tuple[set[str], set[str]]]:
    """Every call of ``say``: the words it can name, and the places it fills."""
    known, calls = set(words(i18n.language("en"), VARIANTS["classic"])), []
    for call in re.finditer(r"\bsay(\()", SCRIPT):
        _, name, *places = arguments(call.start(1))
        calls.append((named_by(name, known), places_of(places[0]) if places else set()))
    return calls


def placeholders(text: str) -> set[str]:
    return set(re.findall(r"\{(\w+)\}", text))


SAID = said()
OF_EACH_KIND = [
    *(VARIANTS[name] for name in ("classic", "thai", "dominoes", "cards", "cards-as-dice")),
    Variant(id="drawn-sets", dice=BAGS["cards-as-dice"], moves=MoveRule.DICE_OR_TOTAL),
]
"""A roll asks for a total, or for one of a few sets; dice are rolled, dominoes or cards drawn."""


def test_the_reader_of_the_script_finds_what_is_there() -> None:
    of_a_roll = {"dice", "total", "sets", "tiles", "count", "tile", "score"}
    assert ({"rolled"}, of_a_roll) in SAID
    assert ({"stuck", "stuckplain"}, of_a_roll) in SAID
    assert ({"red", "blue", "die"}, {"face"}) in SAID
    assert len(SAID) == SCRIPT.count("say(") > 20
    assert all(names for names, _ in SAID)


def test_every_word_that_the_box_says_is_there_and_every_word_is_said() -> None:
    used = set().union(*(names for names, _ in SAID))
    for variant in OF_EACH_KIND:
        assert used == set(words(i18n.language("en"), variant))
        assert used == set(words(i18n.language("en"), variant, is_real=True))


@pytest.mark.parametrize("code", [*i18n.languages(), i18n.PSEUDO])
@pytest.mark.parametrize("is_real", [False, True])
@pytest.mark.parametrize("variant", OF_EACH_KIND, ids=lambda variant: variant.id)
def test_the_box_fills_the_places_of_every_word(code: str, variant: Variant, is_real: bool) -> None:
    texts = words(i18n.language(code), variant, is_real=is_real)
    for names, places in SAID:
        for name in names:
            assert placeholders(texts[name]) <= places, name


@by_id(BOXES)
def test_every_choice_of_dice_has_a_word(variant: Variant) -> None:
    """Where several numbers of dice may be rolled, the buttons say ``roll1``, ``roll2`` ..."""
    texts = words(i18n.language("en"), variant)
    for counts in tables(Turn(variant))["fewer"].values():
        for count in counts if len(counts) > 1 else []:
            assert str(count) in texts[f"roll{count}"]


@pytest.mark.parametrize("code", [*i18n.languages(), i18n.PSEUDO])
def test_every_word_is_plain_text(code: str) -> None:
    for variant in OF_EACH_KIND:
        for name, text in words(i18n.language(code), variant).items():
            assert text.strip() == text != "", name
            assert not set(text) & set("<>&"), name


@by_id(BOXES)
def test_what_is_drawn_is_not_rolled(variant: Variant) -> None:
    drawn = words(i18n.language("en"), variant)
    said_of_it = " ".join(drawn[name] for name in ("roll", "start", "rolled", "after", "keyroll"))
    assert ("draw" in said_of_it.lower()) == isinstance(variant.dice, Bag)
    assert ("roll" in said_of_it.lower()) != isinstance(variant.dice, Bag)


@by_id(BOXES)
def test_a_choice_before_the_first_roll_is_the_one_that_the_prompt_names(variant: Variant) -> None:
    """The word ``choose`` speaks of two dice or one."""
    counts = dice_counts(variant, variant.start)
    assert len(counts) == 1 or counts == (2, 1)
