"""POST /waitlist: the caller waits for a seat; when one is free it is kept for them a while, and they are told."""

from msgspec import to_builtins

from edge.answer import Answer
from edge.caller import Caller
from edge.endpoint import endpoint
from edge.resources import store_of
from functions.codekurukshetra.members import event, proven, teams
from functions.codekurukshetra.models.views import WaiterView
from functions.codekurukshetra.people import new_waiter
from functions.codekurukshetra.repository.waiting import WaitingList
from functions.codekurukshetra.rules import waiting as rules
from functions.codekurukshetra.rules.event import require_open
from functions.codekurukshetra.service import SERVICE
from singletable.clock import now
from singletable.idempotency import Once

waiting_list = WaitingList(store_of(SERVICE))


@endpoint(SERVICE, __name__)
def handler(caller: Caller, once: Once) -> Answer[WaiterView]:
    email, index = proven(caller)
    config = event.config()
    require_open(config, now())
    if teams.owner_of(index) is not None:
        raise rules.AlreadyRegistered("You are in a team already.")
    held = waiting_list.of(index)
    if held is not None:
        facts = to_builtins(WaiterView.of(held))
        raise rules.AlreadyWaiting("This address is on the waiting list.", facts=facts)
    waiter = new_waiter(email, index, config, now())
    view = WaiterView.of(waiter)
    waiting_list.join(waiter, once, view.json())
    return Answer(view, status=201)
