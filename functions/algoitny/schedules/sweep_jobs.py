"""Sends jobs and erasures again whose message was lost; fails jobs that have not moved for half an hour."""

from collections import Counter
from collections.abc import Mapping

from edge.resources import store_of
from edge.worker import schedule
from functions.algoitny.carrying_out import Report, give_up, jobs
from functions.algoitny.dispatch import send_soon
from functions.algoitny.models.messages import ErasureMessage, JobMessage
from functions.algoitny.repository.erasure import Erasures
from functions.algoitny.rules import jobs as rules
from functions.algoitny.rules.work import Next
from functions.algoitny.service import SERVICE
from singletable.clock import now

erasures = Erasures(store_of(SERVICE))
STALE = "It did not move for 30 minutes."


@schedule(SERVICE, __name__)
def handler() -> Mapping[str, int]:
    done = Counter(sent=0, failed=0)
    for job in list(jobs.unmoved(now())):
        match rules.next_of(job, now()):
            case Next.GIVE_UP:
                done["failed"] += give_up(job, STALE, Report(job))
            case Next.SEND:
                send_soon(rules.WORKERS[rules.kind_of(job)], JobMessage(job_id=job.job_id))
                done["sent"] += 1
    for erasure in list(erasures.unfinished(now())):
        send_soon("erase_user", ErasureMessage(erasure_id=erasure.erasure_id))
        done["sent"] += 1
    return done
