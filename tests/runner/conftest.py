"""The platforms and languages that the runner's tests go through."""

import pytest

from functions.algoitny_runner.languages import LANGUAGES, available_languages
from tests.runner.runs import AS_IN_LAMBDA, EVERY_GUARD


@pytest.fixture(params=[EVERY_GUARD, AS_IN_LAMBDA], ids=["every-guard", "as-in-lambda"])
def platform(request: pytest.FixtureRequest) -> frozenset[str]:
    """The guards to leave down."""
    guards: frozenset[str] = request.param
    return guards


@pytest.fixture(params=LANGUAGES)
def language(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    if name not in available_languages():
        pytest.skip(f"{name} is not installed here")
    return name


@pytest.fixture
def javascript() -> str:
    if "javascript" not in available_languages():
        pytest.skip("node is not installed here")
    return "javascript"
