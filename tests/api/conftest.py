"""Each service's endpoints on fresh resources."""

from collections.abc import Callable, Iterator

import pytest

from functions.algoitny.service import SERVICE as ALGOITNY
from functions.codekurukshetra.service import SERVICE as CODEKURUKSHETRA
from functions.exambuddy.service import SERVICE as EXAMBUDDY
from functions.wdrbe.service import SERVICE as WDRBE
from tests.api.harness import App, running


@pytest.fixture
def algoitny(moto: Callable[[], None]) -> Iterator[App]:
    moto()
    with running(ALGOITNY) as app:
        yield app


@pytest.fixture
def exambuddy(moto: Callable[[], None]) -> Iterator[App]:
    moto()
    with running(EXAMBUDDY) as app:
        yield app


@pytest.fixture
def wdrbe(moto: Callable[[], None]) -> Iterator[App]:
    moto()
    with running(WDRBE) as app:
        yield app


@pytest.fixture
def codekurukshetra(moto: Callable[[], None]) -> Iterator[App]:
    moto()
    with running(CODEKURUKSHETRA) as app:
        yield app
