"""Every question about pictures: the objects in the bucket, and the item that shows one."""

from datetime import datetime
from typing import Any

from functions.wdrbe.entities import Item, UserItem
from functions.wdrbe.rules import pictures as rules
from functions.wdrbe.rules.items import NoSuchItem, no_such_item
from singletable.store import Patch, Store


class Pictures:
    def __init__(self, store: Store) -> None:
        self._store = store

    def form(self, item_id: str, image_id: str, content_type: str) -> dict[str, Any]:
        return self._store.bucket.upload_form(
            rules.new_key(item_id, image_id),
            content_type=content_type,
            largest=rules.LARGEST_IMAGE,
            seconds=rules.UPLOAD_SECONDS,
        )

    def link(self, key: str | None) -> str | None:
        return self._store.bucket.link(key, seconds=rules.LINK_SECONDS) if key is not None else None

    def attach(self, item: Item, image_id: str, now: datetime) -> None:
        """The upload is copied to where it stays, then the item shows it; what it showed before the stream removes."""
        kept = rules.kept_key(item.item_id, image_id)
        if kept != item.image_key and not self._store.bucket.copy(rules.new_key(item.item_id, image_id), kept):
            raise rules.NotUploaded("This picture has not been uploaded, or too long ago.")
        try:
            self._show(item, kept, now)
        except NoSuchItem:
            self._store.bucket.delete(kept)
            raise

    def detach(self, item: Item, now: datetime) -> None:
        self._show(item, None, now)

    def _show(self, item: Item, key: str | None, now: datetime) -> None:
        in_list = UserItem.key.item(user_id=item.user_id, item_id=item.item_id)
        self._store.transact(
            Patch(
                Item.key.item(item_id=item.item_id),
                set={"image_key": key, "updated_at": now},
                when={"user_id": item.user_id},
                otherwise=no_such_item(),
            ),
            Patch(in_list, set={"image_key": key}, otherwise=no_such_item()),
        )

    def discard(self, key: str) -> None:
        self._store.bucket.delete(key)

    def discard_all(self, item_id: str) -> None:
        """Everything that was ever uploaded for an item, shown or not."""
        self._store.bucket.delete_all(key for place in rules.places(item_id) for key in self._store.bucket.keys(place))
