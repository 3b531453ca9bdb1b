"""What ExamBuddy's endpoints take."""

from typing import Annotated, Any

from pydantic import Field, StringConstraints

from edge.models import Body, Day, Moment, Paging, Query
from functions.exambuddy.entities.attempts import Status
from functions.exambuddy.entities.people import Role
from functions.exambuddy.entities.projects import Mode, ReviewPolicy
from functions.exambuddy.questions.formats.reading import FileFormat
from functions.exambuddy.questions.formats.writing import ExportFormat
from functions.exambuddy.questions.kinds import Kind, TextFormat
from functions.exambuddy.questions.scoring import OrderingCredit, ResponseCredit

Id = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9][A-Za-z0-9-]{0,63}$")]
Name = Annotated[str, StringConstraints(min_length=1, max_length=100)]
Title = Annotated[str, StringConstraints(min_length=1, max_length=150)]
Description = Annotated[str, StringConstraints(max_length=200)]
LongText = Annotated[str, StringConstraints(max_length=20_000)]
Word = Annotated[str, StringConstraints(max_length=1000)]
Amount = Annotated[int, Field(ge=-1_000_000_000, le=1_000_000_000)] | Annotated[float, Field()] | Word
Order = Annotated[int, Field(ge=0, le=1_000_000_000)]
MediaKeys = Annotated[tuple[Annotated[str, StringConstraints(max_length=300)], ...], Field(max_length=10)]
ALWAYS_THERE = ("title", "description", "mode", "review_policy", "archived", "published")


class RegisterUser(Body):
    name: Name | None = None


class SetRole(Body):
    role: Role


class Settings(Body):
    description: Description | None = None
    mode: Mode | None = None
    seconds_per_question: Annotated[int, Field(ge=5, le=3600)] | None = None
    total_seconds: Annotated[int, Field(ge=10, le=86_400)] | None = None
    questions_per_attempt: Annotated[int, Field(ge=1, le=200, description="All of them, where left out")] | None = None
    attempts_allowed: Annotated[int, Field(ge=1, le=1000)] | None = None
    opens_at: Moment | None = None
    closes_at: Moment | None = None
    review_policy: ReviewPolicy | None = None
    response_credit: ResponseCredit | None = None
    ordering_credit: OrderingCredit | None = None
    negative_marking: bool | None = None
    shuffle_options: bool | None = None
    shards: Annotated[int, Field(ge=2, le=16, description="For a busy project; it only grows")] | None = None
    retention_days: Annotated[int, Field(ge=1, le=3650)] | None = None


class CreateProject(Settings):
    title: Title

    def settings(self) -> dict[str, Any]:
        return self.model_dump(exclude_none=True)


class EditProject(Settings):
    title: Annotated[Title | None, Field(description="What is left out stays; null takes a setting back")] = None
    published: bool | None = None
    archived: bool | None = None

    def changes(self) -> dict[str, Any]:
        given = self.model_dump(exclude_unset=True)
        return {name: value for name, value in given.items() if value is not None or name not in ALWAYS_THERE}


class ListProjects(Paging):
    archived: bool | None = None
    created_from: Day | None = None
    created_to: Day | None = None


class QuestionFields(Body):
    question_type: Kind | None = None
    question_text: LongText | None = None
    options: Annotated[tuple[LongText, ...], Field(max_length=26)] | None = None
    correct_answer: bool | Amount | Annotated[tuple[Amount, ...], Field(max_length=26)] | None = None
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
    tags: Annotated[tuple[Word, ...], Field(max_length=100)] | None = None
    order: Order | None = None
    media: MediaKeys | None = None

    def record(self) -> dict[str, Any]:
        """The question itself, without its place and its media."""
        return self.model_dump(exclude_none=True, mode="json", exclude={"order", "media"})


class AddQuestion(QuestionFields):
    question_type: Kind
    question_text: LongText
    correct_answer: bool | Amount | Annotated[tuple[Amount, ...], Field(max_length=26)]


class EditQuestion(QuestionFields):
    pass


class FileOf(Query):
    format: FileFormat


class ExportOf(Query):
    format: ExportFormat = ExportFormat.JSON


class OfferUpload(Body):
    content_type: Annotated[str, StringConstraints(max_length=100)]
    size: Annotated[int, Field(ge=1, le=1_000_000_000)]


class SaveAnswer(Body):
    selected_answer: Annotated[
        bool | Amount | Annotated[tuple[Word, ...], Field(max_length=26)] | None,
        Field(description="Letters as they are shown, true or false, a text, or a number; null takes it back"),
    ]
    sequence: Annotated[int, Field(ge=1, le=1_000_000_000, description="Of two saves the higher one stands")]
    seconds_spent: Annotated[int, Field(ge=0, le=86_400)] | None = None


class Between(Query):
    """Half-open: all of the first and all of the last day or second named."""

    first: Annotated[Moment | Day | None, Field(alias="from", union_mode="left_to_right")] = None
    last: Annotated[Moment | Day | None, Field(alias="to", union_mode="left_to_right")] = None


class ListAttempts(Between, Paging):
    status: Status | None = None


class ListAllAttempts(Between, Paging):
    pass


class GrantOverride(Body):
    extra_seconds: Annotated[int, Field(ge=0, le=86_400)] = 0
    extra_attempts: Annotated[int, Field(ge=0, le=1000)] = 0
