"""The simulator over HTTP, Razorpay's client against it, and an endpoint that takes webhooks as the service does."""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from functions.codekurukshetra.gateway import Gateway, GatewayOrder, SignatureInvalid, verify_webhook
from tools.gateway.simulator import GatewaySimulator
from tools.gateway.webhooks import Road

FEE = 99_900


@pytest.fixture
def simulator() -> Iterator[GatewaySimulator]:
    with GatewaySimulator(road=Road(hold=True)) as simulator:
        yield simulator


def gateway_to(simulator: GatewaySimulator, **options: Any) -> Gateway:
    return Gateway(simulator.base_url, simulator.key_id, simulator.key_secret, **{"pause": lambda _: None, **options})


@pytest.fixture
def gateway(simulator: GatewaySimulator) -> Gateway:
    return gateway_to(simulator)


@pytest.fixture
def order(gateway: Gateway) -> GatewayOrder:
    return gateway.create_order(FEE, "INR", "01TEAM", {"team_id": "01TEAM"})


@dataclass
class Endpoint:
    """Answers 200 to what the gateway signed, 401 to the rest, or what a test orders next."""

    secrets: list[str]
    ordered: list[int] = field(default_factory=list)
    received: list[tuple[str, str, int]] = field(default_factory=list)
    url: str = ""

    def take(self, body: bytes, event_id: str, signature: str) -> int:
        name = json.loads(body)["event"]
        try:
            verify_webhook(body, signature, self.secrets)
            status = self.ordered.pop(0) if self.ordered else 200
        except SignatureInvalid:
            status = 401
        self.received.append((name, event_id, status))
        return status

    @property
    def names(self) -> list[str]:
        return [name for name, _, status in self.received if status == 200]


@pytest.fixture
def endpoint(simulator: GatewaySimulator) -> Iterator[Endpoint]:
    endpoint = Endpoint([simulator.webhook_secret])

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            event_id, signature = self.headers["X-Razorpay-Event-Id"], self.headers["X-Razorpay-Signature"]
            self.send_response(endpoint.take(body, event_id, signature))
            self.end_headers()

        def log_message(self, *_: Any) -> None: ...

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    endpoint.url = f"http://127.0.0.1:{server.server_address[1]}/webhooks/razorpay?from=gateway"
    simulator.configure_webhooks(endpoint.url)
    yield endpoint
    server.shutdown()
    server.server_close()


Call = Callable[..., tuple[int, dict[str, Any]]]


@pytest.fixture
def call(simulator: GatewaySimulator) -> Call:
    """Plain HTTP, for what the client never sends."""

    def send(method: str, path: str, body: object = None, **headers: str) -> tuple[int, dict[str, Any]]:
        raw = body if isinstance(body, bytes) else None if body is None else json.dumps(body).encode()
        request = Request(simulator.base_url + path, raw, headers, method=method)
        try:
            with urlopen(request, timeout=10) as answer:
                return answer.status, json.load(answer)
        except HTTPError as refusal:
            return refusal.code, json.load(refusal)

    return send
