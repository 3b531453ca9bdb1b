"""DELETE /items/{item_id}/image: the item shows no picture any more; the stream removes it."""

from edge.caller import Caller
from edge.endpoint import endpoint
from edge.resources import store_of
from functions.wdrbe.members import owner
from functions.wdrbe.models.requests import ItemId
from functions.wdrbe.repository.pictures import Pictures
from functions.wdrbe.repository.wardrobe import Wardrobe
from functions.wdrbe.rules.items import owned
from functions.wdrbe.service import SERVICE
from singletable.clock import now

wardrobe, pictures = Wardrobe(store_of(SERVICE)), Pictures(store_of(SERVICE))


@endpoint(SERVICE, __name__)
def handler(item_id: ItemId, caller: Caller) -> None:
    item = owned(wardrobe.get(item_id), owner(caller))
    if item.image_key is not None:
        pictures.detach(item, now())
