"""Functions whose cold start is measured: of each service a light one and one that checks a body and writes."""

import json
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from typing import Any

from functions.catalogue import SERVICES
from singletable.codec import Item
from singletable.items import encode
from singletable.schema import spec_of
from tools.bench.processes import ROOT
from tools.generate.sample import samples_of

NOW = datetime(2026, 3, 1, tzinfo=UTC)


@dataclass(frozen=True)
class Handler:
    service: str
    kind: str
    """Light, a read for its caller, or a write: a body is checked and a transaction written."""
    use_case: str

    @property
    def name(self) -> str:
        return f"{self.kind}: {self.service} {self.use_case}"

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


@cache
def rows_of(service: str) -> tuple[Item, ...]:
    """What stands in the service's table: the rows that its sample events are made for."""
    declared = next(each for each in SERVICES if each.name == service)
    stored = samples_of(declared).stored(NOW)
    return tuple(encode(row) for row in stored if spec_of(row).table is declared.table)


HANDLERS = (
    Handler("algoitny", "light", "list_plans"),
    Handler("algoitny", "read", "show_problem"),
    Handler("algoitny", "write", "register_problem"),
    Handler("exambuddy", "light", "show_me"),
    Handler("exambuddy", "read", "list_projects"),
    Handler("exambuddy", "write", "create_project"),
    Handler("wdrbe", "light", "show_stats"),
    Handler("wdrbe", "read", "list_items"),
    Handler("wdrbe", "write", "create_item"),
    Handler("codekurukshetra", "light", "show_event"),
    # Here everybody is known by a proven address, which takes a secret and so a second client.
    Handler("codekurukshetra", "write", "configure_event"),
)
