"""DynamoDB stream events as Lambda receives them, for tests and for `sam local invoke`."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from singletable.items import encode

STREAM = "arn:aws:dynamodb:us-east-1:000000000000:table/table/stream/2026-03-01T00:00:00.000"


def stream_record(
    before: object | None,
    after: object | None,
    *,
    number: int,
    at: datetime = datetime(2026, 3, 1, 12, tzinfo=UTC),
    expired: bool = False,
) -> dict[str, Any]:
    """One change of one entity."""
    old, new = (encode(entity) if entity is not None else None for entity in (before, after))
    kind = "INSERT" if old is None else "REMOVE" if new is None else "MODIFY"
    item = new or old or {}
    data: dict[str, Any] = {
        "ApproximateCreationDateTime": at.timestamp(),
        "Keys": {"PK": item["PK"], "SK": item["SK"]},
        "SequenceNumber": str(number),
        "SizeBytes": 100,
        "StreamViewType": "NEW_AND_OLD_IMAGES",
    }
    if old is not None:
        data["OldImage"] = old
    if new is not None:
        data["NewImage"] = new
    record: dict[str, Any] = {
        "eventID": f"event-{number}",
        "eventName": kind,
        "eventVersion": "1.1",
        "eventSource": "aws:dynamodb",
        "awsRegion": "us-east-1",
        "dynamodb": data,
        "eventSourceARN": STREAM,
    }
    if expired:
        record["userIdentity"] = {"principalId": "dynamodb.amazonaws.com", "type": "Service"}
    return record


def stream_event(records: Sequence[Mapping[str, Any]], *, shard: str | None = "shardId-000000000001") -> dict[str, Any]:
    """A batch; without a shard, as from a mapping that has no tumbling window."""
    event: dict[str, Any] = {"Records": list(records)}
    if shard is not None:
        window = {"start": "2026-03-01T12:00:00Z", "end": "2026-03-01T12:00:05Z"}
        event |= {"shardId": shard, "window": window, "state": {}, "isFinalInvokeForWindow": False}
    return event
