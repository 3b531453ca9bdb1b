"""What an answer earns under each policy."""

from decimal import Decimal
from fractions import Fraction
from itertools import permutations, product

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from msgspec.structs import replace

from functions.exambuddy.questions.answers import Answer, answer_of, unshuffled
from functions.exambuddy.questions.drawing import option_order
from functions.exambuddy.questions.kinds import LABELS, Kind, Question, candidate_view
from functions.exambuddy.questions.record import question_of
from functions.exambuddy.questions.scoring import (
    Mark,
    OrderingCredit,
    Policy,
    ResponseCredit,
    basis_points,
    credit,
    decided_by,
    mark,
    score,
)
from tests.rules.exambuddy.strategies import answered_questions, full_answer, questions

POLICIES = [
    Policy(*choices)
    for choices in product(ResponseCredit, OrderingCredit, (True, False), (True, False))
]  # fmt: skip
policies = st.sampled_from(POLICIES)


def labelled(answer: Answer) -> list[str]:
    assert isinstance(answer, list)
    return answer


def asked(kind: Kind, **fields: object) -> Question:
    return question_of({"question_type": kind.value, "question_text": "?"} | fields)


RESPONSE = asked(Kind.MULTIPLE_RESPONSE, options=list("vwxyz"), correct_answer=["A", "B"])
ORDER = asked(Kind.ORDERING, options=list("abcd"), correct_answer=list("ABCD"))


@given(answered_questions(), policies)
def test_credit_lies_between_nothing_and_everything(pair: tuple[Question, Answer], policy: Policy) -> None:
    question, answer = pair
    assert (-1 if policy.negative_marking else 0) <= credit(question, answer, policy) <= 1


@given(questions(), policies)
def test_the_full_answer_earns_everything_under_every_policy(question: Question, policy: Policy) -> None:
    assume(not (question.kind is Kind.SHORT_ANSWER and "*" in question.correct[0]))
    assert credit(question, answer_of(question, full_answer(question)), policy) == 1


@given(questions(), policies)
def test_no_answer_earns_nothing(question: Question, policy: Policy) -> None:
    assert credit(question, None, policy) == 0


@given(answered_questions((Kind.SINGLE_CHOICE, Kind.MULTIPLE_RESPONSE, Kind.ORDERING)), policies, st.binary())
def test_shuffled_options_never_change_what_a_choice_earns(
    pair: tuple[Question, Answer], policy: Policy, seed: bytes
) -> None:
    question, answer = pair
    order = option_order("q", question, seed)
    shown = candidate_view(question, order)["options"]
    assert isinstance(shown, list)
    seen_as = {LABELS[at]: LABELS[shown.index(text)] for at, text in enumerate(question.options)}
    as_seen = seen_as[answer] if isinstance(answer, str) else [seen_as[label] for label in labelled(answer)]
    told = unshuffled(question, answer_of(question, as_seen), order)
    assert told == answer
    assert credit(question, told, policy) == credit(question, answer, policy)


@given(answered_questions((Kind.MULTIPLE_RESPONSE,)), policies, st.data())
def test_one_more_right_choice_never_earns_less(
    pair: tuple[Question, list[str]], policy: Policy, data: st.DataObject
) -> None:
    question, chosen = pair
    missing = sorted(set(question.correct) - set(chosen))
    assume(missing)
    more = sorted([*chosen, data.draw(st.sampled_from(missing))])
    assert credit(question, more, policy) >= credit(question, chosen, policy)


@given(answered_questions((Kind.MULTIPLE_RESPONSE,)), policies, st.data())
def test_one_wrong_choice_less_never_earns_less(
    pair: tuple[Question, list[str]], policy: Policy, data: st.DataObject
) -> None:
    question, chosen = pair
    wrong = sorted(set(chosen) - set(question.correct))
    assume(wrong and len(chosen) > 1)
    fewer = sorted(set(chosen) - {data.draw(st.sampled_from(wrong))})
    assert credit(question, fewer, policy) >= credit(question, chosen, policy)


