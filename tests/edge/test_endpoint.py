"""Between a request and its answer: what every endpoint does, whatever it is for."""

import json
from collections.abc import Callable
from datetime import timedelta
from typing import Annotated, Any

import pytest
from botocore.exceptions import ClientError
from msgspec import Meta

from edge.answer import Answer
from edge.caller import Caller
from edge.endpoint import endpoint
from edge.models import Body, Query, View
from edge.request import IfMatch, Request
from singletable.errors import AlreadyExists, ConditionRefused, ItemTooLarge, NotFound, Throttled, VersionConflict
from singletable.idempotency import Once
from singletable.refusal import Kind, Refused
from singletable.store import Create
from tests.api.harness import App
from tests.edge.conftest import SERVICE, Thing, Weight
from tools.events.http import claims, http_event

USE, SEE = SERVICE.routes
SECRET = "ann.secret@example.com"


class Naming(Body):
    name: str
    amounts: Annotated[tuple[int, ...], Meta(max_length=3)] = ()


class ThingView(View):
    thing_id: str
    name: str
    version: int = 1


def use(handle: Callable[..., object], **more: Any) -> dict[str, Any]:
    """One call of a handler under the route that changes a thing."""
    wrapped = endpoint(SERVICE, "somewhere.use_thing")(handle)
    request: dict[str, Any] = {"path": {"thing_id": "t1"}, "caller": claims(SECRET), **more}
    answer = wrapped(http_event(USE, **request), None)
    return answer | {"json": json.loads(answer["body"]) if answer["body"] else None}


def raising(error: Exception) -> Callable[..., object]:
    def handler(thing_id: str) -> None:
        raise error

    return handler


def test_a_view_is_answered_with_its_version_as_etag(things: App) -> None:
    def handler(thing_id: str) -> ThingView:
        return ThingView(thing_id=thing_id, name="one", version=7)

    answer = use(handler)
    assert (answer["statusCode"], answer["headers"]["ETag"]) == (200, '"7"')
    assert answer["json"] == {"thing_id": "t1", "name": "one", "version": 7}
    assert answer["headers"]["Content-Type"] == "application/json"


def test_nothing_is_answered_as_no_content(things: App) -> None:
    def handler(thing_id: str) -> None:
        return None

    answer = use(handler)
    assert (answer["statusCode"], answer["body"]) == (204, "")


def test_an_answer_may_have_a_status_and_headers_of_its_own(things: App) -> None:
    def handler(thing_id: str) -> Answer[ThingView]:
        return Answer(ThingView(thing_id=thing_id, name="x"), status=201, headers={"Location": "/things/t1"})

    answer = use(handler)
    assert (answer["statusCode"], answer["headers"]["Location"]) == (201, "/things/t1")


def test_a_fault_of_ours_tells_the_caller_nothing_and_the_log_no_data(things: App, logged: Callable[[], str]) -> None:
    answer = use(raising(RuntimeError(f"could not mail {SECRET}")))
    assert (answer["statusCode"], answer["json"]["code"]) == (500, "internal")
    lines = logged()
    assert SECRET not in answer["body"]
    assert "could not mail" not in lines
    fault = next(json.loads(line) for line in lines.splitlines() if '"failed"' in line)
    assert fault["error"] == "RuntimeError"
    assert any("raising" in frame or "handler" in frame for frame in fault["trace"])
    assert fault["request_id"] == "request-1"


def test_a_refusal_of_amazon_is_logged_by_its_code_alone(things: App, logged: Callable[[], str]) -> None:
    denied: Any = {"Error": {"Code": "AccessDeniedException", "Message": f"not for {SECRET}"}}
    assert use(raising(ClientError(denied, "PutItem")))["statusCode"] == 500
    fault = next(json.loads(line) for line in logged().splitlines() if '"failed"' in line)
    assert (fault["error"], fault["aws_code"]) == ("ClientError", "AccessDeniedException")
    assert "not for" not in logged()


