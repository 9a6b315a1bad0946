"""The parts of the page Ways: sets of tiles, rolls of dice, and which rolls a position accepts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby

import pandas as pd
import streamlit as st

from shutbox.charts import ways
from shutbox.dice import Bag, Dice
from shutbox.frames import equation, fit_frame, rolls_of, sets_of, ways_frame
from shutbox.i18n import Language, mark
from shutbox.notation import HIGHEST_CUSTOM_TILE
from shutbox.rules import dice_counts, legal_moves
from shutbox.tiles import TileSet, sets_with_sum, tile_set, tiles_in
from shutbox.ui import charts, controls, grid, pictures, rules, state, wording
from shutbox.ui.pictures import Place
from shutbox.variants import MoveRule, Variant

MOST_SHOWN = 60
"""At most so many sets of tiles, or rolls of dice, are drawn."""

VIEWS = {
    "both": mark("Shut and roll"),
    "sets": mark("Sets in order"),
    "find": mark("Find them all"),
    "fit": mark("Will it fit?"),
}
"""What one can look at: the name in links, and the label."""

ANY = "any"


@st.fragment
def counting() -> None:
    """Draw everything that a choice changes."""
    t = state.language()
    controls.show_notice()
    with st.container(key="ways"):
        with st.container(horizontal=True, vertical_alignment="bottom"):
            view = controls.choose(
                "view",
                t("What do you want to look at?"),
                {name: t(VIEWS[name]) for name in VIEWS},
            )
            with st.container(width=320):
                variant = controls.choose_variant(t)
        _VIEWS[view](t, variant)


# ---- ways to shut beside ways to roll ----


def _both(t: Language, variant: Variant) -> None:
    frame = ways_frame(variant)
    total = _total_control(t, frame["total"].tolist())
    shut, roll = st.columns(2, gap="medium")
    with shut:
        _ways_to_shut(t, variant, frame, total)
    with roll:
        _ways_to_roll(t, variant, frame, total)
    if variant.dice.count == 2 and not isinstance(variant.dice, Bag):
        st.write(
            t(
                "Tiles have no order: 4 + 5 and 5 + 4 are one set. "
                "Dice are two things: red 4, blue 5 and red 5, blue 4 are two rolls."
            )
        )
    controls.play_link(variant, t("Play with this box"))


def _total_control(t: Language, totals: list[int]) -> int:
    total = state.total(totals)
    st.pills(
        t("Total"),
        totals,
        key=state.TOTAL,
        required=True,
        format_func=t.number,
        on_change=state.choose_total,
        wrap=True,
    )
    return total


def _ways_to_shut(t: Language, variant: Variant, frame: pd.DataFrame, total: int) -> None:
    sets = sets_of(variant, total)
    st.header(_ways_heading(t, len(sets), total))
    _chart(t, variant, frame, "shut", "shut", total)
    if not sets:
        st.write(t("No tiles of this box make {total}.", total=t.number(total)))
        return
    st.html(pictures.tile_sets(sets[:MOST_SHOWN]))
    _say_more(t, len(sets))


def _ways_heading(t: Language, count: int, total: int) -> str:
    return t.plural("{n} way to shut {total}", "{n} ways to shut {total}", count, total=total)


def _say_more(t: Language, count: int) -> None:
    if (more := count - MOST_SHOWN) > 0:
        st.write(t.plural("And {n} more set of tiles.", "And {n} more sets of tiles.", more))


def _ways_to_roll(t: Language, variant: Variant, frame: pd.DataFrame, total: int) -> None:
    ways = dict(zip(frame["total"].tolist(), frame["roll"].tolist(), strict=True))[total]
    if isinstance(variant.dice, Bag):
        st.header(
            t.plural("{n} way to draw {total}", "{n} ways to draw {total}", ways, total=total)
        )
        _chart(t, variant, frame, "roll", "draw", total)
        odds = variant.dice.odds(variant.dice.count)
        draws = {faces: odds[faces] for faces in rolls_of(variant, total)}
        st.html(pictures.rolls(t, variant, draws))
        if max(draws.values()) > 1:
            st.write(t("The number behind × says in how many ways this can be drawn."))
        return
    st.header(t.plural("{n} way to roll {total}", "{n} ways to roll {total}", ways, total=total))
    _chart(t, variant, frame, "roll", "roll", total)
    if ways > MOST_SHOWN:
        st.write(
            t.plural(
                "{n} roll makes {total}, too many to show here.",
                "{n} rolls make {total}, too many to show here.",
                ways,
                total=total,
            )
        )
    else:
        st.html(pictures.rolls(t, variant, dict.fromkeys(rolls_of(variant, total), 1)))


def _chart(
    t: Language, variant: Variant, frame: pd.DataFrame, column: str, kind: str, total: int
) -> None:
    key = f"ways-to-{column}"

    def pick() -> None:
        picked = state.picked(key, ways.SELECTION, "total")
        if picked in frame["total"].tolist() and type(picked) is int:
            state.choose_total(picked)

    rows = ways.rows(frame, t, column, total)

    def table() -> pd.DataFrame:
        return _table(t, variant, frame)

    charts.figure(ways.chart, rows, table, t, key=key, on_select=pick, kind=kind)


def _table(t: Language, variant: Variant, frame: pd.DataFrame) -> pd.DataFrame:
    all_rolls = int(frame["roll"].sum())
    heading = t("Ways to draw") if isinstance(variant.dice, Bag) else t("Ways to roll")
    return pd.DataFrame(
        {
            t("Total"): [t.number(n) for n in frame["total"]],
            t("Ways to shut"): [t.number(n) for n in frame["shut"]],
            heading: [
                t("{ways} of {all}", ways=t.number(n), all=t.number(all_rolls))
                for n in frame["roll"]
            ],
        }
    )


# ---- all sets of any total, in order ----


def _sets(t: Language, variant: Variant) -> None:
    with st.container(horizontal=True, vertical_alignment="bottom"):
        total = _any_total(t, variant)
        sets = in_order(_all_sets(variant, total))
        shown = _filtered(t, variant, sets)
    if len(shown) < len(sets):
        st.header(
            t.plural(
                "{n} of {all} ways to shut {total}",
                "{n} of {all} ways to shut {total}",
                len(shown),
                all=t.number(len(sets)),
                total=t.number(total),
            )
        )
    else:
        st.header(_ways_heading(t, len(sets), total))
    if not sets:
        st.write(t("No tiles of this box make {total}.", total=t.number(total)))
        return
    st.html(pictures.places(t, set_rows(t, dict.fromkeys(shown[:MOST_SHOWN], Place.FOUND))))
    _say_more(t, len(shown))
    st.write(_order_in_words(t))


def _order_in_words(t: Language) -> str:
    return t(
        "First come all sets whose smallest tile is 1, then 2, and so on. In a row, the second "
        "tile goes up in the same way. So none is left out, and none comes twice."
    )


def _any_total(t: Language, variant: Variant) -> int:
    """Draw the choice of any total that makes sense with this box, and return it."""
    rolled = ways_frame(variant)["total"].tolist()
    middle = rolled[len(rolled) // 2]
    if variant.moves != MoveRule.ANY_SET or variant.tiles[-1] > HIGHEST_CUSTOM_TILE:
        return _total_control(t, rolled)
    totals = range(1, sum(tiles_in(variant.start)) + 1)
    total = state.total(totals, min(middle, totals[-1]))
    st.number_input(
        t("Total"),
        min_value=1,
        max_value=totals[-1],
        key=state.TOTAL,
        on_change=state.choose_total,
        width=180,
    )
    return total


def _all_sets(variant: Variant, total: int) -> Sequence[TileSet]:
    """Return the sets of a total: as the rules have them, or of one that no dice show, by sums."""
    if total in ways_frame(variant)["total"].tolist():
        return sets_of(variant, total)
    return sets_with_sum(variant.start, total, variant.most_tiles)


def in_order(sets: Sequence[TileSet]) -> list[TileSet]:
    """Return sets by their smallest tiles, so that one sees that none is missing."""
    return sorted(sets, key=tiles_in)


def _filtered(t: Language, variant: Variant, sets: list[TileSet]) -> list[TileSet]:
    sizes = sorted({tiles.bit_count() for tiles in sets})
    tiles = tiles_in(variant.start)
    size = _filter(t, "size", t("How many tiles?"), sizes)
    having = _filter(t, "with", t("With tile"), tiles)
    lacking = _filter(t, "without", t("Without tile"), tiles)
    return [
        chosen
        for chosen in sets
        if size in (None, chosen.bit_count())
        and (having is None or having in tiles_in(chosen))
        and (lacking is None or lacking not in tiles_in(chosen))
    ]


def _filter(t: Language, name: str, label: str, numbers: Sequence[int]) -> int | None:
    choices = {ANY: t("any"), **{str(number): t.number(number) for number in numbers}}
    chosen = controls.select(name, label, choices, width=160)
    return None if chosen == ANY else int(chosen)


def set_rows(t: Language, places: Mapping[TileSet, Place]) -> dict[str, dict[TileSet, Place]]:
    """Return sets that stand in order, in rows by their smallest tile, each with a heading."""
    return {
        t("Smallest tile: {tile}", tile=t.number(smallest)): {s: places[s] for s in group}
        for smallest, group in groupby(places, key=lambda tiles: tiles_in(tiles)[0])
    }


# ---- find them all ----


def _find(t: Language, variant: Variant) -> None:
    tiles = tiles_in(variant.start)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        total = _any_total(t, variant)
        sets = in_order(_all_sets(variant, total))
        found, given = (read_sets(state.text_of(name, _is_short), sets) for name in (FOUND, GIVEN))
        given = [chosen for chosen in given if chosen not in found]
        missing = [chosen for chosen in sets if chosen not in found and chosen not in given]
        picked = state.tiles_of("pick", tiles)

        def take() -> None:
            state.take_tiles("pick")
            chosen = tile_set(state.tiles_of("pick", tiles))
            if chosen in sets and chosen not in found:
                state.keep_text(FOUND, written([*found, chosen]))
                state.keep_text("pick", "")

        if missing and len(sets) <= MOST_SHOWN:
            st.pills(
                t("Tap tiles that make {total}.", total=t.number(total)),
                tiles,
                selection_mode="multi",
                key=state.choice_key("pick"),
                format_func=t.number,
                on_change=take,
                wrap=True,
            )
    if not sets or len(sets) > MOST_SHOWN:
        st.header(_ways_heading(t, len(sets), total))
        st.write(
            t("These are too many to find. Choose a smaller total.")
            if sets
            else t("No tiles of this box make {total}.", total=t.number(total))
        )
        return
    st.write(answer(t, picked, total, found, given, missing))
    st.header(found_so_far(t, len(found), len(sets), total))
    places = {
        chosen: Place.FOUND if chosen in found else Place.GIVEN if chosen in given else Place.EMPTY
        for chosen in sets
    }
    st.html(pictures.places(t, set_rows(t, places)))
    with st.container(horizontal=True):
        st.button(
            t("Show me one"),
            on_click=lambda: state.keep_text(GIVEN, written([*given, missing[0]])),
            disabled=not missing,
        )
        st.button(t("Start again"), on_click=_forget_sets, disabled=not found and not given)
    st.write(_order_in_words(t))


FOUND, GIVEN = "found", "given"
"""Names in links: the sets that were found, and those that were given away."""

_LONGEST = 2000


def _is_short(text: str) -> bool:
    return len(text) <= _LONGEST


def _forget_sets() -> None:
    for name in (FOUND, GIVEN):
        state.keep_text(name, "")
    state.keep_text("pick", "")


def written(sets: Sequence[TileSet]) -> str:
    """Return sets of tiles as they stand in links: ``1-8.2-7``."""
    return ".".join("-".join(map(str, tiles_in(tiles))) for tiles in sets)


def read_sets(text: str, sets: Sequence[TileSet]) -> list[TileSet]:
    """Return which of ``sets`` a text names, as `written` has them, in the order of the text."""
    by_text = {written([tiles]): tiles for tiles in sets}
    return [by_text[part] for part in dict.fromkeys(text.split(".")) if part in by_text]


def found_so_far(t: Language, found: int, number: int, total: int) -> str:
    """Return how many of the sets that make a total were found, in words."""
    return t.plural(
        "You have {found} of {n} way to shut {total}",
        "You have {found} of {n} ways to shut {total}",
        number,
        found=t.number(found),
        total=t.number(total),
    )


def answer(
    t: Language,
    picked: Sequence[int],
    total: int,
    found: Sequence[TileSet],
    given: Sequence[TileSet],
    missing: Sequence[TileSet],
) -> str:
    """Return what to say to tiles that were picked while all sets of a total are looked for.

    Args:
        t: the reader's language.
        picked: the tiles.
        total: what they have to make.
        found: the sets found so far, the last one last.
        given: those that were given away.
        missing: all others.
    """
    chosen, so_far = tile_set(picked), sum(picked)
    if not missing:
        return t("That is every set. The list is complete.")
    if not picked:
        if found:
            return t("You found {set}. Which set is still missing?", set=equation(found[-1]))
        return t("Each set that you find takes its place in the list.")
    shown = t("{set} = {total}", set=equation(chosen), total=t.number(so_far))
    if chosen in found or chosen in given:
        return t("{sum}. You have this set already. Find another one.", sum=shown)
    if so_far == total:
        return t("{sum}. The rules of this box do not let you shut these together.", sum=shown)
    if so_far < total:
        return t("{sum}. You need {more} more.", sum=shown, more=t.number(total - so_far))
    return t("{sum}. That is {more} too many.", sum=shown, more=t.number(so_far - total))


# ---- which rolls a position accepts ----


def _fit(t: Language, variant: Variant) -> None:
    tiles = tiles_in(variant.start)
    chosen = state.tiles_of("open", tiles, tiles)
    open_tiles = tile_set(chosen)
    st.pills(
        t("Tap tiles to open and shut them. Marked tiles are open."),
        tiles,
        selection_mode="multi",
        key=state.choice_key("open"),
        format_func=t.number,
        on_change=state.take_tiles,
        args=("open",),
        wrap=True,
    )
    if not chosen:
        st.header(t("The box is shut"))
        st.write(t("Open a tile to see which rolls fit."))
        return
    counts = dice_counts(variant, open_tiles)
    side, main = st.columns(2, gap="large")
    with main:
        st.header(t("Does your next roll fit?"))
        for count in counts:
            _chance_to_fit(t, variant, open_tiles, count)
        for sentence in _remarks(t, variant, chosen):
            st.write(sentence)
        if (box := _box_from(variant, chosen)) is not None:
            controls.play_link(box, t("Play from here"))
    with side:
        if variant.dice == Dice(2, variant.dice.sides) and variant.dice.sides <= grid.MOST_SIDES:
            _squares(t, variant, open_tiles)
            st.write(t("The rolls that fit are underlined."))


def _squares(t: Language, variant: Variant, open_tiles: TileSet) -> None:
    rolls = grid.rolls(variant.dice.sides)
    moves = {roll: legal_moves(variant, open_tiles, roll) for roll in rolls}
    notes = {
        roll: t("Fits: {sets}.", sets=t.listed((equation(s) for s in sets[:4]), "or"))
        if sets
        else t("Does not fit.")
        for roll, sets in moves.items()
    }
    fits = [roll for roll, sets in moves.items() if sets]
    grid.show(t, variant.dice.sides, fits, key="ways-grid", notes=notes)


def _chance_to_fit(t: Language, variant: Variant, open_tiles: TileSet, count: int) -> None:
    frame = fit_frame(variant, open_tiles, count)
    fit, every = int(frame["fit"].sum()), int(frame["roll"].sum())
    values = {
        "fit": t.number(fit),
        "all": t.number(every),
        "share": wording.chance(t, fit / every, 1),
    }
    if isinstance(variant.dice, Bag):
        st.write(t("**{fit} of {all}** draws fit: {share} of all draws.", **values))
    else:
        st.write(
            t.plural(
                "With {n} die, **{fit} of {all}** rolls fit: {share} of all rolls.",
                "With {n} dice, **{fit} of {all}** rolls fit: {share} of all rolls.",
                count,
                **values,
            )
        )
    fits = frame["total"][frame["fit"] > 0]
    misses = frame["total"][frame["fit"] == 0]
    if len(fits):
        st.write(t("Totals that fit: {totals}.", totals=t.listed(map(t.number, fits))))
    if len(misses):
        st.write(t("Totals that do not: {totals}.", totals=t.listed(map(t.number, misses))))


def _remarks(t: Language, variant: Variant, chosen: Sequence[int]) -> list[str]:
    """Return what is worth knowing where any set may be shut for the total of two usual dice."""
    plain = variant.moves == MoveRule.ANY_SET and variant.dice == Dice(2, 6)
    if not plain or variant.most_tiles or variant.ending_total:
        return []
    if len(chosen) == 2 and max(chosen) <= 7 <= sum(chosen):
        return [
            t(
                "The rule of 11: two tiles up to 7 that make 7 or more fit with 11 of 36 rolls, "
                "whichever two they are."
            )
        ]
    if len(chosen) == 4:
        return [t("Can you find four tiles that fit with every roll?")]
    return []


def _box_from(variant: Variant, chosen: Sequence[int]) -> Variant | None:
    """Return the box of these rules in which only these tiles are open, if links can name it."""
    if tile_set(chosen) == variant.start:
        return variant
    if variant.tiles[-1] > HIGHEST_CUSTOM_TILE:
        return None
    shut = [tile for tile in variant.tiles if tile not in chosen]
    try:
        return rules.variant_of({**rules.switches_of(variant), "shut": shut})
    except ValueError:
        return None


_VIEWS = {"both": _both, "sets": _sets, "find": _find, "fit": _fit}
