"""Identifiers that sort by time, the clock they come from, and what is kept for a moment."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from singletable.cache import TimedCache
from singletable.clock import now
from singletable.templates import EPOCH
from singletable.ulid import LENGTH, PATTERN, moment_of, new_ulid
from tests.data.clock import NOW, Clock


def at(number: int) -> datetime:
    return EPOCH + timedelta(milliseconds=number)


@given(one=st.integers(0, 10**14), other=st.integers(0, 10**14))
def test_identifiers_sort_by_the_time_they_were_made(one: int, other: int) -> None:
    first, second = new_ulid(at(one)), new_ulid(at(other))
    assert len(first) == len(second) == LENGTH
    if one != other:
        assert (first < second) == (one < other)


def test_an_identifier_begins_with_its_time() -> None:
    assert new_ulid(at(1_469_918_176_385)).startswith("01ARYZ6S41")


@given(number=st.integers(0, 10**14))
def test_an_identifier_tells_when_it_was_made(number: int) -> None:
    identifier = new_ulid(at(number))
    assert moment_of(identifier) == at(number)
    assert re.search(PATTERN, identifier)


def test_identifiers_of_one_moment_differ() -> None:
    assert len({new_ulid(NOW) for _ in range(1000)}) == 1000


def test_the_clock_has_the_precision_that_items_keep() -> None:
    moment = now()
    assert moment.tzinfo is UTC
    assert moment.microsecond % 1000 == 0


def test_a_value_is_fetched_once_until_its_time_is_over() -> None:
    clock, fetched = Clock(), []
    cache: TimedCache[str, int] = TimedCache(timedelta(seconds=60), clock=clock)

    def fetch() -> int:
        fetched.append(clock())
        return len(fetched)

    assert [cache.get("a", fetch), cache.get("a", fetch)] == [1, 1]
    clock.move(timedelta(seconds=59, milliseconds=999))
    assert cache.get("a", fetch) == 1
    clock.move(timedelta(milliseconds=1))
    assert cache.get("a", fetch) == 2


def test_what_could_not_be_fetched_is_not_kept() -> None:
    cache: TimedCache[str, int] = TimedCache(timedelta(seconds=60), clock=Clock())
    with pytest.raises(ZeroDivisionError):
        cache.get("a", lambda: 1 // 0)
    assert cache.get("a", lambda: 1) == 1


def test_the_oldest_goes_when_there_are_too_many() -> None:
    cache: TimedCache[int, int] = TimedCache(timedelta(seconds=60), clock=Clock(), size=2)
    for number in (1, 2, 3):
        cache.put(number, number)
    assert [cache.get(number, lambda: 0) for number in (2, 3)] == [2, 3]
    assert cache.get(1, lambda: 0) == 0
    cache.forget(1)
    assert cache.get(1, lambda: 9) == 9
    cache.clear()
    assert cache.get(3, lambda: 0) == 0
