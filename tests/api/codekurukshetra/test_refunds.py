"""Money that comes late, comes wrong or goes back: never lost, never twice, and never a team too many."""

from datetime import timedelta

import pytest

from tests.api.codekurukshetra.desk import FEE, Desk, login
from tests.api.harness import App


@pytest.mark.parametrize("wrong", [{"amount": 100}, {"currency": "USD"}])
def test_money_other_than_ordered_does_not_pay_and_is_given_back(desk: Desk, wrong: dict[str, object]) -> None:
    team_id, order_id = desk.ordered()
    checkout = desk.gateway.pay(order_id, **wrong)  # type: ignore[arg-type]
    desk.deliver(desk.events(order_id))
    desk.verify(checkout)
    assert desk.status(team_id) == "pending"
    assert desk.run("reconcile_payments")["given_back"] == 1
    assert desk.gateway.ledger.payment(checkout.razorpay_payment_id)["status"] == "refunded"
    desk.deliver(desk.events(order_id))
    assert (desk.status(team_id), desk.letters()) == ("pending", [])


def test_late_money_takes_a_seat_that_is_free(desk: Desk) -> None:
    team_id, order_id = desk.ordered()
    desk.app.pass_time(minutes=31)
    desk.run("expire_orders")
    desk.gateway.pay(order_id)
    desk.deliver(desk.events(order_id))
    assert (desk.status(team_id), desk.seats()["reserved"], desk.letters()) == ("paid", 1, ["receipt"])


def test_late_money_without_a_seat_goes_back_and_there_is_no_team_too_many(codekurukshetra: App) -> None:
    desk = Desk(codekurukshetra).open(max_teams=1)
    team_id, order_id = desk.ordered()
    desk.app.pass_time(minutes=31)
    desk.run("expire_orders")
    desk.paid("meera", "bela")
    checkout = desk.gateway.pay(order_id)
    desk.deliver(desk.events(order_id))
    assert desk.status(team_id) == "refunding"
    assert desk.seats() == {"free": 0, "reserved": 1, "offered": 0, "waiting": 0}
    assert desk.run("reconcile_payments")["given_back"] == 1
    assert desk.status(team_id) == "refunded"
    assert desk.gateway.ledger.payment(checkout.razorpay_payment_id)["amount_refunded"] == FEE
    desk.deliver(desk.events(order_id))
    assert desk.run("reconcile_payments")["given_back"] == 0
    assert desk.seats()["reserved"] == 1


def test_a_payment_that_is_made_while_the_order_expires_is_found_before_the_seat_goes(desk: Desk) -> None:
    team_id, order_id = desk.ordered()
    desk.gateway.pay(order_id)
    desk.app.pass_time(minutes=31)
    assert desk.run("expire_orders")["expired"] == 0
    assert (desk.status(team_id), desk.of_type("expiry")) == ("paid", [])


def test_money_for_a_team_that_was_deleted_goes_back(desk: Desk) -> None:
    team_id, order_id = desk.ordered()
    desk.app.call("delete_team", caller=login("asha"), path={"team_id": team_id})
    checkout = desk.gateway.pay(order_id)
    desk.deliver(desk.events(order_id))
    desk.run("reconcile_payments")
    assert desk.payment(order_id).status.value == "refunded"
    assert desk.gateway.ledger.payment(checkout.razorpay_payment_id)["status"] == "refunded"
    assert desk.seats()["free"] == 500


def test_a_refund_is_made_once_and_frees_the_seat(desk: Desk) -> None:
    team_id, order_id = desk.paid()
    first = desk.refund(team_id, key="r1")
    assert (first.status, first.body["status"]) == (200, "refunded")
    assert first.body["refund_id"].startswith("rfnd_")
    assert desk.seats()["free"] == 500
    again = desk.refund(team_id, key="r1")
    assert (again.body, again.headers["idempotency-replayed"]) == (first.body, "true")
    refused = desk.refund(team_id)
    assert (refused.status, refused.code) == (409, "already_refunded")
    desk.deliver(desk.events(order_id))
    payment = desk.gateway.ledger.payment(str(desk.payment(order_id).gateway_payment_id))
    assert (payment["amount_refunded"], desk.letters()) == (FEE, ["receipt", "refund"])
    assert desk.seats() == {"free": 500, "reserved": 0, "offered": 0, "waiting": 0}


def test_only_an_organiser_gives_money_back_and_only_what_was_paid(desk: Desk) -> None:
    team_id, _ = desk.ordered()
    assert (desk.refund(team_id).status, desk.refund(team_id).code) == (409, "not_paid")
    by_leader = desk.app.call("refund_team", caller=login("asha"), path={"team_id": team_id})
    assert (by_leader.status, by_leader.code) == (403, "forbidden")


def test_a_refund_whose_answer_was_lost_is_the_same_refund_when_asked_again(desk: Desk) -> None:
    team_id, order_id = desk.paid()
    payment_id = str(desk.payment(order_id).gateway_payment_id)
    desk.gateway.disturb("POST", f"/v1/payments/{payment_id}/refund", after=True, times=3)
    assert desk.refund(team_id).status == 503
    assert desk.status(team_id) == "paid"
    assert desk.refund(team_id).status == 200
    assert desk.gateway.ledger.payment_refunds(payment_id)["count"] == 1


def test_a_gateway_that_refuses_the_refund_is_a_402_and_the_team_keeps_its_seat(desk: Desk) -> None:
    team_id, order_id = desk.paid()
    payment_id = str(desk.payment(order_id).gateway_payment_id)
    desk.gateway.disturb("POST", f"/v1/payments/{payment_id}/refund", status=400)
    rows = desk.app.rows()
    answer = desk.refund(team_id)
    assert (answer.status, answer.code) == (402, "payment_refused")
    assert desk.app.rows() == rows


def test_a_refund_that_the_bank_fails_is_tried_again(desk: Desk) -> None:
    desk.gateway.ledger._instant_refunds = False
    team_id, order_id = desk.paid()
    refund_id = desk.refund(team_id).body["refund_id"]
    desk.gateway.settle_refund(refund_id, "failed")
    desk.deliver(desk.events(order_id))
    assert desk.status(team_id) == "refunding"
    assert desk.run("reconcile_payments")["given_back"] == 1
    assert desk.status(team_id) == "refunded"
    assert desk.payment(order_id).refund_id != refund_id


def test_money_for_an_expired_order_is_looked_for_a_week(desk: Desk) -> None:
    team_id, order_id = desk.ordered()
    desk.app.pass_time(minutes=31)
    desk.run("expire_orders")
    desk.gateway.pay(order_id)
    desk.app.moment += timedelta(days=2)
    assert desk.run("reconcile_payments")["settled"] == 1
    assert desk.status(team_id) == "paid"
