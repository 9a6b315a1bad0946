"""The parts of the page Dice sums: guess, roll, look at the squares, and put ideas to the test."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import pandas as pd
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from shutbox.charts import doubles, race, shares, totals, ways
from shutbox.dice import Roll, total_odds
from shutbox.frames import (
    counts_frame,
    doubles_frame,
    running_frame,
    streaks_frame,
)
from shutbox.i18n import Language, mark
from shutbox.sums import (
    MOST_HORSES,
    DoublesTest,
    Whole,
    doubles_test,
    many_rolls,
    race_chances,
    race_winners,
    streaks,
)
from shutbox.sums import race as run_race
from shutbox.ui import charts, controls, grid, pictures, state, wording

SIDES = (4, 6, 8, 10, 12, 20)
MOST_DICE = 9
MOST_ROLLS = 100_000
AT_ONCE = (1, 10, 100, 1_000, 10_000)
"""So many rolls come at a tap."""

STEPS = (5, 10, 20)
RACES = (1, 10, 100, 1_000)
MOST_TAPS = 24
"""With more totals than this, one's own rolls are written, not tapped."""

LONGEST_STREAK = 12

NO_GUESS = "none"
"""What stands in a link instead of a guess when somebody would rather look at once."""

SURE = 0.01
"""A test that is wrong more often than this tells nothing."""

LEAST_WRONG = 0.0001
"""Where a test is wrong even less often, nobody reads the figure."""

VIEWS = {
    "rolls": mark("Roll"),
    "squares": mark("All rolls"),
    "share": mark("Long run"),
    "doubles": mark("Doubles"),
    "race": mark("Race"),
    "streaks": mark("Is it due?"),
}
"""What one can look at: the name in links, and the label."""

SHAPE = {"hidden": mark("Hidden"), "shown": mark("Shown")}
SOURCES = {"app": mark("The app's dice"), "own": mark("My own rolls")}


@dataclass(frozen=True, slots=True)
class Sums:
    """Which dice are looked at.

    Attributes:
        count: how many dice.
        sides: how many sides each has.
    """

    count: int
    sides: int

    @property
    def odds(self) -> dict[int, int]:
        """Every total with the number of rolls that show it."""
        return total_odds(self.count, self.sides)

    @property
    def all_rolls(self) -> int:
        """How many rolls there are, dice told apart."""
        rolls: int = self.sides**self.count
        return rolls

    @property
    def chances(self) -> dict[int, float]:
        """Every total with its chance."""
        return {total: ways / self.all_rolls for total, ways in self.odds.items()}


@dataclass(frozen=True, slots=True)
class Rolled:
    """What was rolled.

    Attributes:
        totals: of all rolls, in order.
        faces: of the rolls whose dice are known, one row a roll.
    """

    totals: Whole
    faces: Whole


@st.fragment
def looking() -> None:
    """Draw everything that a choice or a roll changes."""
    t = state.language()
    with st.container(key="sums"):
        with st.container(horizontal=True, vertical_alignment="bottom"):
            view = controls.choose(
                "view", t("What do you want to look at?"), {name: t(VIEWS[name]) for name in VIEWS}
            )
            dice = _dice_controls(t)
        side, main = st.columns([2, 3], gap="large")
        _VIEWS[view](t, dice, side, main)


def _dice_controls(t: Language) -> Sums:
    counts, sides = _numbers(t, range(1, MOST_DICE + 1)), _numbers(t, SIDES)
    return Sums(
        int(controls.select("dice", t("How many dice?"), counts, "2", width=140)),
        int(controls.select("sides", t("Sides of a die"), sides, "6", width=140)),
    )


def _numbers(t: Language, numbers: Iterable[int]) -> dict[str, str]:
    return {str(number): t.number(number) for number in numbers}


