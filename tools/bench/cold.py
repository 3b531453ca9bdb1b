"""Cold starts: fresh processes from nothing to the first answer of DynamoDB, ours beside a bare botocore client."""

import ssl
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import botocore

from singletable.client import AMAZON_ROOTS
from tools.bench.goals import Effort, Found, Goal, Part
from tools.bench.handlers import HANDLERS, Handler
from tools.bench.programs.tuned_start import BYTECODE
from tools.bench.starts import FROM_SOURCES, IN_LAYER, TRICKS, Starts, starts


def client_start(effort: Effort) -> Found:
    """The tuned client in the built layer against a plain one as pip installs it."""
    found = starts(effort)
    stages = [
        Part(f"{whose}: {stage}", runs.least(stage), "ms")
        for whose, runs in (("bare", found.bare), ("ours", found.runs[IN_LAYER]))
        for stage in ("import", "client", "call")
    ]
    return compared(found, IN_LAYER, (*stages, *(gains(found) if effort.details else ())))


def handler_start(handler: Handler, effort: Effort) -> Found:
    found = starts(effort)
    stages = tuple(Part(stage, found.runs[handler.name].least(stage), "ms") for stage in ("init", "call"))
    return compared(found, handler.name, stages)


def compared(found: Starts, name: str, breakdown: tuple[Part, ...]) -> Found:
    return Found(
        measured=found.ratio(name),
        reference=f"bare botocore client {found.bare.least('total'):.1f} ms",
        note=f"ours {found.milliseconds(found.ratio(name)):.1f} ms at that pace; medians {found.medians(name)}",
        breakdown=(*breakdown, *found.imports.get(name, ())),
    )


def gains(found: Starts) -> Iterator[Part]:
    def gain(slower: str, faster: str) -> float:
        return found.milliseconds(found.ratio(slower) - found.ratio(faster))

    for place in (IN_LAYER, FROM_SOURCES):
        for trick in TRICKS:
            yield Part(f"gain in the {place}: {trick}", gain(f"{place}: {trick}", place), "ms")
    yield Part("gain of the layer: models cut, no docstrings, bytecode unchecked", gain(FROM_SOURCES, IN_LAYER), "ms")
    yield Part("gain of bytecode for packages", gain(BYTECODE, FROM_SOURCES), "ms")
    yield Part("gain of seven roots, at the first TLS connection", roots_gain(), "ms")


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
    Goal("cold start, our client to its first GetItem / bare botocore", 0.75, client_start),
    *(
        Goal(f"cold start, {handler.name} / bare botocore", 1.00, partial(handler_start, handler))
        for handler in HANDLERS
    ),
)
