"""A wardrobe in numbers: what each item adds to them, and how a change of an item moves them."""

from collections.abc import Mapping
from decimal import Decimal

from functions.wdrbe.entities import Item, Statistics
from functions.wdrbe.rules.items import cost_per_wear
from singletable.schema import evolve
from singletable.stream import REACHABLE, Change

MOST_CATEGORIES = 200
"""Counted by name; the numbers of a wardrobe are one row, which must not grow without end."""


def home_of(change: Change) -> Mapping[str, str] | None:
    return {"user_id": change.entity.user_id} if isinstance(change.entity, Item) else None


def fold(statistics: Statistics, change: Change) -> Statistics:
    """Out goes the item as it was, in comes the item as it is."""
    if isinstance(change.before, Item):
        statistics = moved(statistics, change.before, -1)
    if isinstance(change.after, Item):
        statistics = moved(statistics, change.after, 1)
    gone = change.at + REACHABLE if statistics.items == 0 else None
    return evolve(statistics, updated_at=change.at, expires_at=gone)


def moved(statistics: Statistics, item: Item, by: int) -> Statistics:
    price, worn = item.price or Decimal(0), item.wear_count > 0
    has_room = by > 0 and len(statistics.by_category) < MOST_CATEGORIES
    by_name = has_room or item.category in statistics.by_category
    return evolve(
        statistics,
        items=statistics.items + by,
        by_season=counted(statistics.by_season, item.shelf, by),
        by_category=counted(statistics.by_category, item.category, by) if by_name else statistics.by_category,
        in_other_categories=statistics.in_other_categories + (0 if by_name else by),
        value=statistics.value + by * price,
        worn_value=statistics.worn_value + (by * price if worn else 0),
        wears=statistics.wears + by * item.wear_count,
        priced_wears=statistics.priced_wears + (by * item.wear_count if item.price is not None else 0),
        never_worn=statistics.never_worn + (0 if worn else by),
    )


def counted(counts: Mapping[str, int], name: str, by: int) -> dict[str, int]:
    """Without names that count nothing."""
    return {each: n for each, n in {**counts, name: counts.get(name, 0) + by}.items() if n}


def average_cost_per_wear(statistics: Statistics) -> Decimal | None:
    """What one wear has cost so far, over the items that have a price and were worn."""
    return cost_per_wear(statistics.worn_value, statistics.priced_wears)
