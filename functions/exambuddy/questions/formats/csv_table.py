"""Questions in CSV: a header line, then one question per row; comma, semicolon or tab, quoted as in RFC 4180.

    question_type    required; multiple_choice, multiple_response, true_false, short_answer, numeric or ordering
    question_text    required
    option_a ... option_z      the options; for short_answer and numeric the accepted answers (numeric: 3, 3:0.5, 1..5)
    correct_answer   the letters of the right options, as `C`, `A C` or `A,C`; true or false; for ordering the letters
                     in the right order, or nothing if the options stand in it; a lone accepted answer may stand here
    explanation, points, title, category, reference, text_format (plain, markdown, html, moodle)
    tags             separated by commas
    case_sensitive, accent_sensitive    true or false; short_answer only
    credit_a ... credit_z      percentages, where an option or accepted answer is worth more or less than its due
    feedback_a ... feedback_z, feedback_true, feedback_false

Columns may stand in any order and be left out when empty. A cell that a spreadsheet would take for a formula is written
with a leading apostrophe, which is taken off again when read.
"""

import csv
import io
import re
from collections.abc import Iterable, Mapping

from functions.exambuddy.questions.formats.report import Code, Gathering
from functions.exambuddy.questions.kinds import LABELS, TRUTHS, WITH_ACCEPTED_ANSWERS, Kind, Question
from functions.exambuddy.questions.numbers import plain
from functions.exambuddy.questions.record import record_of

_OPTIONS = [f"option_{label.lower()}" for label in LABELS]
_CREDITS = {f"credit_{label.lower()}": label for label in LABELS}
_FEEDBACK = {f"feedback_{label.lower()}": label for label in (*LABELS, *TRUTHS)}
_TEXTS = ("explanation", "points", "title", "category", "reference", "text_format")
_FLAGS = ("case_sensitive", "accent_sensitive")
_REQUIRED = ("question_type", "question_text")
_COLUMNS = (*_REQUIRED, *_OPTIONS, "correct_answer", *_TEXTS, "tags", *_FLAGS, *_CREDITS, *_FEEDBACK)
_TRUTH_WORDS = dict.fromkeys(("true", "t", "yes", "1"), True) | dict.fromkeys(("false", "f", "no", "0"), False)
_FORMULA = tuple("=+-@'")


def read_csv(text: str, found: Gathering) -> None:
    header, _, _ = text.partition("\n")
    delimiter = max(",;\t", key=header.count)
    rows = csv.reader(io.StringIO(text), delimiter=delimiter, strict=True)
    try:
        columns = [cell.strip().lower().replace(" ", "_") for cell in next(rows, [])]
        if _header_fits(columns, found):
            line = rows.line_num + 1
            for row in rows:
                if any(cell.strip() for cell in row):
                    _read_row(line, columns, row, found)
                line = rows.line_num + 1
    except csv.Error as error:
        found.problem(rows.line_num, Code.CSV_SYNTAX, str(error))


def write_csv(questions: Iterable[Question]) -> str:
    rows = [_row(question) for question in questions]
    used = {column for row in rows for column in row}
    columns = [column for column in _COLUMNS if column in used or column in _REQUIRED]
    table = io.StringIO()
    writer = csv.DictWriter(table, columns, restval="")
    writer.writeheader()
    writer.writerows({column: _guarded(cell) for column, cell in row.items()} for row in rows)
    return table.getvalue()


def _header_fits(columns: list[str], found: Gathering) -> bool:
    fits = True
    for column in _REQUIRED:
        if column not in columns:
            found.problem(1, Code.CSV_COLUMN, f"the header lacks the column {column}", column)
            fits = False
    for at, column in enumerate(columns):
        if column not in _COLUMNS:
            found.problem(1, Code.CSV_COLUMN, f"{column[:40]!r} is not a column of questions", column[:40])
            fits = False
        elif column in columns[:at]:
            found.problem(1, Code.CSV_COLUMN, f"the column {column} stands twice", column)
            fits = False
    return fits


def _read_row(line: int, columns: list[str], row: list[str], found: Gathering) -> None:
    if any(cell.strip() for cell in row[len(columns) :]):
        found.refused(line, Code.CSV_ROW, f"the row has {len(row)} cells, the header has {len(columns)}")
        return
    cells = {column: _unguarded(cell.strip()) for column, cell in zip(columns, row, strict=False) if cell.strip()}
    entries = [cells.get(column, "") for column in _OPTIONS]
    while entries and not entries[-1]:
        entries.pop()
    found.question(line, _record(cells, entries))


def _record(cells: Mapping[str, str], entries: list[str]) -> dict[str, object]:
    kind, key = cells.get("question_type", "").lower(), cells.get("correct_answer", "")
    record: dict[str, object] = {
        "question_type": kind,
        "question_text": cells.get("question_text", ""),
        "credits": {label: cells[column] for column, label in _CREDITS.items() if column in cells},
        "feedback": {label: cells[column] for column, label in _FEEDBACK.items() if column in cells},
        "tags": [tag for tag in map(str.strip, cells.get("tags", "").split(",")) if tag],
    }
    record |= {name: cells[name] for name in _TEXTS if name in cells}
    record |= {name: _truth(cells[name]) for name in _FLAGS if name in cells}
    if kind in WITH_ACCEPTED_ANSWERS:
        return record | ({"options": entries, "correct_answer": [key]} if key else {"correct_answer": entries})
    if kind == Kind.TRUE_FALSE:
        return record | {"options": entries, "correct_answer": _truth(key)}
    letters = re.split(r"[,; ]+", key.upper()) if key else []
    if kind == Kind.ORDERING and not letters:
        letters = list(LABELS[: len(entries)])
    single = kind == Kind.SINGLE_CHOICE and len(letters) == 1
    return record | {"options": entries, "correct_answer": letters[0] if single else letters}


def _truth(cell: str) -> object:
    return _TRUTH_WORDS.get(cell.lower(), cell)


def _row(question: Question) -> dict[str, str]:
    record = record_of(question)
    accepted = question.kind in WITH_ACCEPTED_ANSWERS
    row = {name: str(record[name]) for name in (*_REQUIRED, *_TEXTS) if name in record}
    row |= dict(zip(_OPTIONS, question.correct if accepted else question.options, strict=False))
    row |= {name: str(record[name]).lower() for name in _FLAGS if name in record}
    row |= {column: said for column, label in _FEEDBACK.items() if (said := question.feedback.get(label))}
    row |= {column: plain(question.credits[label]) for column, label in _CREDITS.items() if label in question.credits}
    row |= {"correct_answer": " ".join(question.correct)} if not accepted else {}
    return row | ({"tags": ",".join(question.tags)} if question.tags else {})


def _guarded(cell: str) -> str:
    return f"'{cell}" if cell.startswith(_FORMULA) else cell


def _unguarded(cell: str) -> str:
    return cell[1:] if cell.startswith("'") and cell[1:].startswith(_FORMULA) else cell
