"""Wrong input on every endpoint of every service: the right problem with the field's path, and no row changes."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Any, get_args

import pytest
from msgspec import Struct
from msgspec.structs import fields

from edge.models import DayOrMoment
from functions.catalogue import SERVICES
from singletable.service import Route, Service, Who
from tests.api.harness import Answer, App, running
from tools.generate.sample import Call, samples_of
from tools.generate.signatures import Signature, signature_of

LONG = "x" * 3000
ENDS_OF_TIME = ("0001-01-01", "9999-12-31", "0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59Z")


@dataclass(frozen=True)
class Wrong:
    """One way to get a request wrong, and what must come back."""

    what: str
    call: Call
    status: tuple[int, ...] = (400,)
    code: str | None = None
    path: str | None = None
    caller: bool = True


def takes(kind: Any, hint: Any) -> bool:
    return hint == kind or any(takes(kind, part) for part in get_args(hint))


def wrong_days(call: Call, where: str, model: type[Struct]) -> Iterator[Wrong]:
    """Before the first and after the last moment that there is, counting ends."""
    good, days = dict(call.body if where == "body" else call.query), (date, DayOrMoment)
    for field in fields(model):
        wire = field.encode_name
        for text in ENDS_OF_TIME:
            if any(takes(kind, field.type) for kind in days) or (takes(datetime, field.type) and "T" in text):
                spoilt: dict[str, Any] = {where: good | {wire: text}}
                yield Wrong(f"{wire} {text}", replace(call, **spoilt), path=f"{where}.{wire}")


def wrong_bodies(call: Call, signature: Signature) -> Iterator[Wrong]:
    if signature.body is None:
        return
    good = dict(call.body or {})
    yield Wrong("broken JSON", replace(call, body='{"a": '), code="malformed_json")
    yield Wrong("not UTF-8", replace(call, body=b"\xff\xfe{", headers={"content-type": "application/json"}))
    for broken in (b'{"name": "\xff"}', b'{"\xff": 1}'):
        sent = replace(call, body=broken, headers={"content-type": "application/json"})
        yield Wrong(f"not UTF-8 in {broken!r}", sent, code="malformed_json")
    yield Wrong("a list", replace(call, body=[good]), code="invalid_request")
    yield Wrong("no body", replace(call, body="", headers={"content-type": "application/json"}))
    form = {"content-type": "application/x-www-form-urlencoded"}
    yield Wrong("a form", replace(call, body="a=b", headers=form), (415,), "unsupported_media_type")
    yield Wrong("an unknown field", replace(call, body=good | {"nobody_asked": 1}), path="body.nobody_asked")
    yield from wrong_days(call, "body", signature.body)
    for field in fields(signature.body):
        wire = field.encode_name
        if field.required:
            without = {key: value for key, value in good.items() if key != wire}
            yield Wrong(f"without {wire}", replace(call, body=without), path=f"body.{wire}")
        yield Wrong(f"{wire} of a wrong type", replace(call, body=good | {wire: [[{"x": None}]]}), path=f"body.{wire}")
        if isinstance(good.get(wire), str):
            huge = replace(call, body=good | {wire: "x" * 7_000_000})
            yield Wrong(f"{wire} too long", huge, (400, 413))
        if isinstance(good.get(wire), int):
            yield Wrong(f"{wire} too large", replace(call, body=good | {wire: 10**30}), path=f"body.{wire}")
        if takes(float, field.type):
            yield Wrong(f"{wire} too small", replace(call, body=good | {wire: 5e-324}))


def wrong_queries(call: Call, signature: Signature) -> Iterator[Wrong]:
    if signature.query is None:
        return
    good = dict(call.query)
    yield from wrong_days(call, "query", signature.query)
    yield Wrong("an unknown parameter", replace(call, query=good | {"nobody_asked": "1"}), path="query.nobody_asked")
    for field in fields(signature.query):
        wire = field.encode_name
        if field.required:
            without = {key: value for key, value in good.items() if key != wire}
            yield Wrong(f"without {wire}", replace(call, query=without), path=f"query.{wire}")
        yield Wrong(f"{wire} too long", replace(call, query=good | {wire: LONG}), path=f"query.{wire}")
    if signature.pages:
        for limit in ("0", "101", "-1", "ten", "1.5"):
            yield Wrong(f"limit {limit}", replace(call, query=good | {"limit": limit}), path="query.limit")
        yield Wrong("a made-up cursor", replace(call, query=good | {"cursor": "AAAA"}), code="bad_cursor")


def wrong_paths(call: Call) -> Iterator[Wrong]:
    for name in call.path:
        for value in ("#", LONG, "a#b", "../..", " ", "\u0000", f"{call.path[name]}\n"):
            yield Wrong(f"path {value[:9]!r}", replace(call, path=dict(call.path) | {name: value}), (400, 404))


def wrong_headers(call: Call, signature: Signature) -> Iterator[Wrong]:
    if signature.if_match:
        for tag in ("1", '"one"', '"1", "2"', '"-1"'):
            headers = dict(call.headers) | {"If-Match": tag}
            yield Wrong(f"If-Match {tag}", replace(call, headers=headers), code="bad_if_match")
    if signature.once:
        for key in ("", "two words", "é", LONG):
            headers = dict(call.headers) | {"Idempotency-Key": key}
            yield Wrong(f"Idempotency-Key {key[:9]!r}", replace(call, headers=headers), code="bad_idempotency_key")


def every_wrong(call: Call, signature: Signature) -> Iterator[Wrong]:
    yield from wrong_bodies(call, signature)
    yield from wrong_queries(call, signature)
    yield from wrong_paths(call)
    yield from wrong_headers(call, signature)
    if signature.route.who is Who.USER:
        yield Wrong("nobody", call, (401,), "unauthenticated", caller=False)


def send(app: App, route: Route, wrong: Wrong) -> Answer:
    call = wrong.call
    caller = call.caller if wrong.caller and route.who is Who.USER else None
    return app.call(
        route.use_case, caller=caller, path=call.path, query=call.query, body=call.body, headers=call.headers
    )


def complaints(wrong: Wrong, answer: Answer) -> Iterator[str]:
    if answer.status not in wrong.status:
        yield f"answered {answer.status}, not {wrong.status}: {answer.text[:200]}"
        return
    if answer.headers["content-type"] != "application/problem+json":
        yield f"is no problem: {answer.headers['content-type']}"
    body: dict[str, Any] = answer.body
    if not {"type", "title", "status", "detail", "code"} <= body.keys() or body["status"] != answer.status:
        yield f"is incomplete: {body}"
    if wrong.code is not None and body["code"] != wrong.code:
        yield f"has code {body['code']}, not {wrong.code}"
    blamed = answer.paths
    if wrong.path is not None and not any(path.startswith(wrong.path) for path in blamed):
        yield f"blames {blamed}, not {wrong.path}"


@pytest.mark.parametrize("service", SERVICES, ids=lambda service: service.name)
def test_wrong_input_is_refused_with_its_path_and_changes_nothing(moto: Callable[[], None], service: Service) -> None:
    moto()
    samples, found = samples_of(service), []
    with running(service) as app:
        app.store.batch_write(puts=samples.stored(app.moment))
        rows = app.rows()
        for route in service.routes:
            sample = samples.of(route.use_case)
            assert isinstance(sample, Call)
            for wrong in every_wrong(sample, signature_of(service, route)):
                answer = send(app, route, wrong)
                found += [f"{route.use_case}, {wrong.what}: it {said}" for said in complaints(wrong, answer)]
        assert app.rows() == rows
    assert found == []


@pytest.mark.parametrize("service", SERVICES, ids=lambda service: service.name)
def test_every_sample_request_succeeds(moto: Callable[[], None], service: Service) -> None:
    """What the wrong ones are made from is right; otherwise they would be refused for another reason."""
    samples, found = samples_of(service), []
    moto()
    with running(service) as app:
        for route in service.routes:
            app.store.batch_write(puts=samples.stored(app.moment))
            sample = samples.of(route.use_case)
            assert isinstance(sample, Call)
            answer = send(app, route, Wrong("right", sample))
            if answer.status >= 400:
                found.append(f"{route.use_case}: {answer.status} {answer.text[:300]}")
    assert found == []
