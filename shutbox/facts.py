"""The small safe language of lessons: expressions about the game, computed by the engine.

``ways_to_shut(12) == 12`` is a fact, ``percent(chance_to_roll(7), 1)`` a value to be shown. An
expression is read with `ast` and walked node by node; nothing is ever executed as Python. There are
numbers (exact, as fractions), texts, lists, comparisons, ``+ - * /``, ``and or not``, and calls of
the functions in `FUNCTIONS` with plain arguments. Everything is bounded: the length of the
expression, its depth, the size of numbers and lists, the arguments of every function, and by a
`Calculator` the work that all expressions of one lesson ask for together.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from math import sqrt
from types import MappingProxyType

import numpy as np

from shutbox.analysis import advice
from shutbox.dice import total_odds
from shutbox.exact_play import ExactPlay, can_play_exactly, play_exactly
from shutbox.i18n import Language, mark
from shutbox.notation import parse_variant
from shutbox.players import PLANS
from shutbox.rules import dice_counts, outcomes
from shutbox.solver import Objective, solve
from shutbox.sums import doubles_test, race_chances
from shutbox.tiles import TileSet, sets_with_sum, subsets, tile_set, tiles_in
from shutbox.variants import Variant

Value = bool | int | Fraction | str | tuple["Value", ...]
"""What an expression can come to."""

LONGEST = 300
"""The most characters of an expression."""

LONGEST_SHOWN = 200
"""The most characters that a value can be written with."""

DEEPEST = 20
"""How deep an expression may be nested."""

MOST_ITEMS = 150
"""The most entries of a list."""

MOST_WORK = 600
"""How much the expressions of one lesson may ask for: a plain function counts 1, a slow one 50."""

_LARGEST = 10**15
_MOST_DICE, _MOST_SIDES, _HIGHEST_TILE = 9, 20, 12
_MOST_TRIES = 10_000
_MOST_ROLLS = 60  # different ones: three dice have 56


class FactError(ValueError):
    """An expression that cannot be computed.

    Attributes:
        message: why, an English sentence with {places} that can be translated.
        values: what stands in the places.
    """

    def __init__(self, message: str, /, **values: object) -> None:
        super().__init__(message.format(**values))
        self.message = message
        self.values = values


# ---- what arguments may be ----


def _whole(value: Value, low: int, high: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise FactError(
            mark("{value} cannot stand there: it must be a whole number from {low} to {high}."),
            value=_written(value),
            low=low,
            high=high,
        )
    return value


def _rational(value: Value) -> int | Fraction:
    if isinstance(value, bool) or not isinstance(value, int | Fraction):
        raise FactError(mark("{value} is not a number."), value=_written(value))
    return value


def _share(value: Value) -> float:
    if not 0 <= _rational(value) <= 1:
        raise FactError(mark("{value} is not a chance: it is from 0 to 1."), value=_written(value))
    return float(_rational(value))


def _items(value: Value) -> tuple[Value, ...]:
    if not isinstance(value, tuple):
        raise FactError(
            mark("{value} is not a list. Write it in brackets: [1, 2, 5]."), value=_written(value)
        )
    return value


def _tiles(value: Value) -> TileSet:
    """Return a box up to a tile, or the tiles of a list."""
    if not isinstance(value, tuple):
        return (1 << _whole(value, 1, _HIGHEST_TILE)) - 1
    numbers = [_whole(item, 1, _HIGHEST_TILE) for item in value]
    if len(set(numbers)) < len(numbers):
        raise FactError(mark("A tile stands twice in {value}."), value=_written(value))
    return tile_set(numbers)


def _word(value: Value, words: Iterable[str]) -> str:
    if value not in (known := list(words)):
        raise FactError(
            mark("{value} is not known here. Write one of these, in quotes: {words}."),
            value=_written(value),
            words=", ".join(known),
        )
    return str(value)


@lru_cache(maxsize=256)
def _variant(value: Value) -> Variant:
    try:
        variant = parse_variant(str(value))
    except ValueError:
        variant = None
    if (
        variant is None
        or not can_play_exactly(variant)
        or len(variant.dice.odds(variant.dice.count)) > _MOST_ROLLS
    ):
        raise FactError(
            mark(
                "There is no box {value} with dice and at most 12 tiles."
                ' Write for instance "classic", "two-dice" or "six", in quotes.'
            ),
            value=_written(value),
        )
    return variant


def _position(variant: Variant, value: Value | None) -> TileSet:
    tiles = variant.start if value is None else _tiles(value)
    if tiles & ~variant.start:
        raise FactError(
            mark("The box {variant} does not have these tiles open: {value}."),
            variant=variant.id,
            value=_written(tiles_in(tiles)),
        )
    return tiles


def _dice(value: Value, variant: Variant) -> tuple[int, ...]:
    faces = tuple(_whole(item, 1, _MOST_SIDES) for item in _items(value))
    counts = {
        count
        for open_tiles in (variant.start, 1)
        for count in (variant.dice.count, 1)
        if count in dice_counts(variant, open_tiles)
    }
    if len(faces) not in counts or tuple(sorted(faces)) not in variant.dice.odds(len(faces)):
        raise FactError(
            mark("The dice of {variant} cannot show {value}."),
            variant=variant.id,
            value=_written(value),
        )
    return faces


# ---- the functions ----


def ways_to_shut(total: Value, tiles: Value = 9) -> Value:
    """How many sets of tiles make the total, in a box of so many tiles or with these open."""
    return len(sets_with_sum(_tiles(tiles), _whole(total, 0, 100)))


def sets(total: Value, tiles: Value = 9) -> Value:
    """The sets of tiles that make the total, fewest tiles first."""
    return tuple(tiles_in(s) for s in sets_with_sum(_tiles(tiles), _whole(total, 0, 100)))


def tiles_sum(tiles: Value = 9) -> Value:
    """What the tiles add up to."""
    return sum(tiles_in(_tiles(tiles)))


def _odds(dice: Value, sides: Value) -> dict[int, int]:
    return total_odds(_whole(dice, 1, _MOST_DICE), _whole(sides, 2, _MOST_SIDES))


def ways_to_roll(total: Value, dice: Value = 2, sides: Value = 6) -> Value:
    """How many of the equally likely rolls show the total."""
    return _odds(dice, sides).get(_whole(total, 0, 200), 0)


def total_ways(dice: Value = 2, sides: Value = 6) -> Value:
    """How many equally likely rolls there are."""
    return sum(_odds(dice, sides).values())


def max_ways_to_roll(dice: Value = 2, sides: Value = 6) -> Value:
    """The total that most rolls show."""
    odds = _odds(dice, sides)
    best = [total for total, ways in odds.items() if ways == max(odds.values())]
    if len(best) > 1:
        raise FactError(mark("More than one total is the easiest to roll with these dice."))
    return best[0]


def chance_to_roll(total: Value, dice: Value = 2, sides: Value = 6) -> Value:
    """The chance of the total, exactly."""
    odds = _odds(dice, sides)
    return Fraction(odds.get(_whole(total, 0, 200), 0), sum(odds.values()))


def mean_roll(dice: Value = 2, sides: Value = 6) -> Value:
    """The total of a roll on average."""
    return Fraction(_whole(dice, 1, _MOST_DICE) * (_whole(sides, 2, _MOST_SIDES) + 1), 2)


def fits(tiles: Value, dice: Value = 2) -> Value:
    """How many rolls (of 36, or of 6 with one die) let one shut some of these open tiles."""
    return _fits(_tiles(tiles), _whole(dice, 1, 3))


@lru_cache(maxsize=4096)
def _fits(tiles: TileSet, dice: int) -> int:
    made = 1  # bit n is set when some of the tiles make n
    for tile in tiles_in(tiles):
        made |= made << tile
    return sum(ways for total, ways in total_odds(dice, 6).items() if made >> total & 1)


def _of_size(size: Value, tiles: Value) -> list[TileSet]:
    numbers = tiles_in(_tiles(tiles))
    return [tile_set(chosen) for chosen in combinations(numbers, _whole(size, 1, len(numbers)))]


def most_fits(size: Value, tiles: Value = 9) -> Value:
    """The most of 36 rolls that any so many open tiles accept."""
    return max(_fits(chosen, 2) for chosen in _of_size(size, tiles))


def always_fit(size: Value, tiles: Value = 9) -> Value:
    """How many sets of so many open tiles accept every roll of two dice."""
    return sum(_fits(chosen, 2) == 36 for chosen in _of_size(size, tiles))


def _solved(variant: Value, tiles: Value | None, aim: Objective) -> Value:
    rules = _variant(variant)
    return Fraction(solve(rules, aim).value(_position(rules, tiles)))


def chance_to_shut(variant: Value = "classic", tiles: Value | None = None) -> Value:
    """The greatest chance to shut the box, from the start or with these tiles open."""
    return _solved(variant, tiles, "shut")


def expected_score(variant: Value = "classic", tiles: Value | None = None) -> Value:
    """The least expected score, from the start or with these tiles open."""
    return _solved(variant, tiles, "score")


def best_moves(variant: Value, tiles: Value, dice: Value, aim: Value = "score") -> Value:
    """Every best move for a roll: aim "score" or "shut"."""
    rules = _variant(variant)
    goal: Objective = "score" if _word(aim, ("score", "shut")) == "score" else "shut"
    best = advice(rules, goal).best_moves(_position(rules, tiles), _dice(dice, rules))
    return tuple(tiles_in(move) for move in best)


def best_move(variant: Value, tiles: Value, dice: Value, aim: Value = "score") -> Value:
    """The one best move for a roll."""
    best = _items(best_moves(variant, tiles, dice, aim))
    if len(best) != 1:
        raise FactError(
            mark("There are {count} best moves there. Use best_moves."), count=len(best)
        )
    return best[0]


def rolls_to_shut(variant: Value = "two-dice") -> Value:
    """The fewest and the most rolls it can take to shut the box."""
    return _rolls_to_shut(_variant(variant))


@lru_cache(maxsize=64)
def _rolls_to_shut(variant: Variant) -> tuple[int, int]:
    known: dict[TileSet, tuple[int, int]] = {0: (0, 0)}
    for tiles in subsets(variant.start):
        after = [
            known[tiles & ~move]
            for count in (dice_counts(variant, tiles) if tiles else ())
            for moves, _ in outcomes(variant, count, tiles == variant.start)
            for move in moves
            if move & tiles == move and tiles & ~move in known
        ]
        if after:
            known[tiles] = 1 + min(low for low, _ in after), 1 + max(high for _, high in after)
    if variant.start not in known:
        raise FactError(mark("The box {variant} can never be shut."), variant=variant.id)
    return known[variant.start]


# ---- players ----


def _play(player: Value, variant: Value) -> ExactPlay[float]:
    rules = _variant(variant)
    if len(rules.tiles) > 10:
        raise FactError(mark("Players can be followed in boxes of at most 10 tiles."))
    return play_exactly(rules, PLANS[_word(player, PLANS)])


def player_score(player: Value, variant: Value = "two-dice") -> Value:
    """The score of a computer player on average, exactly."""
    return Fraction(_play(player, variant).mean)


def player_shuts(player: Value, variant: Value = "two-dice") -> Value:
    """The chance of a computer player to shut the box."""
    return Fraction(_play(player, variant).shut)


def score_chance(score: Value, player: Value = "hard", variant: Value = "two-dice") -> Value:
    """The chance that a turn of a computer player ends with this score."""
    return Fraction(_play(player, variant).scores.get(_whole(score, 0, _LARGEST), 0.0))


def likeliest_score(player: Value = "hard", variant: Value = "two-dice") -> Value:
    """The score that comes most often."""
    scores = _play(player, variant).scores
    return max(scores, key=lambda score: scores[score])


def still_in(rolls: Value, player: Value = "hard", variant: Value = "two-dice") -> Value:
    """The chance that a turn goes on after so many rolls."""
    chances = _play(player, variant).still_in
    after = _whole(rolls, 0, 100)
    return Fraction(chances[after]) if after < len(chances) else 0


# ---- many rolls ----


def race_chance(total: Value, steps: Value, dice: Value = 2, sides: Value = 6) -> Value:
    """The chance of a total to win the horse race."""
    chances = race_chances(_whole(dice, 1, 3), _whole(sides, 2, 8), _whole(steps, 1, 20))
    return Fraction(chances.get(_whole(total, 0, 100), 0.0))


def top_chance(total: Value, rolls: Value, dice: Value = 2, sides: Value = 6) -> Value:
    """The chance that a total has come more often than any other after so many rolls."""
    count, faces = _whole(dice, 1, 3), _whole(sides, 2, 8)
    return Fraction(_top_chance(_whole(total, 0, 100), _whole(rolls, 1, 300), count, faces))


@lru_cache(maxsize=64)
def _top_chance(total: int, rolls: int, count: int, sides: int) -> float:
    """Let every total come by itself, as often as a Poisson number; look when all are ``rolls``.

    Given their sum, such numbers are shared as those of the rolls are.
    """
    counts = np.arange(rolls + 1)
    factorials = np.concatenate(([0.0], np.cumsum(np.log(np.arange(1, rolls + 1)))))

    def poisson(mean: float) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
        chances: np.ndarray[tuple[int], np.dtype[np.float64]]
        chances = np.exp(counts * np.log(mean) - mean - factorials)
        return chances

    means = {t: rolls * ways / sides**count for t, ways in total_odds(count, sides).items()}
    if total not in means:
        return 0.0
    own, others = poisson(means.pop(total)), [poisson(mean) for mean in means.values()]
    chance = 0.0
    for came in range(1, rolls + 1):
        if own[came] < 1e-9:
            continue
        shared = np.ones(1)
        for other in others:
            shared = np.convolve(shared, other[:came])[: rolls - came + 1]
        if len(shared) > rolls - came:
            chance += float(own[came] * shared[rolls - came])
    return chance / float(poisson(float(rolls))[rolls])


def at_least_once(chance: Value, times: Value) -> Value:
    """The chance that something happens at least once in so many tries."""
    return Fraction(1 - (1 - _share(chance)) ** _whole(times, 0, _MOST_TRIES))


def share_spread(chance: Value, rolls: Value) -> Value:
    """How far a share usually is from its chance after so many rolls: one standard deviation."""
    share = _share(chance)
    return Fraction(sqrt(share * (1 - share) / _whole(rolls, 1, 1_000_000)))


def doubles_limit(rolls: Value) -> Value:
    """The limit of the doubles test: more doubles than this speak for "order does not count"."""
    return doubles_test(6, _whole(rolls, 1, _MOST_TRIES)).limit


def doubles_wrong(rolls: Value) -> Value:
    """The chance that the doubles test is wrong, the worse way round."""
    return Fraction(doubles_test(6, _whole(rolls, 1, _MOST_TRIES)).wrong)


# ---- numbers and lists ----


def _rounded(value: Value, digits: Value = 0) -> Value:
    """The number rounded to so many decimals."""
    result = round(Fraction(_rational(value)), _whole(digits, 0, 12))
    return result.numerator if result.denominator == 1 else result


def _count(items: Value) -> Value:
    """How many entries a list has."""
    return len(_items(items))


def _added(items: Value) -> Value:
    """What the numbers of a list add up to."""
    return _checked(sum(_rational(item) for item in _items(items)))


def _least(items: Value) -> Value:
    """The least number of a list."""
    return min(map(_rational, _items(items)), default=0)


def _greatest(items: Value) -> Value:
    """The greatest number of a list."""
    return max(map(_rational, _items(items)), default=0)


@dataclass(frozen=True, slots=True)
class Function:
    """A function of the language.

    Attributes:
        run: computes it, from as many plain values as it takes.
        least, most: the numbers of values it takes.
        work: what a call counts towards `MOST_WORK`.
        example: how it is called.
    """

    run: Callable[..., Value]
    least: int
    most: int
    work: int
    example: str

    @property
    def about(self) -> str:
        """What it comes to, in English, for whoever writes a lesson."""
        return (self.run.__doc__ or "").splitlines()[0]


def _function(run: Callable[..., Value], example: str, least: int, work: int = 1) -> Function:
    code = run.__code__
    return Function(run, least, code.co_argcount, work, example)


_SLOW = 50

FUNCTIONS: Mapping[str, Function] = MappingProxyType(
    {
        function.example.partition("(")[0]: function
        for function in (
            _function(ways_to_shut, "ways_to_shut(12, 9)", 1),
            _function(sets, "sets(10, 9)", 1),
            _function(tiles_sum, "tiles_sum(9)", 0),
            _function(ways_to_roll, "ways_to_roll(7, 2, 6)", 1),
            _function(total_ways, "total_ways(2, 6)", 0),
            _function(max_ways_to_roll, "max_ways_to_roll(2, 6)", 0),
            _function(chance_to_roll, "chance_to_roll(7, 2, 6)", 1),
            _function(mean_roll, "mean_roll(2, 6)", 0),
            _function(fits, "fits([3, 4, 5], 2)", 1),
            _function(most_fits, "most_fits(2, 9)", 1, 5),
            _function(always_fit, "always_fit(4, 9)", 1, 5),
            _function(chance_to_shut, 'chance_to_shut("two-dice", [1, 2, 3])', 0, 5),
            _function(expected_score, 'expected_score("two-dice", [1, 2, 3])', 0, 5),
            _function(best_moves, 'best_moves("two-dice", 9, [4, 6], "score")', 3, 5),
            _function(best_move, 'best_move("two-dice", 9, [4, 6], "score")', 3, 5),
            _function(rolls_to_shut, 'rolls_to_shut("two-dice")', 0, _SLOW),
            _function(player_score, 'player_score("medium", "two-dice")', 1, _SLOW),
            _function(player_shuts, 'player_shuts("medium", "two-dice")', 1, _SLOW),
            _function(score_chance, 'score_chance(0, "hard", "two-dice")', 1, _SLOW),
            _function(likeliest_score, 'likeliest_score("hard", "two-dice")', 0, _SLOW),
            _function(still_in, 'still_in(5, "hard", "two-dice")', 1, _SLOW),
            _function(race_chance, "race_chance(7, 5, 2, 6)", 2, 5),
            _function(top_chance, "top_chance(7, 36, 2, 6)", 2, _SLOW),
            _function(at_least_once, "at_least_once(1/14, 30)", 2),
            _function(share_spread, "share_spread(1/6, 300)", 2),
            _function(doubles_limit, "doubles_limit(300)", 1, 2),
            _function(doubles_wrong, "doubles_wrong(300)", 1, 2),
            _function(_rounded, "round(11/36, 2)", 1),
            _function(_count, "count(sets(10))", 1),
            _function(_added, "sum([1, 2, 3])", 1),
            _function(_least, "min([1, 2, 3])", 1),
            _function(_greatest, "max([1, 2, 3])", 1),
        )
    }
)
"""Every function that computes something, by its name. `WRITERS` write a value for readers."""


# ---- how values are written ----


def _written(value: object) -> str:
    """Return a value as it stands in an expression, short enough for a message."""
    if isinstance(value, tuple):
        text = f"[{', '.join(_written(item) for item in value[:10])}{', …' * (len(value) > 10)}]"
    else:
        text = f'"{value}"' if isinstance(value, str) else str(value)
    return text if len(text) <= 60 else f"{text[:60]}…"


def _as_number(t: Language, value: Value, digits: Value = 0) -> str:
    return t.number(float(_rational(value)), _whole(digits, 0, 6))


def _as_percent(t: Language, value: Value, digits: Value = 0) -> str:
    return t.percent(float(_rational(value)), _whole(digits, 0, 6))


def _as_fraction(_t: Language, value: Value) -> str:
    number = Fraction(_rational(value))
    if number.denominator > 10**6:
        raise FactError(mark("This is no short fraction. Write it with percent or number."))
    return str(number)


def _as_list(t: Language, items: Value) -> str:
    return t.listed([_shown(t, item) for item in _items(items)])


def _as_sum(t: Language, items: Value) -> str:
    return " + ".join(_shown(t, item) for item in _items(items))


WRITERS: Mapping[str, tuple[Callable[..., str], int, int, str]] = MappingProxyType(
    {
        "number": (_as_number, 1, 2, "number(11.1575, 1)"),
        "percent": (_as_percent, 1, 2, "percent(11/36, 1)"),
        "fraction": (_as_fraction, 1, 1, "fraction(chance_to_roll(7))"),
        "listed": (_as_list, 1, 1, "listed([3, 4, 9])"),
        "equation": (_as_sum, 1, 1, "equation([4, 6])"),
    }
)
"""What writes a value in the reader's language: how, fewest and most arguments, an example."""


