"""The waiting list: fair, its offers kept for a while, its counts exact."""

import pytest

from tests.api.codekurukshetra.desk import OPERATOR, Desk, login
from tests.api.harness import Answer, App


@pytest.fixture
def full(codekurukshetra: App) -> Desk:
    """An event with one seat, and it is taken."""
    desk = Desk(codekurukshetra).open(max_teams=1)
    desk.team("asha", "ravi")
    return desk


def wait(desk: Desk, name: str, key: str = "") -> Answer:
    headers = {"Idempotency-Key": key} if key else {}
    return desk.app.call("join_waitlist", caller=login(name), headers=headers)


def free_a_seat(desk: Desk) -> None:
    team_id = desk.of_type("team")[0]["team_id"]["S"]
    assert desk.app.call("delete_team", caller=OPERATOR, path={"team_id": team_id}).status == 204


def test_one_waits_once_and_only_for_something(full: Desk) -> None:
    first = wait(full, "meera", key="w")
    assert (first.status, first.body["offered_until"]) == (201, None)
    assert wait(full, "meera", key="w").headers["idempotency-replayed"] == "true"
    assert (wait(full, "meera").status, wait(full, "meera").code) == (409, "already_waiting")
    assert wait(full, "asha").code == "already_registered"
    assert full.seats() == {"free": 0, "reserved": 1, "offered": 0, "waiting": 1}
    free_a_seat(full)
    assert wait(full, "bela").status == 201


def test_while_there_are_seats_nobody_waits(desk: Desk) -> None:
    answer = wait(desk, "meera")
    assert (answer.status, answer.code) == (409, "seats_left")


def test_a_free_seat_is_offered_to_who_waited_longest_and_to_nobody_else(full: Desk) -> None:
    wait(full, "meera")
    full.app.pass_time(seconds=5)
    wait(full, "bela")
    free_a_seat(full)
    assert full.register("sneaky", "pal").code == "event_full"
    assert full.run("offer_seats") == {"withdrawn": 0, "offered": 1}
    assert full.seats() == {"free": 0, "reserved": 0, "offered": 1, "waiting": 1}
    assert full.letters() == ["offer"]
    assert full.register("bela", "pal").code == "event_full"
    assert full.register("meera", "pal").status == 201
    assert full.seats() == {"free": 0, "reserved": 1, "offered": 0, "waiting": 1}
    assert full.run("offer_seats") == {"withdrawn": 0, "offered": 0}


def test_an_offer_that_is_not_taken_up_goes_to_the_next(full: Desk) -> None:
    wait(full, "meera")
    full.app.pass_time(seconds=5)
    wait(full, "bela")
    free_a_seat(full)
    full.run("offer_seats")
    full.app.pass_time(hours=12)
    late = full.register("meera", "pal")
    assert (late.status, late.code) == (409, "event_full")
    assert full.run("offer_seats") == {"withdrawn": 1, "offered": 1}
    assert full.seats() == {"free": 0, "reserved": 0, "offered": 1, "waiting": 0}
    assert full.register("bela", "pal").status == 201
    assert wait(full, "meera").status == 201


def test_the_last_offer_that_lapses_leaves_the_seat_to_anybody(full: Desk) -> None:
    wait(full, "meera")
    free_a_seat(full)
    full.run("offer_seats")
    full.app.pass_time(hours=13)
    full.run("offer_seats")
    assert full.seats() == {"free": 1, "reserved": 0, "offered": 0, "waiting": 0}
    assert full.register("anyone", "pal").status == 201


def test_late_money_goes_before_who_waits(full: Desk) -> None:
    team_id = full.of_type("team")[0]["team_id"]["S"]
    order_id = full.order(team_id).body["order_id"]
    wait(full, "meera")
    full.app.pass_time(minutes=31)
    full.run("expire_orders")
    full.gateway.pay(order_id)
    full.deliver(full.events(order_id))
    assert full.status(team_id) == "paid"
    assert full.run("offer_seats")["offered"] == 0
    assert full.seats() == {"free": 0, "reserved": 1, "offered": 0, "waiting": 1}


@pytest.mark.parametrize("offered", [False, True])
def test_who_waits_may_be_forgotten_with_the_place_in_line(full: Desk, offered: bool) -> None:
    waiter_id = wait(full, "meera").body["waiter_id"]
    if offered:
        free_a_seat(full)
        full.run("offer_seats")
    path = {"participant_id": waiter_id}
    stranger = full.app.call("erase_personal_data", caller=login("eve"), path=path)
    assert (stranger.status, stranger.code) == (404, "no_such_participant")
    assert full.app.call("erase_personal_data", caller=login("meera"), path=path).status == 202
    assert full.of_type("waiter", "waiter_lock") == []
    assert full.seats()["waiting"] == full.seats()["offered"] == 0
    assert waiter_id not in {row["subject"]["S"] for row in full.app.vault_rows()}
