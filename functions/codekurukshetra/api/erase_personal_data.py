"""DELETE /participants/{participant_id}/personal-data: the key to a person's data is destroyed, for good."""

from edge.answer import Answer
from edge.caller import Caller
from edge.endpoint import endpoint
from edge.resources import store_of
from functions.codekurukshetra.members import teams, visitor
from functions.codekurukshetra.models.requests import Id
from functions.codekurukshetra.models.views import ErasedView
from functions.codekurukshetra.people import destroy
from functions.codekurukshetra.repository.records import entry
from functions.codekurukshetra.repository.waiting import WaitingList
from functions.codekurukshetra.rules import teams as rules
from functions.codekurukshetra.service import SERVICE
from singletable.clock import now
from singletable.idempotency import Once

waiting_list = WaitingList(store_of(SERVICE))


@endpoint(SERVICE, __name__)
def handler(participant_id: Id, caller: Caller, once: Once) -> Answer[ErasedView]:
    """The key first: whatever happens next, what it sealed stays unreadable."""
    who, view = visitor(caller), ErasedView(subject=participant_id)
    audited, answer = entry(participant_id, who.actor, "erase", now()), view.json()
    waiter = waiting_list.get(participant_id)
    if waiter is not None and (who.is_organiser or waiter.email_index == who.email_index):
        destroy(participant_id)
        waiting_list.leave(waiter, audited, once, answer)
        return Answer(view, status=202)
    person = rules.existing_participant(teams.participant(participant_id))
    if not who.is_organiser and who.participant_id != participant_id:
        raise rules.NoSuchParticipant("There is no such participant.")
    rules.require_erasable(teams.get(person.team_id))
    destroy(participant_id)
    teams.erase(person, rules.erased(person, now()), audited, once, answer)
    return Answer(view, status=202)
