"""DELETE /items/{item_id}/shares/{token}: the owner revokes a link; the last one makes the item private."""

from edge.caller import Caller
from edge.endpoint import endpoint
from edge.resources import store_of
from functions.wdrbe.members import owner
from functions.wdrbe.models.requests import ItemId, Token
from functions.wdrbe.repository.shares import Shares
from functions.wdrbe.repository.wardrobe import Wardrobe
from functions.wdrbe.rules.items import owned
from functions.wdrbe.service import SERVICE
from singletable.clock import now

wardrobe, shares = Wardrobe(store_of(SERVICE)), Shares(store_of(SERVICE))


@endpoint(SERVICE, __name__)
def handler(item_id: ItemId, token: Token, caller: Caller) -> None:
    item = owned(wardrobe.get(item_id), owner(caller))
    shares.revoke(item, token, now())
