"""GET /attempts/{attempt_id}/result: what a finished attempt came to, as far as the project shows it."""

from edge.caller import Caller
from edge.endpoint import endpoint
from edge.resources import store_of
from functions.exambuddy.members import is_admin_of, people, projects, proven_email
from functions.exambuddy.models.attempt_views import ResultView
from functions.exambuddy.models.requests import Id
from functions.exambuddy.repository.attempts import Attempts
from functions.exambuddy.repository.bank import Bank
from functions.exambuddy.rules import results as rules
from functions.exambuddy.rules.attempts import NoSuchAttempt, by_question
from functions.exambuddy.service import SERVICE
from singletable.clock import now

store = store_of(SERVICE)
attempts, bank = Attempts(store), Bank(store)


@endpoint(SERVICE, __name__)
def handler(attempt_id: Id, caller: Caller) -> ResultView:
    user = people.known(proven_email(caller))
    own = attempts.get(user.user_id, attempt_id) if user else None
    attempt = own or attempts.by_id(attempt_id)
    for_admin = attempt is not None and is_admin_of(caller, attempt.admin_id)
    if attempt is None or not (own or for_admin):
        raise NoSuchAttempt("There is no such attempt.")
    rules.require_result(attempt)
    project = projects.by_id(attempt.project_id)
    if not rules.shows_answers(attempt, project, for_admin=for_admin, now=now()):
        return ResultView.of(attempt, None)
    drawn = attempt.questions or ()
    versions = bank.versions(attempt.project_id, [(each.question_id, each.version) for each in drawn])
    given = by_question(attempts.answers(attempt_id))
    reviewed = [rules.reviewed(each, versions[each.question_id], given.get(each.question_id)) for each in drawn]
    return ResultView.of(attempt, reviewed)
