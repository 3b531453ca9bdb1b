"""What holds for each service once it is deployed."""

import pytest

from functions.catalogue import SERVICES
from singletable.service import PUBLIC, Route
from tests.e2e.client import Client
from tools.local.__main__ import DEMO_USER

NAMES = [service.name for service in SERVICES]
GUARDED = [(service.name, route) for service in SERVICES for route in service.routes if route.who is not PUBLIC]
FORGED = "eyJhbGciOiJSUzI1NiIsImtpZCI6IngifQ.eyJzdWIiOiJtYWxsb3J5In0.c2lnbmVk"


@pytest.mark.parametrize("service", NAMES)
def test_a_service_says_that_it_is_well(client: Client, service: str) -> None:
    answer = client.call(service, "GET", "/health")
    assert answer.status == 200
    assert answer.body["service"] == service


@pytest.mark.parametrize("service", NAMES)
def test_a_service_describes_and_shows_itself_to_anyone(client: Client, service: str) -> None:
    assert client.call(service, "GET", "/openapi.json").body["openapi"].startswith("3.1")
    assert "text/html" in client.call(service, "GET", "/docs").headers["content-type"]


@pytest.mark.parametrize("service", NAMES)
def test_an_unknown_path_is_not_found(client: Client, service: str) -> None:
    assert client.call(service, "GET", "/no/such/path").status == 404


@pytest.mark.parametrize("token", ["", FORGED], ids=["no token", "a forged token"])
@pytest.mark.parametrize(("service", "route"), GUARDED, ids=[f"{name}-{route.name}" for name, route in GUARDED])
def test_a_guarded_route_refuses_before_its_function_runs(
    client: Client, service: str, route: Route, token: str
) -> None:
    path = route.path.replace("{", "").replace("}", "")
    assert client.call(service, route.method, path, token=token).status == 401


def test_the_call_that_make_run_suggests_is_answered(client: Client) -> None:
    first = next(iter(client.cloud.endpoints))
    answer = client.call(first, "POST", "/sessions", token=client.token(DEMO_USER, "operators"))
    assert answer.status in (200, 201)
    assert answer.body["user"]["email"] == DEMO_USER
