"""What holds for every file format: round trips, all or nothing, limits, duplicates, no file that breaks a reader."""

import json
from decimal import Decimal

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from msgspec.structs import replace

from functions.exambuddy.questions.formats.csv_table import write_csv
from functions.exambuddy.questions.formats.gift_writer import write_gift
from functions.exambuddy.questions.formats.json_list import write_json
from functions.exambuddy.questions.formats.reading import FileFormat, import_questions
from functions.exambuddy.questions.formats.report import MOST_BYTES, MOST_PROBLEMS, MOST_QUESTIONS, ImportRefused
from functions.exambuddy.questions.kinds import Question
from functions.exambuddy.questions.record import question_of
from functions.exambuddy.questions.wording import fingerprint
from tests.rules.exambuddy.strategies import questions

banks = st.lists(questions(), min_size=1, max_size=4, unique_by=fingerprint)


def imported(file_format: FileFormat, text: str) -> list[Question]:
    return [draft.question for draft in import_questions(file_format, text.encode()).accepted()]


@given(banks)
def test_json_gives_back_what_it_was_given(bank: list[Question]) -> None:
    assert imported(FileFormat.JSON, write_json(bank)) == bank


@given(banks)
def test_csv_gives_back_what_it_was_given(bank: list[Question]) -> None:
    assert imported(FileFormat.CSV, write_csv(bank)) == bank


@given(banks)
def test_gift_gives_back_all_that_it_does_not_report_as_lost(bank: list[Question]) -> None:
    file = write_gift(bank)
    left_out = {loss.number for loss in file.losses if loss.left_out}
    kept = [question for number, question in enumerate(bank, 1) if number not in left_out]
    expected = [
        replace(
            question,
            points=Decimal(1),
            case_sensitive=False,
            accent_sensitive=True,
            feedback={} if question.kind == "ordering" else question.feedback,
        )
        for question in kept
    ]
    assert (imported(FileFormat.GIFT, file.text) if kept else []) == expected


@given(banks)
def test_gift_reports_every_field_that_it_loses(bank: list[Question]) -> None:
    lost = {(loss.number, loss.field) for loss in write_gift(bank).losses}
    for number, question in enumerate(bank, 1):
        assert ((number, "points") in lost) == (question.points != 1)


_ALPHABET = "ab 1~=#{}:\\%[]->/\n\r\t,;\"'$AB.).T*_\0é\ufeff"
_FRAGMENTS = [
    "ANSWER: A",
    "\n\n",
    "A. x\n",
    "B) y\n",
    "{",
    "}",
    "####",
    "::",
    "$CATEGORY: ",
    "// [tag:x]",
    "%50%",
    "->",
]
_FRAGMENTS += ['{"questions":[', "{}", "]", '"', "question_type,question_text\n", "[html]", "{#1..5}", "{T}", "{=a ~b}"]
files = st.lists(st.sampled_from(_FRAGMENTS) | st.text(_ALPHABET, max_size=6), max_size=12).map("".join)


@given(st.sampled_from(FileFormat), files | st.text(max_size=60))
@example(FileFormat.JSON, "[" * 100_000)
@example(FileFormat.JSON, '[{"question_text":' * 20_000)
@example(FileFormat.JSON, f'[{{"points": {"9" * 5000}}}]')
@example(FileFormat.JSON, '[{"question_text": "\\ud800"}]')
@example(FileFormat.CSV, '"')
@example(FileFormat.CSV, "question_type,question_text\n" + "x" * 200_000)
@example(FileFormat.GIFT, "\\")
@example(FileFormat.GIFT, "::")
@example(FileFormat.GIFT, "{")
@example(FileFormat.GIFT, "a{=" + "~" * 5000 + "}")
def test_no_file_breaks_a_reader_and_every_problem_has_a_line_of_the_file(file_format: FileFormat, text: str) -> None:
    data = text.encode(errors="surrogatepass")
    report = import_questions(file_format, data)
    assert report.drafts or report.problems
    lines = text.replace("\r\n", "\n").replace("\r", "\n").count("\n") + 1
    assert all(1 <= problem.line <= lines and problem.code and problem.message for problem in report.problems)
    assert all(question_of_again(draft.question) for draft in report.drafts)


