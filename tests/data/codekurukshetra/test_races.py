"""Races on an engine that is atomic under threads: the last seat, one address in two teams, the money's news."""

from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from typing import Any

from functions.codekurukshetra.entities.payments import EventLock, Expiry, Payment
from functions.codekurukshetra.entities.records import Answered
from functions.codekurukshetra.entities.registration import Config, Participant, PaymentStatus, Seats, Team
from functions.codekurukshetra.entities.table import TABLE
from functions.codekurukshetra.repository.event import Event
from functions.codekurukshetra.repository.payments import Payments
from functions.codekurukshetra.repository.records import entry
from functions.codekurukshetra.repository.teams import Teams
from functions.codekurukshetra.rules.payments import Said, Statement
from functions.codekurukshetra.rules.teams import EmailTaken, EventFull
from singletable.errors import VersionConflict
from singletable.idempotency import Once
from singletable.refusal import Refused
from singletable.schema import evolve
from singletable.store import Store
from tests.engines import StoreFor
from tests.rules.codekurukshetra.test_teams import CONFIG

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


def opened(store_for: StoreFor, seats: int) -> Store:
    store = store_for(TABLE, engine="dynoxide", now=lambda: NOON)
    config = evolve(CONFIG, max_teams=seats)
    Event(store).write(None, config, entry("event", "test", "configure", NOON))
    assert isinstance(config, Config)
    return store


def rows(store: Store) -> Counter[str]:
    items: list[Any] = []
    for page in store.client.get_paginator("scan").paginate(TableName=store.name):
        items += page["Items"]
    return Counter(item["entity_type"]["S"] for item in items)


def person(team_id: str, name: str) -> Participant:
    return Participant(
        participant_id=f"{team_id}-{name}",
        first_name="v1.x",
        last_name="v1.x",
        email="v1.x",
        team_id=team_id,
        email_index=name,
        created_at=NOON,
        updated_at=NOON,
        expires_at=NOON + timedelta(days=90),
    )


def register(store: Store, team_id: str, *names: str) -> str:
    people = [(f"body.members[{place}].email", person(team_id, name)) for place, name in enumerate(names)]
    team = Team(
        team_id=team_id,
        name=team_id,
        track="ai-ml",
        leader_participant_id=people[0][1].participant_id,
        member_count=len(names),
        max_members=4,
        registration_complete=True,
        has_seat=True,
        created_at=NOON,
        updated_at=NOON,
    )
    try:
        Teams(store).register(
            team,
            people,
            hold_until=NOON + timedelta(minutes=30),
            offer=None,
            entry=entry(team_id, "test", "register", NOON),
            once=Once(Answered, team_id, None, ""),
            answer="",
        )
    except Refused as refusal:
        return refusal.code
    return "registered"


def together(count: int, work: Callable[[int], str]) -> Counter[str]:
    with ThreadPoolExecutor(count) as callers:
        return Counter(callers.map(work, range(count)))


def seats(store: Store) -> tuple[int, int]:
    found = store.get(Seats.key.item(), consistent=True)
    assert found is not None
    return found.free, found.reserved


def test_a_hundred_registrations_for_the_last_seat_admit_exactly_one(store_for: StoreFor) -> None:
    store = opened(store_for, 1)
    outcomes = together(100, lambda n: register(store, f"T{n}", f"a{n}", f"b{n}"))
    assert outcomes == Counter({EventFull.code: 99, "registered": 1})
    assert seats(store) == (0, 1)
    assert rows(store) == Counter(config=1, seats=1, audit=2, team=1, participant=2, email_lock=2, name_lock=1, hold=1)


def test_of_two_teams_that_share_an_address_one_wins_and_the_other_leaves_nothing(store_for: StoreFor) -> None:
    store = opened(store_for, 500)
    for round_ in range(10):
        outcomes = together(2, lambda n: register(store, f"R{round_}T{n}", f"own{round_}{n}", f"shared{round_}"))  # noqa: B023
        assert outcomes == Counter({EmailTaken.code: 1, "registered": 1})
    assert seats(store) == (490, 10)
    assert rows(store)["email_lock"] == rows(store)["participant"] == 20


