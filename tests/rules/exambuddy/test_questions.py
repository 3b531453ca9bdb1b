"""Well-formed questions and answers, their one canonical form, and what a candidate may see of them."""

from decimal import Decimal

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from msgspec.structs import replace

from functions.exambuddy.questions.answers import answer_of
from functions.exambuddy.questions.faults import BadAnswer, BadQuestion
from functions.exambuddy.questions.kinds import Kind, Question, candidate_view
from functions.exambuddy.questions.record import question_of, record_of
from functions.exambuddy.questions.wellformed import checked
from tests.rules.exambuddy.strategies import answered_questions, questions, texts

STORED = {
    "question_text": "What is Amazon S3?",
    "question_type": "multiple_choice",
    "options": ["A", "B", "C", "D"],
    "correct_answer": "C",
    "explanation": "Amazon S3 is object storage...",
}


def faults_of(**changes: object) -> set[tuple[str, str]]:
    with pytest.raises(BadQuestion) as refusal:
        question_of(STORED | changes)
    return {(fault.path, fault.code) for fault in refusal.value.faults}


def test_the_stored_sample_question_reads_and_writes_unchanged() -> None:
    assert record_of(question_of(STORED)) == STORED


@given(questions())
def test_every_question_survives_its_record(question: Question) -> None:
    assert question_of(record_of(question)) == question


@given(questions())
def test_the_canonical_form_is_its_own_canonical_form(question: Question) -> None:
    assert checked(question) == question


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"question_text": "  "}, {("question_text", "required")}),
        ({"question_text": "x" * 4001}, {("question_text", "too_long")}),
        ({"question_text": "ring \a"}, {("question_text", "control_character")}),
        ({"question_text": "half \ud800"}, {("question_text", "not_unicode")}),
        ({"question_text": 7}, {("question_text", "wrong_type")}),
        ({"question_type": "essay"}, {("question_type", "unknown_value")}),
        ({"options": ["only"]}, {("options", "too_few"), ("correct_answer", "unknown_label")}),
        ({"options": [str(n) for n in range(27)]}, {("options", "too_many")}),
        ({"options": ["a", "b", "a ", "c"]}, {("options[2]", "duplicate")}),
        ({"options": ["a", "", "c"]}, {("options[1]", "required")}),
        ({"options": "abc"}, {("options", "wrong_type")}),
        ({"correct_answer": "E"}, {("correct_answer", "unknown_label")}),
        ({"correct_answer": "AB"}, {("correct_answer", "unknown_label")}),
        ({"correct_answer": ["A"]}, {("correct_answer", "wrong_type")}),
        ({"correct_answer": None}, {("correct_answer", "wrong_type")}),
        ({"credits": {"A": 50, "Z": 1}}, {("credits.Z", "unknown_label")}),
        ({"credits": {"A": 101}}, {("credits.A", "out_of_range")}),
        ({"credits": {"C": 50}}, {("credits.C", "contradiction")}),
        ({"credits": {"A": "half"}}, {("credits.A", "not_a_number")}),
        ({"feedback": {"E": "no such option"}}, {("feedback.E", "unknown_label")}),
        ({"points": 0}, {("points", "out_of_range")}),
        ({"points": "1e50"}, {("points", "out_of_range")}),
        ({"points": "0.00001"}, {("points", "too_fine")}),
        ({"points": True}, {("points", "not_a_number")}),
        ({"case_sensitive": True}, {("case_sensitive", "not_applicable")}),
        ({"tags": ["a,b"]}, {("tags[0]", "comma")}),
        ({"title": "two\nlines"}, {("title", "control_character")}),
        ({"answer": "C"}, {("answer", "unknown_field")}),
        ({"question_text": "", "options": ["a"]},
         {("question_text", "required"), ("options", "too_few"), ("correct_answer", "unknown_label")}),
        ({"options": [str(n) + "é" * 990 for n in range(26)]}, {("", "too_long")}),
    ],
)  # fmt: skip
def test_a_malformed_question_is_refused_with_every_fault_and_its_path(
    changes: dict[str, object], expected: set[tuple[str, str]]
) -> None:
    assert faults_of(**changes) == expected


