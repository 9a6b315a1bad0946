"""What a lesson is made of, ready to be shown: no Markdown structure, no expressions are left.

`lessons.parse_lesson` makes these from a file. Texts are Markdown of a line or a few paragraphs;
`lessons.to_html` and `lessons.to_plain` write them. Answers are plain JSON values, so that they can
be kept in a browser: every question says in `Question.check` what it takes.
"""

from __future__ import annotations

import re
import unicodedata
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from hashlib import sha256
from types import MappingProxyType

from shutbox.dice import Roll
from shutbox.i18n import Language
from shutbox.tiles import sets_with_sum, tile_set, tiles_in
from shutbox.variants import Variant


@dataclass(frozen=True, slots=True)
class LessonError:
    """Something wrong in a lesson.

    Attributes:
        file: the file as it was named to the parser.
        line: from 1.
        message: what is wrong and what to do, an English sentence with {places}.
        values: what stands in the places.
    """

    file: str
    line: int
    message: str
    values: Mapping[str, object] = field(default_factory=dict)

    @classmethod
    def of(cls, file: str, line: int, message: str, /, **values: object) -> LessonError:
        """Return an error; its values are given by name."""
        return cls(file, line, message, values)

    def sentence(self, language: Language) -> str:
        """Return what is wrong in the reader's language, without file and line."""
        return language(self.message, **self.values)

    def __str__(self) -> str:
        return f"{self.file}: Line {self.line}: {self.message.format(**self.values)}"


@dataclass(frozen=True, slots=True)
class Part:
    """Something in a step.

    Attributes:
        line: where it begins in the file.
    """

    line: int


@dataclass(frozen=True, slots=True)
class Text(Part):
    """Text for the pupil, as Markdown."""

    text: str


@dataclass(frozen=True, slots=True)
class Block(Part):
    """A part with a name.

    Attributes:
        id: unique in the lesson. A ``teacher`` block may have none: then it is ``teacher-12``, with
            its line.
        text: the Markdown in it; "" if there is none.
    """

    id: str
    text: str


@dataclass(frozen=True, slots=True)
class TeacherNote(Block):
    """For the teacher's plan and card; never shown to pupils."""


@dataclass(frozen=True, slots=True)
class Say(Block):
    """Text that is read aloud: a speech bubble."""


@dataclass(frozen=True, slots=True)
class Print(Block):
    """Something on paper.

    Attributes:
        what: "board", "tally", "grid", "questions" or "text".
        tiles: for the board: tiles 1 to this one.
        rows: for the tally: "totals" or "doubles".
        copies: how many on a page.
    """

    what: str = "text"
    tiles: int = 9
    rows: str = "totals"
    copies: int = 1


@dataclass(frozen=True, slots=True)
class Box(Block):
    """A box to play in.

    Attributes:
        variant: the rules; ``variant.id`` can stand in links.
        task: "play", "find-all-sets", "make-total" or "best-move".
        rolls: where the rolls come from: "own", "class", "seed" or "list".
        seed: the seed, where ``rolls`` is "seed".
        listed: the faces of each roll, where ``rolls`` is "list".
        target: the total of "find-all-sets" and "make-total", or None.
        goal_count: how many sets there are to find, or None.
        order: "small-first" where found sets are to be listed so, or "any".
        roll: the faces on the table of "best-move", or None.
        open_tiles: the position the task begins with, as tiles.
        record: "totals" where the totals rolled are listed below, "bar" where the rolls used fill
            a bar as long as all tiles together, or "none".
        age: the age group whose settings the box begins with, or None.
        supports: settings of the box by name, those of `shutbox.supports.SUPPORTS`.
    """

    variant: Variant
    task: str = "play"
    rolls: str = "own"
    seed: str | None = None
    listed: tuple[Roll, ...] = ()
    target: int | None = None
    goal_count: int | None = None
    order: str = "any"
    roll: Roll | None = None
    open_tiles: tuple[int, ...] = ()
    record: str = "none"
    age: str | None = None
    supports: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Chart(Block):
    """A chart.

    Attributes:
        kind: a key of `lessons.CHARTS`.
        source: "own", "class" or "sim".
        seed: names the dice of "sim", or None.
        options: everything else, by name, with every option of the kind there: given or usual.
    """

    kind: str
    source: str = "own"
    seed: str | None = None
    options: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Reply:
    """What is said to an answer.

    Attributes:
        is_right: None where an answer is not judged, or could not be read.
        feedback: Markdown; "" where nothing is to be said.
        tag: the misconception that the answer shows, or None.
        is_read: whether the answer could be read; otherwise the pupil is asked to answer again.
    """

    is_right: bool | None
    feedback: str
    tag: str | None = None
    is_read: bool = True


