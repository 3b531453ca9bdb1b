"""A server on this machine that gives the answers it was told to give, and remembers what it was asked."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass(frozen=True)
class Answer:
    body: bytes = b"{}"
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    hang_up: bool = False
    """Close the connection without a word."""


@dataclass
class Script:
    """The last answer is given again for as long as anybody asks."""

    answers: list[Answer]
    url: str = ""
    requests: list[tuple[dict[str, str], bytes]] = field(default_factory=list)
    connections: int = 0


@contextmanager
def serving(*answers: Answer) -> Iterator[Script]:
    script = Script(list(answers))

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        wbufsize = -1  # head and body in one packet, or each answer waits 40 ms for the client's acknowledgement

        def setup(self) -> None:
            script.connections += 1
            super().setup()

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            script.requests.append((dict(self.headers.items()), body))
            answer = script.answers[min(len(script.requests), len(script.answers)) - 1]
            if answer.hang_up:
                self.close_connection = True
                return
            self.send_response_only(answer.status)
            headers = {"x-amzn-RequestId": "REQUEST", "Content-Length": str(len(answer.body))} | answer.headers
            for name, value in headers.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(answer.body)
            self.close_connection = int(headers["Content-Length"]) != len(answer.body)

        def log_message(self, *_: Any) -> None:
            """Nobody reads it."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    script.url = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield script
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
