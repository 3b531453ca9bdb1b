"""Sends jobs again whose message was lost; fails those that have not moved for half an hour."""

from collections import Counter
from collections.abc import Mapping

from edge.worker import schedule
from functions.algoitny.carrying_out import Report, give_up, jobs
from functions.algoitny.dispatch import send_soon
from functions.algoitny.models.messages import JobMessage
from functions.algoitny.rules import jobs as rules
from functions.algoitny.rules.work import Next
from functions.algoitny.service import SERVICE
from singletable.clock import now

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
    return done
