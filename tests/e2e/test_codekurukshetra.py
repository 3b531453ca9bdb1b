"""CodeKurukshetra deployed: every endpoint over HTTP, money through the gateway's simulator, letters by the stream."""

import json
import re
import time
import urllib.request
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from functions.codekurukshetra.service import SERVICE
from tests.api.codekurukshetra.desk import member, person
from tests.e2e.client import Client, Response
from tools.local.gaps import physical_ids

NAME = SERVICE.name
ORGANISER = "olga@organisers.example"


class Event:
    """An event on the deployed cloud, and the people who come to it."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.called: set[str] = set()

    def call(self, who: str | None, method: str, path: str, body: object = None, **headers: str) -> Response:
        token = ""
        if who is not None:
            groups = ("operators",) if who == ORGANISER else ()
            token = self.client.token(who if "@" in who else f"{who}@people.example", *groups)
        answer = self.client.call(NAME, method, path, token=token, body=body, **headers)
        self.called.add(self._use_case(method, path.partition("?")[0]))
        return answer

    def _use_case(self, method: str, path: str) -> str:
        for route in sorted(SERVICE.routes, key=lambda route: route.path.count("{")):
            if route.method == method and re.fullmatch(re.sub(r"\{\w+\}", "[^/]+", route.path), path):
                return route.use_case
        raise LookupError(f"{method} {path}")

    def register(self, leader: str, *others: str) -> str:
        body = {
            "name": f"Team {leader}",
            "track": "ai-ml",
            "leader": person(leader),
            "members": [member(other) for other in others],
        }
        answer = self.call(leader, "POST", "/teams", body, idempotency_key=f"register-{leader}")
        assert answer.status == 201, answer.text
        return str(answer.body["team_id"])

    def pay(self, order_id: str) -> dict[str, str]:
        """At the gateway, as the customer's browser would; its webhooks find their own way."""
        request = urllib.request.Request(f"{self.client.cloud.gateway}/simulator/orders/{order_id}/pay", b"{}")
        with urllib.request.urlopen(request, timeout=10) as answer:
            checkout: dict[str, str] = json.load(answer)
            return checkout

    def invoke(self, function: str) -> Any:
        names = physical_ids(f"quartet-{NAME}-{self.client.cloud.stage}", self.client.cloud.emulator)
        answer = self.client.cloud.client("lambda").invoke(FunctionName=names[function], Payload=b"{}")
        return json.load(answer["Payload"])

    def dump(self) -> str:
        tables = [each for each in self.client.cloud.client("dynamodb").list_tables()["TableNames"] if NAME in each]
        assert len(tables) == 2
        pages = [self.client.cloud.client("dynamodb").scan(TableName=table)["Items"] for table in tables]
        return json.dumps(pages, default=lambda raw: raw.decode("latin-1"))


def eventually(what: Callable[[], object]) -> None:
    """Streams and webhooks take their time."""
    for _ in range(100):
        if what():
            return
        time.sleep(0.1)
    raise AssertionError("it never came to be")


@pytest.fixture(scope="module")
def event(client: Client) -> Iterator[Event]:
    event, now = Event(client), datetime.now(UTC)
    moments = {"registration_start": -1, "registration_end": 10, "event_start": 20, "event_end": 22}
    body = {name: (now + timedelta(days=days)).isoformat() for name, days in moments.items()}
    answer = event.call(ORGANISER, "PUT", "/admin/config", body | {"max_teams": 5, "checkin_points": ["entrance"]})
    assert answer.status == 201, answer.text
    yield event
    told = {"show_openapi", "show_docs", "check_health", "receive_webhook"}
    assert {route.use_case for route in SERVICE.routes} - event.called == told


def test_a_team_registers_pays_and_is_checked_in(event: Event) -> None:
    assert event.call(None, "GET", "/config").body["seats_left"] <= 5
    assert event.call(None, "POST", "/emails/check", {"email": "asha@people.example"}).body == {"available": True}
    team_id = event.register("asha", "ravi")
    taken = event.call("meera", "POST", "/teams", {
        "name": "Others", "track": "ai-ml", "leader": person("meera"), "members": [member("ravi")],
    })  # fmt: skip
    assert (taken.status, taken.body["code"]) == (409, "email_taken")
    assert taken.body["errors"][0]["path"] == "body.members[0].email"
    order = event.call("asha", "POST", f"/teams/{team_id}/payment-orders", idempotency_key="order-asha")
    assert order.status == 201, order.text
    order_id = order.body["order_id"]
    checkout = event.pay(order_id)
    verified = event.call("asha", "POST", "/payments/verify", checkout)
    assert (verified.status, verified.body["status"]) == (200, "paid"), verified.text
    eventually(lambda: event.call("asha", "GET", f"/payments/{order_id}").body["status"] == "paid")
    me = event.call("ravi", "GET", "/me").body
    assert (me["first_name"], me["team"]["payment_status"]) == ("Ravi", "paid")
    seen = event.call(ORGANISER, "POST", "/admin/checkins", {"code": me["pass_code"], "point": "entrance"})
    assert seen.status == 201, seen.text
    again = event.call(ORGANISER, "POST", "/admin/checkins", {"code": me["pass_code"], "point": "entrance"})
    assert (again.status, again.body["code"]) == (409, "already_checked_in")


