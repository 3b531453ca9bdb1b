"""Exports: one file a user, which the next one replaces and a day removes."""

from singletable.store import Store

PLACE = "exports/"
LINK_SECONDS = 900


class Exports:
    def __init__(self, store: Store) -> None:
        self._store = store

    def save(self, user_id: str, document: str) -> str:
        """Where the file can be fetched from, for a while."""
        key = _key(user_id)
        self._store.bucket.put(key, document.encode(), content_type="application/json")
        return self._store.bucket.link(key, seconds=LINK_SECONDS, filename="wardrobe.json")

    def discard(self, user_id: str) -> None:
        self._store.bucket.delete(_key(user_id))


def _key(user_id: str) -> str:
    return f"{PLACE}{user_id}/wardrobe.json"
