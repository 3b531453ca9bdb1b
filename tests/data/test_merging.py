"""Several ranges as one list: every item once, newest first, in full pages, whatever the page size."""

from datetime import timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from singletable.errors import BadCursor
from singletable.merging import merged
from singletable.meter import Meter
from singletable.store import Store
from tests.data.clock import NOW
from tests.data.tables import LIBRARY, Visit
from tests.engines import Engine, StoreFor

ROOMS = ("a", "b", "c")
BY_TIME = ("at", "visit_id")


def visit(number: int, room: str) -> Visit:
    """Several fall into one millisecond: their ids decide."""
    return Visit(room=room, at=NOW + timedelta(milliseconds=number // 2), visit_id=f"v{number:03d}", minutes=1)


def all_pages(store: Store, rooms: tuple[str, ...], limit: int) -> list[list[str]]:
    pages: list[list[str]] = []
    cursor = None
    while True:
        page = merged(store, [Visit.key(room=room) for room in rooms], by=BY_TIME, limit=limit, cursor=cursor)
        pages.append([found.visit_id for found in page.items])
        cursor = page.cursor
        if cursor is None:
            return pages


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(rooms=st.lists(st.sampled_from([*ROOMS, "d"]), max_size=14), limit=st.integers(1, 6))
def test_pages_cover_all_ranges_exactly_newest_first_and_none_is_short(
    store_for: StoreFor, rooms: list[str], limit: int
) -> None:
    store = store_for(LIBRARY)
    store.batch_write(puts=[visit(number, room) for number, room in enumerate(rooms)])
    expected = [f"v{number:03d}" for number, room in reversed(list(enumerate(rooms))) if room in ROOMS]
    pages = all_pages(store, ROOMS, limit)
    assert [found for page in pages for found in page] == expected
    assert all(len(page) == limit for page in pages[:-1])
    assert bool(pages[-1]) == bool(expected)


@pytest.mark.parametrize(("every", "limit"), [(1, 7), (5, 7), (120, 2), (400, 3)])
def test_a_filter_leaves_no_gap_no_repeat_and_no_short_page(store_for: StoreFor, every: int, limit: int) -> None:
    store = store_for(LIBRARY)
    store.batch_write(puts=[visit(number, ROOMS[number % 3]) for number in range(350)])
    found: list[str] = []
    cursor, reads = None, 0
    while reads == 0 or cursor is not None:
        page = merged(
            store,
            [Visit.key(room=room) for room in ROOMS],
            by=BY_TIME,
            limit=limit,
            cursor=cursor,
            only=lambda one: int(one.visit_id[1:]) % every == 0,
        )
        assert len(page.items) == limit or page.cursor is None
        found += [one.visit_id for one in page.items]
        cursor, reads = page.cursor, reads + 1
    assert found == [f"v{number:03d}" for number in range(349, -1, -1) if number % every == 0]


def test_a_page_costs_the_same_wherever_it_stands(store_for: StoreFor) -> None:
    meter = Meter()
    store = store_for(LIBRARY, engine=Engine.DYNOXIDE, meter=meter)
    store.batch_write(puts=[visit(number, ROOMS[number % 3]) for number in range(300)])
    ranges = [Visit.key(room=room) for room in ROOMS]
    page = merged(store, ranges, by=BY_TIME, limit=10)
    for _ in range(28):
        meter.reset()
        page = merged(store, ranges, by=BY_TIME, limit=10, cursor=page.cursor)
        # One query of each range, and at most one more for the range whose item stands at the open end.
        assert len(ranges) <= meter.round_trips <= len(ranges) + 1
    assert [found.visit_id for found in page.items] == [f"v{number:03d}" for number in range(19, 9, -1)]


def test_a_cursor_is_good_for_its_own_ranges_alone(store_for: StoreFor) -> None:
    store = store_for(LIBRARY)
    store.batch_write(puts=[visit(number, ROOMS[number % 3]) for number in range(9)])
    cursor = merged(store, [Visit.key(room="a"), Visit.key(room="b")], by=BY_TIME, limit=2).cursor
    assert cursor is not None
    for rooms in (("a",), ("a", "c"), ("b", "a", "c")):
        with pytest.raises(BadCursor):
            merged(store, [Visit.key(room=room) for room in rooms], by=BY_TIME, limit=2, cursor=cursor)
