"""GET /problems/{platform}/{problem_id}/testcases: the test cases, inline or as a link to the object."""

from edge.caller import Caller
from edge.endpoint import endpoint
from edge.resources import store_of
from functions.algoitny.members import member
from functions.algoitny.models.requests import ProblemId, Slug
from functions.algoitny.models.views import CasesView, CaseView
from functions.algoitny.repository.problems import Problems
from functions.algoitny.rules import problems as rules
from functions.algoitny.service import SERVICE

problems = Problems(store_of(SERVICE))


@endpoint(SERVICE, __name__)
def handler(platform: Slug, problem_id: ProblemId, caller: Caller) -> CasesView:
    reader = member(caller).reader
    problem = rules.visible(problems.get(platform, problem_id), reader)
    rules.require_key(problem, reader)
    link = problems.cases_link(problem)
    inline = None
    if link is None:
        inline = [CaseView(input=given, output=wanted) for given, wanted in problems.cases(problem).pairs]
    return CasesView(
        count=problem.test_case_count, sha256=problem.test_cases_sha256, test_cases=inline, download_url=link
    )
