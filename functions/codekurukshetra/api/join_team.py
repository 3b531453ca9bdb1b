"""POST /teams/join: the caller joins a team by its invite code."""

from edge.answer import Answer
from edge.caller import Caller
from edge.endpoint import endpoint
from functions.codekurukshetra.joining import joined
from functions.codekurukshetra.keyring import keyring
from functions.codekurukshetra.members import proven
from functions.codekurukshetra.models.requests import JoinTeam
from functions.codekurukshetra.models.views import MembershipView
from functions.codekurukshetra.rules import codes
from functions.codekurukshetra.service import SERVICE
from singletable.clock import now
from singletable.idempotency import Once


@endpoint(SERVICE, __name__)
def handler(wish: JoinTeam, caller: Caller, once: Once) -> Answer[MembershipView]:
    email, index = proven(caller)
    team_id = codes.invited_team(wish.invite_code, keyring.accepted("codes"))
    return joined(
        team_id, wish.person, email, index, field="body.person", once=once, now=now(), identity=caller.identity
    )
