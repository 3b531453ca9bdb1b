"""GET /attempts/{attempt_id}: an attempt of the caller's, to go on with wherever they are; no keys."""

from edge.caller import Caller
from edge.endpoint import endpoint
from edge.resources import store_of
from functions.exambuddy.members import member
from functions.exambuddy.models.attempt_views import AttemptView
from functions.exambuddy.models.requests import Id
from functions.exambuddy.repository.attempts import Attempts
from functions.exambuddy.repository.bank import Bank
from functions.exambuddy.rules.attempts import by_question, owned
from functions.exambuddy.service import SERVICE
from singletable.clock import now

store = store_of(SERVICE)
attempts, bank = Attempts(store), Bank(store)


@endpoint(SERVICE, __name__)
def handler(attempt_id: Id, caller: Caller) -> AttemptView:
    attempt = owned(attempts.get(member(caller).user_id, attempt_id))
    drawn = [(each.question_id, each.version) for each in attempt.questions or ()]
    faces = bank.faces(attempt.project_id, drawn)
    return AttemptView.of(attempt, faces, by_question(attempts.answers(attempt_id)), now())
