"""A sample event for each function of CodeKurukshetra, and what its table holds so that all of them succeed."""

import json
from datetime import UTC, datetime, timedelta
from typing import Any

from functions.codekurukshetra.entities.payments import Expiry, Payment
from functions.codekurukshetra.entities.records import Letter
from functions.codekurukshetra.entities.registration import (
    Config,
    EmailLock,
    NameLock,
    Participant,
    PaymentStatus,
    Seats,
    Team,
    Waiter,
    WaiterLock,
)
from functions.codekurukshetra.privacy import email_index
from functions.codekurukshetra.rules.codes import INVITE, PASS, code_for
from singletable.schema import evolve
from tools.events.http import claims
from tools.gateway import entities
from tools.gateway.ledger import Ids
from tools.gateway.webhooks import signature
from tools.generate.sample import OPERATOR, Call, Changes, Samples, Tick

SEED = "samples"
INDEX_SECRET = "the index secret of the samples, long enough"  # noqa: S105
CODES_SECRET = "the codes secret of the samples"  # noqa: S105
GATEWAY_SECRET = {
    "key_id": "rzp_test_samples",
    "key_secret": "the key secret of the samples",
    "webhook_secret": "the webhook secret of the samples",
}
FEE, CURRENCY = 99_900, "INR"
NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


def sample_id(name: str) -> str:
    return f"01{name}".ljust(26, "0")


UNPAID_TEAM, PAID_TEAM = sample_id("UNPA1D"), sample_id("PA1D")
ANNS, BOBS, CARLS, DANS, FLOS, GUSS = (sample_id(name) for name in ("ANN", "B0B", "CARL", "DAN", "F10", "GVS"))
CLEO, ED, FLO = (claims(f"{name}@example.com", subject=name) for name in ("cleo", "ed", "flo"))

_ids = Ids(SEED)
_ids("acc_")
ORDER, PAYMENT, *_events = _ids("order_"), _ids("pay_"), _ids(), _ids(), _ids()
PAID_ORDER, PAID_PAYMENT = _ids("order_"), _ids("pay_")
"""As the gateway simulator makes them under the same seed: an order and its payment, three events, and again."""


def stored(now: datetime) -> tuple[object, ...]:
    config = Config(
        event_name="CodeKurukshetra",
        registration_open=True,
        registration_start=now - timedelta(days=1),
        registration_end=now + timedelta(days=14),
        event_start=now + timedelta(days=20),
        event_end=now + timedelta(days=22),
        team_fee=FEE,
        max_team_size=4,
        min_team_size=2,
        max_teams=4,
        tracks=("ai-ml", "blockchain"),
        checkin_points=("entrance", "lunch"),
        order_minutes=30,
        offer_hours=12,
        retention_days=90,
        updated_at=now,
    )
    waiter = Waiter(
        waiter_id=FLOS,
        email="sealed",
        email_index=index(FLO["email"]),
        offered_until=now + timedelta(hours=12),
        created_at=now,
        expires_at=now + timedelta(days=100),
    )
    return (
        config,
        Seats(free=0, reserved=2, offered=2, waiting=1),
        *team(UNPAID_TEAM, "Code Warriors", ORDER, PaymentStatus.PENDING, (ANNS, BOBS), now),
        *team(PAID_TEAM, "Bit Benders", PAID_ORDER, PaymentStatus.PAID, (CARLS, DANS), now),
        waiter,
        WaiterLock(email_index=waiter.email_index, owner=FLOS),
    )


def index(email: str) -> str:
    return email_index(INDEX_SECRET.encode(), email)


def team(
    team_id: str, name: str, order: str, status: PaymentStatus, people: tuple[str, ...], now: datetime
) -> tuple[object, ...]:
    emails = {person: f"{person.strip('0').removeprefix('1').lower()}@example.com" for person in people}
    made = Team(
        team_id=team_id,
        name=name,
        track="ai-ml",
        leader_participant_id=people[0],
        payment_status=status,
        payment_order_id=order,
        amount=FEE,
        currency=CURRENCY,
        member_count=len(people),
        max_members=4,
        registration_complete=True,
        has_seat=True,
        created_at=now,
        updated_at=now,
    )
    payment = Payment(
        payment_id=team_id,
        order_id=order,
        gateway_payment_id=PAID_PAYMENT if status is PaymentStatus.PAID else None,
        team_id=team_id,
        amount=FEE,
        currency=CURRENCY,
        status=status,
        pay_until=now + timedelta(minutes=30),
        created_at=now,
        updated_at=now,
    )
    members = [participant(person, emails[person], team_id, now, leads=person == people[0]) for person in people]
    locks = [EmailLock(email_index=index(emails[person]), owner=person) for person in people]
    name_lock = NameLock(slug=name.lower().replace(" ", "-"), owner=team_id)
    open_order = Expiry(order_id=order, team_id=team_id, until=payment.pay_until)
    return (made, payment, *members, *locks, name_lock, *((open_order,) if status is PaymentStatus.PENDING else ()))


def participant(participant_id: str, email: str, team_id: str, now: datetime, *, leads: bool) -> Participant:
    """What is personal is not there: it would be sealed under a key that no file can hold."""
    return Participant(
        participant_id=participant_id,
        first_name=None,
        last_name=None,
        email=None,
        college="Example University",
        college_slug="example-university",
        team_id=team_id,
        is_leader=leads,
        email_index=index(email),
        created_at=now,
        updated_at=now,
        expires_at=now + timedelta(days=112),
    )


