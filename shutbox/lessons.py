"""Lessons: Markdown files that a teacher can edit, read into `Lesson` and checked.

The format is described in ``lessons/README.md``. A lesson is read as far as it goes: whatever is
wrong is told with its line in `Lesson.errors`, and never raised. ``{{ ... }}`` is replaced by what
the engine says (`facts`), before anything else is read. ``python -m shutbox.lessons check [path]``
prints all errors of a file or folder.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, replace
from functools import lru_cache, partial
from pathlib import Path
from types import MappingProxyType
from typing import Any

import yaml
from markdown_it.token import Token
from mdit_py_plugins.colon_fence import colon_fence_plugin

from shutbox.facts import Calculator, FactError
from shutbox.i18n import SOURCE, best_language, language, mark
from shutbox.lesson_blocks import BLOCKS, CHARTS, BlockReader, Notes, whole_number
from shutbox.lesson_parts import (
    Block,
    Lesson,
    LessonError,
    Part,
    Print,
    Question,
    Step,
    TeacherNote,
    Text,
)
from shutbox.lesson_words import (
    AVOID,
    SafeMarkdown,
    is_link,
    most_on_screen,
    most_words,
    sentences,
    to_html,
    to_plain,
    word_list,
)

__all__ = [
    "CHARTS",
    "LESSONS",
    "MISCONCEPTIONS",
    "check",
    "lesson_files",
    "load_lessons",
    "parse_lesson",
    "read_lesson",
    "to_html",
    "to_plain",
    "translation_errors",
]

LESSONS = Path(__file__).parents[1] / "lessons"
"""The folder of the lessons."""

LONGEST_FILE = 40_000
LONGEST_LINE = 1_000
LONGEST_PARAGRAPH = 3_000
MOST_STEPS = 30
MOST_BLOCKS = 80
MOST_VALUES = 200
"""The most of everything that one lesson may have, in characters or by number."""

MISCONCEPTIONS: Mapping[str, str] = MappingProxyType(
    {
        "equal-sums": mark("All totals are equally likely."),
        "order-ignored": mark("3 and 4 is the same roll as 4 and 3."),
        "tiles-not-dice": mark("12 is easy to roll, because it has the most sets of tiles."),
        "one-roll-proves": mark("One roll or one race shows what is likely."),
        "small-sample": mark("A few rolls must look like the chart."),
        "due": mark("A number that has not come for long must come soon."),
        "bigger-likelier": mark("Bigger totals are easier to roll."),
        "six-is-special": mark("A 6 is harder to roll than other numbers."),
        "more-tiles-better": mark("Shut as many tiles as you can."),
    }
)
"""The misconceptions that every lesson may name, with what a child says."""

_STRUCTURE = SafeMarkdown("commonmark", {"html": False}).use(colon_fence_plugin).disable("inline")
_OPENS = re.compile(r" {0,3}:::+\s*\{")
_HEAD = re.compile(r"\{(?P<kind>[^{}]*)\}\s*(?P<id>.*)")
_ID = re.compile(r"[a-z][a-z0-9-]{0,39}", re.ASCII)
_OPTION = re.compile(r":(?P<name>[a-z_]+):(?P<value>.*)", re.ASCII)
_HEADING = re.compile(r"(?P<title>.*?)\s*(?:\{(?P<attributes>[^{}]*)\})?")
_VALUE = re.compile(r"\{\{(.*?)\}\}")


class _Reader:
    """Reads one lesson and collects what is wrong with it."""

    def __init__(self, file: str) -> None:
        self.notes = Notes(file)
        self.ids: dict[str, int] = {}
        self.blocks = 0

    def wrong(self, line: int, message: str, /, **values: object) -> None:
        """Note an error."""
        self.notes.wrong(line, message, **values)

    # -- the whole --

    def lesson(self, text: str) -> Lesson:
        """Read a lesson."""
        lines = self._lines(text)
        head, body = self._front_matter(lines)
        about = _FrontMatter(self.notes, head)
        self.notes.tags = about.misconceptions
        calculator = Calculator(language(best_language(about.lang)))
        for line, fact in about.facts:
            try:
                calculator.check(fact)
            except FactError as error:
                self.wrong(line, error.message, **error.values)
        steps = self._steps(self._filled(lines, body, calculator), body)
        self._check_whole(about, steps)
        self._check_texts(about)
        self.notes.errors.sort(key=lambda error: error.line)
        return Lesson(
            id=about.id,
            order=about.order,
            title=about.title,
            lang=about.lang,
            age=about.age,
            minutes=about.minutes,
            goal=about.goal,
            you_need=about.you_need,
            topic=about.topic,
            standards=about.standards,
            misconceptions=MappingProxyType(dict(about.misconceptions)),
            facts=tuple(fact for _, fact in about.facts),
            steps=steps,
            errors=tuple(self.notes.errors),
            file=self.notes.file,
        )

    def _lines(self, text: str) -> list[str]:
        text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
        if len(text) > LONGEST_FILE:
            self.wrong(
                text.count("\n", 0, LONGEST_FILE) + 1,
                mark("This lesson is too long: {most} characters are the most. Make two of it."),
                most=LONGEST_FILE,
            )
        lines = text[:LONGEST_FILE].split("\n")
        for number, line in enumerate(lines):
            if len(line) > LONGEST_LINE:
                self.wrong(
                    number + 1,
                    mark("This line is too long: {most} characters are the most. Break it."),
                    most=LONGEST_LINE,
                )
                lines[number] = line[:LONGEST_LINE]
        return lines

    def _front_matter(self, lines: list[str]) -> tuple[str, int]:
        """Return the text between the first two ``---``, and the index of the line after it."""
        if lines[0].rstrip() == "---":
            for index, line in enumerate(lines[1:], 1):
                if line.rstrip() == "---":
                    return "\n".join(lines[1:index]), index + 1
        self.wrong(
            1,
            mark(
                "A lesson begins with a line ---, then lines such as “title: Meet the box”,"
                " then a line --- again."
            ),
        )
        return "", 0

    def _filled(self, lines: list[str], body: int, calculator: Calculator) -> list[str]:
        """Return the lines of the body with ``{{ ... }}`` replaced by what the engine says."""
        values = 0

        def value(line: int, found: re.Match[str]) -> str:
            nonlocal values
            values += 1
            try:
                if values <= MOST_VALUES:
                    return calculator.text(found[1])
                if values == MOST_VALUES + 1:
                    self.wrong(
                        line, mark("There are too many {braces} in this lesson."), braces="{{ }}"
                    )
            except FactError as error:
                self.wrong(line, error.message, **error.values)
            return "?"

        filled = []
        length = 0
        for number, line in enumerate(lines[body:], body + 1):
            is_text = line.strip() and not line.startswith(":::")
            before, length = length, length + len(line) + 1 if is_text else 0
            if length > LONGEST_PARAGRAPH:
                if before <= LONGEST_PARAGRAPH:
                    message = mark("This paragraph is too long. Put an empty line in it.")
                    self.wrong(number, message)
                filled.append("")
                continue
            done = _VALUE.sub(partial(value, number), line)
            if "{{" in done:
                self.wrong(
                    number,
                    mark("Here {opened} is not closed. Put {closed} behind it, on the same line."),
                    opened="{{",
                    closed="}}",
                )
            filled.append(done)
        return filled

    # -- steps and blocks --

    def _steps(self, lines: list[str], body: int) -> tuple[Step, ...]:
        lines, origin = self._closed(lines, body)
        steps: list[Step] = []
        parts: list[Part] = []
        text: list[int] = []  # the first and the last line of the text under way

        def flush() -> None:
            if text:
                words = "\n".join(lines[text[0] : text[1]]).strip("\n")
                parts.append(Text(origin[text[0]], words))
                self.notes.pupil.append((origin[text[0]], words))
                text.clear()

        def step_ends() -> None:
            flush()
            if steps:
                steps[-1] = replace(steps[-1], parts=tuple(parts))
            elif parts:
                self.wrong(
                    parts[0].line,
                    mark("This stands before the first step. Put a line “## Title” above it."),
                )
                steps.append(Step("start", "", 0, tuple(parts), parts[0].line))
            parts.clear()

        tokens = _STRUCTURE.parse("\n".join(lines))
        for index, token in enumerate(tokens):
            if token.map is None or token.level or token.nesting < 0:
                self._check_nested(token, origin)
                continue
            start, end = token.map
            line = origin[start]
            if token.type == "heading_open" and token.tag in ("h1", "h2"):
                if token.tag == "h1":
                    self.wrong(line, mark("A step begins with ## and a space, not with one #."))
                step_ends()
                if len(steps) == MOST_STEPS:
                    self.wrong(line, mark("There are more than {most} steps."), most=MOST_STEPS)
                    break
                steps.append(self._step(line, tokens[index + 1].content))
            elif token.type == "colon_fence":
                flush()
                self.blocks += 1
                if self.blocks > MOST_BLOCKS:
                    self.wrong(line, mark("There are more than {most} blocks."), most=MOST_BLOCKS)
                    step_ends()
                    break
                content = token.content.split("\n")
                numbers = origin[start + 1 : start + 1 + len(content)]
                numbers += [origin[end - 1]] * (len(content) - len(numbers))
                if part := self._block(line, token.info, content, numbers):
                    parts.append(part)
            else:
                text[:] = [text[0] if text else start, end]
        else:
            step_ends()
        if not steps:
            self.wrong(body + 1, mark("There is no step. A step begins with a line “## Title”."))
        return tuple(steps)

    def _closed(self, lines: list[str], body: int) -> tuple[list[str], list[int]]:
        """Close what was left open before the next block or step; return each line's number."""
        closed: list[str] = []
        origin: list[int] = []
        opened = 0
        for number, line in enumerate(lines, body + 1):
            bare = line.strip()
            opens = bool(_OPENS.match(line))
            if opened and (opens or re.match(r"##? ", line)):
                self._unclosed(opened)
                closed.append(":::")
                origin.append(number)
                opened = 0
            if opens:
                line, opened = re.sub(r"^\s*:::+", ":::", line), number
            elif re.fullmatch(r":::+", bare):
                if not opened:
                    self.wrong(number, mark("This ::: closes nothing. Take the line away."))
                    line = ""
                else:
                    line = ":::"
                opened = 0
            elif bare.startswith(":::"):
                self.wrong(
                    number,
                    mark("A block begins like this: {example}"),
                    example=":::{box} my-box",
                )
                line = ""
            closed.append(line)
            origin.append(number)
        if opened:
            self._unclosed(opened)
            closed.append(":::")
            origin.append(body + len(lines))
        return closed, origin

    def _unclosed(self, line: int) -> None:
        self.wrong(line, mark("This block has no end. Put a line with ::: alone below it."))

    def _check_nested(self, token: Token, origin: list[int]) -> None:
        if token.type == "colon_fence" and token.map:
            self.wrong(
                origin[token.map[0]],
                mark("A block cannot stand in a list or a quotation. Begin it at the margin."),
            )

    def _step(self, line: int, heading: str) -> Step:
        found = _HEADING.fullmatch(heading)
        title, attributes = (found["title"], found["attributes"]) if found else (heading, None)
        name, minutes = "", 0
        for word in (attributes or "").split():
            if word.startswith("#"):
                name = word[1:]
            elif word.startswith("minutes=") and 0 <= whole_number(word[8:]) <= 120:
                minutes = int(word[8:])
            else:
                self.wrong(
                    line,
                    mark("“{word}” means nothing here. Write it like this: {example}"),
                    word=word[:40],
                    example="## Play first {#play minutes=6}",
                )
        if not title:
            self.wrong(line, mark("This step has no title. Write it behind ##."))
        return Step(
            self._id(line, name, "## Play first {#play minutes=6}"), title, minutes, (), line
        )

    def _id(self, line: int, id: str, example: str) -> str:
        """Return the id, or one that is free where it is missing or taken."""
        if not _ID.fullmatch(id):
            self.wrong(
                line,
                mark("This needs a name of small letters, digits and hyphens: {example}"),
                example=example,
            )
        elif id in self.ids:
            self.wrong(
                line,
                mark("The name “{id}” is taken: it stands in line {other} already."),
                id=id,
                other=self.ids[id],
            )
        else:
            self.ids[id] = line
            return id
        return f"line-{line}"

    def _block(self, line: int, info: str, content: list[str], numbers: list[int]) -> Part | None:
        found = _HEAD.fullmatch(info.strip())
        kind = found["kind"].strip() if found else ""
        if found is None or kind not in BLOCKS:
            self.wrong(
                line,
                mark("There is no block “{kind}”. There are: {kinds}."),
                kind=kind[:40],
                kinds=", ".join(BLOCKS),
            )
            return None
        name = found["id"].strip()
        if kind == "teacher" and not name:
            name = f"teacher-{line}"
        name = self._id(line, name, f":::{{{kind}}} my-{kind}")
        given: dict[str, tuple[int, str]] = {}
        start = 0
        for start, text in enumerate(content):
            option = _OPTION.fullmatch(text.strip())
            if option is None:
                if text.strip():
                    break
                continue
            if option["name"] in given:
                self.wrong(numbers[start], mark("“{name}” stands here twice."), name=option["name"])
            given[option["name"]] = numbers[start], option["value"].strip()
        rest, at = content[start:], numbers[start:]
        block = BlockReader(self.notes, line, kind, name, given, rest, at)
        return block.part()

    # -- checks of the whole --

    def _check_whole(self, about: _FrontMatter, steps: tuple[Step, ...]) -> None:
        minutes = sum(step.minutes for step in steps)
        if about.minutes and minutes != about.minutes:
            self.wrong(
                about.line("minutes"),
                mark(
                    "The steps take {sum} minutes together, but here stands {minutes}."
                    " Change one or the other."
                ),
                sum=minutes,
                minutes=about.minutes,
            )
        for step in steps:
            if not step.parts:
                self.wrong(step.line, mark("This step is empty. Write its text below it."))
            words = sum(len(word_list(to_plain(text))) for text in step.texts)
            if words > (most := most_on_screen(about.lang)):
                self.wrong(
                    step.line,
                    mark(
                        "A pupil reads {count} words in this step, with the answers to choose"
                        " from; {most} are the most on one screen. Take some away, or make two"
                        " steps of it."
                    ),
                    count=words,
                    most=most,
                )
        parts = [part for step in steps for part in step.parts]
        if not any(isinstance(part, Question) and part.exit for part in parts):
            for part in parts:
                if isinstance(part, Print) and part.what == "questions":
                    self.wrong(
                        part.line,
                        mark("This sheet is empty. Write “:exit: true” in a question to print it."),
                    )
        for tag in sorted(self.notes.tags.keys() - self.notes.used_tags):
            self.wrong(
                about.line("misconceptions"),
                mark("No answer has the tag “{tag}”. Put it behind an answer, or take it away."),
                tag=tag,
            )

    def _check_texts(self, about: _FrontMatter) -> None:
        for line, text in self.notes.pupil + self.notes.teacher:
            self._check_markup(line, text)
        most, avoid = most_words(about.age, about.lang), AVOID.get(about.lang, {})
        for line, text in self.notes.pupil:
            for at, sentence in sentences(text):
                words = word_list(sentence)
                if len(words) > most:
                    self.wrong(
                        line + at,
                        mark(
                            "This sentence has {count} words; {most} are the most for this age."
                            " Make two of it: “{sentence}”"
                        ),
                        count=len(words),
                        most=most,
                        sentence=sentence[:80],
                    )
                for word in words:
                    if better := avoid.get(word.lower()):
                        self.wrong(
                            line + at,
                            mark("Pupils read “{better}” here, not “{word}”."),
                            better=better,
                            word=word,
                        )

    def _check_markup(self, line: int, text: str) -> None:
        for at, one in enumerate(text.split("\n")):
            if re.search(r"</?[A-Za-z!][^<>]*>", one):
                self.wrong(
                    line + at,
                    mark("HTML does nothing here and is shown as it stands. Use **bold**."),
                )
            if "![" in one:
                self.wrong(
                    line + at, mark("There are no pictures in lessons. Use a box or a chart.")
                )
            if any(not is_link(url) for url in re.findall(r"\]\(\s*<?([^)\s>]+)", one)):
                self.wrong(line + at, mark("A link begins with https://."))


