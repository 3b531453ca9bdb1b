"""GET /admin/teams: teams by payment status or track, newest first."""

from edge.caller import Caller
from edge.endpoint import endpoint
from edge.models import Listing
from functions.codekurukshetra.members import organiser, teams
from functions.codekurukshetra.models.requests import ListTeams
from functions.codekurukshetra.models.views import TeamView
from functions.codekurukshetra.people import audit
from functions.codekurukshetra.repository.records import entry
from functions.codekurukshetra.service import SERVICE
from singletable.clock import now


@endpoint(SERVICE, __name__)
def handler(asked: ListTeams, caller: Caller) -> Listing[TeamView]:
    who = organiser(caller)
    if asked.payment_status is not None:
        page = teams.by_status(asked.payment_status, asked.limit, asked.cursor)
    else:
        page = teams.on_track(str(asked.track), asked.limit, asked.cursor)
    audit.record(entry("teams", who.actor, "list_teams", now(), by=asked.payment_status or asked.track))
    return Listing.of(page, TeamView.of)
