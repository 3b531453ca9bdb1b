"""POST /attempts/{attempt_id}/submit: a candidate hands in; scored once, from what was saved."""

from collections.abc import Sequence
from typing import Any

from edge.caller import Caller
from edge.endpoint import endpoint
from edge.resources import store_of
from functions.exambuddy.entities.attempts import Attempt, Status
from functions.exambuddy.finishing import finish
from functions.exambuddy.members import member
from functions.exambuddy.models.attempt_views import AttemptSummary
from functions.exambuddy.models.requests import Id
from functions.exambuddy.repository.attempts import Attempts
from functions.exambuddy.repository.bank import Bank
from functions.exambuddy.rules import attempts as rules
from functions.exambuddy.service import SERVICE
from singletable.clock import now
from singletable.idempotency import Once
from singletable.store import Operation

store = store_of(SERVICE)
attempts, bank = Attempts(store), Bank(store)


@endpoint(SERVICE, __name__)
def handler(attempt_id: Id, caller: Caller, once: Once) -> AttemptSummary:
    """Too late, it ends just as the sweeper would have ended it."""
    attempt, moment = rules.owned(attempts.get(member(caller).user_id, attempt_id)), now()
    if not attempt.is_open:
        raise rules.finished(attempt)
    status = Status.EXPIRED if rules.is_overdue(attempt, moment) else Status.COMPLETED

    def answering(over: Attempt) -> Sequence[Operation[Any]]:
        return once.answering(200, AttemptSummary.of(over).json(), moment)

    return AttemptSummary.of(finish(attempts, bank, attempt, status, moment, answering))
