"""POST /teams/{team_id}/members: the leader adds a member."""

from edge.answer import Answer
from edge.caller import Caller
from edge.endpoint import endpoint
from functions.codekurukshetra.joining import joined
from functions.codekurukshetra.members import teams, visitor
from functions.codekurukshetra.models.requests import Id, Member
from functions.codekurukshetra.models.views import MembershipView
from functions.codekurukshetra.people import index_of
from functions.codekurukshetra.rules import teams as rules
from functions.codekurukshetra.service import SERVICE
from singletable.clock import now
from singletable.idempotency import Once


@endpoint(SERVICE, __name__)
def handler(team_id: Id, wish: Member, caller: Caller, once: Once) -> Answer[MembershipView]:
    who = visitor(caller)
    rules.require_leader(rules.existing(teams.get(team_id)), who.participant_id)
    index = index_of(wish.email, "body.email")
    return joined(team_id, wish, wish.email, index, field="body.email", actor=who.actor, once=once, now=now())
