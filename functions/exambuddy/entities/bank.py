"""Questions as they are kept: the current version, and every version that an attempt may refer to."""

from datetime import datetime

from functions.exambuddy.entities.table import GSI1, TABLE
from singletable.keys import Key
from singletable.schema import entity

KEY_MATERIAL = ("correct_answer", "explanation", "credits", "feedback")
"""What no read on a candidate's behalf fetches before the attempt is over."""


@entity(TABLE, tag="QUESTION")
class StoredQuestion:
    """The current version of a question."""

    question_id: str
    project_id: str
    question_text: str
    question_type: str
    options: tuple[str, ...] = ()
    correct_answer: object = None
    explanation: str | None = None
    credits: dict[str, str] | None = None
    feedback: dict[str, str] | None = None
    details: dict[str, object] | None = None
    """Points, format, title, tags and the like, where they are not the usual."""
    media: tuple[str, ...] | None = None
    order: int
    fingerprint: str | None = None
    """Of the normalised text: two questions with the same one are duplicates."""
    batch: int | None = None
    """The import that brought it: until the project says that it is done, the question does not count."""
    created_at: datetime
    updated_at: datetime | None = None
    version: int = 1

    key = Key("PROJECT#{project_id}", "QUESTION#{question_id}", answers="the questions of a project")
    by_id = Key("QUESTION#{question_id}", "QUESTION#{question_id}", index=GSI1, answers="a question by id")


@entity(TABLE, tag="QVERSION")
class QuestionVersion:
    """A version that attempts may refer to; it stays when the question changes or goes."""

    question_id: str
    project_id: str
    number: int
    question_text: str
    question_type: str
    options: tuple[str, ...] = ()
    correct_answer: object = None
    explanation: str | None = None
    credits: dict[str, str] | None = None
    feedback: dict[str, str] | None = None
    details: dict[str, object] | None = None
    media: tuple[str, ...] | None = None
    created_at: datetime

    key = Key(
        "PROJECT#{project_id}", "QVERSION#{question_id}#{number:06d}", answers="a question as an attempt was given it"
    )
