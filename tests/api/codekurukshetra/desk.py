"""A registration desk for tests: an open event, people with tellable names, and a gateway to pay at."""

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from functions.codekurukshetra.entities.payments import Payment
from functions.codekurukshetra.entities.registration import Seats, Team
from tests.api.harness import Answer, App, aws
from tools.events.http import claims
from tools.gateway.simulator import Checkout, GatewaySimulator
from tools.gateway.webhooks import Event

OPERATOR = claims("olga@organisers.example", subject="subject-operator", groups=("operators",))
FEE = 99_900


def login(name: str) -> dict[str, str]:
    """Somebody with a proven address; the subject tells nothing."""
    return claims(f"{name}@people.example", subject="subject-" + hashlib.sha256(name.encode()).hexdigest()[:12])


def person(name: str, **more: object) -> dict[str, Any]:
    """Every personal field holds the name, so that a search for it finds any leak."""
    return {
        "first_name": name.title(),
        "last_name": f"{name.title()}sen",
        "phone": f"+91 98765 {int(hashlib.sha256(name.encode()).hexdigest(), 16) % 90000 + 10000}",
        "college": "Example University",
        "year": "3rd Year",
        "github_username": f"{name}-codes",
        "linkedin": f"https://linkedin.example/in/{name}",
        "student_status": True,
        **more,
    }


def member(name: str, **more: object) -> dict[str, Any]:
    return person(name, email=f"{name}@people.example", **more)


@dataclass
class Desk:
    app: App

    @property
    def gateway(self) -> GatewaySimulator:
        gateway: GatewaySimulator = self.app.beside
        return gateway

    def configure(self, **changes: object) -> Answer:
        now = self.app.moment
        body = {
            "registration_start": (now - timedelta(days=1)).isoformat(),
            "registration_end": (now + timedelta(days=30)).isoformat(),
            "event_start": (now + timedelta(days=40)).isoformat(),
            "event_end": (now + timedelta(days=42)).isoformat(),
            **changes,
        }
        return self.app.call("configure_event", caller=OPERATOR, body=body)

    def open(self, **changes: object) -> "Desk":
        answer = self.configure(**changes)
        assert answer.status in (200, 201), answer.text
        return self

    def register(self, leader: str = "asha", *others: str, name: str = "", key: str = "", **more: object) -> Answer:
        body = {
            "name": name or f"Team {leader.encode().hex()}",
            "track": "ai-ml",
            "leader": person(leader),
            "members": [member(other) for other in others],
            **more,
        }
        headers = {"Idempotency-Key": key} if key else {}
        return self.app.call("register_team", caller=login(leader), body=body, headers=headers)

    def team(self, leader: str = "asha", *others: str, **more: Any) -> str:
        answer = self.register(leader, *(others or ("ravi",)), **more)
        assert answer.status == 201, answer.text
        return str(answer.body["team_id"])

    def order(self, team_id: str, leader: str = "asha", key: str = "") -> Answer:
        headers = {"Idempotency-Key": key} if key else {}
        return self.app.call("order_payment", caller=login(leader), path={"team_id": team_id}, headers=headers)

    def ordered(self, leader: str = "asha", *others: str, **more: Any) -> tuple[str, str]:
        """A team and its order."""
        team_id = self.team(leader, *others, **more)
        answer = self.order(team_id, leader)
        assert answer.status == 201, answer.text
        return team_id, str(answer.body["order_id"])

    def paid(self, leader: str = "asha", *others: str, **more: Any) -> tuple[str, str]:
        team_id, order_id = self.ordered(leader, *others, **more)
        self.gateway.pay(order_id)
        self.deliver(self.events(order_id))
        assert self.status(team_id) == "paid"
        return team_id, order_id

    def events(self, order_id: str) -> list[Event]:
        """What the gateway has to say about an order, in the order in which it happened."""
        return [event for event in self.gateway.events if order_id.encode() in event.body]

    def hear(self, event: Event, **headers: str) -> Answer:
        sent = event.headers | {name.replace("_", "-"): value for name, value in headers.items()}
        return self.app.call("receive_webhook", caller=None, body=event.body, headers=sent)

    def deliver(self, events: Iterable[Event]) -> None:
        for event in events:
            answer = self.hear(event)
            assert answer.status == 200, answer.text

    def verify(self, checkout: Checkout, leader: str = "asha", key: str = "", **changes: str) -> Answer:
        body = {name: getattr(checkout, name) for name in Checkout.__slots__} | changes
        headers = {"Idempotency-Key": key} if key else {}
        return self.app.call("verify_payment", caller=login(leader), body=body, headers=headers)

    def refund(self, team_id: str, key: str = "") -> Answer:
        headers = {"Idempotency-Key": key} if key else {}
        return self.app.call("refund_team", caller=OPERATOR, path={"team_id": team_id}, headers=headers)

    def run(self, schedule: str) -> Mapping[str, int]:
        done: Mapping[str, int] = self.app.invoke(schedule, {})
        return done

    def status(self, team_id: str) -> str:
        team = self.app.store.get(Team.key.item(team_id=team_id), consistent=True)
        return team.payment_status.value if team else "gone"

    def payment(self, order_id: str) -> Payment:
        payment = self.app.store.get(Payment.key.item(order_id=order_id), consistent=True)
        assert payment is not None
        return payment

    def seats(self) -> dict[str, int]:
        seats = self.app.store.get(Seats.key.item(), consistent=True)
        assert seats is not None
        return {name: getattr(seats, name) for name in ("free", "reserved", "offered", "waiting")}

    def of_type(self, *kinds: str) -> list[dict[str, Any]]:
        return [row for row in self.app.rows() if row["entity_type"]["S"] in kinds]

    def forget_everything(self) -> None:
        """The engine copies its whole table for every transaction: long tests stay fast on a short one."""
        client = aws("dynamodb")
        for row in self.app.rows():
            client.delete_item(TableName=self.app.store.name, Key={"PK": row["PK"], "SK": row["SK"]})

    def letters(self) -> list[str]:
        return [row["SK"]["S"].partition("#")[0] for row in self.of_type("letter")]

    def everything(self) -> str:
        """The whole of both tables, as somebody who stole them would read it."""
        return json.dumps([*self.app.rows(), *self.app.vault_rows()], default=lambda raw: raw.decode("latin-1"))
