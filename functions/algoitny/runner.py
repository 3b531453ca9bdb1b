"""The isolated runner, as workers call it: any number of cases, one result, within a time."""

import json
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from edge.observe import logger
from edge.settings import settings
from functions.algoitny.rules.runs import WHOLE, Case, Run, asked, portions, run_of
from singletable.client import aws_client

LONGEST_SECONDS = 110.0
"""The function itself has ten more."""


class RunnerFailed(Exception):
    """There is no verdict, and that is not the program's fault."""


class RunnerBusy(Exception):
    """As many programs run as may; later there will be room."""


def invoke(event: Mapping[str, Any]) -> dict[str, Any]:
    client = aws_client("lambda", read_timeout=LONGEST_SECONDS + 20)
    try:
        response = client.invoke(FunctionName=settings().function("runner"), Payload=json.dumps(event).encode())
    except client.exceptions.TooManyRequestsException:
        raise RunnerBusy from None
    answer = json.loads(response["Payload"].read())
    if response.get("FunctionError"):
        raise RunnerFailed("the runner itself ended with an error")
    return dict(answer)


call: Callable[[Mapping[str, Any]], dict[str, Any]] = invoke


def run(
    language: str, code: str, cases: Sequence[Case], bounds: Mapping[str, Any], *, seconds: float = LONGEST_SECONDS
) -> Run:
    latest = time.monotonic() + seconds
    answers: list[dict[str, Any]] = []
    for portion in portions(cases):
        left = min(latest - time.monotonic(), LONGEST_SECONDS)
        if answers and (left < 1 or answers[-1]["verdict"] in WHOLE):
            break
        answer = call(asked(language, code, portion, bounds, max(left, 1.0)))
        if "refused" in answer:
            raise RunnerFailed(str(answer["refused"]["code"]))
        logger.info("ran", verdict=answer["verdict"], cases=len(portion), guards=answer["isolation"].get("active"))
        answers.append(answer)
    result = run_of(answers, cases)
    if result.verdict == "internal_error" or any(case.verdict == "internal_error" for case in result.cases):
        raise RunnerFailed(result.reason or "the runner failed")
    return result


def outputs(language: str, code: str, inputs: Sequence[str], bounds: Mapping[str, Any], *, seconds: float) -> Run:
    """What a program prints for each input: for making test data, where nothing is expected."""
    return run(language, code, [(given, None) for given in inputs], bounds, seconds=seconds)
