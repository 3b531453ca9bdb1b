"""Transactions: all or nothing, and a refusal that names the write it came from."""

from datetime import date
from typing import Any

import pytest

from singletable.errors import AlreadyExists, ConditionRefused, NotFound, SchemaError, VersionConflict
from singletable.expressions import is_
from singletable.schema import evolve
from singletable.store import Check, Create, Delete, Operation, Patch, Put, Store, Update, remove
from tests.data.clock import NOW
from tests.data.tables import EVENT, SCHOOL, Book, EmailLock, Project, Reader, Team, Use
from tests.engines import StoreFor

ANNA = Reader(reader_id="1", email="anna@example.com", created_at=NOW)
LOCK = EmailLock(email="anna@example.com", owner="1")
EMMA = Book(isbn="1", title="Emma", updated_at=NOW)
USE = Use.key.item(reader_id="1", day=date(2026, 3, 1))


class EmailTaken(Exception):
    """Named by the write it belongs to."""


class Full(Exception):
    """Another one."""


def test_all_writes_of_a_transaction_happen(store: Store) -> None:
    gone = evolve(EMMA, isbn="2")
    store.batch_write(puts=[EMMA, gone])
    store.transact(
        Create(ANNA),
        Create(LOCK),
        Update(EMMA, evolve(EMMA, title="Emma II")),
        Patch(USE, add={"copies": 1}, upsert=True),
        remove(gone),
        Check(Book.key.item(isbn="3"), gone=True),
    )
    assert store.get(Reader.key.item(reader_id="1")) == ANNA
    assert store.get(EmailLock.key.item(email="anna@example.com")) == LOCK
    assert store.get(Book.key.item(isbn="1")) == evolve(EMMA, title="Emma II", version=2)
    assert store.get(Book.key.item(isbn="2")) is None
    assert store.get(USE) == Use(reader_id="1", day=date(2026, 3, 1), copies=1, created_at=NOW)


REFUSED: list[tuple[Operation[Any], type[Exception]]] = [
    (Create(LOCK), AlreadyExists),
    (Create(LOCK, otherwise=EmailTaken()), EmailTaken),
    (Create(LOCK, otherwise=lambda found: EmailTaken(found.owner)), EmailTaken),
    (Put(LOCK, when={"owner": is_("9")}), ConditionRefused),
    (Update(evolve(EMMA, version=7), EMMA), VersionConflict),
    (Update(evolve(EMMA, isbn="9"), evolve(EMMA, isbn="9")), NotFound),
    (Patch(Book.key.item(isbn="9"), set={"title": "x"}), NotFound),
    (Patch(Book.key.item(isbn="1"), set={"title": "x"}, when={"title": "y"}), ConditionRefused),
    (Delete(Book.key.item(isbn="9"), must_exist=True), NotFound),
    (remove(evolve(EMMA, version=7)), VersionConflict),
    (Check(Book.key.item(isbn="9")), NotFound),
    (Check(Book.key.item(isbn="1"), gone=True), AlreadyExists),
    (Check(Book.key.item(isbn="1"), {"title": "y"}), ConditionRefused),
    (Check(Book.key.item(isbn="1"), {"title": "y"}, otherwise=Full()), Full),
]


@pytest.mark.parametrize(("refused", "meaning"), REFUSED, ids=[f"{o.verb}-{m.__name__}" for o, m in REFUSED])
def test_a_refused_transaction_raises_what_its_write_means_and_changes_nothing(
    store: Store, refused: Operation[Any], meaning: type[Exception]
) -> None:
    store.batch_write(puts=[EMMA, LOCK])
    with pytest.raises(meaning) as refusal:
        store.transact(Create(ANNA, otherwise=AssertionError("not this one")), refused)
    assert type(refusal.value) is meaning
    assert store.get(Reader.key.item(reader_id="1")) is None
    assert store.get(Book.key.item(isbn="1")) == EMMA
    assert store.get(EmailLock.key.item(email="anna@example.com")) == LOCK


def test_a_refusal_is_made_from_what_stood_there(store: Store) -> None:
    store.create(LOCK)
    with pytest.raises(EmailTaken, match="taken by 1"):
        store.transact(Create(LOCK, otherwise=lambda found: EmailTaken(f"taken by {found.owner}")))
    with pytest.raises(AlreadyExists) as refusal:
        store.transact(Create(evolve(LOCK, owner="2")))
    assert refusal.value.found == LOCK


def test_of_several_refusals_the_first_in_order_is_raised(store: Store) -> None:
    store.batch_write(puts=[EMMA, LOCK])
    with pytest.raises(Full):
        store.transact(Create(ANNA), Create(EMMA, otherwise=Full()), Create(LOCK, otherwise=EmailTaken()))
    with pytest.raises(EmailTaken):
        store.transact(Create(ANNA), Create(LOCK, otherwise=EmailTaken()), Create(EMMA, otherwise=Full()))


def test_an_empty_transaction_is_nothing(store: Store) -> None:
    store.transact()


def test_a_hundred_writes_pass_and_one_more_is_refused(store: Store) -> None:
    books = [evolve(EMMA, isbn=str(number)) for number in range(101)]
    with pytest.raises(SchemaError, match="takes 100 writes, not 101"):
        store.transact(*map(Create, books))
    store.transact(*map(Create, books[:100]))
    assert store.count(Book.listed(state="IN")) == 100


def test_two_writes_on_one_item_are_refused_before_anything_is_sent(store: Store) -> None:
    with pytest.raises(SchemaError, match="cannot touch one EmailLock twice"):
        store.transact(Create(LOCK), Create(ANNA), Create(evolve(LOCK, owner="2")))
    assert store.get(Reader.key.item(reader_id="1")) is None


def test_an_unchanged_entity_takes_part_in_a_transaction(store_for: StoreFor) -> None:
    store = store_for(SCHOOL, engine="dynoxide")
    project = Project(project_id="p", admin_id="a", title="T", created_at=NOW.replace(microsecond=0))
    with pytest.raises(NotFound):
        store.transact(Update(project, project))
    store.create(project)
    store.transact(Update(project, project))
    assert store.get(Project.key.item(admin_id="a", project_id="p")) == project


def test_every_envelope_is_updated_alike(store_for: StoreFor) -> None:
    store = store_for(EVENT, engine="dynoxide")
    team = Team(team_id="t", name="A", payment_status="pending", created_at=NOW.replace(microsecond=0))
    store.create(team)
    paid = store.update(team, evolve(team, payment_status="paid"))
    assert store.find(Team.by_payment(payment_status="paid")) == paid == evolve(team, payment_status="paid", version=2)
    assert store.find(Team.by_payment(payment_status="pending")) is None
