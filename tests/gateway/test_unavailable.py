"""A gateway that is late, broken or silent: asked a few times, then given up, and nothing is done twice."""

import pytest

from functions.codekurukshetra.gateway import Gateway, GatewayOrder, GatewayUnavailable
from tests.gateway.conftest import FEE, gateway_to
from tools.gateway.simulator import GatewaySimulator

LONG = 30.0


@pytest.mark.parametrize("status", [500, 502, 503, 429, 409, 302, None])
def test_a_passing_failure_is_outlived(simulator: GatewaySimulator, order: GatewayOrder, status: int | None) -> None:
    pauses: list[float] = []
    simulator.disturb("GET", "/v1/orders", times=2, status=status)
    assert gateway_to(simulator, pause=pauses.append).fetch_order(order.id) == order
    assert pauses == [0.2, 0.4]


@pytest.mark.parametrize("status", [500, 429, None])
def test_a_lasting_failure_is_given_up_after_three_attempts(
    simulator: GatewaySimulator, gateway: Gateway, order: GatewayOrder, status: int | None
) -> None:
    simulator.disturb("GET", "/v1/orders", times=3, status=status)
    with pytest.raises(GatewayUnavailable):
        gateway.fetch_order(order.id)
    assert gateway.fetch_order(order.id) == order


def test_an_answer_that_never_comes_is_not_waited_for(simulator: GatewaySimulator, order: GatewayOrder) -> None:
    hasty = gateway_to(simulator, timeout=(1.0, 0.1), attempts=2)
    simulator.disturb("GET", "/v1/orders", times=2, seconds=LONG)
    with pytest.raises(GatewayUnavailable):
        hasty.fetch_order(order.id)


def test_an_order_whose_answer_was_lost_is_found_again_by_its_receipt(
    simulator: GatewaySimulator, gateway: Gateway
) -> None:
    simulator.disturb("POST", "/v1/orders", times=2, after=True)
    order = gateway.create_order(FEE, "INR", "01TEAM", {})
    assert simulator.ledger.orders({})["items"][0]["id"] == order.id
    assert simulator.ledger.orders({})["count"] == 1


def test_an_order_whose_answer_came_too_late_is_made_once(simulator: GatewaySimulator) -> None:
    hasty = gateway_to(simulator, timeout=(1.0, 0.1))
    simulator.disturb("POST", "/v1/orders", seconds=LONG, after=True)
    hasty.create_order(FEE, "INR", "01TEAM", {})
    assert simulator.ledger.orders({})["count"] == 1


def test_a_refund_whose_answer_was_lost_is_given_once(
    simulator: GatewaySimulator, gateway: Gateway, order: GatewayOrder
) -> None:
    payment_id = simulator.pay(order.id).razorpay_payment_id
    simulator.disturb("POST", f"/v1/payments/{payment_id}/refund", after=True)
    refund = gateway.refund(payment_id, 40_000, "refund-01TEAM")
    assert gateway.fetch_payment(payment_id).amount_refunded == 40_000
    assert simulator.ledger.payment_refunds(payment_id)["items"][0]["id"] == refund.id


def test_a_capture_whose_answer_was_lost_is_still_a_capture() -> None:
    with GatewaySimulator(auto_capture=False) as simulator:
        gateway = gateway_to(simulator)
        order = gateway.create_order(FEE, "INR", "01TEAM", {})
        payment_id = simulator.pay(order.id).razorpay_payment_id
        simulator.disturb("POST", f"/v1/payments/{payment_id}/capture", after=True)
        assert gateway.capture(payment_id, FEE, "INR").captured


def test_a_gateway_that_is_not_there_is_unavailable(
    simulator: GatewaySimulator, capsys: pytest.CaptureFixture[str]
) -> None:
    with GatewaySimulator() as gone:
        gateway = gateway_to(gone)
    with pytest.raises(GatewayUnavailable) as failure:
        gateway.create_order(FEE, "INR", "01TEAM", {"team_id": "01TEAM"})
    printed = capsys.readouterr()
    assert (printed.out, printed.err) == ("", "")
    assert "01TEAM" not in str(failure.value)
