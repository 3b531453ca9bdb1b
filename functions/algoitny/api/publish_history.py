"""PATCH /history/{history_id}: its owner publishes a run, or withdraws it."""

from edge.caller import Caller
from edge.endpoint import endpoint
from edge.request import IfMatch
from edge.resources import store_of
from functions.algoitny.members import member
from functions.algoitny.models.requests import PublishHistory, RecordId
from functions.algoitny.models.run_views import HistoryView
from functions.algoitny.repository.history import History
from functions.algoitny.rules import history as rules
from functions.algoitny.service import SERVICE
from singletable.clock import now

history = History(store_of(SERVICE))


@endpoint(SERVICE, __name__)
def handler(history_id: RecordId, wish: PublishHistory, caller: Caller, match: IfMatch) -> HistoryView:
    before = rules.owned(history.find(history_id), member(caller).user.user_id)
    match.check(before)
    after = history.change(before, rules.published(before, wish.is_public, now()))
    return HistoryView.shown(history.whole(after), is_mine=True)
