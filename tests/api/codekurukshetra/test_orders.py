"""Orders at the gateway: one per team, its amount from the configuration, its seat for half an hour."""

from contextlib import suppress

import pytest

from tests.api.codekurukshetra.desk import FEE, OPERATOR, Desk, login
from tests.api.harness import App, Crash


def test_an_order_is_made_once_however_often_it_is_asked_for(desk: Desk) -> None:
    team_id = desk.team()
    first = desk.order(team_id)
    assert (first.status, first.body["amount"], first.body["currency"]) == (201, FEE, "INR")
    assert first.body["gateway_key_id"] == desk.gateway.key_id
    again = desk.order(team_id)
    assert again.body["order_id"] == first.body["order_id"]
    assert len(desk.of_type("payment")) == 1
    assert desk.of_type("hold") == []
    (marker,) = desk.of_type("expiry")
    assert marker["GSI3PK"]["S"] == "UNPAID"
    assert desk.status(team_id) == "pending"


def test_the_same_key_answers_alike(desk: Desk) -> None:
    team_id = desk.team()
    first = desk.order(team_id, key="o1")
    rows = desk.app.rows()
    again = desk.order(team_id, key="o1")
    assert (again.body, again.headers["idempotency-replayed"]) == (first.body, "true")
    assert desk.app.rows() == rows


def test_a_changed_fee_does_not_change_an_order_that_was_made(desk: Desk) -> None:
    team_id, _ = desk.ordered()
    desk.open(team_fee=69_900)
    assert desk.order(team_id).body["amount"] == FEE
    _, other = desk.ordered("meera", "bela")
    assert desk.payment(other).amount == 69_900


def test_only_the_leader_of_a_whole_team_may_order(desk: Desk) -> None:
    team_id = desk.team()
    assert desk.order(team_id, "ravi").code == "not_leader"
    assert desk.order(team_id, "eve").code == "not_leader"
    alone = desk.register("meera").body["team_id"]
    answer = desk.order(alone, "meera")
    assert (answer.status, answer.code) == (409, "team_incomplete")


def test_a_team_that_has_paid_needs_no_order(desk: Desk) -> None:
    team_id, _ = desk.paid()
    answer = desk.order(team_id)
    assert (answer.status, answer.code) == (409, "already_paid")


def test_a_gateway_that_says_no_is_a_402_and_one_that_is_silent_a_503_and_nothing_is_written(desk: Desk) -> None:
    team_id = desk.team()
    rows = desk.app.rows()
    desk.gateway.disturb("POST", "/v1/orders", status=400)
    refused = desk.order(team_id)
    assert (refused.status, refused.code) == (402, "payment_refused")
    desk.gateway.disturb("POST", "/v1/orders", status=500, times=3)
    silent = desk.order(team_id)
    assert (silent.status, silent.code) == (503, "gateway_unavailable")
    assert "retry-after" in silent.headers
    assert desk.app.rows() == rows


def test_an_order_whose_answer_was_lost_is_the_same_order_when_asked_again(desk: Desk) -> None:
    team_id = desk.team()
    desk.gateway.disturb("POST", "/v1/orders", after=True, times=3)
    assert desk.order(team_id).status == 503
    order_id = desk.order(team_id).body["order_id"]
    assert [order["id"] for order in desk.gateway.ledger.orders({"receipt": team_id})["items"]] == [order_id]


@pytest.mark.parametrize("step", range(1, 6))
def test_a_process_that_dies_anywhere_leaves_an_order_that_can_be_asked_for_again(desk: Desk, step: int) -> None:
    team_id = desk.team()
    desk.app.die_after = desk.app.calls + step
    with suppress(Crash):
        desk.order(team_id, key="k")
    desk.app.die_after = None
    assert desk.order(team_id, key="k").status == 201
    assert len(desk.of_type("payment")) == len(desk.of_type("expiry")) == 1
    assert desk.seats()["reserved"] == 1


def test_where_the_leader_ordered_from_is_kept_sealed(desk: Desk) -> None:
    desk.ordered()
    (payment,) = desk.of_type("payment")
    assert payment["metadata"]["M"]["ip_address"]["S"].startswith("v1.")
    assert "192.0.2.1" not in desk.everything()


def test_an_unpaid_order_expires_and_its_seat_is_free_again(desk: Desk) -> None:
    team_id, order_id = desk.ordered()
    desk.app.pass_time(minutes=29)
    assert desk.run("expire_orders")["expired"] == 0
    desk.app.pass_time(minutes=1)
    assert desk.run("expire_orders")["expired"] == 1
    assert (desk.status(team_id), desk.payment(order_id).status.value) == ("expired", "expired")
    assert desk.seats() == {"free": 500, "reserved": 0, "offered": 0, "waiting": 0}
    assert desk.of_type("expiry") == []
    assert desk.run("expire_orders")["expired"] == 0


def test_a_team_that_never_orders_loses_its_seat_as_well(desk: Desk) -> None:
    team_id = desk.team()
    desk.app.pass_time(minutes=31)
    assert desk.run("expire_orders")["let_go"] == 1
    assert (desk.status(team_id), desk.seats()["free"]) == ("expired", 500)
    order = desk.order(team_id)
    assert order.status == 201
    assert (desk.status(team_id), desk.seats()["reserved"]) == ("pending", 1)


def test_an_expired_order_is_opened_again_while_there_is_a_seat(codekurukshetra: App) -> None:
    desk = Desk(codekurukshetra).open(max_teams=1)
    team_id, order_id = desk.ordered()
    desk.app.pass_time(minutes=31)
    desk.run("expire_orders")
    other = desk.team("meera", "bela")
    full = desk.order(team_id)
    assert (full.status, full.code) == (409, "event_full")
    desk.app.call("delete_team", caller=OPERATOR, path={"team_id": other})
    again = desk.order(team_id)
    assert (again.status, again.body["order_id"]) == (201, order_id)
    assert desk.seats() == {"free": 0, "reserved": 1, "offered": 0, "waiting": 0}
    desk.app.pass_time(minutes=31)
    assert desk.run("expire_orders")["expired"] == 1


def test_who_still_can_pay_is_reminded_once(desk: Desk) -> None:
    desk.ordered()
    desk.app.pass_time(minutes=19)
    assert desk.run("expire_orders")["reminded"] == 0
    desk.app.pass_time(minutes=2)
    assert desk.run("expire_orders")["reminded"] == 1
    assert desk.run("expire_orders")["reminded"] == 0
    assert desk.letters() == ["reminder"]


def test_an_order_is_not_expired_while_the_gateway_is_silent(desk: Desk) -> None:
    team_id, order_id = desk.ordered()
    desk.app.pass_time(minutes=31)
    desk.gateway.disturb("GET", f"/v1/orders/{order_id}/payments", status=500, times=3)
    done = desk.run("expire_orders")
    assert (done["expired"], done["unasked"]) == (0, 1)
    assert desk.status(team_id) == "pending"
    assert desk.run("expire_orders")["expired"] == 1


def test_a_payment_is_shown_to_the_leader_and_organisers(desk: Desk) -> None:
    _, order_id = desk.ordered()
    for caller in (login("asha"), OPERATOR):
        shown = desk.app.call("show_payment", caller=caller, path={"order_id": order_id})
        assert (shown.status, shown.body["status"]) == (200, "pending")
    for caller in (login("ravi"), login("eve")):
        hidden = desk.app.call("show_payment", caller=caller, path={"order_id": order_id})
        assert (hidden.status, hidden.code) == (404, "no_such_payment")
