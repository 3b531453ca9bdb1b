"""POST /projects/{project_id}/questions/import: up to 1,000 questions in CSV, JSON, GIFT or Aiken; all or none."""

from typing import Annotated

from edge.caller import Caller
from edge.document import Document
from edge.endpoint import endpoint
from edge.resources import store_of
from functions.exambuddy.members import admin
from functions.exambuddy.models.requests import FileOf, Id
from functions.exambuddy.models.views import ImportReport
from functions.exambuddy.reading import read_file
from functions.exambuddy.repository.imports import Imports
from functions.exambuddy.rules import bank as rules
from functions.exambuddy.service import SERVICE
from singletable.clock import now
from singletable.idempotency import Once
from singletable.ulid import new_ulid

imports = Imports(store_of(SERVICE))


@endpoint(SERVICE, __name__)
def handler(
    project_id: Id,
    asked: FileOf,
    file: Annotated[Document, "text/plain", "text/csv", "application/json"],
    caller: Caller,
    once: Once,
) -> ImportReport:
    found, moment = admin(caller).project(project_id), now()
    drafts = read_file(file, asked.format, rules.fingerprints(imports.rows(found), found))
    rules.require_room(found, len(drafts))
    project = imports.begin(found, moment)
    imports.clear(project, imports.rows(project))
    named = list(zip(sorted(new_ulid(moment) for _ in drafts), drafts, strict=True))
    report = ImportReport.of(named)
    imports.stage(rules.imported(project, named, moment))
    imports.finish(project, len(named), once, report.json())
    return report
