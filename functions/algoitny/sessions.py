"""Logging in: find the user, link another door to it, or make it; two first logins at once make one."""

from datetime import datetime

from edge.caller import Caller
from functions.algoitny.entities.accounts import User
from functions.algoitny.repository.accounts import Accounts, Plans
from functions.algoitny.rules import accounts as rules
from singletable.errors import ConditionRefused, Throttled
from singletable.ulid import new_ulid

ATTEMPTS = 4


def enter(
    accounts: Accounts, plans: Plans, caller: Caller, proven_email: str | None, now: datetime
) -> tuple[User, bool]:
    """The caller's user, and whether this login made it. A lost race is looked at again: the winner is the user."""
    for _ in range(ATTEMPTS):
        found = accounts.find(caller.identity, proven_email)
        try:
            if found is None:
                return _register(accounts, plans, caller, now), True
            if found.google_id == caller.identity:
                return found, False
            if found.email_unproven:
                rightful = _new_user(caller, now)
                accounts.take_back(found, rightful, now)
                return rightful, True
            return accounts.link(found, caller.identity, now), False
        except ConditionRefused:
            continue
    raise Throttled("logins of the same user keep colliding")


def _register(accounts: Accounts, plans: Plans, caller: Caller, now: datetime) -> User:
    user = _new_user(caller, now)
    try:
        accounts.create(user)
    except rules.NoSuchPlan:
        plans.seed()
        accounts.create(user)
    return user


def _new_user(caller: Caller, now: datetime) -> User:
    return rules.new_user(
        new_ulid(now),
        email=caller.email,
        verified=caller.email_verified,
        identity=caller.identity,
        name=caller.name,
        picture=caller.picture,
        now=now,
    )
