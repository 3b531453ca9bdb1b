"""Letters that are due go out; who is gone leaves no key behind, and who was forgotten no locked address."""

from edge.resources import store_of
from edge.stream import Batch, consumer
from functions.codekurukshetra.entities.records import Letter
from functions.codekurukshetra.entities.registration import Participant, Waiter
from functions.codekurukshetra.mailing import deliver
from functions.codekurukshetra.people import destroy
from functions.codekurukshetra.repository.teams import Teams
from functions.codekurukshetra.service import SERVICE
from singletable.stream import Change

teams = Teams(store_of(SERVICE))


@consumer(SERVICE, __name__)
def handler(batch: Batch) -> None:
    batch.each(follow_up)


def follow_up(change: Change) -> None:
    match change.before, change.after:
        case None, Letter() as letter:
            deliver(letter)
        case Participant() as person, None:
            destroy(person.participant_id)
            if change.expired:
                teams.release_email(person)
        case Waiter() as waiter, None:
            destroy(waiter.waiter_id)
