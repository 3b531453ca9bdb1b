"""GET /items/{item_id}: one item, as its owner sees it."""

from edge.caller import Caller
from edge.endpoint import endpoint
from edge.resources import store_of
from functions.wdrbe.members import owner
from functions.wdrbe.models.requests import ItemId
from functions.wdrbe.models.views import ItemView
from functions.wdrbe.repository.pictures import Pictures
from functions.wdrbe.repository.wardrobe import Wardrobe
from functions.wdrbe.rules.items import owned
from functions.wdrbe.service import SERVICE

wardrobe, pictures = Wardrobe(store_of(SERVICE)), Pictures(store_of(SERVICE))


@endpoint(SERVICE, __name__)
def handler(item_id: ItemId, caller: Caller) -> ItemView:
    item = owned(wardrobe.get(item_id), owner(caller))
    return ItemView.of(item, pictures.link(item.image_key))
