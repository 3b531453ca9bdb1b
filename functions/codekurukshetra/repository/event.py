"""Every question about the event: its configuration and its seats."""

from datetime import timedelta
from typing import Any

from functions.codekurukshetra.entities.records import AuditEntry
from functions.codekurukshetra.entities.registration import Config, Seats
from functions.codekurukshetra.repository import seats
from functions.codekurukshetra.rules.event import configured, resized
from singletable.cache import TimedCache
from singletable.keys import ItemKey
from singletable.store import Create, Operation, Store, Update

CACHED = timedelta(seconds=30)


class Event:
    def __init__(self, store: Store) -> None:
        self._store = store
        self._seen: TimedCache[str, tuple[Config | None, Seats | None]] = TimedCache(CACHED, clock=store.now)

    def config(self) -> Config:
        """As it is now: what is decided by it is decided by the latest."""
        return configured(self.stored())

    def stored(self) -> Config | None:
        return self._store.get(Config.key.item(), consistent=True)

    def seen(self) -> tuple[Config, int]:
        """As it was at most half a minute ago, with the seats that were left then."""
        config, left = self._seen.get("event", self._look)
        if config is None:
            self._seen.clear()
        return configured(config), left.free if left and not left.waiting else 0

    def _look(self) -> tuple[Config | None, Seats | None]:
        keys: list[ItemKey[Any]] = [Config.key.item(), Seats.key.item()]
        config, left = self._store.batch_get(keys)
        return config if isinstance(config, Config) else None, left if isinstance(left, Seats) else None

    def write(self, before: Config | None, after: Config, entry: AuditEntry) -> Config:
        write: Operation[Config] = Update(before, after) if before else Create(after)
        self._store.transact(write, *seats.resize(resized(before, after), first=before is None), Create(entry))
        self._seen.clear()
        return write.result() or after
