"""Ends attempts whose time is up, with the answers that were saved: no browser has to come back for that."""

from collections import Counter
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor

from edge.observe import log_fault
from edge.resources import store_of
from edge.worker import schedule
from functions.exambuddy.entities.attempts import Attempt, Status
from functions.exambuddy.finishing import finish
from functions.exambuddy.repository.attempts import Attempts
from functions.exambuddy.repository.bank import Bank
from functions.exambuddy.rules.attempts import AttemptFinished
from functions.exambuddy.service import SERVICE
from singletable.clock import now

store = store_of(SERVICE)
attempts, bank = Attempts(store), Bank(store)
AT_ONCE = 8


@schedule(SERVICE, __name__)
def handler() -> Mapping[str, int]:
    """Hour by hour, from where all was done; one that fails is tried again, and holds nobody else up."""
    moment, done = now(), Counter(ended=0, failed=0, finished_before=0)
    for hour in attempts.unswept(moment):
        with ThreadPoolExecutor(AT_ONCE) as threads:
            done.update(threads.map(_end, list(attempts.overdue(hour, moment))))
    if not done["failed"]:
        attempts.swept(moment)
    return done


def _end(attempt: Attempt) -> str:
    try:
        finish(attempts, bank, attempt, Status.EXPIRED, now())
    except AttemptFinished:
        return "finished_before"
    except Exception as error:
        log_fault(error, attempt_id=attempt.attempt_id)
        return "failed"
    return "ended"
