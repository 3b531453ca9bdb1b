"""The only place that speaks to DynamoDB: entities in, entities out, refusals with their meaning."""

import time
import uuid
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast

from botocore.exceptions import ClientError
from msgspec import Struct

from singletable import clock
from singletable.batches import place_of, projected, read_items, write_items
from singletable.bodies import Bodies
from singletable.bucket import Bucket, no_bucket
from singletable.calls import ATTEMPTS, Calls, code_of
from singletable.codec import Item
from singletable.cursor import Cursors
from singletable.errors import ConditionRefused, SchemaError, StoreError, Throttled
from singletable.expressions import NO_CONDITIONS, Conditions
from singletable.items import decode, decode_any_entity, encode, expired, guard_size
from singletable.keys import ItemKey, Range
from singletable.locks import Claim, move, release
from singletable.meter import Meter
from singletable.offload import Offloaded
from singletable.operations import Bury, Check, Create, Delete, Operation, Put, Refusal, Update, key_attributes, remove
from singletable.patch import Patch
from singletable.query import Query
from singletable.schema import Table, spec_of

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

CONTENTION = frozenset({"TransactionConflict", "ThrottlingError", "ProvisionedThroughputExceeded"})
MOST_IN_A_TRANSACTION = 100
ACTIONS = {"Put": "PutItem", "Update": "UpdateItem", "Delete": "DeleteItem"}
RETURNED = {"UpdateItem": "ALL_NEW", "DeleteItem": "ALL_OLD"}


