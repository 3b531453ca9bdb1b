"""GET /admin/payments: payments by team, status or day, newest first."""

from edge.caller import Caller
from edge.endpoint import endpoint
from edge.models import Listing
from edge.resources import store_of
from functions.codekurukshetra.members import organiser
from functions.codekurukshetra.models.requests import ListPayments
from functions.codekurukshetra.models.views import PaymentView
from functions.codekurukshetra.people import audit
from functions.codekurukshetra.repository.payments import Payments
from functions.codekurukshetra.repository.records import entry
from functions.codekurukshetra.service import SERVICE
from singletable.clock import now

payments = Payments(store_of(SERVICE))


@endpoint(SERVICE, __name__)
def handler(asked: ListPayments, caller: Caller) -> Listing[PaymentView]:
    who = organiser(caller)
    if asked.team is not None:
        page = payments.of_team(asked.team, asked.limit, asked.cursor)
    elif asked.status is not None:
        page = payments.by_status(asked.status, asked.limit, asked.cursor)
    elif asked.date is not None:
        page = payments.on_day(asked.date, asked.limit, asked.cursor)
    audit.record(entry("payments", who.actor, "list_payments", now(), by=asked.team or asked.status or asked.date))
    return Listing.of(page, PaymentView.of)
