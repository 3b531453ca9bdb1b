"""Keys: where the items of an entity stand, on the table or on an index, and the ranges that can be asked for."""

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Generic, TypeVar, overload

from msgspec import Struct, field
from msgspec.structs import replace

from singletable.errors import InvalidKey, SchemaError
from singletable.templates import SEPARATOR, Template, milliseconds

if TYPE_CHECKING:
    from singletable.schema import Index

T = TypeVar("T")

SortValue = str | Decimal

PARTITION, SORT = "PK", "SK"
LARGEST_PARTITION_KEY = 2048
LARGEST_SORT_KEY = 1024
AFTER_SEPARATOR = chr(ord(SEPARATOR) + 1)


class ItemKey(Struct, Generic[T], frozen=True):
    """The primary key of one item, and the entity it belongs to."""

    entity: type[T]
    partition: str
    sort: str
    fields: Mapping[str, object]
    """Says nothing that the key does not say."""

    def __eq__(self, other: object) -> bool:
        return self._identity == other._identity if isinstance(other, ItemKey) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._identity)

    def __repr__(self) -> str:
        return f"ItemKey({self.entity.__name__}, {self.partition!r}, {self.sort!r})"

    @property
    def _identity(self) -> tuple[type, str, str]:
        return self.entity, self.partition, self.sort


class Range(Struct, Generic[T], frozen=True):
    """Part of one partition, of the table or of an index, in the order of its sort key."""

    key: "Key"
    entity: type[T]
    partition: str
    low: SortValue | None = None
    high: SortValue | None = None
    """Exclusive."""
    exactly: bool = False
    """Not a span: `low` is the one sort key."""
    given: Mapping[str, object] = field(default_factory=dict)

    def since(self, **fields: object) -> "Range[T]":
        """From here on, this included."""
        return replace(self, low=self._bound(fields))

    def until(self, **fields: object) -> "Range[T]":
        """Up to here, this excluded."""
        return replace(self, high=self._bound(fields))

    def _bound(self, fields: Mapping[str, object]) -> SortValue:
        if self.exactly or fields.keys() & self.given.keys():
            raise SchemaError(f"{self.entity.__name__}.{self.key.name}: the range is narrower than its bound already")
        return self.key.bound(self.given, fields)

    @property
    def empty(self) -> bool:
        return self.low is not None and self.high is not None and self.low >= self.high  # type: ignore[operator]


class BoundKey(Generic[T]):
    """A key as seen through its entity: `Problem.listed(state="COMPLETED")` is a range of problems."""

    __slots__ = ("entity", "key")

    def __init__(self, key: "Key", entity: type[T]) -> None:
        self.key = key
        self.entity = entity

    def __call__(self, **fields: object) -> Range[T]:
        return self.key.range(self.entity, fields)

    def item(self, **fields: object) -> ItemKey[T]:
        """The whole primary key of one item."""
        return self.key.item(self.entity, fields)


