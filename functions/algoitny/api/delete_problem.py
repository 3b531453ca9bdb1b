"""DELETE /problems/{platform}/{problem_id}: staff deletes a problem, with a reason; it can be restored."""

from edge.caller import Caller
from edge.endpoint import endpoint
from edge.request import IfMatch
from edge.resources import store_of
from functions.algoitny.members import staff
from functions.algoitny.models.requests import DeletionReason, ProblemId, Slug
from functions.algoitny.models.views import ProblemView
from functions.algoitny.repository.problems import Problems
from functions.algoitny.rules import problems as rules
from functions.algoitny.service import SERVICE
from singletable.clock import now

problems = Problems(store_of(SERVICE))


@endpoint(SERVICE, __name__)
def handler(platform: Slug, problem_id: ProblemId, why: DeletionReason, caller: Caller, match: IfMatch) -> ProblemView:
    staff(caller)
    before = rules.existing(problems.get(platform, problem_id, consistent=True))
    match.check(before)
    changed = problems.change(before, rules.delete(before, why.reason, now()))
    return ProblemView.shown(problems.whole(changed), with_key=True)