class _FrontMatter:
    """What stands at the top of a lesson, with usual values where something is wrong."""

    _KNOWN = (
        "id", "order", "title", "lang", "age", "minutes", "goal", "you_need", "topic",
        "standards", "misconceptions", "facts",
    )  # fmt: skip
    _NEEDED = ("id", "order", "title", "lang", "age", "minutes", "goal", "topic")

    def __init__(self, notes: Notes, text: str) -> None:
        self._notes = notes
        self._nodes: dict[str, tuple[int, yaml.Node]] = {}
        self._read(text)
        for name in self._NEEDED if text else ():
            if name not in self._nodes:
                notes.wrong(
                    1,
                    mark("“{name}” is missing at the top. Write a line “{name}: …”."),
                    name=name,
                )
        self.id = self._id()
        self.order = self._whole("order", 0, 999)
        self.title = self._text("title", 80)
        self.lang = self._lang()
        self.age = self._age()
        self.minutes = self._whole("minutes", 1, 240)
        self.goal = self._text("goal", 200)
        self.you_need = self._text("you_need", 200)
        self.topic = self._text("topic", 60)
        self.standards = tuple(text for _, text in self._list("standards", 12))
        self.facts = self._list("facts", 60)
        self.misconceptions = self._misconceptions()

    def line(self, name: str) -> int:
        """Return the line of a name, or 1."""
        return self._nodes[name][0] if name in self._nodes else 1

    def _read(self, text: str) -> None:
        try:
            loader = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
            root = yaml.compose(text, Loader=loader)
        except yaml.YAMLError as error:
            problem = getattr(error, "problem_mark", None)
            self._notes.wrong(
                (problem.line if problem else 0) + 2,
                mark(
                    "This cannot be read. Write “name: text”; put a text with : or # in quotes;"
                    " begin the entries of a list with two spaces and -."
                ),
            )
            return
        except (RecursionError, ValueError):
            self._notes.wrong(2, mark("There are too many brackets in each other at the top."))
            return
        if not isinstance(root, yaml.MappingNode):
            if text.strip():
                self._notes.wrong(2, mark("Here stand lines such as “title: Meet the box”."))
            return
        for key, value in root.value:
            line, name = key.start_mark.line + 2, str(key.value)
            if name not in self._KNOWN:
                self._notes.wrong(
                    line,
                    mark("“{name}” means nothing here. There are: {names}."),
                    name=name[:40],
                    names=", ".join(self._KNOWN),
                )
            elif name in self._nodes:
                self._notes.wrong(line, mark("“{name}” stands here twice."), name=name)
            else:
                self._nodes[name] = line, value

    def _wrong(self, name: str, message: str, /, **values: object) -> None:
        if name in self._nodes:
            self._notes.wrong(self.line(name), message, **values)

    def _text(self, name: str, most: int) -> str:
        node = self._nodes[name][1] if name in self._nodes else None
        if not isinstance(node, yaml.ScalarNode) or not 0 < len(node.value) <= most:
            self._wrong(
                name,
                mark("Behind “{name}:” stands a text of at most {most} characters."),
                name=name,
                most=most,
            )
            return ""
        return " ".join(str(node.value).split())

    def _whole(self, name: str, low: int, high: int) -> int:
        node = self._nodes[name][1] if name in self._nodes else None
        number = whole_number(node.value) if isinstance(node, yaml.ScalarNode) else -1
        if not low <= number <= high:
            self._wrong(
                name,
                mark("Behind “{name}:” stands a whole number from {low} to {high}."),
                name=name,
                low=low,
                high=high,
            )
            return 0
        return number

    def _list(self, name: str, most: int) -> list[tuple[int, str]]:
        if name not in self._nodes:
            return []
        node = self._nodes[name][1]
        if (
            not isinstance(node, yaml.SequenceNode)
            or len(node.value) > most
            or not all(isinstance(item, yaml.ScalarNode) for item in node.value)
        ):
            self._wrong(
                name,
                mark(
                    "Below “{name}:” stand at most {most} lines that begin with two spaces and -."
                ),
                name=name,
                most=most,
            )
            return []
        return [(item.start_mark.line + 2, str(item.value)) for item in node.value]

    def _id(self) -> str:
        text = self._text("id", 40)
        if text and not _ID.fullmatch(text):
            self._wrong(
                "id", mark("“{name}:” is a name of small letters, digits and hyphens."), name="id"
            )
        return text if _ID.fullmatch(text) else "lesson"

    def _lang(self) -> str:
        lang = self._text("lang", 10)
        if re.fullmatch(r"[a-z]{2,3}(?:-[A-Z]{2})?", lang, re.ASCII):
            return lang
        self._wrong(
            "lang",
            mark("Behind “{name}:” stands the code of a language: en, fr or nl."),
            name="lang",
        )
        return SOURCE

    def _age(self) -> tuple[int, int]:
        ages = [whole_number(text) for _, text in self._list("age", 2)]
        if len(ages) == 2 and 3 <= ages[0] <= ages[1] <= 19:
            return ages[0], ages[1]
        self._wrong(
            "age",
            mark("Behind “{name}:” stand two ages from 3 to 19, like this: [9, 12]."),
            name="age",
        )
        return 9, 12

    def _misconceptions(self) -> dict[str, str]:
        found: dict[str, str] = {}
        node = self._nodes["misconceptions"][1] if "misconceptions" in self._nodes else None
        pairs: list[tuple[yaml.Node, yaml.Node | None]] = []
        items = node.value if isinstance(node, yaml.SequenceNode | yaml.MappingNode) else []
        for item in items[:20]:
            if isinstance(item, tuple):
                pairs.append(item)
            elif isinstance(item, yaml.MappingNode):
                pairs.extend(item.value[:20])
            else:
                pairs.append((item, None))
        if node is not None and not isinstance(node, yaml.SequenceNode | yaml.MappingNode):
            self._wrong(
                "misconceptions",
                mark("Behind “{name}:” stand tags, like this: [due]."),
                name="misconceptions",
            )
        for key, words in pairs:
            line, tag = key.start_mark.line + 2, str(key.value)[:60]
            sentence = str(words.value).strip() if isinstance(words, yaml.ScalarNode) else ""
            if not _ID.fullmatch(tag):
                self._notes.wrong(
                    line, mark("A tag is a name of small letters, digits and hyphens.")
                )
            elif tag not in MISCONCEPTIONS and not 0 < len(sentence) <= 200:
                self._notes.wrong(
                    line,
                    mark(
                        "The tag “{tag}” is not known. Write behind it what a child says: "
                        "“{tag}: My sentence.” Known tags are: {tags}."
                    ),
                    tag=tag,
                    tags=", ".join(MISCONCEPTIONS),
                )
            else:
                found[tag] = sentence or MISCONCEPTIONS[tag]
        return found


