"""Decisions that lost a race are taken anew, on what the winner left."""

from collections.abc import Callable
from typing import TypeVar

from singletable.errors import NotFound, Throttled, VersionConflict

T = TypeVar("T")
ATTEMPTS = 8


def until_undisturbed(attempt: Callable[[], T]) -> T:
    for _ in range(ATTEMPTS):
        try:
            return attempt()
        except (NotFound, VersionConflict):
            continue
    raise Throttled("others kept changing it at the same time")
