"""What each question to a table costs to answer, and each entity to write: whatever endpoint it is for."""

from collections.abc import Iterator
from datetime import datetime

from singletable.keys import Key, Range
from singletable.schema import EntitySpec, spec_of
from singletable.store import Store
from tools.bench.asked import PAGED, WHOLE, keys_of
from tools.bench.container import Container
from tools.bench.specimen import can_be_many, copies, specimen
from tools.generate.capacity import CREATED, ONE, PAGE_OF, CapacityRow

PAGE = 20


def questions(container: Container, known: tuple[object, ...], now: datetime) -> list[CapacityRow]:
    """On rows as large as the samples are."""
    rows: list[CapacityRow] = []
    lists = keys_of(container.service, PAGED | WHOLE)
    for store in container.stores:
        for spec in store.table.entities.values():
            for key in (spec.key, *spec.places):
                example = specimen(spec, (key,), known, now)
                is_list = (spec.cls.__name__, key.name) in lists
                rows += _answered(container, store, key, example, is_list=is_list)
            rows += _created(container, store, spec, known, now)
    return rows


def _answered(
    container: Container, store: Store, key: Key, example: object | None, *, is_list: bool
) -> Iterator[CapacityRow]:
    if example is None:
        return
    spec = spec_of(example)
    many = is_list and can_be_many(example, (key,))
    container.place([example, *(copies(example, (key,), PAGE) if many else ())])
    if many or key.index is not None:
        names = key.partition.names()
        asked: Range[object] = key.range(spec.cls, {name: getattr(example, name) for name in names})
        found = len(store.query(asked, limit=PAGE).items) if many else int(store.find(asked) is not None)
    else:
        found = int(store.get(spec.item_key(example)) is not None)
    if found == (PAGE if many else 1):
        yield _row(container, key.answers, PAGE_OF.format(PAGE) if many else ONE)


def _created(
    container: Container, store: Store, spec: EntitySpec, known: tuple[object, ...], now: datetime
) -> Iterator[CapacityRow]:
    """In as many indexes as it can stand in at once."""
    everywhere = specimen(spec, (spec.key, *spec.places), known, now) or specimen(spec, (spec.key,), known, now)
    if everywhere is not None:
        container.place(())
        store.put(everywhere)
        yield _row(container, spec.cls.__name__, CREATED)


def _row(container: Container, name: str, note: str) -> CapacityRow:
    meter = container.meter
    return CapacityRow(
        name=name,
        round_trips=meter.round_trips,
        read_units=meter.read_units,
        write_units=meter.write_units,
        note=note,
    )
