"""The bodies that come in and go out. Unknown fields are refused, types are not guessed."""

import edge.held  # noqa: F401  # a side effect is what it is for

from collections.abc import Callable
from datetime import UTC, date, datetime
from typing import Annotated, Generic, TypeVar

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field

from singletable.store import Page

V = TypeVar("V", bound=BaseModel)
T = TypeVar("T")

Day = Annotated[date, Field(ge=date(1900, 1, 1), lt=date(3000, 1, 1))]
Moment = Annotated[AwareDatetime, Field(ge=datetime(1900, 1, 1, tzinfo=UTC), lt=datetime(3000, 1, 1, tzinfo=UTC))]
"""Such that one can count on from them, and not fall off the calendar that Python knows."""


class Body(BaseModel):
    """A request's JSON body."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, str_strip_whitespace=True, defer_build=True)


class Query(BaseModel):
    """A request's query string; values arrive as text and are read as what they are declared to be."""

    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)


class Paging(Query):
    """What every list takes."""

    limit: Annotated[int, Field(ge=1, le=100, description="How many items at the most")] = 20
    cursor: Annotated[str | None, Field(max_length=2048, description="`next_cursor` of the page before")] = None


class View(BaseModel):
    """A response body, made by us: it is written, not checked."""

    model_config = ConfigDict(frozen=True, defer_build=True)


class Listing(View, Generic[V]):
    """One page of a list."""

    items: list[V]
    next_cursor: str | None = None

    @classmethod
    def of(cls, page: Page[T], view: Callable[[T], V]) -> "Listing[V]":
        return cls(items=[view(item) for item in page.items], next_cursor=page.cursor)


class Message(BaseModel):
    """What travels through a queue."""

    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)
