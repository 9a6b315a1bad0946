"""The parts of the page Review: one turn as a timeline, and a question to ask about it."""

from __future__ import annotations

from bisect import bisect_left
from functools import lru_cache
from html import escape
from random import Random

import pandas as pd
import streamlit as st

from shutbox.analysis import StepAnalysis, TurnAnalysis, advice, analyse, score_distribution
from shutbox.charts import from_here, same_dice, waterfall
from shutbox.dice import Bag, Roll
from shutbox.estimate import Estimates
from shutbox.frames import equation, waterfall_frame
from shutbox.hindsight import best_with_hindsight
from shutbox.hindsight import same_dice as played_by
from shutbox.i18n import Language, mark
from shutbox.notation import NotationError, format_turn, parse_turn
from shutbox.players import PLAYERS
from shutbox.rules import RuleError, check_move, legal_moves
from shutbox.solver import Drawn, Objective, Solution, can_solve
from shutbox.tiles import TileSet, tile_set, tiles_in
from shutbox.turn import Turn
from shutbox.turn_lists import MOST_CHARACTERS, ListedTurn, read_turns
from shutbox.ui import charts, controls, pictures, play, review_turns, solving, state, wording
from shutbox.ui.frame import PAGES
from shutbox.variants import Variant

EXAMPLE = "two-dice_5.4-9_6.6-4.8_2.1-3_6.5-5.6_4.4-1.7_3.5-"
"""Shown where there is nothing else; the example of a page of rules, played without a fault."""

QUESTIONS = {
    "moves": mark("What was best?"),
    "luck": mark("Luck or choice?"),
    "dice": mark("What if?"),
    "ahead": mark("How could it end?"),
    "better": mark("Find a better move"),
    "all": mark("All turns"),
}

VERDICTS = {"words": mark("in words"), "figures": mark("in figures")}


CLOSE = {"score": 0.5, "shut": 0.02}
"""A loss below this is a near miss."""

MOST_AHEAD = 25_000
MOST_OPEN_OF_BAG = 5
"""With more positions times rolls ahead, or with more tiles open where something is drawn, all
endings take too long to reckon."""

MOST_SCORES = 90
"""More different scores are too many for the bars of a chart."""


@st.fragment
def reviewing() -> None:
    """Draw everything that the choice of turn, step and question changes."""
    t = state.language()
    text, source = state.review(EXAMPLE)
    turns = read_turns(text, review_turns.headings())
    listed = turns.turns or (ListedTurn(EXAMPLE, 1),)
    count, last = len(listed), listed[-1].line
    first, is_text = _first_sound(listed), source == "given"
    with st.container(horizontal=True, vertical_alignment="bottom", key="review-controls"):
        number = state.turn_number(last, last if source == "played" or first is None else first)
        if count > 1 and first is not None:
            st.number_input(
                t("Line (1 to {count})", count=t.number(last))
                if is_text
                else t("Turn (1 to {count})", count=t.number(last)),
                min_value=1,
                max_value=last,
                key=state.NUMBER,
                on_change=state.choose_turn_number,
                width=180,
            )
        objective = controls.choose_aim(t)
        verdicts = {name: t(VERDICTS[name]) for name in VERDICTS}
        figures = controls.choose("verdicts", t("Say it"), verdicts) == "figures"
        _other_turns(t, source)
    if source == "example":
        st.info(t("This is an example. Play a turn, or paste one, to look back at your own."))
    if first is None:
        review_turns.draw(t, listed, turns.left_out, objective, is_text=is_text)
        _way_on(t)
        return
    chosen = listed[bisect_left(listed, number, key=lambda each: each.line)]
    if chosen.line != number and count > 1:
        places = {"line": t.number(number), "next": t.number(chosen.line)}
        st.info(t("Line {line} holds no turn. Here is the one of line {next}.", **places))
    try:
        turn = parse_turn(chosen.text)
    except NotationError as error:
        st.warning(review_turns.damage(t, chosen.line, error))
        review_turns.draw(t, listed, turns.left_out, objective, is_text=is_text, told=chosen.line)
        return
    waiting = solving.progress(turn.variant, objective) is not None
    analysis = None if waiting else analyse(turn, objective)
    if waiting:
        controls.show_progress(t, turn.variant, objective)
    step = _timeline(t, turn, analysis, figures=figures)
    questions = list(QUESTIONS) if count > 1 else [name for name in QUESTIONS if name != "all"]
    with st.container(key="review-question"):
        named = {name: t(QUESTIONS[name]) for name in questions}
        question = controls.choose("question", t("Question"), named, label_visibility="collapsed")
    with st.container(key="review-answer"):
        if question == "all":
            review_turns.draw(t, listed, turns.left_out, objective, is_text=is_text)
        elif analysis is not None:
            _answer(t, question, analysis, step, figures=figures)
    play.show_link(t, turn)


