"""A write whose answer got lost is sent again by the client, and meets itself: that is no refusal."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from decimal import Decimal
from typing import TYPE_CHECKING, Annotated, Any

import pytest
from botocore.exceptions import ConnectionClosedError
from botocore.httpsession import URLLib3Session

from singletable.errors import AlreadyExists, VersionConflict
from singletable.schema import Envelope, Key, KeyOnly, Table, TimeFormat, entity, evolve
from singletable.store import Claim, Create, Store
from tests.data.clock import NOW
from tests.data.tables import LIBRARY, Book, EmailLock, Reader
from tests.engines import Engine, StoreFor, Wire

if TYPE_CHECKING:
    from mypy_boto3_dynamodb.client import DynamoDBClient

LEDGER = Table("ledger", indexes=(), envelope=Envelope(type_name="tp", times=TimeFormat.ISO_SECONDS))


@entity(LEDGER, tag="e")
class Entry:
    """Whatever DynamoDB may hand back in another spelling than it was given."""

    number: KeyOnly[int]
    amount: Decimal
    rate: float
    tags: frozenset[str]
    seal: bytes
    at: datetime
    expires_at: datetime
    note: Annotated[str | None, "n"] = None

    key = Key("E#{number}", "META", answers="an entry")


@pytest.fixture(params=[*Wire])
def wire(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@contextmanager
def losing_one_answer(client: "DynamoDBClient", operation: str) -> Iterator[list[str]]:
    """The engine does what it is asked, but its first answer never arrives."""
    sent: list[str] = []

    def lose(request: Any, **_: Any) -> None:
        sent.append(operation)
        if len(sent) == 1:
            URLLib3Session().send(request)
            raise ConnectionClosedError(endpoint_url=request.url)

    event = f"before-send.dynamodb.{operation}"
    client.meta.events.register(event, lose)
    try:
        yield sent
    finally:
        client.meta.events.unregister(event, lose)


Losing = Callable[[str], Any]


@pytest.fixture
def store(store_for: StoreFor, wire: str) -> Store:
    return store_for(LIBRARY, engine=Engine.DYNOXIDE, wire=wire, now=lambda: NOW)


@pytest.fixture
def losing(store_for: StoreFor, wire: str) -> Losing:
    return lambda operation: losing_one_answer(store_for.client(Engine.DYNOXIDE, wire), operation)


ANNA = Reader(reader_id="1", email="anna@example.com", interests=frozenset({"b", "a"}), created_at=NOW)


def test_a_create_that_had_succeeded_is_no_duplicate(store: Store, losing: Losing) -> None:
    with losing("PutItem") as sent:
        assert store.create(ANNA) == ANNA
    assert len(sent) == 2
    assert store.get(Reader.key.item(reader_id="1")) == ANNA


def test_an_update_that_had_succeeded_is_no_conflict(store: Store, losing: Losing) -> None:
    store.create(ANNA)
    with losing("UpdateItem") as sent:
        changed = store.update(ANNA, evolve(ANNA, name="Annette"))
    assert len(sent) == 2
    assert changed == evolve(ANNA, name="Annette", version=2)
    assert store.get(Reader.key.item(reader_id="1")) == changed


def test_a_transaction_that_had_succeeded_happens_once(store: Store, losing: Losing) -> None:
    with losing("TransactWriteItems") as sent:
        store.transact(Create(ANNA), Claim(EmailLock(email="anna@example.com", owner="1")))
    assert len(sent) == 2
    assert store.get(Reader.key.item(reader_id="1")) == ANNA


def test_a_retried_create_that_meets_another_is_refused(store: Store, losing: Losing) -> None:
    store.create(evolve(ANNA, name="First"))
    with losing("PutItem"), pytest.raises(AlreadyExists) as refusal:
        store.create(ANNA)
    assert refusal.value.found == evolve(ANNA, name="First")


def test_a_retried_update_that_meets_another_is_a_conflict(store: Store, losing: Losing) -> None:
    store.create(ANNA)
    store.update(ANNA, evolve(ANNA, name="First"))
    with losing("UpdateItem"), pytest.raises(VersionConflict):
        store.update(ANNA, evolve(ANNA, name="Second"))


def test_the_same_create_by_two_callers_is_a_duplicate_where_nothing_was_lost(store: Store) -> None:
    store.create(Book(isbn="1", title="Emma", updated_at=NOW))
    with pytest.raises(AlreadyExists):
        store.create(Book(isbn="1", title="Emma", updated_at=NOW))


def test_an_item_is_recognised_in_dynamodbs_own_spelling(store_for: StoreFor, losing: Losing, wire: str) -> None:
    store = store_for(LEDGER, engine=Engine.DYNOXIDE, wire=wire, now=lambda: NOW)
    entry = Entry(
        number=1,
        amount=Decimal("1.500"),
        rate=1e-7,
        tags=frozenset({"z", "a"}),
        seal=b"\x00\xff",
        at=NOW,
        expires_at=datetime(2027, 1, 1, 0, 0, 0, 1000, UTC),
    )
    with losing("PutItem") as sent:
        store.create(entry)
    assert len(sent) == 2
