"""What AlgoItny's endpoints answer. Stored short names never come this far."""

from typing import Any

from msgspec.structs import asdict

from edge.models import Day, Moment, View
from functions.algoitny.entities.accounts import Action, SubscriptionPlan, User
from functions.algoitny.entities.problems import Problem
from functions.algoitny.entities.usage import DailyUsage, Usage, UsageLog
from functions.algoitny.rules.usage import Allowance
from singletable.offload import loaded


class PlanView(View):
    plan_id: int
    name: str
    description: str
    max_hints_per_day: int
    max_executions_per_day: int
    max_problems: int
    can_view_all_problems: bool
    can_register_problems: bool
    price: int
    is_active: bool
    version: int

    @classmethod
    def of(cls, plan: SubscriptionPlan) -> "PlanView":
        return cls(**{name: getattr(plan, name) for name in cls.__struct_fields__})


class PlansView(View):
    items: list[PlanView]


class AllowanceView(View):
    limit: int
    used: int
    remaining: int
    reset_at: Moment

    @classmethod
    def of(cls, allowance: Allowance) -> "AllowanceView":
        return cls(**{name: getattr(allowance, name) for name in cls.__struct_fields__})


def today_view(allowances: tuple[Allowance, ...]) -> dict[str, AllowanceView]:
    return {allowance.action.value: AllowanceView.of(allowance) for allowance in allowances}


class ProfileView(View):
    user_id: str
    email: str | None
    email_proven: bool
    name: str
    picture: str
    plan: PlanView
    is_staff: bool
    solved_count: int
    created_at: Moment
    version: int

    @classmethod
    def of(cls, user: User, plan: SubscriptionPlan, *, is_staff: bool) -> "ProfileView":
        return cls(
            user_id=user.user_id,
            email=user.email,
            email_proven=user.email is not None and not user.email_unproven,
            name=user.name,
            picture=user.picture,
            plan=PlanView.of(plan),
            is_staff=is_staff,
            solved_count=user.solved_count,
            created_at=user.created_at,
            version=user.version,
        )


class SessionView(View):
    user: ProfileView
    today: dict[str, AllowanceView]
    is_new: bool


class DayUsageView(View):
    date: Day
    hint: int
    execution: int

    @classmethod
    def of(cls, usage: Usage) -> "DayUsageView":
        return cls(date=usage.day, hint=usage.hints, execution=usage.executions)


class UsageView(View):
    today: dict[str, AllowanceView]
    days: list[DayUsageView]


class ProblemSummary(View):
    platform: str
    problem_id: str
    title: str
    url: str
    tags: list[str]
    language: str
    is_completed: bool
    test_case_count: int
    verified_by_admin: bool
    updated_at: Moment
    version: int

    @classmethod
    def of(cls, problem: Problem) -> "ProblemSummary":
        named = {name: getattr(problem, name) for name in ProblemSummary.__struct_fields__ if name != "tags"}
        return cls(**named, tags=list(problem.tags))


class ProblemView(ProblemSummary):
    statement: str | None
    constraints: str
    comparison: str
    tolerance: float | None
    time_limit_seconds: float | None
    memory_limit_mb: int | None
    hint_count: int
    created_at: Moment
    solution: str | None = None
    hints: list[str] | None = None
    needs_review: bool | None = None
    review_notes: str | None = None
    is_deleted: bool | None = None
    deleted_reason: str | None = None

    @classmethod
    def shown(cls, problem: Problem, *, with_key: bool) -> "ProblemView":
        """With the key material only for who may see it; texts must have been loaded."""
        more: dict[str, Any] = {}
        if with_key:
            more = {
                "solution": loaded(problem.solution),
                "hints": list(problem.hints or ()),
                "needs_review": problem.needs_review,
                "review_notes": problem.review_notes,
                "is_deleted": problem.is_deleted,
                "deleted_reason": problem.deleted_reason,
            }
        return cls(
            **asdict(ProblemSummary.of(problem)),
            statement=loaded(problem.statement),
            constraints=problem.constraints,
            comparison=problem.comparison or "trimmed",
            tolerance=problem.tolerance,
            time_limit_seconds=problem.time_limit_seconds,
            memory_limit_mb=problem.memory_limit_mb,
            hint_count=len(problem.hints or ()),
            created_at=problem.created_at,
            **more,
        )


class CaseView(View):
    input: str
    output: str


class CasesView(View):
    count: int
    sha256: str | None
    test_cases: list[CaseView] | None = None
    download_url: str | None = None


class UserView(View):
    user_id: str
    email: str | None
    name: str
    plan_id: int
    granted_plans: list[int]
    is_active: bool
    is_staff: bool
    solved_count: int
    problem_count: int
    created_at: Moment
    version: int

    @classmethod
    def of(cls, user: User) -> "UserView":
        named = {name: getattr(user, name) for name in cls.__struct_fields__ if name != "granted_plans"}
        return cls(**named, granted_plans=list(user.granted_plans or ()))


class LogEntryView(View):
    at: Moment
    action: Action
    platform: str | None
    problem_id: str | None

    @classmethod
    def of(cls, entry: UsageLog) -> "LogEntryView":
        return cls(at=entry.created_at, action=entry.action, platform=entry.platform, problem_id=entry.problem_id)


class BusyUserView(View):
    user_id: str
    hints: int
    executions: int


class DayStatsView(View):
    date: Day
    hints: int
    executions: int
    active_users: int
    top_users: list[BusyUserView]

    @classmethod
    def of(cls, day: DailyUsage) -> "DayStatsView":
        busy = [BusyUserView(user_id=u.user_id, hints=u.hints, executions=u.executions) for u in day.top_users]
        return cls(
            date=day.day, hints=day.hints, executions=day.executions, active_users=day.active_users, top_users=busy
        )


class StatsView(View):
    days: list[DayStatsView]
    hints: int
    executions: int
