"""Key templates: how values become the text of a key, and how that text is read back."""

import re
from collections.abc import Callable, Mapping
from datetime import UTC, date, datetime, timedelta
from enum import Enum
from typing import NamedTuple

from singletable.errors import InvalidKey, SchemaError

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
SEPARATOR = "#"


def milliseconds(moment: datetime) -> int:
    return (in_utc(moment) - EPOCH) // timedelta(milliseconds=1)


def in_utc(moment: datetime) -> datetime:
    """Without a time zone it would mean another moment on every machine."""
    if moment.tzinfo is None:
        raise SchemaError("a moment without a time zone cannot be stored")
    return moment.astimezone(UTC)


def iso_seconds(moment: datetime) -> str:
    return in_utc(moment).isoformat(timespec="seconds").replace("+00:00", "Z")


def iso_milliseconds(moment: datetime) -> str:
    return in_utc(moment).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _padded_milliseconds(moment: datetime) -> str:
    number = milliseconds(moment)
    if number < 0:
        raise InvalidKey("a moment before 1970 has no place in an ordered key")
    return f"{number:020d}"


def _compact(day: date) -> str:
    return day.isoformat().replace("-", "")


# Every format has a fixed width: as text, keys sort as their moments do.
MOMENTS: Mapping[str, Callable[[datetime], str]] = {
    "ms": _padded_milliseconds,
    "s": iso_seconds,
    "iso": iso_milliseconds,
    "hour": lambda moment: in_utc(moment).isoformat()[:13],
    "day": lambda moment: _compact(in_utc(moment).date()),
    "date": lambda moment: in_utc(moment).date().isoformat(),
}
WHOLE_MOMENTS: Mapping[str, Callable[[str], datetime]] = {
    "ms": lambda text: EPOCH + timedelta(milliseconds=int(text)),
    "s": datetime.fromisoformat,
    "iso": datetime.fromisoformat,
}
DAYS: Mapping[str, Callable[[date], str]] = {"": _compact, "date": date.isoformat}


def _escape(text: str) -> str:
    """A value may hold the separator; it must not be able to forge a segment."""
    return text.replace("%", "%25").replace(SEPARATOR, "%23")


def _unescape(text: str) -> str:
    return text.replace("%23", SEPARATOR).replace("%25", "%")


class Hole(NamedTuple):
    """One `{name:spec}` of a template."""

    name: str
    spec: str

    def takes(self, kind: type, *, back: bool) -> bool:
        """Whether values of a type can be written here; `back`: and read back as they were."""
        if issubclass(kind, str | Enum | bool):
            return not self.spec
        if issubclass(kind, int):
            return re.fullmatch(r"(0\d+d)?", self.spec) is not None
        if issubclass(kind, datetime):
            return self.spec in (WHOLE_MOMENTS if back else MOMENTS)
        return issubclass(kind, date) and self.spec in DAYS

    def render(self, value: object) -> str:
        if isinstance(value, Enum):
            value = value.value
        if isinstance(value, str):
            if not value:
                raise InvalidKey(f"{self.name} is empty and cannot be part of a key")
            return _escape(value)
        if isinstance(value, bool):
            return "true" if value else "false"
        if isinstance(value, int):
            return self._number(value)
        if isinstance(value, datetime):
            return MOMENTS[self.spec](value)
        if isinstance(value, date):
            return DAYS[self.spec](value)
        if value is None:
            raise InvalidKey(f"{self.name} is absent and cannot be part of a key")
        raise SchemaError(f"{self.name}: a {type(value).__name__} cannot be part of a key")

    def _number(self, value: int) -> str:
        text = format(value, self.spec)
        if self.spec and (value < 0 or len(text) > int(self.spec[:-1])):
            raise InvalidKey(f"{self.name}: {value} does not fit the {int(self.spec[:-1])} digits of its key")
        return text

    def parse(self, text: str, kind: type) -> object:
        if issubclass(kind, Enum):
            return next(member for member in kind if str(member.value) == _unescape(text))
        if kind is bool:
            return text == "true"
        if issubclass(kind, int):
            return int(text)
        if issubclass(kind, datetime):
            return WHOLE_MOMENTS[self.spec](text)
        if issubclass(kind, date):
            return date.fromisoformat(text)
        return _unescape(text)


class Template:
    """`PROB#{platform}#{problem_id}`: literals and holes in turn."""

    __slots__ = ("holes", "literals", "text")

    def __init__(self, text: str) -> None:
        parts = re.split(r"\{(\w+)(?::(\w+))?\}", text)
        self.text = text
        self.literals = tuple(parts[0::3])
        self.holes = tuple(Hole(name, spec or "") for name, spec in zip(parts[1::3], parts[2::3], strict=True))
        if not text or any(brace in literal for literal in self.literals for brace in "{}"):
            raise SchemaError(f"{text!r} is not a key template")
        # Values are escaped for the separator alone: anything else between two of them could be part of either.
        if any(not literal.startswith(SEPARATOR) for literal in self.literals[1:-1]) or (
            self.holes and self.literals[-1] and not self.literals[-1].startswith(SEPARATOR)
        ):
            raise SchemaError(f"{text!r}: a value ends with {SEPARATOR}, or where the key ends")

    def names(self) -> tuple[str, ...]:
        return tuple(hole.name for hole in self.holes)

    @property
    def in_segments(self) -> bool:
        """Every hole fills a segment of its own, so that a beginning of the key is a beginning in meaning too."""
        return all(not literal or literal.endswith(SEPARATOR) for literal in self.literals[:-1])

    def render(self, read: Callable[[str], object]) -> str | None:
        """The key, or None where a part of it is absent (which keeps the item out of a sparse index)."""
        out = [self.literals[0]]
        for hole, literal in zip(self.holes, self.literals[1:], strict=True):
            value = read(hole.name)
            if value is None:
                return None
            out.append(hole.render(value))
            out.append(literal)
        return "".join(out)

    def prefix(self, given: Mapping[str, object]) -> str:
        """The longest beginning that the given fields determine."""
        out = [self.literals[0]]
        for hole, literal in zip(self.holes, self.literals[1:], strict=True):
            if hole.name not in given:
                break
            out.append(hole.render(given[hole.name]))
            out.append(literal)
        return "".join(out)

    def leading(self, given: Mapping[str, object]) -> tuple[str, ...]:
        """The names that `prefix` uses."""
        names = self.names()
        first_missing = next((i for i, name in enumerate(names) if name not in given), len(names))
        return names[:first_missing]

    def parse(self, key: str, kinds: Mapping[str, type]) -> dict[str, object]:
        """The fields of these kinds back out of a key. Values are escaped, so a literal cannot occur inside one."""
        found: dict[str, object] = {}
        position = len(self.literals[0])
        for hole, literal in zip(self.holes, self.literals[1:], strict=True):
            end = key.index(literal, position) if literal else len(key)
            if hole.name in kinds:
                found[hole.name] = hole.parse(key[position:end], kinds[hole.name])
            position = end + len(literal)
        return found
