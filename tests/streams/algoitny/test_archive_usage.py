"""Expired usage logs are kept in S3; what a caller deletes is not."""

import gzip
import json
from datetime import UTC, date, datetime
from typing import Any

import boto3

from functions.algoitny.entities.accounts import Action
from functions.algoitny.entities.usage import UsageLog
from tests.api.harness import BUCKET, App
from tools.events.stream import stream_event, stream_record


def log(number: int, day: date) -> UsageLog:
    at = datetime(day.year, day.month, day.day, 10, number, tzinfo=UTC)
    return UsageLog(user_id="u1", day=day, log_id=f"log-{number}", action=Action.HINT, created_at=at)


def archived() -> dict[str, list[dict[str, Any]]]:
    client = boto3.client("s3")
    keys = [found["Key"] for found in client.list_objects_v2(Bucket=BUCKET).get("Contents", ())]
    bodies = {key: gzip.decompress(client.get_object(Bucket=BUCKET, Key=key)["Body"].read()) for key in keys}
    return {key: [json.loads(line) for line in body.splitlines()] for key, body in bodies.items()}


def test_each_day_has_its_object_and_a_redelivered_batch_writes_the_same_one(algoitny: App) -> None:
    days = [date(2026, 1, 1), date(2026, 1, 1), date(2026, 1, 2)]
    records = [stream_record(log(n, day), None, number=100 + n, expired=True) for n, day in enumerate(days)]
    for _ in range(2):
        assert algoitny.invoke("archive_usage", stream_event(records, shard=None))["batchItemFailures"] == []
    assert {key: [line["log_id"] for line in lines] for key, lines in archived().items()} == {
        "usage/2026/01/01/100-101.jsonl.gz": ["log-0", "log-1"],
        "usage/2026/01/02/102-102.jsonl.gz": ["log-2"],
    }


def test_what_somebody_deleted_is_not_archived(algoitny: App) -> None:
    record = stream_record(log(1, date(2026, 1, 1)), None, number=1)
    algoitny.invoke("archive_usage", stream_event([record], shard=None))
    assert archived() == {}
