"""Attempts, the lock that allows one at a time, and the answers given in them."""

from datetime import datetime
from enum import StrEnum

from msgspec import Struct

from functions.exambuddy.entities.projects import ReviewPolicy
from functions.exambuddy.entities.table import GSI1, GSI2, GSI3, TABLE
from functions.exambuddy.questions.scoring import OrderingCredit, ResponseCredit
from singletable.keys import Key
from singletable.schema import Counter, entity


class Status(StrEnum):
    IN_PROGRESS = "IN_PROGRESS"
    COMPLETED = "COMPLETED"
    EXPIRED = "EXPIRED"
    CANCELLED = "CANCELLED"


class Drawn(Struct, frozen=True):
    """One question of an attempt, in the version it was drawn in; once the attempt is over, with its mark."""

    question_id: str
    version: int
    option_order: tuple[int, ...] | None = None
    """For each place on the screen the option that is shown there."""
    credit: str | None = None
    points: str | None = None
    answered: bool | None = None
    seconds: int | None = None


class Terms(Struct, frozen=True):
    """What the project promised when the attempt began: later edits do not reach it."""

    title: str
    review_policy: ReviewPolicy
    response_credit: ResponseCredit
    ordering_credit: OrderingCredit
    negative_marking: bool
    retention_days: int | None = None


@entity(TABLE, tag="ATTEMPT")
class Attempt:
    attempt_id: str
    candidate_id: str
    project_id: str
    admin_id: str | None = None
    shard: int | None = None
    """Where the project's attempts are spread."""
    started_at: datetime
    deadline_at: datetime | None = None
    completed_at: datetime | None = None
    status: Status
    score: int | None = None
    total_questions: int
    time_taken_seconds: int | None = None
    points: str | None = None
    points_possible: str | None = None
    share: int | None = None
    """Points of those possible, in ten-thousandths."""
    questions: tuple[Drawn, ...] | None = None
    terms: Terms | None = None
    erased: bool | None = None
    """Its candidate went: it stands under a pseudonym, and was counted under the name."""
    expires_at: datetime | None = None
    version: int = 1

    @property
    def is_open(self) -> bool:
        return self.status is Status.IN_PROGRESS

    @property
    def deadline_hour(self) -> str | None:
        return self.deadline_at.isoformat()[:13] if self.deadline_at else None

    key = Key("CANDIDATE#{candidate_id}", "ATTEMPT#{attempt_id}", answers="the attempts of a candidate, newest first")
    by_id = Key("ATTEMPT#{attempt_id}", "ATTEMPT#{attempt_id}", index=GSI1, answers="an attempt by id")
    of_project = Key(
        "PROJECT#{project_id}",
        "{started_at:s}#{attempt_id}",
        index=GSI2,
        when=lambda attempt: attempt.shard is None,
        answers="the attempts of a project in a range of dates",
    )
    of_shard = Key(
        "PROJECT#{project_id}#S{shard}",
        "{started_at:s}#{attempt_id}",
        index=GSI2,
        answers="the same, where they are spread",
    )
    due = Key(
        "OPEN#{deadline_hour}",
        "{deadline_at:s}#{attempt_id}",
        index=GSI3,
        when=lambda attempt: attempt.is_open,
        answers="running attempts by their deadline",
    )


@entity(TABLE, tag="ACTIVE")
class ActiveAttempt:
    """One attempt at a time per candidate and project, and how many there were.

    Every saved answer moves `saves`: who ends the attempt knows that no answer came in between.
    """

    candidate_id: str
    project_id: str
    owner: str | None = None
    """The attempt that is running."""
    deadline_at: datetime | None = None
    attempts: Counter[int] = 0
    saves: Counter[int] = 0

    key = Key("CANDIDATE#{candidate_id}", "ACTIVE#{project_id}", answers="the attempt that a candidate is sitting")


@entity(TABLE, tag="ANSWER")
class GivenAnswer:
    answer_id: str
    attempt_id: str
    question_id: str
    selected_answer: object = None
    is_correct: bool | None = None
    answered_at: datetime
    sequence: int | None = None
    """The client's own count: of two saves the higher one stands, in whatever order they arrive."""
    seconds_spent: int | None = None
    expires_at: datetime | None = None

    key = Key("ATTEMPT#{attempt_id}", "ANSWER#{question_id}", answers="the answers given in an attempt")


@entity(TABLE, tag="SWEEP")
class SweepMark:
    """The first hour whose deadlines may not all have been kept yet."""

    name: str
    hour: datetime

    key = Key("SWEEP", "{name}", answers="where the deadline sweeper goes on")
