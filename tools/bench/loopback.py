"""A DynamoDB on this machine that holds a few items, found by key, or by partition and range; writes change nothing.

Whoever needs a secret on the way to its table finds one here too."""

import json
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

WRITES = frozenset({"PutItem", "UpdateItem", "TransactWriteItems"})


def within(item: dict[str, Any], bounds: Sequence[dict[str, str]]) -> bool:
    """Whether a sort key of the item lies between two texts; other conditions are taken to be met."""
    if len(bounds) != 2 or not all("S" in bound for bound in bounds):
        return True
    low, high = (bound["S"] for bound in bounds)
    return any(low <= value["S"] <= high for name, value in item.items() if name.endswith("SK") and "S" in value)


@contextmanager
def loopback(items: Sequence[dict[str, Any]]) -> Iterator[str]:
    def answer(operation: str, request: dict[str, Any]) -> dict[str, Any]:
        if operation in WRITES:
            return {}
        if operation == "GetSecretValue":
            return {"SecretString": "a secret for this machine, and long enough", "CreatedDate": 1_750_000_000}
        if operation == "GetItem":
            key = request["Key"]
            return next(({"Item": item} for item in items if key.items() <= item.items()), {})
        if operation == "BatchGetItem":
            asked = {table: keys["Keys"] for table, keys in request["RequestItems"].items()}
            held = {
                table: [item for key in keys for item in items if key.items() <= item.items()]
                for table, keys in asked.items()
            }
            return {"Responses": held, "UnprocessedKeys": {}}
        partition, *bounds = request["ExpressionAttributeValues"].values()
        found = [item for item in items if partition in item.values() and within(item, bounds)]
        return {"Items": found, "Count": len(found), "ScannedCount": len(found)}

    @lru_cache
    def answered(target: str, request: bytes) -> bytes:
        """Once for each question: the same one comes again and again, and should cost the machine next to nothing."""
        return json.dumps(answer(target.partition(".")[2], json.loads(request))).encode()

    class Table(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        wbufsize = -1  # one packet per answer, or more without a pause between them
        disable_nagle_algorithm = True

        def do_POST(self) -> None:
            body = answered(self.headers["X-Amz-Target"], self.rfile.read(int(self.headers["Content-Length"])))
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
    thread = threading.Thread(target=server.serve_forever, args=(0.05,))
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
