"""Answers worth keeping for a moment inside one warm function."""

from collections.abc import Callable, Hashable
from datetime import datetime, timedelta
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class TimedCache(Generic[K, V]):
    """Remembers a value for a while; at most `size` of them, the oldest goes first."""

    def __init__(self, keep: timedelta, *, clock: Callable[[], datetime], size: int = 1000) -> None:
        self._keep, self._clock, self._size = keep, clock, size
        self._held: dict[K, tuple[datetime, V]] = {}

    def get(self, key: K, fetch: Callable[[], V]) -> V:
        moment = self._clock()
        held = self._held.get(key)
        # A clock may be set back; what was learnt in its future is not trusted.
        if held is not None and timedelta(0) <= moment - held[0] < self._keep:
            return held[1]
        value = fetch()
        self.put(key, value)
        return value

    def put(self, key: K, value: V) -> None:
        self._held.pop(key, None)
        while len(self._held) >= self._size:
            del self._held[next(iter(self._held))]
        self._held[key] = (self._clock(), value)

    def forget(self, key: K) -> None:
        self._held.pop(key, None)

    def clear(self) -> None:
        self._held.clear()
