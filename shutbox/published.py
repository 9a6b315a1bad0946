"""Published figures about the game beside ours: one table, `PUBLISHED`.

Only figures and where they stand are kept here. The addresses were read in stored copies of the
pages, not on the day. `tests/test_published.py` computes every figure anew and holds the verdicts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from types import MappingProxyType

from shutbox.analysis import score_distribution
from shutbox.dice import Roll
from shutbox.exact_play import play_exactly
from shutbox.i18n import mark
from shutbox.players import PLAYERS, Player, Position
from shutbox.rules import outcomes
from shutbox.solver import solve
from shutbox.tiles import TileSet, tiles_in
from shutbox.variants import VARIANTS, FewerDice, Variant


class Figure(StrEnum):
    """What a figure says."""

    SHUT = "shut"
    """The chance to shut the box."""
    SCORE = "score"
    """The expected final score, in points."""
    ENDS_ON_1 = "ends-on-1"
    """The chance to end with a score of 1."""
    ENDS_ON_9 = "ends-on-9"
    """The chance to end with a score of 9."""


class Verdict(StrEnum):
    """How a published figure stands to ours."""

    AGREES = "agrees"
    """The same fraction, or ours rounded to as many digits."""
    CLOSE = "close"
    """Simulated, and no further off than three standard errors of so many turns."""
    DIFFERS = "differs"
    """Something else: `Claim.reason` says why."""


@dataclass(frozen=True, slots=True)
class Source:
    """Where figures were published.

    Attributes:
        title: the title of the page and who wrote it.
        address: its address.
        date: when it was published, as far as it says, a year or an ISO date; or empty.
    """

    title: str
    address: str
    date: str = ""


@dataclass(frozen=True, slots=True)
class Claim:
    """One published figure.

    Attributes:
        source: where it stands.
        variant: the rules it is about.
        play: how is played, `BEST` or a name in `PLAYS`.
        figure: what it says.
        value: what was published, as text: a fraction, a number of points, or a number with ``%``.
        verdict: how it stands to ours.
        turns: how many turns it was simulated with; 0 if it was computed, or does not say.
        reason: why it differs, or a remark: a name in `REASONS`, or empty.
    """

    source: Source
    variant: Variant
    play: str
    figure: Figure
    value: str
    verdict: Verdict
    turns: int = 0
    reason: str = ""

    @property
    def number(self) -> Fraction:
        """What was published, as a number: a chance is between 0 and 1."""
        share = self.value.endswith("%")
        return Fraction(self.value.rstrip("% ")) / (100 if share else 1)

    @property
    def digits(self) -> int | None:
        """How many decimals were published (of per cent, for a chance); None for a fraction."""
        if "/" in self.value:
            return None
        return len(self.value.rstrip("% ").partition(".")[2])


BEST = "best"
"""Best play for shutting the box; the other ways to play are in `PLAYS`."""


def _picking(name: str, key: Callable[[Position, TileSet], object]) -> Player:
    def moves(position: Position, _dice: Roll, legal: Sequence[TileSet]) -> Sequence[TileSet]:
        return (max(legal, key=lambda move: key(position, move)),)  # type: ignore[arg-type, return-value]

    return Player(name, lambda _position, counts: (max(counts),), moves)


def _gap(move: TileSet) -> int:
    tiles = tiles_in(move)
    return tiles[-1] - tiles[0]


@lru_cache(maxsize=4096)
def winning_rolls(variant: Variant, open_tiles: TileSet) -> int:
    """Return how many sequences of rolls and moves, all dice every time, shut the box."""
    if not open_tiles:
        return 1
    return sum(
        weight * winning_rolls(variant, open_tiles & ~move)
        for sets, weight in outcomes(variant, variant.dice.count)
        for move in sets
        if move & open_tiles == move
    )


def _first_of_best(position: Position, dice: Roll, _legal: Sequence[TileSet]) -> Sequence[TileSet]:
    solution = solve(position.variant, "shut")
    return solution.best_moves(position.open_tiles, dice, position.drawn)[:1]


PLAYS: Mapping[str, Player] = MappingProxyType(
    {
        "random": PLAYERS["easy"],
        "highest-first": PLAYERS["medium"],
        "fewest": _picking("fewest", lambda _, move: (-move.bit_count(), _gap(move))),
        "most": _picking("most", lambda _, move: (move.bit_count(), _gap(move))),
        "first-of-best": Player("first-of-best", lambda _position, counts: counts, _first_of_best),
        "most-ways": _picking(
            "most-ways", lambda at, move: winning_rolls(at.variant, at.open_tiles & ~move)
        ),
    }
)
"""Ways to play that were published, apart from best play.

