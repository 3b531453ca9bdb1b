"""Every question about items. An item and its place in its owner's list are written together, or not at all."""

from functions.wdrbe.entities import SHELVES, Activity, Item, UserItem
from functions.wdrbe.rules.items import listed, shelves
from singletable.idempotency import Once
from singletable.merging import merged
from singletable.store import Create, Delete, Operation, Page, Store, Update, remove

NEWEST_FIRST = ("created_at", "item_id")


class Wardrobe:
    def __init__(self, store: Store) -> None:
        self._store = store

    def get(self, item_id: str) -> Item | None:
        return self._store.get(Item.key.item(item_id=item_id), consistent=True)

    def create(self, item: Item, told: Activity, *, once: Once, answer: str) -> None:
        answered = once.answering(201, answer, self._store.now())
        self._store.transact(*answered, *creation(item, told))

    def change(self, before: Item, after: Item) -> Item:
        """Under the version that was read: of two who rename at once, one is refused."""
        update = Update(before, after)
        old, new = listed(before), listed(after)
        self._store.transact(update, *([] if old == new else [Update(old, new)]))
        return update.result()

    def delete(self, item: Item, told: Activity) -> None:
        """Its links die with it at once; the stream clears away what else belonged to it."""
        in_list = UserItem.key.item(user_id=item.user_id, item_id=item.item_id)
        self._store.transact(remove(item), Delete(in_list), Create(told))

    def listed(
        self,
        user_id: str,
        *,
        shelf: str | None,
        category: str | None,
        include_all_season: bool,
        limit: int,
        cursor: str | None,
    ) -> Page[UserItem] | Page[Item]:
        """Newest first. Each question has a range, or some, that hold its answers and nothing else: no page is short,
        and none costs more in a larger wardrobe."""
        asked = shelves(shelf, include_all_season=include_all_season)
        if category is not None:
            in_category = [Item.in_category(user_id=user_id, category=category, shelf=each) for each in asked]
            return merged(self._store, in_category, by=NEWEST_FIRST, limit=limit, cursor=cursor)
        if asked == SHELVES:
            everything = UserItem.key(user_id=user_id)
            return self._store.query(everything, limit=limit, cursor=cursor, newest_first=True)
        in_season = [UserItem.in_season(user_id=user_id, shelf=each) for each in asked]
        return merged(self._store, in_season, by=NEWEST_FIRST, limit=limit, cursor=cursor)

    def every(self, user_id: str) -> list[Item]:
        """The whole wardrobe, for an export."""
        in_list = self._store.every(UserItem.key(user_id=user_id), newest_first=True)
        found = self._store.batch_get([Item.key.item(item_id=each.item_id) for each in in_list])
        return [item for item in found if item is not None]


def creation(item: Item, told: Activity) -> tuple[Operation[Item] | Operation[UserItem] | Operation[Activity], ...]:
    return Create(item), Create(listed(item)), Create(told)
