"""What is said about an exercise: the question, the reply to an answer, the steps of *Help*.

The words are a child's. Nothing said before the last step of *Help* holds the answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from types import MappingProxyType

from shutbox.dice import odds
from shutbox.exercises import (
    LARGEST_ANSWER,
    TWO_DICE,
    AddDice,
    AnotherWay,
    BreakUp,
    Exercise,
    FindAllSets,
    KeepTotals,
    Level,
    Look,
    MakeTen,
    MissingTile,
    Mistake,
    NearDouble,
    Possible,
    Reply,
    RollsFit,
    playable_totals,
)
from shutbox.i18n import Language, mark
from shutbox.strategies import Strategy, strategy
from shutbox.supports import SUPPORTS
from shutbox.tiles import tiles_in
from shutbox.ui.wording import strategy_hint
from shutbox.variants import MoveRule

TYPE_NAMES: Mapping[str, str] = MappingProxyType(
    {
        "add-dice": mark("Add the dice"),
        "make-total": mark("Make the total"),
        "missing-tile": mark("The missing tile"),
        "break-up": mark("Break a number up"),
        "another-way": mark("Another way"),
        "possible": mark("Is it possible?"),
        "find-all-sets": mark("Find all the ways"),
        "near-double": mark("Near doubles"),
        "make-ten": mark("Make ten first"),
        "keep-totals": mark("Keep many totals"),
        "rolls-fit": mark("How many rolls fit?"),
    }
)
"""What the types of `EXERCISES` are called."""

LOOK_NAMES: Mapping[Look, str] = MappingProxyType(
    {look: SUPPORTS["dice"].choices[look] for look in Look}
)
"""What numbers look like, as in the setting of the box."""

HELP_STEPS = 3
"""The strategy, a pointer, a right answer."""

MOST_WRITTEN = 6
"""A sum of more numbers is not written out in a reply."""

Numbers = Sequence[int]


# ---- what is asked ----


def level_name(t: Language, level: Level) -> str:
    """Return what a level is called, in a few words."""
    return t(
        "Up to {total} · {addends} · {look}",
        total=t.number(level.within),
        addends=t.plural("{n} number", "{n} numbers", level.addends),
        look=t(LOOK_NAMES[level.look]),
    )


def question(t: Language, exercise: Exercise) -> str:
    """Return what is asked, in one or two short sentences."""
    total = t.number(exercise.total)
    match exercise:
        case AddDice():
            return t("How many is that together?")
        case NearDouble():
            addition = added(t, exercise.given)
            return t("How much is {addition}? A double helps.", addition=addition)
        case MissingTile():
            # Note: {part} is a number or a sum: "7 is 3 and what?", "9 is 2 + 3 and what?"
            return t("{total} is {part} and what?", total=total, part=added(t, exercise.given))
        case BreakUp():
            # Note: {parts} is 2, 3 or 4.
            return t(
                "Break {total} into {parts} different numbers.",
                total=total,
                parts=t.number(exercise.parts),
            )
        case MakeTen():
            # Note: "Make ten first: 8 + 5."
            return t("Make ten first: {addition}.", addition=added(t, exercise.given))
        case AnotherWay() if len(exercise.given) == 1:
            # Note: Tile 6 is open, and 6 is to be made of others.
            return t("Make {total} without tile {total}.", total=total)
        case AnotherWay():
            # Note: {set} is a sum of tiles: "Make 7 another way than 3 + 4."
            return t(
                "Make {total} another way than {set}.",
                total=total,
                set=added(t, exercise.given),
            )
        case Possible():
            return t("Can you make {total} with these tiles?", total=total)
        case FindAllSets():
            return t("Find all the ways to make {total} with open tiles.", total=total)
        case KeepTotals():
            return t(
                "The total is {total}. Which tiles do you shut? "
                "As many totals as possible should still fit.",
                total=total,
            )
        case RollsFit():
            # Note: {tiles} is a list of tiles: 3, 4 and 5.
            return t(
                "Open: {tiles}. How many of the 36 rolls of two dice fit?",
                tiles=listed(t, tiles_in(exercise.open_tiles)),
            )
        case _:
            return t("Make {total} with open tiles.", total=total)


def equation(t: Language, exercise: Exercise) -> tuple[str | None, ...]:
    """Return the line above the number pad in pieces; None is a field that is to be filled in.

    An exercise that is answered with tiles has none.
    """
    total = t.number(exercise.total)
    given = _with_plus(t.number(number) for number in exercise.given)
    match exercise:
        case AddDice() | NearDouble():
            return (*given, "=", None)
        case MissingTile():
            return (total, "=", *given, "+", None)
        case MakeTen():
            return (*given, "=", given[0], "+", None, "+", None)
        case BreakUp():
            return (total, "=", *_with_plus([None] * exercise.parts))
        case RollsFit():
            return (None, "/", t.number(36))
        case _:
            return ()


def _with_plus(pieces: Iterable[str | None]) -> tuple[str | None, ...]:
    return tuple(part for piece in pieces for part in ("+", piece))[1:]


def solution(t: Language, exercise: Exercise) -> str:
    """Return all right answers in one line, for a teacher."""
    match exercise:
        case MakeTen():
            return added(t, (exercise.given[0], 10 - exercise.given[0], exercise.total - 10))
        case Possible() if not exercise.is_possible:
            return t("not possible")
        case FindAllSets():
            return t.listed(added(t, tiles) for tiles in exercise.sets)
        case _:
            return t.listed(
                (
                    t.number(right) if isinstance(right, int) else added(t, _numbers(right))
                    for right in exercise.accepted
                ),
                "or",
            )


# ---- what is replied ----


def reply(t: Language, exercise: Exercise, answer: object, reply: Reply) -> str:
    """Return what is said to an answer.

    To a wrong one: what it did, and a question back. The right answer is not in it.

    Args:
        t: the reader's language.
        exercise: what was asked.
        answer: what was answered.
        reply: what ``exercise.check(answer)`` found.
    """
    if reply.is_right:
        return " ".join(filter(None, _right(t, exercise, answer)))
    if not reply.is_read:
        return _unanswered(t, exercise, reply)
    numbers = judged_numbers(exercise, answer)
    match exercise:
        case AddDice() | NearDouble():
            return _reply_to_sum(t, exercise, reply)
        case MissingTile():
            return _reply_to_missing(t, exercise, numbers[0], reply)
        case MakeTen():
            return _reply_to_steps(t, exercise, numbers, reply)
        case RollsFit():
            return _reply_to_count(t, exercise, reply)
        case _:
            return _reply_to_tiles(t, exercise, numbers, reply)


def judged_numbers(exercise: Exercise, answer: object) -> tuple[int, ...]:
    """Return the numbers that a reply is about: those of the answer, or of its first wrong set."""
    if isinstance(answer, int):
        return (answer,)
    if isinstance(exercise, FindAllSets):
        fine = (None, Mistake.SETS_MISSING)
        sets = listed_sets(answer)
        return next((tiles for tiles in sets if exercise.check([tiles]).mistake not in fine), ())
    return _numbers(answer)


def listed_sets(answer: object) -> tuple[tuple[int, ...], ...]:
    """Return the sets in an answer that lists sets, tiles ascending; what is none is left out."""
    items = answer if isinstance(answer, list | tuple) else ()
    return tuple(tuple(sorted(tiles)) for tiles in map(_numbers, items) if tiles)


def _numbers(answer: object) -> tuple[int, ...]:
    items = answer if isinstance(answer, list | tuple) else ()
    return tuple(item for item in items if type(item) is int)


def _unanswered(t: Language, exercise: Exercise, reply: Reply) -> str:
    fields = equation(t, exercise).count(None)
    if reply.mistake == Mistake.UNREAD and fields:
        most = t.number(LARGEST_ANSWER)
        if fields == 1:
            return t("Type a number from 0 to {most}.", most=most)
        return t("Type a number from 0 to {most} in every field.", most=most)
    if fields:
        return t("Type your numbers first.")
    if isinstance(exercise, FindAllSets):
        return t("Put a way into your list first.")
    return t("Choose tiles first. Then press Check.")


def _right(t: Language, exercise: Exercise, answer: object) -> Iterable[str]:
    total = exercise.total
    match exercise:
        case RollsFit():
            # Note: "Yes: 25 of 36 rolls fit."
            (count,) = judged_numbers(exercise, answer)
            yield t.plural("Yes: {n} of 36 rolls fits.", "Yes: {n} of 36 rolls fit.", count)
        case Possible() if not answer:
            yield t("Yes: no open tiles make {total}.", total=t.number(total))
        case FindAllSets():
            yield t.plural(
                "Yes: that is the only way to make {total}.",
                "Yes: those are all {n} ways to make {total}.",
                len(exercise.sets),
                total=t.number(total),
            )
        case KeepTotals():
            tiles = _numbers(answer)
            chosen = added(t, tiles)
            yield t.plural(
                "Yes: after {set}, {n} total still fits.",
                "Yes: after {set}, {n} totals still fit.",
                len(exercise.kept[tuple(sorted(tiles))]),
                set=chosen,
            )
            yield t("No move keeps more.")
        case _:
            parts = parts_of(exercise, answer)
            if len(parts) == 1:
                yield t("Yes: tile {total} alone makes {total}.", total=t.number(total))
                return
            is_broken = isinstance(exercise, MissingTile | BreakUp)
            shown = exercise.given if isinstance(exercise, MakeTen) else parts
            # Note: "Yes: 3 + 4 = 7."
            yield t("Yes: {equation}.", equation=equals(t, shown, total, flip=is_broken))
            if not is_broken:
                yield _found_by(t, exercise.strategy, parts)


def parts_of(exercise: Exercise, answer: object) -> tuple[int, ...]:
    """Return the numbers that add up to the total in a right answer."""
    match exercise:
        case AddDice() | NearDouble():
            return exercise.given
        case MissingTile():
            return (*exercise.given, exercise.missing)
        case MakeTen():
            return exercise.fact
        case _:
            return _numbers(answer)


def _found_by(t: Language, named: Strategy | None, numbers: Numbers) -> str:
    """Return how a sum can be found, where there is a way worth naming; else nothing."""
    small, *_, large = parts = tuple(sorted(numbers))
    total = sum(parts)
    if len(parts) == 2 and small == large:
        return t("That is double {number}.", number=t.number(small))
    if named not in (Strategy.NEAR_DOUBLE, Strategy.MAKE_TEN) or len(parts) > 2:
        named = strategy(parts, total, MoveRule.ANY_SET)
    match named:
        case Strategy.NEAR_DOUBLE if large - small == 1:
            return t(
                "Double {number} is {double}, and 1 more.",
                number=t.number(small),
                double=t.number(2 * small),
            )
        case Strategy.MAKE_TEN if total > 10 and len(parts) == 2:
            return t("First to ten, then {rest} more.", rest=t.number(total - 10))
        case Strategy.MAKE_TEN if len(parts) > 2:
            return t(
                "{pair} makes ten, then {rest} more.",
                pair=added(t, (large, 10 - large)),
                rest=t.number(total - 10),
            )
        case Strategy.COUNT_ON:
            # Note: {numbers} is a list: "From 5 on: 6, 7."
            return t(
                "From {large} on: {numbers}.",
                large=t.number(large),
                numbers=", ".join(map(t.number, range(large + 1, total + 1))),
            )
        case _:
            return ""


def _reply_to_sum(t: Language, exercise: Exercise, reply: Reply) -> str:
    made, addition = t.number(reply.made or 0), added(t, exercise.given)
    large = t.number(exercise.fact[-1])
    match reply.mistake:
        case Mistake.ONE_OFF:
            return t(
                "You have {made}: that is only one away. Start at {large} and count once more.",
                made=made,
                large=large,
            )
        case Mistake.TOTAL_TWICE:
            return t(
                "You have {made}. Did you count everything twice? "
                "Count each number once: {addition}.",
                made=made,
                addition=addition,
            )
        case Mistake.ONLY_DOUBLE:
            same = reply.tiles[0]
            other = next(number for number in exercise.fact if number != same)
            places = {
                "double": added(t, reply.tiles),
                "made": made,
                "same": t.number(same),
                "other": t.number(other),
                "addition": addition,
            }
            if other > same:
                return t(
                    "{double} = {made}: that is the double. "
                    "{other} is one more than {same}. How much is {addition}?",
                    **places,
                )
            return t(
                "{double} = {made}: that is the double. "
                "{other} is one less than {same}. How much is {addition}?",
                **places,
            )
        case Mistake.LEFT_OUT:
            left = added(t, reply.tiles)
            used = list(exercise.given)
            for number in reply.tiles:
                used.remove(number)
            if len(used) == 1:
                return t(
                    "You have {made}: that is one number only. "
                    "Add {left} to it: how much is it then?",
                    made=made,
                    left=left,
                )
            # Note: {used} and {left} are numbers or sums of numbers.
            return t(
                "You have {made}: that is {used}. Add {left} to it: how much is it then?",
                made=made,
                used=added(t, used),
                left=left,
            )
        case Mistake.TOO_FEW:
            return t(
                "It is more than {made}. Start at {large}: what comes when you count on?",
                made=made,
                large=large,
            )
        case _:
            return t(
                "It is less than {made}. Start at {large}: what comes when you count on?",
                made=made,
                large=large,
            )


def _reply_to_missing(t: Language, exercise: MissingTile, number: int, reply: Reply) -> str:
    places = {"total": t.number(exercise.total), "part": added(t, exercise.given)}
    result = t.number(sum(exercise.given) + number)
    match reply.mistake:
        case Mistake.THE_TOTAL:
            return t(
                "{total} is all of it. {part} is there already. How much is missing?", **places
            )
        case Mistake.ADDED_ALL:
            # Note: {made} is the sum of all numbers that stand there.
            return t(
                "{made} is everything added up. But {total} is the whole: {part} and what?",
                made=t.number(number),
                **places,
            )
        case Mistake.GIVEN_AGAIN:
            return t(
                "{number} is there already. {part} and what makes {total}?",
                number=t.number(number),
                **places,
            )
        case Mistake.ONE_OFF:
            return t(
                "{part} + {number} = {result}. That is one away from {total}. What is missing?",
                number=t.number(number),
                result=result,
                **places,
            )
        case Mistake.TOO_FEW:
            return t(
                "{part} + {number} = {result}. {total} is more. What is missing?",
                number=t.number(number),
                result=result,
                **places,
            )
        case _:
            return t(
                "{part} + {number} = {result}. {total} is less. What is missing?",
                number=t.number(number),
                result=result,
                **places,
            )


def _reply_to_steps(t: Language, exercise: MakeTen, steps: Numbers, reply: Reply) -> str:
    large, small = (t.number(number) for number in exercise.given)
    first, rest = (t.number(step) for step in steps)
    made = t.number(reply.made or 0)
    if reply.mistake == Mistake.NOT_TEN:
        return t(
            "{large} + {first} = {made}. First make ten: {large} and what makes 10?",
            large=large,
            first=first,
            made=made,
        )
    return t(
        "Ten is right. But {first} + {rest} = {made}, and not {small}. "
        "{small} is {first} and what?",
        first=first,
        rest=rest,
        made=made,
        small=small,
    )


def _reply_to_count(t: Language, exercise: RollsFit, reply: Reply) -> str:
    made = reply.made or 0
    match reply.mistake:
        case Mistake.ORDER_IGNORED:
            return t(
                "You have {made}. Red 3 with blue 4 is one roll, red 4 with blue 3 is another. "
                "How many is it with both?",
                made=t.number(made),
            )
        case Mistake.EQUAL_SUMS:
            return t.plural(
                "{n} total fits. But most totals come from more than one roll. "
                "How many rolls are there for each?",
                "{n} totals fit. But most totals come from more than one roll. "
                "How many rolls are there for each?",
                made,
            )
        case Mistake.THE_OTHERS:
            return t.plural(
                "{n} roll does not fit. How many of the 36 do?",
                "{n} rolls do not fit. How many of the 36 do?",
                made,
            )
        case Mistake.SINGLE_TILES:
            return t(
                "You have {made}: the totals of one open tile. {set} makes a total, too. "
                "How many rolls fit then?",
                made=t.number(made),
                set=added(t, several_tiles(exercise)),
            )
        case Mistake.ONE_OFF:
            return t(
                "{made} is only one away. Go through the totals from 2 to 12 again: which fit?",
                made=t.number(made),
            )
        case Mistake.TOO_FEW:
            return t(
                "More than {made} rolls fit. Which totals can these tiles make together?",
                made=t.number(made),
            )
        case _ if made > 36:
            return t("There are only 36 rolls. Which of them fit?")
        case _:
            return t(
                "Fewer than {made} rolls fit. Which totals can these tiles not make?",
                made=t.number(made),
            )


def several_tiles(exercise: RollsFit) -> tuple[int, ...]:
    """Return two or more open tiles that make a total of two dice which no single one makes."""
    tiles = tiles_in(exercise.open_tiles)
    sets = (chosen for size in range(2, len(tiles) + 1) for chosen in combinations(tiles, size))
    return next((s for s in sets if sum(s) in TWO_DICE and sum(s) not in tiles), ())


def _reply_to_tiles(t: Language, exercise: Exercise, tiles: Numbers, reply: Reply) -> str:
    total, chosen = t.number(exercise.total), added(t, tiles)
    match reply.mistake:
        case Mistake.TILE_TWICE:
            tile = t.number(reply.tiles[0])
            if isinstance(exercise, BreakUp):
                return t(
                    "{tile} is there twice. The numbers have to be different. "
                    "Which other numbers make {total}?",
                    tile=tile,
                    total=total,
                )
            return t(
                "Tile {tile} is there twice, but the box has it once. "
                "Can you make {total} with different tiles?",
                tile=tile,
                total=total,
            )
        case Mistake.NO_SUCH_TILE:
            places = {"number": t.number(reply.tiles[0]), "last": t.number(box_size(exercise))}
            if isinstance(exercise, BreakUp):
                return t(
                    "Take numbers from 1 to {last}. {number} is none of them. "
                    "Which numbers make {total}?",
                    total=total,
                    **places,
                )
            return t("There is no tile {number}. Which tiles from 1 to {last} are open?", **places)
        case Mistake.TILE_SHUT:
            return t(
                "Shut already: {tiles}. Can you make {total} with open tiles only?",
                tiles=listed(t, reply.tiles),
                total=total,
            )
        case Mistake.SAME_SET:
            return t(
                "You have {set}: that way is there already. Which other tiles make {total}?",
                set=added(t, reply.tiles),
                total=total,
            )
        case Mistake.NUMBER_OF_PARTS:
            return t.plural(
                "The total is right. But that is {n} number. Can you find {wanted}?",
                "The total is right. But those are {n} numbers. Can you find {wanted}?",
                reply.made or 0,
                wanted=t.number(reply.wanted or 0),
            )
        case Mistake.IS_POSSIBLE:
            return t.plural(
                "There is a way: {n} open tile makes {total}. Which one?",
                "There is a way: {n} open tiles make {total}. Which ones?",
                len(reply.tiles),
                total=total,
            )
        case Mistake.FOUND_TWICE:
            return t(
                "{set} is in your list twice. The order of tiles does not count. "
                "Is there a way you do not have yet?",
                set=added(t, reply.tiles),
            )
        case Mistake.SETS_MISSING:
            # Note: {some} and {all} count the ways to make a total.
            return t(
                "All of them are right: {some} of {all} ways. What else makes {total}?",
                some=t.number(reply.made or 0),
                all=t.number(reply.wanted or 0),
                total=total,
            )
        case Mistake.FEWER_TOTALS:
            return t.plural(
                "After {set}, {n} total still fits. Another move keeps more. Which one?",
                "After {set}, {n} totals still fit. Another move keeps more. Which one?",
                reply.made or 0,
                set=chosen,
            )
        case _:
            return _reply_to_total(t, exercise, tiles, reply)


def _reply_to_total(t: Language, exercise: Exercise, tiles: Numbers, reply: Reply) -> str:
    """Reply to tiles that make another total."""
    made, wanted = reply.made or 0, exercise.total
    total, apart = t.number(wanted), t.number(abs(made - wanted))
    if 1 < len(tiles) <= MOST_WRITTEN:
        has = t("{addition} = {made}.", addition=added(t, tiles), made=t.number(made))
    else:
        has = t("You have {made}.", made=t.number(made))
    match reply.mistake:
        case Mistake.LEFT_OUT:
            then = t("You need {apart} more. What can you add?", apart=apart)
        case Mistake.TOTAL_TWICE:
            then = t("That is {total} twice. What can you take away?", total=total)
        case Mistake.ONE_OFF if made < wanted:
            then = t("That is one less than {total}. What can you change?", total=total)
        case Mistake.ONE_OFF:
            then = t("That is one more than {total}. What can you change?", total=total)
        case _ if made < wanted:
            then = t(
                "That is {apart} less than {total}. What can you change?", apart=apart, total=total
            )
        case _:
            then = t(
                "That is {apart} more than {total}. What can you change?", apart=apart, total=total
            )
    if isinstance(exercise, Possible) and reply.mistake != Mistake.LEFT_OUT:
        return " ".join([has, then, t("Or is it not possible?")])
    return f"{has} {then}"


# ---- help ----


def help_step(t: Language, exercise: Exercise, step: int, found: object = ()) -> str:
    """Return a step of *Help*: the strategy, a pointer, a right answer.

    Args:
        t: the reader's language.
        exercise: what is asked.
        step: 1 to `HELP_STEPS`.
        found: the answer so far where all sets are to be found: a list of sets.
    """
    match exercise:
        case AddDice() | NearDouble():
            return _help_to_add(t, exercise, step)
        case MissingTile():
            return _help_with_missing(t, exercise, step)
        case MakeTen():
            return _help_to_ten(t, exercise, step)
        case BreakUp():
            return _help_to_break(t, exercise, step)
        case Possible():
            return _help_if_possible(t, exercise, step)
        case FindAllSets():
            return _help_to_find(t, exercise, step, found)
        case KeepTotals():
            return _help_to_keep(t, exercise, step)
        case RollsFit():
            return _help_to_count(t, exercise, step)
        case _:
            tiles = helped_set(exercise)
            return _strategy(t, tiles) if step == 1 else _pointer(t, tiles, step)


def helped_set(exercise: Exercise, found: object = ()) -> tuple[int, ...]:
    """Return the tiles to which *Help* leads: none if there are no such, or all are found."""
    known = listed_sets(found)
    rights = exercise.sets if isinstance(exercise, FindAllSets) else exercise.accepted
    sets = [tiles for tiles in map(_numbers, rights) if tiles not in known]
    return exercise.fact if exercise.fact in sets else next(iter(sets), ())


def _strategy(t: Language, tiles: Numbers) -> str:
    return strategy_hint(
        t,
        strategy(tuple(tiles), sum(tiles), MoveRule.ANY_SET),
        small=t.number(tiles[0]),
        large=t.number(tiles[-1]),
        count=t.number(len(tiles)),
    )


def _pointer(t: Language, tiles: Numbers, step: int) -> str:
    if step > 2:
        return t("Try {set}.", set=added(t, tiles))
    if len(tiles) == 1:
        return t("You need only one tile.")
    return t("One of the tiles is {large}.", large=t.number(tiles[-1]))


def _help_to_add(t: Language, exercise: Exercise, step: int) -> str:
    small, *middle, large = exercise.fact
    places = {"small": t.number(small), "large": t.number(large)}
    if step > 2:
        return _typed(t, equals(t, exercise.given, exercise.total), (exercise.total,))
    if middle:
        pair = first_pair(exercise.fact)
        if step == 1:
            return t("Add two numbers first. Which two are easy?")
        left = list(exercise.fact)
        for number in pair:
            left.remove(number)
        return t(
            "{pair} = {sum}. Now add {left}.",
            pair=added(t, pair),
            sum=t.number(sum(pair)),
            left=added(t, left),
        )
    if small == large:
        if step == 1:
            return t("Both are the same: it is a double.")
        return t("Start at {large}. Count on {large} more.", large=places["large"])
    if exercise.strategy == Strategy.NEAR_DOUBLE:
        if step == 1:
            return t("{small} and {large} are neighbours. Which double is near?", **places)
        return t(
            "{double} = {sum}. {large} is one more than {small}.",
            double=added(t, (small, small)),
            sum=t.number(2 * small),
            **places,
        )
    if step == 1:
        return t("Start at {large}, the larger number. Count on.", large=places["large"])
    return t.plural(
        "Start at {large}. Take {n} step on the number line.",
        "Start at {large}. Take {n} steps on the number line.",
        small,
        large=places["large"],
    )


def first_pair(fact: Numbers) -> tuple[int, int]:
    """Return the two of three or more numbers to add first: they make ten, or are the largest."""
    pairs = [(large, small) for small, large in combinations(fact, 2)]
    return next((pair for pair in pairs if sum(pair) == 10), (fact[-1], fact[-2]))


def _help_with_missing(t: Language, exercise: MissingTile, step: int) -> str:
    known, total = sum(exercise.given), t.number(exercise.total)
    part = added(t, exercise.given)
    if step > 2:
        parts = (*exercise.given, exercise.missing)
        return _typed(t, equals(t, parts, exercise.total, flip=True), (exercise.missing,))
    if len(exercise.given) > 1 and step == 1:
        return t("How much is {part}? Then count on to {total}.", part=part, total=total)
    is_near = exercise.strategy == Strategy.NEAR_DOUBLE and 2 * known != exercise.missing
    if is_near and step == 1:
        return t(
            "Double {number} is {double}. Is {total} more or less?",
            number=part,
            double=t.number(2 * known),
            total=total,
        )
    if step == 1:
        return t("Start at {part}. Count on to {total}.", part=part, total=total)
    return t(
        "From {known} to {total} on the number line: how many steps?",
        known=t.number(known),
        total=total,
    )


def _help_to_ten(t: Language, exercise: MakeTen, step: int) -> str:
    large, small = exercise.given
    first, rest = 10 - large, exercise.total - 10
    if step == 1:
        return t("Look at the ten-frame: {large} and what makes 10?", large=t.number(large))
    if step == 2:
        return t(
            "{large} + {first} = 10. {small} is {first} and what?",
            large=t.number(large),
            first=t.number(first),
            small=t.number(small),
        )
    return _typed(t, equals(t, (large, first, rest), exercise.total), (first, rest))


def _help_to_break(t: Language, exercise: BreakUp, step: int) -> str:
    *small, large = parts = helped_set(exercise)
    total = t.number(exercise.total)
    if step > 2:
        return _typed(t, equals(t, parts, exercise.total, flip=True), parts)
    if step == 1:
        return (
            t("Take one number. What is left of {total}?", total=total)
            if len(parts) == 2
            else t("Begin with small numbers. What is left of {total}?", total=total)
        )
    rest = t.number(sum(small))
    if len(small) == 1:
        return t("Take {large}. {total} is {large} and what?", large=t.number(large), total=total)
    # Note: {parts} is 2 or 3: "Take 5. Now break 5 into 2 numbers."
    return t(
        "Take {large}. Now break {rest} into {parts} numbers.",
        large=t.number(large),
        rest=rest,
        parts=t.number(len(small)),
    )


def _help_if_possible(t: Language, exercise: Possible, step: int) -> str:
    """The first steps are the same whether it is possible or not."""
    total = t.number(exercise.total)
    if step == 1:
        return t("Try each open tile: how much is missing to {total}?", total=total)
    if step == 2:
        tile = largest_below(exercise)
        return t(
            "With the {tile} you need {rest} more. Can you make that? "
            "If not, try without the {tile}.",
            tile=t.number(tile),
            rest=t.number(exercise.total - tile),
        )
    if exercise.is_possible:
        return _pointer(t, helped_set(exercise), step)
    return t("No open tiles make {total}. It is not possible.", total=total)


def largest_below(exercise: Possible) -> int:
    """Return the largest open tile that is less than the total, or the smallest tile at all."""
    tiles = tiles_in(exercise.open_tiles)
    return max((tile for tile in tiles if tile < exercise.total), default=tiles[0])


def _help_to_find(t: Language, exercise: FindAllSets, step: int, found: object) -> str:
    tiles = helped_set(exercise, found)
    if not tiles:
        return t("You have every way. Is there one too many?")
    if step == 1:
        return t("Go in order: first with the largest tile, then without it.")
    if step == 2 and len(tiles) > 1:
        return t.plural(
            "A way that you do not have yet has {n} tile. One is {large}.",
            "A way that you do not have yet has {n} tiles. One is {large}.",
            len(tiles),
            large=t.number(tiles[-1]),
        )
    return _pointer(t, tiles, step)


def _help_to_keep(t: Language, exercise: KeepTotals, step: int) -> str:
    if step == 1:
        return t(
            "Find every move for {total} first. What stays open after each?",
            total=t.number(exercise.total),
        )
    if step == 2:
        moves = t.listed((added(t, move) for move in exercise.sets), "or")
        return t("You can shut {moves}. After which do more totals fit?", moves=moves)
    best = helped_set(exercise)
    chosen = added(t, best)
    return t.plural(
        "Try {set}. Then {n} total still fits.",
        "Try {set}. Then {n} totals still fit.",
        len(exercise.kept[best]),
        set=chosen,
    )


def _help_to_count(t: Language, exercise: RollsFit, step: int) -> str:
    totals = playable_totals(exercise.open_tiles)
    if step == 1:
        return t("Which totals from 2 to 12 can these tiles make?")
    if step == 2:
        return t(
            "These totals fit: {totals}. How many rolls make each of them?",
            totals=listed(t, totals),
        )
    ways = [rolls_with(total) for total in totals]
    (count,) = _numbers(exercise.accepted)
    if len(ways) < 2:
        return t("Type {numbers}.", numbers=t.number(count))
    return _typed(t, equals(t, ways, count), (count,))


def rolls_with(total: int) -> int:
    """Return how many of the 36 rolls of two dice have a total."""
    return sum(weight for faces, weight in odds(2, 6).items() if sum(faces) == total)


# ---- pieces ----


def added(t: Language, numbers: Iterable[int]) -> str:
    """Return numbers as a sum: ``3 + 4``."""
    return " + ".join(map(t.number, numbers))


def equals(t: Language, numbers: Iterable[int], total: int, *, flip: bool = False) -> str:
    """Return an equation: ``3 + 4 = 7``, or ``7 = 3 + 4``."""
    sides = [added(t, numbers), t.number(total)]
    return " = ".join(reversed(sides) if flip else sides)


def listed(t: Language, numbers: Iterable[int]) -> str:
    """Return numbers as a list in words."""
    return t.listed(map(t.number, numbers))


def _typed(t: Language, equation: str, numbers: Iterable[int]) -> str:
    # Note: "7 = 3 + 4. Type 4."
    return t("{equation}. Type {numbers}.", equation=equation, numbers=listed(t, numbers))


def box_size(exercise: Exercise) -> int:
    """Return how many tiles the box of an exercise has, open or shut."""
    return max(exercise.level.tiles, exercise.open_tiles.bit_length())
