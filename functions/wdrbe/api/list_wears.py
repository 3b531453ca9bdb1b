"""GET /wears: what a user wore, newest day first, within a range of days where one is given."""

from edge.caller import Caller
from edge.endpoint import endpoint
from edge.models import Listing
from edge.resources import store_of
from functions.wdrbe.members import owner
from functions.wdrbe.models.requests import ListWears
from functions.wdrbe.models.views import WearView
from functions.wdrbe.repository.diary import Diary
from functions.wdrbe.rules.wears import check_days
from functions.wdrbe.service import SERVICE

diary = Diary(store_of(SERVICE))


@endpoint(SERVICE, __name__)
def handler(asked: ListWears, caller: Caller) -> Listing[WearView]:
    check_days(asked.first, asked.last)
    page = diary.wears(owner(caller), asked.first, asked.last, asked.limit, asked.cursor)
    return Listing.of(page, WearView.of)
