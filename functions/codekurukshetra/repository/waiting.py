"""Every question about the waiting list."""

from collections.abc import Iterator
from datetime import datetime, timedelta

from functions.codekurukshetra.entities.records import AuditEntry, Letter
from functions.codekurukshetra.entities.registration import Waiter, WaiterLock
from functions.codekurukshetra.repository import seats
from functions.codekurukshetra.rules.teams import EventFull
from functions.codekurukshetra.rules.waiting import AlreadyWaiting, SeatsLeft
from singletable.errors import NotFound, VersionConflict
from singletable.idempotency import Once
from singletable.store import Create, Store, Update, release, remove


class WaitingList:
    def __init__(self, store: Store) -> None:
        self._store = store

    def get(self, waiter_id: str) -> Waiter | None:
        return self._store.get(Waiter.key.item(waiter_id=waiter_id), consistent=True)

    def of(self, email_index: str) -> Waiter | None:
        lock = self._store.get(WaiterLock.key.item(email_index=email_index), consistent=True)
        return self.get(lock.owner) if lock else None

    def join(self, waiter: Waiter, once: Once, answer: str) -> None:
        """Only while there is something to wait for: no seat is left, or others wait already."""
        waiting = AlreadyWaiting("This address is on the waiting list.")
        lock = WaiterLock(email_index=waiter.email_index, owner=waiter.waiter_id)
        for behind_others in (False, True):
            try:
                self._store.transact(
                    *once.answering(201, answer, self._store.now()),
                    Create(lock, otherwise=waiting),
                    seats.wait(behind_others=behind_others),
                    Create(waiter),
                )
                return
            except SeatsLeft:
                if behind_others:
                    raise

    def leave(self, waiter: Waiter, entry: AuditEntry, once: Once, answer: str) -> None:
        seat = seats.wait_no_more() if waiter.offered_until is None else seats.withdraw_offer()
        self._store.transact(
            *once.answering(202, answer, self._store.now()), remove(waiter), release(_lock(waiter)), seat, Create(entry)
        )

    def next_in_line(self) -> Iterator[Waiter]:
        return self._store.every(Waiter.in_line(state="WAITING"))

    def lapsed(self, now: datetime) -> Iterator[Waiter]:
        return self._store.every(Waiter.in_line(state="OFFERED").until(order=now + timedelta(seconds=1)))

    def offer(self, before: Waiter, after: Waiter, letter: Letter) -> bool:
        """Whether there was a seat; somebody who has left meanwhile is passed over."""
        try:
            self._store.transact(Update(before, after), seats.offer(), Create(letter))
        except (NotFound, VersionConflict):
            return True
        except EventFull:
            return False
        return True

    def withdraw(self, waiter: Waiter) -> None:
        """The offer was not taken up: the seat is free again, and the entry gone."""
        try:
            self._store.transact(remove(waiter), release(_lock(waiter)), seats.withdraw_offer())
        except (NotFound, VersionConflict):
            return


def _lock(waiter: Waiter) -> WaiterLock:
    return WaiterLock(email_index=waiter.email_index, owner=waiter.waiter_id)
