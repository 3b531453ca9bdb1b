"""A question as a plain record: the names and values of its stored item and of every JSON body that carries one.

question_type   multiple_choice | multiple_response | true_false | short_answer | numeric | ordering
question_text   what is asked
options         list of texts; multiple_choice, multiple_response, ordering
correct_answer  "C" | ["A", "C"] | true | ["Paris", "City of *"] | ["3.14:0.01", "3..4"] | ["B", "A", "C"]
optional        explanation, points, credits {label: percent}, feedback {label: text}, text_format, case_sensitive,
                accent_sensitive, title, category, reference, tags
"""

from collections.abc import Mapping
from decimal import Decimal
from enum import StrEnum
from typing import TypeVar

from functions.exambuddy.questions.faults import BadQuestion, Fault
from functions.exambuddy.questions.kinds import WITH_ACCEPTED_ANSWERS, Kind, Question, TextFormat
from functions.exambuddy.questions.numbers import NotANumber, number, plain
from functions.exambuddy.questions.wellformed import checked

_REQUIRED = frozenset({"question_type", "question_text", "correct_answer"})
_DEFAULTS: dict[str, object] = {
    "options": [],
    "explanation": "",
    "credits": {},
    "feedback": {},
    "points": "1",
    "text_format": "plain",
    "case_sensitive": False,
    "accent_sensitive": True,
    "title": "",
    "category": "",
    "reference": "",
    "tags": [],
}
FIELDS = ("question_type", "question_text", "correct_answer", *_DEFAULTS)
_EXPECTED = {
    Kind.SINGLE_CHOICE: "the letter of one option",
    Kind.MULTIPLE_RESPONSE: "a list of option letters",
    Kind.TRUE_FALSE: "true or false",
    Kind.ORDERING: "the list of all option letters in the right order",
}
_E = TypeVar("_E", bound=StrEnum)


def question_of(record: Mapping[str, object]) -> Question:
    """The question a record describes, checked and canonical; otherwise BadQuestion with every fault found."""
    reading = _Reading(record)
    for name in record:
        if name not in FIELDS:
            reading.fault(str(name)[:40], "unknown_field", f"is none of the fields {', '.join(FIELDS)}")
    kind = reading.member("question_type", Kind, Kind.SINGLE_CHOICE)
    question = Question(
        kind=kind,
        text=reading.text("question_text"),
        correct=reading.key(kind),
        options=reading.texts("options"),
        explanation=reading.text("explanation"),
        credits={label: reading.decimal(f"credits.{label}", raw) for label, raw in reading.labelled("credits")},
        feedback={label: reading.string(f"feedback.{label}", raw) for label, raw in reading.labelled("feedback")},
        points=reading.decimal("points", record.get("points", 1)),
        text_format=reading.member("text_format", TextFormat, TextFormat.PLAIN),
        case_sensitive=reading.flag("case_sensitive", False),
        accent_sensitive=reading.flag("accent_sensitive", True),
        title=reading.text("title"),
        category=reading.text("category"),
        reference=reading.text("reference"),
        tags=reading.texts("tags"),
    )
    if reading.faults:
        raise BadQuestion(tuple(reading.faults))
    return checked(question)


def record_of(question: Question) -> dict[str, object]:
    """Plain values only (text, truth, list, map); what equals its default is left out."""
    record: dict[str, object] = {
        "question_type": question.kind.value,
        "question_text": question.text,
        "correct_answer": _key_value(question),
        "options": list(question.options),
        "explanation": question.explanation,
        "credits": {label: plain(credit) for label, credit in question.credits.items()},
        "feedback": dict(question.feedback),
        "points": plain(question.points),
        "text_format": question.text_format.value,
        "case_sensitive": question.case_sensitive,
        "accent_sensitive": question.accent_sensitive,
        "title": question.title,
        "category": question.category,
        "reference": question.reference,
        "tags": list(question.tags),
    }
    return {name: value for name, value in record.items() if name in _REQUIRED or value != _DEFAULTS[name]}


def _key_value(question: Question) -> object:
    if question.kind is Kind.TRUE_FALSE:
        return question.correct[0] == "true"
    return question.correct[0] if question.kind is Kind.SINGLE_CHOICE else list(question.correct)


class _Reading:
    def __init__(self, record: Mapping[str, object]) -> None:
        self._record = record
        self.faults: list[Fault] = []
        for name in sorted(_REQUIRED - record.keys()):
            self.fault(name, "required", "is missing")

    def fault(self, path: str, code: str, message: str) -> None:
        self.faults.append(Fault(path, code, message))

    def string(self, path: str, raw: object) -> str:
        if isinstance(raw, str):
            return raw
        self.fault(path, "wrong_type", "must be a text")
        return ""

    def text(self, name: str) -> str:
        return self.string(name, self._record.get(name, ""))

    def texts(self, name: str) -> tuple[str, ...]:
        raw = self._record.get(name, ())
        if isinstance(raw, list | tuple):
            return tuple(self.string(f"{name}[{at}]", each) for at, each in enumerate(raw))
        self.fault(name, "wrong_type", "must be a list of texts")
        return ()

    def labelled(self, name: str) -> list[tuple[str, object]]:
        raw = self._record.get(name, {})
        if isinstance(raw, Mapping) and all(isinstance(label, str) for label in raw):
            return list(raw.items())
        self.fault(name, "wrong_type", "must map labels to values")
        return []

    def flag(self, name: str, default: bool) -> bool:
        raw = self._record.get(name, default)
        if isinstance(raw, bool):
            return raw
        self.fault(name, "wrong_type", "must be true or false")
        return default

    def member(self, name: str, members: type[_E], default: _E) -> _E:
        raw = self._record.get(name, default.value)
        if isinstance(raw, str) and raw in members._value2member_map_:
            return members(raw)
        self.fault(name, "unknown_value", f"must be one of {', '.join(members)}")
        return default

    def decimal(self, path: str, raw: object) -> Decimal:
        try:
            return number(_written(raw))
        except ValueError:
            self.fault(path, "not_a_number", "must be a number, or a number written as text")
            return Decimal(1)

    def key(self, kind: Kind) -> tuple[str, ...]:
        raw = self._record.get("correct_answer")
        if "correct_answer" not in self._record or any(fault.path == "question_type" for fault in self.faults):
            return ()
        if kind is Kind.TRUE_FALSE and isinstance(raw, bool):
            return ("true" if raw else "false",)
        if kind is Kind.SINGLE_CHOICE and isinstance(raw, str):
            return (raw,)
        if kind in WITH_ACCEPTED_ANSWERS and not isinstance(raw, list | tuple):
            raw = (raw,)
        if kind not in (Kind.TRUE_FALSE, Kind.SINGLE_CHOICE) and isinstance(raw, list | tuple):
            read = self._notation if kind is Kind.NUMERIC else self.string
            return tuple(read(f"correct_answer[{at}]", each) for at, each in enumerate(raw))
        self.fault("correct_answer", "wrong_type", f"must be {_EXPECTED[kind]}")
        return ()

    def _notation(self, path: str, raw: object) -> str:
        return raw if isinstance(raw, str) else plain(self.decimal(path, raw))


def _written(raw: object) -> str:
    if isinstance(raw, bool) or not isinstance(raw, str | int | float | Decimal):
        raise NotANumber("neither a number nor a text")
    return str(raw)  # a float's shortest text is the number that was typed
