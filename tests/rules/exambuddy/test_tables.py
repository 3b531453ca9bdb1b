"""CSV as people write it in spreadsheets, and JSON as programs send it."""

import json

import pytest

from functions.exambuddy.questions.formats.csv_table import write_csv
from functions.exambuddy.questions.formats.reading import FileFormat, import_questions
from functions.exambuddy.questions.record import question_of, record_of


def records(file_format: FileFormat, text: str) -> list[dict[str, object]]:
    return [record_of(draft.question) for draft in import_questions(file_format, text.encode()).accepted()]


def problems(file_format: FileFormat, text: str) -> list[tuple[int, int, str, str]]:
    report = import_questions(file_format, text.encode())
    return [(problem.number, problem.line, problem.code, problem.field) for problem in report.problems]


def test_a_spreadsheet_with_every_kind_is_read() -> None:
    table = (
        "Question Type;Question Text;Option A;Option B;Option C;Correct Answer;Points;Tags;Credit B;Feedback A\r\n"
        'multiple_choice;"Which ""one""; really?";x;y;z;c;2,5;;;\r\n'
    )
    assert problems(FileFormat.CSV, table) == [(1, 2, "not_a_number", "points")]
    table = table.replace("2,5", "2.5") + (
        "multiple_response;Which two?;x;y;z;A C;;one, two;;\r\n"
        ";;;;;;;;;\r\n"
        "true_false;Right?;;;;Yes;;;;\r\n"
        "short_answer;Capital of France?;Paris;Paree;;;;;50;Oui.\r\n"
        "short_answer;Capital of Peru?;;;;Lima;;;;\r\n"
        "numeric;Half of one?;0.5:0.01;0..1;;;;;25;\r\n"
        'ordering;"First\nto last";one;two;three;;;;;\r\n'
        "ordering;Alphabet;b;c;a;C,A,B;;;;\r\n"
    )
    drafts = import_questions(FileFormat.CSV, table.encode()).accepted()
    assert [draft.line for draft in drafts] == [2, 3, 5, 6, 7, 8, 9, 11]
    assert [record_of(draft.question) for draft in drafts] == [
        {"question_type": "multiple_choice", "question_text": 'Which "one"; really?', "options": ["x", "y", "z"],
         "correct_answer": "C", "points": "2.5"},
        {"question_type": "multiple_response", "question_text": "Which two?", "options": ["x", "y", "z"],
         "correct_answer": ["A", "C"], "tags": ["one", "two"]},
        {"question_type": "true_false", "question_text": "Right?", "correct_answer": True},
        {"question_type": "short_answer", "question_text": "Capital of France?", "correct_answer": ["Paris", "Paree"],
         "credits": {"B": "50"}, "feedback": {"A": "Oui."}},
        {"question_type": "short_answer", "question_text": "Capital of Peru?", "correct_answer": ["Lima"]},
        {"question_type": "numeric", "question_text": "Half of one?", "correct_answer": ["0.5:0.01", "0..1"],
         "credits": {"B": "25"}},
        {"question_type": "ordering", "question_text": "First\nto last", "options": ["one", "three", "two"],
         "correct_answer": ["A", "C", "B"]},
        {"question_type": "ordering", "question_text": "Alphabet", "options": ["a", "b", "c"],
         "correct_answer": ["A", "B", "C"]},
    ]  # fmt: skip


HEADER = "question_type,question_text,option_a,option_b,correct_answer\n"


