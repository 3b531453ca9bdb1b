"""CodeKurukshetra: hackathon teams, seats and payments. This page says what there is; everything else follows."""

from datetime import timedelta

from functions.codekurukshetra.entities import payments, registration, vault
from functions.codekurukshetra.entities.records import Answered
from functions.codekurukshetra.entities.table import GSI1, GSI2, GSI3, TABLE, VAULT
from singletable.service import (
    PUBLIC,
    USER,
    BatchGetItem,
    BatchWriteItem,
    Consumer,
    DeleteItem,
    Extra,
    GetItem,
    Need,
    PutItem,
    Query,
    Route,
    Schedule,
    Service,
    UpdateItem,
    in_vault,
    query,
)

KEPT = (registration, payments, vault)
"""Entities enlist themselves in their table when their module is read."""

INDEX = Extra("secret", "index", ("secretsmanager:GetSecretValue",))
CODES = Extra("secret", "codes", ("secretsmanager:GetSecretValue",))
GATEWAY = Extra("secret", "gateway", ("secretsmanager:GetSecretValue",))
OPENING = Extra("key", "personal", ("kms:Decrypt",))
SEALING = Extra("key", "personal", ("kms:GenerateDataKey",))
RECEIPTS = Extra("email", "receipts", ("ses:SendEmail",))

WHO_CALLS: tuple[Need, ...] = (GetItem, BatchGetItem)
"""The lock behind the caller's address, and who organises."""
WRITES: tuple[Need, ...] = (PutItem, UpdateItem, DeleteItem)
SHOWS_PEOPLE: tuple[Need, ...] = (PutItem, BatchWriteItem, in_vault(BatchGetItem))
"""Personal data, and the record of who was shown it."""
NEW_PEOPLE: tuple[Need, ...] = (in_vault(PutItem),)

TEAM = "/teams/{team_id}"
PERSON = "/participants/{participant_id}"
FULL_TEAM = ("no_such_team", "team_full", "email_taken", "registration_closed", "email_unverified")

