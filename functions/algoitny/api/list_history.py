"""GET /history: the caller's runs, of all problems or of one, newest first."""

from edge.caller import Caller
from edge.endpoint import endpoint
from edge.models import Listing
from edge.resources import store_of
from functions.algoitny.members import member
from functions.algoitny.models.requests import ListHistory
from functions.algoitny.models.run_views import HistoryEntry
from functions.algoitny.repository.history import History
from functions.algoitny.service import SERVICE

history = History(store_of(SERVICE))


@endpoint(SERVICE, __name__)
def handler(asked: ListHistory, caller: Caller) -> Listing[HistoryEntry]:
    user_id, place = member(caller).user.user_id, asked.problem()
    if place is None:
        return Listing.of(history.of_user(user_id, asked.limit, asked.cursor), HistoryEntry.of)
    return Listing.of(history.of_problem(user_id, *place, asked.limit, asked.cursor), HistoryEntry.of)
