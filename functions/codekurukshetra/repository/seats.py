"""The seats as writes: each moves one from here to there, and is refused where there is none to move."""

from functions.codekurukshetra.entities.registration import Seats
from functions.codekurukshetra.rules.event import NotConfigured, TooManyTeams
from functions.codekurukshetra.rules.teams import EventFull
from functions.codekurukshetra.rules.waiting import SeatsLeft
from singletable.expressions import Conditions, at_least, at_most
from singletable.store import Create, Operation, Patch

KEY = Seats.key.item()


def _full(found: Seats | None) -> Exception:
    if found is None:
        return NotConfigured("The event is not set up yet.")
    return EventFull("Every seat is taken.", facts={"waiting": found.waiting})


def reserve() -> Patch[Seats]:
    """A free seat, unless somebody waits for it."""
    return _take({"free": at_least(1), "waiting": 0})


def reserve_paid() -> Patch[Seats]:
    """A free seat for money that came late: who has paid goes before who waits."""
    return _take({"free": at_least(1)})


def _take(when: Conditions) -> Patch[Seats]:
    return Patch(KEY, add={"free": -1, "reserved": 1}, when=when, otherwise=_full)


def give_back() -> Patch[Seats]:
    return Patch(KEY, add={"free": 1, "reserved": -1})


def offer() -> Patch[Seats]:
    return Patch(KEY, add={"free": -1, "offered": 1, "waiting": -1}, when={"free": at_least(1)}, otherwise=_full)


def reserve_offered() -> Patch[Seats]:
    return Patch(KEY, add={"offered": -1, "reserved": 1})


def withdraw_offer() -> Patch[Seats]:
    return Patch(KEY, add={"offered": -1, "free": 1})


def wait(*, behind_others: bool) -> Patch[Seats]:
    """One more waits: because every seat is taken, or because others wait already."""
    when: Conditions = {"waiting": at_least(1)} if behind_others else {"free": at_most(0)}
    return Patch(KEY, add={"waiting": 1}, when=when, otherwise=SeatsLeft("There are seats left: register a team."))


def wait_no_more() -> Patch[Seats]:
    return Patch(KEY, add={"waiting": -1})


def resize(change: int, *, first: bool) -> tuple[Operation[Seats], ...]:
    if first:
        return (Create(Seats(free=change)),)
    if change == 0:
        return ()
    refused = TooManyTeams("More seats are taken than the event would have.", field="body.max_teams")
    return (Patch(KEY, add={"free": change}, when={"free": at_least(-change)}, otherwise=refused),)
