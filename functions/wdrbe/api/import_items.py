"""POST /items/import: up to 200 items from CSV or JSON; all of them, whatever dies on the way, or none."""

from typing import Annotated

from edge.caller import Caller
from edge.document import Document
from edge.endpoint import endpoint
from edge.observe import log_fault
from edge.queue import queue_of
from edge.resources import store_of
from functions.wdrbe.dispatch import record_then_send
from functions.wdrbe.importing import checked_rows
from functions.wdrbe.members import owner
from functions.wdrbe.models.messages import ImportMessage
from functions.wdrbe.models.views import ImportedRow, ImportReport
from functions.wdrbe.repository.imports import Imports
from functions.wdrbe.rules import imports as rules
from functions.wdrbe.service import SERVICE
from singletable.clock import now
from singletable.errors import StoreError
from singletable.idempotency import Once
from singletable.ulid import new_ulid

imports = Imports(store_of(SERVICE))
LONGER_THAN_A_CALL = 60


@endpoint(SERVICE, __name__)
def handler(table: Annotated[Document, rules.CSV, rules.JSON], caller: Caller, once: Once) -> ImportReport:
    user_id, moment, rows = owner(caller), now(), checked_rows(table)
    ids = rules.new_ids(sorted(new_ulid(moment) for _ in range(2 * len(rows))))
    parts = rules.parts(user_id, new_ulid(moment), rows, ids, moment)
    made = [ImportedRow(row=number, item_id=item_id) for number, (item_id, _) in enumerate(ids, start=1)]
    report = ImportReport(import_id=parts[0].import_id, imported=len(made), rows=made)
    answer = report.model_dump_json()

    def send(answered: str) -> None:
        """Whoever dies from here on, the worker finishes."""
        message = ImportMessage(user_id=user_id, import_id=ImportReport.model_validate_json(answered).import_id)
        queue_of("finish_import").send(message, delay_seconds=LONGER_THAN_A_CALL)

    record_then_send(lambda: imports.accept(parts, once=once, answer=answer), send, once=once, answer=answer)
    try:
        imports.finish(user_id, report.import_id)
    except StoreError as error:
        log_fault(error)
    return report
