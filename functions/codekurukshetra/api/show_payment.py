"""GET /payments/{order_id}: a payment by its order, for the team's leader and the organisers."""

from edge.caller import Caller
from edge.endpoint import endpoint
from edge.resources import store_of
from functions.codekurukshetra.members import visitor
from functions.codekurukshetra.models.requests import OrderId
from functions.codekurukshetra.models.views import PaymentView
from functions.codekurukshetra.people import audit
from functions.codekurukshetra.repository.payments import Payments
from functions.codekurukshetra.repository.records import entry
from functions.codekurukshetra.rules import payments as rules
from functions.codekurukshetra.service import SERVICE
from singletable.clock import now

payments = Payments(store_of(SERVICE))


@endpoint(SERVICE, __name__)
def handler(order_id: OrderId, caller: Caller) -> PaymentView:
    who, payment = visitor(caller), rules.existing(payments.get(order_id))
    team = payments.team(payment.team_id)
    leads = team is not None and who.participant_id == team.leader_participant_id
    if not leads and not who.is_organiser:
        raise rules.NoSuchPayment("There is no such payment.")
    audit.record(entry(payment.team_id, who.actor, "show_payment", now()))
    return PaymentView.of(payment)
