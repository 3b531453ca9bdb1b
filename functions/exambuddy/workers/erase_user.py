"""The attempts of a user who went, to a pseudonym; dying half-way, it is begun again and finds less to do."""

from edge.resources import store_of
from edge.worker import worker
from functions.exambuddy.entities.attempts import Status
from functions.exambuddy.finishing import finish
from functions.exambuddy.models.messages import ErasureMessage
from functions.exambuddy.repository.attempts import Attempts
from functions.exambuddy.repository.bank import Bank
from functions.exambuddy.repository.erasures import Erasures
from functions.exambuddy.service import SERVICE
from singletable.clock import now

store = store_of(SERVICE)
attempts, bank, erasures = Attempts(store), Bank(store), Erasures(store)


@worker(SERVICE, __name__)
def handler(message: ErasureMessage) -> None:
    erasure = erasures.get(message.user_id)
    if erasure is None:
        return
    for attempt in list(erasures.attempts(erasure.user_id)):
        over = finish(attempts, bank, attempt, Status.CANCELLED, now()) if attempt.is_open else attempt
        attempts.pseudonymise(over, erasure.pseudonym)
    erasures.finish(erasure)
