"""POST /projects/{project_id}/attempts: a candidate begins an attempt; one at a time."""

import secrets

from edge.caller import Caller
from edge.endpoint import endpoint
from edge.resources import store_of
from functions.exambuddy.beginning import begin, drawn_questions
from functions.exambuddy.members import member, projects
from functions.exambuddy.models.attempt_views import AttemptView
from functions.exambuddy.models.requests import Id
from functions.exambuddy.repository.attempts import Attempts
from functions.exambuddy.repository.bank import Bank
from functions.exambuddy.rules import attempts as rules
from functions.exambuddy.rules.projects import attempts_allowed, existing, require_open
from functions.exambuddy.service import SERVICE
from singletable.clock import now
from singletable.idempotency import Once
from singletable.ulid import new_ulid

store = store_of(SERVICE)
attempts, bank = Attempts(store), Bank(store)


@endpoint(SERVICE, __name__)
def handler(project_id: Id, caller: Caller, once: Once) -> AttemptView:
    user, moment, seed = member(caller), now(), secrets.token_bytes(16)
    project = existing(projects.by_id(project_id))
    require_open(project, moment)
    override = projects.override(project_id, user.user_id)
    drawn = drawn_questions(bank, project, seed)
    attempt = rules.begin(
        project, override, drawn, attempt_id=new_ulid(moment), candidate_id=user.user_id, seed=seed, now=moment
    )
    view = AttemptView.of(attempt, {each.question_id: each for each in drawn}, {}, moment)
    allowed, answer = attempts_allowed(project, override), view.json()

    def enter() -> None:
        attempts.begin(attempt, user, allowed=allowed, once=once, answer=answer)

    begin(attempts, bank, user.user_id, moment, enter)
    return view
