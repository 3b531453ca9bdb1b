"""Throttling and contention: retried with jitter, then said plainly."""

from collections.abc import Callable

import pytest
from botocore.exceptions import ClientError

from singletable.calls import ATTEMPTS, FIRST_PAUSE, LONGEST_PAUSE, THROTTLES
from singletable.errors import AlreadyExists, Throttled
from singletable.store import Create, Store
from tests.data.clock import NOW
from tests.data.flaky import error, flaky_store
from tests.data.tables import LIBRARY, Book, Reader
from tests.engines import StoreFor

EMMA = Book(isbn="1", title="Emma", updated_at=NOW)
ANNA = Reader(reader_id="1", email="anna@example.com", created_at=NOW)
BUSY = error("ThrottlingException")


def cancelled(*codes: str) -> ClientError:
    return error("TransactionCanceledException", CancellationReasons=[{"Code": code} for code in codes])


@pytest.fixture
def library(store_for: StoreFor) -> Store:
    return store_for(LIBRARY, now=lambda: NOW)


@pytest.mark.parametrize("code", sorted(THROTTLES))
def test_a_throttled_call_is_repeated_after_a_pause(library: Store, store_for: StoreFor, code: str) -> None:
    store, flaky, pauses = flaky_store(library, store_for.client(), put_item=[error(code), error(code)])
    store.create(EMMA)
    assert library.get(Book.key.item(isbn="1")) == EMMA
    assert (len(flaky.asked), len(pauses)) == (3, 2)


CALLS: dict[str, Callable[[Store], object]] = {
    "get_item": lambda store: store.get(Book.key.item(isbn="1")),
    "put_item": lambda store: store.create(EMMA),
    "update_item": lambda store: store.update(EMMA, EMMA),
    "delete_item": lambda store: store.delete(Book.key.item(isbn="1")),
    "query": lambda store: store.query(Book.to_repair()),
    "batch_get_item": lambda store: store.batch_get([Book.key.item(isbn="1")]),
    "batch_write_item": lambda store: store.batch_write(puts=[EMMA]),
    "transact_write_items": lambda store: store.transact(Create(EMMA)),
}


@pytest.mark.parametrize("method", CALLS)
def test_what_is_throttled_for_long_is_throttled(library: Store, store_for: StoreFor, method: str) -> None:
    store, flaky, pauses = flaky_store(library, store_for.client(), **{method: [BUSY] * 99})
    with pytest.raises(Throttled):
        CALLS[method](store)
    assert len(flaky.asked) == len(pauses) == ATTEMPTS


def test_pauses_grow_at_random_up_to_a_limit(library: Store, store_for: StoreFor) -> None:
    for _ in range(20):
        store, _, pauses = flaky_store(library, store_for.client(), get_item=[BUSY] * 99)
        with pytest.raises(Throttled):
            store.get(Book.key.item(isbn="1"))
        assert all(0 <= pause <= min(LONGEST_PAUSE, FIRST_PAUSE * 2**n) for n, pause in enumerate(pauses))


@pytest.mark.parametrize("reason", ["TransactionConflict", "ThrottlingError", "ProvisionedThroughputExceeded"])
def test_a_transaction_that_collided_is_tried_again(library: Store, store_for: StoreFor, reason: str) -> None:
    collision = cancelled("None", reason)
    store, flaky, pauses = flaky_store(library, store_for.client(), transact_write_items=[collision, collision])
    store.transact(Create(EMMA), Create(ANNA))
    assert library.get(Reader.key.item(reader_id="1")) == ANNA
    assert len(pauses) == 2
    tokens = {request["ClientRequestToken"] for _, request in flaky.asked}
    assert len(tokens) == 3


def test_a_transaction_that_keeps_colliding_is_throttled(library: Store, store_for: StoreFor) -> None:
    script = [cancelled("TransactionConflict")] * 99
    store, flaky, _ = flaky_store(library, store_for.client(), transact_write_items=script)
    with pytest.raises(Throttled, match="colliding"):
        store.transact(Create(EMMA))
    assert len(flaky.asked) == ATTEMPTS


def test_a_throttled_transaction_keeps_its_token(library: Store, store_for: StoreFor) -> None:
    script = [error("TransactionInProgressException")] * 2
    store, flaky, _ = flaky_store(library, store_for.client(), transact_write_items=[*script])
    store.transact(Create(EMMA))
    assert len({request["ClientRequestToken"] for _, request in flaky.asked}) == 1


def test_a_refusal_outweighs_a_collision(library: Store, store_for: StoreFor) -> None:
    both = cancelled("TransactionConflict", "ConditionalCheckFailed")
    store, _, pauses = flaky_store(library, store_for.client(), transact_write_items=[both])
    with pytest.raises(AlreadyExists):
        store.transact(Create(EMMA), Create(ANNA))
    assert pauses == []


@pytest.mark.parametrize(
    "fault", [error("ValidationException"), error("AccessDeniedException"), cancelled("ValidationError")]
)
def test_a_fault_is_neither_retried_nor_renamed(library: Store, store_for: StoreFor, fault: ClientError) -> None:
    store, flaky, _ = flaky_store(library, store_for.client(), transact_write_items=[fault], put_item=[fault])
    with pytest.raises(type(fault)) as raised:
        store.transact(Create(EMMA))
    assert raised.value is fault
    assert len(flaky.asked) == 1
