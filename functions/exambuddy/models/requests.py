"""What ExamBuddy's endpoints take."""

from datetime import date, datetime
from typing import Annotated, Any

from msgspec import UNSET, Meta, field, to_builtins

from edge.models import Body, Day, DayOrMoment, Moment, OrLeftOut, Paging, Query, day_or_moment
from functions.exambuddy.entities.attempts import Status
from functions.exambuddy.entities.people import Role
from functions.exambuddy.entities.projects import Mode, ReviewPolicy
from functions.exambuddy.questions.formats.reading import FileFormat
from functions.exambuddy.questions.formats.writing import ExportFormat
from functions.exambuddy.questions.kinds import Kind, TextFormat
from functions.exambuddy.questions.scoring import OrderingCredit, ResponseCredit

Id = Annotated[str, Meta(pattern=r"^[A-Za-z0-9][A-Za-z0-9-]{0,63}\Z")]
Name = Annotated[str, Meta(min_length=1, max_length=100)]
Title = Annotated[str, Meta(min_length=1, max_length=150)]
Description = Annotated[str, Meta(max_length=200)]
LongText = Annotated[str, Meta(max_length=20_000)]
Word = Annotated[str, Meta(max_length=1000)]
Amount = int | float | Word
Order = Annotated[int, Meta(ge=0, le=1_000_000_000)]
MediaKeys = Annotated[tuple[Annotated[str, Meta(max_length=300)], ...], Meta(max_length=10)]
OURS = ("order", "media")
Bounds = tuple[date | datetime | None, date | datetime | None]
ALWAYS_THERE = ("title", "description", "mode", "review_policy", "archived", "published")


class RegisterUser(Body):
    name: Name | None = None


class SetRole(Body):
    role: Role


class Settings(Body):
    description: OrLeftOut[Description | None] = UNSET
    mode: OrLeftOut[Mode | None] = UNSET
    seconds_per_question: OrLeftOut[Annotated[int, Meta(ge=5, le=3600)] | None] = UNSET
    total_seconds: OrLeftOut[Annotated[int, Meta(ge=10, le=86_400)] | None] = UNSET
    questions_per_attempt: OrLeftOut[
        Annotated[int, Meta(ge=1, le=200, description="All of them, where left out")] | None
    ] = UNSET
    attempts_allowed: OrLeftOut[Annotated[int, Meta(ge=1, le=1000)] | None] = UNSET
    opens_at: OrLeftOut[Moment | None] = UNSET
    closes_at: OrLeftOut[Moment | None] = UNSET
    review_policy: OrLeftOut[ReviewPolicy | None] = UNSET
    response_credit: OrLeftOut[ResponseCredit | None] = UNSET
    ordering_credit: OrLeftOut[OrderingCredit | None] = UNSET
    negative_marking: OrLeftOut[bool | None] = UNSET
    shuffle_options: OrLeftOut[bool | None] = UNSET
    shards: OrLeftOut[Annotated[int, Meta(ge=2, le=16, description="For a busy project; it only grows")] | None] = UNSET
    retention_days: OrLeftOut[Annotated[int, Meta(ge=1, le=3650)] | None] = UNSET


class CreateProject(Settings):
    title: Title

    def settings(self) -> dict[str, Any]:
        return self.given()


class EditProject(Settings):
    title: OrLeftOut[Annotated[Title | None, Meta(description="What is left out stays; null takes a setting back")]] = (
        UNSET
    )
    published: OrLeftOut[bool | None] = UNSET
    archived: OrLeftOut[bool | None] = UNSET

    def changes(self) -> dict[str, Any]:
        given = self.sent()
        return {name: value for name, value in given.items() if value is not None or name not in ALWAYS_THERE}


class ListProjects(Paging):
    archived: bool | None = None
    created_from: Day | None = None
    created_to: Day | None = None


class QuestionFields(Body):
    question_type: Kind | None = None
    question_text: LongText | None = None
    options: Annotated[tuple[LongText, ...], Meta(max_length=26)] | None = None
    correct_answer: bool | Amount | Annotated[tuple[Amount, ...], Meta(max_length=26)] | None = None
    explanation: LongText | None = None
    points: Amount | None = None
    credits: dict[Word, Amount] | None = None
    feedback: dict[Word, LongText] | None = None
    text_format: TextFormat | None = None
    case_sensitive: bool | None = None
    accent_sensitive: bool | None = None
    title: Word | None = None
    category: Word | None = None
    reference: Word | None = None
    tags: Annotated[tuple[Word, ...], Meta(max_length=100)] | None = None
    order: Order | None = None
    media: MediaKeys | None = None

    def record(self) -> dict[str, Any]:
        """The question itself, without its place and its media."""
        told: dict[str, Any] = to_builtins({name: value for name, value in self.given().items() if name not in OURS})
        return told


class AddQuestion(QuestionFields):
    question_type: Kind
    question_text: LongText
    correct_answer: bool | Amount | Annotated[tuple[Amount, ...], Meta(max_length=26)]


class EditQuestion(QuestionFields):
    pass


class FileOf(Query):
    format: FileFormat


class ExportOf(Query):
    format: ExportFormat = ExportFormat.JSON


class OfferUpload(Body):
    content_type: Annotated[str, Meta(max_length=100)]
    size: Annotated[int, Meta(ge=1, le=1_000_000_000)]


class SaveAnswer(Body):
    selected_answer: Annotated[
        bool | Amount | Annotated[tuple[Word, ...], Meta(max_length=26)] | None,
        Meta(description="Letters as they are shown, true or false, a text, or a number; null takes it back"),
    ]
    sequence: Annotated[int, Meta(ge=1, le=1_000_000_000, description="Of two saves the higher one stands")]
    seconds_spent: Annotated[int, Meta(ge=0, le=86_400)] | None = None


class Between(Query):
    """Half-open: all of the first and all of the last day or second named."""

    first: DayOrMoment | None = field(name="from", default=None)
    last: DayOrMoment | None = field(name="to", default=None)

    def bounds(self) -> Bounds:
        return bounds(self.first, self.last)


class ListAllAttempts(Paging):
    first: DayOrMoment | None = field(name="from", default=None)
    last: DayOrMoment | None = field(name="to", default=None)

    def bounds(self) -> Bounds:
        return bounds(self.first, self.last)


class ListAttempts(ListAllAttempts):
    status: Status | None = None


def bounds(first: str | None, last: str | None) -> Bounds:
    return day_or_moment(first) if first else None, day_or_moment(last) if last else None


class GrantOverride(Body):
    extra_seconds: Annotated[int, Meta(ge=0, le=86_400)] = 0
    extra_attempts: Annotated[int, Meta(ge=0, le=1000)] = 0
