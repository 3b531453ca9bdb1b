"""POST /admin/teams/{team_id}/refund: a team gets its money back, once, and its seat is free again."""

from edge.caller import Caller
from edge.endpoint import endpoint
from edge.resources import store_of
from functions.codekurukshetra.members import organiser, teams
from functions.codekurukshetra.models.requests import Id
from functions.codekurukshetra.models.views import PaymentView
from functions.codekurukshetra.refunding import give_back
from functions.codekurukshetra.repository.payments import Payments
from functions.codekurukshetra.repository.records import entry
from functions.codekurukshetra.rules import payments as rules
from functions.codekurukshetra.rules.teams import existing
from functions.codekurukshetra.service import SERVICE
from functions.codekurukshetra.settlement import asking
from singletable.clock import now
from singletable.idempotency import Once

payments = Payments(store_of(SERVICE))


@endpoint(SERVICE, __name__)
def handler(team_id: Id, caller: Caller, once: Once) -> PaymentView:
    who, team = organiser(caller), existing(teams.get(team_id))
    held = payments.get(team.payment_order_id) if team.payment_order_id else None
    payment = rules.refundable(held)
    with asking() as gateway:
        statement = give_back(str(payment.gateway_payment_id), payment.amount, 1, gateway)
    refunded = payments.settle(statement, now(), entry=entry(team_id, who.actor, "refund", now()))
    view = PaymentView.of(payments.get(refunded.order_id) or refunded)
    payments.answered(once, 200, view.json())
    return view
