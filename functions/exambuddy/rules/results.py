"""What may be seen of a finished attempt, and by whom."""

from datetime import datetime
from typing import Any, cast

from msgspec import Struct

from functions.exambuddy.entities.attempts import Attempt, Drawn, GivenAnswer, Status
from functions.exambuddy.entities.bank import QuestionVersion
from functions.exambuddy.entities.projects import Project, ReviewPolicy
from functions.exambuddy.questions.answers import Answer
from functions.exambuddy.questions.kinds import Kind, Question, candidate_view
from functions.exambuddy.questions.record import record_of
from functions.exambuddy.questions.scoring import decided_by
from functions.exambuddy.rules.attempts import as_shown
from functions.exambuddy.rules.bank import question_from
from singletable.refusal import Kind as Why
from singletable.refusal import Refused


class StillRunning(Refused):
    kind, code = Why.CONFLICT, "attempt_running"


class NoResult(Refused):
    kind, code = Why.CONFLICT, "attempt_cancelled"


class ResultWithheld(Refused):
    kind, code = Why.FORBIDDEN, "result_withheld"


class ReviewedQuestion(Struct, frozen=True):
    """One question of a finished attempt, in the letters that the candidate saw."""

    question_id: str
    shown: dict[str, Any]
    media: tuple[str, ...]
    selected_answer: Answer | None
    correct_answer: Answer | list[str]
    is_correct: bool
    credit: str
    explanation: str
    feedback: list[str]
    seconds: int | None


def require_result(attempt: Attempt) -> Attempt:
    if attempt.is_open:
        raise StillRunning("The attempt is not over yet.")
    if attempt.status is Status.CANCELLED:
        raise NoResult("The attempt was given up.")
    return attempt


def shows_answers(attempt: Attempt, project: Project | None, *, for_admin: bool, now: datetime) -> bool:
    """The project's word of today counts, its admin may have changed it; where it is gone, what it promised then."""
    promised = attempt.terms.review_policy if attempt.terms else ReviewPolicy.SCORE
    policy = project.review_policy or promised if project else promised
    if for_admin:
        return True
    if policy is ReviewPolicy.NOTHING:
        raise ResultWithheld("This project shows no results.")
    if policy is ReviewPolicy.ANSWERS_AFTER_CLOSE:
        return project is None or (project.closes_at is not None and now >= project.closes_at)
    return policy is ReviewPolicy.ANSWERS


def shows_score(attempt: Attempt) -> bool:
    return attempt.terms is None or attempt.terms.review_policy is not ReviewPolicy.NOTHING


def reviewed(drawn: Drawn, version: QuestionVersion, given: GivenAnswer | None) -> ReviewedQuestion:
    question = question_from(version)
    answer = cast(Answer | None, given.selected_answer if given else None)
    return ReviewedQuestion(
        question_id=drawn.question_id,
        shown=candidate_view(question, drawn.option_order),
        media=version.media or (),
        selected_answer=as_shown(drawn, question, answer),
        correct_answer=_key(drawn, question),
        is_correct=drawn.credit == "1",
        credit=drawn.credit or "0",
        explanation=question.explanation,
        feedback=_feedback(question, answer),
        seconds=drawn.seconds,
    )


def _key(drawn: Drawn, question: Question) -> Answer | list[str]:
    key = cast(Answer, record_of(question)["correct_answer"])
    if question.kind in (Kind.SHORT_ANSWER, Kind.NUMERIC):
        return list(question.correct)
    return as_shown(drawn, question, key) or key


def _feedback(question: Question, answer: Answer | None) -> list[str]:
    if answer is None:
        return []
    return [question.feedback[label] for label in decided_by(question, answer) if label in question.feedback]
