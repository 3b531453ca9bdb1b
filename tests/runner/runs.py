"""Short ways to ask the runner, and the two platforms every promise is kept on."""

from typing import Any

from functions.algoitny_runner.execution import execute
from functions.algoitny_runner.request import parse

EVERY_GUARD: frozenset[str] = frozenset()
AS_IN_LAMBDA = frozenset({"process_namespace", "network_namespace", "private_root", "own_user", "landlock"})
"""Where namespaces are refused, nobody is root and the kernel is old, the filter and the limits are left."""

Answer = dict[str, Any]


def run_all(
    code: str,
    cases: list[dict[str, str]],
    *,
    language: str = "python",
    without: frozenset[str] = EVERY_GUARD,
    **more: Any,
) -> Answer:
    return execute(parse({"language": language, "code": code, "cases": cases, **more}), without=without)


def run(
    code: str,
    standard_input: str = "",
    expected: str | None = None,
    *,
    language: str = "python",
    without: frozenset[str] = EVERY_GUARD,
    **more: Any,
) -> Answer:
    """The result of the only case, with the isolation it had."""
    case = {"input": standard_input} if expected is None else {"input": standard_input, "expected": expected}
    answer = run_all(code, [case], language=language, without=without, **more)
    assert answer["verdict"] != "internal_error", answer
    return {**answer["cases"][0], "active": answer["isolation"]["active"], "whole": answer}
