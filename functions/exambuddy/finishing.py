"""The end of an attempt: by its candidate or by the clock, with every answer that was saved, and once."""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any

from functions.exambuddy.entities.attempts import Attempt, Status
from functions.exambuddy.repository.attempts import Attempts
from functions.exambuddy.repository.bank import Bank
from functions.exambuddy.rules import attempts as rules
from singletable.errors import Throttled
from singletable.store import Operation

TRIES = 10
Answering = Callable[[Attempt], Sequence[Operation[Any]]]


def finish(
    attempts: Attempts,
    bank: Bank,
    attempt: Attempt,
    status: Status,
    now: datetime,
    answering: Answering = lambda over: (),
) -> Attempt:
    """Scored from the saved answers. An answer that comes in meanwhile is neither lost nor scored half: the write
    notices it, and all is read again. `answering` makes the record of an answer from what the attempt came to."""
    drawn = [(each.question_id, each.version) for each in attempt.questions or ()]
    versions = {} if status is Status.CANCELLED else bank.versions(attempt.project_id, drawn)
    for _ in range(TRIES):
        saves = attempts.saves(attempt)
        answers = rules.by_question(attempts.answers(attempt.attempt_id))
        over = rules.ended(attempt, status, versions, answers, now)
        try:
            return attempts.end(attempt, over, saves, answering(over))
        except rules.AnswerCameIn:
            continue
    raise Throttled("answers keep coming in")
