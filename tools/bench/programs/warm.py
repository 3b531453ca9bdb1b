"""`warm SUBJECT [TRICK]`: CPU per call of each operation beside that of a raw botocore client, as JSON.

Both live in this process and take turns, batch by batch: whatever slows the machine for a moment slows both.
"""

import gc
import json
import math
import statistics
import sys
import time
from collections.abc import Callable

from tools.bench.programs import others, subjects
from tools.bench.programs.subjects import Calls
from tools.bench.programs.transport import Transport

SUBJECTS: dict[str, Callable[..., Calls]] = {
    "client": subjects.client,
    "store": subjects.store,
    "boto3 Table": subjects.boto3_table,
    "PynamoDB": others.pynamodb,
    "dyntastic": others.dyntastic,
}
BATCHES, CALLS, WARMING = 15, 10, 10


def measure(subject: Calls, raw: Calls, expect: Callable[[str], None]) -> dict[str, float]:
    """A ratio for each operation, and the microseconds of the raw client; `expect` hears which operation comes."""
    for operation in raw:
        expect(operation)
        for call in (raw[operation], subject[operation]):
            for _ in range(WARMING):
                call()
    gc.collect()
    ratios: dict[str, list[float]] = {operation: [] for operation in raw}
    least = dict.fromkeys(raw, math.inf)
    for _ in range(BATCHES):
        for operation in raw:
            expect(operation)
            before, own, after = batch(raw[operation]), batch(subject[operation]), batch(raw[operation])
            ratios[operation].append(own / statistics.mean((before, after)))
            least[operation] = min(least[operation], before, after)
    microseconds = {f"raw {operation}": spent * 1_000_000 for operation, spent in least.items()}
    return {operation: statistics.median(found) for operation, found in ratios.items()} | microseconds


def batch(call: Callable[[], object]) -> float:
    """Of all threads: a library's own ones work for it too."""
    began = time.process_time()
    for _ in range(CALLS):
        call()
    return (time.process_time() - began) / CALLS


if __name__ == "__main__":
    subject, *tricks = sys.argv[1:]
    print(json.dumps(measure(SUBJECTS[subject](*tricks), subjects.raw(), Transport().expect)))
