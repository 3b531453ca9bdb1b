"""Every question about usage: the quota, the log, the daily aggregates."""

from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from datetime import date, datetime, timedelta

from functions.algoitny.entities.accounts import Action, SubscriptionPlan
from functions.algoitny.entities.usage import DailyUsage, LastAction, Usage, UsageLog
from functions.algoitny.rules.usage import FIELD, UNLIMITED, QuotaExhausted, day_of, reset_after, total
from singletable.store import Page, Patch, Store

READERS = 8


class UsageBook:
    def __init__(self, store: Store) -> None:
        self._store = store

    def charge(
        self,
        user_id: str,
        action: Action,
        plan: SubscriptionPlan,
        *,
        log_id: str,
        now: datetime,
        problem: tuple[str, str] | None = None,
    ) -> Patch[Usage]:
        """The charge as one conditional write. Run it alone, or in the transaction that records what it pays for."""
        day, limit = day_of(now), plan.limit(action)
        return Patch(
            Usage.key.item(user_id=user_id, day=day),
            add={FIELD[action]: 1},
            set={"last": LastAction(action, log_id, now, *(problem or ()))},
            ceiling={} if limit == UNLIMITED else {FIELD[action]: limit},
            upsert=True,
            otherwise=QuotaExhausted(action, limit, reset_after(day)),
        )

    def run(self, charge: Patch[Usage]) -> Usage:
        return self._store.patch(charge)

    def require(self, user_id: str, action: Action, plan: SubscriptionPlan, now: datetime) -> None:
        """Refuses early who could not pay; that it can be paid is settled by the charge alone."""
        usage, limit = self.today(user_id, now), plan.limit(action)
        if limit != UNLIMITED and usage is not None and usage.used(action) >= limit:
            raise QuotaExhausted(action, limit, reset_after(day_of(now)))

    def today(self, user_id: str, now: datetime) -> Usage | None:
        return self._store.get(Usage.key.item(user_id=user_id, day=day_of(now)))

    def days(self, user_id: str, first: date, last: date) -> list[Usage]:
        """One query, newest day first."""
        days = Usage.key(user_id=user_id).since(day=first).until(day=last + timedelta(days=1))
        return list(self._store.every(days, newest_first=True))

    def log(self, user_id: str, day: date, limit: int, cursor: str | None) -> Page[UsageLog]:
        return self._store.query(UsageLog.key(user_id=user_id, day=day), limit=limit, cursor=cursor, newest_first=True)

    def write_log(self, entries: Iterable[UsageLog]) -> None:
        self._store.batch_write(puts=entries)

    def daily(self, first: date, last: date) -> list[DailyUsage]:
        """One query a day, several at a time; a day is the sum of its shards."""
        days = [first + timedelta(days=n) for n in range((last - first).days + 1)]
        with ThreadPoolExecutor(READERS) as readers:
            return list(readers.map(lambda day: total(day, self._store.every(DailyUsage.key(day=day))), days))