``first-of-best`` takes, of the best moves for shutting the box, that with the fewest tiles;
``fewest`` and ``most`` tiles take, of as many tiles, those that are furthest apart; ``most-ways``
the move after which the most sequences of rolls and moves shut the box.
"""


def ours(claim: Claim) -> Fraction | float:
    """Return our value for what a claim is about, exactly or to some twelve digits."""
    variant = claim.variant
    if claim.play in PLAYS:
        play = play_exactly(variant, PLAYS[claim.play])
        return play.shut if claim.figure == Figure.SHUT else play.mean
    solution = solve(variant, "shut")
    match claim.figure:
        case Figure.ENDS_ON_1:
            return score_distribution(solution)[1]
        case Figure.ENDS_ON_9:
            return score_distribution(solution)[9]
        case Figure.SHUT:
            return solution.as_fraction(variant.start)
        case Figure.SCORE:
            return sum(points * p for points, p in score_distribution(solution).items())


_TWO_DICE = VARIANTS["two-dice"]
_TEN = replace(VARIANTS["ten"], id="ten-two-dice", fewer_dice=FewerDice.NEVER)
_TWELVE = replace(VARIANTS["twelve"], id="twelve-two-dice", fewer_dice=FewerDice.NEVER)
_LOW_SUM = replace(VARIANTS["low-sum"], id="low-sum-forced", fewer_dice_forced=True)
_LOW_SUM_PAIRS = replace(_LOW_SUM, id="low-sum-two-tiles", most_tiles=2)

_BUTLER = Source(
    "Bill Butler (Durango Bill), “Shut the Box” Analysis",
    "http://www.durangobill.com/ShutTheBoxExtra/STBstats.txt",
)
_UNARY = Source(
    "UnaryPlus, Shut the box strategy", "https://github.com/UnaryPlus/shut-the-box-strategy"
)
_FIDDLER = Source(
    "Zach Wissner-Gross, The Fiddler: Can You Shut the Box?",
    "https://thefiddler.substack.com/p/can-you-shut-the-box",
    "2024-09-13",
)
_VAN_DE_KLEUT = Source(
    "avandekleut, Shut the Box with Dynamic Programming",
    "https://avandekleut.github.io/assets/shut-the-box/shut-the-box/",
)
_USHHAM = Source(
    "ushham, Numerical Tests: Shut the box runs", "https://github.com/ushham/Shut-The-Box"
)
_ARCINI = Source(
    "arcini, Shut-The-Box-Simulator", "https://github.com/arcini/Shut-The-Box-Simulator"
)

REASONS: Mapping[str, str] = MappingProxyType(
    {
        "ties": mark(
            "Where moves are equally good for shutting the box, ours takes each equally often, "
            "this table the one with the fewest tiles. Played like that, ours comes to the very "
            "same figure. The chance to shut does not depend on it."
        ),
        "same-chance": mark(
            "Other rules, the same chance: one die as a choice once 7, 8 and 9 are shut comes to "
            "exactly this fraction too."
        ),
        "rounded": mark("Rounded to a whole number, as the page says: “around”."),
        "most-ways": mark(
            "It takes the move after which the most sequences of rolls and moves shut the box. "
            "That counts a sequence also where a good player would never move like this. Played "
            "so, the chance is 3.91%; the best play is better."
        ),
        "as-played": mark(
            "The rule as it is written comes to less. The highest tile first comes to 11.37: "
            "perhaps that is what the program played."
        ),
        "see-above": mark("Taken as the highest tile first; see the score above."),
        "how-often": mark(
            "Simulated, the page does not say how often. It takes 10,000 turns for an error of "
            "0.06 percentage points, and 1,000,000 for one of 0.006."
        ),
    }
)
"""Why a figure differs, or what there is to say about it: messages to translate."""

PUBLISHED: tuple[Claim, ...] = (
    Claim(_BUTLER, _TWO_DICE, BEST, Figure.SHUT, "7.1432%", Verdict.AGREES),
    Claim(
        _BUTLER,
        _LOW_SUM,
        BEST,
        Figure.SHUT,
        "9.7614%",
        Verdict.AGREES,
        reason="same-chance",
    ),
    Claim(_BUTLER, _LOW_SUM_PAIRS, BEST, Figure.SHUT, "7.4194%", Verdict.AGREES),
    Claim(
        _BUTLER,
        _TWO_DICE,
        BEST,
        Figure.ENDS_ON_1,
        "2.6507%",
        Verdict.DIFFERS,
        reason="ties",
    ),
    Claim(
        _BUTLER,
        _TWO_DICE,
        BEST,
        Figure.ENDS_ON_9,
        "5.9095%",
        Verdict.DIFFERS,
        reason="ties",
    ),
    Claim(
        _UNARY,
        VARIANTS["classic"],
        BEST,
        Figure.SHUT,
        "956177159/9795520512",
        Verdict.AGREES,
    ),
    Claim(
        _UNARY,
        VARIANTS["classic"],
        BEST,
        Figure.SHUT,
        "10%",
        Verdict.AGREES,
        reason="rounded",
    ),
    Claim(_FIDDLER, VARIANTS["six"], BEST, Figure.SHUT, "145/1944", Verdict.AGREES),
    Claim(
        _VAN_DE_KLEUT,
        _TEN,
        "random",
        Figure.SHUT,
        "0.72%",
        Verdict.CLOSE,
        turns=1_000_000,
    ),
    Claim(
        _VAN_DE_KLEUT,
        _TEN,
        BEST,
        Figure.SHUT,
        "3.92%",
        Verdict.DIFFERS,
        turns=1_000_000,
        reason="most-ways",
    ),
    Claim(
        _USHHAM,
        _TWO_DICE,
        "fewest",
        Figure.SCORE,
        "11.38",
        Verdict.DIFFERS,
        turns=1_000_000,
        reason="as-played",
    ),
    Claim(
        _USHHAM,
        _TWO_DICE,
        "highest-first",
        Figure.SHUT,
        "6.95%",
        Verdict.CLOSE,
        turns=1_000_000,
        reason="see-above",
    ),
    Claim(_USHHAM, _TWO_DICE, "most", Figure.SCORE, "24.16", Verdict.CLOSE, turns=1_000_000),
    Claim(_USHHAM, _TWO_DICE, "most", Figure.SHUT, "1.05%", Verdict.CLOSE, turns=1_000_000),
    Claim(_ARCINI, _TWELVE, BEST, Figure.SHUT, "0.36%", Verdict.AGREES),
    Claim(
        _ARCINI,
        _TWELVE,
        "highest-first",
        Figure.SHUT,
        "0.34%",
        Verdict.DIFFERS,
        reason="how-often",
    ),
)
"""Every published figure, by source."""
