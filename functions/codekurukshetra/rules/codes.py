"""Codes that prove themselves: an invitation to a team, a participant's pass. Nothing of them is stored."""

import base64
import hashlib
import hmac
from collections.abc import Iterable

from singletable.refusal import Absent, Kind, Refused

MARK_BYTES = 10
INVITE, PASS = "invite", "pass"


class NoSuchInvite(Absent):
    code = "no_such_invite"


class BadPass(Refused):
    kind, code = Kind.INVALID, "bad_pass"


def code_for(purpose: str, subject: str, key: str) -> str:
    return f"{subject}-{_mark(purpose, subject, key)}"


def invited_team(code: str, keys: Iterable[str]) -> str:
    team_id = _subject(INVITE, code, keys)
    if team_id is None:
        raise NoSuchInvite("There is no such invitation.")
    return team_id


def passing_participant(code: str, keys: Iterable[str]) -> str:
    participant_id = _subject(PASS, code, keys)
    if participant_id is None:
        raise BadPass("This is not a pass of ours.", field="body.code")
    return participant_id


def _subject(purpose: str, code: str, keys: Iterable[str]) -> str | None:
    """Whom a code names, if one of the keys made it. Each is compared, so that time does not tell which."""
    subject, _, mark = code.strip().upper().rpartition("-")
    given = mark.encode()
    matches = [hmac.compare_digest(_mark(purpose, subject, key).encode(), given) for key in keys]
    return subject if subject and any(matches) else None


def _mark(purpose: str, subject: str, key: str) -> str:
    digest = hmac.digest(key.encode(), f"{purpose}\0{subject}".encode(), hashlib.sha256)
    return base64.b32encode(digest[:MARK_BYTES]).decode()
