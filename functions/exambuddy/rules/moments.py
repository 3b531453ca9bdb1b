"""Moments as the table keeps them, in whole seconds, and the ranges of them that lists are asked for."""

from datetime import UTC, date, datetime, time, timedelta

from singletable.refusal import InvalidValue

SECOND, DAY = timedelta(seconds=1), timedelta(days=1)
LONGEST_RANGE = timedelta(days=366)
USUAL_RANGE = timedelta(days=30)


def second_of(moment: datetime) -> datetime:
    return moment.replace(microsecond=0)


def next_second(moment: datetime) -> datetime:
    """The same where it is whole already."""
    whole = second_of(moment)
    return whole if whole == moment else whole + SECOND


def asked_range(
    first: date | datetime | None, last: date | datetime | None, now: datetime
) -> tuple[datetime, datetime]:
    """Half-open: from the beginning of what `from` names to the end of what `to` names, a day or a second."""
    end = _beginning(last) + (SECOND if isinstance(last, datetime) else DAY) if last else second_of(now) + SECOND
    start = _beginning(first) if first else end - USUAL_RANGE
    if end <= start:
        raise InvalidValue("`to` lies before `from`.", field="query.to")
    if end - start > LONGEST_RANGE:
        raise InvalidValue("A range holds 366 days at the most.", field="query.from", facts={"limit_days": 366})
    return start, end


def _beginning(of: date | datetime) -> datetime:
    return second_of(of.astimezone(UTC)) if isinstance(of, datetime) else datetime.combine(of, time(), UTC)
