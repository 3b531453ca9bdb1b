"""GET /me/attempts: the caller's attempts, newest first."""

from edge.caller import Caller
from edge.endpoint import endpoint
from edge.models import Listing, Paging
from edge.resources import store_of
from functions.exambuddy.members import member
from functions.exambuddy.models.attempt_views import AttemptSummary
from functions.exambuddy.repository.attempts import Attempts
from functions.exambuddy.service import SERVICE

attempts = Attempts(store_of(SERVICE))


@endpoint(SERVICE, __name__)
def handler(asked: Paging, caller: Caller) -> Listing[AttemptSummary]:
    page = attempts.of_candidate(member(caller).user_id, asked.limit, asked.cursor)
    return Listing.of(page, AttemptSummary.of)
