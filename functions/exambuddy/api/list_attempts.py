"""GET /projects/{project_id}/attempts: the attempts of a project in a range of dates, newest first."""

from edge.caller import Caller
from edge.endpoint import endpoint
from edge.models import Listing
from edge.resources import store_of
from functions.exambuddy.members import admin
from functions.exambuddy.models.attempt_views import CandidateAttempt
from functions.exambuddy.models.requests import Id, ListAttempts
from functions.exambuddy.repository.attempts import Attempts
from functions.exambuddy.rules.moments import asked_range
from functions.exambuddy.service import SERVICE
from singletable.clock import now

attempts = Attempts(store_of(SERVICE))


@endpoint(SERVICE, __name__)
def handler(project_id: Id, asked: ListAttempts, caller: Caller) -> Listing[CandidateAttempt]:
    project = admin(caller).project(project_id)
    between = asked_range(*asked.bounds(), now())
    page = attempts.of_projects([project], between, asked.limit, asked.cursor, asked.status)
    return Listing.of(page, CandidateAttempt.of)
