"""Failures of the gateway's own API, ordered in advance: an error status, a late answer, no answer at all."""

from dataclasses import dataclass, replace
from threading import Lock


@dataclass(frozen=True, slots=True)
class Fault:
    """Befalls the next `times` requests of `method` whose path starts with `path`."""

    method: str
    path: str
    times: int = 1
    status: int | None = None  # the status answered; None: the connection closes without an answer
    seconds: float = 0.0  # how long the caller waits for it
    after: bool = False  # the request takes effect first, and only its answer is lost


class Faults:
    def __init__(self) -> None:
        self._ordered: list[Fault] = []
        self._lock = Lock()

    def order(self, fault: Fault) -> None:
        with self._lock:
            self._ordered.append(fault)

    def befalls(self, method: str, path: str) -> Fault | None:
        with self._lock:
            for place, fault in enumerate(self._ordered):
                if fault.method == method and path.startswith(fault.path):
                    self._ordered[place : place + 1] = (
                        [replace(fault, times=fault.times - 1)] if fault.times > 1 else []
                    )
                    return fault
        return None