@pytest.mark.parametrize(
    ("table", "expected"),
    [
        ("", [(0, 1, "csv_column", "question_type"), (0, 1, "csv_column", "question_text")]),
        ("question_type,text\n", [(0, 1, "csv_column", "question_text"), (0, 1, "csv_column", "text")]),
        (HEADER.replace("option_b", "option_a"), [(0, 1, "csv_column", "option_a")]),
        (HEADER, [(0, 1, "no_questions", "")]),
        (HEADER + "multiple_choice,?,x,y,A,extra\n", [(1, 2, "csv_row", "")]),
        (HEADER + 'multiple_choice,"never closed\n', [(0, 2, "csv_syntax", "")]),
        (HEADER + "multiple_choice,?,x,y,A B\n", [(1, 2, "wrong_type", "correct_answer")]),
        (HEADER + "multiple_choice,?,x,y,\n", [(1, 2, "wrong_type", "correct_answer")]),
        (HEADER + "multiple_choice,?,,y,B\n", [(1, 2, "required", "options[0]")]),
        (HEADER + "true_false,?,,,maybe\n", [(1, 2, "wrong_type", "correct_answer")]),
        (HEADER + "short_answer,?,x,,y\n", [(1, 2, "not_applicable", "options")]),
        (HEADER + "essay,?,,,\n", [(1, 2, "unknown_value", "question_type")]),
        (HEADER + "\nessay,?,,,\n\n,no kind,,,\n", [
            (1, 3, "unknown_value", "question_type"), (2, 5, "unknown_value", "question_type")]),
    ],
)  # fmt: skip
def test_a_table_that_does_not_fit_is_reported_by_line_and_column(
    table: str, expected: list[tuple[int, int, str, str]]
) -> None:
    assert problems(FileFormat.CSV, table) == expected


def test_no_cell_is_exported_that_a_spreadsheet_would_run() -> None:
    question = question_of(
        {"question_type": "short_answer", "question_text": "=1+1", "correct_answer": ["-2", "@x", "'q", "+y", "plain"]}
    )
    table = write_csv([question])
    assert "\r\nshort_answer,'=1+1,'-2,'@x,''q,'+y,plain\r\n" in table
    assert records(FileFormat.CSV, table) == [record_of(question)]


STATEMENT = '{"question_type": "true_false", "question_text": "%s", "correct_answer": true}'


def test_json_is_a_list_or_an_object_that_holds_it_and_lines_are_known() -> None:
    rows = ",\n".join(STATEMENT % n for n in range(3))
    for text in (f"[{rows}]", f' {{ "questions" :\n[\n{rows} ]\n}} '):
        assert [record["question_text"] for record in records(FileFormat.JSON, text)] == ["0", "1", "2"]
    drafts = import_questions(FileFormat.JSON, f'{{"questions": [\n\n{rows}]}}'.encode()).accepted()
    assert [draft.line for draft in drafts] == [3, 4, 5]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", [(0, 1, "json_shape", "")]),
        ("[]", [(0, 1, "no_questions", "")]),
        ("7", [(0, 1, "json_shape", "")]),
        ('{"items": []}', [(0, 1, "json_shape", "")]),
        ("{}", [(0, 1, "json_syntax", "")]),
        (f"[{STATEMENT}\n{STATEMENT}]", [(0, 2, "json_syntax", "")]),
        (f"[{STATEMENT},\n]", [(0, 2, "json_syntax", "")]),
        (f"[{STATEMENT}]\n]", [(0, 2, "json_syntax", "")]),
        (f'{{"questions": [{STATEMENT}]', [(0, 1, "json_syntax", "")]),
        (f"[{STATEMENT},\n7]", [(2, 2, "json_shape", "")]),
        (f"[{STATEMENT},\n{{}}]", [
            (2, 2, "required", name) for name in ("correct_answer", "question_text", "question_type")]),
        ('[{"points": NaN}]', [(0, 1, "json_syntax", "")]),
        ('[{"points": 1, "points": 2}]', [(0, 1, "json_syntax", "")]),
        (f"[{STATEMENT}, {STATEMENT}]", [(2, 1, "duplicate_in_file", "")]),
    ],
)  # fmt: skip
def test_json_that_does_not_fit_is_reported_by_line(text: str, expected: list[tuple[int, int, str, str]]) -> None:
    assert problems(FileFormat.JSON, text) == expected


def test_numbers_of_json_are_read_exactly() -> None:
    text = json.dumps([{"question_type": "numeric", "question_text": "π?", "correct_answer": "@"}])
    exact = "3.14159265358979323846264338327950288"
    assert records(FileFormat.JSON, text.replace('"@"', exact))[0]["correct_answer"] == [exact]
