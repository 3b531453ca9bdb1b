"""A run of code against test cases: what is asked of the runner, and what becomes of its answers."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.json import decode, encode

from functions.algoitny.entities.problems import Problem

ACCEPTED, NOT_RUN = "accepted", "not_run"
WHOLE = frozenset({"compile_error", "internal_error"})
"""Verdicts on the program or on us: further cases would get the same."""

PORTION_BYTES = 4_000_000
"""An invocation takes 6 MB, and JSON escapes some characters to six."""
PORTION_CASES = 1_000
"""As many as the runner takes at once."""
REQUIRED_GUARDS = ("seccomp",)
"""Every platform that we deploy to has them; where they fail, no code runs."""
DEFAULT_TOLERANCE = 1e-6
LONGEST_CPU_SECONDS, MOST_MEMORY_MB = 10.0, 512


class CaseRun(Struct, frozen=True):
    verdict: str
    reason: str | None
    error: dict[str, Any] | None
    difference: dict[str, Any] | None
    time_ms: int
    memory_kb: int
    output: str
    output_truncated: bool
    input_bytes: int


class Run(Struct, frozen=True):
    """All cases of one program: the first failure speaks for all."""

    verdict: str
    reason: str | None
    error: dict[str, Any] | None
    passed: int
    failed: int
    total: int
    time_ms: int
    memory_kb: int
    cases: tuple[CaseRun, ...]

    @property
    def text(self) -> str:
        return encode(self).decode()

    @classmethod
    def read(cls, text: str) -> "Run":
        return decode(text, type=cls)


Case = tuple[str, str | None]
"""Input, and the expected output where there is one."""


def portions(cases: Sequence[Case]) -> Iterator[Sequence[Case]]:
    """The cases in as few requests as they fit into, in order."""
    begin = size = 0
    for at, (given, wanted) in enumerate(cases):
        weight = len(json.dumps(given)) + len(json.dumps(wanted))
        if at - begin == PORTION_CASES or (at > begin and size + weight > PORTION_BYTES):
            yield cases[begin:at]
            begin, size = at, 0
        size += weight
    yield cases[begin:]


def asked(language: str, code: str, cases: Sequence[Case], bounds: Mapping[str, Any], seconds: float) -> dict[str, Any]:
    """One request to the runner."""
    return {
        "language": language,
        "code": code,
        "cases": [
            {"input": given} if wanted is None else {"input": given, "expected": wanted} for given, wanted in cases
        ],
        "deadline_seconds": seconds,
        "require": list(REQUIRED_GUARDS),
        **bounds,
    }


def bounds_of(problem: Problem) -> dict[str, Any]:
    """How a problem wants its solutions limited and compared."""
    limits: dict[str, float] = {}
    if problem.time_limit_seconds is not None:
        limits["cpu_seconds"] = min(problem.time_limit_seconds, LONGEST_CPU_SECONDS)
        limits["wall_seconds"] = limits["cpu_seconds"] * 2 + 2
    if problem.memory_limit_mb is not None:
        limits["memory_mb"] = min(problem.memory_limit_mb, MOST_MEMORY_MB)
    comparison: object = problem.comparison or "trimmed"
    if comparison == "numeric":
        comparison = {"numeric": DEFAULT_TOLERANCE if problem.tolerance is None else problem.tolerance}
    return {"limits": limits, "compare": comparison}


def run_of(answers: Sequence[Mapping[str, Any]], cases: Sequence[Case]) -> Run:
    """One result of the answers to all portions; cases that no answer speaks of were not run."""
    told = [case for answer in answers for case in answer["cases"]]
    whole = next((answer for answer in answers if answer["verdict"] != ACCEPTED), answers[-1])
    verdict, reason = whole["verdict"], whole["reason"]
    if len(told) < len(cases) and verdict == ACCEPTED:
        verdict, reason = "time_limit", "the execution's deadline has passed"
    untold = {"verdict": NOT_RUN, "reason": reason}
    padded = [*told, *(untold for _ in range(len(cases) - len(told)))]
    return Run(
        verdict=verdict,
        reason=reason,
        error=whole["error"],
        passed=sum(answer["passed"] for answer in answers),
        failed=sum(answer["failed"] for answer in answers),
        total=len(cases),
        time_ms=max(answer["time_ms"] for answer in answers),
        memory_kb=max(answer["memory_kb"] for answer in answers),
        cases=tuple(_case(case, given) for case, (given, _) in zip(padded, cases, strict=True)),
    )


def _case(told: Mapping[str, Any], given: str) -> CaseRun:
    return CaseRun(
        verdict=told["verdict"],
        reason=told.get("reason"),
        error=told.get("error"),
        difference=told.get("difference"),
        time_ms=told.get("time_ms", 0),
        memory_kb=told.get("memory_kb", 0),
        output=told.get("output", ""),
        output_truncated=told.get("output_truncated", False),
        input_bytes=len(given.encode()),
    )
