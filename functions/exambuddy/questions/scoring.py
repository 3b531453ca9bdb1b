"""What an answer earns: exact fractions per question by the project's policy, then the score of an attempt.

A question earns between 0 and 1, and 1 for the full answer. Under negative marking an author's negative credits may
take it down to -1; the attempt as a whole never falls below 0.
"""

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction
from typing import Self

from msgspec import Struct

from functions.exambuddy.questions.answers import Answer
from functions.exambuddy.questions.kinds import (
    FULL,
    LABELS,
    NONE,
    WITH_ACCEPTED_ANSWERS,
    Kind,
    Question,
    credit_percent,
)
from functions.exambuddy.questions.numbers import number, plain, span
from functions.exambuddy.questions.wording import matches

BASIS_POINTS = 10_000
_WHOLE = Fraction(1)
_NOTHING = Fraction(0)


class ResponseCredit(StrEnum):
    """How a multiple response earns; with p options correct, h of them chosen and w wrong ones chosen."""

    ALL_OR_NOTHING = "all_or_nothing"
    PROPORTIONAL = "proportional"  # (h - choices beyond p) / p: choosing everything is no strategy
    PROPORTIONAL_MINUS_WRONG = "proportional_minus_wrong"  # (h - w) / p


class OrderingCredit(StrEnum):
    ALL_OR_NOTHING = "all_or_nothing"
    EXACT_POSITIONS = "exact_positions"
    LONGEST_SUBSEQUENCE = "longest_subsequence"  # what stands in the right relative order; reversed earns nothing


class Policy(Struct, frozen=True):
    response: ResponseCredit = ResponseCredit.ALL_OR_NOTHING
    ordering: OrderingCredit = OrderingCredit.ALL_OR_NOTHING
    authored_credits: bool = True  # honour the percentages an author gave to options and accepted answers
    negative_marking: bool = False


class Mark(Struct, frozen=True):
    """What one question of an attempt earned."""

    question_id: str
    credit: Fraction
    points: Decimal
    answered: bool

    @classmethod
    def of(cls, record: Mapping[str, object]) -> Self:
        credit, points = Fraction(str(record["credit"])), Decimal(str(record["points"]))
        return cls(str(record["question_id"]), credit, points, bool(record["answered"]))

    def record(self) -> dict[str, object]:
        """Plain values that lose nothing: a third stays `1/3`."""
        credit, points = str(self.credit), plain(self.points)
        return {"question_id": self.question_id, "credit": credit, "points": points, "answered": self.answered}

    @property
    def is_correct(self) -> bool:
        return self.credit == _WHOLE

    @property
    def earned(self) -> Fraction:
        return self.credit * Fraction(self.points)


class Score(Struct, frozen=True):
    """`correct` of `total` questions, and the points with partial credit."""

    correct: int
    total: int
    points: Fraction
    most_points: Fraction

    @property
    def share(self) -> Fraction:
        return self.points / self.most_points if self.most_points else _NOTHING


def credit(question: Question, answer: Answer | None, policy: Policy) -> Fraction:
    """The earned share of a question; `answer` as `answer_of` made it, None when there is none."""
    if answer is None:
        return _NOTHING
    earned = _earned(question, answer, policy)
    floor = -_WHOLE if policy.negative_marking else _NOTHING
    return min(max(earned, floor), _WHOLE)


def mark(question_id: str, question: Question, answer: Answer | None, policy: Policy) -> Mark:
    return Mark(question_id, credit(question, answer, policy), question.points, answer is not None)


def score(marks: Iterable[Mark]) -> Score:
    every = tuple(marks)
    return Score(
        correct=sum(each.is_correct for each in every),
        total=len(every),
        points=max(sum((each.earned for each in every), _NOTHING), _NOTHING),
        most_points=sum((Fraction(each.points) for each in every), _NOTHING),
    )


def basis_points(share: Fraction) -> int:
    """A share as whole ten-thousandths, half to even; what was not quite full never rounds up to full."""
    rounded = round(share * BASIS_POINTS)
    return BASIS_POINTS - 1 if rounded == BASIS_POINTS and share < 1 else rounded


def decided_by(question: Question, answer: Answer) -> tuple[str, ...]:
    """The labels whose credit and feedback an answer brings: the options chosen, or the first accepted answer met."""
    if isinstance(answer, bool):
        return ("true" if answer else "false",)
    if question.kind not in WITH_ACCEPTED_ANSWERS:
        return (answer,) if isinstance(answer, str) else tuple(answer)
    given = str(answer)
    value = Fraction(number(given)) if question.kind is Kind.NUMERIC else _NOTHING
    for label, accepted in zip(LABELS, question.correct, strict=False):
        if question.kind is Kind.NUMERIC:
            met = span(accepted).holds(value)
        else:
            met = matches(
                accepted,
                given,
                case_sensitive=question.case_sensitive,
                accent_sensitive=question.accent_sensitive,
            )
        if met:
            return (label,)
    return ()


def _earned(question: Question, answer: Answer, policy: Policy) -> Fraction:
    decided = decided_by(question, answer)
    if question.kind is Kind.ORDERING:
        return _ordering(question.correct, decided, policy.ordering)
    if question.kind is Kind.MULTIPLE_RESPONSE:
        return _response(question, frozenset(decided), policy)
    if question.kind is Kind.TRUE_FALSE:
        return Fraction(decided == question.correct)
    percent = credit_percent(question, decided[0]) if decided else NONE
    return Fraction(percent) / 100 if policy.authored_credits or percent == FULL else _NOTHING


def _response(question: Question, chosen: frozenset[str], policy: Policy) -> Fraction:
    right = frozenset(question.correct)
    if policy.response is ResponseCredit.ALL_OR_NOTHING:
        return Fraction(chosen == right)
    if question.credits and policy.authored_credits:
        whole = sum((Fraction(question.credits[label]) for label in right), _NOTHING)
        return sum((Fraction(question.credits.get(label, NONE)) for label in chosen), _NOTHING) / whole
    hits, wrong = len(chosen & right), len(chosen - right)
    taken = wrong if policy.response is ResponseCredit.PROPORTIONAL_MINUS_WRONG else max(len(chosen) - len(right), 0)
    return Fraction(hits - taken, len(right))


def _ordering(right: Sequence[str], placed: Sequence[str], policy: OrderingCredit) -> Fraction:
    if policy is OrderingCredit.EXACT_POSITIONS:
        return Fraction(sum(a == b for a, b in zip(right, placed, strict=True)), len(right))
    if policy is OrderingCredit.LONGEST_SUBSEQUENCE:
        place = {label: at for at, label in enumerate(right)}
        return Fraction(_longest_rise([place[label] for label in placed]) - 1, len(right) - 1)
    return Fraction(tuple(placed) == tuple(right))


def _longest_rise(places: Iterable[int]) -> int:
    lowest_end: list[int] = []  # of the rising runs of each length seen so far
    for place in places:
        at = bisect_left(lowest_end, place)
        lowest_end[at : at + 1] = [place]
    return len(lowest_end)
