"""Every question about orders and money. A statement of the gateway is written with all that follows from it."""

from collections.abc import Collection, Iterator
from datetime import date, datetime, timedelta
from typing import Any

from functions.codekurukshetra.entities.payments import EventLock, Expiry, Payment, Refund
from functions.codekurukshetra.entities.records import AuditEntry, Letter
from functions.codekurukshetra.entities.registration import Hold, PaymentStatus, Team
from functions.codekurukshetra.repository import seats
from functions.codekurukshetra.repository.patience import until_undisturbed
from functions.codekurukshetra.rules import payments as rules
from functions.codekurukshetra.rules.payments import EventIdReused, Outcome, Seat, Statement
from functions.codekurukshetra.rules.teams import EventFull
from singletable.errors import ConditionRefused, VersionConflict
from singletable.idempotency import Once
from singletable.schema import evolve
from singletable.store import Create, Delete, Operation, Page, Put, Store, Update

Operations = list[Operation[Any]]


class HeardBefore(Exception):
    """The event came again."""


class AlreadyOwed(Exception):
    """The same money is on its way back already."""


class AlreadyWritten(Exception):
    """The letter went out on an earlier occasion."""

    def __init__(self, letter: Letter) -> None:
        super().__init__(letter.kind)
        self.letter = letter


