"""Every day: where the event or its retention moved, so does the end of everybody's data."""

from collections.abc import Mapping

from edge.resources import store_of, vault_of
from edge.worker import schedule
from functions.codekurukshetra.repository.event import Event
from functions.codekurukshetra.repository.keys import Keys
from functions.codekurukshetra.repository.teams import Teams
from functions.codekurukshetra.rules.event import remembered_until
from functions.codekurukshetra.service import SERVICE

event, teams, keys = Event(store_of(SERVICE)), Teams(store_of(SERVICE)), Keys(vault_of(SERVICE))


@schedule(SERVICE, __name__)
def handler() -> Mapping[str, int]:
    config = event.stored()
    if config is None:
        return {"moved": 0}
    until, moved = remembered_until(config), 0
    for team in teams.all():
        for person in teams.members(team.team_id):
            if person.expires_at != until:
                keys.keep_until(person.participant_id, until)
                teams.keep_until(person, until)
                moved += 1
    return {"moved": moved}
