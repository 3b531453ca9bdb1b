"""POST /items/{item_id}/wears: the owner wore an item; once a day counts."""

from edge.caller import Caller
from edge.endpoint import endpoint
from edge.resources import store_of
from functions.wdrbe.entities import ActivityType, Wear
from functions.wdrbe.members import owner
from functions.wdrbe.models.requests import ItemId, LogWear
from functions.wdrbe.models.views import WearView
from functions.wdrbe.repository.diary import Diary
from functions.wdrbe.repository.wardrobe import Wardrobe
from functions.wdrbe.rules.items import activity, owned
from functions.wdrbe.rules.wears import worn_on
from functions.wdrbe.service import SERVICE
from singletable.clock import now
from singletable.idempotency import Once
from singletable.ulid import new_ulid

wardrobe, diary = Wardrobe(store_of(SERVICE)), Diary(store_of(SERVICE))


@endpoint(SERVICE, __name__)
def handler(item_id: ItemId, wish: LogWear, caller: Caller, once: Once) -> WearView:
    user_id, moment = owner(caller), now()
    day = worn_on(wish.worn_on, moment.date())
    item = owned(wardrobe.get(item_id), user_id)
    wear = Wear(user_id=user_id, worn_on=day, item_id=item_id, item_name=item.name, created_at=moment)
    told = activity(ActivityType.ITEM_WORN, item, new_ulid(moment), moment, {"date": day.isoformat()})
    view = WearView.of(wear)
    diary.log_wear(wear, told, once=once, answer=view.json())
    return view
