"""Money back: asked of the gateway under a key of its own, so that asking again gives nothing twice."""

from msgspec.structs import replace

from functions.codekurukshetra.gateway import Gateway, GatewayRefused, GatewayUnavailable
from functions.codekurukshetra.rules.payments import Said, Statement
from functions.codekurukshetra.settlement import refund_key, statement_of


def give_back(gateway_payment_id: str, amount: int, attempt: int, gateway: Gateway) -> Statement:
    """What the gateway says afterwards. Where somebody was faster, on its own pages, it says the same."""
    try:
        refund = gateway.refund(gateway_payment_id, amount, refund_key(gateway_payment_id, attempt))
    except GatewayRefused:
        found = statement_of(gateway.fetch_payment(gateway_payment_id))
        if found is None or found.said is not Said.REFUNDED:
            raise
        return found
    paid = statement_of(gateway.fetch_payment(gateway_payment_id), refund)
    if paid is None:
        raise GatewayUnavailable("the payment gateway does not know what it gave back")
    return replace(paid, said=Said.REFUNDED)
