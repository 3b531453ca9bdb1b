"""From a table that came in to items: every wrong cell is named, and one is enough to refuse all."""

from http import HTTPStatus

from edge.binding import MOST_ERRORS
from edge.document import Document
from edge.observe import log_fault
from edge.problems import FieldError, Problem
from edge.reading import reader_of
from functions.wdrbe.models.requests import CreateItem
from functions.wdrbe.repository.imports import Imports
from functions.wdrbe.rules.imports import Row, read_rows
from singletable.errors import StoreError

MOST_ERRORS_OF_A_ROW = 20


def checked_rows(table: Document) -> list[Row]:
    checked: list[Row] = []
    wrong: list[FieldError] = []
    report: list[dict[str, object]] = []
    reader = reader_of(CreateItem, strict=True)
    for number, row in enumerate(read_rows(table.media_type, table.text)):
        found: list[FieldError] = []
        item = reader.read(row, f"rows[{number}]", found)
        if not found:
            checked.append(item.given())
        wrong += found
        told = [{"path": error.path, "message": error.message} for error in found[:MOST_ERRORS_OF_A_ROW]]
        report.append({"row": number + 1, "errors": told})
    if wrong:
        raise Problem(
            HTTPStatus.BAD_REQUEST,
            "invalid_request",
            "Some rows are not valid; nothing was imported.",
            tuple(wrong[:MOST_ERRORS]),
            {"report": report},
        )
    return checked


def finish_now(imports: Imports, user_id: str, import_id: str) -> None:
    """So that the caller finds the items at once. The import is accepted: what fails here, the worker finishes."""
    try:
        imports.finish(user_id, import_id)
    except StoreError as error:
        log_fault(error)
