"""Sums of a project and its questions: equal to the textbook, whatever the order and the shards."""

from decimal import Decimal
from fractions import Fraction
from itertools import accumulate
from math import sqrt
from statistics import correlation, fmean, pstdev

import pytest
from hypothesis import given
from hypothesis import strategies as st

from functions.exambuddy.questions.scoring import Mark, basis_points, score
from functions.exambuddy.statistics import (
    Ending,
    ProjectSums,
    QuestionSums,
    asked,
    begun,
    ended,
    total,
    totals,
)

Attempt = tuple[list[Mark], dict[str, int]]


@st.composite
def attempts(draw: st.DrawFn) -> Attempt:
    questions = draw(st.lists(st.sampled_from("pqrst"), min_size=1, max_size=5, unique=True))
    credits_ = st.sampled_from([Fraction(0), Fraction(1), Fraction(1, 2), Fraction(1, 3), Fraction(-1, 4)])
    marks = [
        Mark(question, draw(credits_), draw(st.sampled_from([Decimal(1), Decimal("2.5")])), draw(st.booleans()))
        for question in questions
    ]
    times = draw(st.dictionaries(st.sampled_from(questions), st.integers(0, 10**6), max_size=3))
    return marks, times


many = st.lists(attempts(), max_size=30)
endings = st.sampled_from([Ending.COMPLETED, Ending.EXPIRED])


@given(many, st.lists(st.integers(0, 3), min_size=30, max_size=30))
def test_any_order_through_any_shards_gives_the_same_sums(some: list[Attempt], shards: list[int]) -> None:
    at_once = totals(asked(*attempt) for attempt in some)
    by_shard = [
        totals(asked(*attempt) for attempt, shard in zip(some, shards, strict=False) if shard == each)
        for each in (2, 0, 3, 1)
    ]
    assert totals(by_shard) == at_once
    projects = [ended(Ending.COMPLETED, marks, 5) for marks, _ in some]
    assert total(reversed(projects)) == total(projects) == list(accumulate(projects, initial=ProjectSums()))[-1]


sums = st.builds(QuestionSums, *(st.integers(0, 10**12) for _ in range(12)))


@given(sums, sums, sums)
def test_adding_is_associative_and_commutative_and_zero_changes_nothing(
    a: QuestionSums, b: QuestionSums, c: QuestionSums
) -> None:
    assert (a + b) + c == a + (b + c)
    assert a + b == b + a
    assert a + QuestionSums() == a


@given(sums)
def test_stored_counters_give_the_same_sums_back(some: QuestionSums) -> None:
    assert QuestionSums.of(some.counters()) == some


def test_counters_of_nothing_take_no_room_and_unknown_ones_are_passed_over() -> None:
    assert ProjectSums().counters() == {}
    assert begun().counters() == {"started": 1}
    assert ProjectSums.of({"started": 2, "added_later": 9}) == ProjectSums(started=2)


@given(many)
def test_per_question_figures_equal_a_direct_computation(some: list[Attempt]) -> None:
    for question, found in totals(asked(*attempt) for attempt in some).items():
        rows = [(mark, marks, times) for marks, times in some for mark in marks if mark.question_id == question]
        seconds = [times[question] / 1000 for _, _, times in rows if question in times]
        assert found.asked == len(rows)
        assert found.answered == sum(mark.answered for mark, _, _ in rows)
        assert found.correct == sum(mark.credit == 1 for mark, _, _ in rows)
        assert found.correct_percent == pytest.approx(Decimal(100 * found.correct / len(rows)), abs=Decimal("0.006"))
        assert (found.average_seconds is None) == (not seconds)
        if found.average_seconds is not None:
            assert float(found.average_seconds) == pytest.approx(fmean(seconds), abs=0.0006)
        assert_discrimination(found, [(mark, marks) for mark, marks, _ in rows if len(marks) > 1])


def assert_discrimination(found: QuestionSums, rows: list[tuple[Mark, list[Mark]]]) -> None:
    items = [basis_points(mark.credit) for mark, _ in rows]
    rests = [basis_points(share_of([each for each in marks if each is not mark])) for mark, marks in rows]
    if len(set(items)) < 2 or len(set(rests)) < 2:
        assert found.discrimination is None
    else:
        assert found.discrimination is not None
        assert -1 <= found.discrimination <= 1
        assert float(found.discrimination) == pytest.approx(correlation(items, rests), abs=0.000051)


