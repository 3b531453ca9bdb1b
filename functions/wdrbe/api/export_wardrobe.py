"""GET /export: the whole wardrobe as one file, and a link to fetch it with."""

from msgspec import json

from edge.caller import Caller
from edge.endpoint import endpoint
from edge.resources import store_of
from functions.wdrbe.members import owner
from functions.wdrbe.models.views import ActivityView, ExportView, ItemRecord, OutfitView, WardrobeExport, WearView
from functions.wdrbe.repository.diary import Diary
from functions.wdrbe.repository.exports import LINK_SECONDS, Exports
from functions.wdrbe.repository.outfits import Outfits
from functions.wdrbe.repository.wardrobe import Wardrobe
from functions.wdrbe.service import SERVICE
from singletable.clock import now

store = store_of(SERVICE)
wardrobe, diary, outfits, exports = Wardrobe(store), Diary(store), Outfits(store), Exports(store)


@endpoint(SERVICE, __name__)
def handler(caller: Caller) -> ExportView:
    user_id = owner(caller)
    activities, wears = diary.everything(user_id)
    document = WardrobeExport(
        exported_at=now(),
        items=[ItemRecord.recorded(item) for item in wardrobe.every(user_id)],
        outfits=[OutfitView.of(outfit) for outfit in outfits.every(user_id)],
        wears=[WearView.of(wear) for wear in wears],
        activities=[ActivityView.of(activity) for activity in activities],
    )
    return ExportView(
        download_url=exports.save(user_id, json.format(json.encode(document), indent=1).decode()),
        expires_in=LINK_SECONDS,
        items=len(document.items),
        outfits=len(document.outfits),
        wears=len(document.wears),
        activities=len(document.activities),
    )
