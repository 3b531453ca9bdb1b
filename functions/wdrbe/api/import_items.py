"""POST /items/import: up to 200 items from CSV or JSON; all of them, whatever dies on the way, or none."""

from typing import Annotated

from edge.caller import Caller
from edge.document import Document
from edge.endpoint import endpoint
from edge.queue import queue_of
from edge.resources import store_of
from functions.wdrbe.dispatch import record_then_send
from functions.wdrbe.importing import checked_rows, finish_now
from functions.wdrbe.members import owner
from functions.wdrbe.models.messages import ImportMessage
from functions.wdrbe.models.views import ImportReport
from functions.wdrbe.repository.imports import Imports
from functions.wdrbe.rules import imports as rules
from functions.wdrbe.service import SERVICE
from singletable.clock import now
from singletable.idempotency import Once
from singletable.ulid import new_ulid

imports = Imports(store_of(SERVICE))
LONGER_THAN_A_CALL = 60


@endpoint(SERVICE, __name__)
def handler(table: Annotated[Document, rules.CSV, rules.JSON], caller: Caller, once: Once) -> ImportReport:
    user_id, moment, rows = owner(caller), now(), checked_rows(table)
    ids = sorted(new_ulid(moment) for _ in range(rules.ids_needed(rows)))
    parts = rules.parts(user_id, rows, ids, moment)
    report = ImportReport.of(parts)
    answer = report.json()

    def send(answered: str) -> None:
        """Whoever dies from here on, the worker finishes."""
        message = ImportMessage(user_id=user_id, import_id=ImportReport.read(answered).import_id)
        queue_of("finish_import").send(message, delay_seconds=LONGER_THAN_A_CALL)

    record_then_send(lambda: imports.accept(parts, once=once, answer=answer), send, once=once, answer=answer)
    finish_now(imports, user_id, report.import_id)
    return report
