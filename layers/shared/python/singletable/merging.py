"""Several ranges read as one list, newest first, under one cursor."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from operator import attrgetter
from typing import Any, TypeVar

from singletable.keys import Range
from singletable.store import Page, Store
from singletable.templates import iso_milliseconds

T = TypeVar("T")
READERS = 8


def merged(
    store: Store, ranges: Sequence[Range[T]], *, by: tuple[str, ...], limit: int, cursor: str | None = None
) -> Page[T]:
    """One page of all the ranges together. `by` names the fields with which every one of their sort keys ends.

    The cursor is the last item shown: whatever comes next lies behind it in every range. So it stays small, and one
    page costs one query of each range, however many pages went before.
    """
    scope = repr([(range_.key.name, range_.partition, range_.low, range_.high) for range_ in ranges])
    if cursor is not None:
        behind = _opened(store.cursors.open(scope, cursor))
        ranges = [range_.until(**behind) for range_ in ranges]
    with ThreadPoolExecutor(min(READERS, len(ranges))) as readers:
        pages = list(readers.map(lambda range_: store.query(range_, limit=limit, newest_first=True), ranges))
    found = sorted((item for page in pages for item in page.items), key=attrgetter(*by), reverse=True)
    shown = tuple(found[:limit])
    if len(found) == len(shown) and all(page.cursor is None for page in pages):
        return Page(shown, None)
    return Page(shown, store.cursors.seal(scope, _sealed({name: getattr(shown[-1], name) for name in by})))


def _sealed(position: dict[str, Any]) -> dict[str, Any]:
    return {
        name: {"at": iso_milliseconds(value)} if isinstance(value, datetime) else value
        for name, value in position.items()
    }


def _opened(position: dict[str, Any]) -> dict[str, Any]:
    return {
        name: datetime.fromisoformat(value["at"]) if isinstance(value, dict) else value
        for name, value in position.items()
    }
