"""GET /outfits: a user's outfits, newest first."""

from edge.caller import Caller
from edge.endpoint import endpoint
from edge.models import Listing, Paging
from edge.resources import store_of
from functions.wdrbe.members import owner
from functions.wdrbe.models.views import OutfitView
from functions.wdrbe.repository.outfits import Outfits
from functions.wdrbe.service import SERVICE

outfits = Outfits(store_of(SERVICE))


@endpoint(SERVICE, __name__)
def handler(asked: Paging, caller: Caller) -> Listing[OutfitView]:
    return Listing.of(outfits.listed(owner(caller), asked.limit, asked.cursor), OutfitView.of)
