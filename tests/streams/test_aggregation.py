"""Totals of a period and a shard: one writer is the rule, and a second, taken for dead and come back, does no harm."""

from collections.abc import Callable
from datetime import UTC, datetime

import pytest

from edge.aggregate import Aggregation
from edge.stream import Batch
from singletable.schema import Envelope, Key, KeyOnly, Table, TimeFormat, entity, evolve
from singletable.store import Store
from singletable.stream import SEQUENCE_WIDTH, Change
from tests.engines import StoreFor

TABLE = Table("visits", indexes=(), envelope=Envelope(type_name="kind", times=TimeFormat.ISO_MILLISECONDS))
NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
KEY = {"room": "hall", "shard": "shard-1"}


@entity(TABLE, tag="visit")
class Visit:
    number: KeyOnly[int]

    key = Key("VISIT#{number}", "META", answers="a visit")


@entity(TABLE, tag="total")
class Total:
    room: KeyOnly[str]
    shard: KeyOnly[str]
    visits: int = 0
    checkpoint: str
    created_at: datetime

    key = Key("ROOM#{room}", "SHARD#{shard}", answers="how many came to a room, by shard")


def changes(*numbers: int) -> tuple[Change, ...]:
    return tuple(
        Change("INSERT", None, Visit(number=n), str(n).zfill(SEQUENCE_WIDTH), str(n), NOON, expired=False)
        for n in numbers
    )


def counting(before_the_first: Callable[[], None] = lambda: None) -> Aggregation[Total]:
    """Counts visits. Something else may happen between what it read and what it writes, once."""
    waiting = [before_the_first]

    def fold(total: Total, change: Change) -> Total:
        while waiting:
            waiting.pop()()
        return evolve(total, visits=total.visits + 1)

    return Aggregation(Total, home=lambda change: {"room": "hall"}, fold=fold)


def visits(store: Store) -> int:
    total = store.get(Total.key.item(**KEY), consistent=True)
    assert total is not None
    return total.visits


@pytest.mark.parametrize("earlier", [(), (1, 2)], ids=["the first batch", "a later batch"])
@pytest.mark.parametrize("other", [(3, 4, 5, 6), (3, 4), (3, 4, 5, 6, 7)], ids=["the same", "less", "more"])
def test_a_second_writer_between_read_and_write_counts_nothing_twice(
    store_for: StoreFor, earlier: tuple[int, ...], other: tuple[int, ...]
) -> None:
    store = store_for(TABLE)
    if earlier:
        counting().apply(store, Batch("shard-1", changes(*earlier)))
    overtaken = counting(lambda: counting().apply(store, Batch("shard-1", changes(*other))))
    overtaken.apply(store, Batch("shard-1", changes(3, 4, 5, 6)))
    assert visits(store) == len({*earlier, *other, 3, 4, 5, 6})
