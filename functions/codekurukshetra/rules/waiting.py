"""Decisions about the waiting list and the offers made from it."""

from datetime import datetime, timedelta

from functions.codekurukshetra.entities.records import Letter
from functions.codekurukshetra.entities.registration import Config, Waiter
from singletable.refusal import Kind, Refused
from singletable.schema import evolve


class SeatsLeft(Refused):
    kind, code = Kind.CONFLICT, "seats_left"


class AlreadyWaiting(Refused):
    kind, code = Kind.CONFLICT, "already_waiting"


class AlreadyRegistered(Refused):
    kind, code = Kind.CONFLICT, "already_registered"


def offered(waiter: Waiter, config: Config, now: datetime) -> Waiter:
    return evolve(waiter, offered_until=now + timedelta(hours=config.offer_hours))


def has_offer(waiter: Waiter | None, now: datetime) -> bool:
    return waiter is not None and waiter.offered_until is not None and now < waiter.offered_until


def offer_letter(waiter: Waiter, config: Config, now: datetime) -> Letter:
    until = waiter.offered_until or now
    return Letter(
        about=waiter.waiter_id,
        kind="offer",
        occasion="once",
        reader=waiter.waiter_id,
        facts={"event": config.event_name, "offered_until": until.isoformat(timespec="minutes")},
        created_at=now,
    )
