"""Says whether a program's output is the expected one, and where the two first differ; pure functions of two texts."""

import math
import re
from dataclasses import dataclass
from itertools import zip_longest
from typing import Literal

Named = Literal["trimmed", "exact", "tokens"]
LINE_EXCERPT = 200

_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?")


@dataclass(frozen=True, slots=True)
class Numeric:
    """Tokens that are numbers may differ by this much, absolutely or in proportion to the expected one."""

    tolerance: float


Comparison = Named | Numeric


@dataclass(frozen=True, slots=True)
class Difference:
    """The first line (from 1) where the output leaves the expected path; None is a line that is not there."""

    line: int
    expected: str | None
    actual: str | None
    whitespace_only: bool


def same(expected: str, actual: str, comparison: Comparison) -> bool:
    match comparison:
        case "exact":
            return expected == actual
        case "trimmed":
            return trimmed(expected) == trimmed(actual)
        case "tokens":
            return expected.split() == actual.split()
        case Numeric(tolerance):
            pairs = zip_longest(expected.split(), actual.split())
            return all(close(wanted, got, tolerance) for wanted, got in pairs)


def trimmed(text: str) -> list[str]:
    """Lines without trailing white space, and without blank lines at the end."""
    return [line.rstrip() for line in text.rstrip().split("\n")]


def close(wanted: str | None, got: str | None, tolerance: float) -> bool:
    if wanted == got:
        return True
    if wanted is None or got is None or not (_NUMBER.fullmatch(wanted) and _NUMBER.fullmatch(got)):
        return False
    target, value = float(wanted), float(got)
    if math.isinf(target) or math.isinf(value):
        return False
    return abs(target - value) <= tolerance * max(1.0, abs(target))


def first_difference(expected: str, actual: str, comparison: Comparison = "trimmed") -> Difference | None:
    """Where to look, in lines; None where the outputs are the same."""
    if same(expected, actual, comparison):
        return None
    exact = comparison == "exact"
    wanted_lines, got_lines = (text.split("\n") if exact else trimmed(text) for text in (expected, actual))
    by_line: Comparison = "exact" if exact else comparison
    for number, (wanted, got) in enumerate(zip_longest(wanted_lines, got_lines), 1):
        if wanted is None or got is None or not same(wanted, got, by_line):
            return Difference(number, excerpt(wanted), excerpt(got), expected.split() == actual.split())
    return Difference(1, excerpt(wanted_lines[0]), excerpt(got_lines[0]), whitespace_only=False)


def excerpt(line: str | None) -> str | None:
    if line is None or len(line) <= LINE_EXCERPT:
        return line
    return f"{line[:LINE_EXCERPT]}…"
