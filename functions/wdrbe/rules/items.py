"""Decisions about items: whose they are, how they change, and what a list shows of them."""

from collections.abc import Mapping
from datetime import datetime
from decimal import ROUND_HALF_UP, Decimal

from functions.wdrbe.entities import SHELVES, Activity, ActivityType, Item, Season, UserItem
from singletable.refusal import Absent
from singletable.schema import evolve

CENT = Decimal("0.01")


class NoSuchItem(Absent):
    code = "no_such_item"


def no_such_item(field: str | None = None) -> NoSuchItem:
    """The same words for what is not there and for what is somebody else's: nobody learns which."""
    return NoSuchItem("There is no such item.", field=field)


def owned(item: Item | None, user_id: str) -> Item:
    if item is None or item.user_id != user_id:
        raise no_such_item()
    return item


def create(item_id: str, user_id: str, fields: Mapping[str, object], now: datetime) -> Item:
    begun = Item(item_id=item_id, user_id=user_id, name="", category="", created_at=now, updated_at=now)
    return evolve(begun, **fields)


def change(item: Item, changes: Mapping[str, object], now: datetime) -> Item:
    """The item as it shall be; the very same where nothing changes."""
    changed = evolve(item, **changes)
    return item if changed == item else evolve(changed, updated_at=now)


def listed(item: Item) -> UserItem:
    return UserItem(
        user_id=item.user_id,
        item_id=item.item_id,
        name=item.name,
        category=item.category,
        season=item.season,
        image_key=item.image_key,
    )


def activity(
    kind: ActivityType, item: Item, activity_id: str, now: datetime, metadata: dict[str, object] | None = None
) -> Activity:
    return Activity(
        user_id=item.user_id,
        activity_id=activity_id,
        activity_type=kind,
        item_id=item.item_id,
        item_name=item.name,
        timestamp=now,
        metadata=metadata,
    )


def shelves(shelf: str | None, *, include_all_season: bool) -> tuple[str, ...]:
    """Where to look for items of a season; without one, everywhere."""
    if shelf is None:
        return SHELVES
    return tuple(dict.fromkeys([shelf, Season.ALL_SEASON.value])) if include_all_season else (shelf,)


def cost_per_wear(price: Decimal | None, wears: int) -> Decimal | None:
    return (price / wears).quantize(CENT, ROUND_HALF_UP) if price is not None and wears else None
