"""DELETE /teams/{team_id}/members/{participant_id}: a member leaves, or the leader takes one off."""

from edge.caller import Caller
from edge.endpoint import endpoint
from functions.codekurukshetra.entities.registration import Participant, Team
from functions.codekurukshetra.members import event, teams, visitor
from functions.codekurukshetra.models.requests import Id
from functions.codekurukshetra.repository.records import entry
from functions.codekurukshetra.rules import teams as rules
from functions.codekurukshetra.service import SERVICE
from singletable.clock import now
from singletable.idempotency import Once


@endpoint(SERVICE, __name__)
def handler(team_id: Id, participant_id: Id, caller: Caller, once: Once) -> None:
    who, config = visitor(caller), event.config()

    def decide(team: Team, person: Participant) -> Team:
        rules.require_leaving(team, person, who.participant_id)
        return rules.with_members(team, -1, config, now())

    left = entry(team_id, who.actor, "leave", now(), participant_id=participant_id)
    teams.leave(team_id, participant_id, decide, left, once)
