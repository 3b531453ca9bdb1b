"""Changes to an item that is not read first."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, TypeVar

from msgspec import field

from singletable.codec import AttributeValue, is_absent
from singletable.errors import ConditionRefused, NotFound, SchemaError
from singletable.expressions import NO_CONDITIONS, Condition, Conditions, Expression, absent, at_most
from singletable.items import EXPIRY, place_attributes
from singletable.keys import ItemKey
from singletable.operations import Operation, Request, alive, clauses, key_attributes, not_expired
from singletable.schema import EntitySpec, spec_of

T = TypeVar("T")


class Patch(Operation[T], frozen=True):
    """Changes some fields without reading first; what is decided by the item is decided by its condition.

    `ceiling` refuses an `add` that would pass it. `upsert` lets the patch make the item; one that is past its time is
    deleted first. Index keys made from a changed field are recomputed from what the patch and the key tell; if that is
    not enough, the patch is refused.
    """

    key: ItemKey[T]
    set: Mapping[str, Any] = field(default_factory=dict)
    add: Mapping[str, int] = field(default_factory=dict)
    remove: tuple[str, ...] = ()
    ceiling: Mapping[str, int] = field(default_factory=dict)
    when: Conditions = NO_CONDITIONS
    upsert: bool = False
    verb = "Update"

    @property
    def spec(self) -> EntitySpec:
        return spec_of(self.key.entity)

    def request(self, now: datetime) -> Request:
        to = Expression(self.spec)
        values = {**self._inborn(), **self.set, **dict.fromkeys(self.remove)}
        sets, removes = self._changes(to, values)
        sets += self._additions(to)
        for attribute, value in self._places(values).items():
            if value is None:
                removes.append(to.name(attribute))
            else:
                sets.append(f"{to.name(attribute)} = {to.value(value)}")
        if self.upsert:
            sets += self._birth(to, now, values)
        condition = not_expired(to, now) if self.upsert else alive(to, now)
        condition += to.all_of(self._ceilings()) + to.all_of(self.when)
        return {
            "Key": key_attributes(self.key),
            **to.arguments(UpdateExpression=clauses(SET=sets, REMOVE=removes), ConditionExpression=condition),
        }

    def _inborn(self) -> dict[str, Any]:
        """Fields of the key that the item holds as well."""
        fields = self.spec.fields
        own = {n: value for n, value in self.key.fields.items() if n in fields and not fields[n].key_only}
        return own if self.upsert else {}

    def _changes(self, to: Expression, values: Mapping[str, Any]) -> tuple[list[str], list[str]]:
        sets, removes = [], []
        for name, value in values.items():
            path, changed = to.path(name)
            if changed is None:
                raise SchemaError(f"{name}: a patch sets whole fields")
            if not is_absent(value):
                sets.append(f"{path} = {to.value(changed.codec.encode(value))}")
            elif changed.vital:
                raise SchemaError(f"{self.spec.cls.__name__}: an item without {name} would be broken")
            else:
                removes.append(path)
        return sets, removes

    def _additions(self, to: Expression) -> list[str]:
        # A counter moves without making anybody's copy stale.
        edits = self.spec.versioned and (self.set or self.remove) and "version" not in self.set
        amounts = {"version": 1, **self.add} if edits else self.add
        zero = to.value({"N": "0"}) if amounts else ""
        paths = {to.path(name)[0]: amount for name, amount in amounts.items()}
        return [
            f"{path} = if_not_exists({path}, {zero}) + {to.value({'N': str(amount)})}" for path, amount in paths.items()
        ]

    def _ceilings(self) -> dict[str, Condition]:
        """A counter that is not there yet stands at nought, and even that may be too much for a low ceiling."""
        rooms = {name: limit - self.add.get(name, 0) for name, limit in self.ceiling.items()}
        return {name: absent | at_most(room) if room >= 0 else at_most(room) for name, room in rooms.items()}

    def _places(self, values: Mapping[str, Any]) -> dict[str, AttributeValue | None]:
        """Both attributes of every index key that the patch moves; None takes the item off that index."""
        known = {**self.key.fields, **values}
        changed = values.keys() | {name.partition(".")[0] for name in self.add}
        moved: dict[str, AttributeValue | None] = {}
        for index in self.spec.table.indexes:
            places = [place for place in self.spec.places if place.index == index]
            decisive = {name for place in places for name in place.depends}
            if not places or not (self.upsert or decisive & changed):
                continue
            unknown = decisive - known.keys()
            if unknown:
                raise SchemaError(
                    f"{self.spec.cls.__name__}: the patch moves it on {index.name}, but does not tell all that decides "
                    f"its place there: {', '.join(sorted(unknown))}; use Update"
                )
            attributes = place_attributes(places, _Known(self.spec.cls, known))
            moved |= {name: attributes.get(name) for name in (index.partition, index.sort) if name is not None}
        return moved

    def _birth(self, to: Expression, now: datetime, values: Mapping[str, Any]) -> list[str]:
        """What an item needs that the patch may be the first to write."""
        spec, table = self.spec, self.spec.table
        given = values.keys() | self.add.keys() | ({"created_at", "version"} & spec.fields.keys())
        nested = sorted(name for name in given if (f := spec.fields.get(name.partition(".")[0])) and f.nested)
        if nested:
            raise SchemaError(f"{spec.cls.__name__}: {', '.join(nested)} is nested; only Top fields can be upserted")
        timed = {"expires_at"} if spec.lifetime is not None else frozenset()
        missing = sorted(f.name for f in spec.fields.values() if f.vital and f.name not in given | timed)
        if missing:
            raise SchemaError(f"{spec.cls.__name__}: an item born without {', '.join(missing)} would be broken")
        first = [f"{to.name(table.envelope.type_name)} = {to.value({'S': spec.tag})}"]
        births: dict[str, AttributeValue] = {}
        if "created_at" in spec.fields and "created_at" not in values:
            births[to.path("created_at")[0]] = spec.fields["created_at"].codec.encode(now)
        if spec.lifetime is not None and "expires_at" not in values:
            births[to.name(table.ttl)] = EXPIRY.encode(values.get("created_at", now) + spec.lifetime)
        if table.envelope.data is not None and any(f.nested for f in spec.fields.values()):
            births[to.name(table.envelope.data)] = {"M": {}}
        return first + [f"{path} = if_not_exists({path}, {to.value(value)})" for path, value in births.items()]

    def ordinary_refusal(self, found: object | None) -> Exception:
        name = self.spec.cls.__name__
        if found is None and not self.upsert:
            return NotFound(f"{name} does not exist")
        return ConditionRefused(f"{name}: the condition did not hold", found)


class _Known:
    """An entity of which only some fields are known: enough for its properties to be asked."""

    def __init__(self, cls: type, fields: Mapping[str, Any]) -> None:
        self.__dict__.update(fields)
        self._cls = cls

    def __getattr__(self, name: str) -> Any:
        return vars(self._cls)[name].__get__(self, self._cls)
