"""What the table charged: capacity units and round trips, for tests, benchmarks and the cost model."""

from collections.abc import Iterable, Mapping
from threading import Lock
from typing import Any


class Meter:
    """Sums what DynamoDB reports, from any number of threads; give one to a store to have it ask."""

    def __init__(self) -> None:
        self.round_trips = 0
        self.read_units = 0.0
        self.write_units = 0.0
        self.actions: list[str] = []
        self._adding = Lock()

    def add(self, action: str, response: Mapping[str, Any], *, writes: bool) -> None:
        consumed = response.get("ConsumedCapacity", ())
        reports: Iterable[Mapping[str, Any]] = (consumed,) if isinstance(consumed, Mapping) else consumed
        units = sum(float(report.get("CapacityUnits", 0.0)) for report in reports)
        with self._adding:
            self.round_trips += 1
            self.actions.append(action)
            if writes:
                self.write_units += units
            else:
                self.read_units += units

    def reset(self) -> None:
        self.round_trips, self.read_units, self.write_units = 0, 0.0, 0.0
        self.actions.clear()
