"""Growth: what a page of any list and a call of any hot endpoint costs, as the table grows a thousandfold."""

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from http import HTTPStatus
from typing import Any

from functions.catalogue import SERVICES
from singletable import clock
from singletable.codec import Item
from singletable.items import encode
from singletable.keys import Key, Range
from singletable.schema import EntitySpec
from singletable.service import Route, Service
from singletable.store import Store
from tools.bench.apart import apart, forked
from tools.bench.asked import PAGED, keys_of
from tools.bench.container import LOADED, NOON, Container, handler_of, items_of, require_success, started
from tools.bench.engine import engine, filled
from tools.bench.goals import Effort, Found, Goal, Part
from tools.bench.processes import BrokenContender
from tools.bench.specimen import can_be_many, copies, specimen
from tools.generate.capacity import FIRST, WARM
from tools.generate.sample import samples_of

PAGE = 20
ALSO = {"algoitny": ("log_in", "show_problem", "list_plans")}
"""Hot, or a list that has no pages."""
STORED_BEFORE = timedelta(minutes=1)

Figures = dict[str, tuple[int, float]]
"""Round trips and read units, by what was asked."""


@dataclass(frozen=True)
class Lists:
    """The lists of one entity: an example of it, and the keys by which it is paged."""

    example: object
    keys: tuple[Key, ...]

    def range(self, key: Key) -> Range[object]:
        names = key.partition.names()
        return key.range(type(self.example), {name: getattr(self.example, name) for name in names})


def growth(name: str, effort: Effort) -> Found:
    """Each size in an engine and a process of its own; at once, since what is counted does not depend on time."""
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        found = pool.map(lambda size: apart(measured, name, size), effort.sizes)
        by_size = dict(zip(effort.sizes, found, strict=True))
    smallest, largest = (by_size[size] for size in (min(by_size), max(by_size)))
    worst = max(worst_ratio(smallest[what], largest[what]) for what in smallest)
    sizes = " / ".join(f"{size:,}" for size in by_size)
    parts = [Part(f"{what}: {units:g} read units", trips, "trips") for what, (trips, units) in sorted(largest.items())]
    return Found(
        measured=worst,
        reference=f"the same with {min(by_size):,} items",
        note=f"{len(smallest)} lists and endpoints at {sizes} items; below, at the largest",
        breakdown=tuple(parts),
    )


def worst_ratio(before: tuple[int, float], after: tuple[int, float]) -> float:
    return max(now / max(was, 1e-9) if now else 1.0 for was, now in zip(before, after, strict=True))


def measured(name: str, size: int) -> Figures:
    service = next(each for each in SERVICES if each.name == name)
    with filled(service.table, LOADED, population(service, size)) as database, engine(database) as running:
        container = started(service, running.url)
        container.use(LOADED)
        clock.read = lambda: NOON
        found = forked(partial(pages_of_all, container))
        for route in service.routes:
            if is_measured(service, route):
                found |= forked(partial(calls, container, route))
        return found


def population(service: Service, size: int) -> Iterator[Item]:
    """The sample rows, and so many more in equal parts for every list."""
    samples = samples_of(service).stored(NOON - STORED_BEFORE)
    yield from items_of(samples, service)
    lists = lists_of(service)
    for each in lists:
        for copy in copies(each.example, each.keys, size // len(lists)):
            yield encode(copy)


def lists_of(service: Service) -> tuple[Lists, ...]:
    known = samples_of(service).stored(NOON - STORED_BEFORE)
    return tuple(each for spec, keys in paged(service) for each in _lists(spec, keys, known))


def _lists(spec: EntitySpec, keys: tuple[Key, ...], known: tuple[object, ...]) -> Iterator[Lists]:
    example = specimen(spec, keys, known, NOON - STORED_BEFORE)
    if example is None:
        raise BrokenContender(f"no {spec.cls.__name__} could be made that stands in all of its lists")
    if can_be_many(example, keys):
        yield Lists(example, keys)


def paged(service: Service) -> Iterator[tuple[EntitySpec, tuple[Key, ...]]]:
    """The keys that the service's code names where it asks for a page."""
    named = keys_of(service, PAGED)
    for spec in service.table.entities.values():
        keys = tuple(key for key in (spec.key, *spec.places) if (spec.cls.__name__, key.name) in named)
        if keys:
            yield spec, keys


def is_measured(service: Service, route: Route) -> bool:
    wanted = takes_pages(service, route) or route.use_case in ALSO.get(service.name, ())
    return wanted and route.use_case in samples_of(service).by_function


def calls(container: Container, route: Route) -> Figures:
    found: Figures = {}
    with container.surrounded():
        for turn in (FIRST, WARM):
            container.forget()
            require_bounded(route, container.sampled(route))
            found[f"{route.use_case}, {turn}"] = (container.meter.round_trips, container.meter.read_units)
    return found


def require_bounded(route: Route, answer: dict[str, Any]) -> None:
    """A list that grew too long to be merged may be refused: that is a bound too."""
    if int(answer["statusCode"]) != HTTPStatus.CONFLICT:
        require_success(route, answer)


def pages_of_all(container: Container) -> Figures:
    found: Figures = {}
    for each in lists_of(container.service):
        for key in each.keys:
            found |= pages(container, each, key)
    return found


def pages(container: Container, each: Lists, key: Key) -> Figures:
    """The first page of a list and the one behind it."""
    store: Store = container.stores[0]
    found: Figures = {}
    cursor: str | None = None
    for number in ("first", "second"):
        container.forget()
        page = store.query(each.range(key), limit=PAGE, cursor=cursor, newest_first=True)
        if len(page.items) < PAGE:
            raise BrokenContender(f"{key.answers}: the list is not as long as it should be")
        found[f"{key.answers}, {number} page"] = (container.meter.round_trips, container.meter.read_units)
        cursor = page.cursor
    return found


def takes_pages(service: Service, route: Route) -> bool:
    """A list endpoint is one whose handler takes a cursor."""
    hints = handler_of(service, route).__wrapped__.__annotations__.values()
    return any("cursor" in getattr(hint, "__struct_fields__", ()) for hint in hints)


GOALS = tuple(
    Goal(f"growth: {service.name}, dearest list at most items / at 1,000", 1.1, partial(growth, service.name))
    for service in SERVICES
)
