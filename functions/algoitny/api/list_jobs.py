"""GET /jobs: the jobs of a kind and status, those that moved last first."""

from edge.caller import Caller
from edge.endpoint import endpoint
from edge.models import Listing
from edge.resources import store_of
from functions.algoitny.entities.work import Status
from functions.algoitny.members import staff
from functions.algoitny.models.job_views import JobSummary
from functions.algoitny.models.requests import ListJobs
from functions.algoitny.repository.jobs import Jobs
from functions.algoitny.service import SERVICE

jobs = Jobs(store_of(SERVICE))


@endpoint(SERVICE, __name__)
def handler(asked: ListJobs, caller: Caller) -> Listing[JobSummary]:
    staff(caller)
    return Listing.of(jobs.listed(asked.kind, Status(asked.status), asked.limit, asked.cursor), JobSummary.of)
