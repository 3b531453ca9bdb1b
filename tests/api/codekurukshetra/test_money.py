"""Webhooks and verification over the real handlers: any order, any repeat, nothing forged, nothing lost."""

import json
import os
import random
from contextlib import suppress
from itertools import permutations

import pytest

from functions.codekurukshetra.keyring import CACHED
from tests.api.codekurukshetra.desk import FEE, OPERATOR, Desk
from tests.api.harness import Crash, aws
from tools.gateway.simulator import Checkout
from tools.gateway.webhooks import Event, altered
from tools.generate.samples.codekurukshetra import GATEWAY_SECRET

FOUR = ("payment.failed", "payment.authorized", "payment.captured", "refund.processed")


def story(desk: Desk, name: str) -> tuple[str, str, Checkout, dict[str, Event]]:
    """A declined attempt, a payment, and its refund on the gateway's own pages; of all that nothing was told yet."""
    team_id, order_id = desk.ordered(name, f"{name}x")
    desk.gateway.fail(order_id)
    checkout = desk.gateway.pay(order_id)
    desk.gateway.ledger.give_back(checkout.razorpay_payment_id, {"amount": FEE}, None)
    return team_id, order_id, checkout, {event.name: event for event in desk.events(order_id)}


def standing(desk: Desk, team_id: str, order_id: str) -> dict[str, object]:
    payment = desk.payment(order_id)
    of_order = [row for row in desk.of_type("letter") if row["PK"]["S"] == f"LETTER#{order_id}"]
    return {
        "team": desk.status(team_id),
        "payment": payment.status.value,
        "gateway_payment_id": payment.gateway_payment_id,
        "letters": sorted(row["SK"]["S"] for row in of_order),
        "payments": len([row for row in desk.of_type("payment") if row["team_id"]["S"] == team_id]),
        "seats": desk.seats(),
        "expiries": desk.of_type("expiry"),
        "refunds": desk.of_type("refund"),
    }


def test_four_events_each_twice_in_every_order_with_verification_anywhere_end_alike(desk: Desk) -> None:
    chance = random.Random(7)
    for number, order in enumerate(permutations(FOUR)):
        desk.open()
        team_id, order_id, checkout, events = story(desk, f"p{number}")
        deliveries: list[str] = list(order)
        for name in order:
            deliveries.insert(chance.randint(deliveries.index(name) + 1, len(deliveries)), name)
        deliveries.insert(number % (len(deliveries) + 1), "verify")
        for what in deliveries:
            answer = desk.verify(checkout, f"p{number}") if what == "verify" else desk.hear(events[what])
            assert answer.status == 200, answer.text
        assert standing(desk, team_id, order_id) == {
            "team": "refunded",
            "payment": "refunded",
            "gateway_payment_id": checkout.razorpay_payment_id,
            "letters": ["receipt#once", "refund#once"],
            "payments": 1,
            "seats": {"free": 500, "reserved": 0, "offered": 0, "waiting": 0},
            "expiries": [],
            "refunds": [],
        }, deliveries
        desk.forget_everything()


@pytest.mark.parametrize(
    "order", list(permutations(("payment.failed", "payment.authorized", "payment.captured", "verify")))[::3]
)
def test_a_payment_ends_paid_with_one_seat_and_one_receipt_wherever_verification_comes(
    desk: Desk, order: tuple[str, ...]
) -> None:
    team_id, order_id = desk.ordered()
    desk.gateway.fail(order_id)
    checkout = desk.gateway.pay(order_id)
    events = {event.name: event for event in desk.events(order_id)}
    for what in (*order, *order):
        answer = desk.verify(checkout) if what == "verify" else desk.hear(events[what])
        assert answer.status == 200
    found = standing(desk, team_id, order_id)
    assert (found["team"], found["payment"], found["letters"]) == ("paid", "paid", ["receipt#once"])
    assert (found["seats"], found["expiries"]) == ({"free": 499, "reserved": 1, "offered": 0, "waiting": 0}, [])


def test_a_forged_or_altered_body_is_refused_and_nothing_changes(desk: Desk) -> None:
    _, order_id = desk.ordered()
    desk.gateway.pay(order_id)
    captured = next(event for event in desk.events(order_id) if event.name == "payment.captured")
    rows = desk.app.rows()
    for body, signature in (
        (altered(captured.body), captured.signature),
        (captured.body, "0" * 64),
        (captured.body, ""),
        (captured.body + b" ", captured.signature),
        (b"", captured.signature),
    ):
        headers = captured.headers | {"X-Razorpay-Signature": signature}
        answer = desk.app.call("receive_webhook", caller=None, body=body, headers=headers)
        assert (answer.status, answer.code) == (401, "bad_webhook")
    assert desk.app.rows() == rows


def rotate(desk: Desk, new: dict[str, str]) -> None:
    secrets = aws("secretsmanager")
    secrets.put_secret_value(SecretId=os.environ["SECRET_GATEWAY"], SecretString=json.dumps(new))
    since = secrets.get_secret_value(SecretId=os.environ["SECRET_GATEWAY"])["CreatedDate"]
    desk.app.moment = max(desk.app.moment, since) + CACHED


