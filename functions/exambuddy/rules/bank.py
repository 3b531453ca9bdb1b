"""Questions between their stored form and the one in which they are checked, shown and scored."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from decimal import Decimal
from typing import Any

from functions.exambuddy.entities.bank import QuestionVersion, StoredQuestion
from functions.exambuddy.entities.projects import Project
from functions.exambuddy.questions.formats.report import Draft
from functions.exambuddy.questions.kinds import Kind, Question, TextFormat
from functions.exambuddy.questions.record import question_of, record_of
from functions.exambuddy.questions.wording import fingerprint
from singletable.refusal import Absent, InvalidValue, Refused
from singletable.refusal import Kind as Why
from singletable.schema import evolve

MOST_QUESTIONS = 10_000
GAP = 1000
"""Between two neighbours in the order there is room for others."""
OWN_FIELDS = ("question_text", "question_type", "options", "correct_answer", "explanation", "credits", "feedback")
SHARED = (*OWN_FIELDS, "details", "media", "question_id", "project_id")


class NoSuchQuestion(Absent):
    code = "no_such_question"


class BankFull(Refused):
    kind, code = Why.TOO_LARGE, "bank_full"


class ImportRunning(Refused):
    kind, code = Why.CONFLICT, "import_running"


def existing(question: StoredQuestion | None, project: Project) -> StoredQuestion:
    if question is None or not counts(question, project):
        raise NoSuchQuestion("There is no such question in this project.")
    return question


def counts(question: StoredQuestion, project: Project) -> bool:
    """What an import has brought counts from the moment that the project says so, all of it at once."""
    return question.batch is None or question.batch <= (project.imported or 0)


def full(project: Project) -> BankFull:
    return BankFull(f"A project holds {MOST_QUESTIONS:,} questions.", facts={"limit": MOST_QUESTIONS})


def new_question(
    project: Project,
    question_id: str,
    question: Question,
    *,
    now: datetime,
    order: int | None = None,
    media: tuple[str, ...] = (),
    batch: int | None = None,
) -> StoredQuestion:
    return StoredQuestion(
        question_id=question_id,
        project_id=project.project_id,
        order=((project.questions_added or 0) + 1) * GAP if order is None else order,
        media=checked_media(project.project_id, media) or None,
        batch=batch,
        fingerprint=fingerprint(question),
        created_at=now,
        **stored_fields(question),
    )


def fingerprints(rows: Iterable[StoredQuestion], project: Project) -> frozenset[str]:
    return frozenset(row.fingerprint for row in rows if row.fingerprint and counts(row, project))


def require_room(project: Project, questions: int) -> None:
    if project.question_count + questions > MOST_QUESTIONS:
        raise full(project)


def imported(
    project: Project, drafts: Iterable[tuple[str, Draft]], now: datetime
) -> list[tuple[StoredQuestion, QuestionVersion]]:
    """Under the number of the import that the project notes."""
    first, batch = project.questions_added or 0, project.importing
    made = [
        new_question(project, question_id, draft.question, now=now, order=(first + at) * GAP, batch=batch)
        for at, (question_id, draft) in enumerate(drafts, start=1)
    ]
    return [(question, version_of(question)) for question in made]


def changed(
    before: StoredQuestion, record: Mapping[str, Any], order: int | None, media: tuple[str, ...] | None, now: datetime
) -> StoredQuestion:
    """With the given fields in the place of the old ones, as a whole well-formed again."""
    question = question_of({**record_from(before), **record})
    return evolve(
        before,
        **stored_fields(question),
        fingerprint=fingerprint(question),
        order=before.order if order is None else order,
        media=before.media if media is None else checked_media(before.project_id, media) or None,
        updated_at=now,
    )


def checked_media(project_id: str, media: tuple[str, ...]) -> tuple[str, ...]:
    for at, key in enumerate(media):
        if not key.startswith(f"media/{project_id}/"):
            raise InvalidValue("Upload it to this project first.", field=f"body.media[{at}]")
    return media


def stored_fields(question: Question) -> dict[str, Any]:
    record = record_of(question)
    own = {name: record.pop(name, None) for name in OWN_FIELDS}
    return {**own, "options": tuple(question.options), "details": record or None}


def record_from(stored: StoredQuestion | QuestionVersion) -> dict[str, Any]:
    own = {name: getattr(stored, name) for name in OWN_FIELDS}
    told = {name: value for name, value in own.items() if value is not None}
    return {**told, "options": list(stored.options), **(stored.details or {})}


def question_from(stored: StoredQuestion | QuestionVersion) -> Question:
    return question_of(record_from(stored))


def face_from(stored: StoredQuestion | QuestionVersion) -> Question:
    """All of a question that can be known where its key was not fetched."""
    details = stored.details or {}
    return Question(
        kind=Kind(stored.question_type),
        text=stored.question_text,
        correct=(),
        options=stored.options,
        points=Decimal(str(details.get("points", 1))),
        text_format=TextFormat(str(details.get("text_format", TextFormat.PLAIN))),
    )


def version_of(question: StoredQuestion) -> QuestionVersion:
    shared = {name: getattr(question, name) for name in SHARED}
    return QuestionVersion(number=question.version, created_at=question.updated_at or question.created_at, **shared)
