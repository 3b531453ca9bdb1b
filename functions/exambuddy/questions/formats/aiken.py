"""Questions in Aiken: a question on one line, options `A.` or `A)` on a line each, then `ANSWER: X`.

The format has no way to continue a line; a second line of text is reported rather than guessed to belong to the first.
"""

import re

from msgspec import Struct, field

from functions.exambuddy.questions.formats.report import Code, Gathering
from functions.exambuddy.questions.kinds import LABELS, Kind, Question

_OPTION = re.compile(r"([A-Z])[.)](?:[ \t]+(.*))?", re.DOTALL)
_ANSWER = "ANSWER:"


class _Open(Struct):
    """The question being read; a broken one swallows its lines up to its answer or the next blank line."""

    line: int
    text: str
    options: list[str] = field(default_factory=list)
    broken: bool = False


def read_aiken(text: str, found: Gathering) -> None:
    asked: _Open | None = None
    for line, raw in enumerate(text.split("\n"), 1):
        content = raw.strip()
        if asked and asked.broken:
            if not content or content.startswith(_ANSWER):
                asked = None
        elif not content:
            continue
        elif content.startswith(_ANSWER):
            _finish(asked, line, content.removeprefix(_ANSWER).strip(), found)
            asked = None
        elif asked is None:
            asked = _begin(line, content, found)
        else:
            _continue(asked, line, content, found)
    if asked and not asked.broken:
        found.refused(asked.line, Code.AIKEN_ANSWER_MISSING, "the question has no ANSWER line")


def _begin(line: int, content: str, found: Gathering) -> _Open:
    is_option = _OPTION.fullmatch(content) is not None
    if is_option:
        found.refused(line, Code.AIKEN_OPTION_BEFORE_QUESTION, "an option stands where a question should begin")
    return _Open(line, content, broken=is_option)


def _continue(asked: _Open, line: int, content: str, found: Gathering) -> None:
    expected = LABELS[len(asked.options)] if len(asked.options) < len(LABELS) else ""
    option = _OPTION.fullmatch(content)
    if expected and content.startswith((f"{expected}.", f"{expected})")):
        asked.options.append(content[2:].strip())
        return
    asked.broken = True
    if option:
        message = f"option {option[1]} stands where option {expected or 'none'} is expected"
        found.refused(line, Code.AIKEN_OPTION_OUT_OF_ORDER, message)
    elif not asked.options:
        found.refused(line, Code.AIKEN_QUESTION_SPANS_LINES, f"the question of line {asked.line} must be on one line")
    else:
        message = f"neither an option nor 'ANSWER: X' for the question of line {asked.line}"
        found.refused(line, Code.AIKEN_ANSWER_MISSING, message)


def _finish(asked: _Open | None, line: int, answer: str, found: Gathering) -> None:
    if asked is None:
        found.refused(line, Code.AIKEN_ANSWER_BEFORE_QUESTION, "an answer without a question")
    elif answer not in list(LABELS[: len(asked.options)]):
        message = f"{answer[:20]!r} is not the letter of an option of the question of line {asked.line}"
        found.refused(line, Code.AIKEN_ANSWER_UNKNOWN, message)
    else:
        question = Question(kind=Kind.SINGLE_CHOICE, text=asked.text, options=tuple(asked.options), correct=(answer,))
        found.question(asked.line, question)
