"""A DynamoDB on this machine that holds a few items, found by key or by any attribute that a query names."""

import json
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@contextmanager
def loopback(items: Sequence[dict[str, Any]]) -> Iterator[str]:
    def answer(operation: str, request: dict[str, Any]) -> dict[str, Any]:
        if operation == "GetItem":
            key = request["Key"]
            return next(({"Item": item} for item in items if key.items() <= item.items()), {})
        wanted = request.get("ExpressionAttributeValues", {}).values()
        found = [item for item in items if any(value in item.values() for value in wanted)]
        return {"Items": found, "Count": len(found), "ScannedCount": len(found)}

    class Table(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        wbufsize = -1  # one packet per answer

        def do_POST(self) -> None:
            request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            body = json.dumps(answer(self.headers["X-Amz-Target"].partition(".")[2], request)).encode()
            self.send_response_only(200)
            self.send_header("Content-Type", "application/x-amz-json-1.0")
            self.send_header("x-amzn-RequestId", "BENCH")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Nobody reads it."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Table)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
