"""Every question about outfits. That each item in one is its owner's is a condition on the write."""

from collections.abc import Sequence
from datetime import datetime

from functions.wdrbe.entities import Outfit, UserItem
from functions.wdrbe.rules import outfits as rules
from functions.wdrbe.rules.items import no_such_item
from singletable.errors import NotFound, Throttled, VersionConflict
from singletable.idempotency import Once
from singletable.store import Check, Create, Delete, Page, Store, Update

ATTEMPTS = 5


class Outfits:
    def __init__(self, store: Store) -> None:
        self._store = store

    def get(self, user_id: str, outfit_id: str) -> Outfit | None:
        return self._store.get(Outfit.key.item(user_id=user_id, outfit_id=outfit_id), consistent=True)

    def create(self, outfit: Outfit, *, once: Once, answer: str) -> None:
        answered = once.answering(201, answer, self._store.now())
        self._store.transact(*answered, *_own_items(outfit, ()), Create(outfit))

    def change(self, before: Outfit, after: Outfit) -> Outfit:
        update = Update(before, after)
        self._store.transact(update, *_own_items(after, before.item_ids))
        return update.result()

    def delete(self, user_id: str, outfit_id: str) -> None:
        key = Outfit.key.item(user_id=user_id, outfit_id=outfit_id)
        absent = rules.NoSuchOutfit("There is no such outfit.")
        self._store.run(Delete(key, must_exist=True, otherwise=absent))

    def listed(self, user_id: str, limit: int, cursor: str | None) -> Page[Outfit]:
        return self._store.query(Outfit.key(user_id=user_id), limit=limit, cursor=cursor, newest_first=True)

    def every(self, user_id: str) -> list[Outfit]:
        return list(self._store.every(Outfit.key(user_id=user_id), newest_first=True, consistent=True))

    def forget_item(self, user_id: str, item_id: str, now: datetime) -> None:
        """Takes an item that is gone out of every outfit. Done again, it finds nothing to do."""
        for _ in range(ATTEMPTS):
            affected = [outfit for outfit in self.every(user_id) if item_id in outfit.item_ids]
            try:
                for outfit in affected:
                    self._store.update(outfit, rules.without(outfit, item_id, now))
            except (VersionConflict, NotFound):
                continue
            return
        raise Throttled("outfits keep changing")


def _own_items(outfit: Outfit, known: Sequence[str]) -> list[Check[UserItem]]:
    return [
        Check(
            UserItem.key.item(user_id=outfit.user_id, item_id=item_id),
            otherwise=no_such_item(f"body.item_ids[{place}]"),
        )
        for place, item_id in enumerate(outfit.item_ids)
        if item_id not in known
    ]
