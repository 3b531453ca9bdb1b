"""Functions whose cold start is measured: one light and one heavy of a service, with what stands in their table."""

import json
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from functions.catalogue import SERVICES
from singletable.schema import spec_of
from tools.bench.processes import ROOT
from tools.generate.sample import samples_of

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
        return {"BUCKET_NAME": "bucket", **json.loads(file.read_text())["Parameters"]}


def with_samples(service: str, *use_cases: str) -> tuple[Handler, ...]:
    """Functions on the rows that their sample events are made for."""
    declared = next(each for each in SERVICES if each.name == service)
    rows = tuple(row for row in samples_of(declared).stored(NOW) if spec_of(row).table is declared.table)
    return tuple(Handler(service, use_case, rows) for use_case in use_cases)


HANDLERS = (
    *with_samples("algoitny", "list_plans", "show_problem"),
    *with_samples("exambuddy", "show_me", "list_projects"),
    *with_samples("wdrbe", "show_stats", "list_items"),
    *with_samples("codekurukshetra", "show_event"),
)
