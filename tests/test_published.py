"""Every published figure is computed anew, and its verdict has to be right."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt

import pytest

from shutbox import i18n
from shutbox.exact_play import play_exactly
from shutbox.published import PLAYS, PUBLISHED, REASONS, Claim, Figure, Verdict, ours, winning_rolls

CLAIMS = pytest.mark.parametrize("claim", PUBLISHED, ids=lambda c: f"{c.source.address}-{c.value}")
ERRORS = 3


def verdict(claim: Claim) -> Verdict:
    value = ours(claim)
    if claim.digits is None:
        return Verdict.AGREES if value == claim.number else Verdict.DIFFERS
    places = claim.digits + (2 if claim.value.endswith("%") else 0)
    if round(Fraction(value), places) == claim.number:
        return Verdict.AGREES
    if claim.turns:
        if claim.figure == Figure.SCORE:
            scores = play_exactly(claim.variant, PLAYS[claim.play]).scores
            spread = sqrt(sum(c * (s - float(value)) ** 2 for s, c in scores.items()))
        else:
            spread = sqrt(value * (1 - value))
        half_a_digit = 0.5 * 10**-places
        if abs(value - claim.number) <= ERRORS * spread / sqrt(claim.turns) + half_a_digit:
            return Verdict.CLOSE
    return Verdict.DIFFERS


@CLAIMS
def test_the_verdict_is_right(claim: Claim) -> None:
    assert verdict(claim) == claim.verdict


@CLAIMS
def test_whatever_differs_has_a_reason(claim: Claim) -> None:
    assert claim.reason in REASONS or (not claim.reason and claim.verdict != Verdict.DIFFERS)
    assert claim.source.address.startswith(("http://", "https://"))


def test_the_numbers_in_the_reasons() -> None:
    ten = next(c.variant for c in PUBLISHED if c.value == "3.92%")
    nine = next(c.variant for c in PUBLISHED if c.value == "11.38")
    t = i18n.language("en")
    assert t.percent(play_exactly(ten, PLAYS["most-ways"]).shut, 2) == "3.91%"
    assert t.number(play_exactly(nine, PLAYS["highest-first"]).mean, 2) == "11.37"
    twelve = next(c for c in PUBLISHED if c.value == "0.34%")
    chance = ours(twelve)
    assert [round(100 * sqrt(chance * (1 - chance) / n), 3) for n in (10_000, 1_000_000)] == [
        pytest.approx(0.06, abs=0.005),
        0.006,
    ]


@pytest.mark.parametrize(("score", "value"), [(1, "2.6507%"), (9, "5.9095%")])
def test_the_ties_of_butlers_table(score: int, value: str) -> None:
    claim = next(c for c in PUBLISHED if c.value == value)
    scores = play_exactly(claim.variant, PLAYS["first-of-best"]).scores
    assert round(scores[score], 6) == float(claim.number)


def test_sequences_that_shut_ten_tiles() -> None:
    """avandekleut: their numbers by length, from five to nine rolls."""
    ten = next(c.variant for c in PUBLISHED if c.value == "3.92%")
    by_length = [117_120, 465_677_280, 27_229_396_320, 166_670_380_800, 161_989_632_000]
    assert winning_rolls(ten, ten.start) == sum(by_length)
