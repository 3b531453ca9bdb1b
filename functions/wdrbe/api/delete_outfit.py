"""DELETE /outfits/{outfit_id}: an outfit goes, its items stay."""

from edge.caller import Caller
from edge.endpoint import endpoint
from edge.resources import store_of
from functions.wdrbe.members import owner
from functions.wdrbe.models.requests import OutfitId
from functions.wdrbe.repository.outfits import Outfits
from functions.wdrbe.service import SERVICE

outfits = Outfits(store_of(SERVICE))


@endpoint(SERVICE, __name__)
def handler(outfit_id: OutfitId, caller: Caller) -> None:
    outfits.delete(owner(caller), outfit_id)
