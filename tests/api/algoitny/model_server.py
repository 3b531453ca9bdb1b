"""A stand-in for Amazon Bedrock with the wire format of its Converse operation, on this machine."""

import json
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import unquote

CONVERSE = re.compile(r"^/model/([^/]+)/converse$")


@dataclass
class ModelServer:
    url: str = ""
    says: str = "Think about the order of the numbers."
    fails: bool = False
    asked: list[dict[str, Any]] = field(default_factory=list)


@contextmanager
def model_server() -> Iterator[ModelServer]:
    served = ModelServer()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            route = CONVERSE.match(self.path)
            body = json.loads(self.rfile.read(int(self.headers["content-length"])))
            if route is None or not self.headers["authorization"].startswith("AWS4-HMAC-SHA256 "):
                self._answer(403, {"message": "not a signed Converse request"})
                return
            served.asked.append({"model": unquote(route[1]), **body})
            if served.fails:
                self._answer(400, {"message": "no such model"}, "ValidationException")
                return
            message = {"role": "assistant", "content": [{"text": served.says}]}
            usage = {"inputTokens": 10, "outputTokens": 5, "totalTokens": 15}
            self._answer(
                200,
                {"output": {"message": message}, "stopReason": "end_turn", "usage": usage, "metrics": {"latencyMs": 7}},
            )

        def _answer(self, status: int, body: dict[str, Any], error: str = "") -> None:
            content = json.dumps(body).encode()
            self.send_response(status)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(content)))
            if error:
                self.send_header("x-amzn-errortype", error)
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_: object) -> None:
            """Silent: the test says what was asked."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    served.url = f"http://127.0.0.1:{server.server_port}"
    try:
        yield served
    finally:
        server.shutdown()
        server.server_close()
