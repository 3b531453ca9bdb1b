"""Decisions about the history: who sees a run, and how it is published and withdrawn."""

from datetime import date, datetime, timedelta

from functions.algoitny.entities.executions import SearchHistory
from singletable.refusal import Absent
from singletable.schema import evolve

FEED_DAYS = 30


class NoSuchRun(Absent):
    code = "no_such_run"


def visible(run: SearchHistory | None, user_id: str) -> SearchHistory:
    """Its owner's always, anybody's while it is public."""
    if run is None or (run.user_id != user_id and not run.is_public):
        raise NoSuchRun("There is no such run.")
    return run


def owned(run: SearchHistory | None, user_id: str) -> SearchHistory:
    if run is None or run.user_id != user_id:
        raise NoSuchRun("There is no such run.")
    return run


def published(run: SearchHistory, is_public: bool, now: datetime) -> SearchHistory:
    """In the feed of today, or in none; what is public already stays where it is."""
    if run.is_public == is_public:
        return run
    return evolve(run, is_public=is_public, published_at=now if is_public else None)


def feed_days(first: date, begin: date) -> list[date]:
    """The days of a feed that was opened on `first`, from `begin` back."""
    last = first - timedelta(days=FEED_DAYS - 1)
    return [begin - timedelta(days=n) for n in range((begin - last).days + 1)]