def _shown(t: Language, value: Value) -> str:
    match value:
        case bool():
            raise FactError(mark("This is a fact, not a value. Put it under facts."))
        case str():
            text = value
        case int():
            text = t.number(value)
        case Fraction():
            text = _as_fraction(t, value)
        case _ if all(isinstance(item, int | str) for item in value):
            text = _as_list(t, value)
        case _:
            text = ", ".join(_as_sum(t, item) for item in value)
    if len(text) > LONGEST_SHOWN:
        raise FactError(mark("This is too long to be shown. Show a part of it."))
    return text


# ---- the language ----


_COMPARE: Mapping[type[ast.cmpop], Callable[[Value, Value], bool]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}
_ARITHMETIC: Mapping[type[ast.operator], Callable[[Fraction, Fraction], Fraction]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
}


def _checked(number: int | Fraction) -> Value:
    exact = Fraction(number)
    if abs(exact) > _LARGEST or exact.denominator.bit_length() > 4000:
        raise FactError(mark("The numbers grow too large."))
    return exact.numerator if exact.denominator == 1 else exact


class Calculator:
    """Computes the expressions of one lesson.

    Attributes:
        language: in which values are written.
    """

    def __init__(self, language: Language) -> None:
        self.language = language
        self._work = 0
        self._charged: set[object] = set()
        self._known: dict[tuple[str, tuple[Value, ...]], Value] = {}

    def value(self, expression: str) -> Value:
        """Return what an expression comes to.

        Raises:
            FactError: it cannot be read or computed.
        """
        if len(expression) > LONGEST or "\\" in expression or not expression.isprintable():
            raise FactError(
                mark("An expression is one line of at most {most} characters."), most=LONGEST
            )
        try:
            tree = ast.parse(expression.strip(), mode="eval")
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            raise FactError(
                mark(
                    "“{expression}” cannot be read. Are all brackets and quotes closed?"
                    " An example: ways_to_shut(12, 9) == 12"
                ),
                expression=expression.strip()[:60],
            ) from None
        return self._of(tree.body, 0)

    def text(self, expression: str) -> str:
        """Return what an expression comes to, as readers see it: one line.

        Raises:
            FactError: it cannot be computed, or what it comes to cannot be shown.
        """
        return _shown(self.language, self.value(expression))

    def check(self, expression: str) -> None:
        """Raise `FactError` unless an expression is true."""
        value = self.value(expression)
        if not isinstance(value, bool):
            raise FactError(
                mark("“{expression}” is not true or false. Write for instance == and a number."),
                expression=expression.strip()[:60],
            )
        if not value:
            left, _, _ = expression.partition("==")
            raise FactError(
                mark("“{expression}” is not true. The engine says: {value}."),
                expression=expression.strip()[:60],
                value=self._instead(left) if "==" in expression else "no",
            )

    def _instead(self, expression: str) -> str:
        try:
            value = self.value(expression)
        except FactError:
            return "no"
        if isinstance(value, Fraction) and value.denominator > 1000:
            return str(round(float(value), 6))
        return _written(value)

    def _of(self, node: ast.expr, depth: int) -> Value:
        self._count(1, depth)
        below = depth + 1
        match node:
            case ast.Constant(value=bool() | str() as value):
                return value
            case ast.Constant(value=int() as value):
                return _checked(value)
            case ast.Constant(value=float() as value) if abs(value) < _LARGEST:
                return _checked(Fraction(repr(value)))
            case ast.List(elts=items) | ast.Tuple(elts=items) if len(items) <= MOST_ITEMS:
                return tuple(self._of(item, below) for item in items)
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return _checked(-_rational(self._of(operand, below)))
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return not self._truth(operand, below)
            case ast.BoolOp(op=ast.And(), values=parts):
                return all(self._truth(part, below) for part in parts)
            case ast.BoolOp(op=ast.Or(), values=parts):
                return any(self._truth(part, below) for part in parts)
            case ast.BinOp(left=left, op=op, right=right) if type(op) in _ARITHMETIC:
                one, other = (Fraction(_rational(self._of(n, below))) for n in (left, right))
                if isinstance(op, ast.Div) and not other:
                    raise FactError(mark("Nothing can be divided by 0."))
                return _checked(_ARITHMETIC[type(op)](one, other))
            case ast.Compare(left=left, ops=ops, comparators=others):
                values = [self._of(n, below) for n in (left, *others)]
                return all(self._compare(*c) for c in zip(values, ops, values[1:], strict=False))
            case ast.Call(func=ast.Name(id=name), args=args, keywords=[]):
                return self._call(name, args, below)
            case ast.Name(id=name):
                raise FactError(
                    mark("“{name}” means nothing here. Put text in quotes."), name=name[:40]
                )
        raise FactError(
            mark(
                "Something in this expression is not allowed. There are numbers, lists in [ ],"
                " comparisons, + - * /, and the functions in the list."
            )
        )

    def _truth(self, node: ast.expr, depth: int) -> bool:
        value = self._of(node, depth)
        if not isinstance(value, bool):
            raise FactError(mark("{value} is not true or false."), value=_written(value))
        return value

    @staticmethod
    def _compare(one: Value, op: ast.cmpop, other: Value) -> bool:
        if isinstance(op, ast.Eq | ast.NotEq):
            if _kind(one) != _kind(other):
                raise FactError(
                    mark("{one} and {other} cannot be compared: they are of different kinds."),
                    one=_written(one),
                    other=_written(other),
                )
        elif type(op) in _COMPARE:
            one, other = _rational(one), _rational(other)
        elif isinstance(op, ast.In):
            return one in _items(other)
        else:
            raise FactError(mark("Compare with ==, !=, <, <=, >, >= or in."))
        return _COMPARE[type(op)](one, other)

    def _call(self, name: str, args: list[ast.expr], depth: int) -> Value:
        if name in WRITERS:
            write, least, most, example = WRITERS[name]
        elif name in FUNCTIONS:
            function = FUNCTIONS[name]
            least, most, work = function.least, function.most, function.work
            example = function.example
        else:
            raise FactError(
                mark("There is no function “{name}”. There are: {names}."),
                name=name[:40],
                names=", ".join([*FUNCTIONS, *WRITERS]),
            )
        if not least <= len(args) <= most:
            raise FactError(mark("Call it like this: {example}"), example=example)
        values = [self._of(arg, depth) for arg in args]
        if name in WRITERS:
            return write(self.language, *values)
        key = name, tuple(values)
        if key not in self._known:
            # Whatever is asked about one player in one box was computed with the first question.
            words = frozenset(v for v in values if isinstance(v, str)) or key
            self._count(1 if words in self._charged else work, depth)
            self._charged.add(words)
            self._known[key] = function.run(*values)
        return self._known[key]

    def _count(self, work: int, depth: int) -> None:
        self._work += work
        if depth > DEEPEST:
            raise FactError(mark("This expression has too many brackets in each other."))
        if self._work > MOST_WORK:
            raise FactError(mark("This lesson asks for too much to be computed."))


def _kind(value: Value) -> str:
    match value:
        case bool():
            return "truth"
        case str():
            return "text"
        case tuple():
            return "list"
    return "number"
