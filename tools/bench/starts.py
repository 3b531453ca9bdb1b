"""Every cold start in one series: the same minutes of the same machine for all, and one bare client to compare with."""

import marshal
from collections import Counter
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from functools import cache

from tools.bench.goals import Effort, Part
from tools.bench.handlers import HANDLERS, Handler, rows_of
from tools.bench.installed import PACKAGES, WITH_BYTECODE, service
from tools.bench.loopback import loopback
from tools.bench.processes import PLACE, RATIO, ROOT, Contender, Runs, beside
from tools.bench.programs.items import ONE_ITEM
from tools.bench.tricks import in_layer

IN_LAYER = "layer"


@dataclass(frozen=True)
class Starts:
    bare: Runs
    runs: Mapping[str, Runs]
    imports: Mapping[str, tuple[Part, ...]]
    """Where ours spend their time; only where details are wanted."""

    def ratio(self, name: str) -> float:
        return self.runs[name].median(RATIO)

    def milliseconds(self, ratio: float) -> float:
        """At the pace of the fastest run of the bare client."""
        return ratio * self.bare.least("total")

    def medians(self, name: str) -> str:
        return f"{self.runs[name].median('total'):.1f} / {self.bare.median('total'):.1f}"


@cache
def starts(effort: Effort) -> Starts:
    with ExitStack() as running:
        plain = running.enter_context(loopback(ONE_ITEM))
        tables = {
            name: running.enter_context(loopback(rows_of(name)))
            for name in dict.fromkeys(handler.service for handler in HANDLERS)
        }
        ours = {IN_LAYER: in_layer(plain)}
        ours |= {handler.name: function(handler, tables[handler.service]) for handler in HANDLERS}
        reference = Contender("bare_start", (plain,), (PACKAGES, ROOT), WITH_BYTECODE)
        bare, runs = beside(reference, ours, effort.starts)
        imports = {name: imported_packages(each) for name, each in ours.items()} if effort.details else {}
    return Starts(bare, runs, imports)


def function(handler: Handler, address: str) -> Contender:
    """A real function from its assets, as Lambda would start it, to the response of its first request."""
    event = PLACE / f"{handler.service}.{handler.use_case}.event"
    event.parent.mkdir(parents=True, exist_ok=True)
    event.write_bytes(marshal.dumps(handler.event))
    return Contender(
        "handler_start",
        (handler.module, str(event)),
        (*service(handler.service), ROOT),
        handler.environment | {"AWS_ENDPOINT_URL": address},
    )


def imported_packages(contender: Contender) -> tuple[Part, ...]:
    """Milliseconds that a start spends in the modules of each package, as Python itself counts them."""
    spent: Counter[str] = Counter()
    ours = {path.name for folder in contender.imports for path in folder.iterdir()}
    for line in contender.run("-X", "importtime").stderr.splitlines():
        own, _, name = line.removeprefix("import time:").partition("|")
        package = name.rpartition("|")[2].strip().partition(".")[0]
        if own.strip().isdigit():
            known = package in ours or f"{package}.pyc" in ours
            spent[package if known else "standard library"] += int(own)
    return tuple(Part(f"import: {package}", spent[package] / 1000, "ms") for package, _ in spent.most_common(6))
