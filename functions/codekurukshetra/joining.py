"""One more in a team, added by its leader or by invitation."""

from datetime import datetime

from edge.answer import Answer
from functions.codekurukshetra.entities.registration import Team
from functions.codekurukshetra.members import event, teams
from functions.codekurukshetra.models.requests import Person
from functions.codekurukshetra.models.views import MembershipView
from functions.codekurukshetra.people import new_participant
from functions.codekurukshetra.repository.records import entry
from functions.codekurukshetra.rules import event as event_rules
from functions.codekurukshetra.rules import teams as rules
from singletable.idempotency import Once


def joined(
    team_id: str,
    person: Person,
    email: str,
    index: str,
    *,
    field: str,
    once: Once,
    now: datetime,
    actor: str | None = None,
    identity: str | None = None,
) -> Answer[MembershipView]:
    config = event.config()
    event_rules.require_open(config, now)
    rules.with_members(rules.existing(teams.get(team_id)), 1, config, now)
    new = new_participant(
        person.fields(), email=email, index=index, team_id=team_id, config=config, now=now, identity=identity
    )

    def answer(team: Team) -> MembershipView:
        return MembershipView(
            team_id=team_id,
            participant_id=new.participant_id,
            member_count=team.member_count,
            registration_complete=team.registration_complete,
        )

    team = teams.join(
        team_id,
        new,
        field,
        lambda team: rules.with_members(team, 1, config, now),
        entry=entry(team_id, actor or new.participant_id, "join", now, participant_id=new.participant_id),
        once=once,
        answer=lambda team: answer(team).json(),
    )
    return Answer(answer(team), status=201)
