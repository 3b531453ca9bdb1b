"""Conditions as data, and the expressions made from them: every attribute name is aliased."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from msgspec import Struct

from singletable.codec import AttributeValue, encode_any
from singletable.errors import SchemaError
from singletable.keys import PARTITION, SORT
from singletable.schema import EntitySpec, FieldSpec


class Condition(Struct, frozen=True):
    """What must be true of one field. `a | b` is true where either is."""

    def __or__(self, other: "Condition") -> "Condition":
        return Either((self, other))

    def render(self, path: str, field: FieldSpec | None, to: "Expression") -> str:
        raise NotImplementedError


class Compared(Condition, frozen=True):
    """The field stands in this relation to a value."""

    relation: str
    value: object

    def render(self, path: str, field: FieldSpec | None, to: "Expression") -> str:
        return f"{path} {self.relation} {to.value(_encode(self.value, field))}"


class Exists(Condition, frozen=True):
    there: bool

    def render(self, path: str, field: FieldSpec | None, to: "Expression") -> str:
        return f"attribute_{'' if self.there else 'not_'}exists({path})"


class Among(Condition, frozen=True):
    values: tuple[object, ...]

    def render(self, path: str, field: FieldSpec | None, to: "Expression") -> str:
        return f"{path} IN ({', '.join(to.value(_encode(value, field)) for value in self.values)})"


class Holding(Condition, frozen=True):
    value: object

    def render(self, path: str, field: FieldSpec | None, to: "Expression") -> str:
        return f"contains({path}, {to.value(encode_any(self.value))})"


class Either(Condition, frozen=True):
    conditions: tuple[Condition, ...]

    def render(self, path: str, field: FieldSpec | None, to: "Expression") -> str:
        return "(" + " OR ".join(condition.render(path, field, to) for condition in self.conditions) + ")"


def is_(value: object) -> Condition:
    return Compared("=", value)


def is_not(value: object) -> Condition:
    return Compared("<>", value)


def below(value: object) -> Condition:
    return Compared("<", value)


def at_most(value: object) -> Condition:
    return Compared("<=", value)


def above(value: object) -> Condition:
    return Compared(">", value)


def at_least(value: object) -> Condition:
    return Compared(">=", value)


def one_of(*values: object) -> Condition:
    return Among(values)


def holds(value: object) -> Condition:
    """A set or list contains the value, or a text the substring."""
    return Holding(value)


absent: Condition = Exists(there=False)
present: Condition = Exists(there=True)

Conditions = Mapping[str, object]
"""Field name to what must be true of it: a `Condition`, or a plain value to equal. All must hold."""


NO_CONDITIONS: Conditions = {}


def _encode(value: object, field: FieldSpec | None) -> AttributeValue:
    return encode_any(value) if field is None else field.codec.encode(value)


class Expression:
    """The aliases of one request. Names are never written out: the stored ones include a dozen reserved words."""

    def __init__(self, spec: EntitySpec) -> None:
        self.spec = spec
        self._names: dict[str, str] = {}
        self._values: dict[str, AttributeValue] = {}

    def name(self, attribute: str) -> str:
        return self._names.setdefault(attribute, f"#{len(self._names)}")

    def value(self, attribute: AttributeValue) -> str:
        alias = f":{len(self._values)}"
        self._values[alias] = attribute
        return alias

    def path(self, name: str) -> tuple[str, FieldSpec | None]:
        """A field's aliased path; `field.inner` reaches into a map."""
        head, *rest = name.split(".")
        try:
            field = self.spec.fields[head]
        except KeyError:
            raise SchemaError(f"{self.spec.cls.__name__} has no field {head}") from None
        if field.key_only:
            raise SchemaError(f"{self.spec.cls.__name__}.{head} lives in the key and cannot be tested or set")
        parts = [*field.path(self.spec.table.envelope), *rest]
        return ".".join(self.name(part) for part in parts), None if rest else field

    def all_but(self, without: Collection[str], *also: str) -> str:
        """A projection: what is left out never leaves the table. It must be able to be absent. `also`: keys."""
        fields, table = self.spec.fields, self.spec.table
        broken = sorted(name for name in without if name not in fields or fields[name].vital or fields[name].key_only)
        if broken:
            raise SchemaError(f"{self.spec.cls.__name__} cannot be read without {', '.join(broken)}")
        own = [self.name(attribute) for attribute in (PARTITION, SORT, table.envelope.type_name, table.ttl, *also)]
        kept = (name for name, field in fields.items() if name not in without and not field.key_only)
        return ", ".join(dict.fromkeys([*own, *(self.path(name)[0] for name in kept)]))

    def all_of(self, conditions: Conditions) -> list[str]:
        rendered = []
        for name, condition in conditions.items():
            path, field = self.path(name)
            rendered.append(
                (condition if isinstance(condition, Condition) else is_(condition)).render(path, field, self)
            )
        return rendered

    def arguments(self, **expressions: str | Iterable[str] | None) -> dict[str, Any]:
        """The request's arguments; several clauses of one expression are joined by AND."""
        out: dict[str, Any] = {}
        for name, expression in expressions.items():
            text = expression if isinstance(expression, str) else " AND ".join(expression or ())
            if text:
                out[name] = text
        if self._names:
            out["ExpressionAttributeNames"] = {alias: name for name, alias in self._names.items()}
        if self._values:
            out["ExpressionAttributeValues"] = dict(self._values)
        return out
