"""Whole items: an entity to its stored form with every key, and back."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime
from decimal import Decimal
from functools import cache
from typing import Any, TypeVar, cast

from singletable.codec import NEVER_ABSENT, AttributeValue, Item, TimeFormat, is_absent, value_codec
from singletable.errors import ItemTooLarge, SchemaError
from singletable.keys import PARTITION, SORT, Key
from singletable.schema import Table, spec_of

T = TypeVar("T")

LARGEST_ITEM = 400 * 1024
EXPIRY = value_codec(datetime, TimeFormat.EXPIRY)


def encode(entity: object) -> Item:
    """The item of an entity, complete with keys, type, lifetime and its places on the indexes."""
    spec = spec_of(entity)
    key = spec.item_key(entity)
    item: Item = {PARTITION: {"S": key.partition}, SORT: {"S": key.sort}}
    envelope = spec.table.envelope
    item[envelope.type_name] = {"S": spec.tag}
    data = item if envelope.data is None else item.setdefault(envelope.data, {"M": {}})["M"]
    for field in spec.fields.values():
        value = getattr(entity, field.name)
        if not field.key_only and not is_absent(value):
            (data if field.nested else item)[field.stored] = field.codec.encode(value)
    if spec.lifetime is not None and "expires_at" not in spec.fields:
        born: datetime = entity.created_at  # type: ignore[attr-defined]  # the declaration demands it
        item[spec.table.ttl] = EXPIRY.encode(born + spec.lifetime)
    item.update(place_attributes(spec.places, entity))
    return item


def place_attributes(places: Iterable[Key], entity: object) -> Item:
    """The index keys of an entity: each has both its parts, or is not there."""
    placed: Item = {}
    for place in places:
        attributes = _place(place, entity)
        if attributes.keys() & placed.keys():
            raise SchemaError(f"{place.name}: the item has another place on the same index")
        placed.update(attributes)
    return placed


def _place(place: Key, entity: object) -> Item:
    index = place.index
    if index is None or not place.applies(entity):
        return {}
    values = place.values(lambda name: getattr(entity, name))
    if values is None:
        return {}
    partition, sort = values
    if sort is None or index.sort is None:
        return {index.partition: {"S": partition}}
    sort_value = {"N": format(sort.normalize(), "f")} if isinstance(sort, Decimal) else {"S": sort}
    return {index.partition: {"S": partition}, index.sort: sort_value}


def decode(item: Mapping[str, AttributeValue], cls: type[T]) -> T:
    return cast(T, _decoder(cast(Any, cls))(item))


def decode_any_entity(item: Mapping[str, AttributeValue], table: Table) -> object:
    """For queries and streams that meet several entities: the tag decides."""
    return decode(item, table.entity(item[table.envelope.type_name]["S"]))


@cache
def _decoder(cls: type[T]) -> Callable[[Mapping[str, AttributeValue]], T]:
    spec = spec_of(cls)
    envelope = spec.table.envelope
    from_keys = frozenset(f.name for f in spec.fields.values() if f.key_only)
    kinds = {name: spec.fields[name].kind for name in from_keys}
    absent = {f.name: f.codec.absent for f in spec.fields.values() if f.codec.absent is not NEVER_ABSENT}
    stored = [(f.name, f.stored, f.codec.decode) for f in spec.fields.values() if not f.key_only and not f.nested]
    nested = [(f.name, f.stored, f.codec.decode) for f in spec.fields.values() if f.nested and not f.key_only]
    data = envelope.data
    templates = [
        (attribute, template)
        for attribute, template in ((PARTITION, spec.key.partition), (SORT, spec.key.sort))
        if template is not None and from_keys & set(template.names())
    ]

    def decode_item(item: Mapping[str, AttributeValue]) -> Any:
        given: dict[str, Any] = absent.copy()
        for attribute, template in templates:
            given.update(template.parse(item[attribute]["S"], kinds))
        for name, attribute, decode_value in stored:
            if attribute in item:
                given[name] = decode_value(item[attribute])
        if nested and data is not None and data in item:
            held = item[data]["M"]
            for name, attribute, decode_value in nested:
                if attribute in held:
                    given[name] = decode_value(held[attribute])
        return cls(**given)

    return decode_item


def expired(item: Mapping[str, AttributeValue], table: Table, now: datetime) -> bool:
    """DynamoDB deletes late, up to days: a reader must not see what is past its time."""
    ttl = item.get(table.ttl)
    return ttl is not None and int(ttl["N"]) <= now.timestamp()


def whole_seconds(now: datetime) -> AttributeValue:
    """The present as a time to live is compared with it: rounded up, an item would be gone a second early."""
    return {"N": str(int(now.timestamp()))}


def guard_size(item: Item) -> None:
    """Refuses what DynamoDB would refuse, and says which attributes are to blame."""
    sizes = {name: len(name.encode()) + attribute_size(value) for name, value in item.items()}
    total = sum(sizes.values())
    if total > LARGEST_ITEM:
        largest = sorted(_leaves(item), key=lambda pair: -pair[1])[:3]
        blame = ", ".join(f"{name} ({size:,} bytes)" for name, size in largest)
        raise ItemTooLarge(f"the item has {total:,} bytes, DynamoDB takes {LARGEST_ITEM:,}; largest: {blame}")


def attribute_size(attribute: AttributeValue) -> int:
    """As DynamoDB counts: UTF-8 bytes of names and values, a byte or more for structure."""
    kind, value = next(iter(attribute.items()))
    if kind == "S":
        return len(value) if value.isascii() else len(value.encode())
    if kind == "N":
        return len(value) // 2 + 2
    if kind == "B":
        return len(value)
    if kind == "M":
        return 3 + sum(1 + len(name.encode()) + attribute_size(inner) for name, inner in value.items())
    if kind == "L":
        return 3 + sum(1 + attribute_size(inner) for inner in value)
    if kind in ("SS", "NS", "BS"):
        return 3 + sum(1 + len(inner) for inner in value)
    return 1


def _leaves(item: Item) -> Iterator[tuple[str, int]]:
    for name, value in item.items():
        if "M" in value:
            for inner, attribute in value["M"].items():
                yield f"{name}.{inner}", attribute_size(attribute)
        else:
            yield name, attribute_size(value)
