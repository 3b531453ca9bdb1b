"""How the runner and its supervisor talk over a pair of pipes: a JSON head and a body of bytes."""

import json
import os
import select
import struct
import time
from collections.abc import Iterable
from typing import Any

_SIZES = struct.Struct("=II")


class Silence(Exception):
    """The other side is gone, or did not answer in time."""


def send(descriptor: int, head: dict[str, Any], body: bytes = b"") -> None:
    text = json.dumps(head).encode()
    write_all(descriptor, (_SIZES.pack(len(text), len(body)) + text, body))


def write_all(descriptor: int, parts: Iterable[bytes]) -> None:
    for part in parts:
        view = memoryview(part)
        while view:
            view = view[os.write(descriptor, view) :]


def receive(descriptor: int, within: float | None = None) -> tuple[dict[str, Any], bytes]:
    latest = None if within is None else time.monotonic() + within
    head_size, body_size = _SIZES.unpack(read_exactly(descriptor, _SIZES.size, latest))
    head: dict[str, Any] = json.loads(read_exactly(descriptor, head_size, latest))
    return head, read_exactly(descriptor, body_size, latest)


def read_exactly(descriptor: int, size: int, latest: float | None) -> bytes:
    got = bytearray()
    while len(got) < size:
        if latest is not None:
            patience = max(latest - time.monotonic(), 0)
            if not select.select([descriptor], [], [], patience)[0]:
                raise Silence("no answer in time")
        chunk = os.read(descriptor, size - len(got))
        if not chunk:
            raise Silence("the other side is gone")
        got += chunk
    return bytes(got)
