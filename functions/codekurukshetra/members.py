"""Who is calling, as CodeKurukshetra knows them: the participant behind a proven address, and whether they organise."""

from msgspec import Struct

from edge.caller import Caller
from edge.resources import store_of
from functions.codekurukshetra.people import index_of
from functions.codekurukshetra.repository.event import Event
from functions.codekurukshetra.repository.teams import Teams
from functions.codekurukshetra.rules.event import NotConfigured, organises
from functions.codekurukshetra.rules.teams import EmailUnverified
from functions.codekurukshetra.service import SERVICE
from singletable.refusal import Forbidden

event, teams = Event(store_of(SERVICE)), Teams(store_of(SERVICE))


class Visitor(Struct, frozen=True):
    """A caller; `actor` is the id under which the audit trail knows them."""

    actor: str
    email_index: str | None
    participant_id: str | None
    is_organiser: bool


def visitor(caller: Caller) -> Visitor:
    index = index_of(caller.email) if caller.email and caller.email_verified else None
    participant_id = teams.owner_of(index) if index else None
    return Visitor(participant_id or caller.subject, index, participant_id, _organises(caller, index))


def organiser(caller: Caller) -> Visitor:
    who = visitor(caller)
    if not who.is_organiser:
        raise Forbidden("This is for the organisers.")
    return who


def proven(caller: Caller) -> tuple[str, str]:
    """The caller's address and its index; whoever registers must have proven it."""
    if caller.email is None or not caller.email_verified:
        raise EmailUnverified("The e-mail address of this login is not verified.")
    return caller.email, index_of(caller.email)


def _organises(caller: Caller, index: str | None) -> bool:
    if caller.is_operator:
        return True
    try:
        config, _ = event.seen()
    except NotConfigured:
        return False
    return organises(config, index)