def _choose_total(
    t: Language, name: str, label: str, dice: Sums, default: int | None
) -> int | None:
    """Draw the choice of a total and return it; without a default, None until one is chosen."""
    choices = _numbers(t, dice.odds)
    usual = "" if default is None else str(default)
    if len(choices) > MOST_TAPS:
        hint = t("Choose a total")
        chosen = controls.select(name, label, choices, usual, width=220, placeholder=hint)
    else:
        chosen = state.choice(name, list(choices), usual)
        st.pills(
            label,
            list(choices),
            key=state.choice_key(name),
            required=bool(chosen),
            format_func=choices.__getitem__,
            on_change=state.take_choice,
            args=(name,),
            wrap=True,
        )
    return int(chosen) if chosen else None


def _middle(dice: Sums) -> int:
    totals = list(dice.odds)
    return totals[len(totals) // 2]


# ---- where rolls come from ----


def _rolled(t: Language, dice: Sums) -> Rolled:
    """Draw how to roll, or to write down one's own rolls, and return all rolls."""
    if (
        controls.choose("source", t("Whose rolls?"), {name: t(SOURCES[name]) for name in SOURCES})
        == "own"
    ):
        return _own_rolls(t, dice)
    number = state.number_of(state.ROLLS, MOST_ROLLS)
    st.write(t.plural("{n} roll so far. Roll more:", "{n} rolls so far. Roll more:", number))
    with st.container(horizontal=True, gap="small", key="roll-more"):
        for more in AT_ONCE:
            st.button(
                t("Roll {n}", n=t.number(more)),
                key=f"roll-{more}",
                on_click=state.roll_on,
                args=(min(number + more, MOST_ROLLS),),
                disabled=number >= MOST_ROLLS,
            )
    with st.container(horizontal=True, gap="small"):
        st.button(
            t("Same again"),
            icon=":material/replay:",
            help=t("As many rolls of other dice."),
            on_click=state.new_dice,
            disabled=not number,
        )
        st.button(
            t("Start again"),
            icon=":material/delete_sweep:",
            on_click=state.roll_on,
            args=(0,),
            disabled=not number,
        )
    faces = many_rolls(state.dice_seed(), dice.count, dice.sides, number)
    return Rolled(faces.sum(axis=1, dtype=np.int64), faces)


def own_roll(text: str, dice: Sums) -> tuple[int, Roll | None]:
    """Return the total of one's own roll, and its faces if they were written: ``7``, ``3+4``.

    Raises:
        ValueError: the dice cannot show it.
    """
    numbers = [int(part) for part in text.replace("-", "+").split("+")]
    if len(numbers) == 1 and numbers[0] in dice.odds:
        return numbers[0], (numbers[0],) if dice.count == 1 else None
    if len(numbers) != dice.count or not all(1 <= face <= dice.sides for face in numbers):
        raise ValueError(f"{text!r} is no roll of {dice.count} dice")
    return sum(numbers), tuple(numbers)


def _own_rolls(t: Language, dice: Sums) -> Rolled:
    written = state.own_rolls()
    odds = list(dice.odds)
    if len(odds) <= MOST_TAPS:
        st.write(t("Tap what you rolled:"))
        with st.container(horizontal=True, gap="small", key="own-taps"):
            for total in odds:
                st.button(
                    t.number(total),
                    key=f"own-{total}",
                    on_click=state.add_own_roll,
                    args=(str(total),),
                )
    st.text_area(
        t("Or write them here: 7, or both dice, 3+4"),
        key=state.choice_key(state.OWN_ROLLS),
        on_change=state.take_own_rolls,
        height=80,
    )
    st.button(t("Take the last one back"), on_click=state.take_back_own_roll, disabled=not written)
    known: list[tuple[int, Roll | None]] = []
    faults: list[str] = []
    for text in written:
        try:
            known.append(own_roll(text, dice))
        except ValueError:
            faults.append(text)
    if faults:
        st.warning(
            t(
                "These dice cannot show {rolls}. Totals go from {low} to {high}. "
                "The other rolls count.",
                rolls=", ".join(f"“{text[:12]}”" for text in faults[:5]),
                low=t.number(odds[0]),
                high=t.number(odds[-1]),
            )
        )
    return Rolled(
        np.array([total for total, _ in known], np.int64),
        np.array([faces for _, faces in known if faces], np.int64).reshape(-1, dice.count),
    )


# ---- roll: which total comes most often? ----


def _rolls_view(t: Language, dice: Sums, side: DeltaGenerator, main: DeltaGenerator) -> None:
    with side:
        guess, may_look = _guess(t, dice, t("Guess first: which total will come most?"))
        rolled = _rolled(t, dice) if may_look else _NOTHING
        if len(rolled.faces):
            st.html(pictures.dice(t, tuple(rolled.faces[-1].tolist())))
        is_shown = may_look and _is_shape_shown(t)
    with main:
        st.header(t("Which total comes most often?"))
        counts = counts_frame(rolled.totals, dice.chances)
        charts.figure(
            totals.chart,
            totals.rows(counts, t, guess, is_shown=is_shown),
            lambda: _counts_table(t, counts, t("Rolls"), is_shown=is_shown),
            t,
            key="sums-rolls",
            kind="rolls",
        )
        if may_look:
            st.write(_most(t, counts, guess))


def _guess(t: Language, dice: Sums, label: str) -> tuple[int | None, bool]:
    """Draw the choice of a guess; return it, and whether one may look."""
    guess = state.text_of("guess", {NO_GUESS, *map(str, dice.odds)}.__contains__)
    if not guess:
        _choose_total(t, "guess", label, dice, None)
        st.button(t("Look without a guess"), on_click=state.keep_text, args=("guess", NO_GUESS))
        return None, False
    with st.container(horizontal=True, vertical_alignment="center"):
        if guess != NO_GUESS:
            st.markdown(t("Your guess: {total}", total=t.number(int(guess))), width="content")
        st.button(t("Guess again"), on_click=state.keep_text, args=("guess", ""))
    return None if guess == NO_GUESS else int(guess), True


def _is_shape_shown(t: Language) -> bool:
    return (
        controls.choose("expected", t("What to expect"), {name: t(SHAPE[name]) for name in SHAPE})
        == "shown"
    )


def _most(t: Language, counts: pd.DataFrame, guess: int | None) -> str:
    number = int(counts["count"].sum())
    if not number:
        return t("Nothing was rolled yet.")
    most = int(counts["count"].max())
    winners = counts["total"][counts["count"] == most].tolist()
    said = t.plural(
        "{totals} came most: {most} of {n} roll.",
        "{totals} came most: {most} of {n} rolls.",
        number,
        totals=t.listed(t.number(total) for total in winners),
        most=t.number(most),
    )
    if guess is None:
        return said
    own = int(counts["count"][counts["total"] == guess].iloc[0])
    return " ".join(
        [
            said,
            t.plural(
                "Your guess, {total}, came {n} time.",
                "Your guess, {total}, came {n} times.",
                own,
                total=t.number(guess),
            ),
        ]
    )


def _counts_table(
    t: Language, counts: pd.DataFrame, heading: str, *, is_shown: bool
) -> pd.DataFrame:
    table = pd.DataFrame(
        {
            t("Total"): [t.number(total) for total in counts["total"]],
            heading: [t.number(count) for count in counts["count"]],
        }
    )
    if is_shown:
        table[t("To expect")] = [t.number(expected, 1) for expected in counts["expected"]]
    return table


# ---- all rolls: the squares and the bars ----


def _squares_view(t: Language, dice: Sums, side: DeltaGenerator, main: DeltaGenerator) -> None:
    with side:
        total = int(state.choice("total", [str(n) for n in dice.odds], str(_middle(dice))))
        _squares(t, dice, total)
    with main:
        st.header(t("How many rolls make {total}?", total=t.number(total)))
        _choose_total(t, "total", t("Total"), dice, total)
        st.write(_exactly(t, dice, total))
        frame = pd.DataFrame({"total": list(dice.odds), "roll": list(dice.odds.values())})

        def pick() -> None:
            picked = state.picked("sums-ways", ways.SELECTION, "total")
            if picked in dice.odds and type(picked) is int:
                state.take_choice("total", str(picked))

        charts.figure(
            ways.chart,
            ways.rows(frame, t, "roll", total),
            lambda: _odds_table(t, dice),
            t,
            key="sums-ways",
            on_select=pick,
            kind="roll",
        )


def _squares(t: Language, dice: Sums, total: int) -> None:
    if dice.count != 2 or dice.sides > grid.MOST_SIDES:
        st.write(
            t("For two dice of up to {n} sides, every roll is a square here.", n=grid.MOST_SIDES)
        )
        return
    rolls = [(red, total - red) for red in range(1, dice.sides + 1)]

    def pick() -> None:
        roll = grid.picked(state.sent("sums-grid", "pick"), dice.sides)
        if roll is not None:
            state.take_choice("total", str(sum(roll)))

    grid.show(t, dice.sides, rolls, key="sums-grid", on_pick=pick)


def _exactly(t: Language, dice: Sums, total: int) -> str:
    return t.plural(
        "{n} of {all} rolls: {fraction}, or {share} of all rolls.",
        "{n} of {all} rolls: {fraction}, or {share} of all rolls.",
        dice.odds[total],
        all=t.number(dice.all_rolls),
        fraction=fraction(dice.odds[total], dice.all_rolls),
        share=wording.chance(t, dice.chances[total], 1),
    )


def fraction(some: int, of: int) -> str:
    """Return a fraction as it stands, and in its lowest terms: ``6/36 = 1/6``."""
    lowest = Fraction(some, of)
    written, reduced = f"{some}/{of}", f"{lowest.numerator}/{lowest.denominator}"
    return written if written == reduced else f"{written} = {reduced}"


def _odds_table(t: Language, dice: Sums) -> pd.DataFrame:
    return pd.DataFrame(
        {
            t("Total"): [t.number(total) for total in dice.odds],
            t("Ways to roll"): [t.number(weight) for weight in dice.odds.values()],
            t("Exact share"): [fraction(weight, dice.all_rolls) for weight in dice.odds.values()],
            t("In per cent"): [wording.chance(t, chance, 1) for chance in dice.chances.values()],
        }
    )


# ---- the long run: a share settles ----


def _share_view(t: Language, dice: Sums, side: DeltaGenerator, main: DeltaGenerator) -> None:
    with side:
        total = _choose_total(t, "total", t("Total"), dice, _middle(dice)) or _middle(dice)
        rolled = _rolled(t, dice)
    with main:
        st.header(t("Does the share of {total} settle?", total=t.number(total)))
        frame = running_frame(rolled.totals, total, dice.chances[total])
        if frame.empty:
            st.write(t("Roll ten times or more to see the share."))
            return
        _shares_figure(t, frame, "running", t("Rolls so far"))
        last = frame.iloc[-1]
        st.write(
            t(
                "{came} of {times} rolls: {share}. Exact: {exact}.",
                came=t.number(int(last["came"])),
                times=t.number(int(last["times"])),
                share=t.percent(last["share"]),
                exact=_share_in_full(t, dice, total),
            )
        )
        st.write(
            t(
                "About 19 times out of 20 the line is inside the band. "
                "The band gets narrower, but slowly: four times the rolls for half the width."
            )
        )


def _share_in_full(t: Language, dice: Sums, total: int) -> str:
    return t(
        "{fraction}, {share}",
        fraction=fraction(dice.odds[total], dice.all_rolls),
        share=wording.chance(t, dice.chances[total], 1),
    )


def _shares_figure(t: Language, frame: pd.DataFrame, kind: str, heading: str) -> None:
    def table() -> pd.DataFrame:
        return pd.DataFrame(
            {
                heading: [t.number(at) for at in frame["at"]],
                t("It came"): [
                    t("{ways} of {all}", ways=t.number(came), all=t.number(times))
                    for came, times in zip(frame["came"], frame["times"], strict=True)
                ],
                t("Share"): [t.percent(share) for share in frame["share"]],
                t("Usually between"): [
                    t("{low} and {high}", low=t.percent(low), high=t.percent(high))
                    for low, high in zip(frame["low"], frame["high"], strict=True)
                ],
            }
        )

    rows = shares.rows(frame, t, kind)
    charts.figure(shares.chart, rows, table, t, key=f"sums-{kind}", kind=kind)


# ---- doubles: does the order of the dice count? ----


def _doubles_view(t: Language, dice: Sums, side: DeltaGenerator, main: DeltaGenerator) -> None:
    with side:
        rolled = _rolled(t, dice) if dice.count == 2 else _NOTHING
    with main:
        st.header(t("Are red 3, blue 4 and red 4, blue 3 the same roll?"))
        if dice.count != 2:
            st.write(t("This test is for two dice."))
            st.button(t("Take two dice"), on_click=state.take_choice, args=("dice", "2"))
            return
        number = len(rolled.faces)
        seen = int((rolled.faces[:, 0] == rolled.faces[:, 1]).sum()) if number else 0
        test = doubles_test(dice.sides, number)
        if number < len(rolled.totals):
            st.write(t("Only rolls with both dice count here: write 3+4 instead of 7."))
        frame = doubles_frame(test, seen)
        rows = doubles.rows(frame, t, dice.sides)
        charts.figure(
            doubles.chart,
            rows,
            lambda: pd.DataFrame({t("What is counted"): rows["name"], t("Doubles"): rows["label"]}),
            t,
            key="sums-doubles",
        )
        for sentence in _verdict(t, test, seen):
            st.write(sentence)


def _verdict(t: Language, test: DoublesTest, seen: int) -> list[str]:
    if not test.rolls:
        return [t("Roll and count: do doubles come as often as one idea says, or the other?")]
    said = t("Rolls: {rolls}. Doubles: {seen}.", rolls=t.number(test.rolls), seen=t.number(seen))
    if test.wrong > SURE:
        return [
            said,
            t("So few rolls cannot tell: roll on. About 300 rolls are enough for dice of 6 sides."),
        ]
    rule = t(
        "The rule: more than {limit} doubles would mean that order does not count. "
        "The rule is wrong in {wrong} of such tests at most.",
        limit=t.number(test.limit),
        wrong=wording.chance(t, max(test.wrong, LEAST_WRONG), 1),
    )
    if seen > test.limit:
        return [said, rule, t("So many doubles are rare. Take other dice: is it so again?")]
    return [said, rule, t("So the order counts: red 3, blue 4 and red 4, blue 3 are two rolls.")]


# ---- the race ----


def _race_view(t: Language, dice: Sums, side: DeltaGenerator, main: DeltaGenerator) -> None:
    if len(dice.odds) > MOST_HORSES:
        with main:
            st.header(t("Which total wins the race?"))
            st.write(t("So many horses have no room. Take fewer dice, or smaller ones."))
        return
    with side:
        steps = int(
            controls.choose("steps", t("How many steps to the finish?"), _numbers(t, STEPS))
        )
        races = int(controls.choose("races", t("How many races?"), _numbers(t, RACES)))
        guess, may_look = _guess(t, dice, t("Guess first: which horse will win?"))
    if not may_look:
        with main:
            st.header(t("Which total wins the race?"))
            _course(t, dice, steps, [], guess)
    elif races == 1:
        _one_race(t, dice, steps, guess, side, main)
    else:
        _many_races(t, dice, steps, races, guess, side, main)


def _one_race(
    t: Language,
    dice: Sums,
    steps: int,
    guess: int | None,
    side: DeltaGenerator,
    main: DeltaGenerator,
) -> None:
    rolled = run_race(state.dice_seed(), dice.count, dice.sides, steps)
    made = min(state.number_of("step", MOST_ROLLS), len(rolled))
    with side:
        controls.race_buttons(t, made, len(rolled), key="race", take=_take_step, new=_new_race)
    with main:
        st.header(t("Which total wins the race?"))
        _course(t, dice, steps, rolled[:made], guess)
        if made == len(rolled):
            st.write(wording.race_winner(t, rolled[-1], made))
            st.write(t("One race proves nothing. Who wins most of 1,000 races?"))
        elif made:
            st.write(t("Last roll: {total}.", total=t.number(rolled[made - 1])))


def _take_step(number: int) -> None:
    state.keep_text("step", str(number))


def _new_race() -> None:
    state.new_dice()
    state.keep_text("step", "")


def _course(t: Language, dice: Sums, steps: int, rolled: list[int], guess: int | None) -> None:
    counts = counts_frame(np.array(rolled, np.int64), dice.chances)
    charts.figure(
        race.chart,
        race.rows(counts, t, guess, steps),
        lambda: _counts_table(t, counts, t("Steps"), is_shown=False),
        t,
        key="sums-race",
        steps=str(steps),
    )


def _many_races(
    t: Language,
    dice: Sums,
    steps: int,
    races: int,
    guess: int | None,
    side: DeltaGenerator,
    main: DeltaGenerator,
) -> None:
    winners = race_winners(state.dice_seed(), dice.count, dice.sides, steps, races)
    chances = race_chances(dice.count, dice.sides, steps)
    counts = counts_frame(winners, chances)
    with side:
        st.button(t("Same again"), on_click=state.new_dice, icon=":material/replay:")
        is_shown = _is_shape_shown(t)
    with main:
        st.header(t("Who wins how often?"))
        charts.figure(
            totals.chart,
            totals.rows(counts, t, guess, is_shown=is_shown),
            lambda: _counts_table(t, counts, t("Races won"), is_shown=is_shown),
            t,
            key="sums-wins",
            kind="wins",
        )
        best = max(chances, key=lambda total: chances[total])
        most = counts["total"][counts["count"] == counts["count"].max()].tolist()
        st.write(
            t(
                "{totals} won most: {most} of {races} races.",
                totals=t.listed(t.number(total) for total in most),
                most=t.number(int(counts["count"].max())),
                races=t.number(races),
            )
        )
        if is_shown:
            st.write(
                t(
                    "Exact: {total} wins {share} of all races to {steps} steps.",
                    total=t.number(best),
                    share=t.percent(chances[best]),
                    steps=t.number(steps),
                )
            )


# ---- streaks: is it due? ----


def _streaks_view(t: Language, dice: Sums, side: DeltaGenerator, main: DeltaGenerator) -> None:
    with side:
        total = _choose_total(t, "total", t("Total"), dice, _middle(dice)) or _middle(dice)
        rolled = _rolled(t, dice)
    with main:
        shown = t.number(total)
        st.header(t("{total} has not come for a while. Is it due?", total=shown))
        frame = streaks_frame(streaks(rolled.totals, total, LONGEST_STREAK), dice.chances[total])
        if frame.empty:
            st.write(t("Roll, and see what comes after a streak without {total}.", total=shown))
            return
        _shares_figure(t, frame, "streak", t("Rolls without it before, or more"))
        st.write(
            t(
                "Dice do not remember. After every streak, {total} comes next with the same "
                "chance: {exact}.",
                total=shown,
                exact=_share_in_full(t, dice, total),
            )
        )


_NOTHING = Rolled(np.zeros(0, np.int64), np.zeros((0, 1), np.int64))

_VIEWS = {
    "rolls": _rolls_view,
    "squares": _squares_view,
    "share": _share_view,
    "doubles": _doubles_view,
    "race": _race_view,
    "streaks": _streaks_view,
}
