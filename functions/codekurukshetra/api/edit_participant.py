"""PATCH /participants/{participant_id}: a participant, the team's leader or an organiser changes a profile."""

from edge.caller import Caller
from edge.endpoint import endpoint
from edge.request import IfMatch
from functions.codekurukshetra.members import teams, visitor
from functions.codekurukshetra.models.requests import EditParticipant, Id
from functions.codekurukshetra.models.views import ParticipantView
from functions.codekurukshetra.people import opened, resealed
from functions.codekurukshetra.repository.records import entry
from functions.codekurukshetra.rules import teams as rules
from functions.codekurukshetra.service import SERVICE
from singletable.clock import now


@endpoint(SERVICE, __name__)
def handler(participant_id: Id, wish: EditParticipant, caller: Caller, match: IfMatch) -> ParticipantView:
    who, person = visitor(caller), rules.readable(teams.participant(participant_id))
    if not who.is_organiser and who.participant_id != participant_id:
        team = teams.get(person.team_id)
        if team is None or who.participant_id != team.leader_participant_id:
            raise rules.NoSuchParticipant("There is no such participant.")
    match.check(person)
    after = resealed(person, wish.changes(), now())
    changed = ",".join(sorted(wish.changes()))
    written = teams.change(person, after, entry(participant_id, who.actor, "edit", now(), fields=changed))
    profiles = opened([written], who.actor, "show_edited", now())
    return ParticipantView.of(written, profiles.get(participant_id))
