"""Projects, their place in the catalogue, the gates to their attempts, and what is granted to single candidates."""

from datetime import datetime
from enum import StrEnum

from functions.exambuddy.entities.table import GSI1, GSI2, GSI3, TABLE
from functions.exambuddy.questions.scoring import OrderingCredit, ResponseCredit
from singletable.keys import Key
from singletable.schema import Counter, entity


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
    questions_added: int | None = None
    """Ever, those that are gone included: the next one's place in the order follows from it."""
    mode: Mode | None = None
    seconds_per_question: int | None = None
    total_seconds: int | None = None
    questions_per_attempt: int | None = None
    attempts_allowed: int | None = None
    opens_at: datetime | None = None
    closes_at: datetime | None = None
    review_policy: ReviewPolicy | None = None
    response_credit: ResponseCredit | None = None
    ordering_credit: OrderingCredit | None = None
    negative_marking: bool | None = None
    shuffle_options: bool | None = None
    shards: int | None = None
    """Over how many partitions its attempts are spread; it never shrinks. None: they stand in one."""
    retention_days: int | None = None
    importing: int | None = None
    """The number of the import that is being written. Its questions count only once it is in `imported`."""
    importing_until: datetime | None = None
    imported: int | None = None
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
    questions: int | None = None
    total_seconds: int | None = None
    seconds_per_question: int | None = None
    attempts_allowed: int | None = None
    opens_at: datetime | None = None
    closes_at: datetime | None = None

    key = Key("PROJECT#{project_id}", "CATALOG", answers="a published project's entry")
    listed = Key("CATALOG", "{title}#{project_id}", index=GSI2, answers="published projects, by title")


@entity(TABLE, tag="GATE")
class Gate:
    """Where attempts enter and leave a project: whether it is open, and how many are inside.

    A project has one; where its attempts are spread, one for each shard, so that a busy exam has no single hot item.
    """

    project_id: str
    shard: int
    inside: Counter[int] = 0
    closed: bool | None = None

    key = Key("PROJECT#{project_id}", "GATE#{shard:02d}", answers="whether a project takes attempts, and how many run")


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
    of_candidate = Key(
        "CANDIDATE#{candidate_id}", "OVERRIDE#{project_id}", index=GSI1, answers="all that is granted to a candidate"
    )
