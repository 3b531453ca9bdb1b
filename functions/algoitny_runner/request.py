"""What may be asked of the runner: an event, checked into a request or refused with the field at fault."""

from dataclasses import dataclass, field
from typing import Any

from functions.algoitny_runner.compare import Comparison, Named, Numeric
from functions.algoitny_runner.guards import ALWAYS, OPTIONAL
from functions.algoitny_runner.languages import LANGUAGES, available_languages
from functions.algoitny_runner.limits import RANGES, Limits

MOST_CODE_BYTES = 65_536
MOST_CASES = 1_000
DEADLINE_SECONDS = (0.1, 900.0)
FIELDS = {"language", "code", "cases", "limits", "compare", "deadline_seconds", "stop_at_first_failure", "require"}


class Refused(Exception):
    """The event is not a request that can be run; nothing was."""

    def __init__(self, code: str, where: str, message: str) -> None:
        super().__init__(message)
        self.answer = {"refused": {"code": code, "field": where, "message": message}}


@dataclass(frozen=True, slots=True)
class Case:
    input: str
    expected: str | None = None
    """Without one the whole output is the answer: that is how test data are made."""


@dataclass(frozen=True, slots=True)
class Request:
    language: str
    code: str
    cases: tuple[Case, ...]
    limits: Limits = field(default_factory=Limits)
    comparison: Comparison = "trimmed"
    deadline_seconds: float = 60.0
    stop_at_first_failure: bool = False
    require: frozenset[str] = frozenset()
    """Guards without which the code must not run."""


def parse(event: Any) -> Request:
    if not isinstance(event, dict):
        raise Refused("invalid", "", "an object is wanted")
    if unknown := sorted(set(event) - FIELDS):
        raise Refused("unknown_field", str(unknown[0]), "there is no such field")
    return Request(
        language=parse_language(event.get("language")),
        code=parse_code(event.get("code")),
        cases=parse_cases(event.get("cases")),
        limits=parse_limits(event.get("limits", {})),
        comparison=parse_comparison(event.get("compare", "trimmed")),
        deadline_seconds=number_within("deadline_seconds", event.get("deadline_seconds", 60.0), DEADLINE_SECONDS),
        stop_at_first_failure=parse_flag("stop_at_first_failure", event.get("stop_at_first_failure", False)),
        require=parse_guards(event.get("require", [])),
    )


def parse_language(value: Any) -> str:
    name = text("language", value)
    if name not in LANGUAGES:
        raise Refused("unknown_language", "language", f"known: {', '.join(LANGUAGES)}")
    if name not in available_languages():
        raise Refused("language_unavailable", "language", f"available here: {', '.join(available_languages())}")
    return name


def parse_code(value: Any) -> str:
    code = text("code", value)
    if not code.strip():
        raise Refused("invalid", "code", "there is no code")
    if len(code.encode("utf-8", "surrogatepass")) > MOST_CODE_BYTES:
        raise Refused("code_too_large", "code", f"at most {MOST_CODE_BYTES} bytes")
    return code


def parse_cases(value: Any) -> tuple[Case, ...]:
    if not isinstance(value, list) or not value:
        raise Refused("invalid", "cases", "at least one case is wanted")
    if len(value) > MOST_CASES:
        raise Refused("too_many_cases", "cases", f"at most {MOST_CASES}")
    return tuple(parse_case(f"cases[{index}]", case) for index, case in enumerate(value))


def parse_case(where: str, value: Any) -> Case:
    if not isinstance(value, dict):
        raise Refused("invalid", where, "an object is wanted")
    expected = value.get("expected")
    return Case(
        text(f"{where}.input", value.get("input")),
        None if expected is None else text(f"{where}.expected", expected),
    )


def parse_limits(value: Any) -> Limits:
    if not isinstance(value, dict):
        raise Refused("invalid", "limits", "an object is wanted")
    given: dict[str, Any] = {}
    for name, number in value.items():
        if name not in RANGES:
            raise Refused("unknown_field", f"limits.{name}", f"known: {', '.join(RANGES)}")
        checked = number_within(f"limits.{name}", number, RANGES[name])
        given[name] = checked if name.endswith("_seconds") else int(checked)
    return Limits(**given)


def parse_comparison(value: Any) -> Comparison:
    match value:
        case "trimmed" | "exact" | "tokens" as name:
            named: Named = name
            return named
        case {"numeric": tolerance, **rest} if not rest:
            return Numeric(number_within("compare.numeric", tolerance, (0.0, 1.0)))
    raise Refused("invalid", "compare", 'one of "trimmed", "exact", "tokens", {"numeric": tolerance}')


def parse_guards(value: Any) -> frozenset[str]:
    if not isinstance(value, list) or not all(isinstance(name, str) for name in value):
        raise Refused("invalid", "require", "a list of guards is wanted")
    if unknown := sorted(set(value) - {*ALWAYS, *OPTIONAL}):
        raise Refused("invalid", "require", f"unknown guard {unknown[0]}")
    return frozenset(value)


def parse_flag(where: str, value: Any) -> bool:
    if not isinstance(value, bool):
        raise Refused("invalid", where, "true or false is wanted")
    return value


def text(where: str, value: Any) -> str:
    if not isinstance(value, str):
        raise Refused("invalid", where, "a string is wanted")
    return value


def number_within(where: str, value: Any, bounds: tuple[float, float]) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not bounds[0] <= value <= bounds[1]:
        raise Refused("invalid", where, f"a number from {bounds[0]:g} to {bounds[1]:g} is wanted")
    return value
