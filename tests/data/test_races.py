"""Callers at the same moment, on an engine that is atomic: invariants hold exactly, not nearly."""

from datetime import date
from threading import Barrier

import pytest

from singletable.errors import AlreadyExists, VersionConflict
from singletable.expressions import absent, is_
from singletable.meter import Meter
from singletable.schema import evolve
from singletable.store import Claim, Create, Patch, Store, Update, move, release
from tests.data.clock import NOW
from tests.data.parallel import at_once
from tests.data.tables import LIBRARY, Book, EmailLock, Reader, Use, Visit
from tests.engines import Engine, StoreFor, Wire

USE = Use.key.item(reader_id="1", day=date(2026, 3, 1))
LIMIT = 5


class Spent(Exception):
    """The limit of the day is reached."""


class Taken(Exception):
    """Somebody else has the name."""


@pytest.fixture(params=[*Wire])
def store(request: pytest.FixtureRequest, store_for: StoreFor) -> Store:
    return store_for(LIBRARY, engine=Engine.DYNOXIDE, wire=request.param, now=lambda: NOW)


def charge(limit: int = LIMIT) -> Patch[Use]:
    return Patch(USE, add={"copies": 1}, ceiling={"copies": limit}, upsert=True, otherwise=Spent())


def reader(number: int) -> Reader:
    return Reader(reader_id=str(number), email="one@example.com", created_at=NOW)


def test_fifty_parallel_charges_at_limit_five_admit_exactly_five(store: Store) -> None:
    outcomes = at_once(50, lambda _: store.patch(charge()))
    admitted = [outcome.copies for outcome in outcomes if isinstance(outcome, Use)]
    assert sorted(admitted) == [1, 2, 3, 4, 5]
    assert sum(isinstance(outcome, Spent) for outcome in outcomes) == 45
    assert store.get(USE, consistent=True) == Use(reader_id="1", day=date(2026, 3, 1), copies=5, created_at=NOW)


@pytest.mark.parametrize("earlier", [0, 1000])
def test_a_charge_costs_one_write_unit_however_much_was_used_before(store_for: StoreFor, earlier: int) -> None:
    meter = Meter()
    store = store_for(LIBRARY, engine=Engine.DYNOXIDE, meter=meter, now=lambda: NOW)
    for _ in range(earlier):
        store.patch(charge(2000))
    meter.reset()
    assert store.patch(charge(2000)).copies == earlier + 1
    assert (meter.round_trips, meter.read_units, meter.write_units) == (1, 0, 1)


def test_counting_log_items_before_writing_one_admits_too_many(store: Store) -> None:
    """Counts, then puts, under a key of whole seconds: kept here so that nobody goes back to it."""
    log, second = Visit.key(room="log"), NOW.replace(microsecond=0)
    counted = Barrier(50)

    def charge_by_counting(_: int) -> bool:
        used = store.count(log)
        counted.wait()
        if used >= LIMIT:
            return False
        store.put(Visit(room="log", at=second, visit_id="copy", minutes=0))
        return True

    assert at_once(50, charge_by_counting).count(True) == 50
    assert store.count(log) == 1


def test_of_parallel_creates_of_one_key_one_wins(store: Store) -> None:
    outcomes = at_once(20, lambda number: store.create(Book(isbn="1", title=str(number), updated_at=NOW)))
    winners = [outcome for outcome in outcomes if isinstance(outcome, Book)]
    losers = [outcome for outcome in outcomes if isinstance(outcome, AlreadyExists)]
    assert (len(winners), len(losers)) == (1, 19)
    assert store.get(Book.key.item(isbn="1"), consistent=True) == winners[0]
    assert all(loser.found == winners[0] for loser in losers)


def test_of_parallel_transactions_that_take_one_name_one_wins_and_leaves_no_orphan(store: Store) -> None:
    def register(number: int) -> int:
        lock = EmailLock(email="one@example.com", owner=str(number))
        store.transact(Create(reader(number)), Claim(lock, otherwise=Taken()))
        return number

    outcomes = at_once(20, register)
    winners = [outcome for outcome in outcomes if isinstance(outcome, int)]
    assert len(winners) == 1
    assert sum(isinstance(outcome, Taken) for outcome in outcomes) == 19
    assert [*store.every(Reader.by_email(email="one@example.com"))] == [reader(winners[0])]
    lock = store.get(EmailLock.key.item(email="one@example.com"), consistent=True)
    assert lock == EmailLock(email="one@example.com", owner=str(winners[0]))


