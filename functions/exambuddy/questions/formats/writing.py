"""Export of questions, in any format that can hold them all."""

from collections.abc import Callable, Iterable
from enum import StrEnum

from functions.exambuddy.questions.formats.csv_table import write_csv
from functions.exambuddy.questions.formats.gift_writer import write_gift
from functions.exambuddy.questions.formats.json_list import write_json
from functions.exambuddy.questions.kinds import Question


class ExportFormat(StrEnum):
    """Without Aiken, which knows one kind of question only."""

    CSV = "csv"
    JSON = "json"
    GIFT = "gift"


def _gift(questions: Iterable[Question]) -> str:
    """What the format cannot say stands in comments at the top."""
    file = write_gift(questions)
    losses = (f"// question {loss.number}, {loss.field}: {loss.message}\n" for loss in file.losses)
    return "".join(losses) + file.text


_WRITERS: dict[ExportFormat, Callable[[Iterable[Question]], str]] = {
    ExportFormat.CSV: write_csv,
    ExportFormat.JSON: write_json,
    ExportFormat.GIFT: _gift,
}


def write_questions(file_format: ExportFormat, questions: Iterable[Question]) -> str:
    return _WRITERS[file_format](questions)
