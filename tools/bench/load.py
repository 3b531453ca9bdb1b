"""Load: the promised mix, held for minutes, and the highest rate of it that this machine sustains.

The real handlers run on dynoxide directly, each process one container that answers one request at a time. API Gateway
and Lambda's own network are not there: they scale without us, and an emulator of them would be what is measured. A
charge is the one conditional write that executions and hints make; no endpoint consists of it alone.
"""

import itertools
import multiprocessing
import os
import resource
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache, partial
from multiprocessing.synchronize import Barrier

from functions.algoitny.entities.accounts import Action, User
from functions.algoitny.entities.executions import SearchHistory
from functions.algoitny.repository.usage import UsageBook
from functions.algoitny.rules.accounts import DEFAULT_PLANS
from functions.catalogue import SERVICES
from singletable.clock import now
from singletable.schema import evolve
from singletable.service import Service
from tools.bench.apart import Fork, apart
from tools.bench.container import Container, handler_of, require_success, started
from tools.bench.engine import Engine, engine
from tools.bench.goals import Effort, Found, Goal, Part, Sense
from tools.events.http import claims, http_event
from tools.generate.sample import samples_of

PROMISED = {"charge": 10_000, "log_in": 5_000, "show_problem": 1_000, "list_public_history": 800}
"""Requests a minute."""
USERS = 500
CONTAINERS = 4
LATE = 0.25
"""Seconds behind its time at which a request counts as not sustained."""
READY_LIMIT = 60.0
"""Seconds until every container has answered a first time."""
UNLIMITED = evolve(DEFAULT_PLANS[0], max_executions_per_day=-1)

Act = Callable[[int], None]


@dataclass
class Held:
    """What a rate came to: seconds from when a request was due until it was answered, by kind."""

    took: dict[str, list[float]] = field(default_factory=dict)
    failed: int = 0
    handlers_cpu: float = 0.0
    engine_cpu: float = 0.0
    seconds: float = 0.0
    why: str = ""

    def add(self, other: "Held") -> None:
        for kind, times in other.took.items():
            self.took.setdefault(kind, []).extend(times)
        self.failed += other.failed
        self.handlers_cpu += other.handlers_cpu
        self.why = self.why or other.why

    @property
    def answered(self) -> int:
        return sum(map(len, self.took.values()))

    def percentile(self, share: float, kind: str | None = None) -> float:
        """Milliseconds within which this share was answered."""
        times = sorted(self.took[kind] if kind else itertools.chain.from_iterable(self.took.values()))
        return times[min(len(times) - 1, int(len(times) * share))] * 1000

    @property
    def sustained(self) -> bool:
        return self.failed == 0 and self.percentile(0.99) < LATE * 1000

    @property
    def busiest(self) -> str:
        handlers, engine_, cores = self.handlers_cpu / self.seconds, self.engine_cpu / self.seconds, os.cpu_count() or 1
        return f"handlers {handlers:.2f} and engine {engine_:.2f} of {cores} cores"


