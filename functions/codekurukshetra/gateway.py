"""The payment gateway: Razorpay's own client, asked with patience, answering in our types and our errors."""

import hashlib
import hmac
import json
import re
import time
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from msgspec import Struct

if TYPE_CHECKING:
    from requests import Response

FIRST_PAUSE_SECONDS = 0.2
CONFLICT, TOO_MANY = 409, 429


class GatewayRefused(Exception):
    """The gateway answered no: asking again will not help."""

    def __init__(self, status: int, code: str, description: str, field: str | None = None) -> None:
        super().__init__(description)
        self.status = status
        self.code = code
        self.description = description
        self.field = field


class GatewayUnavailable(Exception):
    """The gateway gave no usable answer, however often it was asked; what was wished may yet have happened."""


class SignatureInvalid(Exception):
    """Not signed by the gateway, or altered since."""


class GatewayOrder(Struct, frozen=True):
    id: str
    amount: int
    amount_paid: int
    currency: str
    receipt: str | None
    status: str
    notes: Mapping[str, str]
    created_at: int

    @classmethod
    def of(cls, entity: Mapping[str, Any]) -> "GatewayOrder":
        return cls(
            id=entity["id"],
            amount=entity["amount"],
            amount_paid=entity["amount_paid"],
            currency=entity["currency"],
            receipt=entity["receipt"],
            status=entity["status"],
            notes=_notes(entity),
            created_at=entity["created_at"],
        )


class GatewayPayment(Struct, frozen=True):
    """What we need of a payment; the payer's e-mail, number and card stay with the gateway."""

    id: str
    order_id: str | None
    amount: int
    currency: str
    status: str
    captured: bool
    amount_refunded: int
    method: str | None
    error_reason: str | None
    created_at: int

    @classmethod
    def of(cls, entity: Mapping[str, Any]) -> "GatewayPayment":
        return cls(
            id=entity["id"],
            order_id=entity.get("order_id"),
            amount=entity["amount"],
            currency=entity["currency"],
            status=entity["status"],
            captured=bool(entity["captured"]),
            amount_refunded=entity.get("amount_refunded") or 0,
            method=entity.get("method"),
            error_reason=entity.get("error_reason"),
            created_at=entity["created_at"],
        )


class GatewayRefund(Struct, frozen=True):
    id: str
    payment_id: str
    amount: int
    currency: str
    status: str
    receipt: str | None
    created_at: int

    @classmethod
    def of(cls, entity: Mapping[str, Any]) -> "GatewayRefund":
        return cls(
            id=entity["id"],
            payment_id=entity["payment_id"],
            amount=entity["amount"],
            currency=entity["currency"],
            status=entity["status"],
            receipt=entity.get("receipt"),
            created_at=entity["created_at"],
        )


class GatewayEvent(Struct, frozen=True):
    """A webhook's body: the entities as they were when the event happened, not as they are now."""

    name: str
    created_at: int
    order: GatewayOrder | None
    payment: GatewayPayment | None
    refund: GatewayRefund | None


class Gateway:
    """Every call may be repeated: reads and captures by nature, an order by its receipt, a refund by its key."""

    def __init__(
        self,
        base_url: str,
        key_id: str,
        key_secret: str,
        *,
        timeout: tuple[float, float] = (2.0, 5.0),
        attempts: int = 3,
        pause: Callable[[float], None] = time.sleep,
    ) -> None:
        self._base_url = base_url.rstrip("/")
        self._auth = (key_id, key_secret)
        self._transport = _Transport(timeout, attempts, pause)
        self._client: Any = None

    def create_order(self, amount: int, currency: str, receipt: str, notes: Mapping[str, str]) -> GatewayOrder:
        """The order of this receipt: a receipt that was used before answers with the order that it made."""
        wish = {"amount": amount, "currency": currency, "receipt": receipt, "notes": dict(notes)}
        order = GatewayOrder.of(self._razorpay.order.create({**wish, "unique_receipt": True}))
        if (order.amount, order.currency, order.receipt) != (amount, currency, receipt):
            raise GatewayRefused(CONFLICT, "RECEIPT_REUSED", "the receipt belongs to another order", "receipt")
        return order

    def fetch_order(self, order_id: str) -> GatewayOrder:
        return GatewayOrder.of(self._razorpay.order.fetch(_id("order", order_id)))

    def order_payments(self, order_id: str) -> tuple[GatewayPayment, ...]:
        answer = self._razorpay.order.payments(_id("order", order_id))
        return tuple(GatewayPayment.of(entity) for entity in answer["items"])

    def fetch_payment(self, payment_id: str) -> GatewayPayment:
        return GatewayPayment.of(self._razorpay.payment.fetch(_id("pay", payment_id)))

    def capture(self, payment_id: str, amount: int, currency: str) -> GatewayPayment:
        """Takes the money of a payment that was authorised only; one that is captured already stays as it is."""
        try:
            answer = self._razorpay.payment.capture(_id("pay", payment_id), amount, {"currency": currency})
        except GatewayRefused:
            payment = self.fetch_payment(payment_id)
            if payment.captured:
                return payment
            raise
        return GatewayPayment.of(answer)

    def refund(self, payment_id: str, amount: int, key: str) -> GatewayRefund:
        """Give back `amount`, once per `key` (10 to 40 letters, digits, hyphens and underscores)."""
        answer = self._razorpay.payment.refund(
            _id("pay", payment_id),
            {"amount": amount, "speed": "normal", "receipt": key},
            headers={"X-Refund-Idempotency": key},
        )
        return GatewayRefund.of(answer)

    def fetch_refund(self, refund_id: str) -> GatewayRefund:
        return GatewayRefund.of(self._razorpay.refund.fetch(_id("rfnd", refund_id)))

    @property
    def _razorpay(self) -> Any:
        if self._client is None:
            # Imports that only a function that pays should spend its cold start on.
            import razorpay

            self._client = razorpay.Client(session=self._transport, auth=self._auth, base_url=self._base_url)
        return self._client


