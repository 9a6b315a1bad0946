"""Exercises on making and breaking numbers: what is asked, what is right, what went wrong.

An exercise type is one subclass of `Exercise` in `EXERCISES`. Each exercise is about one *fact*, a
sum such as 3 + 4 or 1 + 2 + 3 + 4, in a box like that of the game. Nothing here is a sentence: a
`Reply` holds the `Mistake` and the numbers that a page needs for one.

How an exercise is chosen (fixed for ever; links and printed sheets depend on it): choice ``k``
(from 0) among ``n`` things of exercise ``number`` is

    SHA-256("shutbox/exercise/1/{seed}/{number}/{type}/{within}-{addends}/{k}", read as one
    big-endian integer) mod n

Choice 0 picks the fact, unless it is given; the next ones are taken in the order of the code. What
tiles and dice look like does not enter: dots and numerals of the same seed are the same exercises.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from hashlib import sha256
from itertools import combinations
from types import MappingProxyType
from typing import ClassVar, TypeVar

from shutbox.dice import check_seed, odds
from shutbox.strategies import Strategy, strategy
from shutbox.tiles import TileSet, sets_with_sum, subsets, tile_set, tiles_in
from shutbox.variants import MoveRule

Fact = tuple[int, ...]
"""A sum by its addends, ascending: ``(3, 4)`` is 3 + 4 = 7."""

Right = int | tuple[int, ...] | tuple[tuple[int, ...], ...]
"""A right answer: a number, tiles (``()`` says: impossible), or sets of tiles; tiles ascend."""

HIGHEST_ADDEND, MOST_ADDENDS, HIGHEST_TOTAL = 12, 4, 20
"""The bounds of a fact."""

LARGEST_ANSWER = 999
"""Numbers above are no answer, nor are negative ones."""

LONGEST_ANSWER = 50
"""The most numbers in an answer, and the most sets."""

_Item = TypeVar("_Item")


def is_fact(addends: Sequence[int]) -> bool:
    """Return whether these are a fact: two to four addends of 1 to 12, ascending, 20 at most.

    Only a sum of two may be a double: a tile never counts twice, but two dice can show the same.
    """
    return (
        2 <= len(addends) <= MOST_ADDENDS
        and all(1 <= addend <= HIGHEST_ADDEND for addend in addends)
        and list(addends) == sorted(addends)
        and len(set(addends)) >= len(addends) - (len(addends) == 2)
        and sum(addends) <= HIGHEST_TOTAL
    )


def format_fact(fact: Fact) -> str:
    """Return a fact as text: ``3+4``."""
    return "+".join(map(str, fact))


def parse_fact(text: str) -> Fact:
    """Return the fact that a text of `format_fact` names.

    Raises:
        ValueError: it names none.
    """
    if not re.fullmatch(r"[1-9][0-9]?(\+[1-9][0-9]?){1,3}", text, re.ASCII):
        raise ValueError(f"{text[:40]!r} is no sum")
    fact = tuple(map(int, text.split("+")))
    if not is_fact(fact):
        raise ValueError(f"{text!r} is no sum that is practised")
    return fact


# ---- levels ----


class Look(StrEnum):
    """How numbers are shown; the words are those of the setting ``dice`` of the box."""

    PIPS = "pips"
    FRAMES = "frames"
    NUMERALS = "numerals"


@dataclass(frozen=True, slots=True, order=True)
class Level:
    """What is added.

    Attributes:
        within: the highest total, one of `WITHIN`.
        addends: the most addends of a sum, 2 to 4.
        look: how numbers are shown.

    Raises:
        ValueError: there is no such level; within 5 there are no three different addends.
    """

    within: int = 10
    addends: int = 2
    look: Look = Look.PIPS

    def __post_init__(self) -> None:
        fewest = sum(range(1, self.addends + 1))
        if self.within not in WITHIN or self.addends not in (2, 3, 4) or fewest > self.within:
            raise ValueError(f"no level has {self.addends} addends within {self.within}")

    def __str__(self) -> str:
        return f"{self.within}-{self.addends}-{self.look}"

    @property
    def tiles(self) -> int:
        """How many tiles the box has: tiles 1 to this one."""
        return min(self.within, 9)


WITHIN = (5, 10, 12, 20)


def parse_level(text: str) -> Level:
    """Return the level that ``str`` of a level names, for instance ``10-3-pips``.

    Raises:
        ValueError: it names none.
    """
    for level in LEVELS:
        if str(level) == text:
            return level
    raise ValueError(f"{text[:40]!r} is no level")


LEVELS = tuple(
    Level(within, addends, look)
    for within in WITHIN
    for addends in (2, 3, 4)
    if within > 5 or addends == 2
    for look in Look
)
"""Every level, the easiest first."""


@lru_cache(maxsize=64)
def facts_of(within: int, addends: int) -> tuple[Fact, ...]:
    """Return the facts of a level, fewest addends first, then by total."""
    tiles = range(1, min(within, 9) + 1)
    doubles = [(tile, tile) for tile in tiles]
    sets = [chosen for size in range(2, addends + 1) for chosen in combinations(tiles, size)]
    facts = [fact for fact in (*doubles, *sets) if sum(fact) <= within]
    return tuple(sorted(facts, key=lambda fact: (len(fact), sum(fact), fact)))


# ---- replies ----


class Mistake(StrEnum):
    """What went wrong. Beside each stand the fields of `Reply` that its sentence needs.

    ``made`` is what the answer comes to, ``wanted`` what it should come to.
    """

    UNREAD = "unread"
    """It is no answer; nothing was judged."""
    NOTHING = "nothing"
    """No tile was chosen, no set was listed."""

    ONE_OFF = "one-off"
    """Counted one off: made, wanted."""
    TOTAL_TWICE = "total-twice"
    """Counted the total twice: made, wanted."""
    LEFT_OUT = "left-out"
    """Added only two of three: made, wanted, tiles: those left out."""
    TOO_FEW = "too-few"
    """Another number, too small: made, wanted."""
    TOO_MANY = "too-many"
    """Another number, too large: made, wanted."""

    TILE_TWICE = "tile-twice"
    """Used a tile twice: tiles."""
    NO_SUCH_TILE = "no-such-tile"
    """The box has no such tile: tiles."""
    TILE_SHUT = "tile-shut"
    """Used a shut tile: tiles."""
    OTHER_TOTAL = "other-total"
    """A set for another total: made, wanted."""
    SAME_SET = "same-set"
    """The set that was given already: tiles."""
    NUMBER_OF_PARTS = "number-of-parts"
    """The total is right, the number of parts is not: made, wanted."""
    IS_POSSIBLE = "is-possible"
    """Called impossible, and there is a set: tiles, one of fewest."""

    FOUND_TWICE = "found-twice"
    """The same set stands twice in the list: tiles."""
    SETS_MISSING = "sets-missing"
    """All right, but not all: made and wanted count the sets."""

    THE_TOTAL = "the-total"
    """Gave the total itself for the missing tile: made, wanted."""
    GIVEN_AGAIN = "given-again"
    """Gave a tile that is there already: made, wanted."""
    ADDED_ALL = "added-all"
    """Added what is there to the total: made, wanted."""

    NOT_TEN = "not-ten"
    """The first step does not reach ten: made, wanted (10)."""
    OTHER_REST = "other-rest"
    """Ten is reached, but the two steps are not the number: made, wanted."""
    ONLY_DOUBLE = "only-double"
    """Gave the double and forgot that one is one more or less: made, wanted, tiles: the double."""

    FEWER_TOTALS = "fewer-totals"
    """A move, but another keeps more totals: made and wanted count the totals."""
    ORDER_IGNORED = "order-ignored"
    """Counted 3, 4 and 4, 3 as one roll: made, wanted."""
    EQUAL_SUMS = "equal-sums"
    """Counted totals, as if all were equally likely: made, wanted."""
    THE_OTHERS = "the-others"
    """Counted the rolls that do not fit: made, wanted."""
    SINGLE_TILES = "single-tiles"
    """Counted only rolls whose total is one open tile: made, wanted."""


@dataclass(frozen=True, slots=True)
class Reply:
    """What is to be said to an answer.

    Attributes:
        mistake: what went wrong; None if the answer is right.
        made: what the answer comes to, or None where nothing is counted.
        wanted: what it should come to, or None.
        tiles: the tiles (or addends) that the sentence is about.
    """

    mistake: Mistake | None = None
    made: int | None = None
    wanted: int | None = None
    tiles: tuple[int, ...] = ()

    @property
    def is_right(self) -> bool:
        """Whether the answer is right."""
        return self.mistake is None

    @property
    def is_read(self) -> bool:
        """Whether it was an answer at all; choosing nothing is none."""
        return self.mistake not in (Mistake.UNREAD, Mistake.NOTHING)


RIGHT = Reply()
UNREAD = Reply(Mistake.UNREAD)


def _read_numbers(answer: object) -> tuple[int, ...] | None:
    if not isinstance(answer, list | tuple) or len(answer) > LONGEST_ANSWER:
        return None
    if not all(type(item) is int and 0 <= item <= LARGEST_ANSWER for item in answer):
        return None
    return tuple(sorted(answer))


def _twice(items: Sequence[_Item]) -> tuple[_Item, ...]:
    return tuple(dict.fromkeys(item for item in items if items.count(item) > 1))


def _number(answer: int, wanted: int, named: Mapping[int, Mistake]) -> Reply:
    """Judge a number: right, a mistake of its own, one off, or too small or large."""
    if answer == wanted:
        return RIGHT
    if answer in named:
        mistake = named[answer]
    elif abs(answer - wanted) == 1:
        mistake = Mistake.ONE_OFF
    else:
        mistake = Mistake.TOO_FEW if answer < wanted else Mistake.TOO_MANY
    return Reply(mistake, answer, wanted)


# ---- exercises ----


class Choices:
    """The choices of one exercise, one after the other, by the rule of this module."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._index = 0

    def one_of(self, items: Sequence[_Item]) -> _Item:
        """Return one of the items, all equally likely."""
        digest = sha256(f"{self._text}/{self._index}".encode("ascii")).digest()
        self._index += 1
        return items[int.from_bytes(digest, "big") % len(items)]

    def shuffled(self, items: Iterable[_Item]) -> tuple[_Item, ...]:
        """Return the items in some order, all orders equally likely."""
        left, mixed = list(items), []
        while left:
            mixed.append(left.pop(self.one_of(range(len(left)))))
        return tuple(mixed)


