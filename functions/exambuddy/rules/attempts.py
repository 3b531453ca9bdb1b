"""Decisions about attempts: how one begins, which answers still count, and what it comes to in the end."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta

from msgspec.structs import replace

from functions.exambuddy.entities.attempts import ActiveAttempt, Attempt, Drawn, GivenAnswer, Status, Terms
from functions.exambuddy.entities.bank import QuestionVersion, StoredQuestion
from functions.exambuddy.entities.projects import Override, Project, ReviewPolicy
from functions.exambuddy.questions.answers import Answer, unshuffled
from functions.exambuddy.questions.drawing import option_order
from functions.exambuddy.questions.kinds import Question
from functions.exambuddy.questions.scoring import (
    Mark,
    OrderingCredit,
    Policy,
    ResponseCredit,
    basis_points,
    mark,
    score,
)
from functions.exambuddy.rules.bank import face_from, question_from
from functions.exambuddy.rules.moments import next_second, second_of
from functions.exambuddy.rules.projects import deadline, shard_of
from singletable.refusal import Absent, Kind, Refused
from singletable.schema import evolve

GRACE = timedelta(seconds=2)
"""What an answer may take from the candidate's click to us."""


class NoSuchAttempt(Absent):
    code = "no_such_attempt"


class AttemptActive(Refused):
    kind, code = Kind.CONFLICT, "attempt_active"


class AttemptsUsed(Refused):
    kind, code = Kind.EXHAUSTED, "attempts_used"


class AttemptFinished(Refused):
    kind, code = Kind.CONFLICT, "attempt_finished"


class AttemptExpired(Refused):
    kind, code = Kind.GONE, "attempt_expired"


class NotInAttempt(Refused):
    kind, code = Kind.UNPROCESSABLE, "not_in_attempt"


class AnswerCameIn(Exception):
    """An answer was saved since the answers were read: read them again."""


class Superseded(Exception):
    """An answer with a higher sequence stands already."""


def begin(
    project: Project,
    override: Override | None,
    drawn: Sequence[StoredQuestion],
    *,
    attempt_id: str,
    candidate_id: str,
    seed: bytes,
    now: datetime,
) -> Attempt:
    extra = override.extra_seconds if override else 0
    return Attempt(
        attempt_id=attempt_id,
        candidate_id=candidate_id,
        project_id=project.project_id,
        admin_id=project.admin_id,
        shard=shard_of(project, attempt_id),
        started_at=second_of(now),
        deadline_at=deadline(project, len(drawn), extra, now),
        status=Status.IN_PROGRESS,
        total_questions=len(drawn),
        questions=tuple(_drawn(question, seed, shuffled=bool(project.shuffle_options)) for question in drawn),
        terms=Terms(
            title=project.title,
            review_policy=project.review_policy or ReviewPolicy.SCORE,
            response_credit=project.response_credit or ResponseCredit.ALL_OR_NOTHING,
            ordering_credit=project.ordering_credit or OrderingCredit.ALL_OR_NOTHING,
            negative_marking=bool(project.negative_marking),
            retention_days=project.retention_days,
        ),
    )


def _drawn(question: StoredQuestion, seed: bytes, *, shuffled: bool) -> Drawn:
    order = option_order(question.question_id, face_from(question), seed) if shuffled else ()
    return Drawn(question.question_id, question.version, order or None)


def owned(attempt: Attempt | None) -> Attempt:
    if attempt is None:
        raise NoSuchAttempt("There is no such attempt.")
    return attempt


def remaining_seconds(attempt: Attempt, now: datetime) -> int:
    if not attempt.is_open or attempt.deadline_at is None:
        return 0
    return max(0, int((attempt.deadline_at - now).total_seconds()))


def earliest_deadline(now: datetime) -> datetime:
    """An attempt whose deadline lies before this is over; a deadline is a whole second."""
    return next_second(now - GRACE)


def is_overdue(attempt: Attempt, now: datetime) -> bool:
    return attempt.deadline_at is not None and attempt.deadline_at < earliest_deadline(now)


def require_running(attempt: Attempt, now: datetime) -> None:
    if attempt.status is Status.EXPIRED or (attempt.is_open and is_overdue(attempt, now)):
        raise AttemptExpired("The time is up; what was saved before counts.")
    if not attempt.is_open:
        raise finished(attempt)


