"""The quota and the other hot paths of AlgoItny: exact under threads, at a cost that does not depend on the past."""

import os
import threading
import uuid
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import cache, partial

from functions.algoitny.entities.accounts import Action, User
from functions.algoitny.entities.catalogue import TABLE
from functions.algoitny.entities.usage import Usage
from functions.algoitny.repository.accounts import Accounts
from functions.algoitny.repository.usage import UsageBook
from functions.algoitny.rules.accounts import DEFAULT_PLANS
from functions.algoitny.rules.usage import QuotaExhausted
from singletable.client import dynamodb_client
from singletable.cursor import Cursors
from singletable.meter import Meter
from singletable.provision import table_request
from singletable.schema import evolve
from singletable.store import Store
from tools.bench.apart import apart
from tools.bench.capacity import Measured, measured
from tools.bench.container import NOON
from tools.bench.engine import engine
from tools.bench.goals import Effort, Found, Goal, Part, Sense
from tools.bench.processes import BrokenContender
from tools.generate.capacity import FIRST, WARM
from tools.generate.surroundings import NOWHERE

CALLERS = 32
EARLIER = 1_000
ROUNDS = 20
HOT = ("log_in", "show_usage", "show_problem", "list_public_history")
CHARGING = ("execute_code", "take_hint")
SOME = evolve(DEFAULT_PLANS[0], max_executions_per_day=CALLERS // 2)
ANY_NUMBER = evolve(DEFAULT_PLANS[0], max_executions_per_day=-1)


@contextmanager
def store_on_engine(meter: Meter | None = None) -> Iterator[Store]:
    os.environ.update({name: value for name, value in NOWHERE.items() if name.startswith("AWS_")})
    with engine() as running:
        client = dynamodb_client(region="us-east-1", endpoint_url=running.url, max_pool_connections=64)
        name = f"{TABLE.name}-{uuid.uuid4().hex[:8]}"
        client.create_table(**table_request(TABLE, name))
        yield Store(TABLE, client, name=name, cursors=Cursors(b"bench"), now=lambda: NOON, meter=meter)


def charge_cost(earlier: int) -> Meter:
    """What one charge consumes after so many earlier ones of the day."""
    meter = Meter()
    with store_on_engine(meter) as store:
        book = UsageBook(store)
        for number in range(earlier + 1):
            meter.reset()
            book.run(book.charge("ann", Action.EXECUTION, ANY_NUMBER, log_id=f"{number}", now=NOON))
    return meter


def write_units(effort: Effort) -> Found:
    first = charge_cost(0)
    return Found(
        measured=first.write_units,
        reference="one conditional write",
        note=f"{first.round_trips} round trip, {first.read_units:g} read units",
    )


def charge_round_trips(effort: Effort) -> Found:
    return Found(
        measured=charge_cost(0).round_trips,
        reference="one conditional write",
        note="its plan known; below, whole endpoints that charge",
        breakdown=parts_of(round_trips(CHARGING), CHARGING),
    )


def growth_of_a_charge(effort: Effort) -> Found:
    first, later = charge_cost(0), charge_cost(EARLIER)
    return Found(
        measured=later.write_units / first.write_units,
        reference=f"{first.write_units:g} write unit at 0 earlier actions",
        note=f"{later.write_units:g} at {EARLIER:,}",
    )


def over_admissions(effort: Effort) -> Found:
    """Many callers at once, twice as many as the limit lets through; again and again, each time another user."""
    excess, rounds = 0, 3 if effort.load_seconds < 60 else ROUNDS
    with store_on_engine() as store:
        book = UsageBook(store)
        for user in (f"user-{number}" for number in range(rounds)):
            barrier = threading.Barrier(CALLERS)
            with ThreadPoolExecutor(CALLERS) as callers:
                admitted = sum(callers.map(partial(charged, book, user, barrier), range(CALLERS)))
            counted = store.get(Usage.key.item(user_id=user, day=NOON.date()), consistent=True)
            limit = SOME.max_executions_per_day
            if counted is None or admitted != counted.executions or admitted < limit:
                raise BrokenContender(f"{admitted} were admitted, the counter says {counted}")
            excess += admitted - limit
    note = f"{rounds} users, {CALLERS} threads each, limit {SOME.max_executions_per_day}; as many admitted as counted"
    return Found(measured=excess, reference="the plan's limit", note=note)


def charged(book: UsageBook, user: str, barrier: threading.Barrier, number: int) -> bool:
    charge = book.charge(user, Action.EXECUTION, SOME, log_id=f"{number}", now=NOON)
    barrier.wait()
    try:
        book.run(charge)
    except QuotaExhausted:
        return False
    return True


def login_lookup(effort: Effort) -> Found:
    meter = Meter()
    with store_on_engine(meter) as store:
        store.create(User(user_id="1", email="a@b.c", google_id="ann", created_at=NOON, updated_at=NOON))
        meter.reset()
        if Accounts(store).find("ann", "a@b.c") is None:
            raise BrokenContender("the user is not found")
    return Found(measured=meter.round_trips, reference="one query", note=f"{meter.read_units:g} read units")


@cache
def capacity() -> Measured:
    return apart(measured, "algoitny", (*HOT, *CHARGING))


Trips = dict[tuple[str, str], int]
"""By endpoint and occasion."""


def round_trips(use_cases: Sequence[str]) -> Trips:
    rows, gaps = capacity()
    trips = {(row.name, row.note): row.round_trips for row in rows}
    missing = [gaps.get(name, f"{name} is not there") for name in use_cases if (name, WARM) not in trips]
    if missing:
        raise BrokenContender("; ".join(missing))
    return trips


def parts_of(trips: Trips, use_cases: Sequence[str]) -> tuple[Part, ...]:
    return tuple(Part(f"{name}, {note}", trips[name, note], "trips") for name in use_cases for note in (FIRST, WARM))


def warm_round_trips(*use_cases: str) -> Callable[[Effort], Found]:
    """The dearest of these endpoints, called again in a warm container."""

    def measure(effort: Effort) -> Found:
        trips = round_trips(use_cases)
        dearest = max(trips[name, WARM] for name in use_cases)
        return Found(dearest, "one request", "caller and plan known", parts_of(trips, use_cases))

    return measure


GOALS = (
    Goal("quota: write units of a charge", 1, write_units, Sense.EXACTLY),
    Goal("quota: write units after 1,000 actions / after none", 1, growth_of_a_charge, Sense.EXACTLY),
    Goal("quota: admitted beyond the limit, 32 threads", 0, over_admissions, Sense.EXACTLY),
    Goal("round trips: a charge of the quota", 1, charge_round_trips, Sense.EXACTLY),
    Goal("round trips: login lookup", 1, login_lookup, Sense.EXACTLY),
    Goal("round trips: a problem, caller known", 1, warm_round_trips("show_problem"), Sense.EXACTLY),
    Goal("round trips: warm login, quota, problem, feed", 2, warm_round_trips(*HOT)),
)
