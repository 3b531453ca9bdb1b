"""Reads and writes in bulk: DynamoDB may leave some undone, and these see to it that none is."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from singletable.calls import ATTEMPTS, Calls
from singletable.codec import Item
from singletable.errors import Throttled
from singletable.expressions import Expression
from singletable.keys import PARTITION, SORT
from singletable.schema import EntitySpec

MOST_READS, MOST_WRITES = 100, 25
Place = tuple[str, str]


def read_items(
    calls: Calls, table: str, places: Iterable[Place], *, consistent: bool, projection: Mapping[str, Any]
) -> dict[Place, Item]:
    """What stands at these keys; a key with nothing there has no entry."""
    found: dict[Place, Item] = {}
    wanted = [{PARTITION: {"S": partition}, SORT: {"S": sort}} for partition, sort in dict.fromkeys(places)]
    for start in range(0, len(wanted), MOST_READS):
        pending = wanted[start : start + MOST_READS]
        for attempt in range(ATTEMPTS):
            request = {table: {"Keys": pending, "ConsistentRead": consistent, **projection}}
            response = calls.send("BatchGetItem", RequestItems=request)
            found |= {place_of(item): item for item in response["Responses"].get(table, ())}
            pending = response.get("UnprocessedKeys", {}).get(table, {}).get("Keys", [])
            if not pending:
                break
            calls.back_off(attempt)
        else:
            raise Throttled("some items could not be read")
    return found


def projected(spec: EntitySpec, without: Collection[str]) -> dict[str, Any]:
    """What makes a read leave fields where they are."""
    to = Expression(spec)
    return to.arguments(ProjectionExpression=to.all_but(without))


def write_items(calls: Calls, table: str, writes: dict[Place, Item | None]) -> None:
    """Puts items and, where there is None, deletes what stands there."""
    requests = [
        {"DeleteRequest": {"Key": {PARTITION: {"S": partition}, SORT: {"S": sort}}}}
        if item is None
        else {"PutRequest": {"Item": item}}
        for (partition, sort), item in writes.items()
    ]
    for start in range(0, len(requests), MOST_WRITES):
        pending = requests[start : start + MOST_WRITES]
        for attempt in range(ATTEMPTS):
            response = calls.send("BatchWriteItem", RequestItems={table: pending})
            pending = response.get("UnprocessedItems", {}).get(table, [])
            if not pending:
                break
            calls.back_off(attempt)
        else:
            raise Throttled("some items could not be written")


def place_of(item: Item) -> Place:
    return item[PARTITION]["S"], item[SORT]["S"]
