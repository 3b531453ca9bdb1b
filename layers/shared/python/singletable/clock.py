"""The time, in the precision that keys and items keep."""

from datetime import UTC, datetime


def now() -> datetime:
    moment = datetime.now(UTC)
    return moment.replace(microsecond=moment.microsecond // 1000 * 1000)
