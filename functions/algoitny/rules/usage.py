"""The daily quota, the log of what was done, and the folding of a day into its aggregate."""

from collections.abc import Iterable, Mapping
from datetime import UTC, date, datetime, time, timedelta

from msgspec import Struct

from functions.algoitny.entities.accounts import Action, SubscriptionPlan
from functions.algoitny.entities.usage import BusyUser, DailyUsage, Usage, UsageLog
from singletable.refusal import InvalidValue, Kind, Refused
from singletable.schema import evolve
from singletable.stream import Change

UNLIMITED = -1
TOP_KEPT = 20
FIELD = {Action.HINT: "hints", Action.EXECUTION: "executions"}


class QuotaExhausted(Refused):
    kind, code = Kind.EXHAUSTED, "quota_exhausted"

    def __init__(self, action: Action, limit: int, reset: datetime) -> None:
        super().__init__(
            f"The plan allows {limit} a day of this action; it starts again at midnight UTC.",
            facts={"action": action.value, "limit": limit, "remaining": 0, "reset_at": reset.isoformat()},
            retry_at=reset,
        )


def day_of(moment: datetime) -> date:
    """Days are UTC, whatever clock the caller lives by."""
    return moment.astimezone(UTC).date()


def reset_after(day: date) -> datetime:
    return datetime.combine(day + timedelta(days=1), time(), UTC)


class Allowance(Struct, frozen=True):
    """One action's standing today."""

    action: Action
    limit: int
    used: int
    reset_at: datetime

    @property
    def remaining(self) -> int:
        return UNLIMITED if self.limit == UNLIMITED else max(0, self.limit - self.used)


def allowances(plan: SubscriptionPlan, usage: Usage | None, now: datetime) -> tuple[Allowance, ...]:
    reset = reset_after(day_of(now))
    return tuple(Allowance(action, plan.limit(action), usage.used(action) if usage else 0, reset) for action in Action)


def asked_days(first: date | None, last: date | None, today: date, *, most: int) -> tuple[date, date]:
    """A range of days, both included; what was left open makes it the last 30."""
    last = last or (today if first is None else max(first, today))
    first = first or last - timedelta(days=29)
    if last < first:
        raise InvalidValue("`to` lies before `from`.", field="query.to")
    if (last - first).days >= most:
        raise InvalidValue(f"A range holds {most} days at the most.", field="query.from", facts={"limit": most})
    return first, last


def log_of(change: Change) -> UsageLog | None:
    """The log entry of a charge. Its key is made of the charge alone: however often it comes, it is one entry."""
    usage = change.after
    if not isinstance(usage, Usage) or usage.last is None or usage.last.refund:
        return None
    before = change.before
    if isinstance(before, Usage) and before.last == usage.last:
        return None
    return UsageLog(
        user_id=usage.user_id,
        day=usage.day,
        log_id=usage.last.log_id,
        action=usage.last.action,
        platform=usage.last.platform,
        problem_id=usage.last.problem_id,
        problem_number=usage.last.problem_id,
        created_at=usage.last.at,
    )


def home_of(change: Change) -> Mapping[str, date] | None:
    """The day that a change of a usage counter belongs to; an expired counter changes nothing."""
    return {"day": change.after.day} if isinstance(change.after, Usage) else None


def fold(day: DailyUsage, change: Change) -> DailyUsage:
    """Counts by how far the counter moved; the user's rank by where it stands now, so repetition is harmless."""
    after, before = change.after, change.before
    if not isinstance(after, Usage):
        return day
    was = before if isinstance(before, Usage) else None
    return evolve(
        day,
        hints=day.hints + after.hints - (was.hints if was else 0),
        executions=day.executions + after.executions - (was.executions if was else 0),
        active_users=day.active_users + (1 if was is None else 0),
        top_users=ranked([*day.top_users, BusyUser(after.user_id, after.hints, after.executions)], newest_last=True),
    )


def ranked(users: Iterable[BusyUser], *, newest_last: bool = False) -> tuple[BusyUser, ...]:
    """The busiest, each user once: as seen last, or at most, where the order does not tell."""
    by_id: dict[str, BusyUser] = {}
    for user in users:
        held = by_id.get(user.user_id)
        if held is None or newest_last or user.total > held.total:
            by_id[user.user_id] = user
    return tuple(sorted(by_id.values(), key=lambda user: (-user.total, user.user_id))[:TOP_KEPT])


def total(day: date, shards: Iterable[DailyUsage]) -> DailyUsage:
    """A day over all shards that saw some of it."""
    parts = list(shards)
    return DailyUsage(
        day=day,
        shard="all",
        hints=sum(part.hints for part in parts),
        executions=sum(part.executions for part in parts),
        active_users=sum(part.active_users for part in parts),
        top_users=ranked(user for part in parts for user in part.top_users),
        checkpoint="",
        created_at=datetime.combine(day, time(), UTC),
    )


def archived(changes: Iterable[Change]) -> dict[str, list[dict[str, object]]]:
    """Expired log entries by the object that keeps them: an object a day, named by the first and last it holds.

    A batch that comes again with the same borders writes the same object; with others, the same entries stand in
    two objects, and their `log_id` tells.
    """
    by_day: dict[date, list[tuple[Change, UsageLog]]] = {}
    for change in changes:
        if change.expired and isinstance(change.before, UsageLog):
            by_day.setdefault(change.before.day, []).append((change, change.before))
    return {
        f"usage/{day:%Y/%m/%d}/{entries[0][0].record}-{entries[-1][0].record}.jsonl.gz": [
            {
                "log_id": log.log_id,
                "user_id": log.user_id,
                "at": log.created_at.isoformat(),
                "action": log.action.value,
                "platform": log.platform,
                "problem_id": log.problem_id,
            }
            for _, log in entries
        ]
        for day, entries in by_day.items()
    }
