"""Unique names: a lock item per name, with the `owner` it belongs to."""

from datetime import datetime
from typing import TypeVar

from singletable.errors import SchemaError
from singletable.expressions import Expression, absent, is_
from singletable.operations import Create, Delete, Operation, Refusal, gone
from singletable.schema import spec_of

T = TypeVar("T")


class Claim(Create[T], frozen=True):
    """Takes a unique name: its owner may claim it again, and nobody else."""

    def condition(self, to: Expression, now: datetime) -> list[str]:
        mine = to.all_of({"owner": _owner(self.entity)})
        return [f"({' OR '.join([gone(to, now), *mine])})", *to.all_of(self.when)]


def release(lock: T) -> Delete[T]:
    """Gives a unique name back if it is still its owner's; done twice, it does nothing the second time."""
    return Delete(spec_of(lock).item_key(lock), {"owner": absent | is_(_owner(lock))})


def move(old: T, new: T, *, otherwise: Refusal = None) -> tuple[Operation[T], ...]:
    """Changes a unique name in one transaction: the new one is claimed, the old one given back."""
    if spec_of(old).item_key(old) == spec_of(new).item_key(new):
        return ()
    return Claim(new, otherwise=otherwise), release(old)


def _owner(lock: object) -> object:
    try:
        return lock.owner  # type: ignore[attr-defined]  # what makes an entity a lock
    except AttributeError:
        raise SchemaError(f"{type(lock).__name__} is no lock: it has no owner") from None
