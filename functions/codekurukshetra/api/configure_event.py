"""PUT /admin/config: an organiser sets the event up, or changes it."""

from edge.answer import Answer
from edge.caller import Caller
from edge.endpoint import endpoint
from edge.request import IfMatch
from functions.codekurukshetra.members import event, organiser
from functions.codekurukshetra.models.requests import WriteConfig
from functions.codekurukshetra.models.views import ConfigView
from functions.codekurukshetra.people import index_of
from functions.codekurukshetra.repository.records import entry
from functions.codekurukshetra.rules import event as rules
from functions.codekurukshetra.service import SERVICE
from singletable.clock import now


@endpoint(SERVICE, __name__)
def handler(wish: WriteConfig, caller: Caller, match: IfMatch) -> Answer[ConfigView]:
    who = organiser(caller)
    before = event.stored()
    match.check(before)
    named = None if wish.organisers is None else frozenset(map(index_of, wish.organisers))
    after = rules.write_config(before, wish.fields(), named, now())
    written = event.write(before, after, entry("event", who.actor, "configure", now()))
    return Answer(ConfigView.of(written), status=200 if before else 201)