@pytest.mark.parametrize(
    ("kind", "changes", "expected"),
    [
        ("multiple_response", {"correct_answer": []}, {("correct_answer", "too_few")}),
        ("multiple_response", {"correct_answer": "A"}, {("correct_answer", "wrong_type")}),
        ("multiple_response", {"correct_answer": ["A", "A"]}, {("correct_answer[1]", "duplicate")}),
        ("multiple_response", {"correct_answer": ["A", "B"], "credits": {"A": 50, "B": 30}}, {("credits", "sum")}),
        ("multiple_response", {"correct_answer": ["A"], "credits": {"A": 50, "B": 50}}, {("credits", "contradiction")}),
        ("multiple_response", {"correct_answer": ["A", "B"], "credits": {"A": 100, "B": "1e-9"}},
         {("credits", "contradiction")}),
        ("true_false", {"correct_answer": True}, {("options", "not_applicable")}),
        ("true_false", {"correct_answer": "true", "options": []}, {("correct_answer", "wrong_type")}),
        ("true_false", {"correct_answer": True, "options": [], "credits": {"true": 50}},
         {("credits", "not_applicable")}),
        ("short_answer", {"correct_answer": [], "options": []}, {("correct_answer", "too_few")}),
        ("short_answer", {"correct_answer": ["a", "a"], "options": []}, {("correct_answer[1]", "duplicate")}),
        ("short_answer", {"correct_answer": [1], "options": []}, {("correct_answer[0]", "wrong_type")}),
        ("short_answer", {"correct_answer": "a", "options": [], "credits": {"A": 50}}, {("credits", "no_full_credit")}),
        ("short_answer", {"correct_answer": ["a", "b"], "options": [], "credits": {"B": -1}},
         {("credits.B", "out_of_range")}),
        ("numeric", {"correct_answer": "1,5", "options": []}, {("correct_answer[0]", "not_a_number")}),
        ("numeric", {"correct_answer": ["5..1"], "options": []}, {("correct_answer[0]", "not_a_number")}),
        ("numeric", {"correct_answer": ["3:-1"], "options": []}, {("correct_answer[0]", "not_a_number")}),
        ("numeric", {"correct_answer": ["1e999999999"], "options": []}, {("correct_answer[0]", "not_a_number")}),
        ("ordering", {"correct_answer": ["A", "B"]}, {("correct_answer", "not_a_permutation")}),
        ("ordering", {"correct_answer": ["A", "B", "C", "E"]},
         {("correct_answer[3]", "unknown_label")}),
    ],
)  # fmt: skip
def test_each_kind_has_its_own_rules_for_the_key(
    kind: str, changes: dict[str, object], expected: set[tuple[str, str]]
) -> None:
    assert faults_of(question_type=kind, **changes) == expected


def test_a_missing_field_is_named_once() -> None:
    with pytest.raises(BadQuestion) as refusal:
        question_of({"question_type": "numeric"})
    assert [(fault.path, fault.code) for fault in refusal.value.faults] == [
        ("correct_answer", "required"),
        ("question_text", "required"),
    ]


def test_numbers_may_come_as_numbers_and_are_kept_exactly() -> None:
    record = {"question_type": "numeric", "question_text": "π?", "correct_answer": [3.14, 22, "3:0.10"], "points": 2.50}
    stored = record_of(question_of(record))
    assert stored["correct_answer"] == ["3.14", "22", "3:0.10"]
    assert stored["points"] == "2.5"


def test_equal_shares_are_implied_and_need_no_credits() -> None:
    question = question_of(
        STORED
        | {"question_type": "multiple_response", "correct_answer": ["C", "A", "B"]}
        | {"credits": {"A": "33.333", "B": "33.333", "C": "33.333", "D": 0}}
    )
    assert (question.correct, question.credits) == (("A", "B", "C"), {})


def test_unequal_or_negative_shares_are_kept() -> None:
    shares = {"A": "75", "C": "25", "D": "-50"}
    record = STORED | {"question_type": "multiple_response", "correct_answer": ["A", "C"], "credits": shares}
    assert record_of(question_of(record))["credits"] == shares


@given(questions(), texts, texts)
def test_what_a_candidate_sees_does_not_depend_on_any_key_material(question: Question, a: str, b: str) -> None:
    match question.kind:
        case Kind.TRUE_FALSE:
            other_key: tuple[str, ...] = ("false" if question.correct == ("true",) else "true",)
        case Kind.SHORT_ANSWER:
            other_key = (f"{a}{b}",)
        case Kind.NUMERIC:
            other_key = ("12345:6",)
        case Kind.ORDERING:
            other_key = tuple(reversed(question.correct))
        case _:
            other_key = ("B" if question.correct[0] == "A" else "A",)
    other = checked(
        replace(question, correct=other_key, credits={}, feedback={}, explanation=a, title="t", tags=("x",))
    )
    assert candidate_view(other) == candidate_view(question)
    assert set(candidate_view(question)) == {"question_type", "question_text", "text_format", "options", "points"}


@given(st.permutations(["wake up", "get up", "wash", "eat"]))
def test_items_to_be_ordered_are_stored_in_the_same_order_whatever_the_right_one_is(items: list[str]) -> None:
    question = question_of(
        {"question_type": "ordering", "question_text": "Morning", "options": items, "correct_answer": list("ABCD")}
    )
    assert question.options == ("eat", "get up", "wake up", "wash")
    assert [question.options["ABCD".index(label)] for label in question.correct] == items


