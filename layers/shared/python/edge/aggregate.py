"""Exactly-once aggregation: a pure fold, and one conditional write per aggregate on what it started from.

An aggregate holds the number of the last change it contains: a redelivered change is not newer and falls out, whatever
the borders of the batch it comes in.
"""

import edge.held  # noqa: F401  # a side effect is what it is for

from collections.abc import Callable, Hashable, Iterable, Mapping
from functools import partial
from typing import Any, Generic, TypeVar, cast

from msgspec import Struct

from edge.stream import Batch, Poison
from singletable.errors import ConditionRefused, Throttled
from singletable.schema import evolve
from singletable.store import Create, Operation, Put, Store, Update
from singletable.stream import REACHABLE, Change, Checkpoint

A = TypeVar("A")
Home = Callable[[Change], Mapping[str, Hashable] | None]
ATTEMPTS = 5


class Aggregation(Struct, Generic[A], frozen=True):
    """Aggregates of bounded periods. Each belongs to one shard of the stream, so it has one writer; read, they are
    summed over the shards.

    The aggregate is an entity with the fields `shard` and `checkpoint`; `home` answers its other key fields.
    """

    aggregate: type[A]
    home: Home
    fold: Callable[[A, Change], A]

    def apply(self, store: Store, batch: Batch) -> None:
        _each_home(
            self.home, batch, lambda fields, changes: self._apply_one(store, {**fields, "shard": batch.shard}, changes)
        )

    def _apply_one(self, store: Store, fields: Mapping[str, Any], changes: list[Change]) -> None:
        cls = cast(Any, self.aggregate)

        def attempt() -> tuple[Operation[A] | None, Poison | None]:
            before = store.get(cls.key.item(**fields), consistent=True)
            fresh = [change for change in changes if before is None or change.sequence > before.checkpoint]
            if not fresh:
                return None, None
            begun = before if before is not None else cls(**fields, checkpoint="", created_at=fresh[0].at)
            after, poison = _folded(begun, fresh, self._step)
            if after is begun:
                return None, poison
            return Create(after) if before is None else Put(after, {"checkpoint": before.checkpoint}), poison

        _until_written(store, attempt)

    def _step(self, held: A, change: Change) -> A:
        return evolve(self.fold(held, change), checkpoint=change.sequence)


class LifetimeAggregation(Struct, Generic[A], frozen=True):
    """Aggregates without an end, such as all that a user ever did: one item each, however many shards come and go.

    Every shard writes it, under its version, and has its own checkpoint in it; the checkpoint of a shard of which
    nothing can come again is dropped. The aggregate is an entity with the fields `checkpoints` and `version`; `home`
    answers its key fields. It may expire once it says nothing any more, `REACHABLE` after its last change.
    """

    aggregate: type[A]
    home: Home
    fold: Callable[[A, Change], A]

    def apply(self, store: Store, batch: Batch) -> None:
        _each_home(self.home, batch, lambda fields, changes: self._apply_one(store, fields, batch.shard, changes))

    def _apply_one(self, store: Store, fields: Mapping[str, Any], shard: str, changes: list[Change]) -> None:
        cls = cast(Any, self.aggregate)

        def step(held: A, change: Change) -> A:
            oldest = change.at - REACHABLE
            kept = {name: mark for name, mark in cast(Any, held).checkpoints.items() if mark.at >= oldest}
            kept[shard] = Checkpoint(change.sequence, change.at)
            return evolve(self.fold(held, change), checkpoints=kept)

        def attempt() -> tuple[Operation[A] | None, Poison | None]:
            before = store.get(cls.key.item(**fields), consistent=True)
            seen = before.checkpoints.get(shard) if before is not None else None
            fresh = [change for change in changes if seen is None or change.sequence > seen.sequence]
            if not fresh:
                return None, None
            begun = before if before is not None else cls(**fields, checkpoints={}, created_at=fresh[0].at)
            after, poison = _folded(begun, fresh, step)
            if after is begun:
                return None, poison
            return Create(after) if before is None else Update(before, after), poison

        _until_written(store, attempt)


def apply_all(store: Store, batch: Batch, *aggregations: Aggregation[Any] | LifetimeAggregation[Any]) -> None:
    """Several aggregations of the same changes."""
    _all_done(partial(each.apply, store, batch) for each in aggregations)


def _each_home(home: Home, batch: Batch, apply: Callable[[dict[str, Hashable], list[Change]], None]) -> None:
    homes: dict[tuple[tuple[str, Hashable], ...], list[Change]] = {}
    for change in batch.changes:
        fields = home(change)
        if fields is not None:
            homes.setdefault(tuple(sorted(fields.items())), []).append(change)
    _all_done(partial(apply, dict(place), changes) for place, changes in homes.items())


def _all_done(tasks: Iterable[Callable[[], None]]) -> None:
    """Every aggregate gets its changes, whatever is wrong with another's: what stands before the first poisonous change
    of the batch does not come again."""
    poisons: list[Poison] = []
    for task in tasks:
        try:
            task()
        except Poison as poison:
            poisons.append(poison)
    if poisons:
        raise min(poisons, key=lambda poison: poison.change.sequence)


def _folded(begun: A, changes: list[Change], step: Callable[[A, Change], A]) -> tuple[A, Poison | None]:
    after = begun
    for change in changes:
        try:
            after = step(after, change)
        except Exception as error:
            poison = Poison(change)
            poison.__cause__ = error
            return after, poison
    return after, None


def _until_written(store: Store, attempt: Callable[[], tuple[Operation[A] | None, Poison | None]]) -> None:
    """Another writer may have been faster: then what it left is read, and folded anew."""
    for _ in range(ATTEMPTS):
        operation, poison = attempt()
        try:
            if operation is not None:
                store.run(operation)
        except ConditionRefused:
            continue
        if poison is not None:
            raise poison
        return
    raise Throttled("another writer keeps changing the aggregate")