def test_a_webhook_alone_settles_a_payment_and_the_stream_writes_the_receipt(event: Event) -> None:
    team_id = event.register("bela", "kiran")
    order_id = event.call("bela", "POST", f"/teams/{team_id}/payment-orders").body["order_id"]
    event.pay(order_id)
    eventually(lambda: event.call("bela", "GET", f"/payments/{order_id}").body["webhook_verified"])
    eventually(lambda: '"recorded"' in event.dump())
    refund = event.call(ORGANISER, "POST", f"/admin/teams/{team_id}/refund", idempotency_key="refund-bela")
    assert (refund.status, refund.body["status"]) == (200, "refunded"), refund.text


def test_members_change_and_a_team_is_given_up(event: Event) -> None:
    team_id = event.register("dev", "esha")
    shown = event.call("dev", "GET", f"/teams/{team_id}")
    assert (shown.status, shown.headers["etag"]) == (200, '"1"')
    added = event.call("dev", "POST", f"/teams/{team_id}/members", member("farid"))
    assert added.status == 201, added.text
    body = {"invite_code": shown.body["invite_code"], "person": person("gita")}
    assert event.call("gita", "POST", "/teams/join", body).status == 201
    gone = event.call(
        "gita", "DELETE", f"/teams/{team_id}/members/{event.call('gita', 'GET', '/me').body['participant_id']}"
    )
    assert gone.status == 204
    farid = added.body["participant_id"]
    edited = event.call("farid", "PATCH", f"/participants/{farid}", {"year": "4th Year"}, if_match='"1"')
    assert (edited.status, edited.body["year"]) == (200, "4th Year")
    assert event.call("dev", "PATCH", f"/teams/{team_id}", {"track": "blockchain"}).status == 200
    assert event.call("dev", "DELETE", f"/teams/{team_id}").status == 204
    assert event.call("dev", "GET", f"/teams/{team_id}").status == 404


def test_who_waits_is_offered_the_seat_that_becomes_free(event: Event) -> None:
    held: list[str] = []
    while event.call("nobody", "POST", "/waitlist").status != 201:
        held.append(event.register(f"full{len(held)}", f"filler{len(held)}"))
    assert event.call(ORGANISER, "DELETE", f"/teams/{held[0]}").status == 204
    assert event.invoke("OfferSeats")["offered"] >= 1
    assert event.register("nobody", "friend")


def test_organisers_see_everything_and_are_seen_doing_so(event: Event) -> None:
    paid = event.call(ORGANISER, "GET", "/admin/teams?payment_status=paid").body["items"]
    assert [team["name"] for team in paid] == ["Team asha"]
    college = event.call(ORGANISER, "GET", "/admin/participants?college=Example%20University&limit=100").body["items"]
    assert "asha@people.example" in {each["email"] for each in college}
    assert (
        event.call(ORGANISER, "GET", f"/admin/payments?team={paid[0]['team_id']}").body["items"][0]["status"] == "paid"
    )
    masked = event.call(ORGANISER, "GET", "/admin/registrations.csv")
    assert masked.headers["content-type"].startswith("text/csv")
    assert "asha@" not in masked.text
    eventually(lambda: event.call(ORGANISER, "GET", "/admin/stats").body["revenue"] == 2 * 99_900)
    trail = event.call(ORGANISER, "GET", "/admin/audit?subject=export").body["items"]
    assert [entry["action"] for entry in trail] == ["export_masked"]
    assert event.call("asha", "GET", "/admin/stats").status == 403


def test_schedules_run_and_leave_what_is_paid_alone(event: Event) -> None:
    assert event.invoke("ExpireOrders")["expired"] == 0
    assert event.invoke("ReconcilePayments")["unasked"] == 0
    assert event.invoke("ApplyRetention") == {"moved": 0}


def test_what_is_stored_and_logged_names_nobody_and_who_is_erased_is_gone(event: Event, client: Client) -> None:
    me = event.call("ravi", "GET", "/me").body["participant_id"]
    assert event.call("ravi", "DELETE", f"/participants/{me}/personal-data", idempotency_key="erase").status == 202
    assert event.call("ravi", "GET", "/me").status == 404
    personal = re.compile(r"asha@|ravi@|Asha|Ravi|people\.example|98765|linkedin\.example", re.ASCII)
    assert personal.findall(event.dump().replace("Team asha", "")) == []
    log = "\n".join(client.cloud.logs())
    assert "register_team" in log
    assert "receive_webhook" in log
    assert personal.findall(log) == []