# ---- files ----


@lru_cache(maxsize=256)
def parse_lesson(text: str, file: str = "lesson") -> Lesson:
    """Return a lesson from the text of its file, as far as it can be read.

    Args:
        text: what stands in the file.
        file: its name, for errors.
    """
    return _Reader(file).lesson(text)


def read_lesson(path: Path) -> Lesson:
    """Return a lesson from a file.

    Raises:
        OSError: there is no such file.
    """
    data = path.read_bytes()[: 4 * LONGEST_FILE + 4]
    name = "/".join(path.parts[-3:])
    text = data.decode("utf-8", errors="replace")
    lesson = parse_lesson(text, name)
    if "\ufffd" in text:
        error = LessonError(name, 1, mark("This file is not UTF-8 text. Save it as UTF-8."))
        return replace(lesson, errors=(error, *lesson.errors))
    return lesson


def _place_errors(lesson: Lesson, path: Path) -> Iterator[LessonError]:
    """Yield where the name of a file, or of its folder, says something else than the lesson."""
    if lesson.lang != path.stem:
        yield LessonError.of(
            lesson.file,
            1,
            mark("Its name says {file}, but “lang:” says {lang}. They must be the same."),
            file=path.stem,
            lang=lesson.lang,
        )
    if path.parent.name != f"{lesson.order:02}-{lesson.id}":
        yield LessonError.of(
            lesson.file,
            1,
            mark("The folder is {folder}: “order:” and “id:” must make that name."),
            folder=path.parent.name,
        )


