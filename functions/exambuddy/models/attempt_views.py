"""What ExamBuddy's endpoints answer about attempts. Nothing here knows a key before the attempt is over."""

from collections.abc import Mapping
from datetime import datetime
from fractions import Fraction
from typing import cast

from edge.models import Moment, View
from functions.exambuddy.entities.attempts import Attempt, Drawn, GivenAnswer, Status
from functions.exambuddy.entities.bank import QuestionVersion, StoredQuestion
from functions.exambuddy.media import media_views
from functions.exambuddy.models.views import MediaView
from functions.exambuddy.questions.answers import Answer
from functions.exambuddy.questions.kinds import candidate_view
from functions.exambuddy.rules.attempts import as_shown, remaining_seconds
from functions.exambuddy.rules.bank import face_from
from functions.exambuddy.rules.results import ReviewedQuestion, shows_score

Given = bool | str | list[str]


class FaceView(View):
    """A question as a candidate sees it; options bear the letters A, B, C and so on, in this order."""

    question_id: str
    question_type: str
    question_text: str
    text_format: str
    options: list[str]
    points: str
    media: list[MediaView]

    @classmethod
    def of(cls, drawn: Drawn, stored: StoredQuestion | QuestionVersion) -> "FaceView":
        shown = candidate_view(face_from(stored), drawn.option_order)
        return cls(question_id=drawn.question_id, **shown, media=media_views(stored.media))


class SavedAnswer(View):
    question_id: str
    selected_answer: Given | None
    sequence: int
    answered_at: Moment

    @classmethod
    def of(cls, answer: GivenAnswer, drawn: Drawn, face: StoredQuestion | QuestionVersion) -> "SavedAnswer":
        selected = cast(Answer | None, answer.selected_answer)
        return cls(
            question_id=answer.question_id,
            selected_answer=as_shown(drawn, face_from(face), selected),
            sequence=answer.sequence or 0,
            answered_at=answer.answered_at,
        )


class AnswerTaken(SavedAnswer):
    """The answer that stands now: yours, unless one with a higher sequence came first."""

    remaining_seconds: int


class AttemptView(View):
    attempt_id: str
    project_id: str
    title: str
    status: Status
    started_at: Moment
    deadline_at: Moment | None
    remaining_seconds: int
    total_questions: int
    questions: list[FaceView]
    answers: list[SavedAnswer]

    @classmethod
    def of(
        cls,
        attempt: Attempt,
        faces: Mapping[str, StoredQuestion] | Mapping[str, QuestionVersion],
        answers: Mapping[str, GivenAnswer],
        now: datetime,
    ) -> "AttemptView":
        drawn = attempt.questions or ()
        return cls(
            attempt_id=attempt.attempt_id,
            project_id=attempt.project_id,
            title=attempt.terms.title if attempt.terms else "",
            status=attempt.status,
            started_at=attempt.started_at,
            deadline_at=attempt.deadline_at,
            remaining_seconds=remaining_seconds(attempt, now),
            total_questions=attempt.total_questions,
            questions=[FaceView.of(each, faces[each.question_id]) for each in drawn],
            answers=[
                SavedAnswer.of(answers[each.question_id], each, faces[each.question_id])
                for each in drawn
                if each.question_id in answers
            ],
        )


class AttemptSummary(View):
    attempt_id: str
    project_id: str
    title: str
    status: Status
    started_at: Moment
    deadline_at: Moment | None
    completed_at: Moment | None
    time_taken_seconds: int | None
    total_questions: int
    score: int | None
    """Correct answers; nothing where the project shows no results, or there is none."""
    percent: float | None

    @classmethod
    def of(cls, attempt: Attempt) -> "AttemptSummary":
        seen = shows_score(attempt)
        same = ("attempt_id", "project_id", "status", "started_at", "deadline_at", "completed_at")
        return cls(
            **{name: getattr(attempt, name) for name in (*same, "time_taken_seconds", "total_questions")},
            title=attempt.terms.title if attempt.terms else "",
            score=attempt.score if seen else None,
            percent=percent(attempt) if seen else None,
        )


class CandidateAttempt(View):
    """An attempt in an admin's list."""

    attempt_id: str
    project_id: str
    candidate_id: str
    status: Status
    started_at: Moment
    deadline_at: Moment | None
    completed_at: Moment | None
    time_taken_seconds: int | None
    total_questions: int
    score: int | None
    percent: float | None

    @classmethod
    def of(cls, attempt: Attempt) -> "CandidateAttempt":
        same = {name: getattr(attempt, name) for name in cls.__struct_fields__ if name != "percent"}
        return cls(**same, percent=percent(attempt))


class ReviewedView(View):
    """One question of a finished attempt with its key, in the letters that the candidate saw."""

    question_id: str
    question_type: str
    question_text: str
    text_format: str
    options: list[str]
    points: str
    media: list[MediaView]
    selected_answer: Given | None
    correct_answer: Given
    is_correct: bool
    credit: float
    explanation: str
    feedback: list[str]
    seconds: int | None

    @classmethod
    def of(cls, reviewed: ReviewedQuestion) -> "ReviewedView":
        own = ("question_id", "selected_answer", "correct_answer", "is_correct", "explanation", "feedback", "seconds")
        return cls(
            **{name: getattr(reviewed, name) for name in own},
            **reviewed.shown,
            media=media_views(reviewed.media),
            credit=float(Fraction(reviewed.credit)),
        )


class ResultView(View):
    attempt_id: str
    project_id: str
    candidate_id: str
    status: Status
    started_at: Moment
    completed_at: Moment | None
    time_taken_seconds: int | None
    score: int
    total_questions: int
    points: float
    points_possible: float
    percent: float
    questions: list[ReviewedView] | None
    """Only where the project shows them."""

    @classmethod
    def of(cls, attempt: Attempt, questions: list[ReviewedQuestion] | None) -> "ResultView":
        same = ("attempt_id", "project_id", "candidate_id", "status", "started_at", "completed_at")
        return cls(
            **{name: getattr(attempt, name) for name in (*same, "time_taken_seconds", "total_questions")},
            score=attempt.score or 0,
            points=float(Fraction(attempt.points or "0")),
            points_possible=float(Fraction(attempt.points_possible or "0")),
            percent=percent(attempt) or 0.0,
            questions=None if questions is None else [ReviewedView.of(each) for each in questions],
        )


def percent(attempt: Attempt) -> float | None:
    return None if attempt.share is None else attempt.share / 100
