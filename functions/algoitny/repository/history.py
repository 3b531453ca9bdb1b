"""Every question about the history of runs, and the public feed of all of them."""

from collections.abc import Mapping
from datetime import date, datetime
from typing import Any

from functions.algoitny.entities.executions import SearchHistory
from functions.algoitny.rules.history import feed_days
from functions.algoitny.rules.usage import day_of
from singletable.errors import BadCursor
from singletable.store import Page, Store

FEED = "algoitny: the public feed"


class History:
    def __init__(self, store: Store) -> None:
        self._store = store

    def of_user(self, user_id: str, limit: int, cursor: str | None) -> Page[SearchHistory]:
        return self._store.query(SearchHistory.of_user(user_id=user_id), limit=limit, cursor=cursor, newest_first=True)

    def of_problem(
        self, user_id: str, platform: str, problem_id: str, limit: int, cursor: str | None
    ) -> Page[SearchHistory]:
        runs = SearchHistory.key(user_id=user_id, platform=platform, problem_number=problem_id)
        return self._store.query(runs, limit=limit, cursor=cursor, newest_first=True)

    def last(self, user_id: str, platform: str, problem_id: str) -> SearchHistory | None:
        """The latest run of a problem, with its code and results."""
        found = next(iter(self.of_problem(user_id, platform, problem_id, 1, None).items), None)
        return None if found is None else self._store.load(found)

    def find(self, history_id: str) -> SearchHistory | None:
        return self._store.find(SearchHistory.by_id(history_id=history_id))

    def whole(self, run: SearchHistory) -> SearchHistory:
        return self._store.load(run)

    def change(self, before: SearchHistory, after: SearchHistory) -> SearchHistory:
        return before if before is after else self._store.update(before, after)

    def feed(self, limit: int, cursor: str | None, now: datetime) -> Page[SearchHistory]:
        """Newest first, day by day back, without gaps at midnight. A page reads its own items and one more, and at
        the most one empty partition per day of the feed, however much was ever published.

        The position is a moment and the id of a public run: an index position would name the user as well.
        """
        opened, behind = self._opened(cursor) if cursor else (day_of(now), None)
        found: list[SearchHistory] = []
        for day in feed_days(opened, day_of(behind[0]) if behind else opened):
            of_day = SearchHistory.public(published_on=day)
            if behind is not None and day_of(behind[0]) == day:
                of_day = of_day.until(published_at=behind[0], history_id=behind[1])
            found += self._store.query(of_day, limit=limit + 1 - len(found), newest_first=True).items
            if len(found) > limit:
                return Page(tuple(found[:limit]), self._sealed(opened, found[limit - 1]))
        return Page(tuple(found), None)

    def _sealed(self, opened: date, last: SearchHistory) -> str:
        at = last.published_at.isoformat() if last.published_at else ""
        return self._store.cursors.seal(FEED, {"opened": opened.isoformat(), "at": at, "id": last.history_id})

    def _opened(self, cursor: str) -> tuple[date, tuple[datetime, str]]:
        held: Mapping[str, Any] = self._store.cursors.open(FEED, cursor)
        try:
            return date.fromisoformat(held["opened"]), (datetime.fromisoformat(held["at"]), held["id"])
        except (KeyError, ValueError):
            raise BadCursor("the cursor was made by another version") from None
