"""Many callers at the same moment."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier


def at_once(callers: int, act: Callable[[int], object]) -> list[object]:
    """What each caller got, an exception included; none begins before all are there."""
    start = Barrier(callers)

    def call(number: int) -> object:
        start.wait()
        try:
            return act(number)
        except Exception as error:
            return error

    with ThreadPoolExecutor(callers) as threads:
        return list(threads.map(call, range(callers)))
