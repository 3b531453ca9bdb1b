"""Attempts to statistics; those that are over are marked, archived, and given their time to go."""

import gzip
import json

from edge.aggregate import LifetimeAggregation, apply_all
from edge.resources import store_of
from edge.stream import Batch, consumer
from functions.exambuddy.entities.attempts import Attempt
from functions.exambuddy.entities.statistics import PARTS, DayTotals, ProjectTotals, QuestionTotals
from functions.exambuddy.repository.attempts import Attempts
from functions.exambuddy.rules import counting, settling
from functions.exambuddy.service import SERVICE
from singletable.schema import evolve

store = store_of(SERVICE)
attempts = Attempts(store)
totals = LifetimeAggregation(ProjectTotals, home=counting.project_home, fold=counting.project_fold)
days = LifetimeAggregation(DayTotals, home=counting.day_home, fold=counting.day_fold)
questions = [
    LifetimeAggregation(QuestionTotals, home=counting.questions_home(part), fold=counting.questions_fold)
    for part in range(PARTS)
]


@consumer(SERVICE, __name__)
def handler(batch: Batch) -> None:
    for change in batch.changes:
        attempt = settling.to_settle(change)
        if attempt is not None and attempts.get(attempt.candidate_id, attempt.attempt_id) is not None:
            settle(attempt)
    apply_all(store, batch, totals, days, *questions)


def settle(attempt: Attempt) -> None:
    """The archive first: nothing gets a time to go before it is kept elsewhere."""
    answers, expiry = attempts.answers(attempt.attempt_id), settling.expiry(attempt)
    if expiry is not None:
        text = json.dumps(settling.archived(attempt, answers), ensure_ascii=False)
        body = gzip.compress(text.encode(), mtime=0)
        store.bucket.put(settling.archive_key(attempt), body, content_type="application/json", encoding="gzip")
    attempts.settle(evolve(attempt, expires_at=expiry), settling.settled(attempt, answers))
