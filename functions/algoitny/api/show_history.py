"""GET /history/{history_id}: one run, for its owner, and for anyone while it is public."""

from edge.caller import Caller
from edge.endpoint import endpoint
from edge.resources import store_of
from functions.algoitny.members import member
from functions.algoitny.models.requests import RecordId
from functions.algoitny.models.run_views import HistoryView
from functions.algoitny.repository.history import History
from functions.algoitny.rules import history as rules
from functions.algoitny.service import SERVICE

history = History(store_of(SERVICE))


@endpoint(SERVICE, __name__)
def handler(history_id: RecordId, caller: Caller) -> HistoryView:
    user_id = member(caller).user.user_id
    run = rules.visible(history.find(history_id), user_id)
    return HistoryView.shown(history.whole(run), is_mine=run.user_id == user_id)
