"""Webhooks over HTTP: bodies as Razorpay sends them, and every mishap on the road, decided by a seed."""

import json
from itertools import permutations
from typing import Any

import pytest

from functions.codekurukshetra.gateway import Gateway, GatewayOrder, verify_webhook
from tests.gateway.conftest import FEE, Endpoint, gateway_to
from tools.gateway.simulator import GatewaySimulator
from tools.gateway.webhooks import Attempt, Road

PAID = ["payment.authorized", "payment.captured", "order.paid"]


def entity(event: dict[str, Any], kind: str) -> dict[str, Any]:
    found: dict[str, Any] = event["payload"][kind]["entity"]
    return found


def test_a_payment_tells_of_its_authorisation_its_capture_and_the_paid_order(
    simulator: GatewaySimulator, order: GatewayOrder
) -> None:
    payment_id = simulator.pay(order.id, email="asha@example.com").razorpay_payment_id
    authorized, captured, paid = (json.loads(event.body) for event in simulator.events)

    assert [event["event"] for event in (authorized, captured, paid)] == PAID
    assert [event["contains"] for event in (authorized, captured, paid)] == [
        ["payment"],
        ["payment"],
        ["payment", "order"],
    ]
    assert {event["entity"] for event in (authorized, captured, paid)} == {"event"}
    assert all(event["account_id"].startswith("acc_") and event["created_at"] > 0 for event in (authorized, paid))
    assert entity(authorized, "payment")["status"] == "authorized"
    assert entity(authorized, "payment")["captured"] is False
    assert entity(captured, "payment")["status"] == "captured"
    assert entity(captured, "payment")["email"] == "asha@example.com"
    assert entity(paid, "order")["status"] == "paid"
    assert entity(paid, "payment")["id"] == payment_id


def test_a_refund_tells_of_itself_and_of_its_payment(
    simulator: GatewaySimulator, gateway: Gateway, order: GatewayOrder
) -> None:
    payment_id = simulator.pay(order.id).razorpay_payment_id
    refund = gateway.refund(payment_id, 40_000, "refund-01TEAM")
    created, processed = simulator.events[-2:]
    assert [created.name, processed.name] == ["refund.created", "refund.processed"]
    event = verify_webhook(processed.body, processed.signature, [simulator.webhook_secret])
    assert event.refund == refund
    assert event.payment is not None
    assert (event.payment.id, event.payment.amount_refunded) == (payment_id, 40_000)


def test_a_failure_tells_why(simulator: GatewaySimulator, order: GatewayOrder) -> None:
    simulator.fail(order.id, method="netbanking")
    (failed,) = (json.loads(event.body) for event in simulator.events)
    assert failed["event"] == "payment.failed"
    assert entity(failed, "payment")["error_reason"] == "payment_failed"
    assert entity(failed, "payment")["bank"] == "HDFC"


def test_held_webhooks_are_sent_when_flushed_each_with_its_own_id(
    simulator: GatewaySimulator, order: GatewayOrder, endpoint: Endpoint
) -> None:
    simulator.pay(order.id)
    assert endpoint.received == []
    attempts = simulator.deliver()
    assert endpoint.names == PAID
    assert [attempt.event_id for attempt in attempts] == [event.id for event in simulator.events]
    assert len({event_id for _, event_id, _ in endpoint.received}) == 3
    assert simulator.deliver() == []


@pytest.mark.parametrize("wanted", list(permutations(range(3))))
def test_webhooks_can_be_delivered_in_any_order(
    simulator: GatewaySimulator, order: GatewayOrder, endpoint: Endpoint, wanted: tuple[int, ...]
) -> None:
    simulator.pay(order.id)
    simulator.deliver(order=wanted)
    assert endpoint.names == [PAID[number] for number in wanted]
    assert simulator.deliver() == []


def test_a_webhook_named_twice_is_delivered_twice_with_the_same_id(
    simulator: GatewaySimulator, order: GatewayOrder, endpoint: Endpoint
) -> None:
    simulator.pay(order.id)
    simulator.deliver(order=["payment.captured", simulator.events[0].id, "payment.captured"])
    assert endpoint.names == ["payment.captured", "payment.authorized", "payment.captured"]
    first, _, again = endpoint.received
    assert first == again


def test_webhooks_arrive_by_themselves_when_they_are_not_held(
    simulator: GatewaySimulator, order: GatewayOrder, endpoint: Endpoint
) -> None:
    simulator.configure_webhooks(hold=False)
    simulator.pay(order.id)
    simulator.deliver()
    assert endpoint.names == PAID


