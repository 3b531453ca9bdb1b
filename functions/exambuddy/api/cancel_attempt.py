"""DELETE /attempts/{attempt_id}: a candidate gives up; the attempt counts as used."""

from edge.caller import Caller
from edge.endpoint import endpoint
from edge.resources import store_of
from functions.exambuddy.entities.attempts import Status
from functions.exambuddy.finishing import finish
from functions.exambuddy.members import member
from functions.exambuddy.models.requests import Id
from functions.exambuddy.repository.attempts import Attempts
from functions.exambuddy.repository.bank import Bank
from functions.exambuddy.rules import attempts as rules
from functions.exambuddy.service import SERVICE
from singletable.clock import now

store = store_of(SERVICE)
attempts, bank = Attempts(store), Bank(store)


@endpoint(SERVICE, __name__)
def handler(attempt_id: Id, caller: Caller) -> None:
    attempt = rules.owned(attempts.get(member(caller).user_id, attempt_id))
    if not attempt.is_open:
        raise rules.finished(attempt)
    finish(attempts, bank, attempt, Status.CANCELLED, now())
