"""Decisions about users and plans."""

from collections.abc import Mapping
from datetime import datetime

from functions.algoitny.entities.accounts import SubscriptionPlan, User
from singletable.refusal import Absent, Forbidden, Kind, Refused
from singletable.schema import evolve

FREE = 1
_THE_BEGINNING = datetime.fromisoformat("2025-10-08T00:00:00Z")

DEFAULT_PLANS: tuple[SubscriptionPlan, ...] = tuple(
    SubscriptionPlan(
        plan_id=plan_id,
        name=name,
        description=description,
        max_hints_per_day=hints,
        max_executions_per_day=executions,
        max_problems=problems,
        can_view_all_problems=sees_all,
        can_register_problems=registers,
        price=price,
        created_at=_THE_BEGINNING,
        updated_at=_THE_BEGINNING,
    )
    for plan_id, name, description, hints, executions, problems, sees_all, registers, price in (
        (FREE, "Free", "Basic free plan", 5, 10, -1, True, False, 0),
        (2, "Pro", "For daily practice", 30, 100, -1, True, False, 900),
        (3, "Author", "Practise, and register problems of your own", 50, 200, 100, True, True, 1900),
        (4, "Team", "Nothing is counted", -1, -1, -1, True, True, 4900),
        (5, "Classroom", "Verified problems only", 10, 50, -1, False, False, 0),
    )
)


class EmailUnverified(Refused):
    kind, code = Kind.FORBIDDEN, "email_unverified"


class Deactivated(Refused):
    kind, code = Kind.FORBIDDEN, "deactivated"


class NoSession(Refused):
    kind, code = Kind.FORBIDDEN, "no_session"


class EmailTaken(Refused):
    kind, code = Kind.CONFLICT, "email_taken"


class NoSuchUser(Absent):
    code = "no_such_user"


class NoSuchPlan(Refused):
    kind, code = Kind.ABSENT, "no_such_plan"


class PlanNotOpen(Refused):
    kind, code = Kind.CONFLICT, "plan_not_open"


class PlanInUse(Refused):
    kind, code = Kind.CONFLICT, "plan_in_use"


class OwnAccount(Refused):
    kind, code = Kind.CONFLICT, "own_account"


def require_active(user: User) -> User:
    if not user.is_active:
        raise Deactivated("This account was deactivated.")
    return user


def require_staff(is_staff: bool) -> None:
    if not is_staff:
        raise Forbidden("This is for staff.")


def new_user(
    user_id: str,
    *,
    email: str | None,
    verified: bool,
    identity: str,
    name: str | None,
    picture: str | None,
    now: datetime,
) -> User:
    """The user that a first login makes. Only a proven address may become one."""
    if email is None or not verified:
        raise EmailUnverified("The e-mail address of this login is not verified.")
    return User(
        user_id=user_id,
        email=email,
        name=name or "",
        picture=picture or "",
        google_id=identity,
        plan_id=FREE,
        created_at=now,
        updated_at=now,
    )


def edit_profile(user: User, changes: Mapping[str, object], *, proven_email: str | None, now: datetime) -> User:
    """A new address that the login does not prove is kept as unproven: its owner can take it back at any time."""
    changed = evolve(user, **changes, updated_at=now)
    if changed.email != user.email:
        changed = evolve(changed, email_unproven=None if changed.email == proven_email else True)
    return changed


def choose_plan(user: User, plan: SubscriptionPlan | None, now: datetime) -> User:
    if plan is None:
        raise NoSuchPlan("There is no such plan.")
    granted = plan.plan_id in (user.granted_plans or ())
    if not plan.is_active or (plan.price > 0 and not granted):
        raise PlanNotOpen("This plan is closed, or has to be granted by staff first.")
    return evolve(user, plan_id=plan.plan_id, updated_at=now)


def existing(user: User | None) -> User:
    if user is None:
        raise NoSuchUser("There is no such user.")
    return user


def existing_plan(plan: SubscriptionPlan | None) -> SubscriptionPlan:
    if plan is None:
        raise NoSuchPlan("There is no such plan.")
    return plan


def write_plan(
    before: SubscriptionPlan | None, plan_id: int, fields: Mapping[str, object], now: datetime
) -> SubscriptionPlan:
    begun = before or SubscriptionPlan(
        plan_id=plan_id, name="", max_hints_per_day=0, max_executions_per_day=0, created_at=now, updated_at=now
    )
    return evolve(begun, **fields, updated_at=now)


def administer(
    user: User,
    changes: Mapping[str, object],
    plans: Mapping[int, SubscriptionPlan],
    *,
    actor_id: str,
    now: datetime,
) -> User:
    """Staff may put anybody on any plan there is, but may not lock themselves out."""
    if changes.get("plan_id") is not None and changes["plan_id"] not in plans:
        raise NoSuchPlan("There is no such plan.", field="body.plan_id")
    loses_power = changes.get("is_active") is False or changes.get("is_staff") is False
    if user.user_id == actor_id and loses_power:
        raise OwnAccount("Nobody locks themselves out.")
    return evolve(user, **changes, updated_at=now)