@dataclass(frozen=True, slots=True)
class Exercise(ABC):
    """One exercise.

    Attributes:
        level: the level it was made for.
        fact: the sum it is about; its total is the `total`.
        open_tiles: the open tiles; 0 where the exercise has no box.
        given: what stands there already: dice, known tiles, a set.
        name: of the type, in links.
        shows_facts: whether an answer shows which facts are known; not where it is about chances.
        asks_fact: whether a right answer always shows that the fact it is about is known, and not
            another one perhaps.
        tells_total: whether the total is a part of the question, and not the answer.
    """

    name: ClassVar[str]
    shows_facts: ClassVar[bool] = True
    asks_fact: ClassVar[bool] = True
    tells_total: ClassVar[bool] = True

    level: Level
    fact: Fact
    open_tiles: TileSet = 0
    given: tuple[int, ...] = ()

    @classmethod
    @abstractmethod
    def suits(cls, fact: Fact, level: Level) -> bool:
        """Return whether an exercise of the type can be about one of `facts_of` the level."""

    @classmethod
    @abstractmethod
    def about(cls, fact: Fact, level: Level, choices: Choices) -> Exercise:
        """Return an exercise about a fact that `suits`."""

    @property
    @abstractmethod
    def accepted(self) -> tuple[Right, ...]:
        """Every right answer."""

    @property
    def is_sound(self) -> bool:
        """Whether it asks for what its type asks for; all that are made here do."""
        return self.given == () and self.open_tiles != 0

    @abstractmethod
    def check(self, answer: object) -> Reply:
        """Return the reply to an answer: a whole number, a list of tiles, or a list of such lists.

        Whatever is none of these gets `UNREAD`.
        """

    @property
    def total(self) -> int:
        """The total that it is about."""
        return sum(self.fact)

    @property
    def facts(self) -> tuple[Fact, ...]:
        """The facts it exercises, the one it is about first."""
        return (self.fact,)

    @property
    def strategy(self) -> Strategy | None:
        """The strategy it exercises; None where it is about chances."""
        if not self.shows_facts:
            return None
        return strategy(self.fact, self.total, MoveRule.ANY_SET)

    def evidence(self, answer: object) -> Mapping[Fact, bool]:
        """Return which facts an answer shows as known, and which as not known.

        A right answer shows all `facts`; a wrong one says nothing about any but the first.
        """
        reply = self.check(answer)
        if not reply.is_read or not self.shows_facts:
            return {}
        return dict.fromkeys(self.facts, True) if reply.is_right else {self.fact: False}

    @property
    def picture(self) -> Mapping[str, object]:
        """What a picture of the question needs, as plain JSON values; the answer is not in it."""
        tiles = range(1, max(self.level.tiles, self.open_tiles.bit_length()) + 1)
        return {
            "type": self.name,
            "look": self.level.look.value,
            "total": self.total if self.tells_total else None,
            "tiles": list(tiles) if self.open_tiles else [],
            "open": list(tiles_in(self.open_tiles)),
            "given": list(self.given),
        }


