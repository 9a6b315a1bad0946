"""The charts of lessons: dice that are rolled on, the squares of two dice, and the players."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from fractions import Fraction
from functools import partial
from html import escape
from itertools import count as numbers_from
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st

from shutbox import exact_play
from shutbox.charts import doubles, duel, race, scores, shares, still_in, totals, ways
from shutbox.dice import Dice, Roll, roll, total_odds
from shutbox.frames import (
    counts_frame,
    doubles_frame,
    equation,
    mean_frame,
    running_frame,
    scores_frame,
    streaks_frame,
    ways_frame,
)
from shutbox.i18n import Language
from shutbox.lesson_blocks import whole_number
from shutbox.lesson_parts import Chart, Lesson, read_number
from shutbox.notation import custom_variant
from shutbox.players import PLANS
from shutbox.positions import BackwardStep, backward_steps
from shutbox.rules import score
from shutbox.simulate import summary
from shutbox.solver import solve
from shutbox.sums import Whole, doubles_test, many_rolls, race_winners, streaks
from shutbox.sums import race as run_race
from shutbox.tiles import sets_with_sum, tile_set, tiles_in
from shutbox.ui import charts, controls, grid, pictures, simulating, state, wording
from shutbox.ui.simulating import Job
from shutbox.variants import VARIANTS, FewerDice, Variant

MOST_ROLLS = 100_000
LONGEST_STREAK = 12
TURNS = (100, 1_000, 10_000)


class _Drawing:
    """What every kind of chart is drawn with."""

    def __init__(self, t: Language, lesson: Lesson, block: Chart) -> None:
        self.t, self.lesson, self.block = t, lesson, block
        self.options: Mapping[str, Any] = block.options
        self.key = f"chart-{lesson.id}-{block.id}"

    @property
    def number(self) -> int:
        """How often something was rolled or played so far."""
        return int(state.note(self.key, "number", str(self.options.get("rolls", 0))))

    @property
    def seed(self) -> str:
        """Names the dice: the lesson's own, or those of this session; others after a new start."""
        again = state.note(self.key, "again", "0")
        seed = (self.block.seed or state.own_seed(self.key))[:32]
        return seed if again == "0" else f"{seed}-{again}"

    def set_number(self, number: int) -> None:
        """Take over a number."""
        state.keep_note(self.key, "number", str(min(number, MOST_ROLLS)))

    def other_dice(self, number: int | None = None) -> None:
        """Take other dice, and as many of them or so many."""
        state.keep_note(self.key, "again", str(int(state.note(self.key, "again", "0")) + 1))
        if number is not None:
            self.set_number(number)

    def more_of(self, how_often: str, more_words: Callable[[str], str]) -> None:
        """Draw how often something was rolled or played, and the buttons for more.

        Args:
            how_often: the first, in words.
            more_words: what a button for so many more says.
        """
        t, number = self.t, self.number
        st.write(how_often)
        with st.container(horizontal=True, gap="small"):
            for more in self.options.get("speeds", (1, 10, 100)):
                st.button(
                    more_words(t.number(more)),
                    key=f"{self.key}-roll-{more}",
                    on_click=self.set_number,
                    args=(number + more,),
                    disabled=number >= MOST_ROLLS,
                )
            st.button(
                t("Start again"),
                key=f"{self.key}-again",
                icon=":material/replay:",
                type="tertiary",
                on_click=self.other_dice,
                args=(0,),
                disabled=not number,
            )

    def rolled(self) -> Whole:
        """Draw how to roll on, and return the faces of all rolls, one row a roll."""
        t, number = self.t, self.number
        self.more_of(
            t.plural("{n} roll so far. Roll more:", "{n} rolls so far. Roll more:", number),
            lambda n: t("Roll {n}", n=n),
        )
        count, sides = self.options.get("dice", 2), self.options.get("sides", 6)
        return many_rolls(self.seed, count, sides, number)

    def figure(
        self,
        chart: Callable[..., Any],
        rows: pd.DataFrame,
        name: str = "",
        on_select: Callable[[], None] | None = None,
        **options: str,
    ) -> None:
        """Draw a chart; its table says every mark in words."""
        described = rows["description"][rows["description"] != ""]
        charts.figure(
            chart,
            rows,
            lambda: pd.DataFrame({self.t("The chart in words"): described}),
            self.t,
            key=f"{self.key}{name}",
            on_select=on_select,
            **options,
        )


