"""Projects, their place in the catalogue, their questions and what is granted to single candidates."""

from datetime import datetime
from enum import StrEnum
from typing import Annotated

from functions.exambuddy.entities.table import GSI1, GSI2, GSI3, TABLE
from singletable.keys import Key
from singletable.schema import Counter, Offload, Text, entity


class Mode(StrEnum):
    TEST = "test"
    EXAM = "exam"


class ReviewPolicy(StrEnum):
    """What a candidate sees of a finished attempt."""

    NOTHING = "nothing"
    SCORE = "score"
    ANSWERS = "answers"
    """Score, and each question with its key and explanation."""
    ANSWERS_AFTER_CLOSE = "answers_after_close"


@entity(TABLE, tag="PROJECT")
class Project:
    project_id: str
    admin_id: str
    title: str
    description: str = ""
    archived: bool = False
    published: bool | None = None
    question_count: Counter[int] = 0
    open_attempts: Counter[int] = 0
    mode: Mode | None = None
    seconds_per_question: int | None = None
    total_seconds: int | None = None
    questions_per_attempt: int | None = None
    attempts_allowed: int | None = None
    opens_at: datetime | None = None
    closes_at: datetime | None = None
    review_policy: ReviewPolicy | None = None
    response_credit: str | None = None
    ordering_credit: str | None = None
    negative_marking: bool | None = None
    shuffle_options: bool | None = None
    shards: int | None = None
    """Over how many partitions its attempts are spread; one until a busy project opts in."""
    retention_days: int | None = None
    bank_object: str | None = None
    """Where the stream keeps a bank that is too large to be queried for every attempt."""
    created_at: datetime
    updated_at: datetime
    version: int = 1

    key = Key("ADMIN#{admin_id}", "PROJECT#{project_id}", answers="the projects of an admin")
    by_id = Key("PROJECT#{project_id}", "PROJECT#{project_id}", index=GSI1, answers="a project by id")
    by_creation = Key(
        "ADMIN#{admin_id}",
        "{created_at:s}#{project_id}",
        index=GSI2,
        answers="the projects of an admin, by creation",
    )
    by_archived = Key(
        "ADMIN#{admin_id}#STATUS#{archived}",
        "PROJECT#{project_id}",
        index=GSI3,
        answers="the active or the archived projects of an admin",
    )


@entity(TABLE, tag="CATALOG")
class CatalogueEntry:
    """A published project, as candidates find it."""

    project_id: str
    admin_id: str
    title: str
    description: str = ""
    mode: Mode
    questions: int
    opens_at: datetime | None = None
    closes_at: datetime | None = None

    key = Key("PROJECT#{project_id}", "CATALOG", answers="a published project's entry")
    listed = Key("CATALOG", "{title}#{project_id}", index=GSI2, answers="published projects, by title")


@entity(TABLE, tag="QUESTION")
class StoredQuestion:
    """The current version of a question; `record` holds what belongs to its kind beyond the common fields."""

    question_id: str
    project_id: str
    question_text: str
    question_type: str
    options: tuple[str, ...] = ()
    correct_answer: object
    explanation: Annotated[Text | None, Offload(above=8192)] = None
    order: int
    extra: dict[str, object] | None = None
    media: tuple[str, ...] | None = None
    fingerprint: str | None = None
    """Digest of the normalised text: two questions with one are duplicates."""
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
    correct_answer: object
    explanation: Annotated[Text | None, Offload(above=8192)] = None
    extra: dict[str, object] | None = None
    media: tuple[str, ...] | None = None
    created_at: datetime

    key = Key(
        "PROJECT#{project_id}", "QVERSION#{question_id}#{number:06d}", answers="a question as an attempt was given it"
    )


@entity(TABLE, tag="OVERRIDE")
class Override:
    """Extra time or attempts for one candidate."""

    project_id: str
    candidate_id: str
    extra_seconds: int = 0
    extra_attempts: int = 0
    created_at: datetime
    updated_at: datetime
    version: int = 1

    key = Key("PROJECT#{project_id}", "OVERRIDE#{candidate_id}", answers="what is granted to a candidate in a project")
