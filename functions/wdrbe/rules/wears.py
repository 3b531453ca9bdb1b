"""Decisions about what was worn when."""

from datetime import date, timedelta

from singletable.refusal import InvalidValue, Kind, Refused


class AlreadyWorn(Refused):
    kind, code = Kind.CONFLICT, "already_worn"


def already_worn(day: date) -> AlreadyWorn:
    return AlreadyWorn("This item was worn on that day already.", facts={"date": day.isoformat()})


def worn_on(asked: date | None, today: date) -> date:
    """The day that was meant; east of Greenwich it may be tomorrow already."""
    day = asked or today
    if day > today + timedelta(days=1):
        raise InvalidValue("Nobody has worn anything in the future.", field="body.date")
    return day


def check_days(first: date | None, last: date | None) -> None:
    if first is not None and last is not None and last < first:
        raise InvalidValue("`to` lies before `from`.", field="query.to")
