"""Waits for an execution on behalf of a caller who asked to."""

import time
from collections.abc import Callable, Iterator

from functions.algoitny.entities.executions import Execution
from functions.algoitny.repository.executions import Executions

FIRST_PAUSE, LONGEST_PAUSE = 0.1, 0.5

pause: Callable[[float], None] = time.sleep


def until_finished(executions: Executions, begun: Execution, seconds: float) -> Execution:
    """The execution as it stands when it is finished, or when the time is up."""
    latest = begun
    for rest in _pauses(seconds):
        pause(rest)
        latest = executions.get(begun.execution_id) or latest
        if not latest.status.is_open:
            break
    return latest


def _pauses(seconds: float) -> Iterator[float]:
    rest = FIRST_PAUSE
    while seconds > 0:
        yield min(rest, seconds)
        seconds -= rest
        rest = min(rest * 1.5, LONGEST_PAUSE)
