"""The parts of the page Best move: a laboratory of positions, with exact values for both aims."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import fields
from functools import lru_cache
from pathlib import Path
from typing import Any

import pandas as pd
import streamlit as st

from shutbox.analysis import advice, score_distribution
from shutbox.charts import both_aims, every_position, tile_worth, two_boxes
from shutbox.dice import Bag
from shutbox.estimate import Estimates
from shutbox.frames import equation
from shutbox.i18n import Language, mark
from shutbox.notation import HIGHEST_CUSTOM_TILE, custom_variant
from shutbox.positions import (
    MOST_TILES,
    aims_frame,
    can_list,
    choices_frame,
    openings_frame,
    positions_frame,
    worth_frame,
)
from shutbox.rules import dice_counts
from shutbox.solver import OBJECTIVES, Objective, Solution, can_solve, solve
from shutbox.tiles import TileSet, tiles_in
from shutbox.ui import charts, controls, solving, state, wording
from shutbox.ui.box.position import Position, position
from shutbox.variants import VARIANTS, Scoring, Variant

_PLAY = Path(__file__).parents[2] / "pages" / "play.py"

PARTS = {
    "moves": mark("Moves"),
    "positions": mark("Every position"),
    "tiles": mark("Tiles"),
    "highest": mark("Highest tile first?"),
    "openings": mark("First moves"),
    "boxes": mark("Two boxes"),
}
"""The questions of the page: their names in links, and their labels."""

MOST_MOVES = 12
"""At most so many moves are drawn."""

MOST_POSITIONS = 1024
"""Of boxes with more positions, those with as many open tiles as the chosen one are drawn."""

MOST_OPEN_EXACT = 6
"""With more open tiles, no exact value is short."""

LONGEST_FRACTION = 13
"""In characters: longer fractions are not shown."""

MISTAKES_AT_ONCE = 25
"""So many mistakes of "highest tile first" are listed at a time."""

_ALL = "all"
_FIGURES: dict[Objective, str] = {"score": mark("Expected score"), "shut": mark("Chance to shut")}


@st.fragment
def exploring() -> None:
    """Draw everything that the choice of box, question and position changes."""
    t = state.language()
    controls.show_notice()
    state.keep_variant_in_link()
    with st.container(horizontal=True, vertical_alignment="bottom"):
        variant = controls.choose_variant(t)
        parts = {name: t(PARTS[name]) for name in PARTS}
        part = controls.choose("lab", t("What do you want to know?"), parts)
    if (excuse := _excuse(t, variant, part)) is not None:
        st.info(excuse)
    elif not _is_on_its_way(t, variant):
        _DRAW[part](t, variant)
        state.keep_position_in_link()


def _excuse(t: Language, variant: Variant, part: str) -> str | None:
    """Return why a part is not offered for a box, in kind words, or None if it is."""
    if part in ("openings", "boxes"):
        if not can_solve(variant):
            return t(
                "This box is too large for exact values. "
                "Under Moves you find good estimates, or choose a smaller box."
            )
    elif isinstance(variant.dice, Bag):
        return t(
            "In this box it also matters what was drawn before, so open tiles alone have no value. "
            "The first moves and the comparison of two boxes are there."
        )
    elif part != "moves" and not can_list(variant):
        return t(
            "This box has too many positions to look at them all: this is for boxes of up to "
            "{most} tiles. The moves of every single position are there.",
            most=t.number(MOST_TILES),
        )
    return None


def _is_on_its_way(t: Language, variant: Variant) -> bool:
    """Draw how far a large box is solved, unless it is."""
    for objective in OBJECTIVES:
        if solving.progress(variant, objective) is not None:
            controls.show_progress(t, variant, objective)
            return True
    return False


# ---- the editor, and what stands under it ----


def _editor(t: Language, variant: Variant, *, with_dice: bool) -> Position:
    held = state.position(variant)
    if state.is_position_damaged():
        st.warning(t("The link names tiles or dice that this box does not have."))
    position(
        variant,
        held if with_dice else Position(held.open_tiles),
        t,
        key=state.POSITION,
        number=state.position_number(),
        on_change=state.take_position,
    )
    return held


def _beside_editor(
    t: Language, variant: Variant, answer: Callable[[Position], None], *, with_dice: bool = False
) -> None:
    """Draw the editor with what its position is worth, and beside it an answer."""
    with st.container(key="lab-parts"):
        with st.container(key="lab-editor"):
            held = _editor(t, variant, with_dice=with_dice)
            _about_position(t, variant, held)
        with st.container(key="lab-answer"):
            answer(held)


def _about_position(t: Language, variant: Variant, held: Position) -> None:
    """Say what the position is worth before the roll, and with how many dice."""
    if not held.open_tiles:
        return
    values = {objective: _value_of(t, variant, objective, held) for objective in OBJECTIVES}
    st.write(
        t(
            "Before the roll, with best play for a low score: {score}; "
            "for shutting the box: {shut}.",
            **values,
        )
        if can_solve(variant)
        else t(
            "Before the roll, about, with best play for a low score: {score}; "
            "for shutting the box: {shut}.",
            **values,
        )
    )
    if len(dice_counts(variant, held.open_tiles)) > 1:
        st.table(_dice_table(t, variant, held.open_tiles), hide_index=True)
    if (start := from_here(variant, held.open_tiles)) is not None:
        st.page_link(
            _PLAY,
            label=t("Play from here"),
            icon=":material/casino:",
            query_params={"variant": start.id},
        )


def _value_of(t: Language, variant: Variant, objective: Objective, held: Position) -> str:
    judge = advice(variant, objective)
    value = judge.value(held.open_tiles)
    figure = _figure(t, objective, value, 2)
    if isinstance(judge, Estimates):
        error = judge.error(held.open_tiles)
        is_tiny = objective == "shut" and value < error
        return (
            t("under {figure}", figure=wording.chance(t, value + error, 1)) if is_tiny else figure
        )
    exact = _exact(judge, held.open_tiles)
    return f"{figure} ({exact})" if exact else figure


def _figure(t: Language, objective: Objective, value: float, digits: int) -> str:
    return wording.chance(t, value, digits) if objective == "shut" else t.number(value, digits)


def _exact(solution: Solution, open_tiles: TileSet) -> str:
    """Return the exact value as a fraction, or nothing where it is long or whole."""
    few = open_tiles.bit_count() <= MOST_OPEN_EXACT
    if not few or not can_list(solution.variant):
        return ""
    text = str(solution.as_fraction(open_tiles))
    return text if "/" in text and len(text) <= LONGEST_FRACTION else ""


def _dice_table(t: Language, variant: Variant, open_tiles: TileSet) -> pd.DataFrame:
    rows: dict[int, dict[str, str]] = {}
    for objective in OBJECTIVES:
        judge = advice(variant, objective)
        values = judge.dice_values(open_tiles)
        for count, value in sorted(values.items()):
            shown = _figure(t, objective, value, 2)
            best = judge.is_best(value, values.values())
            rows.setdefault(count, {t("Dice"): t.number(count)})[t(_FIGURES[objective])] = (
                t("{value}  ★ best", value=shown) if best else shown
            )
    return pd.DataFrame(list(rows.values()))


def from_here(variant: Variant, open_tiles: TileSet) -> Variant | None:
    """Return the rules with this position as the start of a turn, or None if there are none."""
    if not open_tiles or variant.tiles[-1] > HIGHEST_CUSTOM_TILE:
        return None
    if open_tiles == variant.start:
        return variant
    rules = {field.name: getattr(variant, field.name) for field in fields(variant) if field.init}
    del rules["id"]
    rules |= {
        "shut_at_start": tiles_in(variant.box & ~open_tiles),
        # It is the move from the full box that has to shut it.
        "first_tile": None,
    }
    return custom_variant(**rules)


# ---- every move of a roll, for both aims ----


def _moves(t: Language, variant: Variant) -> None:
    _beside_editor(t, variant, lambda held: _every_move(t, variant, held), with_dice=True)


def _every_move(t: Language, variant: Variant, held: Position) -> None:
    assert held.dice is not None
    if not held.open_tiles:
        st.header(t("The box is shut."))
        st.write(t("Open some tiles to see what moves are worth."))
        return
    moves = _judged(variant, held.open_tiles, held.dice)
    total = t.number(sum(held.dice))
    if moves.empty:
        st.header(t("No move for {total}", total=total))
        score = advice(variant, "score").final_value(held.open_tiles)
        st.write(t("A turn ends here. Score: {score}.", score=t.number(score)))
        return
    st.header(
        t.plural("{n} move for {total}", "{n} moves for {total}", len(moves), total=total)
        if can_solve(variant)
        # Of the moves of a large box, only the promising ones are looked at.
        else t("Good moves for {total}", total=total)
    )
    st.write(_verdict(t, moves))
    charts.figure(
        both_aims.chart,
        both_aims.rows(moves.head(MOST_MOVES), t),
        lambda: _moves_table(t, variant, held, moves),
        t,
        key="both-aims",
    )
    if more := len(moves.index[MOST_MOVES:]):
        st.write(t.plural("{n} more move is possible.", "{n} more moves are possible.", more))
    if not can_solve(variant):
        st.info(t("This box is too large for exact values. All of these are estimates."))


@lru_cache(maxsize=512)
def _judged(variant: Variant, open_tiles: TileSet, dice: tuple[int, ...]) -> pd.DataFrame:
    return aims_frame(variant, open_tiles, dice)


def _verdict(t: Language, moves: pd.DataFrame) -> str:
    """Return what is best for each aim, and whether they agree, in a sentence."""
    if len(moves) == 1:
        return t("{move} is the only move.", move=moves["move"][0])
    best = {name: set(moves["tiles"][moves[f"{name}_best"]]) for name in OBJECTIVES}
    if both := best["score"] & best["shut"]:
        return t("{moves} is best for both aims.", moves=_either(t, sorted(both)))
    return t(
        "The two aims disagree: for a low score shut {score}, to shut the box {shut}.",
        score=_either(t, sorted(best["score"])),
        shut=_either(t, sorted(best["shut"])),
    )


def _either(t: Language, moves: Iterable[TileSet]) -> str:
    return t.listed(map(equation, moves), "or")


def _moves_table(
    t: Language, variant: Variant, held: Position, moves: pd.DataFrame
) -> pd.DataFrame:
    columns: dict[str, Iterable[str]] = {t("Tiles to shut"): moves["move"]}
    losses = {"score": t("Loss in points"), "shut": t("Loss of chance")}
    exact = {"score": t("Exact score"), "shut": t("Exact chance")}
    for objective in OBJECTIVES:
        judge = advice(variant, objective)
        columns[t(_FIGURES[objective])] = [_figure(t, objective, v, 4) for v in moves[objective]]
        columns[losses[objective]] = [
            _figure(t, objective, loss, 4) for loss in moves[f"{objective}_loss"]
        ]
        if isinstance(judge, Estimates):
            continue
        fractions = [_exact(judge, held.open_tiles & ~move) for move in moves["tiles"].tolist()]
        if any(fractions):
            columns[exact[objective]] = fractions
    return pd.DataFrame(columns)


# ---- the value of every position ----


def _positions(t: Language, variant: Variant) -> None:
    def answer(held: Position) -> None:
        _every_position(t, variant, controls.choose_aim(t), held.open_tiles)

    _beside_editor(t, variant, answer)


def _every_position(t: Language, variant: Variant, objective: Objective, chosen: TileSet) -> None:
    frame = _all_positions(variant, objective)
    every = len(frame)
    if every > MOST_POSITIONS:
        frame = frame[frame["open"] == chosen.bit_count()]
        st.write(
            t.plural(
                "Of {every} positions, here is the {n} with as many open tiles as yours.",
                "Of {every} positions, here are the {n} with as many open tiles as yours.",
                len(frame),
                every=t.number(every),
            )
        )
    else:
        st.write(
            t.plural(
                "Here is the {n} position of this box. Tap a point to set it up.",
                "Here are all {n} positions of this box. Tap a point to set it up.",
                every,
            )
        )

    def pick() -> None:
        _set_up(variant, state.picked("every-position", every_position.SELECTION, "tiles"))

    charts.figure(
        every_position.chart,
        every_position.rows(frame, t, objective, chosen),
        lambda: _positions_table(t, objective, frame),
        t,
        key="every-position",
        on_select=pick,
        objective=objective,
    )


@lru_cache(maxsize=32)
def _all_positions(variant: Variant, objective: Objective) -> pd.DataFrame:
    return positions_frame(solve(variant, objective))


def _set_up(variant: Variant, picked: object) -> None:
    """Put a position that was tapped into the editor, if it is one."""
    if not isinstance(picked, str) or not re.fullmatch("[0-9]{1,4}", picked):
        return
    tiles = int(picked)
    if tiles & ~variant.start == 0:
        state.set_position(Position(tiles))


def _positions_table(t: Language, objective: Objective, frame: pd.DataFrame) -> pd.DataFrame:
    return pd.DataFrame(
        {
            t("Open tiles"): [equation(tiles) for tiles in frame["tiles"].tolist()],
            t("Sum"): [t.number(total) for total in frame["sum"]],
            t(_FIGURES[objective]): [_figure(t, objective, value, 4) for value in frame["value"]],
        }
    )


# ---- what each tile is worth ----


def _tiles(t: Language, variant: Variant) -> None:
    _beside_editor(t, variant, lambda held: _worth(t, variant, held))


def _worth(t: Language, variant: Variant, held: Position) -> None:
    objective = controls.choose_aim(t)
    st.write(
        t(
            "Bar: how much better your position is with this tile shut than open. "
            "Line: the average of that over all positions of the box. "
            "Below zero, the tile helps while it is open."
        )
    )
    worth = worth_frame(solve(variant, objective), held.open_tiles)
    charts.figure(
        tile_worth.chart,
        tile_worth.rows(worth, t, objective),
        lambda: _worth_table(t, objective, worth),
        t,
        key="tile-worth",
        objective=objective,
    )


def _worth_table(t: Language, objective: Objective, worth: pd.DataFrame) -> pd.DataFrame:
    unit = 100 if objective == "shut" else 1
    return pd.DataFrame(
        {
            t("Tile"): [t.number(tile) for tile in worth["tile"]],
            t("In your position"): [t.number(v * unit, 4, signed=True) for v in worth["here"]],
            t("On average"): [t.number(v * unit, 4, signed=True) for v in worth["average"]],
        }
    )


# ---- where "highest tile first" is wrong ----


def _highest(t: Language, variant: Variant) -> None:
    with st.container(key="lab-parts"):
        with st.container(key="lab-editor"):
            held = _editor(t, variant, with_dice=True)
            _every_move(t, variant, held)
        with st.container(key="lab-answer"):
            _mistakes(t, variant, controls.choose_aim(t), held)


@lru_cache(maxsize=32)
def _choices(variant: Variant, objective: Objective) -> pd.DataFrame:
    return choices_frame(solve(variant, objective))


def _mistakes(t: Language, variant: Variant, objective: Objective, held: Position) -> None:
    choices = _choices(variant, objective)
    wrong = choices[choices["loss"] > 0]
    st.write(
        t(
            "There are {choices} choices in this box, each a position and a total with more than "
            "one move. Highest tile first is best in {share} of them, and wrong in {wrong}. "
            "Here they are, with what it costs. Tap one to set it up.",
            choices=t.number(len(choices)),
            share=t.percent(1 - len(wrong) / len(choices)) if len(choices) else t.percent(1),
            wrong=t.number(len(wrong)),
        )
    )
    totals = [_ALL, *map(str, sorted(set(wrong["total"].tolist())))]
    total = state.choice("mistakes", totals)
    st.pills(
        t("Total"),
        totals,
        key=state.choice_key("mistakes"),
        required=True,
        format_func=lambda name: t("All") if name == _ALL else t.number(int(name)),
        on_change=state.take_choice,
        args=("mistakes",),
        wrap=True,
    )
    listed = wrong if total == _ALL else wrong[wrong["total"] == int(total)]
    count = state.shown("mistakes", MISTAKES_AT_ONCE)
    with st.container(height=420, key="lab-list"):
        for row in listed.head(count).to_dict("records"):
            place = Position(row["tiles"], row["dice"])
            st.button(
                _mistake(t, objective, row),
                key=f"mistake-{place.open_text}-{place.dice_text}",
                icon=":material/check:" if place == held else None,
                on_click=state.set_position,
                args=(place,),
                width="stretch",
            )
        if more := len(listed.index[count:]):
            st.button(
                t.plural("Show more, {n} is left", "Show more, {n} are left", more),
                key="more-mistakes",
                icon=":material/expand_more:",
                on_click=state.show_more,
                args=("mistakes", MISTAKES_AT_ONCE),
                width="stretch",
            )


def _mistake(t: Language, objective: Objective, row: Mapping[Hashable, Any]) -> str:
    places = {
        "tiles": ", ".join(t.number(tile) for tile in tiles_in(row["tiles"])),
        "total": t.number(row["total"]),
        "best": equation(row["best"]),
        "highest": equation(row["highest"]),
    }
    cost = _figure(t, objective, row["loss"], 2)
    if objective == "shut":
        return t(
            "Open: {tiles}. For {total} shut {best}, not {highest}. That is {cost} better.",
            cost=cost,
            **places,
        )
    return t(
        "Open: {tiles}. For {total} shut {best}, not {highest}. That is {cost} points better.",
        cost=cost,
        **places,
    )


# ---- the first moves ----


def _openings(t: Language, variant: Variant) -> None:
    st.header(t("The best first moves"))
    frame = openings_frame(variant)
    differ = sum(not set(a) & set(b) for a, b in zip(frame["score"], frame["shut"], strict=True))
    if differ:
        st.write(
            t.plural(
                "The two aims disagree in {n} row. It is marked with ≠.",
                "The two aims disagree in {n} rows. They are marked with ≠.",
                differ,
            )
        )
    else:
        st.write(t("Both aims ask for the same first moves."))
    st.table(_openings_table(t, frame), hide_index=True)


def _openings_table(t: Language, frame: pd.DataFrame) -> pd.DataFrame:
    is_split = frame["total"].duplicated(keep=False)
    return pd.DataFrame(
        {
            t("Total"): [
                t("{total} as {dice}", total=t.number(total), dice=_rolls(t, dice))
                if split
                else t.number(total)
                for total, dice, split in zip(frame["total"], frame["dice"], is_split, strict=True)
            ],
            t("For a low score"): [_either(t, moves) or "–" for moves in frame["score"]],
            t("To shut the box"): [
                (_either(t, shut) or "–") + ("" if set(score) & set(shut) or not shut else " ≠")
                for score, shut in zip(frame["score"], frame["shut"], strict=True)
            ],
            t("Expected score"): [t.number(value, 3) for value in frame["score_after"]],
            t("Chance to shut"): [wording.chance(t, value, 3) for value in frame["shut_after"]],
        }
    )


def _rolls(t: Language, rolls: Iterable[tuple[int, ...]]) -> str:
    return t.listed((" + ".join(t.number(face) for face in roll) for roll in rolls), "or")


# ---- two boxes ----


def _boxes(t: Language, variant: Variant) -> None:
    names = [name for name in dict.fromkeys([*VARIANTS, variant.id]) if name != variant.id]
    usual = "two-dice" if variant.id != "two-dice" else "classic"
    against = state.choice("against", names, usual)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.selectbox(
            t("Other box"),
            names,
            key=state.choice_key("against"),
            format_func=lambda name: wording.variant_name(t, name),
            on_change=state.take_choice,
            args=("against",),
            help=wording.variant_rules(t, against),
        )
        objective = controls.choose_aim(t)
    other = VARIANTS[against]
    if not can_solve(other):
        st.info(t("The other box is too large for exact values. Choose a smaller one."))
        return
    if _is_on_its_way(t, other):
        return
    st.table(_values_table(t, [variant, other]), hide_index=True)
    with st.container(key="lab-parts"):
        with st.container(key="lab-editor"):
            st.header(t("Final scores"))
            _final_scores(t, variant, other, objective)
        with st.container(key="lab-answer"):
            st.header(t("First moves that differ"))
            _different_openings(t, variant, other, objective)


def _values_table(t: Language, variants: list[Variant]) -> pd.DataFrame:
    values = {
        objective: [solve(variant, objective).start_value for variant in variants]
        for objective in OBJECTIVES
    }
    return pd.DataFrame(
        {
            t("Box"): [wording.variant_name(t, variant.id) for variant in variants],
            **{
                t(_FIGURES[objective]): [
                    _figure(t, objective, value, 3) for value in values[objective]
                ]
                for objective in OBJECTIVES
            },
        }
    )


def _final_scores(t: Language, variant: Variant, other: Variant, objective: Objective) -> None:
    pair = (variant, other)
    if not all(map(can_list, pair)):
        st.write(
            t(
                "How often each score comes is shown for dice and up to {most} tiles.",
                most=t.number(MOST_TILES),
            )
        )
        return
    if variant.scoring != other.scoring or variant.scoring == Scoring.DIGITS:
        st.write(t("These two boxes count points in ways that cannot stand in one chart."))
        return
    this, that = (_distribution(v, objective) for v in pair)
    st.write(t("How often each final score comes when every choice is a best one."))
    charts.figure(
        two_boxes.chart,
        two_boxes.rows(this, that, t),
        lambda: _scores_table(t, pair, this, that),
        t,
        key="two-boxes",
    )


@lru_cache(maxsize=64)
def _distribution(variant: Variant, objective: Objective) -> dict[int, float]:
    return score_distribution(solve(variant, objective))


def _scores_table(
    t: Language,
    pair: tuple[Variant, Variant],
    this: dict[int, float],
    that: dict[int, float],
) -> pd.DataFrame:
    scores = sorted({*this, *that})
    first, second = (wording.variant_name(t, variant.id) for variant in pair)
    return pd.DataFrame(
        {
            t("Final score"): [t.number(score) for score in scores],
            first: [t.percent(this.get(score, 0.0), 3) for score in scores],
            # Two boxes with rules of one's own have the same name.
            second + " " * (first == second): [
                t.percent(that.get(score, 0.0), 3) for score in scores
            ],
        }
    )


def _different_openings(
    t: Language, variant: Variant, other: Variant, objective: Objective
) -> None:
    this, that = (_best_by_total(v, objective) for v in (variant, other))
    both = sorted(this.keys() & that.keys())
    rows = [total for total in both if this[total] != that[total]]
    if not rows:
        st.write(t("Every total that both boxes know is begun in the same way."))
        return
    st.table(
        pd.DataFrame(
            {
                t("Total"): [t.number(total) for total in rows],
                t("This box"): [this[total] for total in rows],
                t("Other box"): [that[total] for total in rows],
            }
        ),
        hide_index=True,
    )


def _best_by_total(variant: Variant, objective: Objective) -> dict[int, str]:
    """Return the best first moves by total; where they depend on the dice, those of every roll."""
    frame = openings_frame(variant)
    found: dict[int, set[TileSet]] = {}
    for total, moves in zip(frame["total"].tolist(), frame[objective], strict=True):
        found.setdefault(total, set()).update(moves)
    return {
        total: ", ".join(equation(tiles) for tiles in sorted(moves)) or "–"
        for total, moves in found.items()
    }


_DRAW: dict[str, Callable[[Language, Variant], None]] = {
    "moves": _moves,
    "positions": _positions,
    "tiles": _tiles,
    "highest": _highest,
    "openings": _openings,
    "boxes": _boxes,
}
