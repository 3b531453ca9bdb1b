"""PATCH /items/{item_id}: the owner changes an item; its place in lists follows in the same transaction."""

from edge.caller import Caller
from edge.endpoint import endpoint
from edge.request import IfMatch
from edge.resources import store_of
from functions.wdrbe.members import owner
from functions.wdrbe.models.requests import ChangeItem, ItemId
from functions.wdrbe.models.views import ItemView
from functions.wdrbe.repository.pictures import Pictures
from functions.wdrbe.repository.wardrobe import Wardrobe
from functions.wdrbe.rules import items as rules
from functions.wdrbe.service import SERVICE
from singletable.clock import now

wardrobe, pictures = Wardrobe(store_of(SERVICE)), Pictures(store_of(SERVICE))


@endpoint(SERVICE, __name__)
def handler(item_id: ItemId, wish: ChangeItem, caller: Caller, match: IfMatch) -> ItemView:
    before = rules.owned(wardrobe.get(item_id), owner(caller))
    match.check(before)
    after = rules.change(before, wish.changes(), now())
    item = before if after is before else wardrobe.change(before, after)
    return ItemView.of(item, pictures.link(item.image_key))
