"""Python values to DynamoDB attribute values and back, one compiled pair of functions per declared type."""

import base64
from collections.abc import Callable, Mapping
from datetime import UTC, date, datetime, timedelta
from decimal import Clamped, Context, Decimal, Inexact, Overflow, Rounded, Underflow
from enum import Enum
from types import NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin

from msgspec import NODEFAULT, Struct
from msgspec.structs import FieldInfo, fields

from singletable.errors import NumberOutOfRange, SchemaError
from singletable.offload import Offloaded
from singletable.templates import EPOCH, iso_milliseconds, iso_seconds, milliseconds

AttributeValue = dict[str, Any]
Item = dict[str, AttributeValue]


class TimeFormat(Enum):
    """How a table stores moments."""

    EPOCH = "seconds since 1970, a number with milliseconds only where there are any"
    EXPIRY = "whole seconds since 1970, as DynamoDB's time to live wants them"
    ISO_SECONDS = "2026-02-06T10:00:00Z"
    ISO_MILLISECONDS = "2025-11-13T10:30:00.000Z"


class _Absence(Enum):
    IMPOSSIBLE = "an item without the value is broken"


NEVER_ABSENT = _Absence.IMPOSSIBLE


class ValueCodec(Struct, frozen=True):
    """How one declared type is stored."""

    encode: Callable[[Any], AttributeValue]
    decode: Callable[[AttributeValue], Any]
    absent: object = NEVER_ABSENT
    """The value that is stored by storing nothing: None, or the empty set."""


def is_absent(value: object) -> bool:
    """DynamoDB has no empty sets, and an attribute that is not there says None best."""
    return value is None or (isinstance(value, frozenset) and not value)


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
        return ValueCodec(lambda v: {"SS": sorted(v)}, lambda a: frozenset(a["SS"]), absent=frozenset())
    if origin in (dict, Mapping) and args[0] is str:
        return _mapping(value_codec(args[1], times))
    if kind in (object, Any):
        return ValueCodec(encode_any, decode_any, absent=None)
    if isinstance(kind, type):
        if kind in _SCALARS:
            return _SCALARS[kind]
        if issubclass(kind, Enum):
            return _enumeration(kind)
        if kind is datetime:
            return _TIMES[times]
        if issubclass(kind, Struct):
            return _record(kind, times)
    raise SchemaError(f"{kind!r} is not a type that an item can hold")


# What DynamoDB keeps of a number; it would refuse the rest, after a round trip.
_NUMBERS = Context(prec=38, Emin=-128, Emax=126, traps=[Clamped, Inexact, Overflow, Rounded, Underflow])


def _number(value: Decimal) -> AttributeValue:
    try:
        exact = _NUMBERS.create_decimal(value)
    except ArithmeticError:
        exact = Decimal("NaN")
    if not exact.is_finite():
        raise NumberOutOfRange(f"{value} is not a number that DynamoDB can hold")
    return {"N": format(exact, "f") if exact.adjusted() < 38 else str(exact)}


def _integer(value: int) -> AttributeValue:
    return {"N": str(value)} if -(10**38) < value < 10**38 else _number(Decimal(value))


