"""A clock that stands still until a test moves it."""

from datetime import UTC, datetime, timedelta

NOW = datetime(2026, 3, 1, 12, 0, 0, 250_000, tzinfo=UTC)


class Clock:
    def __init__(self) -> None:
        self.moment = NOW

    def __call__(self) -> datetime:
        return self.moment

    def move(self, by: timedelta) -> None:
        self.moment += by