def show(t: Language, lesson: Lesson, block: Chart) -> None:
    """Draw a chart of a lesson, with all that a pupil may do with it."""
    if block.source == "class":
        st.write(t("Here are your own rolls. Put them together with the class at the board."))
    _KINDS[block.kind](_Drawing(t, lesson, block))


# ---- dice ----


def _chances(of: _Drawing) -> dict[int, float]:
    odds = total_odds(of.options["dice"], of.options["sides"])
    return {total: ways / sum(odds.values()) for total, ways in odds.items()}


def _total_bars(of: _Drawing) -> None:
    t = of.t
    seen = of.rolled().sum(axis=1, dtype=np.int64)
    is_shown = of.options["overlay"] == "expected" and (
        not of.options["overlay_hidden"] or bool(state.note(of.key, "expected"))
    )
    counts = counts_frame(seen, _chances(of))
    rows = totals.rows(counts, t, of.options["total"], is_shown=is_shown)
    of.figure(totals.chart, rows, kind="rolls")
    if of.options["overlay"] == "expected" and of.options["overlay_hidden"]:
        st.button(
            t("Hide what to expect") if is_shown else t("Show what to expect"),
            key=f"{of.key}-expected",
            on_click=state.keep_note,
            args=(of.key, "expected", "" if is_shown else "1"),
        )


def _grid(of: _Drawing) -> None:
    t, options = of.t, of.options
    tiles = _chosen_tiles(of) if options["choose"] else options["tiles"]
    picked = state.note(of.key, "picked")
    rolls = grid.rolls(6)
    lit: Collection[Roll]
    notes: dict[Roll, str] = {}
    if tiles or options["choose"]:
        sets = {total: sets_with_sum(tile_set(tiles), total) for total in range(2, 13)}
        lit = [roll for roll in rolls if sets[sum(roll)]]
        notes = {
            roll: t("Fits: {sets}.", sets=t.listed(map(equation, sets[sum(roll)][:4]), "or"))
            if sets[sum(roll)]
            else t("Does not fit.")
            for roll in rolls
        }
    elif options["doubles"]:
        lit = [roll for roll in rolls if roll[0] == roll[1]]
    elif options["total"] is not None:
        lit = [roll for roll in rolls if sum(roll) == options["total"]]
    else:
        lit = [roll for roll in rolls if str(sum(roll)) == picked]

    def pick() -> None:
        roll = grid.picked(state.sent(of.key, "pick"), 6)
        if roll is not None:
            state.keep_note(of.key, "picked", str(sum(roll)))

    is_free = not notes and not options["doubles"] and options["total"] is None
    grid.show(t, 6, lit, key=of.key, notes=notes, on_pick=pick if is_free else None)
    if options["choose"]:
        fit = t.plural(
            "{n} of {all} rolls fits.", "{n} of {all} rolls fit.", len(lit), all=t.number(36)
        )
        st.write(fit)
    if options["link"] and is_free:
        chosen = int(picked) if picked else 0
        frame = ways_frame(VARIANTS["two-dice"])
        of.figure(ways.chart, ways.rows(frame, t, "roll", chosen), name="-link", kind="roll")


def _chosen_tiles(of: _Drawing) -> list[int]:
    """Draw tiles to open and shut, and return those that are open."""
    key, usual = f"{of.key}-tiles", ".".join(map(str, of.options["tiles"]))
    noted = state.note(of.key, "tiles", usual)
    tiles = [tile for tile in range(1, 10) if str(tile) in noted.split(".")]

    def take() -> None:
        chosen = state.field(key)
        numbers = chosen if isinstance(chosen, list | tuple) else ()
        state.keep_note(of.key, "tiles", ".".join(map(str, numbers)))

    state.set_field(key, tiles)
    with st.container(key=f"lesson-tiles-{of.block.id}"):
        st.pills(
            of.t("Which tiles are open?"),
            range(1, 10),
            selection_mode="multi",
            key=key,
            format_func=of.t.number,
            on_change=take,
            wrap=True,
        )
    return tiles


