"""What users did: the counters of the quota, the log, and the totals of a day."""

from datetime import date, datetime, timedelta
from typing import Annotated

from msgspec import Struct

from functions.algoitny.entities.accounts import Action
from functions.algoitny.entities.table import TABLE
from singletable.keys import Key
from singletable.schema import Counter, KeyOnly, Top, entity

USAGE_KEPT = timedelta(days=90)


class LastAction(Struct, frozen=True):
    """What the latest charge was for: the stream makes the usage log from it."""

    action: Annotated[Action, "act"]
    log_id: Annotated[str, "id"]
    at: Annotated[datetime, "at"]
    platform: Annotated[str | None, "plat"] = None
    problem_id: Annotated[str | None, "pnum"] = None
    refund: Annotated[bool | None, "rfd"] = None


@entity(TABLE, tag="use", lifetime=USAGE_KEPT)
class Usage:
    """A user's day: one counter per action. Charging it is one conditional write, however much was used before."""

    user_id: KeyOnly[str]
    day: KeyOnly[date]
    hints: Annotated[Counter[int], "hint"] = 0
    executions: Annotated[Counter[int], "execution"] = 0
    last: Annotated[LastAction | None, "last", Top] = None
    created_at: datetime

    key = Key("USR#{user_id}", "USE#{day}", answers="what a user did per day")

    def used(self, action: Action) -> int:
        return self.hints if action is Action.HINT else self.executions


@entity(TABLE, tag="ulog", lifetime=USAGE_KEPT)
class UsageLog:
    """One action of one user; written by the stream, archived to S3 when it expires."""

    user_id: KeyOnly[str]
    day: KeyOnly[date]
    log_id: KeyOnly[str]
    action: Annotated[Action, "act"]
    platform: Annotated[str | None, "plat"] = None
    problem_id: Annotated[str | None, "pid"] = None
    problem_number: Annotated[str | None, "pnum"] = None
    metadata: Annotated[dict[str, object] | None, "met"] = None
    created_at: datetime

    key = Key(
        "USR#{user_id}#ULOG#{day}", "ULOG#{created_at:ms}#{action}#{log_id}", answers="a user's actions of one day"
    )


class BusyUser(Struct, frozen=True):
    user_id: Annotated[str, "uid"]
    hints: Annotated[int, "h"]
    executions: Annotated[int, "e"]

    @property
    def total(self) -> int:
        return self.hints + self.executions


@entity(TABLE, tag="ulog_agg")
class DailyUsage:
    """One day as one shard of the stream saw it; a day is the sum over its shards."""

    day: KeyOnly[date]
    shard: KeyOnly[str]
    hints: Annotated[int, "hints"] = 0
    executions: Annotated[int, "executions"] = 0
    active_users: Annotated[int, "users"] = 0
    top_users: Annotated[tuple[BusyUser, ...], "top_users"] = ()
    checkpoint: Annotated[str, "seq"]
    created_at: datetime

    key = Key("ULOG_AGG#{day}", "SHARD#{shard}", answers="the totals of a day, by shard")
