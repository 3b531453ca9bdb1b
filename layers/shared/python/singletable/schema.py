"""What a table holds: indexes, envelope and entities, declared once; everything else is derived from here."""

from collections.abc import Callable, Iterator, Mapping
from datetime import timedelta
from enum import Enum
from types import MappingProxyType, NoneType, UnionType
from typing import (
    Annotated,
    Any,
    TypeVar,
    Union,
    cast,
    dataclass_transform,
    get_args,
    get_origin,
)

from msgspec import Struct, StructMeta, field, structs

from singletable.codec import NEVER_ABSENT, TimeFormat, ValueCodec, check_default, value_codec
from singletable.dependencies import dependencies, derived_kind
from singletable.errors import SchemaError
from singletable.keys import PARTITION, SORT, BoundKey, ItemKey, Key, Range
from singletable.offload import Offload, Offloaded

__all__ = [
    "KEY_ONLY",
    "BoundKey",
    "Counter",
    "EntitySpec",
    "Envelope",
    "FieldSpec",
    "Index",
    "ItemKey",
    "Key",
    "KeyOnly",
    "Offload",
    "Offloaded",
    "Range",
    "Table",
    "Text",
    "TimeFormat",
    "Top",
    "entity",
    "evolve",
    "spec_of",
]

T = TypeVar("T")


class _Marker(Enum):
    KEY_ONLY = "lives in the key alone, as the sample items have it"
    TOP = "stored beside the nested data, where ADD works on an item that does not exist yet"


KEY_ONLY = _Marker.KEY_ONLY
Top = _Marker.TOP

KeyOnly = Annotated[T, KEY_ONLY]
Counter = Annotated[T, Top]
Text = str | Offloaded
"""A long text: itself, or a pointer to where it was offloaded (`store.load` fetches it)."""


class Index(Struct, frozen=True):
    """A global secondary index; it projects everything."""

    name: str
    partition: str
    sort: str | None = None
    numeric: bool = False
    """The sort key is a number."""


class Envelope(Struct, frozen=True):
    """The stored form that all items of one table share."""

    type_name: str
    """The attribute that says which entity an item is."""
    times: TimeFormat
    data: str | None = None
    """The map that holds an entity's fields, where they are nested."""
    outside: Mapping[str, str] = field(default_factory=dict)
    """Fields stored outside that map (or under another name), in every entity."""
    naming: Callable[[str], str] = str


class FieldSpec(Struct, frozen=True):
    """One field of an entity as it is stored."""

    name: str
    stored: str
    nested: bool
    key_only: bool
    codec: ValueCodec
    kind: type
    offload: Offload | None
    vital: bool
    """An item without it is broken: it has no default, and nothing stored means nothing."""

    def path(self, envelope: Envelope) -> tuple[str, ...]:
        return (envelope.data, self.stored) if self.nested and envelope.data else (self.stored,)


class EntitySpec(Struct, frozen=True):
    """One entity: its fields, its primary key, its places on the indexes, its lifetime."""

    cls: type
    table: "Table"
    tag: str
    fields: Mapping[str, FieldSpec]
    key: Key
    places: tuple[Key, ...]
    """Index keys that are written on the item."""
    lifetime: timedelta | None

    @property
    def can_expire(self) -> bool:
        return self.lifetime is not None or "expires_at" in self.fields

    @property
    def versioned(self) -> bool:
        return "version" in self.fields

    @property
    def offloaded(self) -> tuple[FieldSpec, ...]:
        return tuple(f for f in self.fields.values() if f.offload)

    def item_key(self, instance: object) -> ItemKey[Any]:
        return self.key.item(self.cls, {name: getattr(instance, name) for name in self.key.names()})


class Table:
    """One service's table. Entities enlist themselves as they are declared."""

    def __init__(self, name: str, *, indexes: tuple[Index, ...], envelope: Envelope, ttl: str = "ttl") -> None:
        self.name = name
        self.indexes = indexes
        self.envelope = envelope
        self.ttl = ttl
        self._entities: dict[str, type] = {}

    @property
    def entities(self) -> Mapping[str, EntitySpec]:
        """Every declaration by its tag."""
        return {tag: spec_of(cls) for tag, cls in self._entities.items()}

    def entity(self, tag: str) -> type:
        try:
            return self._entities[tag]
        except KeyError:
            raise SchemaError(f"{self.name} has no entity with the tag {tag!r}") from None

    @property
    def attributes(self) -> frozenset[str]:
        """What stands on items beside their fields."""
        keys = {name for index in self.indexes for name in (index.partition, index.sort)}
        own = {PARTITION, SORT, self.ttl, self.envelope.type_name, self.envelope.data}
        return frozenset(name for name in own | keys if name is not None)

    def enlist(self, tag: str, cls: type) -> None:
        if tag in self._entities:
            raise SchemaError(f"{self.name} has two entities with the tag {tag!r}")
        self._entities[tag] = cls

    def __repr__(self) -> str:
        return f"Table({self.name!r})"


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(field,))
def entity(table: Table, *, tag: str, lifetime: timedelta | None = None) -> Callable[[type[T]], type[T]]:
    """Makes a class a frozen record and enlists it in its table."""

    def declare(cls: type[T]) -> type[T]:
        members = {name: value for name, value in vars(cls).items() if name not in ("__dict__", "__weakref__")}
        members["__spec__"] = _Declared(table, tag, lifetime)
        record = StructMeta(cls.__name__, (Struct,), members, frozen=True, kw_only=True)
        table.enlist(tag, record)
        return cast(type[T], record)

    return declare


