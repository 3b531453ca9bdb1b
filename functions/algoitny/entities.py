"""What AlgoItny keeps: users, plans, problems, usage and its aggregates; their stored names are the table's own."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from enum import StrEnum
from typing import Annotated

from singletable.keys import Key
from singletable.schema import Counter, Envelope, Index, KeyOnly, Offload, Table, Text, TimeFormat, Top, entity

GSI1 = Index("GSI1", "GSI1PK", "GSI1SK")
GSI2 = Index("GSI2", "GSI2PK")
GSI3 = Index("GSI3", "GSI3PK", "GSI3SK", numeric=True)

TABLE = Table(
    "algoitny_main",
    indexes=(GSI1, GSI2, GSI3),
    envelope=Envelope(
        type_name="tp",
        data="dat",
        times=TimeFormat.EPOCH,
        outside={"created_at": "crt", "updated_at": "upd", "version": "ver"},
    ),
)

USAGE_KEPT = timedelta(days=90)


class Action(StrEnum):
    """What a plan limits per day."""

    HINT = "hint"
    EXECUTION = "execution"


@entity(TABLE, tag="usr")
class User:
    user_id: KeyOnly[str]
    email: Annotated[str | None, "em"]
    """None after its rightful owner took back an address that was never proven."""
    email_unproven: Annotated[bool | None, "emu"] = None
    name: Annotated[str, "nm"] = ""
    picture: Annotated[str, "pic"] = ""
    google_id: Annotated[str | None, "gid"] = None
    """The id at the identity provider: Google's own, or the subject that the pool gave."""
    plan_id: Annotated[int, "plan"] = 1
    granted_plans: Annotated[tuple[int, ...] | None, "gpl"] = None
    """Plans with a price that staff opened to this user."""
    is_active: Annotated[bool, "act"] = True
    is_staff: Annotated[bool, "stf"] = False
    solved_count: Annotated[Counter[int], "slv"] = 0
    problem_count: Annotated[Counter[int], "prb"] = 0
    created_at: datetime
    updated_at: datetime
    version: int = 1

    key = Key("USR#{user_id}", "META", answers="a user by id")
    by_email = Key("EMAIL#{email}", "USR#{user_id}", index=GSI1, answers="a user by e-mail (login)")
    by_google_id = Key("GID#{google_id}", index=GSI2, answers="a user by Google id (login)")
    on_plan = Key("PLAN#{plan_id}#USERS", "{created_at}", index=GSI3, answers="the users on a plan, newest first")


@entity(TABLE, tag="elock")
class EmailLock:
    """An e-mail address belongs to one user; also the strongly consistent way from e-mail to user."""

    email: KeyOnly[str]
    owner: Annotated[str, "own"]

    key = Key("EMAIL#{email}", "LOCK", answers="who owns an e-mail address")


@entity(TABLE, tag="glock")
class GoogleLock:
    google_id: KeyOnly[str]
    owner: Annotated[str, "own"]

    key = Key("GID#{google_id}", "LOCK", answers="who owns a Google id")


@entity(TABLE, tag="plan")
class SubscriptionPlan:
    plan_id: KeyOnly[int]
    name: Annotated[str, "nm"]
    description: Annotated[str, "dsc"] = ""
    max_hints_per_day: Annotated[int, "mh"]
    max_executions_per_day: Annotated[int, "me"]
    max_problems: Annotated[int, "mp"] = -1
    can_view_all_problems: Annotated[bool, "cva"] = True
    can_register_problems: Annotated[bool, "crp"] = False
    price: Annotated[int, "prc"] = 0
    is_active: Annotated[bool, "act"] = True
    user_count: Annotated[Counter[int], "usr"] = 0
    created_at: datetime
    updated_at: datetime
    version: int = 1

    key = Key("PLAN#{plan_id}", "META", answers="a plan by id")
    all_plans = Key("PLAN#ALL", "{plan_id:06d}", index=GSI1, answers="every plan, in order")

    def limit(self, action: Action) -> int:
        """-1 means unlimited."""
        return self.max_hints_per_day if action is Action.HINT else self.max_executions_per_day


@entity(TABLE, tag="prob")
class Problem:
    platform: KeyOnly[str]
    problem_id: KeyOnly[str]
    title: Annotated[str, "tit"]
    url: Annotated[str, "url"] = ""
    statement: Annotated[Text | None, "stm", Offload(above=4096)] = None
    tags: Annotated[tuple[str, ...], "tag"] = ()
    solution: Annotated[Text | None, "sol", Offload(above=4096)] = None
    language: Annotated[str, "lng"] = "python"
    constraints: Annotated[str, "con"] = ""
    hints: Annotated[tuple[str, ...] | None, "hnt"] = None
    """Authored hints, the gentlest first."""
    comparison: Annotated[str | None, "cpr"] = None
    """How outputs are compared; by default trailing white space does not count."""
    is_completed: Annotated[bool, "cmp"] = False
    test_case_count: Annotated[int, "tcc"] = 0
    test_cases_sha256: Annotated[str | None, "tch"] = None
    test_cases_object: Annotated[str | None, "tco"] = None
    """Where the test cases are, once they outgrew the table."""
    registered_by: Annotated[str | None, "rby"] = None
    is_deleted: Annotated[bool, "del"] = False
    deleted_at: Annotated[datetime | None, "ddt"] = None
    deleted_reason: Annotated[str | None, "drs"] = None
    needs_review: Annotated[bool, "nrv"] = False
    review_notes: Annotated[str | None, "rvn"] = None
    verified_by_admin: Annotated[bool, "vrf"] = False
    reviewed_at: Annotated[datetime | None, "rvt"] = None
    metadata: Annotated[dict[str, object] | None, "met"] = None
    created_at: datetime
    updated_at: datetime
    version: int = 1

    @property
    def state(self) -> str:
        return "COMPLETED" if self.is_completed else "DRAFT"

    key = Key("PROB#{platform}#{problem_id}", "META", answers="a problem by platform and id")
    listed = Key(
        "PROB#{state}",
        "{updated_at}",
        index=GSI3,
        when=lambda problem: not problem.is_deleted,
        answers="completed or draft problems, newest first",
    )
    awaiting_review = Key(
        "PROB#REVIEW",
        "{updated_at:ms}#{platform}#{problem_id}",
        index=GSI1,
        when=lambda problem: problem.needs_review and not problem.is_deleted,
        answers="problems that await review, oldest first",
    )


@entity(TABLE, tag="tc")
class TestCase:
    """One case of a problem while its cases are small enough for the table."""

    __test__ = False

    platform: KeyOnly[str]
    problem_id: KeyOnly[str]
    number: KeyOnly[int]
    input: Annotated[str, "inp"]
    output: Annotated[str, "out"]

    key = Key("PROB#{platform}#{problem_id}", "TC#{number:06d}", answers="the test cases of a problem, in order")


@dataclass(frozen=True, slots=True)
class LastAction:
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


@dataclass(frozen=True, slots=True)
class BusyUser:
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


@entity(TABLE, tag="idem")
class Answered:
    """The answer to a request that carried an Idempotency-Key."""

    caller: KeyOnly[str]
    token: KeyOnly[str]
    request_hash: Annotated[str, "rqh"]
    status: Annotated[int, "sts"]
    body: Annotated[Text, "res", Offload(above=32_768)]
    created_at: datetime
    expires_at: datetime

    key = Key("IDEM#{caller}", "{token}", answers="the answer that an Idempotency-Key got")
