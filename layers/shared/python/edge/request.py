"""One HTTP request as API Gateway hands it over."""

import base64
import hashlib
import re
from collections.abc import Mapping
from functools import cached_property
from http import HTTPStatus
from typing import Any

from msgspec import Struct

from edge.caller import Caller, caller_of
from edge.problems import Problem
from singletable.refusal import Stale

_ENTITY_TAG = re.compile(r'(?:W/)?"(\d{1,15})"')
_IDEMPOTENCY_KEY = re.compile(r"[\x21-\x7e]{1,255}")


class IfMatch(Struct, frozen=True):
    """The version that the caller has seen, where it said so."""

    version: int | None
    anything: bool = False
    """Any version will do, but there must be one: `*`."""

    def check(self, entity: object) -> None:
        """Refuses where the caller looks at another version than the one that was read, or at what is gone."""
        current = getattr(entity, "version", None)
        if self.anything and entity is None:
            raise Stale("There is nothing that If-Match could match.", facts={"current_version": None})
        if self.version is not None and current != self.version:
            raise Stale("It is not at the version of If-Match any more.", facts={"current_version": current})


class Request:
    """What a handler may ask about its request beyond its declared parameters."""

    def __init__(self, event: Mapping[str, Any]) -> None:
        self._event = event
        context = event.get("requestContext", {})
        self.request_id: str = context.get("requestId", "")
        self.method: str = context.get("http", {}).get("method", "")
        self.path: str = event.get("rawPath", "")
        self.source_ip: str = context.get("http", {}).get("sourceIp", "")
        self.headers: Mapping[str, str] = {k.lower(): v for k, v in (event.get("headers") or {}).items()}
        self.query: Mapping[str, str] = event.get("queryStringParameters") or {}
        self.path_values: Mapping[str, str] = event.get("pathParameters") or {}

    @cached_property
    def caller(self) -> Caller | None:
        return caller_of(self._event)

    @cached_property
    def raw_body(self) -> bytes:
        """The very bytes that were sent, as a signature needs them."""
        body: str = self._event.get("body") or ""
        return base64.b64decode(body) if self._event.get("isBase64Encoded") else body.encode()

    @cached_property
    def if_match(self) -> IfMatch:
        value = self.headers.get("if-match", "").strip()
        if value in ("", "*"):
            return IfMatch(None, anything=value == "*")
        found = _ENTITY_TAG.fullmatch(value)
        if not found:
            raise Problem(HTTPStatus.BAD_REQUEST, "bad_if_match", "If-Match takes one ETag as it was answered.")
        return IfMatch(int(found.group(1)))

    @cached_property
    def idempotency_key(self) -> str | None:
        value = self.headers.get("idempotency-key")
        if value is not None and not _IDEMPOTENCY_KEY.fullmatch(value):
            raise Problem(
                HTTPStatus.BAD_REQUEST,
                "bad_idempotency_key",
                "Idempotency-Key takes 1 to 255 visible ASCII characters.",
            )
        return value

    @cached_property
    def fingerprint(self) -> str:
        """Two requests with one fingerprint ask for the same thing."""
        digest = hashlib.sha256(f"{self.method} {self.path}\n".encode())
        digest.update(self.raw_body)
        return digest.hexdigest()
