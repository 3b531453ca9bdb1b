"""What an item leaves behind: a picture it shows no more, and once it is gone its links and its place in outfits."""

from edge.resources import store_of
from edge.stream import Batch, consumer
from functions.wdrbe.entities import Item
from functions.wdrbe.repository.erasure import Erasure
from functions.wdrbe.repository.outfits import Outfits
from functions.wdrbe.repository.pictures import Pictures
from functions.wdrbe.service import SERVICE
from singletable.stream import Change

store = store_of(SERVICE)
erasure, outfits, pictures = Erasure(store), Outfits(store), Pictures(store)


@consumer(SERVICE, __name__)
def handler(batch: Batch) -> None:
    batch.each(clear_away)


def clear_away(change: Change) -> None:
    """All of it can be done again."""
    was, now_is = change.before, change.after
    if not isinstance(was, Item):
        return
    if not isinstance(now_is, Item):
        erasure.clear_away(was.item_id)
        outfits.forget_item(was.user_id, was.item_id, change.at)
    elif was.image_key is not None and was.image_key != now_is.image_key:
        pictures.discard(was.image_key)
