"""A DynamoDB that answers every request with one item, on this machine."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from tools.bench.programs.items import ANSWERS


class OneItem(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    wbufsize = -1  # one packet per answer

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response_only(200)
        self.send_header("Content-Type", "application/x-amz-json-1.0")
        self.send_header("x-amzn-RequestId", "BENCH")
        self.send_header("Content-Length", str(len(ANSWERS["get"])))
        self.end_headers()
        self.wfile.write(ANSWERS["get"])

    def log_message(self, *_: object) -> None:
        """Nobody reads it."""


@contextmanager
def loopback() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), OneItem)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
