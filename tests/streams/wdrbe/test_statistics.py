"""A wardrobe's numbers: exact whatever is delivered again, in any batches, through any shards, around any crash."""

import random
from collections import Counter
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any

import pytest

from functions.wdrbe.entities import Item, Season, Statistics
from functions.wdrbe.rules.items import create
from functions.wdrbe.rules.statistics import average_cost_per_wear
from singletable.schema import evolve
from tests.api.harness import ANN, BOB, App, Crash
from tests.api.wdrbe.closet import Tape, add, here, item_id, numbers, user_of
from tools.events.stream import stream_event, stream_record

USERS = (user_of(ANN), user_of(BOB))
CATEGORIES = ("dresses", "shoes", "hats")


class History:
    """Items that come, change, are worn and go; each item's changes stay in one shard, in order."""

    def __init__(self, app: App, seed: int, changes: int = 120, shards: int = 3) -> None:
        chance = random.Random(seed)
        self.items: dict[str, Item] = {}
        self.shards: dict[str, list[dict[str, Any]]] = {f"shardId-{shard}": [] for shard in range(shards)}
        for number in range(changes):
            at = app.moment + timedelta(seconds=number)
            before = self.items.get(chance.choice(list(self.items))) if self.items and chance.random() < 0.7 else None
            after = self._next(chance, before, f"{number:026d}", at)
            changed = after or before
            assert changed is not None
            if after is None:
                del self.items[changed.item_id]
            else:
                self.items[after.item_id] = after
            shard = f"shardId-{int(changed.item_id) % shards}"
            self.shards[shard].append(stream_record(before, after, number=10**20 + number, at=at))

    def _next(self, chance: random.Random, before: Item | None, new_id: str, at: datetime) -> Item | None:
        if before is None:
            return create(new_id, chance.choice(USERS), self._fields(chance), at)
        act = chance.random()
        if act < 0.25:
            return None
        if act < 0.6:
            return evolve(before, wear_count=before.wear_count + 1)
        return evolve(before, **self._fields(chance), version=before.version + 1)

    def _fields(self, chance: random.Random) -> dict[str, object]:
        return {
            "name": "x",
            "category": chance.choice(CATEGORIES),
            "season": chance.choice([None, *Season]),
            "price": chance.choice([None, Decimal("19.90"), Decimal("7"), Decimal(0)]),
        }

    def expected(self, user: str) -> dict[str, Any]:
        items = [item for item in self.items.values() if item.user_id == user]
        priced = [item for item in items if item.price is not None]
        return {
            "items": len(items),
            "by_season": dict(Counter(item.shelf for item in items)),
            "by_category": dict(Counter(item.category for item in items)),
            "value": sum((item.price for item in priced if item.price), Decimal(0)),
            "worn_value": sum((item.price for item in priced if item.price and item.wear_count), Decimal(0)),
            "wears": sum(item.wear_count for item in items),
            "priced_wears": sum(item.wear_count for item in priced),
            "never_worn": sum(item.wear_count == 0 for item in items),
        }


def found(app: App, user: str) -> dict[str, Any]:
    held = app.store.get(Statistics.key.item(user_id=user), consistent=True)
    assert held is not None
    return {name: getattr(held, name) for name in History(app, 0, changes=0).expected(user)}


def deliver(app: App, records: list[dict[str, Any]], shard: str) -> None:
    assert app.invoke("count_wardrobe", stream_event(records, shard=shard))["batchItemFailures"] == []


@pytest.mark.parametrize("seed", range(4))
def test_the_numbers_are_exact_under_redelivery_with_changed_borders(wdrbe: App, seed: int) -> None:
    history, chance = History(wdrbe, seed), random.Random(seed)
    reached = dict.fromkeys(history.shards, 0)
    while any(reached[shard] < len(records) for shard, records in history.shards.items()):
        shard = chance.choice(list(history.shards))
        begin = max(0, reached[shard] - chance.randrange(8))
        end = min(len(history.shards[shard]), reached[shard] + chance.randrange(12))
        deliver(wdrbe, history.shards[shard][begin:end], shard)
        reached[shard] = end
    for user in USERS:
        assert found(wdrbe, user) == history.expected(user)


@pytest.mark.parametrize("moment", ["die_before", "die_after"])
@pytest.mark.parametrize("call", range(1, 7))
def test_the_numbers_are_exact_when_the_process_dies_around_any_call(wdrbe: App, call: int, moment: str) -> None:
    history = History(wdrbe, call, changes=40, shards=1)
    [records] = history.shards.values()
    setattr(wdrbe, moment, call)
    for start in range(0, len(records), 10):
        batch = records[start : start + 10]
        try:
            deliver(wdrbe, batch, "shardId-0")
        except Crash:
            deliver(wdrbe, batch, "shardId-0")
    for user in USERS:
        assert found(wdrbe, user) == history.expected(user)


def test_a_mapping_without_a_window_counts_as_exactly(wdrbe: App) -> None:
    history = History(wdrbe, 5, shards=1)
    [records] = history.shards.values()
    for start in range(0, len(records), 10):
        batch = records[max(0, start - 3) : start + 10]
        wdrbe.invoke("count_wardrobe", stream_event(batch, shard=None))
    for user in USERS:
        assert found(wdrbe, user) == history.expected(user)


def test_a_wardrobe_in_numbers_as_its_owner_sees_it(wdrbe: App) -> None:
    tape = Tape(wdrbe)
    worn = item_id(wdrbe, price="30", season="summer", category="dresses")
    add(wdrbe, price="12.50", season=None, category="hats")
    add(wdrbe, season="autumn", category="hats")
    add(wdrbe, BOB, price="1000")
    for day in ("2026-01-01", "2026-01-02", "2026-01-03"):
        wdrbe.call("log_wear", path=here(worn), body={"date": day})
    tape.play("count_wardrobe")
    shown = wdrbe.call("show_stats")
    assert shown.status == 200
    assert shown.body == {
        "items": 3,
        "by_season": {"summer": 1, "none": 1, "fall": 1},
        "by_category": {"dresses": 1, "hats": 2},
        "in_other_categories": 0,
        "value": "42.50",
        "wears": 3,
        "cost_per_wear": "10.00",
        "never_worn": {"items": 2, "value": "12.50"},
        "as_of": wdrbe.moment.isoformat().replace("+00:00", "Z"),
    }


def test_who_has_nothing_has_numbers_too(wdrbe: App) -> None:
    shown = wdrbe.call("show_stats").body
    assert (shown["items"], shown["value"], shown["cost_per_wear"], shown["as_of"]) == (0, "0.00", None, None)


def test_an_edit_moves_an_item_from_one_count_to_another(wdrbe: App) -> None:
    tape = Tape(wdrbe)
    item = item_id(wdrbe, price="10")
    tape.play("count_wardrobe")
    wdrbe.call("change_item", path=here(item), body={"season": "winter", "category": "coats", "price": None})
    tape.play("count_wardrobe")
    held = numbers(wdrbe)
    assert held is not None
    assert (held.by_season, held.by_category, held.value) == ({"winter": 1}, {"coats": 1}, Decimal(0))
    assert average_cost_per_wear(held) is None
    wdrbe.call("delete_item", path=here(item))
    tape.play("count_wardrobe")
    empty = numbers(wdrbe)
    assert empty is not None
    assert (empty.items, empty.by_category) == (0, {})
    assert empty.expires_at is not None
    add(wdrbe)
    tape.play("count_wardrobe")
    again = numbers(wdrbe)
    assert again is not None
    assert (again.items, again.expires_at) == (1, None)