class Payments:
    def __init__(self, store: Store) -> None:
        self._store = store

    def get(self, order_id: str) -> Payment | None:
        return self._store.get(Payment.key.item(order_id=order_id), consistent=True)

    def team(self, team_id: str) -> Team | None:
        return self._store.get(Team.key.item(team_id=team_id), consistent=True)

    def of_team(self, team_id: str, limit: int, cursor: str | None) -> Page[Payment]:
        return self._store.query(Payment.of_team(team_id=team_id), limit=limit, cursor=cursor, newest_first=True)

    def by_status(self, status: PaymentStatus, limit: int, cursor: str | None) -> Page[Payment]:
        return self._store.query(Payment.by_status(status=status), limit=limit, cursor=cursor, newest_first=True)

    def on_day(self, day: date, limit: int, cursor: str | None) -> Page[Payment]:
        return self._store.query(Payment.on_day(day=day), limit=limit, cursor=cursor, newest_first=True)

    def open_between(self, status: PaymentStatus, first: datetime, last: datetime) -> Iterator[Payment]:
        made = Payment.by_status(status=status).since(created_at=first).until(created_at=last)
        return self._store.every(made)

    def ordered(self, team: Team, payment: Payment, entry: AuditEntry, once: Once, answer: str) -> None:
        """An order for a team, its first; a seat is taken where the team has lost its own."""
        self._store.transact(
            *once.answering(201, answer, self._store.now()),
            Create(payment, otherwise=lambda found: VersionConflict("the order was stored meanwhile", found)),
            Update(team, rules.ordered(team, payment, payment.created_at)),
            *((seats.reserve(),) if not team.has_seat else ()),
            Delete(Hold.key.item(team_id=team.team_id)),
            Create(Expiry(order_id=payment.order_id, team_id=team.team_id, until=payment.pay_until)),
            Create(entry),
        )

    def reopened(self, team: Team, before: Payment, after: Payment, entry: AuditEntry, once: Once, answer: str) -> None:
        """The order that expired, with a seat once more."""
        self._store.transact(
            *once.answering(201, answer, self._store.now()),
            Update(before, after),
            Update(team, rules.ordered(team, after, after.updated_at)),
            seats.reserve(),
            Put(Expiry(order_id=after.order_id, team_id=team.team_id, until=after.pay_until)),
            Create(entry),
        )

    def answered(self, once: Once, status: int, answer: str) -> None:
        """For a request that changed nothing and may come again."""
        self._store.transact(*once.answering(status, answer, self._store.now()))

    def settle(
        self,
        statement: Statement,
        now: datetime,
        *,
        event: EventLock | None = None,
        entry: AuditEntry | None = None,
    ) -> Payment:
        """What the gateway says, written once however often it says so; the payment as it stands then."""
        seat_left = True
        heard: Operations = [_heard(event)] if event else []
        audited: Operations = [Create(entry)] if entry else []
        written: list[str] = []

        def attempt() -> Payment:
            nonlocal seat_left
            payment = rules.existing(self.get(statement.order_id))
            team = self.team(payment.team_id)
            outcome = rules.settle(payment, team, statement, seat_left=seat_left, now=now)
            writes = self._writes(payment, team, outcome, written) if outcome else []
            try:
                self._store.transact(*heard, *writes, *audited)
            except EventFull:
                seat_left = False
                return attempt()
            except AlreadyWritten as before:
                written.append(before.letter.kind)
                return attempt()
            return outcome.payment if outcome else payment

        try:
            return until_undisturbed(attempt)
        except (AlreadyOwed, HeardBefore):
            return rules.existing(self.get(statement.order_id))

    def expire(self, payment: Payment, now: datetime) -> bool:
        def attempt() -> bool:
            current = rules.existing(self.get(payment.order_id))
            team = self.team(current.team_id)
            outcome = rules.expired(current, team, now)
            if outcome is None:
                self._store.delete(Expiry.key.item(order_id=payment.order_id))
                return False
            self._store.transact(*self._writes(current, team, outcome))
            return True

        return until_undisturbed(attempt)

    def _writes(
        self, payment: Payment, team: Team | None, outcome: Outcome, written: Collection[str] = ()
    ) -> Operations:
        writes: Operations = []
        if outcome.payment != payment:
            writes.append(Update(payment, outcome.payment))
        if team is not None and outcome.team is not None and outcome.team != team:
            writes.append(Update(team, outcome.team))
        if outcome.seat is not Seat.KEEP:
            writes.append(seats.reserve_paid() if outcome.seat is Seat.TAKE else seats.give_back())
        if outcome.refund is not None:
            writes.append(Create(outcome.refund, otherwise=AlreadyOwed()))
        if outcome.is_settled:
            writes.append(Delete(Expiry.key.item(order_id=payment.order_id)))
        due = (letter for letter in outcome.letters if letter.kind not in written)
        return [*writes, *(Create(letter, otherwise=AlreadyWritten(letter)) for letter in due)]

    def owed(self) -> Iterator[Refund]:
        return self._store.every(Refund.owed())

    def given_back(self, refund: Refund, refund_id: str) -> None:
        self._store.update(refund, evolve(refund, refund_id=refund_id))

    def due(self, before: datetime) -> Iterator[Expiry]:
        return self._store.every(Expiry.due().until(until=before + timedelta(seconds=1)))

    def remind(self, marker: Expiry, payment: Payment, team: Team, now: datetime) -> bool:
        letter = rules.letter("reminder", payment, team, now, occasion=payment.pay_until.isoformat())
        reminded = Update(marker, evolve(marker, reminded=True), {"reminded": False, "until": marker.until})
        try:
            self._store.transact(reminded, Create(letter))
        except ConditionRefused:
            return False
        return True

    def held(self, before: datetime) -> Iterator[Hold]:
        return self._store.every(Hold.due().until(until=before + timedelta(seconds=1)))

    def let_go(self, hold: Hold, now: datetime) -> bool:
        """The seat of a team that never asked for an order."""

        def attempt() -> bool:
            team, gone = self.team(hold.team_id), Delete(Hold.key.item(team_id=hold.team_id))
            if team is None or team.payment_status is not PaymentStatus.CREATED:
                self._store.run(gone)
                return False
            status = PaymentStatus.EXPIRED
            left = evolve(team, payment_status=status, has_seat=False, updated_at=now)
            self._store.transact(Update(team, left), seats.give_back(), gone)
            return True

        return until_undisturbed(attempt)


def _heard(event: EventLock) -> Create[EventLock]:
    def meaning(found: EventLock | None) -> Exception:
        if found is not None and found.digest != event.digest:
            return EventIdReused("Another event was heard under this id.")
        return HeardBefore("the event was heard before")

    return Create(event, otherwise=meaning)
