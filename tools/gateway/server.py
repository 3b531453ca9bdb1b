"""HTTP for the simulator: Razorpay's API under /v1, the strings that move the rest under /simulator."""

import base64
import hmac
import json
import re
from collections.abc import Callable
from dataclasses import asdict, dataclass
from http.server import BaseHTTPRequestHandler
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl, urlsplit

from tools.gateway.entities import METHODS, Entity, Refused, declined, refused
from tools.gateway.faults import Fault

if TYPE_CHECKING:
    from tools.gateway.simulator import GatewaySimulator

MOST_BODY_BYTES = 1_000_000


@dataclass(frozen=True, slots=True)
class Request:
    id: str
    query: dict[str, str]
    body: Entity
    idempotency_key: str | None


Answer = Callable[["GatewaySimulator", Request], Entity]


def _pay(simulator: "GatewaySimulator", request: Request) -> Entity:
    wish = dict(request.body)
    outcome, method = wish.pop("outcome", "paid"), wish.get("method", "upi")
    if outcome not in ("paid", "failed") or method not in METHODS:
        raise refused(f"outcome is paid or failed, method one of {', '.join(METHODS)}")
    if outcome == "failed":
        payment_id = simulator.fail(request.id, **wish)
        raise declined(simulator.ledger.payment(payment_id))
    return asdict(simulator.pay(request.id, **wish))


def _webhooks(simulator: "GatewaySimulator", _: Request) -> Entity:
    return {
        "url": simulator.webhook_url,
        "road": asdict(simulator.road),
        "events": [{"number": e.number, "id": e.id, "event": e.name} for e in simulator.events],
        "attempts": [asdict(attempt) for attempt in simulator.attempts],
    }


def _configure(simulator: "GatewaySimulator", request: Request) -> Entity:
    simulator.configure_webhooks(**request.body)
    return _webhooks(simulator, request)


def _flush(simulator: "GatewaySimulator", request: Request) -> Entity:
    return {"attempts": [asdict(attempt) for attempt in simulator.deliver(request.body.get("order"))]}


def _disturb(simulator: "GatewaySimulator", request: Request) -> Entity:
    simulator.disturb(**request.body)
    return {}


API: tuple[tuple[str, str, Answer], ...] = (
    ("POST", "/v1/orders", lambda s, r: s.ledger.create_order(r.body)),
    ("GET", "/v1/orders", lambda s, r: s.ledger.orders(r.query)),
    ("GET", "/v1/orders/{}", lambda s, r: s.ledger.order(r.id)),
    ("GET", "/v1/orders/{}/payments", lambda s, r: s.ledger.order_payments(r.id)),
    ("GET", "/v1/payments/{}", lambda s, r: s.ledger.payment(r.id)),
    ("POST", "/v1/payments/{}/capture", lambda s, r: s.ledger.capture(r.id, r.body)),
    ("POST", "/v1/payments/{}/refund", lambda s, r: s.ledger.give_back(r.id, r.body, r.idempotency_key)),
    ("GET", "/v1/payments/{}/refunds", lambda s, r: s.ledger.payment_refunds(r.id)),
    ("GET", "/v1/refunds/{}", lambda s, r: s.ledger.refund(r.id)),
)
CONTROL: tuple[tuple[str, str, Answer], ...] = (
    ("POST", "/simulator/orders/{}/pay", _pay),
    ("POST", "/simulator/payments/{}/pay-again", lambda s, r: asdict(s.pay_again(r.id))),
    ("POST", "/simulator/refunds/{}/settle", lambda s, r: s.ledger.settle_refund(r.id, r.body.get("status", ""))),
    ("GET", "/simulator/webhooks", _webhooks),
    ("PUT", "/simulator/webhooks", _configure),
    ("POST", "/simulator/webhooks/flush", _flush),
    ("POST", "/simulator/faults", _disturb),
)
ROUTES = tuple(
    (method, re.compile(re.escape(path).replace(r"\{\}", "([^/]+)")), answer) for method, path, answer in API + CONTROL
)


def handler_for(simulator: "GatewaySimulator") -> type[BaseHTTPRequestHandler]:
    credentials = f"{simulator.key_id}:{simulator.key_secret}".encode()
    expected = b"Basic " + base64.b64encode(credentials)

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True

        def do_GET(self) -> None:
            self._serve()

        do_POST = do_PUT = do_GET  # noqa: N815

        def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
            """Says nothing: requests carry personal data."""

        def _serve(self) -> None:
            target = urlsplit(self.path)
            try:
                body = self._body()
                fault = simulator.faults.befalls(self.command, target.path)
                if fault and not fault.after:
                    return self._fail(fault)
                status, answer = 200, self._answer(target.path, target.query, body)
                if fault:
                    return self._fail(fault)
            except Refused as refusal:
                status, answer = refusal.status, refusal.body
            except (TypeError, LookupError) as misuse:
                if not target.path.startswith("/simulator/"):
                    raise
                status, answer = 400, refused(str(misuse)).body
            return self._reply(status, answer)

        def _answer(self, path: str, query: str, body: Entity) -> Entity:
            given = self.headers.get("Authorization", "").encode()
            if not path.startswith("/simulator/") and not hmac.compare_digest(given, expected):
                raise refused("Authentication failed", status=401)
            for method, pattern, answer in ROUTES:
                match = pattern.fullmatch(path)
                if match and method == self.command:
                    key = self.headers.get("X-Refund-Idempotency")
                    return answer(simulator, Request("".join(match.groups()), dict(parse_qsl(query)), body, key))
            raise refused("The requested URL was not found on the server.")

        def _body(self) -> Entity:
            length = int(self.headers.get("Content-Length") or 0)
            if length > MOST_BODY_BYTES:
                self.close_connection = True
                raise refused("The request is too large", status=413)
            raw = self.rfile.read(length)
            try:
                body = json.loads(raw) if raw else {}
            except ValueError:
                body = None
            if not isinstance(body, dict):
                raise refused("The request body is not valid JSON")
            return body

        def _fail(self, fault: Fault) -> None:
            simulator.closing.wait(fault.seconds)
            if fault.status is None:
                self.close_connection = True
                return
            code = "SERVER_ERROR" if fault.status >= 500 else "BAD_REQUEST_ERROR"
            self._reply(fault.status, {"error": {"code": code, "description": "An ordered failure"}})

        def _reply(self, status: int, answer: Entity) -> None:
            raw = json.dumps(answer).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(raw)))
            self.end_headers()
            self.wfile.write(raw)

    return Handler
