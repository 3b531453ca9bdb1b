"""Lambda's own API, as far as one function uses it to call another: each call is a cold start of the real one."""

import json
import re
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from tools.local.runtime_interface import LambdaFunction

CALL = re.compile(r"/2015-03-31/functions/(?P<name>[^/]+)/invocations$")


class Invoker(ThreadingHTTPServer):
    """Answers for the functions it is given, by name."""

    daemon_threads = True

    def __init__(self, functions: Mapping[str, LambdaFunction]) -> None:
        super().__init__(("127.0.0.1", 0), InvokerHandler)
        self.functions = functions

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"


class InvokerHandler(BaseHTTPRequestHandler):
    server: Invoker

    def do_POST(self) -> None:
        called = CALL.match(self.path)
        event = json.loads(self.rfile.read(int(self.headers.get("Content-Length", 0))) or b"{}")
        if called is None or called["name"] not in self.server.functions:
            return self._answer(404, {"Message": f"no function at {self.path}"}, "ResourceNotFoundException")
        answer = self.server.functions[called["name"]].invoke(event)
        if answer.failure is not None:
            said = {"errorType": answer.failure.type, "errorMessage": answer.failure.message}
            return self._answer(200, said, **{"X-Amz-Function-Error": "Unhandled"})
        return self._answer(200, answer.payload)

    def _answer(self, status: int, body: object, error: str | None = None, **headers: str) -> None:
        said = json.dumps(body).encode()
        self.send_response(status)
        for name, value in {**headers, **({"X-Amzn-ErrorType": error} if error else {})}.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(said)))
        self.end_headers()
        self.wfile.write(said)

    def log_message(self, format: str, *arguments: object) -> None:  # noqa: A002 - the name is http.server's
        """The functions' own logs are what matters."""


@contextmanager
def invoking(functions: Mapping[str, LambdaFunction]) -> Iterator[str]:
    """The address of an API that serves while the block runs."""
    with Invoker(functions) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
        thread.start()
        try:
            yield server.url
        finally:
            server.shutdown()
            thread.join()
