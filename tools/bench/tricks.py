"""What each trick of a cold start is worth: our client in its layer, beside itself without that one trick."""

import ssl
import time
from collections.abc import Iterator
from pathlib import Path

import botocore

from singletable.client import AMAZON_ROOTS
from tools.bench.goals import Effort, Part
from tools.bench.installed import PACKAGES, SOURCES, WITH_BYTECODE, documented_layer, layer
from tools.bench.loopback import loopback
from tools.bench.processes import RATIO, ROOT, Contender, Runs, beside
from tools.bench.programs.items import ONE_ITEM
from tools.bench.programs.tuned_start import BYTECODE, COLLECTOR
from tools.bench.programs.undo import AT_START

DOCSTRINGS = "no docstrings"
LAYER = "the layer as a whole: models cut, no docstrings, bytecode unchecked"
PACKED = "bytecode for packages"


def gains(effort: Effort) -> tuple[Part, ...]:
    with loopback(ONE_ITEM) as address:
        found = (
            beside(in_layer(address), without_one(address), effort.pairs),
            beside(from_sources(address), {PACKED: from_sources(address, BYTECODE)}, effort.starts),
        )
    return (
        *(gain(trick, runs, whole.least("total")) for whole, without in found for trick, runs in without.items()),
        Part("gain: seven roots, at the first TLS connection", roots_gain(), "ms"),
    )


def without_one(address: str) -> dict[str, Contender]:
    without = {trick: in_layer(address, trick) for trick in (COLLECTOR, *AT_START)}
    without[DOCSTRINGS] = Contender("tuned_start", (address,), (documented_layer(), ROOT))
    return without | {LAYER: from_sources(address)}


def in_layer(address: str, *trick: str) -> Contender:
    return Contender("tuned_start", (address, *trick), (layer(), ROOT))


def from_sources(address: str, *trick: str) -> Contender:
    return Contender("tuned_start", (address, *trick), (SOURCES, PACKAGES, ROOT), WITH_BYTECODE)


def gain(trick: str, without: Runs, pace: float) -> Part:
    """Milliseconds at the fastest pace with it, and the span in which that lies: one that holds 0 proves nothing."""
    least, most = ((ratio - 1) * pace for ratio in without.median_within(RATIO))
    return Part(f"gain: {trick} (95 %: {least:.1f} to {most:.1f})", (without.median(RATIO) - 1) * pace, "ms")


def roots_gain() -> float:
    everything = Path(botocore.__file__).with_name("cacert.pem")
    return least_load(everything) - least_load(AMAZON_ROOTS)


def least_load(roots: Path) -> float:
    """Milliseconds to parse the certificates of a file."""
    return min(loads(roots)) * 1000


def loads(roots: Path) -> Iterator[float]:
    for _ in range(10):
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        began = time.perf_counter()
        context.load_verify_locations(roots)
        yield time.perf_counter() - began