def test_ten_join_a_team_with_room_for_two_and_two_are_in(store_for: StoreFor) -> None:
    store = opened(store_for, 5)
    register(store, "T", "a", "b")
    teams = Teams(store)

    def join(number: int) -> str:
        from functions.codekurukshetra.rules.teams import with_members

        try:
            teams.join(
                "T",
                person("T", f"joiner{number}"),
                "body.person",
                lambda team: with_members(team, 1, CONFIG, NOON),
                entry=entry("T", "test", "join", NOON),
                once=Once(Answered, "x", None, ""),
                answer=lambda team: "",
            )
        except Refused as refusal:
            return refusal.code
        return "joined"

    assert together(10, join) == Counter(joined=2, team_full=8)
    team = teams.get("T")
    assert team is not None
    assert (team.member_count, rows(store)["participant"], rows(store)["email_lock"]) == (4, 4, 4)


def pending(team_id: str) -> Payment:
    return Payment(
        payment_id=team_id,
        order_id=f"order_{team_id}",
        team_id=team_id,
        amount=99_900,
        currency="INR",
        status=PaymentStatus.PENDING,
        pay_until=NOON,
        created_at=NOON,
        updated_at=NOON,
    )


def ordered(store: Store, team_id: str) -> Payment:
    register(store, team_id, f"{team_id}a", f"{team_id}b")
    payments, team, payment = Payments(store), Teams(store).get(team_id), pending(team_id)
    assert team is not None
    payments.ordered(team, payment, entry(team_id, "test", "order", NOON), Once(Answered, "x", None, ""), "")
    return payment


def captured(payment: Payment) -> Statement:
    return Statement(Said.CAPTURED, payment.order_id, f"pay_{payment.team_id}", 99_900, "INR", "upi")


def test_ten_requests_for_the_order_of_one_team_store_one(store_for: StoreFor) -> None:
    store = opened(store_for, 5)
    register(store, "T", "a", "b")
    payments, team = Payments(store), Teams(store).get("T")
    assert team is not None

    def order(number: int) -> str:
        try:
            payments.ordered(team, pending("T"), entry("T", "test", "order", NOON), Once(Answered, "x", None, ""), "")
        except VersionConflict:
            return "tried again"
        return "stored"

    assert together(10, order) == Counter({"tried again": 9, "stored": 1})
    assert (rows(store)["payment"], rows(store)["expiry"], seats(store)) == (1, 1, (4, 1))


def test_one_event_heard_twenty_times_at_once_pays_once(store_for: StoreFor) -> None:
    store = opened(store_for, 5)
    payment = ordered(store, "T")
    payments = Payments(store)

    def hear(number: int) -> str:
        event = EventLock(event_id=f"event-{number % 4}", digest=f"digest-{number % 4}", created_at=NOON)
        return payments.settle(captured(payment), NOON, event=event).status.value

    assert together(20, hear) == Counter(paid=20)
    assert (seats(store), rows(store)["letter"], rows(store)["event_lock"]) == ((4, 1), 1, 4)


def test_money_and_expiry_at_the_same_moment_end_paid_with_one_seat(store_for: StoreFor) -> None:
    for round_ in range(8):
        store = opened(store_for, 1)
        payment = ordered(store, "T")
        payments = Payments(store)

        def act(number: int) -> str:
            if number % 2:
                return payments.settle(captured(payment), NOON).status.value  # noqa: B023
            payments.expire(payment, NOON)  # noqa: B023
            return "expiry"

        together(4, act)
        after = payments.get(payment.order_id)
        assert after is not None
        assert (after.status, seats(store)) == (PaymentStatus.PAID, (0, 1)), round_
        assert store.get(Expiry.key.item(order_id=payment.order_id)) is None


def test_ten_late_payments_for_one_seat_take_one_and_the_rest_is_owed_back(store_for: StoreFor) -> None:
    store = opened(store_for, 10)
    late = [ordered(store, f"T{n}") for n in range(10)]
    payments = Payments(store)
    for payment in late:
        payments.expire(payment, NOON)
    Event(store).write(
        Event(store).config(), evolve(Event(store).config(), max_teams=1), entry("event", "test", "shrink", NOON)
    )
    outcomes = together(10, lambda n: payments.settle(captured(late[n]), NOON).status.value)
    assert outcomes == Counter(paid=1, refunding=9)
    assert (seats(store), rows(store)["refund"], len(list(payments.owed()))) == ((0, 1), 9, 9)
