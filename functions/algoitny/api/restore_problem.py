"""POST /problems/{platform}/{problem_id}/restore: staff undoes a deletion."""

from edge.caller import Caller
from edge.endpoint import endpoint
from edge.request import IfMatch
from edge.resources import store_of
from functions.algoitny.members import staff
from functions.algoitny.models.requests import ProblemId, Slug
from functions.algoitny.models.views import ProblemView
from functions.algoitny.repository.problems import Problems
from functions.algoitny.rules import problems as rules
from functions.algoitny.service import SERVICE
from singletable.clock import now

problems = Problems(store_of(SERVICE))


@endpoint(SERVICE, __name__)
def handler(platform: Slug, problem_id: ProblemId, caller: Caller, match: IfMatch) -> ProblemView:
    staff(caller)
    before = rules.existing(problems.get(platform, problem_id, consistent=True))
    match.check(before)
    changed = problems.change(before, rules.restore(before, now()))
    return ProblemView.shown(problems.whole(changed), with_key=True)
