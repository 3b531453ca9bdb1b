"""Signatures: the gateway's own pass, under the current secret or the previous one; everything else is refused."""

import json
from itertools import permutations

import pytest
import razorpay
from hypothesis import given
from hypothesis import strategies as st

from functions.codekurukshetra.gateway import GatewayOrder, SignatureInvalid, verify_checkout, verify_webhook
from tests.gateway.conftest import FEE, gateway_to
from tools.gateway.simulator import GatewaySimulator
from tools.gateway.webhooks import Event, altered, signature


@pytest.fixture
def captured(simulator: GatewaySimulator, order: GatewayOrder) -> Event:
    simulator.pay(order.id)
    return next(event for event in simulator.events if event.name == "payment.captured")


def test_the_checkout_of_a_payment_is_verified(simulator: GatewaySimulator, order: GatewayOrder) -> None:
    paid = simulator.pay(order.id)
    verify_checkout(order.id, paid.razorpay_payment_id, paid.razorpay_signature, [simulator.key_secret])


def test_the_checkout_of_another_order_or_payment_is_refused(simulator: GatewaySimulator) -> None:
    gateway = gateway_to(simulator)
    paid = [simulator.pay(gateway.create_order(FEE, "INR", receipt, {}).id) for receipt in ("01TEAM", "02TEAM")]
    for first, second in permutations(paid, 2):
        with pytest.raises(SignatureInvalid):
            verify_checkout(
                first.razorpay_order_id, second.razorpay_payment_id, first.razorpay_signature, [simulator.key_secret]
            )
        with pytest.raises(SignatureInvalid):
            verify_checkout(
                second.razorpay_order_id, first.razorpay_payment_id, first.razorpay_signature, [simulator.key_secret]
            )


@pytest.mark.parametrize(
    ("order_id", "payment_id"),
    [("order_A|pay_B", ""), ("", "order_A|pay_B"), ("order_A", "pay_B|x"), ("order_A|x", "pay_B")],
)
def test_ids_that_could_be_cut_elsewhere_are_refused_even_with_a_true_signature(
    simulator: GatewaySimulator, order_id: str, payment_id: str
) -> None:
    signed = simulator.sign_checkout(order_id, payment_id)
    with pytest.raises(SignatureInvalid):
        verify_checkout(order_id, payment_id, signed, [simulator.key_secret])


@pytest.mark.parametrize("forged", ["", "0" * 64, "ünïcode", "\x00", "A" * 10_000])
def test_a_forged_signature_is_refused(simulator: GatewaySimulator, captured: Event, forged: str) -> None:
    with pytest.raises(SignatureInvalid):
        verify_webhook(captured.body, forged, [simulator.webhook_secret])
    with pytest.raises(SignatureInvalid):
        verify_checkout("order_A", "pay_B", forged, [simulator.key_secret])


def test_a_webhook_is_read_only_after_its_signature_was_checked(simulator: GatewaySimulator, captured: Event) -> None:
    event = verify_webhook(captured.body, captured.signature, [simulator.webhook_secret])
    assert event.name == "payment.captured"
    assert event.payment is not None
    assert (event.payment.amount, event.payment.currency, event.payment.status) == (FEE, "INR", "captured")
    assert (event.order, event.refund) == (None, None)
    with pytest.raises(SignatureInvalid):
        verify_webhook(b"not even JSON", captured.signature, [simulator.webhook_secret])


def test_an_altered_amount_is_refused(simulator: GatewaySimulator, captured: Event) -> None:
    changed = altered(captured.body)
    assert json.loads(changed)["payload"]["payment"]["entity"]["amount"] != FEE
    with pytest.raises(SignatureInvalid):
        verify_webhook(changed, captured.signature, [simulator.webhook_secret])


def test_the_same_content_in_other_bytes_is_refused(simulator: GatewaySimulator, captured: Event) -> None:
    rewritten = json.dumps(json.loads(captured.body), indent=1).encode()
    with pytest.raises(SignatureInvalid):
        verify_webhook(rewritten, captured.signature, [simulator.webhook_secret])


@given(st.integers(min_value=0), st.integers(0, 7))
def test_any_flipped_bit_of_a_body_is_refused(place: int, bit: int) -> None:
    body = b'{"event":"payment.captured","payload":{},"created_at":1}'
    signed = signature("webhook-secret", body)
    assert verify_webhook(body, signed, ["webhook-secret"]).name == "payment.captured"
    flipped = bytearray(body)
    flipped[place % len(body)] ^= 1 << bit
    with pytest.raises(SignatureInvalid):
        verify_webhook(bytes(flipped), signed, ["webhook-secret"])


def test_the_old_secret_counts_while_it_is_named_and_not_after(
    simulator: GatewaySimulator, order: GatewayOrder
) -> None:
    old, new = simulator.webhook_secret, "the-next-webhook-secret"
    simulator.fail(order.id)
    simulator.webhook_secret = new
    simulator.pay(order.id)
    before, after = simulator.events[0], simulator.events[-1]
    for event in (before, after):
        verify_webhook(event.body, event.signature, [new, old])
    with pytest.raises(SignatureInvalid):
        verify_webhook(before.body, before.signature, [new])
    with pytest.raises(SignatureInvalid):
        verify_webhook(after.body, after.signature, [old])


@pytest.mark.parametrize("secrets", [[], [""], ["", ""]])
def test_without_a_secret_nothing_is_verified(captured: Event, secrets: list[str]) -> None:
    with pytest.raises(SignatureInvalid):
        verify_webhook(captured.body, signature("", captured.body), secrets)


def test_a_checkout_signature_does_not_pass_for_a_webhook(simulator: GatewaySimulator, captured: Event) -> None:
    with pytest.raises(SignatureInvalid):
        verify_webhook(captured.body, signature(simulator.key_secret, captured.body), [simulator.webhook_secret])


def test_razorpays_own_client_agrees_with_every_signature(simulator: GatewaySimulator, order: GatewayOrder) -> None:
    paid = simulator.pay(order.id)
    client = razorpay.Client(auth=(simulator.key_id, simulator.key_secret))
    assert client.utility.verify_payment_signature(
        {
            "razorpay_order_id": paid.razorpay_order_id,
            "razorpay_payment_id": paid.razorpay_payment_id,
            "razorpay_signature": paid.razorpay_signature,
        }
    )
    for event in simulator.events:
        body = event.body.decode()
        assert client.utility.verify_webhook_signature(body, event.signature, simulator.webhook_secret)
