"""PUT /items/{item_id}/image: an uploaded picture becomes the item's."""

from edge.caller import Caller
from edge.endpoint import endpoint
from edge.resources import store_of
from functions.wdrbe.members import owner
from functions.wdrbe.models.requests import AttachImage, ItemId
from functions.wdrbe.repository.pictures import Pictures
from functions.wdrbe.repository.wardrobe import Wardrobe
from functions.wdrbe.rules.items import owned
from functions.wdrbe.service import SERVICE
from singletable.clock import now

wardrobe, pictures = Wardrobe(store_of(SERVICE)), Pictures(store_of(SERVICE))


@endpoint(SERVICE, __name__)
def handler(item_id: ItemId, wish: AttachImage, caller: Caller) -> None:
    item = owned(wardrobe.get(item_id), owner(caller))
    pictures.attach(item, wish.image_id, now())
