"""Exactly-once aggregation: a pure fold, and one conditional write per aggregate on the checkpoint it started from.

Each aggregate item belongs to one shard of the stream, so it has one writer. It holds the number of the last change
it contains: a redelivered change is not newer and falls out, whatever the borders of the batch it comes in.
"""

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar, cast

from edge.stream import Batch, Poison
from singletable.errors import ConditionRefused, Throttled
from singletable.schema import evolve
from singletable.store import Create, Put, Store
from singletable.stream import Change

A = TypeVar("A")
ATTEMPTS = 5


@dataclass(frozen=True)
class Aggregation(Generic[A]):
    """Where a change belongs, how an aggregate begins, and how a change is folded into it.

    The aggregate is an entity with the fields `shard` and `checkpoint`; `home` answers its other key fields.
    """

    aggregate: type[A]
    home: Callable[[Change], Mapping[str, Hashable] | None]
    fold: Callable[[A, Change], A]

    def apply(self, store: Store, batch: Batch) -> None:
        for fields, changes in self._by_home(batch).items():
            self._apply_one(store, {**dict(fields), "shard": batch.shard}, changes)

    def _by_home(self, batch: Batch) -> dict[tuple[tuple[str, Hashable], ...], list[Change]]:
        homes: dict[tuple[tuple[str, Hashable], ...], list[Change]] = {}
        for change in batch.changes:
            fields = self.home(change)
            if fields is not None:
                homes.setdefault(tuple(sorted(fields.items())), []).append(change)
        return homes

    def _apply_one(self, store: Store, fields: Mapping[str, Any], changes: list[Change]) -> None:
        cls = cast(Any, self.aggregate)
        for _ in range(ATTEMPTS):
            before = store.get(cls.key.item(**fields), consistent=True)
            fresh = [change for change in changes if before is None or change.sequence > before.checkpoint]
            if not fresh:
                return
            begun = before if before is not None else cls(**fields, checkpoint="", created_at=fresh[0].at)
            after, poison = self._fold(begun, fresh)
            try:
                if after is not begun:
                    store.run(Create(after) if before is None else Put(after, {"checkpoint": before.checkpoint}))
            except ConditionRefused:
                continue
            if poison is not None:
                raise poison
            return
        raise Throttled("another writer keeps changing the aggregate")

    def _fold(self, begun: A, changes: list[Change]) -> tuple[A, Poison | None]:
        after = begun
        for change in changes:
            try:
                after = evolve(self.fold(after, change), checkpoint=change.sequence)
            except Exception as error:
                poison = Poison(change)
                poison.__cause__ = error
                return after, poison
        return after, None
