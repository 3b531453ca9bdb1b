"""What each access pattern and endpoint was measured to cost, where that was done."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field

from singletable.service import Service
from tools.build.targets import ROOT

PLACE = ROOT / "docs" / "capacity"
FIRST, WARM = "first call", "warm"
ONE, PAGE_OF, CREATED = "one item", "a page of {}", "one created"


@dataclass(frozen=True, slots=True, kw_only=True)
class CapacityRow:
    """One line of `docs/capacity/<service>.json`, which holds a list of them."""

    name: str
    """The function, the question or the entity."""
    round_trips: int
    read_units: float
    write_units: float
    note: str = ""
    beyond: Mapping[str, int] = field(default_factory=dict)
    """Requests to other services of Amazon."""

    @property
    def said(self) -> str:
        return ", ".join((self.note, *(f"{count} to {service}" for service, count in self.beyond.items())))


def capacity_rows(service: Service) -> list[CapacityRow] | None:
    """None where nobody has measured."""
    measured = PLACE / f"{service.name}.json"
    if not measured.exists():
        return None
    return [CapacityRow(**row) for row in json.loads(measured.read_text(encoding="utf-8"))]
