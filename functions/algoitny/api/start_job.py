"""POST /jobs: make test cases for a problem, or read a problem from its judge."""

from edge.caller import Caller
from edge.endpoint import endpoint
from edge.resources import store_of
from edge.settings import settings
from functions.algoitny import writer
from functions.algoitny.dispatch import send_soon
from functions.algoitny.members import member
from functions.algoitny.models.job_views import JobSummary
from functions.algoitny.models.messages import JobMessage
from functions.algoitny.models.requests import StartJob
from functions.algoitny.repository.jobs import Jobs
from functions.algoitny.repository.problems import Problems
from functions.algoitny.rules import jobs as rules
from functions.algoitny.rules.executions import require_language
from functions.algoitny.rules.judges.addresses import place_of
from functions.algoitny.rules.problems import Reader
from functions.algoitny.service import SERVICE
from singletable.clock import now
from singletable.idempotency import Once
from singletable.ulid import new_ulid

jobs, problems = Jobs(store_of(SERVICE)), Problems(store_of(SERVICE))


def begun(wish: StartJob, reader: Reader) -> rules.Job:
    job_id = new_ulid(now())
    if wish.kind == rules.EXTRACTION:
        place = place_of(wish.address())
        return rules.extraction(job_id, place, problems.get(place.platform, place.problem_id), reader, now())
    require_language(wish.language, settings().text("LANGUAGES").split(","))
    found, has_model = problems.get(*wish.problem()), writer.model() is not None
    return rules.generation(job_id, found, reader, wish.script(), has_model=has_model, now=now())


@endpoint(SERVICE, __name__)
def handler(wish: StartJob, caller: Caller, once: Once) -> JobSummary:
    job = begun(wish, member(caller).reader)
    view = JobSummary.of(job)
    jobs.start(job, once, view.json())
    send_soon(rules.WORKERS[wish.kind], JobMessage(job_id=job.job_id))
    return view
