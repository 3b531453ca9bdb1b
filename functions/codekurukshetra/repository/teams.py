"""Every question about teams and participants. What must be unique or scarce is a condition on the write."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime
from typing import Any

from functions.codekurukshetra.entities.payments import Expiry, Payment
from functions.codekurukshetra.entities.records import AuditEntry
from functions.codekurukshetra.entities.registration import (
    EmailLock,
    Hold,
    NameLock,
    Participant,
    PaymentStatus,
    Team,
    Waiter,
    WaiterLock,
)
from functions.codekurukshetra.repository import seats
from functions.codekurukshetra.repository.patience import until_undisturbed
from functions.codekurukshetra.rules import payments as payment_rules
from functions.codekurukshetra.rules import teams as rules
from functions.codekurukshetra.rules.teams import EmailTaken, EventFull, NameTaken
from singletable.errors import ConditionRefused, Throttled
from singletable.idempotency import Once
from singletable.schema import evolve
from singletable.store import Create, Delete, Operation, Page, Store, Update, move, release, remove

Operations = list[Operation[Any]]


class Teams:
    def __init__(self, store: Store) -> None:
        self._store = store

    def owner_of(self, email_index: str) -> str | None:
        """The participant behind an address; never behind the latest registration."""
        lock = self._store.get(EmailLock.key.item(email_index=email_index), consistent=True)
        return lock.owner if lock else None

    def get(self, team_id: str) -> Team | None:
        return self._store.get(Team.key.item(team_id=team_id), consistent=True)

    def participant(self, participant_id: str) -> Participant | None:
        return self._store.get(Participant.key.item(participant_id=participant_id), consistent=True)

    def members(self, team_id: str) -> tuple[Participant, ...]:
        """The leader first; who came in one moment has no other order than the ids'."""
        found = self._store.every(Participant.in_team(team_id=team_id))
        return tuple(sorted(found, key=lambda person: (not person.is_leader, person.created_at, person.participant_id)))

    def by_status(self, status: PaymentStatus, limit: int, cursor: str | None) -> Page[Team]:
        found = Team.by_status(payment_status=status)
        return self._store.query(found, limit=limit, cursor=cursor, newest_first=True)

    def on_track(self, track: str, limit: int, cursor: str | None) -> Page[Team]:
        return self._store.query(Team.on_track(track=track), limit=limit, cursor=cursor, newest_first=True)

    def of_college(self, slug: str, limit: int, cursor: str | None) -> Page[Participant]:
        found = Participant.of_college(college_slug=slug)
        return self._store.query(found, limit=limit, cursor=cursor, newest_first=True)

    def all(self) -> list[Team]:
        """Every team there is, by its status; a team that moves meanwhile may be met twice, and counts once."""
        found = {
            team.team_id: team
            for status in PaymentStatus
            for team in self._store.every(Team.by_status(payment_status=status))
        }
        return list(found.values())

    def register(
        self,
        team: Team,
        people: Sequence[tuple[str, Participant]],
        *,
        hold_until: datetime,
        offer: Waiter | None,
        entry: AuditEntry,
        once: Once,
        answer: str,
    ) -> None:
        """Team, members, locks and seat: all or nothing. `people` come with the field that their address was in."""
        self._store.transact(
            *once.answering(201, answer, self._store.now()),
            *(self._locks(person, field) for field, person in people),
            Create(NameLock(slug=rules.name_slug(team.name), owner=team.team_id), otherwise=_name_taken()),
            *self._seat(offer),
            Create(team),
            *(Create(person) for _, person in people),
            Create(Hold(team_id=team.team_id, until=hold_until)),
            Create(entry),
        )

    def _locks(self, person: Participant, field: str) -> Operation[EmailLock]:
        lock = EmailLock(email_index=str(person.email_index), owner=person.participant_id)
        return Create(lock, otherwise=EmailTaken("Somebody is registered with this e-mail address.", field=field))

    def _seat(self, offer: Waiter | None) -> tuple[Operation[Any], ...]:
        """A free seat, or the one that was kept for this caller."""
        if offer is None:
            return (seats.reserve(),)
        gone = EventFull("The offer has lapsed.")
        lock = WaiterLock(email_index=offer.email_index, owner=offer.waiter_id)
        return (remove(offer, otherwise=gone), release(lock), seats.reserve_offered())

    def join(
        self,
        team_id: str,
        person: Participant,
        field: str,
        decide: Callable[[Team], Team],
        *,
        entry: AuditEntry,
        once: Once,
        answer: Callable[[Team], str],
    ) -> Team:
        """One more in a team that `decide` lets grow, also while others join it."""

        def attempt() -> Team:
            team = rules.existing(self.get(team_id))
            after = decide(team)
            self._store.transact(
                *once.answering(201, answer(after), self._store.now()),
                self._locks(person, field),
                Update(team, after),
                Create(person),
                Create(entry),
            )
            return after

        return until_undisturbed(attempt)

    def leave(
        self,
        team_id: str,
        participant_id: str,
        decide: Callable[[Team, Participant], Team],
        entry: AuditEntry,
        once: Once,
    ) -> None:
        def attempt() -> None:
            team = rules.existing(self.get(team_id))
            person = rules.existing_participant(self.participant(participant_id))
            self._store.transact(
                *once.answering(204, "", self._store.now()),
                Update(team, decide(team, person)),
                *_without(person),
                Create(entry),
            )

        until_undisturbed(attempt)

    def edit(self, before: Team, after: Team, entry: AuditEntry) -> Team:
        """A changed name moves its lock in the same transaction."""
        old = NameLock(slug=rules.name_slug(before.name), owner=before.team_id)
        new = NameLock(slug=rules.name_slug(after.name), owner=before.team_id)
        update = Update(before, after)
        self._store.transact(*move(old, new, otherwise=_name_taken()), update, Create(entry))
        return update.result()

    def delete(
        self, team_id: str, decide: Callable[[Team], None], entry: AuditEntry, once: Once, now: datetime
    ) -> None:
        """The team with all that is its own; an order of it stays, so that money that comes yet can go back."""

        def attempt() -> None:
            team = rules.existing(self.get(team_id))
            decide(team)
            members = self.members(team_id)
            if len(members) != team.member_count:
                raise Throttled("the index has not caught up with the team")
            self._store.transact(
                *once.answering(204, "", self._store.now()),
                remove(team),
                *(operation for person in members for operation in _without(person)),
                release(NameLock(slug=rules.name_slug(team.name), owner=team_id)),
                *((seats.give_back(),) if team.has_seat else ()),
                Delete(Hold.key.item(team_id=team_id)),
                *self._order_closed(team, now),
                Create(entry),
            )

        until_undisturbed(attempt)

    def _order_closed(self, team: Team, now: datetime) -> Operations:
        if team.payment_order_id is None:
            return []
        payment = self._store.get(Payment.key.item(order_id=team.payment_order_id), consistent=True)
        outcome = payment and payment_rules.expired(payment, None, now)
        closed: Operations = [Delete(Expiry.key.item(order_id=team.payment_order_id))]
        return [*closed, Update(payment, outcome.payment)] if payment and outcome else closed

    def change(self, before: Participant, after: Participant, entry: AuditEntry) -> Participant:
        """A changed profile; a changed address moves its lock in the same transaction."""
        update = Update(before, after)
        self._store.transact(*_lock_moves(before, after), update, Create(entry))
        return update.result()

    def erase(self, before: Participant, after: Participant, entry: AuditEntry, once: Once, answer: str) -> None:
        self._store.transact(
            *once.answering(202, answer, self._store.now()),
            Update(before, after),
            *_lock_moves(before, after),
            Create(entry),
        )

    def keep_until(self, person: Participant, until: datetime) -> None:
        """Another end of the retention; it is no edit that anybody must know of."""
        self._store.update(person, evolve(person, expires_at=until))

    def release_email(self, person: Participant) -> None:
        """Of who was forgotten; somebody else may have registered with it meanwhile."""
        if person.email_index is not None:
            with suppress(ConditionRefused):
                self._store.run(release(EmailLock(email_index=person.email_index, owner=person.participant_id)))


def _without(person: Participant) -> Operations:
    """Somebody and the lock on the address."""
    gone: Operations = [remove(person)]
    if person.email_index is not None:
        gone.append(release(EmailLock(email_index=person.email_index, owner=person.participant_id)))
    return gone


def _lock_moves(before: Participant, after: Participant) -> Operations:
    if before.email_index == after.email_index:
        return []
    moves: Operations = []
    if after.email_index is not None:
        taken = EmailTaken("Somebody is registered with this e-mail address.", field="body.email")
        lock = EmailLock(email_index=after.email_index, owner=after.participant_id)
        moves.append(Create(lock, otherwise=taken))
    if before.email_index is not None:
        moves.append(release(EmailLock(email_index=before.email_index, owner=before.participant_id)))
    return moves


def _name_taken() -> NameTaken:
    return NameTaken("Another team has this name.", field="body.name")
