"""What helps a pupil at the box, and how the box feels: switches that a teacher can put in a link.

Each is a choice among a few words. The words stand in links, so they stay as they are.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from shutbox.i18n import mark

OFF, ON = "off", "on"
ROLLING, REAL = "rolling", "real"
"""The switch that says who rolls, and its setting for dice that lie on the table."""


@dataclass(frozen=True, slots=True)
class Support:
    """One switch.

    Attributes:
        name: its name in links, in the data of the box and in session state.
        label: what it is called.
        choices: its settings in links, with what they are called; the first is the usual one.
            One that is only on or off needs no words for that.
    """

    name: str
    label: str
    choices: Mapping[str, str]

    @property
    def usual(self) -> str:
        """The setting where nobody chose."""
        return next(iter(self.choices))

    @property
    def is_toggle(self) -> bool:
        """Whether it is only on or off."""
        return not any(self.choices.values())


def _toggle(name: str, label: str, usual: str = OFF) -> Support:
    other = ON if usual == OFF else OFF
    return Support(name, label, {usual: "", other: ""})


SUPPORTS: Mapping[str, Support] = MappingProxyType(
    {
        support.name: support
        for support in (
            Support(
                ROLLING,
                mark("Who rolls"),
                {"app": mark("The app"), REAL: mark("Real dice on the table")},
            ),
            _toggle("dots", mark("Dots on the tiles")),
            Support(
                "dice",
                mark("Dice show"),
                {
                    "pips": mark("Dots"),
                    "numerals": mark("Numbers"),
                    "frames": mark("Ten-frames"),
                },
            ),
            Support(
                "sum",
                mark("The sum of the chosen tiles"),
                {
                    "shown": mark("Is shown"),
                    "hidden": mark("Is hidden"),
                    "asked": mark("Is asked for"),
                },
            ),
            _toggle("line", mark("A bar that fills up to the total")),
            _toggle("equation", mark("The whole equation")),
            _toggle("ways", mark("How many sets are possible")),
            _toggle("fit", mark("The chance that the next roll fits")),
            _toggle("help", mark("Help in three steps")),
            Support(
                "advice",
                mark("What a move was worth"),
                {
                    "after": mark("After the move"),
                    "before": mark("Before the move"),
                    "never": mark("Never"),
                },
            ),
            _toggle("fall", mark("Tiles fall by themselves when the sum fits")),
            Support(
                "sound",
                mark("Sound at the start"),
                {ON: mark("As on this device"), OFF: mark("Off")},
            ),
            _toggle("motion", mark("Motion"), ON),
            Support("hand", mark("Buttons at the"), {"right": mark("Right"), "left": mark("Left")}),
            _toggle("keys", mark("Keys choose tiles"), ON),
        )
    }
)
"""Every switch by its name, in the order in which a page offers them."""

AGES: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "5-6": {"dots": ON, "line": ON, "equation": ON, "help": ON, "advice": "never"},
        "7-8": {"line": ON, "equation": ON, "help": ON},
        "9-10": {"sum": "hidden", "equation": ON, "ways": ON, "help": ON},
        "11": {"sum": "hidden", "ways": ON, "fit": ON},
    }
)
"""What each age group begins with, where that is not the usual setting. ``"11"`` is 11 and up.

From pictures to numbers: first dots to count and a bar beside the equation, and nothing to read
about chances; then the bar without dots. From 9 on children know their sums and add by themselves,
and can ask whether they have found all sets. Chances of the next roll come last.
"""

SET_BY_AGE = frozenset(name for settings in AGES.values() for name in settings)
"""The switches that an age group sets; the others are a matter of hand, ear and device."""


def age_group(text: str | None) -> str | None:
    """Return the group of `AGES` that a link names, by its own name or by an age in years."""
    if text in AGES or text is None or not re.fullmatch(r"[1-9][0-9]?", text, re.ASCII):
        return text
    return next((age for age in AGES if int(text) <= int(age.split("-")[-1])), list(AGES)[-1])


def setting(name: str, age: str | None, chosen: Mapping[str, str]) -> str:
    """Return how a switch stands: as chosen, or as the age group has it, or as usual.

    Args:
        name: the switch.
        age: a group of `AGES`, or None; any other text counts as None.
        chosen: what was chosen, by name; what is no setting of a switch does not count.
    """
    support = SUPPORTS[name]
    if chosen.get(name) in support.choices:
        return chosen[name]
    return AGES.get(age or "", {}).get(name, support.usual)
