"""One synthesis per stage for all tests of the stacks."""

from collections.abc import Callable
from pathlib import Path

import pytest

from singletable.service import Consumer, Function, Isolated, Route, Schedule, Service, Worker
from tests.stacks.synthesis import CONFIGURED, SERVICES, Assembly, Template, synthesize

HERE = Path(__file__).parent
KINDS: dict[str, type[Function]] = {
    "function": Function,
    "route": Route,
    "consumer": Consumer,
    "worker": Worker,
    "schedule": Schedule,
    "isolated": Isolated,
}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """One worker runs them all: each would otherwise start a Node process and synthesize for itself."""
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.xdist_group("stacks"))


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test that asks for a kind of function runs once for each there is, in whichever service."""
    for kind in set(KINDS) & set(metafunc.fixturenames):
        pairs = [(service, found) for service in SERVICES for found in service.functions()]
        wanted = [(service, found) for service, found in pairs if isinstance(found, KINDS[kind])]
        ids = [f"{service.name}-{found.name}" for service, found in wanted]
        metafunc.parametrize(("service", kind), wanted, ids=ids)
        return
    if "service" in metafunc.fixturenames:
        metafunc.parametrize("service", SERVICES, ids=[service.name for service in SERVICES])


@pytest.fixture(scope="session")
def assembly_of(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Assembly]:
    held: dict[str, Assembly] = {}

    def assembly(stage: str) -> Assembly:
        if stage not in held:
            context = CONFIGURED if stage == "prod" else None
            held[stage] = synthesize(stage, tmp_path_factory.mktemp(stage), context, nag=stage == "prod")
        return held[stage]

    return assembly


@pytest.fixture(scope="session")
def prod(assembly_of: Callable[[str], Assembly]) -> Assembly:
    return assembly_of("prod")


@pytest.fixture
def template(prod: Assembly, service: Service) -> Template:
    return prod[service.name]
