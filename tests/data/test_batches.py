"""Bulk reads and writes: in order, whole, and patient with what DynamoDB leaves undone."""

from collections.abc import Callable
from typing import Any

import pytest

from singletable.calls import ATTEMPTS, LONGEST_PAUSE
from singletable.errors import ItemTooLarge, Throttled
from singletable.schema import evolve
from singletable.store import Store
from tests.data.clock import NOW
from tests.data.flaky import flaky_store
from tests.data.tables import LIBRARY, Book, Notice, Reader
from tests.engines import StoreFor

BOOKS = [Book(isbn=f"{number:03d}", title=str(number), updated_at=NOW) for number in range(230)]


def key(number: int) -> Any:
    return Book.key.item(isbn=f"{number:03d}")


def test_items_come_in_the_order_of_their_keys_with_gaps_and_repeats(store: Store) -> None:
    store.batch_write(puts=BOOKS[:5])
    found = store.batch_get([key(3), key(99), key(0), key(3)])
    assert found == [BOOKS[3], None, BOOKS[0], BOOKS[3]]


def test_keys_of_several_entities_are_read_together(store: Store) -> None:
    reader = Reader(reader_id="1", email="a@b.c", created_at=NOW)
    store.batch_write(puts=[BOOKS[0], reader])
    keys: list[Any] = [Reader.key.item(reader_id="1"), key(0)]
    assert store.batch_get(keys, consistent=True) == [reader, BOOKS[0]]


def test_more_than_a_request_takes_is_read_and_written_in_several(store: Store) -> None:
    store.batch_write(puts=BOOKS)
    assert store.batch_get([key(n) for n in reversed(range(230))]) == BOOKS[::-1]
    store.batch_write(deletes=[key(n) for n in range(229)])
    assert store.batch_get([key(0), key(228), key(229)]) == [None, None, BOOKS[229]]


def test_nothing_to_do_asks_nothing(store: Store) -> None:
    assert store.batch_get([]) == []
    store.batch_write()


def test_of_equal_keys_the_last_wins(store: Store) -> None:
    store.batch_write(puts=[BOOKS[0], evolve(BOOKS[0], title="later"), BOOKS[1]], deletes=[key(1)])
    assert store.batch_get([key(0), key(1)]) == [evolve(BOOKS[0], title="later"), None]


def test_an_item_too_large_stops_a_bulk_write_before_it_begins(store: Store) -> None:
    with pytest.raises(ItemTooLarge):
        store.batch_write(puts=[BOOKS[0], Notice(board="a", number=1, text="x" * 500_000)])
    assert store.get(key(0)) is None


@pytest.fixture
def written(store_for: StoreFor) -> Store:
    store = store_for(LIBRARY, now=lambda: NOW)
    store.batch_write(puts=BOOKS[:5])
    return store


def test_unprocessed_keys_are_asked_for_again_after_a_pause(written: Store, store_for: StoreFor) -> None:
    client = store_for.client()

    def half(request: dict[str, Any]) -> dict[str, Any]:
        (name, wanted), *_ = request["RequestItems"].items()
        first, rest = wanted["Keys"][:2], wanted["Keys"][2:]
        answer: dict[str, Any] = client.batch_get_item(RequestItems={name: {"Keys": first}})  # type: ignore[assignment]
        return answer | {"UnprocessedKeys": {name: {"Keys": rest}}}

    impatient, flaky, pauses = flaky_store(written, client, batch_get_item=[half, half])
    assert impatient.batch_get([key(n) for n in range(5)]) == BOOKS[:5]
    assert [len(request["RequestItems"][written.name]["Keys"]) for _, request in flaky.asked] == [5, 3, 1]
    assert len(pauses) == 2


def test_unprocessed_writes_are_sent_again_after_a_pause(written: Store, store_for: StoreFor) -> None:
    client = store_for.client()

    def half(request: dict[str, Any]) -> dict[str, Any]:
        (name, wanted), *_ = request["RequestItems"].items()
        client.batch_write_item(RequestItems={name: wanted[:10]})
        return {"UnprocessedItems": {name: wanted[10:]}}

    impatient, flaky, pauses = flaky_store(written, client, batch_write_item=[half, half])
    impatient.batch_write(puts=BOOKS[100:125])
    assert written.batch_get([key(n) for n in range(100, 125)]) == BOOKS[100:125]
    assert [len(request["RequestItems"][written.name]) for _, request in flaky.asked] == [25, 15, 5]
    assert len(pauses) == 2


BULK: dict[str, Callable[[Store], object]] = {
    "batch_get_item": lambda store: store.batch_get([key(0)]),
    "batch_write_item": lambda store: store.batch_write(puts=[BOOKS[0]]),
}


@pytest.mark.parametrize("method", BULK)
def test_what_stays_undone_is_throttled_in_the_end(written: Store, store_for: StoreFor, method: str) -> None:
    def nothing(request: dict[str, Any]) -> dict[str, Any]:
        undone = request["RequestItems"]
        return {"Responses": {}, "UnprocessedKeys": undone, "UnprocessedItems": undone}

    impatient, flaky, pauses = flaky_store(written, store_for.client(), **{method: [nothing] * 99})
    with pytest.raises(Throttled):
        BULK[method](impatient)
    assert len(flaky.asked) == len(pauses) == ATTEMPTS
    assert all(0 <= pause <= LONGEST_PAUSE for pause in pauses)
