"""GET /admin/participants: the participants of a college, newest first."""

from edge.caller import Caller
from edge.endpoint import endpoint
from edge.models import Listing
from functions.codekurukshetra.members import organiser, teams
from functions.codekurukshetra.models.requests import ListParticipants
from functions.codekurukshetra.models.views import ParticipantView
from functions.codekurukshetra.people import audit, opened
from functions.codekurukshetra.repository.records import entry
from functions.codekurukshetra.rules.teams import slug
from functions.codekurukshetra.service import SERVICE
from singletable.clock import now
from singletable.refusal import InvalidValue


@endpoint(SERVICE, __name__)
def handler(asked: ListParticipants, caller: Caller) -> Listing[ParticipantView]:
    who, college = organiser(caller), slug(asked.college)
    if not college:
        raise InvalidValue("A name needs a letter or a digit.", field="query.college")
    page = teams.of_college(college, asked.limit, asked.cursor)
    audit.record(entry("participants", who.actor, "list_participants", now(), college=college))
    profiles = opened(page.items, who.actor, "list_participants", now())
    return Listing.of(page, lambda person: ParticipantView.of(person, profiles.get(person.participant_id)))
