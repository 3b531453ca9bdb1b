"""The bodies that come in and go out. Unknown fields are refused, types are not guessed."""

import edge.held  # noqa: F401  # a side effect is what it is for

from collections.abc import Callable
from datetime import date, datetime
from typing import Annotated, Any, Generic, Self, TypeVar, Union, dataclass_transform

from msgspec import UNSET, Meta, Struct, StructMeta, UnsetType, ValidationError, convert, field
from msgspec.json import decode, encode
from msgspec.structs import asdict

from edge.reading import Checked
from singletable.store import Page

V = TypeVar("V", bound="View")
T = TypeVar("T")


def _off_the_calendar(when: date) -> str | None:
    """So near to the ends of what Python knows, one cannot count on."""
    return None if 1900 <= when.year < 3000 else "It lies between the years 1900 and 2999."


OrLeftOut = Union[T, UnsetType]  # noqa: UP007  # of a type variable
"""A field that can be left out, which is not the same as null: declare it so, with UNSET as its default."""

Day = Annotated[date, Checked(_off_the_calendar)]
Moment = Annotated[datetime, Meta(tz=True), Checked(_off_the_calendar)]


def day_or_moment(text: str) -> date | datetime:
    return convert(text, Annotated[datetime, Meta(tz=True)]) if "T" in text else convert(text, date)


def _neither_day_nor_moment(text: str) -> str | None:
    try:
        return _off_the_calendar(day_or_moment(text))
    except ValidationError:
        return "It is a day, or a moment with its time zone, in the form of RFC 3339."


DayOrMoment = Annotated[
    str,
    Meta(description="A day, or a moment with its time zone", examples=["2026-03-01", "2026-03-01T09:30:00Z"]),
    Checked(_neither_day_nor_moment),
]


class _Bodies(StructMeta):
    def __new__(mcls, name: str, bases: tuple[type, ...], members: dict[str, Any], **settings: Any) -> Any:
        return super().__new__(mcls, name, bases, members, **{"frozen": True, "kw_only": True, **settings})


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(field,))
class _Body(Struct, metaclass=_Bodies, frozen=True):
    """Frozen, and made by names alone."""


class Body(_Body, forbid_unknown_fields=True):
    """A request's JSON body."""

    def sent(self) -> dict[str, Any]:
        """Its fields without those that were left out, where a declaration tells that apart: `= UNSET`."""
        return {name: value for name, value in asdict(self).items() if value is not UNSET}

    def given(self) -> dict[str, Any]:
        """Its fields without those that say nothing."""
        return {name: value for name, value in self.sent().items() if value is not None}


class Query(_Body, forbid_unknown_fields=True):
    """A request's query string; values arrive as text and are read as what they are declared to be."""


class Paging(Query):
    """What every list takes."""

    limit: Annotated[int, Meta(ge=1, le=100, description="How many items at the most")] = 20
    cursor: Annotated[str, Meta(max_length=2048, description="`next_cursor` of the page before")] | None = None


class View(_Body):
    """A response body, made by us: it is written, not checked."""

    def json(self) -> str:
        return encode(self).decode()

    @classmethod
    def read(cls, answered: str) -> Self:
        """What was answered once, from its record."""
        return decode(answered, type=cls)


class Listing(View, Generic[V]):
    """One page of a list."""

    items: list[V]
    next_cursor: str | None = None

    @classmethod
    def of(cls, page: Page[T], view: Callable[[T], V]) -> "Listing[V]":
        return cls(items=[view(item) for item in page.items], next_cursor=page.cursor)


class Message(_Body, forbid_unknown_fields=True):
    """What travels through a queue."""