def test_of_parallel_moves_to_one_name_one_wins_and_the_others_keep_theirs(store: Store) -> None:
    old = [EmailLock(email=f"{number}@example.com", owner=str(number)) for number in range(12)]
    store.batch_write(puts=old)

    def change(number: int) -> int:
        store.transact(*move(old[number], evolve(old[number], email="new@example.com"), otherwise=Taken()))
        return number

    winners = [outcome for outcome in at_once(12, change) if isinstance(outcome, int)]
    assert len(winners) == 1
    kept = store.batch_get([EmailLock.key.item(email=lock.email) for lock in old], consistent=True)
    assert kept == [None if lock.owner == str(winners[0]) else lock for lock in old]
    new = store.get(EmailLock.key.item(email="new@example.com"), consistent=True)
    assert new is not None
    assert new.owner == str(winners[0])


def test_a_name_given_back_and_taken_at_once_never_has_two_owners(store: Store) -> None:
    mine = EmailLock(email="one@example.com", owner="0")
    store.run(Claim(mine))

    def act(number: int) -> str:
        if number == 0:
            store.run(release(mine))
        else:
            store.run(Claim(evolve(mine, owner=str(number)), otherwise=Taken()))
        return str(number)

    claimed = [outcome for outcome in at_once(16, act) if isinstance(outcome, str) and outcome != "0"]
    assert len(claimed) <= 1
    lock = store.get(EmailLock.key.item(email="one@example.com"), consistent=True)
    assert (lock.owner if lock else None) == (claimed[0] if claimed else None)


def test_every_update_that_succeeded_is_one_version(store: Store) -> None:
    key = Book.key.item(isbn="1")
    store.create(Book(isbn="1", title="0", updated_at=NOW))

    def edit(number: int) -> int:
        won = 0
        for _ in range(5):
            before = store.get(key, consistent=True)
            assert before is not None
            try:
                store.update(before, evolve(before, title=f"{before.title} {number}"))
                won += 1
            except VersionConflict:
                continue
        return won

    winners = sum(outcome for outcome in at_once(16, edit) if isinstance(outcome, int))
    book = store.get(key, consistent=True)
    assert book is not None
    assert winners == book.version - 1 == len(book.title.split()) - 1
    assert winners >= 1


def test_parallel_additions_lose_nothing(store: Store) -> None:
    at_once(32, lambda number: store.patch(Patch(USE, add={"copies": number, "orders": 1}, upsert=True)))
    use = store.get(USE, consistent=True)
    assert use is not None
    assert (use.copies, use.orders) == (sum(range(32)), 32)


def test_a_charge_and_its_record_happen_together_or_not_at_all(store: Store) -> None:
    def order(number: int) -> int:
        store.transact(charge(), Create(Visit(room="a", at=NOW, visit_id=str(number), minutes=0)))
        return number

    admitted = {str(outcome) for outcome in at_once(30, order) if isinstance(outcome, int)}
    use = store.get(USE, consistent=True)
    assert use is not None
    assert use.copies == len(admitted) == LIMIT
    assert {visit.visit_id for visit in store.every(Visit.key(room="a"), consistent=True)} == admitted


def test_a_state_is_left_once_whoever_asks(store: Store) -> None:
    book = store.create(Book(isbn="1", title="Emma", updated_at=NOW))

    def lend(number: int) -> int:
        store.transact(Update(book, evolve(book, lent_to=str(number)), when={"lent_to": absent}, otherwise=Taken()))
        return number

    winners = [outcome for outcome in at_once(20, lend) if isinstance(outcome, int)]
    assert len(winners) == 1
    assert store.put(Book(isbn="1", title="Back", updated_at=NOW), when={"lent_to": is_(str(winners[0]))})
