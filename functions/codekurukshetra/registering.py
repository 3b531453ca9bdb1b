"""From a wish for a team to the people in it, checked against each other before anything is written."""

from collections.abc import Sequence
from datetime import datetime

from functions.codekurukshetra.entities.registration import Config, Participant
from functions.codekurukshetra.models.requests import RegisterTeam
from functions.codekurukshetra.people import index_of, new_participant
from functions.codekurukshetra.rules.teams import require_distinct

LEADER_FIELD = "body.leader"

People = Sequence[tuple[str, Participant]]
"""Participants, each with the field that their address came from."""


def people_of(
    wish: RegisterTeam, team_id: str, leader: tuple[str, str], identity: str, config: Config, now: datetime
) -> People:
    """The leader first. `leader` is the proven address and its index."""
    fields = [f"body.members[{place}].email" for place in range(len(wish.members))]
    indexes = [index_of(member.email, field) for member, field in zip(wish.members, fields, strict=True)]
    require_distinct([leader[1], *indexes], [LEADER_FIELD, *fields])
    first = new_participant(
        wish.leader.fields(),
        email=leader[0],
        index=leader[1],
        team_id=team_id,
        config=config,
        now=now,
        identity=identity,
        is_leader=True,
    )
    others = [
        new_participant(member.fields(), email=member.email, index=index, team_id=team_id, config=config, now=now)
        for member, index in zip(wish.members, indexes, strict=True)
    ]
    return list(zip([LEADER_FIELD, *fields], [first, *others], strict=True))
