"""Queries: the request of a range, pages that are full, and positions that never carry the partition."""

from collections.abc import Callable, Collection, Iterator, Mapping
from datetime import datetime
from decimal import Decimal
from typing import Any

from singletable.codec import AttributeValue, Item
from singletable.errors import SchemaError
from singletable.expressions import NO_CONDITIONS, Conditions, Expression
from singletable.items import expired
from singletable.keys import PARTITION, SORT, Range, SortValue
from singletable.schema import Table, spec_of

ReadPage = Callable[[Mapping[str, Any]], Mapping[str, Any]]
Position = dict[str, AttributeValue]

MOST_READS = 10
SMALLEST_FILTERED_READ = 100


class Query:
    """One range of one table or index, in one direction, under one filter."""

    def __init__(
        self,
        table: Table,
        range_: Range[Any],
        *,
        newest_first: bool = False,
        where: Conditions = NO_CONDITIONS,
        consistent: bool = False,
        without: Collection[str] = (),
    ) -> None:
        self._table, self._range, self._filtered = table, range_, bool(where)
        index = range_.key.index
        if index is not None and consistent:
            raise SchemaError(f"{index.name} is an index: it cannot be read consistently")
        self._partition = index.partition if index else PARTITION
        self._sort = index.sort if index else SORT
        to = Expression(spec_of(range_.entity))
        condition = [f"{to.name(self._partition)} = {to.value({'S': range_.partition})}", *self._bounds(to)]
        projection = to.all_but(without, self._sort or SORT) if without else None
        self._request = {
            **to.arguments(
                KeyConditionExpression=condition,
                FilterExpression=to.all_of(where),
                ProjectionExpression=projection,
            ),
            "ScanIndexForward": not newest_first,
            **({"IndexName": index.name} if index else {}),
            **({"ConsistentRead": True} if consistent else {}),
        }
        self.scope = repr((table.name, sorted(self._request.items(), key=lambda pair: pair[0])))

    def _bounds(self, to: Expression) -> list[str]:
        low, high = self._range.low, self._range.high
        if self._sort is None or (low is None and high is None):
            return []
        sort = to.name(self._sort)
        if low is not None and self._range.exactly:
            return [f"{sort} = {to.value(_value(low))}"]
        if low is not None and high is not None:
            return [f"{sort} BETWEEN {to.value(_value(low))} AND {to.value(_value(high))}"]
        if low is not None:
            return [f"{sort} >= {to.value(_value(low))}"]
        return [f"{sort} < {to.value(_value(high))}"] if high is not None else []

    def page(
        self, read: ReadPage, *, limit: int, position: Position | None, now: datetime, peek: bool = True
    ) -> tuple[list[Item], Position | None]:
        """Up to `limit` items that are alive and pass the filter, and the position behind the last of them.

        `peek` reads one further: a full page that is the last is then known to be.
        """
        found: list[Item] = []
        if self._range.empty:
            return found, None
        for _ in range(MOST_READS):
            missing = limit - len(found) + peek
            size = max(missing, SMALLEST_FILTERED_READ) if self._filtered else missing
            response = read(self._asking(size, position))
            found += [item for item in response["Items"] if self._visible(item, now)]
            if len(found) > limit:
                return found[:limit], self._position_of(found[limit - 1])
            last = response.get("LastEvaluatedKey")
            position = self._without_partition(last) if last else None
            if position is None or len(found) == limit:
                break
        return found, position

    def all(self, read: ReadPage, *, now: datetime) -> Iterator[Item]:
        position: Position | None = None
        while not self._range.empty:
            response = read(self._asking(None, position))
            yield from (item for item in response["Items"] if self._visible(item, now))
            if "LastEvaluatedKey" not in response:
                return
            position = self._without_partition(response["LastEvaluatedKey"])

    def _asking(self, limit: int | None, position: Position | None) -> dict[str, Any]:
        request = dict(self._request)
        if limit is not None:
            request["Limit"] = limit
        if position is not None:
            request["ExclusiveStartKey"] = {**position, self._partition: {"S": self._range.partition}}
        return request

    def _visible(self, item: Item, now: datetime) -> bool:
        return not expired(item, self._table, now) and not self._at_open_end(item)

    def _at_open_end(self, item: Item) -> bool:
        """BETWEEN includes its end, a range does not."""
        high = self._range.high
        return high is not None and self._sort is not None and item[self._sort] == _value(high)

    def _position_of(self, item: Item) -> Position:
        names = {PARTITION, SORT, self._sort or SORT} - {self._partition}
        return {name: item[name] for name in names}

    def _without_partition(self, key: Position) -> Position:
        return {name: value for name, value in key.items() if name != self._partition}


def _value(bound: SortValue) -> AttributeValue:
    return {"S": bound} if isinstance(bound, str) else {"N": format(Decimal(bound).normalize(), "f")}
