"""POST /admin/checkins: an organiser checks a participant in by the pass, once per point."""

from edge.answer import Answer
from edge.caller import Caller
from edge.endpoint import endpoint
from edge.resources import store_of
from functions.codekurukshetra.entities.records import CheckIn
from functions.codekurukshetra.keyring import keyring
from functions.codekurukshetra.members import event, organiser, teams
from functions.codekurukshetra.models.requests import CheckInWish
from functions.codekurukshetra.models.views import CheckInView
from functions.codekurukshetra.repository.records import CheckIns, entry
from functions.codekurukshetra.rules import checkins as rules
from functions.codekurukshetra.rules import codes
from functions.codekurukshetra.rules.teams import existing, existing_participant
from functions.codekurukshetra.service import SERVICE
from singletable.clock import now
from singletable.idempotency import Once

checkins = CheckIns(store_of(SERVICE))


@endpoint(SERVICE, __name__)
def handler(wish: CheckInWish, caller: Caller, once: Once) -> Answer[CheckInView]:
    who = organiser(caller)
    participant_id = codes.passing_participant(wish.code, keyring.accepted("codes"))
    person = existing_participant(teams.participant(participant_id))
    team = existing(teams.get(person.team_id))
    rules.admit(team, wish.point, event.config())
    seen = CheckIn(participant_id=participant_id, point=wish.point, by=who.actor, created_at=now())
    view = CheckInView.of(seen, team)
    audited = entry(participant_id, who.actor, "check_in", now(), point=wish.point)
    checkins.record(seen, audited, once, view.json())
    return Answer(view, status=201)
