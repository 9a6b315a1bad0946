"""Monte Carlo agrees with the exact solutions and distributions, and repeats itself."""

from __future__ import annotations

from math import sqrt

import pytest

from shutbox import PLAYERS, VARIANTS, Dice, FewerDice, Scoring, Variant, solve
from shutbox.analysis import score_distribution
from shutbox.simulate import Simulation, simulate

HARD = PLAYERS["hard"]
ERRORS = 4.5


@pytest.mark.parametrize(
    "id", ["classic", "forced", "thai", "missionary", "two-to-go", "four", "dominoes", "cards"]
)
def test_best_play_scores_its_value(id):
    variant = VARIANTS[id]
    played = simulate(variant, HARD, 700, "value")
    assert abs(played.mean - solve(variant).start_value) <= ERRORS * played.standard_error


@pytest.mark.parametrize("id", ["two-dice", "junior"])
def test_scores_fall_as_often_as_best_play_says(id):
    variant, turns = VARIANTS[id], 700
    played = simulate(variant, HARD, turns, "distribution")
    exact = score_distribution(solve(variant))
    assert set(played.counts) <= set(exact)
    assert played.shut == played.counts[0]
    for score, chance in exact.items():
        error = sqrt(turns * chance * (1 - chance))
        assert abs(played.counts.get(score, 0) - turns * chance) <= ERRORS * error + 1


def test_a_random_player_is_worse_than_the_best():
    easy, medium = (simulate(VARIANTS["classic"], PLAYERS[p], 800, "x") for p in ("easy", "medium"))
    assert easy.mean - medium.mean > ERRORS * (easy.standard_error + medium.standard_error)


def test_the_same_seed_gives_the_same_for_ever():
    played = simulate(VARIANTS["classic"], PLAYERS["medium"], 200, "golden")
    assert played == simulate(VARIANTS["classic"], PLAYERS["medium"], 200, "golden")
    assert (sum(s * n for s, n in played.counts.items()), played.shut) == (2202, 21)
    assert played != simulate(VARIANTS["classic"], PLAYERS["medium"], 200, "other")
    for player in PLAYERS.values():
        again = [simulate(VARIANTS["six"], player, 50, "twice") for _ in range(2)]
        assert again[0] == again[1]


def test_more_turns_begin_with_the_fewer():
    fewer, more = (simulate(VARIANTS["ten"], PLAYERS["medium"], n, "s") for n in (50, 80))
    assert all(more.counts[score] >= count for score, count in fewer.counts.items())


def test_figures_of_a_simulation():
    played = Simulation({0: 1, 2: 2, 12: 1}, shut=1)
    assert (played.turns, played.mean, played.shut_share) == (4, 4.0, 0.25)
    assert played.standard_error == pytest.approx(sqrt((16 + 4 + 4 + 64) / 3 / 4))
    assert played.shut_error == pytest.approx(0.25)
    assert Simulation({5: 10}, shut=0).standard_error == 0
    assert Simulation({5: 10}, shut=0).shut_error == 0.1


def test_scores_of_any_size():
    variant = Variant(
        id="x",
        tiles=tuple(range(1, 55)),
        dice=Dice(9, 6),
        fewer_dice=FewerDice.NEVER,
        scoring=Scoring.DIGITS,
    )
    played = simulate(variant, PLAYERS["easy"], 3, "long")
    assert played.mean > 1e40
    assert played.standard_error > 0


@pytest.mark.parametrize("turns", [2, 7, 100, 321])
def test_progress_is_true_and_not_too_frequent(turns):
    shares: list[float] = []
    simulate(VARIANTS["four"], PLAYERS["easy"], turns, "p", shares.append)
    assert len(shares) == min(turns, 100)
    assert shares == sorted(set(shares))
    assert shares[-1] == 1
    assert all(round(share * turns) == pytest.approx(share * turns) for share in shares)


@pytest.mark.parametrize(("turns", "seed"), [(1, "s"), (10, "no space"), (10, "s" * 40)])
def test_refuses(turns, seed):
    with pytest.raises(ValueError, match=r"turns|seed"):
        simulate(VARIANTS["classic"], PLAYERS["easy"], turns, seed)


def test_the_300_is_worth_what_it_comes_to_in_play() -> None:
    """No slow solver reaches 24 tiles: best play itself has to come to the exact value."""
    variant = VARIANTS["the-300"]
    played = simulate(variant, PLAYERS["hard"], 400, "otter")
    exact = solve(variant).start_value
    assert abs(played.mean - exact) < 4 * played.standard_error < 8
