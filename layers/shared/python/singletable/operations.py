"""Writes as data: each knows its request and, when refused, what that means."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from types import SimpleNamespace
from typing import Any, Generic, TypeVar

from singletable.codec import Item
from singletable.errors import (
    AlreadyExists,
    ConditionRefused,
    NotFound,
    SchemaError,
    VersionConflict,
)
from singletable.expressions import Conditions, Expression, absent, at_most, is_
from singletable.items import EXPIRY, PARTITION, SORT, encode, guard_size, place_attributes
from singletable.keys import ItemKey, Key
from singletable.schema import EntitySpec, evolve, spec_of

T = TypeVar("T")
Request = dict[str, Any]
Refusal = Exception | Callable[[Any], Exception] | None
"""What a refused write means: an exception, or a function that makes one from the entity that stood there."""

NOTHING: Mapping[str, Any] = {}


class Operation(Generic[T]):
    """One write; `verb` is its name in a transaction, `action` the IAM action it needs."""

    verb: str
    otherwise: Refusal

    @property
    def spec(self) -> EntitySpec:
        raise NotImplementedError

    def request(self, now: datetime) -> Request:
        raise NotImplementedError

    def result(self) -> T | None:
        """The entity as it stands after the write, where that is known beforehand."""
        return None

    def refusal(self, found: object | None) -> Exception:
        if isinstance(self.otherwise, Exception):
            return self.otherwise
        if self.otherwise is not None:
            return self.otherwise(found)
        return self.ordinary_refusal(found)

    def ordinary_refusal(self, found: object | None) -> Exception:
        return ConditionRefused(f"{self.spec.cls.__name__}: the condition did not hold", found)

    def made(self) -> Item | None:
        """The whole item that this write leaves behind, where that is known beforehand."""
        return None


def _alive(to: Expression, now: datetime) -> list[str]:
    """The item exists, and is not merely waiting to be deleted."""
    clauses = [f"attribute_exists({to.name(PARTITION)})"]
    if to.spec.can_expire:
        ttl = to.name(to.spec.table.ttl)
        clauses.append(f"(attribute_not_exists({ttl}) OR {ttl} > {to.value(EXPIRY.encode(now))})")
    return clauses


def _gone(to: Expression, now: datetime) -> str:
    missing = f"attribute_not_exists({to.name(PARTITION)})"
    if not to.spec.can_expire:
        return missing
    return f"({missing} OR {to.name(to.spec.table.ttl)} <= {to.value(EXPIRY.encode(now))})"


def _key(key: ItemKey[Any]) -> Item:
    return {PARTITION: {"S": key.partition}, SORT: {"S": key.sort}}


@dataclass(frozen=True, slots=True)
class Put(Operation[T]):
    """Writes the entity, whatever stood there, unless a condition says otherwise."""

    entity: T
    when: Conditions = field(default_factory=dict)
    otherwise: Refusal = None
    verb = "Put"

    @property
    def spec(self) -> EntitySpec:
        return spec_of(self.entity)

    def request(self, now: datetime) -> Request:
        item = encode(self.entity)
        guard_size(item)
        to = Expression(self.spec)
        return {"Item": item, **to.arguments(ConditionExpression=self.clauses(to, now))}

    def clauses(self, to: Expression, now: datetime) -> list[str]:
        return to.all_of(self.when)

    def result(self) -> T:
        return self.entity

    def made(self) -> Item:
        return encode(self.entity)


@dataclass(frozen=True, slots=True)
class Create(Put[T]):
    """Writes the entity only where none stands (an expired one counts as none)."""

    def clauses(self, to: Expression, now: datetime) -> list[str]:
        return [_gone(to, now), *to.all_of(self.when)]

    def ordinary_refusal(self, found: object | None) -> Exception:
        return AlreadyExists(f"{self.spec.cls.__name__} exists already", found)


@dataclass(frozen=True, slots=True)
class Claim(Create[T]):
    """Takes a unique name: a lock whose `owner` may claim it again, and nobody else."""

    def clauses(self, to: Expression, now: datetime) -> list[str]:
        owner, field_spec = to.path("owner")
        if field_spec is None:
            raise SchemaError(f"{self.spec.cls.__name__} is no lock: it has no owner")
        mine = f"{owner} = {to.value(field_spec.codec.encode(self.entity.owner))}"  # type: ignore[attr-defined]
        return [f"({_gone(to, now)} OR {mine})"]


@dataclass(frozen=True, slots=True)
class Update(Operation[T]):
    """Writes the difference between what was read and what it shall be, if nobody changed it in between."""

    before: T
    after: T
    when: Conditions = field(default_factory=dict)
    otherwise: Refusal = None
    verb = "Update"

    @property
    def spec(self) -> EntitySpec:
        return spec_of(self.before)

    def result(self) -> T:
        if not self.spec.versioned:
            return self.after
        return evolve(self.after, version=self.before.version + 1)  # type: ignore[attr-defined]

    def request(self, now: datetime) -> Request:
        before, after = encode(self.before), encode(self.result())
        guard_size(after)
        if _key_part(before) != _key_part(after):
            raise SchemaError(f"{self.spec.cls.__name__}: a primary key cannot change; create anew and delete")
        to = Expression(self.spec)
        clauses = _alive(to, now)
        if self.spec.versioned:
            path, version = to.path("version")
            if version is None:
                raise SchemaError(f"{self.spec.cls.__name__}: version is not a field")
            clauses.append(f"{path} = {to.value(version.codec.encode(self.before.version))}")  # type: ignore[attr-defined]
        clauses += to.all_of(self.when)
        return {
            "Key": _key_part(after),
            **to.arguments(UpdateExpression=self._difference(before, after, to), ConditionExpression=clauses),
        }

    def _difference(self, before: Item, after: Item, to: Expression) -> str:
        data = self.spec.table.envelope.data
        changes: list[tuple[str, Any]] = []
        for name in before.keys() | after.keys():
            if name == data:
                old, new = before[name]["M"], after[name]["M"]
                paths = {
                    inner: f"{to.name(name)}.{to.name(inner)}"
                    for inner in sorted(old.keys() | new.keys())
                    if old.get(inner) != new.get(inner)
                }
                changes += [(path, new.get(inner)) for inner, path in paths.items()]
            elif before.get(name) != after.get(name):
                changes.append((to.name(name), after.get(name)))
        sets = [f"{path} = {to.value(value)}" for path, value in changes if value is not None]
        removes = [path for path, value in changes if value is None]
        return _clauses(SET=sets, REMOVE=removes)

    def ordinary_refusal(self, found: object | None) -> Exception:
        name = self.spec.cls.__name__
        if found is None:
            return NotFound(f"{name} does not exist")
        return VersionConflict(f"{name} was changed by somebody else", found)

    def made(self) -> Item:
        return encode(self.result())


@dataclass(frozen=True, slots=True)
class Patch(Operation[T]):
    """Changes some fields without reading first; what is decided by the item is decided by its condition.

    `ceiling` refuses an `add` that would pass it. `upsert` lets the patch make the item. Index keys made from a
    changed field are recomputed from what the patch and the key tell; if that is not enough, the patch is refused.
    """

    key: ItemKey[T]
    set: Mapping[str, Any] = field(default_factory=dict)
    add: Mapping[str, int] = field(default_factory=dict)
    remove: tuple[str, ...] = ()
    ceiling: Mapping[str, int] = field(default_factory=dict)
    when: Conditions = field(default_factory=dict)
    upsert: bool = False
    otherwise: Refusal = None
    verb = "Update"

    @property
    def spec(self) -> EntitySpec:
        return spec_of(self.key.entity)

    def request(self, now: datetime) -> Request:
        to = Expression(self.spec)
        sets, adds, removes = [], [], []
        for name, value in self.set.items():
            path, field_spec = to.path(name)
            if field_spec is None:
                raise SchemaError(f"{name}: a patch sets whole fields")
            sets.append(f"{path} = {to.value(field_spec.codec.encode(value))}")
        for name, amount in self.add.items():
            path, _ = to.path(name)
            adds.append(f"{path} {to.value({'N': str(amount)})}")
        if self.spec.versioned and "version" not in self.set:
            adds.append(f"{to.path('version')[0]} {to.value({'N': '1'})}")
        removes += [to.path(name)[0] for name in self.remove]
        for place in self.spec.places:
            place_sets, place_removes = self._moved(place, to)
            sets += place_sets
            removes += place_removes
        if self.upsert:
            sets += self._birth(to, now)
        clauses = [] if self.upsert else _alive(to, now)
        ceilings = {name: absent | at_most(limit - self.add.get(name, 0)) for name, limit in self.ceiling.items()}
        clauses += to.all_of(ceilings) + to.all_of(self.when)
        return {
            "Key": _key(self.key),
            **to.arguments(UpdateExpression=_clauses(SET=sets, ADD=adds, REMOVE=removes), ConditionExpression=clauses),
        }

    def _moved(self, place: Key, to: Expression) -> tuple[list[str], list[str]]:
        touched = {*self.set, *self.add, *self.remove} & place.depends
        if not touched or place.index is None:
            return [], []
        known = {**self.key.fields, **self.set, **dict.fromkeys(self.remove)}
        unknown = place.depends - known.keys()
        if unknown:
            raise SchemaError(
                f"{self.spec.cls.__name__}: {', '.join(sorted(touched))} is part of {place.name}, which needs "
                f"{', '.join(sorted(unknown))} as well; use Update"
            )
        attributes = place_attributes(place, SimpleNamespace(**known))
        if not attributes:
            both = (place.index.partition, place.index.sort)
            return [], [to.name(attribute) for attribute in both if attribute]
        return [f"{to.name(attribute)} = {to.value(value)}" for attribute, value in attributes.items()], []

    def _birth(self, to: Expression, now: datetime) -> list[str]:
        """What an item needs that the patch may be the first to write."""
        spec, envelope = self.spec, self.spec.table.envelope
        stray = [n for n in (*self.set, *self.add) if spec.fields[n].nested and envelope.data is not None]
        if stray:
            raise SchemaError(f"{spec.cls.__name__}: {', '.join(stray)} is nested; only Top fields can be upserted")
        tag = to.name(envelope.type_name)
        first = [f"{tag} = {to.value({'S': spec.tag})}"]
        if "created_at" in spec.fields and "created_at" not in self.set:
            path, created = to.path("created_at")
            if created is not None:
                first.append(f"{path} = if_not_exists({path}, {to.value(created.codec.encode(now))})")
        if spec.lifetime is not None:
            ttl = to.name(spec.table.ttl)
            first.append(f"{ttl} = if_not_exists({ttl}, {to.value(EXPIRY.encode(now + spec.lifetime))})")
        return first

    def ordinary_refusal(self, found: object | None) -> Exception:
        name = self.spec.cls.__name__
        if found is None and not self.upsert:
            return NotFound(f"{name} does not exist")
        return ConditionRefused(f"{name}: the condition did not hold", found)


@dataclass(frozen=True, slots=True)
class Delete(Operation[T]):
    """Removes an item; `must_exist` makes the removal of nothing a refusal."""

    key: ItemKey[T]
    when: Conditions = field(default_factory=dict)
    must_exist: bool = False
    otherwise: Refusal = None
    verb = "Delete"

    @property
    def spec(self) -> EntitySpec:
        return spec_of(self.key.entity)

    def request(self, now: datetime) -> Request:
        to = Expression(self.spec)
        clauses = _alive(to, now) if self.must_exist else []
        return {"Key": _key(self.key), **to.arguments(ConditionExpression=clauses + to.all_of(self.when))}

    def ordinary_refusal(self, found: object | None) -> Exception:
        if found is None:
            return NotFound(f"{self.spec.cls.__name__} does not exist")
        return ConditionRefused(f"{self.spec.cls.__name__}: the condition did not hold", found)


@dataclass(frozen=True, slots=True)
class Check(Operation[T]):
    """A transaction's condition on an item it does not write."""

    key: ItemKey[T]
    when: Conditions = field(default_factory=dict)
    gone: bool = False
    otherwise: Refusal = None
    verb = "ConditionCheck"

    @property
    def spec(self) -> EntitySpec:
        return spec_of(self.key.entity)

    def request(self, now: datetime) -> Request:
        to = Expression(self.spec)
        clauses = [_gone(to, now)] if self.gone else _alive(to, now)
        return {"Key": _key(self.key), **to.arguments(ConditionExpression=clauses + to.all_of(self.when))}


