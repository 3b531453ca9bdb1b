"""Python values to DynamoDB attribute values and back, one compiled pair of functions per declared type."""

import base64
import dataclasses
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from enum import Enum
from types import NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

from singletable.errors import SchemaError
from singletable.keys import EPOCH, milliseconds
from singletable.offload import Offloaded

AttributeValue = dict[str, Any]
Item = dict[str, AttributeValue]


class TimeFormat(Enum):
    """How a table stores moments."""

    EPOCH = "seconds since 1970, a number with milliseconds only where there are any"
    EXPIRY = "whole seconds since 1970, as DynamoDB's time to live wants them"
    ISO_SECONDS = "2026-02-06T10:00:00Z"
    ISO_MILLISECONDS = "2025-11-13T10:30:00.000Z"


@dataclass(frozen=True, slots=True)
class ValueCodec:
    """How one declared type is stored."""

    encode: Callable[[Any], AttributeValue]
    decode: Callable[[AttributeValue], Any]
    optional: bool = False


def value_codec(kind: Any, times: TimeFormat) -> ValueCodec:
    """The codec of a type annotation; an unknown type is refused when the entity is declared."""
    origin, args = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return value_codec(args[0], times)
    if origin in (Union, UnionType):
        return _union(args, times)
    if origin is tuple and len(args) == 2 and args[1] is Ellipsis:
        return _sequence(value_codec(args[0], times))
    if origin is frozenset and args == (str,):
        return ValueCodec(lambda v: {"SS": sorted(v)}, lambda a: frozenset(a["SS"]))
    if origin in (dict, Mapping):
        return _mapping(value_codec(args[1], times))
    if kind in (object, Any):
        return ValueCodec(encode_any, decode_any)
    if isinstance(kind, type):
        if kind in _SCALARS:
            return _SCALARS[kind]
        if issubclass(kind, Enum):
            return ValueCodec(lambda v: {"S": v.value}, lambda a: kind(a["S"]))
        if kind is datetime:
            return _TIMES[times]
        if dataclasses.is_dataclass(kind):
            return _record(kind, times)
    raise SchemaError(f"{kind!r} is not a type that an item can hold")


def epoch_number(moment: datetime) -> str:
    seconds, thousandths = divmod(milliseconds(moment), 1000)
    return f"{seconds}.{thousandths:03d}".rstrip("0") if thousandths else str(seconds)


_SCALARS: dict[type, ValueCodec] = {
    str: ValueCodec(lambda v: {"S": v}, lambda a: a["S"]),
    int: ValueCodec(lambda v: {"N": str(v)}, lambda a: int(a["N"])),
    bool: ValueCodec(lambda v: {"BOOL": v}, lambda a: a["BOOL"]),
    float: ValueCodec(lambda v: {"N": repr(v)}, lambda a: float(a["N"])),
    Decimal: ValueCodec(lambda v: {"N": format(v, "f")}, lambda a: Decimal(a["N"])),
    # boto3 hands out bytes; the JSON of a stream record or of the tuned client holds base64.
    bytes: ValueCodec(lambda v: {"B": v}, lambda a: base64.b64decode(a["B"]) if isinstance(a["B"], str) else a["B"]),
    date: ValueCodec(lambda v: {"S": v.isoformat()}, lambda a: date.fromisoformat(a["S"])),
}
_TIMES: dict[TimeFormat, ValueCodec] = {
    TimeFormat.EPOCH: ValueCodec(
        lambda v: {"N": epoch_number(v)},
        lambda a: EPOCH + timedelta(milliseconds=int(Decimal(a["N"]).scaleb(3))),
    ),
    TimeFormat.EXPIRY: ValueCodec(
        lambda v: {"N": str(-(-milliseconds(v) // 1000))}, lambda a: datetime.fromtimestamp(int(a["N"]), UTC)
    ),
    TimeFormat.ISO_SECONDS: ValueCodec(
        lambda v: {"S": v.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")}, lambda a: datetime.fromisoformat(a["S"])
    ),
    TimeFormat.ISO_MILLISECONDS: ValueCodec(
        lambda v: {"S": v.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")},
        lambda a: datetime.fromisoformat(a["S"]),
    ),
}


def _union(args: tuple[Any, ...], times: TimeFormat) -> ValueCodec:
    members = [member for member in args if member is not NoneType]
    optional = NoneType in args
    if set(members) == {str, Offloaded}:
        pointer = _record(Offloaded, times)
        return ValueCodec(
            lambda v: {"S": v} if isinstance(v, str) else pointer.encode(v),
            lambda a: a["S"] if "S" in a else pointer.decode(a),
            optional,
        )
    if len(members) == 1:
        inner = value_codec(members[0], times)
        return ValueCodec(inner.encode, inner.decode, optional)
    if all(member in (str, int, bool, float, Decimal) for member in members):
        return ValueCodec(encode_any, decode_any, optional)
    raise SchemaError(f"a union of {members} has no single stored form")


def _sequence(inner: ValueCodec) -> ValueCodec:
    encode, decode = inner.encode, inner.decode
    return ValueCodec(lambda v: {"L": [encode(x) for x in v]}, lambda a: tuple([decode(x) for x in a["L"]]))


def _mapping(inner: ValueCodec) -> ValueCodec:
    encode, decode = inner.encode, inner.decode
    return ValueCodec(
        lambda v: {"M": {name: encode(x) for name, x in v.items()}},
        lambda a: {name: decode(x) for name, x in a["M"].items()},
    )


def _record(kind: Any, times: TimeFormat) -> ValueCodec:
    """A frozen dataclass inside an item: a map, under the names its annotations give."""
    hints = get_type_hints(kind, include_extras=True)
    parts: list[tuple[str, str, ValueCodec]] = []
    for field in dataclasses.fields(kind):
        hint = hints[field.name]
        extras = get_args(hint)[1:] if get_origin(hint) is Annotated else ()
        stored = next((extra for extra in extras if isinstance(extra, str)), field.name)
        parts.append((field.name, stored, value_codec(hint, times)))

    def encode(value: Any) -> AttributeValue:
        pairs = ((stored, codec, getattr(value, name)) for name, stored, codec in parts)
        return {"M": {stored: codec.encode(inner) for stored, codec, inner in pairs if inner is not None}}

    def decode(attribute: AttributeValue) -> Any:
        held = attribute["M"]
        return kind(**{name: codec.decode(held[stored]) for name, stored, codec in parts if stored in held})

    return ValueCodec(encode, decode)


def encode_any(value: Any) -> AttributeValue:
    """A free-form value, as in a metadata map."""
    if value is None:
        return {"NULL": True}
    if isinstance(value, dict):
        return {"M": {str(name): encode_any(inner) for name, inner in value.items()}}
    if isinstance(value, list | tuple):
        return {"L": [encode_any(inner) for inner in value]}
    for kind in (bool, str, int, float, Decimal, bytes):
        if isinstance(value, kind):
            return _SCALARS[kind].encode(value)
    raise SchemaError(f"a {type(value).__name__} cannot be stored")


def decode_any(attribute: AttributeValue) -> Any:
    kind, value = next(iter(attribute.items()))
    if kind == "M":
        return {name: decode_any(inner) for name, inner in value.items()}
    if kind == "L":
        return [decode_any(inner) for inner in value]
    if kind == "N":
        return int(value) if value.lstrip("-").isdigit() else float(value)
    if kind == "NULL":
        return None
    if kind == "B":
        return _SCALARS[bytes].decode(attribute)
    return value
