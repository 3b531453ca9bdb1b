"""Who calls: the claims that API Gateway's authoriser has checked, and nothing the client may choose."""

import edge.held  # noqa: F401  # a side effect is what it is for

import json
from collections.abc import Mapping
from typing import Any

from msgspec import Struct

OPERATORS = "operators"
GOOGLE_ISSUERS = ("https://accounts.google.com", "accounts.google.com")


class Caller(Struct, frozen=True):
    """An OIDC user. Printing one shows no personal data."""

    subject: str
    email: str | None
    email_verified: bool
    name: str | None
    picture: str | None
    google_id: str | None
    groups: frozenset[str]

    @property
    def is_operator(self) -> bool:
        """The bootstrap superuser of every service."""
        return OPERATORS in self.groups

    @property
    def identity(self) -> str:
        """What stays the same when the e-mail address changes."""
        return self.google_id or self.subject

    def __repr__(self) -> str:
        return f"Caller({self.subject!r})"


def caller_of(event: Mapping[str, Any]) -> Caller | None:
    claims = event.get("requestContext", {}).get("authorizer", {}).get("jwt", {}).get("claims")
    if not claims or not claims.get("sub"):
        return None
    email = claims.get("email")
    return Caller(
        subject=str(claims["sub"]),
        email=email.strip().lower() if email else None,
        email_verified=str(claims.get("email_verified", "")).lower() == "true",
        name=claims.get("name"),
        picture=claims.get("picture"),
        google_id=_google_id(claims),
        groups=_groups(claims.get("cognito:groups") or claims.get("groups")),
    )


def _groups(claim: Any) -> frozenset[str]:
    """The authoriser flattens a list into `[a b]`; other issuers send JSON or a plain list."""
    if isinstance(claim, list):
        return frozenset(map(str, claim))
    return frozenset(str(claim or "").strip("[]").replace(",", " ").replace('"', " ").split())


def _google_id(claims: Mapping[str, Any]) -> str | None:
    if claims.get("iss") in GOOGLE_ISSUERS:
        return str(claims["sub"])
    identities = claims.get("identities")
    if isinstance(identities, str):
        try:
            identities = json.loads(identities)
        except ValueError:
            return None
    if isinstance(identities, dict):
        identities = [identities]
    for identity in identities or ():
        if isinstance(identity, dict) and identity.get("providerName") == "Google":
            return str(identity.get("userId"))
    return None
