"""Lambda's own API for the isolated functions of a service: each call is a process of its own."""

import json
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from singletable.service import Isolated
from tools.bench.processes import ROOT

CALL = """
import importlib, json, sys
module, _, name = sys.argv[1].rpartition(".")
print("\\n" + json.dumps(getattr(importlib.import_module(module), name)(json.load(sys.stdin), None)))
"""


@contextmanager
def isolated_functions(functions: Sequence[Isolated]) -> Iterator[str]:
    handlers = {function.name: function.handler for function in functions}

    class Invocations(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            name = self.path.split("/")[-2]
            event = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            command = [sys.executable, "-c", CALL, handlers[name]]
            ran = subprocess.run(command, input=event, capture_output=True, cwd=ROOT, check=False)
            self.send_response(200)
            if ran.returncode != 0:
                self.send_header("X-Amz-Function-Error", "Unhandled")
            body = ran.stdout.splitlines()[-1] if ran.returncode == 0 else json.dumps(ran.stderr.decode()).encode()
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Nobody reads it."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Invocations)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