def _ways_bars(of: _Drawing) -> None:
    t = of.t
    variant = _box_of(of.options["tiles"], of.options["dice"])
    frame = ways_frame(variant)
    chosen = of.options["total"] or 0
    columns = {"both": ("shut", "roll"), "shut": ("shut",), "roll": ("roll",)}[of.options["ways"]]
    for column in columns:
        of.figure(ways.chart, ways.rows(frame, t, column, chosen), name=f"-{column}", kind=column)


def _box_of(highest: int, count: int) -> Variant:
    return custom_variant(
        tiles=tuple(range(1, highest + 1)), dice=Dice(count, 6), fewer_dice=FewerDice.NEVER
    )


def _running_share(of: _Drawing) -> None:
    t, total = of.t, of.options["total"] or 7
    frame = running_frame(
        of.rolled().sum(axis=1, dtype=np.int64), total, _chances(of).get(total, 0.0)
    )
    if frame.empty:
        st.write(t("Roll ten times or more to see the share."))
        return
    of.figure(shares.chart, shares.rows(frame, t, "running"), kind="running")


def _streaks(of: _Drawing) -> None:
    t, total = of.t, of.options["total"] or 7
    rolled = of.rolled().sum(axis=1, dtype=np.int64)
    chance = total_odds(2, 6).get(total, 0) / 36
    frame = streaks_frame(streaks(rolled, total, LONGEST_STREAK), chance)
    if frame.empty:
        st.write(t("Roll, and see what comes after a streak without {total}.", total=total))
        return
    of.figure(shares.chart, shares.rows(frame, t, "streak"), kind="streak")


def _doubles(of: _Drawing) -> None:
    faces = of.rolled()
    if not len(faces):
        st.write(of.t("Roll, and count the doubles."))
        return
    seen = int((faces[:, 0] == faces[:, 1]).sum())
    frame = doubles_frame(doubles_test(6, len(faces)), seen)
    of.figure(doubles.chart, doubles.rows(frame, of.t, 6))
    st.write(
        of.t.plural(
            "{n} double in {rolls} rolls.",
            "{n} doubles in {rolls} rolls.",
            seen,
            rolls=of.t.number(len(faces)),
        )
    )


def _race(of: _Drawing) -> None:
    t, options = of.t, of.options
    count, sides, steps, races = (options[n] for n in ("dice", "sides", "steps", "races"))
    made = of.number
    if races > 1:
        label = t("Run {n} races", n=t.number(races))
        st.button(
            label if not made else t("Same again"),
            key=f"{of.key}-run",
            on_click=of.other_dice if made else of.set_number,
            args=() if made else (races,),
        )
        winners = race_winners(of.seed, count, sides, steps, races)[:made]
        frame = counts_frame(winners, _chances(of))
        of.figure(totals.chart, totals.rows(frame, t, None, is_shown=False), kind="wins")
        return
    rolled = run_race(of.seed, count, sides, steps)
    made = min(made, len(rolled))
    controls.race_buttons(
        t,
        made,
        len(rolled),
        key=of.key,
        take=of.set_number,
        new=partial(of.other_dice, 0),
    )
    frame = counts_frame(np.array(rolled[:made], np.int64), _chances(of))
    of.figure(race.chart, race.rows(frame, t, None, steps), steps=str(steps))
    if made == len(rolled):
        st.write(wording.race_winner(t, rolled[-1], made))


def _split(of: _Drawing) -> None:
    t, total = of.t, of.options["total"]
    parts = {str(part): t.number(part) for part in range(1, total)}
    label = t("The first part of {total}", total=t.number(total))
    first = int(controls.choose_noted(of.key, "first", label, parts))
    second = total - first
    st.html(pictures.split(t, first, second))
    st.write(f"{t.number(total)} = {t.number(first)} + {t.number(second)}")
    if first == second:
        st.write(t("The box has tile {tile} only once.", tile=t.number(first)))