def question_of_again(question: Question) -> bool:
    (again,) = imported(FileFormat.JSON, write_json([question]))
    return again == question


def rows(count: int, **fields: object) -> bytes:
    record = {"question_type": "true_false", "correct_answer": True} | fields
    return json.dumps([{"question_text": f"Statement {n}"} | record for n in range(count)]).encode()


def test_a_thousand_questions_are_read_and_one_more_is_too_many() -> None:
    assert len(import_questions(FileFormat.JSON, rows(MOST_QUESTIONS)).accepted()) == MOST_QUESTIONS
    report = import_questions(FileFormat.JSON, rows(MOST_QUESTIONS + 1))
    assert [problem.code for problem in report.problems] == ["too_many_questions"]
    assert report.is_too_large


def test_a_file_above_the_limit_is_not_even_read() -> None:
    report = import_questions(FileFormat.GIFT, b"x" * (MOST_BYTES + 1))
    assert [problem.code for problem in report.problems] == ["file_too_large"]
    assert report.is_too_large


def test_problems_are_listed_up_to_a_bound() -> None:
    problems = import_questions(FileFormat.JSON, rows(MOST_QUESTIONS, points=0)).problems
    assert len(problems) == MOST_PROBLEMS + 1
    assert problems[-1].code == "too_many_problems"


def test_one_problem_refuses_the_whole_file() -> None:
    report = import_questions(FileFormat.GIFT, b"Right?{T}\n\nDiscuss.{}\n\nWrong?{F}")
    assert len(report.drafts) == 2
    with pytest.raises(ImportRefused) as refusal:
        report.accepted()
    assert [(problem.number, problem.line, problem.code) for problem in refusal.value.problems] == [
        (2, 3, "gift_essay")
    ]


def test_a_question_asked_twice_is_found_by_its_normal_form() -> None:
    report = import_questions(FileFormat.GIFT, b"Is water wet?{T}\n\nOther.{F}\n\nIS  WATER\nWET?{F}")
    assert [(problem.number, problem.line, problem.code) for problem in report.problems] == [
        (3, 5, "duplicate_in_file")
    ]


def test_the_same_words_with_other_options_are_another_question() -> None:
    text = "Which is prime?{=7 ~8}\n\nWhich is prime?{=11 ~12}"
    assert len(import_questions(FileFormat.GIFT, text.encode()).accepted()) == 2


def test_a_question_that_the_bank_already_has_is_found() -> None:
    first = import_questions(FileFormat.AIKEN, b"Which?\nA. this\nB. that\nANSWER: A\n").accepted()
    known = {draft.fingerprint for draft in first}
    report = import_questions(FileFormat.GIFT, b"New?{T}\n\nwhich?{~This =That}", known)
    assert [(problem.line, problem.code) for problem in report.problems] == [(3, "duplicate_in_bank")]


@pytest.mark.parametrize("file_format", FileFormat)
def test_text_that_is_not_utf8_is_refused_with_its_line(file_format: FileFormat) -> None:
    report = import_questions(file_format, b"first\nsecond \xff\n")
    assert [(problem.line, problem.code) for problem in report.problems] == [(2, "not_utf8")]


@pytest.mark.parametrize("file_format", [FileFormat.GIFT, FileFormat.AIKEN])
def test_a_file_without_questions_says_so(file_format: FileFormat) -> None:
    report = import_questions(file_format, b"\xef\xbb\xbf\r\n\r\n")
    assert [problem.code for problem in report.problems] == ["no_questions"]


def test_byte_order_mark_and_any_line_ends_are_read() -> None:
    text = "\ufeffWhich?\r\nA. this\r\nB. that\r\nANSWER: A\r\rOld Mac?\rA) yes\rB) no\rANSWER: B"
    assert [question.text for question in imported(FileFormat.AIKEN, text)] == ["Which?", "Old Mac?"]


def test_a_stored_question_is_a_row_of_the_json_format() -> None:
    record = {"question_type": "numeric", "question_text": "2 + 2?", "correct_answer": ["4"]}
    assert imported(FileFormat.JSON, json.dumps([record])) == [question_of(record)]
