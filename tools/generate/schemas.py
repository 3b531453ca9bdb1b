"""Pydantic models as the schemas of a description: one component per model, named as the code names it."""

import re
from collections.abc import Iterable
from typing import Any

from pydantic import BaseModel, TypeAdapter
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaMode, models_json_schema

Schema = dict[str, Any]


class PlainSchemas(GenerateJsonSchema):
    """Without a title that repeats each field's name; a page of problems is a `ProblemListing`."""

    def normalize_name(self, name: str) -> str:
        return super().normalize_name(re.sub(r"(\w+)\[(\w+)\]", r"\2\1", name))

    def field_title_should_be_set(self, schema: Any) -> bool:
        return False

    def field_is_required(self, field: Any, total: bool) -> bool:
        """An answer is written whole: what has a default is there too."""
        return self.mode == "serialization" or super().field_is_required(field, total)

    def default_schema(self, schema: Any) -> Schema:
        """Not of what is always there, nor an empty text: that says that nothing was given, and need not be valid."""
        said = super().default_schema(schema)
        told = self.mode == "serialization" or said.get("default") == ""
        return {name: value for name, value in said.items() if not told or name != "default"}


Models = dict[tuple[type[BaseModel], JsonSchemaMode], Schema]


def components(
    taken: Iterable[type[BaseModel]], answered: Iterable[type[BaseModel]]
) -> tuple[Models, dict[str, Schema]]:
    """A reference for each model, and what it refers to."""
    modes: dict[tuple[type[BaseModel], JsonSchemaMode], None] = {}
    modes |= {(model, "validation"): None for model in taken}
    modes |= {(model, "serialization"): None for model in answered}
    references, defined = models_json_schema(
        list(modes), ref_template="#/components/schemas/{model}", schema_generator=PlainSchemas
    )
    schemas = {name: _untitled(schema) for name, schema in sorted(defined.get("$defs", {}).items())}
    return {key: dict(reference) for key, reference in references.items()}, schemas  # type: ignore[misc]


def _untitled(schema: Schema) -> Schema:
    return {name: value for name, value in schema.items() if name != "title"}


def parameter_schema(adapter: TypeAdapter[Any]) -> Schema:
    return _inlined(adapter.json_schema(schema_generator=PlainSchemas))


def query_fields(model: type[BaseModel]) -> dict[str, tuple[Schema, bool]]:
    """Schema of each field under the name that a query string uses, and whether it must be there."""
    schema = _inlined(model.model_json_schema(schema_generator=PlainSchemas))
    required = schema.get("required", ())
    return {name: (_present(field), name in required) for name, field in schema.get("properties", {}).items()}


def _inlined(schema: Schema) -> Schema:
    """Without references: a parameter is small, and stands alone."""
    defined = schema.pop("$defs", {})

    def inline(value: Any) -> Any:
        if isinstance(value, list):
            return [inline(each) for each in value]
        if not isinstance(value, dict):
            return value
        if "$ref" in value:
            others = {name: each for name, each in value.items() if name != "$ref"}
            return inline(_untitled(defined[value["$ref"].rpartition("/")[2]])) | inline(others)
        return {name: inline(each) for name, each in value.items()}

    return dict(inline(schema))


def _present(field: Schema) -> Schema:
    """A parameter is there or it is not; it is never null."""
    kept = {name: value for name, value in field.items() if value is not None}
    if choices := kept.pop("anyOf", None):
        others = [choice for choice in choices if choice != {"type": "null"}]
        kept |= others[0] if len(others) == 1 else {"anyOf": others}
    return kept
