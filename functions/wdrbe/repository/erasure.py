"""The end of a wardrobe: every row and every object of a user, item by item, so that it can be taken up again."""

from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from itertools import islice
from typing import Any, TypeVar, cast

from functions.wdrbe.entities import Activity, Answered, ImportPart, Item, Outfit, UserItem, Wear
from functions.wdrbe.repository.exports import Exports
from functions.wdrbe.repository.pictures import Pictures
from singletable.idempotency import Once
from singletable.keys import ItemKey, Range
from singletable.schema import spec_of
from singletable.store import Store

T = TypeVar("T")
READERS = 8
AT_ONCE = 200


class Erasure:
    def __init__(self, store: Store) -> None:
        self._store, self._pictures, self._exports = store, Pictures(store), Exports(store)

    def accept(self, once: Once, answer: str) -> None:
        """Notes what a request was answered; it goes with all the rest."""
        self._store.transact(*once.answering(202, answer, self._store.now()))

    def erase(self, user_id: str, until: datetime) -> int:
        """Removes what was made up to then; what came later is a new beginning, however late this runs again.

        The statistics are the stream's: it brings them to nought as the items go, and then they expire.
        """
        items = self._erase_items(user_id, until)
        others: tuple[Range[Any], ...] = (
            Activity.key(user_id=user_id),
            Wear.key(user_id=user_id),
            Outfit.key(user_id=user_id),
            ImportPart.key(user_id=user_id),
            Answered.key(caller=user_id),
        )
        for rows in others:
            for some in _in_groups(self._made_until(rows, until)):
                self._store.batch_write(deletes=[spec_of(row).item_key(row) for row in some])
        self._exports.discard(user_id)
        return items

    def _erase_items(self, user_id: str, until: datetime) -> int:
        """The entry in the list goes last: while it stands, a second try finds its way to the item."""
        erased = 0
        with ThreadPoolExecutor(READERS) as readers:
            for some in _in_groups(self._made_until(UserItem.key(user_id=user_id), until)):
                rows = list(readers.map(lambda listed: self._empty(listed.item_id), some))
                self._store.batch_write(deletes=[key for keys in rows for key in keys])
                self._store.batch_write(deletes=[spec_of(listed).item_key(listed) for listed in some])
                erased += len(some)
        return erased

    def _empty(self, item_id: str) -> list[ItemKey[Any]]:
        """Removes the pictures, and answers the keys of all that stands in the item's partition."""
        self._pictures.discard_all(item_id)
        rows = self._store.collection(Item.key.item(item_id=item_id), consistent=True)
        return [spec_of(row).item_key(row) for row in rows]

    def clear_away(self, item_id: str) -> None:
        """What an item leaves behind: its links, and its pictures."""
        self._store.batch_write(deletes=self._empty(item_id))

    def _made_until(self, rows: Range[T], until: datetime) -> Iterator[T]:
        return (row for row in self._store.every(rows, consistent=True) if cast(Any, row).created_at <= until)


def _in_groups(rows: Iterable[T]) -> Iterator[list[T]]:
    waiting = iter(rows)
    while some := list(islice(waiting, AT_ONCE)):
        yield some