def test_the_old_secret_serves_for_its_grace_and_not_after(desk: Desk) -> None:
    _, order_id = desk.ordered()
    desk.gateway.pay(order_id)
    authorised, captured, _ = desk.events(order_id)
    rotate(desk, GATEWAY_SECRET | {"webhook_secret": "a new webhook secret"})
    assert desk.hear(authorised).status == 200
    desk.app.pass_time(hours=25)
    rows = desk.app.rows()
    assert (desk.hear(captured).status, desk.hear(captured).code) == (401, "bad_webhook")
    assert desk.app.rows() == rows
    desk.gateway.webhook_secret = "a new webhook secret"
    desk.gateway.ledger._publish(
        "payment.captured", {"payment": desk.gateway.ledger.order_payments(order_id)["items"][0]}
    )
    desk.deliver(desk.events(order_id)[-1:])
    assert desk.payment(order_id).status.value == "paid"


def test_a_repeat_is_heard_once_and_another_body_under_its_id_is_refused(desk: Desk) -> None:
    _, mine = desk.ordered("asha", "ravi")
    _, theirs = desk.ordered("meera", "bela")
    desk.gateway.pay(mine)
    desk.gateway.pay(theirs)
    captured = {order: next(e for e in desk.events(order) if e.name == "payment.captured") for order in (mine, theirs)}
    desk.deliver([captured[mine]])
    rows = desk.app.rows()
    assert desk.hear(captured[mine]).status == 200
    reused = desk.hear(captured[theirs], X_Razorpay_Event_Id=captured[mine].id)
    assert (reused.status, reused.code) == (409, "event_id_reused")
    assert desk.app.rows() == rows


def test_the_payment_of_another_team_cannot_be_verified_as_ones_own(desk: Desk) -> None:
    desk.ordered("asha", "ravi")
    _, theirs = desk.ordered("meera", "bela")
    checkout = desk.gateway.pay(theirs)
    rows = desk.app.rows()
    answer = desk.verify(checkout, "asha")
    assert (answer.status, answer.code) == (404, "no_such_payment")
    assert desk.app.rows() == rows


def test_a_signature_that_is_not_the_gateways_verifies_nothing(desk: Desk) -> None:
    _, mine = desk.ordered("asha", "ravi")
    _, theirs = desk.ordered("meera", "bela")
    checkout, other = desk.gateway.pay(mine), desk.gateway.pay(theirs)
    rows = desk.app.rows()
    for changes in (
        {"razorpay_signature": "0" * 64},
        {"razorpay_signature": other.razorpay_signature},
        {"razorpay_payment_id": other.razorpay_payment_id},
    ):
        answer = desk.verify(checkout, **changes)
        assert (answer.status, answer.code) == (400, "bad_signature")
    assert desk.app.rows() == rows


def test_an_event_of_an_order_that_is_not_ours_is_taken_and_forgotten(desk: Desk) -> None:
    order = desk.gateway.ledger.create_order({"amount": FEE, "currency": "INR", "receipt": "elsewhere"})
    desk.gateway.pay(order["id"])
    rows = desk.app.rows()
    for event in desk.events(order["id"]):
        assert desk.hear(event).body == {"status": "unknown_order"}
    assert desk.app.rows() == rows


def test_a_webhook_that_never_comes_is_made_up_for(desk: Desk) -> None:
    team_id, order_id = desk.ordered()
    desk.gateway.pay(order_id)
    assert desk.run("reconcile_payments")["settled"] == 0
    desk.app.pass_time(minutes=4)
    assert desk.run("reconcile_payments")["settled"] == 1
    assert (desk.status(team_id), desk.letters()) == ("paid", ["receipt"])
    desk.deliver(desk.events(order_id))
    assert desk.letters() == ["receipt"]


def test_money_that_was_authorised_only_is_taken_by_verification(desk: Desk) -> None:
    desk.gateway.ledger._auto_capture = False
    team_id, order_id = desk.ordered()
    checkout = desk.gateway.pay(order_id)
    desk.deliver(desk.events(order_id))
    assert desk.status(team_id) == "pending"
    assert desk.verify(checkout).body["status"] == "paid"
    assert desk.gateway.ledger.payment(checkout.razorpay_payment_id)["captured"] is True


def test_a_silent_gateway_makes_verification_wait_and_the_webhook_does_its_work(desk: Desk) -> None:
    team_id, order_id = desk.ordered()
    checkout = desk.gateway.pay(order_id)
    desk.gateway.disturb("GET", f"/v1/orders/{order_id}/payments", status=502, times=3)
    answer = desk.verify(checkout)
    assert (answer.status, answer.code) == (503, "gateway_unavailable")
    desk.deliver(desk.events(order_id))
    assert desk.status(team_id) == "paid"


@pytest.mark.parametrize("step", range(1, 8))
def test_a_process_that_dies_around_a_webhook_leaves_what_a_repeat_completes(desk: Desk, step: int) -> None:
    team_id, order_id = desk.ordered()
    desk.gateway.pay(order_id)
    captured = next(event for event in desk.events(order_id) if event.name == "payment.captured")
    desk.app.die_after = desk.app.calls + step
    with suppress(Crash):
        desk.hear(captured)
    desk.app.die_after = None
    desk.deliver([captured])
    assert (desk.status(team_id), desk.letters(), desk.seats()["reserved"]) == ("paid", ["receipt"], 1)


def test_payments_that_are_not_set_up_yet_are_said_to_be(desk: Desk) -> None:
    aws("secretsmanager").put_secret_value(SecretId=os.environ["SECRET_GATEWAY"], SecretString="born random")
    desk.app.pass_time(seconds=61)
    team_id = desk.team()
    answer = desk.order(team_id)
    assert (answer.status, answer.code) == (503, "gateway_unavailable")
    assert desk.app.call("list_payments", caller=OPERATOR, query={"status": "paid"}).body["items"] == []
