"""Several ranges read as one list, newest first, under one cursor."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from operator import attrgetter
from typing import Any, TypeVar

from singletable.keys import Range
from singletable.query import MOST_READS, SMALLEST_FILTERED_READ
from singletable.store import Page, Store
from singletable.templates import iso_milliseconds

T = TypeVar("T")
READERS = 8


def merged(
    store: Store,
    ranges: Sequence[Range[T]],
    *,
    by: tuple[str, ...],
    limit: int,
    cursor: str | None = None,
    only: Callable[[T], bool] | None = None,
) -> Page[T]:
    """One page of all the ranges together. `by` names the fields with which every one of their sort keys ends.

    The cursor is the last item shown: whatever comes next lies behind it in every range. So it stays small, and one
    page costs one query of each range, however many pages went before. With `only` some items are passed over; then
    the page is filled from further reads, within a bounded number of them.
    """
    scope = repr([(range_.key.name, range_.partition, range_.low, range_.high) for range_ in ranges])
    behind = None if cursor is None else _opened(store.cursors.open(scope, cursor))
    size, found, more = limit if only is None else max(limit, SMALLEST_FILTERED_READ), list[T](), True
    for _ in range(MOST_READS):
        read, more = _read(store, ranges, by, size, behind)
        for at, item in enumerate(read):
            behind = {name: getattr(item, name) for name in by}
            if only is None or only(item):
                found.append(item)
            if len(found) == limit:
                more = more or at + 1 < len(read)
                break
        if len(found) == limit or not more:
            break
    return Page(tuple(found), store.cursors.seal(scope, _sealed(behind)) if more and behind else None)


def _read(
    store: Store, ranges: Sequence[Range[T]], by: tuple[str, ...], limit: int, behind: dict[str, Any] | None
) -> tuple[list[T], bool]:
    """The newest items behind a place, and whether there are more."""
    if behind is not None:
        ranges = [range_.until(**behind) for range_ in ranges]
    with ThreadPoolExecutor(min(READERS, len(ranges))) as readers:
        # One item more than asked for: whether anything follows is then seen, not guessed from where a read ended.
        pages = readers.map(lambda range_: store.query(range_, limit=limit + 1, newest_first=True), ranges)
        found = sorted((item for page in pages for item in page.items), key=attrgetter(*by), reverse=True)
    return found[:limit], len(found) > limit


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
