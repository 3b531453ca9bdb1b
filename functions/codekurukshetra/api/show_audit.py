"""GET /admin/audit: who did what to a person, a team or a list, newest first."""

from edge.caller import Caller
from edge.endpoint import endpoint
from edge.models import Listing
from functions.codekurukshetra.members import organiser
from functions.codekurukshetra.models.requests import AskAudit
from functions.codekurukshetra.models.views import AuditView
from functions.codekurukshetra.people import audit
from functions.codekurukshetra.repository.records import entry
from functions.codekurukshetra.service import SERVICE
from singletable.clock import now


@endpoint(SERVICE, __name__)
def handler(asked: AskAudit, caller: Caller) -> Listing[AuditView]:
    who = organiser(caller)
    page = audit.of(asked.subject, asked.limit, asked.cursor)
    audit.record(entry("audit", who.actor, "show_audit", now(), asked_for=asked.subject))
    return Listing.of(page, AuditView.of)
