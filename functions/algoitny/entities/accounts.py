"""Users, what must be unique about them, and their plans."""

from datetime import datetime
from enum import StrEnum
from typing import Annotated

from functions.algoitny.entities.table import GSI1, GSI2, GSI3, TABLE
from singletable.keys import Key
from singletable.schema import Counter, KeyOnly, entity


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
