"""What every test may ask for: a store on a fresh table of any engine, and a bucket."""

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from hypothesis import settings

from singletable.bucket import Bucket
from tests.engines import ENVIRONMENT, Engine, StoreFor, dynoxide_server, fresh_bucket, moto_one_at_a_time

ELSEWHERE = ("AWS_PROFILE", "AWS_SESSION_TOKEN", "AWS_ENDPOINT_URL", "AWS_ENDPOINT_URL_DYNAMODB")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--engine", choices=[*Engine], help="run what needs a table on this engine, whichever the tests ask for"
    )


def pytest_configure(config: pytest.Config) -> None:
    """Examples are the same in every run, and nothing but `--engine aws` may ever reach an account."""
    settings.register_profile("quartet", derandomize=True, deadline=None)
    settings.load_profile("quartet")
    if config.getoption("--engine") != Engine.AWS:
        for name in ELSEWHERE:
            os.environ.pop(name, None)
        os.environ.update(ENVIRONMENT)


@pytest.fixture(scope="session")
def dynoxide() -> Iterator[Callable[[], str]]:
    """The address of the engine that is atomic under threads; it starts with the first test that needs it."""
    with ExitStack() as running:
        held: list[str] = []

        def address() -> str:
            if not held:
                held.append(running.enter_context(dynoxide_server()))
            return held[0]

        yield address


@pytest.fixture(scope="session")
def dynamodb_clients() -> dict[tuple[str, str], Any]:
    return {}


@pytest.fixture
def moto() -> Iterator[Callable[[], None]]:
    """Amazon in this process for as long as the test runs, from the first call on."""
    with ExitStack() as running:
        idle = [moto_one_at_a_time()]

        def start() -> None:
            if idle:
                running.enter_context(idle.pop())

        yield start


@pytest.fixture
def store_for(
    request: pytest.FixtureRequest,
    dynoxide: Callable[[], str],
    moto: Callable[[], None],
    dynamodb_clients: dict[tuple[str, str], Any],
) -> Iterator[StoreFor]:
    stores = StoreFor(request.config.getoption("--engine"), dynoxide, moto, dynamodb_clients)
    yield stores
    stores.clear()


@pytest.fixture
def bucket(request: pytest.FixtureRequest, moto: Callable[[], None]) -> Iterator[Bucket]:
    if request.config.getoption("--engine") != Engine.AWS:
        moto()
    with fresh_bucket() as empty:
        yield empty