def finished(attempt: Attempt) -> AttemptFinished:
    return AttemptFinished("The attempt is over.", facts={"attempt_status": attempt.status.value})


def drawn_question(attempt: Attempt, question_id: str) -> Drawn:
    for drawn in attempt.questions or ():
        if drawn.question_id == question_id:
            return drawn
    raise NotInAttempt("The attempt does not hold this question.")


def given_answer(
    attempt: Attempt,
    drawn: Drawn,
    face: Question,
    answer: Answer | None,
    *,
    answer_id: str,
    sequence: int,
    seconds_spent: int | None,
    now: datetime,
) -> GivenAnswer:
    """Kept under the question's own letters, whatever order the candidate saw."""
    own = answer if answer is None or not drawn.option_order else unshuffled(face, answer, drawn.option_order)
    return GivenAnswer(
        answer_id=answer_id,
        attempt_id=attempt.attempt_id,
        question_id=drawn.question_id,
        selected_answer=own,
        answered_at=now,
        sequence=sequence,
        seconds_spent=seconds_spent,
    )


def as_shown(drawn: Drawn, face: Question, answer: Answer | None) -> Answer | None:
    """An answer or key in the letters of the candidate's screen."""
    if answer is None or not drawn.option_order:
        return answer
    inverse = sorted(range(len(drawn.option_order)), key=drawn.option_order.__getitem__)
    return unshuffled(face, answer, tuple(inverse))


def policy_of(attempt: Attempt) -> Policy:
    terms = attempt.terms
    return (
        Policy(terms.response_credit, terms.ordering_credit, negative_marking=terms.negative_marking)
        if terms
        else Policy()
    )


def ended(
    attempt: Attempt,
    status: Status,
    versions: Mapping[str, QuestionVersion],
    answers: Mapping[str, GivenAnswer],
    now: datetime,
) -> Attempt:
    """The attempt as it stands when it is over: scored from what was saved, unless it was given up."""
    end = min(second_of(now), attempt.deadline_at) if attempt.deadline_at else second_of(now)
    over = evolve(attempt, status=status, completed_at=end)
    taken = int((end - attempt.started_at).total_seconds())
    if status is Status.CANCELLED:
        return evolve(over, time_taken_seconds=taken)
    policy, marks = policy_of(attempt), list[Mark]()
    for drawn in attempt.questions or ():
        given = answers.get(drawn.question_id)
        answer: Answer | None = given.selected_answer if given else None  # type: ignore[assignment]  # as it was checked
        marks.append(mark(drawn.question_id, question_from(versions[drawn.question_id]), answer, policy))
    result = score(marks)
    return evolve(
        over,
        time_taken_seconds=taken,
        score=result.correct,
        points=str(result.points),
        points_possible=str(result.most_points),
        share=basis_points(result.share),
        questions=tuple(
            _marked(drawn, each, answers.get(drawn.question_id), taken)
            for drawn, each in zip(attempt.questions or (), marks, strict=True)
        ),
    )


def _marked(drawn: Drawn, earned: Mark, answer: GivenAnswer | None, taken: int) -> Drawn:
    """The client measures how long a question took; more than the whole attempt took is not believed."""
    spent = answer.seconds_spent if answer else None
    record = earned.record()
    return replace(
        drawn,
        credit=str(record["credit"]),
        points=str(record["points"]),
        answered=earned.answered,
        seconds=None if spent is None else min(spent, taken),
    )


def marks_of(attempt: Attempt) -> list[Mark]:
    """Of a scored attempt, as they were kept."""
    return [
        Mark.of({"question_id": d.question_id, "credit": d.credit, "points": d.points, "answered": d.answered})
        for d in attempt.questions or ()
        if d.credit is not None
    ]


def by_question(answers: Iterable[GivenAnswer]) -> dict[str, GivenAnswer]:
    return {answer.question_id: answer for answer in answers}


def refused_start(found: ActiveAttempt | None) -> Exception:
    if found is not None and found.owner is not None:
        return AttemptActive("Another attempt is running.", facts={"attempt_id": found.owner})
    return AttemptsUsed("All attempts are used.", facts={"used": found.attempts if found else 0})