def share_of(marks: list[Mark]) -> Fraction:
    return sum(mark.earned for mark in marks) / Fraction(sum(mark.points for mark in marks))


@given(many, endings)
def test_project_figures_equal_a_direct_computation(some: list[Attempt], ending: Ending) -> None:
    found = total(begun() + ended(ending, marks, 90_000) for marks, _ in some)
    shares = [float(score(marks).share) * 100 for marks, _ in some]
    assert found.started == found.scored == len(some)
    assert found.open == 0
    assert sum(found.distribution) == len(some)
    assert found.distribution == tuple(
        sum(low <= min(basis_points(score(marks).share), 9999) < low + 1000 for marks, _ in some)
        for low in range(0, 10_000, 1000)
    )
    if not some:
        assert found.average_percent is found.deviation_percent is found.average_seconds is None
    else:
        assert found.average_percent is not None
        assert found.deviation_percent is not None
        assert float(found.average_percent) == pytest.approx(fmean(shares), abs=0.02)
        assert float(found.deviation_percent) == pytest.approx(pstdev(shares), abs=0.05)
        assert found.average_seconds == 90


def right(question_id: str, is_right: bool) -> Mark:
    return Mark(question_id, Fraction(is_right), Decimal(1), True)


def test_discrimination_of_right_or_wrong_is_the_point_biserial_index() -> None:
    """Five candidates; the question is answered by the three best. r_pb = (M1 - M0) / s * sqrt(p * q), by hand."""
    rests, item = [1, 2, 3, 4, 4], [False, False, True, True, True]
    marks = [
        [right("x", known), *(right(f"other{n}", n < others) for n in range(4))]
        for known, others in zip(item, rests, strict=True)
    ]
    by_hand = (11 / 3 - 3 / 2) / pstdev(rests) * sqrt(3 / 5 * 2 / 5)
    found = totals(asked(each, {}) for each in marks)["x"]
    assert found.discrimination == Decimal(str(round(by_hand, 4)))


def test_a_question_known_only_to_the_weak_has_a_negative_index() -> None:
    marks = [[right("x", others < 2), *(right(f"o{n}", n < others) for n in range(4))] for others in range(5)]
    found = totals(asked(each, {}) for each in marks)["x"].discrimination
    assert found is not None
    assert found < Decimal("-0.8")


def test_an_exam_of_one_question_has_no_rest_to_compare_with() -> None:
    found = totals(asked([right("x", known)], {}) for known in (True, False))["x"]
    assert (found.asked, found.compared, found.discrimination) == (2, 0, None)


def test_cancelled_attempts_are_counted_and_never_scored() -> None:
    found = begun() + begun() + ended(Ending.CANCELLED, [right("x", True)], 10) + begun()
    assert (found.started, found.cancelled, found.scored, found.open) == (3, 1, 0, 2)
    assert found.completion_percent == 0


def test_an_expired_attempt_is_scored_with_what_was_saved_but_not_as_completed() -> None:
    found = begun() + ended(Ending.EXPIRED, [right("x", True), right("y", False)], 10)
    assert (found.expired, found.completed) == (1, 0)
    assert found.average_percent == 50
    assert (found.correct_sum, found.asked_sum) == (1, 2)


def test_only_a_full_score_or_nearly_so_is_in_the_last_tenth() -> None:
    nine_of_ten = [right(str(n), n < 9) for n in range(10)]
    everything = [right(str(n), True) for n in range(10)]
    found = total(ended(Ending.COMPLETED, marks, 0) for marks in (nine_of_ten, everything))
    assert found.distribution == (0, 0, 0, 0, 0, 0, 0, 0, 0, 2)


def test_sums_of_a_million_attempts_fit_a_stored_number_exactly() -> None:
    one = asked([right("x", True), right("y", True)], {"x": 3_600_000})["x"]
    largest = max(one.counters().values()) * 10**6
    assert len(str(largest)) < 38
