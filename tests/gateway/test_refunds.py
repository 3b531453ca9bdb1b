"""Refunds: whole, in parts, once per key, refused where they cannot be, and answered by the bank later."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from functions.codekurukshetra.gateway import Gateway, GatewayOrder, GatewayRefused
from tests.gateway.conftest import FEE, gateway_to
from tools.gateway.simulator import GatewaySimulator


@pytest.fixture
def payment_id(simulator: GatewaySimulator, order: GatewayOrder) -> str:
    return simulator.pay(order.id).razorpay_payment_id


def test_a_whole_refund_leaves_the_payment_refunded_and_the_order_paid(
    gateway: Gateway, order: GatewayOrder, payment_id: str
) -> None:
    refund = gateway.refund(payment_id, FEE, "refund-01TEAM")
    assert (refund.payment_id, refund.amount, refund.currency) == (payment_id, FEE, "INR")
    assert (refund.status, refund.receipt) == ("processed", "refund-01TEAM")
    payment = gateway.fetch_payment(payment_id)
    assert (payment.status, payment.captured, payment.amount_refunded) == ("refunded", True, FEE)
    assert gateway.fetch_order(order.id).status == "paid"
    assert gateway.fetch_refund(refund.id) == refund


def test_partial_refunds_add_up_until_the_payment_is_refunded(gateway: Gateway, payment_id: str) -> None:
    gateway.refund(payment_id, 40_000, "refund-part-1")
    part = gateway.fetch_payment(payment_id)
    assert (part.status, part.amount_refunded) == ("captured", 40_000)
    gateway.refund(payment_id, FEE - 40_000, "refund-part-2")
    whole = gateway.fetch_payment(payment_id)
    assert (whole.status, whole.amount_refunded) == ("refunded", FEE)


def test_the_same_key_gives_the_money_back_once(gateway: Gateway, payment_id: str) -> None:
    first = gateway.refund(payment_id, 40_000, "refund-01TEAM")
    assert gateway.refund(payment_id, 40_000, "refund-01TEAM") == first
    assert gateway.fetch_payment(payment_id).amount_refunded == 40_000


def test_twenty_parallel_refunds_under_one_key_are_one_refund(simulator: GatewaySimulator, payment_id: str) -> None:
    def give_back(_: int) -> str:
        return gateway_to(simulator).refund(payment_id, 4_000, "refund-01TEAM").id

    with ThreadPoolExecutor(20) as pool:
        assert len(set(pool.map(give_back, range(20)))) == 1
    assert simulator.ledger.payment(payment_id)["amount_refunded"] == 4_000


def test_the_same_key_for_another_amount_is_refused(gateway: Gateway, payment_id: str) -> None:
    gateway.refund(payment_id, 40_000, "refund-01TEAM")
    with pytest.raises(GatewayRefused, match="Different request with the same idempotency key"):
        gateway.refund(payment_id, 50_000, "refund-01TEAM")
    assert gateway.fetch_payment(payment_id).amount_refunded == 40_000


@pytest.mark.parametrize(
    ("amount", "key", "description"),
    [
        (FEE + 1, "refund-01TEAM", "The refund amount provided is greater than amount captured"),
        (99, "refund-01TEAM", "The amount must be at least INR 1.00"),
        (FEE, "short", "The idempotency key must have at least 10"),
    ],
)
def test_a_refund_that_cannot_be_is_refused(
    gateway: Gateway, payment_id: str, amount: int, key: str, description: str
) -> None:
    with pytest.raises(GatewayRefused, match=description):
        gateway.refund(payment_id, amount, key)
    assert gateway.fetch_payment(payment_id).amount_refunded == 0


def test_more_than_is_left_is_refused(gateway: Gateway, payment_id: str) -> None:
    gateway.refund(payment_id, 90_000, "refund-part-1")
    with pytest.raises(GatewayRefused, match="The total refund amount is greater"):
        gateway.refund(payment_id, 10_000, "refund-part-2")
    gateway.refund(payment_id, 9_900, "refund-part-3")
    with pytest.raises(GatewayRefused, match="fully refunded already"):
        gateway.refund(payment_id, 100, "refund-part-4")


def test_a_failed_payment_has_nothing_to_refund(
    simulator: GatewaySimulator, gateway: Gateway, order: GatewayOrder
) -> None:
    with pytest.raises(GatewayRefused, match="should be captured"):
        gateway.refund(simulator.fail(order.id), FEE, "refund-01TEAM")


class TestWhenTheBankAnswersLater:
    @pytest.fixture
    def simulator(self) -> Iterator[GatewaySimulator]:
        with GatewaySimulator(instant_refunds=False) as simulator:
            yield simulator

    def test_a_pending_refund_is_processed(self, simulator: GatewaySimulator, payment_id: str) -> None:
        gateway = gateway_to(simulator)
        refund = gateway.refund(payment_id, FEE, "refund-01TEAM")
        assert refund.status == "pending"
        simulator.settle_refund(refund.id)
        assert gateway.fetch_refund(refund.id).status == "processed"
        assert [event.name for event in simulator.events[-2:]] == ["refund.created", "refund.processed"]

    def test_a_failed_refund_leaves_the_money_with_us(self, simulator: GatewaySimulator, payment_id: str) -> None:
        gateway = gateway_to(simulator)
        refund = gateway.refund(payment_id, FEE, "refund-01TEAM")
        simulator.settle_refund(refund.id, "failed")
        payment = gateway.fetch_payment(payment_id)
        assert (payment.status, payment.amount_refunded) == ("captured", 0)
        assert simulator.events[-1].name == "refund.failed"
