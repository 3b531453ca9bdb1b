"""What is past its time is not there, although DynamoDB deletes it days later."""

from datetime import date, timedelta

import pytest

from singletable.errors import AlreadyExists, NotFound
from singletable.schema import evolve
from singletable.store import Check, Create, Patch, Store, Update, remove
from tests.data.clock import NOW, Clock
from tests.data.tables import Notice, Use

END = NOW.replace(microsecond=0) + timedelta(hours=1)
FIRST, SECOND, THIRD = (Notice(board="a", number=n, text=str(n)) for n in (1, 2, 3))
SHORT = evolve(SECOND, expires_at=END)
KEY = Notice.key.item(board="a", number=2)
TODAY = date(2026, 3, 1)
USE = Use.key.item(reader_id="1", day=TODAY)


@pytest.fixture
def board(store: Store, clock: Clock) -> Store:
    """Three notices, of which the second is past its time."""
    store.batch_write(puts=[FIRST, SHORT, THIRD])
    clock.moment = END
    return store


def test_an_expired_item_is_invisible_to_every_read(board: Store) -> None:
    assert board.get(KEY) is None
    assert board.batch_get([KEY, Notice.key.item(board="a", number=1)]) == [None, FIRST]
    assert board.query(Notice.key(board="a")).items == (FIRST, THIRD)
    assert [*board.every(Notice.key(board="a"))] == [FIRST, THIRD]
    assert board.collection(KEY) == (FIRST, THIRD)
    assert board.count(Notice.key(board="a")) == 2
    assert board.find(Notice.key(board="a", number=2)) is None


def test_a_page_is_full_although_an_expired_item_lies_in_it(board: Store) -> None:
    page = board.query(Notice.key(board="a"), limit=2)
    assert page.items == (FIRST, THIRD)


def test_an_item_is_there_until_its_very_second(store: Store, clock: Clock) -> None:
    store.create(SHORT)
    clock.moment = END - timedelta(milliseconds=1)
    assert store.get(KEY) == SHORT
    with pytest.raises(AlreadyExists):
        store.create(SECOND)
    assert store.update(SHORT, evolve(SHORT, text="still")).text == "still"


def test_a_create_replaces_what_has_expired(board: Store) -> None:
    board.create(SECOND)
    assert board.get(KEY) == SECOND


def test_an_update_of_what_has_expired_is_not_found(board: Store) -> None:
    with pytest.raises(NotFound):
        board.update(SHORT, evolve(SHORT, text="late"))
    with pytest.raises(NotFound):
        board.patch(Patch(KEY, set={"text": "late"}))
    with pytest.raises(NotFound):
        board.run(remove(SHORT))


def test_deleting_what_has_expired_answers_nothing(board: Store) -> None:
    assert board.delete(KEY) is None


def test_a_transaction_takes_the_expired_for_absent(board: Store) -> None:
    with pytest.raises(NotFound):
        board.transact(Check(KEY))
    board.transact(Check(KEY, gone=True), Update(FIRST, evolve(FIRST, text="seen")))
    board.transact(Create(SECOND))
    with pytest.raises(AlreadyExists) as refusal:
        board.transact(Check(KEY, gone=True))
    assert refusal.value.found == SECOND


def test_a_life_may_be_prolonged_before_it_ends(store: Store, clock: Clock) -> None:
    store.create(SHORT)
    store.update(SHORT, evolve(SHORT, expires_at=END + timedelta(days=1)))
    clock.moment = END
    assert store.get(KEY) is not None


@pytest.mark.parametrize("together", [False, True], ids=["alone", "in a transaction"])
def test_a_counter_past_its_time_starts_anew(store: Store, clock: Clock, together: bool) -> None:
    store.create(Use(reader_id="1", day=TODAY, copies=5, orders=7, created_at=NOW))
    clock.move(timedelta(days=90, seconds=1))
    one_more = Patch(USE, add={"copies": 1}, ceiling={"copies": 5}, upsert=True)
    if together:
        store.transact(one_more, Create(FIRST))
    else:
        store.patch(one_more)
    assert store.get(USE) == Use(reader_id="1", day=TODAY, copies=1, created_at=clock())
