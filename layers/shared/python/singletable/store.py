"""The only place that speaks to DynamoDB: entities in, entities out, refusals with their meaning."""

import random
import time
import uuid
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast

from botocore.exceptions import ClientError

from singletable import clock
from singletable.bucket import Bucket
from singletable.codec import Item
from singletable.cursor import Cursors
from singletable.errors import SchemaError, StoreError, Throttled
from singletable.expressions import NO_CONDITIONS, Conditions
from singletable.items import PARTITION, SORT, decode, decode_any_entity, encode, expired, guard_size
from singletable.keys import ItemKey, Range
from singletable.meter import Meter
from singletable.offload import Offloaded
from singletable.operations import (
    Check,
    Claim,
    Create,
    Delete,
    Operation,
    Patch,
    Put,
    Refusal,
    Update,
    move,
    release,
    remove,
)
from singletable.query import Query
from singletable.schema import Table, evolve, spec_of

if TYPE_CHECKING:
    from mypy_boto3_dynamodb.client import DynamoDBClient

__all__ = [
    "Check",
    "Claim",
    "Create",
    "Delete",
    "Operation",
    "Page",
    "Patch",
    "Put",
    "Store",
    "Update",
    "move",
    "release",
    "remove",
]

T = TypeVar("T")

THROTTLES = frozenset(
    {
        "ProvisionedThroughputExceededException",
        "RequestLimitExceeded",
        "ThrottlingException",
        "TransactionConflictException",
        "TransactionInProgressException",
    }
)
CONTENTION = frozenset({"TransactionConflict", "ThrottlingError", "ProvisionedThroughputExceeded"})
ATTEMPTS = 8
LONGEST_PAUSE = 0.8
BATCH_GET, BATCH_WRITE, TRANSACTION = 100, 25, 100


@dataclass(frozen=True, slots=True)
class Page(Generic[T]):
    """Part of a list, and where the next part begins."""

    items: tuple[T, ...]
    cursor: str | None


