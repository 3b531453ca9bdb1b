"""POST /jobs/{kind}/{job_id}/retry: a job that failed is tried again."""

from edge.caller import Caller
from edge.endpoint import endpoint
from edge.resources import store_of
from functions.algoitny.dispatch import send_soon
from functions.algoitny.members import member
from functions.algoitny.models.job_views import JobSummary
from functions.algoitny.models.messages import JobMessage
from functions.algoitny.models.requests import JobKind, RecordId
from functions.algoitny.repository.jobs import Jobs
from functions.algoitny.rules import jobs as rules
from functions.algoitny.service import SERVICE
from singletable.clock import now
from singletable.idempotency import Once

jobs = Jobs(store_of(SERVICE))


@endpoint(SERVICE, __name__)
def handler(kind: JobKind, job_id: RecordId, caller: Caller, once: Once) -> JobSummary:
    who = member(caller)
    before = rules.shown(jobs.get(kind, job_id), who.user.user_id, is_staff=who.is_staff)
    after = rules.retried(before, now())
    view = JobSummary.of(after)
    jobs.retry(before, after, once, view.json())
    send_soon(rules.WORKERS[kind], JobMessage(job_id=job_id))
    return view
