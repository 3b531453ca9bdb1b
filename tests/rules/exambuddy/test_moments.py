"""Ranges of moments: half-open, whole days and seconds, and never by accident empty."""

from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from functions.exambuddy.rules.attempts import earliest_deadline
from functions.exambuddy.rules.moments import asked_range, next_second, second_of
from singletable.refusal import InvalidValue

NOW = datetime(2026, 3, 1, 12, 0, 0, 250_000, tzinfo=UTC)
days = st.dates(date(2025, 6, 1), date(2026, 3, 1))


@given(first=days, length=st.integers(0, 365), moment=st.timedeltas(timedelta(0), timedelta(days=365)))
def test_a_moment_is_in_a_range_of_days_exactly_if_its_day_is(first: date, length: int, moment: timedelta) -> None:
    last = first + timedelta(days=length)
    start, end = asked_range(first, last, NOW)
    at = datetime(first.year, first.month, first.day, tzinfo=UTC) + moment
    assert (start <= at < end) == (first <= at.date() <= last)


def test_the_last_second_named_is_in() -> None:
    last = datetime(2026, 2, 28, 23, 59, 59, tzinfo=UTC)
    assert asked_range(date(2026, 2, 1), last, NOW)[1] == datetime(2026, 3, 1, tzinfo=UTC)


def test_left_open_a_range_is_the_last_thirty_days_up_to_now() -> None:
    start, end = asked_range(None, None, NOW)
    assert (end, end - start) == (second_of(NOW) + timedelta(seconds=1), timedelta(days=30))


@pytest.mark.parametrize(
    ("first", "last"), [(date(2026, 2, 2), date(2026, 2, 1)), (date(2025, 1, 1), date(2026, 2, 1))]
)
def test_a_range_that_is_empty_or_too_long_is_refused(first: date, last: date) -> None:
    with pytest.raises(InvalidValue):
        asked_range(first, last, NOW)


@given(st.timedeltas(timedelta(0), timedelta(days=365)).map(lambda passed: NOW + passed))
def test_a_deadline_holds_for_exactly_two_seconds_more(moment: datetime) -> None:
    deadline = next_second(moment)
    assert deadline - timedelta(seconds=1) < moment <= deadline
    assert earliest_deadline(deadline + timedelta(seconds=2)) == deadline
    assert earliest_deadline(deadline + timedelta(seconds=2, microseconds=1)) > deadline
