"""The parts of the page Simulate: the computer players over many turns, beside what is exact."""

from __future__ import annotations

from math import sqrt

import pandas as pd
import streamlit as st

from shutbox import exact_play
from shutbox.charts import duel, roll_costs, scores, still_in
from shutbox.dice import Bag
from shutbox.exact_play import ExactPlay, can_play_exactly
from shutbox.frames import scores_frame
from shutbox.i18n import Language, mark
from shutbox.players import PLAYERS
from shutbox.rules import score
from shutbox.simulate import Simulation, summary
from shutbox.solver import LARGEST_EXACT_BOX
from shutbox.ui import charts, controls, simulating, state, wording
from shutbox.ui.simulating import Job
from shutbox.variants import Scoring, Variant

_VIEWS = {
    "scores": mark("One player"),
    "duel": mark("Two players"),
    "why": mark("Why so different?"),
}
PLAYER_WIDTH = 340
"""In pixels: room for the longest name of a player."""

_TURNS = ("100", "1000", "10000")
_SERIES = tuple(str(n) for n in range(1, 1000))
_ASK, _NO_GUESS = "ask", "none"
_HIGHEST_GUESS = 300
"""Where the full box costs more, a guess would be a guess of digits."""


@st.fragment
def simulating_turns() -> None:
    """Draw everything that a choice on this page changes."""
    t = state.language()
    controls.show_notice()
    with st.container(key="simulate"):
        views = {name: t(_VIEWS[name]) for name in _VIEWS}
        view = controls.choose("view", t("What do you want to see?"), views)
        {"scores": _one_player, "duel": _two_players, "why": _why}[view](t)


def _is_small(t: Language, variant: Variant) -> bool:
    """Return whether the box can be played thousands of times; if not, say so."""
    if len(variant.tiles) <= LARGEST_EXACT_BOX:
        return True
    st.header(t("Too many tiles"))
    st.write(t("This box is too large to play thousands of turns here. Choose another one."))
    return False


def _take_and_ask(name: str) -> None:
    """Take over a choice; another question wants another guess."""
    state.take_choice(name)
    _ask_again()


def _player(t: Language, name: str, label: str, but: str = "", default: str = "easy") -> str:
    names = {key: t(wording.PLAYER_NAMES[key]) for key in wording.PLAYER_NAMES if key != but}
    usual = default if default != but else next(iter(names))
    return controls.select(name, label, names, usual, width=PLAYER_WIDTH, take=_take_and_ask)


def _turns(t: Language) -> int:
    numbers = {text: t.number(int(text)) for text in _TURNS}
    return int(controls.choose("turns", t("How many turns?"), numbers, "1000"))


def _series() -> int:
    return int(state.choice("series", _SERIES))


def _other_dice(t: Language) -> None:
    series = _series()
    with st.container(horizontal=True, vertical_alignment="center"):
        st.button(
            t("The same with other dice"),
            key="other-dice",
            icon=":material/casino:",
            on_click=state.take_choice,
            args=("series", str(series % len(_SERIES) + 1)),
        )
        st.button(t("Guess again"), key="again", icon=":material/undo:", on_click=_ask_again)
        st.write(t("These are the dice of series {n}. The link repeats them.", n=t.number(series)))


def _scores_of(
    t: Language, variant: Variant, names: tuple[str, ...], turns: int
) -> list[tuple[int, ...]] | None:
    """Return the scores of each player with the same dice, or None while they are on their way.

    What is exact is ready with them, where it can be.
    """
    seed = f"series-{_series()}"
    jobs = [simulating.scores(variant, PLAYERS[name], turns, seed) for name in names]
    if not controls.are_ready(t, [*_exact_jobs(variant, names), *jobs], _ask_again):
        return None
    return [job.result() for job in jobs]


def _exact_jobs(variant: Variant, names: tuple[str, ...]) -> list[Job[ExactPlay[float]]]:
    if not can_play_exactly(variant):
        return []
    return [simulating.exact(variant, PLAYERS[name]) for name in names]


def _ask_again() -> None:
    for name in ("guess", "bet"):
        state.take_choice(name, _ASK)


