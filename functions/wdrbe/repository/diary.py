"""Every question about what happened: activities, and what was worn when."""

from datetime import date, timedelta

from functions.wdrbe.entities import Activity, ActivityType, Item, Wear
from functions.wdrbe.rules.items import no_such_item
from functions.wdrbe.rules.wears import already_worn
from singletable.idempotency import Once
from singletable.store import Create, Page, Patch, Store


class Diary:
    def __init__(self, store: Store) -> None:
        self._store = store

    def activities(self, user_id: str, kind: ActivityType | None, limit: int, cursor: str | None) -> Page[Activity]:
        if kind is None:
            everything = Activity.key(user_id=user_id)
            return self._store.query(everything, limit=limit, cursor=cursor, newest_first=True)
        of_type = Activity.of_type(user_id=user_id, activity_type=kind)
        return self._store.query(of_type, limit=limit, cursor=cursor, newest_first=True)

    def log_wear(self, wear: Wear, told: Activity, *, once: Once, answer: str) -> None:
        """The wear, the item's count of them and the activity. The key of a wear is what makes it once a day."""
        self._store.transact(
            *once.answering(201, answer, self._store.now()),
            Create(wear, otherwise=already_worn(wear.worn_on)),
            Patch(
                Item.key.item(item_id=wear.item_id),
                add={"wear_count": 1},
                when={"user_id": wear.user_id},
                otherwise=no_such_item(),
            ),
            Create(told),
        )

    def wears(self, user_id: str, first: date | None, last: date | None, limit: int, cursor: str | None) -> Page[Wear]:
        days = Wear.key(user_id=user_id)
        if first is not None:
            days = days.since(worn_on=first)
        if last is not None:
            days = days.until(worn_on=last + timedelta(days=1))
        return self._store.query(days, limit=limit, cursor=cursor, newest_first=True)

    def everything(self, user_id: str) -> tuple[list[Activity], list[Wear]]:
        activities = self._store.every(Activity.key(user_id=user_id), newest_first=True)
        return list(activities), list(self._store.every(Wear.key(user_id=user_id), newest_first=True))
