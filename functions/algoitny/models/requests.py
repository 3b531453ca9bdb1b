"""What AlgoItny's endpoints take."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, field

from edge.models import Body, Day, OrLeftOut, Paging, Query
from edge.reading import AS_SENT, LOWERED
from functions.algoitny.rules.jobs import Script
from singletable.refusal import InvalidValue

Slug = Annotated[str, Meta(pattern=r"^[a-z0-9][a-z0-9_-]{0,39}\Z")]
ProblemId = Annotated[str, Meta(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]{0,63}\Z")]
UserId = Annotated[str, Meta(pattern=r"^[A-Za-z0-9-]{1,64}\Z")]
PlanId = Annotated[int, Meta(ge=1, le=999_999)]
Name = Annotated[str, Meta(min_length=1, max_length=100)]
Address = Annotated[str, Meta(max_length=2000, pattern=r"^https?://[^\s]+\Z")]
Email = Annotated[str, Meta(max_length=254, pattern=r"^[^@\s#]+@[^@\s#]+\.[^@\s#]+\Z"), LOWERED]
Tag = Annotated[str, Meta(min_length=1, max_length=40)]
HintText = Annotated[str, Meta(min_length=1, max_length=2000)]
Code = Annotated[str, Meta(max_length=65_536), AS_SENT]
RecordId = Annotated[str, Meta(pattern=r"^[0-9A-Z]{26}\Z")]
CaseText = Annotated[str, Meta(max_length=1_000_000), AS_SENT]
Limit = Annotated[int, Meta(ge=-1, le=1_000_000, description="-1 means unlimited")]


class EditProfile(Body):
    name: Name | None = None
    picture: Address | None = None
    email: Email | None = None


class ChoosePlan(Body):
    plan_id: PlanId


class Days(Query):
    """A range of days, both included; by default the last 30."""

    first: Day | None = field(name="from", default=None)
    last: Day | None = field(name="to", default=None)


class ListProblems(Paging):
    status: Literal["completed", "draft"] = "completed"
    tag: Tag | None = None


class GivenCase(Body):
    input: CaseText
    output: CaseText


class RegisterProblem(Body):
    title: Annotated[str, Meta(min_length=1, max_length=300)]
    url: OrLeftOut[Address] = UNSET
    statement: OrLeftOut[Annotated[str, Meta(max_length=100_000)] | None] = UNSET
    tags: OrLeftOut[Annotated[tuple[Tag, ...], Meta(max_length=20)]] = UNSET
    solution: OrLeftOut[Code | None] = UNSET
    language: OrLeftOut[Slug] = UNSET
    constraints: OrLeftOut[Annotated[str, Meta(max_length=10_000)]] = UNSET
    hints: OrLeftOut[Annotated[tuple[HintText, ...], Meta(max_length=10)]] = UNSET
    comparison: OrLeftOut[Literal["trimmed", "exact", "tokens", "numeric"] | None] = UNSET
    tolerance: OrLeftOut[
        Annotated[float, Meta(ge=0, le=1, description="For `numeric`; a millionth by default")] | None
    ] = UNSET
    time_limit_seconds: OrLeftOut[Annotated[float, Meta(ge=0.1, le=10)] | None] = UNSET
    memory_limit_mb: OrLeftOut[Annotated[int, Meta(ge=16, le=512)] | None] = UNSET
    is_completed: OrLeftOut[bool] = UNSET
    test_cases: Annotated[tuple[GivenCase, ...], Meta(max_length=1000)] | None = None

    def fields(self) -> dict[str, object]:
        """What was said about the problem itself; what was left out stays as it is."""
        return {name: value for name, value in self.sent().items() if name != "test_cases"}

    def pairs(self) -> tuple[tuple[str, str], ...] | None:
        return None if self.test_cases is None else tuple((case.input, case.output) for case in self.test_cases)


class DeletionReason(Query):
    reason: Annotated[str, Meta(min_length=1, max_length=500)]


class ListUsers(Paging):
    plan: PlanId = 1


class AdministerUser(Body):
    plan_id: PlanId | None = None
    is_active: bool | None = None
    is_staff: bool | None = None
    granted_plans: Annotated[tuple[PlanId, ...], Meta(max_length=20)] | None = None

    def changes(self) -> dict[str, object]:
        return self.given()


class DayLog(Paging):
    day: Day = field(name="date")


class Review(Body):
    decision: Literal["verify", "send_back", "note"]
    notes: Annotated[str, Meta(max_length=2000)] | None = None


class WritePlan(Body):
    name: Name
    description: Annotated[str, Meta(max_length=500)] = ""
    max_hints_per_day: Limit
    max_executions_per_day: Limit
    max_problems: Limit = -1
    can_view_all_problems: bool = True
    can_register_problems: bool = False
    price: Annotated[int, Meta(ge=0, le=100_000_000)] = 0
    is_active: bool = True


class ExecuteCode(Body):
    language: Slug = "python"
    code: Annotated[str, Meta(min_length=1, max_length=200_000), AS_SENT]
    is_public: bool = False


class Waiting(Query):
    wait: Annotated[float, Meta(ge=0, le=20, description="Seconds to wait for the result")] = 0


class ListHistory(Paging):
    """Both of `platform` and `problem_id`, or neither."""

    platform: Slug | None = None
    problem_id: ProblemId | None = None

    def problem(self) -> tuple[str, str] | None:
        if self.platform is None and self.problem_id is None:
            return None
        if self.platform is None or self.problem_id is None:
            missing = "platform" if self.platform is None else "problem_id"
            raise InvalidValue("A problem is named by both its platform and its id.", field=f"query.{missing}")
        return self.platform, self.problem_id


class PublishHistory(Body):
    is_public: bool


class TakeHint(Body):
    level: Annotated[int, Meta(ge=1, le=100, description="The next one, or one that was seen")] | None = None


JobKind = Literal["generation", "extraction"]


class StartJob(Body):
    """An extraction has the `url` of a problem at its judge; a generation names a problem of ours."""

    kind: JobKind
    url: Address | None = None
    platform: Slug | None = None
    problem_id: ProblemId | None = None
    generator_code: Code | None = None
    """Reads the number of a case, prints the input of that case."""
    language: Slug = "python"
    count: Annotated[int, Meta(ge=1, le=200)] = 10

    def problem(self) -> tuple[str, str]:
        if self.platform is None or self.problem_id is None:
            missing = "platform" if self.platform is None else "problem_id"
            raise InvalidValue("A generation needs the problem it is for.", field=f"body.{missing}")
        return self.platform, self.problem_id

    def script(self) -> Script:
        return Script(self.generator_code, self.language, self.count)

    def address(self) -> str:
        if self.url is None:
            raise InvalidValue("An extraction needs the address of the problem.", field="body.url")
        return self.url


class ListJobs(Paging):
    kind: JobKind
    status: Literal["PENDING", "PROCESSING", "COMPLETED", "FAILED"] = "PROCESSING"


class ShowJob(Query):
    progress: Literal["all", "latest"] = "latest"
