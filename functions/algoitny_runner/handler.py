"""The Lambda that runs untrusted code: no permissions, no secrets, no table, and nothing of ours but this asset."""

import os
from typing import Any

from functions.algoitny_runner import scrub
from functions.algoitny_runner.execution import execute
from functions.algoitny_runner.request import Refused, parse

SECONDS_TO_ANSWER = 2.0

if "AWS_LAMBDA_FUNCTION_NAME" in os.environ:
    scrub.forget_credentials()


def handler(event: Any, context: Any) -> dict[str, Any]:
    try:
        request = parse(event)
    except Refused as refusal:
        return refusal.answer
    return execute(request, within=seconds_left(context))


def seconds_left(context: Any) -> float | None:
    if not hasattr(context, "get_remaining_time_in_millis"):
        return None
    left: int = context.get_remaining_time_in_millis()
    return max(left / 1000 - SECONDS_TO_ANSWER, 0.1)
