"""Queries: every item once, in order, whatever the page size, the filter or the bounds."""

from datetime import timedelta
from typing import Any, TypeVar

import pytest

from singletable.errors import SchemaError
from singletable.expressions import at_least
from singletable.meter import Meter
from singletable.query import MOST_READS, SMALLEST_FILTERED_READ
from singletable.schema import Range, evolve
from singletable.store import Store
from tests.data.clock import NOW
from tests.data.tables import LIBRARY, Answer, Book, EmailLock, Notice, Reader, Visit
from tests.engines import Engine, StoreFor

T = TypeVar("T")


def visit(number: int, room: str = "a", minutes: int = 0, kind: str = "read") -> Visit:
    at = NOW + timedelta(milliseconds=number)
    return Visit(room=room, at=at, visit_id=f"v{number:03d}", minutes=minutes, kind=kind)


VISITS = [visit(number, minutes=number % 4, kind="read" if number % 3 else "talk") for number in range(11)]
IN_A = Visit.key(room="a")


@pytest.fixture
def room(store: Store) -> Store:
    """Eleven visits in room a, and neighbours on all sides."""
    store.batch_write(puts=[*VISITS, visit(5, room="aa"), visit(5, room="b"), Notice(board="a", number=1)])
    return store


def all_pages(store: Store, range_: Range[T], limit: int, **how: Any) -> list[tuple[T, ...]]:
    pages, cursor = [], None
    while True:
        page = store.query(range_, limit=limit, cursor=cursor, **how)
        pages.append(page.items)
        if page.cursor is None:
            return pages
        cursor = page.cursor


def flat(pages: list[tuple[T, ...]]) -> list[T]:
    return [item for page in pages for item in page]


@pytest.mark.parametrize("newest_first", [False, True])
@pytest.mark.parametrize("limit", range(1, 13))
def test_pages_of_any_size_cover_a_range_exactly_and_in_order(room: Store, limit: int, newest_first: bool) -> None:
    pages = all_pages(room, IN_A, limit, newest_first=newest_first)
    assert flat(pages) == (VISITS[::-1] if newest_first else VISITS)
    assert [len(page) for page in pages[:-1]] == [limit] * (len(pages) - 1)
    assert pages[-1]


