"""From an HTTP request to the arguments of a handler, by the types of its parameters."""

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, get_args, get_type_hints

from pydantic import BaseModel, TypeAdapter, ValidationError

from edge.caller import Caller
from edge.document import Document
from edge.models import Body, Query
from edge.problems import FieldError, Problem
from edge.request import IfMatch, Request
from singletable.idempotency import Once
from singletable.service import Route

Binder = Callable[[Request], object]
JSON = "application/json"


def bindings(handler: Callable[..., object], route: Route, once: Callable[[Request], Once]) -> dict[str, Binder]:
    """One function per parameter. What cannot be bound is refused at cold start, not at the first request."""
    hints = get_type_hints(handler, include_extras=True)
    return {name: _binder(name, hints[name], route, once) for name in inspect.signature(handler).parameters}


def _binder(name: str, hint: Any, route: Route, once: Callable[[Request], Once]) -> Binder:
    if f"{{{name}}}" in route.path:
        return PathValue(name, TypeAdapter(hint))
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


@dataclass(frozen=True, slots=True)
class PathValue:
    name: str
    adapter: TypeAdapter[Any]

    def __call__(self, request: Request) -> object:
        try:
            return self.adapter.validate_python(request.path_values.get(self.name, ""))
        except ValidationError as error:
            raise invalid(error, f"path.{self.name}") from None


@dataclass(frozen=True, slots=True)
class QueryString:
    model: type[BaseModel]

    def __call__(self, request: Request) -> object:
        try:
            return self.model.model_validate(dict(request.query))
        except ValidationError as error:
            raise invalid(error, "query") from None


@dataclass(frozen=True, slots=True)
class JsonBody:
    model: type[BaseModel]
    largest: int

    def __call__(self, request: Request) -> object:
        _, raw = _sent(request, (JSON,), self.largest)
        try:
            return self.model.model_validate_json(raw)
        except ValidationError as error:
            raise invalid(error, "body") from None


@dataclass(frozen=True, slots=True)
class DocumentBody:
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


def invalid(error: ValidationError, root: str) -> Problem:
    """Every wrong field by its path. What was sent is not repeated: it may be personal."""
    found = error.errors(include_url=False, include_input=False, include_context=False)
    if found and found[0]["type"] == "json_invalid":
        return Problem(HTTPStatus.BAD_REQUEST, "malformed_json", "The body is not valid JSON.")
    errors = tuple(FieldError(_path(root, e["loc"]), e["type"], e["msg"]) for e in found)
    return Problem(HTTPStatus.BAD_REQUEST, "invalid_request", "Some of what was sent is not valid.", errors)


def _path(root: str, location: tuple[int | str, ...]) -> str:
    return root + "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in location)