class _Sum(Exercise):
    """An answer is a number; the question has addends."""

    __slots__ = ()
    tells_total = False

    @property
    def accepted(self) -> tuple[Right, ...]:
        """The total."""
        return (self.total,)

    @property
    def is_sound(self) -> bool:
        """See `Exercise.is_sound`."""
        return self.suits(self.fact, self.level) and tuple(sorted(self.given)) == self.fact

    def _named(self) -> dict[int, Mistake]:
        return {2 * self.total: Mistake.TOTAL_TWICE}

    def check(self, answer: object) -> Reply:
        """See `Exercise.check`: a whole number."""
        if type(answer) is not int or not 0 <= answer <= LARGEST_ANSWER:
            return UNREAD
        reply = _number(answer, self.total, self._named())
        if reply.mistake == Mistake.TOO_FEW:
            for size in range(1, len(self.fact)):
                for left_out in combinations(self.fact, size):
                    if answer == self.total - sum(left_out):
                        return Reply(Mistake.LEFT_OUT, answer, self.total, left_out)
        return reply


class AddDice(_Sum):
    """Add what the dice show; ``given`` has the faces. An answer is a number."""

    __slots__ = ()
    name = "add-dice"

    @classmethod
    def suits(cls, fact: Fact, level: Level) -> bool:
        """See `Exercise.suits`: dice show 1 to 6."""
        return fact[-1] <= 6

    @classmethod
    def about(cls, fact: Fact, level: Level, choices: Choices) -> AddDice:
        """See `Exercise.about`."""
        return cls(level, fact, given=choices.shuffled(fact))


