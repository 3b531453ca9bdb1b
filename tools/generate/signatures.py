"""What the handler of a route takes and answers, read from its signature."""

import importlib
import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, get_args, get_origin, get_type_hints

from msgspec import Struct

from edge.answer import Answer
from edge.binding import DocumentBody, JsonBody, PathValue, QueryString, bindings
from edge.models import Body, Paging, Query
from edge.request import IfMatch
from singletable.idempotency import Once
from singletable.service import Route, Service
from tools.generate.sample import Incomplete

JSON = "application/json"


@dataclass(frozen=True, slots=True)
class Signature:
    """One handler, as its caller sees it."""

    route: Route
    text: str
    """What its module says of it."""
    path: dict[str, Any]
    query: type[Query] | None
    body: type[Body] | None
    documents: tuple[str, ...]
    """Media types of a body that is a text in a format of its own."""
    if_match: bool
    once: bool
    answer: Any
    """The model of its success, where that is JSON."""
    media_type: str | None
    """Of its success; nothing where that has no body."""

    @property
    def pages(self) -> bool:
        return self.query is not None and issubclass(self.query, Paging)


def signature_of(service: Service, route: Route) -> Signature:
    module = importlib.import_module(service.handler(route).removesuffix(".handler"))
    function: Callable[..., object] = inspect.unwrap(module.handler)
    hints = get_type_hints(function, include_extras=True)
    binders = bindings(function, route, _never).values()
    answer, media_type = _success(hints["return"], route)
    return Signature(
        route=route,
        text=_sentence(module.__doc__ or ""),
        path={each.name: each.hint for each in binders if isinstance(each, PathValue)},
        query=next((each.model for each in binders if isinstance(each, QueryString)), None),
        body=next((each.model for each in binders if isinstance(each, JsonBody)), None),
        documents=next((each.media_types for each in binders if isinstance(each, DocumentBody)), ()),
        if_match=IfMatch in hints.values(),
        once=Once in hints.values(),
        answer=answer,
        media_type=media_type,
    )


def _never(request: object) -> Once:
    raise NotImplementedError("signatures are read, not called")


def _success(hint: Any, route: Route) -> tuple[Any, str | None]:
    if hint is type(None):
        return None, None
    if get_origin(hint) is Answer:
        hint = get_args(hint)[0]
    if get_origin(hint) is Annotated:
        return None, str(hint.__metadata__[0])
    model = get_origin(hint) or hint
    if isinstance(model, type) and issubclass(model, Struct):
        return hint, JSON
    raise Incomplete(f"{route.use_case}: say what it answers, as a View, an Answer[View] or an Answer[Html]")


def _sentence(docstring: str) -> str:
    """`GET /me: the caller's profile.` says its route again before it says something new."""
    _, _, said = docstring.strip().partition(": ")
    return said[:1].upper() + said[1:]
