"""A wardrobe of 10,000 items: every list in full pages, and a page costs what it costs in a small one."""

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

from functions.wdrbe.entities import TABLE, ActivityType, UserItem
from functions.wdrbe.repository.diary import Diary
from functions.wdrbe.repository.wardrobe import Wardrobe, creation
from functions.wdrbe.rules.items import activity
from singletable.meter import Meter
from singletable.store import Page, Store
from tests.data.wdrbe.wardrobes import ANN, item, wardrobe_of
from tests.engines import Engine, StoreFor

MANY, FEW = 10_000, 500
RARE = 97
LIMIT = 20
ASKED: list[dict[str, Any]] = [
    {"shelf": shelf, "category": category, "include_all_season": both}
    for shelf, category, both in product((None, "summer", "none"), (None, "dresses"), (False, True))
]


@pytest.fixture
def meter() -> Meter:
    return Meter()


def furnished(store_for: StoreFor, meter: Meter, count: int) -> Store:
    store = store_for(TABLE, engine=Engine.DYNOXIDE, meter=meter)
    store.batch_write(puts=wardrobe_of(count, RARE))
    return store


def pages(wardrobe: Wardrobe, **asked: Any) -> Iterator[Page[Any]]:
    cursor = None
    while True:
        page = wardrobe.listed(ANN, limit=LIMIT, cursor=cursor, **asked)
        yield page
        cursor = page.cursor
        if cursor is None:
            return


def cost(meter: Meter, wardrobe: Wardrobe, asked: dict[str, Any]) -> tuple[int, float]:
    """Round trips and read units of the second page, or of the only one."""
    walk = pages(wardrobe, **asked)
    first = next(walk)
    meter.reset()
    if first.cursor is None:
        wardrobe.listed(ANN, limit=LIMIT, cursor=None, **asked)
    else:
        next(walk)
    return meter.round_trips, meter.read_units


def test_ten_thousand_items_page_through_a_category_without_short_pages_and_in_bounded_reads(
    store_for: StoreFor, meter: Meter
) -> None:
    large, small = (Wardrobe(furnished(store_for, meter, count)) for count in (MANY, FEW))
    expected = {"hats": -(-MANY // RARE), "scarves": 59}
    for category, count in expected.items():
        found, most, units = [], 0, 0.0
        walk = pages(large, shelf=None, category=category, include_all_season=False)
        while True:
            meter.reset()
            page = next(walk, None)
            if page is None:
                break
            most, units = max(most, meter.round_trips), max(units, meter.read_units)
            assert len(page.items) == LIMIT or page.cursor is None
            found += [each.name for each in page.items]
        assert len(found) == count
        assert found == sorted(found, reverse=True)
        # Six seasons are read for a page of one category, and one range a second time at its open end.
        assert most <= 7
        assert units <= 12
    for asked in ASKED:
        assert cost(meter, large, asked) == cost(meter, small, asked), asked


def test_a_feed_of_one_type_costs_the_same_however_much_else_happened(store_for: StoreFor, meter: Meter) -> None:
    store = store_for(TABLE, engine=Engine.DYNOXIDE, meter=meter)
    items = [item(number) for number in range(2000)]
    kinds = [ActivityType.ITEM_SHARED] * 30 + [ActivityType.ITEM_CREATED] * 1970
    told = [activity(kind, each, each.item_id, each.created_at) for kind, each in zip(kinds, items, strict=True)]
    store.batch_write(puts=told)
    meter.reset()
    page = Diary(store).activities(ANN, ActivityType.ITEM_SHARED, LIMIT, None)
    assert list(page.items) == told[29:9:-1]
    assert meter.round_trips == 1
    assert meter.read_units <= 2


def test_creating_an_item_costs_what_the_design_says(store_for: StoreFor, meter: Meter) -> None:
    """W13: two units a row in a transaction, for three rows, and one for each of their three index entries."""
    store = store_for(TABLE, engine=Engine.DYNOXIDE, meter=meter)
    made = item()
    store.transact(*creation(made, activity(ActivityType.ITEM_CREATED, made, made.item_id, made.created_at)))
    assert meter.round_trips == 1
    assert meter.write_units == 9
    assert store.count(UserItem.key(user_id=ANN)) == 1