@lru_cache(maxsize=8)
def _first_sound(listed: tuple[ListedTurn, ...]) -> int | None:
    """Return the line of the first turn that is not damaged, or None."""
    for each in listed:
        try:
            parse_turn(each.text)
        except NotationError:
            continue
        return each.line
    return None


def _other_turns(t: Language, source: state.Source) -> None:
    """Offer other turns: those of this session, pasted ones, those of a file, or a new one."""
    panel = st.popover(t("Other turns"), icon=":material/list:", key="other-turns")
    with panel:
        st.text_area(
            t("Paste turns, one a line"),
            key=state.PASTED,
            placeholder=f"?turn={EXAMPLE}",
            help=t("Links to turns and copied cells of a table work too."),
        )
        st.button(t("Review these turns"), on_click=state.review_pasted)
        st.file_uploader(
            t("Or a file with turns (CSV or text)"),
            type=["csv", "txt"],
            key=state.FILE,
            on_change=state.review_file,
            args=(MOST_CHARACTERS,),
            max_upload_size=MOST_CHARACTERS // 1_000_000,
        )
        if source == "given":
            st.button(t("Back to my own turns"), on_click=state.review_played)
        st.page_link(PAGES / "play.py", label=t("Play a turn"), icon=":material/casino:")


def _way_on(t: Language) -> None:
    """Offer a way on where every turn is damaged."""
    st.header(t("Nothing to look at here"))
    st.write(t("Paste another turn, or look at your own turns or at an example."))
    st.button(t("My own turns, or the example"), on_click=state.review_played)


# ---- the timeline ----


def _timeline(t: Language, turn: Turn, analysis: TurnAnalysis | None, *, figures: bool) -> int:
    """Draw every roll as a card that can be tapped, and return the index of the chosen one."""
    st.header(wording.ending(t, turn) if turn.is_over else t("A turn under way"))
    st.write(t("Box: {box}", box=wording.variant_name(t, turn.variant.id)))
    rolls: list[tuple[Roll, TileSet | None]] = [(step.dice, step.move) for step in turn.steps]
    if turn.dice is not None:
        rolls.append((turn.dice, None))
    if not rolls:
        st.write(t("Nothing was rolled in this turn yet."))
        return 0
    usual = (analysis.costliest if analysis else None) or 0
    names = [str(number) for number in range(1, len(rolls) + 1)]
    chosen = int(state.choice("step", names, names[usual])) - 1
    position = turn.variant.start
    with st.container(horizontal=True, key="review-steps"):
        for index, (dice, move) in enumerate(rolls):
            with st.container(key=f"review-step-{index + 1}", gap=None):
                st.button(
                    t("Roll {number}", number=t.number(index + 1)),
                    key=f"review-roll-{index + 1}",
                    type="primary" if index == chosen else "secondary",
                    on_click=state.take_choice,
                    args=("step", names[index]),
                )
                step = analysis.steps[index] if analysis else None
                verdict = "" if step is None else _short_verdict(t, step, analysis, figures=figures)
                st.html(
                    f"{pictures.roll(t, turn.variant, dice)}"
                    f"{pictures.box(t, turn.variant, position, move or 0)}"
                    f"<p>{escape(verdict)}</p>"
                )
            position &= ~(move or 0)
    return chosen


