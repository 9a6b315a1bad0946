"""What is shown about an exercise: beside the question, the reply, the steps of *Help*."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from shutbox.exercises import (
    TWO_DICE,
    AddDice,
    BreakUp,
    Exercise,
    FindAllSets,
    KeepTotals,
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
from shutbox.i18n import Language
from shutbox.strategies import Strategy
from shutbox.tiles import tile_set, tiles_in
from shutbox.ui.drawing import (
    EMPTY,
    FELT,
    WOOD,
    Bar,
    Part,
    Picture,
    bars,
    beside,
    card,
    circled,
    dice_rolls,
    dot_rows,
    frames,
    grid,
    in_columns,
    line_of_tiles,
    number_line,
    row_of_tiles,
    row_of_totals,
    with_plus,
)
from shutbox.ui.exercise_words import (
    HELP_STEPS,
    MOST_WRITTEN,
    added,
    box_size,
    equals,
    first_pair,
    helped_set,
    judged_numbers,
    largest_below,
    listed,
    listed_sets,
    parts_of,
    rolls_with,
    several_tiles,
)

# ---- the pictures ----


def question_picture(t: Language, exercise: Exercise) -> Picture | None:
    """Return what stands beside the question; None where box, dice or numbers are enough."""
    look, given = exercise.level.look, exercise.given
    match exercise:
        case AddDice() if look == Look.FRAMES:
            return _given_in_frames(t, given)
        case NearDouble() | MakeTen() if look == Look.FRAMES:
            return _given_in_frames(t, given)
        case NearDouble() | MakeTen() if look == Look.PIPS:
            return card(_alt_of_dots(t, given), dot_rows(t, given))
        case MissingTile() if look != Look.NUMERALS:
            return _whole_with(t, exercise, given)
        case BreakUp() if look != Look.NUMERALS:
            return _to_break(t, exercise)
        case _:
            return None


def reply_picture(t: Language, exercise: Exercise, answer: object, reply: Reply) -> Picture | None:
    """Return what shows why an answer is wrong, or that it is right; None if nothing was judged.

    Args:
        t: the reader's language.
        exercise: what was asked.
        answer: what was answered.
        reply: what ``exercise.check(answer)`` found.
    """
    if not reply.is_read:
        return None
    if reply.is_right:
        return _right(t, exercise, answer)
    if isinstance(exercise, RollsFit):
        return _of_rolls(t, exercise, reply)
    if reply.mistake == Mistake.THE_TOTAL:
        return _whole_with(t, exercise, exercise.given)
    numbers = judged_numbers(exercise, answer)
    return _of_tiles(t, exercise, numbers, answer, reply) or _of_bars(t, exercise, numbers, reply)


def help_picture(t: Language, exercise: Exercise, step: int, found: object = ()) -> Picture | None:
    """Return what a step of *Help* shows beside its words, or None.

    Args:
        t: the reader's language.
        exercise: what is asked.
        step: 1 to `HELP_STEPS`.
        found: the answer so far where all sets are to be found: a list of sets.
    """
    if step >= HELP_STEPS:
        return _last_help(t, exercise, found)
    match exercise:
        case MakeTen():
            large = exercise.given[0]
            marks = "a" * large + ("b" if step == 2 else "?") * (10 - large)
            name = t("A ten-frame with {count} dots.", count=t.number(large))
            if step == 2:
                name = t(
                    "A ten-frame with {count} dots, and {more} more that fill it.",
                    count=t.number(large),
                    more=t.number(10 - large),
                )
            return card(name, frames([marks]))
        case MissingTile() if step == 1:
            return _whole_with(t, exercise, exercise.given)
        case BreakUp() if step == 1:
            return _to_break(t, exercise)
        case KeepTotals() if step == 2:
            return _moves(t, exercise)
        case _ if step == 1:
            return None
        case AddDice() | NearDouble():
            return _pointer_to_sum(t, exercise)
        case MissingTile():
            known, total = sum(exercise.given), exercise.total
            name = t(
                "A number line from {start} to {end}, with a hop for every step.",
                start=t.number(known),
                end=t.number(total),
            )
            return card(name, number_line(t, known, total, t.number(total)))
        case BreakUp():
            return _whole_with(t, exercise, helped_set(exercise)[-1:])
        case RollsFit():
            return _totals_that_fit(t, playable_totals(exercise.open_tiles))
        case Possible():
            tile = largest_below(exercise)
            items = (tile, "+", EMPTY, "=", t.number(exercise.total))
            name = t(
                "Tile {tile} and what make {total}?",
                tile=t.number(tile),
                total=t.number(exercise.total),
            )
            return card(name, line_of_tiles(t, items))
        case _:
            return _pointer_to_tiles(t, exercise, helped_set(exercise, found))


# ---- right answers ----


def _right(t: Language, exercise: Exercise, answer: object) -> Picture:
    match exercise:
        case RollsFit():
            return _rolls(t, playable_totals(exercise.open_tiles))
        case KeepTotals():
            return _kept(t, exercise, parts_of(exercise, answer))
        case FindAllSets():
            return _list_of_sets(t, listed_sets(answer), 0)
        case Possible() if not answer:
            return _box_picture(t, exercise)
        case MakeTen():
            return _ten_and_rest(t, exercise)
        case _:
            return _equal_bars(t, exercise, parts_of(exercise, answer))


def _last_help(t: Language, exercise: Exercise, found: object) -> Picture | None:
    match exercise:
        case RollsFit() | MakeTen():
            return _right(t, exercise, ())
        case AddDice() | NearDouble() | MissingTile():
            return _equal_bars(t, exercise, parts_of(exercise, ()))
        case KeepTotals():
            return _kept(t, exercise, helped_set(exercise))
        case Possible() if not exercise.is_possible:
            return _box_picture(t, exercise)
        case _:
            tiles = helped_set(exercise, found)
            return _equal_bars(t, exercise, tiles) if tiles else None


def _equal_bars(t: Language, exercise: Exercise, parts: Sequence[int]) -> Picture:
    total = exercise.total
    name = t(
        "Two bars of the same length: {addition} and {total}.",
        addition=added(t, parts),
        total=t.number(total),
    )
    rows = [Bar(parts, WOOD), Bar([total], FELT)]
    if isinstance(exercise, MissingTile | BreakUp):
        rows.reverse()
    return card(name, bars(t, *rows, asked=total))


def _ten_and_rest(t: Language, exercise: MakeTen) -> Picture:
    large, small = exercise.given
    marks = "a" * large + "b" * small
    name = t(
        "A full ten-frame of {large} and {first} dots, and {rest} dots beside it.",
        large=t.number(large),
        first=t.number(10 - large),
        rest=t.number(exercise.total - 10),
    )
    return card(name, frames([marks[:10], marks[10:]]))


# ---- wrong answers ----


def _of_bars(t: Language, exercise: Exercise, numbers: Sequence[int], reply: Reply) -> Picture:
    """Two bars on one scale: what the answer comes to, and how long it should be."""
    made: Sequence[int] = numbers
    asked: Sequence[int] = [exercise.total]
    match exercise:
        case AddDice() | NearDouble():
            asked = exercise.given
            if reply.mistake == Mistake.TOTAL_TWICE:
                made = [*asked, *asked]
            elif reply.mistake == Mistake.LEFT_OUT:
                made = _without(asked, reply.tiles)
            elif reply.mistake == Mistake.ONLY_DOUBLE:
                made = reply.tiles
        case MissingTile() if reply.mistake == Mistake.ADDED_ALL:
            made = [*exercise.given, exercise.total]
        case MissingTile():
            made = [*exercise.given, *numbers]
        case MakeTen() if reply.mistake == Mistake.NOT_TEN:
            made, asked = [exercise.given[0], numbers[0]], [10]
        case MakeTen():
            asked = exercise.given[1:]
    name = t(
        "Two bars, one below the other. Yours: {made}. Asked for: {asked}.",
        made=equals(t, made, sum(made)) if len(made) > 1 else t.number(sum(made)),
        asked=added(t, asked),
    )
    yours = Bar(made, WOOD, name=t("You"))
    other = Bar(asked, FELT, name=t("Asked"), is_open=len(asked) > 1)
    return card(name, bars(t, yours, other, asked=other.length))


def _without(numbers: Sequence[int], left_out: Iterable[int]) -> list[int]:
    left = list(numbers)
    for number in left_out:
        left.remove(number)
    return left


def _of_tiles(
    t: Language, exercise: Exercise, tiles: Sequence[int], answer: object, reply: Reply
) -> Picture | None:
    """What goes wrong with tiles, apart from their total."""
    shown = listed(t, reply.tiles[:MOST_WRITTEN])
    match reply.mistake:
        case Mistake.TILE_TWICE:
            name = t("Used twice: {tiles}.", tiles=listed(t, reply.tiles[:1]))
            tile = reply.tiles[:1]
            again = row_of_tiles(t, tile, (), absent=True)
            return card(name, beside([row_of_tiles(t, tile, tile), again]))
        case Mistake.NO_SUCH_TILE:
            last = box_size(exercise)
            name = t(
                "The tiles go from 1 to {last}. Not there: {tiles}.",
                last=t.number(last),
                tiles=shown,
            )
            row = row_of_tiles(t, range(1, last + 1), range(1, last + 1))
            absent = row_of_tiles(t, reply.tiles[:4], (), absent=True)
            return card(name, row, absent)
        case Mistake.TILE_SHUT:
            return _box_picture(t, exercise, reply.tiles)
        case Mistake.SAME_SET:
            name = t("Twice the same: {set}.", set=added(t, reply.tiles))
            return card(name, _equal_sets(t, reply.tiles, reply.tiles))
        case Mistake.FOUND_TWICE:
            name = t("Twice the same: {set}.", set=added(t, reply.tiles))
            return card(name, _equal_sets(t, reply.tiles, reply.tiles[::-1]))
        case Mistake.NUMBER_OF_PARTS:
            wanted = reply.wanted or 0
            name = t(
                "Yours: {set}. Asked for: a sum of {wanted} numbers.",
                set=added(t, tiles),
                wanted=t.number(wanted),
            )
            return card(
                name,
                line_of_tiles(t, with_plus(tiles)),
                line_of_tiles(t, with_plus([EMPTY] * wanted)),
            )
        case Mistake.IS_POSSIBLE:
            picture = _box_picture(t, exercise)
            slots = with_plus([EMPTY] * len(reply.tiles))
            total = t.number(exercise.total)
            name = t("{count} of them make {total}.", count=t.number(len(reply.tiles)), total=total)
            return card(
                f"{picture.alt} {name}",
                _box_row(t, exercise),
                line_of_tiles(t, (*slots, "=", total)),
            )
        case Mistake.SETS_MISSING:
            missing = (reply.wanted or 0) - (reply.made or 0)
            return _list_of_sets(t, listed_sets(answer), missing)
        case Mistake.FEWER_TOTALS if isinstance(exercise, KeepTotals):
            return _kept(t, exercise, tiles)
        case _:
            return None


def _equal_sets(t: Language, one: Sequence[int], other: Sequence[int]) -> Part:
    return line_of_tiles(t, (*with_plus(one), "=", *with_plus(other)))


def _of_rolls(t: Language, exercise: RollsFit, reply: Reply) -> Picture:
    totals = playable_totals(exercise.open_tiles)
    match reply.mistake:
        case Mistake.ORDER_IGNORED:
            name = t("Two rolls: red 3 with blue 4, and red 4 with blue 3.")
            return card(name, dice_rolls(t, [(3, 4), (4, 3)]))
        case Mistake.EQUAL_SUMS:
            total = min(totals, key=lambda total: (rolls_with(total) != 3, abs(total - 7)))
            pairs = [(red, total - red) for red in range(1, 7) if 1 <= total - red <= 6]
            name = t.plural(
                "A total of {total} comes from {n} roll.",
                "A total of {total} comes from {n} rolls.",
                len(pairs),
                total=t.number(total),
            )
            rows = [dice_rolls(t, pairs[at : at + 3]) for at in range(0, len(pairs), 3)]
            return card(name, circled(t.number(total)), *rows)
        case Mistake.THE_OTHERS:
            others = [total for total in TWO_DICE if total not in totals]
            name = t("A square of the 36 rolls. Those that do not fit are crossed out.")
            return card(name, grid(t, (), others))
        case Mistake.SINGLE_TILES:
            tiles = several_tiles(exercise)
            name = t("Tiles together: {equation}.", equation=equals(t, tiles, sum(tiles)))
            return card(name, line_of_tiles(t, (*with_plus(tiles), "=", t.number(sum(tiles)))))
        case _:
            name = t("A square of the 36 rolls with their totals.")
            return card(name, grid(t, (), ()))


# ---- pictures that several things show ----


def _given_in_frames(t: Language, given: Sequence[int]) -> Picture:
    name = t("Ten-frames with {numbers} dots.", numbers=listed(t, given))
    return card(name, frames(["ab"[at % 2] * number for at, number in enumerate(given)]))


def _alt_of_dots(t: Language, given: Sequence[int]) -> str:
    return t("Rows of dots: {numbers}.", numbers=listed(t, given))


def _whole_with(t: Language, exercise: Exercise, known: Sequence[int]) -> Picture:
    """Return the total, of which some parts are known and the rest is empty."""
    total, look = exercise.total, exercise.level.look
    if look == Look.FRAMES:
        marks = "".join("ab"[at % 2] * part for at, part in enumerate(known))
        marks += "?" * (total - sum(known))
        name = t(
            "Ten-frames with {total} places. Filled: {parts}.",
            total=t.number(total),
            parts=added(t, known),
        )
        return card(name, frames([marks[at : at + 10] for at in range(0, total, 10)]))
    name = t(
        "A bar of {total}. Filled: {parts}. The rest is empty.",
        total=t.number(total),
        parts=added(t, known),
    )
    parts = Bar(known, WOOD, rest=total - sum(known), is_open=True)
    return card(name, bars(t, Bar([total], FELT), parts, asked=total))


def _to_break(t: Language, exercise: BreakUp) -> Picture:
    """Return the total and as many empty places as it is to have parts."""
    total, parts = exercise.total, exercise.parts
    is_framed = exercise.level.look == Look.FRAMES
    places = {"total": t.number(total), "parts": t.number(parts)}
    name = (
        t("Ten-frames with {total} dots, and {parts} empty places.", **places)
        if is_framed
        else t("A bar of {total}, and {parts} empty places.", **places)
    )
    marks = "a" * total
    whole = (
        frames([marks[at : at + 10] for at in range(0, total, 10)])
        if is_framed
        else bars(t, Bar([total], FELT), asked=total)
    )
    return card(name, whole, line_of_tiles(t, with_plus([EMPTY] * parts)))


def _pointer_to_sum(t: Language, exercise: Exercise) -> Picture:
    small, *middle, large = exercise.fact
    if middle:
        pair = first_pair(exercise.fact)
        left = _without(exercise.fact, pair)
        made = t.number(sum(pair))
        first = equals(t, pair, sum(pair))
        name = t(
            "First {equation}, then {sum} + {left}.", equation=first, sum=made, left=added(t, left)
        )
        return card(
            name,
            line_of_tiles(t, (*with_plus(pair), "=", made)),
            line_of_tiles(t, (made, "+", *with_plus(left), "=", EMPTY)),
        )
    if exercise.strategy == Strategy.NEAR_DOUBLE:
        name = t(
            "Two rows of {count} dots, and one dot more.",
            count=t.number(small),
        )
        return card(name, dot_rows(t, (small, large), extra=True))
    name = t.plural(
        "A number line with {n} hop from {start}.",
        "A number line with {n} hops from {start}.",
        small,
        start=t.number(large),
    )
    return card(name, number_line(t, large, large + small, "?"))


def _pointer_to_tiles(t: Language, exercise: Exercise, tiles: Sequence[int]) -> Picture | None:
    if not tiles:
        return None
    total = t.number(exercise.total)
    if len(tiles) == 1:
        name = t("One tile makes {total}.", total=total)
        return card(name, line_of_tiles(t, (EMPTY, "=", total)))
    items = with_plus([tiles[-1], *[EMPTY] * (len(tiles) - 1)])
    name = t.plural(
        "Tile {tile} and {n} other make {total}.",
        "Tile {tile} and {n} others make {total}.",
        len(tiles) - 1,
        tile=t.number(tiles[-1]),
        total=total,
    )
    return card(name, line_of_tiles(t, (*items, "=", total)))


def _box_picture(t: Language, exercise: Exercise, ringed: Collection[int] = ()) -> Picture:
    name = t("Open: {tiles}.", tiles=listed(t, tiles_in(exercise.open_tiles)))
    if ringed:
        name = " ".join([name, t("Shut already: {tiles}.", tiles=listed(t, ringed))])
    return card(name, _box_row(t, exercise, ringed))


def _box_row(t: Language, exercise: Exercise, ringed: Collection[int] = ()) -> Part:
    tiles = range(1, box_size(exercise) + 1)
    return row_of_tiles(t, tiles, tiles_in(exercise.open_tiles), ringed)


def _list_of_sets(t: Language, sets: Sequence[Sequence[int]], missing: int) -> Picture:
    name = t("Your list: {sets}.", sets=t.listed(added(t, tiles) for tiles in sets))
    lines = [line_of_tiles(t, with_plus(tiles)) for tiles in sets]
    if missing:
        more = t.plural("{n} way is missing.", "{n} ways are missing.", missing)
        name = f"{name} {more}"
        lines += [line_of_tiles(t, (EMPTY,))] * missing
    return card(name, *in_columns(lines))


def _kept(t: Language, exercise: KeepTotals, move: Iterable[int]) -> Picture:
    """Return the box after a move, and the totals that still fit."""
    left = exercise.open_tiles & ~tile_set(move)
    totals = playable_totals(left)
    return card(
        _alt_of_totals(t, totals),
        row_of_tiles(t, range(1, box_size(exercise) + 1), tiles_in(left), tuple(move)),
        row_of_totals(t, totals),
    )


def _moves(t: Language, exercise: KeepTotals) -> Picture:
    left = [tiles_in(exercise.open_tiles & ~tile_set(move)) for move in exercise.sets]
    said = (
        t("After {set}: {tiles}.", set=added(t, move), tiles=listed(t, tiles))
        for move, tiles in zip(exercise.sets, left, strict=True)
    )
    tiles = range(1, box_size(exercise) + 1)
    rows = [
        row_of_tiles(t, tiles, after, move) for after, move in zip(left, exercise.sets, strict=True)
    ]
    return card(" ".join(said), *rows)


def _totals_that_fit(t: Language, totals: Sequence[int]) -> Picture:
    return card(_alt_of_totals(t, totals), row_of_totals(t, totals))


def _alt_of_totals(t: Language, totals: Sequence[int]) -> str:
    if not totals:
        return t("The totals from 2 to 12: none of them fits.")
    return t("The totals from 2 to 12. Those that fit: {totals}.", totals=listed(t, totals))


def _rolls(t: Language, totals: Sequence[int]) -> Picture:
    name = t("A square of the 36 rolls. Those that fit are marked.")
    return card(f"{name} {_alt_of_totals(t, totals)}", grid(t, totals, ()))
