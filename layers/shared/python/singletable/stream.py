"""Stream records as changes of entities: what was, what is, and in which order."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any, Literal

from msgspec import Struct

from singletable.items import decode_any_entity
from singletable.schema import Table

SEQUENCE_WIDTH = 40
REACHABLE = timedelta(hours=48)
"""A stream keeps its records for a day, and a shard is open for some hours: after this nothing of it can come again."""


class Checkpoint(Struct, frozen=True):
    """How far into a shard an aggregate has come."""

    sequence: str
    at: datetime


class Change(Struct, frozen=True):
    """One change of one item. `sequence` orders the changes of a shard and is comparable as text."""

    kind: Literal["INSERT", "MODIFY", "REMOVE"]
    before: object | None
    after: object | None
    sequence: str
    record: str
    """The record's own number, as the stream wants it back when it failed."""
    at: datetime
    expired: bool
    """Time-to-live removed it, not a caller."""

    @property
    def entity(self) -> object:
        return self.after if self.after is not None else self.before


def read_change(record: Mapping[str, Any], table: Table) -> Change:
    data = record["dynamodb"]
    number = str(data["SequenceNumber"])
    identity = record.get("userIdentity") or {}
    old, new = data.get("OldImage"), data.get("NewImage")
    return Change(
        kind=record["eventName"],
        before=decode_any_entity(old, table) if old else None,
        after=decode_any_entity(new, table) if new else None,
        sequence=number.zfill(SEQUENCE_WIDTH),
        record=number,
        at=datetime.fromtimestamp(float(data.get("ApproximateCreationDateTime", 0)), UTC),
        expired=identity.get("principalId") == "dynamodb.amazonaws.com" and identity.get("type") == "Service",
    )