def mix(kinds: tuple[str, ...]) -> tuple[str, ...]:
    """The kinds in their proportions, evenly spread over one round."""
    due = sorted((turn / PROMISED[kind], kind) for kind in kinds for turn in range(PROMISED[kind] // 200))
    return tuple(kind for _, kind in due)


def hold(container: Container, running: Engine, rate: float, seconds: float) -> Held:
    """Requests at an even pace, however slow the answers: each container has its share of the times they are due."""
    ready, computed = multiprocessing.get_context("fork").Barrier(CONTAINERS), running.cpu_seconds()
    shares = [
        Fork(partial(share_of, container, ready, rate=rate, seconds=seconds, number=number))
        for number in range(CONTAINERS)
    ]
    held = Held(seconds=seconds)
    for share in shares:
        held.add(share.result())
    held.engine_cpu = running.cpu_seconds() - computed
    return held


def share_of(container: Container, ready: Barrier, *, rate: float, seconds: float, number: int) -> Held:
    acts = acts_of(container)
    order, held = mix(tuple(acts)), Held(seconds=seconds)
    for act in acts.values():
        act(number)
    ready.wait(READY_LIMIT)
    begin, computed = time.monotonic(), resource.getrusage(resource.RUSAGE_SELF)
    for turn in range(number, int(rate * seconds), CONTAINERS):
        due = begin + turn / rate
        time.sleep(max(0.0, due - time.monotonic()))
        kind = order[turn % len(order)]
        try:
            acts[kind](turn)
        except Exception as error:
            held.failed += 1
            held.why = f"{type(error).__name__}: {error}"[:300]
        held.took.setdefault(kind, []).append(time.monotonic() - due)
    used = resource.getrusage(resource.RUSAGE_SELF)
    held.handlers_cpu = used.ru_utime + used.ru_stime - computed.ru_utime - computed.ru_stime
    return held


def acts_of(container: Container) -> dict[str, Act]:
    """What a request of each kind does; what the service does not have is left out."""
    book = UsageBook(container.stores[0])

    def charge(turn: int) -> None:
        made = book.charge(f"user-{turn % USERS}", Action.EXECUTION, UNLIMITED, log_id=f"log-{turn}", now=now())
        book.run(made)

    acts: dict[str, Act] = {"charge": charge}
    for kind in PROMISED.keys() & container.service.by_use_case.keys():
        acts[kind] = partial(request, container.service, kind)
    return acts


def request(service: Service, use_case: str, turn: int) -> None:
    route = service.by_use_case[use_case]
    sample = samples_of(service).of(use_case)
    user = turn % USERS
    caller = claims(f"user-{user}@example.com", subject=f"user-{user}")
    path, query = getattr(sample, "path", {}), getattr(sample, "query", {})
    event = http_event(route, path=path, query=query, caller=caller)
    require_success(route, handler_of(service, route)(event, None))


def residents(moment: datetime) -> Iterator[object]:
    """Users who log in, and what they published."""
    for number in range(USERS):
        who = f"user-{number}"
        yield User(user_id=who, email=f"{who}@example.com", google_id=who, created_at=moment, updated_at=moment)
    for number in range(100):
        yield SearchHistory(
            user_id=f"user-{number}",
            history_id=f"01HISTORY{number:017d}",
            platform="baekjoon",
            problem_number="1000",
            problem_title="A + B",
            language="python",
            code="print(sum(map(int, input().split())))\n" * 10,
            is_public=True,
            published_at=moment,
            created_at=moment,
        )


def whole_load(effort: Effort) -> tuple[Held, float, Held, float, tuple[str, ...]]:
    """The promise held, and the highest rate; in one process, so that both meet the same machine."""
    service = next(each for each in SERVICES if each.name == "algoitny")
    with engine() as running:
        container = started(service, running.url)
        for store in container.stores:
            store._calls.meter = None
        container.place([*samples_of(service).stored(now()), *residents(now())])
        for store in container.stores:
            store.client.close()
        kinds = tuple(kind for kind in PROMISED if kind == "charge" or kind in service.by_use_case)
        promised = sum(PROMISED[kind] for kind in kinds) / 60
        highest, best = 0.0, Held()
        for step in effort.steps:
            tried = hold(container, running, promised * step, effort.step_seconds)
            if not tried.sustained:
                break
            highest, best = promised * step, tried
        return hold(container, running, promised, effort.load_seconds), promised, best, highest, kinds


@cache
def loaded(effort: Effort) -> tuple[Held, float, Held, float, tuple[str, ...]]:
    return apart(whole_load, effort)


def failures(effort: Effort) -> Found:
    held, promised, _, _, kinds = loaded(effort)
    parts = [
        Part(f"{kind}: {label}", held.percentile(share, kind), "ms")
        for kind in kinds
        for label, share in (("p50", 0.50), ("p95", 0.95), ("p99", 0.99))
    ]
    missing = sorted(PROMISED.keys() - set(kinds))
    absent = f"; without {', '.join(missing)}, which is not there yet" if missing else ""
    return Found(
        measured=held.failed / held.answered,
        reference=f"{promised * 60:,.0f} requests a minute for {effort.load_seconds} s, {held.answered:,} answered",
        note=f"handlers and dynoxide directly; {held.busiest}{absent}{'; ' + held.why if held.why else ''}",
        breakdown=tuple(parts),
    )


def slowest(effort: Effort) -> Found:
    held, promised, _, _, _ = loaded(effort)
    return Found(
        measured=held.percentile(0.99),
        reference=f"p99 at {promised * 60:,.0f} requests a minute",
        note=f"p50 {held.percentile(0.5):.1f}, p95 {held.percentile(0.95):.1f}, p99 {held.percentile(0.99):.1f} ms",
    )


def headroom(effort: Effort) -> Found:
    _, promised, best, highest, _ = loaded(effort)
    return Found(
        measured=promised / highest if highest else float("inf"),
        reference=f"highest rate sustained {highest * 60:,.0f} a minute",
        note=f"p99 below {LATE * 1000:g} ms, no failure; there {best.busiest if highest else 'nothing held'}",
    )


GOALS = (
    Goal("load: share of requests that failed at the promise", 0, failures, Sense.EXACTLY),
    Goal("load: p99 at the promise, ms", 100, slowest),
    Goal("load: promised rate / highest rate sustained", 1, headroom),
)