def webhook() -> Call:
    order = entities.order(ORDER, {"amount": FEE, "currency": CURRENCY, "receipt": UNPAID_TEAM}, 1_772_366_400)
    payer = {"email": "payer@example.com", "contact": "+919000090000"}
    payment = entities.payment(PAYMENT, order, "upi", payer, 1_772_366_460) | {"status": "captured", "captured": True}
    event = entities.event("acc_samples", "payment.captured", {"payment": payment}, 1_772_366_461)
    body = json.dumps(event, separators=(",", ":"))
    signed = signature(GATEWAY_SECRET["webhook_secret"], body.encode())
    headers = {"X-Razorpay-Event-Id": _events[1], "X-Razorpay-Signature": signed, "Content-Type": "application/json"}
    return Call(body=body, headers=headers)


PERSON: dict[str, Any] = {
    "first_name": "Asha",
    "last_name": "Rao",
    "phone": "+91-9876543210",
    "college": "Example University",
    "year": "3rd Year",
    "github_username": "asharao",
    "student_status": True,
}
CHECKOUT = {
    "razorpay_order_id": ORDER,
    "razorpay_payment_id": PAYMENT,
    "razorpay_signature": signature(GATEWAY_SECRET["key_secret"], f"{ORDER}|{PAYMENT}".encode()),
}
CONFIG = {
    "registration_start": "2026-08-01T00:00:00Z",
    "registration_end": "2026-09-15T23:59:59Z",
    "event_start": "2026-09-20T10:00:00Z",
    "event_end": "2026-09-22T18:00:00Z",
    "team_fee": FEE,
}
OF_TEAM = {"team_id": UNPAID_TEAM}


def once(name: str) -> dict[str, str]:
    return {"Idempotency-Key": f"{name}-1"}


def changes() -> Changes:
    made, payment, person, *_ = team(UNPAID_TEAM, "Code Warriors", ORDER, PaymentStatus.PENDING, (ANNS,), NOON)
    assert isinstance(payment, Payment)
    paid = evolve(payment, status=PaymentStatus.PAID, gateway_payment_id=PAYMENT)
    return Changes(((None, made), (None, person), (payment, paid)))


RECEIPT = Letter(
    about=ORDER,
    kind="receipt",
    occasion="once",
    reader=ANNS,
    facts={"team": "Code Warriors", "order": ORDER, "amount": "999.00 INR", "pay_until": "2026-03-01T12:30+00:00"},
    created_at=NOON,
)

SAMPLES = Samples(
    {
        "show_event": Call(),
        "configure_event": Call(body=CONFIG, caller=OPERATOR),
        "check_email": Call(body={"email": "asha@example.com"}),
        "register_team": Call(
            caller=FLO,
            headers=once("register"),
            body={
                "name": "Null Pointers",
                "track": "ai-ml",
                "leader": PERSON,
                "members": [PERSON | {"first_name": "Ravi", "email": "ravi@example.com"}],
            },
        ),
        "show_team": Call(path=OF_TEAM),
        "edit_team": Call(path=OF_TEAM, body={"track": "blockchain"}),
        "delete_team": Call(path=OF_TEAM, headers=once("delete")),
        "add_member": Call(path=OF_TEAM, headers=once("add"), body=PERSON | {"email": "gita@example.com"}),
        "remove_member": Call(path=OF_TEAM | {"participant_id": BOBS}, headers=once("remove")),
        "join_team": Call(
            caller=CLEO,
            headers=once("join"),
            body={"invite_code": code_for(INVITE, UNPAID_TEAM, CODES_SECRET), "person": PERSON},
        ),
        "show_me": Call(),
        "edit_participant": Call(path={"participant_id": ANNS}, body={"year": "4th Year"}),
        "order_payment": Call(path=OF_TEAM, headers=once("order")),
        "verify_payment": Call(headers=once("verify"), body=CHECKOUT),
        "receive_webhook": webhook(),
        "show_payment": Call(path={"order_id": ORDER}),
        "list_teams": Call(query={"payment_status": "paid", "limit": "20"}, caller=OPERATOR),
        "list_participants": Call(query={"college": "Example University"}, caller=OPERATOR),
        "list_payments": Call(query={"status": "paid"}, caller=OPERATOR),
        "refund_team": Call(path={"team_id": PAID_TEAM}, headers=once("refund"), caller=OPERATOR),
        "show_statistics": Call(query={"from": "2026-03-01", "to": "2026-03-07"}, caller=OPERATOR),
        "export_registrations": Call(query={"masked": "true"}, caller=OPERATOR),
        "check_in": Call(
            caller=OPERATOR,
            headers=once("check-in"),
            body={"code": code_for(PASS, CARLS, CODES_SECRET), "point": "entrance"},
        ),
        "join_waitlist": Call(caller=ED, headers=once("wait")),
        "erase_personal_data": Call(path={"participant_id": DANS}, headers=once("erase"), caller=OPERATOR),
        "show_audit": Call(query={"subject": UNPAID_TEAM}, caller=OPERATOR),
        "show_openapi": Call(),
        "show_docs": Call(),
        "check_health": Call(),
        "count_registrations": changes(),
        "follow_up": Changes(((None, RECEIPT),)),
        "expire_orders": Tick(),
        "reconcile_payments": Tick(),
        "offer_seats": Tick(),
        "apply_retention": Tick(),
    },
    stored,
)
