"""Key templates: how the fields of an entity become the keys of its item, and back again."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from enum import Enum
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from singletable.errors import InvalidKey, SchemaError

if TYPE_CHECKING:
    from singletable.schema import Index

T = TypeVar("T")

SortValue = str | Decimal

LARGEST_PARTITION_KEY = 2048
LARGEST_SORT_KEY = 1024
AFTER_EVERY_KEY = "\U0010ffff"
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def milliseconds(moment: datetime) -> int:
    return (moment - EPOCH) // timedelta(milliseconds=1)


def _escape(text: str) -> str:
    """A value may hold the separator; it must not be able to forge a segment."""
    return text.replace("%", "%25").replace("#", "%23")


def _unescape(text: str) -> str:
    return text.replace("%23", "#").replace("%25", "%")


_MOMENTS: dict[str, tuple[Callable[[datetime], str], Callable[[str], datetime]]] = {
    "ms": (lambda t: f"{milliseconds(t):020d}", lambda s: EPOCH + timedelta(milliseconds=int(s))),
    "s": (
        lambda t: t.strftime("%Y-%m-%dT%H:%M:%SZ"),
        lambda s: datetime.strptime(s, "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=UTC),
    ),
    "iso": (lambda t: t.isoformat(timespec="milliseconds").replace("+00:00", "Z"), datetime.fromisoformat),
    "hour": (
        lambda t: t.strftime("%Y-%m-%dT%H"),
        lambda s: datetime.strptime(s, "%Y-%m-%dT%H").replace(tzinfo=UTC),
    ),
}
_DAYS: dict[str, tuple[Callable[[date], str], Callable[[str], date]]] = {
    "": (lambda d: d.strftime("%Y%m%d"), lambda s: date(int(s[:4]), int(s[4:6]), int(s[6:8]))),
    "date": (lambda d: d.isoformat(), date.fromisoformat),
}


class Hole(NamedTuple):
    """One `{name:spec}` of a template."""

    name: str
    spec: str

    def render(self, value: object) -> str:
        if isinstance(value, Enum):
            value = value.value
        if isinstance(value, str):
            if not value:
                raise InvalidKey(f"{self.name} is empty and cannot be part of a key")
            return _escape(value)
        if isinstance(value, bool):
            return "true" if value else "false"
        if isinstance(value, int):
            return format(value, self.spec)
        if isinstance(value, datetime):
            if self.spec in _MOMENTS:
                return _MOMENTS[self.spec][0](value.astimezone(UTC))
            return _DAYS["" if self.spec == "day" else self.spec][0](value.astimezone(UTC).date())
        if isinstance(value, date):
            return _DAYS[self.spec][0](value)
        raise SchemaError(f"{self.name}: a {type(value).__name__} cannot be part of a key")

    def parse(self, text: str, kind: type) -> object:
        if issubclass(kind, Enum) or kind is str:
            return kind(_unescape(text))
        if kind is bool:
            return text == "true"
        if kind is int:
            return int(text)
        if issubclass(kind, datetime):
            return _MOMENTS[self.spec][1](text)
        if issubclass(kind, date):
            return _DAYS[self.spec][1](text)
        raise SchemaError(f"{self.name}: a {kind.__name__} cannot be read back from a key")


class Template:
    """`PROB#{platform}#{problem_id}`: literals and holes in turn."""

    __slots__ = ("holes", "literals", "text")

    def __init__(self, text: str) -> None:
        parts = re.split(r"\{(\w+)(?::(\w+))?\}", text)
        self.text = text
        self.literals = tuple(parts[0::3])
        self.holes = tuple(Hole(name, spec or "") for name, spec in zip(parts[1::3], parts[2::3], strict=True))

    def names(self) -> tuple[str, ...]:
        return tuple(hole.name for hole in self.holes)

    def render(self, read: Callable[[str], object]) -> str | None:
        """The key, or None where a part of it is absent (which keeps the item out of a sparse index)."""
        out = [self.literals[0]]
        for hole, literal in zip(self.holes, self.literals[1:], strict=True):
            value = read(hole.name)
            if value is None:
                return None
            out.append(hole.render(value))
            out.append(literal)
        return "".join(out)

    def prefix(self, given: Mapping[str, object]) -> str:
        """The longest beginning that the given fields determine; it always ends where a segment ends."""
        out = [self.literals[0]]
        for hole, literal in zip(self.holes, self.literals[1:], strict=True):
            if hole.name not in given:
                break
            out.append(hole.render(given[hole.name]))
            out.append(literal)
        return "".join(out)

    def parse(self, key: str, kinds: Mapping[str, type]) -> dict[str, object]:
        """The fields back out of a key. Values are escaped, so a literal cannot occur inside one."""
        found: dict[str, object] = {}
        position = len(self.literals[0])
        for hole, literal in zip(self.holes, self.literals[1:], strict=True):
            end = key.index(literal, position) if literal else len(key)
            found[hole.name] = hole.parse(key[position:end], kinds[hole.name])
            position = end + len(literal)
        return found


@dataclass(frozen=True, slots=True)
class ItemKey(Generic[T]):
    """The primary key of one item, and the entity it belongs to."""

    entity: type[T]
    partition: str
    sort: str
    fields: Mapping[str, object] = field(repr=False, compare=False, hash=False)


@dataclass(frozen=True, slots=True)
class Range(Generic[T]):
    """Part of one partition, of the table or of an index, in the order of its sort key."""

    key: "Key"
    entity: type[T]
    partition: str
    low: SortValue | None = None
    high: SortValue | None = None
    """Exclusive, unless it is the end of a prefix."""

    def since(self, **fields: object) -> "Range[T]":
        """From here on, this included."""
        return Range(self.key, self.entity, self.partition, self.key.bound(fields), self.high)

    def until(self, **fields: object) -> "Range[T]":
        """Up to here, this excluded."""
        return Range(self.key, self.entity, self.partition, self.low, self.key.bound(fields))


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
        if index is not None and (index.sort is None) != (sort is None):
            raise SchemaError(f"{index.name} and its key {partition!r} disagree on having a sort key")

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def __get__(self, instance: object, owner: type[T]) -> BoundKey[T]:
        return BoundKey(self, owner)

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
            return partition, None
        sort = self._number(read) if self.numeric else self.sort.render(read)
        return None if sort is None else (partition, sort)

    def _number(self, read: Callable[[str], object]) -> Decimal | None:
        if self.sort is None:
            raise SchemaError(f"{self.name} has no sort key")
        hole = self.sort.holes[0]
        value = read(hole.name)
        if value is None:
            return None
        if isinstance(value, datetime):
            return Decimal(milliseconds(value)).scaleb(-3)
        if isinstance(value, int | Decimal):
            return Decimal(value)
        raise SchemaError(f"{hole.name}: a {type(value).__name__} cannot be a numeric sort key")

    def item(self, entity: type[T], fields: Mapping[str, object]) -> ItemKey[T]:
        if self.index is not None or self.sort is None:
            raise SchemaError(f"{self.name} is not a primary key")
        self._only_known(fields, self.names())
        values = self.values(fields.get)
        if values is None:
            missing = [name for name in self.names() if fields.get(name) is None]
            raise InvalidKey(f"{entity.__name__}: {', '.join(missing)} is missing from the key")
        partition, sort = fit(values[0], str(values[1]))
        return ItemKey(entity, partition, sort, dict(fields))

    def range(self, entity: type[T], fields: Mapping[str, object]) -> Range[T]:
        self._only_known(fields, self.names())
        partition = self.partition.render(fields.get)
        if partition is None:
            raise InvalidKey(f"{entity.__name__}.{self.name}: the partition is not fully given")
        if self.sort is None or self.numeric:
            return Range(self, entity, partition)
        prefix = self.sort.prefix(fields)
        return Range(self, entity, partition, prefix, prefix + AFTER_EVERY_KEY)

    def bound(self, fields: Mapping[str, object]) -> SortValue:
        if self.sort is None:
            raise SchemaError(f"{self.name} has no sort key to bound")
        self._only_known(fields, self.sort.names())
        if self.numeric:
            number = self._number(fields.get)
            if number is None:
                raise InvalidKey(f"{self.name}: the bound is absent")
            return number
        prefix = self.sort.prefix(fields)
        # The separator behind the last given segment would cut off an item that ends right there.
        return prefix.removesuffix("#") if not self._complete(fields) else prefix

    def _complete(self, fields: Mapping[str, object]) -> bool:
        return self.sort is not None and all(name in fields for name in self.sort.names())

    def _only_known(self, fields: Iterable[str], known: Iterable[str]) -> None:
        unknown = set(fields) - set(known)
        if unknown:
            raise SchemaError(f"{self.name} has no {', '.join(sorted(unknown))}")


def fit(partition: str, sort: str) -> tuple[str, str]:
    """Refuses keys longer than DynamoDB takes, before it does so with a less helpful message."""
    if len(partition.encode()) > LARGEST_PARTITION_KEY or len(sort.encode()) > LARGEST_SORT_KEY:
        raise InvalidKey("a key is longer than DynamoDB allows (2,048 bytes for the partition, 1,024 for the sort key)")
    return partition, sort
