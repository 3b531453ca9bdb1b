"""A Razorpay of one's own: the API over HTTP, and beside it the customer, the bank and the road of the webhooks."""

import json
import sys
import time
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from http.server import ThreadingHTTPServer
from threading import Event as Flag
from threading import Lock, Thread
from typing import Any, Self

from tools.gateway import entities
from tools.gateway.entities import Entity
from tools.gateway.faults import Fault, Faults
from tools.gateway.ledger import Ids, Ledger
from tools.gateway.server import handler_for
from tools.gateway.webhooks import Attempt, Courier, Event, Road, signature


@dataclass(frozen=True, slots=True)
class Checkout:
    """What Checkout hands to the customer's page after a payment, under the names that it uses there."""

    razorpay_order_id: str
    razorpay_payment_id: str
    razorpay_signature: str


class _Server(ThreadingHTTPServer):
    # The default of five makes a sixth caller of the same moment wait a second.
    request_queue_size = 128

    def handle_error(self, request: Any, client_address: Any) -> None:
        if not isinstance(sys.exception(), ConnectionError):  # a caller may hang up while it waits
            super().handle_error(request, client_address)


class GatewaySimulator:
    """Serves on 127.0.0.1 while it is open: `with GatewaySimulator() as simulator: simulator.base_url`."""

    def __init__(
        self,
        *,
        port: int = 0,
        key_id: str = "rzp_test_simulator",
        key_secret: str = "simulated-key-secret",  # noqa: S107
        webhook_secret: str = "simulated-webhook-secret",  # noqa: S107
        webhook_url: str | None = None,
        road: Road | None = None,
        seed: str = "0",
        auto_capture: bool = True,
        instant_refunds: bool = True,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.key_id = key_id
        self.key_secret = key_secret
        self.webhook_secret = webhook_secret
        self.faults = Faults()
        self.closing = Flag()
        self._ids = Ids(seed)
        self._account_id = self._ids("acc_")
        self._clock = clock
        self._events: list[Event] = []
        self._events_lock = Lock()
        self._courier = Courier(webhook_url, road or Road(), seed)
        self.ledger: Ledger = Ledger(
            self._ids, self._now, self._publish, auto_capture=auto_capture, instant_refunds=instant_refunds
        )
        self._server = _Server(("127.0.0.1", port), handler_for(self))
        self._thread = Thread(target=self._server.serve_forever, args=(0.01,), name="gateway", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        self._courier.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.closing.set()
        self._server.shutdown()
        self._server.server_close()
        self._courier.close()

    @property
    def base_url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def pay(
        self,
        order_id: str,
        *,
        method: str = "upi",
        amount: int | None = None,
        currency: str | None = None,
        **payer: str,
    ) -> Checkout:
        """The customer pays; `amount` and `currency` other than the order's are for those who check them."""
        return self._checkout(self.ledger.pay(order_id, method, payer, amount, currency))

    def fail(self, order_id: str, *, method: str = "upi", **payer: str) -> str:
        """The customer's bank declines; the id of the failed payment."""
        return str(self.ledger.fail(order_id, method, payer)["id"])

    def pay_again(self, payment_id: str) -> Checkout:
        """A failed payment succeeds later, under the same id."""
        return self._checkout(self.ledger.pay_again(payment_id))

    def settle_refund(self, refund_id: str, status: str = "processed") -> None:
        """The bank's answer for a refund that waits (`instant_refunds=False`): processed or failed."""
        self.ledger.settle_refund(refund_id, status)

    def disturb(self, method: str, path: str, **fault: Any) -> None:
        """Let coming requests fail; see `Fault` for how."""
        self.faults.order(Fault(method, path, **fault))

    @property
    def events(self) -> tuple[Event, ...]:
        """Every webhook so far, in the order in which things happened, sent or not."""
        with self._events_lock:
            return tuple(self._events)

    @property
    def attempts(self) -> tuple[Attempt, ...]:
        return self._courier.attempts

    def deliver(self, order: Iterable[int | str] | None = None) -> list[Attempt]:
        """Send webhooks now and wait for the answers: those named by number, id or event name, else all that wait."""
        if order is None:
            return self._courier.flush()
        return self._courier.deliver([self._event(named) for named in order])

    @property
    def road(self) -> Road:
        return self._courier.road

    @property
    def webhook_url(self) -> str | None:
        return self._courier.url

    def configure_webhooks(self, url: str | None = None, **changes: Any) -> None:
        """Another address, another road; what is not named stays."""
        self._courier.configure(url or self._courier.url, Road(**{**asdict(self._courier.road), **changes}))

    def sign_checkout(self, order_id: str, payment_id: str) -> str:
        return signature(self.key_secret, f"{order_id}|{payment_id}".encode())

    def _checkout(self, payment: Entity) -> Checkout:
        order_id, payment_id = payment["order_id"], payment["id"]
        return Checkout(order_id, payment_id, self.sign_checkout(order_id, payment_id))

    def _publish(self, name: str, payload: Entity) -> None:
        body = json.dumps(entities.event(self._account_id, name, payload, self._now()), separators=(",", ":")).encode()
        with self._events_lock:
            # Signed when it happens: a retry after the secret changed still carries the old secret's signature.
            event = Event(len(self._events), self._ids(), name, body, signature(self.webhook_secret, body))
            self._events.append(event)
        self._courier.accept(event)

    def _event(self, named: int | str) -> Event:
        if isinstance(named, int):
            return self.events[named]
        for event in reversed(self.events):
            if named in (event.id, event.name):
                return event
        raise LookupError(f"there was no event {named}")

    def _now(self) -> int:
        return int(self._clock())
