"""GET /stats: the wardrobe in numbers, as far as the stream has come."""

from edge.caller import Caller
from edge.endpoint import endpoint
from edge.resources import store_of
from functions.wdrbe.members import owner
from functions.wdrbe.models.views import StatsView
from functions.wdrbe.repository.statistics import Numbers
from functions.wdrbe.service import SERVICE

numbers = Numbers(store_of(SERVICE))


@endpoint(SERVICE, __name__)
def handler(caller: Caller) -> StatsView:
    return StatsView.of(numbers.of(owner(caller)))
