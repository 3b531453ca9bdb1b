"""Daily figures: what one change adds to its day, and what the shards of a day add up to."""

from collections.abc import Iterable, Mapping
from datetime import UTC, date, datetime, time, timedelta
from typing import TypeVar

from functions.codekurukshetra.entities.payments import Payment
from functions.codekurukshetra.entities.records import DailyStatistics
from functions.codekurukshetra.entities.registration import Participant, PaymentStatus, Team
from singletable.refusal import InvalidValue
from singletable.schema import evolve
from singletable.stream import Change

T = TypeVar("T")

RECEIVED = (PaymentStatus.PAID, PaymentStatus.REFUNDING, PaymentStatus.REFUNDED)


def day_of(moment: datetime) -> date:
    return moment.astimezone(UTC).date()


def home_of(change: Change) -> Mapping[str, date] | None:
    """A change belongs to the day it was made on; one that adds nothing belongs nowhere."""
    return {"day": day_of(change.at)} if _added(change) else None


def fold(day: DailyStatistics, change: Change) -> DailyStatistics:
    added = _added(change)
    numbers = {name: getattr(day, name) + amount for name, amount in added.items() if isinstance(amount, int)}
    counts = {name: _sum(getattr(day, name), part) for name, part in added.items() if isinstance(part, dict)}
    return evolve(day, **numbers, **counts)


def _added(change: Change) -> dict[str, int | dict[str, int]]:
    before, after = change.before, change.after
    match change.entity:
        case Team():
            return _teams(_if(Team, before), _if(Team, after))
        case Participant() if not change.expired:
            return _participants(_if(Participant, before), _if(Participant, after))
        case Payment():
            return _payments(_if(Payment, before), _if(Payment, after))
    return {}


def _if(kind: type[T], found: object | None) -> T | None:
    return found if isinstance(found, kind) else None


def _teams(before: Team | None, after: Team | None) -> dict[str, int | dict[str, int]]:
    tracks = _sum({before.track: -1} if before else {}, {after.track: 1} if after else {})
    return _something({"teams": bool(after) - bool(before)}, by_track=tracks)


def _participants(before: Participant | None, after: Participant | None) -> dict[str, int | dict[str, int]]:
    """Who was erased or forgotten was there all the same: only who left or was taken off counts less."""
    if any(person is not None and person.erased_at is not None for person in (before, after)):
        return {}
    was = {before.college_slug: -1} if before and before.college_slug else {}
    now = {after.college_slug: 1} if after and after.college_slug else {}
    return _something({"participants": bool(after) - bool(before)}, by_college=_sum(was, now))


def _payments(before: Payment | None, after: Payment | None) -> dict[str, int | dict[str, int]]:
    was, now = before.status if before else None, after.status if after else None
    if after is None or was is now:
        return {}
    received = now in RECEIVED and was not in RECEIVED
    refunded = now is PaymentStatus.REFUNDED
    return _something(
        {
            "payments": int(received),
            "revenue": after.amount * received,
            "refunds": int(refunded),
            "refunded": after.amount * refunded,
            "expired": int(now is PaymentStatus.EXPIRED),
        }
    )


def _something(numbers: Mapping[str, int], **counts: dict[str, int]) -> dict[str, int | dict[str, int]]:
    added: dict[str, int | dict[str, int]] = {**numbers, **counts}
    return {name: value for name, value in added.items() if value}


def _sum(*parts: Mapping[str, int]) -> dict[str, int]:
    total: dict[str, int] = {}
    for part in parts:
        for name, amount in part.items():
            total[name] = total.get(name, 0) + amount
    return {name: amount for name, amount in total.items() if amount}


def totals(shards: Iterable[DailyStatistics]) -> list[DailyStatistics]:
    """One per day, over all shards that saw some of it, in order."""
    days: dict[date, list[DailyStatistics]] = {}
    for shard in shards:
        days.setdefault(shard.day, []).append(shard)
    return [total(day, parts) for day, parts in sorted(days.items())]


NUMBERS = ("teams", "participants", "payments", "revenue", "refunds", "refunded", "expired")


def total(day: date, parts: Iterable[DailyStatistics]) -> DailyStatistics:
    held = list(parts)
    return DailyStatistics(
        day=day,
        shard="all",
        **{name: sum(getattr(part, name) for part in held) for name in NUMBERS},
        by_track=_sum(*(part.by_track for part in held)),
        by_college=_sum(*(part.by_college for part in held)),
        checkpoint="",
        created_at=datetime.combine(day, time(), UTC),
    )


def asked_days(first: date | None, last: date | None, today: date, *, most: int) -> tuple[date, date]:
    """A range of days, both included; what was left open makes it the last 30."""
    last = last or (today if first is None else max(first, today))
    first = first or last - timedelta(days=29)
    if last < first:
        raise InvalidValue("`to` lies before `from`.", field="query.to")
    if (last - first).days >= most:
        raise InvalidValue(f"A range holds {most} days at the most.", field="query.from", facts={"limit": most})
    return first, last
