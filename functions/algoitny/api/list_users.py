"""GET /admin/users: the users on a plan, newest first."""

from edge.caller import Caller
from edge.endpoint import endpoint
from edge.models import Listing
from functions.algoitny.members import accounts, staff
from functions.algoitny.models.requests import ListUsers
from functions.algoitny.models.views import UserView
from functions.algoitny.service import SERVICE


@endpoint(SERVICE, __name__)
def handler(asked: ListUsers, caller: Caller) -> Listing[UserView]:
    staff(caller)
    return Listing.of(accounts.on_plan(asked.plan, asked.limit, asked.cursor), UserView.of)
