"""GET /admin/attempts: the attempts of all of the caller's projects in a range of dates, newest first."""

from edge.caller import Caller
from edge.endpoint import endpoint
from edge.models import Listing
from edge.resources import store_of
from functions.exambuddy.members import admin, projects
from functions.exambuddy.models.attempt_views import CandidateAttempt
from functions.exambuddy.models.requests import ListAllAttempts
from functions.exambuddy.repository.attempts import Attempts
from functions.exambuddy.rules.moments import asked_range
from functions.exambuddy.rules.projects import MOST_PARTITIONS, require_few
from functions.exambuddy.service import SERVICE
from singletable.clock import now

attempts = Attempts(store_of(SERVICE))


@endpoint(SERVICE, __name__)
def handler(asked: ListAllAttempts, caller: Caller) -> Listing[CandidateAttempt]:
    own = require_few(projects.first_of_admin(admin(caller).user_id, MOST_PARTITIONS + 1))
    between = asked_range(*asked.bounds(), now())
    return Listing.of(attempts.of_projects(own, between, asked.limit, asked.cursor), CandidateAttempt.of)