def _short_verdict(
    t: Language, step: StepAnalysis, analysis: TurnAnalysis | None, *, figures: bool
) -> str:
    """Return what a roll and its move were worth, in a few words or in figures."""
    assert analysis is not None
    objective, variant = analysis.objective, analysis.turn.variant
    if figures:
        luck = f"{'+' if step.luck > 0 else ''}{wording.amount(t, objective, step.luck)}"
        if step.chosen is None:
            return t("luck {luck}", luck=luck)
        loss = wording.amount(t, objective, step.loss)
        return t("luck {luck}, loss {loss}", luck=luck, loss=loss)
    if step.chosen is None:
        return t("your move")
    if not step.best:
        return t("stuck")
    if step.dice_loss > 0 and not step.is_improvable:
        if isinstance(variant.dice, Bag):
            return t("◇ number of cards")
        return t("◇ number of dice")
    if step.is_improvable:
        return t("◇ nearly best") if step.loss < CLOSE[objective] else t("◇ not the best")
    first = step.open_tiles == variant.start
    if len(legal_moves(variant, step.open_tiles, step.dice, first)) == 1:
        return t("the only move")
    return t("★ best") if can_solve(variant) else t("★ looks best")


# ---- the questions ----


def _answer(
    t: Language, question: str, analysis: TurnAnalysis, step: int, *, figures: bool
) -> None:
    if question == "luck":
        _luck(t, analysis, figures=figures)
    elif question == "dice":
        _same_dice(t, analysis.turn)
    elif not analysis.steps:
        st.write(t("Roll first: there is nothing to judge yet."))
    elif question == "moves":
        play.show_moves(t, analysis, step + 1)
    elif question == "ahead":
        _ahead(t, analysis, step)
    else:
        _better(t, analysis)


def _luck(t: Language, analysis: TurnAnalysis, *, figures: bool) -> None:
    """Draw luck and loss step by step, as they add up to the score."""
    objective, is_over = analysis.objective, analysis.turn.is_over
    if figures:
        st.write(play.account(t, analysis))
    else:
        st.write(play.luck(t, analysis))
        st.write(play.choices(t, analysis))
        play.dice_advice(t, analysis)
    if not can_solve(analysis.turn.variant):
        st.info(t("This box is too large for exact advice: every value here is an estimate."))
    steps = waterfall_frame(analysis)
    rows = waterfall.rows(steps, t, objective, is_over=is_over)

    def table() -> pd.DataFrame:
        after = [wording.amount(t, objective, value, 3) for value in steps["end"]]
        amounts = [wording.amount(t, objective, value, 3) for value in steps["amount"]]
        return pd.DataFrame(
            {t("Step"): rows["name"], t("Luck or loss"): amounts, t("Value after"): after}
        )

    charts.figure(waterfall.chart, rows, table, t, key="stb-luck", objective=objective)


@lru_cache(maxsize=256)
def _others(text: str) -> tuple[tuple[str, Turn | None], ...]:
    """Return the turns of others with the dice of a turn, by the name of the player."""
    turn = parse_turn(text)
    others: list[tuple[str, Turn | None]] = [("hindsight", best_with_hindsight(turn))]
    for name, player in PLAYERS.items():
        if name == "hard" and not can_solve(turn.variant):
            others.append((name, None))  # Estimates of a whole turn take a minute.
        else:
            others.append((name, played_by(turn, player, Random(turn.seed or "same dice"))))
    return tuple(others)


