"""One HTTP endpoint: request to arguments, arguments to answer, refusals to problems."""

import edge.held  # noqa: F401  # a side effect is what it is for

import json
import time
from collections.abc import Callable, Mapping
from functools import wraps
from http import HTTPStatus
from typing import Any

from edge.answer import Answer, Response, json_text
from edge.binding import bindings
from edge.models import View
from edge.observe import count, log_fault, logger
from edge.problems import Problem, problem_of
from edge.request import Request
from edge.resources import store_of
from singletable.clock import now
from singletable.collector import resume
from singletable.errors import AlreadyAnswered, KeyReused
from singletable.idempotency import Answered, Once
from singletable.service import Route, Service, Who

LambdaHandler = Callable[[dict[str, Any], Any], dict[str, Any]]
Handler = Callable[..., object]


def endpoint(service: Service, module: str) -> Callable[[Handler], LambdaHandler]:
    """Makes a function the Lambda of the route that bears its module's name."""
    route = service.by_use_case[module.rpartition(".")[2]]

    def decorate(handler: Handler) -> LambdaHandler:
        exchange = _Exchange(service, route, handler)

        # API Gateway has matched method and path already: there is nothing left to route.
        @wraps(handler)
        def lambda_handler(event: dict[str, Any], context: Any) -> dict[str, Any]:
            return exchange.answer(Request(event)).for_gateway()

        resume()
        return lambda_handler

    return decorate


class _Exchange:
    """What happens between a request and its answer."""

    def __init__(self, service: Service, route: Route, handler: Handler) -> None:
        self._service, self._route, self._handler = service, route, handler
        self._bindings = bindings(handler, route, self._once)

    def answer(self, request: Request) -> Response:
        began = time.perf_counter()
        logger.append_keys(request_id=request.request_id, use_case=self._route.use_case)
        try:
            response = self._attempt(request)
        except Exception as error:
            response = self._problem(error, request)
        milliseconds = round((time.perf_counter() - began) * 1000, 1)
        logger.info("answered", status=response.status, milliseconds=milliseconds, caller=_subject(request))
        return response

    def _attempt(self, request: Request) -> Response:
        if self._route.who is Who.USER and request.caller is None:
            raise Problem(HTTPStatus.UNAUTHORIZED, "unauthenticated", "A valid bearer token is needed.")
        arguments = {name: bind(request) for name, bind in self._bindings.items()}
        once = next((value for value in arguments.values() if isinstance(value, Once)), None)
        try:
            return self._success(self._handler(**arguments))
        except AlreadyAnswered as error:
            if once is None:
                raise
            return self._replay(once.replay(error.found))  # type: ignore[arg-type]  # the entity that was refused
        except Exception as error:
            # A retry may be refused by the very state that its first try left behind: the first answer comes first.
            if once is None or problem_of(error, now=now()) is None:
                raise
            record = once.find(store_of(self._service))
            if record is None:
                raise
            return self._replay(once.replay(record))

    def _once(self, request: Request) -> Once:
        if self._service.idempotency is None:
            raise TypeError(f"{self._service.name} declares no idempotency record")
        who = request.caller.subject if request.caller else "public"
        return Once(self._service.idempotency, who, request.idempotency_key, request.fingerprint)

    def _success(self, result: object) -> Response:
        answer: Answer[Any] = result if isinstance(result, Answer) else Answer(body=result)
        _require_body(answer.body)
        headers: dict[str, str] = {"Cache-Control": "no-store", **answer.headers}
        version = getattr(answer.body, "version", None)
        if self._route.versioned and version is not None:
            headers["ETag"] = f'"{version}"'
        text = answer.text()
        status = answer.status or (HTTPStatus.NO_CONTENT if text is None else self._route.status)
        return Response(int(status), answer.content_type, text or "", headers)

    def _replay(self, record: Answered) -> Response:
        body = store_of(self._service).text(record.body)
        headers: dict[str, str] = {"Idempotency-Replayed": "true", "Cache-Control": "no-store"}
        version = json.loads(body).get("version") if body else None
        if self._route.versioned and version is not None:
            headers["ETag"] = f'"{version}"'
        return Response(record.status, "application/json", body, headers)

    def _problem(self, error: Exception, request: Request) -> Response:
        if isinstance(error, KeyReused):
            error = Problem(
                HTTPStatus.UNPROCESSABLE_ENTITY,
                "idempotency_key_reused",
                "This Idempotency-Key was used for another request.",
            )
        problem = problem_of(error, now=now(), conditional="if-match" in request.headers)
        if problem is None:
            log_fault(error)
            count("Failed", use_case=self._route.use_case)
            problem = Problem(HTTPStatus.INTERNAL_SERVER_ERROR, "internal", "Something failed on our side.")
        else:
            logger.info("refused", code=problem.code)
            count("Refused", use_case=self._route.use_case, code=problem.code)
        headers: dict[str, str] = {**problem.headers()}
        body = json_text(problem.body(request.request_id)) or ""
        return Response(problem.status.value, problem.headers()["Content-Type"], body, headers)


def _require_body(body: object) -> None:
    """An entity could be written as well, with all that is in it: only what was made to be shown goes out."""
    if body is not None and not isinstance(body, View | Mapping | str):
        raise TypeError(f"a handler answers a View, an Answer with one or nothing, not a {type(body).__name__}")


def _subject(request: Request) -> str | None:
    return request.caller.subject if request.caller else None
