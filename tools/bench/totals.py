"""The daily totals: exact though a fifth of the stream comes twice and processes die, and at next to no cost."""

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from functools import cache
from typing import Any

from edge.aggregate import Aggregation
from edge.stream import Batch
from functions.algoitny.entities.accounts import Action
from functions.algoitny.entities.catalogue import TABLE
from functions.algoitny.entities.usage import DailyUsage, LastAction, Usage
from functions.algoitny.repository.usage import UsageBook
from functions.algoitny.rules import usage as rules
from singletable.meter import Meter
from singletable.schema import evolve
from singletable.store import Operation, Store
from singletable.stream import Change, read_change
from tools.bench.container import NOON
from tools.bench.goals import Effort, Found, Goal, Part, Sense
from tools.bench.quota import store_on_engine
from tools.events.stream import stream_record

SHARDS = 4
USERS = 2_000
FULL_BATCH = 1_000
DEATHS = 0.1
"""Share of the batches in which the process dies: half before, half after the write."""


class Died(BaseException):
    """The process ended here."""


@dataclass
class Stream:
    """A day of charges in shards, and what they must amount to."""

    events: int
    counters: dict[str, Usage] = field(default_factory=dict)
    shards: dict[str, list[Change]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        chance = random.Random(7)  # noqa: S311 - the same day every time
        for number in range(self.events):
            user = f"user-{int(chance.paretovariate(0.6)) % USERS:04d}"
            before, action = self.counters.get(user), chance.choice(list(Action))
            begun = before or Usage(user_id=user, day=NOON.date(), created_at=NOON)
            last = LastAction(action, f"log-{number}", NOON + timedelta(milliseconds=number), "baekjoon", "1000")
            after = evolve(begun, last=last, **{rules.FIELD[action]: begun.used(action) + 1})
            self.counters[user] = after
            record: dict[str, Any] = stream_record(before, after, number=10**20 + number)
            shard = f"shard-{int(user[-4:]) % SHARDS}"
            self.shards.setdefault(shard, []).append(read_change(record, TABLE))

    def truth(self) -> tuple[int, int, int, list[tuple[str, int]]]:
        all_users = list(self.counters.values())
        top = sorted(((user.user_id, user.hints + user.executions) for user in all_users), key=lambda u: (-u[1], u[0]))
        return (
            sum(user.hints for user in all_users),
            sum(user.executions for user in all_users),
            len(all_users),
            top[: rules.TOP_KEPT],
        )


class MortalStore(Store):
    """Its process may die around a write."""

    deaths: random.Random | None = None

    def run(self, operation: Operation[Any]) -> Any:
        fate = self.deaths.random() if self.deaths else 1.0
        if fate < DEATHS / 2:
            raise Died
        result = super().run(operation)
        if fate < DEATHS:
            raise Died
        return result


def deliveries(changes: list[Change], chance: random.Random) -> Iterator[tuple[Change, ...]]:
    """Batches with borders of their own, in which a fifth of all changes comes again."""
    position = 0
    while position < len(changes):
        end = min(len(changes), position + chance.randint(FULL_BATCH // 2, FULL_BATCH))
        again = chance.randint(0, 2 * (end - position) // 5)
        yield tuple(changes[max(0, position - again) : end])
        position = end


@cache
def folded(events: int, *, mortal: bool) -> tuple[Stream, DailyUsage, Meter, int]:
    stream, meter, chance = Stream(events), Meter(), random.Random(11)  # noqa: S311 - the same faults every time
    sent = 0
    daily = Aggregation(DailyUsage, home=rules.home_of, fold=rules.fold)
    with store_on_engine(meter) as plain:
        store = MortalStore(TABLE, plain.client, name=plain.name, cursors=plain.cursors, now=plain.now, meter=meter)
        store.deaths = chance if mortal else None
        for shard, changes in stream.shards.items():
            full = [tuple(changes[at : at + FULL_BATCH]) for at in range(0, len(changes), FULL_BATCH)]
            for batch in deliveries(changes, chance) if mortal else full:
                sent += delivered(daily, store, Batch(shard, batch))
        store.deaths = None
        [total] = UsageBook(store).daily(NOON.date(), NOON.date())
    return stream, total, meter, sent


def delivered(daily: Aggregation[DailyUsage], store: Store, batch: Batch) -> int:
    """How many changes were sent until the batch was through."""
    sent = 0
    while True:
        sent += len(batch.changes)
        try:
            daily.apply(store, batch)
        except Died:
            continue
        return sent


def errors(effort: Effort) -> Found:
    stream, total, _, sent = folded(effort.events, mortal=True)
    hints, executions, users, top = stream.truth()
    off = abs(total.hints - hints) + abs(total.executions - executions) + abs(total.active_users - users)
    off += sum(
        found != wanted for found, wanted in zip(((u.user_id, u.total) for u in total.top_users), top, strict=True)
    )
    again = sent / effort.events - 1
    return Found(
        measured=off,
        reference=f"{effort.events:,} charges of {users:,} users",
        note=f"{again:.0%} came again, under other borders and after deaths; totals and {len(top)} busiest compared",
    )


def cost(effort: Effort) -> Found:
    _, _, meter, _ = folded(effort.events, mortal=False)
    per_thousand = meter.write_units / effort.events * 1000
    return Found(
        measured=per_thousand,
        reference=f"{effort.events:,} events, {SHARDS} shards, batches of {FULL_BATCH:,}",
        note="the totals alone; the usage log is one write unit an event on top",
        breakdown=(Part("read units per 1,000 events", meter.read_units / effort.events * 1000, "units"),),
    )


GOALS = (
    Goal("daily totals: off after redelivery and deaths", 0, errors, Sense.EXACTLY),
    Goal("daily totals: write units per 1,000 events", 4, cost),
)
