"""What ExamBuddy's endpoints answer about people, projects and questions."""

from decimal import Decimal
from typing import Any

from edge.models import Day, Moment, View
from functions.exambuddy.entities.bank import StoredQuestion
from functions.exambuddy.entities.people import Role, User
from functions.exambuddy.entities.projects import CatalogueEntry, Mode, Override, Project, ReviewPolicy
from functions.exambuddy.entities.statistics import DayTotals
from functions.exambuddy.questions.formats.report import Draft
from functions.exambuddy.questions.scoring import OrderingCredit, ResponseCredit
from functions.exambuddy.rules.bank import record_from
from functions.exambuddy.rules.projects import is_listed, mode_of
from functions.exambuddy.statistics import ProjectSums, QuestionSums


class UserView(View):
    user_id: str
    email: str
    name: str
    role: Role
    created_at: Moment
    version: int

    @classmethod
    def of(cls, user: User) -> "UserView":
        return cls(**{name: getattr(user, name) for name in cls.__struct_fields__})


class ErasureAccepted(View):
    requested_at: Moment


class ProjectView(View):
    project_id: str
    admin_id: str
    title: str
    description: str
    mode: Mode
    published: bool
    archived: bool
    listed: bool
    question_count: int
    seconds_per_question: int | None
    total_seconds: int | None
    questions_per_attempt: int | None
    attempts_allowed: int | None
    opens_at: Moment | None
    closes_at: Moment | None
    review_policy: ReviewPolicy
    response_credit: ResponseCredit
    ordering_credit: OrderingCredit
    negative_marking: bool
    shuffle_options: bool
    shards: int | None
    retention_days: int | None
    created_at: Moment
    updated_at: Moment
    version: int

    @classmethod
    def of(cls, project: Project) -> "ProjectView":
        own = {name: getattr(project, name) for name in cls.__struct_fields__ if name != "listed"}
        settled = {
            "mode": mode_of(project),
            "published": bool(project.published),
            "review_policy": project.review_policy or ReviewPolicy.SCORE,
            "response_credit": project.response_credit or ResponseCredit.ALL_OR_NOTHING,
            "ordering_credit": project.ordering_credit or OrderingCredit.ALL_OR_NOTHING,
            "negative_marking": bool(project.negative_marking),
            "shuffle_options": bool(project.shuffle_options),
        }
        return cls(**{**own, **settled}, listed=is_listed(project))


class CatalogueView(View):
    project_id: str
    title: str
    description: str
    mode: Mode
    questions: int | None
    total_seconds: int | None
    seconds_per_question: int | None
    attempts_allowed: int | None
    opens_at: Moment | None
    closes_at: Moment | None

    @classmethod
    def of(cls, entry: CatalogueEntry) -> "CatalogueView":
        return cls(**{name: getattr(entry, name) for name in cls.__struct_fields__})


class MediaView(View):
    key: str
    url: str


class UploadView(View):
    """A form for one upload: S3 itself holds it to its type and size."""

    key: str
    url: str
    fields: dict[str, str]
    largest: int
    expires_in: int


class QuestionView(View):
    """A question with its key, for who wrote it. Beside the usual, only what is not the usual is told."""

    question_id: str
    question: dict[str, Any]
    order: int
    media: list[str]
    created_at: Moment
    updated_at: Moment | None
    version: int

    @classmethod
    def of(cls, stored: StoredQuestion) -> "QuestionView":
        return cls(
            question_id=stored.question_id,
            question=record_from(stored),
            order=stored.order,
            media=list(stored.media or ()),
            created_at=stored.created_at,
            updated_at=stored.updated_at,
            version=stored.version,
        )


class ImportedQuestion(View):
    number: int
    line: int
    question_id: str


class ImportReport(View):
    imported: int
    questions: list[ImportedQuestion]

    @classmethod
    def of(cls, drafts: list[tuple[str, Draft]]) -> "ImportReport":
        rows = [ImportedQuestion(number=draft.number, line=draft.line, question_id=name) for name, draft in drafts]
        return cls(imported=len(rows), questions=rows)


class OverrideView(View):
    project_id: str
    candidate_id: str
    extra_seconds: int
    extra_attempts: int
    updated_at: Moment
    version: int

    @classmethod
    def of(cls, override: Override) -> "OverrideView":
        return cls(**{name: getattr(override, name) for name in cls.__struct_fields__})


class DayView(View):
    date: Day
    started: int
    finished: int

    @classmethod
    def of(cls, day: DayTotals) -> "DayView":
        return cls(date=day.day, started=day.started, finished=day.finished)


class QuestionStatistics(View):
    question_id: str
    asked: int
    answered: int
    correct_percent: float | None
    average_credit_percent: float | None
    average_seconds: float | None
    discrimination: float | None
    """Correlation with the rest of the attempts, -1 to 1: how well it tells those who know from those who do not."""

    @classmethod
    def of(cls, question_id: str, sums: QuestionSums) -> "QuestionStatistics":
        return cls(
            question_id=question_id,
            asked=sums.asked,
            answered=sums.answered,
            correct_percent=_number(sums.correct_percent),
            average_credit_percent=_number(sums.average_credit_percent),
            average_seconds=_number(sums.average_seconds),
            discrimination=_number(sums.discrimination),
        )


class StatisticsView(View):
    attempts: int
    running: int
    completed: int
    expired: int
    cancelled: int
    completion_percent: float | None
    average_percent: float | None
    deviation_percent: float | None
    average_seconds: float | None
    distribution: list[int]
    """Scored attempts by tenths of the full score, from the lowest to the highest."""
    days: list[DayView]
    questions: list[QuestionStatistics]

    @classmethod
    def of(cls, sums: ProjectSums, questions: dict[str, QuestionSums], days: list[DayTotals]) -> "StatisticsView":
        return cls(
            attempts=sums.started,
            running=sums.open,
            completed=sums.completed,
            expired=sums.expired,
            cancelled=sums.cancelled,
            completion_percent=_number(sums.completion_percent),
            average_percent=_number(sums.average_percent),
            deviation_percent=_number(sums.deviation_percent),
            average_seconds=_number(sums.average_seconds),
            distribution=list(sums.distribution),
            days=[DayView.of(day) for day in days],
            questions=[QuestionStatistics.of(name, each) for name, each in sorted(questions.items())],
        )


def _number(value: Decimal | None) -> float | None:
    return None if value is None else float(value)
