"""What the browser sends is a claim: replay it, and keep the turn that Python can vouch for."""

from __future__ import annotations

from dataclasses import dataclass

from shutbox.notation import NotationError, continues, parse_turn
from shutbox.turn import Turn


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of a record.

    Attributes:
        turn: the turn to hold from now on.
        accepted: whether it is the record's.
        refused: whether the browser should forget the record: it is damaged, against the rules,
            or another course of the same turn. An older step of the same turn, or a turn of
            another game, is neither accepted nor refused.
    """

    turn: Turn
    accepted: bool
    refused: bool


def judge(held: Turn, untouched: bool, record: object) -> Verdict:
    """Return which turn to hold after the browser sent ``record``.

    Args:
        held: the turn that Python holds.
        untouched: whether ``held`` is a box that Python set up by itself and nobody has played.
            Such a box gives way to any sound turn of its kind that the browser has kept: one with
            a seed to another one with a seed, one of real dice to another one of real dice.
        record: what came from outside; anything but the text of a sound turn is refused.
    """
    if not isinstance(record, str):
        return Verdict(held, accepted=False, refused=True)
    try:
        turn = parse_turn(record)
    except NotationError:
        return Verdict(held, accepted=False, refused=True)
    same_kind = (turn.seed is None) == (held.seed is None)
    if continues(turn, held) or (untouched and same_kind):
        return Verdict(turn, accepted=True, refused=False)
    if untouched:
        return Verdict(held, accepted=False, refused=True)
    same_game = (turn.variant, turn.seed) == (held.variant, held.seed)
    return Verdict(held, accepted=False, refused=same_game and not continues(held, turn))
