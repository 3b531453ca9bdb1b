"""A function from nothing to the answer of its first request: `handler_start MODULE EVENT`, the event marshalled."""

import marshal
import sys
from importlib import import_module

from tools.bench.programs.stages import Stages


class Context:
    function_name = "bench"
    function_version = "1"
    invoked_function_arn = "arn:aws:lambda:us-east-1:000000000000:function:bench"
    memory_limit_in_mb = 512
    aws_request_id = "00000000-0000-0000-0000-000000000000"

    @staticmethod
    def get_remaining_time_in_millis() -> int:
        return 10_000


def start(module: str, event_file: str) -> None:
    with open(event_file, "rb") as file:
        event = marshal.load(file)  # noqa: S302  # the bench wrote it; json would be imported before the clock starts
    stages = Stages()
    handler = import_module(module).handler
    stages.end("init")
    response = handler(event, Context())
    stages.end("call")
    stages.print({"Item": response["body"]} if 200 <= response["statusCode"] < 300 else response)


if __name__ == "__main__":
    start(*sys.argv[1:])
