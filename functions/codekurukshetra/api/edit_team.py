"""PATCH /teams/{team_id}: the leader changes name or track of a team that has not paid."""

from edge.caller import Caller
from edge.endpoint import endpoint
from edge.request import IfMatch
from functions.codekurukshetra.members import event, teams, visitor
from functions.codekurukshetra.models.requests import EditTeam, Id
from functions.codekurukshetra.models.views import TeamView
from functions.codekurukshetra.repository.records import entry
from functions.codekurukshetra.rules import teams as rules
from functions.codekurukshetra.service import SERVICE
from singletable.clock import now


@endpoint(SERVICE, __name__)
def handler(team_id: Id, wish: EditTeam, caller: Caller, match: IfMatch) -> TeamView:
    who, team = visitor(caller), rules.existing(teams.get(team_id))
    rules.require_leader(team, who.participant_id)
    match.check(team)
    after = rules.edited(team, wish.name, wish.track, event.config(), now())
    return TeamView.of(teams.edit(team, after, entry(team_id, who.actor, "edit_team", now())))