def _join(of: _Drawing) -> None:
    t, seed = of.t, of.seed
    at = max(0, whole_number(state.note(of.key, "dice", "0")))
    is_joined = state.note(of.key, "joined") == "1"

    def faces(at: int) -> Roll:
        return roll(seed, at - 1, VARIANTS["two-dice"]) if at else of.options["roll"]

    def other_dice() -> None:
        others = next(n for n in numbers_from(at + 1) if sorted(faces(n)) != sorted(faces(at)))
        state.keep_note(of.key, "dice", str(others))
        state.keep_note(of.key, "joined", "")

    st.html(pictures.join(t, faces(at), is_joined=is_joined))
    with st.container(horizontal=True, gap="small"):
        st.button(
            t("Pull apart") if is_joined else t("Slide together"),
            key=f"{of.key}-join",
            type="primary",  # another type would be another button, and lose the focus
            on_click=state.keep_note,
            args=(of.key, "joined", "" if is_joined else "1"),
        )
        st.button(
            t("Two other dice"),
            key=f"{of.key}-join-other",
            icon=":material/casino:",
            on_click=other_dice,
        )


# ---- a box from its end ----


def _backward(of: _Drawing) -> None:
    """Each position takes two taps: one shows its value, one goes on to the next."""
    t, variant = of.t, _box_of(of.options["tiles"], 1)
    steps = backward_steps(variant)
    last = 2 * len(steps) - 3
    taps = min(max(of.number, 0), last)
    at, is_known = 1 + taps // 2, taps % 2 == 1
    step = steps[at]

    def go(number: int) -> None:
        of.set_number(number)
        if number // 2 != taps // 2:
            state.keep_note(of.key, "guess", "")

    intro = escape(t("We begin at the end: the box is shut, and the score is 0."))
    place = t("Position {n} of {all}", n=t.number(at + 1), all=t.number(len(steps)))
    st.html(
        f'<div class="stb-backward"><p>{intro}</p><p><strong>{escape(place)}</strong> '
        f"{pictures.open_tiles(t, step.open_tiles)}</p>{_faces_table(t, variant, step)}</div>"
    )
    with st.container():  # keeps its place, so that the buttons below keep the focus
        guess = _guess(of, at, is_known=is_known)
    said = []
    if is_known:
        total = sum(step.worths, Fraction())
        said.append(
            t(
                "All six add up to {total}. {total} ÷ 6 = {value}",
                total=_fraction(t, total),
                value=_exactly(t, step.value),
            )
        )
        if guess is not None:
            said.append(_compared(t, guess, step.value))
    if taps == last:
        said.append(
            t(
                "That was the whole box. The app solves every box from its end."
                " Its own value here: {value}",
                value=_exactly(t, solve(variant).as_fraction(variant.start)),
            )
        )
    words = "".join(f"<p>{escape(sentence)}</p>" for sentence in said)
    st.html(f'<div class="stb-worked" role="status">{words}</div>')
    with st.container(horizontal=True, gap="small"):
        st.button(
            t("Next position") if is_known else t("Work it out"),
            key=f"{of.key}-step",
            type="primary",
            on_click=go,
            args=(taps + 1,),
            disabled=taps == last,
        )
        st.button(
            t("Work out all the rest"),
            key=f"{of.key}-all",
            on_click=go,
            args=(last,),
            disabled=taps == last,
        )
        st.button(
            t("Start again"),
            key=f"{of.key}-again",
            icon=":material/replay:",
            type="tertiary",
            on_click=go,
            args=(0,),
            disabled=not taps,
        )
    st.html(_positions_table(t, steps, at, at + is_known))


def _guess(of: _Drawing, at: int, *, is_known: bool) -> Fraction | None:
    """Draw a field for a guess while the value is unknown, and return the guess if there is one."""
    t, field = of.t, f"{of.key}-guess-{at}"

    def take() -> None:
        state.keep_note(of.key, "guess", str(state.field(field) or "").strip()[:40])

    if not is_known:
        st.text_input(
            t("Your guess: their average"), key=field, max_chars=40, on_change=take, width=240
        )
    written = state.note(of.key, "guess")
    guess = read_number(written)
    if written and not is_known:
        unread, kept = t("This could not be read. Try again."), t("Your guess is kept.")
        st.html(f'<p role="status">{escape(unread if guess is None else kept)}</p>')
    return guess


