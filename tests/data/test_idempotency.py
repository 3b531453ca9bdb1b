"""Requests that come twice: done once, answered twice alike."""

from datetime import timedelta
from typing import Any

import pytest

from singletable.bucket import Bucket
from singletable.errors import AlreadyAnswered, KeyReused
from singletable.idempotency import KEPT, Once
from singletable.schema import Offloaded, evolve
from singletable.store import Create, Patch, Store
from tests.data.clock import NOW, Clock
from tests.data.parallel import at_once
from tests.data.tables import LIBRARY, Answer, Book, EmailLock, Use
from tests.engines import Engine, StoreFor, Wire

ONCE = Once(Answer, "me", "token-1", "hash-1")
OTHER_BODY = Once(Answer, "me", "token-1", "hash-2")
EMMA = Book(isbn="1", title="Emma", updated_at=NOW)
RECORD_KEY = Answer.key.item(caller="me", token="token-1")
USE = Use.key.item(reader_id="me", day=NOW.date())


class Exists(Exception):
    """What the business would refuse a second time."""


def do(store: Store, once: Once, body: str = '{"id":"1"}') -> str:
    """A request: it makes a book, and charges for it."""
    store.transact(
        *once.answering(201, body, store.now()),
        Create(EMMA, otherwise=Exists()),
        Patch(USE, add={"copies": 1}, upsert=True),
    )
    return body


def test_a_first_request_is_done_and_its_answer_kept(store: Store) -> None:
    do(store, ONCE)
    assert store.get(Book.key.item(isbn="1")) == EMMA
    record = ONCE.find(store)
    assert record == store.get(RECORD_KEY)
    assert record is not None
    assert (record.status, record.body, record.request_hash) == (201, '{"id":"1"}', "hash-1")


def test_the_same_request_again_is_answered_from_the_record_and_does_nothing(store: Store) -> None:
    do(store, ONCE)
    with pytest.raises(AlreadyAnswered) as answered:
        do(store, ONCE, "another")
    found: Any = answered.value.found
    assert ONCE.replay(found) == ONCE.find(store)
    assert found.body == '{"id":"1"}'
    assert store.get(USE) == Use(reader_id="me", day=NOW.date(), copies=1, created_at=NOW)


def test_having_been_answered_outweighs_every_refusal_behind_it(store: Store) -> None:
    do(store, ONCE)
    with pytest.raises(AlreadyAnswered):
        do(store, ONCE)
    with pytest.raises(Exists):
        do(store, Once(Answer, "me", "token-2", "hash-1"))


def test_the_same_key_with_another_request_is_refused(store: Store) -> None:
    do(store, ONCE)
    with pytest.raises(AlreadyAnswered) as answered:
        do(store, OTHER_BODY)
    found: Any = answered.value.found
    with pytest.raises(KeyReused):
        OTHER_BODY.replay(found)


def test_a_key_belongs_to_its_caller(store: Store) -> None:
    do(store, ONCE)
    stranger = Once(Answer, "you", "token-1", "hash-1")
    assert stranger.find(store) is None
    store.transact(*stranger.answering(200, "{}", NOW), Create(evolve(EMMA, isbn="2")))


def test_a_request_without_a_key_is_done_every_time(store: Store) -> None:
    nameless = Once(Answer, "me", None, "hash-1")
    assert nameless.answering(201, "{}", NOW) == ()
    assert nameless.find(store) is None


def test_an_answer_is_kept_for_a_day(store: Store, clock: Clock) -> None:
    do(store, ONCE)
    clock.moment = NOW + KEPT - timedelta(milliseconds=1)
    assert ONCE.find(store) is not None
    clock.moment = NOW.replace(microsecond=0) + KEPT + timedelta(seconds=1)
    assert ONCE.find(store) is None
    with pytest.raises(Exists):
        do(store, ONCE)
    store.transact(*OTHER_BODY.answering(200, "new", clock()))
    record = OTHER_BODY.find(store)
    assert record is not None
    assert record.body == "new"


def test_a_refused_request_leaves_no_record(store: Store) -> None:
    store.create(EMMA)
    with pytest.raises(Exists):
        do(store, ONCE)
    assert ONCE.find(store) is None
    assert store.get(USE) is None


@pytest.mark.parametrize("token", ["#", "%", "IDEM#me", " ", "~" * 255, "a/b?c=d&e", '"quoted"'])
def test_any_visible_key_is_one_key(store: Store, token: str) -> None:
    once = Once(Answer, "me#you", token, "h")
    store.transact(*once.answering(200, "{}", NOW))
    record = once.find(store)
    assert record is not None
    assert (record.caller, record.token) == ("me#you", token)


def test_a_long_answer_is_offloaded_and_comes_back_whole(store_for: StoreFor, bucket: Bucket) -> None:
    store = store_for(LIBRARY, now=lambda: NOW, bucket=bucket)
    do(store, ONCE, "x" * 5000)
    with pytest.raises(AlreadyAnswered) as answered:
        do(store, ONCE, "x" * 5000)
    found: Any = answered.value.found
    assert isinstance(found.body, Offloaded)
    assert store.text(found.body) == "x" * 5000


@pytest.mark.parametrize("wire", Wire)
def test_of_twenty_equal_requests_at_once_one_is_done_and_nineteen_get_its_answer(
    store_for: StoreFor, wire: str
) -> None:
    store = store_for(LIBRARY, engine=Engine.DYNOXIDE, wire=wire, now=lambda: NOW)
    outcomes = at_once(20, lambda number: do(store, ONCE, f"answer {number}"))
    done = [outcome for outcome in outcomes if isinstance(outcome, str)]
    again = [outcome for outcome in outcomes if isinstance(outcome, AlreadyAnswered)]
    assert (len(done), len(again)) == (1, 19)
    record = store.get(RECORD_KEY, consistent=True)
    assert record is not None
    assert record.body == done[0]
    assert all(outcome.found == record for outcome in again)
    assert store.get(USE, consistent=True) == Use(reader_id="me", day=NOW.date(), copies=1, created_at=NOW)


def test_equal_keys_of_different_requests_at_once_do_one_of_them(store_for: StoreFor) -> None:
    store = store_for(LIBRARY, engine=Engine.DYNOXIDE, now=lambda: NOW)

    def request(number: int) -> str:
        once = Once(Answer, "me", "token-1", f"hash-{number}")
        lock = EmailLock(email=f"{number}@example.com", owner="me")
        try:
            store.transact(*once.answering(201, str(number), NOW), Create(lock))
        except AlreadyAnswered as answered:
            found: Any = answered.found
            once.replay(found)
        return once.request_hash

    outcomes = at_once(12, request)
    done = [outcome for outcome in outcomes if isinstance(outcome, str)]
    assert len(done) == 1
    assert sum(isinstance(outcome, KeyReused) for outcome in outcomes) == 11
    locks = store.batch_get([EmailLock.key.item(email=f"{number}@example.com") for number in range(12)])
    assert sum(lock is not None for lock in locks) == 1