UNREAD = Reply(None, "", is_read=False)
"""The reply to what is no answer."""


@dataclass(frozen=True, slots=True)
class Question(Block, ABC):
    """A question; ``text`` is what is asked.

    Attributes:
        hints: at most three, each a little more.
        guess: whether it asks for a guess: any answer is kept, and looked at again later.
        exit: whether it is the exit question.
    """

    hints: tuple[str, ...] = ()
    guess: bool = False
    exit: bool = False

    @property
    def kind(self) -> str:
        """Its name in a lesson: "choice", "choices", "number", "sets", "order" or "text"."""
        return KINDS[type(self)]

    @abstractmethod
    def check(self, answer: object) -> Reply:
        """Return the reply to an answer; to anything that is none, one that `Reply.is_read` tells.

        Each kind says what an answer is.
        """


@dataclass(frozen=True, slots=True)
class Choice:
    """One of the answers to choose from.

    Attributes:
        text: what it says.
        is_right: whether it is right.
        feedback: what is said to whoever chose it.
        tag: the misconception it shows, or None.
    """

    text: str
    is_right: bool
    feedback: str
    tag: str | None


@dataclass(frozen=True, slots=True)
class ChoiceQuestion(Question):
    """Choose one. An answer is the index of a choice, from 0."""

    choices: tuple[Choice, ...] = ()

    def check(self, answer: object) -> Reply:
        """See `Question.check`."""
        if not _is_index(answer, self.choices):
            return UNREAD
        chosen = self.choices[answer]  # type: ignore[call-overload]  # an index, as just checked
        return Reply(chosen.is_right, chosen.feedback, chosen.tag)


@dataclass(frozen=True, slots=True)
class ChoicesQuestion(Question):
    """Choose all that are right. An answer is a list of indices.

    Attributes:
        missing: what is said where all that are chosen are right, but not all right ones chosen.
    """

    choices: tuple[Choice, ...] = ()
    missing: str = ""

    def check(self, answer: object) -> Reply:
        """See `Question.check`. The reply to a wrong choice comes before that to a missing one."""
        if not isinstance(answer, list | tuple) or not answer:
            return UNREAD
        if not all(_is_index(item, self.choices) for item in answer):
            return UNREAD
        chosen = [self.choices[index] for index in sorted(set(answer))]
        if wrong := [choice for choice in chosen if not choice.is_right]:
            return Reply(False, wrong[0].feedback, wrong[0].tag)
        if len(chosen) < sum(choice.is_right for choice in self.choices):
            return Reply(False, self.missing)
        return Reply(True, "\n\n".join(choice.feedback for choice in chosen))


@dataclass(frozen=True, slots=True)
class Case:
    """What is said to certain answers to a question about a number, a set or an order.

    Attributes:
        is_right: whether these answers are right.
        what: "is" (a number, or a set), "range", "less", "more", "right" (whatever is right) or
            "otherwise".
        low, high: of a number or a range, both ends counting.
        tiles: of a set.
        feedback: what is said.
        tag: the misconception, or None.
    """

    is_right: bool
    what: str
    feedback: str
    tag: str | None = None
    low: Fraction | None = None
    high: Fraction | None = None
    tiles: tuple[int, ...] = ()

    def holds(self, number: Fraction, right: Sequence[tuple[Fraction, Fraction]]) -> bool:
        """Return whether it speaks of a number; ``right`` has what is right, from and to."""
        match self.what:
            case "is" | "range" if self.low is not None and self.high is not None:
                return self.low <= number <= self.high
            case "less":
                return number < min(low for low, _ in right)
            case "more":
                return number > max(high for _, high in right)
        return self.what == "otherwise"


