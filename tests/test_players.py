"""One common test for every player and variant, and what each player is."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random

import pytest
from boxes import BAG_RULES, LARGE_BOXES, RULES, SOLVED_BOXES, by_id, chances, in_order

from shutbox import PLAYERS, VARIANTS, Player, Turn, Variant, odds, solve, tile_set, tiles_in

DATA = Path(__file__).parent / "data"


def play_out(player: Player, variant: Variant, seed: str) -> Turn:
    random = Random(seed)
    turn = Turn(variant, seed=seed)
    while not turn.is_over:
        count = player.choose_dice(turn, random)
        assert count in turn.dice_counts
        turn = turn.roll(turn.seeded_roll(count))
        if not turn.is_over:
            move = player.choose(turn, random)
            assert move in turn.legal_moves
            turn = turn.shut(move)
    return turn


@pytest.mark.parametrize("player", PLAYERS.values(), ids=PLAYERS)
@by_id(SOLVED_BOXES)
def test_every_player_plays_every_variant_by_its_rules(player: Player, variant: Variant) -> None:
    turns = [play_out(player, variant, f"seed-{k}") for k in range(40)]
    assert turns == [play_out(player, variant, f"seed-{k}") for k in range(40)]


@pytest.mark.parametrize("name", ["easy", "medium"])
@by_id(LARGE_BOXES)
def test_a_player_without_a_solution_plays_a_large_box(name: str, variant: Variant) -> None:
    turns = [play_out(PLAYERS[name], variant, f"seed-{k}") for k in range(5)]
    assert turns == [play_out(PLAYERS[name], variant, f"seed-{k}") for k in range(5)]


@by_id(
    [variant for variant in BAG_RULES if variant.start.bit_count() <= 3]
    + [RULES["card-difference"]]
)
def test_hard_remembers_what_was_drawn(variant: Variant) -> None:
    """Its expected score over all draws is the value of the start."""

    def value(turn: Turn) -> float:
        if turn.is_over:
            return turn.score
        count = PLAYERS["hard"].choose_dice(turn, Random(0))
        total = 0.0
        for dice, chance in chances(variant, count, turn.drawn).items():
            after = turn.roll(dice)
            if not after.is_over:
                after = after.shut(PLAYERS["hard"].choose(after, Random(0)))
            total += chance * worth(after)
        return total

    known: dict[object, float] = {}

    def worth(turn: Turn) -> float:
        key = turn.open_tiles, turn.is_stuck, in_order(turn.drawn)
        if key not in known:
            known[key] = value(turn)
        return known[key]

    assert value(Turn(variant)) == pytest.approx(solve(variant).start_value, rel=1e-12)


@pytest.mark.parametrize("player", PLAYERS.values(), ids=PLAYERS)
def test_no_choice_where_there_is_none(player: Player) -> None:
    fresh = Turn(VARIANTS["classic"])
    with pytest.raises(ValueError, match="no roll waits"):
        player.choose(fresh, Random(1))
    with pytest.raises(ValueError, match="nothing may be rolled"):
        player.choose_dice(fresh.roll((3, 4)), Random(1))


def expected_score(player: Player, variant: Variant) -> float:
    """The expected score of a player that takes nothing from chance, two dice at every roll."""

    @cache
    def value(open_tiles: int) -> float:
        if not open_tiles:
            return 0.0
        shut = tiles_in(variant.box & ~open_tiles)
        fresh = Turn(replace(variant, shut_at_start=shut))
        total = 0.0
        for faces, weight in odds(2, 6).items():
            turn = fresh.roll(faces)
            if turn.is_over:
                total += weight * turn.score
            else:
                total += weight * value(open_tiles & ~player.choose(turn, Random(0)))
        return total / 36

    return value(variant.start)


def test_medium_is_the_published_highest_tile_first() -> None:
    reference = tomllib.loads((DATA / "reference.toml").read_text())
    published = reference["two_dice_9"]["highest_tile_first"]["E"]
    assert expected_score(PLAYERS["medium"], VARIANTS["two-dice"]) == pytest.approx(
        published, abs=5e-7
    )


def test_hard_is_the_best() -> None:
    variant = VARIANTS["two-dice"]
    assert expected_score(PLAYERS["hard"], variant) == pytest.approx(
        solve(variant).start_value, abs=1e-12
    )


def test_easy_takes_every_move_sometimes() -> None:
    turn = Turn(VARIANTS["classic"]).roll((6, 6))
    random = Random(5)
    seen = {PLAYERS["easy"].choose(turn, random) for _ in range(600)}
    assert seen == set(turn.legal_moves)
    assert tile_set([3, 9]) in seen


def test_medium_and_hard_roll_one_die_when_that_is_better() -> None:
    variant = replace(VARIANTS["classic"], shut_at_start=(1, 3, 4, 5, 6, 7, 8, 9))
    for name in ("medium", "hard"):
        assert PLAYERS[name].choose_dice(Turn(variant), Random(0)) == 1
