"""Exports: one file a user, which the next one replaces and a day removes."""

from singletable.bucket import Bucket
from singletable.errors import SchemaError
from singletable.store import Store

PLACE = "exports/"
LINK_SECONDS = 900


class Exports:
    def __init__(self, store: Store) -> None:
        self._store = store

    def save(self, user_id: str, document: str) -> str:
        """Where the file can be fetched from, for a while."""
        key = _key(user_id)
        self._bucket.put(key, document.encode(), content_type="application/json")
        return self._bucket.link(key, seconds=LINK_SECONDS, filename="wardrobe.json")

    def discard(self, user_id: str) -> None:
        self._bucket.delete(_key(user_id))

    @property
    def _bucket(self) -> Bucket:
        if self._store.bucket is None:
            raise SchemaError("Wdrbe exports into a bucket, and was given none")
        return self._store.bucket


def _key(user_id: str) -> str:
    return f"{PLACE}{user_id}/wardrobe.json"
