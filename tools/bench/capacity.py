"""`python -m tools.bench.capacity [--check] [SERVICE ...]`: what every function consumes, into docs/capacity/."""

import argparse
import difflib
import json
import sys
from collections.abc import Collection, Sequence
from dataclasses import asdict
from datetime import timedelta
from functools import partial

from functions.catalogue import SERVICES
from singletable import clock
from singletable.service import Consumer, Deployable, Isolated, Route, Service, Worker
from tools.bench.apart import apart, forked
from tools.bench.container import NOON, Container, require_success, started
from tools.bench.engine import engine
from tools.bench.processes import BrokenContender
from tools.bench.questions import questions
from tools.generate.capacity import FIRST, PLACE, WARM, CapacityRow
from tools.generate.events import event_of
from tools.generate.sample import Incomplete, samples_of

STORED_BEFORE = timedelta(minutes=1)
"""A change at the very moment of the row it changes would move no index key."""

Measured = tuple[list[CapacityRow], dict[str, str]]
"""The rows, and why a function has none."""


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.bench.capacity", description=__doc__)
    parser.add_argument("--check", action="store_true", help="change nothing; say what was measured otherwise")
    parser.add_argument("services", nargs="*", metavar="SERVICE", help="by default all")
    wishes = parser.parse_args()
    chosen = [service for service in SERVICES if not wishes.services or service.name in wishes.services]
    return max((brought_up_to_date(service, checking=wishes.check) for service in chosen), default=0)


def brought_up_to_date(service: Service, *, checking: bool) -> int:
    try:
        rows, gaps = apart(measured, service.name)
    except (BrokenContender, Incomplete) as broken:
        print(f"{service.name}: {broken}", file=sys.stderr)
        return 1
    for why in gaps.values():
        print(f"{service.name}: {why}", file=sys.stderr)
    file, text = PLACE / f"{service.name}.json", as_json(rows)
    changed = not file.exists() or file.read_text(encoding="utf-8") != text
    if checking and changed:
        print(f"{service.name} costs something else than docs/capacity says: run `make capacity`", file=sys.stderr)
        print("\n".join(differences(file.read_text() if file.exists() else "", text)), file=sys.stderr)
        return 1
    if checking:
        return 0
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    print(f"capacity: {service.name}, {len(rows)} figures, {'changed' if changed else 'as before'}")
    return 1 if gaps.keys() & service.by_use_case.keys() else 0


def differences(before: str, after: str) -> list[str]:
    return list(difflib.unified_diff(before.splitlines(), after.splitlines(), n=0, lineterm=""))[2:]


def as_json(rows: Sequence[CapacityRow]) -> str:
    lines = (json.dumps({name: value for name, value in asdict(row).items() if value != {}}) for row in rows)
    return "[\n  " + ",\n  ".join(lines) + "\n]\n"


def measured(name: str, only: Collection[str] = ()) -> Measured:
    """Every function of a service, or only some, in a container of its own: its first call, and a second one on the
    same rows; with every function also every question."""
    service = next(each for each in SERVICES if each.name == name)
    rows: list[CapacityRow] = []
    gaps: dict[str, str] = {}
    with engine() as running:
        container = started(service, running.url)
        for function in service.functions():
            if isinstance(function, Isolated) or (only and function.name not in only):
                continue
            try:
                rows += forked(partial(calls, container, function))
            except BrokenContender as broken:
                gaps[function.name] = str(broken)
        if not only:
            rows += forked(partial(asked, container))
    return rows, gaps


def calls(container: Container, function: Deployable) -> list[CapacityRow]:
    if function.name not in samples_of(container.service).by_function:
        raise BrokenContender(f"{function.name} has no sample")
    with container.surrounded():
        if isinstance(function, Route):
            return [call(container, function, FIRST, seconds=0), call(container, function, WARM, seconds=1)]
        return [call(container, function, _occasion(container.service, function), seconds=0)]


def asked(container: Container) -> list[CapacityRow]:
    clock.read = lambda: NOON
    stored = NOON - STORED_BEFORE
    return questions(container, samples_of(container.service).stored(stored), stored)


def call(container: Container, function: Deployable, note: str, *, seconds: int) -> CapacityRow:
    moment = NOON + timedelta(seconds=seconds)
    clock.read = lambda: moment
    container.place_samples(NOON - STORED_BEFORE)
    require_success(function, container.sampled(function))
    return CapacityRow(
        name=function.name,
        round_trips=container.meter.round_trips,
        read_units=container.meter.read_units,
        write_units=container.meter.write_units,
        note=note,
        beyond=dict(sorted(container.beyond.items())),
    )


def _occasion(service: Service, function: Deployable) -> str:
    if isinstance(function, Consumer | Worker):
        number = len(event_of(function, samples_of(service).of(function.name))["Records"])
        return "one record" if number == 1 else f"a batch of {number}"
    return "one turn"


if __name__ == "__main__":
    sys.exit(main())