@given(answered_questions((Kind.MULTIPLE_RESPONSE, Kind.ORDERING)), policies)
def test_without_credits_of_its_own_only_the_full_answer_earns_everything(
    pair: tuple[Question, list[str]], policy: Policy
) -> None:
    question, answer = replace(pair[0], credits={}), pair[1]
    assert (credit(question, answer, policy) == 1) == (tuple(answer) == question.correct)


@given(answered_questions(), policies)
def test_credits_between_are_refused_when_the_project_wants_all_or_nothing(
    pair: tuple[Question, Answer], policy: Policy
) -> None:
    strict = Policy(authored_credits=False)
    assert credit(pair[0], pair[1], strict) in (0, 1)
    assert credit(pair[0], pair[1], strict) <= max(credit(pair[0], pair[1], policy), Fraction(0))


@pytest.mark.parametrize(
    ("chosen", "all_or_nothing", "proportional", "minus_wrong"),
    [
        ("A", 0, Fraction(1, 2), Fraction(1, 2)),
        ("AB", 1, 1, 1),
        ("AC", 0, Fraction(1, 2), 0),
        ("ABC", 0, Fraction(1, 2), Fraction(1, 2)),
        ("ABCDE", 0, 0, 0),
        ("C", 0, 0, 0),
    ],
)
def test_a_multiple_response_earns_by_the_policy(
    chosen: str, all_or_nothing: Fraction, proportional: Fraction, minus_wrong: Fraction
) -> None:
    earned = [credit(RESPONSE, list(chosen), Policy(response=each)) for each in ResponseCredit]
    assert earned == [all_or_nothing, proportional, minus_wrong]


@pytest.mark.parametrize(
    ("placed", "all_or_nothing", "positions", "subsequence"),
    [
        ("ABCD", 1, 1, 1),
        ("BCDA", 0, 0, Fraction(2, 3)),
        ("ABDC", 0, Fraction(1, 2), Fraction(2, 3)),
        ("DCBA", 0, 0, 0),
        ("BADC", 0, 0, Fraction(1, 3)),
    ],
)
def test_an_ordering_earns_by_the_policy(
    placed: str, all_or_nothing: Fraction, positions: Fraction, subsequence: Fraction
) -> None:
    earned = [credit(ORDER, list(placed), Policy(ordering=each)) for each in OrderingCredit]
    assert earned == [all_or_nothing, positions, subsequence]


def test_the_longest_subsequence_equals_the_textbook_table_for_every_order_of_six() -> None:
    right = "ABCDEF"
    question = asked(Kind.ORDERING, options=list("abcdef"), correct_answer=list(right))
    for placed in permutations(right):
        table = [[0] * 7 for _ in range(7)]
        for i, j in product(range(6), range(6)):
            longer = max(table[i][j + 1], table[i + 1][j])
            table[i + 1][j + 1] = table[i][j] + 1 if placed[i] == right[j] else longer
        earned = credit(question, list(placed), Policy(ordering=OrderingCredit.LONGEST_SUBSEQUENCE))
        assert earned == Fraction(table[6][6] - 1, 5)


def test_credits_of_the_author_make_a_half_right_choice_worth_half() -> None:
    question = asked(Kind.SINGLE_CHOICE, options=["x", "y", "z"], correct_answer="A", credits={"B": 50, "C": -25})
    assert [credit(question, label, Policy()) for label in "ABC"] == [1, Fraction(1, 2), 0]
    assert [credit(question, label, Policy(authored_credits=False)) for label in "ABC"] == [1, 0, 0]
    assert credit(question, "C", Policy(negative_marking=True)) == Fraction(-1, 4)


def test_thirds_written_with_few_digits_still_add_up_to_one() -> None:
    shares = {"A": "33.3", "B": "33.3", "C": "33.4", "D": "-50"}
    question = asked(Kind.MULTIPLE_RESPONSE, options=list("wxyz"), correct_answer=list("ABC"), credits=shares)
    policy = Policy(response=ResponseCredit.PROPORTIONAL)
    assert credit(question, list("ABC"), policy) == 1
    assert credit(question, list("ABCD"), policy) == Fraction(1, 2)


