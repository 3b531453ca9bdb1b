"""POST /items: a user adds an item."""

from edge.answer import Answer
from edge.caller import Caller
from edge.endpoint import endpoint
from edge.resources import store_of
from functions.wdrbe.entities import ActivityType
from functions.wdrbe.members import owner
from functions.wdrbe.models.requests import CreateItem
from functions.wdrbe.models.views import ItemView
from functions.wdrbe.repository.wardrobe import Wardrobe
from functions.wdrbe.rules import items as rules
from functions.wdrbe.service import SERVICE
from singletable.clock import now
from singletable.idempotency import Once
from singletable.ulid import new_ulid

wardrobe = Wardrobe(store_of(SERVICE))


@endpoint(SERVICE, __name__)
def handler(wish: CreateItem, caller: Caller, once: Once) -> Answer[ItemView]:
    moment = now()
    item = rules.create(new_ulid(moment), owner(caller), wish.sent(), moment)
    told = rules.activity(ActivityType.ITEM_CREATED, item, new_ulid(moment), moment)
    view = ItemView.of(item)
    wardrobe.create(item, told, once=once, answer=view.json())
    return Answer(view, headers={"Location": f"/items/{item.item_id}"})
