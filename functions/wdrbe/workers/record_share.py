"""A share becomes a link, counts, and is told of: once, however often its message comes."""

from edge.observe import count, logger
from edge.resources import store_of
from edge.worker import worker
from functions.wdrbe.entities import ActivityType, Share
from functions.wdrbe.models.messages import ShareMessage
from functions.wdrbe.repository.shares import Shares
from functions.wdrbe.repository.wardrobe import Wardrobe
from functions.wdrbe.rules.items import NoSuchItem, activity, owned
from functions.wdrbe.rules.shares import TooManyLinks
from functions.wdrbe.service import SERVICE
from singletable.errors import AlreadyExists

wardrobe, shares = Wardrobe(store_of(SERVICE)), Shares(store_of(SERVICE))


@worker(SERVICE, __name__)
def handler(message: ShareMessage) -> None:
    try:
        item = owned(wardrobe.get(message.item_id), message.user_id)
        share = Share(item_id=message.item_id, token=message.token, platform=message.platform, created_at=message.at)
        said: dict[str, object] = {"action": "share", "platform": message.platform}
        told = activity(ActivityType.ITEM_SHARED, item, message.activity_id, message.at, said)
        shares.record(share, told)
    except AlreadyExists:
        logger.info("share recorded before")
    except (NoSuchItem, TooManyLinks) as refused:
        # Nothing will change by trying again: the item went, or filled up, since the request was taken.
        logger.info("share dropped", extra={"code": refused.code})
        count("ShareDropped", code=refused.code)
