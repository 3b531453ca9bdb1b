"""From a table that came in to items: every wrong cell is named, and one is enough to refuse all."""

from http import HTTPStatus

from pydantic import ValidationError
from pydantic_core import PydanticSerializationError, to_json

from edge.binding import invalid
from edge.document import Document
from edge.observe import log_fault
from edge.problems import FieldError, Problem
from functions.wdrbe.models.requests import CreateItem
from functions.wdrbe.repository.imports import Imports
from functions.wdrbe.rules.imports import Row, read_rows
from singletable.errors import StoreError


def checked_rows(table: Document) -> list[Row]:
    checked: list[Row] = []
    wrong: list[FieldError] = []
    report: list[dict[str, object]] = []
    for number, row in enumerate(read_rows(table.media_type, table.text)):
        try:
            checked.append(CreateItem.model_validate_json(to_json(row)).model_dump(exclude_none=True))
            found: tuple[FieldError, ...] = ()
        except ValidationError as error:
            found = invalid(error, f"rows[{number}]").errors
        except PydanticSerializationError:
            # Half a character, or lists in lists in lists: JSON that Python reads and nobody can write.
            found = (FieldError(f"rows[{number}]", "unreadable_row", "This row cannot be read."),)
        wrong += found
        report.append({"row": number + 1, "errors": [{"path": e.path, "message": e.message} for e in found]})
    if wrong:
        raise Problem(
            HTTPStatus.BAD_REQUEST,
            "invalid_request",
            "Some rows are not valid; nothing was imported.",
            tuple(wrong),
            {"report": report},
        )
    return checked


def finish_now(imports: Imports, user_id: str, import_id: str) -> None:
    """So that the caller finds the items at once. The import is accepted: what fails here, the worker finishes."""
    try:
        imports.finish(user_id, import_id)
    except StoreError as error:
        log_fault(error)
