"""Which fields decide a key: also through properties, methods and the condition of a conditional place."""

from collections.abc import Collection, Iterator
from types import CodeType, FunctionType
from typing import Any, get_type_hints

from singletable.errors import SchemaError
from singletable.keys import Key


def dependencies(cls: type, key: Key, fields: Collection[str]) -> Iterator[str]:
    """Rather one too many: a patch that cannot recompute a key is refused, one that forgets to would corrupt it."""
    pending: list[tuple[str, dict[str, Any]]] = [(name, {}) for name in key.names()]
    if key.when is not None:
        pending += _names_in(key.when, f"{cls.__name__}.{key.name}")
    seen: set[str] = set()
    while pending:
        name, scope = pending.pop()
        if name in seen:
            continue
        seen.add(name)
        derived = vars(cls).get(name, scope.get(name))
        if name in fields:
            yield name
        elif isinstance(derived, property | FunctionType):
            pending += _names_in(derived, name)
        elif name in key.names():
            raise SchemaError(f"{cls.__name__}.{key.name}: there is no field {name}")


def derived_kind(cls: type, name: str) -> type | None:
    """What a property answers, as far as it is annotated."""
    derived = vars(cls).get(name)
    kind = get_type_hints(derived.fget).get("return") if isinstance(derived, property) else None
    return kind if isinstance(kind, type) else None


def _names_in(source: object, where: str) -> list[tuple[str, dict[str, Any]]]:
    function = source.fget if isinstance(source, property) else source
    if not isinstance(function, FunctionType):
        raise SchemaError(f"{where}: {source!r} does not show which fields it reads; use a function")
    return [(name, function.__globals__) for name in _names_used(function.__code__)]


def _names_used(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names_used(constant)
