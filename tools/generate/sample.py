"""What one function of a service is given as its sample event; the samples of a service stand in `samples/`."""

import importlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from singletable.service import Service
from tools.build.targets import ROOT
from tools.events.http import claims

ANN = claims("ann@example.com", subject="ann", name="Ann")
OPERATOR = claims("op@example.com", subject="operator", groups=("operators",))


class Incomplete(Exception):
    """Something that the declarations ask for is not there yet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """A request to a route. Without a caller, Ann; nobody where the route is public."""

    caller: Mapping[str, str] = field(default_factory=lambda: ANN)
    path: Mapping[str, str] = field(default_factory=dict)
    query: Mapping[str, str] = field(default_factory=dict)
    body: Any = None
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Changes:
    """Changes that a stream consumer is given, each as what was and what is."""

    changes: tuple[tuple[object | None, object | None], ...]
    expired: bool = False


@dataclass(frozen=True, slots=True)
class Messages:
    """Bodies of messages that a worker is given."""

    bodies: tuple[Mapping[str, Any], ...]


@dataclass(frozen=True, slots=True)
class Tick:
    """A schedule's turn."""


@dataclass(frozen=True, slots=True)
class Direct:
    """The event itself, for a function that others invoke."""

    event: Mapping[str, Any]


Sample = Call | Changes | Messages | Tick | Direct


@dataclass(frozen=True, slots=True)
class Samples:
    """The samples of one service, by function, and what its table holds so that each of them succeeds."""

    by_function: Mapping[str, Sample]
    stored: Callable[[datetime], tuple[object, ...]]

    def of(self, name: str) -> Sample:
        return self.by_function[name]


def samples_of(service: Service) -> Samples:
    place = place_of(service)
    if not (ROOT / place).exists():
        raise Incomplete(f"{service.name} has no samples: write {place}")
    samples: Samples = importlib.import_module(f"tools.generate.samples.{service.name}").SAMPLES
    return samples


def check_samples(service: Service) -> None:
    """One for each function: what is missing, and what belongs to no function, is named."""
    samples, functions = samples_of(service).by_function, {function.name for function in service.functions()}
    missing, strays = functions - samples.keys(), samples.keys() - functions
    if missing or strays:
        lacks = f"lacks a sample for {', '.join(sorted(missing))}" if missing else ""
        holds = f"holds one for {', '.join(sorted(strays))}, which {service.name} does not have" if strays else ""
        raise Incomplete(f"{place_of(service)} {' and '.join(filter(None, (lacks, holds)))}")


def place_of(service: Service) -> str:
    return f"tools/generate/samples/{service.name}.py"