def _epoch(moment: datetime) -> AttributeValue:
    number = milliseconds(moment)
    return {"N": str(number // 1000) if number % 1000 == 0 else format(Decimal(number).scaleb(-3).normalize(), "f")}


def _from_epoch(attribute: AttributeValue) -> datetime:
    text = attribute["N"]
    if text.isdigit():
        return datetime.fromtimestamp(int(text), UTC)
    return EPOCH + timedelta(milliseconds=int(Decimal(text).scaleb(3)))


_SCALARS: dict[type, ValueCodec] = {
    str: ValueCodec(lambda v: {"S": v}, lambda a: a["S"]),
    int: ValueCodec(_integer, lambda a: int(a["N"])),
    bool: ValueCodec(lambda v: {"BOOL": v}, lambda a: a["BOOL"]),
    float: ValueCodec(lambda v: _number(Decimal(repr(v))), lambda a: float(a["N"])),
    Decimal: ValueCodec(_number, lambda a: Decimal(a["N"])),
    # boto3 hands out bytes; the JSON of a stream record or of the tuned client holds base64.
    bytes: ValueCodec(lambda v: {"B": v}, lambda a: base64.b64decode(a["B"]) if isinstance(a["B"], str) else a["B"]),
    date: ValueCodec(lambda v: {"S": v.isoformat()}, lambda a: date.fromisoformat(a["S"])),
}
_TIMES: dict[TimeFormat, ValueCodec] = {
    TimeFormat.EPOCH: ValueCodec(_epoch, _from_epoch),
    TimeFormat.EXPIRY: ValueCodec(
        lambda v: {"N": str(-(-milliseconds(v) // 1000))}, lambda a: datetime.fromtimestamp(int(a["N"]), UTC)
    ),
    TimeFormat.ISO_SECONDS: ValueCodec(lambda v: {"S": iso_seconds(v)}, lambda a: datetime.fromisoformat(a["S"])),
    TimeFormat.ISO_MILLISECONDS: ValueCodec(
        lambda v: {"S": iso_milliseconds(v)}, lambda a: datetime.fromisoformat(a["S"])
    ),
}


def _union(args: tuple[Any, ...], times: TimeFormat) -> ValueCodec:
    members = [member for member in args if member is not NoneType]
    absent = None if NoneType in args else NEVER_ABSENT
    if set(members) == {str, Offloaded}:
        pointer = _record(Offloaded, times)
        return ValueCodec(
            lambda v: {"S": v} if isinstance(v, str) else pointer.encode(v),
            lambda a: a["S"] if "S" in a else pointer.decode(a),
            absent,
        )
    if len(members) == 1:
        inner = value_codec(members[0], times)
        if inner.absent is not NEVER_ABSENT:
            raise SchemaError(f"{members[0]} is stored by nothing when it is empty, so it cannot be None as well")
        return ValueCodec(inner.encode, inner.decode, absent)
    # Decimal is not among them: a number that comes back could not say which kind it was.
    if all(member in (str, int, bool, float) for member in members):
        return ValueCodec(encode_any, decode_any, absent)
    raise SchemaError(f"a union of {members} has no single stored form")


def _enumeration(kind: type[Enum]) -> ValueCodec:
    values = {type(member.value) for member in kind}
    if values == {str}:
        return ValueCodec(lambda v: {"S": v.value}, lambda a: kind(a["S"]))
    if values == {int}:
        return ValueCodec(lambda v: {"N": str(v.value)}, lambda a: kind(int(a["N"])))
    raise SchemaError(f"{kind.__name__}: the values of an enumeration are all texts or all whole numbers")


def _sequence(inner: ValueCodec) -> ValueCodec:
    encode, decode = _element(inner)
    return ValueCodec(lambda v: {"L": [encode(x) for x in v]}, lambda a: tuple([decode(x) for x in a["L"]]))


def _mapping(inner: ValueCodec) -> ValueCodec:
    encode, decode = _element(inner)
    return ValueCodec(
        lambda v: {"M": {name: encode(x) for name, x in v.items()}},
        lambda a: {name: decode(x) for name, x in a["M"].items()},
    )


def _element(inner: ValueCodec) -> tuple[Callable[[Any], AttributeValue], Callable[[AttributeValue], Any]]:
    """Inside a list or map an absent value needs a form, or its neighbours would move up."""
    if inner.absent is NEVER_ABSENT:
        return inner.encode, inner.decode
    return (
        lambda v: {"NULL": True} if is_absent(v) else inner.encode(v),
        lambda a: inner.absent if "NULL" in a else inner.decode(a),
    )


def _record(kind: type[Struct], times: TimeFormat) -> ValueCodec:
    """A frozen record inside an item: a map, under the names its annotations give."""
    parts: list[tuple[str, str, ValueCodec]] = []
    for field in fields(kind):
        extras = get_args(field.type)[1:] if get_origin(field.type) is Annotated else ()
        stored = next((extra for extra in extras if isinstance(extra, str)), field.name)
        codec = value_codec(field.type, times)
        check_default(f"{kind.__name__}.{field.name}", field, codec)
        parts.append((field.name, stored, codec))
    if len({stored for _, stored, _ in parts}) < len(parts):
        raise SchemaError(f"{kind.__name__} stores two fields under one name")
    missing = {name: codec.absent for name, _, codec in parts if codec.absent is not NEVER_ABSENT}

    def encode(value: Any) -> AttributeValue:
        pairs = ((stored, codec, getattr(value, name)) for name, stored, codec in parts)
        return {"M": {stored: codec.encode(inner) for stored, codec, inner in pairs if not is_absent(inner)}}

    def decode(attribute: AttributeValue) -> Any:
        held = attribute["M"]
        there = {name: codec.decode(held[stored]) for name, stored, codec in parts if stored in held}
        return kind(**missing | there)

    return ValueCodec(encode, decode)


def check_default(name: str, field: FieldInfo, codec: ValueCodec) -> None:
    """Nothing stored must mean one thing only."""
    if codec.absent is not NEVER_ABSENT and field.default not in (NODEFAULT, codec.absent):
        raise SchemaError(f"{name}: what is stored by nothing is {codec.absent!r}, and cannot default to another value")


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