class _Transport:
    """Stands where the client expects a `requests` session.

    The client alone would wait for ever, take a 429 for a refusal, fail on an answer that is not JSON and print when it
    retries; here an answer is either usable or one of our errors before the client sees it.
    """

    def __init__(self, timeout: tuple[float, float], attempts: int, pause: Callable[[float], None]) -> None:
        self._timeout = timeout
        self._attempts = attempts
        self._pause = pause
        self._session: Any = None

    def get(self, url: str, **options: Any) -> "Response":
        return self._send("GET", url, options)

    def post(self, url: str, **options: Any) -> "Response":
        return self._send("POST", url, options)

    def _send(self, method: str, url: str, options: dict[str, Any]) -> "Response":
        for attempt in range(self._attempts):
            if attempt:
                self._pause(FIRST_PAUSE_SECONDS * 2 ** (attempt - 1))
            response = self._ask(method, url, options)
            if response is not None:
                return response
        raise GatewayUnavailable("the payment gateway does not answer")

    def _ask(self, method: str, url: str, options: dict[str, Any]) -> "Response | None":
        import requests

        self._session = self._session or requests.Session()
        try:
            response: Response = self._session.request(
                method, url, timeout=self._timeout, allow_redirects=False, **options
            )
            answer = response.json()
        except requests.RequestException:
            return None
        if response.status_code == 200 and isinstance(answer, dict):
            return response
        if 400 <= response.status_code < 500 and response.status_code not in (CONFLICT, TOO_MANY):
            raise _refusal(response.status_code, answer)
        return None


def verify_checkout(order_id: str, payment_id: str, signature: str, secrets: Iterable[str]) -> None:
    """That the gateway itself told the customer's browser: this payment is for this order."""
    if not _ID.fullmatch(order_id) or not _ID.fullmatch(payment_id):
        raise SignatureInvalid("the signature does not match")
    _verify(f"{order_id}|{payment_id}".encode(), signature, secrets)


def verify_webhook(raw_body: bytes, signature: str, secrets: Iterable[str]) -> GatewayEvent:
    """The event in a webhook's body, which must come byte for byte as received, and only if the gateway signed it."""
    _verify(raw_body, signature, secrets)
    body = json.loads(raw_body)
    entities = {name: part["entity"] for name, part in body["payload"].items()}
    return GatewayEvent(
        name=body["event"],
        created_at=body["created_at"],
        order=GatewayOrder.of(entities["order"]) if "order" in entities else None,
        payment=GatewayPayment.of(entities["payment"]) if "payment" in entities else None,
        refund=GatewayRefund.of(entities["refund"]) if "refund" in entities else None,
    )


def _verify(message: bytes, signature: str, secrets: Iterable[str]) -> None:
    given = signature.encode()
    # An empty secret would be everybody's. Each one is compared, so that time does not tell which one signed.
    matches = [
        hmac.compare_digest(hmac.digest(secret.encode(), message, hashlib.sha256).hex().encode(), given)
        for secret in secrets
        if secret
    ]
    if not any(matches):
        raise SignatureInvalid("the signature does not match")


_ID = re.compile(r"[a-z]{3,8}_[A-Za-z0-9]{1,40}")


def _id(prefix: str, value: str) -> str:
    # Ids come from clients and become part of a path.
    if not value.startswith(f"{prefix}_") or not _ID.fullmatch(value):
        raise GatewayRefused(400, "BAD_REQUEST_ERROR", "malformed id", "id")
    return value


def _notes(entity: Mapping[str, Any]) -> Mapping[str, str]:
    # The gateway writes no notes as an empty list.
    notes = entity.get("notes")
    return dict(notes) if isinstance(notes, Mapping) else {}


def _refusal(status: int, answer: Any) -> GatewayRefused:
    error = answer.get("error") if isinstance(answer, dict) else None
    if not isinstance(error, dict):
        return GatewayRefused(status, "UNKNOWN", "the payment gateway refused")
    return GatewayRefused(status, str(error.get("code")), str(error.get("description")), error.get("field"))