def _same_dice(t: Language, turn: Turn) -> None:
    """Draw what others came to with the same dice, and the best that anybody could."""
    if solving.progress(turn.variant, "score") is not None:
        controls.show_progress(t, turn.variant, "score")
        return
    names, scores, kinds, rest = [], [], [], []
    own = [("you", turn)] if turn.is_over else []
    for name, other in [*_others(format_turn(turn)), *own]:
        if name == "hindsight":
            shown, kind = t("Knowing every roll"), "best"
        elif name == "you":
            shown, kind = t("This turn"), "yours"
        else:
            shown, kind = t(wording.PLAYER_NAMES[name]), "other"
        if other is None:
            rest.append(t("{name}: too long to reckon for a box as large as this.", name=shown))
            continue
        if not other.is_over:
            rest.append(t("{name}: the known rolls end here, with tiles still open.", name=shown))
        names.append(shown)
        scores.append(other.score)
        kinds.append(kind)
    st.write(_same_dice_sentence(t, turn))
    if not turn.is_over:
        so_far = t.number(turn.score)
        st.write(t("This turn is still under way ({score} so far): it has no bar.", score=so_far))
    rows = same_dice.rows(t, names, scores, kinds)

    def table() -> pd.DataFrame:
        return pd.DataFrame({t("Player"): names, t("Score"): [t.number(n) for n in scores]})

    charts.figure(same_dice.chart, rows, table, t, key="stb-same-dice")
    for sentence in rest:
        st.write(sentence)
    if turn.seed is None:
        st.write(
            t("Only the rolls of this turn are known: nobody can play on after the last of them.")
        )
    st.write(t("Easy plays by chance, and may play better or worse another time."))


def _same_dice_sentence(t: Language, turn: Turn) -> str:
    best = dict(_others(format_turn(turn)))["hindsight"]
    if best is None:
        return t("The same dice, played by others:")
    places = {"score": t.number(best.score)}
    if turn.is_over and turn.score == best.score:
        return t(
            "Even someone who knows every roll can get no better than {score}: a perfect end.",
            **places,
        )
    return t("Someone who knows every roll beforehand could get {score} with these dice.", **places)


@lru_cache(maxsize=512)
def _distribution(
    variant: Variant, objective: Objective, open_tiles: TileSet, drawn: Drawn
) -> dict[int, float]:
    judge = advice(variant, objective)
    assert isinstance(judge, Solution)
    return score_distribution(judge, open_tiles, drawn)


def _is_far(variant: Variant, open_tiles: TileSet) -> bool:
    """Return whether all endings from a position on take too long to reckon."""
    if not can_solve(variant):
        return True
    if isinstance(variant.dice, Bag):
        return open_tiles.bit_count() > MOST_OPEN_OF_BAG
    return len(variant.dice.odds(variant.dice.count)) << open_tiles.bit_count() > MOST_AHEAD


def _ahead(t: Language, analysis: TurnAnalysis, index: int) -> None:
    """Draw how turns end from before the chosen roll on, when they are played best."""
    step, turn = analysis.steps[index], analysis.turn
    if _is_far(turn.variant, step.open_tiles):
        if can_solve(turn.variant):
            st.write(
                t(
                    "From here there are too many ways to go on. "
                    "Choose a later roll in the timeline."
                )
            )
        else:
            st.write(t("This box is too large to tell how turns end. Look at luck and choices."))
        return
    drawn = step.drawn if isinstance(turn.variant.dice, Bag) else ()
    chances = _distribution(turn.variant, analysis.objective, step.open_tiles, drawn)
    actual = turn.score if turn.is_over else None
    places = {"number": t.number(index + 1)}
    if actual is None:
        st.write(t("With best play from roll {number} on, turns end like this.", **places))
    else:
        better = sum(share for score, share in chances.items() if score < actual)
        st.write(
            t(
                "With best play from roll {number} on, {share} of all turns end with a lower score "
                "than {score}.",
                share=t.percent(better, 0),
                score=t.number(actual),
                **places,
            )
        )
    if len(chances) > MOST_SCORES:
        st.write(t("There are too many different scores for a chart."))
        return
    rows = from_here.rows(chances, t, actual)

    def table() -> pd.DataFrame:
        return pd.DataFrame(
            {
                t("Final score"): [t.number(score) for score in rows["score"]],
                t("Share of turns"): [wording.chance(t, share, 3) for share in rows["chance"]],
            }
        )

    charts.figure(from_here.chart, rows, table, t, key="stb-from-here")


