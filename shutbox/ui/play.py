"""The parts of the page Play: the box, and beside it what each choice was worth."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import compress

import pandas as pd
import pyarrow as pa
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from shutbox.analysis import Advice, StepAnalysis, TurnAnalysis, advice, analyse
from shutbox.charts import best_move
from shutbox.dice import Bag
from shutbox.estimate import Estimates
from shutbox.frames import equation, moves_columns, moves_frame
from shutbox.i18n import Language
from shutbox.notation import format_turn
from shutbox.solver import Objective, can_solve
from shutbox.turn import Turn
from shutbox.ui import charts, controls, solving, state, wording
from shutbox.ui.box import box
from shutbox.ui.frame import PAGES
from shutbox.variants import Variant

MOST_MOVES = 15
"""How many moves a chart shows, besides the one that was played."""

NO_BREAK_PLUS = "\N{NO-BREAK SPACE}+\N{NO-BREAK SPACE}"


@st.fragment
def playing() -> None:
    """Draw the page: here what a step leaves as it is, with places for what it changes."""
    t = state.language()
    begun = state.play()
    settings = state.settings()
    controls.show_notice()
    with st.container(key="parts"):
        board = st.container(key="board")
        with board:
            row = st.container(horizontal=True, vertical_alignment="bottom")
        if state.is_board():
            row.html('<i class="stb-board"></i>')
            _step(_Frame(t, begun, settings, board, None, None))
            return
        with row:
            controls.choose_variant(t)
            st.button(
                t("Board view"),
                icon=":material/present_to_all:",
                help=t("Only the box, as large as the screen"),
                key="enter-board",
                on_click=state.enter_board,
            )
        if settings["advice"] == "never":
            _step(_Frame(t, begun, settings, board, row, None))
        else:
            with st.container(key="advice"):
                advice = _begin_advice(t, begun.turn.variant)
            with st.container(key="turn-so-far"):
                if advice is not None:
                    st.header(t("The turn so far"))
                _step(_Frame(t, begun, settings, board, row, advice))
    with board:
        controls.choose_supports(t)


def _begin_advice(t: Language, variant: Variant) -> _Advice | None:
    """Draw the controls of advice; and how far its solution has come, until it is there."""
    objective = _advice_controls(t)
    if solving.progress(variant, objective) is not None:
        controls.show_progress(t, variant, objective)
        return None
    ending = st.container(key="ending")
    with (best_move := st.container(key="best-move-part")):
        st.header(t("Best move"))
    return _Advice(ending, best_move, objective)


@dataclass(frozen=True, slots=True)
class _Advice:
    """Where advice is drawn, and which: what to say at the end, and the chart of the best move."""

    ending: DeltaGenerator
    best_move: DeltaGenerator
    objective: Objective


@dataclass(frozen=True, slots=True)
class _Frame:
    """What stands around that which a step changes.

    Attributes:
        t: the reader's language.
        begun: what the page held when this was drawn.
        settings: how the switches of the box stand.
        board: where the box is drawn.
        row: where a new turn is offered; None in the view for a board, which is only the box.
        advice: where advice is drawn, or None where the settings want none, or it is not ready.
    """

    t: Language
    begun: state.Play
    settings: Mapping[str, str]
    board: DeltaGenerator
    row: DeltaGenerator | None
    advice: _Advice | None

    def holds(self, held: state.Play) -> bool:
        """Return whether it still fits what the page holds."""
        return (
            held.turn.variant == self.begun.turn.variant
            and held.damaged == self.begun.damaged
            and state.is_board() == (self.row is None)
        )


@st.fragment
def _step(frame: _Frame) -> None:
    """Draw what a step changes, each part in its place: with 300 players, every element counts."""
    t, held = frame.t, state.play()
    if not frame.holds(held):
        st.rerun()
    if frame.row is not None:
        with frame.row:
            _new_turn(t, held.turn)
    with frame.board:
        box(
            held.turn,
            t,
            key=state.BOX,
            settings=frame.settings,
            untouched=held.untouched,
            any_variant=held.any_variant,
            refused=held.refused,
            leaving=state.is_leaving(),
            game=held.game,
            board=frame.row is None,
            on_record=state.take_record,
            on_again=state.take_again,
            on_rolled=state.take_roll,
            on_leave=state.leave_board,
        )
    if frame.row is None:
        return
    if frame.advice is not None:
        if held == frame.begun:
            # Else a fragment finds no place there once the turn is over.
            frame.advice.ending.empty()
        _judged(t, held.turn, frame.advice, hints=frame.settings["advice"] == "before")
    elif frame.settings["advice"] == "never" and held.turn.is_over:
        with st.container(key="ending"):
            _plain_ending(t, held.turn)


def _judged(t: Language, turn: Turn, advice: _Advice, *, hints: bool) -> None:
    analysis = analyse(turn, advice.objective)
    if turn.is_over:
        with advice.ending:
            _ending(t, analysis)
    with advice.best_move:
        _advice(t, analysis, hints=hints)
    _turn_so_far(t, analysis)


def _new_turn(t: Language, turn: Turn) -> None:
    """Offer a new turn; while one is under way, ask before it is given up."""
    if not turn.steps and turn.dice is None:
        # A fragment keeps its place in a container by drawing there when that is made.
        st.empty()
        return
    if turn.is_over:
        st.button(t("New turn"), on_click=state.new_turn, width="content")
        return
    question = st.popover(t("New turn"), key=state.LEAVE, on_change="rerun")
    if question.open:
        with question:
            st.write(t("Give up this turn and begin a new one?"))
            with st.container(horizontal=True):
                st.button(t("Yes, give up"), on_click=state.new_turn)
                st.button(t("No, play on"), on_click=state.stay)


def _advice_controls(t: Language) -> Objective:
    with st.container(horizontal=True, vertical_alignment="bottom"):
        objective = controls.choose_aim(t)
        st.toggle(
            t("Hints"),
            key=state.HINTS,
            help=t("Show what every move is worth before you choose."),
            on_change=state.choose_hints,
        )
    return objective


def _advice(t: Language, analysis: TurnAnalysis, *, hints: bool) -> None:
    """Draw the chart of one roll: what every move was worth, the best and the chosen marked."""
    number = _roll_to_show(analysis, hints)
    if number is None:
        st.write(t("Shut some tiles. Then you see here how good every move was."))
        return
    show_moves(t, analysis, number)


def show_moves(t: Language, analysis: TurnAnalysis, number: int) -> None:
    """Draw what every move for a roll was worth, the best and the chosen marked.

    Args:
        t: the reader's language.
        analysis: the turn.
        number: that of the roll, from 1.
    """
    step = analysis.steps[number - 1]
    judge = advice(analysis.turn.variant, analysis.objective)
    count, bars = _bars(t, judge.variant, analysis.objective, step)
    if isinstance(judge, Estimates):
        st.write(_estimate_verdict(t, judge.variant, number, step, only=count == 1))
        st.info(_about_estimates(t, judge, step))
    else:
        st.write(_verdict(t, judge.variant, number, step, only=count == 1))
    if step.best:
        if more := count - bars.num_rows:
            st.write(t.plural("{n} more move is possible.", "{n} more moves are possible.", more))
        charts.figure(
            best_move.chart,
            bars,
            lambda: _moves_table(t, judge, step),
            t,
            key="best-move",
            objective=analysis.objective,
        )


@lru_cache(maxsize=1024)
def _bars(
    t: Language, variant: Variant, objective: Objective, step: StepAnalysis
) -> tuple[int, pa.Table]:
    """Return how many moves a roll has, and the rows of the chart of it.

    Kept, since the chart is drawn again after the next roll.
    """
    judge = advice(variant, objective)
    moves = moves_columns(judge, step.open_tiles, step.dice, step.chosen, step.drawn)
    is_shown = [n < MOST_MOVES or chosen for n, chosen in enumerate(moves["chosen"])]
    shown = {name: list(compress(column, is_shown)) for name, column in moves.items()}
    return len(is_shown), pa.table(best_move.columns_of(shown, t, objective))


def _roll_to_show(analysis: TurnAnalysis, hints: bool) -> int | None:
    """Return the number of the roll whose moves are shown, if any.

    With hints the roll on the table; else the last move; after the end the costliest move.
    """
    steps = list(enumerate(analysis.steps, start=1))
    if analysis.turn.dice is not None and not hints:
        steps.pop()
    if analysis.turn.is_over:
        costly = [(step.move_loss, number) for number, step in steps if step.is_improvable]
        played = [number for number, step in steps if step.chosen]
        return max(costly)[1] if costly else (played or [1])[-1]
    return steps[-1][0] if steps else None


def _verdict(t: Language, variant: Variant, number: int, step: StepAnalysis, *, only: bool) -> str:
    n, dice = t.number(number), t.listed(wording.faces(t, variant, step.dice))
    if step.chosen is None:
        return t("Roll {number} ({dice}): what is every move worth?", number=n, dice=dice)
    if not step.best:
        return t("Roll {number} ({dice}): no move was possible.", number=n, dice=dice)
    move = equation(step.chosen)
    if only:
        return t(
            "Roll {number} ({dice}): {move} was the only move.", number=n, dice=dice, move=move
        )
    if step.chosen in step.best:
        return t("Roll {number} ({dice}): {move} is a best move.", number=n, dice=dice, move=move)
    best = t.listed((equation(tiles) for tiles in step.best), "or")
    return t(
        "Roll {number} ({dice}): you shut {move}. {best} was better.",
        number=n,
        dice=dice,
        move=move,
        best=best,
    )


def _estimate_verdict(
    t: Language, variant: Variant, number: int, step: StepAnalysis, *, only: bool
) -> str:
    """Return what an estimate says of a step; where it does not matter, what is certain."""
    if only or not step.chosen:
        return _verdict(t, variant, number, step, only=only)
    places = {
        "number": t.number(number),
        "dice": t.listed(wording.faces(t, variant, step.dice)),
        "move": equation(step.chosen),
    }
    if step.chosen in step.best:
        return t("Roll {number} ({dice}): {move} looks like a best move.", **places)
    best = t.listed((equation(tiles) for tiles in step.best), "or")
    return t("Roll {number} ({dice}): you shut {move}. {best} looks better.", best=best, **places)


def _about_estimates(t: Language, judge: Estimates, step: StepAnalysis) -> str:
    """Return how far the values of a step can be trusted."""
    error = max(judge.error(step.open_tiles & ~move) for move in step.best or (0,))
    return t(
        "This box is too large for exact advice. Each value is an estimate from {games} turns "
        "played by the computer, good to about ±{error}.",
        games=t.number(judge.games),
        error=wording.amount(t, judge.objective, error, 2 if judge.objective == "shut" else 1),
    )


def _moves_table(t: Language, judge: Advice, step: StepAnalysis) -> pd.DataFrame:
    """Return the moves in words; those of an estimate with the uncertainty of each value."""
    moves = moves_frame(judge, step.open_tiles, step.dice, step.chosen, step.drawn)
    objective = judge.objective
    heading = t("Chance to shut") if objective == "shut" else t("Expected score")
    if isinstance(judge, Estimates):
        digits = 2 if objective == "shut" else 1
        errors = [judge.error(step.open_tiles & ~move) for move in moves["tiles"]]
        values = [wording.amount(t, objective, value, digits) for value in moves["value"]]
        beside = {t("±"): [wording.amount(t, objective, error, digits) for error in errors]}
    else:
        values = [
            wording.chance(t, value, 4) if objective == "shut" else t.number(value, 4)
            for value in moves["value"]
        ]
        beside = {t("Loss"): [wording.amount(t, objective, loss, 4) for loss in moves["loss"]]}
    return pd.DataFrame(
        {t("Tiles to shut"): moves["move"], heading: values, **beside, t("Mark"): _marks(t, moves)}
    )


def _marks(t: Language, moves: pd.DataFrame) -> list[str]:
    mark = {(True, True): t("best, yours"), (True, False): t("best"), (False, True): t("yours")}
    return [mark.get(pair, "") for pair in zip(moves["best"], moves["chosen"], strict=True)]


def _ending(t: Language, analysis: TurnAnalysis) -> None:
    turn = analysis.turn
    st.header(t("The end of the turn"))
    st.write(wording.ending(t, turn))
    if (playable := wording.playable(t, turn)) is not None:
        st.write(playable)
    st.write(choices(t, analysis))
    dice_advice(t, analysis)
    st.write(luck(t, analysis))
    st.page_link(
        PAGES / "review.py",
        label=t("Review this turn"),
        icon=":material/history:",
        query_params={"turn": format_turn(turn)},
    )
    show_link(t, turn)


def _plain_ending(t: Language, turn: Turn) -> None:
    """Draw the end of a turn without a word on what its moves were worth."""
    st.header(t("The end of the turn"))
    st.write(wording.ending(t, turn))
    show_link(t, turn)


def show_link(t: Language, turn: Turn) -> None:
    """Draw the link that opens a turn, folded away."""
    with st.expander(t("Link to this turn")):
        st.write(t("Whoever opens this link sees this turn."))
        st.code(state.link_to(turn), language=None, wrap_lines=True)


def luck(t: Language, analysis: TurnAnalysis) -> str:
    """Return what the dice were worth, in a sentence."""
    gained, objective = analysis.total_luck, analysis.objective
    amount = wording.amount(t, objective, abs(gained))
    drawn = isinstance(analysis.turn.variant.dice, Bag)
    if amount == wording.amount(t, objective, 0):
        if drawn:
            return t("The draws were neither lucky nor unlucky.")
        return t("The dice were neither lucky nor unlucky.")
    match objective, gained > 0, drawn:
        case "shut", True, False:
            text = t("Lucky dice: they added {amount} to your chance.", amount=amount)
        case "shut", True, True:
            text = t("Lucky draws: they added {amount} to your chance.", amount=amount)
        case "shut", False, False:
            text = t("Unlucky dice: they took {amount} off your chance.", amount=amount)
        case "shut", False, True:
            text = t("Unlucky draws: they took {amount} off your chance.", amount=amount)
        case _, True, False:
            text = t("Lucky dice: they saved you {amount} points.", amount=amount)
        case _, True, True:
            text = t("Lucky draws: they saved you {amount} points.", amount=amount)
        case _, False, False:
            text = t("Unlucky dice: they cost you {amount} points.", amount=amount)
        case _:
            text = t("Unlucky draws: they cost you {amount} points.", amount=amount)
    return text


def choices(t: Language, analysis: TurnAnalysis) -> str:
    """Return how many choices could have been better, and what they cost, in a sentence."""
    better = analysis.improvable_choices
    if better == 0:
        return t("Every choice was a best one.")
    cost = analysis.total_loss
    if analysis.objective == "shut":
        return t.plural(
            "{n} choice could have been better. It cost {cost} of the chance to shut the box.",
            "{n} choices could have been better. They cost {cost} of the chance to shut the box.",
            better,
            cost=t.percent(cost),
        )
    return t.plural(
        "{n} choice could have been better. It cost {cost} points.",
        "{n} choices could have been better. Together they cost {cost} points.",
        better,
        cost=t.number(cost, 1 if cost >= 0.05 else 3),
    )


def _turn_so_far(t: Language, analysis: TurnAnalysis) -> None:
    objective = analysis.objective
    start = wording.amount(t, objective, analysis.start_value)
    if not analysis.steps:
        if not can_solve(analysis.turn.variant):
            if objective == "shut":
                st.write(
                    t("Before the first roll, the chance to shut is about {value}.", value=start)
                )
            else:
                st.write(
                    t("Before the first roll, expect a final score of about {value}.", value=start)
                )
        elif objective == "shut":
            st.write(t("Before the first roll, the chance to shut is {value}.", value=start))
        else:
            st.write(t("Before the first roll, expect a final score of {value}.", value=start))
        return
    st.table(_steps_table(t, analysis), hide_index=True)
    st.write(account(t, analysis))
    if not analysis.turn.is_over:
        dice_advice(t, analysis)


def account(t: Language, analysis: TurnAnalysis) -> str:
    """Return how luck and loss add up, in one line."""
    objective = analysis.objective
    places = {
        "start": wording.amount(t, objective, analysis.start_value),
        "luck": _signed_apart(t, objective, analysis.total_luck),
        "loss": wording.amount(t, objective, analysis.total_loss),
        "now": wording.amount(t, objective, analysis.value),
    }
    match objective, analysis.turn.is_over:
        case "shut", True:
            return t("Start {start} + luck {luck} − loss {loss} = {now} at the end.", **places)
        case "shut", False:
            return t("Start {start} + luck {luck} − loss {loss} = {now} now.", **places)
        case _, True:
            return t("Start {start} − luck {luck} + loss {loss} = {now} at the end.", **places)
        case _:
            return t("Start {start} − luck {luck} + loss {loss} = {now} now.", **places)


def _signed_apart(t: Language, objective: Objective, value: float) -> str:
    text = wording.amount(t, objective, value)
    return f"({text})" if value < 0 and text != wording.amount(t, objective, 0) else text


def dice_advice(t: Language, analysis: TurnAnalysis) -> None:
    """Say for every roll with the worse number of dice what that cost."""
    for number, step in enumerate(analysis.steps, start=1):
        if step.dice_loss > 0:
            places = {
                "number": t.number(number),
                "count": t.number(analysis.turn.variant.dice.count),
                "cost": wording.amount(t, analysis.objective, step.dice_loss, 2),
            }
            cards, fewer = isinstance(analysis.turn.variant.dice, Bag), 1 in step.best_dice
            if cards and fewer:
                st.write(t("Roll {number}: one card was better than two, by {cost}.", **places))
            elif cards:
                st.write(t("Roll {number}: two cards were better than one, by {cost}.", **places))
            elif fewer:
                st.write(t("Roll {number}: one die was better than {count}, by {cost}.", **places))
            else:
                st.write(
                    t("Roll {number}: {count} dice were better than one, by {cost}.", **places)
                )


def _steps_table(t: Language, analysis: TurnAnalysis) -> pa.Table:
    headings = (
        t("Step"),
        t("Drawn") if isinstance(analysis.turn.variant.dice, Bag) else t("Dice"),
        t("Tiles shut"),
        t("Before"),
        t("After roll"),
        t("After move"),
        t("Luck"),
        t("Loss"),
    )
    lines = [
        _cells(t, analysis.turn.variant, analysis.objective, number, step)
        for number, step in enumerate(analysis.steps, start=1)
    ]
    columns = zip(headings, zip(*lines, strict=True), strict=True)
    return pa.table({heading: pa.array(cells, pa.large_string()) for heading, cells in columns})


@lru_cache(maxsize=4096)
def _cells(
    t: Language, variant: Variant, objective: Objective, number: int, step: StepAnalysis
) -> tuple[str, ...]:
    """Return a line of the table of steps; kept, since every later step draws it again."""
    shut = t("your move") if step.chosen is None else equation(step.chosen) or t("stuck")
    values = (
        step.value_before,
        step.value_rolled,
        step.value_after,
        step.luck,
        step.loss,
    )
    return (
        t.number(number),
        NO_BREAK_PLUS.join(wording.faces(t, variant, step.dice)),
        shut,
        *(wording.amount(t, objective, value) for value in values),
    )