def _compared(t: Language, guess: Fraction, value: Fraction) -> str:
    away = abs(guess - value)
    if away < Fraction(1, 200):
        return t("Your guess is right.")
    by = t.number(float(away), 2)
    if guess > value:
        return t("Your guess is {by} too high.", by=by)
    return t("Your guess is {by} too low.", by=by)


def _faces_table(t: Language, variant: Variant, step: BackwardStep) -> str:
    rows, ends = [], escape(t("No move: the turn ends."))
    for face, (move, worth) in enumerate(zip(step.moves, step.worths, strict=True), 1):
        if move:
            then = pictures.open_tiles(t, step.open_tiles & ~move)
            cells = f"<td>{pictures.open_tiles(t, move)}</td><td>{then}</td>"
        else:
            cells = f'<td colspan="2">{ends}</td>'
        rows.append(
            f'<tr><th scope="row">{pictures.roll(t, variant, (face,))}</th>{cells}'
            f"<td>{_fraction(t, worth)}</td></tr>"
        )
    heads = (t("Die"), t("Best: shut"), t("Then open"), t("Score"))
    return _table(t("What each face brings"), heads, rows)


def _positions_table(t: Language, steps: Sequence[BackwardStep], now: int, known: int) -> str:
    rows = [
        f"<tr{' aria-current=step' * (place == now)}>"
        f'<th scope="row">{pictures.open_tiles(t, step.open_tiles)}</th>'
        f"<td>{t.number(sum(tiles_in(step.open_tiles)))}</td>"
        f"<td>{_exactly(t, step.value) if place < known else '?'}</td></tr>"
        for place, step in enumerate(steps)
    ]
    table = _table(t("All positions"), (t("Open"), t("Sum"), t("Score on average")), rows)
    return f'<div class="stb-backward">{table}</div>'


def _table(caption: str, heads: Sequence[str], rows: Sequence[str]) -> str:
    head = "".join(f'<th scope="col">{escape(words)}</th>' for words in heads)
    return (
        f"<table><caption>{escape(caption)}</caption><thead><tr>{head}</tr></thead>"
        f"<tbody>{''.join(rows)}</tbody></table>"
    )


def _fraction(t: Language, value: Fraction) -> str:
    over = f"/{t.number(value.denominator)}" if value.denominator > 1 else ""
    return t.number(value.numerator) + over


def _exactly(t: Language, value: Fraction) -> str:
    """Return a value as a fraction and with two decimals: 5/3 ≈ 1.67."""
    if value.denominator == 1:
        return t.number(value.numerator)
    sign = "=" if (100 * value).denominator == 1 else "≈"
    return f"{_fraction(t, value)} {sign}\N{NO-BREAK SPACE}{t.number(float(value), 2)}"


# ---- players ----


def _player(of: _Drawing) -> str:
    names: dict[str, str] = {name: of.t(wording.PLAN_NAMES[name]) for name in of.options["players"]}
    if len(names) == 1:
        return next(iter(names))
    return controls.choose_noted(of.key, "player", of.t("Player"), names)


def _score_bars(of: _Drawing) -> None:
    t, variant = of.t, of.options["variant"]
    name = _player(of)
    usual = of.options["rolls"] or TURNS[1]
    sizes = [str(n) for n in dict.fromkeys((usual, *of.options.get("speeds", TURNS)))]
    turns = int(
        controls.choose_noted(
            of.key, "turns", t("How many turns?"), {size: t.number(int(size)) for size in sizes}
        )
    )
    jobs: list[Job[Any]] = [
        simulating.scores(variant, PLANS[name], turns, of.seed),
        simulating.exact(variant, PLANS[name]),
    ]
    if not controls.are_ready(t, jobs):
        return
    played, exact = summary(jobs[0].result()), jobs[1].result()
    frame = scores_frame(played, score(variant, variant.start), exact.scores)
    of.figure(scores.chart, scores.rows(frame, t, played.mean), known="exact")
    st.write(
        t(
            "Average score of {turns} turns: {mean}. In the long run: {exact}.",
            turns=t.number(turns),
            mean=t.number(played.mean, 1),
            exact=t.number(exact.mean, 1),
        )
    )
    st.button(
        t("The same with other dice"),
        key=f"{of.key}-other",
        icon=":material/casino:",
        on_click=of.other_dice,
    )


