"""What is done with an attempt once it is over: marks on its answers, an archive, a time to go."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from functions.exambuddy.entities.attempts import Attempt, GivenAnswer
from functions.exambuddy.rules.counting import over
from singletable.schema import evolve
from singletable.stream import Change


def to_settle(change: Change) -> Attempt | None:
    """One that ended just now, or came back under a pseudonym: then its archive must bear that too."""
    after = change.after
    moved = change.before is None and isinstance(after, Attempt) and bool(after.erased)
    return after if moved and isinstance(after, Attempt) else over(change)


def expiry(attempt: Attempt) -> datetime | None:
    days = attempt.terms.retention_days if attempt.terms else None
    return attempt.completed_at + timedelta(days=days) if days and attempt.completed_at else None


def settled(attempt: Attempt, answers: Sequence[GivenAnswer]) -> list[GivenAnswer]:
    """The answers as they stay: marked, and with the time of the attempt."""
    earned = {drawn.question_id: drawn.credit for drawn in attempt.questions or ()}
    return [
        evolve(answer, is_correct=_is_correct(earned.get(answer.question_id)), expires_at=expiry(attempt))
        for answer in answers
    ]


def _is_correct(credit: str | None) -> bool | None:
    return None if credit is None else credit == "1"


def archive_key(attempt: Attempt) -> str:
    return f"archive/{attempt.project_id}/{attempt.started_at:%Y/%m}/{attempt.attempt_id}.json.gz"


def archived(attempt: Attempt, answers: Sequence[GivenAnswer]) -> dict[str, object]:
    """All that is needed to say later what happened, in plain values."""
    given = {answer.question_id: answer for answer in answers}
    same = ("attempt_id", "candidate_id", "project_id", "score", "total_questions", "time_taken_seconds", "points")
    return {
        **{name: getattr(attempt, name) for name in (*same, "points_possible")},
        "title": attempt.terms.title if attempt.terms else "",
        "status": attempt.status.value,
        "started_at": attempt.started_at.isoformat(),
        "completed_at": attempt.completed_at.isoformat() if attempt.completed_at else None,
        "questions": [
            {
                "question_id": drawn.question_id,
                "version": drawn.version,
                "credit": drawn.credit,
                "points": drawn.points,
                "selected_answer": given[drawn.question_id].selected_answer if drawn.question_id in given else None,
            }
            for drawn in attempt.questions or ()
        ],
    }
