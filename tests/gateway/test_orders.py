"""Orders and payments through Razorpay's own client, against the simulator over HTTP."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from functions.codekurukshetra.gateway import Gateway, GatewayOrder, GatewayRefused, verify_checkout
from tests.gateway.conftest import FEE, gateway_to
from tools.gateway.entities import Refused
from tools.gateway.simulator import GatewaySimulator


def test_an_order_is_created_as_it_was_wished(gateway: Gateway) -> None:
    order = gateway.create_order(FEE, "INR", "01TEAM", {"team_id": "01TEAM"})
    assert order.id.startswith("order_")
    assert (order.amount, order.currency, order.receipt) == (FEE, "INR", "01TEAM")
    assert (order.status, order.amount_paid, order.notes) == ("created", 0, {"team_id": "01TEAM"})
    assert gateway.fetch_order(order.id) == order


def test_an_order_without_notes_has_none_although_the_gateway_writes_a_list(gateway: Gateway) -> None:
    assert gateway.create_order(FEE, "INR", "01TEAM", {}).notes == {}


def test_the_same_receipt_answers_with_the_same_order(gateway: Gateway) -> None:
    first = gateway.create_order(FEE, "INR", "01TEAM", {})
    assert gateway.create_order(FEE, "INR", "01TEAM", {}) == first
    assert gateway.create_order(FEE, "INR", "01OTHER", {}).id != first.id


def test_twenty_parallel_wishes_with_one_receipt_make_one_order(simulator: GatewaySimulator) -> None:
    def wish(_: int) -> str:
        return gateway_to(simulator).create_order(FEE, "INR", "01TEAM", {}).id

    with ThreadPoolExecutor(20) as pool:
        made = set(pool.map(wish, range(20)))
    assert made == {order["id"] for order in simulator.ledger.orders({})["items"]}
    assert len(made) == 1


@pytest.mark.parametrize(("amount", "currency"), [(FEE + 1, "INR"), (FEE, "USD")])
def test_a_receipt_of_another_amount_or_currency_is_refused(gateway: Gateway, amount: int, currency: str) -> None:
    gateway.create_order(FEE, "INR", "01TEAM", {})
    with pytest.raises(GatewayRefused) as refusal:
        gateway.create_order(amount, currency, "01TEAM", {})
    assert (refusal.value.status, refusal.value.code) == (409, "RECEIPT_REUSED")


@pytest.mark.parametrize(
    ("amount", "currency", "receipt", "field", "description"),
    [
        (99, "INR", "01TEAM", "amount", "The amount must be at least INR 1.00"),
        (FEE, "XXX", "01TEAM", "currency", "Currency is not supported"),
        (FEE, "INR", "r" * 41, "receipt", "receipt: the length must be no more than 40."),
    ],
)
def test_a_refused_order_names_the_field(
    gateway: Gateway, amount: int, currency: str, receipt: str, field: str, description: str
) -> None:
    with pytest.raises(GatewayRefused) as refusal:
        gateway.create_order(amount, currency, receipt, {})
    refused = refusal.value
    assert (refused.status, refused.code, refused.field) == (400, "BAD_REQUEST_ERROR", field)
    assert refused.description == description


def test_a_payment_is_captured_and_the_order_paid(
    simulator: GatewaySimulator, gateway: Gateway, order: GatewayOrder
) -> None:
    checkout = simulator.pay(order.id)
    verify_checkout(
        checkout.razorpay_order_id, checkout.razorpay_payment_id, checkout.razorpay_signature, [simulator.key_secret]
    )
    payment = gateway.fetch_payment(checkout.razorpay_payment_id)
    assert (payment.order_id, payment.amount, payment.currency) == (order.id, FEE, "INR")
    assert (payment.status, payment.captured, payment.method) == ("captured", True, "upi")
    paid = gateway.fetch_order(order.id)
    assert (paid.status, paid.amount_paid) == ("paid", FEE)


def test_an_order_tells_every_payment_that_was_tried_on_it(
    simulator: GatewaySimulator, gateway: Gateway, order: GatewayOrder
) -> None:
    assert gateway.order_payments(order.id) == ()
    failed = simulator.fail(order.id, method="card")
    assert gateway.fetch_order(order.id).status == "attempted"
    paid = simulator.pay(order.id).razorpay_payment_id
    payments = gateway.order_payments(order.id)
    assert [(payment.id, payment.status) for payment in payments] == [(failed, "failed"), (paid, "captured")]
    assert [payment.error_reason for payment in payments] == ["payment_failed", None]


def test_a_failed_payment_may_succeed_later_under_its_own_id(
    simulator: GatewaySimulator, gateway: Gateway, order: GatewayOrder
) -> None:
    failed = simulator.fail(order.id)
    assert simulator.pay_again(failed).razorpay_payment_id == failed
    payment = gateway.fetch_payment(failed)
    assert (payment.status, payment.error_reason) == ("captured", None)


def test_a_paid_order_takes_no_second_payment(simulator: GatewaySimulator, order: GatewayOrder) -> None:
    simulator.pay(order.id)
    with pytest.raises(Refused, match="already paid"):
        simulator.pay(order.id)


def test_an_authorised_payment_waits_for_its_capture_which_may_be_repeated() -> None:
    with GatewaySimulator(auto_capture=False) as simulator:
        gateway = gateway_to(simulator)
        order = gateway.create_order(FEE, "INR", "01TEAM", {})
        payment_id = simulator.pay(order.id).razorpay_payment_id
        assert gateway.fetch_payment(payment_id).status == "authorized"
        assert gateway.fetch_order(order.id).status == "attempted"
        with pytest.raises(GatewayRefused, match="Capture amount must be equal"):
            gateway.capture(payment_id, FEE - 1, "INR")
        captured = gateway.capture(payment_id, FEE, "INR")
        assert captured.status == "captured"
        assert gateway.capture(payment_id, FEE, "INR") == captured
        assert gateway.fetch_order(order.id).status == "paid"


def test_what_the_adapter_returns_carries_no_personal_data(
    simulator: GatewaySimulator, gateway: Gateway, order: GatewayOrder
) -> None:
    checkout = simulator.pay(order.id, email="asha@example.com", contact="+919876543210")
    payment = repr(gateway.fetch_payment(checkout.razorpay_payment_id))
    assert "asha" not in payment
    assert "98765" not in payment


def test_an_unknown_id_is_refused(gateway: Gateway) -> None:
    with pytest.raises(GatewayRefused, match="The id provided does not exist"):
        gateway.fetch_order("order_AAAAAAAAAAAAAA")


@pytest.mark.parametrize(
    "payment_id", ["", "pay_", "pay_../../orders", "pay_x/refund", "pay_x?y", "order_x", "pay_x\n", "pay_" + "x" * 41]
)
def test_an_id_that_could_change_the_path_never_leaves(gateway: Gateway, payment_id: str) -> None:
    with pytest.raises(GatewayRefused, match="malformed id"):
        gateway.fetch_payment(payment_id)


def test_wrong_credentials_are_refused_and_not_repeated_in_the_error(simulator: GatewaySimulator) -> None:
    gateway = Gateway(simulator.base_url, simulator.key_id, "not-the-secret")
    with pytest.raises(GatewayRefused, match="Authentication failed") as refusal:
        gateway.fetch_order("order_AAAAAAAAAAAAAA")
    assert refusal.value.status == 401
    assert "not-the-secret" not in repr(gateway) + repr(refusal.value)
