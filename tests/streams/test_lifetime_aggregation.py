"""One total for all time: exact whatever is delivered again, in batches of any size, by shards that come and go."""

import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta

import pytest

from edge.aggregate import LifetimeAggregation, apply_all
from edge.stream import Batch, Poison
from singletable.errors import Throttled
from singletable.schema import Envelope, Key, KeyOnly, Table, TimeFormat, entity, evolve
from singletable.store import Store
from singletable.stream import REACHABLE, SEQUENCE_WIDTH, Change, Checkpoint
from tests.engines import Engine, StoreFor

TABLE = Table("gifts", indexes=(), envelope=Envelope(type_name="kind", times=TimeFormat.ISO_MILLISECONDS))
NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


@entity(TABLE, tag="gift")
class Gift:
    number: KeyOnly[int]
    donor: str
    amount: int

    key = Key("GIFT#{number}", "META", answers="a gift")


@entity(TABLE, tag="total")
class Total:
    donor: KeyOnly[str]
    amount: int = 0
    gifts: int = 0
    checkpoints: dict[str, Checkpoint]
    created_at: datetime
    version: int = 1

    key = Key("DONOR#{donor}", "TOTAL", answers="what somebody gave")


def fold_any(total: Total, change: Change) -> Total:
    gift = change.after
    assert isinstance(gift, Gift)
    return evolve(total, amount=total.amount + gift.amount, gifts=total.gifts + 1)


def fold(total: Total, change: Change) -> Total:
    if isinstance(change.after, Gift) and change.after.amount == 0:
        raise ValueError("nothing is no gift")
    return fold_any(total, change)


def home(change: Change) -> dict[str, str] | None:
    return {"donor": change.entity.donor} if isinstance(change.entity, Gift) else None


TOTALS = LifetimeAggregation(Total, home=home, fold=fold)


def change(number: int, donor: str = "ann", amount: int = 1, at: datetime = NOON) -> Change:
    gift = Gift(number=number, donor=donor, amount=amount)
    sequence = str(number).zfill(SEQUENCE_WIDTH)
    return Change("INSERT", None, gift, sequence, str(number), at, expired=False)


def total(store: Store, donor: str = "ann") -> Total:
    found = store.get(Total.key.item(donor=donor), consistent=True)
    assert found is not None
    return found


def given(store: Store, donor: str = "ann") -> tuple[int, int]:
    return total(store, donor).amount, total(store, donor).gifts


@pytest.mark.parametrize("seed", range(5))
def test_redelivery_with_any_borders_counts_once(store_for: StoreFor, seed: int) -> None:
    chance, store = random.Random(seed), store_for(TABLE)
    shards = {
        f"shard-{s}": [change(100 * s + n, chance.choice(["ann", "bob"]), n + 1) for n in range(20)] for s in (1, 2, 3)
    }
    reached = dict.fromkeys(shards, 0)
    while any(reached[shard] < len(changes) for shard, changes in shards.items()):
        shard = chance.choice(list(shards))
        # Up to five old ones come again, in front of what is new.
        begin = max(0, reached[shard] - chance.randrange(6))
        end = min(len(shards[shard]), reached[shard] + chance.randrange(4))
        TOTALS.apply(store, Batch(shard, tuple(shards[shard][begin:end])))
        reached[shard] = end
    for donor in ("ann", "bob"):
        gifts = [c.after for changes in shards.values() for c in changes if isinstance(c.after, Gift)]
        amounts = [gift.amount for gift in gifts if gift.donor == donor]
        assert given(store, donor) == (sum(amounts), len(amounts))


def test_shards_that_write_at_the_same_moment_lose_nothing(store_for: StoreFor) -> None:
    store = store_for(TABLE, engine=Engine.DYNOXIDE)
    batches = [Batch(f"shard-{s}", tuple(change(10 * s + n) for n in range(5))) for s in range(4)] * 2
    with ThreadPoolExecutor(4) as writers:
        list(writers.map(_persistently(store), batches))
    assert given(store) == (20, 20)


def _persistently(store: Store) -> Callable[[Batch], None]:
    """As Lambda does: a batch that failed comes again."""

    def deliver(batch: Batch) -> None:
        for _ in range(20):
            try:
                return TOTALS.apply(store, batch)
            except Throttled:
                continue
        raise AssertionError("never written")

    return deliver


def test_a_shard_of_which_nothing_can_come_again_is_forgotten(store_for: StoreFor) -> None:
    store = store_for(TABLE)
    TOTALS.apply(store, Batch("old", (change(1),)))
    TOTALS.apply(store, Batch("new", (change(2, at=NOON + REACHABLE),)))
    assert set(total(store).checkpoints) == {"old", "new"}
    TOTALS.apply(store, Batch("new", (change(3, at=NOON + REACHABLE + timedelta(seconds=1)),)))
    assert set(total(store).checkpoints) == {"new"}
    assert given(store) == (3, 3)


def test_what_came_before_a_poisonous_change_is_kept_and_counted_once(store_for: StoreFor) -> None:
    store = store_for(TABLE)
    batch = Batch("shard", (change(1), change(2, amount=0), change(3)))
    for _ in range(2):
        with pytest.raises(Poison) as raised:
            TOTALS.apply(store, batch)
        assert raised.value.change.record == "2"
        assert given(store) == (1, 1)


def test_what_others_gave_before_a_poisonous_change_is_not_lost_with_it(store_for: StoreFor) -> None:
    store = store_for(TABLE)
    batch = Batch("shard", (change(1), change(2, "bob"), change(3, amount=0), change(4, "bob", amount=0)))
    with pytest.raises(Poison) as raised:
        TOTALS.apply(store, batch)
    assert raised.value.change.record == "3"
    assert (given(store), given(store, "bob")) == ((1, 1), (1, 1))


def test_what_poisons_one_aggregation_is_not_lost_for_another(store_for: StoreFor) -> None:
    store = store_for(TABLE)
    together = LifetimeAggregation(Total, home=lambda change: home(change) and {"donor": "everybody"}, fold=fold_any)
    batch = Batch("shard", (change(1), change(2, amount=0), change(3)))
    with pytest.raises(Poison) as raised:
        apply_all(store, batch, TOTALS, together)
    assert raised.value.change.record == "2"
    assert (given(store), given(store, "everybody")) == ((1, 1), (2, 3))


def test_a_batch_that_concerns_nobody_writes_nothing(store_for: StoreFor) -> None:
    store = store_for(TABLE)
    other = Total(donor="ann", checkpoints={}, created_at=NOON)
    TOTALS.apply(store, Batch("shard", (evolve(change(1), after=other),)))
    assert store.get(Total.key.item(donor="ann")) is None