def test_the_first_accepted_wording_met_decides() -> None:
    question = asked(
        Kind.SHORT_ANSWER,
        correct_answer=["Rome, Georgia", "Rom*", "*"],
        credits={"A": 0, "C": 0},
        feedback={"C": "No."},
    )
    assert [credit(question, text, Policy()) for text in ("ROME", "rome, georgia", "Paris")] == [1, 0, 0]
    assert decided_by(question, "Paris") == ("C",)
    assert decided_by(asked(Kind.SHORT_ANSWER, correct_answer="x"), "y") == ()


@pytest.mark.parametrize(
    ("notation", "inside", "outside"),
    [
        ("3:2", ["1", "3", "5", "5.000"], ["0.999999999999999999999", "5.000000000000000000001"]),
        ("1..5", ["1", "5"], ["0.99", "5.01"]),
        ("-5..-1", ["-5", "-1"], ["0"]),
        ("0.3", ["0.3", "0.30", "3e-1"], ["0.30000000000000004"]),
        ("0.1:0.2", ["0.3", "-0.1"], ["0.3000000000000000000000000001"]),
        ("*", ["-1e99"], []),
    ],
)
def test_a_numeric_answer_counts_exactly_within_its_bounds(
    notation: str, inside: list[str], outside: list[str]
) -> None:
    question = asked(Kind.NUMERIC, correct_answer=[notation])
    assert [credit(question, answer_of(question, text), Policy()) for text in inside] == [1] * len(inside)
    assert [credit(question, answer_of(question, text), Policy()) for text in outside] == [0] * len(outside)


def test_a_less_exact_number_earns_what_the_author_gave_for_it() -> None:
    question = asked(Kind.NUMERIC, correct_answer=["1822", "1822:2"], credits={"B": 50})
    assert [credit(question, year, Policy()) for year in ("1822", "1824", "1825")] == [1, Fraction(1, 2), 0]


def test_forty_two_of_fifty_right_is_a_score_of_forty_two() -> None:
    question = asked(Kind.TRUE_FALSE, correct_answer=True)
    marks = [mark(str(n), question, n < 42, Policy()) for n in range(50)]
    result = score(marks)
    assert (result.correct, result.total) == (42, 50)
    assert (result.points, result.most_points) == (Fraction(42), Fraction(50))
    assert result.share == Fraction(84, 100)


def test_points_weigh_questions_and_partial_credit_counts_towards_them_only() -> None:
    heavy = replace(RESPONSE, points=Decimal("2.5"))
    policy = Policy(response=ResponseCredit.PROPORTIONAL)
    result = score([mark("1", heavy, ["A"], policy), mark("2", RESPONSE, ["A", "B"], policy)])
    assert (result.correct, result.total) == (1, 2)
    assert (result.points, result.most_points) == (Fraction(9, 4), Fraction(7, 2))


marks = st.builds(
    Mark,
    st.text("ab", max_size=2),
    st.fractions(-1, 1, max_denominator=60),
    st.integers(1, 10**7).map(lambda units: Decimal(units).scaleb(-4)),
    st.booleans(),
)


@given(marks)
def test_a_mark_survives_its_record_exactly(one: Mark) -> None:
    assert Mark.of(one.record()) == one


@given(st.lists(marks, max_size=6))
def test_a_score_is_exact_bounded_and_the_same_in_any_order(some: list[Mark]) -> None:
    result = score(some)
    assert result == score(reversed(some))
    assert 0 <= result.points <= result.most_points
    assert 0 <= result.share <= 1
    assert result.correct <= result.total == len(some)


def test_an_attempt_never_falls_below_nothing() -> None:
    result = score([Mark("1", Fraction(-1), Decimal(3), True), Mark("2", Fraction(1), Decimal(1), True)])
    assert result.points == result.share == 0
    assert result.correct == 1


def test_an_attempt_without_questions_scores_nothing_of_nothing() -> None:
    assert score([]).share == 0


@pytest.mark.parametrize(
    ("share", "rounded"),
    [(Fraction(1, 3), 3333), (Fraction(1), 10_000), (Fraction(99_999, 100_000), 9_999), (Fraction(1, 20_000), 0)],
)
def test_a_share_is_kept_in_whole_ten_thousandths(share: Fraction, rounded: int) -> None:
    assert basis_points(share) == rounded
