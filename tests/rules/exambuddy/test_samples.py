"""Whole files as teachers keep them: imported, exported, imported again, and sat as an exam."""

from collections import Counter
from decimal import Decimal
from pathlib import Path

import pytest

from functions.exambuddy.questions.answers import answer_of
from functions.exambuddy.questions.formats.csv_table import write_csv
from functions.exambuddy.questions.formats.gift_writer import write_gift
from functions.exambuddy.questions.formats.json_list import write_json
from functions.exambuddy.questions.formats.reading import FileFormat, import_questions
from functions.exambuddy.questions.formats.report import Report
from functions.exambuddy.questions.kinds import Question, TextFormat
from functions.exambuddy.questions.record import record_of
from functions.exambuddy.questions.scoring import Policy, mark, score
from tests.rules.exambuddy.strategies import full_answer

SAMPLES = Path(__file__).parent / "samples"


def report_of(name: str) -> Report:
    return import_questions(FileFormat(name.rpartition(".")[2]), (SAMPLES / name).read_bytes())


def bank_of(name: str) -> list[Question]:
    return [draft.question for draft in report_of(name).accepted()]


GIFT = "web_and_databases.gift"
AIKEN = "general_knowledge.aiken"


def by_title(title: str) -> dict[str, object]:
    (question,) = (question for question in bank_of(GIFT) if question.title == title)
    record = record_of(question)
    return {name: record[name] for name in record if name not in ("title", "category", "question_text")}


def test_the_gift_file_holds_every_kind_of_question() -> None:
    assert Counter(question.kind.value for question in bank_of(GIFT)) == {
        "multiple_choice": 13,
        "numeric": 10,
        "true_false": 6,
        "multiple_response": 4,
        "short_answer": 4,
        "ordering": 2,
    }


def test_names_categories_tags_and_formats_of_the_gift_file_are_kept() -> None:
    bank = bank_of(GIFT)
    assert (bank[0].title, bank[0].reference, bank[0].tags) == ("Status of a missing page", "WEB-001", ("http", "easy"))
    assert Counter(question.category for question in bank) == {
        "web/protocols": 14,
        "databases/relational": 8,
        "databases/key-value": 9,
        "programming": 8,
    }
    assert {question.text_format for question in bank} == set(TextFormat)
    assert sum(bool(question.explanation) for question in bank) == 3


@pytest.mark.parametrize(
    ("title", "record"),
    [
        ("Weights that punish guessing",
         {"question_type": "multiple_response", "options": ["UTF-8", "Latin-1", "TCP", "JPEG"],
          "correct_answer": ["A", "B"], "credits": {"A": "50", "B": "50", "C": "-50", "D": "-50"},
          "feedback": {"C": "A transport protocol.", "D": "An image format."}}),
        ("Half right",
         {"question_type": "multiple_choice", "options": ["secure", "secret", "server", "simple"],
          "correct_answer": "A", "credits": {"B": "50"}, "feedback": {"B": "Nearly."}}),
        ("Read units",
         {"question_type": "numeric", "correct_answer": ["3", "2..4", "*"], "credits": {"B": "50", "C": "0"},
          "feedback": {"A": "Nine kilobytes are three units of four, begun.", "B": "Not exact.",
                       "C": "A unit is 4 KB."}}),
        ("Partition key operators",
         {"question_type": "true_false", "correct_answer": False,
          "explanation": "Ranges and prefixes are for the sort key.",
          "feedback": {"true": "Only equality is accepted there."}}),
        ("Growth",
         {"question_type": "ordering", "options": ["log n", "n", "n squared", "two to the n"],
          "correct_answer": ["A", "B", "C", "D"]}),
        ("Short answer with a wildcard",
         {"question_type": "short_answer", "correct_answer": ["INSERT", "INSERT INTO*", "*"],
          "credits": {"C": "0"}, "feedback": {"C": "Think of the opposite of DELETE."}}),
        ("A colon :: in a title", {"question_type": "true_false", "correct_answer": True}),
    ],
)  # fmt: skip
def test_a_question_of_the_gift_file_is_stored_as_expected(title: str, record: dict[str, object]) -> None:
    assert by_title(title) == record


def test_words_around_the_braces_and_escapes_come_out_as_written() -> None:
    texts = {question.title: question.text for question in bank_of(GIFT)}
    assert texts["Missing word, choice"] == "The header that names the type of a body is _____."
    assert texts["Consistency"] == "By default a GetItem of DynamoDB is _____ consistent."
    assert texts["Line breaks"] == "What does the following print?\n    print(1 + 1)"
    assert texts["Arithmetic"] == r"What is $\frac{1}{2} + \frac{1}{4}$ as a decimal number?"
    assert texts["GROUP BY"] == "Which clause removes groups\nafter they have been made,\nrather than rows before?"


def test_the_aiken_file_with_byte_order_mark_and_windows_lines_is_read_whole() -> None:
    bank = bank_of(AIKEN)
    assert len(bank) == 32
    assert bank[0].options == ("Oxygen", "Nitrogen", "Argon", "Carbon dioxide")
    assert [question.correct[0] for question in bank].count("B") == 13
    assert bank[10].text == "U.S. law: how many amendments make up the Bill of Rights?"
    assert not any("\r" in text for question in bank for text in (question.text, *question.options))


def test_what_does_not_map_is_reported_by_line_and_refuses_the_file() -> None:
    report = report_of("not_mapping.gift")
    assert [(problem.line, problem.code) for problem in report.problems] == [
        (3, "gift_description"),
        (5, "gift_essay"),
        (7, "gift_essay"),
        (11, "gift_matching"),
        (19, "gift_mixed_formats"),
        (24, "gift_unbalanced_braces"),
        (28, "gift_unbalanced_braces"),
        (30, "gift_second_answer"),
        (32, "gift_no_correct_answer"),
        (34, "sum"),
        (36, "not_a_number"),
    ]


@pytest.mark.parametrize("name", [GIFT, AIKEN])
def test_a_bank_survives_every_export(name: str) -> None:
    bank = bank_of(name)
    gift = write_gift(bank)
    assert gift.losses == ()
    for file_format, text in (
        (FileFormat.GIFT, gift.text),
        (FileFormat.CSV, write_csv(bank)),
        (FileFormat.JSON, write_json(bank)),
    ):
        again = import_questions(file_format, text.encode()).accepted()
        assert [draft.question for draft in again] == bank


@pytest.mark.parametrize("name", [GIFT, AIKEN])
def test_importing_a_file_a_second_time_finds_every_question_in_the_bank(name: str) -> None:
    known = {draft.fingerprint for draft in report_of(name).accepted()}
    report = import_questions(FileFormat(name.rpartition(".")[2]), (SAMPLES / name).read_bytes(), known)
    assert report.drafts == ()
    assert {problem.code for problem in report.problems} == {"duplicate_in_bank"}


@pytest.mark.parametrize("name", [GIFT, AIKEN])
def test_whoever_knows_everything_scores_everything(name: str) -> None:
    bank = bank_of(name)
    result = score(mark(str(at), each, answer_of(each, full_answer(each)), Policy()) for at, each in enumerate(bank))
    assert result.correct == result.total == len(bank)
    assert result.share == 1
    assert result.points == sum((each.points for each in bank), Decimal(0))
