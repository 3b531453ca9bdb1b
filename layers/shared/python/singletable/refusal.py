"""Refusals: a decision against a request, with a stable code; what HTTP makes of it is the edge's business."""

from collections.abc import Mapping
from datetime import datetime
from enum import Enum
from typing import ClassVar


class Kind(Enum):
    """Why a request is refused, in the terms of whoever asked."""

    INVALID = "the request itself is wrong"
    UNPROVEN = "the sender did not prove who it is"
    UNPAID = "money is missing"
    FORBIDDEN = "the caller may not"
    ABSENT = "there is no such thing, or the caller may not know of it"
    CONFLICT = "the state of things stands against it"
    GONE = "it is too late"
    STALE = "the caller's version is not the current one"
    TOO_LARGE = "it is more than we take"
    UNSUPPORTED = "it is of a kind that we do not take"
    UNPROCESSABLE = "well-formed, but it contradicts itself or what came before"
    EXHAUSTED = "the caller had enough for now"
    UNAVAILABLE = "we cannot right now"


class Refused(Exception):
    """Subclass it per meaning: `kind` and `code` on the class, the sentence and its facts on the instance."""

    kind: ClassVar[Kind] = Kind.CONFLICT
    code: ClassVar[str] = "refused"

    def __init__(
        self,
        detail: str,
        *,
        facts: Mapping[str, object] | None = None,
        field: str | None = None,
        retry_at: datetime | None = None,
    ) -> None:
        super().__init__(detail)
        self.detail = detail
        self.facts = dict(facts or {})
        """Further members of the problem, such as the limit that was reached."""
        self.field = field
        """The path of the field to blame, such as `body.email`."""
        self.retry_at = retry_at


class Absent(Refused):
    kind, code = Kind.ABSENT, "not_found"


class Forbidden(Refused):
    kind, code = Kind.FORBIDDEN, "forbidden"


class Stale(Refused):
    kind, code = Kind.STALE, "stale_version"


class InvalidValue(Refused):
    kind, code = Kind.INVALID, "invalid_request"
