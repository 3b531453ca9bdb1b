"""Every file that is generated: where it stands, what belongs in it, and which of them are not so."""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path

from singletable.service import Service
from tools.generate.access_patterns import access_patterns
from tools.generate.events import events, sam_environment
from tools.generate.openapi import describe
from tools.generate.sample import Incomplete, check_samples
from tools.generate.surroundings import surround

__all__ = ["Incomplete", "pages", "stale", "write"]

OURS_ALONE = ("events/*/*.json", "events/*.json", "docs/openapi/*.json", "functions/*/ACCESS_PATTERNS.md")
"""Files of these names are generated or should not exist."""


def pages(services: Iterable[Service]) -> dict[str, str]:
    """Path and content of each."""
    services = tuple(services)
    surround(services)
    return {path: content for service in services for path, content in _pages_of(service).items()}


def _pages_of(service: Service) -> dict[str, str]:
    check_samples(service)
    made = {
        f"functions/{service.name}/ACCESS_PATTERNS.md": access_patterns(service),
        f"docs/openapi/{service.name}.json": _json(describe(service)),
        f"events/{service.name}.environment.json": _json(sam_environment(service)),
    }
    return made | {f"events/{service.name}/{name}.json": _json(event) for name, event in events(service).items()}


def _json(value: object) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"


def stale(root: Path, wanted: Mapping[str, str]) -> dict[str, str]:
    """The paths that are not as wanted, each with what is wrong."""
    found = {}
    for path, content in wanted.items():
        place = root / path
        if not place.exists():
            found[path] = "is missing"
        elif place.read_text(encoding="utf-8") != content:
            found[path] = "is out of date"
    strays = {str(file.relative_to(root)) for pattern in OURS_ALONE for file in root.glob(pattern)} - wanted.keys()
    return found | dict.fromkeys(sorted(strays), "belongs to nothing any more")


def write(root: Path, wanted: Mapping[str, str], paths: Iterable[str]) -> None:
    for path in paths:
        place = root / path
        if path in wanted:
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(wanted[path], encoding="utf-8")
        else:
            place.unlink()