@pytest.mark.parametrize("limit", [1, 2, 5, 100])
def test_filtered_pages_are_full_and_cover_exactly_what_passes(room: Store, limit: int) -> None:
    expected = [v for v in VISITS if v.minutes >= 2]
    pages = all_pages(room, IN_A, limit, where={"minutes": at_least(2)})
    assert flat(pages) == expected
    assert all(len(page) == limit for page in pages[: len(expected) // limit])


@pytest.mark.parametrize("limit", [1, 2, 3, 100])
def test_an_index_is_paged_exactly_although_many_share_a_sort_key(room: Store, limit: int) -> None:
    expected = [v for v in VISITS if v.kind == "read" and v.minutes > 0]
    found = flat(all_pages(room, Visit.long(kind="read"), limit))
    assert sorted(found, key=lambda v: v.at) == expected
    assert [v.minutes for v in found] == sorted(v.minutes for v in expected)


@pytest.mark.parametrize("limit", [1, 2, 100])
def test_a_hash_only_index_is_paged_exactly(store: Store, limit: int) -> None:
    readers = [Reader(reader_id=str(n), email=f"{n}@x", card="shared", created_at=NOW) for n in range(5)]
    store.batch_write(puts=readers)
    found = flat(all_pages(store, Reader.by_card(card="shared"), limit))
    assert sorted(found, key=lambda r: r.reader_id) == readers


def test_bounds_are_half_open(room: Store) -> None:
    third, seventh = VISITS[3], VISITS[7]
    assert [*room.query(IN_A.since(at=third.at).until(at=seventh.at)).items] == VISITS[3:7]
    assert [*room.query(IN_A.since(at=third.at)).items] == VISITS[3:]
    assert [*room.query(IN_A.until(at=seventh.at)).items] == VISITS[:7]
    assert [*room.query(IN_A.since(at=third.at, visit_id=third.visit_id)).items] == VISITS[3:]
    assert [*room.query(IN_A.until(at=seventh.at, visit_id=seventh.visit_id)).items] == VISITS[:7]
    assert [*room.query(IN_A.until(at=seventh.at), newest_first=True).items] == VISITS[6::-1]


def test_bounds_hold_across_pages(room: Store) -> None:
    bounded = IN_A.since(at=VISITS[2].at).until(at=VISITS[9].at)
    for limit in (1, 2, 3, 7, 8):
        assert flat(all_pages(room, bounded, limit)) == VISITS[2:9]
        assert flat(all_pages(room, bounded, limit, newest_first=True)) == VISITS[8:1:-1]


@pytest.mark.parametrize(("low", "high"), [(5, 5), (7, 3)])
def test_bounds_that_meet_or_cross_hold_nothing(room: Store, low: int, high: int) -> None:
    crossed = IN_A.since(at=VISITS[low].at).until(at=VISITS[high].at)
    assert room.query(crossed).items == ()
    assert room.count(crossed) == 0


def test_numeric_bounds_are_half_open(store: Store) -> None:
    visits = [visit(n, minutes=n) for n in (1, 2, 9, 10, 100)]
    store.batch_write(puts=visits)
    minutes = Visit.long(kind="read")

    def found(range_: Range[Visit]) -> list[int]:
        return [v.minutes for v in store.query(range_).items]

    assert found(minutes.since(minutes=2).until(minutes=100)) == [2, 9, 10]
    assert found(minutes.since(minutes=10)) == [10, 100]
    assert found(minutes.until(minutes=10)) == [1, 2, 9]
    assert found(Visit.long(kind="read", minutes=9)) == [9]
    assert found(minutes.since(minutes=10).until(minutes=2)) == []


def test_times_as_numbers_are_bounded_to_the_millisecond(store: Store) -> None:
    books = [Book(isbn=str(n), title="x", updated_at=NOW + timedelta(milliseconds=n)) for n in range(4)]
    store.batch_write(puts=books)
    between = Book.listed(state="IN").since(updated_at=books[1].updated_at).until(updated_at=books[3].updated_at)
    assert [*store.query(between).items] == books[1:3]


def test_a_whole_sort_key_finds_that_item_and_not_its_longer_neighbours(store: Store) -> None:
    readers = [Reader(reader_id=i, email="a@b.c", created_at=NOW) for i in ("1", "10", "1#0", "1~")]
    store.batch_write(puts=[*readers, EmailLock(email="a@b.c", owner="1")])
    assert store.query(Reader.by_email(email="a@b.c", reader_id="1")).items == (readers[0],)
    assert {r.reader_id for r in store.query(Reader.by_email(email="a@b.c")).items} == {"1", "10", "1#0", "1~"}


@pytest.mark.parametrize("last", ["\U0010ffff", "\U0010ffff\U0010ffff", "~", "$", "#", " ", "\x01"])
def test_a_prefix_covers_the_strangest_values(store: Store, last: str) -> None:
    strange = Visit(room="a", at=NOW, visit_id=last, minutes=0)
    store.create(strange)
    assert store.query(IN_A).items == (strange,)
    assert store.query(Visit.key(room="a", at=NOW)).items == (strange,)
    assert store.query(Visit.key(room="a", at=NOW, visit_id=last)).items == (strange,)


def test_a_partition_whose_sort_key_is_a_bare_value_is_read_whole(store: Store) -> None:
    end = NOW.replace(microsecond=0) + timedelta(days=1)
    common: dict[str, Any] = {"request_hash": "h", "status": 200, "body": "", "created_at": NOW, "expires_at": end}
    answers = [Answer(caller="me", token=token, **common) for token in ("!", "a", "\U0010ffff")]
    store.batch_write(puts=answers)
    assert [*store.query(Answer.key(caller="me")).items] == answers
    assert [*store.query(Answer.key(caller="me").since(token="a")).items] == answers[1:]


def test_a_filter_that_passes_little_is_bounded_in_reads_and_goes_on_at_the_cursor(store_for: StoreFor) -> None:
    meter = Meter()
    store = store_for(LIBRARY, engine=Engine.DYNOXIDE, meter=meter, now=lambda: NOW)
    many = MOST_READS * SMALLEST_FILTERED_READ
    visits = [visit(n, minutes=int(n == many + 50)) for n in range(many + 100)]
    store.batch_write(puts=visits)
    meter.reset()
    page = store.query(IN_A, limit=5, where={"minutes": 1})
    assert (page.items, meter.round_trips) == ((), MOST_READS)
    rest = store.query(IN_A, limit=5, where={"minutes": 1}, cursor=page.cursor)
    assert (rest.items, rest.cursor) == ((visits[many + 50],), None)


def test_find_is_the_first_or_nothing(room: Store) -> None:
    assert room.find(IN_A) == VISITS[0]
    assert room.find(Visit.key(room="empty")) is None


def test_every_and_count_see_the_whole_range(room: Store) -> None:
    assert [*room.every(IN_A)] == VISITS
    assert [*room.every(IN_A, newest_first=True)] == VISITS[::-1]
    assert room.count(IN_A) == len(VISITS)
    assert room.count(IN_A.since(at=VISITS[4].at)) == len(VISITS) - 4
    assert room.count(Visit.key(room="empty")) == 0


def test_ranges_beyond_a_megabyte_are_read_to_their_end(store: Store) -> None:
    notices = [Notice(board="a", number=n, text="x" * 300_000) for n in range(8)]
    store.batch_write(puts=notices)
    assert store.count(Notice.key(board="a")) == 8
    assert [n.number for n in store.every(Notice.key(board="a"), newest_first=True)] == [7, 6, 5, 4, 3, 2, 1, 0]
    assert [*store.query(Notice.key(board="a"), limit=8).items] == notices


def test_a_collection_holds_every_entity_of_a_partition_in_order(store: Store) -> None:
    reader = Reader(reader_id="1", email="a@b.c", created_at=NOW)
    lock, book = EmailLock(email="a@b.c", owner="1"), Book(isbn="1", title="x", updated_at=NOW)
    store.batch_write(puts=[reader, lock, book, evolve(reader, reader_id="10")])
    assert store.collection(Reader.key.item(reader_id="1"), consistent=True) == (reader,)
    assert store.collection(EmailLock.key.item(email="a@b.c")) == (lock,)


def test_a_table_is_read_consistently_and_an_index_is_not(room: Store) -> None:
    assert [*room.query(IN_A, consistent=True).items] == VISITS
    with pytest.raises(SchemaError, match="GSI3 is an index: it cannot be read consistently"):
        room.query(Visit.long(kind="read"), consistent=True)