@dataclass(frozen=True, slots=True)
class NumberQuestion(Question):
    """A number. An answer is a number or a text: 7, "0.5", "0,5", "11/36", "50 %".

    Attributes:
        cases: looked at in order; the first that holds replies.
        unit: what stands behind the field, or "".
    """

    cases: tuple[Case, ...] = ()
    unit: str = ""

    def check(self, answer: object) -> Reply:
        """See `Question.check`."""
        number = read_number(answer)
        right = [
            (case.low, case.high)
            for case in self.cases
            if case.is_right and case.low is not None and case.high is not None
        ]
        if number is None or not right:
            return UNREAD
        for case in self.cases:
            if case.holds(number, right):
                return Reply(case.is_right, case.feedback, case.tag)
        return Reply(False, "")


@dataclass(frozen=True, slots=True)
class SetsQuestion(Question):
    """A set of tiles that makes a total. An answer is a list of tiles.

    Attributes:
        tiles: those to choose from, ascending.
        target: what they have to make.
        most: at most so many tiles, or None.
        cases: sets with a reply of their own; "less", "more", "right", "otherwise".
        only: whether only the sets named as right are right.
    """

    tiles: tuple[int, ...] = ()
    target: int = 0
    most: int | None = None
    cases: tuple[Case, ...] = ()
    only: bool = False

    @property
    def right_sets(self) -> tuple[tuple[int, ...], ...]:
        """Every right set, ascending, the ones with fewest tiles first."""
        named = {case.tiles for case in self.cases if case.is_right and case.what == "is"}
        every = sets_with_sum(tile_set(self.tiles), self.target, self.most)
        found = [tiles_in(tiles) for tiles in every]
        return tuple(tiles for tiles in found if tiles in named or not self.only)

    def check(self, answer: object) -> Reply:
        """See `Question.check`."""
        if not isinstance(answer, list | tuple) or not answer:
            return UNREAD
        if not all(type(item) is int and item in self.tiles for item in answer):
            return UNREAD
        chosen = tuple(sorted(set(answer)))
        is_right = chosen in self.right_sets and len(chosen) == len(answer)
        made = sum(answer)
        for case in self.cases:
            holds = {
                "is": case.tiles == chosen,
                "less": made < self.target,
                "more": made > self.target,
                "right": is_right,
                "otherwise": not is_right,
            }
            if holds[case.what]:
                return Reply(is_right, case.feedback, case.tag)
        return Reply(is_right, "")


@dataclass(frozen=True, slots=True)
class OrderQuestion(Question):
    """Put things in order. An answer is a list of all indices of ``items``, first thing first.

    Attributes:
        items: in the right order.
        cases: "right" and "otherwise".
    """

    items: tuple[str, ...] = ()
    cases: tuple[Case, ...] = ()

    @property
    def shuffled(self) -> tuple[int, ...]:
        """The indices in the order in which they are shown first: never the right one."""
        indices = range(len(self.items))
        mixed = sorted(indices, key=lambda i: sha256(f"{self.id}/{i}".encode()).digest())
        return tuple(mixed if mixed != list(indices) else mixed[::-1])

    def check(self, answer: object) -> Reply:
        """See `Question.check`."""
        indices = list(range(len(self.items)))
        if not isinstance(answer, list | tuple) or not all(type(item) is int for item in answer):
            return UNREAD
        if sorted(answer) != indices:
            return UNREAD
        is_right = list(answer) == indices
        wanted = "right" if is_right else "otherwise"
        for case in self.cases:
            if case.what == wanted:
                return Reply(is_right, case.feedback, case.tag)
        return Reply(is_right, "")


@dataclass(frozen=True, slots=True)
class TextQuestion(Question):
    """Say it in words. An answer is a text; it is never judged.

    Attributes:
        reply: what is said to any answer, or "".
    """

    reply: str = ""

    def check(self, answer: object) -> Reply:
        """See `Question.check`."""
        if not isinstance(answer, str) or not answer.strip():
            return UNREAD
        return Reply(None, self.reply)


KINDS: Mapping[type[Question], str] = MappingProxyType(
    {
        ChoiceQuestion: "choice",
        ChoicesQuestion: "choices",
        NumberQuestion: "number",
        SetsQuestion: "sets",
        OrderQuestion: "order",
        TextQuestion: "text",
    }
)
"""The kinds of questions and their names in a lesson."""


