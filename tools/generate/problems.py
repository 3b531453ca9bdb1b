"""Which problems a route can answer: those of its own, those of its service, and those of how it is called."""

from collections.abc import Iterator, Mapping
from typing import Any

from edge.problems import CONTENT_TYPE
from singletable.service import Route, Service, Who
from tools.generate.refusals import Refusal
from tools.generate.sample import Incomplete
from tools.generate.schemas import Schema
from tools.generate.signatures import JSON, Signature

PROBLEM: Schema = {
    "type": "object",
    "description": "An answer that is not a success, as RFC 9457 has it. `code` is stable; texts may change.",
    "properties": {
        "type": {"type": "string", "format": "uri"},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "detail": {"type": "string"},
        "code": {"type": "string"},
        "request_id": {"type": "string"},
        "errors": {"type": "array", "items": {"$ref": "#/components/schemas/FieldError"}},
    },
    "required": ["type", "title", "status", "detail", "code", "request_id"],
}
FIELD_ERROR: Schema = {
    "type": "object",
    "description": "A field that is wrong, by its path, such as `body.members[0].email`.",
    "properties": {"path": {"type": "string"}, "code": {"type": "string"}, "message": {"type": "string"}},
    "required": ["path", "code", "message"],
}
GATEWAY_MESSAGE: Schema = {
    "type": "object",
    "description": "What the gateway itself answers, before any function runs.",
    "properties": {"message": {"type": "string"}},
    "required": ["message"],
}
SCHEMAS = {"FieldError": FIELD_ERROR, "GatewayMessage": GATEWAY_MESSAGE, "Problem": PROBLEM}

RETRY_AFTER = {"description": "Seconds to wait.", "schema": {"type": "integer", "minimum": 1}}
WITH_RETRY_AFTER = (409, 429, 503)
FROM_THE_GATEWAY = {401: "Unauthorized", 429: "Too Many Requests"}

GENERAL = {
    refusal.code: refusal
    for refusal in (
        Refusal("invalid_request", 400, "some of what was sent is not valid; `errors` says which"),
        Refusal("malformed_json", 400, "the body is not JSON"),
        Refusal("bad_cursor", 400, "the cursor is not `next_cursor` of this list"),
        Refusal("bad_if_match", 400, "If-Match is not an ETag of ours"),
        Refusal("bad_idempotency_key", 400, "Idempotency-Key is not 1 to 255 visible ASCII characters"),
        Refusal("unauthenticated", 401, "there is no valid token"),
        Refusal("not_found", 404, "there is no such thing, or the caller may not know of it"),
        Refusal("edit_conflict", 409, "somebody changed it at the same time"),
        Refusal("stale_version", 412, "it was changed since the version in If-Match"),
        Refusal("too_large", 413, "it is more than we take"),
        Refusal("unsupported_media_type", 415, "the body is not sent as a media type that is taken"),
        Refusal("idempotency_key_reused", 422, "the Idempotency-Key was used for another request"),
        Refusal("internal", 500, "something failed on our side"),
        Refusal("busy", 503, "too busy right now"),
    )
}


SHARED: Mapping[tuple[int, tuple[str, ...]], str] = {
    (401, ("unauthenticated",)): "Unauthenticated",
    (429, ()): "TooManyRequests",
    (500, ("internal",)): "InternalError",
    (503, ("busy",)): "Busy",
}
"""Responses that are the same wherever they occur."""


def shared_responses() -> dict[str, Any]:
    said = {
        name: _response(status, {code: GENERAL[code].meaning for code in codes})
        for (status, codes), name in SHARED.items()
    }
    return dict(sorted(said.items()))


def problem_responses(service: Service, signature: Signature, known: Mapping[str, Refusal]) -> dict[str, Any]:
    """A response for each status, with the codes that may stand in it."""
    by_status: dict[int, dict[str, str]] = {429: {}}
    for code in dict.fromkeys(_codes(service, signature)):
        found = GENERAL.get(code) or known.get(code)
        if found is None:
            raise Incomplete(
                f"{service.name}.{signature.route.use_case} names the problem {code}, which nothing raises"
            )
        by_status.setdefault(found.status, {})[code] = found.meaning
    return {str(status): _shared_or_own(status, codes) for status, codes in sorted(by_status.items())}


def _shared_or_own(status: int, codes: Mapping[str, str]) -> dict[str, Any]:
    shared = SHARED.get((status, tuple(codes)))
    return {"$ref": f"#/components/responses/{shared}"} if shared else _response(status, codes)


def _codes(service: Service, signature: Signature) -> Iterator[str]:
    route = signature.route
    yield from route.problems
    if route.who is Who.USER:
        yield "unauthenticated"
        yield from service.problems
    if signature.path or signature.query or signature.body or signature.documents:
        yield "invalid_request"
    if signature.body:
        yield "malformed_json"
    if signature.body or signature.documents:
        yield from ("too_large", "unsupported_media_type")
    if signature.pages:
        yield "bad_cursor"
    if signature.if_match:
        yield from ("bad_if_match", "stale_version")
    if signature.once:
        yield from ("bad_idempotency_key", "idempotency_key_reused")
    yield from _of_the_table(route)


def _of_the_table(route: Route) -> Iterator[str]:
    """What follows from reading and writing at all."""
    if route.needs:
        yield "busy"
    if any(need.action in ("PutItem", "UpdateItem", "DeleteItem") for need in route.needs):
        yield from ("edit_conflict", "not_found")
    yield "internal"


def _response(status: int, codes: Mapping[str, str]) -> dict[str, Any]:
    said = [
        f"{', '.join(f'`{code}`' for code, meant in codes.items() if meant == meaning)}: {meaning}."
        for meaning in dict.fromkeys(codes.values())
    ]
    content: dict[str, Any] = {}
    if status in FROM_THE_GATEWAY:
        said.append(f"The gateway answers `{FROM_THE_GATEWAY[status]}`.")
        content[JSON] = {"schema": {"$ref": "#/components/schemas/GatewayMessage"}}
    if codes:
        narrowed = {"properties": {"status": {"const": status}, "code": {"enum": list(codes)}}}
        content[CONTENT_TYPE] = {"schema": {"allOf": [{"$ref": "#/components/schemas/Problem"}, narrowed]}}
    response: dict[str, Any] = {"description": " ".join(said)}
    if status in WITH_RETRY_AFTER:
        response["headers"] = {"Retry-After": {"$ref": "#/components/headers/RetryAfter"}}
    return response | {"content": content}
