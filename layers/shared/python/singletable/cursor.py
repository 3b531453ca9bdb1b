"""Opaque places in a list: signed, and good for the query they came from alone."""

import base64
import binascii
import hashlib
import hmac
import json
from collections.abc import Mapping
from typing import Any

from singletable.errors import BadCursor

_SIGNATURE = 16


class Cursors:
    """Seals positions under a key; the partition read next is the query's own, never the cursor's."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def seal(self, scope: str, position: Mapping[str, Any]) -> str:
        body = json.dumps(position, separators=(",", ":"), sort_keys=True, ensure_ascii=False).encode()
        return _text(self._sign(scope, body) + body)

    def open(self, scope: str, cursor: str) -> dict[str, Any]:
        try:
            raw = base64.urlsafe_b64decode(cursor.encode("ascii") + b"=" * (-len(cursor) % 4))
        except (binascii.Error, UnicodeEncodeError):
            raise BadCursor("the cursor is not one of ours") from None
        # Base64 has several spellings of the same bytes; only ours is ours.
        if _text(raw) != cursor:
            raise BadCursor("the cursor is not one of ours")
        signature, body = raw[:_SIGNATURE], raw[_SIGNATURE:]
        if not hmac.compare_digest(signature, self._sign(scope, body)):
            raise BadCursor("the cursor was altered or belongs to another list")
        position: dict[str, Any] = json.loads(body)
        return position

    def _sign(self, scope: str, body: bytes) -> bytes:
        return hmac.digest(self._key, scope.encode() + b"\0" + body, hashlib.sha256)[:_SIGNATURE]


def _text(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()
