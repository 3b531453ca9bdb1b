"""Functions whose cold start is measured: one light and one heavy of a service, with what stands in their table."""

import json
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from functions.algoitny.entities.accounts import SubscriptionPlan, User
from functions.algoitny.entities.problems import Problem
from tools.bench.processes import ROOT

NOW = datetime(2026, 3, 1, tzinfo=UTC)


@dataclass(frozen=True)
class Handler:
    service: str
    use_case: str
    entities: tuple[object, ...]

    @property
    def module(self) -> str:
        return f"functions.{self.service}.api.{self.use_case}"

    @property
    def event(self) -> dict[str, Any]:
        read: dict[str, Any] = json.loads((ROOT / "events" / self.service / f"{self.use_case}.json").read_text())
        return read

    @property
    def environment(self) -> dict[str, str]:
        file = ROOT / "events" / f"{self.service}.environment.json"
        return dict(json.loads(file.read_text())["Parameters"])


PLAN = SubscriptionPlan(
    plan_id=1, name="Free", max_hints_per_day=5, max_executions_per_day=50, created_at=NOW, updated_at=NOW
)
ANN = User(user_id="ann", email="ann@example.com", google_id="ann", name="Ann", created_at=NOW, updated_at=NOW)
SUM = Problem(
    platform="baekjoon",
    problem_id="1000",
    title="A+B",
    statement="Add two numbers.",
    tags=("math",),
    is_completed=True,
    created_at=NOW,
    updated_at=NOW,
)

HANDLERS = (
    Handler("algoitny", "list_plans", (PLAN,)),
    Handler("algoitny", "show_problem", (PLAN, ANN, SUM)),
)
