"""Statistics of a project and of its questions as sums that can be kept in items, folded from events, and merged.

Everything is a whole number: shares are ten-thousandths, times milliseconds. Adding is exact, associative and
commutative, so neither the order of events nor their shards matter. Averages and indices are derived when read.
"""

from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction
from math import isqrt
from typing import Self

from msgspec import Struct

from functions.exambuddy.questions.scoring import BASIS_POINTS, Mark, basis_points, score

BUCKETS = 10


class Ending(StrEnum):
    COMPLETED = "completed"  # handed in by the candidate
    EXPIRED = "expired"  # handed in by the clock, with the answers saved until then
    CANCELLED = "cancelled"  # given up: counted, never scored


class Sums(Struct, frozen=True):
    """Counters of one subject; zero is the neutral element."""

    def __add__(self, other: Self) -> Self:
        return type(self)(*(getattr(self, name) + getattr(other, name) for name in self.__struct_fields__))

    def counters(self) -> dict[str, int]:
        """What to store: only counters that count something."""
        return {name: getattr(self, name) for name in self.__struct_fields__ if getattr(self, name)}

    @classmethod
    def of(cls, counters: Mapping[str, int]) -> Self:
        """From stored counters; absent ones are zero, and names of later versions are passed over."""
        return cls(**{name: int(counters[name]) for name in cls.__struct_fields__ if name in counters})


class ProjectSums(Sums, frozen=True):
    started: int = 0
    completed: int = 0
    expired: int = 0
    cancelled: int = 0
    scored: int = 0
    share_sum: int = 0
    share_squares: int = 0
    correct_sum: int = 0
    asked_sum: int = 0
    milliseconds: int = 0
    bucket_0: int = 0
    bucket_1: int = 0
    bucket_2: int = 0
    bucket_3: int = 0
    bucket_4: int = 0
    bucket_5: int = 0
    bucket_6: int = 0
    bucket_7: int = 0
    bucket_8: int = 0
    bucket_9: int = 0

    @property
    def open(self) -> int:
        return self.started - self.completed - self.expired - self.cancelled

    @property
    def completion_percent(self) -> Decimal | None:
        """Attempts handed in by their candidates, of all that were started."""
        return _percent(self.completed, self.started)

    @property
    def average_percent(self) -> Decimal | None:
        return _percent(self.share_sum, self.scored * BASIS_POINTS)

    @property
    def deviation_percent(self) -> Decimal | None:
        """Standard deviation of the scores, in percentage points."""
        if not self.scored:
            return None
        spread = self.scored * self.share_squares - self.share_sum**2
        return Decimal(_rounded_root(spread * 100**2 * 100**2, (self.scored * BASIS_POINTS) ** 2)).scaleb(-2)

    @property
    def average_seconds(self) -> Decimal | None:
        return _seconds(self.milliseconds, self.scored)

    @property
    def distribution(self) -> tuple[int, ...]:
        """Scored attempts by tenths of the full score: 0 to below 10 %, and so on; the last includes 100 %."""
        return tuple(getattr(self, f"bucket_{at}") for at in range(BUCKETS))


class QuestionSums(Sums, frozen=True):
    asked: int = 0
    answered: int = 0
    correct: int = 0
    credit_sum: int = 0
    timed: int = 0
    milliseconds: int = 0
    compared: int = 0
    item_sum: int = 0
    item_squares: int = 0
    rest_sum: int = 0
    rest_squares: int = 0
    products: int = 0

    @property
    def correct_percent(self) -> Decimal | None:
        """Full answers of all times the question was asked; leaving it out counts as not knowing."""
        return _percent(self.correct, self.asked)

    @property
    def average_credit_percent(self) -> Decimal | None:
        return _percent(self.credit_sum, self.asked * BASIS_POINTS)

    @property
    def average_seconds(self) -> Decimal | None:
        return _seconds(self.milliseconds, self.timed)

    @property
    def discrimination(self) -> Decimal | None:
        """Correlation, -1 to 1, between this question and the rest of its attempts; None where there is no spread.

        The point-biserial index, generalised to partial credit and corrected: the rest leaves the question itself out,
        which would otherwise correlate with its own share of the total.
        """
        covariance = self.compared * self.products - self.item_sum * self.rest_sum
        item_spread = self.compared * self.item_squares - self.item_sum**2
        rest_spread = self.compared * self.rest_squares - self.rest_sum**2
        if item_spread <= 0 or rest_spread <= 0:
            return None
        size = _rounded_root(covariance**2 * BASIS_POINTS**2, item_spread * rest_spread)
        return Decimal(size if covariance >= 0 else -size).scaleb(-4)


def begun() -> ProjectSums:
    return ProjectSums(started=1)


def ended(ending: Ending, marks: Sequence[Mark], milliseconds: int) -> ProjectSums:
    """What one finished attempt adds to its project."""
    if ending is Ending.CANCELLED:
        return ProjectSums(cancelled=1)
    result = score(marks)
    share = basis_points(result.share)
    return ProjectSums.of(
        {
            ending.value: 1,
            "scored": 1,
            "share_sum": share,
            "share_squares": share**2,
            "correct_sum": result.correct,
            "asked_sum": result.total,
            "milliseconds": milliseconds,
            f"bucket_{min(share * BUCKETS // BASIS_POINTS, BUCKETS - 1)}": 1,
        }
    )


def asked(marks: Sequence[Mark], milliseconds: Mapping[str, int]) -> dict[str, QuestionSums]:
    """What one scored attempt adds to each of its questions; times by question id, where they are known."""
    earned = sum((mark.earned for mark in marks), Fraction(0))
    possible = sum((Fraction(mark.points) for mark in marks), Fraction(0))
    return {mark.question_id: _one(mark, earned, possible, milliseconds.get(mark.question_id)) for mark in marks}


def total(parts: Iterable[ProjectSums]) -> ProjectSums:
    return sum(parts, ProjectSums())


def totals(parts: Iterable[Mapping[str, QuestionSums]]) -> dict[str, QuestionSums]:
    """Per-question sums of several attempts or shards, merged by question id."""
    merged: dict[str, QuestionSums] = {}
    for part in parts:
        for question_id, sums in part.items():
            merged[question_id] = merged[question_id] + sums if question_id in merged else sums
    return merged


def _one(mark: Mark, earned: Fraction, possible: Fraction, milliseconds: int | None) -> QuestionSums:
    item = basis_points(mark.credit)
    seen = QuestionSums(
        asked=1,
        answered=int(mark.answered),
        correct=int(mark.is_correct),
        credit_sum=item,
        timed=int(milliseconds is not None),
        milliseconds=milliseconds or 0,
    )
    others = possible - Fraction(mark.points)
    if not others:
        return seen
    rest = basis_points((earned - mark.earned) / others)
    compared = QuestionSums(
        compared=1, item_sum=item, item_squares=item**2, rest_sum=rest, rest_squares=rest**2, products=item * rest
    )
    return seen + compared


def _percent(part: int, whole: int) -> Decimal | None:
    return Decimal(round(Fraction(part * BASIS_POINTS, whole))).scaleb(-2) if whole else None


def _seconds(milliseconds: int, times: int) -> Decimal | None:
    return Decimal(round(Fraction(milliseconds, times))).scaleb(-3) if times else None


def _rounded_root(numerator: int, denominator: int) -> int:
    """The square root of a quotient to the nearest whole number, without leaving whole numbers."""
    return (isqrt(4 * numerator // denominator) + 1) // 2
