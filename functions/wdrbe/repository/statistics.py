"""The one question about statistics."""

from functions.wdrbe.entities import Statistics
from singletable.store import Store


class Numbers:
    def __init__(self, store: Store) -> None:
        self._store = store

    def of(self, user_id: str) -> Statistics:
        found = self._store.get(Statistics.key.item(user_id=user_id))
        return found or Statistics(user_id=user_id, created_at=self._store.now())
