"""GET /config: the event, its tracks and the seats left."""

from edge.answer import Answer
from edge.endpoint import endpoint
from edge.resources import store_of
from functions.codekurukshetra.models.views import EventView
from functions.codekurukshetra.repository.event import Event
from functions.codekurukshetra.service import SERVICE
from singletable.clock import now

event = Event(store_of(SERVICE))


@endpoint(SERVICE, __name__)
def handler() -> Answer[EventView]:
    config, seats_left = event.seen()
    return Answer(EventView.of(config, seats_left, now()), headers={"Cache-Control": "public, max-age=30"})
