"""The bill: measured units times how often, times price; per pattern, per service, per component."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from singletable.service import Deployable, Isolated, Service
from tools.cost.prices import Prices
from tools.cost.workload import Load, Profile, ServiceLoad
from tools.generate.capacity import FIRST, WARM, CapacityRow

GB = 1024**3
COMPONENTS = ("reads", "writes", "storage", "recovery", "Lambda", "gateway", "logs", "other requests")


@dataclass(frozen=True)
class Line:
    """One pattern of one service, a month."""

    service: str
    pattern: str
    times: float
    read_units: float
    """Of one."""
    write_units: float
    dollars: Mapping[str, float]
    """By component."""

    @property
    def total(self) -> float:
        return sum(self.dollars.values())


@dataclass
class Bill:
    lines: list[Line] = field(default_factory=list)
    unmeasured: list[str] = field(default_factory=list)
    """Patterns of the profile for which there is no figure: they are not in the sum."""

    @property
    def total(self) -> float:
        return sum(line.total for line in self.lines)

    def of_table(self, service: str) -> float:
        """What a draft reckons with: requests and storage of the table, nothing around it."""
        components = self.by_component(service)
        return sum(components[component] for component in ("reads", "writes", "storage"))

    def by_component(self, service: str | None = None) -> dict[str, float]:
        lines = [line for line in self.lines if service in (None, line.service)]
        return {component: sum(line.dollars.get(component, 0) for line in lines) for component in COMPONENTS}

    def services(self) -> list[str]:
        return list(dict.fromkeys(line.service for line in self.lines))


def bill(
    profile: Profile, prices: Prices, services: Sequence[Service], measured: Mapping[str, Sequence[CapacityRow]]
) -> Bill:
    whole = Bill()
    by_name = {service.name: service for service in services}
    for name, load in profile.services.items():
        if name not in by_name or not measured.get(name):
            whole.unmeasured.append(f"{name}: nothing of it is measured")
            continue
        for line in Meterings(by_name[name], measured[name], prices, profile.log_bytes).lines(load):
            if isinstance(line, Line):
                whole.lines.append(line)
            else:
                whole.unmeasured.append(line)
    _price_gateway(whole, prices)
    return whole


def _price_gateway(whole: Bill, prices: Prices) -> None:
    """Its price falls with the number of all requests of the account, so each carries the average."""
    requests = sum(line.times for line in whole.lines if "gateway" in line.dollars)
    average = prices.gateway(requests) / requests if requests else 0
    for number, line in enumerate(whole.lines):
        if "gateway" in line.dollars:
            dollars = {**line.dollars, "gateway": line.times * average}
            whole.lines[number] = Line(
                line.service, line.pattern, line.times, line.read_units, line.write_units, dollars
            )


class Meterings:
    """The figures of one service, and what they come to."""

    def __init__(self, service: Service, rows: Sequence[CapacityRow], prices: Prices, log_bytes: float) -> None:
        self._service, self._prices, self._log_bytes = service, prices, log_bytes
        self._rows = {(row.name, row.note): row for row in rows}
        self._by_name = {row.name: row for row in rows}
        self._routes = {without_names(f"{route.method} {route.path}"): route for route in service.routes}
        self._functions = {function.name: function for function in service.functions()}

    def lines(self, load: ServiceLoad) -> Iterator[Line | str]:
        for pattern, times in load.calls.items():
            route = self._routes.get(without_names(pattern))
            yield self._call(pattern, route, times) if route else f"{self._service.name}: {pattern} is not there yet"
        for pattern, times in load.background.items():
            function = self._functions.get(pattern)
            yield self._work(function, times) if function else f"{self._service.name}: {pattern} is not there yet"
        for pattern, times in {**load.asked, **load.written}.items():
            row = self._by_name.get(pattern)
            yield self._plain(row, times) if row else f"{self._service.name}: {pattern!r} is not measured"
        if load.stored_gb:
            kept, guarded = (
                load.stored_gb * price for price in (self._prices.table_gb_month, self._prices.recovery_gb_month)
            )
            stored = f"{load.stored_gb:g} GB kept, with recovery"
            yield Line(self._service.name, stored, 0, 0, 0, {"storage": kept, "recovery": guarded})

    def _call(self, pattern: str, route: Deployable, load: Load) -> Line | str:
        first, warm = self._rows.get((route.name, FIRST)), self._rows.get((route.name, WARM))
        if first is None or warm is None:
            return f"{self._service.name}: {pattern} is not measured"
        line = self._line(pattern, load, blended(first, warm, load.first))
        invoked = {**self._invoked(route, load), "gateway": 0.0}
        return Line(line.service, pattern, load.times, line.read_units, line.write_units, {**line.dollars, **invoked})

    def _work(self, function: Deployable, load: Load) -> Line | str:
        row = self._by_name.get(function.name)
        if row is None and isinstance(function, Isolated):
            row = CapacityRow(name=function.name, round_trips=0, read_units=0, write_units=0)
        if row is None:
            return f"{self._service.name}: {function.name} is not measured"
        named = f"{function.name}, {row.note}" if row.note else function.name
        line = self._line(named, load, row)
        dollars = {**line.dollars, **self._invoked(function, load)}
        return Line(line.service, named, load.times, row.read_units, row.write_units, dollars)

    def _plain(self, row: CapacityRow, load: Load) -> Line:
        return self._line(f"{row.name}, {row.note}", load, row)

    def _line(self, pattern: str, load: Load, row: CapacityRow) -> Line:
        others = sum(self._prices.requests(service, count * load.times) for service, count in row.beyond.items())
        dollars = {
            "reads": self._prices.units(row.read_units * load.times, 0),
            "writes": self._prices.units(0, row.write_units * load.times),
            "other requests": others,
        }
        return Line(self._service.name, pattern, load.times, row.read_units, row.write_units, dollars)

    def _invoked(self, function: Deployable, load: Load) -> dict[str, float]:
        seconds = load.times * load.milliseconds / 1000 * function.memory / 1024
        computed = load.times * self._prices.lambda_million / 1_000_000 + seconds * self._prices.lambda_gb_second
        return {"Lambda": computed, "logs": load.times * self._log_bytes / GB * self._prices.log_gb}


def blended(first: CapacityRow, warm: CapacityRow, share: float) -> CapacityRow:
    """The average call, where this share is the first of its container."""

    def mean(one: float, other: float) -> float:
        return one * share + other * (1 - share)

    return CapacityRow(
        name=warm.name,
        round_trips=warm.round_trips,
        read_units=mean(first.read_units, warm.read_units),
        write_units=mean(first.write_units, warm.write_units),
        beyond=warm.beyond,
    )


def without_names(pattern: str) -> str:
    return re.sub(r"\{[^}]*\}", "{}", pattern)