@dataclass(frozen=True, slots=True)
class Step:
    """A step of a lesson.

    Attributes:
        id: unique in the lesson; progress is kept by it.
        title: its heading, plain text.
        minutes: how long it takes; 0 where nothing is said.
        parts: what it shows, in order.
        line: where it begins in the file.
    """

    id: str
    title: str
    minutes: int
    parts: tuple[Part, ...]
    line: int

    @property
    def pupil_parts(self) -> tuple[Part, ...]:
        """The parts without the teacher's notes."""
        return tuple(part for part in self.parts if not isinstance(part, TeacherNote))

    @property
    def texts(self) -> tuple[str, ...]:
        """What a pupil reads on its screen before the first answer; paper does not count."""
        found: list[str] = []
        for part in self.pupil_parts:
            match part:
                case Print():
                    continue
                case Text(text=text) | Block(text=text):
                    found.append(text)
            match part:
                case ChoiceQuestion(choices=choices) | ChoicesQuestion(choices=choices):
                    found += (choice.text for choice in choices)
                case OrderQuestion(items=items):
                    found += items
        return tuple(found)

    @property
    def questions(self) -> tuple[Question, ...]:
        """Its questions, in order."""
        return tuple(part for part in self.parts if isinstance(part, Question))


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson, as far as it could be read.

    Attributes:
        id: unique among the lessons; in links.
        order: its place on the shelf.
        title, goal, you_need, topic: plain text.
        lang: the code of its language.
        age: from and to, in years.
        minutes: how long it takes.
        standards: codes of curricula.
        misconceptions: tags with a sentence a child may say; of known tags the English one of
            `lessons.MISCONCEPTIONS`, to be translated.
        facts: the expressions that must be true.
        steps: in order.
        errors: everything that is wrong, by line.
        file: where it was read from.
    """

    id: str
    order: int
    title: str
    lang: str
    age: tuple[int, int]
    minutes: int
    goal: str
    you_need: str
    topic: str
    standards: tuple[str, ...]
    misconceptions: Mapping[str, str]
    facts: tuple[str, ...]
    steps: tuple[Step, ...]
    errors: tuple[LessonError, ...]
    file: str

    @property
    def is_sound(self) -> bool:
        """Whether nothing is wrong with it."""
        return not self.errors

    @property
    def questions(self) -> tuple[Question, ...]:
        """All its questions, in order."""
        return tuple(question for step in self.steps for question in step.questions)

    def step(self, id: str | None) -> Step | None:
        """Return the step with this id, or None."""
        return next((step for step in self.steps if step.id == id), None)


# ---- answers ----

_FRACTION = re.compile(
    r"(?P<sign>[-−]?)(?:(?P<whole>\d{1,9})\s+)?(?P<some>\d{1,9})\s*[/⁄]\s*(?P<of>\d{1,9})"
)
_GROUPED = re.compile(r"[-−]?[1-9]\d{0,2}(?:[, ]\d{3}){1,3}")
_DECIMAL = re.compile(
    r"(?P<sign>[-−]?)(?P<whole>\d{1,9})(?:[.,](?P<decimals>\d{1,9}))?(?P<percent>\s*%)?"
)


def read_number(answer: object) -> Fraction | None:
    """Return the number that an answer is, or None if it is none.

    Whole numbers, decimals with a point or a comma, fractions, mixed numbers and percentages;
    equal ones are equal. What looks like thousands is read so: 1,296 is more than a thousand.
    """
    if isinstance(answer, bool):
        return None
    if isinstance(answer, int):
        return Fraction(answer)
    if isinstance(answer, float):
        return Fraction(repr(answer)) if abs(answer) < 1e12 else None
    if not isinstance(answer, str) or len(answer) > 40:
        return None
    text = unicodedata.normalize("NFKC", answer).strip()
    if _GROUPED.fullmatch(text):
        text = re.sub("[, ]", "", text)
    if found := _FRACTION.fullmatch(text):
        if not int(found["of"]):
            return None
        number = int(found["whole"] or 0) + Fraction(int(found["some"]), int(found["of"]))
    elif found := _DECIMAL.fullmatch(text):
        number = Fraction(f"{found['whole']}.{found['decimals'] or 0}")
        if found["percent"]:
            number /= 100
    else:
        return None
    return -number if found["sign"] else number


def _is_index(answer: object, items: Sequence[object]) -> bool:
    return type(answer) is int and 0 <= answer < len(items)