# ---- the exercise ----


def _better(t: Language, analysis: TurnAnalysis) -> None:
    """Let the costliest move be found better: tiles are tapped, tried, tried again."""
    index = analysis.costliest
    if index is None:
        st.write(t("Every move of this turn was a best one. There is no better one to find."))
        play.dice_advice(t, analysis)
        return
    step, variant = analysis.steps[index], analysis.turn.variant
    exercise = f"{index}@{format_turn(analysis.turn)}"
    assert step.chosen is not None
    st.write(
        t(
            "The move after roll {number} cost most. You shut {move}. Can you find a better one?",
            number=t.number(index + 1),
            move=equation(step.chosen),
        )
    )
    with st.container(horizontal=True, vertical_alignment="center", key="review-tiles-row"):
        st.html(pictures.roll(t, variant, step.dice), width="content")
        tiles = st.pills(
            t("Tap tiles to shut"),
            list(tiles_in(step.open_tiles)),
            selection_mode="multi",
            key=state.TILES,
            format_func=t.number,
            wrap=True,
        )
    with st.container(horizontal=True):
        st.button(
            t("Is this better?"),
            type="primary",
            disabled=not tiles,
            on_click=state.try_tiles,
            args=(exercise,),
        )
        st.button(t("Show the answer"), on_click=state.give_up, args=(exercise,))
        st.button(t("Start over"), on_click=state.try_again)
    tries = state.tried(exercise)
    with st.container(key="review-reply"):
        if tries:
            _reply(t, analysis, index, tile_set(tries[-1]))


def _reply(t: Language, analysis: TurnAnalysis, index: int, move: TileSet) -> None:
    """Say what a try is worth; a try without tiles asks for the answer."""
    step, variant = analysis.steps[index], analysis.turn.variant
    judge = advice(variant, analysis.objective)
    shown = equation(move)
    if move:
        try:
            check_move(variant, step.open_tiles, step.dice, move, not index)
        except RuleError as error:
            places = {"move": shown, "sum": t.number(sum(tiles_in(move)))}
            if "sum" in error.details:
                st.info(t("{move} makes {sum}. That does not fit the roll. Try again.", **places))
            else:
                st.info(t("The rules do not allow {move} for this roll. Try again.", **places))
            return
    if move == step.chosen:
        st.info(t("{move} is what you shut then. Try other tiles.", move=shown))
        return
    best = step.best
    if move and move not in best:
        after = (*step.drawn, step.dice)
        value = judge.value(step.open_tiles & ~move, after)
        if judge.loss(value, step.value_after) > 0 or value == step.value_after:
            st.info(t("{move} is not better than {yours}. Try again.", **_pair(step, shown)))
            return
        st.info(t("{move} is better than {yours}. One is even better!", **_pair(step, shown)))
        return
    if move:
        cost = wording.amount(t, analysis.objective, step.move_loss, 2)
        if isinstance(judge, Estimates):
            st.success(t("Yes! {move} looks best.", move=shown))
        elif analysis.objective == "shut":
            st.success(t("Yes! {move} is best: {cost} more chance to shut.", move=shown, cost=cost))
        else:
            st.success(t("Yes! {move} is best: it saves {cost} points.", move=shown, cost=cost))
    else:
        answer = t.listed((equation(tiles) for tiles in best), "or")
        st.success(t("The best move is {best}.", best=answer))
    play.show_moves(t, analysis, index + 1)


def _pair(step: StepAnalysis, move: str) -> dict[str, str]:
    return {"move": move, "yours": equation(step.chosen or 0)}