class _Declared:
    """The declaration of an entity, read when it is first asked for: a function uses few of its service's."""

    def __init__(self, table: Table, tag: str, lifetime: timedelta | None) -> None:
        self._table, self._tag, self._lifetime = table, tag, lifetime

    def __get__(self, instance: object, record: type[Struct]) -> EntitySpec:
        keys = [value for value in vars(record).values() if isinstance(value, Key)]
        primary = [key for key in keys if key.index is None and key.name == "key"]
        if len(primary) != 1:
            raise SchemaError(f"{record.__name__} needs exactly one primary key, named `key`")
        fields = {f.name: f for f in _fields(record, self._table)}
        key_only = frozenset(f.name for f in fields.values() if f.key_only)
        for key in keys:
            key.depends = frozenset(dependencies(record, key, fields))
            key.check(lambda name: fields[name].kind if name in fields else derived_kind(record, name), key_only)
        places = tuple(key for key in keys if key.index is not None)
        spec = EntitySpec(record, self._table, self._tag, MappingProxyType(fields), primary[0], places, self._lifetime)
        _check(spec)
        cast(Any, record).__spec__ = spec
        return spec


def spec_of(of: object) -> EntitySpec:
    """The declaration behind an entity's class or instance."""
    try:
        return cast(EntitySpec, cast(Any, of).__spec__)
    except AttributeError:
        raise SchemaError(f"{of!r} is not an entity") from None


def evolve(instance: T, **changes: object) -> T:
    """The same entity with some fields changed."""
    return cast(T, structs.replace(cast(Any, instance), **changes))


def _check(spec: EntitySpec) -> None:
    name, fields, table = spec.cls.__name__, spec.fields, spec.table
    for place in spec.places:
        if place.index is not None and place.index not in table.indexes:
            raise SchemaError(f"{name}.{place.name}: {table.name} has no index {place.index.name}")
    lost = [f.name for f in fields.values() if f.key_only and f.name not in spec.key.names()]
    if lost:
        raise SchemaError(f"{name}: {', '.join(lost)} would be stored nowhere")
    if spec.lifetime is not None and "created_at" not in fields:
        raise SchemaError(f"{name}: a lifetime counts from `created_at`, which is missing")
    if spec.versioned and fields["version"].kind is not int:
        raise SchemaError(f"{name}: a version is a whole number")
    taken: set[tuple[str, ...]] = {(attribute,) for attribute in table.attributes}
    for f in fields.values():
        path = f.path(table.envelope)
        if f.key_only or (f.name == "expires_at" and path == (table.ttl,)):
            continue
        if path in taken:
            raise SchemaError(f"{name}.{f.name}: something else is stored as {f.stored!r}")
        taken.add(path)


def _fields(record: type[Struct], table: Table) -> Iterator[FieldSpec]:
    envelope = table.envelope
    for f in structs.fields(record):
        kind, extras = _unwrap(f.type)
        outside = envelope.outside.get(f.name)
        named = next((extra for extra in extras if isinstance(extra, str)), None)
        ttl = f.name == "expires_at"
        offload = next((extra for extra in extras if isinstance(extra, Offload)), None)
        if offload is not None and Offloaded not in get_args(kind):
            raise SchemaError(f"{record.__name__}.{f.name}: only a Text can be offloaded")
        codec = value_codec(kind, TimeFormat.EXPIRY if ttl else envelope.times)
        check_default(f"{record.__name__}.{f.name}", f, codec)
        yield FieldSpec(
            name=f.name,
            stored=table.ttl if ttl else named or outside or envelope.naming(f.name),
            nested=envelope.data is not None and outside is None and not ttl and Top not in extras,
            key_only=KEY_ONLY in extras,
            codec=codec,
            kind=_plain(kind),
            offload=offload,
            vital=f.required and KEY_ONLY not in extras and codec.absent is NEVER_ABSENT,
        )


def _unwrap(hint: Any) -> tuple[Any, tuple[object, ...]]:
    if get_origin(hint) is Annotated:
        kind, *extras = get_args(hint)
        inner, more = _unwrap(kind)
        return inner, (*extras, *more)
    return hint, ()


def _plain(kind: Any) -> type:
    if get_origin(kind) in (Union, UnionType):
        members = [member for member in get_args(kind) if member is not NoneType]
        kind = members[0]
    return kind if isinstance(kind, type) else object
