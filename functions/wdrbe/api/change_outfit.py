"""PATCH /outfits/{outfit_id}: name, note or items of an outfit."""

from edge.caller import Caller
from edge.endpoint import endpoint
from edge.request import IfMatch
from edge.resources import store_of
from functions.wdrbe.members import owner
from functions.wdrbe.models.requests import ChangeOutfit, OutfitId
from functions.wdrbe.models.views import OutfitView
from functions.wdrbe.repository.outfits import Outfits
from functions.wdrbe.rules import outfits as rules
from functions.wdrbe.service import SERVICE
from singletable.clock import now

outfits = Outfits(store_of(SERVICE))


@endpoint(SERVICE, __name__)
def handler(outfit_id: OutfitId, wish: ChangeOutfit, caller: Caller, match: IfMatch) -> OutfitView:
    before = rules.existing(outfits.get(owner(caller), outfit_id))
    match.check(before)
    after = rules.change(before, wish.changes(), now())
    return OutfitView.of(before if after is before else outfits.change(before, after))
