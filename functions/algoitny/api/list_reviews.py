"""GET /admin/review: problems that await review, oldest first."""

from edge.caller import Caller
from edge.endpoint import endpoint
from edge.models import Listing, Paging
from edge.resources import store_of
from functions.algoitny.members import staff
from functions.algoitny.models.views import ProblemSummary
from functions.algoitny.repository.problems import Problems
from functions.algoitny.service import SERVICE

problems = Problems(store_of(SERVICE))


@endpoint(SERVICE, __name__)
def handler(asked: Paging, caller: Caller) -> Listing[ProblemSummary]:
    staff(caller)
    return Listing.of(problems.awaiting_review(asked.limit, asked.cursor), ProblemSummary.of)
