"""Says what is happening and how long it has taken, one line at a time."""

import time
from collections.abc import Callable

Say = Callable[[str], None]


def silent(line: str) -> None:
    """For callers who only want the result."""


class Progress:
    """Numbered steps with the seconds since the first."""

    def __init__(self, steps: int, say: Say) -> None:
        self._steps, self._done, self._say, self._began = steps, 0, say, time.monotonic()

    def step(self, what: str) -> None:
        self._done += 1
        self.detail(f"{self._done}/{self._steps} {what}")

    def detail(self, line: str) -> None:
        self._say(f"[{self.elapsed:5.1f} s] {line}")

    @property
    def elapsed(self) -> float:
        return time.monotonic() - self._began
