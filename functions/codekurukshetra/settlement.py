"""Between the gateway and the books: what it says becomes statements, and its failures our refusals."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

from msgspec.structs import replace

from edge.settings import settings
from functions.codekurukshetra.gateway import (
    Gateway,
    GatewayEvent,
    GatewayPayment,
    GatewayRefund,
    GatewayRefused,
    GatewayUnavailable,
)
from functions.codekurukshetra.keyring import keyring
from functions.codekurukshetra.rules.payments import GatewayBusy, PaymentRefused, Said, Statement

SAID = {
    "authorized": Said.AUTHORISED,
    "captured": Said.CAPTURED,
    "failed": Said.FAILED,
    "refunded": Said.REFUNDED,
}


def gateway() -> Gateway:
    issued = keyring.gateway()
    return _gateway(settings().text("GATEWAY_URL"), issued["key_id"], issued["key_secret"])


@cache
def _gateway(url: str, key_id: str, key_secret: str) -> Gateway:
    return Gateway(url, key_id, key_secret)


@contextmanager
def asking() -> Iterator[Gateway]:
    """The gateway, for a caller who waits: no answer is a 503, a no is a 402."""
    try:
        yield gateway()
    except GatewayRefused as refusal:
        raise PaymentRefused("The payment gateway refused.", facts={"gateway_code": refusal.code}) from None
    except GatewayUnavailable:
        raise GatewayBusy("The payment gateway does not answer; try again.") from None


def statement_of(
    payment: GatewayPayment, refund: GatewayRefund | None = None, *, by_webhook: bool = False
) -> Statement | None:
    said = SAID.get(payment.status)
    if said is None or payment.order_id is None:
        return None
    return Statement(
        said=said,
        order_id=payment.order_id,
        gateway_payment_id=payment.id,
        amount=payment.amount,
        currency=payment.currency,
        method=payment.method,
        refund_id=refund.id if refund else None,
        by_webhook=by_webhook,
    )


def heard(event: GatewayEvent) -> Statement | None:
    """What an event says of a payment; events without one say nothing that we do not know."""
    said = statement_of(event.payment, event.refund, by_webhook=True) if event.payment else None
    if said is not None and event.name == "refund.failed":
        return replace(said, said=Said.NOT_REFUNDED)
    return said


def asked(order_id: str, of: Gateway) -> list[Statement]:
    """Everything that the gateway knows of an order; money that was authorised only is taken now."""
    found = []
    for payment in of.order_payments(order_id):
        taken = of.capture(payment.id, payment.amount, payment.currency) if payment.status == "authorized" else payment
        if (statement := statement_of(taken)) is not None:
            found.append(statement)
    return found


def refund_key(gateway_payment_id: str, attempt: int = 1) -> str:
    """One refund of the whole amount per payment, whoever asks and however often; another one if the bank fails it."""
    return f"whole_{attempt}_{gateway_payment_id}"
