"""GET /items: a user's items, newest first; all of them, or of a season, of a category, of both."""

from edge.caller import Caller
from edge.endpoint import endpoint
from edge.models import Listing
from edge.resources import store_of
from functions.wdrbe.entities import Item, UserItem
from functions.wdrbe.members import owner
from functions.wdrbe.models.requests import ListItems
from functions.wdrbe.models.views import ItemSummary
from functions.wdrbe.repository.pictures import Pictures
from functions.wdrbe.repository.wardrobe import Wardrobe
from functions.wdrbe.service import SERVICE

wardrobe, pictures = Wardrobe(store_of(SERVICE)), Pictures(store_of(SERVICE))


@endpoint(SERVICE, __name__)
def handler(asked: ListItems, caller: Caller) -> Listing[ItemSummary]:
    page = wardrobe.listed(
        owner(caller),
        shelf=asked.season and asked.season.value,
        category=asked.category,
        include_all_season=asked.include_all_season,
        limit=asked.limit,
        cursor=asked.cursor,
    )
    return Listing(items=[summary(item) for item in page.items], next_cursor=page.cursor)


def summary(item: Item | UserItem) -> ItemSummary:
    return ItemSummary.of(item, pictures.link(item.image_key))
