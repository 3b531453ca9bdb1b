"""From an HTTP request to the arguments of a handler, by the types of its parameters."""

import inspect
from collections.abc import Callable
from http import HTTPStatus
from typing import Any, get_args, get_type_hints

from msgspec import DecodeError, Struct
from msgspec.json import decode

from edge.caller import Caller
from edge.document import Document
from edge.models import Body, Query
from edge.problems import FieldError, Problem
from edge.reading import Reader, reader_of
from edge.request import IfMatch, Request
from singletable.idempotency import Once
from singletable.service import Route

Binder = Callable[[Request], object]
JSON = "application/json"
MOST_ERRORS = 100
"""A problem names no more: whoever sends a million wrong fields shall not get as many lines back."""


def bindings(handler: Callable[..., object], route: Route, once: Callable[[Request], Once]) -> dict[str, Binder]:
    """One function per parameter. What cannot be bound is refused at cold start, not at the first request."""
    hints = get_type_hints(handler, include_extras=True)
    return {name: _binder(name, hints[name], route, once) for name in inspect.signature(handler).parameters}


def _binder(name: str, hint: Any, route: Route, once: Callable[[Request], Once]) -> Binder:
    if f"{{{name}}}" in route.path:
        return PathValue(name, hint)
    kinds = [kind for kind in (hint, *get_args(hint)) if isinstance(kind, type)]
    for kind in kinds:
        if issubclass(kind, Body):
            return JsonBody(kind, route.largest_body)
        if issubclass(kind, Query):
            return QueryString(kind)
        if kind is Document:
            return DocumentBody(tuple(getattr(hint, "__metadata__", ())), route.largest_body)
        if kind is Caller:
            return lambda request: request.caller
        if kind is IfMatch:
            return lambda request: request.if_match
        if kind is Once:
            return once
        if kind is Request:
            return lambda request: request
    raise TypeError(f"{route.use_case}: nothing in a request can be the parameter {name}")


class PathValue:
    def __init__(self, name: str, hint: Any) -> None:
        self.name, self.hint = name, hint
        self._reader = reader_of(hint, strict=False)

    def __call__(self, request: Request) -> object:
        return read(self._reader, request.path_values.get(self.name, ""), f"path.{self.name}")


class QueryString:
    def __init__(self, model: type[Query]) -> None:
        self.model = model
        self._reader = reader_of(model, strict=False)

    def __call__(self, request: Request) -> object:
        return read(self._reader, dict(request.query), "query")


class JsonBody:
    def __init__(self, model: type[Body], largest: int) -> None:
        self.model = model
        self._reader, self._largest = reader_of(model, strict=True), largest

    def __call__(self, request: Request) -> object:
        _, raw = _sent(request, (JSON,), self._largest)
        try:
            sent = decode(raw)
        except (DecodeError, UnicodeError, RecursionError):
            raise Problem(HTTPStatus.BAD_REQUEST, "malformed_json", "The body is not valid JSON.") from None
        return read(self._reader, sent, "body")


class DocumentBody(Struct, frozen=True):
    media_types: tuple[str, ...]
    largest: int

    def __call__(self, request: Request) -> object:
        media_type, raw = _sent(request, self.media_types, self.largest)
        try:
            return Document(media_type, raw.decode("utf-8-sig"))
        except UnicodeDecodeError:
            wrong = FieldError("body", "not_utf8", "A text is sent in UTF-8.")
            raise Problem(HTTPStatus.BAD_REQUEST, "invalid_request", "The body is no text.", (wrong,)) from None


def _sent(request: Request, media_types: tuple[str, ...], largest: int) -> tuple[str, bytes]:
    """The body with its media type, if it is one that is taken, and not too large."""
    media_type = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if media_type not in media_types:
        raise Problem(
            HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "unsupported_media_type", f"Send it as {' or '.join(media_types)}."
        )
    raw = request.raw_body
    if len(raw) > largest:
        raise Problem(
            HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
            "too_large",
            f"The body has {len(raw):,} bytes; this takes {largest:,}.",
            facts={"limit": largest},
        )
    return media_type, raw


def read(reader: Reader, value: object, root: str) -> object:
    """The value, or a problem that names every wrong field. What was sent is not repeated: it may be personal."""
    wrong: list[FieldError] = []
    found = reader.read(value, root, wrong)
    if wrong:
        said = "Some of what was sent is not valid."
        raise Problem(HTTPStatus.BAD_REQUEST, "invalid_request", said, tuple(wrong[:MOST_ERRORS]))
    return found