def asked(kind: Kind, **fields: object) -> Question:
    return question_of({"question_type": kind.value, "question_text": "?"} | fields)


CHOICE = asked(Kind.SINGLE_CHOICE, options=["a", "b", "c"], correct_answer="B")
RESPONSE = asked(Kind.MULTIPLE_RESPONSE, options=["a", "b", "c"], correct_answer=["B"])
ORDER = asked(Kind.ORDERING, options=["a", "b", "c"], correct_answer=["B", "A", "C"])
TRUTH = asked(Kind.TRUE_FALSE, correct_answer=True)
SHORT = asked(Kind.SHORT_ANSWER, correct_answer="a")
NUMBER = asked(Kind.NUMERIC, correct_answer=1)


@pytest.mark.parametrize(
    ("question", "given_answer", "stored"),
    [
        (CHOICE, "C", "C"),
        (RESPONSE, ["C", "A"], ["A", "C"]),
        (ORDER, ["C", "A", "B"], ["C", "A", "B"]),
        (TRUTH, False, False),
        (SHORT, "  Paris\n", "Paris"),
        (NUMBER, " −1.50 ", "-1.5"),
        (NUMBER, "1e3", "1000"),
        (NUMBER, 0.1, "0.1"),
        (NUMBER, 10**30, "1" + "0" * 30),
        (NUMBER, "0.1234567890123456789012345678901234567", "0.1234567890123456789012345678901234567"),
        (NUMBER, "-0.0", "0"),
        (NUMBER, "0e99", "0"),
        (NUMBER, "-1e99", "-1" + "0" * 99),
    ],
)
def test_a_well_formed_answer_has_one_stored_form(question: Question, given_answer: object, stored: object) -> None:
    assert answer_of(question, given_answer) == stored


@pytest.mark.parametrize(
    ("question", "given_answer", "code"),
    [
        (CHOICE, "D", "unknown_label"),
        (CHOICE, "b", "unknown_label"),
        (CHOICE, ["A"], "wrong_type"),
        (CHOICE, None, "wrong_type"),
        (CHOICE, True, "wrong_type"),
        (RESPONSE, [], "required"),
        (RESPONSE, "AB", "wrong_type"),
        (RESPONSE, ["A", "A"], "duplicate"),
        (RESPONSE, ["A", 2], "unknown_label"),
        (RESPONSE, [["A"]], "unknown_label"),
        (ORDER, ["A", "B"], "not_a_permutation"),
        (ORDER, ["A", "B", "B"], "duplicate"),
        (TRUTH, "true", "wrong_type"),
        (TRUTH, 1, "wrong_type"),
        (SHORT, "  ", "required"),
        (SHORT, "x" * 501, "too_long"),
        (SHORT, "\0", "control_character"),
        (SHORT, 5, "wrong_type"),
        (NUMBER, "1,5", "not_a_number"),
        (NUMBER, "one", "not_a_number"),
        (NUMBER, "1e100", "not_a_number"),
        (NUMBER, "1e-100", "not_a_number"),
        (NUMBER, "", "not_a_number"),
        (NUMBER, True, "wrong_type"),
        (NUMBER, float("nan"), "not_a_number"),
        (NUMBER, float("inf"), "not_a_number"),
        (NUMBER, "9" * 5000, "not_a_number"),
        pytest.param(NUMBER, 10**5000, "not_a_number", id="a number of 5000 digits"),
    ],
)
def test_an_answer_of_the_wrong_shape_is_refused(question: Question, given_answer: object, code: str) -> None:
    with pytest.raises(BadAnswer) as refusal:
        answer_of(question, given_answer)
    assert [(fault.path, fault.code) for fault in refusal.value.faults] == [("selected_answer", code)]


@given(answered_questions())
def test_a_stored_answer_is_a_well_formed_answer(pair: tuple[Question, object]) -> None:
    question, answer = pair
    assert answer_of(question, answer) == answer_of(question, answer_of(question, answer))


@given(st.from_regex(r"[+-]?[0-9]{0,9}\.?[0-9]{1,30}(e[+-]?[0-9]{1,2})?", fullmatch=True))
def test_the_stored_form_of_a_number_is_itself_a_number_of_the_same_value(written: str) -> None:
    assume(abs(Decimal(written).adjusted()) <= 99 or not Decimal(written))
    stored = answer_of(NUMBER, written)
    assert isinstance(stored, str)
    assert Decimal(stored) == Decimal(written)
    assert answer_of(NUMBER, stored) == stored


def test_points_are_shown_without_trailing_zeros() -> None:
    assert candidate_view(replace(CHOICE, points=Decimal("2.50")))["points"] == "2.5"
