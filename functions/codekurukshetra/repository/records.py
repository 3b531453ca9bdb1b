"""Every question about what is written beside the business: audit, letters, check-ins, figures."""

from collections.abc import Iterable
from datetime import date, datetime, timedelta

from functions.codekurukshetra.entities.records import AuditEntry, CheckIn, DailyStatistics, Letter
from functions.codekurukshetra.rules.checkins import seen_before
from functions.codekurukshetra.rules.statistics import totals
from singletable.errors import ConditionRefused
from singletable.idempotency import Once
from singletable.store import Create, Page, Patch, Store
from singletable.ulid import new_ulid


def entry(subject: str, actor: str, action: str, now: datetime, **facts: object) -> AuditEntry:
    said = {name: str(value) for name, value in facts.items()} or None
    return AuditEntry(subject=subject, at=now, entry_id=new_ulid(now), actor=actor, action=action, facts=said)


class Audit:
    def __init__(self, store: Store) -> None:
        self._store = store

    def record(self, *entries: AuditEntry) -> None:
        """Before the answer goes out: what could not be recorded is not shown."""
        if len(entries) == 1:
            self._store.put(entries[0])
        else:
            self._store.batch_write(puts=entries)

    def of(self, subject: str, limit: int, cursor: str | None) -> Page[AuditEntry]:
        return self._store.query(AuditEntry.key(subject=subject), limit=limit, cursor=cursor, newest_first=True)


class Letters:
    def __init__(self, store: Store) -> None:
        self._store = store

    def claim(self, letter: Letter) -> bool:
        """Whether it is ours to send: of all who try, one gets it."""
        return self._move(letter, "due", "sending")

    def give_back(self, letter: Letter) -> None:
        """It was certainly not sent: somebody may try again."""
        self._move(letter, "sending", "due")

    def close(self, letter: Letter, state: str) -> None:
        self._move(letter, "sending", state)

    def _move(self, letter: Letter, before: str, after: str) -> bool:
        key = Letter.key.item(about=letter.about, kind=letter.kind, occasion=letter.occasion)
        try:
            self._store.run(Patch(key, set={"state": after}, when={"state": before}))
        except ConditionRefused:
            return False
        return True


class CheckIns:
    def __init__(self, store: Store) -> None:
        self._store = store

    def record(self, seen: CheckIn, audited: AuditEntry, once: Once, answer: str) -> None:
        self._store.transact(
            *once.answering(201, answer, self._store.now()), Create(seen, otherwise=seen_before), Create(audited)
        )


class Statistics:
    def __init__(self, store: Store) -> None:
        self._store = store

    def days(self, first: date, last: date) -> list[DailyStatistics]:
        return totals(self._store.every(DailyStatistics.key().since(day=first).until(day=last + timedelta(days=1))))


def all_entries(subjects: Iterable[str], actor: str, action: str, now: datetime) -> list[AuditEntry]:
    return [entry(subject, actor, action, now) for subject in subjects]
