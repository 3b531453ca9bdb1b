"""POST /items/{item_id}/image: a form with which the owner uploads a picture; S3 enforces its type and size."""

from edge.caller import Caller
from edge.endpoint import endpoint
from edge.resources import store_of
from functions.wdrbe.members import owner
from functions.wdrbe.models.requests import ItemId, OfferUpload
from functions.wdrbe.models.views import UploadView
from functions.wdrbe.repository.pictures import Pictures
from functions.wdrbe.repository.wardrobe import Wardrobe
from functions.wdrbe.rules import pictures as rules
from functions.wdrbe.rules.items import owned
from functions.wdrbe.service import SERVICE
from singletable.clock import now
from singletable.ulid import new_ulid

wardrobe, pictures = Wardrobe(store_of(SERVICE)), Pictures(store_of(SERVICE))


@endpoint(SERVICE, __name__)
def handler(item_id: ItemId, wish: OfferUpload, caller: Caller) -> UploadView:
    rules.check_upload(wish.content_type, wish.size)
    owned(wardrobe.get(item_id), owner(caller))
    image_id = new_ulid(now())
    form = pictures.form(item_id, image_id, wish.content_type)
    return UploadView(image_id=image_id, **form, largest=rules.LARGEST_IMAGE, expires_in=rules.UPLOAD_SECONDS)
