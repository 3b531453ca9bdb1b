"""Usage log and daily totals: exact under redelivery, changed borders and crashes between any two calls."""

import random
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from edge.aggregate import Aggregation
from edge.stream import Batch
from functions.algoitny.entities.accounts import Action
from functions.algoitny.entities.catalogue import TABLE
from functions.algoitny.entities.usage import DailyUsage, LastAction, Usage, UsageLog
from functions.algoitny.repository.usage import UsageBook
from functions.algoitny.rules.usage import FIELD, fold, home_of
from singletable.meter import Meter
from singletable.schema import evolve
from singletable.stream import read_change
from tests.api.harness import App, Crash
from tests.engines import StoreFor
from tools.events.stream import stream_event, stream_record

MORNING = datetime(2026, 3, 1, 8, tzinfo=UTC)


@pytest.fixture(autouse=True)
def these_days(algoitny: App) -> None:
    """Logs live ninety days from when they were made."""
    algoitny.moment = MORNING + timedelta(days=3)


class Day:
    """A stream of charges, and what it must amount to."""

    def __init__(self, charges: int, users: int, seed: int = 7, pace: int = 3) -> None:
        chance = random.Random(seed)
        counters: dict[tuple[str, date], Usage] = {}
        self.records: list[dict[str, Any]] = []
        self.logs: Counter[tuple[str, date]] = Counter()
        for number in range(charges):
            at = MORNING + timedelta(minutes=number * pace)
            # Some users are far busier than others.
            user = f"user-{int(chance.paretovariate(1.2)) % users:03d}"
            action = chance.choice(list(Action))
            before = counters.get((user, at.date()))
            begun = before or Usage(user_id=user, day=at.date(), created_at=at)
            last = LastAction(action, f"log-{number}", at, "baekjoon", "1000")
            after = evolve(begun, last=last, **{FIELD[action]: begun.used(action) + 1})
            counters[user, at.date()] = after
            self.logs[user, at.date()] += 1
            self.records.append(stream_record(before, after, number=10**20 + number * 7, at=at))
        self.counters = counters

    def expected(self, day: date) -> dict[str, Any]:
        of_day = [usage for (_, when), usage in self.counters.items() if when == day]
        top = sorted(of_day, key=lambda usage: (-(usage.hints + usage.executions), usage.user_id))[:20]
        return {
            "hints": sum(usage.hints for usage in of_day),
            "executions": sum(usage.executions for usage in of_day),
            "active_users": len(of_day),
            "top_users": [(usage.user_id, usage.hints, usage.executions) for usage in top],
        }

    def days(self) -> set[date]:
        return {when for _, when in self.counters}


def found(app: App, day: date) -> dict[str, Any]:
    [total] = UsageBook(app.store).daily(day, day)
    return {
        "hints": total.hints,
        "executions": total.executions,
        "active_users": total.active_users,
        "top_users": [(user.user_id, user.hints, user.executions) for user in total.top_users],
    }


def assert_exact(app: App, stream: Day) -> None:
    for day in stream.days():
        assert found(app, day) == stream.expected(day)
    for (user, day), number in stream.logs.items():
        logs = app.store.count(UsageLog.key(user_id=user, day=day))
        assert logs == number


def deliveries(records: list[dict[str, Any]], chance: random.Random) -> Iterator[list[dict[str, Any]]]:
    """Batches with borders of their own; a fifth of all records comes again, from somewhere before."""
    position = 0
    while position < len(records):
        start = max(0, position - chance.randint(10, 40)) if chance.random() < 0.8 else position
        end = min(len(records), position + chance.randint(1, 60))
        yield records[start:end]
        position = end


@pytest.mark.parametrize("seed", range(2))
def test_totals_are_exact_under_redelivery_with_changed_borders(algoitny: App, seed: int) -> None:
    stream = Day(500, 40, seed)
    chance, sent = random.Random(seed), 0
    for batch in deliveries(stream.records, chance):
        sent += len(batch)
        assert algoitny.invoke("count_usage", stream_event(batch))["batchItemFailures"] == []
    assert sent > 1.2 * len(stream.records)
    assert_exact(algoitny, stream)


