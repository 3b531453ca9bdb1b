"""Long texts of entities: saved to the bucket before their item is written, fetched when asked for."""

from collections.abc import Mapping
from typing import Any, TypeVar

from singletable.bucket import Bucket
from singletable.keys import ItemKey
from singletable.offload import Offloaded
from singletable.operations import Operation, Put, Update
from singletable.patch import Patch
from singletable.schema import FieldSpec, evolve, spec_of

T = TypeVar("T")


class Bodies:
    """What one table offloads, and where to."""

    def __init__(self, bucket: Bucket) -> None:
        self._bucket = bucket

    def saved_for(self, operation: Operation[T]) -> Operation[T]:
        """The write with pointers in it. Dying behind this leaves an orphan object, never a dangling pointer."""
        if not operation.spec.offloaded:
            return operation
        if isinstance(operation, Put):
            return evolve(operation, entity=self.saved(operation.entity))
        if isinstance(operation, Update):
            return evolve(operation, after=self.saved(operation.after))
        if isinstance(operation, Patch):
            return evolve(operation, set={**operation.set, **self._pointers(operation.key, operation.set)})
        return operation

    def saved(self, entity: T) -> T:
        spec = spec_of(entity)
        texts = {field.name: getattr(entity, field.name) for field in spec.offloaded}
        pointers = self._pointers(spec.item_key(entity), texts) if texts else {}
        return evolve(entity, **pointers) if pointers else entity

    def _pointers(self, key: ItemKey[Any], values: Mapping[str, Any]) -> dict[str, Offloaded]:
        spec = spec_of(key.entity)
        return {
            field.name: self._bucket.save("/".join((spec.tag, key.partition, key.sort, field.name)), values[field.name])
            for field in spec.offloaded
            if field.name in values and _too_long(values[field.name], field)
        }

    def load(self, entity: T) -> T:
        values = {field.name: getattr(entity, field.name) for field in spec_of(entity).offloaded}
        texts = {name: self._bucket.load(value) for name, value in values.items() if isinstance(value, Offloaded)}
        return evolve(entity, **texts) if texts else entity

    def text(self, value: str | Offloaded) -> str:
        return value if isinstance(value, str) else self._bucket.load(value)

    def discard(self, entity: object) -> None:
        for field in spec_of(entity).offloaded:
            value = getattr(entity, field.name)
            if isinstance(value, Offloaded):
                self._bucket.delete(value.key)


def _too_long(value: object, field: FieldSpec) -> bool:
    return field.offload is not None and isinstance(value, str) and len(value.encode()) > field.offload.above