class Key:
    """Where an entity stands, on the table or on one index; `answers` is the question it is there for."""

    def __init__(
        self,
        partition: str,
        sort: str | None = None,
        *,
        answers: str,
        index: "Index | None" = None,
        when: Callable[[Any], bool] | None = None,
    ) -> None:
        self.partition = Template(partition)
        self.sort = Template(sort) if sort is not None else None
        self.index = index
        self.when = when
        self.answers = answers
        self.name = ""
        self.depends: frozenset[str] = frozenset()
        if (sort is None) != (index is not None and index.sort is None):
            raise SchemaError(f"{index.name if index else 'the table'} and {partition!r} disagree on having a sort key")
        if index is None and when is not None:
            raise SchemaError(f"{partition!r}: only a place on an index can be conditional")
        if self.sort is not None and not self.sort.in_segments:
            raise SchemaError(f"{sort!r}: in a sort key a value begins a segment")
        if self.numeric and self.sort is not None and (self.sort.literals != ("", "") or self.sort.holes[0].spec):
            raise SchemaError(f"{sort!r}: a numeric sort key is one value and nothing else")

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    @overload
    def __get__(self, instance: None, owner: type[T]) -> BoundKey[T]: ...
    @overload
    def __get__(self, instance: object, owner: type[T]) -> "Key": ...
    def __get__(self, instance: object, owner: type[T]) -> "BoundKey[T] | Key":
        return BoundKey(self, owner) if instance is None else self

    @property
    def numeric(self) -> bool:
        return self.index is not None and self.index.numeric

    def names(self) -> tuple[str, ...]:
        return self.partition.names() + (self.sort.names() if self.sort else ())

    def applies(self, entity: object) -> bool:
        return self.when is None or bool(self.when(entity))

    def values(self, read: Callable[[str], object]) -> tuple[str, SortValue | None] | None:
        """Partition and sort value, or None where the item has no place on this index."""
        partition = self.partition.render(read)
        if partition is None:
            return None
        if self.sort is None:
            return fit(partition), None
        sort = self._number(read) if self.numeric else self.sort.render(read)
        return None if sort is None else (fit(partition, sort), sort)

    def _number(self, read: Callable[[str], object]) -> Decimal | None:
        name = self.names()[-1]
        value = read(name)
        if value is None:
            return None
        if isinstance(value, datetime):
            return Decimal(milliseconds(value)).scaleb(-3)
        if isinstance(value, int | Decimal):
            return Decimal(value)
        raise SchemaError(f"{name}: a {type(value).__name__} cannot be a numeric sort key")

    def check(self, kind_of: Callable[[str], type | None], read_back: frozenset[str]) -> None:
        """Refuses, when the entity is declared, what its values could not be written as or read back from."""
        for template in (self.partition, self.sort):
            for hole in template.holes if template else ():
                kind = kind_of(hole.name)
                if kind is None:
                    continue
                if self.numeric and template is self.sort:
                    fits = issubclass(kind, int | Decimal | datetime)
                else:
                    fits = hole.takes(kind, back=hole.name in read_back)
                if not fits:
                    raise SchemaError(f"{self.name}: a {kind.__name__} cannot be {hole.name!r} under {hole.spec!r}")

    def item(self, entity: type[T], fields: Mapping[str, object]) -> ItemKey[T]:
        if self.index is not None:
            raise SchemaError(f"{self.name} is not a primary key")
        self._only_known(fields, self.names())
        values = self.values(fields.get)
        if values is None:
            missing = [name for name in self.names() if fields.get(name) is None]
            raise InvalidKey(f"{entity.__name__}: {', '.join(missing)} is missing from the key")
        return ItemKey(entity, values[0], str(values[1]), dict(fields))

    def range(self, entity: type[T], fields: Mapping[str, object]) -> Range[T]:
        self._only_known(fields, self.names())
        partition = self.partition.render(fields.get)
        if partition is None:
            raise InvalidKey(f"{entity.__name__}.{self.name}: the partition is not fully given")
        fit(partition)
        if self.sort is None:
            return Range(self, entity, partition)
        if all(name in fields for name in self.sort.names()):
            return Range(self, entity, partition, self._whole(fields), exactly=True)
        prefix = self._beginning(fields, fields.keys() - set(self.partition.names()))
        if not prefix:
            return Range(self, entity, partition, given=fields)
        return Range(self, entity, partition, prefix, prefix[:-1] + AFTER_SEPARATOR, given=fields)

    def bound(self, given: Mapping[str, object], fields: Mapping[str, object]) -> SortValue:
        if self.sort is None:
            raise SchemaError(f"{self.name} has no sort key to bound")
        self._only_known(fields, self.sort.names())
        known = {**given, **fields}
        if all(name in known for name in self.sort.names()):
            return self._whole(known)
        # The separator behind the last given segment would cut off an item that ends right there.
        return self._beginning(known, fields.keys()).removesuffix(SEPARATOR)

    def _whole(self, known: Mapping[str, object]) -> SortValue:
        if self.sort is None:
            raise SchemaError(f"{self.name} has no sort key")
        value = self._number(known.get) if self.numeric else self.sort.render(known.get)
        if value is None:
            raise InvalidKey(f"{self.name}: a part of the sort key is absent")
        return value

    def _beginning(self, known: Mapping[str, object], meant: Iterable[str]) -> str:
        if self.sort is None:
            raise SchemaError(f"{self.name} has no sort key")
        stray = set(meant) - set(self.sort.leading(known))
        if stray:
            raise SchemaError(f"{self.name}: {', '.join(sorted(stray))} means nothing without what comes before")
        return self.sort.prefix(known)

    def _only_known(self, fields: Iterable[str], known: Iterable[str]) -> None:
        unknown = set(fields) - set(known)
        if unknown:
            raise SchemaError(f"{self.name} has no {', '.join(sorted(unknown))}")


def fit(partition: str, sort: SortValue = "") -> str:
    """Refuses keys longer than DynamoDB takes, before it does so with a less helpful message."""
    if len(partition.encode()) > LARGEST_PARTITION_KEY or len(str(sort).encode()) > LARGEST_SORT_KEY:
        raise InvalidKey("a key is longer than DynamoDB allows (2,048 bytes for the partition, 1,024 for the sort key)")
    return partition
