"""Cold starts: fresh processes from nothing to the first answer of DynamoDB, ours beside a bare botocore client."""

import ssl
import time
from collections import Counter
from pathlib import Path

import botocore

from singletable.client import AMAZON_ROOTS
from tools.bench.goals import Effort, Found, Goal, Part
from tools.bench.installed import PACKAGES, SOURCES, WITH_BYTECODE, layer
from tools.bench.loopback import loopback
from tools.bench.processes import ROOT, Contender, in_turns
from tools.bench.programs.tuned_start import BYTECODE, COLLECTOR
from tools.bench.programs.undo import AT_START


def client_start(effort: Effort) -> Found:
    """The tuned client in the built layer against a plain one as pip installs it."""
    in_layer, from_sources = (layer(), ROOT), (SOURCES, PACKAGES, ROOT)
    with loopback() as address:
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


GOALS = (Goal("cold start: our client to its first GetItem / bare botocore", 0.75, client_start),)