def test_every_request_leaves_one_line_that_says_who_asked_and_nothing_personal(
    things: App, logged: Callable[[], str]
) -> None:
    def handler(thing_id: str, wish: Naming) -> None:
        return None

    use(handler, body={"name": SECRET}, caller=claims(SECRET, subject="sub-1", name="Ann Secret"))
    lines = logged()
    assert SECRET not in lines
    assert "Ann Secret" not in lines
    [line] = [json.loads(line) for line in lines.splitlines() if '"answered"' in line]
    assert (line["use_case"], line["status"], line["caller"]) == ("use_thing", 204, "sub-1")


class Full(Refused):
    kind, code = Kind.EXHAUSTED, "full"


@pytest.mark.parametrize(
    ("error", "status", "code"),
    [
        (NotFound("Thing does not exist"), 404, "not_found"),
        (VersionConflict("Thing was changed"), 409, "edit_conflict"),
        (AlreadyExists("Thing exists already"), 409, "edit_conflict"),
        (ConditionRefused("Thing: the condition did not hold"), 409, "edit_conflict"),
        (Throttled("PutItem was throttled"), 503, "busy"),
        (ItemTooLarge("the item has 500,000 bytes"), 413, "too_large"),
        (Full("Enough."), 429, "full"),
    ],
)
def test_a_meaning_has_its_status(things: App, error: Exception, status: int, code: str) -> None:
    answer = use(raising(error))
    assert (answer["statusCode"], answer["json"]["code"]) == (status, code)
    assert answer["json"]["type"] == f"urn:quartet:problem:{code}"
    assert answer["headers"]["Content-Type"] == "application/problem+json"
    if status == 503:
        assert int(answer["headers"]["Retry-After"]) >= 1


def test_a_lost_race_is_a_failed_precondition_for_who_named_a_version(things: App) -> None:
    answer = use(raising(VersionConflict("Thing was changed")), headers={"If-Match": '"1"'})
    assert (answer["statusCode"], answer["json"]["code"]) == (412, "stale_version")


@pytest.mark.parametrize(("tag", "status"), [('"1"', 412), ("*", 412), (None, 204)])
def test_what_is_not_there_matches_no_version(things: App, tag: str | None, status: int) -> None:
    def handler(thing_id: str, match: IfMatch) -> None:
        found = things.store.get(Thing.key.item(thing_id=thing_id))
        match.check(found)

    assert use(handler, headers={"If-Match": tag} if tag else {})["statusCode"] == status


def test_any_version_matches_a_star(things: App) -> None:
    def handler(thing_id: str, match: IfMatch) -> None:
        found = things.store.get(Thing.key.item(thing_id=thing_id))
        match.check(found)

    things.store.create(Thing(thing_id="t1", name="one", version=3))
    assert use(handler, headers={"If-Match": "*"})["statusCode"] == 204


class Weighing(Body):
    weight: float


@pytest.mark.parametrize("weight", [5e-324, -5e-324, 1e300])
def test_a_number_that_cannot_be_stored_is_the_callers_mistake(things: App, weight: float) -> None:
    def handler(thing_id: str, wish: Weighing) -> None:
        things.store.create(Weight(thing_id=thing_id, weight=wish.weight))

    answer = use(handler, body={"weight": weight})
    assert (answer["statusCode"], answer["json"]["code"]) == (400, "invalid_request")
    assert use(handler, body={"weight": 0.1})["statusCode"] == 204


def test_a_refusal_says_when_to_come_back_and_whom_to_blame(things: App) -> None:
    error = Full("Enough.", facts={"limit": 5}, field="body.name", retry_at=things.moment + timedelta(seconds=90))
    answer = use(raising(error))
    assert answer["headers"]["Retry-After"] == "90"
    assert answer["json"]["limit"] == 5
    assert answer["json"]["errors"] == [{"path": "body.name", "code": "full", "message": "Enough."}]


def test_every_wrong_field_is_named_by_its_path_and_its_value_is_not_repeated(things: App) -> None:
    def handler(thing_id: str, wish: Naming) -> None:
        return None

    answer = use(handler, body={"name": 5, "amounts": [1, SECRET], "more": True})
    assert [error["path"] for error in answer["json"]["errors"]] == ["body.name", "body.amounts[1]", "body.more"]
    assert SECRET not in answer["body"]


