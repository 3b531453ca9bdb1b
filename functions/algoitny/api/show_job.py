"""GET /jobs/{kind}/{job_id}: a job and its progress, for who started it and for staff."""

from edge.caller import Caller
from edge.endpoint import endpoint
from edge.resources import store_of
from functions.algoitny.members import member
from functions.algoitny.models.job_views import JobView
from functions.algoitny.models.requests import JobKind, RecordId, ShowJob
from functions.algoitny.repository.jobs import Jobs
from functions.algoitny.rules import jobs as rules
from functions.algoitny.service import SERVICE

jobs = Jobs(store_of(SERVICE))


@endpoint(SERVICE, __name__)
def handler(kind: JobKind, job_id: RecordId, asked: ShowJob, caller: Caller) -> JobView:
    who = member(caller)
    found, progress = jobs.with_progress(kind, job_id)
    job = rules.shown(found, who.user.user_id, is_staff=who.is_staff)
    return JobView.shown(job, progress if asked.progress == "all" else progress[-1:])
