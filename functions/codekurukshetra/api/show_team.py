"""GET /teams/{team_id}: a team with its members, for them and for the organisers."""

from msgspec.structs import asdict

from edge.caller import Caller
from edge.endpoint import endpoint
from functions.codekurukshetra.keyring import keyring
from functions.codekurukshetra.members import teams, visitor
from functions.codekurukshetra.models.requests import Id
from functions.codekurukshetra.models.views import ParticipantView, TeamView, TeamWithMembers
from functions.codekurukshetra.people import opened
from functions.codekurukshetra.rules import codes
from functions.codekurukshetra.rules import teams as rules
from functions.codekurukshetra.service import SERVICE
from singletable.clock import now


@endpoint(SERVICE, __name__)
def handler(team_id: Id, caller: Caller) -> TeamWithMembers:
    who, team = visitor(caller), rules.existing(teams.get(team_id))
    members = teams.members(team_id)
    if not who.is_organiser and not rules.is_member(members, who.participant_id):
        raise rules.NoSuchTeam("There is no such team.")
    profiles = opened(members, who.actor, "show_team", now())
    leads = who.participant_id == team.leader_participant_id
    return TeamWithMembers(
        **asdict(TeamView.of(team)),
        members=[ParticipantView.of(member, profiles.get(member.participant_id)) for member in members],
        invite_code=codes.code_for(codes.INVITE, team_id, keyring.current("codes")) if leads else None,
    )
