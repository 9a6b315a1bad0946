"""The parts of the page Ways: every set of tiles and every roll that makes a total."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from shutbox.charts import ways
from shutbox.dice import Bag
from shutbox.frames import rolls_of, sets_of, ways_frame
from shutbox.i18n import Language
from shutbox.ui import charts, controls, pictures, state
from shutbox.variants import Variant

MOST_SHOWN = 60
"""At most so many sets of tiles, or rolls of dice, are drawn."""


@st.fragment
def counting() -> None:
    """Draw everything that the choice of box and total changes."""
    t = state.language()
    controls.show_notice()
    left, right = st.columns([1, 2])
    with left:
        variant = controls.choose_variant(t)
    frame = ways_frame(variant)
    with right:
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
    with st.expander(t("The same as a table")):
        st.table(_table(t, variant, frame), hide_index=True)


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
    st.header(
        t.plural("{n} way to shut {total}", "{n} ways to shut {total}", len(sets), total=total)
    )
    _chart(t, frame, "shut", "shut", total)
    if not sets:
        st.write(t("No tiles of this box make {total}.", total=t.number(total)))
        return
    st.html(pictures.tile_sets(sets[:MOST_SHOWN]))
    if more := len(sets[MOST_SHOWN:]):
        st.write(t.plural("And {n} more set of tiles.", "And {n} more sets of tiles.", more))


def _ways_to_roll(t: Language, variant: Variant, frame: pd.DataFrame, total: int) -> None:
    ways = dict(zip(frame["total"].tolist(), frame["roll"].tolist(), strict=True))[total]
    if isinstance(variant.dice, Bag):
        st.header(
            t.plural("{n} way to draw {total}", "{n} ways to draw {total}", ways, total=total)
        )
        _chart(t, frame, "roll", "draw", total)
        odds = variant.dice.odds(variant.dice.count)
        draws = {faces: odds[faces] for faces in rolls_of(variant, total)}
        st.html(pictures.rolls(t, variant, draws))
        if max(draws.values()) > 1:
            st.write(t("The number behind × says in how many ways this can be drawn."))
        return
    st.header(t.plural("{n} way to roll {total}", "{n} ways to roll {total}", ways, total=total))
    _chart(t, frame, "roll", "roll", total)
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


def _chart(t: Language, frame: pd.DataFrame, column: str, kind: str, total: int) -> None:
    key = f"ways-to-{column}"

    def pick() -> None:
        picked = state.picked(key, ways.SELECTION, "total")
        if picked in frame["total"].tolist() and type(picked) is int:
            state.choose_total(picked)

    rows = ways.rows(frame, t, column, total)
    charts.show(ways.chart, rows, t, key=key, on_select=pick, kind=kind)


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
