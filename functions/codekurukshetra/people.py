"""People's own data: sealed on its way in, opened only for somebody, and never without a record of who that was."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from functools import cache
from typing import Any

from edge.resources import store_of, vault_of
from edge.settings import settings
from functions.codekurukshetra.entities.registration import Config, Participant, Waiter
from functions.codekurukshetra.entities.vault import SubjectKey
from functions.codekurukshetra.keyring import keyring
from functions.codekurukshetra.privacy import InvalidEmail, Subject, Vault, email_index
from functions.codekurukshetra.repository.keys import Keys
from functions.codekurukshetra.repository.records import Audit, all_entries
from functions.codekurukshetra.rules.event import remembered_until
from functions.codekurukshetra.rules.profiles import Profile
from functions.codekurukshetra.rules.teams import PERSONAL, NoSuchParticipant, slug
from functions.codekurukshetra.service import SERVICE
from singletable.client import aws_client
from singletable.refusal import InvalidValue
from singletable.schema import evolve
from singletable.ulid import new_ulid

SHOWN = tuple(name for name in PERSONAL if name != "firebase_uid")

audit, keys = Audit(store_of(SERVICE)), Keys(vault_of(SERVICE))


@cache
def _vault(key_id: str, table: str) -> Vault:
    return Vault(aws_client("kms"), key_id, table)


def vault() -> Vault:
    return _vault(settings().text("KEY_PERSONAL"), SERVICE.table.name)


def index_of(email: str, field: str | None = None) -> str:
    """The address as it can be found again, and not read."""
    try:
        return email_index(keyring.current("index").encode(), email)
    except InvalidEmail as wrong:
        raise InvalidValue(f"This is no e-mail address: {wrong}.", field=field) from None


def new_participant(
    given: Mapping[str, object],
    *,
    email: str,
    index: str,
    team_id: str,
    config: Config,
    now: datetime,
    identity: str | None = None,
    is_leader: bool = False,
) -> Participant:
    """Somebody with a key of their own. The key is stored first: nothing is ever sealed under one that is lost. If the
    registration is refused after all, it has sealed nothing, and goes when everybody's does."""
    participant_id = new_ulid(now)
    subject = _new_subject(participant_id, config, now)
    personal = {**given, "email": email, "firebase_uid": identity}
    fields: dict[str, Any] = {name: value for name, value in given.items() if name not in PERSONAL}
    fields |= {name: _seal(subject, name, personal.get(name)) for name in PERSONAL}
    return Participant(
        participant_id=participant_id,
        **fields,
        college_slug=_slug(given.get("college")),
        team_id=team_id,
        is_leader=is_leader,
        email_index=index,
        created_at=now,
        updated_at=now,
        expires_at=remembered_until(config),
    )


def new_waiter(email: str, index: str, config: Config, now: datetime) -> Waiter:
    waiter_id = new_ulid(now)
    subject, until = _new_subject(waiter_id, config, now), remembered_until(config)
    sealed = subject.seal("email", email)
    return Waiter(waiter_id=waiter_id, email=sealed, email_index=index, created_at=now, expires_at=until)


def _new_subject(subject_id: str, config: Config, now: datetime) -> Subject:
    wrapped, subject = vault().new_subject(subject_id)
    keys.store(SubjectKey(subject=subject_id, wrapped=wrapped, created_at=now, expires_at=remembered_until(config)))
    return subject


def resealed(person: Participant, changes: Mapping[str, object], now: datetime) -> Participant:
    """The person with some fields changed; what is personal of them is sealed again."""
    wrapped = keys.wrapped(person.participant_id)
    if wrapped is None:
        raise NoSuchParticipant("This participant was erased.")
    subject = vault().subject(person.participant_id, wrapped)
    sealed = {name: _seal(subject, name, value) if name in PERSONAL else value for name, value in changes.items()}
    if "college" in changes:
        sealed["college_slug"] = _slug(changes["college"])
    if "email" in changes:
        sealed["email_index"] = index_of(str(changes["email"]), "body.email")
    return evolve(person, **sealed, updated_at=now)


def seal_for(subject_id: str, fields: Mapping[str, str]) -> dict[str, object]:
    """Further personal facts of somebody, such as where they paid from; nothing once they were erased."""
    wrapped = keys.wrapped(subject_id)
    if wrapped is None:
        return {}
    subject = vault().subject(subject_id, wrapped)
    return {name: subject.seal(name, value) for name, value in fields.items() if value}


def opened(people: Iterable[Participant], actor: str, action: str, now: datetime) -> dict[str, Profile]:
    """The profiles of those who still have one, recorded before they are shown."""
    named = {person.participant_id: person for person in people if person.email is not None}
    subjects = vault().subjects(keys.all_wrapped(named)) if named else {}
    if subjects:
        audit.record(*all_entries(subjects, actor, action, now))
    return {subject_id: _profile(subject, named[subject_id]) for subject_id, subject in subjects.items()}


def address_of(sealed: str, subject_id: str, now: datetime) -> str | None:
    """Where a letter goes, or None where its reader was erased."""
    wrapped = keys.wrapped(subject_id)
    if wrapped is None:
        return None
    audit.record(*all_entries([subject_id], "the mail", "write_to", now))
    return vault().subject(subject_id, wrapped).open("email", sealed)


def destroy(subject_id: str) -> None:
    """From here on nobody reads what was sealed for this person, in whichever copy it stands."""
    keys.destroy(subject_id)
    if settings().optional("KEY_PERSONAL"):
        vault().forget(subject_id)


def _profile(subject: Subject, person: Participant) -> Profile:
    return Profile(**{name: _open(subject, name, getattr(person, name)) for name in SHOWN})  # type: ignore[arg-type]


def _open(subject: Subject, name: str, value: str | None) -> str | None:
    return None if value is None else subject.open(name, value)


def _seal(subject: Subject, name: str, value: object) -> str | None:
    return None if value is None else subject.seal(name, str(value))


def _slug(college: object) -> str | None:
    return (slug(str(college)) or None) if college else None
