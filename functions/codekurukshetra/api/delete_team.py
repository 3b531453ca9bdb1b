"""DELETE /teams/{team_id}: the leader or an organiser gives up a team that has not paid."""

from edge.caller import Caller
from edge.endpoint import endpoint
from functions.codekurukshetra.entities.registration import Team
from functions.codekurukshetra.members import teams, visitor
from functions.codekurukshetra.models.requests import Id
from functions.codekurukshetra.repository.records import entry
from functions.codekurukshetra.rules import teams as rules
from functions.codekurukshetra.service import SERVICE
from singletable.clock import now
from singletable.idempotency import Once


@endpoint(SERVICE, __name__)
def handler(team_id: Id, caller: Caller, once: Once) -> None:
    who = visitor(caller)

    def decide(team: Team) -> None:
        if not who.is_organiser:
            rules.require_leader(team, who.participant_id)
        rules.require_unpaid(team)

    teams.delete(team_id, decide, entry(team_id, who.actor, "delete_team", now()), once, now())
