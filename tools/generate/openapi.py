"""A service's API as OpenAPI 3.1, from its routes and the signatures of their handlers."""

import json
from collections.abc import Iterator, Mapping
from http import HTTPStatus
from typing import Any, get_origin

from singletable.service import Route, Service, Who
from tools.generate.problems import RETRY_AFTER, SCHEMAS, problem_responses, shared_responses
from tools.generate.refusals import refusals_of
from tools.generate.sample import Call, Sample, samples_of
from tools.generate.schemas import Models, components, parameter_schema, query_fields
from tools.generate.signatures import JSON, Signature, signature_of

ABOUT_THE_SERVICE = "service"
ABOUT = ("show_openapi", "show_docs", "check_health")
HEADERS = {
    "ETag": {"description": "The version, to send back in If-Match.", "schema": {"type": "string"}},
    "IdempotencyReplayed": {
        "description": "There, and `true`, where this is the answer to an earlier request with the same key.",
        "schema": {"type": "string", "const": "true"},
    },
    "RetryAfter": RETRY_AFTER,
}
ETAG = {"ETag": {"$ref": "#/components/headers/ETag"}}
REPLAYED = {"Idempotency-Replayed": {"$ref": "#/components/headers/IdempotencyReplayed"}}


def describe(service: Service) -> dict[str, Any]:
    signatures = [signature_of(service, route) for route in service.routes]
    taken = [signature.body for signature in signatures if signature.body]
    answered = [signature.answer for signature in signatures if signature.answer]
    references, schemas = components(taken, answered)
    writer = Operations(service, references)
    paths: dict[str, dict[str, Any]] = {}
    for signature in signatures:
        paths.setdefault(signature.route.path, {})[signature.route.method.lower()] = writer.operation(signature)
    return {
        "openapi": "3.1.1",
        "info": {"title": service.title, "summary": service.summary, "version": "1.0.0"},
        "servers": [{"url": "/"}],
        "tags": [{"name": tag} for tag in dict.fromkeys(tag_of(route) for route in service.routes)],
        "paths": paths,
        "components": {
            "headers": HEADERS,
            "responses": shared_responses(),
            "schemas": dict(sorted({**schemas, **SCHEMAS}.items())),
            "securitySchemes": {"bearer": {"type": "http", "scheme": "bearer", "bearerFormat": "JWT"}},
        },
    }


def tag_of(route: Route) -> str:
    return ABOUT_THE_SERVICE if route.use_case in ABOUT else route.path.split("/")[1]


class Operations:
    """Writes one route after the other."""

    def __init__(self, service: Service, references: Models) -> None:
        self._service, self._references = service, references
        self._refusals, self._samples = refusals_of(service), samples_of(service)

    def operation(self, signature: Signature) -> dict[str, Any]:
        route, sample = signature.route, self._samples.of(signature.route.use_case)
        out: dict[str, Any] = {"operationId": route.use_case, "tags": [tag_of(route)], "summary": route.summary}
        if signature.text.rstrip(".") not in ("", route.summary):
            out["description"] = signature.text
        if parameters := list(_parameters(signature, sample)):
            out["parameters"] = parameters
        if signature.body:
            content: dict[str, Any] = {"schema": self._references[signature.body, "taken"]}
            if isinstance(sample, Call) and sample.body is not None:
                content["example"] = sample.body
            out["requestBody"] = {"required": True, "content": {JSON: content}}
        if signature.documents:
            texts: dict[str, dict[str, Any]] = {
                media_type: {"schema": {"type": "string"}} for media_type in signature.documents
            }
            if isinstance(sample, Call) and isinstance(sample.body, str):
                texts[sample.headers["content-type"]]["example"] = sample.body
            out["requestBody"] = {"required": True, "content": texts}
        problems = problem_responses(self._service, signature, self._refusals)
        out["responses"] = self._successes(signature) | problems
        out["security"] = [{"bearer": []}] if route.who is Who.USER else []
        return out

    def _successes(self, signature: Signature) -> dict[str, Any]:
        route = signature.route
        if signature.media_type is None:
            return {"204": {"description": HTTPStatus(204).phrase}}
        answered: dict[str, Any] = {"type": "string"} if signature.media_type != JSON else {"type": "object"}
        if signature.answer is not None:
            answered = self._references[signature.answer, "answered"]
        shared: dict[str, Any] = {"content": {signature.media_type: {"schema": answered}}}
        answer = get_origin(signature.answer) or signature.answer
        versioned = answer is not None and "version" in answer.__struct_fields__
        headers = (ETAG if route.versioned and versioned else {}) | (REPLAYED if signature.once else {})
        if headers:
            shared = {"headers": headers, **shared}
        statuses = sorted({route.status, *route.also_answers})
        return {str(status): {"description": HTTPStatus(status).phrase, **shared} for status in statuses}


def _parameters(signature: Signature, sample: Sample) -> Iterator[dict[str, Any]]:
    call = sample if isinstance(sample, Call) else Call()
    for name, hint in signature.path.items():
        schema = parameter_schema(hint)
        yield _parameter("path", name, schema, required=True, examples=call.path)
    for name, (schema, required) in (query_fields(signature.query) if signature.query else {}).items():
        yield _parameter("query", name, schema, required=required, examples=call.query)
    if signature.once:
        key = {"type": "string", "minLength": 1, "maxLength": 255, "pattern": "^[!-~]+$"}
        yield _parameter("header", "Idempotency-Key", key, said="Sent again with it, the request is done once.")
    if signature.if_match:
        tag = {"type": "string"}
        yield _parameter("header", "If-Match", tag, said="An ETag: refused where that version is not the current one.")


def _parameter(
    place: str,
    name: str,
    schema: dict[str, Any],
    *,
    required: bool = False,
    said: str | None = None,
    examples: Mapping[str, str] | None = None,
) -> dict[str, Any]:
    description = schema.pop("description", said)
    parameter: dict[str, Any] = {"name": name, "in": place, "required": required}
    if description:
        parameter["description"] = description
    parameter["schema"] = schema
    if examples and name in examples:
        value = examples[name]
        parameter["example"] = json.loads(value) if schema.get("type") in ("boolean", "integer") else value
    return parameter
