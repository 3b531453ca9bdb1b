"""All registrations as one CSV text."""

import csv
import io
from datetime import datetime

from functions.codekurukshetra.members import teams
from functions.codekurukshetra.people import opened
from functions.codekurukshetra.rules.profiles import COLUMNS, export_row


def registrations(actor: str, action: str, *, masked: bool, now: datetime) -> str:
    found = sorted(teams.all(), key=lambda team: (team.created_at, team.team_id))
    people = [(team, person) for team in found for person in teams.members(team.team_id)]
    profiles = opened((person for _, person in people), actor, action, now)
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(COLUMNS)
    for team, person in people:
        profile = profiles.get(person.participant_id)
        writer.writerow(export_row(team, person, profile.masked() if profile and masked else profile))
    return text.getvalue()
