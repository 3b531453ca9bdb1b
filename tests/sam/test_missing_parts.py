"""A layer or an asset that lacks something fails under the runtime interface, and says what it lacks."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from functions.algoitny.service import SERVICE as ALGOITNY
from singletable.service import Deployable
from tests.sam.surroundings import runnable
from tools.local.emulator import Emulator
from tools.local.runtime_interface import LambdaFunction

pytestmark = pytest.mark.xdist_group(ALGOITNY.name)

HEALTH: Deployable = ALGOITNY.by_use_case["check_health"]


@pytest.fixture
def healthy(assembly: Path, aws: Emulator) -> Iterator[LambdaFunction]:
    with runnable(assembly, aws, ALGOITNY, HEALTH) as function:
        yield function


def without(folder: Path, unwanted: Callable[[str], bool], place: Path) -> Path:
    """The same folder but for some of its packages."""
    place.mkdir(parents=True)
    for each in folder.iterdir():
        if not unwanted(each.name):
            (place / each.name).symlink_to(each)
    return place


def test_a_layer_without_msgspec_is_an_import_error_that_names_it(healthy: LambdaFunction, tmp_path: Path) -> None:
    (layer,) = healthy.layers
    without(layer / "python", lambda name: name.startswith("msgspec"), tmp_path / "python")
    failure = replace(healthy, layers=(tmp_path,)).invoke({}).failure
    assert failure is not None
    assert failure.type == "Runtime.ImportModuleError"
    assert "No module named 'msgspec'" in failure.message


def test_a_function_without_its_layer_does_not_find_ours_elsewhere(healthy: LambdaFunction) -> None:
    failure = replace(healthy, layers=()).invoke({}).failure
    assert failure is not None
    assert failure.type == "Runtime.ImportModuleError"
    assert "No module named 'edge'" in failure.message


def test_an_asset_without_its_service_is_an_import_error_that_names_it(healthy: LambdaFunction, tmp_path: Path) -> None:
    empty = without(healthy.asset, lambda name: name == "functions", tmp_path / "asset")
    failure = replace(healthy, asset=empty).invoke({}).failure
    assert failure is not None
    assert failure.type == "Runtime.ImportModuleError"
    assert "No module named 'functions'" in failure.message


def test_a_function_without_its_environment_lists_all_that_is_missing(healthy: LambdaFunction) -> None:
    profile = ALGOITNY.handler(ALGOITNY.by_use_case["show_profile"])
    failure = replace(healthy, handler=profile, environment={}).invoke({}).failure
    assert failure is not None
    assert "TABLE_NAME, CURSOR_KEY" in failure.message
