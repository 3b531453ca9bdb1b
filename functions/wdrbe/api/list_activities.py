"""GET /activities: what a user did, newest first; all of it, or of one type."""

from edge.caller import Caller
from edge.endpoint import endpoint
from edge.models import Listing
from edge.resources import store_of
from functions.wdrbe.members import owner
from functions.wdrbe.models.requests import ListActivities
from functions.wdrbe.models.views import ActivityView
from functions.wdrbe.repository.diary import Diary
from functions.wdrbe.service import SERVICE

diary = Diary(store_of(SERVICE))


@endpoint(SERVICE, __name__)
def handler(asked: ListActivities, caller: Caller) -> Listing[ActivityView]:
    page = diary.activities(owner(caller), asked.activity_type, asked.limit, asked.cursor)
    return Listing.of(page, ActivityView.of)
