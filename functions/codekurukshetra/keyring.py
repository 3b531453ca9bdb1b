"""Secrets, as Secrets Manager has them: the current version and, for a while after a change, the one before."""

import json
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from msgspec import Struct

from edge.settings import settings
from functions.codekurukshetra.rules.payments import GatewayBusy
from singletable.cache import TimedCache
from singletable.client import aws_client
from singletable.clock import now

CACHED = timedelta(seconds=60)
"""How long a new secret may go unnoticed."""


class Secret(Struct, frozen=True):
    """Printing one shows nothing."""

    text: str
    since: datetime

    def __repr__(self) -> str:
        return "Secret(...)"


class Keyring:
    def __init__(self) -> None:
        self._held: TimedCache[tuple[str, str], Secret | None] = TimedCache(CACHED, clock=now)

    def current(self, name: str) -> str:
        return self._current(name).text

    def accepted(self, name: str, grace: timedelta | None = None) -> list[str]:
        """The current secret and the one before it; that one only within `grace` of the change, where one is given."""
        current, previous = self._current(name), self._version(name, "AWSPREVIOUS")
        if previous is None or (grace is not None and now() - current.since >= grace):
            return [current.text]
        return [current.text, previous.text]

    def gateway(self) -> Mapping[str, str]:
        issued = _issued(self.current("gateway"))
        if issued is None:
            raise GatewayBusy("Payments are not set up yet.")
        return issued

    def gateway_secrets(self, part: str) -> list[str]:
        """What a signature of the gateway may have been made with."""
        grace = timedelta(hours=settings().number("SECRET_GRACE_HOURS", 24))
        versions = map(_issued, self.accepted("gateway", grace))
        return [issued[part] for issued in versions if issued is not None]

    def _current(self, name: str) -> Secret:
        found = self._version(name, "AWSCURRENT")
        if found is None:
            raise LookupError(f"the secret {name} has no current version")
        return found

    def _version(self, name: str, stage: str) -> Secret | None:
        return self._held.get((name, stage), lambda: _read(settings().text(f"SECRET_{name.upper()}"), stage))


def _read(arn: str, stage: str) -> Secret | None:
    client = aws_client("secretsmanager")
    try:
        answer = client.get_secret_value(SecretId=arn, VersionStage=stage)
    except client.exceptions.ResourceNotFoundException:
        return None
    return Secret(answer["SecretString"], answer["CreatedDate"].astimezone(UTC))


def _issued(text: str) -> Mapping[str, str] | None:
    """What the gateway issued. The secret is born random: until an operator put that in its place, there is nothing."""
    try:
        parts: Any = json.loads(text)
        return {name: str(parts[name]) for name in ("key_id", "key_secret", "webhook_secret")}
    except (ValueError, TypeError, KeyError):
        return None


keyring = Keyring()
