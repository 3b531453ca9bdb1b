"""Bodies and parameters as the schemas of a description: one component per model, named as the code names it."""

import re
from collections.abc import Iterable, Iterator
from typing import Any, Literal

from msgspec import Struct
from msgspec.json import schema, schema_components

Schema = dict[str, Any]
Direction = Literal["taken", "answered"]
Models = dict[tuple[Any, Direction], Schema]

PLACE = "#/components/schemas/"
A_NUMBER_OR_ITS_TEXT = {"anyOf": [{"type": "number"}, {"type": "string", "format": "decimal"}]}


class Ambiguous(Exception):
    """Two models would be described under one name."""


def components(taken: Iterable[Any], answered: Iterable[Any]) -> tuple[Models, dict[str, Schema]]:
    """A reference for each model, and what it refers to."""
    references: Models = {}
    defined: dict[str, Schema] = {}
    directions: tuple[tuple[Direction, Iterable[Any]], ...] = (("taken", taken), ("answered", answered))
    for direction, models in directions:
        ordered = list(dict.fromkeys(models))
        found, named = schema_components(ordered, ref_template=PLACE + "{name}")
        references |= {(model, direction): _plain(each) for model, each in zip(ordered, found, strict=True)}
        for name, each in named.items():
            described = _described(each, direction)
            if defined.setdefault(_readable(name), described) != described:
                raise Ambiguous(f"{name} is taken and answered, and not in one form")
    return references, dict(sorted(defined.items()))


def parameter_schema(hint: Any) -> Schema:
    return _described(_inlined(schema(hint)), "taken")


def query_fields(model: type[Struct]) -> dict[str, tuple[Schema, bool]]:
    """Schema of each field under the name that a query string uses, and whether it must be there."""
    described = parameter_schema(model)
    required = described.get("required", ())
    return {name: (_present(field), name in required) for name, field in described.get("properties", {}).items()}


def _described(found: Schema, direction: Direction) -> Schema:
    described: Schema = _plain(found)
    if direction == "answered" and "properties" in described:
        # An answer is written whole: what has a default is there too.
        described["required"] = list(described["properties"])
        for field in described["properties"].values():
            field.pop("default", None)
    if direction == "taken":
        described = _with_numbers(described)
    return described


def _plain(node: Any) -> Any:
    """Without titles that repeat a name; a page of problems is a `ProblemListing`; patterns as JavaScript has them."""
    if isinstance(node, list):
        return [_plain(each) for each in node]
    if not isinstance(node, dict):
        return node
    return dict(_plain_parts(node))


def _plain_parts(node: Schema) -> Iterator[tuple[str, Any]]:
    for name, value in node.items():
        if (name == "title" and isinstance(value, str)) or (name == "required" and value == []):
            continue
        if name == "$ref":
            yield name, PLACE + _readable(value.rpartition("/")[2]) if value.startswith(PLACE) else value
        elif name == "pattern" and isinstance(value, str):
            yield name, value.replace(r"\Z", "$")
        else:
            yield name, _plain(value)


def _with_numbers(node: Any) -> Any:
    """Who sends an amount may write it as a number, too."""
    if isinstance(node, list):
        return [_with_numbers(each) for each in node]
    if not isinstance(node, dict):
        return node
    if node.get("format") == "decimal":
        return {name: each for name, each in node.items() if name not in ("type", "format")} | A_NUMBER_OR_ITS_TEXT
    return {name: _with_numbers(each) for name, each in node.items()}


def _readable(name: str) -> str:
    return re.sub(r"^(\w+?)_(\w+)_$", r"\2\1", name)


def _inlined(found: Schema) -> Schema:
    """Without references: a parameter is small, and stands alone."""
    defined = found.pop("$defs", {})

    def inline(value: Any) -> Any:
        if isinstance(value, list):
            return [inline(each) for each in value]
        if not isinstance(value, dict):
            return value
        if "$ref" in value:
            others = {name: each for name, each in value.items() if name != "$ref"}
            return inline(defined[value["$ref"].rpartition("/")[2]]) | inline(others)
        return {name: inline(each) for name, each in value.items()}

    return dict(inline(found))


def _present(field: Schema) -> Schema:
    """A parameter is there or it is not; it is never null."""
    kept = {name: value for name, value in field.items() if value is not None}
    if choices := kept.pop("anyOf", None):
        others = [choice for choice in choices if choice != {"type": "null"}]
        kept |= others[0] if len(others) == 1 else {"anyOf": others}
    return kept
