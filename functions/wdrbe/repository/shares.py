"""Every question about share links. Link, counters and activity are one transaction: an event counts once."""

from datetime import datetime

from functions.wdrbe.entities import Activity, Item, Share
from functions.wdrbe.rules import shares as rules
from functions.wdrbe.rules.items import no_such_item
from singletable.errors import ConditionRefused, Throttled
from singletable.expressions import absent
from singletable.idempotency import Once
from singletable.store import Create, Page, Patch, Store, Update

ATTEMPTS = 5


class Shares:
    def __init__(self, store: Store) -> None:
        self._store = store

    def accept(self, once: Once, answer: str) -> None:
        """Notes what a request was answered; the link itself is the worker's to make."""
        self._store.transact(*once.answering(202, answer, self._store.now()))

    def record(self, share: Share, told: Activity) -> None:
        """AlreadyExists where this event was recorded before, even if its link was revoked since."""
        full_or_gone = lambda item: no_such_item() if item is None else rules.too_many_links()  # noqa: E731
        self._store.transact(
            Create(share),
            Patch(
                Item.key.item(item_id=share.item_id),
                add={"shared_count": 1, "link_count": 1},
                set={"is_public": True, "updated_at": told.timestamp},
                ceiling={"link_count": rules.MOST_LINKS},
                when={"user_id": told.user_id},
                otherwise=full_or_gone,
            ),
            Create(told),
        )

    def of_item(self, item_id: str, limit: int, cursor: str | None) -> Page[Share]:
        return self._store.query(Share.key(item_id=item_id), limit=limit, cursor=cursor, consistent=True)

    def behind(self, token: str) -> tuple[Share | None, Item | None]:
        """The index leads to the link; whether it still lives is asked of the table, which never lags."""
        found = self._store.find(Share.by_token(token=token))
        if found is None:
            return None, None
        share_key = Share.key.item(item_id=found.item_id, token=token)
        share = self._store.get(share_key, consistent=True)
        return share, self._store.get(Item.key.item(item_id=found.item_id), consistent=True)

    def revoke(self, item: Item, token: str, now: datetime) -> None:
        """The last link to go makes the item private. Done twice, it does nothing the second time."""
        for _ in range(ATTEMPTS):
            share = self._store.get(Share.key.item(item_id=item.item_id, token=token), consistent=True)
            current = self._store.get(Item.key.item(item_id=item.item_id), consistent=True)
            if share is None or current is None:
                raise rules.no_such_share()
            if share.revoked_at is not None:
                return
            last = {"is_public": False, "updated_at": now} if current.link_count == 1 else {}
            try:
                self._store.transact(
                    Update(share, rules.revoked(share, now), when={"revoked_at": absent}),
                    Patch(
                        Item.key.item(item_id=item.item_id),
                        add={"link_count": -1},
                        set=last,
                        when={"link_count": current.link_count},
                    ),
                )
            except ConditionRefused:
                continue
            return
        raise Throttled("links of the same item keep changing")
