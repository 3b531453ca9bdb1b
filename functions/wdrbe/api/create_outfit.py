"""POST /outfits: a user puts some of their items together."""

from edge.caller import Caller
from edge.endpoint import endpoint
from edge.resources import store_of
from functions.wdrbe.entities import Outfit
from functions.wdrbe.members import owner
from functions.wdrbe.models.requests import CreateOutfit
from functions.wdrbe.models.views import OutfitView
from functions.wdrbe.repository.outfits import Outfits
from functions.wdrbe.service import SERVICE
from singletable.clock import now
from singletable.idempotency import Once
from singletable.ulid import new_ulid

outfits = Outfits(store_of(SERVICE))


@endpoint(SERVICE, __name__)
def handler(wish: CreateOutfit, caller: Caller, once: Once) -> OutfitView:
    moment = now()
    outfit = Outfit(
        user_id=owner(caller), outfit_id=new_ulid(moment), created_at=moment, updated_at=moment, **wish.sent()
    )
    view = OutfitView.of(outfit)
    outfits.create(outfit, once=once, answer=view.json())
    return view
