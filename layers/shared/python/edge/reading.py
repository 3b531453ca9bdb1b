"""What came from outside, read as what it is declared to be: whatever is wrong is said at once, each by its path."""

from collections.abc import Callable, Iterator
from enum import Enum
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from msgspec import UNSET, Meta, Struct, UnsetType, ValidationError, convert
from msgspec.structs import fields

from edge.problems import FieldError

Wrong = list[FieldError]
LONGEST_NAME = 60


class Writing(Enum):
    """How a text is taken, where not as usual: without the blanks around it."""

    AS_SENT = "blanks are part of it"
    LOWERED = "capitals mean nothing"


AS_SENT, LOWERED = Writing.AS_SENT, Writing.LOWERED


class Checked(Struct, frozen=True):
    """What no type can say: a function that answers what is wrong with a value, or nothing."""

    complaint: Callable[[Any], str | None]


class Reader:
    """Reads one type. Where that fails, `wrong` grows, and what is answered means nothing."""

    def __init__(self, hint: Any, *, strict: bool) -> None:
        self._checks: list[Checked] = [extra for extra in _extras(hint) if isinstance(extra, Checked)]
        self._strict = strict

    def read(self, value: Any, path: str, wrong: Wrong) -> Any:
        known = len(wrong)
        found = self._read(value, path, wrong)
        if len(wrong) == known and found is not None:
            said = (check.complaint(found) for check in self._checks)
            wrong += [FieldError(path, "refused", complaint) for complaint in said if complaint is not None]
        return found

    def _read(self, value: Any, path: str, wrong: Wrong) -> Any:
        raise NotImplementedError

    def _converted(self, value: Any, kind: Any, path: str, wrong: Wrong) -> Any:
        try:
            return convert(value, kind, strict=self._strict)
        except ValidationError as error:
            wrong.append(_field_error(path, str(error), kind))
        except UnicodeError:
            wrong.append(FieldError(path, "wrong_form", "It holds half a character."))
        return UNSET


class Value(Reader):
    """A text, a number, a date, one of several choices."""

    def __init__(self, hint: Any, *, strict: bool) -> None:
        super().__init__(hint, strict=strict)
        self._checks = list(_all_of(hint, Checked))
        if self._checks and len(_members(hint) - {NoneType}) > 1:
            raise TypeError(f"{hint}: a check is of one type, not of several")
        self._hint, extras = hint, set(_all_of(hint, Writing))
        # A query string or a path is addressed as it stands; only what people write into bodies is tidied.
        self._stripped, self._lowered = strict and AS_SENT not in extras, LOWERED in extras

    def _read(self, value: Any, path: str, wrong: Wrong) -> Any:
        if isinstance(value, str):
            value = value.strip() if self._stripped else value
            value = value.lower() if self._lowered else value
        return self._converted(value, self._hint, path, wrong)


class Many(Reader):
    """A list of any length, or of as many as its declaration takes."""

    def __init__(self, hint: Any, *, strict: bool) -> None:
        super().__init__(hint, strict=strict)
        kind = _bare(hint)
        self._kind, self._each = get_origin(kind), reader_of(get_args(kind)[0], strict=strict)
        self._frame = _framed(list[Any], hint)

    def _read(self, value: Any, path: str, wrong: Wrong) -> Any:
        found = self._converted(value, self._frame, path, wrong)
        if found is UNSET:
            return found
        return self._kind([self._each.read(each, f"{path}[{number}]", wrong) for number, each in enumerate(found)])


class Mapped(Reader):
    """Values under names that the sender chooses."""

    def __init__(self, hint: Any, *, strict: bool) -> None:
        super().__init__(hint, strict=strict)
        self._name, self._each = (reader_of(part, strict=strict) for part in get_args(_bare(hint)))
        self._frame = _framed(dict[str, Any], hint)

    def _read(self, value: Any, path: str, wrong: Wrong) -> Any:
        found = self._converted(value, self._frame, path, wrong)
        if found is UNSET:
            return found
        places = ((name, _below(path, name), each) for name, each in found.items())
        return {self._name.read(name, at, wrong): self._each.read(each, at, wrong) for name, at, each in places}


class Record(Reader):
    """Values under names that are known; a name that is not is refused."""

    def __init__(self, hint: Any, *, strict: bool) -> None:
        super().__init__(hint, strict=strict)
        self._kind: type[Struct] = _bare(hint)
        self._fields = {
            field.encode_name: (field.name, reader_of(_if_sent(field.type, strict), strict=strict), field.required)
            for field in fields(self._kind)
        }

    def _read(self, value: Any, path: str, wrong: Wrong) -> Any:
        sent = self._converted(value, dict[str, Any], path, wrong)
        if sent is UNSET:
            return sent
        known, given = len(wrong), {}
        for name, (attribute, reader, required) in self._fields.items():
            if name in sent:
                given[attribute] = reader.read(sent[name], f"{path}.{name}", wrong)
            elif required:
                wrong.append(FieldError(f"{path}.{name}", "missing", "It is needed."))
        wrong += [
            FieldError(_below(path, name), "unknown", "There is no such field.")
            for name in sent
            if name not in self._fields
        ]
        if len(wrong) > known:
            return UNSET
        try:
            return self._kind(**given)
        except ValueError as error:
            wrong.append(FieldError(path, "refused", str(error)))
            return UNSET