@pytest.mark.parametrize("where", ["die_before", "die_after"])
@pytest.mark.parametrize("step", range(1, 8))
def test_totals_are_exact_when_the_process_dies_around_any_call(algoitny: App, where: str, step: int) -> None:
    stream = Day(90, 6, pace=15)
    setattr(algoitny, where, step)
    first = stream_event(stream.records[:72])
    try:
        algoitny.invoke("count_usage", first)
    except Crash:
        setattr(algoitny, where, None)
        algoitny.invoke("count_usage", stream_event(stream.records[:30]))
        algoitny.invoke("count_usage", stream_event(stream.records[20:72]))
    else:
        pytest.fail("one delivery takes fewer calls than this test thinks")
    algoitny.invoke("count_usage", stream_event(stream.records[60:]))
    assert_exact(algoitny, stream)


def test_several_shards_of_one_day_add_up(algoitny: App) -> None:
    stream = Day(150, 30)
    by_shard: dict[str, list[dict[str, Any]]] = {}
    for record in stream.records:
        user = record["dynamodb"]["Keys"]["PK"]["S"]
        by_shard.setdefault(f"shard-{int(user[-3:]) % 3}", []).append(record)
    for shard, records in by_shard.items():
        algoitny.invoke("count_usage", stream_event(records, shard=shard))
    assert_exact(algoitny, stream)


def test_without_a_window_there_is_one_shard_and_the_totals_hold(algoitny: App) -> None:
    stream = Day(50, 9)
    algoitny.invoke("count_usage", stream_event(stream.records, shard=None))
    assert_exact(algoitny, stream)


def test_a_record_that_cannot_be_read_stops_the_batch_there_and_nothing_before_it_is_lost(algoitny: App) -> None:
    stream = Day(20, 4)
    broken = dict(stream.records[12], dynamodb=dict(stream.records[12]["dynamodb"], NewImage={"tp": {"S": "what"}}))
    batch = [*stream.records[:12], broken, *stream.records[13:]]
    answer = algoitny.invoke("count_usage", stream_event(batch))
    assert answer["batchItemFailures"] == [{"itemIdentifier": stream.records[12]["dynamodb"]["SequenceNumber"]}]
    algoitny.invoke("count_usage", stream_event(stream.records[12:]))
    assert_exact(algoitny, stream)


def test_a_thousand_events_cost_at_most_four_write_units_in_totals(store_for: StoreFor) -> None:
    meter, stream = Meter(), Day(1000, 60, pace=0)
    store = store_for(TABLE, engine="dynoxide", meter=meter)
    daily = Aggregation(DailyUsage, home=home_of, fold=fold)
    changes = tuple(read_change(record, TABLE) for record in stream.records)
    for batch in (changes[:400], changes[400:]):
        daily.apply(store, Batch("shard-1", batch))
    assert meter.write_units <= 4
    [total] = UsageBook(store).daily(MORNING.date(), MORNING.date())
    assert total.hints + total.executions == 1000
    assert len(total.top_users) == 20


def test_a_refund_is_no_action_and_is_taken_off_the_total(algoitny: App) -> None:
    at = MORNING
    one = Usage(user_id="u", day=at.date(), executions=1, last=LastAction(Action.EXECUTION, "a", at), created_at=at)
    back = evolve(one, executions=0, last=LastAction(Action.EXECUTION, "a", at, refund=True))
    records = [stream_record(None, one, number=1), stream_record(one, back, number=2)]
    algoitny.invoke("count_usage", stream_event(records))
    assert found(algoitny, at.date())["executions"] == 0
    assert algoitny.store.count(UsageLog.key(user_id="u", day=at.date())) == 1
