"""The quota: exact under any concurrency, one write unit however much was used before."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from threading import Barrier

import pytest

from functions.algoitny.entities.accounts import Action
from functions.algoitny.entities.catalogue import TABLE
from functions.algoitny.entities.usage import Usage
from functions.algoitny.repository.usage import UsageBook
from functions.algoitny.rules.accounts import DEFAULT_PLANS
from functions.algoitny.rules.usage import QuotaExhausted
from singletable.meter import Meter
from singletable.schema import evolve
from singletable.store import Store
from tests.engines import StoreFor

FREE = DEFAULT_PLANS[0]
NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


def test_fifty_parallel_charges_with_five_left_admit_exactly_five(store_for: StoreFor) -> None:
    store = store_for(TABLE, engine="dynoxide", now=lambda: NOON)
    book = UsageBook(store)

    def charge(number: int) -> bool:
        try:
            book.run(book.charge("u1", Action.HINT, FREE, log_id=f"log-{number}", now=NOON))
        except QuotaExhausted:
            return False
        return True

    with ThreadPoolExecutor(50) as callers:
        admitted = list(callers.map(charge, range(50)))
    assert sum(admitted) == 5
    usage = book.today("u1", NOON)
    assert usage is not None
    assert (usage.hints, usage.executions) == (5, 0)


@pytest.mark.parametrize("earlier", [0, 1000])
def test_a_charge_costs_one_write_unit_and_one_round_trip_whatever_was_used(store_for: StoreFor, earlier: int) -> None:
    meter = Meter()
    store = store_for(TABLE, engine="dynoxide", meter=meter, now=lambda: NOON)
    book = UsageBook(store)
    if earlier:
        store.put(Usage(user_id="u1", day=NOON.date(), executions=earlier, created_at=NOON))
    meter.reset()
    book.run(book.charge("u1", Action.EXECUTION, evolve(FREE, max_executions_per_day=-1), log_id="l", now=NOON))
    assert (meter.write_units, meter.read_units, meter.round_trips) == (1.0, 0.0, 1)


def test_the_refusal_says_when_the_day_ends(store_for: StoreFor) -> None:
    store = store_for(TABLE, now=lambda: NOON)
    book = UsageBook(store)
    charge = book.charge("u1", Action.HINT, evolve(FREE, max_hints_per_day=0), log_id="l", now=NOON)
    with pytest.raises(QuotaExhausted) as refusal:
        book.run(charge)
    assert refusal.value.retry_at == datetime(2026, 3, 2, tzinfo=UTC)
    assert refusal.value.facts["limit"] == 0


def test_actions_are_counted_apart_and_a_new_day_starts_at_nothing(store_for: StoreFor) -> None:
    store = store_for(TABLE, now=lambda: NOON)
    book = UsageBook(store)
    book.run(book.charge("u1", Action.HINT, FREE, log_id="a", now=NOON))
    book.run(book.charge("u1", Action.EXECUTION, FREE, log_id="b", now=NOON))
    late = datetime(2026, 3, 2, 0, 0, tzinfo=UTC)
    book.run(book.charge("u1", Action.HINT, FREE, log_id="c", now=late))
    days = {day.day.day: (day.hints, day.executions) for day in book.days("u1", NOON.date(), late.date())}
    assert days == {1: (1, 1), 2: (1, 0)}


class CountThenLog:
    """The quota as it was first designed, kept to show why it is not so: count the day's log, then add to it."""

    def __init__(self, store: Store) -> None:
        self._client, self._table = store.client, store.name

    def used(self, user_id: str, action: str) -> int:
        counted = self._client.query(
            TableName=self._table,
            KeyConditionExpression="PK = :pk AND begins_with(SK, :sk)",
            FilterExpression="#data.#action = :action",
            ExpressionAttributeNames={"#data": "dat", "#action": "act"},
            ExpressionAttributeValues={
                ":pk": {"S": f"USR#{user_id}#ULOG#{NOON:%Y%m%d}"},
                ":sk": {"S": "ULOG#"},
                ":action": {"S": action},
            },
            Select="COUNT",
        )
        return counted["Count"]

    def log(self, user_id: str, action: str, second: int) -> None:
        self._client.put_item(
            TableName=self._table,
            Item={
                "PK": {"S": f"USR#{user_id}#ULOG#{NOON:%Y%m%d}"},
                "SK": {"S": f"ULOG#{int(NOON.timestamp()) + second}#{action}"},
                "tp": {"S": "ulog"},
                "dat": {"M": {"act": {"S": action}}},
            },
        )


def test_counting_first_and_logging_then_admits_everybody_who_counts_at_once(store_for: StoreFor) -> None:
    quota, all_have_counted = CountThenLog(store_for(TABLE, engine="dynoxide")), Barrier(50)

    def charge(number: int) -> bool:
        admitted = quota.used("u1", "hint") < FREE.max_hints_per_day
        all_have_counted.wait(timeout=60)
        if admitted:
            quota.log("u1", "hint", second=number)
        return admitted

    with ThreadPoolExecutor(50) as callers:
        admitted = sum(callers.map(charge, range(50)))
    assert (admitted, quota.used("u1", "hint")) == (50, 50)


def test_a_log_by_the_second_admits_without_end_whoever_is_quick(store_for: StoreFor) -> None:
    quota = CountThenLog(store_for(TABLE, engine="dynoxide"))
    for _ in range(50):
        assert quota.used("u1", "hint") < FREE.max_hints_per_day
        quota.log("u1", "hint", second=0)
    assert quota.used("u1", "hint") == 1