def test_duplicates_lose_nothing_and_repeat_the_event_id(
    simulator: GatewaySimulator, order: GatewayOrder, endpoint: Endpoint
) -> None:
    simulator.configure_webhooks(duplicate=1.0)
    simulator.pay(order.id)
    simulator.deliver()
    assert endpoint.names == [name for name in PAID for _ in range(2)]
    assert len({event_id for _, event_id, _ in endpoint.received}) == 3


def test_a_lost_webhook_never_comes(simulator: GatewaySimulator, order: GatewayOrder, endpoint: Endpoint) -> None:
    simulator.configure_webhooks(lose=1.0)
    simulator.pay(order.id)
    assert simulator.deliver() == []
    assert endpoint.received == []
    assert len(simulator.events) == 3


def test_an_altered_webhook_is_refused_and_the_true_one_follows(
    simulator: GatewaySimulator, order: GatewayOrder, endpoint: Endpoint
) -> None:
    simulator.configure_webhooks(alter=1.0)
    simulator.fail(order.id)
    attempts = simulator.deliver()
    assert [(attempt.altered, attempt.status) for attempt in attempts] == [(True, 401), (False, 200)]
    assert endpoint.names == ["payment.failed"]


def test_webhooks_fall_behind_each_other(simulator: GatewaySimulator, gateway: Gateway, endpoint: Endpoint) -> None:
    simulator.configure_webhooks(reorder=4)
    for number in range(5):
        simulator.pay(gateway.create_order(FEE, "INR", f"0{number}TEAM", {}).id)
    simulator.deliver()
    happened = [event.id for event in simulator.events]
    arrived = [event_id for _, event_id, _ in endpoint.received]
    assert arrived != happened
    assert sorted(arrived) == sorted(happened)
    assert all(abs(place - happened.index(event_id)) <= 4 for place, event_id in enumerate(arrived))


def mishaps(seed: str, endpoint: Endpoint) -> list[Attempt]:
    road = Road(hold=True, reorder=3, duplicate=0.4, lose=0.2, alter=0.2, retries=1)
    with GatewaySimulator(webhook_url=endpoint.url, road=road, seed=seed) as simulator:
        gateway = gateway_to(simulator)
        for number in range(6):
            simulator.pay(gateway.create_order(FEE, "INR", f"0{number}TEAM", {}).id)
        return simulator.deliver()


def test_the_same_seed_brings_the_same_mishaps(endpoint: Endpoint) -> None:
    first = mishaps("monsoon", endpoint)
    assert mishaps("monsoon", endpoint) == first
    assert mishaps("drought", endpoint) != first
    assert {attempt.status for attempt in first} == {200, 401}


def test_a_refused_webhook_is_tried_again_until_it_is_taken(
    simulator: GatewaySimulator, order: GatewayOrder, endpoint: Endpoint
) -> None:
    simulator.fail(order.id)
    endpoint.ordered = [500, 302, 404]
    attempts = simulator.deliver()
    assert [(attempt.number, attempt.status) for attempt in attempts] == [(1, 500), (2, 302), (3, 404), (4, 200)]
    assert len({event_id for _, event_id, _ in endpoint.received}) == 1


def test_a_webhook_that_nobody_takes_is_given_up(simulator: GatewaySimulator, order: GatewayOrder) -> None:
    with GatewaySimulator() as gone:
        nowhere = gone.base_url
    simulator.configure_webhooks(nowhere, retries=2)
    simulator.fail(order.id)
    assert [attempt.status for attempt in simulator.deliver()] == [None, None, None]
    assert simulator.deliver() == []


def test_retries_happen_by_themselves_too(simulator: GatewaySimulator, order: GatewayOrder, endpoint: Endpoint) -> None:
    endpoint.ordered = [503, 503]
    simulator.configure_webhooks(hold=False, retry_seconds=0.0)
    simulator.fail(order.id)
    simulator.deliver()
    assert endpoint.names == ["payment.failed"]
    assert [status for _, _, status in endpoint.received] == [503, 503, 200]


def test_a_retry_after_the_secret_changed_is_signed_with_the_old_one(
    simulator: GatewaySimulator, order: GatewayOrder, endpoint: Endpoint
) -> None:
    simulator.fail(order.id)
    simulator.webhook_secret = "the-next-webhook-secret"
    endpoint.secrets.insert(0, simulator.webhook_secret)
    simulator.pay(order.id)
    assert {attempt.status for attempt in simulator.deliver()} == {200}
