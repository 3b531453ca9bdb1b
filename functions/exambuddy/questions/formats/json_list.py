"""Questions in JSON: a list of records (see `record`), or an object whose only member `questions` is that list."""

import json
import re
from collections.abc import Iterable, Iterator
from decimal import Decimal

from functions.exambuddy.questions.formats.report import Code, Gathering
from functions.exambuddy.questions.kinds import Question
from functions.exambuddy.questions.record import record_of

_SPACE = re.compile(r"[ \t\n]*")


def read_json(text: str, found: Gathering) -> None:
    line, counted = 1, 0
    try:
        for at, value in _elements(text):
            line, counted = line + text.count("\n", counted, at), at
            if isinstance(value, dict):
                found.question(line, value)
            else:
                found.refused(line, Code.JSON_SHAPE, "a question must be an object")
    except json.JSONDecodeError as error:
        found.problem(error.lineno, Code.JSON_SYNTAX, f"{error.msg} (column {error.colno})")
    except RecursionError:
        found.problem(line, Code.JSON_SYNTAX, "nested too deeply")
    except _NotAList as refusal:
        found.problem(1, Code.JSON_SHAPE, str(refusal))


def write_json(questions: Iterable[Question]) -> str:
    return json.dumps({"questions": [record_of(question) for question in questions]}, ensure_ascii=False, indent=2)


class _NotAList(ValueError):
    pass


def _elements(text: str) -> Iterator[tuple[int, object]]:
    """Each element of the list with the position where it begins, decoded one by one: that is how lines are known."""
    at = _past_space(text, 0)
    wrapped = text.startswith("{", at)
    if wrapped:
        at = _past_space(text, at + 1)
        name, at = _decode(text, at)
        at = _past_space(text, at)
        if name != "questions" or not text.startswith(":", at):
            raise _NotAList("the object must have one member, 'questions'")
        at = _past_space(text, at + 1)
    if not text.startswith("[", at):
        raise _NotAList("expected a list of questions")
    at = _past_space(text, at + 1)
    closed = text.startswith("]", at)
    while not closed:
        value, end = _decode(text, at)
        yield at, value
        at = _past_space(text, end)
        closed = text.startswith("]", at)
        if not closed:
            at = _past_space(text, _past(",", text, at))
    at = _past_space(text, at + 1)
    at = _past_space(text, _past("}", text, at)) if wrapped else at
    if at < len(text):
        raise json.JSONDecodeError("Nothing may follow the list", text, at)


def _past_space(text: str, at: int) -> int:
    found = _SPACE.match(text, at)
    return found.end() if found else at


def _past(char: str, text: str, at: int) -> int:
    if not text.startswith(char, at):
        raise json.JSONDecodeError(f"Expecting '{char}'", text, at)
    return at + 1


def _decode(text: str, at: int) -> tuple[object, int]:
    try:
        return _DECODER.raw_decode(text, at)
    except json.JSONDecodeError:
        raise
    except ValueError as refusal:
        raise json.JSONDecodeError(str(refusal), text, at) from refusal


def _distinct(pairs: list[tuple[str, object]]) -> dict[str, object]:
    members = dict(pairs)
    if len(members) < len(pairs):
        raise ValueError("A name is used twice in one object")
    return members


def _constant(name: str) -> object:
    raise ValueError(f"{name} is not JSON")


_DECODER = json.JSONDecoder(parse_float=Decimal, parse_constant=_constant, object_pairs_hook=_distinct)
