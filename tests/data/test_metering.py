"""What every operation costs, exactly, on an engine that counts as DynamoDB does."""

from datetime import date
from typing import Any

import pytest

from singletable.errors import AlreadyExists
from singletable.expressions import at_least
from singletable.meter import Meter
from singletable.schema import evolve
from singletable.store import Check, Create, Patch, Store, remove
from tests.data.clock import NOW
from tests.data.tables import LIBRARY, Book, EmailLock, Notice, Reader, Use
from tests.engines import Engine, StoreFor

ANNA = Reader(reader_id="1", email="anna@example.com", card="c", created_at=NOW)
LOCK = EmailLock(email="anna@example.com", owner="1")
USE = Use.key.item(reader_id="1", day=date(2026, 3, 1))


@pytest.fixture
def meter() -> Meter:
    return Meter()


@pytest.fixture
def store(store_for: StoreFor, meter: Meter) -> Store:
    return store_for(LIBRARY, engine=Engine.DYNOXIDE, meter=meter, now=lambda: NOW)


def cost(meter: Meter, act: Any) -> tuple[int, float, float]:
    meter.reset()
    act()
    return meter.round_trips, meter.read_units, meter.write_units


def test_writes_cost_a_unit_for_the_table_and_one_for_each_index(store: Store, meter: Meter) -> None:
    assert cost(meter, lambda: store.create(LOCK)) == (1, 0, 1)
    assert cost(meter, lambda: store.create(ANNA)) == (1, 0, 4)
    assert cost(meter, lambda: store.update(ANNA, evolve(ANNA, group=2))) == (1, 0, 5)
    assert cost(meter, lambda: store.create(Notice(board="a", number=1, text="x" * 1500))) == (1, 0, 2)


def test_a_patch_costs_what_a_write_costs(store: Store, meter: Meter) -> None:
    charge = Patch(USE, add={"copies": 1}, ceiling={"copies": 5}, upsert=True)
    assert [cost(meter, lambda: store.patch(charge)) for _ in range(3)] == [(1, 0, 1)] * 3


def test_a_transaction_costs_twice_on_the_table_and_once_on_an_index(store: Store, meter: Meter) -> None:
    book = Book(isbn="1", title="x", updated_at=NOW)
    assert cost(meter, lambda: store.transact(Create(LOCK), Create(book))) == (1, 0, 2 + 2 + 1)


def test_reads_cost_by_size_and_half_when_not_consistent(store: Store, meter: Meter) -> None:
    store.create(Notice(board="a", number=1, text="x" * 5000))
    key = Notice.key.item(board="a", number=1)
    assert cost(meter, lambda: store.get(key)) == (1, 1, 0)
    assert cost(meter, lambda: store.get(key, consistent=True)) == (1, 2, 0)
    assert cost(meter, lambda: store.get(Notice.key.item(board="a", number=2))) == (1, 0.5, 0)


def test_a_query_costs_by_the_sum_of_what_it_read(store: Store, meter: Meter) -> None:
    store.batch_write(puts=[Notice(board="a", number=n, text="x" * 900) for n in range(20)])
    assert cost(meter, lambda: store.query(Notice.key(board="a"), limit=20)) == (1, 2.5, 0)
    assert cost(meter, lambda: store.query(Notice.key(board="a"), limit=3)) == (1, 0.5, 0)
    assert cost(meter, lambda: store.query(Notice.key(board="a"), limit=4)) == (1, 1, 0)
    assert cost(meter, lambda: store.find(Notice.key(board="a"))) == (1, 0.5, 0)
    assert cost(meter, lambda: store.query(Notice.key(board="a"), where={"likes": at_least(1)})) == (1, 2.5, 0)
    assert cost(meter, lambda: store.count(Notice.key(board="a"))) == (1, 2.5, 0)


def test_a_bulk_read_costs_by_the_item(store: Store, meter: Meter) -> None:
    store.batch_write(puts=[Notice(board="a", number=n) for n in range(4)])
    keys = [Notice.key.item(board="a", number=n) for n in range(4)]
    assert cost(meter, lambda: store.batch_get(keys)) == (1, 2, 0)


def test_a_refused_write_is_a_round_trip_too(store: Store, meter: Meter) -> None:
    store.create(LOCK)
    meter.reset()
    with pytest.raises(AlreadyExists):
        store.create(LOCK)
    with pytest.raises(AlreadyExists):
        store.transact(Check(EmailLock.key.item(email=LOCK.email), gone=True))
    assert (meter.round_trips, meter.actions) == (2, ["PutItem", "TransactWriteItems"])


def test_the_meter_names_the_actions_in_order(store: Store, meter: Meter) -> None:
    store.create(LOCK)
    store.get(EmailLock.key.item(email=LOCK.email))
    store.run(remove(LOCK))
    store.query(Notice.key(board="a"))
    assert meter.actions == ["PutItem", "GetItem", "DeleteItem", "Query"]


def test_a_store_without_a_meter_asks_for_no_report(store_for: StoreFor) -> None:
    assert store_for(LIBRARY).meter is None