@pytest.mark.parametrize("wrapped", [lambda thing: thing, Answer])
def test_an_entity_is_never_answered_as_it_is_stored(things: App, wrapped: Callable[[object], object]) -> None:
    def handler(thing_id: str) -> object:
        return wrapped(Thing(thing_id=thing_id, name=SECRET))

    answer = use(handler)
    assert (answer["statusCode"], answer["json"]["code"]) == (500, "internal")
    assert SECRET not in answer["body"]


def test_a_problem_names_a_hundred_fields_and_no_more(things: App) -> None:
    def handler(thing_id: str, wish: Naming) -> None:
        return None

    answer = use(handler, body={f"more{number}": 1 for number in range(1000)})
    assert len(answer["json"]["errors"]) == 100


@pytest.mark.parametrize("body", ["[" * 100_000, '"\\ud800"', '{"name": NaN}', "", "{} {}"])
def test_what_is_no_json_is_called_so(things: App, body: str) -> None:
    def handler(thing_id: str, wish: Naming) -> None:
        return None

    answer = use(handler, body=body)
    assert (answer["statusCode"], answer["json"]["code"]) == (400, "malformed_json")


def test_a_first_answer_is_given_again_even_when_its_own_traces_stand_against_it(things: App) -> None:
    """The handler refuses what exists; the retry meets what the first try made, and still gets its answer."""

    def handler(thing_id: str, wish: Naming, once: Once) -> Answer[ThingView]:
        if things.store.get(Thing.key.item(thing_id=thing_id)) is not None:
            raise Full("It is taken.")
        view = ThingView(thing_id=thing_id, name=wish.name)
        record = once.answering(201, view.json(), things.moment)
        things.store.transact(*record, Create(Thing(thing_id=thing_id, name=wish.name)))
        return Answer(view, status=201)

    key = {"Idempotency-Key": "k1"}
    first = use(handler, body={"name": "a"}, headers=key)
    again = use(handler, body={"name": "a"}, headers=key)
    assert (first["statusCode"], again["statusCode"]) == (201, 201)
    assert again["body"] == first["body"]
    assert again["headers"]["Idempotency-Replayed"] == "true"
    other = use(handler, body={"name": "b"}, headers=key)
    assert (other["statusCode"], other["json"]["code"]) == (422, "idempotency_key_reused")
    stranger = use(handler, body={"name": "a"}, headers=key, caller=claims("bob@example.com"))
    assert (stranger["statusCode"], stranger["json"]["code"]) == (429, "full")
    things.pass_time(hours=25)
    late = use(handler, body={"name": "a"}, headers=key)
    assert (late["statusCode"], late["json"]["code"]) == (429, "full")


def test_a_handler_may_ask_for_the_raw_request(things: App) -> None:
    seen: dict[str, object] = {}

    def handler(thing_id: str, request: Request, caller: Caller, match: IfMatch) -> None:
        seen.update(body=request.raw_body, groups=caller.groups, operator=caller.is_operator, version=match.version)

    headers = {"If-Match": 'W/"3"'}
    use(handler, body=b"\x00raw", caller=claims(SECRET, groups=("operators", "judges")), headers=headers)
    assert seen == {
        "body": b"\x00raw",
        "groups": frozenset({"operators", "judges"}),
        "operator": True,
        "version": 3,
    }


def test_what_cannot_be_bound_is_refused_when_the_function_starts(things: App) -> None:
    def handler(thing_id: str, surprise: int) -> None:
        return None

    with pytest.raises(TypeError, match="surprise"):
        endpoint(SERVICE, "somewhere.use_thing")(handler)


def test_a_public_route_knows_its_caller_only_where_there_is_one(things: App) -> None:
    class Nothing(Query):
        pass

    def handler(asked: Nothing, caller: Caller | None) -> Answer[dict[str, Any]]:
        return Answer({"known": caller is not None})

    wrapped = endpoint(SERVICE, "somewhere.see_things")(handler)
    assert json.loads(wrapped(http_event(SEE), None)["body"]) == {"known": False}
