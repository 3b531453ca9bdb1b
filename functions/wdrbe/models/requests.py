"""What Wdrbe's endpoints take."""

from decimal import Decimal
from typing import Annotated, Any

from pydantic import AfterValidator, BeforeValidator, Field, StringConstraints

from edge.models import Body, Day, Paging
from functions.wdrbe.entities import NO_SEASON, SHELVES, ActivityType, Season
from functions.wdrbe.rules.outfits import MOST_ITEMS
from singletable.ulid import PATTERN


def _canonical(season: Any) -> Any:
    """`autumn` is `fall`: two names, one shelf."""
    return "fall" if season == "autumn" else season


def _shelf(name: str) -> str:
    if name not in SHELVES:
        raise ValueError(f"a season is one of {', '.join(SHELVES)}")
    return name


def _each_once(ids: tuple[str, ...]) -> tuple[str, ...]:
    if len(set(ids)) < len(ids):
        raise ValueError("an item is in an outfit once")
    return ids


ItemId = Annotated[str, StringConstraints(pattern=PATTERN)]
ImageId = ItemId
OutfitId = ItemId
Token = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{32}$")]
ItemName = Annotated[str, StringConstraints(min_length=1, max_length=200)]
Category = Annotated[str, StringConstraints(min_length=1, max_length=100)]
Word = Annotated[str, StringConstraints(min_length=1, max_length=100)]
Price = Annotated[Decimal, Field(ge=0, max_digits=10, decimal_places=2)]
Platform = Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9_-]{0,39}$")]
Worn = Annotated[Season, BeforeValidator(_canonical), Field(description="`autumn` is taken for `fall`")]
Shelf = Annotated[
    str,
    BeforeValidator(_canonical),
    AfterValidator(_shelf),
    Field(description=f"A season, or `{NO_SEASON}`", json_schema_extra={"enum": [*SHELVES]}),
]
ItemIds = Annotated[tuple[ItemId, ...], Field(min_length=1, max_length=MOST_ITEMS), AfterValidator(_each_once)]


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

    name: ItemName = ""
    category: Category = ""
    season: Worn | None = None
    color: Word | None = None
    brand: Word | None = None
    purchase_date: Day | None = None
    price: Price | None = None

    def changes(self) -> dict[str, object]:
        return self.model_dump(exclude_unset=True)


class ListItems(Paging):
    season: Shelf | None = None
    category: Category | None = None
    include_all_season: Annotated[bool, Field(description="With a season: also what suits all of them")] = False


class OfferUpload(Body):
    content_type: Annotated[str, StringConstraints(max_length=100, to_lower=True)]
    size: Annotated[int, Field(ge=1, le=10**12, description="In bytes, where it is known")] | None = None


class AttachImage(Body):
    image_id: ImageId


class ShareItem(Body):
    platform: Platform = "web"


class ListActivities(Paging):
    activity_type: Annotated[ActivityType | None, Field(alias="type")] = None


class LogWear(Body):
    worn_on: Annotated[Day | None, Field(alias="date", description="Today, by default")] = None


class ListWears(Paging):
    """A range of days, both included; open where one is left out."""

    first: Annotated[Day | None, Field(alias="from")] = None
    last: Annotated[Day | None, Field(alias="to")] = None


class CreateOutfit(Body):
    name: ItemName
    note: Annotated[str, StringConstraints(max_length=1000)] | None = None
    item_ids: ItemIds


class ChangeOutfit(Body):
    name: ItemName = ""
    note: Annotated[str, StringConstraints(max_length=1000)] | None = None
    item_ids: ItemIds = Field(default_factory=tuple)

    def changes(self) -> dict[str, object]:
        return self.model_dump(exclude_unset=True)