class Store:
    """One table, seen through its declared entities."""

    def __init__(
        self,
        table: Table,
        client: "DynamoDBClient",
        *,
        name: str,
        cursors: Cursors,
        bucket: Bucket | None = None,
        now: Callable[[], datetime] = clock.now,
        pause: Callable[[float], None] = time.sleep,
        meter: Meter | None = None,
    ) -> None:
        self.table, self.name, self.cursors, self.bucket, self.now = table, name, cursors, bucket, now
        self._client, self._pause, self.meter = client, pause, meter

    def get(self, key: ItemKey[T], *, consistent: bool = False) -> T | None:
        response = self._call(
            "GetItem", self._client.get_item, Key=_key(key), ConsistentRead=consistent, TableName=self.name
        )
        item = response.get("Item")
        return None if item is None or expired(item, self.table, self.now()) else decode(item, key.entity)

    def create(self, entity: T, *, otherwise: Refusal = None) -> T:
        """Writes a new entity; AlreadyExists, or what `otherwise` says, where one stands."""
        return self.run(Create(entity, otherwise=otherwise)) or entity

    def put(self, entity: T, *, when: Conditions = NO_CONDITIONS, otherwise: Refusal = None) -> T:
        return self.run(Put(entity, when, otherwise)) or entity

    def update(self, before: T, after: T, *, when: Conditions = NO_CONDITIONS, otherwise: Refusal = None) -> T:
        """Writes what changed, if nobody else did since `before` was read."""
        return self.run(Update(before, after, when, otherwise)) or after

    def patch(self, patch: Patch[T]) -> T:
        """Changes an item unread and answers how it stands now. An `add` here is applied again if the network
        loses the answer and botocore retries; put it into a transaction where once must mean once."""
        result = self.run(patch)
        if result is None:
            raise StoreError("DynamoDB did not answer with the changed item")
        return result

    def delete(self, key: ItemKey[T], *, when: Conditions = NO_CONDITIONS, otherwise: Refusal = None) -> T | None:
        """Removes an item with its offloaded bodies, and answers what it was."""
        return self.run(Delete(key, when, otherwise=otherwise))

    def run(self, operation: Operation[T]) -> T | None:
        """One write as one request."""
        operation = self._offloading(operation)
        request = operation.request(self.now())
        action = {"Put": "PutItem", "Update": "UpdateItem", "Delete": "DeleteItem"}[operation.verb]
        calls: dict[str, Callable[..., Any]] = {
            "PutItem": self._client.put_item,
            "UpdateItem": self._client.update_item,
            "DeleteItem": self._client.delete_item,
        }
        if action != "PutItem":
            request["ReturnValues"] = "ALL_NEW" if action == "UpdateItem" else "ALL_OLD"
        if "ConditionExpression" in request:
            request["ReturnValuesOnConditionCheckFailure"] = "ALL_OLD"
        try:
            response = self._call(action, calls[action], TableName=self.name, **request)
        except ClientError as error:
            if _code(error) != "ConditionalCheckFailedException":
                raise
            return self._refused(operation, error)
        attributes = response.get("Attributes")
        if attributes is None:
            return operation.result()
        changed: T = decode(cast(Item, attributes), operation.spec.cls)
        if isinstance(operation, Delete):
            self.discard_bodies(changed)
        return changed

    def transact(self, *operations: Operation[Any]) -> None:
        """All of the writes or none. Refused, it raises what the first refused operation means."""
        if not operations:
            return
        if len(operations) > TRANSACTION:
            raise SchemaError(f"a transaction takes {TRANSACTION} writes, not {len(operations)}")
        operations = tuple(self._offloading(operation) for operation in operations)
        items = [
            {
                operation.verb: {
                    "TableName": self.name,
                    "ReturnValuesOnConditionCheckFailure": "ALL_OLD",
                    **operation.request(self.now()),
                }
            }
            for operation in operations
        ]
        for attempt in range(ATTEMPTS):
            try:
                self._call(
                    "TransactWriteItems",
                    self._client.transact_write_items,
                    TransactItems=items,
                    ClientRequestToken=uuid.uuid4().hex,
                )
                return
            except ClientError as error:
                if _code(error) != "TransactionCanceledException":
                    raise
                reasons = cast(Any, error.response)["CancellationReasons"]
                self._raise_refusal(operations, reasons)
                if not any(reason.get("Code") in CONTENTION for reason in reasons):
                    raise
            self._back_off(attempt)
        raise Throttled("the transaction kept colliding with others")

    def query(
        self,
        range_: Range[T],
        *,
        limit: int = 20,
        cursor: str | None = None,
        newest_first: bool = False,
        where: Conditions = NO_CONDITIONS,
        consistent: bool = False,
    ) -> Page[T]:
        """One page of a range, full while there is more, in a bounded number of reads."""
        query = Query(self.table, range_, newest_first=newest_first, where=where, consistent=consistent)
        position = self.cursors.open(query.scope, cursor) if cursor else None
        items, position = query.page(self._read_page, limit=limit, position=position, now=self.now())
        sealed = None if position is None else self.cursors.seal(query.scope, position)
        return Page(tuple(decode(item, range_.entity) for item in items), sealed)

    def every(self, range_: Range[T], *, newest_first: bool = False, consistent: bool = False) -> Iterator[T]:
        """A whole range, page by page: for ranges that are small by nature, and for background work."""
        query = Query(self.table, range_, newest_first=newest_first, where=NO_CONDITIONS, consistent=consistent)
        return (decode(item, range_.entity) for item in query.all(self._read_page, now=self.now()))

    def find(self, range_: Range[T]) -> T | None:
        """The one item of a range that holds at most one, such as a unique index key."""
        return next(iter(self.query(range_, limit=1).items), None)

    def collection(self, key: ItemKey[Any], *, consistent: bool = False) -> tuple[object, ...]:
        """Everything in an item's partition, whatever entity it is, in the order of the sort key."""
        whole: Range[Any] = Range(spec_of(key.entity).key, key.entity, key.partition)
        query = Query(self.table, whole, newest_first=False, where=NO_CONDITIONS, consistent=consistent)
        return tuple(decode_any_entity(item, self.table) for item in query.all(self._read_page, now=self.now()))

    def count(self, range_: Range[Any]) -> int:
        """How many items a range holds; it reads them all, so keep it for small ranges."""
        query = Query(self.table, range_, newest_first=False, where=NO_CONDITIONS, consistent=False)
        return sum(1 for _ in query.all(self._read_page, now=self.now()))

    def batch_get(self, keys: Sequence[ItemKey[T]], *, consistent: bool = False) -> list[T | None]:
        """The items of the keys, in the order of the keys; None where there is none."""
        found: dict[tuple[str, str], Item] = {}
        wanted = list(dict.fromkeys((key.partition, key.sort) for key in keys))
        for start in range(0, len(wanted), BATCH_GET):
            pending: list[Any] = [
                {PARTITION: {"S": partition}, SORT: {"S": sort}}
                for partition, sort in wanted[start : start + BATCH_GET]
            ]
            for attempt in range(ATTEMPTS):
                request = {self.name: {"Keys": pending, "ConsistentRead": consistent}}
                response = self._call("BatchGetItem", self._client.batch_get_item, RequestItems=request)
                for item in response["Responses"].get(self.name, ()):
                    found[(item[PARTITION]["S"], item[SORT]["S"])] = item
                pending = response.get("UnprocessedKeys", {}).get(self.name, {}).get("Keys", [])
                if not pending:
                    break
                self._back_off(attempt)
            else:
                raise Throttled("some items could not be read")
        moment = self.now()
        items = (found.get((key.partition, key.sort)) for key in keys)
        return [
            None if item is None or expired(item, self.table, moment) else decode(item, key.entity)
            for key, item in zip(keys, items, strict=True)
        ]

    def batch_write(self, *, puts: Iterable[object] = (), deletes: Iterable[ItemKey[Any]] = ()) -> None:
        """Unconditional writes in bulk: for what is idempotent by its key. The last of equal keys wins."""
        writes: dict[tuple[str, str], dict[str, Any]] = {}
        for entity in puts:
            item = encode(self._offloaded(entity))
            guard_size(item)
            writes[(item[PARTITION]["S"], item[SORT]["S"])] = {"PutRequest": {"Item": item}}
        for key in deletes:
            writes[(key.partition, key.sort)] = {"DeleteRequest": {"Key": _key(key)}}
        requests = list(writes.values())
        for start in range(0, len(requests), BATCH_WRITE):
            pending = requests[start : start + BATCH_WRITE]
            for attempt in range(ATTEMPTS):
                response = self._call(
                    "BatchWriteItem", self._client.batch_write_item, RequestItems={self.name: pending}
                )
                pending = response.get("UnprocessedItems", {}).get(self.name, [])
                if not pending:
                    break
                self._back_off(attempt)
            else:
                raise Throttled("some items could not be written")

    def load(self, entity: T) -> T:
        """The entity with every offloaded text fetched."""
        pointers = {f.name: getattr(entity, f.name) for f in spec_of(entity).offloaded}
        texts = {name: self.text(value) for name, value in pointers.items() if isinstance(value, Offloaded)}
        return evolve(entity, **texts) if texts else entity

    def text(self, value: str | Offloaded) -> str:
        return value if isinstance(value, str) else self._bucket().load(value)

    def discard_bodies(self, entity: object) -> None:
        """Removes what an entity offloaded; for entities that are gone."""
        for field in spec_of(entity).offloaded:
            value = getattr(entity, field.name)
            if isinstance(value, Offloaded):
                self._bucket().delete(value.key)

    def _bucket(self) -> Bucket:
        if self.bucket is None:
            raise SchemaError(f"{self.table.name} offloads texts, but its store was given no bucket")
        return self.bucket

    def _offloading(self, operation: Operation[T]) -> Operation[T]:
        """Bodies are saved before the item: dying in between leaves an orphan object, never a dangling pointer."""
        if isinstance(operation, Put) and operation.spec.offloaded:
            return evolve(operation, entity=self._offloaded(operation.entity))
        if isinstance(operation, Update) and operation.spec.offloaded:
            return evolve(operation, after=self._offloaded(operation.after))
        return operation

    def _offloaded(self, entity: T) -> T:
        spec = spec_of(entity)
        moved: dict[str, Offloaded] = {}
        for field in spec.offloaded:
            value = getattr(entity, field.name)
            if field.offload and isinstance(value, str) and len(value.encode()) > field.offload.above:
                key = spec.item_key(entity)
                folder = "/".join((spec.tag, key.partition, key.sort, field.name))
                moved[field.name] = self._bucket().save(folder, value)
        return evolve(entity, **moved) if moved else entity

    def _refused(self, operation: Operation[T], error: ClientError) -> T | None:
        response = cast(Any, error.response)
        found: Item | None = response.get("Item")
        retried = response["ResponseMetadata"].get("RetryAttempts", 0) > 0
        if retried and found is not None and found == operation.made():
            return operation.result()
        raise operation.refusal(self._standing(operation, found)) from None

    def _standing(self, operation: Operation[Any], found: Item | None) -> object | None:
        if found is None or expired(found, self.table, self.now()):
            return None
        return decode(found, operation.spec.cls)

    def _raise_refusal(self, operations: Sequence[Operation[Any]], reasons: Sequence[Mapping[str, Any]]) -> None:
        for operation, reason in zip(operations, reasons, strict=True):
            if reason.get("Code") == "ConditionalCheckFailed":
                raise operation.refusal(self._standing(operation, reason.get("Item"))) from None

    def _read_page(self, request: Mapping[str, Any]) -> Mapping[str, Any]:
        return self._call("Query", self._client.query, TableName=self.name, **request)

    def _call(self, action: str, call: Callable[..., Any], **request: Any) -> Mapping[str, Any]:
        if self.meter is not None:
            request["ReturnConsumedCapacity"] = "INDEXES"
        for attempt in range(ATTEMPTS):
            try:
                response = cast(Mapping[str, Any], call(**request))
            except ClientError as error:
                if _code(error) not in THROTTLES:
                    raise
            else:
                if self.meter is not None:
                    writes = action not in ("GetItem", "Query", "BatchGetItem")
                    self.meter.add(action, response, writes=writes)
                return response
            self._back_off(attempt)
        raise Throttled(f"{action} was throttled")

    def _back_off(self, attempt: int) -> None:
        """Full jitter: competitors that collided once should not meet again."""
        self._pause(random.uniform(0.0, min(LONGEST_PAUSE, 0.02 * 2**attempt)))  # noqa: S311


def _key(key: ItemKey[Any]) -> Any:
    return {PARTITION: {"S": key.partition}, SORT: {"S": key.sort}}


def _code(error: ClientError) -> str:
    return error.response["Error"].get("Code", "")
