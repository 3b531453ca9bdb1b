"""The layer of GIFT below questions: blocks between blank lines, comments, and escaped control characters."""

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Self

from msgspec import Struct

_CATEGORY = "$CATEGORY:"
_ESCAPE = re.compile(r"\\([~=#{}:\\n])")
_DISARMED = "\0"
_CONTROL = re.compile(r"[\\~=#{}:]")


class Marked(Struct, frozen=True):
    """A text beside its shape, of equal length: in the shape an escaped character controls nothing any more."""

    text: str
    shape: str
    line: int

    @classmethod
    def of(cls, raw: str, line: int) -> Self:
        text: list[str] = []
        shape: list[str] = []
        at = 0
        for escape in _ESCAPE.finditer(raw):
            plain = raw[at : escape.start()]
            text += (plain, "\n" if escape[1] == "n" else escape[1])
            shape += (plain, _DISARMED)
            at = escape.end()
        return cls("".join((*text, raw[at:])), "".join((*shape, raw[at:])), line)

    def part(self, start: int, end: int | None = None) -> "Marked":
        """A slice, without the white space around it, that knows its own line."""
        shape = self.shape[start:end]
        stripped = shape.lstrip()
        begin = start + len(shape) - len(stripped)
        finish = begin + len(stripped.rstrip())
        line = self.line + self.shape.count("\n", 0, begin)
        return Marked(self.text[begin:finish], self.shape[begin:finish], line)

    def cut(self, separator: str, start: int = 0) -> tuple["Marked", "Marked | None"]:
        """What stands before the first separator, and what stands after it, if there is one."""
        at = self.shape.find(separator, start)
        return (self, None) if at < 0 else (self.part(0, at), self.part(at + len(separator)))

    def answers(self) -> tuple["Marked", list[tuple[str, "Marked"]]]:
        """What stands before the first `=` or `~`, then each of these signs with what it introduces; in one pass."""
        starts = [found.start() for found in re.finditer("[=~]", self.shape)]
        lead, line, at = self.part(0, starts[0] if starts else None), self.line, 0
        entries = []
        for start, end in pairwise([*starts, len(self.shape)]):
            line, at = line + self.shape.count("\n", at, start), start
            piece = Marked(self.text[start + 1 : end], self.shape[start + 1 : end], line)
            entries.append((self.shape[start], piece.part(0)))
        return lead, entries


class Block(Struct, frozen=True):
    """One question or description, the category it stands under, and the comments that stand in it."""

    body: Marked
    category: str
    comments: tuple[str, ...]


def blocks(text: str) -> Iterator[Block]:
    category, first = "", 0
    lines: list[str] = []
    comments: list[str] = []
    for line, raw in enumerate([*text.split("\n"), ""], 1):
        content = raw.strip()
        if content.startswith("//"):
            comments.append(content)
            lines += [""] if lines else []
        elif content.startswith(_CATEGORY) and not lines:
            category = Marked.of(content.removeprefix(_CATEGORY), line).text.strip()
        elif content:
            first = first if lines else line
            lines.append(raw)
        else:
            if lines:
                yield Block(Marked.of("\n".join(lines), first).part(0), category, tuple(comments))
            lines, comments = [], []


def escaped(text: str) -> str:
    return _CONTROL.sub(r"\\\g<0>", text).replace("\n", "\\n")


def tokens(comment: str, name: str) -> Iterator[str]:
    """The values of `[name:value]` in a comment; inside a value a backslash keeps the next character."""
    opening = f"[{name}:"
    at = comment.find(opening)
    while at >= 0:
        value: list[str] = []
        at += len(opening)
        while at < len(comment) and comment[at] != "]":
            at += comment[at] == "\\"
            value.append(comment[at : at + 1])
            at += 1
        if at < len(comment):
            yield "".join(value).strip()
        at = comment.find(opening, at)


def token(name: str, value: str) -> str:
    kept = value.replace("\\", "\\\\").replace("]", "\\]")
    return f"[{name}:{kept}]"