def translation_errors(lesson: Lesson, original: Lesson) -> tuple[LessonError, ...]:
    """Return where a translation is built otherwise than the original."""
    errors = []

    def differs(line: int, name: str) -> None:
        errors.append(
            LessonError.of(
                lesson.file,
                line,
                mark("Here “{name}” differs from the English lesson. Make it the same."),
                name=name,
            )
        )

    for name in ("id", "order", "age", "minutes", "facts"):
        if getattr(lesson, name) != getattr(original, name):
            differs(1, name)
    if lesson.misconceptions.keys() != original.misconceptions.keys():
        differs(1, "misconceptions")
    ours, theirs = _shapes(lesson), _shapes(original)
    for (line, name, shape), (_, _, other) in zip(ours, theirs, strict=False):
        if shape != other:
            differs(line, name)
            break
    else:
        if len(ours) != len(theirs):
            differs(ours[-1][0] if ours else 1, "steps")
    return tuple(errors)


def _shapes(lesson: Lesson) -> list[tuple[int, str, object]]:
    """Return what must be the same in every language: steps and blocks without their words."""
    found: list[tuple[int, str, object]] = []
    for step in lesson.steps:
        found.append((step.line, step.id, (step.id, step.minutes)))
        for part in step.parts:
            if isinstance(part, Block):
                names = {field.name for field in fields(part)} - {"line", "text", "unit"}
                shape = {name: _wordless(name, getattr(part, name)) for name in names}
                if isinstance(part, TeacherNote):
                    shape = {}
                found.append((part.line, part.id, (type(part).__name__, shape)))
    return found


