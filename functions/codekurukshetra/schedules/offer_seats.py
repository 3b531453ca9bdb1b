"""Every minute: offers that were not taken up are withdrawn, and free seats offered to who waits longest."""

from collections.abc import Mapping

from edge.resources import store_of
from edge.worker import schedule
from functions.codekurukshetra.repository.event import Event
from functions.codekurukshetra.repository.waiting import WaitingList
from functions.codekurukshetra.rules import waiting as rules
from functions.codekurukshetra.service import SERVICE
from singletable.clock import now

event, waiting_list = Event(store_of(SERVICE)), WaitingList(store_of(SERVICE))


@schedule(SERVICE, __name__)
def handler() -> Mapping[str, int]:
    config, moment = event.stored(), now()
    if config is None:
        return {"withdrawn": 0, "offered": 0}
    lapsed = list(waiting_list.lapsed(moment))
    for waiter in lapsed:
        waiting_list.withdraw(waiter)
    offered = 0
    for waiter in waiting_list.next_in_line():
        after = rules.offered(waiter, config, moment)
        if not waiting_list.offer(waiter, after, rules.offer_letter(after, config, moment)):
            break
        offered += 1
    return {"withdrawn": len(lapsed), "offered": offered}
