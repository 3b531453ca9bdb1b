"""Lambda's Runtime API on this machine: hands one event at a time to a runtime, and takes what it answers."""

import json
import queue
import re
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from uuid import uuid4

STOP_NOTICED_WITHIN = 0.02
PREFIX = "/2018-06-01/runtime"
OUTCOME = re.compile(PREFIX + r"/(?:invocation/(?P<request>[^/]+)/(?P<kind>response|error)|init/error)$")


@dataclass(frozen=True)
class Failure:
    """What the runtime reports when a function, or its import, raises."""

    type: str
    message: str
    trace: tuple[str, ...] = ()


@dataclass(frozen=True)
class Outcome:
    """`request` is empty for a failure before the first event."""

    request: str
    payload: Any = None
    failure: Failure | None = None


class RuntimeApi(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), RuntimeApiHandler)
        self.events: queue.Queue[tuple[str, bytes, float] | None] = queue.Queue()
        self.outcomes: queue.Queue[Outcome] = queue.Queue()

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.server_port}"

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A function that ends takes its connection with it; anything else is ours to see."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)

    def offer(self, event: object, seconds: float) -> str:
        """Queue an event for the runtime; answers with the request id that its outcome will carry."""
        request = str(uuid4())
        self.events.put((request, json.dumps(event).encode(), time.time() + seconds))
        return request


class RuntimeApiHandler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: RuntimeApi

    def do_GET(self) -> None:
        offered = self.server.events.get()
        if offered is None:
            self.close_connection = True
            return
        request, event, deadline = offered
        headers = {
            "Content-Type": "application/json",
            "Lambda-Runtime-Aws-Request-Id": request,
            "Lambda-Runtime-Deadline-Ms": str(int(deadline * 1000)),
            "Lambda-Runtime-Invoked-Function-Arn": "arn:aws:lambda:us-east-1:000000000000:function:local",
        }
        self._answer(200, event, headers)

    def do_POST(self) -> None:
        body = json.loads(self._body() or b"null")
        found = OUTCOME.match(self.path)
        if found is None:
            return self._answer(404, b"{}")
        if found["kind"] == "response":
            self.server.outcomes.put(Outcome(found["request"], payload=body))
        else:
            failure = Failure(body["errorType"], body["errorMessage"], tuple(body.get("stackTrace") or ()))
            self.server.outcomes.put(Outcome(found["request"] or "", failure=failure))
        return self._answer(202, b'{"status": "OK"}')

    def _body(self) -> bytes:
        """The runtime sends large answers in chunks."""
        if self.headers.get("Transfer-Encoding", "").lower() != "chunked":
            return self.rfile.read(int(self.headers.get("Content-Length", 0)))
        parts = []
        while size := int(self.rfile.readline().split(b";")[0], 16):
            parts.append(self.rfile.read(size))
            self.rfile.readline()
        self.rfile.readline()
        return b"".join(parts)

    def _answer(self, status: int, body: bytes, headers: dict[str, str] | None = None) -> None:
        self.send_response(status)
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *arguments: object) -> None:  # noqa: A002 - the name is http.server's
        """The function's own log is what matters."""


@contextmanager
def serving() -> Iterator[RuntimeApi]:
    with RuntimeApi() as api:
        thread = threading.Thread(target=api.serve_forever, args=(STOP_NOTICED_WITHIN,), daemon=True)
        thread.start()
        try:
            yield api
        finally:
            api.events.put(None)
            api.shutdown()
            thread.join()
