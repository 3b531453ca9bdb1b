"""Writes as data: each knows its request and, when refused, what that means."""

from collections.abc import Callable
from datetime import datetime
from typing import Any, ClassVar, Generic, TypeVar

from msgspec import Struct

from singletable.codec import Item
from singletable.errors import (
    AlreadyExists,
    ConditionRefused,
    NotFound,
    SchemaError,
    VersionConflict,
)
from singletable.expressions import NO_CONDITIONS, Conditions, Expression
from singletable.items import encode, guard_size, whole_seconds
from singletable.keys import PARTITION, SORT, ItemKey
from singletable.schema import EntitySpec, evolve, spec_of

T = TypeVar("T")
Request = dict[str, Any]
Refusal = Exception | Callable[[Any], Exception] | None
"""What a refused write means: an exception, or a function that makes one from the entity that stood there."""


class Operation(Struct, Generic[T], frozen=True, kw_only=True):
    """One write; `verb` is its name in a transaction, `action` the IAM action it needs."""

    verb: ClassVar[str]
    otherwise: Refusal = None

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


def alive(to: Expression, now: datetime) -> list[str]:
    """The item exists, and is not merely waiting to be deleted."""
    return [f"attribute_exists({to.name(PARTITION)})", *not_expired(to, now)]


def not_expired(to: Expression, now: datetime) -> list[str]:
    if not to.spec.can_expire:
        return []
    ttl = to.name(to.spec.table.ttl)
    return [f"(attribute_not_exists({ttl}) OR {ttl} > {to.value(whole_seconds(now))})"]


def gone(to: Expression, now: datetime) -> str:
    missing = f"attribute_not_exists({to.name(PARTITION)})"
    if not to.spec.can_expire:
        return missing
    return f"({missing} OR {to.name(to.spec.table.ttl)} <= {to.value(whole_seconds(now))})"


def key_attributes(key: ItemKey[Any]) -> Item:
    return {PARTITION: {"S": key.partition}, SORT: {"S": key.sort}}


class Put(Operation[T], frozen=True):
    """Writes the entity, whatever stood there, unless a condition says otherwise."""

    entity: T
    when: Conditions = NO_CONDITIONS
    verb = "Put"

    @property
    def spec(self) -> EntitySpec:
        return spec_of(self.entity)

    def request(self, now: datetime) -> Request:
        item = encode(self.entity)
        guard_size(item)
        to = Expression(self.spec)
        return {"Item": item, **to.arguments(ConditionExpression=self.condition(to, now))}

    def condition(self, to: Expression, now: datetime) -> list[str]:
        return to.all_of(self.when)

    def result(self) -> T:
        return self.entity

    def made(self) -> Item:
        return encode(self.entity)


class Create(Put[T], frozen=True):
    """Writes the entity only where none stands (an expired one counts as none)."""

    def condition(self, to: Expression, now: datetime) -> list[str]:
        return [gone(to, now), *to.all_of(self.when)]

    def ordinary_refusal(self, found: object | None) -> Exception:
        return AlreadyExists(f"{self.spec.cls.__name__} exists already", found)


