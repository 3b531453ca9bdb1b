"""DELETE /items/{item_id}: the owner deletes an item; its links lead nowhere from then on."""

from edge.caller import Caller
from edge.endpoint import endpoint
from edge.request import IfMatch
from edge.resources import store_of
from functions.wdrbe.entities import ActivityType
from functions.wdrbe.members import owner
from functions.wdrbe.models.requests import ItemId
from functions.wdrbe.repository.wardrobe import Wardrobe
from functions.wdrbe.rules import items as rules
from functions.wdrbe.service import SERVICE
from singletable.clock import now
from singletable.ulid import new_ulid

wardrobe = Wardrobe(store_of(SERVICE))


@endpoint(SERVICE, __name__)
def handler(item_id: ItemId, caller: Caller, match: IfMatch) -> None:
    item = rules.owned(wardrobe.get(item_id), owner(caller))
    match.check(item)
    told = rules.activity(ActivityType.ITEM_DELETED, item, new_ulid(now()), now())
    wardrobe.delete(item, told)
