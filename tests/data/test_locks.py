"""Unique names: claimed by one owner, moved in one step, released by nobody else."""

from datetime import timedelta

import pytest

from singletable.errors import AlreadyExists, ConditionRefused, SchemaError
from singletable.schema import evolve
from singletable.store import Claim, Create, Store, move, release
from tests.data.clock import NOW
from tests.data.tables import Book, EmailLock, Reader

OLD = EmailLock(email="old@example.com", owner="1")
NEW = EmailLock(email="new@example.com", owner="1")
OTHERS = EmailLock(email="new@example.com", owner="2")


class EmailTaken(Exception):
    """Somebody else has it."""


def holder(store: Store, email: str) -> str | None:
    lock = store.get(EmailLock.key.item(email=email), consistent=True)
    return lock.owner if lock else None


def test_a_name_is_claimed_once_and_again_by_its_owner(store: Store) -> None:
    store.run(Claim(NEW))
    store.run(Claim(evolve(NEW, since=NOW)))
    with pytest.raises(AlreadyExists) as refusal:
        store.run(Claim(OTHERS))
    assert refusal.value.found == evolve(NEW, since=NOW)
    assert holder(store, "new@example.com") == "1"


def test_a_name_is_released_by_its_owner_alone(store: Store) -> None:
    store.run(Claim(NEW))
    with pytest.raises(ConditionRefused):
        store.run(release(OTHERS))
    assert holder(store, "new@example.com") == "1"
    store.run(release(NEW))
    assert holder(store, "new@example.com") is None


def test_releasing_twice_does_nothing_the_second_time(store: Store) -> None:
    store.run(Claim(NEW))
    store.run(release(NEW))
    store.run(release(NEW))
    store.transact(release(NEW), Create(Book(isbn="1", title="x", updated_at=NOW)))


def test_a_move_gives_the_old_name_back(store: Store) -> None:
    store.run(Claim(OLD))
    store.transact(*move(OLD, NEW))
    assert (holder(store, "old@example.com"), holder(store, "new@example.com")) == (None, "1")


def test_a_move_to_a_taken_name_changes_nothing(store: Store) -> None:
    store.run(Claim(OLD))
    store.run(Claim(OTHERS))
    reader = Reader(reader_id="1", email="old@example.com", created_at=NOW)
    with pytest.raises(EmailTaken):
        store.transact(Create(reader), *move(OLD, NEW, otherwise=EmailTaken()))
    assert (holder(store, "old@example.com"), holder(store, "new@example.com")) == ("1", "2")
    assert store.get(Reader.key.item(reader_id="1")) is None


def test_a_move_to_the_same_name_is_no_move(store: Store) -> None:
    assert move(OLD, evolve(OLD, since=NOW + timedelta(days=1))) == ()


def test_an_entity_without_an_owner_is_no_lock() -> None:
    with pytest.raises(SchemaError, match="Book is no lock"):
        release(Book(isbn="1", title="x", updated_at=NOW))
    with pytest.raises(SchemaError, match="Book is no lock"):
        Claim(Book(isbn="1", title="x", updated_at=NOW)).request(NOW)
