"""How a job is carried out: begun once, reported on, and ended with what it made in one transaction."""

from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct

from edge.resources import store_of
from functions.algoitny import runner
from functions.algoitny.dispatch import send_soon
from functions.algoitny.models.messages import JobMessage
from functions.algoitny.repository.jobs import Jobs, Overtaken
from functions.algoitny.rules import jobs as rules
from functions.algoitny.rules.jobs import Job
from functions.algoitny.service import SERVICE
from singletable.clock import now
from singletable.errors import ConditionRefused
from singletable.refusal import Refused
from singletable.store import Operation
from singletable.ulid import new_ulid

UNTIL_THERE_IS_ROOM = 30

jobs = Jobs(store_of(SERVICE))


class JobFailed(Exception):
    """The job cannot be done; the message is for who started it."""


class Made(Struct, frozen=True):
    """The job with what it found out, and what is to be written with its end."""

    job: Job
    writes: Sequence[Operation[Any]]
    message: str


class Report(Struct, frozen=True):
    job: Job

    def __call__(self, step: str, message: str, status: str = "completed") -> None:
        jobs.report(self.job, step, message, status, now())


def carry_out(kind: str, message: JobMessage, do: Callable[[Any, Report], Made]) -> None:
    """A message that comes again finds the job begun or ended, and does nothing."""
    found = jobs.get(kind, message.job_id)
    if found is None or not rules.PATIENCE.may_begin(found, now()):
        return
    job = jobs.move(found, rules.begun(found, new_ulid(now()), now()))
    if job is None:
        return
    report = Report(job)
    report("Begin", "The job has begun.", "started")
    try:
        made = do(job, report)
        jobs.end(job, rules.completed(made.job, now()), made.writes)
        report("End", made.message)
    except Overtaken:
        return
    except runner.RunnerBusy:
        jobs.move(job, rules.put_back(job, now()))
        report("Wait", "As many programs run as may; it is tried again in a moment.", "in_progress")
        send_soon(rules.WORKERS[kind], message, delay_seconds=UNTIL_THERE_IS_ROOM)
    except (JobFailed, Refused, ConditionRefused, runner.RunnerFailed) as error:
        give_up(job, _said(error), report)


def give_up(job: Job, why: str, report: Report) -> bool:
    """False where the job had moved on by itself."""
    try:
        jobs.end(job, rules.failed(job, why, now()))
    except Overtaken:
        return False
    report("End", why, "failed")
    return True


def _said(error: Exception) -> str:
    if isinstance(error, ConditionRefused):
        return "The problem was changed at the same time; try again."
    if isinstance(error, runner.RunnerFailed):
        return "The runner failed; try again."
    return str(error)