class Update(Operation[T], frozen=True):
    """Writes the difference between what was read and what it shall be, if nobody changed it in between."""

    before: T
    after: T
    when: Conditions = NO_CONDITIONS
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
            raise SchemaError(f"{self.spec.cls.__name__}: a primary key cannot change; create anew and remove")
        to = Expression(self.spec)
        expected = {"version": self.before.version} if self.spec.versioned else {}  # type: ignore[attr-defined]
        condition = alive(to, now) + to.all_of(expected) + to.all_of(self.when)
        return {
            "Key": _key_part(after),
            **to.arguments(UpdateExpression=self._difference(before, after, to), ConditionExpression=condition),
        }

    def _difference(self, before: Item, after: Item, to: Expression) -> str:
        data = self.spec.table.envelope.data
        changes: list[tuple[str, Any]] = []
        for name in {**before, **after}:
            if name == data:
                old, new = before[name]["M"], after[name]["M"]
                changes += [
                    (f"{to.name(name)}.{to.name(inner)}", new.get(inner))
                    for inner in {**old, **new}
                    if old.get(inner) != new.get(inner)
                ]
            elif before.get(name) != after.get(name):
                changes.append((to.name(name), after.get(name)))
        sets = [f"{path} = {to.value(value)}" for path, value in changes if value is not None]
        if not changes:
            # A transaction takes no update without a change: the type is set to what it is.
            kind = to.name(self.spec.table.envelope.type_name)
            sets.append(f"{kind} = {kind}")
        return clauses(SET=sets, REMOVE=[path for path, value in changes if value is None])

    def ordinary_refusal(self, found: object | None) -> Exception:
        name = self.spec.cls.__name__
        if found is None:
            return NotFound(f"{name} does not exist")
        return VersionConflict(f"{name} was changed by somebody else", found)

    def made(self) -> Item:
        return encode(self.result())


class Delete(Operation[T], frozen=True):
    """Removes an item; `must_exist` makes the removal of nothing a refusal."""

    key: ItemKey[T]
    when: Conditions = NO_CONDITIONS
    must_exist: bool = False
    verb = "Delete"

    @property
    def spec(self) -> EntitySpec:
        return spec_of(self.key.entity)

    def request(self, now: datetime) -> Request:
        to = Expression(self.spec)
        condition = (alive(to, now) if self.must_exist else []) + to.all_of(self.when)
        return {"Key": key_attributes(self.key), **to.arguments(ConditionExpression=condition)}

    def ordinary_refusal(self, found: object | None) -> Exception:
        if found is None:
            return NotFound(f"{self.spec.cls.__name__} does not exist")
        return ConditionRefused(f"{self.spec.cls.__name__}: the condition did not hold", found)


class Bury(Delete[T], frozen=True):
    """Removes an item that is past its time, and no other."""

    def request(self, now: datetime) -> Request:
        to = Expression(self.spec)
        return {"Key": key_attributes(self.key), **to.arguments(ConditionExpression=gone(to, now))}


class Check(Operation[T], frozen=True):
    """A transaction's condition on an item it does not write."""

    key: ItemKey[T]
    when: Conditions = NO_CONDITIONS
    gone: bool = False
    verb = "ConditionCheck"

    @property
    def spec(self) -> EntitySpec:
        return spec_of(self.key.entity)

    def request(self, now: datetime) -> Request:
        to = Expression(self.spec)
        condition = ([gone(to, now)] if self.gone else alive(to, now)) + to.all_of(self.when)
        return {"Key": key_attributes(self.key), **to.arguments(ConditionExpression=condition)}

    def ordinary_refusal(self, found: object | None) -> Exception:
        name = self.spec.cls.__name__
        if self.gone:
            return AlreadyExists(f"{name} exists", found)
        return ConditionRefused(f"{name}: the condition did not hold", found) if found else NotFound(f"no such {name}")


def remove(entity: T, *, when: Conditions = NO_CONDITIONS, otherwise: Refusal = None) -> Delete[T]:
    """The removal of an entity as it was read: by version where it has one, and only if it is still there."""
    spec = spec_of(entity)
    version = {"version": entity.version} if spec.versioned else {}  # type: ignore[attr-defined]
    refusal = otherwise or (_changed_or_gone(spec) if version else None)
    return Delete(spec.item_key(entity), {**version, **when}, must_exist=True, otherwise=refusal)


def _changed_or_gone(spec: EntitySpec) -> Callable[[object | None], Exception]:
    name = spec.cls.__name__
    return lambda found: (
        NotFound(f"{name} does not exist")
        if found is None
        else VersionConflict(f"{name} was changed by somebody else", found)
    )


def _key_part(item: Item) -> Item:
    return {PARTITION: item[PARTITION], SORT: item[SORT]}


def clauses(**parts: list[str]) -> str:
    return " ".join(f"{word} {', '.join(expressions)}" for word, expressions in parts.items() if expressions)