class Page(Struct, Generic[T], frozen=True):
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
        self.table, self.name, self.cursors, self.bucket = table, name, cursors, bucket or no_bucket(table.name)
        self.now, self._calls, self._bodies = now, Calls(client, pause, meter), Bodies(self.bucket)

    @property
    def client(self) -> "DynamoDBClient":
        return self._calls.client

    @property
    def meter(self) -> Meter | None:
        return self._calls.meter

    def get(self, key: ItemKey[T], *, consistent: bool = False) -> T | None:
        response = self._calls.send("GetItem", TableName=self.name, Key=key_attributes(key), ConsistentRead=consistent)
        item = response.get("Item")
        return None if item is None or expired(item, self.table, self.now()) else decode(item, key.entity)

    def create(self, entity: T, *, otherwise: Refusal = None) -> T:
        """Writes a new entity; AlreadyExists, or what `otherwise` says, where one stands."""
        return self.run(Create(entity, otherwise=otherwise)) or entity

    def put(self, entity: T, *, when: Conditions = NO_CONDITIONS, otherwise: Refusal = None) -> T:
        return self.run(Put(entity, when, otherwise=otherwise)) or entity

    def update(self, before: T, after: T, *, when: Conditions = NO_CONDITIONS, otherwise: Refusal = None) -> T:
        """Writes what changed, if nobody else did since `before` was read."""
        return self.run(Update(before, after, when, otherwise=otherwise)) or after

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
        """One write as one request; answers the entity as it is now, or as it was before its removal."""
        if operation.verb not in ACTIONS:
            raise SchemaError(f"a {operation.verb} is part of a transaction")
        operation, action, now = self._bodies.saved_for(operation), ACTIONS[operation.verb], self.now()
        request = operation.request(now)
        if action in RETURNED:
            request["ReturnValues"] = RETURNED[action]
        if "ConditionExpression" in request:
            request["ReturnValuesOnConditionCheckFailure"] = "ALL_OLD"
        for _ in range(ATTEMPTS):
            try:
                response = self._calls.send(action, TableName=self.name, **request)
            except ClientError as error:
                if code_of(error) != "ConditionalCheckFailedException":
                    raise
                if not self._cleared(operation, cast(Any, error.response).get("Item"), now):
                    return self._refused(operation, error, now)
            else:
                return self._result(operation, response.get("Attributes"), now)
        raise Throttled("an item past its time kept coming back")

    def _result(self, operation: Operation[T], attributes: Item | None, now: datetime) -> T | None:
        if attributes is None:
            return operation.result()
        entity: T = decode(attributes, operation.spec.cls)
        if not isinstance(operation, Delete):
            return entity
        self._bodies.discard(entity)
        return None if expired(attributes, self.table, now) else entity

    def transact(self, *operations: Operation[Any]) -> None:
        """All of the writes or none. Refused, it raises what the first refused operation means."""
        if not operations:
            return
        if len(operations) > MOST_IN_A_TRANSACTION:
            raise SchemaError(f"a transaction takes {MOST_IN_A_TRANSACTION} writes, not {len(operations)}")
        operations, now = tuple(self._bodies.saved_for(operation) for operation in operations), self.now()
        items = self._requests(operations, now)
        for attempt in range(ATTEMPTS):
            try:
                self._calls.send("TransactWriteItems", TransactItems=items, ClientRequestToken=uuid.uuid4().hex)
                return
            except ClientError as error:
                if code_of(error) != "TransactionCanceledException":
                    raise
                reasons = cast(Any, error.response)["CancellationReasons"]
                retry = self._refused_transaction(operations, reasons, now)
                if not retry and not any(reason.get("Code") in CONTENTION for reason in reasons):
                    raise
            self._calls.back_off(attempt)
        raise Throttled("the transaction kept colliding with others")

    def _requests(self, operations: Sequence[Operation[Any]], now: datetime) -> list[dict[str, Any]]:
        written: set[tuple[str, str]] = set()
        items: list[dict[str, Any]] = []
        for operation in operations:
            request = operation.request(now)
            place = place_of(request.get("Key") or request["Item"])
            if place in written:
                raise SchemaError(f"a transaction cannot touch one {operation.spec.cls.__name__} twice")
            written.add(place)
            shared = {"TableName": self.name, "ReturnValuesOnConditionCheckFailure": "ALL_OLD"}
            items.append({operation.verb: shared | request})
        return items

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
        position = None if cursor is None else self.cursors.open(query.scope, cursor)
        items, position = query.page(self._read_page, limit=limit, position=position, now=self.now())
        sealed = None if position is None else self.cursors.seal(query.scope, position)
        return Page(tuple(decode(item, range_.entity) for item in items), sealed)

    def every(
        self, range_: Range[T], *, newest_first: bool = False, consistent: bool = False, without: Collection[str] = ()
    ) -> Iterator[T]:
        """A whole range, page by page: for ranges that are small by nature, and for background work. What it is read
        `without` never leaves the table, and comes back as if it were absent."""
        query = Query(self.table, range_, newest_first=newest_first, consistent=consistent, without=without)
        return (decode(item, range_.entity) for item in query.all(self._read_page, now=self.now()))

    def find(self, range_: Range[T]) -> T | None:
        """The one item of a range that holds at most one, such as a unique index key."""
        query = Query(self.table, range_)
        items, _ = query.page(self._read_page, limit=1, position=None, now=self.now(), peek=False)
        return decode(items[0], range_.entity) if items else None

    def collection(self, key: ItemKey[Any], *, consistent: bool = False) -> tuple[object, ...]:
        """Everything in an item's partition, whatever entity it is, in the order of the sort key."""
        whole: Range[Any] = Range(spec_of(key.entity).key, key.entity, key.partition)
        query = Query(self.table, whole, consistent=consistent)
        return tuple(decode_any_entity(item, self.table) for item in query.all(self._read_page, now=self.now()))

    def count(self, range_: Range[Any]) -> int:
        """How many items a range holds; it reads them all, so keep it for small ranges."""
        query = Query(self.table, range_)
        return sum(1 for _ in query.all(self._read_page, now=self.now()))

    def batch_get(
        self, keys: Sequence[ItemKey[T]], *, consistent: bool = False, without: Collection[str] = ()
    ) -> list[T | None]:
        """The items of the keys, in their order; None where there is none. `without` takes keys of one entity."""
        places, now = [(key.partition, key.sort) for key in keys], self.now()
        projection = projected(spec_of(keys[0].entity), without) if keys and without else {}
        found = read_items(self._calls, self.name, places, consistent=consistent, projection=projection)
        items = (found.get(place) for place in places)
        return [
            None if item is None or expired(item, self.table, now) else decode(item, key.entity)
            for key, item in zip(keys, items, strict=True)
        ]

    def batch_write(self, *, puts: Iterable[object] = (), deletes: Iterable[ItemKey[Any]] = ()) -> None:
        """Unconditional writes in bulk: for what is idempotent by its key. The last of equal keys wins."""
        writes: dict[tuple[str, str], Item | None] = {}
        for entity in puts:
            item = encode(self._bodies.saved(entity))
            guard_size(item)
            writes[place_of(item)] = item
        writes |= {(key.partition, key.sort): None for key in deletes}
        write_items(self._calls, self.name, writes)

    def load(self, entity: T) -> T:
        """The entity with every offloaded text fetched."""
        return self._bodies.load(entity)

    def text(self, value: str | Offloaded) -> str:
        return self._bodies.text(value)

    def discard_bodies(self, entity: object) -> None:
        """Removes what an entity offloaded; for entities that are gone."""
        self._bodies.discard(entity)

    def _refused(self, operation: Operation[T], error: ClientError, now: datetime) -> T | None:
        """If the answer to a first try was lost, its retry meets what that try wrote: that is no refusal."""
        response = cast(Any, error.response)
        found, made = self._standing(operation, response.get("Item"), now), operation.made()
        retried = response["ResponseMetadata"].get("RetryAttempts", 0) > 0
        if retried and found is not None and made is not None and found == decode(made, operation.spec.cls):
            return operation.result()
        raise operation.refusal(found) from None

    def _refused_transaction(
        self, operations: Sequence[Operation[Any]], reasons: Sequence[Mapping[str, Any]], now: datetime
    ) -> bool:
        """Whether the way is free now; what else was refused is raised."""
        cleared = False
        for operation, reason in zip(operations, reasons, strict=True):
            if reason.get("Code") == "ConditionalCheckFailed":
                if not self._cleared(operation, reason.get("Item"), now):
                    raise operation.refusal(self._standing(operation, reason.get("Item"), now)) from None
                cleared = True
        return cleared

    def _cleared(self, operation: Operation[Any], found: Item | None, now: datetime) -> bool:
        """An upsert must not add to an item past its time: DynamoDB is late to delete it, so it is deleted here."""
        if not isinstance(operation, Patch) or not operation.upsert or not found or not expired(found, self.table, now):
            return False
        with suppress(ConditionRefused):
            self.run(Bury(operation.key))
        return True

    def _standing(self, operation: Operation[Any], found: Item | None, now: datetime) -> object | None:
        if not found or expired(found, self.table, now):
            return None
        return decode(found, operation.spec.cls)

    def _read_page(self, request: Mapping[str, Any]) -> Mapping[str, Any]:
        return self._calls.send("Query", TableName=self.name, **request)
