"""Many turns at once on the page Review: a table, a chart over time, and a CSV file of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, lru_cache, partial

import pandas as pd
import streamlit as st

from shutbox import i18n
from shutbox.analysis import analyse
from shutbox.charts import turns as turns_chart
from shutbox.frames import TurnRow, csv_bytes, turns_frame
from shutbox.i18n import Language
from shutbox.notation import NotationError, parse_turn
from shutbox.solver import Objective, can_solve
from shutbox.turn_lists import ListedTurn
from shutbox.ui import charts, solving, state, wording
from shutbox.variants import Variant

MOST_BOXES = 20
"""The turns of so many different boxes are judged; solving more takes too long."""

ROWS_A_PAGE = 20
"""So many lines of the table are shown at once."""

REPORTED, LISTED = 5, 50
"""So many damaged lines are described, so many are named; the others are counted."""

BATCH = 500
"""The progress bar moves after so many turns."""

FILE_NAME = "stb_turns.csv"


@cache
def headings() -> frozenset[str]:
    """Return what stands above the turns in our own files, in every language."""
    return frozenset(_text_heading(i18n.language(code)) for code in i18n.languages())


def _text_heading(t: Language) -> str:
    # Note: Above a column with turns as lines of text.
    return t("Turn as text")


def damage(t: Language, line: int, error: NotationError) -> str:
    """Return what is wrong with a line, in a sentence or two."""
    number = t.number(line)
    if error.step:
        where = t("Line {line}: damaged at step {step}.", line=number, step=t.number(error.step))
    else:
        where = t("Line {line} is no turn.", line=number)
    return f"{where} {wording.damaged_turn(t, error)[1]}"


def draw(
    t: Language,
    listed: Sequence[ListedTurn],
    left_out: int,
    objective: Objective,
    *,
    is_text: bool,
    told: int = 0,
) -> None:
    """Draw the table and the chart of many turns, and what could not be read.

    Args:
        t: the reader's language.
        listed: the turns as they were written.
        left_out: how many more there were.
        objective: what luck and loss are reckoned in.
        is_text: whether the reader has the turns as lines of a text.
        told: the line whose fault the page has told already.
    """
    bar = st.empty()

    def show(share: float) -> None:
        bar.progress(share, t("Judging the turns: {share}", share=t.percent(share, 0)))

    numbers, rows, faults = judged(listed, objective, show)
    bar.empty()
    _report(t, [fault for fault in faults if fault[0] != told], left_out, is_any_kept=bool(rows))
    if not rows:
        return
    frame = turns_frame(numbers, rows)
    of_line = {each.line: each for each in listed}
    shown = table(t, frame, [of_line[number] for number in numbers], objective, is_text=is_text)
    _summary(t, frame, objective)
    ended = frame[frame["is_over"]]
    if len(ended):
        _over_time(t, ended, objective)
    _table_page(t, shown)
    st.download_button(
        t("All turns as a CSV file"),
        partial(csv_bytes, shown),
        FILE_NAME,
        "text/csv",
        key="stb-csv",
        on_click="ignore",
    )


def _over_time(t: Language, ended: pd.DataFrame, objective: Objective) -> None:
    """Draw the chart of ended turns."""
    measure = _measure(t, objective)
    points = turns_chart.rows(ended, t, measure, objective)

    def averages() -> pd.DataFrame:
        return pd.DataFrame({t("Turns"): points["description"]})

    charts.figure(
        turns_chart.chart,
        points,
        averages,
        t,
        key="stb-turns",
        measure=measure,
        objective=objective,
    )


@lru_cache(maxsize=20_000)
def _row(text: str, objective: Objective) -> TurnRow:
    return TurnRow.of(analyse(parse_turn(text), objective))


def judged(
    listed: Sequence[ListedTurn], objective: Objective, progress: Callable[[float], None]
) -> tuple[list[int], list[TurnRow], list[tuple[int, NotationError]]]:
    """Return the lines and rows of the sound turns, and the lines and faults of the others.

    Args:
        listed: the turns as they were written.
        objective: what luck and loss are reckoned in.
        progress: called after every `BATCH` turns with the share that is done.
    """
    numbers, rows, faults = [], [], []
    boxes: dict[str, bool] = {}
    for number, each in enumerate(listed, start=1):
        if number % BATCH == 0:
            progress(number / len(listed))
        try:
            head = each.text.partition("_")[0].partition("~")[0]
            if head not in boxes:
                variant = parse_turn(each.text).variant
                boxes[head] = len(boxes) < MOST_BOXES and _is_quick(variant, objective)
            if boxes[head]:
                row = _row(each.text, objective)
            else:
                turn = parse_turn(each.text)
                row = TurnRow(turn.variant.id, turn.score, turn.is_over)
        except NotationError as error:
            faults.append((each.line, error))
        else:
            numbers.append(each.line)
            rows.append(row)
    return numbers, rows, faults


def _is_quick(variant: Variant, objective: Objective) -> bool:
    """Return whether many turns of a box can be judged: by a solution that is there."""
    return can_solve(variant) and solving.progress(variant, objective) is None


def _report(
    t: Language, faults: list[tuple[int, NotationError]], left_out: int, *, is_any_kept: bool
) -> None:
    sentences = [damage(t, line, error) for line, error in faults[:REPORTED]]
    if (more := len(faults) - REPORTED) > 0:
        lines = t.listed(t.number(line) for line, _ in faults[REPORTED:LISTED])
        sentences.append(
            t.plural(
                "{n} more line is damaged: {lines}.",
                "{n} more lines are damaged, the first of them: {lines}.",
                more,
                lines=lines,
            )
        )
    if faults and is_any_kept:
        sentences.append(t("All other turns are kept."))
    if left_out:
        sentences.append(
            t.plural(
                "{n} more turn was left out: the list is too long.",
                "{n} more turns were left out: the list is too long.",
                left_out,
            )
        )
    if sentences:
        st.warning("  \n".join(sentences))


def _summary(t: Language, frame: pd.DataFrame, objective: Objective) -> None:
    ended = frame[frame["is_over"]]
    judged = ended[ended["loss"].notna()]
    sentences = []
    if len(ended):
        sentences.append(
            t.plural(
                "{n} turn, score {score}.",
                "{n} turns, on average score {score}.",
                len(ended),
                score=t.number(ended["score"].mean(), 1),
            )
        )
    if len(judged):
        loss = wording.amount(t, objective, judged["loss"].mean())
        luck = wording.amount(t, objective, judged["luck"].mean())
        sentences.append(t("Luck {luck} and loss {loss} a turn.", luck=luck, loss=loss))
    if under_way := len(frame) - len(ended):
        sentences.append(
            t.plural(
                "{n} turn is still under way and does not count here.",
                "{n} turns are still under way and do not count here.",
                under_way,
            )
        )
    st.write(" ".join(sentences))
    if frame["loss"].isna().any():
        st.info(
            t(
                "Luck and loss are missing where a box is too large or still being worked out, and "
                "beyond {count} different boxes. Choose such a turn by its number to see them.",
                count=t.number(MOST_BOXES),
            )
        )


def _measure(t: Language, objective: Objective) -> turns_chart.Measure:
    chosen = state.choice("measure", turns_chart.MEASURES)
    st.segmented_control(
        t("Over time"),
        turns_chart.MEASURES,
        key=state.choice_key("measure"),
        required=True,
        format_func=lambda measure: turns_chart.measure_name(t, measure, objective),
        on_change=state.take_choice,
        args=("measure",),
    )
    return next(measure for measure in turns_chart.MEASURES if measure == chosen)


def table(
    t: Language,
    turns: pd.DataFrame,
    listed: Sequence[ListedTurn],
    objective: Objective,
    *,
    is_text: bool,
) -> pd.DataFrame:
    """Return many turns as the screen and the file show them: numbers rounded, units in headings.

    A turn under way has no score.

    Args:
        t: the reader's language.
        turns: as `frames.turns_frame` makes it.
        listed: the same turns as they were written.
        objective: what luck and loss are reckoned in.
        is_text: whether the reader has the turns as lines of a text.
    """
    percent = objective == "shut"
    scale = 100 if percent else 1
    columns: dict[str, object] = {t("Line") if is_text else t("Turn"): turns["number"]}
    if any(each.when for each in listed):
        columns[t("Time")] = [each.when for each in listed]
    columns |= {
        t("Box"): [wording.variant_name(t, box) for box in turns["box"]],
        t("Score"): turns["score"].astype("Int64").where(turns["is_over"]),
        t("Luck, %") if percent else t("Luck"): _rounded(turns["luck"] * scale),
        t("Loss, %") if percent else t("Loss"): _rounded(turns["loss"] * scale),
        t("Chance without luck, %") if percent else t("Score without luck"): _rounded(
            turns["adjusted"] * scale
        ),
        t("Best moves, %"): _rounded(turns["best_share"] * 100),
        _text_heading(t): [each.text for each in listed],
    }
    return pd.DataFrame(columns)


def _rounded(values: pd.Series[float]) -> pd.Series[float]:
    # Adding zero makes -0.0 an ordinary zero.
    return values.round(1) + 0.0


def _table_page(t: Language, shown: pd.DataFrame) -> None:
    """Draw a part of the table; all lines at once would be too many."""
    pages = -(-len(shown) // ROWS_A_PAGE)
    page = 1
    if pages > 1:
        page = int(state.choice("lines", [str(number) for number in range(1, pages + 1)]))
        with st.container(horizontal=True, vertical_alignment="center"):
            for label, target in ((t("Earlier"), page - 1), (t("Later"), page + 1)):
                st.button(
                    label,
                    disabled=not 1 <= target <= pages,
                    on_click=state.take_choice,
                    args=("lines", str(target)),
                )
            st.write(t("Page {page} of {pages}", page=t.number(page), pages=t.number(pages)))
    part = shown.iloc[(page - 1) * ROWS_A_PAGE : page * ROWS_A_PAGE, :-1]
    with st.container(key="review-table"):
        cells = part.map(lambda cell: _cell(t, cell))
        cells[t("Score")] = cells[t("Score")].replace("", t("under way"))
        st.table(cells, hide_index=True)


def _cell(t: Language, cell: object) -> str:
    if isinstance(cell, str):
        return cell
    if pd.isna(cell):  # type: ignore[call-overload]
        return ""
    if isinstance(cell, float):
        return t.number(cell, 1)
    return t.number(int(cell))  # type: ignore[call-overload]
