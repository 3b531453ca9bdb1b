"""What Wdrbe's endpoints answer."""

from datetime import date
from decimal import Decimal
from typing import Annotated, Any, overload

from msgspec import Meta
from msgspec.structs import asdict

from edge.models import Day, Moment, View
from functions.wdrbe.entities import (
    Activity,
    ActivityType,
    ImportPart,
    Item,
    Outfit,
    Season,
    Share,
    Statistics,
    UserItem,
    Wear,
)
from functions.wdrbe.rules.items import cost_per_wear
from functions.wdrbe.rules.statistics import average_cost_per_wear

Money = Annotated[str, Meta(pattern=r"^\d+\.\d{2}\Z")]
"""To the cent, as a text: a client's floating point shall not touch it."""


@overload
def money(amount: Decimal) -> str: ...
@overload
def money(amount: Decimal | None) -> str | None: ...
def money(amount: Decimal | None) -> str | None:
    return None if amount is None else f"{amount:.2f}"


class ItemSummary(View):
    item_id: str
    name: str
    category: str
    season: Season | None
    image_url: str | None
    created_at: Moment

    @classmethod
    def of(cls, item: Item | UserItem, image_url: str | None) -> "ItemSummary":
        return cls(image_url=image_url, **_named(ItemSummary, item, "image_url"))


class ItemRecord(View):
    """An item as it is, without its picture."""

    item_id: str
    name: str
    category: str
    season: Season | None
    color: str | None
    brand: str | None
    purchase_date: date | None
    price: Money | None
    wear_count: int
    cost_per_wear: Money | None
    shared_count: int
    is_public: bool
    created_at: Moment
    updated_at: Moment
    version: int

    @classmethod
    def recorded(cls, item: Item) -> "ItemRecord":
        cost = cost_per_wear(item.price, item.wear_count)
        same = _named(ItemRecord, item, "price", "cost_per_wear")
        return cls(price=money(item.price), cost_per_wear=money(cost), **same)


class ItemView(ItemRecord):
    image_url: str | None

    @classmethod
    def of(cls, item: Item, image_url: str | None = None) -> "ItemView":
        return cls(image_url=image_url, **asdict(ItemRecord.recorded(item)))


class SharedItemView(View):
    """What anybody with the link sees: nothing of the owner, of prices, or of when it was bought or worn."""

    name: str
    category: str
    season: Season | None
    color: str | None
    brand: str | None
    image_url: str | None

    @classmethod
    def of(cls, item: Item, image_url: str | None) -> "SharedItemView":
        return cls(image_url=image_url, **_named(SharedItemView, item, "image_url"))


class UploadView(View):
    """A form to be sent as multipart/form-data, with the picture as its last field, `file`."""

    image_id: str
    url: str
    fields: dict[str, str]
    largest: int
    expires_in: int


class ShareAccepted(View):
    """The link works as soon as the event is recorded, which takes a moment."""

    token: str
    path: str
    platform: str


class ShareView(View):
    token: str
    path: str
    platform: str
    created_at: Moment
    revoked_at: Moment | None

    @classmethod
    def of(cls, share: Share) -> "ShareView":
        return cls(path=shared_path(share.token), **_named(ShareView, share, "path"))


class ActivityView(View):
    activity_id: str
    activity_type: ActivityType
    item_id: str
    item_name: str | None
    timestamp: Moment
    metadata: dict[str, Any] | None

    @classmethod
    def of(cls, activity: Activity) -> "ActivityView":
        return cls(**_named(ActivityView, activity))


class WearView(View):
    item_id: str
    item_name: str
    date: Day

    @classmethod
    def of(cls, wear: Wear) -> "WearView":
        return cls(item_id=wear.item_id, item_name=wear.item_name, date=wear.worn_on)


class NeverWornView(View):
    items: int
    value: Money


class StatsView(View):
    items: int
    by_season: dict[str, int]
    by_category: dict[str, int]
    in_other_categories: int
    value: Money
    wears: int
    cost_per_wear: Money | None
    never_worn: NeverWornView
    as_of: Moment | None

    @classmethod
    def of(cls, statistics: Statistics) -> "StatsView":
        return cls(
            items=statistics.items,
            by_season=statistics.by_season,
            by_category=statistics.by_category,
            in_other_categories=statistics.in_other_categories,
            value=money(statistics.value),
            wears=statistics.wears,
            cost_per_wear=money(average_cost_per_wear(statistics)),
            never_worn=NeverWornView(
                items=statistics.never_worn, value=money(statistics.value - statistics.worn_value)
            ),
            as_of=statistics.updated_at,
        )


class OutfitView(View):
    outfit_id: str
    name: str
    note: str | None
    item_ids: list[str]
    created_at: Moment
    updated_at: Moment
    version: int

    @classmethod
    def of(cls, outfit: Outfit) -> "OutfitView":
        return cls(item_ids=list(outfit.item_ids), **_named(OutfitView, outfit, "item_ids"))


class ImportedRow(View):
    row: int
    item_id: str


class ImportReport(View):
    import_id: str
    imported: int
    rows: list[ImportedRow]

    @classmethod
    def of(cls, parts: list[ImportPart]) -> "ImportReport":
        ids = [str(row["item_id"]) for part in parts for row in part.rows]
        rows = [ImportedRow(row=number, item_id=item_id) for number, item_id in enumerate(ids, start=1)]
        return cls(import_id=parts[0].import_id, imported=len(rows), rows=rows)


class WardrobeExport(View):
    """The file that an export leads to."""

    exported_at: Moment
    items: list[ItemRecord]
    outfits: list[OutfitView]
    wears: list[WearView]
    activities: list[ActivityView]


class ExportView(View):
    download_url: str
    expires_in: int
    items: int
    outfits: int
    wears: int
    activities: int


class ErasureAccepted(View):
    requested_at: Moment


def shared_path(token: str) -> str:
    return f"/shared/{token}"


def _named(view: type[View], entity: object, *but: str) -> dict[str, Any]:
    """The fields that view and entity have under the same name."""
    return {name: getattr(entity, name) for name in view.__struct_fields__ if name not in but}
