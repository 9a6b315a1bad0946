"""The exact turns of every player, against published values, slow solvers and simulation."""

from __future__ import annotations

import tomllib
from fractions import Fraction
from itertools import pairwise
from math import fsum, sqrt
from pathlib import Path

import pytest
from boxes import EXHAUSTIVE_BOXES, by_id, slow_box
from slow_solver import Policy, highest_tile_first, policy_values, random_legal_move

from shutbox import PLAYERS, VARIANTS, Player, Variant, score_distribution, solve
from shutbox.exact_play import (
    Duel,
    can_play_exactly,
    duel,
    play_exactly,
    play_in_fractions,
    roll_costs,
)
from shutbox.simulate import turn_scores

REFERENCE = tomllib.loads((Path(__file__).parent / "data/reference.toml").read_text("utf-8"))
TWO_DICE = VARIANTS["two-dice"]
BOXES = [v for v in EXHAUSTIVE_BOXES if can_play_exactly(v) and len(v.tiles) < 10]
each_player = pytest.mark.parametrize("player", PLAYERS.values(), ids=PLAYERS)


@pytest.mark.parametrize(
    ("player", "key"), [("easy", "random_legal_move"), ("medium", "highest_tile_first")]
)
def test_published_values(player: str, key: str) -> None:
    published = REFERENCE["two_dice_9"][key]
    play = play_exactly(TWO_DICE, PLAYERS[player])
    assert play.mean == pytest.approx(published["E"], abs=0.51e-6)
    assert play.shut == pytest.approx(published["P"], abs=0.51e-6)


def test_published_distribution_of_best_play() -> None:
    play = play_exactly(TWO_DICE, PLAYERS["hard"])
    published = REFERENCE["two_dice_9"]["best_E_distribution"]
    for key, limit in (("score_0", 0), ("at_most_5", 5), ("at_most_10", 10)):
        below = fsum(chance for score, chance in play.scores.items() if score <= limit)
        assert below == pytest.approx(published[key], abs=0.51e-5)


@pytest.mark.parametrize(
    ("name", "player", "policy"),
    [
        ("two-dice", "easy", random_legal_move),
        ("two-dice", "medium", highest_tile_first),
        ("six", "easy", random_legal_move),
        ("six", "medium", highest_tile_first),
        ("thai", "easy", random_legal_move),
    ],
)
def test_fractions_equal_those_of_the_slow_solver(name: str, player: str, policy: Policy) -> None:
    variant = VARIANTS[name]
    play, start = play_in_fractions(variant, PLAYERS[player]), frozenset(variant.tiles)
    assert play.mean == policy_values(slow_box(variant), "score", policy)[start]
    assert play.shut == policy_values(slow_box(variant), "shut", policy)[start]
    assert sum(play.scores.values()) == 1
    assert play_exactly(variant, PLAYERS[player]).mean == pytest.approx(float(play.mean), rel=1e-12)


@by_id(BOXES)
@each_player
def test_what_has_to_hold_for_every_box(variant: Variant, player: Player) -> None:
    play, best = play_exactly(variant, player), solve(variant).start_value
    assert fsum(play.scores.values()) == pytest.approx(1, abs=1e-12)
    assert play.still_in[0] == pytest.approx(1)
    assert play.still_in[-1] == 0
    assert all(less <= more + 1e-12 for more, less in pairwise(play.still_in))
    assert play.mean >= best - 1e-9 * best
    costs = roll_costs(variant, player)
    assert min(costs) >= 0
    assert best + fsum(costs) == pytest.approx(play.mean, rel=1e-9)
    if player.name == "hard":
        assert play.mean == pytest.approx(best, rel=1e-12)
        assert set(play.scores) <= set(score_distribution(solve(variant)))


@pytest.mark.parametrize(
    ("player", "after"), [("hard", (0.91, 0.62, 0.20)), ("easy", (0.46, 0.18, 0.03))]
)
def test_how_many_are_still_in(player: str, after: tuple[float, ...]) -> None:
    """As teaching notes say, after 4, 5 and 6 rolls."""
    play = play_exactly(TWO_DICE, PLAYERS[player])
    assert [round(share, 2) for share in play.still_in[4:7]] == list(after)


@each_player
@pytest.mark.parametrize("name", ["classic", "junior"])
def test_simulated_scores_fall_as_the_exact_ones(name: str, player: Player) -> None:
    variant, turns = VARIANTS[name], 1500
    scores = turn_scores(variant, player, turns, "exact")
    exact = play_exactly(variant, player).scores
    assert set(scores) <= set(exact)
    for score, chance in exact.items():
        error = sqrt(turns * chance * (1 - chance))
        assert abs(scores.count(score) - turns * chance) <= 4.5 * error + 1


def test_a_duel_with_dice_of_ones_own() -> None:
    half = Fraction(1, 2)
    shares = duel({0: half, 5: half}, {5: half, 7: half})
    assert shares == Duel(first=Fraction(3, 4), tie=Fraction(1, 4), second=Fraction(0))


@pytest.mark.parametrize("name", ["dominoes", "the-300"])
def test_refuses(name: str) -> None:
    with pytest.raises(ValueError, match="too large"):
        play_exactly(VARIANTS[name], PLAYERS["easy"])
