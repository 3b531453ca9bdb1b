"""GET /problems/{platform}/{problem_id}: one problem; its key only for who may see it."""

from edge.caller import Caller
from edge.endpoint import endpoint
from edge.resources import store_of
from functions.algoitny.members import member
from functions.algoitny.models.requests import ProblemId, Slug
from functions.algoitny.models.views import ProblemView
from functions.algoitny.repository.problems import Problems
from functions.algoitny.rules import problems as rules
from functions.algoitny.service import SERVICE

problems = Problems(store_of(SERVICE))


@endpoint(SERVICE, __name__)
def handler(platform: Slug, problem_id: ProblemId, caller: Caller) -> ProblemView:
    reader = member(caller).reader
    problem = rules.visible(problems.get(platform, problem_id), reader)
    return ProblemView.shown(problems.whole(problem), with_key=reader.sees_key_of(problem))
