"""Decisions about erasures: what a user is while being forgotten, and what is left to say afterwards."""

from collections.abc import Iterable
from datetime import date, datetime, timedelta

from functions.algoitny.entities.accounts import User
from functions.algoitny.entities.jobs import Erasure
from functions.algoitny.entities.usage import USAGE_KEPT
from functions.algoitny.entities.work import Status
from functions.algoitny.rules.usage import day_of
from functions.algoitny.rules.work import Patience
from singletable.schema import evolve

PATIENCE = Patience(unsent=timedelta(minutes=5), lease=timedelta(minutes=10), give_up=None)
SECONDS_UNTIL_NOBODY_REMEMBERS = 70
"""Warm functions take a user for active for a minute: what they still write must be written before it is removed."""


def wished(erasure_id: str, user: User, subject: str, now: datetime) -> Erasure:
    return Erasure(erasure_id=erasure_id, user_id=user.user_id, subject=subject, created_at=now, updated_at=now)


def deactivated(user: User, now: datetime) -> User:
    return evolve(user, is_active=False, updated_at=now)


def begun(erasure: Erasure, now: datetime) -> Erasure:
    return evolve(erasure, status=Status.PROCESSING, updated_at=now)


def fulfilled(erasure: Erasure, now: datetime) -> Erasure:
    return evolve(erasure, status=Status.COMPLETED, user_id=None, subject=None, updated_at=now)


def logged_days(counted: Iterable[date], now: datetime) -> list[date]:
    """The days of which a log may be left: those with a counter, and those whose counter expires before its log."""
    expiring = (day_of(now - USAGE_KEPT + timedelta(days=n)) for n in (-1, 0, 1))
    return sorted({*counted, *expiring})