class Either(Reader):
    """One of several types, of which some hold others: the form of the value decides."""

    def __init__(self, hint: Any, *, strict: bool) -> None:
        super().__init__(hint, strict=strict)
        self._hint = hint
        members = get_args(_bare(hint))
        self._forms = {_form(member): reader_of(member, strict=strict) for member in members if _form(member)}
        plain = tuple(member for member in members if not _form(member) and member is not NoneType)
        self._plain = Value(Union[plain], strict=strict) if plain else None  # noqa: UP007  # of a computed tuple

    def _read(self, value: Any, path: str, wrong: Wrong) -> Any:
        reader = self._forms.get(type(value))
        if reader is None and value is not None and not isinstance(value, list | dict):
            reader = self._plain
        if reader is None:
            return self._converted(value, self._hint, path, wrong)
        return reader.read(value, path, wrong)


def reader_of(hint: Any, *, strict: bool) -> Reader:
    """`strict` takes every value as the type that it is; otherwise all are texts, as in a query string."""
    kind = _bare(hint)
    if get_origin(kind) in (Union, UnionType):
        return (Either if any(map(_form, get_args(kind))) else Value)(hint, strict=strict)
    if _form(kind) is list:
        return Many(hint, strict=strict)
    if get_origin(kind) is dict:
        return Mapped(hint, strict=strict)
    if _form(kind) is dict:
        return Record(hint, strict=strict)
    return Value(hint, strict=strict)


def _if_sent(hint: Any, strict: bool) -> Any:
    """What a field can be once it is there. Where all is text, nothing is null: `null` is a text like any other."""
    absent = {UnsetType} if strict else {UnsetType, NoneType}
    if get_origin(hint) is Annotated:
        return Annotated[_if_sent(get_args(hint)[0], strict), *_extras(hint)]
    if get_origin(hint) not in (Union, UnionType):
        return hint
    return Union[tuple(member for member in get_args(hint) if member not in absent)]  # noqa: UP007  # a computed tuple


def _below(path: str, name: str) -> str:
    """The place of a name that the sender chose: long enough to be found, and something that can be written."""
    return f"{path}.{name[:LONGEST_NAME].encode(errors='replace').decode()}"


def _members(hint: Any) -> set[Any]:
    kind = _bare(hint)
    return {_bare(member) for member in get_args(kind)} if get_origin(kind) in (Union, UnionType) else {kind}


def _form(hint: Any) -> type | None:
    """What JSON calls a type that holds others."""
    kind = _bare(hint)
    if get_origin(kind) in (tuple, list):
        return list
    return dict if get_origin(kind) is dict or (isinstance(kind, type) and issubclass(kind, Struct)) else None


def _bare(hint: Any) -> Any:
    return _bare(get_args(hint)[0]) if get_origin(hint) is Annotated else hint


def _extras(hint: Any) -> tuple[Any, ...]:
    return hint.__metadata__ if get_origin(hint) is Annotated else ()


def _framed(kind: Any, hint: Any) -> Any:
    """A list or an object with whatever the declaration says of its length."""
    limits = [extra for extra in _extras(hint) if isinstance(extra, Meta)]
    return Annotated[kind, *limits] if limits else kind


def _all_of(hint: Any, kind: type) -> Iterator[Any]:
    yield from (extra for extra in _extras(hint) if isinstance(extra, kind))
    for part in get_args(hint):
        yield from _all_of(part, kind)


_CODES = {
    "Invalid enum value": "not_a_choice",
    " of length >= ": "too_short",
    " of length <= ": "too_long",
    " matching regex ": "wrong_form",
    " >= ": "too_small",
    " <= ": "too_large",
    "out of range": "too_large",
    "Expected ": "wrong_type",
    "Invalid ": "wrong_form",
}
"""By what msgspec says. It quotes nothing that was sent, but for a choice that there is not."""


def _field_error(path: str, said: str, kind: Any) -> FieldError:
    code = next((code for part, code in _CODES.items() if part in said), "invalid")
    if code == "not_a_choice":
        said = f"Expected one of {', '.join(_choices(kind))}"
    return FieldError(path, code, f"{said}.")


def _choices(hint: Any) -> Iterator[str]:
    if get_origin(hint) is Literal:
        yield from (f"`{choice}`" for choice in get_args(hint))
    elif isinstance(hint, type) and issubclass(hint, Enum):
        yield from (f"`{member.value}`" for member in hint)
    else:
        for part in get_args(hint):
            yield from _choices(part)
