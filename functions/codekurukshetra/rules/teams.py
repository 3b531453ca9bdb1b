"""Decisions about teams and the people in them."""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from datetime import datetime

from functions.codekurukshetra.entities.registration import Config, Participant, PaymentStatus, Team
from singletable.refusal import Absent, Forbidden, InvalidValue, Kind, Refused
from singletable.schema import evolve

SETTLED = (PaymentStatus.PAID, PaymentStatus.REFUNDING)
"""While a team's money is with us, the team stays as it is."""
OWING = (PaymentStatus.PENDING, PaymentStatus.FAILED, PaymentStatus.REFUNDING)
"""Money is on its way, in one direction or the other."""
PERSONAL = ("first_name", "last_name", "email", "phone", "github_username", "linkedin", "firebase_uid")
"""The fields of a participant that are sealed."""


class EmailUnverified(Refused):
    kind, code = Kind.FORBIDDEN, "email_unverified"


class NotRegistered(Absent):
    code = "not_registered"


class NoSuchTeam(Absent):
    code = "no_such_team"


class NoSuchParticipant(Absent):
    code = "no_such_participant"


class NotLeader(Forbidden):
    code = "not_leader"


class EmailTaken(Refused):
    kind, code = Kind.CONFLICT, "email_taken"


class DuplicateMember(Refused):
    kind, code = Kind.INVALID, "duplicate_member"


class NameTaken(Refused):
    kind, code = Kind.CONFLICT, "name_taken"


class EventFull(Refused):
    kind, code = Kind.CONFLICT, "event_full"


class TeamFull(Refused):
    kind, code = Kind.CONFLICT, "team_full"


class TeamTooSmall(Refused):
    kind, code = Kind.CONFLICT, "team_too_small"


class LeaderStays(Refused):
    kind, code = Kind.CONFLICT, "leader_stays"


class TeamPaid(Refused):
    kind, code = Kind.CONFLICT, "already_paid"


class OpenPayment(Refused):
    kind, code = Kind.CONFLICT, "open_payment"


def existing(team: Team | None) -> Team:
    if team is None:
        raise NoSuchTeam("There is no such team.")
    return team


def existing_participant(participant: Participant | None) -> Participant:
    if participant is None:
        raise NoSuchParticipant("There is no such participant.")
    return participant


def readable(participant: Participant | None) -> Participant:
    """Somebody whose data can still be read and changed."""
    found = existing_participant(participant)
    if found.erased_at is not None:
        raise NoSuchParticipant("This participant was erased.")
    return found


def slug(text: str) -> str:
    """One spelling for names that differ in case, width, punctuation or spaces alone."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
    words = "".join(char if char.isalnum() or unicodedata.category(char)[0] == "M" else "-" for char in folded)
    return re.sub("-+", "-", words).strip("-")


def name_slug(name: str) -> str:
    found = slug(name)
    if not found:
        raise InvalidValue("A name needs a letter or a digit.", field="body.name")
    return found


def new_team(team_id: str, name: str, track: str, leader_id: str, members: int, config: Config, now: datetime) -> Team:
    require_track(track, config)
    name_slug(name)
    if members > config.max_team_size:
        raise TeamFull(
            f"A team has {config.max_team_size} members at the most.",
            facts={"limit": config.max_team_size},
            field="body.members",
        )
    return Team(
        team_id=team_id,
        name=name,
        track=track,
        leader_participant_id=leader_id,
        member_count=members,
        max_members=config.max_team_size,
        registration_complete=members >= config.min_team_size,
        has_seat=True,
        created_at=now,
        updated_at=now,
    )


def require_track(track: str, config: Config) -> None:
    if track not in config.tracks:
        raise InvalidValue("There is no such track.", field="body.track", facts={"tracks": list(config.tracks)})


def require_distinct(email_indexes: Sequence[str], fields: Sequence[str]) -> None:
    """Two members under one address cannot both be locked; `fields` says where each address came from."""
    seen: set[str] = set()
    for index, field in zip(email_indexes, fields, strict=True):
        if index in seen:
            raise DuplicateMember("Two members of the team have the same e-mail address.", field=field)
        seen.add(index)


def require_leader(team: Team, participant_id: str | None) -> None:
    if participant_id != team.leader_participant_id:
        raise NotLeader("This is for the leader of the team.")


def require_unpaid(team: Team) -> None:
    if team.payment_status in SETTLED:
        raise TeamPaid("The team has paid.", facts={"payment_status": team.payment_status.value})


def edited(team: Team, name: str | None, track: str | None, config: Config, now: datetime) -> Team:
    require_unpaid(team)
    if track is not None:
        require_track(track, config)
    if name is not None:
        name_slug(name)
    return evolve(team, name=name or team.name, track=track or team.track, updated_at=now)


def with_members(team: Team, change: int, config: Config, now: datetime) -> Team:
    """The team after somebody came or went."""
    count = team.member_count + change
    if count > team.max_members:
        raise TeamFull(f"The team has {team.max_members} members already.", facts={"limit": team.max_members})
    if count < config.min_team_size and team.payment_status in SETTLED:
        raise TeamTooSmall(
            f"A team that has paid keeps {config.min_team_size} members.", facts={"limit": config.min_team_size}
        )
    return evolve(team, member_count=count, registration_complete=count >= config.min_team_size, updated_at=now)


def require_leaving(team: Team, participant: Participant, actor_id: str | None) -> None:
    """The leader takes members off; everybody else only themselves; the leader goes with the team."""
    if participant.team_id != team.team_id:
        raise NoSuchParticipant("There is no such participant in the team.")
    if actor_id != participant.participant_id:
        require_leader(team, actor_id)
    if participant.participant_id == team.leader_participant_id:
        raise LeaderStays("The leader cannot leave; the team can be deleted.")


def require_erasable(team: Team | None) -> None:
    if team is not None and team.payment_status in OWING and team.payment_order_id is not None:
        raise OpenPayment("A payment of the team is still open.", facts={"payment_status": team.payment_status.value})


def erased(participant: Participant, now: datetime) -> Participant:
    """What remains says that there was somebody, not who."""
    blank: dict[str, object] = dict.fromkeys((*PERSONAL, "college", "college_slug", "year", "student_status"))
    return evolve(participant, **blank, email_index=None, erased_at=participant.erased_at or now, updated_at=now)


def is_member(members: Iterable[Participant], participant_id: str | None) -> bool:
    return participant_id is not None and any(member.participant_id == participant_id for member in members)
