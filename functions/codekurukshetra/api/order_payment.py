"""POST /teams/{team_id}/payment-orders: the order that the team pays; the same one every time."""

from edge.answer import Answer
from edge.caller import Caller
from edge.endpoint import endpoint
from edge.request import Request
from functions.codekurukshetra.members import event, teams, visitor
from functions.codekurukshetra.models.requests import Id
from functions.codekurukshetra.models.views import OrderView
from functions.codekurukshetra.ordering import Origin, order_for
from functions.codekurukshetra.repository.patience import until_undisturbed
from functions.codekurukshetra.rules import payments as payment_rules
from functions.codekurukshetra.rules import teams as rules
from functions.codekurukshetra.service import SERVICE
from singletable.clock import now
from singletable.idempotency import Once


@endpoint(SERVICE, __name__)
def handler(team_id: Id, caller: Caller, request: Request, once: Once) -> Answer[OrderView]:
    who = visitor(caller)
    origin = Origin(request.source_ip, request.headers.get("user-agent", ""))

    def attempt() -> OrderView:
        team = rules.existing(teams.get(team_id))
        rules.require_leader(team, who.participant_id)
        payment_rules.payable(team)
        return order_for(team, event.config(), origin, who.actor, once, now())

    return Answer(until_undisturbed(attempt), status=201)
