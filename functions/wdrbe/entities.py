"""What Wdrbe keeps: clothes, what was done with them, and links to them; stored under the table's own names."""

from datetime import date, datetime, timedelta
from decimal import Decimal
from enum import StrEnum
from typing import Self

from msgspec import field

from singletable.schema import Envelope, Index, Key, KeyOnly, Table, TimeFormat, entity
from singletable.stream import Checkpoint
from singletable.ulid import moment_of


def pascal(name: str) -> str:
    return "".join(part.capitalize() for part in name.split("_"))


GSI1 = Index("GSI1", "GSI1PK", "GSI1SK")

TABLE = Table(
    "WardrobeTable",
    indexes=(GSI1,),
    envelope=Envelope(type_name="EntityType", times=TimeFormat.ISO_MILLISECONDS, naming=pascal),
)


class _Seasonal(StrEnum):
    @classmethod
    def _missing_(cls, value: object) -> Self | None:
        """`autumn` is `fall`: two names, one shelf."""
        return cls("fall") if value == "autumn" else None


class Season(_Seasonal):
    SPRING = "spring"
    SUMMER = "summer"
    FALL = "fall"
    WINTER = "winter"
    ALL_SEASON = "all-season"


class Shelf(_Seasonal):
    """Where an item can lie: with its season, or with those that have none."""

    SPRING = "spring"
    SUMMER = "summer"
    FALL = "fall"
    WINTER = "winter"
    ALL_SEASON = "all-season"
    NONE = "none"


SHELVES = tuple(shelf.value for shelf in Shelf)


def shelf_of(season: Season | None) -> str:
    return season.value if season is not None else Shelf.NONE.value


class ActivityType(StrEnum):
    ITEM_CREATED = "ItemCreated"
    ITEM_SHARED = "ItemShared"
    ITEM_WORN = "ItemWorn"
    ITEM_DELETED = "ItemDeleted"


@entity(TABLE, tag="Item")
class Item:
    """A piece of clothing: the main record."""

    item_id: KeyOnly[str]
    user_id: str
    name: str
    category: str
    season: Season | None = None
    color: str | None = None
    brand: str | None = None
    purchase_date: date | None = None
    price: Decimal | None = None
    """In whatever currency its owner reckons in."""
    image_key: str | None = None
    """The object that holds its picture."""
    shared_count: int = 0
    """How often it was shared, ever."""
    link_count: int = 0
    """How many share links are alive."""
    is_public: bool = False
    wear_count: int = 0
    created_at: datetime
    updated_at: datetime
    version: int = 1

    @property
    def shelf(self) -> str:
        return shelf_of(self.season)

    key = Key("ITEM#{item_id}", "METADATA", answers="an item by id")
    in_category = Key(
        "USER#{user_id}#CATEGORY#{category}",
        "SEASON#{shelf}#ITEM#{created_at:iso}#{item_id}",
        index=GSI1,
        answers="a user's items of a category, by season, newest first",
    )


@entity(TABLE, tag="UserItem")
class UserItem:
    """An item in its owner's list, with what a list shows of it. Written in every transaction that writes the item."""

    user_id: KeyOnly[str]
    item_id: str
    name: str
    category: str
    season: Season | None = None
    image_key: str | None = None

    @property
    def shelf(self) -> str:
        return shelf_of(self.season)

    @property
    def created_at(self) -> datetime:
        return moment_of(self.item_id)

    key = Key("USER#{user_id}", "ITEM#{item_id}", answers="a user's items, newest first")
    in_season = Key(
        "USER#{user_id}#SEASON#{shelf}",
        "ITEM#{created_at:iso}#{item_id}",
        index=GSI1,
        answers="a user's items of a season, newest first",
    )


@entity(TABLE, tag="Activity")
class Activity:
    """Something that happened to an item."""

    user_id: KeyOnly[str]
    activity_id: KeyOnly[str]
    activity_type: ActivityType
    item_id: str
    item_name: str | None = None
    timestamp: datetime
    metadata: dict[str, object] | None = None

    @property
    def created_at(self) -> datetime:
        return self.timestamp

    key = Key("USER#{user_id}", "ACTIVITY#{activity_id}", answers="what a user did, newest first")
    of_type = Key(
        "USER#{user_id}#ACTIVITY#{activity_type}",
        "ACTIVITY#{activity_id}",
        index=GSI1,
        answers="what a user did of one kind, newest first",
    )


@entity(TABLE, tag="Share")
class Share:
    """A link to an item. Who holds its token sees the item; revoked, it stays for a while, so that a message about it
    that comes late is known to be old."""

    item_id: KeyOnly[str]
    token: KeyOnly[str]
    platform: str
    created_at: datetime
    revoked_at: datetime | None = None
    expires_at: datetime | None = None

    key = Key("ITEM#{item_id}", "SHARE#{token}", answers="the share links of an item")
    by_token = Key("SHARE#{token}", "SHARE#{token}", index=GSI1, answers="a share link by its token")


@entity(TABLE, tag="Wear")
class Wear:
    """An item was worn on a day: once a day at the most."""

    user_id: KeyOnly[str]
    worn_on: KeyOnly[date]
    item_id: KeyOnly[str]
    item_name: str
    created_at: datetime

    key = Key("USER#{user_id}", "WEAR#{worn_on:date}#{item_id}", answers="what a user wore, by day")


@entity(TABLE, tag="Outfit")
class Outfit:
    """Items that go together."""

    user_id: KeyOnly[str]
    outfit_id: KeyOnly[str]
    name: str
    note: str | None = None
    item_ids: tuple[str, ...]
    created_at: datetime
    updated_at: datetime
    version: int = 1

    key = Key("USER#{user_id}", "OUTFIT#{outfit_id}", answers="a user's outfits, newest first")


@entity(TABLE, tag="ImportPart", lifetime=timedelta(days=30))
class ImportPart:
    """Accepted rows of an import that are not yet items: it goes in the transaction that makes them such."""

    user_id: KeyOnly[str]
    import_id: KeyOnly[str]
    number: KeyOnly[int]
    rows: tuple[dict[str, object], ...]
    created_at: datetime

    key = Key("USER#{user_id}", "IMPORT#{import_id}#{number:03d}", answers="what is left to do of an import")


@entity(TABLE, tag="Statistics")
class Statistics:
    """A wardrobe in numbers, kept by the stream."""

    user_id: KeyOnly[str]
    items: int = 0
    by_season: dict[str, int] = field(default_factory=dict)
    by_category: dict[str, int] = field(default_factory=dict)
    in_other_categories: int = 0
    """Items of categories beyond those that are counted by name."""
    value: Decimal = Decimal(0)
    worn_value: Decimal = Decimal(0)
    """What the items cost that were worn at least once."""
    wears: int = 0
    priced_wears: int = 0
    """Wears of items that have a price."""
    never_worn: int = 0
    checkpoints: dict[str, Checkpoint] = field(default_factory=dict)
    created_at: datetime
    updated_at: datetime | None = None
    expires_at: datetime | None = None
    """An empty wardrobe needs no numbers once nothing can come again."""
    version: int = 1

    key = Key("USER#{user_id}", "STATS", answers="a user's wardrobe in numbers")


@entity(TABLE, tag="Idempotency")
class Answered:
    """The answer to a request that carried an Idempotency-Key."""

    caller: KeyOnly[str]
    token: KeyOnly[str]
    request_hash: str
    status: int
    body: str
    created_at: datetime
    expires_at: datetime

    key = Key("USER#{caller}", "IDEMPOTENCY#{token}", answers="the answer that an Idempotency-Key got")
