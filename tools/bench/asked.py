"""Which keys a service's code asks for a page of, or for all of: a reading of its repositories."""

from collections.abc import Iterator

from singletable.service import Service
from tools.bench.processes import ROOT
from tools.generate.reach import Asked, parts_of

PAGED = frozenset({"query", "merged"})
WHOLE = frozenset({"every", "collection", "count"})


def keys_of(service: Service, methods: frozenset[str]) -> set[Asked]:
    """The entity and key names in every function that uses one of these methods of a store."""
    parts = (part for module in _modules(service) for part in parts_of(module) if part.uses & methods)
    return {key for part in parts for key in part.keys}


def _modules(service: Service) -> Iterator[str]:
    for file in sorted((ROOT / "functions" / service.name / "repository").rglob("*.py")):
        yield ".".join(file.relative_to(ROOT).with_suffix("").parts)
