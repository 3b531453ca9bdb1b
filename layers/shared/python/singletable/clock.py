"""The time, in the precision that keys and items keep."""

from collections.abc import Callable
from datetime import UTC, datetime

read: Callable[[], datetime] = lambda: datetime.now(UTC)  # noqa: E731  # a test turns this one hand


def now() -> datetime:
    moment = read()
    return moment.replace(microsecond=moment.microsecond // 1000 * 1000)
