"""What Wdrbe's endpoints take."""

from decimal import Decimal
from typing import Annotated

from msgspec import UNSET, Meta, field

from edge.models import Body, Day, OrLeftOut, Paging
from edge.reading import LOWERED, Checked
from functions.wdrbe.entities import ActivityType, Season, Shelf
from functions.wdrbe.rules.outfits import MOST_ITEMS
from singletable.ulid import PATTERN


def _no_price(amount: Decimal) -> str | None:
    _, digits, exponent = amount.as_tuple()
    fits = isinstance(exponent, int) and -2 <= exponent <= 0 and len(digits) + exponent <= 8 and not amount.is_signed()
    return None if fits else "A price has up to eight digits before the point and two behind it."


def _twice(ids: tuple[str, ...]) -> str | None:
    return "An item is in an outfit once." if len(set(ids)) < len(ids) else None


ItemId = Annotated[str, Meta(pattern=PATTERN)]
ImageId = ItemId
OutfitId = ItemId
Token = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{32}\Z")]
ItemName = Annotated[str, Meta(min_length=1, max_length=200)]
Category = Annotated[str, Meta(min_length=1, max_length=100)]
Word = Annotated[str, Meta(min_length=1, max_length=100)]
Price = Annotated[Decimal, Checked(_no_price)]
Platform = Annotated[str, Meta(pattern=r"^[a-z0-9][a-z0-9_-]{0,39}\Z")]
Worn = Annotated[Season, Meta(description="`autumn` is taken for `fall`")]
ItemIds = Annotated[tuple[ItemId, ...], Meta(min_length=1, max_length=MOST_ITEMS), Checked(_twice)]


class CreateItem(Body):
    name: ItemName
    category: Category
    season: Worn | None = None
    color: Word | None = None
    brand: Word | None = None
    purchase_date: Day | None = None
    price: Price | None = None


class ChangeItem(Body):
    """What is left out stays as it is; null takes away."""

    name: OrLeftOut[ItemName] = UNSET
    category: OrLeftOut[Category] = UNSET
    season: OrLeftOut[Worn | None] = UNSET
    color: OrLeftOut[Word | None] = UNSET
    brand: OrLeftOut[Word | None] = UNSET
    purchase_date: OrLeftOut[Day | None] = UNSET
    price: OrLeftOut[Price | None] = UNSET

    def changes(self) -> dict[str, object]:
        return self.sent()


class ListItems(Paging):
    season: Annotated[Shelf | None, Meta(description="A season, or `none`; `autumn` is taken for `fall`")] = None
    category: Category | None = None
    include_all_season: Annotated[bool, Meta(description="With a season: also what suits all of them")] = False


class OfferUpload(Body):
    content_type: Annotated[str, Meta(max_length=100), LOWERED]
    size: Annotated[int, Meta(ge=1, le=10**12, description="In bytes, where it is known")] | None = None


class AttachImage(Body):
    image_id: ImageId


class ShareItem(Body):
    platform: Platform = "web"


class ListActivities(Paging):
    activity_type: ActivityType | None = field(name="type", default=None)


class LogWear(Body):
    worn_on: Annotated[Day | None, Meta(description="Today, by default")] = field(name="date", default=None)


class ListWears(Paging):
    """A range of days, both included; open where one is left out."""

    first: Day | None = field(name="from", default=None)
    last: Day | None = field(name="to", default=None)


class CreateOutfit(Body):
    name: ItemName
    note: Annotated[str, Meta(max_length=1000)] | None = None
    item_ids: ItemIds


class ChangeOutfit(Body):
    name: OrLeftOut[ItemName] = UNSET
    note: OrLeftOut[Annotated[str, Meta(max_length=1000)] | None] = UNSET
    item_ids: OrLeftOut[ItemIds] = UNSET

    def changes(self) -> dict[str, object]:
        return self.sent()
