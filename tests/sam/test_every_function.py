"""Every function of the synthesized stacks under Lambda's runtime interface, alone with its asset and its layers.

It gets its event of `events/` and must succeed as the description of the API says: what a layer or an asset lacks
fails here, without Docker and without an account.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from functions.catalogue import SERVICES
from singletable.service import Deployable, Route, Schedule, Service
from stacks.constructs.naming import pascal
from tests.contract import contract_of
from tests.sam.surroundings import runnable, stack_template
from tools.local.emulator import Emulator
from tools.local.templates import Template

EVENTS = Path(__file__).parents[2] / "events"

each_service = pytest.mark.parametrize(
    "service", [pytest.param(each, id=each.name, marks=pytest.mark.xdist_group(each.name)) for each in SERVICES]
)
each_function = pytest.mark.parametrize(
    ("service", "function"),
    [
        pytest.param(
            service, function, id=f"{service.name}-{function.name}", marks=pytest.mark.xdist_group(service.name)
        )
        for service in SERVICES
        for function in service.functions()
    ],
)


def event_of(service: Service, function: Deployable) -> Any:
    return json.loads((EVENTS / service.name / f"{function.name}.json").read_text(encoding="utf-8"))


@each_service
def test_the_stack_has_the_declared_functions_and_no_other(service: Service, assembly: Path) -> None:
    declared = sorted(pascal(function.name) for function in service.functions())
    assert Template(stack_template(assembly, service)).functions() == declared


@each_function
def test_the_function_answers_its_event(service: Service, function: Deployable, assembly: Path, aws: Emulator) -> None:
    with runnable(assembly, aws, service, function) as started:
        answer = started.invoke(event_of(service, function))
    assert answer.failure is None, answer.log
    if isinstance(function, Route):
        check_response(service, function, answer.payload, answer.log)
    elif isinstance(function, Schedule):
        assert all(isinstance(count, int) for count in answer.payload.values()), answer.payload
    elif function in (*service.consumers, *service.workers):
        assert answer.payload["batchItemFailures"] == [], answer.log


def check_response(service: Service, route: Route, response: dict[str, Any], log: str) -> None:
    headers = {name.lower(): value for name, value in response["headers"].items()}
    headers |= {name.lower(): values[0] for name, values in response.get("multiValueHeaders", {}).items()}
    assert 200 <= response["statusCode"] < 300, f"{response}\n{log}"
    contract = contract_of(service.name)
    assert contract is not None
    assert contract.broken_by(route.use_case, response["statusCode"], headers, response.get("body") or "") == []
