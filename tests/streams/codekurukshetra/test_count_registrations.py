"""Daily figures: exact under redelivery, changed borders, several shards and crashes."""

import random
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from functions.codekurukshetra.entities.payments import Payment
from functions.codekurukshetra.entities.registration import PaymentStatus
from functions.codekurukshetra.repository.records import Statistics
from functions.codekurukshetra.rules.statistics import total
from singletable.schema import evolve
from tests.api.harness import App, Crash
from tools.events.stream import stream_event, stream_record
from tools.generate.samples.codekurukshetra import sample_id, team

MORNING = datetime(2026, 3, 1, 8, tzinfo=UTC)
STATUSES = (PaymentStatus.PENDING, PaymentStatus.EXPIRED, PaymentStatus.PAID, PaymentStatus.REFUNDED)


class Weekend:
    """Registrations, payments, refunds and cancellations over two days, and what they must amount to."""

    def __init__(self, teams: int = 40, seed: int = 3) -> None:
        chance = random.Random(seed)
        self.records: list[dict[str, Any]] = []
        self.expected: dict[str, Any] = {
            "teams": 0, "participants": 0, "payments": 0, "revenue": 0, "refunds": 0, "refunded": 0, "expired": 0,
            "by_track": {}, "by_college": {},
        }  # fmt: skip
        for number in range(teams):
            self._team(number, MORNING + timedelta(minutes=30 * number), chance)

    def _team(self, number: int, at: datetime, chance: random.Random) -> None:
        people = tuple(sample_id(f"P{number}X{each}") for each in range(chance.randint(2, 4)))
        made, payment, *others = team(
            sample_id(f"T{number}"), f"T {number}", f"order_{number}", STATUSES[0], people, at
        )
        members = others[: len(people)]
        track = chance.choice(("ai-ml", "blockchain"))
        registered = evolve(made, track=track)
        for born in (registered, *members, payment):
            self._record(None, born, at)
        if chance.random() < 0.2:
            for gone in (registered, *members):
                self._record(gone, None, at)
        else:
            self._count("teams", 1, "by_track", track)
            for _ in members:
                self._count("participants", 1, "by_college", "example-university")
        assert isinstance(payment, Payment)
        self._pay(payment, chance, at)

    def _pay(self, payment: Payment, chance: random.Random, at: datetime) -> None:
        for status in STATUSES[1 : chance.randint(1, 4)]:
            after = evolve(payment, status=status)
            self._record(payment, after, at)
            payment = after
            self._count({"expired": "expired", "paid": "payments", "refunded": "refunds"}[status.value], 1)
            if status is PaymentStatus.PAID:
                self._count("revenue", payment.amount)
            if status is PaymentStatus.REFUNDED:
                self._count("refunded", payment.amount)

    def _count(self, name: str, amount: int, by: str = "", what: str = "") -> None:
        self.expected[name] += amount
        if by:
            self.expected[by][what] = self.expected[by].get(what, 0) + amount

    def _record(self, before: object | None, after: object | None, at: datetime) -> None:
        self.records.append(stream_record(before, after, number=10**20 + 7 * len(self.records), at=at))


def found(app: App) -> dict[str, Any]:
    days = Statistics(app.store).days(MORNING.date(), MORNING.date() + timedelta(days=3))
    over_all = total(MORNING.date(), days)
    return {name: getattr(over_all, name) for name in Weekend(0).expected}


def deliveries(records: list[dict[str, Any]], chance: random.Random) -> Iterator[list[dict[str, Any]]]:
    position = 0
    while position < len(records):
        start = max(0, position - chance.randint(5, 30)) if chance.random() < 0.8 else position
        end = min(len(records), position + chance.randint(1, 60))
        yield records[start:end]
        position = end


def test_figures_are_exact_under_redelivery_with_changed_borders(codekurukshetra: App) -> None:
    weekend = Weekend()
    for batch in deliveries(weekend.records, random.Random(1)):
        assert codekurukshetra.invoke("count_registrations", stream_event(batch))["batchItemFailures"] == []
    assert found(codekurukshetra) == weekend.expected


@pytest.mark.parametrize("where", ["die_before", "die_after"])
@pytest.mark.parametrize("step", range(1, 4))
def test_figures_are_exact_when_the_process_dies_around_any_call(codekurukshetra: App, where: str, step: int) -> None:
    weekend = Weekend(12)
    setattr(codekurukshetra, where, step)
    try:
        codekurukshetra.invoke("count_registrations", stream_event(weekend.records[:40]))
    except Crash:
        setattr(codekurukshetra, where, None)
        codekurukshetra.invoke("count_registrations", stream_event(weekend.records[:25]))
    setattr(codekurukshetra, where, None)
    codekurukshetra.invoke("count_registrations", stream_event(weekend.records[20:]))
    assert found(codekurukshetra) == weekend.expected


def test_several_shards_of_one_day_add_up(codekurukshetra: App) -> None:
    weekend = Weekend()
    for shard in range(3):
        records = [r for r in weekend.records if sum(r["dynamodb"]["Keys"]["PK"]["S"].encode()) % 3 == shard]
        codekurukshetra.invoke("count_registrations", stream_event(records, shard=f"shard-{shard}"))
    assert found(codekurukshetra) == weekend.expected


def test_who_is_erased_or_forgotten_was_there_all_the_same(codekurukshetra: App) -> None:
    _, _, person, *_ = team(sample_id("T"), "T", "order_1", STATUSES[0], (sample_id("P"),), MORNING)
    erased = evolve(person, erased_at=MORNING, college_slug=None, email_index=None)
    records = [
        stream_record(None, person, number=1, at=MORNING),
        stream_record(person, erased, number=2, at=MORNING),
        stream_record(erased, None, number=3, at=MORNING, expired=True),
    ]
    codekurukshetra.invoke("count_registrations", stream_event(records))
    assert (found(codekurukshetra)["participants"], found(codekurukshetra)["by_college"]) == (
        1,
        {"example-university": 1},
    )


def test_an_organiser_reads_the_figures_of_a_range_of_days(codekurukshetra: App) -> None:
    from tests.api.codekurukshetra.desk import OPERATOR

    weekend = Weekend()
    codekurukshetra.invoke("count_registrations", stream_event(weekend.records))
    query = {"from": "2026-03-01", "to": "2026-03-03"}
    answer = codekurukshetra.call("show_statistics", caller=OPERATOR, query=query)
    assert {name: answer.body[name] for name in weekend.expected} == weekend.expected
    assert [day["date"] for day in answer.body["days"]] == ["2026-03-01", "2026-03-02"]
    far = codekurukshetra.call("show_statistics", caller=OPERATOR, query={"from": "2020-01-01", "to": "2026-01-01"})
    assert (far.status, far.paths) == (400, ["query.from"])
