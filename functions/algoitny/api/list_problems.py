"""GET /problems: completed or draft problems, newest first."""

from edge.caller import Caller
from edge.endpoint import endpoint
from edge.models import Listing
from edge.resources import store_of
from functions.algoitny.members import member
from functions.algoitny.models.requests import ListProblems
from functions.algoitny.models.views import ProblemSummary
from functions.algoitny.repository.problems import Problems
from functions.algoitny.rules import problems as rules
from functions.algoitny.service import SERVICE

problems = Problems(store_of(SERVICE))


@endpoint(SERVICE, __name__)
def handler(asked: ListProblems, caller: Caller) -> Listing[ProblemSummary]:
    reader = member(caller).reader
    if asked.status == "draft":
        rules.require_registrar(reader)
    page = problems.listed(
        asked.status.upper(),
        tag=asked.tag,
        verified_only=not reader.is_staff and not reader.plan.can_view_all_problems,
        limit=asked.limit,
        cursor=asked.cursor,
    )
    return Listing.of(page, ProblemSummary.of)
