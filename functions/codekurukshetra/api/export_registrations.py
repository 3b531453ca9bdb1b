"""GET /admin/registrations.csv: everybody as CSV; masked, unless an organiser asks otherwise and is recorded for it."""

from edge.answer import Answer, Csv
from edge.caller import Caller
from edge.endpoint import endpoint
from functions.codekurukshetra.exporting import registrations
from functions.codekurukshetra.members import organiser
from functions.codekurukshetra.models.requests import Export
from functions.codekurukshetra.people import audit
from functions.codekurukshetra.repository.records import entry
from functions.codekurukshetra.service import SERVICE
from singletable.clock import now


@endpoint(SERVICE, __name__)
def handler(asked: Export, caller: Caller) -> Answer[Csv]:
    who, action = organiser(caller), "export_masked" if asked.masked else "export_whole"
    audit.record(entry("export", who.actor, action, now()))
    text = registrations(who.actor, action, masked=asked.masked, now=now())
    named = {"Content-Disposition": 'attachment; filename="registrations.csv"'}
    return Answer(text, headers=named, content_type="text/csv; charset=utf-8")
