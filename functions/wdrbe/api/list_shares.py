"""GET /items/{item_id}/shares: the links to an item, revoked ones for as long as they are remembered."""

from edge.caller import Caller
from edge.endpoint import endpoint
from edge.models import Listing, Paging
from edge.resources import store_of
from functions.wdrbe.members import owner
from functions.wdrbe.models.requests import ItemId
from functions.wdrbe.models.views import ShareView
from functions.wdrbe.repository.shares import Shares
from functions.wdrbe.repository.wardrobe import Wardrobe
from functions.wdrbe.rules.items import owned
from functions.wdrbe.service import SERVICE

wardrobe, shares = Wardrobe(store_of(SERVICE)), Shares(store_of(SERVICE))


@endpoint(SERVICE, __name__)
def handler(item_id: ItemId, asked: Paging, caller: Caller) -> Listing[ShareView]:
    owned(wardrobe.get(item_id), owner(caller))
    return Listing.of(shares.of_item(item_id, asked.limit, asked.cursor), ShareView.of)