def _running_mean(of: _Drawing) -> None:
    t, variant, number = of.t, of.options["variant"], of.number
    name = _player(of)
    of.more_of(
        t.plural("{n} turn so far. Play more:", "{n} turns so far. Play more:", number),
        lambda n: t("Play {n}", n=n),
    )
    if not number:
        st.write(t("Play, and watch the average."))
        return
    jobs: list[Job[Any]] = [
        simulating.scores(variant, PLANS[name], max(number, 2), of.seed),
        simulating.exact(variant, PLANS[name]),
    ]
    if not controls.are_ready(t, jobs):
        return
    played, exact = jobs[0].result()[:number], jobs[1].result()
    spread = sum(chance * (s - exact.mean) ** 2 for s, chance in exact.scores.items()) ** 0.5
    rows = shares.rows(mean_frame(played, exact.mean, spread), t, "mean")
    of.figure(shares.chart, rows, kind="mean")
    st.write(
        t.plural(
            "The average of {n} turn: {mean}.",
            "The average of {n} turns: {mean}.",
            number,
            mean=t.number(sum(played) / number, 1),
        )
    )


def _still_in(of: _Drawing) -> None:
    t, variant = of.t, of.options["variant"]
    name = _player(of)
    jobs = [simulating.exact(variant, PLANS[one]) for one in ("hard", name)]
    if not controls.are_ready(t, jobs):
        return
    best, other = (job.result().still_in for job in jobs)
    rolls = {str(k): t.number(k) for k in range(1, max(len(best), len(other)))}
    roll = int(controls.choose_noted(of.key, "roll", t("After how many rolls?"), rolls))
    of.figure(still_in.chart, still_in.rows(best, other, t, roll))


def _duel(of: _Drawing) -> None:
    t, variant, games = of.t, of.options["variant"], of.options["games"]
    if not state.note(of.key, "shown"):
        st.write(t("Guess first. Then let them play."))
        st.button(
            t("Let them play"),
            key=f"{of.key}-play",
            on_click=state.keep_note,
            args=(of.key, "shown", "1"),
        )
        return
    turns = games or TURNS[1]
    names = of.options["players"]
    played: list[Job[Any]] = [
        simulating.scores(variant, PLANS[name], turns, of.seed) for name in names
    ]
    known = [] if games else [simulating.exact(variant, PLANS[name]) for name in names]
    if not controls.are_ready(t, [*played, *known]):
        return
    pairs = list(zip(*(job.result() for job in played), strict=True))
    won = [
        sum(a < b for a, b in pairs),
        sum(a == b for a, b in pairs),
        sum(a > b for a, b in pairs),
    ]
    first, second = (t(wording.PLAN_NAMES[name]) for name in names)
    outcomes = [first, t("A tie"), second]
    if games:
        heading = t("{n} games with the same dice: who had the lower score?", n=t.number(games))
        st.write(heading)
        st.html(pictures.counts(t, dict(zip(outcomes, won, strict=True))))
        st.button(
            t("The same with other dice"),
            key=f"{of.key}-other",
            icon=":material/casino:",
            on_click=of.other_dice,
        )
        return
    same = [count / turns for count in won]
    errors = [2 * (share * (1 - share) / turns) ** 0.5 for share in same]
    exact = exact_play.duel(*(job.result().scores for job in known))
    rows = duel.rows(outcomes, [exact.first, exact.tie, exact.second], same, errors, t)
    of.figure(duel.chart, rows)


_KINDS: Mapping[str, Callable[[_Drawing], None]] = {
    "total-bars": _total_bars,
    "two-dice-grid": _grid,
    "ways-bars": _ways_bars,
    "split": _split,
    "backward": _backward,
    "join": _join,
    "score-bars": _score_bars,
    "running-share": _running_share,
    "running-mean": _running_mean,
    "race": _race,
    "doubles": _doubles,
    "streaks": _streaks,
    "still-in": _still_in,
    "duel": _duel,
}
