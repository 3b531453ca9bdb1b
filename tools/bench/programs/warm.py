"""`warm SUBJECT [TRICK]`: microseconds of CPU per call, the least of several batches, as JSON."""

import gc
import json
import sys
import time
from collections.abc import Callable

from tools.bench.programs import others, subjects
from tools.bench.programs.subjects import Calls
from tools.bench.programs.transport import Transport

SUBJECTS: dict[str, Callable[..., Calls]] = {
    "raw": subjects.raw,
    "client": subjects.client,
    "store": subjects.store,
    "boto3 Table": subjects.boto3_table,
    "PynamoDB": others.pynamodb,
    "dyntastic": others.dyntastic,
}
BATCHES, CALLS, WARMING = 5, 100, 30


def measure(calls: Calls) -> dict[str, float]:
    transport, figures = Transport(), {}
    for operation, call in calls.items():
        transport.operation = operation
        for _ in range(WARMING):
            call()
        figures[operation] = min(batch(call) for _ in range(BATCHES)) * 1_000_000
    return figures


def batch(call: Callable[[], object]) -> float:
    gc.collect()
    began = time.process_time()
    for _ in range(CALLS):
        call()
    return (time.process_time() - began) / CALLS


if __name__ == "__main__":
    subject, *tricks = sys.argv[1:]
    print(json.dumps(measure(SUBJECTS[subject](*tricks))))
