"""The blocks of a lesson: which there are, with their options, and how each is read."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any, NamedTuple

from shutbox.dice import Bag, Dice, Roll, check_seed
from shutbox.exact_play import can_play_exactly
from shutbox.i18n import mark
from shutbox.lesson_parts import (
    Box,
    Case,
    Chart,
    Choice,
    ChoiceQuestion,
    ChoicesQuestion,
    LessonError,
    NumberQuestion,
    OrderQuestion,
    Part,
    Print,
    Question,
    Say,
    SetsQuestion,
    TeacherNote,
    TextQuestion,
    read_number,
)
from shutbox.lesson_words import asks
from shutbox.notation import custom_variant, parse_variant
from shutbox.players import PLANS, PLAYERS
from shutbox.rules import RuleError, check_position, legal_moves
from shutbox.supports import AGES, SUPPORTS
from shutbox.tiles import sets_with_sum, tile_set, tiles_in
from shutbox.variants import VARIANTS, FewerDice, Variant

MOST_CHOICES = 8
MOST_HINTS = 3
MOST_ERRORS = 60
"""The most of each that a question, or a lesson, may have."""

_SHOW = {
    "total": ("sum", "shown"),
    "bar": ("line", "on"),
    "odds": ("fit", "on"),
    "equation": ("equation", "on"),
    "ways": ("ways", "on"),
}


# ---- options of blocks ----


class _WrongError(ValueError):
    """A value that an option cannot have: an English sentence with {places}, and the values."""

    def __init__(self, message: str, **values: object) -> None:
        super().__init__(message)
        self.message = message
        self.values = values


_Read = Callable[[str], object]


def _items(text: str) -> list[str]:
    inner = text.strip()
    if inner[:1] == "[" and inner[-1:] == "]":
        inner = inner[1:-1]
    return [item.strip() for item in inner.split(",") if item.strip()]


def whole_number(text: str) -> int:
    """Return the whole number that a text is, or -1."""
    return int(text) if re.fullmatch(r"[0-9]{1,6}", text, re.ASCII) else -1


def _one_of(*words: str) -> Callable[[str], str]:
    def read(text: str) -> str:
        if text not in words:
            raise _WrongError(mark("Write one of these: {words}."), words=", ".join(words))
        return text

    return read


def _several(*words: str) -> Callable[[str], tuple[str, ...]]:
    one = _one_of(*words)
    return lambda text: tuple(one(item) for item in _items(text))


def _whole(low: int, high: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        if not low <= whole_number(text) <= high:
            raise _WrongError(
                mark("Write a whole number from {low} to {high}."), low=low, high=high
            )
        return int(text)

    return read


def _wholes(low: int, high: int) -> Callable[[str], tuple[int, ...]]:
    one = _whole(low, high)
    return lambda text: tuple(one(item) for item in _items(text))


def _flag(text: str) -> bool:
    return _one_of("true", "false")(text) == "true"


def _tile_list(text: str) -> tuple[int, ...]:
    numbers = _wholes(1, 54)(text)
    if not numbers or len(set(numbers)) < len(numbers):
        raise _WrongError(mark("Write each tile once, with commas: 1, 2, 5."))
    return tuple(sorted(numbers))


def _named(text: str) -> Variant:
    try:
        return parse_variant(text)
    except ValueError:
        raise _WrongError(
            mark("There is no such box. There are: {names}."), names=", ".join(VARIANTS)
        ) from None


def _followed(text: str) -> Variant:
    variant = _named(text)
    if not can_play_exactly(variant):
        raise _WrongError(mark("This chart needs a box with dice and at most 12 tiles."))
    return variant


def _source(text: str) -> str:
    name, _, seed = text.partition(":")
    if (name, seed) in {("own", ""), ("class", "")}:
        return text
    if name in ("seed", "sim"):
        try:
            return f"seed:{check_seed(seed)}"
        except ValueError:
            pass
    if name == "list" and seed:
        return text
    raise _WrongError(
        mark("Write own, class, seed: with a word behind it, or list: with rolls behind it.")
    )


def _line(text: str) -> str:
    return text


_BOX: Mapping[str, _Read] = {
    "variant": _named,
    "tiles": _whole(1, 12),
    "dice": _whole(1, 3),
    "one_die": _one_of("never", "high-shut", "sum6"),
    "max_tiles": _whole(1, 12),
    "start": _tile_list,
    "rolls": _source,
    "task": _one_of("play", "find-all-sets", "make-total", "best-move"),
    "target": _whole(1, 78),
    "goal_count": _whole(1, 200),
    "order": _one_of("any", "small-first"),
    "roll": _line,
    "show": _several(*_SHOW),
    "record": _one_of("none", "totals", "bar"),
    "age": _one_of(*AGES),
    **{
        ("dice_as" if name == "dice" else name): _one_of(*support.choices)
        for name, support in SUPPORTS.items()
    },
}

_TOTAL, _ROLLS = _whole(1, 60), _whole(0, 10_000)
_PLAYERS = _several(*PLANS)

CHARTS: Mapping[str, Mapping[str, tuple[_Read, object]]] = MappingProxyType(
    {
        "total-bars": {
            "dice": (_whole(1, 3), 2),
            "sides": (_whole(2, 20), 6),
            "rolls": (_ROLLS, 0),
            "total": (_TOTAL, None),
            "overlay": (_one_of("none", "expected"), "none"),
            "overlay_hidden": (_flag, False),
            "speeds": (_wholes(1, 10_000), (1, 10, 100)),
            "link": (_line, None),
        },
        "two-dice-grid": {
            "colours": (_several("red", "blue"), ("red", "blue")),
            "total": (_TOTAL, None),
            "tiles": (_tile_list, ()),
            "choose": (_flag, False),
            "doubles": (_flag, False),
            "link": (_line, None),
        },
        "ways-bars": {
            "tiles": (_whole(4, 12), 9),
            "dice": (_whole(1, 3), 2),
            "total": (_TOTAL, None),
            "ways": (_one_of("both", "shut", "roll"), "both"),
        },
        "split": {"total": (_whole(2, 12), 5)},
        "backward": {"tiles": (_whole(2, 4), 3)},
        "join": {"roll": (_line, "5+3")},
        "score-bars": {
            "variant": (_followed, VARIANTS["two-dice"]),
            "players": (_PLAYERS, tuple(PLAYERS)),
            "rolls": (_ROLLS, 0),
        },
        "running-share": {
            "dice": (_whole(1, 3), 2),
            "sides": (_whole(2, 20), 6),
            "total": (_TOTAL, 7),
            "rolls": (_ROLLS, 100),
            "speeds": (_wholes(1, 10_000), (1, 10, 100, 1000)),
        },
        "running-mean": {
            "variant": (_followed, VARIANTS["two-dice"]),
            "players": (_PLAYERS, ("hard",)),
            "rolls": (_ROLLS, 0),
            "speeds": (_wholes(1, 10_000), (1, 10, 100, 1000)),
        },
        "race": {
            "dice": (_whole(1, 3), 2),
            "sides": (_whole(2, 8), 6),
            "steps": (_whole(1, 20), 5),
            "races": (_whole(1, 1000), 1),
        },
        "doubles": {"rolls": (_ROLLS, 0), "speeds": (_wholes(1, 10_000), (1, 10, 100))},
        "streaks": {"total": (_TOTAL, 7), "rolls": (_ROLLS, 1000)},
        "still-in": {
            "variant": (_followed, VARIANTS["two-dice"]),
            "players": (_PLAYERS, tuple(PLAYERS)),
        },
        "duel": {
            "variant": (_followed, VARIANTS["two-dice"]),
            "players": (_PLAYERS, ("medium", "hard")),
            "games": (_whole(2, 1000), None),
        },
    }
)
"""Every kind of chart with its options: how each is read, and what it is where nothing is said."""

_CHART: Mapping[str, _Read] = {"kind": _one_of(*CHARTS), "source": _source}
_QUESTION: Mapping[str, _Read] = {
    "type": _one_of("choice", "choices", "number", "sets", "order", "text"),
    "exit": _flag,
    "guess": _flag,
}
_OF_KIND: Mapping[str, Mapping[str, _Read]] = {
    "choice": {},
    "choices": {"missing": _line},
    "number": {"unit": _line},
    "sets": {
        "tiles": _whole(1, 12),
        "start": _tile_list,
        "target": _whole(1, 78),
        "max_tiles": _whole(1, 12),
    },
    "order": {},
    "text": {},
}
_PRINT: Mapping[str, _Read] = {
    "what": _one_of("text", "board", "tally", "grid", "questions"),
    "tiles": _whole(4, 12),
    "rows": _one_of("totals", "doubles"),
    "copies": _whole(1, 8),
}
BLOCKS = ("box", "chart", "question", "teacher", "say", "print")


class Notes:
    """What is noted while a lesson is read.

    Attributes:
        file: the name of the file.
        errors: what is wrong.
        pupil, teacher: the texts for each, with the lines where they begin.
        tags: the misconceptions that the lesson names at its top.
        used_tags: those that stand behind an answer.
    """

    def __init__(self, file: str) -> None:
        self.file = file
        self.errors: list[LessonError] = []
        self.pupil: list[tuple[int, str]] = []
        self.teacher: list[tuple[int, str]] = []
        self.tags: Mapping[str, str] = {}
        self.used_tags: set[str] = set()

    def wrong(self, line: int, message: str, /, **values: object) -> None:
        """Note an error."""
        if len(self.errors) < MOST_ERRORS:
            self.errors.append(LessonError(self.file, line, message, values))


_TAGGED = re.compile(r"(?P<text>.*?)\s*\{(?P<tag>[a-z0-9-]{1,40})\}\s*", re.ASCII)
_CHOICE = re.compile(r"[-*] \[(?P<tick>[ xX])\]\s*(?P<text>.*)")
_ITEM = re.compile(r"[0-9]{1,2}\. +(?P<text>.*)")
_FEEDBACK = re.compile(r"\s*>\s?(?P<text>.*)")
_HINT = re.compile(r"\s*\?>\s*(?P<text>.*)")
_CASE = re.compile(
    r"(?P<right>=\s*)?(?P<what>[-−]?[0-9][0-9.,/+ \u202f\xa0%]*|less|more|right|otherwise)\s*"
    r"(?:\{(?P<tag>[a-z0-9-]{1,40})\})?\s*(?:>\s*(?P<feedback>.*))?",
    re.ASCII,
)


class _Entry(NamedTuple):
    """A line of a question that an answer begins with, and the feedback below it."""

    line: int
    found: re.Match[str]
    more: list[str]
    feedback: list[str]


class BlockReader:
    """Reads one block."""

    def __init__(
        self,
        notes: Notes,
        line: int,
        kind: str,
        id: str,
        given: Mapping[str, tuple[int, str]],
        content: list[str],
        numbers: list[int],
    ) -> None:
        self.notes, self.line, self.kind, self.id = notes, line, kind, id
        self.given, self.content, self.numbers = given, content, numbers

    def wrong(self, name: str, message: str, /, **values: object) -> None:
        """Note an error at an option, or at the head of the block if it is not there."""
        line = self.given[name][0] if name in self.given else self.line
        self.notes.wrong(line, message, **values)

    def part(self) -> Part | None:
        """Return what the block is, or None if it cannot be shown."""
        match self.kind:
            case "box":
                return self._box()
            case "chart":
                return self._chart()
            case "question":
                return self._question()
            case "print":
                options = self.options(_PRINT)
                for name, what in (("tiles", "board"), ("rows", "tally")):
                    if name in options and options.get("what") != what:
                        self.wrong(name, mark("“{name}” does nothing on this sheet."), name=name)
                return Print(self.line, self.id, self.text(), **options)
            case "say":
                self.options({})
                return Say(self.line, self.id, self.text(needed=True))
        self.options({})
        words = "\n".join(self.content).strip()
        self.notes.teacher.append((self.numbers[0], words))
        if not words:
            self.notes.wrong(self.line, mark("This block is empty. Write its text in it."))
        return TeacherNote(self.line, self.id, words)

    def text(self, *, needed: bool = False) -> str:
        """Return the text of the block, for pupils."""
        return self._pupil(self.numbers[0], self.content, needed=needed)

    def _pupil(self, line: int, lines: Sequence[str], *, needed: bool = False) -> str:
        words = "\n".join(lines)
        self.notes.pupil.append((line, words))
        if needed and not words.strip():
            self.notes.wrong(self.line, mark("This block is empty. Write its text in it."))
        return words.strip()

    def options(self, known: Mapping[str, _Read]) -> dict[str, Any]:
        """Return the options as they are read; those that cannot be are left out."""
        values = {}
        for name, (line, text) in self.given.items():
            if name not in known:
                self.notes.wrong(
                    line,
                    mark("There is no option “{name}” here. There are: {names}."),
                    name=name,
                    names=", ".join(known) or "–",
                )
                continue
            try:
                values[name] = known[name](text)
            except _WrongError as error:
                self.notes.wrong(line, error.message, **error.values)
        return values

    # -- boxes --

    def _box(self) -> Box:
        given = self.options(_BOX)
        variant = self._variant(given)
        supports = dict(_SHOW[word] for word in given.pop("show", ()))
        for name in SUPPORTS:
            option = "dice_as" if name == "dice" else name
            if option in given:
                supports[name] = given.pop(option)
        box = Box(
            self.line,
            self.id,
            self.text(),
            variant=variant,
            task=given.get("task", "play"),
            target=given.get("target"),
            order=given.get("order", "any"),
            open_tiles=tiles_in(variant.start),
            record=given.get("record", "none"),
            age=given.get("age"),
            supports=MappingProxyType(supports),
        )
        box = self._with_position(self._with_rolls(box, given), given)
        return self._with_task(box, given)

    def _variant(self, given: Mapping[str, Any]) -> Variant:
        own = [name for name in ("tiles", "dice", "one_die", "max_tiles") if name in given]
        if "variant" in given:
            for name in own:
                self.wrong(name, mark("The variant says this already. Take one of them away."))
            return given["variant"]  # type: ignore[no-any-return]  # as `_named` returned it
        tiles = given.get("tiles", 9)
        count = given.get("dice", 1 if tiles <= 6 else 2)
        fewer = {
            "never": FewerDice.NEVER,
            "high-shut": FewerDice.HIGH_TILES_SHUT,
            "sum6": FewerDice.LOW_SUM,
        }[given.get("one_die", "never")]
        try:
            return custom_variant(
                tiles=tuple(range(1, tiles + 1)),
                dice=Dice(count, 6),
                fewer_dice=fewer,
                most_tiles=given.get("max_tiles"),
            )
        except ValueError:
            self.wrong("one_die", mark("With one die at every roll there are no fewer dice."))
            return VARIANTS["two-dice"]

    def _with_position(self, box: Box, given: Mapping[str, Any]) -> Box:
        if "start" not in given:
            return box
        try:
            check_position(box.variant, tile_set(given["start"]))
        except RuleError:
            self.wrong("start", mark("This box does not have all these tiles."))
            return box
        return replace(box, open_tiles=given["start"])

    def _with_rolls(self, box: Box, given: Mapping[str, Any]) -> Box:
        name, _, rest = str(given.get("rolls", "own")).partition(":")
        if name == "seed":
            return replace(box, rolls=name, seed=rest)
        is_choice = box.variant.fewer_dice != FewerDice.NEVER and not box.variant.fewer_dice_forced
        if name == "class" and is_choice:
            message = mark("One die cannot be a choice where all play the same dice.")
            self.wrong("rolls", message)
        listed = []
        for text in _items(rest):
            if (faces := _faces(box.variant, text)) is None:
                self._cannot_show("rolls", text, box.variant)
            else:
                listed.append(faces)
        if name == "list" and not listed:
            return box
        return replace(box, rolls=name, listed=tuple(listed[:40]))

    def _cannot_show(self, option: str, text: str, variant: Variant) -> None:
        self.wrong(
            option,
            mark("These dice cannot show “{text}”. Write a total, or the dice: {example}."),
            text=text[:40],
            example="3+4" if variant.dice.count > 1 else "4",
        )

    def _with_task(self, box: Box, given: Mapping[str, Any]) -> Box:
        needs_target = box.task in ("find-all-sets", "make-total")
        for name, belongs in (
            ("target", needs_target),
            ("goal_count", box.task == "find-all-sets"),
            ("order", box.task == "find-all-sets"),
            ("roll", box.task == "best-move"),
        ):
            if name in given and not belongs:
                self.wrong(name, mark("“{name}” does nothing with this task."), name=name)
        if box.task == "best-move":
            faces = _faces(box.variant, given.get("roll", ""))
            if faces is None:
                self._cannot_show("roll", given.get("roll", ""), box.variant)
                return replace(box, task="play")
            if not legal_moves(box.variant, tile_set(box.open_tiles), faces):
                self.wrong("roll", mark("No open tiles make this roll. Choose another roll."))
            return replace(box, roll=faces)
        if not needs_target:
            return box
        if box.target is None:
            self.wrong("target", mark("This task needs a number: write “:target: 12”."))
            return replace(box, task="play")
        tiles = tile_set(box.open_tiles)
        count = (
            len(sets_with_sum(tiles, box.target, box.variant.most_tiles)) if tiles < 1 << 12 else 0
        )
        if not count:
            self.wrong("target", mark("No open tiles make {target}."), target=box.target)
        elif given.get("goal_count", count) != count:
            self.wrong(
                "goal_count",
                mark("The number of sets that make {target} is {count}. Write that."),
                count=count,
                target=box.target,
            )
        return replace(box, goal_count=count if box.task == "find-all-sets" else None)

    # -- charts --

    def _chart(self) -> Chart | None:
        kind = self.given.get("kind", (0, ""))[1]
        known = CHARTS.get(kind)
        if known is None:
            self.wrong(
                "kind",
                mark("A chart needs a line “:kind: …” with one of these: {kinds}."),
                kinds=", ".join(CHARTS),
            )
            return None
        given = self.options({**_CHART, **{name: read for name, (read, _) in known.items()}})
        source, _, seed = str(given.get("source", "own")).partition(":")
        if source == "list":
            self.wrong("source", mark("Write own, class, or sim: with a word behind it."))
            source = "own"
        link = given.get("link")
        if link is not None and link not in CHARTS:
            self.wrong("link", mark("Write one of these: {words}."), words=", ".join(CHARTS))
        options: dict[str, Any] = {
            name: given.get(name, usual) for name, (_, usual) in known.items()
        }
        count, sides = int(options.get("dice", 2)), int(options.get("sides", 6))
        if (options.get("total") or count) not in range(count, count * sides + 1):
            self.wrong("total", mark("These dice never show that total."))
            options["total"] = None
        if kind == "join":
            faces = _faces(VARIANTS["two-dice"], options["roll"])
            if faces is None:
                self._cannot_show("roll", options["roll"], VARIANTS["two-dice"])
            options["roll"] = faces or (5, 3)
        if kind == "duel" and len(options["players"]) != 2:
            self.wrong("players", mark("Two players play a duel: write “:players: easy, hard”."))
            options["players"] = ("medium", "hard")
        return Chart(
            self.line,
            self.id,
            self.text(),
            kind=kind,
            source="sim" if source == "seed" else source,
            seed=seed or None,
            options=MappingProxyType(options),
        )

    # -- questions --

    def _question(self) -> Question:
        kind = self.given.get("type", (0, "choice"))[1]
        if kind not in _OF_KIND:
            self.options(_QUESTION)
            kind = "text"
            given: dict[str, Any] = {}
        else:
            given = self.options({**_QUESTION, **_OF_KIND[kind]})
        prompt, entries, hints = self._entries(kind)
        if not prompt:
            self.notes.wrong(self.line, mark("Nothing is asked here. Write the question first."))
        common = {
            "line": self.line,
            "id": self.id,
            "text": prompt,
            "hints": hints,
            "guess": given.get("guess", False),
            "exit": given.get("exit", False),
        }
        match kind:
            case "choice":
                return ChoiceQuestion(**common, choices=self._choices(entries, several=False))
            case "choices":
                return self._choices_question(common, entries, given)
            case "number":
                return self._number_question(common, entries, given)
            case "sets":
                return self._sets_question(common, entries, given)
            case "order":
                return self._order_question(common, entries)
        reply = self._pupil(entries[0].line, entries[0].feedback) if entries else ""
        return TextQuestion(**common, reply=reply)

    def _entries(self, kind: str) -> tuple[str, list[_Entry], tuple[str, ...]]:
        """Return what is asked, the answers with their feedback, and the hints."""
        begins = {
            "choice": (_CHOICE,),
            "choices": (_CHOICE,),
            "number": (_CASE,),
            "sets": (_CASE,),
            "order": (_ITEM, _CASE),
            "text": (),
        }[kind]
        prompt: list[str] = []
        entries: list[_Entry] = []
        hints: list[tuple[int, str]] = []
        for number, text in zip(self.numbers, self.content, strict=False):
            bare = text.strip()
            found = next((m for p in begins if (m := p.fullmatch(bare))), None)
            if hint := _HINT.fullmatch(text):
                hints.append((number, hint["text"]))
            elif found and not hints:
                entries.append(_Entry(number, found, [], []))
            elif feedback := _FEEDBACK.fullmatch(text):
                if kind == "text" and not entries:
                    entries.append(_Entry(number, feedback, [], []))
                if entries and not hints:
                    entries[-1].feedback.append(feedback["text"])
                else:
                    self.notes.wrong(
                        number, mark("This feedback belongs to no answer. Put it under one.")
                    )
            elif bare and entries and begins[:1] == (_CHOICE,) and text[:2] == "  " and not hints:
                entries[-1].more.append(bare)
            elif not entries and not hints:
                prompt.append(text)
            elif bare:
                self._not_read(number, kind)
        if len(hints) > MOST_HINTS:
            self.notes.wrong(
                hints[MOST_HINTS][0],
                mark("There are more than {most} hints. Keep the best ones."),
                most=MOST_HINTS,
            )
        for number, words in hints:
            if not self._pupil(number, [words]):
                self.notes.wrong(number, mark("This hint is empty. Write it behind ?>."))
        asked = self._pupil(self.numbers[0], prompt)
        return asked, entries, tuple(words for _, words in hints[:MOST_HINTS])

    def _not_read(self, line: int, kind: str) -> None:
        if kind == "text":
            message = mark("In a question of this type there is only text, a reply and hints.")
            self.notes.wrong(line, message)
        else:
            self.notes.wrong(
                line,
                mark(
                    "This is no answer, no feedback and no hint."
                    " An answer looks like this: {example}"
                ),
                example=_EXAMPLES[kind],
            )

    def _tag(self, line: int, tag: str | None) -> str | None:
        if tag is None:
            return None
        self.notes.used_tags.add(tag)
        if tag not in self.notes.tags:
            self.notes.wrong(
                line,
                mark("The tag “{tag}” is not at the top. Write it behind “misconceptions:”."),
                tag=tag,
            )
        return tag

    def _untagged(self, line: int) -> None:
        self.notes.wrong(
            line,
            mark("This wrong answer has no tag. Say which idea it shows: put {example} behind it."),
            example="{equal-sums}",
        )

    def _feedback(self, entry: _Entry, first: str | None = None, *, is_right: bool) -> str:
        lines = ([first] if first else []) + entry.feedback
        line = entry.line + (first is None)
        words = self._pupil(line, lines)
        if not words:
            self.notes.wrong(
                entry.line,
                mark("This answer has no feedback. Put a line that begins with > under it."),
            )
        elif not is_right:
            self._asks_back(line, words)
        return words

    def _asks_back(self, line: int, words: str) -> None:
        if not asks(words):
            self.notes.wrong(
                line,
                mark(
                    "The reply to a wrong answer asks back: end it with a question that helps"
                    " to think again."
                ),
            )

    def _choices(self, entries: list[_Entry], *, several: bool) -> tuple[Choice, ...]:
        choices = []
        for entry in entries[:MOST_CHOICES]:
            text = " ".join([entry.found["text"], *entry.more]).strip()
            tagged = _TAGGED.fullmatch(text)
            words, tag = (tagged["text"], tagged["tag"]) if tagged else (text, None)
            is_right = entry.found["tick"] != " "
            self._pupil(entry.line, [words])
            if not words:
                self.notes.wrong(entry.line, mark("This answer is empty. Write its text."))
            if tag is None and not is_right:
                self._untagged(entry.line)
            if tag is not None and is_right:
                self.notes.wrong(entry.line, mark("A right answer has no tag. Take it away."))
            feedback = self._feedback(entry, is_right=is_right)
            choices.append(Choice(words, is_right, feedback, self._tag(entry.line, tag)))
        right = sum(choice.is_right for choice in choices)
        if len(choices) < 2:
            self.notes.wrong(
                self.line,
                mark("This question needs two answers or more, like this: {example}"),
                example=_EXAMPLES["choice"],
            )
        elif len(entries) > MOST_CHOICES:
            self.notes.wrong(
                entries[MOST_CHOICES].line,
                mark("There are more than {most} answers."),
                most=MOST_CHOICES,
            )
        elif right != 1 and not several:
            self.notes.wrong(
                self.line,
                mark("{count} answers have an x. Exactly one is right: write it as - [x]."),
                count=right,
            )
        elif not right:
            self.notes.wrong(self.line, mark("No answer is right. Write right ones as - [x]."))
        return tuple(choices)

    def _choices_question(
        self, common: Mapping[str, Any], entries: list[_Entry], given: Mapping[str, Any]
    ) -> ChoicesQuestion:
        choices = self._choices(entries, several=True)
        line = self.given.get("missing", (self.line, ""))[0]
        missing = self._pupil(line, [given.get("missing", "")])
        if missing:
            self._asks_back(line, missing)
        else:
            self.notes.wrong(
                self.line,
                mark("Say what a pupil hears who found only some: “:missing: Which one is left?”"),
            )
        return ChoicesQuestion(**common, choices=choices, missing=missing)

    def _cases(self, entries: Iterable[_Entry], kind: str) -> list[tuple[int, Case]]:
        """Return what is said to which answers, each with its line."""
        cases: list[tuple[int, Case]] = []
        for entry in entries:
            what = entry.found["what"].strip()
            tag = self._tag(entry.line, entry.found["tag"])
            is_right = entry.found["right"] is not None
            words = self._feedback(
                entry, entry.found["feedback"], is_right=is_right or what == "right"
            )
            if what in _WORDS:
                if is_right:
                    self.notes.wrong(
                        entry.line, mark("= stands before a right answer: a number, or tiles.")
                    )
                case: Case | None = Case(what == "right", what, words, tag)
                if what not in _CASES[kind]:
                    self.notes.wrong(
                        entry.line,
                        mark("“{what}” does nothing in this question. There are: {allowed}."),
                        what=what,
                        allowed=", ".join(_CASES[kind]),
                    )
                    continue
            else:
                if not is_right and tag is None:
                    self._untagged(entry.line)
                case = self._exact(entry, Case(is_right, what, words, tag), kind)
            if case is None:
                continue
            if any(_covers(before, case, kind) for _, before in cases):
                self.notes.wrong(
                    entry.line, mark("This is never reached: an answer above says it already.")
                )
            cases.append((entry.line, case))
        return cases[: 2 * MOST_CHOICES]

    def _exact(self, entry: _Entry, case: Case, kind: str) -> Case | None:
        if kind == "number":
            ends = [read_number(end) for end in case.what.split("..")]
            if len(ends) in (1, 2) and None not in ends:
                low, high = ends[0], ends[-1]
                if low is not None and high is not None and low <= high:
                    return replace(case, what="is" if low == high else "range", low=low, high=high)
        elif kind == "sets":
            numbers = [whole_number(part.strip()) for part in case.what.split("+")]
            if all(1 <= n <= 12 for n in numbers) and len(set(numbers)) == len(numbers):
                return replace(case, what="is", tiles=tuple(sorted(numbers)))
        self.notes.wrong(
            entry.line,
            mark("This answer cannot be read. Write it like this: {example}"),
            example=_EXAMPLES[kind],
        )
        return None

    def _need(self, cases: Iterable[Case], *names: str) -> None:
        there = {case.what for case in cases}
        for name in names:
            if name not in there:
                self.notes.wrong(
                    self.line,
                    mark("Say what a pupil hears otherwise: a line “{name} > …”."),
                    name=name,
                )

    def _number_question(
        self, common: Mapping[str, Any], entries: list[_Entry], given: Mapping[str, Any]
    ) -> NumberQuestion:
        cases = tuple(case for _, case in self._cases(entries, "number"))
        if not any(case.is_right for case in cases):
            self.notes.wrong(
                self.line,
                mark("No answer is right. Write one like this: {example}"),
                example=_EXAMPLES["number"],
            )
        self._need(cases, "otherwise")
        return NumberQuestion(**common, cases=cases, unit=given.get("unit", ""))

    def _sets_question(
        self, common: Mapping[str, Any], entries: list[_Entry], given: Mapping[str, Any]
    ) -> SetsQuestion:
        lined = self._cases(entries, "sets")
        cases = tuple(case for _, case in lined)
        tiles = given.get("start") or tuple(range(1, given.get("tiles", 9) + 1))
        if tiles[-1] > 12:
            self.wrong("start", mark("This box does not have all these tiles."))
            tiles = tuple(range(1, 10))
        target = given.get("target", 0)
        only = any(case.is_right and case.what == "is" for case in cases)
        most = given.get("max_tiles")
        every = {tiles_in(s) for s in sets_with_sum(tile_set(tiles), target, most)}
        if "target" not in given:
            self.wrong("target", mark("This task needs a number: write “:target: 12”."))
        elif not every:
            self.wrong("target", mark("No open tiles make {target}."), target=target)
        for line, case in lined:
            if case.what == "is" and case.is_right and case.tiles not in every:
                self.notes.wrong(
                    line, mark("These tiles do not make {target} in this box."), target=target
                )
            if case.what == "is" and not case.is_right and not only and case.tiles in every:
                self.notes.wrong(
                    line,
                    mark("These tiles do make {target}: put = before them, or take the line away."),
                    target=target,
                )
        if not only:
            self._need(cases, "right")
        if only or not {"less", "more"} <= {case.what for case in cases}:
            self._need(cases, "otherwise")
        return SetsQuestion(**common, tiles=tiles, target=target, most=most, cases=cases, only=only)

    def _order_question(self, common: Mapping[str, Any], entries: list[_Entry]) -> OrderQuestion:
        items = [entry for entry in entries if entry.found.re is _ITEM]
        others = [entry for entry in entries if entry.found.re is _CASE]
        cases = tuple(case for _, case in self._cases(others, "order"))
        words = [self._pupil(item.line, [item.found["text"]]) for item in items]
        for item in items:
            if item.feedback:
                self.notes.wrong(
                    item.line, mark("Feedback stands behind “right >” and “otherwise >” here.")
                )
        if not 2 <= len(items) <= MOST_CHOICES or len(set(words)) < len(words):
            self.notes.wrong(
                self.line,
                mark("Write 2 to {most} different things in the right order: {example}"),
                most=MOST_CHOICES,
                example=_EXAMPLES["order"],
            )
        self._need(cases, "right", "otherwise")
        return OrderQuestion(**common, items=tuple(words[:MOST_CHOICES]), cases=cases)


_EXAMPLES = {
    "choice": "- [x] 7",
    "choices": "- [x] 7",
    "number": "= 11/36 > Yes.",
    "sets": "= 4+6 > Yes.",
    "order": "1. First",
    "text": "?> A hint.",
}
_WORDS = ("less", "more", "right", "otherwise")
_CASES = {
    "number": ("less", "more", "otherwise"),
    "sets": _WORDS,
    "order": ("right", "otherwise"),
}


def _covers(before: Case, case: Case, kind: str) -> bool:
    """Return whether no answer reaches ``case``, as ``before`` stands above it."""
    if before.what == "otherwise" and not (case.is_right and kind != "number"):
        return True
    if before.low is None or before.high is None or case.low is None or case.high is None:
        return before.what == case.what and before.tiles == case.tiles
    return before.low <= case.low and case.high <= before.high


def _faces(variant: Variant, text: str) -> Roll | None:
    """Return the faces that a text names, or None if the dice cannot show them.

    A total alone stands for faces as equal as they can be.
    """
    numbers = [whole_number(part.strip()) for part in text.split("+")]
    count = variant.dice.count
    if isinstance(variant.dice, Bag) or -1 in numbers or not text:
        return None
    if len(numbers) == 1 and count > 1:
        low, more = divmod(numbers[0], count)
        numbers = [low] * (count - more) + [low + 1] * more
    if tuple(sorted(numbers)) not in variant.dice.odds(count):
        return None
    return tuple(numbers)
