"""GET /admin/users/{user_id}/usage: what a user did on one day."""

from edge.caller import Caller
from edge.endpoint import endpoint
from edge.models import Listing
from edge.resources import store_of
from functions.algoitny.members import staff
from functions.algoitny.models.requests import DayLog, UserId
from functions.algoitny.models.views import LogEntryView
from functions.algoitny.repository.usage import UsageBook
from functions.algoitny.service import SERVICE

usage = UsageBook(store_of(SERVICE))


@endpoint(SERVICE, __name__)
def handler(user_id: UserId, asked: DayLog, caller: Caller) -> Listing[LogEntryView]:
    staff(caller)
    return Listing.of(usage.log(user_id, asked.day, asked.limit, asked.cursor), LogEntryView.of)
