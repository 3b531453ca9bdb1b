"""A stopwatch for the stages of a start. It imports next to nothing: what it loaded would cost a contender nothing."""

import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class Stages:
    def __init__(self) -> None:
        self._spent: dict[str, float] = {}
        self._since = time.perf_counter()

    def end(self, stage: str) -> None:
        """What has passed since the last stage ended belongs to this one."""
        self._spent[stage] = (time.perf_counter() - self._since) * 1000
        self._since = time.perf_counter()

    def skip(self) -> None:
        """What has passed belongs to no stage."""
        self._since = time.perf_counter()

    def print(self, answer: "Any") -> None:
        import json

        if "Item" not in answer:
            raise SystemExit(f"no item came back: {answer}")
        print(json.dumps(self._spent | {"total": sum(self._spent.values())}))
