"""The refusals that a service knows, by their stable codes."""

import importlib
import pkgutil
from collections.abc import Iterator
from dataclasses import dataclass
from types import ModuleType

from edge.problems import STATUS
from singletable import refusal
from singletable.refusal import Refused
from singletable.service import Service
from tools.generate.sample import Incomplete


@dataclass(frozen=True, slots=True)
class Refusal:
    code: str
    status: int
    meaning: str


def refusals_of(service: Service) -> dict[str, Refusal]:
    """Every code with the one status it stands for."""
    known: dict[str, Refusal] = {}
    for refused in refusal_classes(service):
        meaning = Refusal(refused.code, STATUS[refused.kind].value, refused.kind.value)
        if known.setdefault(refused.code, meaning) != meaning:
            raise Incomplete(f"{service.name}: the code {refused.code} stands for two statuses")
    return known


def refusal_classes(service: Service) -> Iterator[type[Refused]]:
    """The general ones, and those that the service's own modules declare."""
    for module in (refusal, *modules_of(service)):
        for each in vars(module).values():
            if isinstance(each, type) and issubclass(each, Refused) and each.__module__ == module.__name__:
                yield each


def modules_of(service: Service) -> Iterator[ModuleType]:
    package = importlib.import_module(f"functions.{service.name}")
    for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        yield importlib.import_module(found.name)
