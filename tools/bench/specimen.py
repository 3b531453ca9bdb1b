"""One entity of any kind, and as many more of it as a list should hold: same partitions, other places in them."""

import itertools
from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime, timedelta
from enum import Enum
from types import NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

from msgspec import Struct
from msgspec.structs import fields

from singletable.keys import Key
from singletable.schema import EntitySpec, evolve, spec_of

SOME_ID = "01JN8Z6G00" + "0" * 16
"""Also where any text would do: some are read as ids, whose beginning is a moment."""
SOME_MOMENT = datetime(2026, 3, 1, 12, tzinfo=UTC)
TAIL = 8
"""Characters of a text that number its copies: enough for a hundred million."""


def specimen(spec: EntitySpec, keys: Iterable[Key], known: Iterable[object], now: datetime) -> object | None:
    """One that stands in the lists of these keys: a known one if there is, else made from its declaration."""
    wanted = tuple(keys)
    candidates = [entity for entity in known if type(entity) is spec.cls]
    made = _made(spec.cls, now)
    tried = itertools.chain(candidates, _variants(spec, made, {name for key in wanted for name in key.depends}))
    return next((entity for entity in tried if _in_all(entity, wanted)), None)


def _in_all(entity: object, keys: tuple[Key, ...]) -> bool:
    return all(key.applies(entity) and key.values(lambda name: getattr(entity, name)) is not None for key in keys)


def _variants(spec: EntitySpec, made: Any, names: set[str]) -> Iterator[object]:
    """With the flags, choices and optional values that a place on an index depends on, set in every way."""
    hints = {name: hint for name, hint in _hints(spec.cls).items() if name in names}
    choices = {name: _choices(hint, getattr(made, name)) for name, hint in hints.items()}
    ways = {name: values for name, values in choices.items() if len(values) > 1}
    yield made
    for setting in itertools.islice(itertools.product(*ways.values()), 4096):
        yield evolve(made, **dict(zip(ways, setting, strict=True)))


def _choices(hint: Any, held: object) -> tuple[object, ...]:
    kind = _plain(hint)
    if kind is bool:
        return (held, not held)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return tuple(kind)
    if held is None:
        return (None, _value("", hint, SOME_MOMENT))
    return (held,)


def _made(cls: type[Struct], now: datetime) -> Any:
    required = {f.name: _value(f.name, f.type, now) for f in fields(cls) if f.required}
    return cls(**required)


def _hints(cls: type) -> dict[str, Any]:
    return get_type_hints(cls, include_extras=True)


def _plain(hint: Any) -> Any:
    """What stands first in a type, without its annotations."""
    if get_origin(hint) is Annotated:
        return _plain(get_args(hint)[0])
    if get_origin(hint) in (Union, UnionType):
        return _plain(next(member for member in get_args(hint) if member is not NoneType))
    return hint


def _value(name: str, hint: Any, now: datetime) -> object:
    kind = _plain(hint)
    if name == "expires_at":
        return now + timedelta(days=1)
    values: dict[Any, object] = {str: SOME_ID, bool: True, int: 1, datetime: now, date: now.date()}
    if kind in values:
        return values[kind]
    if isinstance(kind, type) and issubclass(kind, Enum):
        return next(iter(kind))
    if isinstance(kind, type) and issubclass(kind, Struct):
        return _made(kind, now)
    return (get_origin(kind) or kind)()


def copies(one: object, keys: Iterable[Key], number: int) -> Iterator[object]:
    """Entities that share the partition of every one of these keys, and nothing else by which they are found."""
    spec = spec_of(one)
    fixed = {name for key in keys for name in key.partition.names()}
    names = {name for key in (spec.key, *spec.places) for name in key.names()} - fixed
    values = {name: getattr(one, name) for name in sorted(names) if name in spec.fields}
    varied = {name: value for name, value in values.items() if _varies(value)}
    for count in range(1, number + 1):
        yield evolve(one, **{name: _another(value, count) for name, value in varied.items()})


def _varies(value: object) -> bool:
    return isinstance(value, str | int | date) and not isinstance(value, bool | Enum)


def _another(value: object, count: int) -> object:
    match value:
        case datetime():
            return value + timedelta(milliseconds=count)
        case date():
            return value + timedelta(days=count)
        case int():
            return value + count
    text = str(value)
    return f"{text[:-TAIL] if len(text) > TAIL else text}{count:0{TAIL}d}"


def can_be_many(one: object, keys: Iterable[Key]) -> bool:
    """Whether a partition of these keys can hold more than one."""
    first, second = itertools.islice(copies(one, tuple(keys), 2), 2)
    key = spec_of(one).item_key
    return key(first) != key(second)