def _wordless(name: str, value: Any) -> object:
    match name:
        case "choices":
            return [(choice.is_right, choice.tag) for choice in value]
        case "cases":
            return [replace(case, feedback="") for case in value]
        case "hints" | "items":
            return len(value)
        case "missing" | "reply":
            return bool(value)
    return value


def lesson_files(folder: Path = LESSONS) -> dict[str, dict[str, Path]]:
    """Return the files of every lesson: by the name of its folder, then by language."""
    found: dict[str, dict[str, Path]] = {}
    for path in sorted(folder.glob("[0-9][0-9]-*/*.md")):
        found.setdefault(path.parent.name, {})[path.stem] = path
    return found


def load_lessons(lang: str = SOURCE, folder: Path = LESSONS) -> tuple[Lesson, ...]:
    """Return all lessons in their order, each in ``lang`` if it is translated, else in English.

    Files are read again each time, but parsed only when they have changed.
    """
    lessons = []
    for files in lesson_files(folder).values():
        path = files.get(lang) or files.get(SOURCE) or next(iter(files.values()))
        lessons.append(read_lesson(path))
    return tuple(sorted(lessons, key=lambda lesson: (lesson.order, lesson.id)))


def check(path: Path = LESSONS) -> tuple[list[LessonError], int]:
    """Return all errors of a file or a folder, and how many files there are."""
    if path.is_file():
        groups = [{path.stem: path}]
    elif own := {file.stem: file for file in sorted(path.glob("*.md")) if file.stem != "README"}:
        groups = [own]
    else:
        groups = list(lesson_files(path).values())
    errors: list[LessonError] = []
    ids: dict[tuple[str, str], str] = {}
    for files in groups:
        english = next(iter(files.values())).with_name(f"{SOURCE}.md")
        original = read_lesson(english) if english.is_file() else None
        for file in files.values():
            lesson = read_lesson(file)
            errors += lesson.errors
            if original is not None and lesson.lang != SOURCE:
                errors += translation_errors(lesson, original)
            if path.is_file():
                continue
            errors += _place_errors(lesson, file)
            if original is None:
                message = mark("There is no en.md beside it. Every lesson is in English too.")
                errors.append(LessonError(lesson.file, 1, message))
            if (other := ids.setdefault((lesson.id, lesson.lang), lesson.file)) != lesson.file:
                errors.append(
                    LessonError.of(
                        lesson.file,
                        1,
                        mark("The id “{id}” is taken: {file} has it."),
                        id=lesson.id,
                        file=other,
                    )
                )
    return errors, sum(map(len, groups))


def main(arguments: Sequence[str]) -> int:
    """Run ``check [path]`` and return the exit code: 1 if something is wrong."""
    if arguments[:1] != ["check"] or len(arguments) > 2:
        print("python -m shutbox.lessons check [file or folder]")
        return 2
    path = Path(arguments[1]) if len(arguments) == 2 else LESSONS
    if not path.exists():
        print(f"There is no {path}.")
        return 2
    errors, files = check(path)
    for error in errors:
        print(error)
    print(f"{files} files, {len(errors)} errors.")
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
