"""The parts of the page Published and ours: figures of others, each beside the exact one."""

from __future__ import annotations

from fractions import Fraction
from itertools import groupby

import streamlit as st

from shutbox.i18n import Language, mark
from shutbox.published import BEST, PUBLISHED, REASONS, Claim, Figure, Source, Verdict, ours
from shutbox.ui import rule_words, state

_VERDICTS = {
    Verdict.AGREES: mark("✓ The same"),
    Verdict.CLOSE: mark("≈ Within luck"),
    Verdict.DIFFERS: mark("✎ Different"),
}
_FIGURES = {
    Figure.SHUT: mark("Chance to shut the box"),
    Figure.SCORE: mark("Average score"),
    Figure.ENDS_ON_1: mark("Chance to end with a score of 1"),
    Figure.ENDS_ON_9: mark("Chance to end with a score of 9"),
}
_PLAYS = {
    BEST: mark("Best play for shutting the box."),
    "random": mark("Any move at random."),
    "highest-first": mark("Highest tile first."),
    "fewest": mark("Fewest tiles, of as many those furthest apart."),
    "most": mark("Most tiles, of as many those furthest apart."),
}
_ALL = "all"


@st.fragment
def comparing() -> None:
    """Draw every published figure, or those of one verdict."""
    t = state.language()
    choices = [_ALL, *(verdict.value for verdict in Verdict)]
    chosen = state.choice("verdict", choices)
    agreeing = sum(claim.verdict != Verdict.DIFFERS for claim in PUBLISHED)
    with st.container(key="published"):
        st.write(
            t(
                "{agreeing} of {all} figures are the same as ours, or within the luck of their "
                "simulation. Where one differs, it says why.",
                agreeing=t.number(agreeing),
                all=t.number(len(PUBLISHED)),
            )
        )
        st.segmented_control(
            t("Show"),
            choices,
            key=state.choice_key("verdict"),
            required=True,
            format_func=lambda name: t("All") if name == _ALL else t(_VERDICTS[Verdict(name)]),
            on_change=state.take_choice,
            args=("verdict",),
        )
        shown = [claim for claim in PUBLISHED if chosen in {_ALL, claim.verdict}]
        for number, (source, claims) in enumerate(groupby(shown, key=lambda c: c.source)):
            _source(source)
            with st.container(key=f"claims-{number}"):
                for claim in claims:
                    _claim(t, claim)


def _source(source: Source) -> None:
    st.header(source.title)
    words = f"[{source.address.partition('//')[2]}]({source.address})"
    st.markdown(f"{words} · {source.date}" if source.date else words)


def _claim(t: Language, claim: Claim) -> None:
    figures = {
        t("Published"): _published(t, claim),
        t("Exactly"): _ours(t, claim),
        t("Verdict"): t(_VERDICTS[claim.verdict]),
    }
    with st.container(border=True):
        st.markdown(f"**{t(_FIGURES[claim.figure])}**")
        st.write(t(_PLAYS[claim.play]), " ".join(rule_words.sentences(t, claim.variant)))
        with st.container(horizontal=True, gap="medium"):
            for name, figure in figures.items():
                st.markdown(f"{name}  \n**{figure}**", width="content")
        if claim.turns:
            st.write(t.plural("Simulated with {n} turn.", "Simulated with {n} turns.", claim.turns))
        if claim.reason:
            st.write(t(REASONS[claim.reason]))


def _published(t: Language, claim: Claim) -> str:
    if claim.digits is None:
        return claim.value.replace("/", " / ")
    if claim.value.endswith("%"):
        return t.percent(float(claim.number), claim.digits)
    return t.number(float(claim.number), claim.digits)


def _ours(t: Language, claim: Claim) -> str:
    value = ours(claim)
    if claim.digits is None:
        assert isinstance(value, Fraction)
        return f"{value.numerator} / {value.denominator}"
    digits = claim.digits + 1
    if claim.figure == Figure.SCORE:
        return t.number(float(value), digits)
    return t.percent(float(value), digits)
