"""Cold starts: fresh processes from nothing to the first answer of DynamoDB, ours beside a bare botocore client."""

import marshal
import ssl
import time
from collections import Counter
from functools import partial
from pathlib import Path

import botocore

from singletable.client import AMAZON_ROOTS
from singletable.items import encode
from tools.bench.goals import Effort, Found, Goal, Part
from tools.bench.handlers import HANDLERS, Handler
from tools.bench.installed import PACKAGES, SOURCES, WITH_BYTECODE, layer, service
from tools.bench.loopback import loopback
from tools.bench.processes import PLACE, ROOT, Contender, in_turns
from tools.bench.programs.items import ITEMS
from tools.bench.programs.tuned_start import BYTECODE, COLLECTOR
from tools.bench.programs.undo import AT_START

ONE_ITEM = [ITEMS[0] | {"PK": {"S": "a"}, "SK": {"S": "b"}}]


def client_start(effort: Effort) -> Found:
    """The tuned client in the built layer against a plain one as pip installs it."""
    in_layer, from_sources = (layer(), ROOT), (SOURCES, PACKAGES, ROOT)
    with loopback(ONE_ITEM) as address:
        tuned = Contender("tuned_start", (address,), in_layer)
        contenders = {
            "bare": Contender("bare_start", (address,), (PACKAGES, ROOT), WITH_BYTECODE),
            "layer": tuned,
            "sources": Contender("tuned_start", (address,), from_sources, WITH_BYTECODE),
            BYTECODE: Contender("tuned_start", (address, BYTECODE), from_sources, WITH_BYTECODE),
        }
        tricks = (COLLECTOR, *AT_START)
        for trick in tricks:
            contenders[f"layer: {trick}"] = Contender("tuned_start", (address, trick), in_layer)
            contenders[f"sources: {trick}"] = Contender("tuned_start", (address, trick), from_sources, WITH_BYTECODE)
        runs = in_turns(contenders, effort.starts)
        imports = imported_packages(tuned)
    least = {name: figures.least("total") for name, figures in runs.items()}
    gains = [
        Part(f"gain in the {place}: {trick}", least[f"{place}: {trick}"] - least[place], "ms")
        for place in ("layer", "sources")
        for trick in tricks
    ]
    gains += [
        Part("gain of the layer: models cut, bytecode unchecked", least["sources"] - least["layer"], "ms"),
        Part("gain of bytecode for packages", least[BYTECODE] - least["sources"], "ms"),
        Part("gain of seven roots, at the first TLS connection", roots_gain(), "ms"),
    ]
    ours, reference = runs["layer"], runs["bare"]
    stages = [
        Part(f"{whose}: {stage}", figures.least(stage), "ms")
        for whose, figures in (("bare", reference), ("ours", ours))
        for stage in ("import", "client", "call")
    ]
    return Found(
        measured=ours.least("total") / reference.least("total"),
        reference=f"bare botocore client {reference.least('total'):.1f} ms",
        note=f"ours {ours.least('total'):.1f} ms; medians {ours.median('total'):.1f} / {reference.median('total'):.1f}",
        breakdown=(*stages, *imports, *gains),
    )


def handler_start(handler: Handler, effort: Effort) -> Found:
    """A real function from its assets, as Lambda would start it, to the response of its first request."""
    event = PLACE / f"{handler.service}.{handler.use_case}.event"
    event.parent.mkdir(parents=True, exist_ok=True)
    event.write_bytes(marshal.dumps(handler.event))
    with loopback([encode(entity) for entity in handler.entities]) as address, loopback(ONE_ITEM) as plain_address:
        ours = Contender(
            "handler_start",
            (handler.module, str(event)),
            (layer(), service(handler.service), ROOT),
            handler.environment | {"AWS_ENDPOINT_URL": address},
        )
        bare = Contender("bare_start", (plain_address,), (PACKAGES, ROOT), WITH_BYTECODE)
        runs = in_turns({"ours": ours, "bare": bare}, effort.starts)
        imports = imported_packages(ours)
    least = {name: figures.least("total") for name, figures in runs.items()}
    medians = f"{runs['ours'].median('total'):.1f} / {runs['bare'].median('total'):.1f}"
    return Found(
        measured=least["ours"] / least["bare"],
        reference=f"bare botocore client {least['bare']:.1f} ms",
        note=f"ours {least['ours']:.1f} ms; medians {medians}",
        breakdown=(*(Part(stage, runs["ours"].least(stage), "ms") for stage in ("init", "call")), *imports),
    )


def imported_packages(contender: Contender) -> list[Part]:
    """Milliseconds that a start spends in the modules of each package, as Python itself counts them."""
    spent: Counter[str] = Counter()
    ours = {path.name for folder in contender.imports for path in folder.iterdir()}
    for line in contender.run("-X", "importtime").stderr.splitlines():
        own, _, name = line.removeprefix("import time:").partition("|")
        package = name.rpartition("|")[2].strip().partition(".")[0]
        if own.strip().isdigit():
            known = package in ours or f"{package}.pyc" in ours
            spent[package if known else "standard library"] += int(own)
    return [Part(f"import: {package}", spent[package] / 1000, "ms") for package, _ in spent.most_common(6)]


def roots_gain() -> float:
    everything = Path(botocore.__file__).with_name("cacert.pem")
    return least_load(everything) - least_load(AMAZON_ROOTS)


def least_load(roots: Path) -> float:
    """Milliseconds to parse the certificates of a file."""
    times = []
    for _ in range(10):
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        began = time.perf_counter()
        context.load_verify_locations(roots)
        times.append(time.perf_counter() - began)
    return min(times) * 1000


GOALS = (
    Goal("cold start: our client to its first GetItem / bare botocore", 0.75, client_start),
    *(
        Goal(f"cold start: {handler.service} {handler.use_case} / bare botocore", 1.00, partial(handler_start, handler))
        for handler in HANDLERS
    ),
)