def _guess(t: Language, name: str, question: str, highest: int) -> str:
    """Ask for a guess and return it, or that there is none, or that it is still asked for."""
    guesses = [str(n) for n in range(highest + 1)] if highest <= _HIGHEST_GUESS else []
    held = state.choice(name, [_ASK, _NO_GUESS, *guesses])
    if held != _ASK:
        return held
    guess = None
    if guesses:
        st.write(question)
        guess = st.slider(t("Your guess"), 0, highest, highest // 3, key=f"{name}-slider")
    with st.container(horizontal=True):
        if guess is not None:
            st.button(
                t("Play and compare"),
                key=f"{name}-play",
                type="primary",
                on_click=state.take_choice,
                args=(name, str(guess)),
            )
        st.button(
            t("Play without a guess"),
            key=f"no-{name}-play",
            on_click=state.take_choice,
            args=(name, _NO_GUESS),
        )
    return _ASK


# ---- one player: its scores ----


def _one_player(t: Language) -> None:
    with st.container(horizontal=True, vertical_alignment="bottom"):
        variant = controls.choose_variant(t)
        name = _player(t, "player", t("Player"))
        turns = _turns(t)
    if not _is_small(t, variant):
        return
    st.header(t("How high are the scores of this player?"))
    highest = score(variant, variant.start)
    guess = _guess(t, "guess", t("Guess first: how many points is it on average?"), highest)
    if guess == _ASK:
        return
    found = _scores_of(t, variant, (name,), turns)
    if found is None:
        return
    played = summary(found[0])
    exact = next((job.result() for job in _exact_jobs(variant, (name,))), None)
    frame = scores_frame(played, highest, None if exact is None else exact.scores)
    own = None if guess == _NO_GUESS else int(guess)
    _figures(t, played, exact)
    if own is not None:
        _compare_guess(t, own, played.mean if exact is None else exact.mean)
    charts.figure(
        scores.chart,
        scores.rows(frame, t, played.mean, own),
        lambda: _scores_table(t, frame),
        t,
        key="simulated-scores",
        known="simulated" if exact is None else "exact",
    )
    if exact is not None:
        inside = int(((frame["share"] >= frame["low"]) & (frame["share"] <= frame["high"])).sum())
        st.write(
            t(
                "Diamonds are the exact chances; a bar ends within its line about 19 times of 20. "
                "Here {inside} of {all} do.",
                inside=t.number(inside),
                all=t.number(len(frame)),
            )
        )
    else:
        st.write(t("The line beside a bar shows two standard errors up and down."))
    _other_dice(t)


def _figures(t: Language, played: Simulation, exact: ExactPlay[float] | None) -> None:
    digits = 1 if played.mean < 1000 else 0
    mean = t(
        "{figure} ± {error}",
        figure=t.number(played.mean, digits),
        error=t.number(2 * played.standard_error, digits),
    )
    shut = t(
        "{figure} ± {error}",
        figure=t.percent(played.shut_share),
        error=t.number(200 * played.shut_error, 1),
    )
    about = t("± is two standard errors: the exact value lies within about 19 times of 20.")
    with st.container(horizontal=True):
        st.metric(t("Average score"), mean, help=about)
        if exact is not None:
            st.metric(t("Average score, exactly"), t.number(exact.mean, digits + 1))
        st.metric(t("Box shut"), shut, help=about)
        if exact is not None:
            st.metric(t("Box shut, exactly"), wording.chance(t, exact.shut))


def _compare_guess(t: Language, guess: int, mean: float) -> None:
    off = abs(guess - mean)
    away = t.number(off, 1)
    if off < 1:
        st.success(t("Your guess of {guess} is less than a point away.", guess=t.number(guess)))
    elif guess > mean:
        st.info(t("Your guess of {guess} is {off} too high.", guess=t.number(guess), off=away))
    else:
        st.info(t("Your guess of {guess} is {off} too low.", guess=t.number(guess), off=away))


def _scores_table(t: Language, frame: pd.DataFrame) -> pd.DataFrame:
    table = {
        t("Final score"): [
            scores.span(t, first, last)
            for first, last in zip(frame["first"], frame["last"], strict=True)
        ],
        t("Turns"): [t.number(n) for n in frame["turns"]],
        t("Share of the turns"): [t.percent(share, 2) for share in frame["share"]],
    }
    if frame["exact"].notna().all():
        table[t("Exactly")] = [t.percent(chance, 2) for chance in frame["exact"]]
    return pd.DataFrame(table)


# ---- two players: who has the lower score ----


def _two_players(t: Language) -> None:
    with st.container(horizontal=True, vertical_alignment="bottom"):
        variant = controls.choose_variant(t)
        first = _player(t, "player", t("First player"))
        second = _player(t, "against", t("Second player"), but=first, default="hard")
        turns = _turns(t)
    if not _is_small(t, variant):
        return
    st.header(t("Who wins, and how much is luck?"))
    bet = _guess(t, "bet", t("Guess first: how many of 100 turns does the second player win?"), 100)
    if bet == _ASK:
        return
    found = _scores_of(t, variant, (first, second), turns)
    if found is None:
        return
    pairs = list(zip(*found, strict=True))
    same = [
        sum(compare) / len(pairs)
        for compare in (
            [a < b for a, b in pairs],
            [a == b for a, b in pairs],
            [a > b for a, b in pairs],
        )
    ]
    errors = [2 * sqrt(max(p * (1 - p), 1 / len(pairs)) / len(pairs)) for p in same]
    own = None
    if can_play_exactly(variant):
        one, other = (job.result() for job in _exact_jobs(variant, (first, second)))
        shares = exact_play.duel(one.scores, other.scores)
        own = [shares.first, shares.tie, shares.second]
    if bet != _NO_GUESS:
        st.info(
            t(
                "You guessed {guess} of 100. With the same dice it is {share}.",
                guess=t.number(int(bet)),
                share=t.number(100 * same[2], 1),
            )
        )
    outcomes = [t("The first"), t("A tie"), t("The second")]
    marks = duel.rows(outcomes, own, same, errors, t)
    charts.figure(duel.chart, marks, lambda: _duel_table(t, marks), t, key="duel")
    if own is not None:
        st.write(
            t(
                "Own: each player rolls its own dice, computed exactly. Same: both have the same "
                "dice, simulated. The first player wins {own} with its own dice and {same} with "
                "the same dice.",
                own=t.percent(own[0]),
                same=t.percent(same[0]),
            )
        )
    same_total = wording.by_total(variant) and variant.scoring == Scoring.SUM
    if same_total and not isinstance(variant.dice, Bag):
        st.write(t("While both are still in and nobody chose one die, they have the same score."))
    _other_dice(t)


def _duel_table(t: Language, marks: pd.DataFrame) -> pd.DataFrame:
    return pd.DataFrame(
        {
            t("Who has the lower score?"): marks["outcome"],
            t("Share of the turns"): marks["label"],
        }
    )


# ---- why the scores differ ----


def _why(t: Language) -> None:
    names = {key: t(wording.PLAYER_NAMES[key]) for key in wording.PLAYER_NAMES if key != "hard"}
    with st.container(horizontal=True, vertical_alignment="bottom"):
        variant = controls.choose_variant(t)
        label = t("Player to compare with best play")
        player = controls.select(
            "player", label, names, "easy", width=PLAYER_WIDTH, take=_take_and_ask
        )
    if not _is_small(t, variant):
        return
    if not can_play_exactly(variant):
        st.header(t("Not for this box"))
        st.write(
            t(
                "Dominoes and cards remember what was drawn: there are too many ways to follow "
                "them all. Choose a box with dice."
            )
        )
        return
    both = _exact_jobs(variant, (player, "hard"))
    if not controls.are_ready(t, both, _ask_again):
        return
    play, best = (job.result() for job in both)
    costs = exact_play.roll_costs(variant, PLAYERS[player])
    rolls = [str(k) for k in range(1, max(len(play.still_in), len(best.still_in)))]
    roll = int(state.choice("roll", rolls, rolls[min(3, len(rolls) - 1)]))
    st.header(
        t(
            "Why {score} instead of {best}?",
            score=t.number(play.mean, 2),
            best=t.number(best.mean, 2),
        )
    )
    survival, price = st.columns(2, gap="large")
    with survival:
        st.write(
            t(
                "Who stays in longer shuts more. This player rolls {other} times in a turn, "
                "best play {best} times, on average.",
                other=t.number(sum(play.still_in), 2),
                best=t.number(sum(best.still_in), 2),
            )
        )
        st.pills(
            t("After how many rolls?"),
            rolls,
            key=state.choice_key("roll"),
            required=True,
            format_func=lambda text: t.number(int(text)),
            on_change=state.take_choice,
            args=("roll",),
            wrap=True,
        )
        still = [_share_after(shares, roll) for shares in (play.still_in, best.still_in)]
        st.write(
            t(
                "Of 100 turns, {best} still go on in best play (●) and {other} of this player (■).",
                other=t.number(100 * still[0]),
                best=t.number(100 * still[1]),
            )
        )
        charts.figure(
            still_in.chart,
            still_in.rows(best.still_in, play.still_in, t, roll),
            lambda: _still_in_table(t, play.still_in, best.still_in),
            t,
            key="still-in",
        )
    with price:
        st.write(
            t(
                "What the choices at each roll give away, on average. Together it is {total} "
                "points: exactly the difference.",
                total=t.number(sum(costs), 2),
            )
        )
        largest = max(range(len(costs)), key=costs.__getitem__)
        st.write(
            t(
                "Roll {roll} costs the most, {cost} points: the tiles that are shut then are "
                "missing ever after.",
                roll=t.number(largest + 1),
                cost=t.number(costs[largest], 2),
            )
        )
        charts.figure(
            roll_costs.chart,
            roll_costs.rows(costs, t),
            lambda: _costs_table(t, costs),
            t,
            key="roll-costs",
        )


def _share_after(shares: tuple[float, ...], roll: int) -> float:
    return shares[roll] if roll < len(shares) else 0.0


def _still_in_table(t: Language, play: tuple[float, ...], best: tuple[float, ...]) -> pd.DataFrame:
    rolls = range(max(len(play), len(best)))
    return pd.DataFrame(
        {
            t("After so many rolls"): [t.number(k) for k in rolls],
            t("This player still in"): [t.percent(_share_after(play, k), 2) for k in rolls],
            t("Best play still in"): [t.percent(_share_after(best, k), 2) for k in rolls],
        }
    )


def _costs_table(t: Language, costs: tuple[float, ...]) -> pd.DataFrame:
    return pd.DataFrame(
        {
            t("Roll"): [t.number(k) for k in range(1, len(costs) + 1)],
            t("Points given away"): [t.number(cost, 3) for cost in costs],
        }
    )
