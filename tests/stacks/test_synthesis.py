"""Synthesis itself: the same anywhere, without a network, within CloudFormation's limits, clean by the rules."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from singletable.service import Service
from stacks.assets import Assets, NotBuilt
from stacks.stages import UnknownStage
from tests.stacks.synthesis import ROOT, SERVICES, Assembly, Template, synthesize

MOST_RESOURCES = 500
LARGEST_TEMPLATE = 1_000_000
CLOSED_NETWORK = """
const closed = () => { throw new Error("the network is closed"); };
require("net").Socket.prototype.connect = closed;
require("dgram").Socket.prototype.send = closed;
require("dns").lookup = closed;
require("fs").writeFileSync(__filename + ".loaded", "");
"""


def test_each_service_is_one_stack_beside_identity(prod: Assembly) -> None:
    assert prod.stacks == {f"quartet-{name}-prod" for name in ("identity", *(service.name for service in SERVICES))}


def test_the_stacks_of_production_refuse_to_be_deleted(prod: Assembly, assembly_of: Callable[[str], Assembly]) -> None:
    assert set(prod.protection.values()) == {True}
    assert set(assembly_of("dev").protection.values()) == {False}


def test_a_second_process_without_a_network_writes_the_same_templates(prod: Assembly, tmp_path: Path) -> None:
    blocker = tmp_path / "closed.cjs"
    blocker.write_text(CLOSED_NETWORK)
    environment = {name: value for name, value in os.environ.items() if not name.startswith("AWS_")}
    subprocess.run(
        [sys.executable, "-m", "tests.stacks.synthesis", tmp_path],
        cwd=ROOT,
        env=environment | {"NODE_OPTIONS": f"--require {blocker}", "PYTHONHASHSEED": "7"},
        check=True,
        capture_output=True,
    )
    assert blocker.with_suffix(".cjs.loaded").exists()
    again = Assembly(tmp_path / "assembly", "prod")
    assert again.stacks == prod.stacks
    for name in ("identity", *(service.name for service in SERVICES)):
        assert again[name].text == prod[name].text


def test_the_security_rules_find_nothing_that_is_not_acknowledged_with_a_reason(prod: Assembly) -> None:
    assert prod.findings == []


def test_a_stack_stays_well_inside_cloudformations_limits(template: Template, service: Service) -> None:
    assert len(template.resources) < MOST_RESOURCES * 0.9
    assert len(template.text) < LARGEST_TEMPLATE * 0.9


def test_a_stage_that_does_not_exist_is_refused_with_those_that_do(tmp_path: Path) -> None:
    with pytest.raises(UnknownStage, match=r"local\|dev\|prod"):
        synthesize("staging", tmp_path)


def test_code_that_was_not_built_yet_is_asked_for_by_its_command(tmp_path: Path) -> None:
    with pytest.raises(NotBuilt, match="make build"):
        Assets("cloud", place=tmp_path).code("sample")


def test_a_service_layer_is_deployed_where_the_service_names_packages(tmp_path: Path) -> None:
    for folder in ("build/layer-cloud", "build/layer-paid-cloud", "functions/paid", "functions/plain"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "functions/paid/requirements.txt").write_text("cryptography")
    assets = Assets("cloud", place=tmp_path / "build", sources=tmp_path / "functions")
    assert list(assets.layers("plain")) == ["SharedLayer"]
    assert list(assets.layers("paid")) == ["SharedLayer", "ServiceLayer"]