class NearDouble(_Sum):
    """Add two neighbours by a double; ``given`` has them. An answer is a number."""

    __slots__ = ()
    name = "near-double"

    @classmethod
    def suits(cls, fact: Fact, level: Level) -> bool:
        """See `Exercise.suits`: two numbers, one more than the other."""
        return len(fact) == 2 and fact[1] - fact[0] == 1

    @classmethod
    def about(cls, fact: Fact, level: Level, choices: Choices) -> NearDouble:
        """See `Exercise.about`."""
        return cls(level, fact, given=choices.shuffled(fact))

    @property
    def facts(self) -> tuple[Fact, ...]:
        """The sum and the smaller number's double."""
        return (self.fact, (self.fact[0], self.fact[0]))

    @property
    def strategy(self) -> Strategy:
        """A near double, also where counting on is as easy."""
        return Strategy.NEAR_DOUBLE

    def evidence(self, answer: object) -> Mapping[Fact, bool]:
        """See `Exercise.evidence`; whoever gave the double knows that."""
        shown, double = _Sum.evidence(self, answer), self.facts[1]
        return {**shown, double: True} if self.check(answer).tiles == double else shown

    def _named(self) -> dict[int, Mistake]:
        doubles = dict.fromkeys((2 * number for number in self.fact), Mistake.ONLY_DOUBLE)
        return {**_Sum._named(self), **doubles}

    def check(self, answer: object) -> Reply:
        """See `Exercise.check`: a whole number."""
        reply = _Sum.check(self, answer)
        if reply.mistake == Mistake.ONLY_DOUBLE and reply.made is not None:
            return Reply(reply.mistake, reply.made, reply.wanted, (reply.made // 2,) * 2)
        return reply


class MissingTile(Exercise):
    """Which tile is missing: 7 = 3 + ?; ``given`` has the known tiles. An answer is a number."""

    __slots__ = ()
    name = "missing-tile"

    @classmethod
    def suits(cls, fact: Fact, level: Level) -> bool:
        """See `Exercise.suits`: a tile counts once."""
        return _is_set(fact)

    @classmethod
    def about(cls, fact: Fact, level: Level, choices: Choices) -> MissingTile:
        """See `Exercise.about`."""
        missing = choices.one_of(fact)
        return cls(level, fact, given=tuple(tile for tile in fact if tile != missing))

    @property
    def is_sound(self) -> bool:
        """See `Exercise.is_sound`."""
        return _is_set(self.fact) and any(
            self.given == self.fact[:place] + self.fact[place + 1 :]
            for place in range(len(self.fact))
        )

    @property
    def missing(self) -> int:
        """The missing tile."""
        return self.total - sum(self.given)

    @property
    def accepted(self) -> tuple[Right, ...]:
        """The missing tile."""
        return (self.missing,)

    def check(self, answer: object) -> Reply:
        """See `Exercise.check`: a whole number."""
        if type(answer) is not int or not 0 <= answer <= LARGEST_ANSWER:
            return UNREAD
        named = {
            self.total: Mistake.THE_TOTAL,
            self.total + sum(self.given): Mistake.ADDED_ALL,
            **dict.fromkeys(self.given, Mistake.GIVEN_AGAIN),
        }
        return _number(answer, self.missing, named)


class MakeTen(Exercise):
    """Make ten first: 8 + 5 = 8 + 2 + 3; ``given`` is 8, 5. An answer is the two steps: 2, 3."""

    __slots__ = ()
    name = "make-ten"
    tells_total = False

    @classmethod
    def suits(cls, fact: Fact, level: Level) -> bool:
        """See `Exercise.suits`: two numbers that come to more than ten."""
        return len(fact) == 2 and sum(fact) > 10

    @classmethod
    def about(cls, fact: Fact, level: Level, choices: Choices) -> MakeTen:
        """See `Exercise.about`."""
        return cls(level, fact, given=fact[::-1])

    @property
    def facts(self) -> tuple[Fact, ...]:
        """The sum and the pair that makes ten."""
        pair = sorted((self.given[0], 10 - self.given[0]))
        return (self.fact, tuple(pair))

    @property
    def strategy(self) -> Strategy:
        """Make ten."""
        return Strategy.MAKE_TEN

    @property
    def is_sound(self) -> bool:
        """See `Exercise.is_sound`."""
        return self.suits(self.fact, self.level) and self.given == self.fact[::-1]

    @property
    def accepted(self) -> tuple[Right, ...]:
        """The step to ten and the rest."""
        return ((10 - self.given[0], self.total - 10),)

    def check(self, answer: object) -> Reply:
        """See `Exercise.check`: a list of two numbers, in order."""
        match answer:
            case [int(first), int(rest)] if _read_numbers([first, rest]) is not None:
                pass
            case _:
                return UNREAD
        if self.given[0] + first != 10:
            return Reply(Mistake.NOT_TEN, self.given[0] + first, 10)
        if first + rest != self.given[1]:
            return Reply(Mistake.OTHER_REST, first + rest, self.given[1])
        return RIGHT


def _is_set(fact: Fact) -> bool:
    return len(set(fact)) == len(fact)


class _Tiles(Exercise):
    """An answer is a set of open tiles that makes the total."""

    __slots__ = ()
    asks_fact = False

    @classmethod
    @abstractmethod
    def _takes(cls, position: TileSet, fact: Fact, box: TileSet, addends: int) -> bool:
        """Return whether the exercise can be set in a position that holds the fact's tiles."""

    @classmethod
    def suits(cls, fact: Fact, level: Level) -> bool:
        """See `Exercise.suits`: there are positions for it."""
        return bool(_is_set(fact) and _positions(cls, fact, level.tiles, level.addends))

    @classmethod
    def about(cls, fact: Fact, level: Level, choices: Choices) -> Exercise:
        """See `Exercise.about`."""
        positions = _positions(cls, fact, level.tiles, level.addends)
        return cls(level, fact, choices.one_of(positions))

    @property
    def is_sound(self) -> bool:
        """See `Exercise.is_sound`."""
        return self.given == () and bool(self.accepted)

    @property
    def sets(self) -> tuple[tuple[int, ...], ...]:
        """Every set of open tiles that makes the total, fewest tiles first."""
        return tuple(map(tiles_in, _sets(self.open_tiles, self.total)))

    @property
    def accepted(self) -> tuple[Right, ...]:
        """The right sets."""
        return self.sets

    def check(self, answer: object) -> Reply:
        """See `Exercise.check`: a list of tiles."""
        tiles = _read_numbers(answer)
        if tiles is None:
            return UNREAD
        return self._check_set(tiles)

    def _check_set(self, tiles: tuple[int, ...]) -> Reply:
        if not tiles:
            return Reply(Mistake.NOTHING)
        box = max(self.level.tiles, self.open_tiles.bit_length())
        faults = {
            Mistake.TILE_TWICE: _twice(tiles),
            Mistake.NO_SUCH_TILE: tuple(tile for tile in tiles if not 1 <= tile <= box),
            Mistake.TILE_SHUT: tuple(
                tile for tile in tiles if tile and not self.open_tiles >> tile - 1 & 1
            ),
        }
        for mistake, named in faults.items():
            if named:
                return Reply(mistake, tiles=named)
        made = sum(tiles)
        if made == self.total:
            return RIGHT
        for right in self.sets:
            if set(tiles) < set(right) and right != self.given:
                left_out = tuple(tile for tile in right if tile not in tiles)
                return Reply(Mistake.LEFT_OUT, made, self.total, left_out)
        if made == 2 * self.total:
            return Reply(Mistake.TOTAL_TWICE, made, self.total)
        mistake = Mistake.ONE_OFF if abs(made - self.total) == 1 else Mistake.OTHER_TOTAL
        return Reply(mistake, made, self.total)

    def evidence(self, answer: object) -> Mapping[Fact, bool]:
        """See `Exercise.evidence`: the set that was used is known, whichever was thought of."""
        reply, tiles = self.check(answer), _read_numbers(answer)
        if not reply.is_read or tiles is None or not self.shows_facts:
            return {}
        if reply.is_right:
            return {tiles: True} if is_fact(tiles) else {}
        return {self.fact: False}


@lru_cache(maxsize=8192)
def _sets(position: TileSet, total: int) -> tuple[TileSet, ...]:
    """The same as `sets_with_sum`, faster for many positions of one box."""
    box = (1 << max(9, position.bit_length())) - 1
    return tuple(tiles for tiles in sets_with_sum(box, total) if tiles & position == tiles)


@lru_cache(maxsize=8192)
def _positions(cls: type[_Tiles], fact: Fact, tiles: int, addends: int) -> tuple[TileSet, ...]:
    """Return every position of a box in which an exercise about ``fact`` can be set."""
    own, box = tile_set(fact), (1 << tiles) - 1
    positions = (own | more for more in subsets(box & ~own) if more)
    return tuple(p for p in positions if cls._takes(p, fact, box, addends))


class MakeTotal(_Tiles):
    """Make the total from open tiles. An answer is any set that does; the total's tile is shut."""

    __slots__ = ()
    name = "make-total"

    @classmethod
    def _takes(cls, position: TileSet, fact: Fact, box: TileSet, addends: int) -> bool:
        return not _has(position, sum(fact))


def _has(position: TileSet, tile: int) -> bool:
    return bool(position >> tile - 1 & 1)


class AnotherWay(_Tiles):
    """Make the total another way; ``given`` is a set. An answer is any other set that does."""

    __slots__ = ()
    name = "another-way"

    @classmethod
    def _takes(cls, position: TileSet, fact: Fact, box: TileSet, addends: int) -> bool:
        return len(_sets(position, sum(fact))) > 1

    @classmethod
    def about(cls, fact: Fact, level: Level, choices: Choices) -> AnotherWay:
        """See `Exercise.about`; the fact is never the set that is given."""
        position = choices.one_of(_positions(cls, fact, level.tiles, level.addends))
        others = [tiles for tiles in _sets(position, sum(fact)) if tiles != tile_set(fact)]
        return cls(level, fact, position, tiles_in(choices.one_of(others)))

    @property
    def is_sound(self) -> bool:
        """See `Exercise.is_sound`."""
        return self.given in self.sets and len(self.sets) > 1

    @property
    def accepted(self) -> tuple[Right, ...]:
        """Every set but the given one."""
        return tuple(tiles for tiles in self.sets if tiles != self.given)

    def _check_set(self, tiles: tuple[int, ...]) -> Reply:
        if tiles == self.given:
            return Reply(Mistake.SAME_SET, tiles=tiles)
        return _Tiles._check_set(self, tiles)


class BreakUp(_Tiles):
    """Break the total into as many different parts as the fact has. An answer is the parts.

    All tiles of the box may be parts. ``given`` is empty; `parts` says how many are wanted.
    """

    __slots__ = ()
    name = "break-up"

    @classmethod
    def _takes(cls, position: TileSet, fact: Fact, box: TileSet, addends: int) -> bool:
        return position == box

    @property
    def parts(self) -> int:
        """How many parts are wanted."""
        return len(self.fact)

    @property
    def accepted(self) -> tuple[Right, ...]:
        """Every set of so many parts."""
        return tuple(tiles for tiles in self.sets if len(tiles) == self.parts)

    def _check_set(self, tiles: tuple[int, ...]) -> Reply:
        reply = _Tiles._check_set(self, tiles)
        if reply.is_right and len(tiles) != self.parts:
            return Reply(Mistake.NUMBER_OF_PARTS, len(tiles), self.parts)
        return reply

    @property
    def picture(self) -> Mapping[str, object]:
        """See `Exercise.picture`; ``parts`` says how many are wanted."""
        return {**super().picture, "parts": self.parts}


class Possible(_Tiles):
    """Is the total possible with the open tiles? An answer is a set that makes it, or ``[]``."""

    __slots__ = ()
    name = "possible"

    @classmethod
    def _takes(cls, position: TileSet, fact: Fact, box: TileSet, addends: int) -> bool:
        return not _has(position, sum(fact)) and position.bit_count() <= 5

    @classmethod
    def about(cls, fact: Fact, level: Level, choices: Choices) -> Possible:
        """See `Exercise.about`; half of them are impossible: a tile of the fact is shut."""
        positions = _positions(cls, fact, level.tiles, level.addends)
        if choices.one_of((True, False)):
            positions = _impossible(fact, level.tiles) or positions
        return cls(level, fact, choices.one_of(positions))

    @property
    def is_possible(self) -> bool:
        """Whether a set makes the total."""
        return bool(self.sets)

    @property
    def accepted(self) -> tuple[Right, ...]:
        """Every set, or that there is none."""
        return self.sets or ((),)

    def _check_set(self, tiles: tuple[int, ...]) -> Reply:
        if tiles:
            return _Tiles._check_set(self, tiles)
        if self.sets:
            return Reply(Mistake.IS_POSSIBLE, tiles=self.sets[0])
        return RIGHT

    def evidence(self, answer: object) -> Mapping[Fact, bool]:
        """See `Exercise.evidence`; where there is no set, no fact is shown."""
        return _Tiles.evidence(self, answer) if self.is_possible else {}


@lru_cache(maxsize=2048)
def _impossible(fact: Fact, tiles: int) -> tuple[TileSet, ...]:
    """Return the positions with all tiles of a fact but one, enough in sum, and no set for it."""
    own, total = tile_set(fact), sum(fact)
    positions = []
    for tile in fact:
        kept = own & ~tile_set([tile])
        rest = ((1 << tiles) - 1) & ~own
        for more in subsets(rest):
            position = kept | more
            enough = sum(tiles_in(position)) > total and position.bit_count() <= 5
            if enough and not _sets(position, total):
                positions.append(position)
    return tuple(positions)


class FindAllSets(_Tiles):
    """Find all sets of open tiles that make the total. An answer is the list of them."""

    __slots__ = ()
    name = "find-all-sets"
    asks_fact = True

    MOST_SETS: ClassVar[int] = 6

    @classmethod
    def _takes(cls, position: TileSet, fact: Fact, box: TileSet, addends: int) -> bool:
        sets = _sets(position, sum(fact))
        return 2 <= len(sets) <= cls.MOST_SETS and sets[-1].bit_count() <= addends

    @property
    def facts(self) -> tuple[Fact, ...]:
        """Every set of two and more tiles, the one it is about first."""
        sums = [tiles for tiles in self.sets if is_fact(tiles)]
        return tuple(dict.fromkeys([self.fact, *sums]))

    @property
    def accepted(self) -> tuple[Right, ...]:
        """The list of all sets; any order counts."""
        return (self.sets,)

    @staticmethod
    def _read_sets(answer: object) -> list[tuple[int, ...]] | None:
        if not isinstance(answer, list | tuple) or len(answer) > LONGEST_ANSWER:
            return None
        sets = [tiles for tiles in map(_read_numbers, answer) if tiles is not None]
        return sets if len(sets) == len(answer) else None

    def check(self, answer: object) -> Reply:
        """See `Exercise.check`: a list of sets. The first wrong set is told."""
        sets = self._read_sets(answer)
        if sets is None:
            return UNREAD
        if not sets:
            return Reply(Mistake.NOTHING)
        for tiles in sets:
            reply = self._check_set(tiles)
            if not reply.is_right:
                return reply
        if twice := _twice(sets):
            return Reply(Mistake.FOUND_TWICE, tiles=twice[0])
        if len(sets) < len(self.sets):
            return Reply(Mistake.SETS_MISSING, len(sets), len(self.sets))
        return RIGHT

    def evidence(self, answer: object) -> Mapping[Fact, bool]:
        """See `Exercise.evidence`: every set in the list that is right is known."""
        sets = self._read_sets(answer)
        if sets is None or not self.check(answer).is_read:
            return {}
        return {self.fact: False} | {fact: True for fact in self.facts if fact in sets}


# ---- exercises about chances ----

TWO_DICE = range(2, 13)
"""The totals of two dice."""


@lru_cache(maxsize=4096)
def playable_totals(position: TileSet) -> tuple[int, ...]:
    """Return the totals of two dice that some set of open tiles makes."""
    return tuple(total for total in TWO_DICE if _sets(position, total))


class KeepTotals(_Tiles):
    """Which move keeps more totals playable? An answer is a move after which most totals are."""

    __slots__ = ()
    name = "keep-totals"
    shows_facts = False

    @classmethod
    def _takes(cls, position: TileSet, fact: Fact, box: TileSet, addends: int) -> bool:
        moves = _sets(position, sum(fact))
        if not 2 <= len(moves) <= 4 or sum(fact) not in TWO_DICE or position in moves:
            return False
        return len({len(playable_totals(position & ~move)) for move in moves}) > 1

    @property
    def is_sound(self) -> bool:
        """See `Exercise.is_sound`."""
        return self.given == () and len(self.sets) > 1

    @property
    def kept(self) -> Mapping[tuple[int, ...], tuple[int, ...]]:
        """The totals of two dice that stay playable after each move."""
        return {tiles: playable_totals(self.open_tiles & ~tile_set(tiles)) for tiles in self.sets}

    @property
    def accepted(self) -> tuple[Right, ...]:
        """Every move that keeps most totals."""
        most = max(map(len, self.kept.values()))
        return tuple(tiles for tiles, totals in self.kept.items() if len(totals) == most)

    def _check_set(self, tiles: tuple[int, ...]) -> Reply:
        reply = _Tiles._check_set(self, tiles)
        if reply.is_right and tiles not in self.accepted:
            kept = self.kept
            most = max(map(len, kept.values()))
            return Reply(Mistake.FEWER_TOTALS, len(kept[tiles]), most, tiles)
        return reply


class RollsFit(Exercise):
    """How many of the 36 rolls of two dice fit the open tiles? An answer is a number."""

    __slots__ = ()
    name = "rolls-fit"
    shows_facts = asks_fact = tells_total = False

    @classmethod
    def suits(cls, fact: Fact, level: Level) -> bool:
        """See `Exercise.suits`: from 12 on, which two dice can show."""
        return level.within >= 12 and _is_set(fact)

    @classmethod
    def about(cls, fact: Fact, level: Level, choices: Choices) -> RollsFit:
        """See `Exercise.about`: the tiles of the fact are open."""
        return cls(level, fact, tile_set(fact))

    @property
    def accepted(self) -> tuple[Right, ...]:
        """The number of rolls that fit."""
        return (self._count(playable_totals(self.open_tiles)),)

    @staticmethod
    def _count(totals: Sequence[int], *, order: bool = True) -> int:
        rolls = odds(2, 6).items()
        return sum(weight if order else 1 for faces, weight in rolls if sum(faces) in totals)

    def check(self, answer: object) -> Reply:
        """See `Exercise.check`: a whole number."""
        if type(answer) is not int or not 0 <= answer <= LARGEST_ANSWER:
            return UNREAD
        totals = playable_totals(self.open_tiles)
        wanted = self._count(totals)
        named = {
            36 - wanted: Mistake.THE_OTHERS,
            len(totals): Mistake.EQUAL_SUMS,
            self._count(tiles_in(self.open_tiles)): Mistake.SINGLE_TILES,
            self._count(totals, order=False): Mistake.ORDER_IGNORED,
        }
        return _number(answer, wanted, named)


EXERCISES: Mapping[str, type[Exercise]] = MappingProxyType(
    {
        kind.name: kind
        for kind in (
            AddDice,
            MakeTotal,
            MissingTile,
            BreakUp,
            AnotherWay,
            Possible,
            FindAllSets,
            NearDouble,
            MakeTen,
            KeepTotals,
            RollsFit,
        )
    }
)
"""Every type of exercise by its name, in the order in which a page offers them."""


@lru_cache(maxsize=512)
def facts_for(name: str, within: int, addends: int) -> tuple[Fact, ...]:
    """Return the facts that exercises of a type can be about; none where a level has no such."""
    level = Level(within, addends)
    return tuple(fact for fact in facts_of(within, addends) if EXERCISES[name].suits(fact, level))


def make_exercise(
    name: str, level: Level, seed: str, number: int, fact: Fact | None = None
) -> Exercise:
    """Return an exercise, the same for ever.

    Args:
        name: of the type.
        level: the level.
        seed: names the exercises, see `dice.check_seed`.
        number: which of them, from 0.
        fact: what it is to be about, or None: any of the level.

    Raises:
        ValueError: there is no such type, the seed is not one, the number is negative, the level
            has no exercise of the type, or none about the fact.
    """
    if name not in EXERCISES:
        raise ValueError(f"{name[:40]!r} is no type of exercise")
    if number < 0:
        raise ValueError(f"exercise {number}: exercises count from 0")
    facts = facts_for(name, level.within, level.addends)
    if not facts or (fact is not None and fact not in facts):
        raise ValueError(f"level {level} has no such exercise of type {name!r}")
    text = f"shutbox/exercise/1/{check_seed(seed)}/{number}/{name}/{level.within}-{level.addends}"
    choices = Choices(text)
    chosen = choices.one_of(facts)
    return EXERCISES[name].about(fact or chosen, level, choices)


# ---- an exercise as text ----

_TEXT = re.compile(
    r"(?P<name>[a-z-]{1,20})_(?P<level>[a-z0-9-]{1,20})_(?P<fact>[0-9.]{3,11})"
    r"_(?P<open>[0-9.]{0,30})_(?P<given>[0-9.]{0,11})",
    re.ASCII,
)


def format_exercise(exercise: Exercise) -> str:
    """Return an exercise as text for links and session state, with all that it holds."""
    numbers = (exercise.fact, tiles_in(exercise.open_tiles), exercise.given)
    return "_".join(
        [exercise.name, str(exercise.level), *(".".join(map(str, part)) for part in numbers)]
    )


def parse_exercise(text: str) -> Exercise:
    """Return the exercise that `format_exercise` has written.

    Raises:
        ValueError: the text holds none.
    """
    found = _TEXT.fullmatch(text)
    if not found or found["name"] not in EXERCISES:
        raise ValueError(f"{text[:60]!r} is no exercise")
    open_tiles, given = _numbers(found["open"]), _numbers(found["given"])
    exercise = EXERCISES[found["name"]](
        parse_level(found["level"]),
        parse_fact(found["fact"].replace(".", "+")),
        tile_set(open_tiles),
        given,
    )
    if max(open_tiles, default=0) > HIGHEST_ADDEND or not exercise.is_sound:
        raise ValueError(f"{text[:60]!r} is no exercise")
    return exercise


def _numbers(text: str) -> tuple[int, ...]:
    parts = text.split(".") if text else []
    if not all(re.fullmatch(r"[1-9][0-9]?", part) for part in parts):
        raise ValueError(f"{text[:40]!r} are no numbers")
    return tuple(map(int, parts))