ROUTES = (
    Route(
        "GET", "/config", "show_event", PUBLIC, "The event, its tracks and the seats left",
        needs=(BatchGetItem,), problems=("not_configured",),
    ),
    Route(
        "PUT", "/admin/config", "configure_event", USER, "Set the event up, or change it",
        needs=(*WHO_CALLS, PutItem, UpdateItem), extras=(INDEX,), versioned=True, also_answers=(201,),
        problems=("bad_dates", "bad_sizes", "too_many_teams"),
    ),
    Route(
        "POST", "/emails/check", "check_email", PUBLIC, "Whether an e-mail address is still free; advice, no promise",
        needs=(GetItem,), extras=(INDEX,), rate=5,
    ),
    Route(
        "POST", "/teams", "register_team", USER, "Register a team with its members, names, addresses and a seat",
        needs=(GetItem, *WRITES, *NEW_PEOPLE), extras=(INDEX, SEALING), idempotent=True, versioned=True, status=201,
        problems=(
            "email_unverified", "registration_closed", "duplicate_member", "email_taken", "name_taken", "event_full",
            "team_full",
        ),
    ),
    Route(
        "GET", TEAM, "show_team", USER, "A team with its members, for them and the organisers",
        needs=(*WHO_CALLS, query(GSI2), *SHOWS_PEOPLE), extras=(INDEX, OPENING, CODES), versioned=True,
        problems=("no_such_team",),
    ),
    Route(
        "PATCH", TEAM, "edit_team", USER, "Change name or track of a team that has not paid",
        needs=(*WHO_CALLS, *WRITES), extras=(INDEX,), versioned=True,
        problems=("no_such_team", "not_leader", "already_paid", "name_taken"),
    ),
    Route(
        "DELETE", TEAM, "delete_team", USER, "Give up a team that has not paid",
        needs=(*WHO_CALLS, query(GSI2), *WRITES), extras=(INDEX,), idempotent=True,
        problems=("no_such_team", "not_leader", "already_paid"),
    ),
    Route(
        "POST", f"{TEAM}/members", "add_member", USER, "The leader adds a member",
        needs=(*WHO_CALLS, PutItem, UpdateItem, *NEW_PEOPLE), extras=(INDEX, SEALING), idempotent=True, status=201,
        problems=(*FULL_TEAM, "not_leader"),
    ),
    Route(
        "DELETE", f"{TEAM}/members/{{participant_id}}", "remove_member", USER, "A member leaves, or is taken off",
        needs=(*WHO_CALLS, *WRITES), extras=(INDEX,), idempotent=True,
        problems=("no_such_team", "no_such_participant", "not_leader", "leader_stays", "team_too_small"),
    ),
    Route(
        "POST", "/teams/join", "join_team", USER, "Join a team by its invite code",
        needs=(GetItem, PutItem, UpdateItem, *NEW_PEOPLE), extras=(INDEX, SEALING, CODES), idempotent=True, status=201,
        problems=(*FULL_TEAM, "no_such_invite"),
    ),
    Route(
        "GET", "/me", "show_me", USER, "The caller as a participant, with team and pass",
        needs=(*WHO_CALLS, *SHOWS_PEOPLE), extras=(INDEX, OPENING, CODES), versioned=True,
        problems=("not_registered",),
    ),
    Route(
        "PATCH", PERSON, "edit_participant", USER, "Change a participant's profile",
        needs=(*WHO_CALLS, *WRITES, *SHOWS_PEOPLE, in_vault(GetItem)), extras=(INDEX, OPENING), versioned=True,
        problems=("no_such_participant", "email_taken"),
    ),
    Route(
        "POST", f"{TEAM}/payment-orders", "order_payment", USER, "The order that the team pays, the same every time",
        needs=(*WHO_CALLS, *WRITES, in_vault(GetItem)), extras=(INDEX, OPENING, GATEWAY), idempotent=True, status=201,
        also_answers=(200,), timeout=29,
        problems=(
            "no_such_team", "not_leader", "already_paid", "team_incomplete", "event_full", "payment_refused",
            "gateway_unavailable",
        ),
    ),
    Route(
        "POST", "/payments/verify", "verify_payment", USER, "What Checkout told the customer's page, checked",
        needs=(*WHO_CALLS, *WRITES), extras=(INDEX, GATEWAY), idempotent=True, timeout=29,
        problems=("bad_signature", "no_such_payment", "payment_refused", "gateway_unavailable"),
    ),
    Route(
        "POST", "/webhooks/razorpay", "receive_webhook", PUBLIC, "What the gateway says, in any order, once or often",
        needs=(GetItem, *WRITES), extras=(GATEWAY,), problems=("bad_webhook", "event_id_reused"),
    ),
    Route(
        "GET", "/payments/{order_id}", "show_payment", USER, "A payment by its order",
        needs=(*WHO_CALLS, PutItem), extras=(INDEX,), versioned=True, problems=("no_such_payment",),
    ),
    Route(
        "GET", "/admin/teams", "list_teams", USER, "Teams by payment status or track",
        needs=(*WHO_CALLS, PutItem, query(GSI1), query(GSI2)), extras=(INDEX,),
    ),
    Route(
        "GET", "/admin/participants", "list_participants", USER, "Participants of a college",
        needs=(*WHO_CALLS, query(GSI3), *SHOWS_PEOPLE), extras=(INDEX, OPENING),
    ),
    Route(
        "GET", "/admin/payments", "list_payments", USER, "Payments by team, status or day",
        needs=(*WHO_CALLS, PutItem, query(GSI1), query(GSI2), query(GSI3)), extras=(INDEX,),
    ),
    Route(
        "POST", "/admin/teams/{team_id}/refund", "refund_team", USER, "Give a team its money back, and its seat free",
        needs=(*WHO_CALLS, *WRITES), extras=(INDEX, GATEWAY), idempotent=True, timeout=29,
        problems=("no_such_team", "not_paid", "already_refunded", "payment_refused", "gateway_unavailable"),
    ),
    Route(
        "GET", "/admin/stats", "show_statistics", USER, "Registrations, payments and revenue, by track and college",
        needs=(*WHO_CALLS, Query, PutItem), extras=(INDEX,),
    ),
    Route(
        "GET", "/admin/registrations.csv", "export_registrations", USER, "Everybody as CSV, masked unless asked for",
        needs=(*WHO_CALLS, query(GSI1), query(GSI2), *SHOWS_PEOPLE), extras=(INDEX, OPENING), memory=1024, timeout=29,
    ),
    Route(
        "POST", "/admin/checkins", "check_in", USER, "Check a participant in by the pass, once per point",
        needs=(*WHO_CALLS, PutItem), extras=(INDEX, CODES), idempotent=True, status=201,
        problems=("bad_pass", "no_such_participant", "no_such_team", "unpaid", "already_checked_in"),
    ),
    Route(
        "POST", "/waitlist", "join_waitlist", USER, "Wait for a seat",
        needs=(GetItem, PutItem, UpdateItem, *NEW_PEOPLE), extras=(INDEX, SEALING), idempotent=True, status=201,
        problems=("email_unverified", "registration_closed", "seats_left", "already_waiting", "already_registered"),
    ),
    Route(
        "DELETE", f"{PERSON}/personal-data", "erase_personal_data", USER, "Destroy the key to a person's data",
        needs=(*WHO_CALLS, *WRITES, in_vault(DeleteItem)), extras=(INDEX,), idempotent=True, status=202,
        problems=("no_such_participant", "open_payment"),
    ),
    Route(
        "GET", "/admin/audit", "show_audit", USER, "Who did what to a person, team or list, and when",
        needs=(*WHO_CALLS, Query, PutItem), extras=(INDEX,),
    ),
    Route("GET", "/openapi.json", "show_openapi", PUBLIC, "This API, described"),
    Route("GET", "/docs", "show_docs", PUBLIC, "This API, browsable"),
    Route("GET", "/health", "check_health", PUBLIC, "Whether the service answers"),
)  # fmt: skip

