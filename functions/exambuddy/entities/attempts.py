"""Attempts, the lock that allows one at a time, and the answers given in them."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from functions.exambuddy.entities.table import GSI1, GSI2, GSI3, TABLE
from singletable.keys import Key
from singletable.schema import entity


class Status(StrEnum):
    IN_PROGRESS = "IN_PROGRESS"
    COMPLETED = "COMPLETED"
    EXPIRED = "EXPIRED"
    CANCELLED = "CANCELLED"


@dataclass(frozen=True, slots=True)
class Drawn:
    """One question of an attempt, in the version it was drawn in, with its options in the order they are shown."""

    question_id: str
    version: int
    option_order: tuple[int, ...] | None = None


@entity(TABLE, tag="ATTEMPT")
class Attempt:
    attempt_id: str
    candidate_id: str
    project_id: str
    admin_id: str | None = None
    shard: str | None = None
    """`#S3` where the project's attempts are spread, nothing where they are not."""
    started_at: datetime
    deadline_at: datetime | None = None
    completed_at: datetime | None = None
    status: Status
    score: int | None = None
    total_questions: int
    time_taken_seconds: int | None = None
    points: str | None = None
    points_possible: str | None = None
    questions: tuple[Drawn, ...] | None = None
    expires_at: datetime | None = None
    version: int = 1

    @property
    def spread(self) -> str:
        return f"{self.project_id}{self.shard or ''}"

    @property
    def is_open(self) -> bool:
        return self.status is Status.IN_PROGRESS

    key = Key("CANDIDATE#{candidate_id}", "ATTEMPT#{attempt_id}", answers="the attempts of a candidate, newest first")
    by_id = Key("ATTEMPT#{attempt_id}", "ATTEMPT#{attempt_id}", index=GSI1, answers="an attempt by id")
    of_project = Key(
        "PROJECT#{spread}",
        "{started_at:s}#{attempt_id}",
        index=GSI2,
        answers="the attempts of a project in a range of dates",
    )
    due = Key(
        "OPEN#{deadline_at:hour}",
        "{deadline_at:s}#{attempt_id}",
        index=GSI3,
        when=lambda attempt: attempt.is_open,
        answers="attempts whose deadline has passed",
    )


@entity(TABLE, tag="ACTIVE")
class ActiveAttempt:
    """One attempt at a time per candidate and project, and how many there were."""

    candidate_id: str
    project_id: str
    owner: str

    key = Key("CANDIDATE#{candidate_id}", "ACTIVE#{project_id}", answers="the attempt that a candidate is sitting")


@entity(TABLE, tag="ANSWER")
class GivenAnswer:
    answer_id: str
    attempt_id: str
    question_id: str
    selected_answer: object
    is_correct: bool | None = None
    answered_at: datetime
    sequence: int | None = None
    seconds_spent: int | None = None
    expires_at: datetime | None = None

    key = Key("ATTEMPT#{attempt_id}", "ANSWER#{question_id}", answers="the answers given in an attempt")
