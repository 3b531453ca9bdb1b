"""Import of a question file, whatever its format: bytes in, a report out."""

from collections.abc import Callable, Collection
from contextlib import suppress
from enum import StrEnum

from functions.exambuddy.questions.formats.aiken import read_aiken
from functions.exambuddy.questions.formats.csv_table import read_csv
from functions.exambuddy.questions.formats.gift import read_gift
from functions.exambuddy.questions.formats.json_list import read_json
from functions.exambuddy.questions.formats.report import MOST_BYTES, Code, Enough, Gathering, Problem, Report


class FileFormat(StrEnum):
    CSV = "csv"
    JSON = "json"
    GIFT = "gift"
    AIKEN = "aiken"


_READERS: dict[FileFormat, Callable[[str, Gathering], None]] = {
    FileFormat.CSV: read_csv,
    FileFormat.JSON: read_json,
    FileFormat.GIFT: read_gift,
    FileFormat.AIKEN: read_aiken,
}


def import_questions(file_format: FileFormat, data: bytes, known: Collection[str] = frozenset()) -> Report:
    """`known` holds the fingerprints of the questions that the bank already has."""
    if len(data) > MOST_BYTES:
        return _refused(1, Code.FILE_TOO_LARGE, f"the file has {len(data)} bytes, at most {MOST_BYTES} are read")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        return _refused(line, Code.NOT_UTF8, "the file is not UTF-8 text")
    found = Gathering(known)
    with suppress(Enough):
        _READERS[file_format](text.replace("\r\n", "\n").replace("\r", "\n"), found)
    return found.report()


def _refused(line: int, code: Code, message: str) -> Report:
    return Report((), (Problem(0, line, code, message),))