CONSUMERS = (
    Consumer(
        "count_registrations", "Daily figures of teams, participants and payments",
        partitions=("TEAM#", "PARTICIPANT#", "PAYMENT#"), sorts=("PROFILE", "TRANSACTION"),
        needs=(GetItem, PutItem), timeout=60,
    ),
    Consumer(
        "follow_up", "Sends letters that are due; destroys the keys of who is gone",
        partitions=("LETTER#", "PARTICIPANT#", "WAITER#"), events=("INSERT", "REMOVE"), batch=100,
        needs=(GetItem, PutItem, UpdateItem, DeleteItem, in_vault(GetItem), in_vault(DeleteItem)),
        extras=(OPENING, RECEIPTS), timeout=60, window=timedelta(0),
    ),
)  # fmt: skip

SCHEDULES = (
    Schedule(
        "expire_orders", "Frees the seats of who did not pay in time, and reminds who still can",
        every=timedelta(minutes=1), needs=(GetItem, query(GSI3), *WRITES), extras=(GATEWAY,), timeout=120,
    ),
    Schedule(
        "reconcile_payments", "Asks the gateway about orders it was silent on, and gives back what is owed",
        every=timedelta(minutes=5), needs=(GetItem, query(GSI2), *WRITES), extras=(GATEWAY,), timeout=240,
    ),
    Schedule(
        "offer_seats", "Offers free seats to who waits, and withdraws what was not taken up",
        every=timedelta(minutes=1), needs=(GetItem, query(GSI1), *WRITES), timeout=60,
    ),
    Schedule(
        "apply_retention", "Moves the end of everybody's retention with the event",
        every=timedelta(days=1), timeout=300,
        needs=(GetItem, query(GSI1), query(GSI2), UpdateItem, in_vault(GetItem), in_vault(UpdateItem)),
    ),
)  # fmt: skip

SERVICE = Service(
    name="codekurukshetra",
    title="CodeKurukshetra",
    summary="Hackathon teams, seats and payments",
    table=TABLE,
    vault=VAULT,
    routes=ROUTES,
    consumers=CONSUMERS,
    schedules=SCHEDULES,
    problems=("not_configured", "forbidden"),
    idempotency=Answered,
    own_key=True,
    settings={"gateway_url": "https://api.razorpay.com", "secret_grace_hours": "24"},
)
