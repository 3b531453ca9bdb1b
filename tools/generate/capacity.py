"""What each access pattern and endpoint was measured to cost, where that was done."""

import json
from dataclasses import dataclass

from singletable.service import Service
from tools.build.targets import ROOT

PLACE = ROOT / "docs" / "capacity"


@dataclass(frozen=True, slots=True, kw_only=True)
class CapacityRow:
    """One line of `docs/capacity/<service>.json`, which holds a list of them."""

    name: str
    """The endpoint or the question."""
    round_trips: int
    read_units: float
    write_units: float
    note: str = ""


def capacity_rows(service: Service) -> list[CapacityRow] | None:
    """None where nobody has measured."""
    measured = PLACE / f"{service.name}.json"
    if not measured.exists():
        return None
    return [CapacityRow(**row) for row in json.loads(measured.read_text(encoding="utf-8"))]
