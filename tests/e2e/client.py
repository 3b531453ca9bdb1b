"""A client of the deployed services: it knows addresses and tokens, and nothing of what is behind them."""

import json
import urllib.error
import urllib.request
from collections.abc import Mapping
from dataclasses import dataclass, field
from email.message import Message
from typing import Any

from tools.local.cloud import LocalCloud


@dataclass(frozen=True)
class Response:
    status: int
    headers: Mapping[str, str]
    """Names in lower case."""
    text: str

    @property
    def body(self) -> Any:
        return json.loads(self.text) if self.text else None


@dataclass(frozen=True)
class Client:
    cloud: LocalCloud
    tokens: dict[tuple[str, tuple[str, ...]], str] = field(default_factory=dict)

    def token(self, email: str, *groups: str) -> str:
        """One token per person and groups serves all tests."""
        if (email, groups) not in self.tokens:
            self.tokens[email, groups] = self.cloud.token(email, groups)
        return self.tokens[email, groups]

    def call(
        self, service: str, method: str, path: str, *, token: str = "", body: object = None, **headers: str
    ) -> Response:
        """Header names are written with underscores: `if_match`, `idempotency_key`. A text is sent as it is."""
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        if token:
            sent["authorization"] = f"Bearer {token}"
        data = None if body is None else body.encode() if isinstance(body, str) else json.dumps(body).encode()
        if data is not None:
            sent.setdefault("content-type", "application/json")
        request = urllib.request.Request(f"{self.cloud.endpoints[service]}{path}", data, sent, method=method)
        try:
            with urllib.request.urlopen(request) as answer:
                return response(answer.status, answer.headers, answer.read())
        except urllib.error.HTTPError as refusal:
            with refusal:
                return response(refusal.code, refusal.headers, refusal.read())


def response(status: int, headers: Message, content: bytes) -> Response:
    return Response(status, {name.lower(): value for name, value in headers.items()}, content.decode())
