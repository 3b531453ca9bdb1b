"""A workload: how often a month each endpoint is called, each question asked, each entity written."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

PROFILES = Path(__file__).parent / "profiles"
SECTIONS = frozenset({"calls", "background", "asked", "written", "stored_gb"})


class BadProfile(Exception):
    """A profile that cannot be meant."""


@dataclass(frozen=True)
class Load:
    """So many a month."""

    times: float
    milliseconds: float
    first: float
    """The share that meets a container for the first time, and pays for what a warm one remembers."""


@dataclass(frozen=True)
class ServiceLoad:
    calls: Mapping[str, Load]
    """Endpoints as `GET /problems/{}/{}`: what stands in a hole does not matter."""
    background: Mapping[str, Load]
    """Consumers, workers, schedules and isolated functions, by name."""
    asked: Mapping[str, Load]
    """Questions beyond those that calls ask, in the words of the access patterns."""
    written: Mapping[str, Load]
    """Entities beyond those that calls write, by name."""
    stored_gb: float
    """With its copies in the indexes."""


@dataclass(frozen=True)
class Profile:
    name: str
    about: str
    log_bytes: float
    """Of one invocation: our line and Lambda's own."""
    services: Mapping[str, ServiceLoad]


def profile(chosen: str) -> Profile:
    """By name, or from a file of the same form."""
    named = PROFILES / f"{chosen}.json"
    file = named if named.exists() else Path(chosen)
    try:
        return read(json.loads(file.read_text(encoding="utf-8")))
    except FileNotFoundError:
        known = ", ".join(sorted(each.stem for each in PROFILES.glob("*.json")))
        raise BadProfile(f"there is no profile {chosen!r}: name a file, or one of {known}") from None
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise BadProfile(f"{file.name}: {error!r}") from None


def read(text: Mapping[str, Any]) -> Profile:
    usual = Load(0, float(text["milliseconds"]), float(text["first"]))
    services = {name: _service(name, load, usual) for name, load in text["services"].items()}
    return Profile(text["name"], text["about"], float(text["log_bytes"]), services)


def _service(name: str, text: Mapping[str, Any], usual: Load) -> ServiceLoad:
    if unknown := text.keys() - SECTIONS:
        raise BadProfile(f"{name}: {', '.join(sorted(unknown))} means nothing here")
    sections = {
        section: {what: _load(load, usual) for what, load in text.get(section, {}).items()}
        for section in SECTIONS - {"stored_gb"}
    }
    return ServiceLoad(**sections, stored_gb=float(text.get("stored_gb", 0)))


def _load(text: float | Mapping[str, float], usual: Load) -> Load:
    """A number of times, or that with what is unusual about it."""
    if not isinstance(text, Mapping):
        return Load(float(text), usual.milliseconds, usual.first)
    load = Load(text["times"], text.get("milliseconds", usual.milliseconds), text.get("first", usual.first))
    if unknown := text.keys() - {"times", "milliseconds", "first"}:
        raise BadProfile(f"{', '.join(sorted(unknown))} means nothing here")
    if not 0 <= load.first <= 1 or load.times < 0:
        raise BadProfile(f"{text} cannot be")
    return load
