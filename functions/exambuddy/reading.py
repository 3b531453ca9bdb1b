"""From what was sent to questions and answers: every fault becomes the path of a field."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http import HTTPStatus
from typing import Any

from edge.document import Document
from edge.problems import FieldError, Problem
from functions.exambuddy.questions.answers import Answer, answer_of
from functions.exambuddy.questions.faults import Malformed
from functions.exambuddy.questions.formats.reading import FileFormat, import_questions
from functions.exambuddy.questions.formats.report import Draft, Report
from functions.exambuddy.questions.kinds import Question
from functions.exambuddy.questions.record import question_of


@contextmanager
def blamed_on_the_body() -> Iterator[None]:
    try:
        yield
    except Malformed as refusal:
        wrong = tuple(FieldError(f"body.{fault.path}", fault.code, fault.message) for fault in refusal.faults)
        raise Problem(HTTPStatus.BAD_REQUEST, "invalid_request", "Some of what was sent is not valid.", wrong) from None


def read_question(record: Mapping[str, Any]) -> Question:
    with blamed_on_the_body():
        return question_of(record)


def read_answer(face: Question, given: object) -> Answer | None:
    """None takes an answer back."""
    if given is None:
        return None
    with blamed_on_the_body():
        return answer_of(face, given)


def read_file(file: Document, file_format: FileFormat, known: frozenset[str]) -> tuple[Draft, ...]:
    """Every question of the file, or a report of every line that stands against it."""
    report = import_questions(file_format, file.text.encode(), known)
    if report.problems:
        raise _refusal(report)
    return report.accepted()


def _refusal(report: Report) -> Problem:
    rows = [
        {"question": each.number, "line": each.line, "code": each.code, "message": each.message, "field": each.field}
        for each in report.problems
    ]
    detail = f"Nothing was imported: {len(rows)} problems, the first in line {rows[0]['line']}."
    wrong = tuple(FieldError(f"body.line[{each.line}]", each.code, each.message) for each in report.problems)
    too_large = report.is_too_large
    status = HTTPStatus.REQUEST_ENTITY_TOO_LARGE if too_large else HTTPStatus.BAD_REQUEST
    return Problem(status, "too_large" if too_large else "invalid_request", detail, wrong, {"report": rows})
