"""Saving an answer: which one stands, and why one is not taken any more."""

from datetime import datetime

from functions.exambuddy.entities.attempts import Attempt, GivenAnswer
from functions.exambuddy.repository.attempts import Attempts, NotTaken
from functions.exambuddy.rules import attempts as rules
from singletable.errors import Throttled


def save(attempts: Attempts, attempt: Attempt, answer: GivenAnswer, now: datetime) -> GivenAnswer:
    """The answer that stands afterwards: of two, the one with the higher sequence."""
    try:
        attempts.save(attempt, answer, now)
    except rules.Superseded:
        return attempts.answer(attempt.attempt_id, answer.question_id) or answer
    except NotTaken:
        rules.require_running(rules.owned(attempts.get(attempt.candidate_id, attempt.attempt_id)), now)
        raise Throttled("the attempt runs, but took no answer") from None
    return answer