def remove(entity: T, *, when: Conditions = NOTHING, otherwise: Refusal = None) -> Delete[T]:
    """The removal of an entity as it was read: by version where it has one, and only if it is still there."""
    spec = spec_of(entity)
    version = {"version": entity.version} if spec.versioned else {}  # type: ignore[attr-defined]
    refusal = otherwise or (_changed_or_gone(spec) if version else None)
    return Delete(spec.item_key(entity), {**version, **when}, must_exist=True, otherwise=refusal)


def release(lock: T) -> Delete[T]:
    """Gives a unique name back if it is still its owner's; done twice, it does nothing the second time."""
    mine = absent | is_(lock.owner)  # type: ignore[attr-defined]
    return Delete(spec_of(lock).item_key(lock), {"owner": mine})


def move(old: T, new: T, *, otherwise: Refusal = None) -> tuple[Operation[T], ...]:
    """Changes a unique name in one transaction: the new one is claimed, the old one given back."""
    if old == new:
        return ()
    return Claim(new, otherwise=otherwise), release(old)


def _changed_or_gone(spec: EntitySpec) -> Callable[[object | None], Exception]:
    name = spec.cls.__name__
    return lambda found: (
        NotFound(f"{name} does not exist")
        if found is None
        else VersionConflict(f"{name} was changed by somebody else", found)
    )


def _key_part(item: Item) -> Item:
    return {PARTITION: item[PARTITION], SORT: item[SORT]}


def _clauses(**parts: list[str]) -> str:
    return " ".join(f"{word} {', '.join(expressions)}" for word, expressions in parts.items() if expressions)
